//! The list of active formatting elements: entries whose position in a vector never changes, linked in
//! the list's order.
//!
//! Because positions do not change, the stack and the list can refer to each other's entries by position.
//! So no search is needed to find out whether an element of the list is on the stack of open
//! elements.
//!
//! A short list is searched as the standard says. Once the list has had many entries at a time, an index (`index.rs`) replaces
//! the search; the unit tests compare the two.

mod index;

use std::hash::RandomState;
use std::num::NonZeroU32;

use hedgerow_base::NameId;

use self::index::Index;

/// The maximum number of entries that are searched without an index.
const MOST_WITHOUT_INDEX: usize = 16;

/// The id of an entry. It is reused after the entry was removed from the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FormattingId(NonZeroU32);

/// An element in the list, with the token for which it was created.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveFormattingElement<H, A> {
    /// The node.
    pub(crate) handle: H,
    /// The tag name of the element.
    pub(crate) name: NameId,
    /// The attributes of the element's token.
    pub(crate) attributes: A,
    /// The position of the element on the stack of open elements, if it is there.
    pub(crate) stack_position: Option<usize>,
}

#[derive(Clone, Debug)]
struct Entry<H, A> {
    /// `None` for a marker, and for a removed entry.
    element: Option<ActiveFormattingElement<H, A>>,
    previous: Option<FormattingId>,
    next: Option<FormattingId>,
}

/// The list of active formatting elements.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements>
#[derive(Clone, Debug)]
pub(crate) struct ListOfActiveFormattingElements<H, A> {
    entries: Vec<Entry<H, A>>,
    /// The free list of removed entries.
    free: Vec<FormattingId>,
    last: Option<FormattingId>,
    index: Option<Box<Index>>,
}

impl<H, A> Default for ListOfActiveFormattingElements<H, A> {
    fn default() -> Self {
        Self { entries: Vec::new(), free: Vec::new(), last: None, index: None }
    }
}

impl FormattingId {
    /// Returns the id of the last entry of a vector of this length.
    #[inline]
    fn at(length: usize) -> Option<Self> {
        NonZeroU32::new(length as u32).map(Self)
    }

    /// Returns the position of the entry in the vector.
    #[inline]
    fn position(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl<H: Copy + Eq, A: Copy> ListOfActiveFormattingElements<H, A> {
    /// Returns the last entry of the list.
    #[inline]
    pub(crate) fn last(&self) -> Option<FormattingId> {
        self.last
    }

    /// Returns the entry before another one.
    pub(crate) fn previous(&self, id: FormattingId) -> Option<FormattingId> {
        self.entry(id).previous
    }

    /// Returns the entry after another one.
    pub(crate) fn next(&self, id: FormattingId) -> Option<FormattingId> {
        self.entry(id).next
    }

    /// Returns the element of an entry; `None` if the entry is a marker, or was removed.
    #[inline]
    pub(crate) fn element(&self, id: FormattingId) -> Option<&ActiveFormattingElement<H, A>> {
        self.entries.get(id.position())?.element.as_ref()
    }

    #[inline]
    fn entry(&self, id: FormattingId) -> &Entry<H, A> {
        &self.entries[id.position()]
    }

    #[inline]
    fn entry_mut(&mut self, id: FormattingId) -> &mut Entry<H, A> {
        &mut self.entries[id.position()]
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Iterates over the attributes of all elements in the list.
    pub(crate) fn attribute_lists_mut(&mut self) -> impl Iterator<Item = &mut A> {
        self.entries.iter_mut().filter_map(|entry| Some(&mut entry.element.as_mut()?.attributes))
    }

    /// Iterates over the entries after the last marker, or over all entries if there is no marker, from the last to the first.
    pub(crate) fn since_the_last_marker(
        &self,
    ) -> impl Iterator<Item = (FormattingId, &ActiveFormattingElement<H, A>)> {
        std::iter::successors(self.last, |&id| self.previous(id))
            .map_while(|id| Some((id, self.element(id)?)))
    }

    /// Returns the last element of this tag name that comes after the last marker.
    pub(crate) fn last_of_name_since_the_last_marker(&self, name: NameId) -> Option<FormattingId> {
        if let Some(index) = &self.index {
            return index.last_of_name_since_the_last_marker(name);
        }
        self.since_the_last_marker().find(|(_, element)| element.name == name).map(|(id, _)| id)
    }

    /// Returns the third last of the elements after the last marker that have the same tag name and the same attributes; `None`
    /// if there are fewer than three. The caller removes that element before it pushes another one of its kind. `attributes` is
    /// the hash of the attributes if the list has a [hasher](Self::hasher).
    #[inline(always)]
    pub(crate) fn earliest_of_three(
        &self,
        name: NameId,
        attributes: Option<u64>,
        are_same: impl Fn(A) -> bool,
    ) -> Option<FormattingId> {
        // OPTIMIZATION: most lists do not have three entries.
        if self.len() < 3 {
            return None;
        }
        self.find_earliest_of_three(name, attributes, are_same)
    }

    #[inline(never)]
    fn find_earliest_of_three(
        &self,
        name: NameId,
        attributes: Option<u64>,
        are_same: impl Fn(A) -> bool,
    ) -> Option<FormattingId> {
        let is_one =
            |element: &ActiveFormattingElement<H, A>| element.name == name && are_same(element.attributes);
        if let (Some(index), Some(attributes)) = (&self.index, attributes) {
            return index
                .of_class_since_the_last_marker(name, attributes)
                .filter(|&id| self.element(id).is_some_and(is_one))
                .nth(2);
        }
        self.since_the_last_marker().filter(|(_, element)| is_one(element)).nth(2).map(|(id, _)| id)
    }

    /// Returns the hasher of attributes, if the list has an index.
    #[inline]
    pub(crate) fn hasher(&self) -> Option<&RandomState> {
        self.index.as_ref().map(|index| &index.hasher)
    }

    /// Whether the list has no index and is not so long that it needs one.
    #[inline(always)]
    pub(crate) fn is_short(&self) -> bool {
        self.entries.len() <= MOST_WITHOUT_INDEX && self.index.is_none()
    }

    /// Builds the index; `key_of` hashes attributes.
    #[cold]
    pub(crate) fn make_the_index(&mut self, key_of: impl Fn(A, &RandomState) -> u64) {
        let mut index = Box::new(Index::default());
        let mut ids: Vec<_> = std::iter::successors(self.last, |&id| self.previous(id)).collect();
        ids.reverse();
        for id in ids {
            match self.element(id) {
                None => index.markers += 1,
                Some(element) => {
                    let key = key_of(element.attributes, &index.hasher);
                    index.push(id, element.name, key);
                }
            }
        }
        self.index = Some(index);
    }

    /// Inserts a marker at the end of the list.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker>
    pub(crate) fn insert_marker(&mut self) {
        if let Some(index) = &mut self.index {
            index.markers += 1;
        }
        self.insert_at_the_end(None);
    }

    /// Adds an element at the end of the list. `attributes` is the hash of its attributes if the list has a
    /// [hasher](Self::hasher).
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        element: ActiveFormattingElement<H, A>,
        attributes: Option<u64>,
    ) -> FormattingId {
        let name = element.name;
        let id = self.insert_at_the_end(Some(element));
        if let (Some(index), Some(attributes)) = (&mut self.index, attributes) {
            index.push(id, name, attributes);
        }
        id
    }

    /// OPTIMIZATION: does the same as [`push`](Self::push) if the list is so short that no element has to be removed; otherwise does
    /// nothing and returns `None`.
    #[inline(always)]
    pub(crate) fn push_onto_short_list(
        &mut self,
        element: ActiveFormattingElement<H, A>,
    ) -> Option<FormattingId> {
        if self.entries.len() >= 3 || !self.free.is_empty() || self.index.is_some() {
            return None;
        }
        let previous = self.last;
        self.entries.push(Entry { element: Some(element), previous, next: None });
        self.last = FormattingId::at(self.entries.len());
        if let Some(previous) = previous {
            self.entry_mut(previous).next = self.last;
        }
        self.last
    }

    /// OPTIMIZATION: [removes](Self::remove) the last entry of the list if it is also the last of the vector and there is no index;
    /// otherwise does nothing and returns `false`.
    #[inline(always)]
    pub(crate) fn pop_without_index(&mut self) -> bool {
        if self.last != FormattingId::at(self.entries.len()) || self.index.is_some() {
            return false;
        }
        self.last = self.entries.pop().and_then(|entry| entry.previous);
        if let Some(last) = self.last {
            self.entry_mut(last).next = None;
        }
        true
    }

    #[inline(always)]
    fn insert_at_the_end(&mut self, element: Option<ActiveFormattingElement<H, A>>) -> FormattingId {
        let entry = Entry { element, previous: self.last, next: None };
        let id = if let Some(id) = self.free.pop() {
            *self.entry_mut(id) = entry;
            id
        } else {
            self.entries.push(entry);
            FormattingId(NonZeroU32::MIN.saturating_add(self.entries.len() as u32 - 1))
        };
        if let Some(previous) = self.last {
            self.entry_mut(previous).next = Some(id);
        }
        self.last = Some(id);
        id
    }

    /// Moves an element forward, directly after a later element.
    ///
    /// The caller guarantees that the moved element remains the last element of its name after the last marker.
    pub(crate) fn move_after(&mut self, id: FormattingId, bookmark: FormattingId) {
        self.unlink(id);
        let next = self.next(bookmark);
        self.entry_mut(bookmark).next = Some(id);
        match next {
            Some(next) => self.entry_mut(next).previous = Some(id),
            None => self.last = Some(id),
        }
        let entry = self.entry_mut(id);
        entry.previous = Some(bookmark);
        entry.next = next;
    }

    /// Unlinks an entry from its neighbours.
    #[inline(always)]
    fn unlink(&mut self, id: FormattingId) {
        let &Entry { previous, next, .. } = self.entry(id);
        if let Some(previous) = previous {
            self.entry_mut(previous).next = next;
        }
        match next {
            Some(next) => self.entry_mut(next).previous = previous,
            None => self.last = previous,
        }
    }

    /// Removes an entry; returns the position of its element on the stack.
    #[inline(always)]
    pub(crate) fn remove(&mut self, id: FormattingId) -> Option<usize> {
        self.unlink(id);
        let element = self.entry_mut(id).element.take();
        if let Some(index) = &mut self.index {
            match &element {
                None => index.markers -= 1,
                Some(_) => index.remove(id),
            }
        }
        // OPTIMIZATION: most entries are removed in the reverse order of their insertion.
        if id.position() + 1 == self.entries.len() {
            self.entries.truncate(id.position());
        } else {
            self.free.push(id);
        }
        element.and_then(|element| element.stack_position)
    }

    /// Replaces the element of an entry.
    pub(crate) fn replace(&mut self, id: FormattingId, handle: H, stack_position: Option<usize>) {
        if let Some(element) = &mut self.entry_mut(id).element {
            element.handle = handle;
            element.stack_position = stack_position;
        }
    }

    /// Sets the position that an entry's element has on the stack of open elements.
    #[inline]
    pub(crate) fn set_stack_position(&mut self, id: FormattingId, stack_position: Option<usize>) {
        if let Some(element) = &mut self.entry_mut(id).element {
            element.stack_position = stack_position;
        }
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::known::{A, B, I};

    use super::*;
    use crate::random::random_numbers;

    type List = ListOfActiveFormattingElements<u32, u32>;

    fn element(handle: u32, name: NameId, attributes: u32) -> ActiveFormattingElement<u32, u32> {
        ActiveFormattingElement { handle, name, attributes, stack_position: None }
    }

    fn handles(list: &List) -> Vec<Option<u32>> {
        let mut handles: Vec<_> = std::iter::successors(list.last(), |&id| list.previous(id))
            .map(|id| list.element(id).map(|element| element.handle))
            .collect();
        handles.reverse();
        let first = std::iter::successors(list.last(), |&id| list.previous(id)).last();
        let forward: Vec<_> = std::iter::successors(first, |&id| list.next(id))
            .map(|id| list.element(id).map(|element| element.handle))
            .collect();
        assert_eq!(forward, handles);
        handles
    }

    #[test]
    fn entries_keep_their_order_through_moves_and_removals() {
        let mut list = List::default();
        list.push(element(1, A, 0), None);
        let second = list.push(element(2, B, 0), None);
        list.insert_marker();
        let third = list.push(element(3, I, 0), None);
        assert_eq!(handles(&list), [Some(1), Some(2), None, Some(3)]);
        list.remove(second);
        let fourth = list.push(element(4, B, 0), None);
        list.move_after(third, fourth);
        assert_eq!(handles(&list), [Some(1), None, Some(4), Some(3)]);
        list.remove(third);
        assert_eq!(handles(&list), [Some(1), None, Some(4)]);
        assert!(list.element(third).is_none(), "a removed entry has no element");
    }

    #[test]
    fn the_last_marker_ends_the_search() {
        let mut list = List::default();
        let outer = list.push(element(1, A, 0), None);
        assert_eq!(list.last_of_name_since_the_last_marker(A), Some(outer));
        list.insert_marker();
        assert_eq!(list.last_of_name_since_the_last_marker(A), None);
        let inner = list.push(element(2, A, 0), None);
        list.push(element(3, B, 0), None);
        assert_eq!(list.last_of_name_since_the_last_marker(A), Some(inner));
    }

    /// Hashes attributes, which are numbers in these tests, with collisions.
    fn key(attributes: u32, _: &RandomState) -> u64 {
        u64::from(attributes % 3)
    }

    #[test]
    fn the_index_agrees_with_a_search_after_random_changes() {
        let mut random = random_numbers();
        let mut plain = List::default();
        let mut indexed = List::default();
        for handle in 0..4000 {
            let name = [A, B, I][random(3)];
            let attributes = random(5) as u32;
            match random(10) {
                0..=5 => {
                    plain.push(element(handle, name, attributes), None);
                    let attributes_key = indexed.hasher().map(|hasher| key(attributes, hasher));
                    indexed.push(element(handle, name, attributes), attributes_key);
                }
                6 => {
                    plain.insert_marker();
                    indexed.insert_marker();
                }
                7 => {
                    // Elements are removed anywhere, markers only together with all entries after them.
                    let ids: Vec<_> = std::iter::successors(plain.last(), |&id| plain.previous(id)).collect();
                    let id = ids.get(random(ids.len().max(1))).copied();
                    if let Some(id) = id.filter(|&id| plain.element(id).is_some()) {
                        assert_eq!(plain.remove(id), indexed.remove(id));
                    }
                }
                8 => {
                    if let Some(id) = plain.last_of_name_since_the_last_marker(name)
                        && let Some(last) = plain.last().filter(|&last| last != id)
                    {
                        plain.move_after(id, last);
                        indexed.move_after(id, last);
                    }
                }
                _ if random(8) == 0 => {
                    while let Some(last) = plain.last() {
                        let is_marker = plain.element(last).is_none();
                        plain.remove(last);
                        indexed.remove(last);
                        if is_marker {
                            break;
                        }
                    }
                }
                _ => {}
            }
            if !indexed.is_short() && indexed.hasher().is_none() {
                indexed.make_the_index(key);
            }
            assert_eq!(handles(&indexed), handles(&plain));
            for name in [A, B, I] {
                assert_eq!(
                    indexed.last_of_name_since_the_last_marker(name),
                    plain.last_of_name_since_the_last_marker(name)
                );
                for attributes in 0..5 {
                    let attributes_key = indexed.hasher().map(|hasher| key(attributes, hasher));
                    assert_eq!(
                        indexed.earliest_of_three(name, attributes_key, |other| other == attributes),
                        plain.earliest_of_three(name, None, |other| other == attributes)
                    );
                }
            }
        }
        assert!(indexed.hasher().is_some());
    }
}
