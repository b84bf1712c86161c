//! [`Function`] and [`Column`]: the functions of columns, for `hedgerow.arrow`.
//!
//! Columns come and go through the Arrow PyCapsule interface, without a copy. A consumer may request another type, but the
//! interface permits a producer to ignore the request. Only the offsets of texts are converted, because the code that converts
//! all types would be a fifth of the size of the package.

use std::error::Error as _;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef, LargeStringArray, StringArray, new_empty_array};
use arrow_schema::{DataType, Field, FieldRef};
use hedgerow::select::SelectorError;
use hedgerow::xpath::XPathError;
use hedgerow_columns::{Documents, Extraction, ExtractionError, Function as Kernel, Options, html_extract};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyString, PyTuple};
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::{PyArray, PyChunkedArray, PyField};

mod classes {
    pyo3::import_exception!(hedgerow._errors, SelectorError);
    pyo3::import_exception!(hedgerow._errors, XPathError);
}

/// The result of a function: a column of values, or of the reasons for nulls. It has the Arrow PyCapsule interface, so
/// pyarrow.chunked_array(), polars.Series() and others take it without a copy.
#[pyclass(frozen, module = "hedgerow.arrow")]
pub(crate) struct Column {
    field: FieldRef,
    chunks: Vec<ArrayRef>,
    reasons: Vec<ArrayRef>,
}

impl Column {
    fn new(data_type: DataType, chunks: Vec<ArrayRef>, reasons: Vec<ArrayRef>) -> Self {
        Self { field: Arc::new(Field::new("", data_type, true)), chunks, reasons }
    }

    /// Returns the field and the chunks. Texts get offsets of 32 bits if a consumer requests them and they suffice.
    fn requested(&self, schema: Option<&Bound<'_, PyCapsule>>) -> PyResult<(FieldRef, Vec<ArrayRef>)> {
        if let Some(schema) = schema
            && *self.field.data_type() == DataType::LargeUtf8
            && *PyField::from_arrow_pycapsule(schema)?.into_inner().data_type() == DataType::Utf8
        {
            let texts = || self.chunks.iter().map(|chunk| chunk.as_string::<i64>());
            let bytes: usize = texts().map(|texts| texts.value_data().len()).sum();
            if i32::try_from(bytes).is_ok() {
                let convert = |texts: &LargeStringArray| -> ArrayRef {
                    Arc::new(texts.iter().collect::<StringArray>())
                };
                let field = Field::new("", DataType::Utf8, true);
                return Ok((Arc::new(field), texts().map(convert).collect()));
            }
        }
        Ok((Arc::clone(&self.field), self.chunks.clone()))
    }
}

#[pymethods]
impl Column {
    /// For each page that could not be processed, the reason; otherwise null.
    #[getter]
    fn reasons(&self) -> Self {
        Self::new(DataType::LargeUtf8, self.reasons.clone(), Vec::new())
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    #[pyo3(signature = () -> "object")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.field)?)
    }

    #[pyo3(signature = (requested_schema: "object | None" = None) -> "tuple[object, object]")]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (field, chunks) = self.requested(requested_schema.as_ref())?;
        let array = match &*chunks {
            [] => new_empty_array(field.data_type()),
            [only] => Arc::clone(only),
            chunks => {
                let chunks: Vec<_> = chunks.iter().map(|chunk| &**chunk).collect();
                arrow_select::concat::concat(&chunks)
                    .map_err(|error| PyValueError::new_err(error.to_string()))?
            }
        };
        Ok(to_array_pycapsules(py, field, &array, None)?)
    }

    #[pyo3(signature = (requested_schema: "object | None" = None) -> "object")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (field, chunks) = self.requested(requested_schema.as_ref())?;
        let reader = ArrayIterator::new(chunks.into_iter().map(Ok), field);
        Ok(to_stream_pycapsule(py, Box::new(reader), None)?)
    }

    fn __repr__(&self) -> String {
        format!("<Column of {}, {} rows>", self.field.data_type(), self.__len__())
    }
}

/// A function of pages, or several of them in one parse, compiled once.
#[pyclass(frozen, module = "hedgerow.arrow")]
pub(crate) struct Function(Kind);

enum Kind {
    One(Kernel),
    Extraction(Extraction),
}

impl Kind {
    fn data_type(&self) -> DataType {
        match self {
            Self::One(kernel) => kernel.data_type(),
            Self::Extraction(extraction) => extraction.data_type(),
        }
    }

    /// Computes the values, and the reasons.
    fn run(&self, documents: &Documents<'_>, options: &Options) -> (ArrayRef, ArrayRef) {
        match self {
            Self::One(kernel) => {
                let column = kernel.run(documents, options);
                (column.values, Arc::new(column.reasons))
            }
            Self::Extraction(extraction) => {
                let values = html_extract(documents, extraction, options);
                // The reasons are the last column of the result.
                let reasons = values.columns().last().cloned();
                let reasons = reasons.unwrap_or_else(|| new_empty_array(&DataType::LargeUtf8));
                (Arc::new(values), reasons)
            }
        }
    }
}

#[pymethods]
impl Function {
    /// Compiles the function with this name and these arguments; without a name, the only argument is the specification of
    /// an extraction.
    #[new]
    #[pyo3(signature = (name: "str | None", *arguments: "str"))]
    fn new(name: Option<&str>, arguments: Vec<String>) -> PyResult<Self> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let kind = match (name, &*arguments) {
            (Some(name), arguments) => Kernel::new(name, arguments).map(Kind::One),
            (None, [specification]) => specification.parse().map(Kind::Extraction),
            (None, _) => {
                return Err(PyTypeError::new_err(
                    "without a name, the only argument is the specification of an extraction",
                ));
            }
        };
        kind.map(Self).map_err(|error| invalid(&error))
    }

    /// The names of all functions, with the names of their arguments.
    #[staticmethod]
    #[pyo3(signature = () -> "dict[str, tuple[str, ...]]")]
    fn all(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let all = PyDict::new(py);
        for (name, arguments) in Kernel::ALL {
            all.set_item(name, PyTuple::new(py, *arguments)?)?;
        }
        Ok(all)
    }

    /// The type of the result.
    #[pyo3(signature = () -> "object")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, Field::new("", self.0.data_type(), true))?)
    }

    /// Computes the function for each page.
    #[pyo3(signature = (pages: "Any", *, content_type: "Any" = None, url: "Any" = None, limits: "Any" = None, prefer_utf8 = false))]
    fn __call__(
        &self,
        pages: &Bound<'_, PyAny>,
        content_type: Option<&Bound<'_, PyAny>>,
        url: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        prefer_utf8: bool,
    ) -> PyResult<Column> {
        let mut options = Options::default();
        options.prefer_utf8 = prefer_utf8;
        if let Some(limits) = limits {
            options.limits = bounds(limits)?;
        }
        let pages_of = Texts::of("pages", pages)?;
        let Texts::Column(pages_of) = pages_of else {
            return Err(PyTypeError::new_err("pages are a column, not a str"));
        };
        let content_types = content_type.map_or(Ok(Texts::None), |texts| Texts::of("content_type", texts))?;
        let urls = url.map_or(Ok(Texts::None), |texts| Texts::of("url", texts))?;
        let rows: usize = pages_of.iter().map(|chunk| chunk.len()).sum();
        for (name, texts) in [("content_type", &content_types), ("url", &urls)] {
            if let Texts::Column(chunks) = texts
                && let other = chunks.iter().map(|chunk| chunk.len()).sum::<usize>()
                && other != rows
            {
                let message = format!("{name} has {other} rows, but there are {rows} pages");
                return Err(PyValueError::new_err(message));
            }
        }
        let columns = pages.py().detach(|| {
            aligned(&pages_of, [&content_types, &urls])
                .iter()
                .map(|(pages, [content_type, url])| {
                    let mut documents = Documents::new(&**pages)?;
                    documents = match content_type {
                        Part::Same(text) => documents.with_content_type(*text),
                        Part::Rows(texts) => documents.with_content_types(&**texts)?,
                    };
                    documents = match url {
                        Part::Same(text) => documents.with_url(*text),
                        Part::Rows(texts) => documents.with_urls(&**texts)?,
                    };
                    Ok(self.0.run(&documents, &options))
                })
                .collect::<Result<Vec<_>, hedgerow_columns::ColumnError>>()
        });
        let columns = columns.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let (chunks, reasons) = columns.into_iter().unzip();
        Ok(Column::new(self.0.data_type(), chunks, reasons))
    }

    fn __repr__(&self) -> String {
        match &self.0 {
            Kind::One(kernel) => format!("<Function {}>", kernel.name()),
            Kind::Extraction(extraction) => format!("<Function html_extract {extraction}>"),
        }
    }
}

/// The exception for an invalid function: those of the package hedgerow for an invalid selector and an invalid XPath expression.
fn invalid(error: &ExtractionError) -> PyErr {
    let (message, source) = (error.to_string(), error.source());
    if let Some(error) = source.and_then(|source| source.downcast_ref::<SelectorError>()) {
        let place = (error.line(), error.column());
        return classes::SelectorError::new_err((message, error.selector().to_owned(), place.0, place.1));
    }
    if let Some(error) = source.and_then(|source| source.downcast_ref::<XPathError>()) {
        let place = (error.line(), error.column());
        return classes::XPathError::new_err((message, error.expression().to_owned(), place.0, place.1));
    }
    PyValueError::new_err(message)
}

/// Reads an object of the class `hedgerow.Limits`, which another native module defines.
fn bounds(limits: &Bound<'_, PyAny>) -> PyResult<hedgerow::Limits> {
    let mut bounds = hedgerow::Limits::UNLIMITED;
    bounds.bytes = limits.getattr("bytes")?.extract()?;
    bounds.nodes = limits.getattr("nodes")?.extract()?;
    bounds.depth = limits.getattr("depth")?.extract()?;
    bounds.attributes = limits.getattr("attributes")?.extract()?;
    bounds.copied_text = limits.getattr("copied_text")?.extract()?;
    bounds.steps = limits.getattr("steps")?.extract()?;
    bounds.errors = limits.getattr("errors")?.extract()?;
    bounds.output = limits.getattr("output")?.extract()?;
    if !limits.getattr("seconds")?.is_none() {
        return Err(PyValueError::new_err("functions of columns have no limit on seconds; use steps"));
    }
    Ok(bounds)
}

/// An argument: a column in chunks, or the same text for all rows.
enum Texts {
    None,
    Same(String),
    Column(Vec<ArrayRef>),
}

impl Texts {
    fn of(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = argument.py();
        if let Ok(text) = argument.cast::<PyString>() {
            return Ok(Self::Same(text.to_str()?.to_owned()));
        }
        if let Some(method) = argument.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
            let stream = method.call0()?;
            let (chunks, _) = PyChunkedArray::from_arrow_pycapsule(stream.cast::<PyCapsule>()?)?.into_inner();
            return Ok(Self::Column(chunks));
        }
        if let Some(method) = argument.getattr_opt(intern!(py, "__arrow_c_array__"))? {
            let (schema, array) = method.call0()?.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let array =
                PyArray::from_arrow_pycapsule(schema.cast::<PyCapsule>()?, array.cast::<PyCapsule>()?)?;
            return Ok(Self::Column(vec![array.into_inner().0]));
        }
        Err(PyTypeError::new_err(format!(
            "{name} is not a column: {} has no Arrow interface; use pyarrow.array() or polars.Series()",
            argument.get_type().name()?
        )))
    }
}

/// A part of an argument.
enum Part<'t> {
    Same(Option<&'t str>),
    Rows(ArrayRef),
}

/// Cuts columns of the same length at the places where any of them has a new chunk. Nothing is copied.
fn aligned<'t>(pages: &[ArrayRef], others: [&'t Texts; 2]) -> Vec<(ArrayRef, [Part<'t>; 2])> {
    let columns = others.map(|texts| match texts {
        Texts::Column(chunks) => &chunks[..],
        _ => &[],
    });
    let mut cuts: Vec<usize> = [pages].into_iter().chain(columns).flat_map(ends).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut start = 0;
    let mut parts = Vec::new();
    for end in cuts.into_iter().filter(|&end| end > 0) {
        let part = |texts: &'t Texts| match texts {
            Texts::None => Part::Same(None),
            Texts::Same(text) => Part::Same(Some(text)),
            Texts::Column(chunks) => Part::Rows(slice(chunks, start, end)),
        };
        parts.push((slice(pages, start, end), others.map(part)));
        start = end;
    }
    parts
}

/// The end position of each chunk.
fn ends(chunks: &[ArrayRef]) -> impl Iterator<Item = usize> {
    chunks.iter().scan(0, |end, chunk| {
        *end += chunk.len();
        Some(*end)
    })
}

/// The rows of a range that is in one chunk.
fn slice(chunks: &[ArrayRef], start: usize, end: usize) -> ArrayRef {
    let index = ends(chunks).take_while(|&before| before <= start).count();
    let offset = start - ends(chunks).take(index).last().unwrap_or(0);
    chunks[index].slice(offset, end - start)
}
