//! [`excerpt`]: shortens a text to the length of a row.

/// The largest number of characters of a text in a row; an ellipsis may follow.
const MOST_CHARACTERS: usize = 1000;

/// The text, or its beginning with an ellipsis.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_text_is_cut() {
        let longest = "\u{E9}".repeat(MOST_CHARACTERS);
        for text in ["", "short", &longest] {
            assert_eq!(excerpt(text), text);
        }
        assert_eq!(excerpt(&format!("{longest}a")), format!("{longest}\u{2026}"));
    }
}
