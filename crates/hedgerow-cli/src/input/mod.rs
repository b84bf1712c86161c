//! Inputs: what the arguments name, one document after the other, and reading them.
//!
//! [`Inputs`] looks up what there is (`arguments.rs`): files, what is in folders, the records of web archives (`warc.rs`). An
//! [`Input`] is one document; reading it undoes its compressions, those of gzip (`gzip.rs`) and those of HTTP (`http.rs`).

mod arguments;
mod gzip;
mod http;
mod warc;

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use anyhow::{Context as _, Error, Result, anyhow, bail};

use crate::ordered::Item;
use crate::report::{file_name, on_one_line};

pub(crate) use arguments::{Inputs, Progress};

/// The most bytes that one input may have: 1 GiB, the limit of the parser.
pub(crate) const MOST_BYTES: usize = 1 << 30;

/// What a document is called.
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
    /// The name that is printed above an answer: the very bytes of the argument.
    pub(crate) fn heading(&self) -> Vec<u8> {
        match self {
            Self::StandardInput => b"standard input".to_vec(),
            Self::File(path) => path.as_os_str().as_encoded_bytes().to_vec(),
            Self::Address(address) => on_one_line(address).into_bytes(),
        }
    }

    /// The name for a message.
    pub(crate) fn for_message(&self) -> String {
        match self {
            Self::StandardInput => "standard input".to_owned(),
            Self::File(path) => file_name(path),
            Self::Address(address) => on_one_line(address),
        }
    }
}

/// A document to read, or something that should have been one.
pub(crate) struct Input {
    pub(crate) name: Name,
    contents: Contents,
}

/// Where the bytes of a document come from.
enum Contents {
    /// The file that it is called by, which has so many bytes.
    File { length: u64 },
    /// The standard input.
    Reader(Box<dyn Read + Send>),
    /// A response of a web server.
    Response(http::Response),
    /// Nothing: it cannot be read.
    Unreadable(Error),
}

/// The bytes of a document, and what was said about them.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) bytes: Vec<u8>,
    /// The Content-Type that came with them.
    pub(crate) content_type: Option<String>,
}

impl Input {
    fn file(path: PathBuf) -> Self {
        let length = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        Self { name: Name::File(path), contents: Contents::File { length } }
    }

    fn response(name: Name, response: http::Response) -> Self {
        Self { name, contents: Contents::Response(response) }
    }

    fn unreadable(name: Name, error: Error) -> Self {
        Self { name, contents: Contents::Unreadable(error) }
    }

    /// The name, and all the bytes.
    pub(crate) fn read(self) -> (Name, Result<Document>) {
        let Self { name, contents } = self;
        let document = match contents {
            Contents::Unreadable(error) => Err(error),
            Contents::File { length } => read_file(&name, length),
            Contents::Reader(reader) => read_whole(reader, 0, &name),
            Contents::Response(response) => response.into_document(&name),
        };
        (name, document)
    }
}

impl Item for Input {
    /// How many bytes it will probably have, before it is opened.
    fn weight(&self) -> usize {
        match &self.contents {
            Contents::Response(response) => response.weight(),
            Contents::File { length } => usize::try_from(*length).unwrap_or(usize::MAX),
            Contents::Reader(_) | Contents::Unreadable(_) => 0,
        }
    }
}

fn read_file(name: &Name, length: u64) -> Result<Document> {
    let Name::File(path) = name else { bail!("{} is not a file", name.for_message()) };
    let file = File::open(path).with_context(|| cannot_read(name))?;
    read_whole(file, usize::try_from(length).unwrap_or(usize::MAX), name)
}

/// All the bytes of a reader, decompressed if they are those of gzip.
fn read_whole(mut reader: impl Read, expected: usize, name: &Name) -> Result<Document> {
    let bytes = read_prefix(&mut reader, gzip::MAGIC.len())
        .and_then(|prefix| {
            let is_compressed = prefix == gzip::MAGIC;
            let whole = Cursor::new(prefix).chain(reader);
            if is_compressed {
                gzip::Decompressed::new(whole)
                    .and_then(|reader| read_at_most(reader, MOST_BYTES, 0))
                    .map_err(gzip::damage)
            } else {
                read_at_most(whole, MOST_BYTES, expected)
            }
        })
        .with_context(|| cannot_read(name))?;
    let bytes = bytes.ok_or_else(|| too_long(name))?;
    if warc::is_archive(&bytes) {
        bail!(
            "{} is a web archive: give it a name that ends in .warc or .warc.gz, or pipe it in",
            name.for_message()
        );
    }
    Ok(Document { bytes, content_type: None })
}

fn cannot_read(name: &Name) -> String {
    format!("cannot read {}", name.for_message())
}

fn too_long(name: &Name) -> Error {
    anyhow!(
        "cannot parse {}: it has more than {MOST_BYTES} bytes, which is the limit; split it",
        name.for_message()
    )
}

/// The first bytes of a reader: so many, unless it ends before.
fn read_prefix(reader: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut prefix = Vec::with_capacity(length);
    reader.take(length as u64).read_to_end(&mut prefix)?;
    Ok(prefix)
}

/// All the bytes of a reader; `None` if there are more than `most`.
fn read_at_most(reader: impl Read, most: usize, expected: usize) -> io::Result<Option<Vec<u8>>> {
    if expected > most {
        return Ok(None);
    }
    // One more, so that the end is seen without growing.
    let mut bytes = Vec::with_capacity(expected + 1);
    reader.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_much_as_is_allowed() {
        assert_eq!(read_at_most(&b"abc"[..], 3, 0).unwrap(), Some(b"abc".to_vec()));
        assert_eq!(read_at_most(&b"abc"[..], 2, 0).unwrap(), None);
        assert_eq!(read_at_most(&b"abc"[..], 2, 3).unwrap(), None);
    }
}
