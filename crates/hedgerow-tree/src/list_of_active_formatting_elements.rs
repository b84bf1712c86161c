//! The list of active formatting elements: entries that never move, linked in the list's order.
//!
//! Because an entry does not move, an element on the stack can name its entry, and the entry can say where on the
//! stack its element is; "is it in the stack of open elements?" is then a look, not a search.

use std::num::NonZeroU32;

use hedgerow_names::NameId;

/// Names an entry of the list for as long as it is in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FormattingId(NonZeroU32);

/// An element in the list, with the token for which it was created.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveFormattingElement<H, A> {
    /// The node.
    pub(crate) handle: H,
    /// Its tag name.
    pub(crate) name: NameId,
    /// The attributes of its token.
    pub(crate) attributes: A,
    /// Its index on the stack of open elements, if it is there.
    pub(crate) stack_index: Option<usize>,
}

#[derive(Clone, Debug)]
struct Entry<H, A> {
    /// `None` is a marker.
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
    /// Entries that may be used again.
    free: Vec<FormattingId>,
    last: Option<FormattingId>,
}

impl<H, A> Default for ListOfActiveFormattingElements<H, A> {
    fn default() -> Self {
        Self { entries: Vec::new(), free: Vec::new(), last: None }
    }
}

impl FormattingId {
    /// The place of the entry in the vector.
    #[inline]
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl<H: Copy + Eq, A: Copy> ListOfActiveFormattingElements<H, A> {
    /// The last (most recently added) entry.
    #[inline]
    pub(crate) fn last(&self) -> Option<FormattingId> {
        self.last
    }

    /// The entry one earlier.
    pub(crate) fn previous(&self, id: FormattingId) -> Option<FormattingId> {
        self.entry(id).previous
    }

    /// The entry one later.
    pub(crate) fn next(&self, id: FormattingId) -> Option<FormattingId> {
        self.entry(id).next
    }

    /// The element of an entry; `None` if it is a marker.
    #[inline]
    pub(crate) fn element(&self, id: FormattingId) -> Option<&ActiveFormattingElement<H, A>> {
        self.entry(id).element.as_ref()
    }

    #[inline]
    fn entry(&self, id: FormattingId) -> &Entry<H, A> {
        &self.entries[id.index()]
    }

    #[inline]
    fn entry_mut(&mut self, id: FormattingId) -> &mut Entry<H, A> {
        &mut self.entries[id.index()]
    }

    /// The entries between the end of the list and the last marker (or the start), latest first.
    pub(crate) fn since_the_last_marker(
        &self,
    ) -> impl Iterator<Item = (FormattingId, &ActiveFormattingElement<H, A>)> {
        std::iter::successors(self.last, |&id| self.previous(id))
            .map_while(|id| Some((id, self.element(id)?)))
    }

    /// The last element between the end of the list and the last marker that has the tag name.
    pub(crate) fn last_of_name_since_the_last_marker(&self, name: NameId) -> Option<FormattingId> {
        self.since_the_last_marker().find(|(_, element)| element.name == name).map(|(id, _)| id)
    }

    /// Inserts a marker at the end of the list.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker>
    pub(crate) fn insert_marker(&mut self) {
        self.insert_after(self.last, None);
    }

    /// Adds an element at the end of the list.
    #[inline(always)]
    pub(crate) fn push(&mut self, element: ActiveFormattingElement<H, A>) -> FormattingId {
        self.insert_after(self.last, Some(element))
    }

    /// Adds an entry behind another one, or at the start of the list.
    #[inline(always)]
    pub(crate) fn insert_after(
        &mut self,
        previous: Option<FormattingId>,
        element: Option<ActiveFormattingElement<H, A>>,
    ) -> FormattingId {
        let next = match previous {
            Some(previous) => self.next(previous),
            None => std::iter::successors(self.last, |&id| self.previous(id)).last(),
        };
        let entry = Entry { element, previous, next };
        let id = if let Some(id) = self.free.pop() {
            *self.entry_mut(id) = entry;
            id
        } else {
            self.entries.push(entry);
            FormattingId(NonZeroU32::MIN.saturating_add(self.entries.len() as u32 - 1))
        };
        if let Some(previous) = previous {
            self.entry_mut(previous).next = Some(id);
        }
        match next {
            Some(next) => self.entry_mut(next).previous = Some(id),
            None => self.last = Some(id),
        }
        id
    }

    /// Removes an entry; returns the index of its element on the stack.
    #[inline(always)]
    pub(crate) fn remove(&mut self, id: FormattingId) -> Option<usize> {
        let entry = self.entry(id);
        let stack_index = entry.element.as_ref().and_then(|element| element.stack_index);
        let (previous, next) = (entry.previous, entry.next);
        if let Some(previous) = previous {
            self.entry_mut(previous).next = next;
        }
        match next {
            Some(next) => self.entry_mut(next).previous = previous,
            None => self.last = previous,
        }
        self.free.push(id);
        stack_index
    }

    /// Replaces the element of an entry.
    pub(crate) fn replace(&mut self, id: FormattingId, handle: H, stack_index: Option<usize>) {
        if let Some(element) = &mut self.entry_mut(id).element {
            element.handle = handle;
            element.stack_index = stack_index;
        }
    }

    /// Notes where on the stack of open elements the element of an entry is now.
    #[inline]
    pub(crate) fn set_stack_index(&mut self, id: FormattingId, stack_index: Option<usize>) {
        if let Some(element) = &mut self.entry_mut(id).element {
            element.stack_index = stack_index;
        }
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_names::known::{A, B, I};

    use super::*;

    fn element(handle: u32, name: NameId) -> ActiveFormattingElement<u32, ()> {
        ActiveFormattingElement { handle, name, attributes: (), stack_index: None }
    }

    fn handles(list: &ListOfActiveFormattingElements<u32, ()>) -> Vec<Option<u32>> {
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
    fn entries_keep_their_order_through_insertions_and_removals() {
        let mut list = ListOfActiveFormattingElements::default();
        let first = list.push(element(1, A));
        let second = list.push(element(2, B));
        list.insert_marker();
        let third = list.push(element(3, I));
        assert_eq!(handles(&list), [Some(1), Some(2), None, Some(3)]);
        list.insert_after(Some(first), Some(element(4, B)));
        list.remove(second);
        list.insert_after(None, Some(element(5, B)));
        assert_eq!(handles(&list), [Some(5), Some(1), Some(4), None, Some(3)]);
        list.remove(third);
        assert_eq!(handles(&list), [Some(5), Some(1), Some(4), None]);
    }

    #[test]
    fn the_last_marker_ends_the_search() {
        let mut list = ListOfActiveFormattingElements::default();
        let outer = list.push(element(1, A));
        assert_eq!(list.last_of_name_since_the_last_marker(A), Some(outer));
        list.insert_marker();
        assert_eq!(list.last_of_name_since_the_last_marker(A), None);
        let inner = list.push(element(2, A));
        list.push(element(3, B));
        assert_eq!(list.last_of_name_since_the_last_marker(A), Some(inner));
    }
}
