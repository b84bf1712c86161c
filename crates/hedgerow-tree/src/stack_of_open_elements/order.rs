//! Moving and removing elements in the middle of the stack, without touching the entries below them.
//!
//! Entries keep their indices. The entry of a removed element stays as a detached entry, and the links skip it. A moved
//! element keeps its entry, and the links of its new neighbours lead to it:
//!
//! ```text
//! entries   html  b  span  div  p         div, b and p are marked: the element above is not in the entry before
//! stack     html     -     div  b  p      span was taken out, b was moved below div
//! ```
//!
//! Scope queries compare a moved element by its own index, as if it had not moved. The answers are correct nevertheless: the
//! elements that it passed end no scope, and its entry stores the nearest special element of its new position. When all elements
//! below it are popped, the element gets a new entry at the end ([`StackOfOpenElements::restore`]), so the last entry is always
//! the current node.
//!
//! The links are created when an element is first moved or removed, so a document without such elements pays nothing for
//! them. Later calls only create the links of the entries that were pushed since then. An entry with [`LINKED`] has valid links.
//! Entries are pushed without this flag, so the links of a popped entry are never taken for those of its successor.

use hedgerow_base::ElementFlags;

use super::{OpenElement, StackOfOpenElements};
use crate::list_of_active_formatting_elements::FormattingId;

/// The value of `previous_of_name` in a detached entry. It differs from every place.
pub(super) const DETACHED: u32 = u32::MAX;

/// Whether the links of an entry exist. If they do, the links of all entries before it exist, too.
pub(super) const LINKED: ElementFlags = ElementFlags::SECOND_MARK;

/// In debug builds, all links are checked after each change while the stack has at most this number of entries. The bound keeps the
/// time linear.
const MOST_CHECKED: usize = 64;

/// The additional links of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Whether the element was moved to its position.
    was_moved: bool,
    /// The index of the element above, if the entry is marked.
    above: usize,
    /// The index of the element below. Valid only if `above` of that element is the index of this entry.
    below: usize,
    /// The place of the next entry of the same name. Valid only if `previous_of_name` of that entry is the place of this entry.
    next_of_name: u32,
    /// The place of the next special entry, or zero.
    next_special: u32,
}

impl<H: Copy + Eq> StackOfOpenElements<H> {
    /// Returns the index of the element immediately above another one.
    pub(crate) fn above(&self, index: usize) -> Option<usize> {
        if self.entries.get(index)?.flags.has(ElementFlags::MARK) {
            Some(self.records.get(index)?.above)
        } else {
            index.checked_sub(1)
        }
    }

    /// Returns the index of the element immediately below another one. The links of all entries must exist.
    fn below(&self, index: usize) -> Option<usize> {
        let below = self.records.get(index)?.below;
        (self.above(below) == Some(index)).then_some(below)
    }

    /// Iterates over the elements from the current to the topmost node.
    pub(crate) fn upwards(&self) -> impl Iterator<Item = &OpenElement<H>> {
        std::iter::successors(self.entries.len().checked_sub(1), |&index| self.above(index))
            .filter_map(|index| self.entries.get(index))
    }

    /// Creates the links of all entries that have none.
    fn record(&mut self) {
        let last = self.entries.iter().rposition(|entry| entry.flags.has(LINKED));
        let recorded = last.map_or(0, |last| last + 1);
        // The links after that are those of popped entries.
        self.records.truncate(recorded);
        debug_assert_eq!(self.records.len(), recorded, "all entries before an entry with links have links");
        for index in recorded..self.entries.len() {
            let OpenElement { flags, previous_of_name, .. } = self.entries[index];
            self.entries[index].flags = flags | LINKED;
            let above = index.saturating_sub(1);
            let special_above = self.entries[above].special;
            self.records.push(Record { was_moved: false, above, below: 0, next_of_name: 0, next_special: 0 });
            let place = index as u32 + 1;
            self.records[above].below = index;
            if let Some(previous) = self.record_at(previous_of_name) {
                previous.next_of_name = place;
            }
            if flags.has(ElementFlags::SPECIAL)
                && let Some(previous) = self.record_at(special_above)
            {
                previous.next_special = place;
            }
        }
    }

    /// Returns the links of the entry at a place.
    fn record_at(&mut self, place: u32) -> Option<&mut Record> {
        self.records.get_mut((place as usize).checked_sub(1)?)
    }

    /// Links two elements, one immediately below the other.
    fn link(&mut self, above: usize, below: usize) {
        self.records[above].below = below;
        self.records[below].above = above;
        let flags = &mut self.entries[below].flags;
        *flags =
            if below == above + 1 { flags.without(ElementFlags::MARK) } else { *flags | ElementFlags::MARK };
    }

    /// Returns the topmost special element below another one.
    pub(crate) fn first_special_below(&mut self, index: usize) -> Option<usize> {
        let special = self.entries.get(index)?.special;
        // OPTIMIZATION: usually no special element is below, so the current node has the same nearest special element.
        if self.current_node()?.special == special {
            return None;
        }
        self.record();
        let next = self.record_at(special)?.next_special;
        (next as usize).checked_sub(1)
    }

    /// Replaces the element at an index by another one of the same name.
    pub(crate) fn replace(&mut self, index: usize, handle: H) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.handle = handle;
        }
    }

    /// Removes an element that is not the current node. Returns its entry, and the element that was immediately below it.
    pub(crate) fn take_out(&mut self, index: usize) -> Option<(OpenElement<H>, H)> {
        self.record();
        let (above, below) = (self.above(index)?, self.below(index)?);
        let taken_out = *self.entries.get(index)?;
        let handle_below = self.entries.get(below)?.handle;
        self.replace_as_nearest(index, above);
        self.unlink_name(index);
        self.link(above, below);
        self.detached += 1;
        self.check();
        Some((taken_out, handle_below))
    }

    /// Updates the entries below an element that is removed. An entry that stores the removed element as the nearest of
    /// a kind gets the nearest entry of the element above instead.
    fn replace_as_nearest(&mut self, index: usize, above: usize) {
        let place = index as u32 + 1;
        let nearest = self.entries[above].nearest();
        if self.entries[index].flags.has(ElementFlags::SPECIAL) {
            let next_special = self.records[index].next_special;
            if let Some(previous) = self.record_at(self.entries[above].special) {
                previous.next_special = next_special;
            }
        }
        let mut next = self.below(index);
        while let Some(below) = next {
            let mut was_nearest = false;
            for (place_of_nearest, nearest) in self.entries[below].nearest_mut().into_iter().zip(nearest) {
                if *place_of_nearest == place {
                    *place_of_nearest = nearest;
                    was_nearest = true;
                }
            }
            if !was_nearest {
                return;
            }
            next = self.below(below);
        }
    }

    /// Removes an entry from the linked list of its name.
    fn unlink_name(&mut self, index: usize) {
        let place = index as u32 + 1;
        let entry = self.entries[index];
        self.entries[index].previous_of_name = DETACHED;
        let mut next = self.records[index].next_of_name;
        let successor = (next as usize).checked_sub(1).and_then(|next| self.entries.get_mut(next));
        if let Some(successor) = successor.filter(|successor| successor.previous_of_name == place) {
            successor.previous_of_name = entry.previous_of_name;
        } else {
            next = 0;
            let last = self.last_of_name_mut(&entry);
            debug_assert_eq!(*last, place, "an entry without a next entry of its name is the last one");
            *last = entry.previous_of_name;
        }
        if let Some(previous) = self.record_at(entry.previous_of_name) {
            previous.next_of_name = next;
        }
    }

    /// Moves an element, which must not be special, to the position immediately below another one, and gives it another handle.
    /// Returns its index.
    ///
    /// The caller guarantees that the elements in between end no scope and have other names, and that only the last of
    /// them is special.
    pub(crate) fn move_below(&mut self, index: usize, other: usize, handle: H) -> Option<usize> {
        // Special elements are never moved, so the order of their entries is their order on the stack.
        debug_assert!(other > index, "an element is moved downwards");
        self.record();
        let (above, below) = (self.above(index)?, self.below(index)?);
        let mut entry = *self.entries.get(index)?;
        entry.handle = handle;
        let below_other = self.below(other);
        if below_other.is_none() {
            self.unlink_name(index);
        }
        self.link(above, below);
        let Some(below_other) = below_other else {
            self.detached += 1;
            self.push_without_links(entry);
            self.check();
            return Some(self.entries.len() - 1);
        };
        let nearest = self.entries.get(other)?.nearest();
        for (place, nearest) in entry.nearest_mut().into_iter().zip(nearest) {
            *place = nearest;
        }
        self.entries[index] = entry;
        self.records[index].was_moved = true;
        self.link(other, index);
        self.link(index, below_other);
        self.check();
        Some(index)
    }

    /// Makes the element above the popped current node the last entry. Must be called after a marked entry was popped.
    ///
    /// Moved elements that are now at the end get new entries. Returns their ids in the list of active formatting elements, with
    /// their new indices.
    #[cold]
    pub(crate) fn restore(&mut self) -> Vec<(FormattingId, usize)> {
        let Some(popped) = self.records.get(self.entries.len()) else {
            debug_assert!(false, "a marked entry has links");
            return Vec::new();
        };
        let depth = self.depth();
        let mut last = popped.above;
        let mut moved = Vec::new();
        while self.records[last].was_moved
            && let Some(above) = self.above(last)
        {
            let entry = self.entries[last];
            *self.last_of_name_mut(&entry) = entry.previous_of_name;
            self.entries[last].previous_of_name = DETACHED;
            moved.push(entry);
            last = above;
        }
        self.entries.truncate(last + 1);
        self.forget_popped();
        self.records.truncate(last + 1);
        // This link may still lead to a moved entry.
        self.records[last].below = 0;
        let mut indices = Vec::new();
        for entry in moved.into_iter().rev() {
            indices.extend(entry.formatting.map(|id| (id, self.entries.len())));
            self.push_without_links(entry);
        }
        self.detached = self.entries.len() - depth;
        self.check();
        indices
    }

    /// Pushes an entry that was moved.
    fn push_without_links(&mut self, mut entry: OpenElement<H>) {
        entry.flags = entry.flags.without(ElementFlags::MARK).without(LINKED);
        self.push_entry(entry);
    }

    /// In debug builds, checks the links of a short stack against a walk.
    fn check(&self) {
        if !cfg!(debug_assertions) || self.entries.len() > MOST_CHECKED {
            return;
        }
        let last = self.entries.len().checked_sub(1);
        let mut upwards: Vec<usize> =
            std::iter::successors(last, |&index| self.above(index)).take(self.entries.len() + 1).collect();
        assert_eq!(upwards.len(), self.depth(), "each element is on the stack once");
        upwards.reverse();
        assert_eq!(upwards.first(), self.entries.first().map(|_| &0), "the topmost element is never moved");
        let mut special = 0;
        for (&index, below) in upwards.iter().zip(upwards.iter().skip(1).map(Some).chain([None])) {
            let entry = &self.entries[index];
            assert_ne!(entry.previous_of_name, DETACHED, "a detached element is not on the stack");
            if entry.flags.has(ElementFlags::SPECIAL) {
                let place = index as u32 + 1;
                assert!(place > special, "special elements are never moved");
                special = place;
            }
            assert_eq!(entry.special, special, "the nearest special element");
            if entry.flags.has(LINKED) && below.is_some_and(|&below| self.entries[below].flags.has(LINKED)) {
                assert_eq!(self.below(index).as_ref(), below, "the element below");
            }
        }
    }

    /// Whether an element that was pushed at this index is still open and in scope. It must not be an element that can be moved.
    pub(crate) fn is_open_in_scope(&self, handle: H, index: usize) -> bool {
        self.is_open(handle, index) && self.has_index_in_scope(index)
    }

    /// Whether an element that was pushed at this index is still open. It must not be an element that can be moved, and the
    /// handle must still identify it.
    pub(crate) fn is_open(&self, handle: H, index: usize) -> bool {
        let is_open = |entry: &OpenElement<H>| entry.handle == handle && entry.previous_of_name != DETACHED;
        self.entries.get(index).is_some_and(is_open)
    }
}
