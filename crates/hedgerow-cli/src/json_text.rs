//! JSON text beyond `serde_json`: lone surrogates in the input, line separators in the output; and the parts of JSON lines that
//! several commands share.

use std::io::{self, Write};
use std::mem;

use hedgerow::source::Location;
use serde::Serialize;
use serde_json::Value;

use crate::input::Name;

/// Replaces each escape of a lone surrogate in a JSON text with an escape of U+FFFD.
///
/// NON-STANDARD: the DOM of a browser can hold a lone surrogate; Rust's strings hold scalar values, and `serde_json` rejects the
/// escape. As in any input stream, a lone surrogate becomes U+FFFD, see docs/conformance.md#surrogates.
pub(crate) fn replace_lone_surrogates(json: &str) -> String {
    let mut replaced = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(backslash) = rest.find('\\') {
        let (before, escape) = rest.split_at(backslash);
        replaced.push_str(before);
        let length = match code_unit(escape) {
            Some(0xD800..=0xDBFF) => match code_unit(&escape[ESCAPE_LENGTH..]) {
                Some(0xDC00..=0xDFFF) => 2 * ESCAPE_LENGTH,
                _ => 0,
            },
            Some(0xDC00..=0xDFFF) => 0,
            Some(_) => ESCAPE_LENGTH,
            // The backslash, and the character that it escapes, if any.
            None => 1 + escape[1..].chars().next().map_or(0, char::len_utf8),
        };
        if length == 0 {
            replaced.push_str(r"\uFFFD");
            rest = &escape[ESCAPE_LENGTH..];
        } else {
            replaced.push_str(&escape[..length]);
            rest = &escape[length..];
        }
    }
    replaced.push_str(rest);
    replaced
}

/// The length of an escape such as `\u0000`.
const ESCAPE_LENGTH: usize = 6;

/// Returns the code unit of the escape at the start of the text, such as `\u0000`.
fn code_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix(r"\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

/// Appends a text as a JSON string that is on one line for every reader.
///
/// JSON does not require escapes for U+0085, U+2028 and U+2029, but the line readers of some languages, such as Python's
/// `splitlines`, end a line there.
pub(crate) fn write_string(text: &str, output: &mut Vec<u8>) -> io::Result<()> {
    if may_have_line_separators(text) {
        write_json(&serde_json::to_string(text)?, output);
    } else {
        serde_json::to_writer(output, text)?;
    }
    Ok(())
}

/// Appends a value as a line of JSON.
pub(crate) fn write_line(line: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    let mut json = Vec::new();
    write_json(&serde_json::to_string(line)?, &mut json);
    json.push(b'\n');
    output.write_all(&json)
}

/// A writer that inserts the name of a document into each line of JSON. Each line must be an object with members.
pub(crate) struct NamedLines<W> {
    writer: W,
    /// The start of each line: the opening brace, and the members with the name.
    start: Vec<u8>,
    is_at_start: bool,
}

impl<W: Write> NamedLines<W> {
    pub(crate) fn new(writer: W, name: &Name) -> Self {
        let mut start = Vec::new();
        let members = Value::from(name.members()).to_string();
        write_json(&members, &mut start);
        start.pop();
        if start.len() > 1 {
            start.push(b',');
        }
        Self { writer, start, is_at_start: true }
    }
}

impl<W: Write> Write for NamedLines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            if mem::take(&mut self.is_at_start) {
                self.writer.write_all(&self.start)?;
                rest = rest.strip_prefix(b"{").unwrap_or(rest);
            }
            let end = rest.iter().position(|&byte| byte == b'\n').map(|newline| newline + 1);
            self.is_at_start = end.is_some();
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.writer.write_all(line)?;
            rest = after;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A position in a document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    offset: u32,
    pub(crate) line: u32,
    pub(crate) column: u32,
    utf16_column: u32,
}

impl From<Location> for Position {
    fn from(location: Location) -> Self {
        let Location { offset, line, column, utf16_column, .. } = location;
        Self { offset, line, column, utf16_column }
    }
}

/// Appends JSON with its line separators escaped, so that every reader takes it for one line.
pub(crate) fn write_json(json: &str, output: &mut Vec<u8>) {
    let mut rest = json;
    while let Some(position) = rest.find(LINE_SEPARATORS) {
        let (before, after) = rest.split_at(position);
        output.extend_from_slice(before.as_bytes());
        let mut characters = after.chars();
        let separator = characters.next().map_or(0, u32::from);
        output.extend_from_slice(format!("\\u{separator:04x}").as_bytes());
        rest = characters.as_str();
    }
    output.extend_from_slice(rest.as_bytes());
}

/// Whether the text has one of the bytes that the line separators begin with.
///
/// OPTIMIZATION: most texts have no such byte, and this loop is vectorized.
fn may_have_line_separators(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found || byte == 0xC2 || byte == 0xE2)
}

const LINE_SEPARATORS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_surrogates_are_replaced() {
        for (json, expected) in [
            (r#""a\n\u0041\\ü""#, r#""a\n\u0041\\ü""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d""#, r#""\uFFFD""#),
            (r#""\uDE00x\uD83D\u0041""#, r#""\uFFFDx\uFFFD\u0041""#),
            (r#""\ud83d\ud83d\ude00\ude00""#, r#""\uFFFD\ud83d\ude00\uFFFD""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\\\ud83d""#, r#""\\\uFFFD""#),
            (r#""\u+d80\ud8""#, r#""\u+d80\ud8""#),
            (r#""\ü\u00üü"#, r#""\ü\u00üü"#),
            (r"\", r"\"),
        ] {
            assert_eq!(replace_lone_surrogates(json), expected, "{json}");
        }
    }

    #[test]
    fn a_string_stays_on_its_line() {
        let text = "a\u{85}b\u{2028}\u{2029}\n\"\\é\u{2027}\u{1F600}\0";
        let mut output = Vec::new();
        write_string(text, &mut output).unwrap();
        let json = String::from_utf8(output).unwrap();
        assert_eq!(json, "\"a\\u0085b\\u2028\\u2029\\n\\\"\\\\é\u{2027}\u{1F600}\\u0000\"");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
