//! The index of a long list of active formatting elements: the entries of each name, and the entries of each name with equal
//! attributes, in the order in which they were added.
//!
//! That is also their order in the list: an element is moved only past elements of other names.
//!
//! An entry is after the last marker if the number of markers before it equals the number of all markers. The number of markers
//! before an entry never changes, because a marker is only removed together with all entries after it.

use std::hash::{BuildHasher as _, RandomState};
use std::iter::successors;

use hedgerow_base::{NameId, SideTable};

use super::FormattingId;

/// The two groups of an element: the elements of its name, and its class.
const NAME: usize = 0;
const CLASS: usize = 1;

/// The facts about an element in the list.
#[derive(Clone, Copy, Debug)]
struct Indexed {
    /// The keys of its groups: the index of its name, and a hash of its name, its attributes, and the number of markers before it.
    keys: [u64; 2],
    /// The number of markers before the element.
    markers: usize,
    /// The element of each group that was added before.
    previous: [Option<FormattingId>; 2],
    /// The element of each group that was added next.
    next: [Option<FormattingId>; 2],
}

/// The index of a long list. Its hashes are keyed randomly, because attributes are untrusted.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) hasher: RandomState,
    pub(super) markers: usize,
    /// The elements, by the indices of their ids; `None` for markers and removed entries.
    elements: Vec<Option<Indexed>>,
    /// The last element of each name, and of each class. A class has at most three elements, unless hashes collide.
    last: [SideTable<u64, FormattingId>; 2],
}

impl Index {
    fn keys(&self, name: NameId, attributes: u64) -> [u64; 2] {
        [name.index() as u64, self.hasher.hash_one((name, attributes, self.markers))]
    }

    fn element(&mut self, id: FormattingId) -> Option<&mut Indexed> {
        self.elements.get_mut(id.position())?.as_mut()
    }

    /// Adds an element at the end of the list.
    pub(super) fn push(&mut self, id: FormattingId, name: NameId, attributes: u64) {
        let keys = self.keys(name, attributes);
        let previous = [NAME, CLASS].map(|group| self.last[group].insert(keys[group], id));
        for group in [NAME, CLASS] {
            if let Some(previous) = previous[group].and_then(|previous| self.element(previous)) {
                previous.next[group] = Some(id);
            }
        }
        if self.elements.len() <= id.position() {
            self.elements.resize(id.position() + 1, None);
        }
        self.elements[id.position()] =
            Some(Indexed { keys, markers: self.markers, previous, next: [None; 2] });
    }

    /// Removes an element.
    pub(super) fn remove(&mut self, id: FormattingId) {
        let Some(removed) = self.elements.get_mut(id.position()).and_then(Option::take) else { return };
        for group in [NAME, CLASS] {
            let (previous, next) = (removed.previous[group], removed.next[group]);
            if let Some(previous) = previous.and_then(|previous| self.element(previous)) {
                previous.next[group] = next;
            }
            let key = removed.keys[group];
            match (next.and_then(|next| self.element(next)), previous) {
                (Some(next), _) => next.previous[group] = previous,
                (None, Some(previous)) => _ = self.last[group].insert(key, previous),
                (None, None) => _ = self.last[group].remove(&key),
            }
        }
    }

    /// Returns the last element of this name after the last marker.
    pub(super) fn last_of_name_since_the_last_marker(&self, name: NameId) -> Option<FormattingId> {
        let last = self.last[NAME].get(&(name.index() as u64)).copied();
        last.filter(|&id| self.is_after_the_last_marker(id))
    }

    /// Iterates over the elements after the last marker with this name and these attributes (whose hashes are equal),
    /// the latest first.
    pub(super) fn of_class_since_the_last_marker(
        &self,
        name: NameId,
        attributes: u64,
    ) -> impl Iterator<Item = FormattingId> {
        let last = self.last[CLASS].get(&self.keys(name, attributes)[CLASS]).copied();
        successors(last, |id| self.elements[id.position()]?.previous[CLASS])
            .filter(|&id| self.is_after_the_last_marker(id))
    }

    fn is_after_the_last_marker(&self, id: FormattingId) -> bool {
        self.elements[id.position()].is_some_and(|element| element.markers == self.markers)
    }
}
