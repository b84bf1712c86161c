//! The data of attributes: what the vector of them has, and what a document keeps beside it.
//!
//! What is not here: how they are found and changed (`attributes.rs`), the view for reading (`attribute_ref.rs`), and the changes
//! of long lists (`attribute_overlay.rs`).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;
use hedgerow_names::{AttributeName, known};

use crate::node_id::Slot;
use crate::text::TextSpan;

/// An attribute in the vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: AttributeName,
    pub(crate) value: TextSpan,
}

impl Attribute {
    /// What stands in room that is not used yet.
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

    /// The range from `start` to `end`.
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

/// The attributes that an element had at one moment.
///
/// A list stays what it was when the element is changed for the first time; but an element that was changed before is changed in
/// place, and lists taken from it since follow. When the document uses memory again, after nodes or attributes were removed, all
/// lists lose their meaning; those of a parser that works on it [are moved](crate::Unchecked::reclaim_memory).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttributeList {
    /// If the list is kept as changes of another, it starts at [`START_OF_CHANGES`](Self::START_OF_CHANGES), and has the length
    /// of then.
    pub(crate) range: AttributeRange,
    /// The element, if it alone has this list.
    pub(crate) owner: Option<Slot>,
}

/// The positions of the attributes of a long list.
pub(crate) type AttributeIndex = HashMap<AttributeName, u32>;

/// The classes of the element that got one last, so that a long value need not be read for the next one.
#[derive(Clone, Debug)]
pub(crate) struct KnownClasses {
    /// Where the value stands in the text. It is what it was as long as it stands there.
    pub(crate) value: Range<usize>,
    pub(crate) classes: HashSet<Box<str>, RandomState>,
}

impl KnownClasses {
    /// The length in bytes from which on reading a value costs more than keeping its classes.
    pub(crate) const LONG: usize = 256;
}
