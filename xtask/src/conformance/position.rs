//! Lines and columns as the suites count them.
//!
//! Upstream counts columns in UTF-16 code units, so that a character beyond U+FFFF takes two; the parser counts
//! characters. The difference shows in 19 tests, all of which have an error at the end of such an input.

use hedgerow_input::Location;

/// The line and the column of the suite for a location in `text`, the whole preprocessed input.
pub(crate) fn in_suite(text: &str, location: Location) -> (u32, u32) {
    let before = &text[..location.offset as usize];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let wide = line.chars().filter(|character| character.len_utf16() == 2).count();
    (location.line, location.column + wide as u32)
}

#[cfg(test)]
mod tests {
    use hedgerow_input::LocationTracker;

    use super::*;

    #[test]
    fn a_character_of_two_code_units_takes_two_columns() {
        let text = "\u{1F600}\n\u{e9}\u{1F600}<";
        let location = LocationTracker::default().locate(text, text.len() as u32 - 1);
        assert_eq!((location.line, location.column), (2, 3));
        assert_eq!(in_suite(text, location), (2, 4));
    }
}
