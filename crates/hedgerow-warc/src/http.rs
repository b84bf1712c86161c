//! HTTP responses as archives store them: [`ResponseHead`], and the body without its transfer and content codings.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use brotli_decompressor::Decompressor;

use crate::budget::Budget;
use crate::compression::{BUFFER_OF_BROTLI, Decompressed, TrailingBytes, ZSTD};
use crate::gzip::{Deflate, GZIP};

/// The maximum number of codings that are decoded; servers use one or two.
const MOST_CODINGS: usize = 5;

/// The head of an HTTP response: its status and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResponseHead {
    status: u16,
    fields: Vec<(String, String)>,
    /// The offset of the body.
    length: usize,
}

/// The body of a response without its codings.
#[derive(Debug)]
#[non_exhaustive]
pub struct Body {
    /// The bytes, as far as they can be decoded.
    pub bytes: Vec<u8>,
    /// The reasons why the bytes may be incomplete or not fully decoded.
    pub problems: Vec<BodyProblem>,
}

/// The reason why a body may be incomplete or not fully decoded.
#[derive(Debug)]
#[non_exhaustive]
pub enum BodyProblem {
    /// The chunked body ends without its last chunk.
    NoLastChunk,
    /// A chunk is shorter than its stated size.
    ChunkCutOff {
        /// The size in bytes that the chunk states.
        size: usize,
    },
    /// A chunk does not begin with a line that states its size, for example because the previous chunk is longer than it states.
    ChunkWithoutSize {
        /// The number of bytes that are lost: those of this chunk and of all chunks after it.
        lost: usize,
    },
    /// Other bytes follow the end of the encoded bytes. They are ignored.
    TrailingBytes {
        /// The coding.
        coding: String,
    },
    /// A coding that is unknown and therefore ignored, as browsers do, although the body does not look like a document.
    UnknownCoding(String),
    /// A coding whose data begin with a signature, which the bytes lack, although they are not text. The coding is ignored.
    OtherCoding(String),
    /// The bytes are not valid in the coding that the head states, or they end too early.
    Damaged {
        /// The coding.
        coding: String,
        /// The error of the decoder.
        damage: io::Error,
    },
}

impl fmt::Display for BodyProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLastChunk => formatter.write_str("its last chunk is missing"),
            Self::ChunkCutOff { size } => write!(formatter, "a chunk of {size} bytes is cut off"),
            Self::ChunkWithoutSize { lost } => {
                write!(formatter, "a chunk does not state its size, so {lost} bytes are lost")
            }
            Self::TrailingBytes { coding } => write!(formatter, "bytes that are not {coding} follow its end"),
            Self::UnknownCoding(coding) => write!(formatter, "its coding {coding:?} is not supported"),
            Self::OtherCoding(coding) => write!(formatter, "it does not begin like {coding}"),
            Self::Damaged { coding, damage } => {
                write!(formatter, "it is not valid {coding}: {damage}")
            }
        }
    }
}

/// The reason why the body of a response cannot be decoded.
#[derive(Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// The decoded body exceeds the budget.
    TooLong,
    /// There are more codings than this crate decodes.
    TooManyCodings,
    /// No byte can be decoded.
    Body(BodyProblem),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => formatter.write_str("it is too long"),
            Self::TooManyCodings => write!(formatter, "it has more than {MOST_CODINGS} codings"),
            Self::Body(problem) => problem.fmt(formatter),
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
    /// HTTP response. Interim responses, whose status is 1xx, are skipped if another response follows.
    ///
    /// ```
    /// let head = hedgerow_warc::ResponseHead::parse(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>").unwrap();
    /// assert_eq!((head.status(), head.field("content-type").as_deref()), (404, Some("text/html")));
    /// ```
    #[must_use]
    pub fn parse(block: &[u8]) -> Option<Self> {
        let mut start = 0;
        loop {
            let rest = &block[start..];
            let length = length_of_head(rest).filter(|_| rest.starts_with(b"HTTP/"))?;
            let (head, body) = rest.split_at(length);
            let status = head.split(u8::is_ascii_whitespace).nth(1);
            let status = status.and_then(|status| str::from_utf8(status).ok()?.parse().ok()).unwrap_or(0);
            start += length;
            if !(matches!(status, 100..=199) && body.starts_with(b"HTTP/")) {
                return Some(Self { status, fields: fields(head), length: start });
            }
        }
    }

    /// The status code, or 0 if the first line lacks it.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The length of the head in bytes, including its empty line and the interim responses before it; the offset of the body.
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

    /// Decodes the body of the block with this head: removes the transfer codings and content codings chunked, gzip,
    /// deflate, br and zstd.
    ///
    /// A body that is cut off or damaged yields the bytes before the damage, and a [`BodyProblem`]. Unknown codings are
    /// ignored, as browsers do, and so are codings that the archive has already removed: chunked, gzip and zstd are
    /// recognized by their first bytes, also if the head states another of these codings, or one more. The codings deflate
    /// and br have no signature, so a body that begins like a tag and is valid text counts as decoded if it is not valid in
    /// these codings. An empty body has no codings, because the answer to a HEAD request states those of the body that it omits.
    ///
    /// # Errors
    ///
    /// If no byte can be decoded, or if decoding exceeds the budget.
    pub fn body(&self, mut block: Vec<u8>, budget: &mut Budget<'_>) -> Result<Body, DecodeError> {
        block.drain(..self.length.min(block.len()));
        // The content codings are applied before the transfer codings.
        let list = |name| self.field(name).unwrap_or_default().to_ascii_lowercase();
        let (content, transfer) = (list("content-encoding"), list("transfer-encoding"));
        let codings = content.split(',').chain(transfer.split(',')).map(str::trim);
        let codings: Vec<&str> = codings.filter(|coding| !matches!(*coding, "identity" | "")).collect();
        if codings.len() > MOST_CODINGS {
            return Err(DecodeError::TooManyCodings);
        }
        let mut body = Body { bytes: block, problems: Vec::new() };
        for coding in codings.into_iter().rev() {
            if !body.bytes.is_empty() {
                body.undo(coding, budget)?;
            }
        }
        Ok(body)
    }
}

impl Body {
    /// Decodes a coding.
    fn undo(&mut self, coding: &str, budget: &mut Budget<'_>) -> Result<(), DecodeError> {
        let bytes = &self.bytes[..];
        let decoded = match coding {
            "chunked" => {
                if chunk_size(bytes).is_some() {
                    let (joined, problem) = join_chunks(bytes);
                    self.problems.extend(problem);
                    self.bytes = joined;
                }
                return Ok(());
            }
            "gzip" | "x-gzip" | "zstd" if has_signature(bytes) => decompress(bytes, budget),
            "gzip" | "x-gzip" | "zstd" => {
                if !is_text(bytes) {
                    self.problems.push(BodyProblem::OtherCoding(coding.to_owned()));
                }
                return Ok(());
            }
            "deflate" => {
                // Some servers send the zlib header, as they should, and some do not.
                let mut reader = DeflateReader { rest: bytes, data: Deflate::new(has_head_of_zlib(bytes)) };
                let decoded = budget.read_part(&mut reader, 0);
                with_bytes_after(decoded, !reader.rest.is_empty())
            }
            "br" => {
                let decoded = decompress_brotli(bytes, BUFFER_OF_BROTLI, budget);
                // At damage, the decoder loses the output of all bytes in its input buffer. With a buffer of one byte, which is
                // slower, it loses nothing. If the budget does not suffice, the first result stays.
                let again = matches!(decoded, Some((_, Some(_))))
                    .then(|| decompress_brotli(bytes, 1, budget))
                    .flatten();
                again.or(decoded)
            }
            _ => {
                if !is_markup(bytes) {
                    self.problems.push(BodyProblem::UnknownCoding(coding.to_owned()));
                }
                return Ok(());
            }
        };
        let (mut decoded, mut damage) = decoded.ok_or(DecodeError::TooLong)?;
        if damage.is_some() && matches!(coding, "deflate" | "br") && has_signature(bytes) {
            // The head states another coding, or one that was not applied. Brotli data can begin with the same two bytes as gzip.
            let other = decompress(bytes, budget).ok_or(DecodeError::TooLong)?;
            if other.1.is_none() || !other.0.is_empty() {
                (decoded, damage) = other;
            }
        }
        let coding = coding.to_owned();
        if let Some(damage) = damage {
            if is_markup(bytes) {
                // The archive stores the body without the coding.
                return Ok(());
            } else if damage.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<TrailingBytes>) {
                self.problems.push(BodyProblem::TrailingBytes { coding });
            } else if decoded.is_empty() {
                return Err(DecodeError::Body(BodyProblem::Damaged { coding, damage }));
            } else {
                self.problems.push(BodyProblem::Damaged { coding, damage });
            }
        }
        self.bytes = decoded;
        Ok(())
    }
}

/// Decompresses gzip or zstd, up to the end or the first damage.
fn decompress(bytes: &[u8], budget: &mut Budget<'_>) -> Decoded {
    match Decompressed::new(bytes) {
        Ok(reader) => budget.read_part(reader, 0),
        Err(error) => Some((Vec::new(), Some(error))),
    }
}

/// Decompresses Brotli data with an input buffer of `size` bytes, up to the end or the first damage.
fn decompress_brotli(bytes: &[u8], size: usize, budget: &mut Budget<'_>) -> Decoded {
    let mut rest = bytes;
    let mut decoder = Decompressor::new(&mut rest, size);
    let decoded = budget.read_part(&mut decoder, 0);
    // After the end, another read fails if the decoder's buffer has more bytes.
    let has_more = decoder.read(&mut [0]).is_err();
    drop(decoder);
    with_bytes_after(decoded, has_more || !rest.is_empty())
}

/// A reader of deflate data.
struct DeflateReader<'b> {
    rest: &'b [u8],
    data: Deflate,
}

impl Read for DeflateReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.data.read(&mut self.rest, buffer)
    }
}

/// The bytes before the first damage, and the damage; `None` if they exceed the budget.
type Decoded = Option<(Vec<u8>, Option<io::Error>)>;

/// Adds the error for other bytes that follow the end of the encoded bytes, if there is no damage.
fn with_bytes_after(decoded: Decoded, has_more: bool) -> Decoded {
    let (bytes, damage) = decoded?;
    let trailing = || io::Error::new(io::ErrorKind::InvalidData, TrailingBytes);
    Some((bytes, damage.or_else(|| has_more.then(trailing))))
}

/// Whether the bytes begin like gzip or zstd.
fn has_signature(bytes: &[u8]) -> bool {
    bytes.starts_with(&GZIP) || bytes.starts_with(&ZSTD)
}

/// Whether the bytes look like text that is not encoded.
fn is_text(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE")
        || bytes.starts_with(b"\xFE\xFF")
        || is_markup(bytes)
        || !has_controls(bytes)
}

/// Whether the bytes contain control characters that are not whitespace.
fn has_controls(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
}

/// Whether the bytes look like HTML that is not encoded: the first character is `<`, and the bytes are UTF-8, or have no
/// control characters that are not whitespace.
fn is_markup(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"<") && (str::from_utf8(bytes).is_ok() || !has_controls(bytes))
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

/// Joins the chunks of a body, as far as they are complete.
fn join_chunks(bytes: &[u8]) -> (Vec<u8>, Option<BodyProblem>) {
    let mut joined = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let Some((size, length_of_line)) = chunk_size(rest) else {
            let problem = match rest.len() {
                0 => BodyProblem::NoLastChunk,
                lost => BodyProblem::ChunkWithoutSize { lost },
            };
            return (joined, Some(problem));
        };
        if size == 0 {
            let is_ended = after_trailers(&rest[length_of_line..]).trim_ascii().is_empty();
            let coding = "chunked".to_owned();
            return (joined, (!is_ended).then_some(BodyProblem::TrailingBytes { coding }));
        }
        rest = &rest[length_of_line..];
        let Some((chunk, after)) = rest.split_at_checked(size) else {
            joined.extend_from_slice(rest);
            return (joined, Some(BodyProblem::ChunkCutOff { size }));
        };
        joined.extend_from_slice(chunk);
        rest = after.trim_ascii_start();
    }
}

/// Returns the bytes after the fields that may follow the last chunk.
fn after_trailers(mut bytes: &[u8]) -> &[u8] {
    while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
        let (line, rest) = bytes.split_at(end + 1);
        if line.trim_ascii().is_empty() {
            return rest;
        }
        if !line.contains(&b':') {
            break;
        }
        bytes = rest;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// The body of a response and the first problem, decoded with a budget of `most` bytes, or the error as text.
    fn part_within(most: usize, head: &str, body: &[u8]) -> Result<(String, Option<String>), String> {
        let bytes = [head.as_bytes(), b"\r\n\r\n", body].concat();
        let head = ResponseHead::parse(&bytes).unwrap();
        let body =
            head.body(bytes, &mut Budget::new(most, &mut |_| ())).map_err(|error| error.to_string())?;
        let problem = body.problems.first().map(ToString::to_string);
        Ok((String::from_utf8_lossy(&body.bytes).into_owned(), problem))
    }

    fn part(head: &str, body: &[u8]) -> Result<(String, Option<String>), String> {
        part_within(1 << 20, head, body)
    }

    /// The complete body of a response, or the problem or error as text.
    fn document_within(most: usize, head: &str, body: &[u8]) -> Result<String, String> {
        part_within(most, head, body).and_then(|(body, problem)| problem.map_or(Ok(body), Err))
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
        assert_eq!(document(&head, b"3\r\n<p>\r\n0\r\nA: b\r\nC: d\r\n\r\n\r\n").unwrap(), "<p>");
        // The archive stores the body without chunks.
        assert_eq!(document(&head, b"<p>0\r\n").unwrap(), "<p>0\r\n");
        for (body, message) in [
            (&b"3\r\n<p>\r\n"[..], "its last chunk is missing"),
            (b"9\r\n<p>", "a chunk of 9 bytes is cut off"),
            (
                b"3\r\n<p>longer\r\n3\r\n<b>\r\n0\r\n\r\n",
                "a chunk does not state its size, so 21 bytes are lost",
            ),
            (b"3\r\n<p>\r\n0\r\n\r\n<b>", "bytes that are not chunked follow its end"),
            (b"3\r\n<p>\r\n0\r\nA: b\r\n\r\n<b>", "bytes that are not chunked follow its end"),
            (b"3\r\n<p>\r\n0\r\n<b>", "bytes that are not chunked follow its end"),
            // The archive stores the body without chunks, and its first line is a number.
            (b"add\n<p>", "a chunk of 2781 bytes is cut off"),
        ] {
            assert_eq!(part(&head, body).unwrap(), ("<p>".to_owned(), Some(message.to_owned())));
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
        for after in [&b"\n"[..], &[b'x'; 10_000]] {
            let problem = Some("bytes that are not br follow its end".to_owned());
            assert_eq!(part(&head, &[&BROTLI, after].concat()).unwrap(), (expected.clone(), problem));
        }
        let (start, problem) = part(&head, &BROTLI[..40]).unwrap();
        assert!(
            expected.starts_with(&start) && problem.unwrap().starts_with("it is not valid br"),
            "its end is missing"
        );
    }

    /// 140 bytes, compressed by Node's `brotliCompressSync` with a window of 16 MiB.
    const BROTLI_LIKE_GZIP: [u8; 43] = [
        0x1F, 0x8B, 0x00, 0xF8, 0x45, 0x4F, 0x96, 0xEA, 0xD7, 0x85, 0x2C, 0x2B, 0xF5, 0x9B, 0x60, 0xB3, 0x61,
        0xE8, 0x42, 0x14, 0x01, 0x06, 0x42, 0xBD, 0x01, 0x09, 0xB6, 0x3C, 0x04, 0xB4, 0x9A, 0xF3, 0xAF, 0x3E,
        0xDA, 0x4C, 0x01, 0x2F, 0xC0, 0x72, 0x7C, 0xF4, 0x96,
    ];

    #[test]
    fn damaged_brotli_that_begins_like_gzip_is_undone() {
        let head = format!("{HEAD}\r\nContent-Encoding: br");
        let (text, problem) = part(&head, &BROTLI_LIKE_GZIP).unwrap();
        assert_eq!((text.len(), problem), (140, None));
        let (start, problem) = part(&head, &BROTLI_LIKE_GZIP[..40]).unwrap();
        assert!(start.len() > 30 && text.starts_with(&start) && problem.is_some(), "{start}");
    }

    #[test]
    fn an_empty_body_has_no_codings() {
        for coding in ["gzip", "deflate", "br", "zstd", "gzip, br", "none"] {
            let head = format!("{HEAD}\r\nContent-Encoding: {coding}");
            assert_eq!(document(&head, b"").unwrap(), "", "{coding}");
        }
    }

    #[test]
    fn zstd_is_undone() {
        let text = "<p>oak, ash and thorn".repeat(5000);
        let body = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let head = format!("{HEAD}\r\nContent-Encoding: zstd");
        assert_eq!(document(&head, &body).unwrap(), text);
        assert_eq!(document_within(text.len() - 1, &head, &body).unwrap_err(), "it is too long");
        let after = [&body[..], b"\r\n"].concat();
        assert_eq!(
            part(&head, &after).unwrap(),
            (text, Some("bytes that are not zstd follow its end".to_owned()))
        );
    }

    #[test]
    fn an_unknown_coding_is_ignored() {
        for coding in ["none", "utf-8", "compress"] {
            let head = format!("{HEAD}\r\nContent-Encoding: {coding}");
            assert_eq!(document(&head, b"<p>").unwrap(), "<p>");
            let message = format!("its coding {coding:?} is not supported");
            assert_eq!(part(&head, b"\x1F text").unwrap(), ("\x1F text".to_owned(), Some(message)));
        }
    }

    #[test]
    fn a_wrong_list_of_codings_is_corrected() {
        let text = "{\"oak\": 1}\n".repeat(500);
        let zstd = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        for body in [&gzip(text.as_bytes()), &zstd] {
            for codings in ["br", "deflate", "zstd", "gzip", "gzip, deflate", "gzip, br", "gzip, gzip"] {
                let head = format!("{HEAD}\r\nContent-Encoding: {codings}");
                assert_eq!(document(&head, body).unwrap(), text, "{codings}");
            }
        }
        let head = format!("{HEAD}\r\nContent-Encoding: gzip");
        assert_eq!(document(&head, text.as_bytes()).unwrap(), text);
        let (_, problem) = part(&head, &BROTLI).unwrap();
        assert_eq!(problem.unwrap(), "it does not begin like gzip");
    }

    #[test]
    fn a_coding_that_was_removed_is_ignored() {
        for coding in ["br", "deflate", "gzip", "zstd"] {
            let head = format!("{HEAD}\r\nContent-Encoding: {coding}");
            for text in ["<p>", "\u{FEFF}\r\n<!DOCTYPE html><p>\u{E9}"] {
                assert_eq!(document(&head, text.as_bytes()).unwrap(), text, "{coding}");
            }
        }
        for coding in ["br", "deflate"] {
            let error = part(&format!("{HEAD}\r\nContent-Encoding: {coding}"), b"<\x01\xFF").unwrap_err();
            assert!(error.starts_with(&format!("it is not valid {coding}: ")), "{error}");
        }
    }

    #[test]
    fn a_body_that_is_cut_off_or_followed_by_other_bytes_is_decoded() {
        let text = (0..20_000_u32)
            .fold(String::new(), |text, number| text + &format!("<p>{}", number * number % 977));
        let whole = gzip(text.as_bytes());
        let head = format!("{HEAD}\r\nContent-Encoding: gzip");
        for after in [&b"\n"[..], b"\r\n", b"\0\0\0\0x"] {
            let expected = (text.clone(), Some("bytes that are not gzip follow its end".to_owned()));
            assert_eq!(part(&head, &[&whole, after].concat()).unwrap(), expected);
        }
        assert_eq!(document(&head, &[&whole[..], &[0; 4]].concat()).unwrap(), text);
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        let zlib = encoder.finish().unwrap();
        let raw = &zlib[2..zlib.len() - 4];
        let head_of_deflate = format!("{HEAD}\r\nContent-Encoding: deflate");
        for body in [&zlib[..], raw] {
            assert_eq!(document(&head_of_deflate, body).unwrap(), text);
            let expected = (text.clone(), Some("bytes that are not deflate follow its end".to_owned()));
            assert_eq!(part(&head_of_deflate, &[body, b"<p>more"].concat()).unwrap(), expected);
        }
        for (coding, body) in [("gzip", &whole[..]), ("deflate", &whole[10..])] {
            let head = format!("{HEAD}\r\nContent-Encoding: {coding}");
            let (start, problem) = part(&head, &body[..body.len() / 2]).unwrap();
            assert!(text.starts_with(&start) && start.len() > text.len() / 4, "{}", start.len());
            assert!(problem.unwrap().starts_with(&format!("it is not valid {coding}: ")));
        }
    }

    /// The length of the common start.
    fn common(first: &str, second: &str) -> usize {
        first.bytes().zip(second.bytes()).take_while(|(first, second)| first == second).count()
    }

    #[test]
    fn damage_loses_no_byte_before_it() {
        let text = (0..60_000_u32)
            .fold(String::new(), |text, number| text + &format!("<p>{}", number * number % 977));
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        let zlib = encoder.finish().unwrap();
        let zstd = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let small = document(&format!("{HEAD}\r\nContent-Encoding: br"), &BROTLI).unwrap();
        for (coding, whole, text, least) in [
            ("gzip", &gzip(text.as_bytes())[..], &text, 300_000),
            ("deflate", &zlib, &text, 300_000),
            ("deflate", &zlib[2..zlib.len() - 4], &text, 300_000),
            // The text has three blocks, and a block is decoded as a whole.
            ("zstd", &zstd, &text, 262_144),
            // The text repeats a few words.
            ("br", &BROTLI, &small, 30),
        ] {
            let head = format!("{HEAD}\r\nContent-Encoding: {coding}");
            let (mut damaged, mut longest) = (0, 0);
            for position in (1..40).map(|part| whole.len() * part / 40) {
                let Ok((start, problem)) = part(&head, &whole[..position]) else { continue };
                assert!(problem.is_some() && text.starts_with(&start), "{coding} {position}");
                longest = longest.max(start.len());
                let mut wrong = whole.to_vec();
                wrong[position..].iter_mut().for_each(|byte| *byte ^= 0x55);
                let (read, problem) = part(&head, &wrong).unwrap();
                assert!(common(&read, text) >= start.len(), "{coding} {position}");
                damaged += usize::from(problem.is_some());
            }
            assert!(damaged > 10 && longest >= least, "{coding}: {damaged}, {longest}");
        }
    }

    #[test]
    fn transfer_codings_are_undone_first() {
        let chunks =
            |bytes: &[u8]| [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n0\r\n\r\n"].concat();
        let body = chunks(&gzip(b"<p>"));
        for fields in [
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: GZIP\r\nTransfer-Encoding: Chunked",
            "Content-Encoding: gzip\r\nTransfer-Encoding: chunked",
        ] {
            assert_eq!(document(&format!("{HEAD}\r\n{fields}"), &body).unwrap(), "<p>", "{fields}");
        }
        let head = format!("{HEAD}\r\nContent-Encoding: gzip\r\nTransfer-Encoding: gzip, chunked");
        assert_eq!(document(&head, &chunks(&gzip(&gzip(b"<p>")))).unwrap(), "<p>");
    }

    #[test]
    fn interim_responses_are_skipped() {
        let block = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nC: d\r\n\r\n<p>";
        let head = ResponseHead::parse(block).unwrap();
        assert_eq!((head.status(), head.field("a"), head.field("c")), (200, None, Some("d".to_owned())));
        assert_eq!(&block[head.length()..], b"<p>");
        let head = ResponseHead::parse(b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x81").unwrap();
        assert_eq!(head.status(), 101);
        assert!(ResponseHead::parse(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n").is_none());
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
