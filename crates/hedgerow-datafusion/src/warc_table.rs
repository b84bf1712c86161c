//! [`WarcFunction`] and [`WarcTable`]: the records of web archives as a table.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DFSchema, Result, ScalarValue, exec_datafusion_err, plan_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::utils::conjunction;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use futures::stream;

use crate::warc_rows::{Column, Filter, Part, Rows, schema};

/// The minimum number of bytes of a file that a worker gets; smaller files are not divided.
const LEAST_BYTES_OF_PART: u64 = 1 << 20;

/// The table function `warc('path')`: the records of the archives whose paths match a glob pattern. See [`WarcTable`].
#[derive(Debug)]
pub struct WarcFunction;

impl TableFunctionImpl for WarcFunction {
    fn call_with_args(&self, arguments: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [Expr::Literal(value, _)] = arguments.exprs() else {
            return plan_err!("warc() takes one constant text, a path or a glob pattern");
        };
        let Some(Some(pattern)) = ScalarValue::try_as_str(value) else {
            return plan_err!("warc() takes a text, a path or a glob pattern, not {value}");
        };
        Ok(Arc::new(WarcTable::new(pattern)?))
    }
}

/// The records of web archives, compressed or not, as a table with one row for each record.
///
/// | column | type | contents |
/// |---|---|---|
/// | `WARC-Record-ID` | text | the record's id, without `<urn:uuid:` and `>` |
/// | `WARC-Type` | text | such as `response` |
/// | `WARC-Date` | timestamp | when the record was made |
/// | `Content-Length` | integer | the length of `warc_content` in bytes |
/// | `WARC-Identified-Payload-Type` | text | the type that the crawler detected |
/// | `warc_content` | bytes | the block of the record, for example an HTTP response with its head |
/// | `warc_headers` | text | the other fields of the record as a JSON object, with names in lower case |
/// | `url` | text | the address of the resource |
/// | `http_status` | integer | the status of an HTTP response |
/// | `http_headers` | map | the fields of an HTTP response, with names in lower case |
/// | `content_type` | text | the `Content-Type` of an HTTP response |
/// | `payload` | bytes | the body of an HTTP response without its codings; the block of a `resource` or `conversion` |
/// | `reason` | text | why the record, or its payload, cannot be read |
/// | `file`, `offset` | text, integer | the place of the record, or of its gzip member or zstd frame |
///
/// The first seven columns are those of Daft's `read_warc`. Only the columns that a query uses are computed. Conditions on the
/// columns other than `warc_content`, `payload` and `reason` are checked before payloads are decoded.
///
/// A record that cannot be read is a row with a `reason`. Records longer than 64 MiB are not read, and payloads that are longer
/// when decoded.
#[derive(Debug)]
pub struct WarcTable {
    files: Vec<(PathBuf, u64)>,
    schema: SchemaRef,
}

impl WarcTable {
    /// Finds the archives whose paths match a glob pattern.
    ///
    /// # Errors
    ///
    /// If the pattern is not valid, no file matches it, or the length of a file cannot be read.
    pub fn new(pattern: &str) -> Result<Self> {
        let unreadable =
            |error: &dyn std::fmt::Display| exec_datafusion_err!("cannot read {pattern:?}: {error}");
        // A path with brackets is a path if it exists.
        let exact = PathBuf::from(pattern);
        let mut paths = Vec::new();
        if exact.is_file() {
            paths.push(exact);
        } else {
            for path in glob::glob(pattern).map_err(|error| unreadable(&error))? {
                paths.push(path.map_err(|error| unreadable(&error))?);
            }
        }
        let mut files = Vec::new();
        for path in paths {
            let metadata = path
                .metadata()
                .map_err(|error| exec_datafusion_err!("cannot read {}: {error}", path.display()))?;
            if metadata.is_file() {
                files.push((path, metadata.len()));
            }
        }
        if files.is_empty() {
            return plan_err!("no file matches {pattern:?}");
        }
        Ok(Self { files, schema: schema(&Column::ALL) })
    }

    /// Divides the files among at most `count` workers, in ranges of about equal length.
    fn parts(&self, count: usize) -> Vec<Vec<Part>> {
        let total: u64 = self.files.iter().map(|(_, length)| length).sum();
        let most = total.div_ceil(count.max(1) as u64).max(LEAST_BYTES_OF_PART);
        let mut parts = vec![Vec::new()];
        let mut left = most;
        for (path, length) in &self.files {
            let path: Arc<str> = path.to_string_lossy().into();
            let mut start = 0;
            loop {
                // A rest that is too short for a part of its own is added to this part.
                let end = if length - start < left + LEAST_BYTES_OF_PART { *length } else { start + left };
                let range: Range<u64> = start..if end == *length { u64::MAX } else { end };
                if let Some(part) = parts.last_mut() {
                    part.push(Part { path: Arc::clone(&path), range });
                }
                left = left.saturating_sub(end - start);
                if left == 0 && parts.len() < count {
                    parts.push(Vec::new());
                    left = most;
                }
                if end == *length {
                    break;
                }
                left = left.max(LEAST_BYTES_OF_PART);
                start = end;
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }
}

/// The columns that an expression refers to, if all of them are known before the payload is decoded.
fn columns_of_filter(filter: &Expr) -> Option<BTreeSet<Column>> {
    let columns = filter.column_refs().into_iter().map(|column| Column::find(&column.name));
    columns.map(|column| column.filter(|column| column.is_in_head())).collect()
}

#[async_trait]
impl TableProvider for WarcTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let support = |filter: &&Expr| match columns_of_filter(filter) {
            Some(_) if !filter.is_volatile() => TableProviderFilterPushDown::Exact,
            _ => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(support).collect())
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let columns: Vec<Column> = match projection {
            Some(indexes) => indexes.iter().filter_map(|&index| Column::ALL.get(index).copied()).collect(),
            None => Column::ALL.to_vec(),
        };
        let filter = conjunction(filters.iter().cloned()).map(|condition| {
            let columns: Vec<Column> = columns_of_filter(&condition).into_iter().flatten().collect();
            let names = DFSchema::try_from(schema(&columns).as_ref().clone())?;
            Ok::<_, datafusion::error::DataFusionError>(Filter {
                condition: session.create_physical_expr(unqualified(condition)?, &names)?,
                columns,
            })
        });
        let filter = filter.transpose()?;
        let schema = schema(&columns);
        let partitions = self.parts(session.config().target_partitions()).into_iter().map(|parts| {
            let (columns, filter) = (columns.clone(), filter.clone());
            Arc::new(Partition { parts, columns, filter, schema: Arc::clone(&schema) })
                as Arc<dyn PartitionStream>
        });
        let plan =
            StreamingTableExec::try_new(Arc::clone(&schema), partitions.collect(), None, [], false, limit)?;
        Ok(Arc::new(plan))
    }
}

/// Removes the names of tables from the columns of an expression.
fn unqualified(expression: Expr) -> Result<Expr> {
    use datafusion::common::tree_node::{Transformed, TreeNode as _};
    let rewritten = expression.transform(|expression| {
        Ok(match expression {
            Expr::Column(column) => Transformed::yes(datafusion::prelude::ident(column.name)),
            other => Transformed::no(other),
        })
    })?;
    Ok(rewritten.data)
}

/// The parts of files that one worker reads.
#[derive(Debug)]
struct Partition {
    parts: Vec<Part>,
    columns: Vec<Column>,
    filter: Option<Filter>,
    schema: SchemaRef,
}

impl PartitionStream for Partition {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let schema: Arc<Schema> = Arc::clone(&self.schema);
        let most_rows = context.session_config().batch_size();
        let rows = Rows::new(
            self.parts.clone(),
            self.columns.clone(),
            self.filter.clone(),
            Arc::clone(&schema),
            most_rows,
        );
        Box::pin(RecordBatchStreamAdapter::new(schema, stream::iter(rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(lengths: &[u64], count: usize) -> Vec<Vec<(String, Range<u64>)>> {
        let files =
            lengths.iter().enumerate().map(|(index, &length)| (PathBuf::from(index.to_string()), length));
        let table = WarcTable { files: files.collect(), schema: schema(&[]) };
        let parts = table.parts(count);
        parts
            .iter()
            .map(|part| part.iter().map(|part| (part.path.to_string(), part.range.clone())).collect())
            .collect()
    }

    #[test]
    fn parts_cover_each_file_once() {
        const MIB: u64 = 1 << 20;
        for lengths in [&[0][..], &[1], &[MIB, 0, 5 * MIB, 3], &[100 * MIB], &[7 * MIB; 9]] {
            for count in [1, 2, 3, 8] {
                let parts = parts(lengths, count);
                assert!(parts.len() <= count, "{lengths:?} {count}");
                let mut ranges: Vec<_> = parts.into_iter().flatten().collect();
                ranges.sort_by_key(|(path, range)| (path.clone(), range.start));
                for (index, _) in lengths.iter().enumerate() {
                    let of_file: Vec<_> =
                        ranges.iter().filter(|(path, _)| *path == index.to_string()).collect();
                    assert_eq!(of_file[0].1.start, 0);
                    assert!(of_file.windows(2).all(|pair| pair[0].1.end == pair[1].1.start));
                    assert_eq!(of_file.last().unwrap().1.end, u64::MAX);
                }
            }
        }
        assert_eq!(parts(&[100 * MIB], 4).len(), 4);
    }
}
