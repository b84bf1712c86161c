//! The index of a long list of active formatting elements: the entries of each name, and the entries of each name with equal
//! attributes, in the order in which they were added.
//!
//! That is also their order in the list: an element is moved only past elements of other names.
//!
//! An entry is after the last marker if the number of markers before it equals the number of all markers. The number of markers
//! before an entry never changes, because a marker is only removed together with all entries after it.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher as _, Hash, RandomState};

use hedgerow_base::NameId;

use super::FormattingId;

/// The facts about an element in the list.
#[derive(Clone, Copy, Debug)]
struct Indexed {
    /// The number of elements that were added before.
    number: usize,
    /// A hash of the element's name, its attributes, and the number of markers before it. Elements with equal hashes form a class.
    class: u64,
    /// The number of markers before the element.
    markers: usize,
}

/// For each key, the entries by their [numbers](Indexed::number).
type Groups<K> = HashMap<K, BTreeMap<usize, FormattingId>>;

/// The index of a long list. Its hashes are keyed randomly, because attributes are untrusted.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) hasher: RandomState,
    pub(super) markers: usize,
    /// The elements, by the indices of their ids; `None` for markers and removed entries.
    elements: Vec<Option<Indexed>>,
    /// The number of elements that were added so far.
    count: usize,
    names: Groups<NameId>,
    /// The classes. Each has at most three elements, unless hashes collide.
    classes: Groups<u64>,
}

impl Index {
    fn class(&self, name: NameId, attributes: u64) -> u64 {
        self.hasher.hash_one((name, attributes, self.markers))
    }

    /// Adds an element at the end of the list.
    pub(super) fn push(&mut self, id: FormattingId, name: NameId, attributes: u64) {
        let element =
            Indexed { number: self.count, class: self.class(name, attributes), markers: self.markers };
        self.count += 1;
        self.names.entry(name).or_default().insert(element.number, id);
        self.classes.entry(element.class).or_default().insert(element.number, id);
        if self.elements.len() <= id.position() {
            self.elements.resize(id.position() + 1, None);
        }
        self.elements[id.position()] = Some(element);
    }

    /// Removes an element.
    pub(super) fn remove(&mut self, id: FormattingId, name: NameId) {
        if let Some(element) = self.elements.get_mut(id.position()).and_then(Option::take) {
            remove_from(&mut self.names, &name, element.number);
            remove_from(&mut self.classes, &element.class, element.number);
        }
    }

    /// Returns the last element of this name after the last marker.
    pub(super) fn last_of_name_since_the_last_marker(&self, name: NameId) -> Option<FormattingId> {
        let (_, &id) = self.names.get(&name)?.last_key_value()?;
        self.is_after_the_last_marker(id).then_some(id)
    }

    /// Iterates over the elements after the last marker with this name and these attributes (whose hashes are equal),
    /// the latest first.
    pub(super) fn of_class_since_the_last_marker(
        &self,
        name: NameId,
        attributes: u64,
    ) -> impl Iterator<Item = FormattingId> {
        let class = self.classes.get(&self.class(name, attributes)).into_iter();
        class.flat_map(|class| class.values().rev().copied()).filter(|&id| self.is_after_the_last_marker(id))
    }

    fn is_after_the_last_marker(&self, id: FormattingId) -> bool {
        self.elements
            .get(id.position())
            .is_some_and(|element| element.is_some_and(|element| element.markers == self.markers))
    }
}

/// Removes an entry from its group, and the group if it is empty.
fn remove_from<K: Eq + Hash>(groups: &mut Groups<K>, key: &K, number: usize) {
    if let Some(group) = groups.get_mut(key) {
        group.remove(&number);
        if group.is_empty() {
            groups.remove(key);
        }
    }
}
