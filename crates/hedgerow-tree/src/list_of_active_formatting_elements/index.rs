//! The index of a long list of active formatting elements: for each name, and for each name with attributes, a chain of
//! entries from the last one on.
//!
//! Entries behind the last marker are told by the number of markers before them: a marker is only removed with all that
//! stands behind it.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use hedgerow_names::NameId;

use super::FormattingId;

/// What the index knows of an entry.
#[derive(Clone, Copy, Debug)]
struct Links {
    /// The entries of the same name before and behind it.
    previous_of_name: Option<FormattingId>,
    next_of_name: Option<FormattingId>,
    /// The key of its name, attributes and number of markers.
    class: u64,
    /// The entry of the same class before it. There are three at most, or else the same key has come of something else.
    previous_of_class: Option<FormattingId>,
    /// How many markers stand before it.
    markers: usize,
}

/// The index of a long list. Its keys are random, because the attributes come from strangers.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) hasher: RandomState,
    pub(super) markers: usize,
    /// At the places of the entries; what is there for markers and entries that were removed has no meaning.
    links: Vec<Option<Links>>,
    last_of_name: HashMap<NameId, FormattingId>,
    last_of_class: HashMap<u64, FormattingId>,
}

impl Index {
    fn links(&self, id: FormattingId) -> Option<&Links> {
        self.links.get(id.index())?.as_ref()
    }

    fn links_mut(&mut self, id: FormattingId) -> Option<&mut Links> {
        self.links.get_mut(id.index())?.as_mut()
    }

    fn class(&self, name: NameId, attributes: u64) -> u64 {
        self.hasher.hash_one((name, attributes, self.markers))
    }

    /// Takes note of an element at the end of the list.
    pub(super) fn push(&mut self, id: FormattingId, name: NameId, attributes: u64) {
        let class = self.class(name, attributes);
        let previous_of_name = self.last_of_name.insert(name, id);
        if let Some(previous) = previous_of_name.and_then(|previous| self.links_mut(previous)) {
            previous.next_of_name = Some(id);
        }
        let previous_of_class = self.last_of_class.insert(class, id);
        if self.links.len() <= id.index() {
            self.links.resize(id.index() + 1, None);
        }
        self.links[id.index()] = Some(Links {
            previous_of_name,
            next_of_name: None,
            class,
            previous_of_class,
            markers: self.markers,
        });
    }

    /// Forgets an element.
    pub(super) fn remove(&mut self, id: FormattingId, name: NameId) {
        let Some(links) = self.links.get_mut(id.index()).and_then(Option::take) else { return };
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

    /// The last element of that name behind the last marker.
    pub(super) fn last_of_name_since_the_last_marker(&self, name: NameId) -> Option<FormattingId> {
        let id = *self.last_of_name.get(&name)?;
        self.is_behind_the_last_marker(id).then_some(id)
    }

    /// The elements behind the last marker that have that name and those attributes, as far as the key tells; the latest
    /// first.
    pub(super) fn of_class_since_the_last_marker(
        &self,
        name: NameId,
        attributes: u64,
    ) -> impl Iterator<Item = FormattingId> {
        let last = self.last_of_class.get(&self.class(name, attributes)).copied();
        std::iter::successors(last, |&id| self.links(id)?.previous_of_class)
            .filter(|&id| self.is_behind_the_last_marker(id))
    }

    fn is_behind_the_last_marker(&self, id: FormattingId) -> bool {
        self.links(id).is_some_and(|links| links.markers == self.markers)
    }
}
