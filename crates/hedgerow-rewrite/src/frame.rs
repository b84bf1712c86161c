//! [`Frame`]: an element that matched and has not ended, with its edits; and the handlers of the texts and comments in elements.

use std::sync::Arc;

use crate::element::Edits;
use crate::window::{Origin, Range};

/// An element that matched and has not ended.
pub(crate) struct Frame<'h> {
    pub(crate) edits: Edits<'h>,
    pub(crate) new_name: Option<String>,
    pub(crate) origin: Origin,
    pub(crate) start: Range,
    pub(crate) moves: u32,
    /// The number of markers in the list of active formatting elements after the start tag.
    pub(crate) markers: usize,
    /// Whether content was written at the end already, because the end tag of the body was read.
    pub(crate) has_ended: bool,
}

/// Adds the handlers of an element to those of its ancestors. The lists of nested elements are shared if they are equal.
pub(crate) fn with_handlers<'n>(
    inherited: &Arc<[usize]>,
    own: impl Iterator<Item = &'n usize>,
) -> Arc<[usize]> {
    let new: Vec<usize> = own.filter(|number| inherited.binary_search(number).is_err()).copied().collect();
    if new.is_empty() {
        return Arc::clone(inherited);
    }
    let mut all = [inherited, new.as_slice()].concat();
    all.sort_unstable();
    all.into()
}
