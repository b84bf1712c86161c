//! The types of stored attributes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;
use hedgerow_base::{AttributeName, known};

use crate::node_id::Slot;
use crate::text_span::TextSpan;

/// An attribute in the vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: AttributeName,
    pub(crate) value: TextSpan,
}

impl Attribute {
    /// The value of unused elements of the vector.
    pub(crate) const FILLER: Self = Self { name: AttributeName::plain(known::ID), value: TextSpan::EMPTY };
}

/// A range of the attribute vector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct AttributeRange {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl AttributeRange {
    pub(crate) const EMPTY: Self = Self { start: 0, length: 0 };

    /// Returns the range from `start` to `end`.
    #[inline]
    pub(crate) fn between(start: usize, end: usize) -> Self {
        assert!(u32::try_from(end).is_ok(), "the attributes of a document are limited to 4 thousand million");
        Self { start: start as u32, length: (end - start) as u32 }
    }

    #[inline]
    pub(crate) fn indices(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// A handle for the attributes that an element has at one time.
///
/// The first change of the element's attributes does not affect lists that were taken before it. Later changes are made in place,
/// and therefore visible in lists that were taken after the first change. A compaction of memory, after nodes or attributes were
/// removed, invalidates all lists except those that a parser passes to [`reclaim_memory`](crate::Unchecked::reclaim_memory).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttributeList {
    /// The range in the attribute vector. If the list was taken while the element had an overlay (see `attribute_overlay.rs`),
    /// the start is [`START_OF_CHANGES`](Self::START_OF_CHANGES), and the length is the number of attributes at that time.
    pub(crate) range: AttributeRange,
    /// The element to which the list belongs; `None` if elements may share the list.
    pub(crate) owner: Option<Slot>,
}

/// The positions of the attributes of a long list.
pub(crate) type AttributeIndex = HashMap<AttributeName, u32>;

/// A cache of the classes of the element to which a class was last added. Adding another class then does not read a long
/// value again.
#[derive(Clone, Debug)]
pub(crate) struct KnownClasses {
    /// The range of the value in the text. As long as the attribute has this range, its value is unchanged.
    pub(crate) value: Range<usize>,
    pub(crate) classes: HashSet<Box<str>, RandomState>,
}

impl KnownClasses {
    /// The minimum length in bytes of a value whose classes are cached. Reading a shorter value again costs less.
    pub(crate) const LONG: usize = 256;
}
