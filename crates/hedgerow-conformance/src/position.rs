//! Lines and columns as the suites count them.
//!
//! Upstream counts columns in UTF-16 code units, so that a character beyond U+FFFF counts as two. This matters in 19 tests, all of
//! which have an error at the end of an input with such a character.

use hedgerow_input::Location;

/// Returns the line and the column as the suite counts them.
pub(crate) fn in_suite(location: Location) -> (u32, u32) {
    (location.line, location.utf16_column)
}
