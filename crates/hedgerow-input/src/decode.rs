//! Decoding a whole byte stream. For bytes in pieces, see [`ByteStream`](crate::ByteStream).

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding};

use crate::{EncodingHints, InputStreamError, SniffedEncoding, determine_encoding};

/// The number of bytes of text that are decoded at a time, where the text is not needed.
const PIECE: usize = 1 << 12;

/// The result of decoding a byte stream.
#[derive(Clone, Debug)]
pub struct Decoded<'b> {
    /// The text, without a byte order mark. It is borrowed if decoding leaves the bytes after the mark unchanged, as
    /// with valid UTF-8.
    pub text: Cow<'b, str>,
    /// The encoding, its confidence, and the step that determined it.
    pub encoding: SniffedEncoding,
    /// Whether some bytes were malformed and became U+FFFD.
    pub had_errors: bool,
}

/// Determines the encoding of a whole byte stream and decodes it.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream>
///
/// ```
/// use hedgerow::EncodingHints;
/// use hedgerow_input::decode;
/// let decoded = decode(b"\xEF\xBB\xBFcaf\xC3\xA9", &EncodingHints::new());
/// assert_eq!(decoded.text, "café");
/// assert_eq!(decode(b"<meta charset=latin1>\xE9", &EncodingHints::new()).text, "<meta charset=latin1>é");
/// ```
#[must_use]
pub fn decode<'b>(bytes: &'b [u8], hints: &EncodingHints) -> Decoded<'b> {
    let encoding = determine_encoding(bytes, hints);
    // "A leading Byte Order Mark (BOM) causes the character encoding argument to be ignored and will itself be
    // skipped."
    let bytes = match Encoding::for_bom(bytes) {
        Some((_, length)) => bytes.get(length..).unwrap_or_default(),
        None => bytes,
    };
    let (text, had_errors) = encoding.encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding, had_errors }
}

/// Decodes bytes with an encoding, without sniffing. A byte order mark is decoded as a character.
///
/// This is for parsing the bytes again after [`change_the_encoding`](crate::change_the_encoding).
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-process>
///
/// ```
/// use hedgerow::encoding::encoding_for_label;
/// use hedgerow_input::decode_as;
/// assert_eq!(decode_as(b"<meta charset=utf-8>\xE9", encoding_for_label("koi8-r").unwrap()), "<meta charset=utf-8>И");
/// ```
#[must_use]
pub fn decode_as<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> Cow<'b, str> {
    encoding.decode_without_bom_handling(bytes).0
}

/// Returns the number of malformed sequences in bytes of an encoding. Each of them becomes a U+FFFD. Decodes the bytes.
///
/// ```
/// use hedgerow::encoding::{encoding_for_label, malformed_sequences};
/// let utf_8 = encoding_for_label("utf-8").unwrap();
/// assert_eq!(malformed_sequences(b"a\xFFb\xC3c\xEF\xBF\xBD", utf_8), 2);
/// ```
#[must_use]
pub fn malformed_sequences(bytes: &[u8], encoding: &'static Encoding) -> u64 {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut rest, mut text, mut count) = (bytes, String::with_capacity(PIECE), 0);
    loop {
        text.clear();
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => return count,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => count += 1,
        }
    }
}

/// Decodes UTF-16 code units, and returns the text with the offsets of its lone surrogates.
///
/// NON-STANDARD: Rust's strings hold scalar values, so a lone surrogate is reported and becomes U+FFFD,
/// see docs/conformance.md#surrogates.
///
/// ```
/// use hedgerow_input::decode_utf16;
/// let (text, errors) = decode_utf16(&[0x61, 0xD800, 0x62]);
/// assert_eq!(text, "a\u{FFFD}b");
/// assert_eq!(errors.len(), 1);
/// ```
#[must_use]
pub fn decode_utf16(units: &[u16]) -> (String, Vec<(usize, InputStreamError)>) {
    let mut text = String::with_capacity(units.len());
    let mut errors = Vec::new();
    for character in char::decode_utf16(units.iter().copied()) {
        text.push(character.unwrap_or_else(|_| {
            errors.push((text.len(), InputStreamError::Surrogate));
            char::REPLACEMENT_CHARACTER
        }));
    }
    (text, errors)
}
