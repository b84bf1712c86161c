//! Lines and columns as the suites count them.
//!
//! Upstream counts columns in UTF-16 code units, so that a character beyond U+FFFF takes two. The difference shows in 19
//! tests, all of which have an error at the end of such an input.

use hedgerow_input::Location;

/// The line and the column of the suite.
pub(crate) fn in_suite(location: Location) -> (u32, u32) {
    (location.line, location.utf16_column)
}
