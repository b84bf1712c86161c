//! The numbers of the caches that a compiled selector needs. `query_cache.rs` holds the caches.

/// The index of a cache that has an entry for each node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(pub(crate) usize);

/// The number of a test of a class or of another attribute in its selector list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TestNumber(pub(crate) usize);

/// The caches for facts that form controls inherit from their ancestors.
#[derive(Clone, Copy)]
pub(crate) struct StateSlots {
    /// Whether the element is in a disabled `fieldset`.
    pub(crate) disabled: Slot,
    /// Whether an `option` is in a disabled `optgroup`.
    pub(crate) disabled_option: Slot,
    /// Whether the element is editable.
    pub(crate) editable: Slot,
}
