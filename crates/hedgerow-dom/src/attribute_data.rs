//! The types of stored attributes.

use std::ops::Range;

use hedgerow_base::{AttributeName, SideTable};

use crate::node_id::Slot;
use crate::text::TextSpan;

/// An attribute of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: AttributeName,
    pub(crate) value: TextSpan,
}

/// A range of the attribute vector: a list that never changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct AttributeRange {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl AttributeRange {
    pub(crate) const EMPTY: Self = Self { start: 0, length: 0 };

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
/// Later changes of the element do not affect the list, unless the element has more than 16 attributes or has had them: then the
/// list has the attributes that the element has when the list is used. A compaction of memory, after nodes or attributes were
/// removed, invalidates all lists except those that a parser passes to [`reclaim_memory`](crate::Unchecked::reclaim_memory).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeList {
    pub(crate) range: AttributeRange,
    /// The element, if it had an [own list](crate::own_attributes::OwnAttributes).
    pub(crate) owner: Option<Slot>,
}

/// The positions of the attributes of a long list.
pub(crate) type AttributeIndex = SideTable<AttributeName, u32>;
