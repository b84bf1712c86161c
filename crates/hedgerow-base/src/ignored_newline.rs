//! [`ignored_newline`]: the newline that a parser ignores at the start of some elements.

/// Returns the length in bytes of the newline at the start of a text, or 0 if the text does not start with a newline.
///
/// A parser ignores this newline after the start tag of a `pre`, `listing` or `textarea`, even if it is written as a character
/// reference.
///
/// ```
/// use hedgerow_base::ignored_newline;
/// assert_eq!(ignored_newline("\r\nyew"), 2);
/// assert_eq!(ignored_newline("&#10;yew"), 5);
/// assert_eq!(ignored_newline("yew"), 0);
/// ```
#[must_use]
pub fn ignored_newline(text: &str) -> usize {
    const NAMED: &str = "&NewLine;";
    if let Some(rest) = text.strip_prefix("&#") {
        let (digits, radix) = rest.strip_prefix(['x', 'X']).map_or((rest, 10), |digits| (digits, 16));
        let rest = digits.trim_start_matches(|character: char| character.is_digit(radix));
        let number = digits.len() - rest.len();
        let is_newline =
            matches!((digits[..number].trim_start_matches('0'), radix), ("10", 10) | ("a" | "A", 16));
        let rest = rest.strip_prefix(';').unwrap_or(rest);
        return if is_newline { text.len() - rest.len() } else { 0 };
    }
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ if text.starts_with(NAMED) => NAMED.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newline_may_be_a_character_reference() {
        for (text, length) in [
            ("\n\n", 1),
            ("\r\n\n", 2),
            ("\r", 1),
            ("&#10;\n", 5),
            ("&#010x", 5),
            ("&#xA;", 5),
            ("&#X0aa", 0),
            ("&#x0a;a", 6),
            ("&NewLine;", 9),
            ("&NewLine", 0),
            ("&#13;", 0),
            ("&#100;", 0),
            ("a", 0),
            ("", 0),
        ] {
            assert_eq!(ignored_newline(text), length, "{text:?}");
        }
    }
}
