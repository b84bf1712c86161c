//! Determining the character encoding, and changing it while parsing.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
//!
//! The steps that only need the first bytes of the stream are in [`sniff_the_beginning`], which [`determine_encoding`]
//! and the incremental [`ByteStream`](crate::ByteStream) share; the later steps are in `autodetect`.

mod autodetect;
mod hints;
mod locale;
mod meta;
mod mime_type;
mod prescan;
mod xml_declaration;

use std::fmt;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

pub(crate) use autodetect::{BYTES_BEFORE, BYTES_TO_AUTODETECT, autodetect, first_non_ascii};
pub use hints::EncodingHints;
pub use meta::encoding_from_meta_content;
pub use mime_type::MimeType;

/// The number of bytes to prescan: "User agents are encouraged to only prescan the first 1024 bytes".
pub(crate) const BYTES_TO_PRESCAN: usize = 1024;

/// Whether the document may still change the encoding.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// The encoding does not change.
    Certain,
    /// A declaration in the document may still change the encoding.
    Tentative,
}

/// The step of the encoding sniffing algorithm that determined the encoding.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EncodingReason {
    /// Step 1: the result of BOM sniffing is an encoding.
    ByteOrderMark,
    /// Step 2: the user chose the encoding, which overrides that of the document.
    User,
    /// Step 4: the transport layer specifies a character encoding.
    Transport,
    /// Step 5, the prescan: the bytes start with `<?x` in UTF-16.
    Utf16XmlDeclaration,
    /// Step 5, the prescan: a `meta` tag declares an encoding.
    Meta,
    /// Step 5, get an XML encoding: an XML declaration declares an encoding.
    XmlDeclaration,
    /// Step 6: the character encoding of the document that contains this one.
    ParentDocument,
    /// Step 7: information on the likely encoding for this page.
    Likely,
    /// Step 8: the frequency of byte sequences.
    Autodetection,
    /// Step 9: the default character encoding.
    Default,
    /// A `meta` element changed the encoding while parsing.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
    LateMeta,
}

impl EncodingReason {
    /// Returns the reason after a `meta` element has declared the same encoding: [`LateMeta`](Self::LateMeta) if the
    /// encoding was inherited, guessed or the default, and otherwise the same reason.
    ///
    /// ```
    /// use hedgerow::encoding::EncodingReason;
    /// assert_eq!(EncodingReason::Autodetection.confirmed(), EncodingReason::LateMeta);
    /// assert_eq!(EncodingReason::Meta.confirmed(), EncodingReason::Meta);
    /// ```
    #[must_use]
    pub fn confirmed(self) -> Self {
        match self {
            Self::ParentDocument | Self::Likely | Self::Autodetection | Self::Default => Self::LateMeta,
            declared => declared,
        }
    }
}

impl fmt::Display for EncodingReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::ByteOrderMark => "a byte order mark",
            Self::User => "the user's choice",
            Self::Transport => "the transport layer",
            Self::Utf16XmlDeclaration => "an XML declaration in UTF-16",
            Self::Meta => "a meta element in the first 1024 bytes",
            Self::XmlDeclaration => "an XML declaration",
            Self::ParentDocument => "the encoding of the parent document",
            Self::Likely => "the likely encoding of the page",
            Self::Autodetection => "autodetection",
            Self::Default => "the default",
            Self::LateMeta => "a meta element found while parsing",
        })
    }
}

/// The result of the encoding sniffing algorithm, and the step that determined it.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SniffedEncoding {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The confidence in the encoding.
    pub confidence: Confidence,
    /// The step that determined the encoding.
    pub reason: EncodingReason,
}

/// Runs the encoding sniffing algorithm on a whole byte stream.
///
/// The prescan examines the first 1024 bytes. If no earlier step determines the encoding, autodetection examines the
/// first byte that is not ASCII, the two bytes before it and the 4095 bytes after it. If all bytes are ASCII, the result
/// is the default encoding.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm>
///
/// ```
/// use hedgerow::encoding::{Confidence, EncodingReason, determine_encoding};
/// use hedgerow::EncodingHints;
/// let sniffed = determine_encoding(b"\xFE\xFF\0<", &EncodingHints::new());
/// assert_eq!((sniffed.encoding.name(), sniffed.confidence), ("UTF-16BE", Confidence::Certain));
/// let sniffed = determine_encoding(b"<meta charset=koi8-r>", &EncodingHints::new());
/// assert_eq!((sniffed.encoding.name(), sniffed.reason), ("KOI8-R", EncodingReason::Meta));
/// ```
#[must_use]
pub fn determine_encoding(bytes: &[u8], hints: &EncodingHints) -> SniffedEncoding {
    match sniff_the_beginning(bytes, true, hints) {
        Some(Beginning::Determined(sniffed)) => sniffed,
        Some(Beginning::ToAutodetect) | None => match first_non_ascii(bytes) {
            Some(position) => {
                let start = position.saturating_sub(BYTES_BEFORE);
                let end = bytes.len().min(position + BYTES_TO_AUTODETECT);
                let is_all = end < position + BYTES_TO_AUTODETECT;
                autodetect(bytes.get(start..end).unwrap_or_default(), is_all, hints)
            }
            None => tentative(hints.default_encoding, EncodingReason::Default),
        },
    }
}

/// The result of sniffing the first bytes.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// The encoding is determined.
    Determined(SniffedEncoding),
    /// The first byte that is not ASCII, and the bytes around it, determine the encoding. If all bytes are ASCII, the
    /// encoding is the default.
    ToAutodetect,
}

/// Runs all steps up to autodetection. Returns `None` if more bytes are needed.
///
/// `is_all` says that the stream ends after these bytes. Only the first [`BYTES_TO_PRESCAN`] bytes are examined. The
/// result, once there is one, does not depend on the number of bytes that were available.
pub(crate) fn sniff_the_beginning(bytes: &[u8], is_all: bool, hints: &EncodingHints) -> Option<Beginning> {
    let determined = |encoding, confidence, reason| {
        Some(Beginning::Determined(SniffedEncoding { encoding, confidence, reason }))
    };
    // 1. If the result of BOM sniffing is an encoding, return that encoding with confidence certain.
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return determined(encoding, Confidence::Certain, EncodingReason::ByteOrderMark);
    }
    if !is_all && may_become_a_byte_order_mark(bytes) {
        return None;
    }
    // 2. If the user has explicitly instructed the user agent to override the document's character encoding with a
    // specific encoding, optionally return that encoding with the confidence certain.
    if let Some(encoding) = hints.user {
        return determined(encoding, Confidence::Certain, EncodingReason::User);
    }
    // 4. If the transport layer specifies a character encoding, and it is supported, return that encoding with the
    // confidence certain.
    if let Some(encoding) = hints.transport {
        return determined(encoding, Confidence::Certain, EncodingReason::Transport);
    }
    // 5. Optionally, prescan the byte stream to determine its encoding, with the end condition being when the user
    // agent decides that scanning further bytes would not be efficient.
    let is_all = is_all || bytes.len() >= BYTES_TO_PRESCAN;
    let bytes = bytes.get(..BYTES_TO_PRESCAN).unwrap_or(bytes);
    if let Some((encoding, reason)) = prescan::prescan_a_byte_stream_to_determine_its_encoding(bytes) {
        return determined(encoding, Confidence::Tentative, reason);
    }
    // 3. The user agent may wait for more bytes of the resource to be available, either in this step or at any later
    // step in this algorithm.
    if !is_all {
        return None;
    }
    if let Some(encoding) = xml_declaration::get_an_xml_encoding(bytes) {
        return determined(encoding, Confidence::Tentative, EncodingReason::XmlDeclaration);
    }
    // 6.2. If parentDocument's origin is same origin with d's origin and parentDocument's character encoding is not
    // UTF-16BE/LE, then return parentDocument's character encoding, with the confidence tentative.
    if let Some(encoding) = hints.parent_document {
        return determined(encoding, Confidence::Tentative, EncodingReason::ParentDocument);
    }
    // 7. Otherwise, if the user agent has information on the likely encoding for this page, then return that
    // encoding, with the confidence tentative.
    if let Some(encoding) = hints.likely {
        return determined(encoding, Confidence::Tentative, EncodingReason::Likely);
    }
    // 8. The user agent may attempt to autodetect the character encoding.
    if hints.autodetect {
        if let Some(encoding) = autodetect::utf_16_of_basic_latin(bytes) {
            return determined(encoding, Confidence::Tentative, EncodingReason::Autodetection);
        }
        // Leading ASCII bytes can only be passed on at once if the default encoding decodes them as ASCII.
        if hints.default_encoding.is_ascii_compatible() || first_non_ascii(bytes).is_some() {
            return Some(Beginning::ToAutodetect);
        }
    }
    // 9. Otherwise, return an implementation-defined or user-specified default character encoding, with the
    // confidence tentative.
    determined(hints.default_encoding, Confidence::Tentative, EncodingReason::Default)
}

/// Returns an encoding with the confidence tentative.
pub(crate) fn tentative(encoding: &'static Encoding, reason: EncodingReason) -> SniffedEncoding {
    SniffedEncoding { encoding, confidence: Confidence::Tentative, reason }
}

/// Whether these are the first bytes of a byte order mark, but not all of one.
fn may_become_a_byte_order_mark(bytes: &[u8]) -> bool {
    let byte_order_marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"];
    byte_order_marks.iter().any(|mark| mark.len() > bytes.len() && mark.starts_with(bytes))
}

/// The effect of an encoding declaration that the parser finds.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingChange {
    /// Step 1: the declaration is ignored. It was read correctly as UTF-16, so it is wrong if it names another
    /// encoding. The confidence becomes certain.
    Ignored,
    /// Step 4: the declaration names the current encoding. The confidence becomes certain.
    Confirmed,
    /// The encoding changes, either for the following bytes (step 5) or by parsing all bytes again (step 6).
    Changed(&'static Encoding),
}

/// Applies steps 1 to 4 of "change the encoding", which do not depend on the bytes.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
///
/// ```
/// use hedgerow::encoding::encoding_for_label;
/// use hedgerow_input::{EncodingChange, change_the_encoding};
/// let [utf_8, utf_16, latin] = ["utf-8", "utf-16", "latin1"].map(|label| encoding_for_label(label).unwrap());
/// assert_eq!(change_the_encoding(latin, utf_16), EncodingChange::Changed(utf_8));
/// assert_eq!(change_the_encoding(latin, latin), EncodingChange::Confirmed);
/// ```
#[must_use]
pub fn change_the_encoding(current: &'static Encoding, new: &'static Encoding) -> EncodingChange {
    // 1. If the encoding that is already being used to interpret the input stream is UTF-16BE/LE, then set the
    // confidence to certain and return.
    if is_utf_16(current) {
        return EncodingChange::Ignored;
    }
    // 2. If the new encoding is UTF-16BE/LE, then change it to UTF-8.
    // 3. If the new encoding is x-user-defined, then change it to windows-1252.
    let new = declared_encoding(new);
    // 4. If the new encoding is identical or equivalent to the encoding that is already being used to interpret the
    // input stream, then set the confidence to certain and return.
    if new == current { EncodingChange::Confirmed } else { EncodingChange::Changed(new) }
}

/// Returns the encoding to use if a `meta` element declares `encoding`.
pub(crate) fn declared_encoding(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == X_USER_DEFINED { WINDOWS_1252 } else { utf_8_instead_of_utf_16(encoding) }
}

fn utf_8_instead_of_utf_16(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) { UTF_8 } else { encoding }
}

/// Whether an encoding is UTF-16BE/LE.
fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

#[cfg(test)]
mod tests;
