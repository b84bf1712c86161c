//! [`ArchiveRows`]: the records of web archives as batches of rows.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{
    Int32Builder, Int64Builder, LargeBinaryBuilder, MapBuilder, StringBuilder, TimestampNanosecondBuilder,
};
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};
use chrono::DateTime;
use hedgerow_warc::{Archive, Budget, Head, Problem, Record, RecordError, ResponseHead};

/// The maximum length of a record, and of a decoded payload, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// A batch ends after records of this many bytes, which bounds its memory.
const BYTES_OF_BATCH: usize = 8 << 20;

/// The minimum number of bytes of a file that a worker gets; smaller files are not divided.
const LEAST_BYTES_OF_PART: u64 = 1 << 20;

const TIME_ZONE: &str = "Etc/UTC";

/// A range of a file, whose records are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivePart {
    /// The path of the file.
    pub path: Arc<str>,
    /// The range of offsets in bytes. A record belongs to the range in which it, or its gzip member or zstd frame,
    /// begins.
    pub range: Range<u64>,
}

impl ArchivePart {
    /// Divides files among at most `count` workers, in ranges of about equal length. Each file is given with its length
    /// in bytes.
    #[must_use]
    pub fn divide(files: &[(PathBuf, u64)], count: usize) -> Vec<Vec<Self>> {
        let total: u64 = files.iter().map(|(_, length)| length).sum();
        let most = total.div_ceil(count.max(1) as u64).max(LEAST_BYTES_OF_PART);
        let mut parts = vec![Vec::new()];
        let mut left = most;
        for (path, length) in files {
            let path: Arc<str> = path.to_string_lossy().into();
            let mut start = 0;
            loop {
                // A rest that is too short for a part of its own is added to this part.
                let end = if length - start < left + LEAST_BYTES_OF_PART { *length } else { start + left };
                let range = start..if end == *length { u64::MAX } else { end };
                if let Some(part) = parts.last_mut() {
                    part.push(Self { path: Arc::clone(&path), range });
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

/// Returns the files that a path or a glob pattern denotes, sorted, with their lengths in bytes.
///
/// # Errors
///
/// If the pattern is not valid, no file matches it, or a file or folder cannot be read.
pub fn archive_files(pattern: &str) -> io::Result<Vec<(PathBuf, u64)>> {
    let unreadable = |path: &Path, error: io::Error| {
        io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()))
    };
    // The path of a file is not a pattern, even if it contains brackets.
    let exact = PathBuf::from(pattern);
    let mut paths = Vec::new();
    if exact.is_file() {
        paths.push(exact);
    } else {
        for path in glob::glob(pattern).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))? {
            paths.push(path.map_err(io::Error::from)?);
        }
    }
    let mut files = Vec::new();
    for path in paths {
        let metadata = fs::metadata(&path).map_err(|error| unreadable(&path, error))?;
        if metadata.is_file() {
            files.push((path, metadata.len()));
        }
    }
    if files.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("no file matches {pattern:?}")));
    }
    Ok(files)
}

/// A function that returns which rows of a batch fulfil a condition. A null counts as false.
pub type ArchiveCondition = Arc<dyn Fn(&RecordBatch) -> Result<BooleanArray, ArrowError> + Send + Sync>;

/// A condition on the columns that are known before payloads are decoded.
#[derive(Clone)]
pub struct ArchiveFilter {
    /// The columns of the batches that the condition receives.
    pub columns: Vec<ArchiveColumn>,
    /// The condition on these batches.
    pub condition: ArchiveCondition,
}

/// Declares the columns with their names.
macro_rules! columns {
    ($($(#[$documentation:meta])* $column:ident $name:literal,)*) => {
        /// A column of the records of archives. The first seven are those of Daft's `read_warc`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum ArchiveColumn {
            $($(#[$documentation])* $column,)*
        }

        impl ArchiveColumn {
            /// All columns, in their order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$column),*];

            /// Returns the name of the column.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$column => $name,)*
                }
            }
        }
    };
}

columns! {
    /// Text: the record's id, without `<urn:uuid:` and `>`.
    RecordId "WARC-Record-ID",
    /// Text: the type of the record, such as `response`.
    Type "WARC-Type",
    /// Timestamp: the time at which the record was made.
    Date "WARC-Date",
    /// Integer: the length of `warc_content` in bytes.
    ContentLength "Content-Length",
    /// Text: the media type that the crawler detected in the payload.
    PayloadType "WARC-Identified-Payload-Type",
    /// Bytes: the block of the record, for example an HTTP response with its head.
    Content "warc_content",
    /// Text: the other fields of the record as a JSON object, with names in lower case.
    Headers "warc_headers",
    /// Text: the address of the resource.
    Url "url",
    /// Integer: the status of an HTTP response.
    HttpStatus "http_status",
    /// Map: the fields of an HTTP response, with names in lower case.
    HttpHeaders "http_headers",
    /// Text: the `Content-Type` of an HTTP response.
    ContentType "content_type",
    /// Bytes: the body of an HTTP response without its codings; the block of a `resource` or `conversion`.
    Payload "payload",
    /// Text: the reason why the record or its payload cannot be read, or is incomplete.
    Reason "reason",
    /// Text: the path of the file.
    File "file",
    /// Integer: the offset in the file, in bytes, of the record, or of its gzip member or zstd frame.
    Offset "offset",
}

impl ArchiveColumn {
    /// Returns the column with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// Whether an [`ArchiveFilter`] may use the column: its value does not depend on the body of the record.
    #[must_use]
    pub fn is_in_head(self) -> bool {
        !matches!(self, Self::Content | Self::Payload | Self::Reason)
    }
}

/// Returns the schema of batches with these columns.
#[must_use]
pub fn archive_schema(columns: &[ArchiveColumn]) -> SchemaRef {
    let field = |&column: &ArchiveColumn| {
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
    fn new(path: &Arc<str>, mut record: Result<Record, RecordError>) -> Self {
        let part = record.as_mut().ok().and_then(Record::take_error);
        let response =
            record.as_ref().ok().filter(|record| record.head.kind().eq_ignore_ascii_case("response"));
        let response = response.and_then(|record| ResponseHead::parse(&record.block));
        // The number of the record is not stated, because records are counted within a part, not within the file.
        let reason = record.as_ref().err().map(|error| match &error.problem {
            Problem::DamageAfter(_) => format!("cannot read the bytes after the record: {}", error.reason()),
            _ => format!("cannot read the record: {}", error.reason()),
        });
        let reason = reason.or_else(|| Some(format!("cannot read all of the record: {}", part?.reason())));
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
        let is = |kind| record.head.kind().eq_ignore_ascii_case(kind);
        let has_payload = self.response.is_some() || is("resource") || is("conversion");
        if !has_payload {
            return;
        }
        let block = if keeps_block { record.block.clone() } else { std::mem::take(&mut record.block) };
        let Some(head) = &self.response else {
            self.payload = Some(block);
            return;
        };
        match head.body(block, &mut Budget::new(MOST_BYTES, &mut |_| ())) {
            Ok(body) => {
                self.payload = Some(body.bytes);
                // An incomplete record usually has an incomplete body, and states the cause.
                let problem = body.problems.first();
                let reason = problem.map(|problem| format!("cannot decode all of the body: {problem}"));
                self.reason = self.reason.take().or(reason);
            }
            Err(error) => {
                let reason = || format!("cannot decode the body: {error}");
                self.reason = self.reason.take().or_else(|| Some(reason()));
            }
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
    fn new(column: ArchiveColumn) -> Self {
        match column {
            ArchiveColumn::Content | ArchiveColumn::Payload => Self::Bytes(LargeBinaryBuilder::new()),
            ArchiveColumn::ContentLength | ArchiveColumn::Offset => Self::Number(Int64Builder::new()),
            ArchiveColumn::HttpStatus => Self::Status(Int32Builder::new()),
            ArchiveColumn::Date => {
                let date = DataType::Timestamp(TimeUnit::Nanosecond, Some(TIME_ZONE.into()));
                Self::Date(TimestampNanosecondBuilder::new().with_data_type(date))
            }
            ArchiveColumn::HttpHeaders => {
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
fn column(column: ArchiveColumn, rows: &[Row]) -> Result<ArrayRef, ArrowError> {
    let mut cells = Cells::new(column);
    for row in rows {
        match &mut cells {
            Cells::Text(builder) => match column {
                ArchiveColumn::Headers => builder.append_option(row.head().map(headers)),
                ArchiveColumn::ContentType => {
                    builder.append_option(row.response.as_ref().and_then(|head| head.field("content-type")));
                }
                _ => builder.append_option(text(column, row)),
            },
            Cells::Bytes(builder) => {
                builder.append_option(row.record.as_ref().ok().map(|record| &record.block));
            }
            Cells::Number(builder) if column == ArchiveColumn::Offset => {
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
                let date = row.field("warc-date").and_then(|date| DateTime::parse_from_rfc3339(date).ok());
                builder.append_option(date.and_then(|date| date.timestamp_nanos_opt()));
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
fn text(column: ArchiveColumn, row: &Row) -> Option<&str> {
    match column {
        ArchiveColumn::RecordId => {
            let id = row.field("warc-record-id")?.trim_matches(['<', '>']);
            Some(id.strip_prefix("urn:uuid:").unwrap_or(id))
        }
        ArchiveColumn::Type => row.field("warc-type"),
        ArchiveColumn::PayloadType => row.field("warc-identified-payload-type"),
        ArchiveColumn::Url => row.url(),
        ArchiveColumn::Reason => row.reason.as_deref(),
        ArchiveColumn::File => Some(&row.path),
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

/// An iterator over the records of archives, in batches.
///
/// A record that cannot be read is a row with a reason; if a part of it can be read, the row has that part, too. Records longer than 64 MiB are not read, and neither are
/// payloads whose decoded length exceeds 64 MiB. Only the requested columns are computed. The memory of a batch is bounded,
/// because a batch ends after 8 MiB of records or of payloads.
pub struct ArchiveRows {
    parts: std::vec::IntoIter<ArchivePart>,
    current: Option<(Arc<str>, Archive<BufReader<File>>)>,
    /// Rows that fulfil the condition, for the next batches.
    pending: VecDeque<Row>,
    columns: Vec<ArchiveColumn>,
    filter: Option<ArchiveFilter>,
    schema: SchemaRef,
    most_in_batch: usize,
}

impl ArchiveRows {
    /// Creates an iterator over the records of the parts. A batch has at most `most_in_batch` rows.
    #[must_use]
    pub fn new(
        parts: Vec<ArchivePart>,
        columns: Vec<ArchiveColumn>,
        filter: Option<ArchiveFilter>,
        most_in_batch: usize,
    ) -> Self {
        Self {
            parts: parts.into_iter(),
            current: None,
            pending: VecDeque::new(),
            schema: archive_schema(&columns),
            columns,
            filter,
            most_in_batch: most_in_batch.max(1),
        }
    }

    /// Reads the next record.
    fn row(&mut self) -> Result<Option<Row>, ArrowError> {
        loop {
            if let Some((path, archive)) = &mut self.current {
                // All records are wanted, because each of them is a row. Skipping their blocks would take as long, because the
                // end of a block is found only by reading it.
                match archive.next_record(MOST_BYTES, |_, _| true) {
                    Ok(Some(record)) => return Ok(Some(Row::new(path, Ok(record)))),
                    Ok(None) => self.current = None,
                    Err(error) => return Ok(Some(Row::new(path, Err(error)))),
                }
            } else {
                let Some(ArchivePart { path, range }) = self.parts.next() else { return Ok(None) };
                let archive =
                    File::open(&*path).and_then(|file| Archive::in_range(BufReader::new(file), range));
                let archive = archive
                    .map_err(|error| ArrowError::IoError(format!("cannot read {path}: {error}"), error))?;
                self.current = Some((path, archive));
            }
        }
    }

    /// Reads rows until some of them fulfil the condition, or the end is reached.
    fn fill(&mut self) -> Result<(), ArrowError> {
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
    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        self.fill()?;
        let has = |column| self.columns.contains(&column);
        let (keeps_block, decodes) =
            (has(ArchiveColumn::Content), has(ArchiveColumn::Payload) || has(ArchiveColumn::Reason));
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
            ArchiveColumn::Payload => Ok(Arc::clone(&payloads)),
            _ => column(name, &rows),
        });
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let arrays = arrays.collect::<Result<_, ArrowError>>()?;
        Ok(Some(RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)?))
    }
}

impl Iterator for ArchiveRows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

impl ArchiveFilter {
    /// Keeps the rows that fulfil the condition.
    fn apply(&self, rows: Vec<Row>) -> Result<Vec<Row>, ArrowError> {
        let arrays = self.columns.iter().map(|&name| column(name, &rows)).collect::<Result<_, _>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let batch = RecordBatch::try_new_with_options(archive_schema(&self.columns), arrays, &options)?;
        let fulfilled = (self.condition)(&batch)?;
        let is_kept = |index: usize| fulfilled.is_valid(index) && fulfilled.value(index);
        Ok(rows.into_iter().enumerate().filter(|(index, _)| is_kept(*index)).map(|(_, row)| row).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(lengths: &[u64], count: usize) -> Vec<Vec<ArchivePart>> {
        let files =
            lengths.iter().enumerate().map(|(index, &length)| (PathBuf::from(index.to_string()), length));
        ArchivePart::divide(&files.collect::<Vec<_>>(), count)
    }

    #[test]
    fn parts_cover_each_file_once() {
        const MIB: u64 = 1 << 20;
        for lengths in [&[0][..], &[1], &[MIB, 0, 5 * MIB, 3], &[100 * MIB], &[7 * MIB; 9]] {
            for count in [1, 2, 3, 8] {
                let parts = parts(lengths, count);
                assert!(parts.len() <= count, "{lengths:?} {count}");
                let mut parts: Vec<_> = parts.into_iter().flatten().collect();
                parts.sort_by_key(|part| (part.path.clone(), part.range.start));
                for (index, _) in lengths.iter().enumerate() {
                    let of_file: Vec<_> =
                        parts.iter().filter(|part| *part.path == *index.to_string()).collect();
                    assert_eq!(of_file[0].range.start, 0);
                    assert!(of_file.windows(2).all(|pair| pair[0].range.end == pair[1].range.start));
                    assert_eq!(of_file.last().unwrap().range.end, u64::MAX);
                }
            }
        }
        assert_eq!(parts(&[100 * MIB], 4).len(), 4);
    }
}
