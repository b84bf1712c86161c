//! Responses of web servers as archives keep them: the document in it, and what its head says of that.

use std::io::{self, Read};

use anyhow::{Context as _, Result, bail};
use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use hedgerow::MimeType;

use super::{Document, MOST_BYTES, Name, cannot_read, gzip, read_at_most, too_long};

/// How many times as long the document may be as what was sent, as far as is reckoned with before that is known.
const EXPANSION: usize = 4;

/// The size of the buffer in front of the decompression of Brotli.
const BUFFER: usize = 1 << 12;

/// A response with a document of HTML.
#[derive(Debug)]
pub(super) struct Response {
    content_type: String,
    is_chunked: bool,
    /// The content codings, the one that was applied last first.
    codings: Vec<String>,
    /// Where what was sent begins.
    length_of_head: usize,
    bytes: Vec<u8>,
}

/// How long the head is that bytes begin with, up to and with its empty line.
pub(super) fn length_of_head(bytes: &[u8]) -> Option<usize> {
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
pub(super) fn fields(head: &[u8]) -> Vec<(String, String)> {
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
    pub(super) fn of_head(bytes: &[u8]) -> Option<Self> {
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
                    let codings = value.split(',').rev().map(|coding| coding.trim().to_ascii_lowercase());
                    response.codings.splice(0..0, codings);
                }
                _ => {}
            }
        }
        let mime_type = MimeType::extract(&response.content_type)?;
        matches!(mime_type.essence(), "text/html" | "application/xhtml+xml").then_some(response)
    }

    /// With all bytes of the record; `None` if nothing was sent.
    pub(super) fn with_bytes(self, bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() > self.length_of_head).then_some(Self { bytes, ..self })
    }

    pub(super) fn weight(&self) -> usize {
        if self.codings.is_empty() { self.bytes.len() } else { self.bytes.len().saturating_mul(EXPANSION) }
    }

    /// The document, as it was before it was sent.
    pub(super) fn into_document(self, name: &Name) -> Result<Document> {
        let Self { content_type, is_chunked, codings, length_of_head, mut bytes } = self;
        bytes.drain(..length_of_head);
        // Some archives keep the head as it was, but what was sent without its codings.
        if is_chunked && chunk_size(&bytes).is_some() {
            bytes = join_chunks(&bytes).with_context(|| cannot_read(name))?;
        }
        for coding in &codings {
            let decoded = undo(coding, &bytes).with_context(|| cannot_read(name))?;
            match decoded {
                Decoded::As(decoded) => bytes = decoded,
                Decoded::AsItIs => {}
                Decoded::TooLong => return Err(too_long(name)),
            }
        }
        Ok(Document { bytes, content_type: Some(content_type) })
    }
}

enum Decoded {
    As(Vec<u8>),
    AsItIs,
    TooLong,
}

/// Undoes a content coding.
fn undo(coding: &str, bytes: &[u8]) -> Result<Decoded> {
    let decoded = match coding {
        "gzip" | "x-gzip" if bytes.starts_with(&gzip::MAGIC) => decoded_by(MultiGzDecoder::new(bytes)),
        "gzip" | "x-gzip" | "identity" | "" => return Ok(Decoded::AsItIs),
        // Some send it with the head of zlib, as they should, and some without.
        "deflate" => decoded_by(ZlibDecoder::new(bytes)).or_else(|_| decoded_by(DeflateDecoder::new(bytes))),
        "br" => decoded_by(Decompressor::new(bytes, BUFFER)),
        _ => bail!("its content coding {coding:?} is not known"),
    };
    decoded.with_context(|| format!("it is not what its content coding {coding} says"))
}

fn decoded_by(decoder: impl Read) -> io::Result<Decoded> {
    Ok(read_at_most(decoder, MOST_BYTES, 0)?.map_or(Decoded::TooLong, Decoded::As))
}

/// The size of the chunk that bytes begin with, and how long the line is that says it.
fn chunk_size(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.iter().take(1 << 10).position(|&byte| byte == b'\n')?;
    let line = str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next()?.trim();
    Some((usize::from_str_radix(digits, 16).ok()?, end + 1))
}

/// The document that was sent in chunks.
fn join_chunks(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut joined = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let Some((size, length_of_line)) = chunk_size(rest) else { bail!("its last chunk is missing") };
        if size == 0 {
            return Ok(joined);
        }
        rest = &rest[length_of_line..];
        let Some(chunk) = rest.get(..size) else { bail!("a chunk of {size} bytes is cut off") };
        joined.extend_from_slice(chunk);
        rest = rest[size..].trim_ascii_start();
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    fn document(head: &str, body: &[u8]) -> Result<String> {
        let bytes = [head.as_bytes(), b"\r\n\r\n", body].concat();
        let response = Response::of_head(&bytes).and_then(|response| response.with_bytes(bytes));
        let response = response.ok_or_else(|| anyhow!("not HTML"))?;
        Ok(String::from_utf8(response.into_document(&Name::StandardInput)?.bytes)?)
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
            (&b"3\r\n<p>\r\n"[..], "cannot read standard input: its last chunk is missing"),
            (b"9\r\n<p>", "cannot read standard input: a chunk of 9 bytes is cut off"),
        ] {
            assert_eq!(format!("{:#}", document(&head, body).unwrap_err()), message);
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
            assert!(format!("{error:#}").contains(message), "{error:#}");
        }
        assert_eq!(document(&format!("{HEAD}\r\nContent-Encoding: gzip"), b"<p>").unwrap(), "<p>");
    }
}
