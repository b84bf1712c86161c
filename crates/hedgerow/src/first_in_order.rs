//! [`FirstInOrder`]: the first of many items in the order of their places, and how many more there were.
//!
//! Twice as many as are kept are held at a time, so that each item costs the same however many there are.

use crate::ParseError;
use crate::dom_sink::PendingError;

/// What has a place in the source.
pub(crate) trait Placed {
    /// What tells the order: first of all the offset at which it begins.
    type Key: Ord;

    fn key(&self) -> Self::Key;

    /// The offset at which it begins.
    fn offset(&self) -> u32;
}

/// The first items in the order of their places.
#[derive(Debug)]
pub(crate) struct FirstInOrder<T> {
    items: Vec<T>,
    /// How many are kept.
    most: usize,
    left_out: LeftOut,
}

/// Items that are counted, but not kept.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// How many they are for certain.
    count: usize,
    /// Where the others are, if some may turn out not to count.
    places: Vec<u32>,
    remembers_places: bool,
}

impl<T: Placed> FirstInOrder<T> {
    /// Keeps `most` items. Those that are left out can still be told apart by their places if that is asked for.
    pub(crate) fn new(most: usize, remembers_places: bool) -> Self {
        Self { items: Vec::new(), most, left_out: LeftOut { remembers_places, ..LeftOut::default() } }
    }

    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
        if self.items.len() / 2 > self.most {
            self.leave_out();
        }
    }

    /// Sorts the items, and leaves out all but the first.
    fn leave_out(&mut self) {
        self.items.sort_by_key(T::key);
        if self.items.len() > self.most {
            self.left_out.extend(self.items[self.most..].iter().map(T::offset));
            self.items.truncate(self.most);
        }
    }

    /// Takes the items out, in order. What was left out stays counted.
    pub(crate) fn take(&mut self) -> Vec<T> {
        self.leave_out();
        std::mem::take(&mut self.items)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut()
    }

    pub(crate) fn left_out_mut(&mut self) -> &mut LeftOut {
        &mut self.left_out
    }
}

impl LeftOut {
    fn extend(&mut self, offsets: impl ExactSizeIterator<Item = u32>) {
        if self.remembers_places {
            self.places.extend(offsets);
        } else {
            self.count += offsets.len();
        }
    }

    /// Takes note that all items before an offset count.
    pub(crate) fn settle_before(&mut self, offset: u32) {
        let before = self.places.len();
        self.places.retain(|&place| place >= offset);
        self.count += before - self.places.len();
    }

    /// Takes note that text was inserted: what lies behind it moves.
    pub(crate) fn shift_behind(&mut self, start: u32, length: u32) {
        for place in self.places.iter_mut().filter(|place| **place >= start) {
            *place += length;
        }
    }

    /// How many they are, of those whose place counts.
    pub(crate) fn count(&self, counts: impl Fn(u32) -> bool) -> usize {
        self.count + self.places.iter().filter(|&&place| counts(place)).count()
    }
}

impl Placed for PendingError {
    type Key = (u32, crate::ErrorKind, u32);

    fn key(&self) -> Self::Key {
        (self.span.start, self.kind, self.span.end)
    }

    fn offset(&self) -> u32 {
        self.span.start
    }
}

impl Placed for ParseError {
    type Key = (u32, crate::ErrorKind, u32);

    fn key(&self) -> Self::Key {
        (self.start.offset, self.kind, self.end.offset)
    }

    fn offset(&self) -> u32 {
        self.start.offset
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Placed for u32 {
        type Key = Self;

        fn key(&self) -> Self {
            *self
        }

        fn offset(&self) -> Self {
            *self
        }
    }

    proptest! {
        #[test]
        fn keeps_the_first_and_counts_the_rest(
            numbers in prop::collection::vec(0..50_u32, 0..100),
            most in 0..30_usize,
            settled in 0..50_u32,
            remembers_places: bool,
        ) {
            let mut first = FirstInOrder::new(most, remembers_places);
            for &number in &numbers {
                first.push(number);
                prop_assert!(first.items.len() <= 2 * most + 1);
            }
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            let (kept, left_out) = sorted.split_at(most.min(sorted.len()));
            prop_assert_eq!(first.take(), kept);
            first.left_out_mut().settle_before(settled);
            prop_assert_eq!(first.left_out.count(|_| true), left_out.len());
            let certain = left_out.iter().filter(|&&number| !remembers_places || number < settled).count();
            prop_assert_eq!(first.left_out.count(|_| false), certain);
        }
    }
}
