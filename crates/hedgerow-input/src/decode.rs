//! Decoding a whole byte stream.

use std::borrow::Cow;

use encoding_rs::Encoding;

use crate::{EncodingHint, InputStreamError, SniffedEncoding, determine_encoding};

/// A byte stream as text.
#[derive(Clone, Debug)]
pub struct Decoded<'b> {
    /// The text, without a byte order mark; borrowed if the bytes were valid UTF-8 already.
    pub text: Cow<'b, str>,
    /// The encoding, and how certain it is.
    pub encoding: SniffedEncoding,
    /// Whether some bytes were malformed and became U+FFFD.
    pub had_errors: bool,
}

/// Determines the encoding of a whole byte stream and decodes it.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
///
/// ```
/// use hedgerow_input::{EncodingHint, decode};
/// let decoded = decode(b"\xEF\xBB\xBFcaf\xC3\xA9", EncodingHint::None);
/// assert_eq!(decoded.text, "café");
/// let latin = hedgerow_input::encoding_for_label("latin1").unwrap();
/// assert_eq!(decode(b"caf\xE9", EncodingHint::User(latin)).text, "café");
/// ```
#[must_use]
pub fn decode(bytes: &[u8], hint: EncodingHint) -> Decoded<'_> {
    let encoding = determine_encoding(bytes, hint);
    let bytes = match Encoding::for_bom(bytes) {
        Some((_, length)) => &bytes[length..],
        None => bytes,
    };
    let (text, had_errors) = encoding.encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding, had_errors }
}

/// UTF-16 code units as text, with the offsets of the surrogates that stand alone.
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
