//! Finds and reads the documents that the arguments name.
//!
//! [`Inputs`] finds them (`arguments.rs`): files, the files in folders, the responses in web archives (`responses.rs`). An [`Input`] is one
//! document that was found; [`Input::read`] reads and decompresses it.

mod arguments;
mod binary;
mod file_name;
mod progress;
mod responses;
mod url_of_name;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use anyhow::{Context as _, Error, Result, anyhow, bail};

use hedgerow::encoding::MimeType;
use hedgerow_warc::{
    Body, Budget, DecodeError, Decompressed, Head, Problem, RecordError, ResponseHead, TrailingBytes, brotli,
    is_archive, is_compressed,
};

use serde_json::{Map, Value};

use crate::ordered::Weight;
use crate::report::{complain, file_name, on_one_line};
use url_of_name::{escape, url_of_file};

pub(crate) use arguments::Inputs;
pub(crate) use file_name::{is_archive as is_archive_name, is_document};
pub(crate) use progress::{Progress, Share};

/// The name of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// The standard input: `-`.
    StandardInput,
    /// A file.
    File(PathBuf),
    /// The target of a record of a web archive.
    Address(String),
}

impl Name {
    /// Returns the exact bytes of the name.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::StandardInput => b"standard input",
            Self::File(path) => path.as_os_str().as_encoded_bytes(),
            Self::Address(address) => address.as_bytes(),
        }
    }

    /// Returns the name for the output: its bytes, or the quoted name if it would not stay on one line.
    pub(crate) fn heading(&self) -> Vec<u8> {
        let bytes = self.bytes();
        match str::from_utf8(bytes) {
            Ok(name) => on_one_line(name).into_bytes(),
            Err(_) if bytes.iter().any(u8::is_ascii_control) => self.for_message().into_bytes(),
            Err(_) => bytes.to_vec(),
        }
    }

    /// Returns the name as text. Bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// Returns the URL of the name, relative for a relative path. The name need not be UTF-8.
    pub(crate) fn url(&self) -> String {
        match self {
            // Existing escapes are kept.
            Self::Address(address) => escape(address.as_bytes(), b"-._~/:?#[]@!$&'()*+,;=%"),
            Self::StandardInput | Self::File(_) => url_of_file(self.bytes()),
        }
    }

    /// Returns the members of a JSON object that name the document: `file`, and `url` if the name is not UTF-8. There are
    /// no members for the standard input.
    pub(crate) fn members(&self) -> Map<String, Value> {
        let mut members = Map::new();
        if *self != Self::StandardInput {
            members.insert("file".to_owned(), self.text().into());
        }
        if let Some(url) = self.exact_url() {
            members.insert("url".to_owned(), url.into());
        }
        members
    }

    /// Returns the URL of a name that is not UTF-8; `None` for any other name, because its text is exact.
    pub(crate) fn exact_url(&self) -> Option<String> {
        str::from_utf8(self.bytes()).is_err().then(|| self.url())
    }

    /// Returns the name for a message.
    pub(crate) fn for_message(&self) -> String {
        match self {
            Self::StandardInput => "standard input".to_owned(),
            Self::File(path) => file_name(path),
            Self::Address(address) => on_one_line(address),
        }
    }
}

impl Document {
    /// Whether browsers parse the document as XML: by its Content-Type, or else by the name of the file.
    pub(crate) fn is_xhtml(&self, name: &Name) -> bool {
        match (&self.content_type, name) {
            (Some(content_type), _) => MimeType::extract(content_type)
                .is_some_and(|mime_type| mime_type.essence() == "application/xhtml+xml"),
            (None, Name::File(path)) => file_name::is_xhtml(path.as_os_str()),
            (None, _) => false,
        }
    }
}

/// The bytes of a document, and its Content-Type if it has one.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) bytes: Vec<u8>,
    /// The value of the Content-Type header.
    pub(crate) content_type: Option<String>,
    /// The heads of its record, if it comes from a web archive.
    pub(crate) captured: Option<Box<Captured>>,
    /// The document's share of the progress; empty if its bytes were counted when they were read.
    pub(crate) share: Share,
    /// The warnings about bytes that were ignored, which the caller must print before the answer.
    pub(crate) warnings: Vec<String>,
}

/// The heads of a response in a web archive.
#[derive(Debug)]
pub(crate) struct Captured {
    pub(crate) record: Head,
    pub(crate) response: ResponseHead,
}

/// A document to read, or the error for a document that cannot be read.
pub(crate) struct Input {
    pub(crate) name: Name,
    contents: Contents,
}

/// The source of the bytes of a document.
enum Contents {
    /// A file; its path is the name of the input.
    File(Share),
    /// The standard input.
    Reader(Box<dyn Read + Send>),
    /// An HTTP response in a web archive; the block contains head and body.
    Response { captured: Box<Captured>, block: Vec<u8> },
    /// The error for a document that cannot be read.
    Unreadable(Error),
}

impl Input {
    fn file(path: PathBuf, share: Share) -> Self {
        Self { name: Name::File(path), contents: Contents::File(share) }
    }

    fn response(name: Name, captured: Captured, block: Vec<u8>) -> Self {
        Self { name, contents: Contents::Response { captured: Box::new(captured), block } }
    }

    fn unreadable(name: Name, error: Error) -> Self {
        Self { name, contents: Contents::Unreadable(error) }
    }

    /// Creates the error for a record; `part` is empty, or `all of ` if a part of the record is a document.
    fn bad_record(archive: &Name, error: RecordError, part: &str) -> Self {
        let reason = error.reason();
        let RecordError { number, target, problem, .. } = error;
        let archive_name = archive.for_message();
        let name = target.map_or_else(|| archive.clone(), Name::Address);
        let record = match (&problem, &name) {
            (Problem::DamageAfter(_), _) => format!("cannot read {archive_name} after record {number}"),
            (_, Name::Address(_)) => {
                format!("cannot read {part}record {number} of {archive_name} ({})", name.for_message())
            }
            _ => format!("cannot read {part}record {number} of {archive_name}"),
        };
        let hint = if matches!(problem, Problem::TooLong { .. }) { HINT } else { "" };
        Self::unreadable(name, anyhow!("{record}: {reason}{hint}"))
    }

    /// Reads and decompresses the document, up to `max_bytes`. Before each allocation, calls `reserve` with its size in
    /// bytes.
    pub(crate) fn read(self, max_bytes: usize, reserve: &mut dyn FnMut(usize)) -> (Name, Result<Document>) {
        let Self { name, contents } = self;
        let mut budget = Budget::new(max_bytes, reserve);
        let document = match contents {
            Contents::Unreadable(error) => Err(error),
            Contents::File(share) => read_file(&name, share, &mut budget),
            Contents::Reader(reader) => read_whole(reader, Share::default(), &name, &mut budget),
            Contents::Response { captured, block } => match captured.response.body(block, &mut budget) {
                Ok(Body { bytes, problems, .. }) => {
                    let warning =
                        |problem| format!("the body of {} is damaged: {problem}", name.for_message());
                    let warnings = problems.into_iter().map(warning).collect();
                    let content_type = captured.response.field("content-type");
                    let (share, captured) = (Share::default(), Some(captured));
                    Ok(Some(Document { bytes, content_type, captured, share, warnings }))
                }
                Err(DecodeError::TooLong) => Ok(None),
                Err(error) => Err(anyhow!("{}: {error}", cannot_read(&name))),
            },
        };
        let document = document.and_then(|document| {
            document
                .ok_or_else(|| anyhow!("{}: it has more than {max_bytes} bytes{HINT}", cannot_read(&name)))
        });
        (name, document)
    }
}

impl Input {
    /// Reads and decompresses the document in pieces, passes each to `take`, and then prints the warnings.
    pub(crate) fn read_in_pieces(self, take: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let Self { name, contents } = self;
        let reader: Box<dyn Read + Send> = match contents {
            Contents::Unreadable(error) => return Err(error),
            Contents::Reader(reader) => reader,
            Contents::File(_) => {
                let Name::File(path) = &name else { bail!("{} is not a file", name.for_message()) };
                let file = File::open(path).with_context(|| cannot_read(&name))?;
                if file_name::is_brotli(path) { Box::new(brotli(file)) } else { Box::new(file) }
            }
            Contents::Response { .. } => {
                return take(&Self { name, contents }.read(usize::MAX, &mut |_| ()).1?.bytes);
            }
        };
        let (mut piece, mut warnings) = (Vec::new(), Vec::new());
        let described = |error| Error::new(damage(error)).context(cannot_read(&name));
        let reader = Decompressed::new(reader).map_err(described)?;
        let mut reader = WithoutTrailingBytes { reader, name: &name, warnings: &mut warnings };
        (&mut reader).take(LENGTH_OF_HEAD).read_to_end(&mut piece).map_err(described)?;
        refuse_containers(&name, &piece)?;
        while !piece.is_empty() {
            take(&piece)?;
            piece.resize(SIZE_OF_PIECE, 0);
            let length = loop {
                match reader.read(&mut piece) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result.map_err(described)?,
                }
            };
            piece.truncate(length);
        }
        for warning in &warnings {
            complain(warning);
        }
        Ok(())
    }
}

impl Weight for Input {
    /// Returns the number of bytes in memory before the document is read.
    fn weight(&self) -> usize {
        match &self.contents {
            Contents::Response { block, .. } => block.len(),
            Contents::File(_) | Contents::Reader(_) | Contents::Unreadable(_) => 0,
        }
    }
}

/// Reads a file. Returns `None` if the document is too long.
fn read_file(name: &Name, share: Share, budget: &mut Budget<'_>) -> Result<Option<Document>> {
    let Name::File(path) = name else { bail!("{} is not a file", name.for_message()) };
    let file = File::open(path).with_context(|| cannot_read(name))?;
    if file_name::is_brotli(path) {
        let bytes = budget.read(brotli(file), 0).map_err(damage).with_context(|| cannot_read(name))?;
        return document(name, bytes, share, Vec::new());
    }
    read_whole(file, share, name, budget)
}

/// Reads all bytes, and decompresses them if they are gzip or zstd. Returns `None` if the document is too long.
fn read_whole(
    mut reader: impl Read,
    share: Share,
    name: &Name,
    budget: &mut Budget<'_>,
) -> Result<Option<Document>> {
    let (mut prefix, mut warnings) = (Vec::new(), Vec::new());
    let expected = usize::try_from(share.length()).unwrap_or(usize::MAX);
    let bytes = (&mut reader)
        .take(LENGTH_OF_PREFIX)
        .read_to_end(&mut prefix)
        .and_then(|_| {
            let is_compressed = is_compressed(&prefix);
            let whole = Cursor::new(prefix).chain(reader);
            if is_compressed {
                let warnings = &mut warnings;
                let reader = WithoutTrailingBytes { reader: Decompressed::new(whole)?, name, warnings };
                budget.read(reader, 0).map_err(damage)
            } else {
                budget.read(whole, expected)
            }
        })
        .with_context(|| cannot_read(name))?;
    document(name, bytes, share, warnings)
}

/// Returns a document with these bytes, or an error if they are a container of documents, such as a zip archive.
fn document(
    name: &Name,
    bytes: Option<Vec<u8>>,
    share: Share,
    warnings: Vec<String>,
) -> Result<Option<Document>> {
    let Some(bytes) = bytes else { return Ok(None) };
    refuse_containers(name, &bytes)?;
    Ok(Some(Document { bytes, content_type: None, captured: None, share, warnings }))
}

/// Returns an error if the bytes are not those of a document but of a container of documents, such as a zip archive.
fn refuse_containers(name: &Name, bytes: &[u8]) -> Result<()> {
    let name = name.for_message();
    if is_archive(bytes) {
        bail!("{name} is a web archive: rename it to end in .warc, .warc.gz or .warc.zst, or pipe it in");
    }
    if let Some(format) = binary::format_of(bytes) {
        bail!("{name} is {format}");
    }
    if is_mhtml(bytes) {
        bail!("{name} is MHTML, a page with its parts in one file: save the page as HTML");
    }
    Ok(())
}

/// Whether the bytes begin with the header of MHTML: fields, one of which is `MIME-Version`, before any tag.
fn is_mhtml(bytes: &[u8]) -> bool {
    const FIELD: &[u8] = b"mime-version:";
    let mut lines = bytes.split(|&byte| byte == b'\n').take(MOST_LINES_OF_HEADER);
    lines.find_map(|line| {
        let is_field = line.get(..FIELD.len()).is_some_and(|start| start.eq_ignore_ascii_case(FIELD));
        (is_field || line.trim_ascii_start().starts_with(b"<")).then_some(is_field)
    }) == Some(true)
}

/// A reader that ends where other bytes follow the compressed data: it adds a warning instead of returning an error.
struct WithoutTrailingBytes<'n, R> {
    reader: R,
    name: &'n Name,
    warnings: &'n mut Vec<String>,
}

impl<R: Read> Read for WithoutTrailingBytes<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).or_else(|error| {
            let inner = error.get_ref();
            if inner.is_some_and(<dyn StdError + Send + Sync>::is::<TrailingBytes>) {
                let name = self.name.for_message();
                self.warnings.push(format!("{TrailingBytes} in {name}; they are ignored"));
                return Ok(0);
            }
            Err(error)
        })
    }
}

/// Returns the error for bytes that cannot be decompressed. Errors of the system are returned unchanged.
fn damage(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => io::Error::new(error.kind(), format!("the compressed data is cut off or damaged ({error})")),
    }
}

fn cannot_read(name: &Name) -> String {
    format!("cannot read {}", name.for_message())
}

/// The number of bytes that determine whether a file is compressed.
const LENGTH_OF_PREFIX: u64 = 4;

/// The number of bytes at the start of a document that determine its format.
const LENGTH_OF_HEAD: u64 = 1024;

/// The number of bytes of the pieces in which a document is read.
const SIZE_OF_PIECE: usize = 1 << 16;

/// The number of lines that are searched for the version of MHTML; browsers write it as one of the first five fields.
const MOST_LINES_OF_HEADER: usize = 20;

/// The end of the message about a document that is too long.
const HINT: &str = ", which is the limit; --max-bytes sets it";
