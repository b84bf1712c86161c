//! [`FirstInOrder`]: the first of many errors in the order of their places, and how many more there were.
//!
//! Twice as many as are kept are held at a time, so that each error costs the same however many there are.

use std::collections::BTreeMap;

use crate::errors::{ErrorKind, ParseError};
use crate::pending_errors::PendingError;

/// What tells the order: the offset at which an error begins, its kind, and the offset at which it ends.
type Place = (u32, ErrorKind, u32);

/// What has a place in the source.
pub(crate) trait Placed {
    fn place(&self) -> Place;
}

impl Placed for PendingError {
    fn place(&self) -> Place {
        (self.span.start, self.kind, self.span.end)
    }
}

impl Placed for ParseError {
    fn place(&self) -> Place {
        (self.start.offset, self.kind, self.end.offset)
    }
}

/// The first errors in the order of their places.
#[derive(Debug)]
pub(crate) struct FirstInOrder<T> {
    errors: Vec<T>,
    /// How many are kept.
    most: usize,
    left_out: LeftOut,
}

impl<T: Placed> FirstInOrder<T> {
    /// Keeps `most` errors. Those that are left out can still be told apart by their places if that is asked for.
    pub(crate) fn new(most: usize, remembers_places: bool) -> Self {
        Self { errors: Vec::new(), most, left_out: LeftOut { remembers_places, ..LeftOut::default() } }
    }

    pub(crate) fn push(&mut self, error: T) {
        self.errors.push(error);
        if self.errors.len() / 2 > self.most {
            self.leave_out();
        }
    }

    /// Sorts the errors, and leaves out all but the first.
    fn leave_out(&mut self) {
        self.errors.sort_by_key(T::place);
        for error in self.errors.drain(self.most.min(self.errors.len())..) {
            self.left_out.push(error.place());
        }
    }

    /// Takes the errors out, in order. What was left out stays counted.
    pub(crate) fn take(&mut self) -> Vec<T> {
        self.leave_out();
        std::mem::take(&mut self.errors)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.errors.iter_mut()
    }

    pub(crate) fn left_out_mut(&mut self) -> &mut LeftOut {
        &mut self.left_out
    }
}

/// Errors that are counted, but not kept.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    counts: BTreeMap<ErrorKind, usize>,
    /// The errors that may turn out not to count.
    unsettled: Places<ErrorKind>,
    remembers_places: bool,
}

impl LeftOut {
    fn push(&mut self, (offset, kind, _): Place) {
        if self.remembers_places {
            self.unsettled.insert(offset, kind);
        } else {
            *self.counts.entry(kind).or_default() += 1;
        }
    }

    /// Takes note that all errors before an offset count.
    pub(crate) fn settle_before(&mut self, offset: u32) {
        while let Some((kind, count)) = self.unsettled.pop_before(offset) {
            *self.counts.entry(kind).or_default() += count;
        }
    }

    /// Takes note that text was inserted: what lies after it moves.
    pub(crate) fn shift_from(&mut self, start: u32, length: u32) {
        self.unsettled.shift_from(start, length);
    }

    /// Adds others.
    pub(crate) fn merge(&mut self, other: &mut Self) {
        for (place, count) in std::mem::take(&mut other.unsettled.0) {
            self.unsettled.add(place, count);
        }
        for (kind, count) in std::mem::take(&mut other.counts) {
            *self.counts.entry(kind).or_default() += count;
        }
    }

    /// How many there are of each kind, up to the last offset that counts, and at most so many of those whose place is known.
    pub(crate) fn into_counts(mut self, last: u32, most: usize) -> BTreeMap<ErrorKind, usize> {
        let mut left = most;
        let end = last.saturating_add(1);
        while let Some((kind, count)) = self.unsettled.pop_before(end).filter(|_| left > 0) {
            let count = count.min(left);
            *self.counts.entry(kind).or_default() += count;
            left -= count;
        }
        self.counts
    }
}

/// How many things there are at which offset.
///
/// One long token may have any number of errors, so the first and the last of them are found without looking at the others.
#[derive(Debug)]
pub(crate) struct Places<T>(BTreeMap<(u32, Option<T>), usize>);

impl<T> Default for Places<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Ord + Copy> Places<T> {
    pub(crate) fn insert(&mut self, offset: u32, thing: T) {
        self.add((offset, Some(thing)), 1);
    }

    fn add(&mut self, place: (u32, Option<T>), count: usize) {
        *self.0.entry(place).or_default() += count;
    }

    /// Takes out the first thing, if it is before an offset, and all of its kind that are at the same place.
    pub(crate) fn pop_before(&mut self, offset: u32) -> Option<(T, usize)> {
        let first = self.0.first_entry().filter(|entry| entry.key().0 < offset)?;
        let ((_, thing), count) = first.remove_entry();
        Some((thing?, count))
    }

    /// Moves all things at an offset and after it.
    pub(crate) fn shift_from(&mut self, start: u32, length: u32) {
        let shifted: Vec<_> = self.0.range((start, None)..).map(|(&place, &count)| (place, count)).collect();
        for (place, _) in &shifted {
            self.0.remove(place);
        }
        for ((offset, thing), count) in shifted {
            self.add((offset + length, thing), count);
        }
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_input::Span;
    use proptest::prelude::*;

    use super::*;
    use crate::parse_error::Subject;

    fn error(start: u32, kind: usize) -> PendingError {
        let kind = ErrorKind::all().nth(kind).expect("there are some kinds");
        PendingError { kind, span: Span { start, end: start + 1 }, subject: Subject::Nothing }
    }

    fn counts<'p>(places: impl IntoIterator<Item = &'p Place>) -> BTreeMap<ErrorKind, usize> {
        let mut counts = BTreeMap::new();
        for &(_, kind, _) in places {
            *counts.entry(kind).or_default() += 1;
        }
        counts
    }

    proptest! {
        #[test]
        fn keeps_the_first_and_counts_the_rest(
            errors in prop::collection::vec((0..50_u32, 0..3_usize), 0..100),
            most in 0..30_usize,
            settled in 0..50_u32,
            last in 0..50_u32,
            most_left_out in 0..50_usize,
            remembers_places: bool,
        ) {
            let mut first = FirstInOrder::new(most, remembers_places);
            let mut sorted = Vec::new();
            for &(start, kind) in &errors {
                first.push(error(start, kind));
                sorted.push(error(start, kind).place());
                prop_assert!(first.errors.len() <= 2 * most + 1);
            }
            sorted.sort();
            let (kept, left_out) = sorted.split_at(most.min(sorted.len()));
            prop_assert_eq!(first.take().iter().map(Placed::place).collect::<Vec<_>>(), kept);
            first.left_out_mut().settle_before(settled);
            let mut open = 0;
            let counted = left_out.iter().filter(|&&(start, ..)| {
                let is_settled = !remembers_places || start < settled;
                open += usize::from(!is_settled);
                is_settled || (open <= most_left_out && start <= last)
            });
            prop_assert_eq!(first.left_out.into_counts(last, most_left_out), counts(counted));
        }

        #[test]
        fn text_that_is_inserted_moves_the_places_after_it(
            offsets in prop::collection::vec(0..50_u32, 0..100),
            start in 0..50_u32,
            length in 0..50_u32,
        ) {
            let mut places = Places::default();
            for &offset in &offsets {
                places.insert(offset, ());
            }
            places.shift_from(start, length);
            let mut expected: Vec<u32> =
                offsets.iter().map(|&offset| if offset < start { offset } else { offset + length }).collect();
            expected.sort_unstable();
            let moved = places.0.into_iter().flat_map(|((offset, _), count)| vec![offset; count]);
            prop_assert_eq!(moved.collect::<Vec<_>>(), expected);
        }
    }
}
