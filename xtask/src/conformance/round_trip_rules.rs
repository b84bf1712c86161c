//! Rules.

use hedgerow::Document;

use super::round_trip_run::Written;

/// The rule by which a tree does not come back, if there is one.
pub(crate) fn exception(_: &Document, _: bool, _: Written) -> Option<&'static str> {
    None
}
