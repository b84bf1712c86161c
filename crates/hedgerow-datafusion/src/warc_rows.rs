//! [`Rows`]: reads the records of archives as batches of rows.

use std::collections::VecDeque;
use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, BooleanArray, Int32Builder, Int64Builder, LargeBinaryBuilder, MapBuilder, RecordBatch,
    RecordBatchOptions, StringBuilder, TimestampNanosecondBuilder,
};
use datafusion::arrow::compute::kernels::cast_utils::string_to_timestamp_nanos;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit};
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::physical_plan::PhysicalExpr;
use hedgerow_warc::{Archive, Budget, Head, Record, RecordError, ResponseHead};

/// The maximum length of a record, and of a decoded payload, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// A batch ends after records of this many bytes, which bounds its memory.
const BYTES_OF_BATCH: usize = 8 << 20;

const TIME_ZONE: &str = "Etc/UTC";

/// A range of a file; the records that begin in it are read.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) path: Arc<str>,
    pub(crate) range: Range<u64>,
}

/// A condition on the columns that are known before payloads are decoded.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) condition: Arc<dyn PhysicalExpr>,
    /// The columns to which the condition refers, by their indexes.
    pub(crate) columns: Vec<Column>,
}

/// Declares the columns with their names.
macro_rules! columns {
    ($($column:ident $name:literal,)*) => {
        /// A column of the table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) enum Column {
            $($column,)*
        }

        impl Column {
            pub(crate) const ALL: [Self; [$($name),*].len()] = [$(Self::$column),*];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$column => $name,)*
                }
            }
        }
    };
}

columns! {
    RecordId "WARC-Record-ID",
    Type "WARC-Type",
    Date "WARC-Date",
    ContentLength "Content-Length",
    PayloadType "WARC-Identified-Payload-Type",
    Content "warc_content",
    Headers "warc_headers",
    Url "url",
    HttpStatus "http_status",
    HttpHeaders "http_headers",
    ContentType "content_type",
    Payload "payload",
    Reason "reason",
    File "file",
    Offset "offset",
}

impl Column {
    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// Whether the value is known before the payload is decoded.
    pub(crate) fn is_in_head(self) -> bool {
        !matches!(self, Self::Content | Self::Payload | Self::Reason)
    }
}

/// Returns the schema of a table with these columns.
pub(crate) fn schema(columns: &[Column]) -> SchemaRef {
    let field = |&column: &Column| {
        let data_type = Cells::new(column).finish().data_type().clone();
        Field::new(column.name(), data_type, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// A record or the reason why it cannot be read.
struct Row {
    path: Arc<str>,
    record: Result<Record, RecordError>,
    response: Option<ResponseHead>,
    payload: Option<Vec<u8>>,
    reason: Option<String>,
}

impl Row {
    fn new(path: &Arc<str>, record: Result<Record, RecordError>) -> Self {
        let response =
            record.as_ref().ok().filter(|record| record.head.kind().eq_ignore_ascii_case("response"));
        let response = response.and_then(|record| ResponseHead::parse(&record.block));
        let reason = record.as_ref().err().map(ToString::to_string);
        Self { path: Arc::clone(path), record, response, payload: None, reason }
    }

    fn head(&self) -> Option<&Head> {
        self.record.as_ref().ok().map(|record| &record.head)
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.head()?.field(name)
    }

    fn offset(&self) -> u64 {
        self.record.as_ref().map_or_else(|error| error.offset, |record| record.offset)
    }

    fn url(&self) -> Option<&str> {
        self.record.as_ref().map_or_else(|error| error.target.as_deref(), |record| record.head.target())
    }

    /// Decodes the payload. With `keeps_block`, the block of the record is copied; otherwise, it is moved.
    fn decode(&mut self, keeps_block: bool) {
        let Ok(record) = &mut self.record else { return };
        let has_payload = self.response.is_some() || matches!(record.head.kind(), "resource" | "conversion");
        if !has_payload {
            return;
        }
        let block = if keeps_block { record.block.clone() } else { std::mem::take(&mut record.block) };
        let Some(head) = &self.response else {
            self.payload = Some(block);
            return;
        };
        match head.body(block, &mut Budget::new(MOST_BYTES, &mut |_| ())) {
            Ok(body) => self.payload = Some(body),
            Err(error) => self.reason = Some(format!("cannot decode the body: {error}")),
        }
    }
}

/// The builder of a column.
enum Cells {
    Text(StringBuilder),
    Bytes(LargeBinaryBuilder),
    Number(Int64Builder),
    Status(Int32Builder),
    Date(TimestampNanosecondBuilder),
    Map(Box<MapBuilder<StringBuilder, StringBuilder>>),
}

impl Cells {
    fn new(column: Column) -> Self {
        match column {
            Column::Content | Column::Payload => Self::Bytes(LargeBinaryBuilder::new()),
            Column::ContentLength | Column::Offset => Self::Number(Int64Builder::new()),
            Column::HttpStatus => Self::Status(Int32Builder::new()),
            Column::Date => {
                let date = DataType::Timestamp(TimeUnit::Nanosecond, Some(TIME_ZONE.into()));
                Self::Date(TimestampNanosecondBuilder::new().with_data_type(date))
            }
            Column::HttpHeaders => {
                Self::Map(Box::new(MapBuilder::new(None, StringBuilder::new(), StringBuilder::new())))
            }
            _ => Self::Text(StringBuilder::new()),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut builder) => Arc::new(builder.finish()),
            Self::Bytes(mut builder) => Arc::new(builder.finish()),
            Self::Number(mut builder) => Arc::new(builder.finish()),
            Self::Status(mut builder) => Arc::new(builder.finish()),
            Self::Date(mut builder) => Arc::new(builder.finish()),
            Self::Map(mut builder) => Arc::new(builder.finish()),
        }
    }
}

/// Returns the array of a column.
fn column(column: Column, rows: &[Row]) -> Result<ArrayRef> {
    let mut cells = Cells::new(column);
    for row in rows {
        match &mut cells {
            Cells::Text(builder) => match column {
                Column::Headers => builder.append_option(row.head().map(headers)),
                Column::ContentType => {
                    builder.append_option(row.response.as_ref().and_then(|head| head.field("content-type")));
                }
                _ => builder.append_option(text(column, row)),
            },
            Cells::Bytes(builder) => {
                builder.append_option(row.record.as_ref().ok().map(|record| &record.block));
            }
            Cells::Number(builder) if column == Column::Offset => {
                builder.append_value(row.offset().cast_signed());
            }
            Cells::Number(builder) => {
                builder.append_option(row.field("content-length").and_then(|length| length.parse().ok()));
            }
            Cells::Status(builder) => {
                let status = row.response.as_ref().map(|head| i32::from(head.status()));
                builder.append_option(status.filter(|&status| status > 0));
            }
            Cells::Date(builder) => {
                builder.append_option(
                    row.field("warc-date").and_then(|date| string_to_timestamp_nanos(date).ok()),
                );
            }
            Cells::Map(builder) => {
                let head = row.response.as_ref();
                let mut names: Vec<&str> =
                    head.into_iter().flat_map(ResponseHead::fields).map(|field| field.0).collect();
                names.sort_unstable();
                names.dedup();
                for name in names {
                    builder.keys().append_value(name);
                    builder.values().append_option(head.and_then(|head| head.field(name)));
                }
                builder.append(head.is_some())?;
            }
        }
    }
    Ok(cells.finish())
}

/// The value of a column of texts.
fn text(column: Column, row: &Row) -> Option<&str> {
    match column {
        Column::RecordId => {
            let id = row.field("warc-record-id")?.trim_matches(['<', '>']);
            Some(id.strip_prefix("urn:uuid:").unwrap_or(id))
        }
        Column::Type => row.field("warc-type"),
        Column::PayloadType => row.field("warc-identified-payload-type"),
        Column::Url => row.url(),
        Column::Reason => row.reason.as_deref(),
        Column::File => Some(&row.path),
        _ => None,
    }
}

/// The fields of a record that have no column of their own, as a JSON object.
fn headers(head: &Head) -> String {
    const OTHERS: [&str; 5] =
        ["content-length", "warc-date", "warc-identified-payload-type", "warc-record-id", "warc-type"];
    let fields = head.fields().filter(|(name, _)| !OTHERS.contains(name));
    let object: serde_json::Map<_, _> = fields.map(|(name, value)| (name.to_owned(), value.into())).collect();
    serde_json::Value::Object(object).to_string()
}

/// An iterator over batches of rows.
pub(crate) struct Rows {
    parts: std::vec::IntoIter<Part>,
    current: Option<(Arc<str>, Archive<BufReader<File>>)>,
    /// Rows that fulfil the condition, for the next batches.
    pending: VecDeque<Row>,
    columns: Vec<Column>,
    filter: Option<Filter>,
    schema: SchemaRef,
    most_in_batch: usize,
}

impl Rows {
    pub(crate) fn new(
        parts: Vec<Part>,
        columns: Vec<Column>,
        filter: Option<Filter>,
        schema: SchemaRef,
        most_in_batch: usize,
    ) -> Self {
        Self {
            parts: parts.into_iter(),
            current: None,
            pending: VecDeque::new(),
            columns,
            filter,
            schema,
            most_in_batch,
        }
    }

    /// Reads the next record.
    fn row(&mut self) -> Result<Option<Row>> {
        loop {
            if let Some((path, archive)) = &mut self.current {
                match archive.next_record(MOST_BYTES, |_, _| true) {
                    Ok(Some(record)) => return Ok(Some(Row::new(path, Ok(record)))),
                    Ok(None) => self.current = None,
                    Err(error) => return Ok(Some(Row::new(path, Err(error)))),
                }
            } else {
                let Some(Part { path, range }) = self.parts.next() else { return Ok(None) };
                let archive =
                    File::open(&*path).and_then(|file| Archive::in_range(BufReader::new(file), range));
                let archive = archive.map_err(|error| exec_datafusion_err!("cannot read {path}: {error}"))?;
                self.current = Some((path, archive));
            }
        }
    }

    /// Reads rows until some of them fulfil the condition, or the end is reached.
    fn fill(&mut self) -> Result<()> {
        while self.pending.is_empty() {
            let mut rows = Vec::new();
            let mut bytes = 0;
            while rows.len() < self.most_in_batch && bytes < BYTES_OF_BATCH {
                let Some(row) = self.row()? else { break };
                bytes += row.record.as_ref().map_or(0, |record| record.block.len());
                rows.push(row);
            }
            if rows.is_empty() {
                return Ok(());
            }
            let rows = match &self.filter {
                Some(filter) => filter.apply(rows)?,
                None => rows,
            };
            self.pending.extend(rows);
        }
        Ok(())
    }

    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>> {
        self.fill()?;
        let has = |column| self.columns.contains(&column);
        let (keeps_block, decodes) = (has(Column::Content), has(Column::Payload) || has(Column::Reason));
        let mut payloads = LargeBinaryBuilder::new();
        let mut rows = Vec::new();
        // Decoded payloads may be much longer than the records, so they end a batch as well.
        while payloads.values_slice().len() < BYTES_OF_BATCH {
            let Some(mut row) = self.pending.pop_front() else { break };
            if decodes {
                row.decode(keeps_block);
                payloads.append_option(row.payload.take());
            }
            rows.push(row);
        }
        if rows.is_empty() {
            return Ok(None);
        }
        let payloads: ArrayRef = Arc::new(payloads.finish());
        let arrays = self.columns.iter().map(|&name| match name {
            Column::Payload => Ok(Arc::clone(&payloads)),
            _ => column(name, &rows),
        });
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let arrays = arrays.collect::<Result<_>>()?;
        Ok(Some(RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)?))
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Result<RecordBatch>> {
        self.batch().transpose()
    }
}

impl Filter {
    /// Keeps the rows that fulfil the condition.
    fn apply(&self, rows: Vec<Row>) -> Result<Vec<Row>> {
        let arrays = self.columns.iter().map(|&name| column(name, &rows)).collect::<Result<_>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let batch = RecordBatch::try_new_with_options(schema(&self.columns), arrays, &options)?;
        let fulfilled = self.condition.evaluate(&batch)?.into_array(rows.len())?;
        let fulfilled: &BooleanArray = datafusion::common::cast::as_boolean_array(&fulfilled)?;
        let is_kept = |index: usize| fulfilled.is_valid(index) && fulfilled.value(index);
        Ok(rows.into_iter().enumerate().filter(|(index, _)| is_kept(*index)).map(|(_, row)| row).collect())
    }
}
