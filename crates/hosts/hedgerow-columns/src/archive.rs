//! [`ArchiveRows`]: the records of web archives as batches of rows.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

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
    pub fn divide(files: &[(String, u64)], count: usize) -> Vec<Vec<Self>> {
        let total: u64 = files.iter().map(|(_, length)| length).sum();
        let most = total.div_ceil(count.max(1) as u64).max(LEAST_BYTES_OF_PART);
        let mut parts = vec![Vec::new()];
        let mut left = most;
        for (path, length) in files {
            let path: Arc<str> = path.as_str().into();
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
pub fn archive_files(pattern: &str) -> io::Result<Vec<(String, u64)>> {
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
            files.push((path.to_string_lossy().into_owned(), metadata.len()));
        }
    }
    if files.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("no file matches {pattern:?}")));
    }
    Ok(files)
}

/// The bytes of a file that can be read at any offset: a [`File`], or a file on a server.
pub trait ArchiveBytes: Read + Seek + Send {}

impl<T: Read + Seek + Send> ArchiveBytes for T {}

/// The records of a part of a file, for [`ArchiveRows::of_sources`].
pub struct ArchiveSource {
    path: Arc<str>,
    /// The offset in the file of the first byte.
    base: u64,
    records: Result<Archive<Watched>, String>,
    /// Whether the end without any record is a row with a reason.
    must_have_record: bool,
    /// The error that a reader has returned.
    failure: Arc<Failure>,
}

impl ArchiveSource {
    /// Reads a part of a file of the file system.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or read.
    pub fn open(part: &ArchivePart) -> io::Result<Self> {
        Self::of_part(part, BufReader::new(File::open(&*part.path)?))
    }

    /// Reads a part of a file, from a reader of the whole file.
    ///
    /// # Errors
    ///
    /// The errors of the reader.
    pub fn of_part(part: &ArchivePart, bytes: impl ArchiveBytes + 'static) -> io::Result<Self> {
        let open = |watched| Archive::in_range(watched, part.range.clone());
        Self::new(&part.path, 0, bytes, open)
    }

    /// Reads the records in a range of a file, whose bytes are in memory; `offset` is the offset of its first byte in the file.
    #[must_use]
    pub fn of_range(path: &Arc<str>, offset: u64, bytes: impl AsRef<[u8]> + Send + 'static) -> Self {
        match Self::new(path, offset, Cursor::new(bytes), Archive::new) {
            Ok(source) => Self { must_have_record: true, ..source },
            Err(error) => Self::unreadable(path, offset, error.to_string()),
        }
    }

    /// Creates a source without records, for a range that cannot be read. It has one row, with the reason.
    #[must_use]
    pub fn unreadable(path: &Arc<str>, offset: u64, reason: String) -> Self {
        let (path, failure) = (Arc::clone(path), Arc::default());
        Self { path, base: offset, records: Err(reason), must_have_record: false, failure }
    }

    fn new(
        path: &Arc<str>,
        base: u64,
        bytes: impl ArchiveBytes + 'static,
        open: impl FnOnce(Watched) -> io::Result<Archive<Watched>>,
    ) -> io::Result<Self> {
        let failure = Arc::<Failure>::default();
        let records = open(Watched { bytes: Box::new(bytes), failure: Arc::clone(&failure) });
        // The error of the reader says more than that of the archive.
        let records = records.map_err(|error| take(&failure).unwrap_or(error))?;
        Ok(Self { path: Arc::clone(path), base, records: Ok(records), must_have_record: false, failure })
    }

    /// Reads the next record.
    fn row(&mut self) -> Result<Option<Row>, ArrowError> {
        let records = match &mut self.records {
            Ok(records) => records,
            Err(reason) if reason.is_empty() => return Ok(None),
            Err(reason) => {
                return Ok(Some(Row::unreadable(&self.path, self.base, None, std::mem::take(reason))));
            }
        };
        // All records are wanted, because each of them is a row. Skipping their blocks would take as long, because the
        // end of a block is found only by reading it.
        let record = records.next_record(MOST_BYTES, |_, _| true);
        // The archive reader treats an error as damage, and continues after it. But what a disk or a server cannot read at this
        // moment is not damaged, and may be readable the next time.
        if let Some(error) = take(&self.failure) {
            return Err(cannot_read(&self.path, error));
        }
        let must_have_record = std::mem::take(&mut self.must_have_record);
        Ok(match record {
            Ok(None) if must_have_record => {
                let reason = "cannot read the record: the range contains none".to_owned();
                Some(Row::unreadable(&self.path, self.base, None, reason))
            }
            Ok(record) => record.map(|record| Row::new(&self.path, self.base, record)),
            Err(error) => Some(Row::of_error(&self.path, self.base, error)),
        })
    }
}

/// The error for a file that cannot be read.
fn cannot_read(path: &str, error: io::Error) -> ArrowError {
    ArrowError::IoError(format!("cannot read {path}: {error}"), error)
}

/// The first error that a reader has returned.
type Failure = Mutex<Option<io::Error>>;

fn take(failure: &Failure) -> Option<io::Error> {
    failure.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// A reader that records its first error.
struct Watched {
    bytes: Box<dyn ArchiveBytes>,
    failure: Arc<Failure>,
}

impl Watched {
    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.bytes.read(buffer);
        self.watch(result)
    }
}

impl Seek for Watched {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let result = self.bytes.seek(position);
        self.watch(result)
    }
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

/// Declares the columns with their names and descriptions.
macro_rules! columns {
    ($($column:ident $name:literal $description:literal)*) => {
        /// A column of the records of archives. The first seven are those of Daft's `read_warc`, with names that SQL need not quote.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum ArchiveColumn {
            $(#[doc = $description] $column,)*
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

            /// Returns the type and the value of the column as text, for help.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$column => $description,)*
                }
            }
        }
    };
}

columns! {
    RecordId "warc_record_id"
        "Text: the record's id, without `<urn:uuid:` and `>`."
    Type "warc_type"
        "Text: the type of the record, such as `response`."
    Date "warc_date"
        "Timestamp: the time at which the record was made."
    ContentLength "content_length"
        "Integer: the length of `warc_content` in bytes."
    PayloadType "warc_identified_payload_type"
        "Text: the media type that the crawler detected in the payload."
    Content "warc_content"
        "Bytes: the block of the record, for example an HTTP response with its head."
    Headers "warc_headers"
        "Text: the other fields of the record as a JSON object, with names in lower case."
    Url "url"
        "Text: the address of the resource."
    HttpStatus "http_status"
        "Integer: the status of an HTTP response."
    HttpHeaders "http_headers"
        "Map: the fields of an HTTP response, with names in lower case."
    ContentType "content_type"
        "Text: the `Content-Type` of an HTTP response."
    Payload "payload"
        "Bytes: the body of an HTTP response without its codings; the block of a `resource` or `conversion`."
    Reason "reason"
        "Text: the reason why the record or its payload cannot be read, or is incomplete."
    File "file"
        "Text: the path of the file."
    Offset "record_offset"
        "Integer: the offset in the file, in bytes, of the record, or of its gzip member or zstd frame."
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
    offset: u64,
    record: Option<Record>,
    /// The address that the head of an unreadable record states.
    target: Option<String>,
    response: Option<ResponseHead>,
    payload: Option<Vec<u8>>,
    reason: Option<String>,
}

impl Row {
    /// Creates the row of a record. `base` is the offset in the file to which the offset of the record is relative.
    fn new(path: &Arc<str>, base: u64, mut record: Record) -> Self {
        let reason = record.take_error();
        let reason = reason.map(|error| format!("cannot read all of the record: {}", error.reason()));
        let is_response = record.head.kind().eq_ignore_ascii_case("response");
        let response = is_response.then(|| ResponseHead::parse(&record.block)).flatten();
        let (path, offset) = (Arc::clone(path), base + record.offset);
        Self { path, offset, record: Some(record), target: None, response, payload: None, reason }
    }

    /// Creates the row of a record that cannot be read.
    fn of_error(path: &Arc<str>, base: u64, error: RecordError) -> Self {
        // The number of the record is not stated, because records are counted within a part, not within the file.
        let reason = match &error.problem {
            Problem::DamageAfter(_) => format!("cannot read the bytes after the record: {}", error.reason()),
            _ => format!("cannot read the record: {}", error.reason()),
        };
        Self::unreadable(path, base + error.offset, error.target, reason)
    }

    fn unreadable(path: &Arc<str>, offset: u64, target: Option<String>, reason: String) -> Self {
        let (path, reason) = (Arc::clone(path), Some(reason));
        Self { path, offset, record: None, target, response: None, payload: None, reason }
    }

    /// The approximate number of bytes in memory.
    fn weight(&self) -> usize {
        let of_field = |(name, value): (&str, &str)| name.len() + value.len() + size_of::<[String; 2]>();
        let record = self.head().into_iter().flat_map(Head::fields).map(of_field).sum::<usize>();
        let response = self.response.iter().flat_map(ResponseHead::fields).map(of_field).sum::<usize>();
        self.record.as_ref().map_or(0, |record| record.block.len()) + record + response
    }

    fn head(&self) -> Option<&Head> {
        self.record.as_ref().map(|record| &record.head)
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.head()?.field(name)
    }

    fn url(&self) -> Option<&str> {
        self.head().map_or(self.target.as_deref(), Head::target)
    }

    /// Decodes the payload. With `keeps_block`, the block of the record is copied; otherwise, it is moved.
    fn decode(&mut self, keeps_block: bool) {
        let Some(record) = &mut self.record else { return };
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
                builder.append_option(row.record.as_ref().map(|record| &record.block));
            }
            Cells::Number(builder) if column == ArchiveColumn::Offset => {
                builder.append_value(row.offset.cast_signed());
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
                for (name, value) in joined(head.into_iter().flat_map(ResponseHead::fields)) {
                    builder.keys().append_value(name);
                    builder.values().append_value(value);
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
    let fields = joined(head.fields().filter(|(name, _)| !OTHERS.contains(name)));
    let object: serde_json::Map<_, _> =
        fields.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    serde_json::Value::Object(object).to_string()
}

/// Returns fields sorted by name. The values of fields with the same name are joined with commas.
fn joined<'f>(fields: impl Iterator<Item = (&'f str, &'f str)>) -> Vec<(&'f str, String)> {
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by_key(|field| field.0);
    let join = |same: &[(&'f str, &str)]| {
        let values: Vec<&str> = same.iter().map(|field| field.1).collect();
        (same[0].0, values.join(", "))
    };
    fields.chunk_by(|first, second| first.0 == second.0).map(join).collect()
}

/// An iterator over the records of archives, in batches.
///
/// A record that cannot be read is a row with a reason; if a part of it can be read, the row has that part, too. An error of a
/// reader, which may not occur the next time, ends the iteration with that error. Records longer than 64 MiB are not read, and neither are
/// payloads whose decoded length exceeds 64 MiB. Only the requested columns are computed. The memory of a batch is bounded,
/// because a batch ends after 8 MiB of records or of payloads.
pub struct ArchiveRows {
    sources: Box<dyn Iterator<Item = Result<ArchiveSource, ArrowError>> + Send>,
    current: Option<ArchiveSource>,
    /// Rows that fulfil the condition, for the next batches.
    pending: VecDeque<Row>,
    columns: Vec<ArchiveColumn>,
    filter: Option<ArchiveFilter>,
    schema: SchemaRef,
    most_in_batch: usize,
}

impl ArchiveRows {
    /// Creates an iterator over the records of parts of files of the file system. A batch has at most `most_in_batch` rows.
    #[must_use]
    pub fn new(
        parts: Vec<ArchivePart>,
        columns: Vec<ArchiveColumn>,
        filter: Option<ArchiveFilter>,
        most_in_batch: usize,
    ) -> Self {
        let open = |part: &ArchivePart| ArchiveSource::open(part);
        Self::of_parts(parts, open, columns, filter, most_in_batch)
    }

    /// Creates an iterator over the records of parts of files that `open` opens.
    pub fn of_parts(
        parts: Vec<ArchivePart>,
        mut open: impl FnMut(&ArchivePart) -> io::Result<ArchiveSource> + Send + 'static,
        columns: Vec<ArchiveColumn>,
        filter: Option<ArchiveFilter>,
        most_in_batch: usize,
    ) -> Self {
        let open = move |part: ArchivePart| open(&part).map_err(|error| cannot_read(&part.path, error));
        Self::of_sources(parts.into_iter().map(open), columns, filter, most_in_batch)
    }

    /// Creates an iterator over the records of sources, each of which is opened when the previous one is at its end. It ends
    /// with the first error.
    pub fn of_sources(
        sources: impl Iterator<Item = Result<ArchiveSource, ArrowError>> + Send + 'static,
        columns: Vec<ArchiveColumn>,
        filter: Option<ArchiveFilter>,
        most_in_batch: usize,
    ) -> Self {
        Self {
            sources: Box::new(sources),
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
            if let Some(source) = &mut self.current {
                match source.row()? {
                    Some(row) => return Ok(Some(row)),
                    None => self.current = None,
                }
            }
            let Some(source) = self.sources.next() else { return Ok(None) };
            self.current = Some(source?);
        }
    }

    /// Reads rows until some of them fulfil the condition, or the end is reached.
    fn fill(&mut self) -> Result<(), ArrowError> {
        while self.pending.is_empty() {
            let mut rows = Vec::new();
            let mut bytes = 0;
            while rows.len() < self.most_in_batch && bytes < BYTES_OF_BATCH {
                let Some(row) = self.row()? else { break };
                bytes += row.weight();
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
        let batch = self.batch().transpose();
        if matches!(batch, Some(Err(_))) {
            self.sources = Box::new(std::iter::empty());
            self.current = None;
            self.pending.clear();
        }
        batch
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
    use arrow_array::{MapArray, StringArray};

    use super::*;

    fn parts(lengths: &[u64], count: usize) -> Vec<Vec<ArchivePart>> {
        let files = lengths.iter().enumerate().map(|(index, &length)| (index.to_string(), length));
        ArchivePart::divide(&files.collect::<Vec<_>>(), count)
    }

    /// The batches of an archive whose bytes are in memory.
    fn batches(archive: String, columns: &[ArchiveColumn]) -> Vec<RecordBatch> {
        let source = ArchiveSource::of_range(&"a.warc".into(), 0, archive);
        let rows = ArchiveRows::of_sources([Ok(source)].into_iter(), columns.to_vec(), None, 1000);
        rows.map(Result::unwrap).collect()
    }

    fn record(fields: &str, block: &str) -> String {
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\n{fields}Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    }

    #[test]
    fn repeated_fields_are_joined() {
        let archive = record(
            "WARC-Concurrent-To: <a>\r\nWARC-Concurrent-To: <b>\r\n",
            "HTTP/1.1 200 OK\r\nSet-Cookie: c\r\nA: b\r\nSet-Cookie: d\r\n\r\n",
        );
        let batches = batches(archive, &[ArchiveColumn::Headers, ArchiveColumn::HttpHeaders]);
        let headers: &StringArray = batches[0].column(0).as_any().downcast_ref().unwrap();
        assert_eq!(headers.value(0), r#"{"warc-concurrent-to":"<a>, <b>"}"#);
        let fields: &MapArray = batches[0].column(1).as_any().downcast_ref().unwrap();
        let texts = |array: &ArrayRef| {
            let texts: &StringArray = array.as_any().downcast_ref().unwrap();
            texts.iter().map(|text| text.unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts(fields.keys()), ["a", "set-cookie"]);
        assert_eq!(texts(fields.values()), ["b", "c, d"]);
    }

    #[test]
    fn a_head_of_many_fields_takes_linear_time() {
        let fields = (0..200_000)
            .fold("HTTP/1.1 200 OK\r\n".to_owned(), |head, number| head + &format!("{number}:\r\n"));
        let batches = batches(record("", &(fields + "\r\n")), &[ArchiveColumn::HttpHeaders]);
        let fields: &MapArray = batches[0].column(0).as_any().downcast_ref().unwrap();
        assert_eq!(fields.keys().len(), 200_000);
    }

    #[test]
    fn a_range_without_a_record_is_a_row() {
        let source = ArchiveSource::of_range(&"a.warc".into(), 7, b"\r\n\r\n");
        let columns = vec![ArchiveColumn::Reason, ArchiveColumn::Offset];
        let batches: Vec<_> = ArchiveRows::of_sources([Ok(source)].into_iter(), columns, None, 10).collect();
        let [Ok(batch)] = &batches[..] else { panic!("{batches:?}") };
        let reasons: &StringArray = batch.column(0).as_any().downcast_ref().unwrap();
        assert_eq!((reasons.len(), reasons.value(0)), (1, "cannot read the record: the range contains none"));
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
