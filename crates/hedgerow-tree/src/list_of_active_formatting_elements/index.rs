//! The index of a long list of active formatting elements. It links the entries of the same name, and the entries of the same name
//! with equal attributes, each from the last entry to the first.
//!
//! An entry is after the last marker if the number of markers before it equals the number of all markers. The number of markers
//! before an entry never changes, because a marker is only removed together with all entries after it.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use hedgerow_base::NameId;

use super::FormattingId;

/// The links of an entry.
#[derive(Clone, Copy, Debug)]
struct Links {
    /// The previous entry of the same name.
    previous_of_name: Option<FormattingId>,
    /// The next entry of the same name.
    next_of_name: Option<FormattingId>,
    /// A hash of the entry's name, its attributes, and the number of markers before it. Entries with equal hashes form a class.
    class: u64,
    /// The previous entry of the same class. At most three entries are linked, unless hashes collide.
    previous_of_class: Option<FormattingId>,
    /// The number of markers before the entry.
    markers: usize,
}

/// The index of a long list. Its hashes are keyed randomly, because attributes are untrusted.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) hasher: RandomState,
    pub(super) markers: usize,
    /// The links of each entry, by the index of its id; `None` for markers and removed entries.
    links: Vec<Option<Links>>,
    last_of_name: HashMap<NameId, FormattingId>,
    last_of_class: HashMap<u64, FormattingId>,
}

impl Index {
    fn links(&self, id: FormattingId) -> Option<&Links> {
        self.links.get(id.position())?.as_ref()
    }

    fn links_mut(&mut self, id: FormattingId) -> Option<&mut Links> {
        self.links.get_mut(id.position())?.as_mut()
    }

    fn class(&self, name: NameId, attributes: u64) -> u64 {
        self.hasher.hash_one((name, attributes, self.markers))
    }

    /// Adds an element at the end of the list.
    pub(super) fn push(&mut self, id: FormattingId, name: NameId, attributes: u64) {
        let class = self.class(name, attributes);
        let previous_of_name = self.last_of_name.insert(name, id);
        if let Some(previous) = previous_of_name.and_then(|previous| self.links_mut(previous)) {
            previous.next_of_name = Some(id);
        }
        let previous_of_class = self.last_of_class.insert(class, id);
        if self.links.len() <= id.position() {
            self.links.resize(id.position() + 1, None);
        }
        self.links[id.position()] = Some(Links {
            previous_of_name,
            next_of_name: None,
            class,
            previous_of_class,
            markers: self.markers,
        });
    }

    /// Removes an element.
    pub(super) fn remove(&mut self, id: FormattingId, name: NameId) {
        let Some(links) = self.links.get_mut(id.position()).and_then(Option::take) else { return };
        if let Some(previous) = links.previous_of_name.and_then(|previous| self.links_mut(previous)) {
            previous.next_of_name = links.next_of_name;
        }
        match (links.next_of_name, links.previous_of_name) {
            (Some(next), previous) => {
                if let Some(next) = self.links_mut(next) {
                    next.previous_of_name = previous;
                }
            }
            (None, Some(previous)) => drop(self.last_of_name.insert(name, previous)),
            (None, None) => drop(self.last_of_name.remove(&name)),
        }
        let last = self.last_of_class.get(&links.class).copied();
        if last != Some(id) {
            let mut chain = std::iter::successors(last, |&id| self.links(id)?.previous_of_class);
            let next =
                chain.find(|&next| self.links(next).and_then(|links| links.previous_of_class) == Some(id));
            if let Some(next) = next.and_then(|next| self.links_mut(next)) {
                next.previous_of_class = links.previous_of_class;
            }
        } else if let Some(previous) = links.previous_of_class {
            self.last_of_class.insert(links.class, previous);
        } else {
            self.last_of_class.remove(&links.class);
        }
    }

    /// Returns the last element of this name after the last marker.
    pub(super) fn last_of_name_since_the_last_marker(&self, name: NameId) -> Option<FormattingId> {
        let id = *self.last_of_name.get(&name)?;
        self.is_after_the_last_marker(id).then_some(id)
    }

    /// Iterates over the elements after the last marker with this name and these attributes (whose hashes are equal),
    /// the latest first.
    pub(super) fn of_class_since_the_last_marker(
        &self,
        name: NameId,
        attributes: u64,
    ) -> impl Iterator<Item = FormattingId> {
        let last = self.last_of_class.get(&self.class(name, attributes)).copied();
        std::iter::successors(last, |&id| self.links(id)?.previous_of_class)
            .filter(|&id| self.is_after_the_last_marker(id))
    }

    fn is_after_the_last_marker(&self, id: FormattingId) -> bool {
        self.links(id).is_some_and(|links| links.markers == self.markers)
    }
}
