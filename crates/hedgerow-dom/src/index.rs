//! [`ElementIndex`]: finds the elements of a document by id, by class and by name.
//!
//! ```text
//! build, after a dozen requests since links or attributes changed:
//!     walk the tree once, and number the elements in tree order
//!     store a pair of a hash and a number for each id, class and name; sort the pairs
//! find an id:
//!     return the elements whose numbers are stored with its hash
//! ```
//!
//! Any number of elements may share one long attribute. If the ids and classes of all elements together are much longer than
//! the text of the document, the index has only names.
//!
//! Hashes have 32 bits. The hashes of ids and classes ignore the case of ASCII letters, because in quirks mode, case does
//! not distinguish ids and classes. So the caller must compare the ids and classes of the elements that are found. Each
//! index has a random hash key, so that no document can have ids that collide on purpose.

use std::hash::{BuildHasher as _, Hasher as _};

use foldhash::fast::RandomState;
use hedgerow_base::{AttributeName, NameId, known};

use crate::document::Document;
use crate::node_id::Slot;
use crate::search_cache::{ElementIndex, Postings};

/// The number of requests after which an index repays the time to build it.
const WORTH_IT: u32 = 12;

/// The number of bytes of ids and classes that may be read for each node, in addition to the length of the text.
const BYTES_FOR_A_NODE: usize = 16;

/// The maximum number of keys of one search.
const MOST_KEYS: usize = 4;

/// A key of an [`ElementIndex`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum IndexKey<'k> {
    /// The value of the `id` attribute, ignoring ASCII case.
    Id(&'k str),
    /// One of the classes, ignoring ASCII case.
    Class(&'k str),
    /// The local name, in any namespace.
    Name(NameId),
}

impl Postings {
    /// Builds postings from pairs with the key in the upper half and the number in the lower half.
    fn new(mut pairs: Vec<u64>) -> Self {
        pairs.sort_unstable();
        // An attribute may contain a class twice.
        pairs.dedup();
        let mut keys: Vec<u32> = Vec::new();
        let mut starts = Vec::new();
        for (at, pair) in pairs.iter().enumerate() {
            let key = (pair >> 32) as u32;
            if keys.last() != Some(&key) {
                keys.push(key);
                starts.push(at as u32);
            }
        }
        starts.push(pairs.len() as u32);
        let numbers = pairs.into_iter().map(|pair| pair as u32).collect();
        Self { keys: keys.into(), starts: starts.into(), numbers }
    }

    fn of(&self, key: u32) -> &[u32] {
        let Ok(at) = self.keys.binary_search(&key) else { return &[] };
        match self.starts.get(at..at + 2) {
            Some(&[start, end]) => self.numbers.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Hashes a text, ignoring ASCII case.
fn hash(text: &str, state: &RandomState) -> u32 {
    let mut hasher = state.build_hasher();
    let mut lowercase = [0; 64];
    for part in text.as_bytes().chunks(lowercase.len()) {
        let lowercase = &mut lowercase[..part.len()];
        lowercase.copy_from_slice(part);
        lowercase.make_ascii_lowercase();
        hasher.write(lowercase);
    }
    hasher.finish() as u32
}

impl ElementIndex {
    fn of(document: &Document) -> Self {
        let state = RandomState::default();
        let mut elements = Vec::new();
        let [mut ids, mut classes, mut names] = [(); 3].map(|()| Vec::new());
        let mut bytes_left = Some(document.text.len() + BYTES_FOR_A_NODE * document.node_count());
        for node in document.root().descendants() {
            let Some(name) = node.interned_name() else { continue };
            let number = elements.len() as u64;
            let pair = |key: u32| u64::from(key) << 32 | number;
            elements.push(node.slot());
            names.push(pair(name.local.index() as u32));
            for (is_id, key) in [(true, known::ID), (false, known::CLASS)] {
                let value =
                    bytes_left.and_then(|_| document.attribute_value(node.slot(), AttributeName::plain(key)));
                let Some(value) = value else { continue };
                bytes_left = bytes_left.and_then(|left| left.checked_sub(value.len()));
                if bytes_left.is_none() {
                    continue;
                }
                if is_id {
                    ids.push(pair(hash(value, &state)));
                } else {
                    classes.extend(value.split_ascii_whitespace().map(|class| pair(hash(class, &state))));
                }
            }
        }
        let ids_and_classes = bytes_left.map(|_| [ids, classes].map(Postings::new));
        Self {
            node_count: document.node_count(),
            elements: elements.into(),
            ids_and_classes,
            names: Postings::new(names),
            state,
        }
    }

    /// Returns the elements that have one of these keys, in tree order and without repetition. A few other elements, whose
    /// keys have the same hash, may be among them. `None` for more than four keys, and for an id or a class if the index has
    /// only names.
    #[must_use]
    pub fn find<'k>(&self, keys: impl IntoIterator<Item = IndexKey<'k>>) -> Option<Indexed<'_>> {
        let mut numbers: [&[u32]; MOST_KEYS] = [&[]; MOST_KEYS];
        let mut places = numbers.iter_mut();
        for key in keys {
            *places.next()? = match key {
                IndexKey::Id(id) => self.ids_and_classes.as_ref()?[0].of(hash(id, &self.state)),
                IndexKey::Class(class) => self.ids_and_classes.as_ref()?[1].of(hash(class, &self.state)),
                IndexKey::Name(name) => self.names.of(name.index() as u32),
            };
        }
        Some(Indexed { elements: &self.elements, numbers })
    }
}

/// The elements found in an index, in tree order: [`ElementIndex::find`].
#[derive(Clone, Debug)]
pub struct Indexed<'d> {
    elements: &'d [Slot],
    /// The remaining numbers of each key.
    numbers: [&'d [u32]; MOST_KEYS],
}

impl Iterator for Indexed<'_> {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        let number = *self.numbers.iter().filter_map(|numbers| numbers.first()).min()?;
        for numbers in &mut self.numbers {
            if let Some((first, rest)) = numbers.split_first()
                && *first == number
            {
                *numbers = rest;
            }
        }
        self.elements.get(number as usize).copied()
    }
}

impl std::iter::FusedIterator for Indexed<'_> {}

/// Returns the index of the elements in the tree of the root; `None` for the first dozen requests since a change, because fewer
/// requests do not repay building it.
#[must_use]
pub fn index(document: &Document) -> Option<&ElementIndex> {
    let index = document.search_cache.index(WORTH_IT, || ElementIndex::of(document))?;
    (index.node_count == document.node_count()).then_some(index)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_index_has_its_own_hash_key() {
        let document = Document::new();
        let hashes = (0..16).map(|_| hash("id", &ElementIndex::of(&document).state));
        assert!(hashes.collect::<HashSet<_>>().len() > 8);
    }
}
