//! Responses of web servers as archives keep them: the document in it, and what its head says of that.

use std::fmt;
use std::io;

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use hedgerow::MimeType;

use super::budget::Budget;
use super::gzip::MAGIC_OF_GZIP;

/// The most content codings that are undone; servers use one.
const MOST_CODINGS: usize = 5;

/// The size of the buffer in front of the decompression of Brotli.
const BUFFER: usize = 1 << 12;

/// A response with a document of HTML.
#[derive(Debug)]
pub(crate) struct Response {
    content_type: String,
    is_chunked: bool,
    /// The content codings, in the order in which they were applied.
    codings: Vec<String>,
    /// Where the body begins.
    length_of_head: usize,
    bytes: Vec<u8>,
}

/// A document, and the description that came with it.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) bytes: Vec<u8>,
    /// The value of the Content-Type header.
    pub(crate) content_type: Option<String>,
}

/// Why the document of a response cannot be had.
#[derive(Debug)]
pub(crate) enum DecodeError {
    /// There is more than the budget allows.
    TooLong,
    NoLastChunk,
    ChunkCutOff {
        size: usize,
    },
    TooManyCodings,
    UnknownCoding(String),
    Damaged {
        coding: String,
        damage: io::Error,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => formatter.write_str("it is too long"),
            Self::NoLastChunk => formatter.write_str("its last chunk is missing"),
            Self::ChunkCutOff { size } => write!(formatter, "a chunk of {size} bytes is cut off"),
            Self::TooManyCodings => write!(formatter, "it has more than {MOST_CODINGS} content codings"),
            Self::UnknownCoding(coding) => write!(formatter, "its content coding {coding:?} is not known"),
            Self::Damaged { coding, damage } => {
                write!(formatter, "it is not what its content coding {coding} says: {damage}")
            }
        }
    }
}

/// How long the head is that bytes begin with, up to and with its empty line.
pub(crate) fn length_of_head(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    for (index, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        if matches!(&bytes[start..index], b"" | b"\r") {
            return Some(index + 1);
        }
        start = index + 1;
    }
    None
}

/// The fields of a head behind its first line, each name in lower case.
pub(crate) fn fields(head: &[u8]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let text = String::from_utf8_lossy(head);
    for line in text.lines().skip(1) {
        if line.starts_with([' ', '\t']) {
            // A value may go on in the next line.
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    fields
}

impl Response {
    /// What the head says, with which bytes begin; `None` if the document is not HTML.
    pub(crate) fn of_head(bytes: &[u8]) -> Option<Self> {
        let length_of_head = length_of_head(bytes).filter(|_| bytes.starts_with(b"HTTP/"))?;
        let mut response = Self {
            content_type: String::new(),
            is_chunked: false,
            codings: Vec::new(),
            length_of_head,
            bytes: Vec::new(),
        };
        for (name, value) in fields(&bytes[..length_of_head]) {
            match name.as_str() {
                // The values of several fields are one list.
                "content-type" if !response.content_type.is_empty() => {
                    response.content_type.push_str(", ");
                    response.content_type.push_str(&value);
                }
                "content-type" => response.content_type = value,
                "transfer-encoding" => response.is_chunked = value.to_ascii_lowercase().ends_with("chunked"),
                "content-encoding" => {
                    let codings = value.split(',').map(|coding| coding.trim().to_ascii_lowercase());
                    response.codings.extend(codings.filter(|coding| !is_identity(coding)));
                }
                _ => {}
            }
        }
        let mime_type = MimeType::extract(&response.content_type)?;
        matches!(mime_type.essence(), "text/html" | "application/xhtml+xml").then_some(response)
    }

    /// With all bytes of the record; `None` if nothing was sent.
    pub(crate) fn with_bytes(self, bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() > self.length_of_head).then_some(Self { bytes, ..self })
    }

    /// How many bytes were sent.
    pub(crate) fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The document, as it was before it was sent.
    ///
    /// # Errors
    ///
    /// If it cannot be decoded, or if that takes more bytes than the budget has.
    pub(crate) fn into_document(self, budget: &mut Budget<'_>) -> Result<Document, DecodeError> {
        let Self { content_type, is_chunked, codings, length_of_head, mut bytes } = self;
        bytes.drain(..length_of_head);
        // Some archives keep the head as it was, but the body without its codings.
        if is_chunked && chunk_size(&bytes).is_some() {
            bytes = join_chunks(&bytes)?;
        }
        if codings.len() > MOST_CODINGS {
            return Err(DecodeError::TooManyCodings);
        }
        for coding in codings.into_iter().rev() {
            bytes = undo(coding, bytes, budget)?;
        }
        Ok(Document { bytes, content_type: Some(content_type) })
    }
}

/// Whether a content coding changes nothing.
fn is_identity(coding: &str) -> bool {
    matches!(coding, "identity" | "")
}

/// Undoes a content coding.
fn undo(coding: String, bytes: Vec<u8>, budget: &mut Budget<'_>) -> Result<Vec<u8>, DecodeError> {
    let decoded = match coding.as_str() {
        "gzip" | "x-gzip" if bytes.starts_with(&MAGIC_OF_GZIP) => {
            budget.read(MultiGzDecoder::new(&*bytes), 0)
        }
        "gzip" | "x-gzip" => return Ok(bytes),
        // Some send it with the head of zlib, as they should, and some without.
        "deflate" if has_head_of_zlib(&bytes) => budget.read(ZlibDecoder::new(&*bytes), 0),
        "deflate" => budget.read(DeflateDecoder::new(&*bytes), 0),
        "br" => budget.read(Decompressor::new(&*bytes, BUFFER), 0),
        _ => return Err(DecodeError::UnknownCoding(coding)),
    };
    match decoded {
        Ok(Some(decoded)) => Ok(decoded),
        Ok(None) => Err(DecodeError::TooLong),
        Err(damage) => Err(DecodeError::Damaged { coding, damage }),
    }
}

/// Whether bytes begin with the head of zlib. No encoder begins a block without one so: its padding would not be zero.
fn has_head_of_zlib(bytes: &[u8]) -> bool {
    match *bytes {
        [method, flags, ..] => method & 0x0F == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31),
        _ => false,
    }
}

/// The size of the chunk that bytes begin with, and how long the line is that says it.
fn chunk_size(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.iter().take(1 << 10).position(|&byte| byte == b'\n')?;
    let line = str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next()?.trim();
    Some((usize::from_str_radix(digits, 16).ok()?, end + 1))
}

/// The document that was sent in chunks.
fn join_chunks(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let mut joined = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let (size, length_of_line) = chunk_size(rest).ok_or(DecodeError::NoLastChunk)?;
        if size == 0 {
            return Ok(joined);
        }
        rest = &rest[length_of_line..];
        joined.extend_from_slice(rest.get(..size).ok_or(DecodeError::ChunkCutOff { size })?);
        rest = rest[size..].trim_ascii_start();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// The document of a response, the decoding of which may take so many bytes; the error as text.
    fn document_within(most: usize, head: &str, body: &[u8]) -> Result<String, String> {
        let bytes = [head.as_bytes(), b"\r\n\r\n", body].concat();
        let response = Response::of_head(&bytes).and_then(|response| response.with_bytes(bytes));
        let response = response.ok_or_else(|| "not HTML".to_owned())?;
        let document = response.into_document(&mut Budget::new(most, &mut |_| ()));
        document.map(|document| String::from_utf8(document.bytes).unwrap()).map_err(|error| error.to_string())
    }

    fn document(head: &str, body: &[u8]) -> Result<String, String> {
        document_within(1 << 20, head, body)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=utf-8";

    #[test]
    fn only_html_is_a_document() {
        assert_eq!(document(HEAD, b"<p>").unwrap(), "<p>");
        assert_eq!(
            document("HTTP/1.0 404 No\ncontent-type:\n application/xhtml+xml", b"<p>").unwrap(),
            "<p>"
        );
        assert_eq!(document(&format!("{HEAD}\r\nContent-Type: x"), b"<p>").unwrap(), "<p>");
        let two = format!("{HEAD}\r\nContent-Type: text/plain");
        for head in [
            "HTTP/1.1 200 OK\r\nContent-Type: text/htmlx",
            "HTTP/1.1 200 OK",
            "content-type: text/html",
            &two,
        ] {
            assert!(document(head, b"<p>").is_err(), "{head}");
        }
        assert!(document(HEAD, b"").is_err());
    }

    #[test]
    fn chunks_are_joined() {
        let head = format!("{HEAD}\r\nTransfer-Encoding: chunked");
        assert_eq!(
            document(&head, b"3;x=y\r\n<p>\r\nA\r\n0123456789\r\n0\r\n\r\n").unwrap(),
            "<p>0123456789"
        );
        // As it was before it was sent.
        assert_eq!(document(&head, b"<p>0\r\n").unwrap(), "<p>0\r\n");
        for (body, message) in [
            (&b"3\r\n<p>\r\n"[..], "its last chunk is missing"),
            (b"9\r\n<p>", "a chunk of 9 bytes is cut off"),
        ] {
            assert_eq!(document(&head, body).unwrap_err(), message);
        }
    }

    /// 4,018 bytes as Node's `brotliCompressSync` writes them.
    const BROTLI: [u8; 46] = [
        0x1B, 0x7B, 0x10, 0xF8, 0x45, 0x4F, 0x96, 0xEA, 0xD7, 0x85, 0x2C, 0x2B, 0xF5, 0x9B, 0x60, 0xB3, 0x61,
        0xE8, 0x42, 0x14, 0x01, 0xE6, 0x42, 0xBD, 0x01, 0x09, 0xB6, 0x3C, 0x04, 0xB4, 0x9A, 0xF3, 0xAF, 0x06,
        0x04, 0x80, 0xD1, 0x66, 0x0A, 0x78, 0x01, 0x96, 0xE3, 0xA3, 0xB7, 0x04,
    ];

    #[test]
    fn brotli_is_undone() {
        let head = format!("{HEAD}\r\nContent-Encoding: br");
        let expected = "<title>Hedge</title>".to_owned() + &"<p>oak, ash and thorn".repeat(200);
        assert_eq!(document(&head, &BROTLI).unwrap(), expected);
        assert!(document(&head, &BROTLI[..40]).is_err(), "its end is missing");
    }

    #[test]
    fn an_unknown_or_wrong_coding_is_reported() {
        for (coding, message) in [
            ("zstd", "its content coding \"zstd\" is not known"),
            ("br", "it is not what its content coding br says"),
            ("deflate", "it is not what its content coding deflate says"),
        ] {
            let error = document(&format!("{HEAD}\r\nContent-Encoding: {coding}"), b"<p>").unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        assert_eq!(document(&format!("{HEAD}\r\nContent-Encoding: gzip"), b"<p>").unwrap(), "<p>");
    }

    #[test]
    fn several_codings_are_undone_in_the_reverse_order() {
        let text = "<p>".repeat(1000);
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&gzip(text.as_bytes())).unwrap();
        let twice = encoder.finish().unwrap();
        for fields in [
            "Content-Encoding: gzip, deflate",
            "Content-Encoding: gzip\r\nContent-Encoding: ,identity, Deflate",
        ] {
            assert_eq!(document(&format!("{HEAD}\r\n{fields}"), &twice).unwrap(), text);
        }
    }

    #[test]
    fn decoding_is_bounded() {
        let text = "<p>".repeat(100_000);
        let mut body = gzip(text.as_bytes());
        let lengths = [text.len(), body.len()];
        let head = format!("{HEAD}\r\nContent-Encoding: gzip");
        assert_eq!(document_within(text.len(), &head, &body).unwrap(), text);
        assert_eq!(document_within(text.len() - 1, &head, &body).unwrap_err(), "it is too long");
        // The bytes between two codings count, too.
        body = gzip(&body);
        let head = format!("{head}, gzip");
        assert_eq!(document_within(lengths.iter().sum(), &head, &body).unwrap(), text);
        assert!(document_within(text.len(), &head, &body).is_err());
        // The number of codings is bounded, however little they give.
        for (count, is_allowed) in [(MOST_CODINGS, true), (MOST_CODINGS + 1, false), (10_000, false)] {
            let head = format!("{HEAD}{}", "\r\nContent-Encoding: gzip".repeat(count));
            assert_eq!(document(&head, b"<p>").is_ok(), is_allowed, "{count}");
        }
    }
}
