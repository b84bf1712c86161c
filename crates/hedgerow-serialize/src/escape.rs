//! Escapes text and attribute values for serialization.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#escapingString>
//!
//! The standard's two modes search for the characters to escape sixteen bytes at a time; the sets of bytes of
//! [`WriteOptions`](crate::WriteOptions) are looked up byte by byte. Unit tests compare the two implementations.

use std::borrow::Cow;
use std::fmt::{self, Write};

use wide::u8x16;

#[cfg(feature = "names")]
use crate::generated::{CODE_POINTS, ENDS, NAMES};
use crate::options::NonAscii;

/// The first bytes of characters that may have to be escaped; U+00A0 begins with 0xC2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EscapedBytes([bool; 256]);

impl EscapedBytes {
    /// The characters that the standard escapes in text.
    pub(crate) const TEXT: Self = Self::of(b"&<>\xC2");
    /// The characters that the standard escapes in attribute values.
    pub(crate) const ATTRIBUTE_VALUE: Self = Self::TEXT.and(b"\"");

    /// The set of the given bytes.
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        Self([false; 256]).and(bytes)
    }

    /// Adds bytes to the set.
    pub(crate) const fn and(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.0[bytes[i] as usize] = true;
            i += 1;
        }
        self
    }

    /// Adds all bytes of non-ASCII characters to the set.
    pub(crate) const fn and_non_ascii(mut self) -> Self {
        let mut byte = 0x80;
        while byte < 256 {
            self.0[byte] = true;
            byte += 1;
        }
        self
    }

    /// Whether the set contains a byte.
    pub(crate) const fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}

/// Escapes text as the standard's serialization does: `&`, `<`, `>` and U+00A0. Text without these characters is not copied.
/// <https://html.spec.whatwg.org/multipage/parsing.html#escapingString>
///
/// Use this function for text between tags, but not for the contents of `script`, `style` and similar elements, in which
/// references are not recognized.
///
/// ```
/// use hedgerow::serialize::escape_text;
/// assert_eq!(format!("<p>{}</p>", escape_text("1 < 2 & \"3\"")), "<p>1 &lt; 2 &amp; \"3\"</p>");
/// ```
#[must_use]
pub fn escape_text(text: &str) -> Cow<'_, str> {
    escaped(text, first_escaped::<false>)
}

/// Escapes an attribute value as the standard's serialization does: the characters of [`escape_text`], and `"`. Put the
/// result between double quotes.
/// <https://html.spec.whatwg.org/multipage/parsing.html#escapingString>
///
/// ```
/// use hedgerow::serialize::escape_attribute;
/// assert_eq!(format!("<p title=\"{}\">", escape_attribute("\"a\" & b")), "<p title=\"&quot;a&quot; &amp; b\">");
/// ```
#[must_use]
pub fn escape_attribute(value: &str) -> Cow<'_, str> {
    escaped(value, first_escaped::<true>)
}

fn escaped(text: &str, find: impl Fn(&[u8]) -> Option<usize>) -> Cow<'_, str> {
    if find(text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len() + text.len() / 8);
    let written = write_replaced(&mut result, text, find, NonAscii::Keep);
    debug_assert!(written.is_ok(), "writing to a string does not fail");
    Cow::Owned(result)
}

/// Writes `text`, escaped.
pub(crate) fn write_escaped_text<W: Write>(writer: &mut W, text: &str) -> fmt::Result {
    write_replaced(writer, text, first_escaped::<false>, NonAscii::Keep)
}

/// Writes `value`, escaped in the attribute mode.
pub(crate) fn write_escaped_attribute_value<W: Write>(writer: &mut W, value: &str) -> fmt::Result {
    write_replaced(writer, value, first_escaped::<true>, NonAscii::Keep)
}

/// Writes `text`, replacing the characters that begin with a byte of `escaped`.
pub(crate) fn write_escaped<W: Write>(
    writer: &mut W,
    text: &str,
    escaped: &EscapedBytes,
    non_ascii: NonAscii,
) -> fmt::Result {
    let find = |bytes: &[u8]| bytes.iter().position(|&byte| escaped.contains(byte));
    write_replaced(writer, text, find, non_ascii)
}

/// Writes a non-ASCII character as a character reference.
#[cold]
fn write_reference<W: Write>(writer: &mut W, character: char, non_ascii: NonAscii) -> fmt::Result {
    let code_point = u32::from(character);
    match name_in(non_ascii, code_point) {
        Some(name) => write!(writer, "&{name};"),
        None => write!(writer, "&#x{code_point:X};"),
    }
}

/// Returns the name that is written for a code point, or `None` if its number is written.
#[cfg(feature = "names")]
fn name_in(form: NonAscii, code_point: u32) -> Option<&'static str> {
    if form == NonAscii::Names { reference_name(code_point) } else { None }
}

/// Returns `None`, because the names are part of the feature `names`.
#[cfg(not(feature = "names"))]
fn name_in(_: NonAscii, _: u32) -> Option<&'static str> {
    None
}

/// The name of the character reference for a code point, if there is one.
#[cfg(feature = "names")]
fn reference_name(code_point: u32) -> Option<&'static str> {
    let index = CODE_POINTS.binary_search(&code_point).ok()?;
    let start = index.checked_sub(1).map_or(0, |before| ENDS[before]);
    NAMES.get(usize::from(start)..usize::from(ENDS[index]))
}

/// Writes `text`. `find` returns the position of the next byte that may have to be replaced. U+00A0 is always replaced,
/// other non-ASCII characters if `non_ascii` says so.
#[inline]
fn write_replaced<W: Write>(
    writer: &mut W,
    text: &str,
    find: impl Fn(&[u8]) -> Option<usize>,
    non_ascii: NonAscii,
) -> fmt::Result {
    let bytes = text.as_bytes();
    // Everything before `written` is written; everything before `position` was checked.
    let (mut written, mut position) = (0, 0);
    while let Some(run) = find(&bytes[position..]) {
        position += run;
        let (length, replacement) = match bytes[position] {
            b'&' => (1, "&amp;"),
            b'<' => (1, "&lt;"),
            b'>' => (1, "&gt;"),
            b'"' => (1, "&quot;"),
            b'\'' => (1, "&#39;"),
            b'\r' => (1, "&#13;"),
            _ if bytes[position..].starts_with("\u{A0}".as_bytes()) => (2, "&nbsp;"),
            _ => {
                let character = text[position..].chars().next().unwrap_or_default();
                let length = character.len_utf8().max(1);
                // A reference to U+0080 to U+009F would be decoded as a windows-1252 character.
                if non_ascii != NonAscii::Keep && character > '\u{9F}' {
                    writer.write_str(&text[written..position])?;
                    write_reference(writer, character, non_ascii)?;
                    written = position + length;
                }
                position += length;
                continue;
            }
        };
        writer.write_str(&text[written..position])?;
        writer.write_str(replacement)?;
        position += length;
        written = position;
    }
    writer.write_str(&text[written..])
}

/// Returns the offset of the first byte that may begin a character that the standard escapes.
#[inline]
fn first_escaped<const ATTRIBUTE: bool>(bytes: &[u8]) -> Option<usize> {
    let set = if ATTRIBUTE { &EscapedBytes::ATTRIBUTE_VALUE } else { &EscapedBytes::TEXT };
    let (vectors, rest) = bytes.as_chunks::<16>();
    for (index, vector) in vectors.iter().enumerate() {
        let vector = u8x16::new(*vector);
        let is = |byte| vector.cmp_eq(u8x16::splat(byte));
        // `<` and `>` differ in one bit.
        let angle = (vector | u8x16::splat(b'<' ^ b'>')).cmp_eq(u8x16::splat(b'<' | b'>'));
        let mut found = angle | is(b'&') | is(0xC2);
        if ATTRIBUTE {
            found |= is(b'"');
        }
        let found = found.move_mask().cast_unsigned();
        if found != 0 {
            return Some(16 * index + found.trailing_zeros() as usize);
        }
    }
    let start = bytes.len() - rest.len();
    rest.iter().position(|&byte| set.contains(byte)).map(|offset| start + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> [String; 2] {
        let mut results = [String::new(), String::new()];
        write_escaped_text(&mut results[0], text).unwrap();
        write_escaped_attribute_value(&mut results[1], text).unwrap();
        assert_eq!([escape_text(text), escape_attribute(text)], [results[0].as_str(), results[1].as_str()]);
        // The scalar implementation must agree.
        for (result, set) in results.iter().zip([EscapedBytes::TEXT, EscapedBytes::ATTRIBUTE_VALUE]) {
            let mut twin = String::new();
            write_escaped(&mut twin, text, &set, NonAscii::Keep).unwrap();
            assert_eq!(&twin, result, "{text:?}");
        }
        results
    }

    #[test]
    fn characters_are_replaced() {
        assert_eq!(
            escaped("a & b<c>\"d'\u{A0}\u{A1}é\u{A0}"),
            ["a &amp; b&lt;c&gt;\"d'&nbsp;\u{A1}é&nbsp;", "a &amp; b&lt;c&gt;&quot;d'&nbsp;\u{A1}é&nbsp;",]
        );
        assert_eq!(escaped(""), ["", ""]);
        // Bytes of U+00A0 inside other characters.
        assert_eq!(escaped("\u{20AC}\u{A0}\u{E0A0}\u{C2}"), ["\u{20AC}&nbsp;\u{E0A0}\u{C2}"; 2]);
    }

    #[test]
    fn every_byte_at_every_offset_of_a_vector() {
        for character in (1..0x100_u32).filter_map(char::from_u32) {
            for before in 0..40 {
                let text = format!("{}{character}{}", "a".repeat(before), "é.".repeat(20));
                let [in_text, in_value] = escaped(&text);
                let is_escaped = matches!(character, '&' | '<' | '>' | '\u{A0}');
                assert_eq!(in_text != text, is_escaped, "{character:?}");
                assert_eq!(in_value != text, is_escaped || character == '"', "{character:?}");
            }
        }
    }

    #[test]
    fn only_ascii() {
        let set = EscapedBytes::of(b"\r'").and_non_ascii();
        let escaped = |non_ascii| {
            let mut result = String::new();
            write_escaped(&mut result, "a<\u{E9}'\u{A0}\u{85}\u{1F600}\r\u{2026}", &set, non_ascii).unwrap();
            result
        };
        assert_eq!(escaped(NonAscii::Numbers), "a<&#xE9;&#39;&nbsp;\u{85}&#x1F600;&#13;&#x2026;");
        assert_eq!(escaped(NonAscii::Names), "a<&eacute;&#39;&nbsp;\u{85}&#x1F600;&#13;&mldr;");
    }

    #[test]
    fn the_names_are_sorted() {
        assert!(CODE_POINTS.is_sorted_by(|one, other| one < other));
        assert!(CODE_POINTS[0] >= 0x80);
        let first_and_last = [CODE_POINTS[0], CODE_POINTS[CODE_POINTS.len() - 1]].map(reference_name);
        assert_eq!(first_and_last, [Some("nbsp"), Some("zopf")]);
        let names: String = CODE_POINTS.into_iter().filter_map(reference_name).collect();
        assert_eq!(names, NAMES);
    }
}
