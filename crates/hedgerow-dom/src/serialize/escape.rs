//! Escaping a string, for the serialization of text and of attribute values.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#escapingString>

use std::fmt::{self, Write};

/// Bytes that may have to be replaced; U+00A0 begins with 0xC2.
type EscapedBytes = [bool; 256];

const TEXT: EscapedBytes = with_bytes([false; 256], b"&<>\xC2");
const ATTRIBUTE_VALUE: EscapedBytes = with_bytes(TEXT, b"\"");

const fn with_bytes(mut set: EscapedBytes, bytes: &[u8]) -> EscapedBytes {
    let mut i = 0;
    while i < bytes.len() {
        set[bytes[i] as usize] = true;
        i += 1;
    }
    set
}

/// Writes `text`, escaped.
pub(super) fn write_escaped_text<W: Write>(writer: &mut W, text: &str) -> fmt::Result {
    write_escaped(writer, text, &TEXT)
}

/// Writes `value`, escaped in the attribute mode.
pub(super) fn write_escaped_attribute_value<W: Write>(writer: &mut W, value: &str) -> fmt::Result {
    write_escaped(writer, value, &ATTRIBUTE_VALUE)
}

fn write_escaped<W: Write>(writer: &mut W, text: &str, escaped: &EscapedBytes) -> fmt::Result {
    let bytes = text.as_bytes();
    // Everything before `written` is written, everything before `position` is looked at.
    let (mut written, mut position) = (0, 0);
    while let Some(run) = bytes[position..].iter().position(|&byte| escaped[usize::from(byte)]) {
        position += run;
        let (length, replacement) = match bytes[position] {
            b'&' => (1, "&amp;"),
            b'<' => (1, "&lt;"),
            b'>' => (1, "&gt;"),
            b'"' => (1, "&quot;"),
            _ if bytes[position..].starts_with("\u{A0}".as_bytes()) => (2, "&nbsp;"),
            _ => {
                position += 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> [String; 2] {
        let mut results = [String::new(), String::new()];
        write_escaped_text(&mut results[0], text).unwrap();
        write_escaped_attribute_value(&mut results[1], text).unwrap();
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
}
