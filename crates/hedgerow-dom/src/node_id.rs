//! [`NodeId`], the checked id of a node, and [`Slot`], the index of a node in the arena.
//!
//! A slot is reused after its node was removed, so an id has a stamp that differs for each node of a slot:
//!
//! ```text
//! id = slot + stamp
//! stamps come from one counter of the process, so only a document and its clones share stamps
//!
//! a document is made or restarted:   one stamp for all slots
//! a document is cloned:              the clone keeps all stamps, and draws one for the slots that it adds later
//! a slot is used again:              a stamp for this slot alone, in a side table
//! ```
//!
//! A parser only adds slots, so it draws a single stamp.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

/// The index of a node in the arena of its document: 4 bytes, not checked.
///
/// Slots are for parsers ([`Document::unchecked`](crate::Document::unchecked)) and for tables with an entry for each node. A slot
/// is reused for another node after its node was removed, and denotes another node in another document. A [`NodeId`] detects
/// both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(NonZeroU32);

impl Slot {
    /// The slot of the first node of a document: its `Document` node.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// The greatest number of slots.
    pub(crate) const MOST: usize = u32::MAX as usize;

    /// Returns the index for tables: at least 1, less than [`Document::id_limit`](crate::Document::id_limit).
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// Returns the slot of an [index](Self::index); `None` for 0 and for numbers that are too large.
    #[inline]
    pub fn from_index(index: usize) -> Option<Self> {
        u32::try_from(index).ok().and_then(NonZeroU32::new).map(Self)
    }

    /// Returns the slot at an index that the arena has.
    #[inline]
    #[expect(
        clippy::expect_used,
        reason = "2^32 nodes take 128 GiB; `Limits::nodes` stops a parser long before"
    )]
    pub(crate) fn at(index: usize) -> Self {
        Self::from_index(index).expect("the nodes of a document are limited to 4 thousand million")
    }

    /// Returns the slot at an index from 1 to [`MOST`](Self::MOST).
    #[inline(always)]
    pub(crate) fn before_the_limit(index: usize) -> Self {
        debug_assert!((1..=Self::MOST).contains(&index), "the index is not a slot");
        NonZeroU32::new(index as u32).map_or(Self::FIRST, Self)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}

/// The id of a node, which a program keeps while the document changes.
///
/// An id always denotes the same node, in the document that returned it and in later clones of that document. The id of a
/// removed node is *stale*: it never denotes a node that is created later. An id of another document is *foreign*. Every method
/// that takes an id detects both:
///
/// - [`Document::get`](crate::Document::get) and other methods that return an `Option` return `None`;
/// - [`Document::node`](crate::Document::node) panics;
/// - a change returns a [`MutationError`](crate::MutationError) with the rule
///   [`NoSuchNode`](crate::MutationRule::NoSuchNode), and `SourceEdits` returns an error. Neither has an effect;
/// - a [`Selection`](crate::Selection) skips the id.
///
/// [`Document::remove`](crate::Document::remove) and the methods whose documentation links there remove nodes.
/// [`Unchecked::restart`](crate::Unchecked::restart) removes all nodes.
///
/// ```
/// use hedgerow::Document;
/// let mut document = Document::new();
/// let old = document.create_text("old");
/// document.remove(old)?;
/// let new = document.create_text("new");
/// assert_eq!(old.index(), new.index(), "the slot is used again");
/// assert!(document.get(old).is_none() && document.get(new).is_some());
/// assert!(Document::new().get(new).is_none());
/// # Ok::<(), hedgerow::dom::MutationError>(())
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

    /// Returns the index of the node for tables: at least 1, less than [`Document::id_limit`](crate::Document::id_limit). Until a
    /// node is removed, indices are in the order of creation. The index of a removed node is used again.
    #[inline]
    pub const fn index(self) -> usize {
        self.slot.index()
    }
}

impl Hash for NodeId {
    /// Writes one number, which differs for all ids of a process.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.stamp().rotate_left(32) ^ u64::from(self.slot.0.get()));
    }
}

/// The slot and the stamp: `#5.17`.
impl fmt::Debug for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}.{}", self.slot, self.stamp())
    }
}

/// The stamp of each slot.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stamps {
    /// The stamp of the slots before the first slot in `Exceptions::later`.
    first: u64,
    /// Allocated only when slots get other stamps than `first`.
    exceptions: Option<Box<Exceptions>>,
}

/// The stamps of the slots of a document that was cloned or shrunk, or whose nodes were removed.
#[derive(Clone, Default, Debug)]
struct Exceptions {
    /// Pairs of a slot and a stamp, in ascending order. The stamp applies to this slot and all later
    /// ones before the slot of the next pair, except reused slots.
    later: Vec<(Slot, u64)>,
    /// The stamp of each reused slot, and 0 for all other slots.
    used_again: Vec<u64>,
}

impl Stamps {
    #[inline]
    pub(crate) fn of(&self, slot: Slot) -> u64 {
        match &self.exceptions {
            None => self.first,
            Some(exceptions) => match exceptions.used_again.get(slot.index()) {
                Some(&stamp) if stamp != 0 => stamp,
                _ => self.original(slot),
            },
        }
    }

    /// Returns the stamp of the first node of a slot.
    pub(crate) fn original(&self, slot: Slot) -> u64 {
        let Some(Exceptions { later, .. }) = self.exceptions.as_deref() else { return self.first };
        let segments = later.partition_point(|&(first, _)| first <= slot);
        segments.checked_sub(1).map_or(self.first, |last| later[last].1)
    }

    /// Gives a reused slot a stamp of its own.
    pub(crate) fn renew(&mut self, slot: Slot) {
        let Exceptions { used_again, .. } = &mut **self.exceptions.get_or_insert_default();
        if used_again.len() <= slot.index() {
            used_again.resize(slot.index() + 1, 0);
        }
        used_again[slot.index()] = next_stamp();
    }

    /// Gives a slot and all slots after it another stamp. These slots must be unused.
    pub(crate) fn renew_from(&mut self, slot: Slot) {
        if slot == Slot::FIRST {
            *self = Self { first: next_stamp(), exceptions: None };
            return;
        }
        let Exceptions { later, used_again } = &mut **self.exceptions.get_or_insert_default();
        used_again.truncate(slot.index());
        later.truncate(later.partition_point(|&(first, _)| first < slot));
        later.push((slot, next_stamp()));
    }

    /// Whether all stamps are distinct, were drawn, and belong to slots.
    #[cfg(any(test, feature = "validate"))]
    pub(crate) fn are_distinct(&self, slot_count: usize) -> bool {
        let (later, used_again) = match &self.exceptions {
            Some(exceptions) => (&*exceptions.later, &*exceptions.used_again),
            None => (&[][..], &[][..]),
        };
        let last = LAST_STAMP.load(Ordering::Relaxed);
        let used = used_again.iter().copied().filter(|&stamp| stamp != 0);
        let stamps = std::iter::once(self.first).chain(later.iter().map(|&(_, stamp)| stamp)).chain(used);
        let mut seen = hedgerow_base::SideTable::new();
        used_again.len() <= slot_count
            && later.is_sorted_by(|(one, _), (other, _)| one < other)
            && later.first().is_none_or(|&(first, _)| first > Slot::FIRST)
            && stamps.into_iter().all(|stamp| (1..=last).contains(&stamp) && seen.add(stamp))
    }

    /// Damages the stamps, for the tests of [`are_distinct`](Self::are_distinct).
    #[cfg(test)]
    pub(crate) fn damage(&mut self, damage: impl FnOnce(&mut u64, &mut Vec<(Slot, u64)>, &mut Vec<u64>)) {
        let Exceptions { later, used_again } = &mut **self.exceptions.get_or_insert_default();
        damage(&mut self.first, later, used_again);
    }
}

/// The stamp that was drawn last.
static LAST_STAMP: AtomicU64 = AtomicU64::new(0);

/// Returns a number that it has not returned before in this process; the first one is 1.
fn next_stamp() -> u64 {
    // At a thousand million stamps a second, 64 bits suffice for 584 years.
    LAST_STAMP.fetch_add(1, Ordering::Relaxed) + 1
}
