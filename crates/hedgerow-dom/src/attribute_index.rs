//! [`AttributeIndex`]: where the attributes of an element are that has many of them.
//!
//! Each attribute has a number, which grows along the list and stays the same when others are removed, so that its place is
//! found by a binary search among the numbers. Taking one away from either end costs nothing but that.
//!
//! What is not here: the attributes themselves (`attributes.rs`).

use std::collections::VecDeque;

use hedgerow_names::AttributeName;
use indexmap::IndexMap;

/// The places of the attributes of one element.
#[derive(Clone, Default, Debug)]
pub(crate) struct AttributeIndex {
    numbers: IndexMap<AttributeName, u64>,
    /// The numbers in the order of the attributes.
    order: VecDeque<u64>,
    next_number: u64,
    /// Where the room ends that the element's attributes have, if it owns them.
    pub(crate) room_end: usize,
}

impl AttributeIndex {
    /// The index of attributes in a room that ends there.
    pub(crate) fn new(names: impl IntoIterator<Item = AttributeName>, room_end: usize) -> Self {
        let mut index = Self { room_end, ..Self::default() };
        for name in names {
            index.push(name);
        }
        index
    }

    /// Where an attribute is in the list.
    pub(crate) fn position(&self, name: AttributeName) -> Option<usize> {
        self.order.binary_search(self.numbers.get(&name)?).ok()
    }

    /// Takes note of a new attribute at the end.
    pub(crate) fn push(&mut self, name: AttributeName) {
        self.numbers.insert(name, self.next_number);
        self.order.push_back(self.next_number);
        self.next_number += 1;
    }

    /// Takes note that an attribute is no more.
    pub(crate) fn remove(&mut self, name: AttributeName) {
        if let Some(position) = self.position(name) {
            self.numbers.swap_remove(&name);
            self.order.remove(position);
        }
    }

    /// Takes note that an attribute has another name.
    pub(crate) fn rename(&mut self, from: AttributeName, to: AttributeName) {
        if let Some(number) = self.numbers.swap_remove(&from) {
            self.numbers.insert(to, number);
        }
    }

    /// Whether it says of these attributes where they are, and of no others.
    pub(crate) fn is_of(&self, names: impl ExactSizeIterator<Item = AttributeName>) -> bool {
        names.len() == self.numbers.len()
            && names.len() == self.order.len()
            && names.enumerate().all(|(position, name)| self.position(name) == Some(position))
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_names::known::{CLASS, HREF, ID, TITLE};

    use super::*;

    #[test]
    fn places_are_right_after_any_change() {
        let [id, class, href, title] = [ID, CLASS, HREF, TITLE].map(AttributeName::plain);
        let mut index = AttributeIndex::new([id, class, href], 0);
        assert!(index.is_of([id, class, href].into_iter()));
        index.remove(id);
        index.remove(id);
        assert!(index.is_of([class, href].into_iter()));
        index.push(id);
        index.rename(href, title);
        assert!(index.is_of([class, title, id].into_iter()));
        assert!(!index.is_of([title, class, id].into_iter()));
        assert_eq!(index.position(href), None);
    }
}
