//! The types of stored attributes, and the changes of long lists.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;
use hedgerow_base::{AttributeName, known};

use crate::node_id::Slot;
use crate::text::TextSpan;

/// An attribute in the attribute vector of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: AttributeName,
    pub(crate) value: TextSpan,
}

impl Attribute {
    /// The value of unused entries of the vector.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeList {
    /// The range in the attribute vector. If the list was taken while the element had an overlay ([`AttributeOverlay`]),
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

/// The changes are merged when the base has fewer than this number of attributes for each change. A replaced attribute
/// counts as two changes.
const ATTRIBUTES_FOR_A_CHANGE: u32 = 2;

/// The changes of one element's long list of attributes, stored outside the list.
///
/// Any number of elements may share a long list, so a change must not copy it. The overlay has a key for each attribute: its
/// position in the shared list (the base), and higher numbers for attributes that were added. A piece maps a
/// run of keys to consecutive indices of the attribute vector:
///
/// ```text
/// base         a b c d e      at 100 of the vector
/// set c        0..2 -> 100,  2 -> 200,  3..5 -> 103
/// remove d     0..2 -> 100,  2 -> 200,  4..5 -> 104
/// add f        0..2 -> 100,  2 -> 200,  4..5 -> 104,  5 -> 201
/// ```
///
/// So an overlay takes memory only for the changes, and each change takes logarithmic time. When the number of changes
/// reaches a fixed fraction of the base, `long_attributes.rs` merges them into a new list.
#[derive(Clone, Debug)]
pub(crate) struct AttributeOverlay {
    pub(crate) base: AttributeRange,
    /// The pieces by the key of their first attribute. They do not overlap.
    pieces: BTreeMap<u32, Piece>,
    /// The keys of attributes that are stored outside the base: the changed ones and the added ones.
    own: HashMap<AttributeName, u32>,
    next_key: u32,
    /// The number of attributes.
    pub(crate) length: u32,
}

/// A run of attributes with consecutive keys that are also consecutive in the vector.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The key after the last attribute of the run.
    end: u32,
    /// The index of the first attribute of the run in the vector.
    index: u32,
}

/// The position of an attribute in a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundAttribute {
    /// A number that ascends along the list: the index in the list, or the key in an overlay.
    pub(crate) order: u32,
    /// Its index in the attribute vector.
    pub(crate) index: usize,
}

impl AttributeOverlay {
    pub(crate) fn new(base: AttributeRange) -> Self {
        let all = Piece { end: base.length, index: base.start };
        Self {
            base,
            pieces: [(0, all)].into_iter().filter(|_| base.length > 0).collect(),
            own: HashMap::new(),
            next_key: base.length,
            length: base.length,
        }
    }

    pub(crate) fn keys(&self) -> Range<u32> {
        0..self.next_key
    }

    /// Whether there are enough changes to repay a merge, which takes time linear in the list.
    pub(crate) fn is_worth_merging(&self) -> bool {
        let own = self.own.len() as u32;
        let kept = self.length - own;
        self.base.length - kept + own > self.base.length / ATTRIBUTES_FOR_A_CHANGE
    }

    /// Finds an attribute that is stored outside the base.
    pub(crate) fn find_own(&self, name: AttributeName) -> Option<FoundAttribute> {
        let order = *self.own.get(&name)?;
        Some(FoundAttribute { order, index: self.pieces.get(&order)?.index as usize })
    }

    /// Returns the attribute at a position of the base, unless it was changed or removed.
    pub(crate) fn find_in_base(&self, position: u32) -> Option<FoundAttribute> {
        let (&start, piece) = self.pieces.range(..=position).next_back()?;
        let index = piece.index + (position - start);
        let is_in_base = position < piece.end && self.base.indices().contains(&(index as usize));
        is_in_base.then_some(FoundAttribute { order: position, index: index as usize })
    }

    /// Returns the key and the index of the first attribute whose key is in a range.
    pub(crate) fn first_within(&self, keys: Range<u32>) -> Option<(u32, usize)> {
        let around = self.pieces.range(..=keys.start).next_back().filter(|(_, piece)| piece.end > keys.start);
        let (&start, piece) = around.or_else(|| self.pieces.range(keys.clone()).next())?;
        let key = start.max(keys.start);
        (key < keys.end).then(|| (key, (piece.index + (key - start)) as usize))
    }

    /// Returns the key and the index of the last attribute whose key is in a range.
    pub(crate) fn last_within(&self, keys: Range<u32>) -> Option<(u32, usize)> {
        let (&start, piece) = self.pieces.range(..keys.end).next_back()?;
        let key = piece.end.min(keys.end) - 1;
        (key >= keys.start).then(|| (key, (piece.index + (key - start)) as usize))
    }

    /// Returns the keys and indices of the attributes that are stored outside the base.
    pub(crate) fn own_attributes(&self) -> impl Iterator<Item = (u32, usize)> {
        self.own.values().filter_map(|key| Some((*key, self.pieces.get(key)?.index as usize)))
    }

    pub(crate) fn push(&mut self, name: AttributeName, index: usize) {
        let key = self.next_key;
        self.next_key += 1;
        self.length += 1;
        self.put(key, name, index);
    }

    pub(crate) fn replace(&mut self, found: FoundAttribute, name: AttributeName, index: usize) {
        self.take_out(found.order);
        self.put(found.order, name, index);
    }

    /// Removes the attribute with this name.
    pub(crate) fn remove(&mut self, found: FoundAttribute, name: AttributeName) {
        self.own.remove(&name);
        self.take_out(found.order);
        self.length -= 1;
    }

    pub(crate) fn rename_own(&mut self, from: AttributeName, to: AttributeName) {
        if let Some(key) = self.own.remove(&from) {
            self.own.insert(to, key);
        }
    }

    /// Updates the indices of the attributes after a compaction of the vector.
    pub(crate) fn move_to(&mut self, base: AttributeRange, mut move_own: impl FnMut(usize) -> usize) {
        let Self { base: old_base, pieces, .. } = self;
        for piece in pieces.values_mut() {
            piece.index = if old_base.indices().contains(&(piece.index as usize)) {
                piece.index - old_base.start + base.start
            } else {
                move_own(piece.index as usize) as u32
            };
        }
        *old_base = base;
    }

    /// Returns the overlay for another document, in which the base has another range. `copy` copies an attribute that is stored
    /// outside the base, and returns its name and its index in that document.
    pub(crate) fn imported(
        &self,
        base: AttributeRange,
        mut copy: impl FnMut(usize) -> (AttributeName, usize),
    ) -> Self {
        let mut imported = self.clone();
        let mut names = HashMap::new();
        imported.move_to(base, |index| {
            let (name, index) = copy(index);
            names.insert(index as u32, name);
            index
        });
        let own = imported.pieces.iter().filter_map(|(key, piece)| Some((*names.get(&piece.index)?, *key)));
        imported.own = own.collect();
        imported
    }

    fn put(&mut self, key: u32, name: AttributeName, index: usize) {
        let index = AttributeRange::between(index, index + 1).start;
        self.pieces.insert(key, Piece { end: key + 1, index });
        self.own.insert(name, key);
    }

    fn take_out(&mut self, key: u32) {
        let Some((&start, &piece)) = self.pieces.range(..=key).next_back() else { return };
        if start == key {
            self.pieces.remove(&start);
        } else {
            self.pieces.insert(start, Piece { end: key, ..piece });
        }
        if key + 1 < piece.end {
            self.pieces.insert(key + 1, Piece { end: piece.end, index: piece.index + (key + 1 - start) });
        }
    }

    /// Whether the fields agree with each other and with the names of the attributes.
    pub(crate) fn is_consistent(&self, name_at: impl Fn(usize) -> Option<AttributeName>) -> bool {
        let mut end = 0;
        let (mut length, mut own) = (0, 0);
        for (&start, piece) in &self.pieces {
            if start < end || piece.end <= start || piece.end > self.next_key {
                return false;
            }
            end = piece.end;
            length += piece.end - start;
            let is_base =
                piece.index.checked_sub(self.base.start) == Some(start) && piece.end <= self.base.length;
            if is_base {
                continue;
            }
            own += 1;
            let key = name_at(piece.index as usize).and_then(|name| self.own.get(&name));
            if key != Some(&start) || piece.end != start + 1 {
                return false;
            }
        }
        length == self.length && own == self.own.len()
    }
}
