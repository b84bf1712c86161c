//! [`Archive`]: the records of web archives as batches, for `hedgerow.arrow.warc`.
//!
//! As in `arrow.rs`, columns are not converted to other types that a consumer may request.

use std::sync::Arc;

use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{DataType, Field, FieldRef};
use hedgerow_columns::{ArchiveColumn, ArchivePart, ArchiveRows, archive_files, archive_schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

/// A part of a file: its path, and the offsets between which records begin. If the second offset is `None`, the part ends at
/// the end of the file.
type Part = (String, u64, Option<u64>);

/// The records of parts of web archives, read in batches when a consumer asks for them. An Archive has the Arrow
/// PyCapsule interface, so pyarrow.RecordBatchReader.from_stream(), polars.DataFrame() and others take it.
#[pyclass(frozen, module = "hedgerow.arrow")]
pub(crate) struct Archive {
    parts: Vec<ArchivePart>,
    columns: Vec<ArchiveColumn>,
    batch_rows: usize,
}

impl Archive {
    /// Returns the field that describes a batch: a struct of its columns.
    fn field(&self) -> FieldRef {
        Arc::new(Field::new("", DataType::Struct(archive_schema(&self.columns).fields().clone()), false))
    }
}

#[pymethods]
impl Archive {
    #[new]
    #[pyo3(signature = (parts: "list[tuple[str, int, int | None]]", columns: "list[str] | None" = None, *, batch_rows = 1024))]
    fn new(parts: Vec<Part>, columns: Option<Vec<String>>, batch_rows: usize) -> PyResult<Self> {
        let part = |(path, start, end): Part| ArchivePart {
            path: path.into(),
            range: start..end.unwrap_or(u64::MAX),
        };
        let column = |name: &String| {
            ArchiveColumn::find(name).ok_or_else(|| {
                let names = ArchiveColumn::ALL.map(ArchiveColumn::name).join(", ");
                PyValueError::new_err(format!("archives have no column {name:?}; the columns are {names}"))
            })
        };
        let columns = columns.map_or_else(
            || Ok(ArchiveColumn::ALL.to_vec()),
            |columns| columns.iter().map(column).collect::<PyResult<_>>(),
        )?;
        Ok(Self { parts: parts.into_iter().map(part).collect(), columns, batch_rows })
    }

    /// Divides the files that a path or a glob pattern denotes among at most `count` workers, in parts of about equal length.
    #[staticmethod]
    #[pyo3(signature = (pattern: "str", count: "int" = 1) -> "list[list[tuple[str, int, int | None]]]")]
    fn parts(pattern: &str, count: usize) -> PyResult<Vec<Vec<Part>>> {
        let files = archive_files(pattern)?;
        let part = |part: ArchivePart| {
            let end = (part.range.end < u64::MAX).then_some(part.range.end);
            (part.path.to_string(), part.range.start, end)
        };
        let divided = ArchivePart::divide(&files, count).into_iter();
        Ok(divided.map(|parts| parts.into_iter().map(part).collect()).collect())
    }

    #[pyo3(signature = () -> "object")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.field())?)
    }

    #[pyo3(signature = (requested_schema: "object | None" = None) -> "object")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let rows = ArchiveRows::new(self.parts.clone(), self.columns.clone(), None, self.batch_rows);
        let batches = rows.map(|batch| Ok(Arc::new(StructArray::from(batch?)) as ArrayRef));
        let reader = ArrayIterator::new(batches, self.field());
        Ok(to_stream_pycapsule(py, Box::new(reader), None)?)
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name()).collect();
        format!("<Archive of {} parts, columns {}>", self.parts.len(), names.join(", "))
    }
}
