//! Preprocessing the input stream: newline normalization and the parse errors of the stream itself.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream>

use std::borrow::Cow;

use memchr::memchr;

use crate::scan::first_that_may_be_an_error;

/// A parse error of a single character of the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputStreamError {
    /// `control-character-in-input-stream`
    ControlCharacter,
    /// `noncharacter-in-input-stream`
    Noncharacter,
    /// `surrogate-in-input-stream`; it can only come from UTF-16, see [`decode_utf16`](crate::decode_utf16)
    Surrogate,
}

/// Replaces each CR LF pair and each other CR by LF. Text without CR is returned unchanged.
///
/// <https://infra.spec.whatwg.org/#normalize-newlines>
///
/// ```
/// use hedgerow_input::normalize_newlines;
/// assert_eq!(normalize_newlines("a\r\nb\rc\n"), "a\nb\nc\n");
/// assert!(matches!(normalize_newlines("abc"), std::borrow::Cow::Borrowed("abc")));
/// ```
#[must_use]
pub fn normalize_newlines(text: &str) -> Cow<'_, str> {
    let Some(mut carriage_return) = memchr(b'\r', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut normalized = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        normalized.push_str(&rest[..carriage_return]);
        normalized.push('\n');
        rest = &rest[carriage_return + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
        match memchr(b'\r', rest.as_bytes()) {
            Some(next) => carriage_return = next,
            None => break,
        }
    }
    normalized.push_str(rest);
    Cow::Owned(normalized)
}

/// Iterates over the controls and noncharacters of preprocessed text, each with its byte offset.
///
/// ```
/// use hedgerow_input::{InputStreamError, input_stream_errors};
/// let errors: Vec<_> = input_stream_errors("a\u{1}b\u{FFFE}").collect();
/// assert_eq!(errors, [(1, InputStreamError::ControlCharacter), (3, InputStreamError::Noncharacter)]);
/// ```
pub fn input_stream_errors(text: &str) -> impl Iterator<Item = (usize, InputStreamError)> + '_ {
    let mut position = 0;
    std::iter::from_fn(move || {
        loop {
            // OPTIMIZATION: the first byte of nearly all characters is enough to decide.
            let rest = &text.as_bytes()[position..];
            let offset = position + first_that_may_be_an_error(rest)?;
            let character = text[offset..].chars().next()?;
            position = offset + character.len_utf8();
            if is_control_other_than_whitespace_and_null(character) {
                return Some((offset, InputStreamError::ControlCharacter));
            }
            if is_noncharacter(character) {
                return Some((offset, InputStreamError::Noncharacter));
            }
        }
    })
}

fn is_control_other_than_whitespace_and_null(character: char) -> bool {
    character.is_control() && !matches!(character, '\0' | '\t' | '\n' | '\x0C' | '\r')
}

/// <https://infra.spec.whatwg.org/#noncharacter>
fn is_noncharacter(character: char) -> bool {
    matches!(character, '\u{FDD0}'..='\u{FDEF}') || u32::from(character) & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scan_agrees_with_the_definitions_for_each_character() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let expected = if is_control_other_than_whitespace_and_null(character) {
                Some(InputStreamError::ControlCharacter)
            } else if is_noncharacter(character) {
                Some(InputStreamError::Noncharacter)
            } else {
                None
            };
            let text = character.encode_utf8(&mut [0; 4]).to_owned();
            let found: Vec<_> = input_stream_errors(&text).collect();
            assert_eq!(
                found,
                expected.map(|error| (0, error)).into_iter().collect::<Vec<_>>(),
                "{character:?}"
            );
        }
    }
}
