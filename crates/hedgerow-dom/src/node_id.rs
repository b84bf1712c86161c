//! [`NodeId`], a checked name for a node; [`Slot`], its place in the arena; the stamps that tell the nodes of a slot apart.
//!
//! ```text
//! id = slot + stamp
//! stamps come from one counter of the process, so no two documents have one in common, but for a document and its clones
//!
//! a document is made or restarted:   one stamp for all slots
//! a document is cloned:              the clone keeps all stamps, and draws one for the slots it adds from then on
//! a slot is used again:              a stamp for this slot alone, in a side table
//! ```
//!
//! A parser only ever adds slots, so it pays for one stamp in all.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

/// The place of a node in the arena of its document: 4 bytes, which cost nothing to follow, and are not checked.
///
/// For parsers, which work with [`Document::unchecked`](crate::Document::unchecked), and for tables with an entry for each node. A slot is used again for
/// another node once its node was removed, and means something else in another document; a [`NodeId`] is found out then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(NonZeroU32);

impl Slot {
    /// The slot of the first node.
    pub(crate) const FIRST: Self = Self(NonZeroU32::MIN);

    /// The number as an index into tables with an entry for each node: from 1, below [`Document::id_limit`](crate::Document::id_limit).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The slot of that [index](Self::index); `None` for 0, and for numbers that are too large.
    ///
    /// ```
    /// use hedgerow_dom::{Document, Slot};
    /// let root = Document::new().root().slot();
    /// assert_eq!(Slot::from_index(root.index()), Some(root));
    /// ```
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        u32::try_from(index).ok().and_then(NonZeroU32::new).map(Self)
    }

    /// The slot at `index` of the arena.
    #[inline]
    #[expect(
        clippy::expect_used,
        reason = "so many nodes take 128 GiB; `Limits::nodes` stops a parser long before"
    )]
    pub(crate) fn at(index: usize) -> Self {
        Self::from_index(index).expect("the nodes of a document are limited to 4 thousand million")
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}

/// The id of a node: what a program keeps of it while the document changes.
///
/// An id denotes one node for ever, in the document that gave it and in the clones made of that document since. An id whose
/// node was removed is *stale*, and never denotes a node that is created later; an id of another document is *foreign*. Both
/// are found out wherever an id is taken:
///
/// - [`Document::get`](crate::Document::get) returns `None`, and so do other questions that can fail;
/// - [`Document::node`](crate::Document::node) panics;
/// - a change returns a [`MutationError`](crate::MutationError) with the rule
///   [`NoSuchNode`](crate::MutationRule::NoSuchNode), a `SourceEdits` an error, and both leave everything
///   as it was.
///
/// Nodes are removed by [`Document::remove`](crate::Document::remove) and by every method whose documentation links there; [`Document::restart`](crate::Document::restart)
/// removes all of them.
///
/// ```
/// use hedgerow_dom::Document;
/// let mut document = Document::new();
/// let old = document.create_text("old");
/// document.remove(old)?;
/// let new = document.create_text("new");
/// assert_eq!(old.index(), new.index(), "the slot is used again");
/// assert!(document.get(old).is_none() && document.get(new).is_some());
/// assert!(Document::new().get(new).is_none());
/// # Ok::<(), hedgerow_dom::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId {
    slot: Slot,
    /// The upper and the lower half, so that an id takes 12 bytes and not 16.
    stamp: [u32; 2],
}

impl NodeId {
    #[inline]
    pub(crate) fn new(slot: Slot, stamp: u64) -> Self {
        Self { slot, stamp: [(stamp >> 32) as u32, stamp as u32] }
    }

    #[inline]
    pub(crate) const fn slot(self) -> Slot {
        self.slot
    }

    #[inline]
    pub(crate) const fn stamp(self) -> u64 {
        (self.stamp[0] as u64) << 32 | self.stamp[1] as u64
    }

    /// The number of the node among those that its document has at one time, as an index into tables: from 1, below
    /// [`Document::id_limit`](crate::Document::id_limit); in the order of creation as long as no node was removed.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.slot.index()
    }

    /// The id as a number, for code in other languages that can hold nothing else: 96 bits, never 0.
    ///
    /// It means something only to the process that made it.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeId};
    /// let root = Document::new().root_id();
    /// assert_eq!(NodeId::from_bits(root.to_bits()), Some(root));
    /// ```
    #[must_use]
    pub const fn to_bits(self) -> u128 {
        (self.stamp() as u128) << 32 | self.slot.0.get() as u128
    }

    /// The id that [`to_bits`](Self::to_bits) made a number of; `None` if it never makes that one.
    ///
    /// A number that came from elsewhere is an id of no node, or at worst of another node of the document.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Option<Self> {
        if bits >> 96 != 0 {
            return None;
        }
        match NonZeroU32::new(bits as u32) {
            Some(slot) => Some(Self { slot: Slot(slot), stamp: [(bits >> 64) as u32, (bits >> 32) as u32] }),
            None => None,
        }
    }
}

impl Hash for NodeId {
    /// One number, and different ones for the ids that a process makes within centuries.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.stamp().rotate_left(32) ^ u64::from(self.slot.0.get()));
    }
}

/// The slot, and what tells its nodes apart: `#5.17`.
impl fmt::Debug for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}.{}", self.slot, self.stamp())
    }
}

/// The stamp of each slot.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stamps {
    /// The stamp of the slots before those of `later`.
    first: u64,
    /// Pairs of a slot and the stamp of all slots from there on that were not used again, in ascending order.
    later: Vec<(Slot, u64)>,
    /// The stamp of each slot that was used again, and 0 for the others.
    used_again: Vec<u64>,
}

impl Stamps {
    #[inline]
    pub(crate) fn of(&self, slot: Slot) -> u64 {
        match self.used_again.get(slot.index()) {
            Some(&stamp) if stamp != 0 => stamp,
            _ => self.original(slot),
        }
    }

    /// The stamp of the first node that was in a slot.
    #[inline]
    pub(crate) fn original(&self, slot: Slot) -> u64 {
        let segments = self.later.partition_point(|&(first, _)| first <= slot);
        segments.checked_sub(1).map_or(self.first, |last| self.later[last].1)
    }

    /// Gives a slot, which is used again, a stamp of its own.
    pub(crate) fn renew(&mut self, slot: Slot) {
        if self.used_again.len() <= slot.index() {
            self.used_again.resize(slot.index() + 1, 0);
        }
        self.used_again[slot.index()] = next_stamp();
    }

    /// Gives all slots from one on, none of which is in use, another stamp.
    pub(crate) fn renew_from(&mut self, slot: Slot) {
        self.used_again.truncate(slot.index());
        self.later.truncate(self.later.partition_point(|&(first, _)| first < slot));
        if slot == Slot::FIRST {
            self.first = next_stamp();
        } else {
            self.later.push((slot, next_stamp()));
        }
    }
}

/// A number that was never returned before in this process, from 1.
fn next_stamp() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    // At a thousand million a second, they last for 584 years.
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_small() {
        assert_eq!((size_of::<NodeId>(), size_of::<Option<NodeId>>()), (12, 12));
        assert_eq!((size_of::<Slot>(), size_of::<Option<Slot>>()), (4, 4));
    }

    #[test]
    fn numbers_that_are_no_ids_are_refused() {
        for bits in [0, 1 << 32, u128::MAX, 1 << 96 | 1] {
            assert_eq!(NodeId::from_bits(bits), None, "{bits:#x}");
        }
        let id = NodeId::new(Slot::at(5), u64::MAX - 1);
        assert_eq!(NodeId::from_bits(id.to_bits()), Some(id));
        assert_eq!(format!("{:?}", NodeId::new(Slot::at(5), 17)), "#5.17");
    }
}
