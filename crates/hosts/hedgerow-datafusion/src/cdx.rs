//! [`CdxFunction`] and [`CdxTable`]: CDX files, the indexes of web archives, as tables.
//!
//! ```text
//!  CDX N b a m s k r M S V g                          the header of a classic CDX file: a letter for each field
//! com,example)/ 20240501120000 https://example.com/ text/html 200 AAAA - - 1043 333 a.warc.gz
//!
//! com,example)/ 20240501120000 {"url": "https://example.com/", "offset": "333", …}          a line of a CDXJ file
//! ```

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_datafusion_err};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use hedgerow_warc::Decompressed;
use serde_json::{Map, Value};
use tokio::runtime::Handle;

use crate::objects::{Object, ObjectReader, find_nonempty_files, is_address};

/// The maximum length of a line in bytes; the rest of a longer line is ignored.
const MOST_BYTES_OF_LINE: u64 = 1 << 20;

/// The columns: the name, the letter of a classic CDX file, and the name in a CDXJ file.
const COLUMNS: [(&str, &str, &str); 9] = [
    ("urlkey", "N", ""),
    ("timestamp", "b", ""),
    ("url", "a", "url"),
    ("mime", "m", "mime"),
    ("status", "s", "status"),
    ("digest", "k", "digest"),
    ("record_length", "S", "length"),
    ("record_offset", "V", "offset"),
    ("file", "g", "filename"),
];

/// The fields of a classic CDX file without a header.
const FIELDS: &str = "N b a m s k r M S V g";

/// Whether the name of a file is that of a CDX file: it ends with `.cdx` or `.cdxj`, or with one of these and `.gz`.
#[must_use]
pub fn is_cdx(name: &str) -> bool {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    matches!(name.rsplit_once('.'), Some((_, "cdx" | "cdxj")))
}

/// The table function `cdx('path')`: the lines of the CDX files whose paths match a glob pattern. See [`CdxTable`].
#[derive(Debug)]
pub struct CdxFunction;

impl TableFunctionImpl for CdxFunction {
    fn call_with_args(&self, arguments: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let pattern = match arguments.exprs() {
            [Expr::Literal(value, _)] => ScalarValue::try_as_str(value).flatten(),
            _ => None,
        };
        let pattern = pattern.ok_or_else(|| {
            plan_datafusion_err!("cdx() takes one constant text: a path, an address or a glob pattern")
        })?;
        Ok(Arc::new(CdxTable::new(pattern)))
    }
}

/// The lines of CDX files, compressed or not, as a table with the columns `urlkey`, `timestamp`, `url`, `mime`, `status`,
/// `digest`, `record_length`, `record_offset` and `file`.
///
/// A value that a line does not state, or states as `-`, is null. Empty lines and headers, also those that begin with `!`, have no row.
#[derive(Debug)]
pub struct CdxTable {
    pattern: String,
    schema: SchemaRef,
}

impl CdxTable {
    /// Creates a table of the CDX files whose paths or addresses match a glob pattern. They are found when a query is planned.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        Self { pattern: pattern.to_owned(), schema: schema() }
    }
}

fn schema() -> SchemaRef {
    let data_type = |name: &str| match name {
        "status" => DataType::Int32,
        "record_length" | "record_offset" => DataType::Int64,
        _ => DataType::Utf8,
    };
    let field = |(name, ..): &(&str, _, _)| Field::new(*name, data_type(name), true);
    Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
}

#[async_trait]
impl TableProvider for CdxTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let found = find_nonempty_files(session.runtime_env(), &self.pattern).await?;
        let files: Vec<String> = found.into_iter().map(|(path, _)| path).collect();
        let each = files.len().div_ceil(session.config().target_partitions()).max(1);
        let stream = |files: &[String]| {
            Arc::new(Lines { files: files.to_vec(), schema: Arc::clone(&self.schema) })
                as Arc<dyn PartitionStream>
        };
        // Some plans, such as those that write a file, need a partition.
        let streams =
            if files.is_empty() { vec![stream(&[])] } else { files.chunks(each).map(stream).collect() };
        let schema = Arc::clone(&self.schema);
        Ok(Arc::new(StreamingTableExec::try_new(schema, streams, projection, [], false, limit)?))
    }
}

/// The lines of some files.
#[derive(Debug)]
struct Lines {
    files: Vec<String>,
    schema: SchemaRef,
}

impl PartitionStream for Lines {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), 1);
        let (batches, files) = (stream.tx(), self.files.clone());
        let (runtime, rows) = (context.runtime_env(), context.session_config().batch_size());
        stream.spawn_blocking(move || {
            for file in files {
                let mut reader = CdxReader::open(&runtime, &file)?;
                loop {
                    let batch = reader.batch(rows);
                    let batch = batch.map_err(|error| exec_datafusion_err!("cannot read {file}: {error}"))?;
                    let Some(batch) = batch else { break };
                    if batches.blocking_send(Ok(batch)).is_err() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        });
        stream.build()
    }
}

/// A reader of the lines of a CDX file.
struct CdxReader {
    lines: BufReader<Box<dyn Read>>,
    /// The letters of the fields of a line.
    fields: Vec<String>,
}

/// The values of a line, in the order of [`COLUMNS`].
type Line = [Option<String>; COLUMNS.len()];

impl CdxReader {
    fn open(runtime: &RuntimeEnv, file: &str) -> Result<Self> {
        let bytes: Box<dyn Read> = if is_address(file) {
            Box::new(ObjectReader::new(Object::new(runtime, file)?, Handle::current(), u64::MAX))
        } else {
            Box::new(File::open(file).map_err(|error| exec_datafusion_err!("cannot read {file}: {error}"))?)
        };
        Self::new(bytes).map_err(|error| exec_datafusion_err!("cannot read {file}: {error}"))
    }

    fn new(bytes: Box<dyn Read>) -> io::Result<Self> {
        let bytes: Box<dyn Read> = Box::new(Decompressed::new(bytes)?);
        Ok(Self { lines: BufReader::new(bytes), fields: words(FIELDS) })
    }

    /// Reads the next batch of lines.
    fn batch(&mut self, most_rows: usize) -> io::Result<Option<RecordBatch>> {
        let mut lines: Vec<Line> = Vec::new();
        while lines.len() < most_rows {
            let mut line = Vec::new();
            if (&mut self.lines).take(MOST_BYTES_OF_LINE).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.last() != Some(&b'\n') && line.len() as u64 == MOST_BYTES_OF_LINE {
                self.lines.skip_until(b'\n')?;
            }
            lines.extend(self.line(&String::from_utf8_lossy(&line)));
        }
        if lines.is_empty() {
            return Ok(None);
        }
        let array = |(column, (name, ..)): (usize, &(&str, _, _))| -> ArrayRef {
            let values = lines.iter().map(|line| line[column].as_deref());
            match *name {
                "status" => Arc::new(values.map(|value| value?.parse().ok()).collect::<Int32Array>()),
                "record_length" | "record_offset" => {
                    Arc::new(values.map(|value| value?.parse().ok()).collect::<Int64Array>())
                }
                _ => Arc::new(values.collect::<StringArray>()),
            }
        };
        let arrays = COLUMNS.iter().enumerate().map(array).collect();
        RecordBatch::try_new(schema(), arrays).map(Some).map_err(io::Error::other)
    }

    /// Returns the values of a line, or `None` if it is empty or a header.
    fn line(&mut self, line: &str) -> Option<Line> {
        if line.starts_with('!') {
            return None;
        }
        if let Some(letters) = line.trim_start().strip_prefix("CDX ") {
            self.fields = words(letters);
            return None;
        }
        // An object that is damaged states nothing.
        let object: Option<Map<_, _>> =
            line.find(" {").map(|start| serde_json::from_str(&line[start..]).unwrap_or_default());
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let first = *words.first()?;
        let value = |(name, letter, key): (&str, &str, &str)| {
            let Some(object) = &object else {
                let field = self.fields.iter().position(|field| field == letter)?;
                return words.get(field).filter(|&&word| word != "-").map(|&word| word.to_owned());
            };
            match (name, object.get(key)) {
                ("urlkey", _) => Some(first.to_owned()),
                ("timestamp", _) => words.get(1).map(|&word| word.to_owned()),
                (_, Some(Value::String(text))) => Some(text.clone()).filter(|text| text != "-"),
                (_, value) => value.filter(|value| !value.is_null()).map(Value::to_string),
            }
        };
        Some(COLUMNS.map(value))
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a file, each with its values, and `-` for null.
    fn rows(text: &'static str) -> Vec<String> {
        let mut reader = CdxReader::new(Box::new(text.as_bytes())).unwrap();
        let lines = text.lines().filter_map(|line| reader.line(line));
        lines.map(|line| line.map(|value| value.unwrap_or("-".to_owned())).join(" ")).collect()
    }

    #[test]
    fn both_formats_are_read() {
        let row = "org,a)/ 20240501120000 https://a.example/ text/html 200 AAAA 1043 333 a.warc.gz";
        assert_eq!(
            rows(
                " CDX N b a m s k r M S V g\norg,a)/ 20240501120000 https://a.example/ text/html 200 AAAA - - 1043 333 a.warc.gz\n\n"
            ),
            [row]
        );
        assert_eq!(
            rows(
                "org,a)/ 20240501120000 {\"url\": \"https://a.example/\", \"mime\": \"text/html\", \"status\": \"200\", \
                 \"digest\": \"AAAA\", \"length\": \"1043\", \"offset\": 333, \"filename\": \"a.warc.gz\"}\n"
            ),
            [row]
        );
        assert_eq!(
            rows(
                "!OpenWayback-CDXJ 1.0\na b {\"mime\": null, \"digest\": \"-\", \"offset\": 5}\na b {\"offset\": 5\n"
            ),
            ["a b - - - - - 5 -", "a b - - - - - - -"]
        );
        assert_eq!(rows(" CDX V g\n333 a.warc.gz\nx"), ["- - - - - - - 333 a.warc.gz", "- - - - - - - x -"]);
    }
}
