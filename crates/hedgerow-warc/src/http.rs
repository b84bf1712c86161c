//! HTTP responses as archives store them: [`ResponseHead`], and the body without its transfer and content codings.

use std::error::Error;
use std::fmt;
use std::io;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::budget::Budget;
use crate::compression::{Decompressed, ZSTD, brotli};
use crate::gzip::GZIP;

/// The maximum number of content codings that are decoded; servers use one.
const MOST_CODINGS: usize = 5;

/// The head of an HTTP response: its status and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResponseHead {
    status: u16,
    fields: Vec<(String, String)>,
    /// The offset of the body.
    length: usize,
}

/// The reason why the body of a response cannot be decoded.
#[derive(Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// The decoded body exceeds the budget.
    TooLong,
    /// The chunked body ends without its last chunk.
    NoLastChunk,
    /// A chunk is shorter than its stated size.
    ChunkCutOff {
        /// The size in bytes that the chunk states.
        size: usize,
    },
    /// There are more content codings than this crate decodes.
    TooManyCodings,
    /// A content coding other than gzip, deflate, br and zstd.
    UnknownCoding(String),
    /// The bytes are not valid in the content coding that the head states.
    Damaged {
        /// The content coding.
        coding: String,
        /// The error of the decoder.
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
            Self::UnknownCoding(coding) => {
                write!(formatter, "its content coding {coding:?} is not supported")
            }
            Self::Damaged { coding, damage } => {
                write!(formatter, "it is not valid {coding}: {damage}")
            }
        }
    }
}

impl Error for DecodeError {}

/// Returns the length of the head at the start of the bytes, including its empty line.
fn length_of_head(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    for (index, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        if matches!(&bytes[start..index], b"" | b"\r") {
            return Some(index + 1);
        }
        start = index + 1;
    }
    None
}

/// Returns the fields of a head, without its first line; names are in lower case.
pub(crate) fn fields(head: &[u8]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let text = String::from_utf8_lossy(head);
    for line in text.lines().skip(1) {
        if line.starts_with([' ', '\t']) {
            // A value may continue on the next line.
            if let Some((_, value)) = fields.last_mut() {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    fields
}

impl ResponseHead {
    /// Parses the head at the start of a block. Returns `None` unless the block begins with a complete head of an
    /// HTTP response.
    ///
    /// ```
    /// let head = hedgerow_warc::ResponseHead::parse(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>").unwrap();
    /// assert_eq!((head.status(), head.field("content-type").as_deref()), (404, Some("text/html")));
    /// ```
    #[must_use]
    pub fn parse(block: &[u8]) -> Option<Self> {
        let length = length_of_head(block).filter(|_| block.starts_with(b"HTTP/"))?;
        let head = &block[..length];
        let status = head.split(u8::is_ascii_whitespace).nth(1);
        let status = status.and_then(|status| str::from_utf8(status).ok()?.parse().ok()).unwrap_or(0);
        Some(Self { status, fields: fields(head), length })
    }

    /// The status code, or 0 if the first line lacks it.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The length of the head in bytes, including its empty line; the offset of the body.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// All fields in order, with names in lower case.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The value of a field; `name` must be in lower case. If several fields have the name, their values are joined with
    /// commas.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<String> {
        let values: Vec<&str> = self.fields().filter(|field| field.0 == name).map(|field| field.1).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Decodes the body of the block with this head: removes the chunked transfer coding and the
    /// content codings gzip, deflate, br and zstd. Chunked, gzip and zstd are skipped if the archive
    /// has already removed them. A body whose br or deflate coding was already removed is an error,
    /// because these codings have no signature.
    ///
    /// # Errors
    ///
    /// If the body cannot be decoded, or if decoding exceeds the budget.
    pub fn body(&self, mut block: Vec<u8>, budget: &mut Budget<'_>) -> Result<Vec<u8>, DecodeError> {
        block.drain(..self.length.min(block.len()));
        let is_chunked = self
            .field("transfer-encoding")
            .is_some_and(|value| value.to_ascii_lowercase().ends_with("chunked"));
        if is_chunked && chunk_size(&block).is_some() {
            block = join_chunks(&block)?;
        }
        let codings = self.field("content-encoding").unwrap_or_default().to_ascii_lowercase();
        let codings = codings.split(',').map(str::trim).filter(|coding| !matches!(*coding, "identity" | ""));
        let codings: Vec<&str> = codings.collect();
        if codings.len() > MOST_CODINGS {
            return Err(DecodeError::TooManyCodings);
        }
        codings.into_iter().rev().try_fold(block, |bytes, coding| undo(coding, bytes, budget))
    }
}

/// Decodes a content coding.
fn undo(coding: &str, bytes: Vec<u8>, budget: &mut Budget<'_>) -> Result<Vec<u8>, DecodeError> {
    let decoded = match coding {
        "gzip" | "x-gzip" if bytes.starts_with(&GZIP) => budget.read(MultiGzDecoder::new(&*bytes), 0),
        "zstd" if bytes.starts_with(&ZSTD) => {
            Decompressed::new(&*bytes).and_then(|reader| budget.read(reader, 0))
        }
        "gzip" | "x-gzip" | "zstd" => return Ok(bytes),
        // Some servers send the zlib header, as they should, and some do not.
        "deflate" if has_head_of_zlib(&bytes) => budget.read(ZlibDecoder::new(&*bytes), 0),
        "deflate" => budget.read(DeflateDecoder::new(&*bytes), 0),
        "br" => budget.read(brotli(&*bytes), 0),
        _ => return Err(DecodeError::UnknownCoding(coding.to_owned())),
    };
    match decoded {
        Ok(Some(decoded)) => Ok(decoded),
        Ok(None) => Err(DecodeError::TooLong),
        Err(damage) => Err(DecodeError::Damaged { coding: coding.to_owned(), damage }),
    }
}

/// Whether the bytes begin with a zlib header. As raw deflate data, such bytes would begin with a
/// stored block whose padding is not zero, which no encoder writes.
fn has_head_of_zlib(bytes: &[u8]) -> bool {
    match *bytes {
        [method, flags, ..] => method & 0x0F == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31),
        _ => false,
    }
}

/// Returns the size of the chunk at the start of the bytes, and the length of the line that states it.
fn chunk_size(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.iter().take(1 << 10).position(|&byte| byte == b'\n')?;
    let line = str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next()?.trim();
    Some((usize::from_str_radix(digits, 16).ok()?, end + 1))
}

/// Joins the chunks of a body.
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
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// The body of a response, decoded with a budget of `most` bytes, or the error as text.
    fn document_within(most: usize, head: &str, body: &[u8]) -> Result<String, String> {
        let bytes = [head.as_bytes(), b"\r\n\r\n", body].concat();
        let head = ResponseHead::parse(&bytes).unwrap();
        let body = head.body(bytes, &mut Budget::new(most, &mut |_| ()));
        body.map(|body| String::from_utf8(body).unwrap()).map_err(|error| error.to_string())
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
    fn a_head_has_a_status_and_fields() {
        let head = |text: &str| ResponseHead::parse(text.as_bytes());
        let folded =
            head("HTTP/1.0 404 No\nA: b\ncontent-type:\n application/xhtml+xml\na: c\n\n<p>").unwrap();
        assert_eq!((folded.status(), folded.length()), (404, 64));
        assert_eq!(folded.field("content-type").unwrap(), "application/xhtml+xml");
        assert_eq!(folded.field("a").unwrap(), "b, c");
        assert_eq!(folded.field("b"), None);
        assert_eq!(head("HTTP/2\n\n").unwrap().status(), 0);
        assert!(head("HTTP/1.1 200 OK\r\nA: b\r\n").is_none(), "it has no end");
        assert!(head("content-type: text/html\r\n\r\n").is_none(), "it is not HTTP");
    }

    #[test]
    fn chunks_are_joined() {
        let head = format!("{HEAD}\r\nTransfer-Encoding: chunked");
        assert_eq!(
            document(&head, b"3;x=y\r\n<p>\r\nA\r\n0123456789\r\n0\r\n\r\n").unwrap(),
            "<p>0123456789"
        );
        // The archive stores the body without chunks.
        assert_eq!(document(&head, b"<p>0\r\n").unwrap(), "<p>0\r\n");
        for (body, message) in [
            (&b"3\r\n<p>\r\n"[..], "its last chunk is missing"),
            (b"9\r\n<p>", "a chunk of 9 bytes is cut off"),
        ] {
            assert_eq!(document(&head, body).unwrap_err(), message);
        }
    }

    /// 4,220 bytes, compressed by Node's `brotliCompressSync`.
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
    fn zstd_is_undone() {
        let text = "<p>oak, ash and thorn".repeat(5000);
        let body = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let head = format!("{HEAD}\r\nContent-Encoding: zstd");
        assert_eq!(document(&head, &body).unwrap(), text);
        assert_eq!(document_within(text.len() - 1, &head, &body).unwrap_err(), "it is too long");
        assert!(document(&head, &body[..body.len() / 2]).is_err(), "its end is missing");
    }

    #[test]
    fn an_unknown_or_wrong_coding_is_reported() {
        for (coding, message) in [
            ("compress", "its content coding \"compress\" is not supported"),
            ("br", "it is not valid br"),
            ("deflate", "it is not valid deflate"),
        ] {
            let error = document(&format!("{HEAD}\r\nContent-Encoding: {coding}"), b"<p>").unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        assert_eq!(document(&format!("{HEAD}\r\nContent-Encoding: gzip"), b"<p>").unwrap(), "<p>");
    }

    #[test]
    fn several_codings_are_decoded_in_reverse_order() {
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
        // The intermediate result between two codings counts, too.
        body = gzip(&body);
        let head = format!("{head}, gzip");
        assert_eq!(document_within(lengths.iter().sum(), &head, &body).unwrap(), text);
        assert!(document_within(text.len(), &head, &body).is_err());
        // The number of codings is limited, even if their results are small.
        for (count, is_allowed) in [(MOST_CODINGS, true), (MOST_CODINGS + 1, false), (10_000, false)] {
            let head = format!("{HEAD}{}", "\r\nContent-Encoding: gzip".repeat(count));
            assert_eq!(document(&head, b"<p>").is_ok(), is_allowed, "{count}");
        }
    }
}
