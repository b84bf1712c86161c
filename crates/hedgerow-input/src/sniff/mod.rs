//! Determining the character encoding: so far the byte order mark, an explicit encoding, and UTF-8 as the default.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
//!
//! FIXME: steps 5 to 8 (prescan, parent document, likely encoding, autodetection) belong between the hint and
//! the default.

use std::fmt;

use encoding_rs::{Encoding, UTF_8};

/// What is known of the encoding from outside of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EncodingHint {
    /// Nothing.
    #[default]
    None,
    /// The user has asked for this encoding. Only a byte order mark is stronger.
    User(&'static Encoding),
    /// The transport layer names this encoding: `Content-Type: text/html; charset=…`.
    Transport(&'static Encoding),
}

/// How sure the encoding is.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// Certain.
    Certain,
    /// Tentative: the document may still say otherwise.
    Tentative,
}

/// An encoding, and how sure it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SniffedEncoding {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// How sure it is.
    pub confidence: Confidence,
}

/// A label that is not in the Encoding Standard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEncodingLabel(String);

impl fmt::Display for UnknownEncodingLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "unknown encoding label {:?}; see https://encoding.spec.whatwg.org/#names-and-labels",
            self.0
        )
    }
}

impl std::error::Error for UnknownEncodingLabel {}

/// The encoding that a label of the Encoding Standard stands for.
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-get>
///
/// ```
/// use hedgerow_input::encoding_for_label;
/// assert_eq!(encoding_for_label(" Latin1 ").unwrap().name(), "windows-1252");
/// ```
///
/// # Errors
///
/// If there is no such label.
///
/// ```
/// assert!(hedgerow_input::encoding_for_label("utf-9").unwrap_err().to_string().contains("utf-9"));
/// ```
pub fn encoding_for_label(label: &str) -> Result<&'static Encoding, UnknownEncodingLabel> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| UnknownEncodingLabel(label.to_owned()))
}

/// The encoding of a byte stream of which `bytes` is the beginning.
///
/// ```
/// use hedgerow_input::{Confidence, EncodingHint, determine_encoding};
/// let sniffed = determine_encoding(b"\xFE\xFF\0<", EncodingHint::None);
/// assert_eq!((sniffed.encoding.name(), sniffed.confidence), ("UTF-16BE", Confidence::Certain));
/// ```
#[must_use]
pub fn determine_encoding(bytes: &[u8], hint: EncodingHint) -> SniffedEncoding {
    let certain = |encoding| SniffedEncoding { encoding, confidence: Confidence::Certain };
    // 1. If the result of BOM sniffing is an encoding, return that encoding with confidence certain.
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return certain(encoding);
    }
    match hint {
        // 2. If the user has explicitly instructed the user agent to override the encoding, …
        // 4. If the transport layer specifies a character encoding, …
        EncodingHint::User(encoding) | EncodingHint::Transport(encoding) => certain(encoding),
        // 9. Otherwise, return an implementation-defined or user-specified default character encoding.
        EncodingHint::None => SniffedEncoding { encoding: UTF_8, confidence: Confidence::Tentative },
    }
}
