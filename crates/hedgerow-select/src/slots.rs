//! [`CacheSlot`] and [`TestNumber`]: identify the caches that a compiled selector needs. The caches are in
//! `query_cache.rs`.

/// The index of a cache that has an entry for each node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CacheSlot(pub(crate) usize);

/// The position of a test of an attribute, such as a class, among all such tests of a selector list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TestNumber(pub(crate) usize);

/// The slots for facts that elements inherit from their ancestors.
#[derive(Clone, Copy)]
pub(crate) struct StateSlots {
    /// Whether the element is in a disabled `fieldset`.
    pub(crate) disabled: CacheSlot,
    /// Whether an `option` is in a disabled `optgroup`.
    pub(crate) disabled_option: CacheSlot,
    /// Whether the element is editable.
    pub(crate) editable: CacheSlot,
}
