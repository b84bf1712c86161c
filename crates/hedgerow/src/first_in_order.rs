//! [`FirstInOrder`]: the first errors in source order, and the number of the errors after them.
//!
//! Up to twice the wanted number of errors is buffered before the buffer is sorted, so the cost of one error does not depend
//! on how many there are.

use std::collections::BTreeMap;

use crate::errors::{ErrorKind, ParseError};

/// The sort key: the offset at which an error begins, its kind, and the offset at which it ends.
pub(crate) type SortKey = (u32, ErrorKind, u32);

/// An item with a position in the source.
pub(crate) trait HasSortKey {
    fn sort_key(&self) -> SortKey;
}

impl HasSortKey for ParseError {
    fn sort_key(&self) -> SortKey {
        (self.start.offset, self.kind, self.end.offset)
    }
}

/// The first errors in source order.
#[derive(Debug)]
pub(crate) struct FirstInOrder<T> {
    errors: Vec<T>,
    /// The number of errors that are kept.
    most: usize,
    dropped: DroppedErrors,
}

impl<T: HasSortKey> FirstInOrder<T> {
    /// Keeps the first `most` errors. If `keeps_offsets`, the offsets of dropped errors are kept, too, so that errors after
    /// the stopping point are not counted.
    pub(crate) fn new(most: usize, keeps_offsets: bool) -> Self {
        Self {
            errors: Vec::new(),
            most,
            dropped: DroppedErrors { keeps_offsets, ..DroppedErrors::default() },
        }
    }

    pub(crate) fn push(&mut self, error: T) {
        self.errors.push(error);
        if self.errors.len() / 2 > self.most {
            self.drop_excess();
        }
    }

    /// Sorts the errors, and drops all but the first ones.
    fn drop_excess(&mut self) {
        self.errors.sort_by_key(T::sort_key);
        for error in self.errors.drain(self.most.min(self.errors.len())..) {
            self.dropped.push(error.sort_key());
        }
    }

    /// Takes the kept errors, in order. The counts of dropped errors stay.
    pub(crate) fn take(&mut self) -> Vec<T> {
        self.drop_excess();
        std::mem::take(&mut self.errors)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.errors.iter_mut()
    }

    pub(crate) fn dropped_mut(&mut self) -> &mut DroppedErrors {
        &mut self.dropped
    }
}

/// Errors that are counted, but not kept.
#[derive(Debug, Default)]
pub(crate) struct DroppedErrors {
    /// The counts by kind, sorted.
    counts: Vec<(ErrorKind, usize)>,
    /// Errors that do not count if the parser stops before them.
    unsettled: OffsetCounts,
    keeps_offsets: bool,
}

impl DroppedErrors {
    fn push(&mut self, (offset, kind, _): SortKey) {
        if self.keeps_offsets {
            self.unsettled.insert(offset, kind);
        } else {
            self.count(kind, 1);
        }
    }

    fn count(&mut self, kind: ErrorKind, count: usize) {
        match self.counts.binary_search_by_key(&kind, |&(kind, _)| kind) {
            Ok(place) => self.counts[place].1 += count,
            Err(place) => self.counts.insert(place, (kind, count)),
        }
    }

    /// Declares that all errors before an offset count.
    pub(crate) fn settle_before(&mut self, offset: u32) {
        while let Some((kind, count)) = self.unsettled.pop_before(offset) {
            self.count(kind, count);
        }
    }

    /// Adds `length` to the offsets of the errors at or after `start`, because text was inserted there.
    pub(crate) fn shift_from(&mut self, start: u32, length: u32) {
        self.unsettled.shift_from(start, length);
    }

    /// Adds the counts of another instance.
    pub(crate) fn merge(&mut self, other: &mut Self) {
        for (place, count) in std::mem::take(&mut other.unsettled.0) {
            self.unsettled.add(place, count);
        }
        for (kind, count) in std::mem::take(&mut other.counts) {
            self.count(kind, count);
        }
    }

    /// Returns the number of dropped errors of each kind. Of the unsettled errors, counts at most `most`, and only
    /// those up to the offset `last`.
    pub(crate) fn into_counts(mut self, last: u32, most: usize) -> Vec<(ErrorKind, usize)> {
        let mut left = most;
        let end = last.saturating_add(1);
        while let Some((kind, count)) = self.unsettled.pop_before(end).filter(|_| left > 0) {
            let count = count.min(left);
            self.count(kind, count);
            left -= count;
        }
        self.counts
    }
}

/// The number of items at each offset.
///
/// One long token may have any number of errors, so the first one is found without visiting the others.
#[derive(Debug, Default)]
pub(crate) struct OffsetCounts(BTreeMap<(u32, Option<ErrorKind>), usize>);

impl OffsetCounts {
    pub(crate) fn insert(&mut self, offset: u32, kind: ErrorKind) {
        self.add((offset, Some(kind)), 1);
    }

    fn add(&mut self, place: (u32, Option<ErrorKind>), count: usize) {
        *self.0.entry(place).or_default() += count;
    }

    /// Removes the first item, if it is before an offset, together with all equal items at the same offset, and returns
    /// their number.
    pub(crate) fn pop_before(&mut self, offset: u32) -> Option<(ErrorKind, usize)> {
        let first = self.0.first_entry().filter(|entry| entry.key().0 < offset)?;
        let ((_, kind), count) = first.remove_entry();
        Some((kind?, count))
    }

    /// Adds `length` to the offsets of all items at or after `start`.
    pub(crate) fn shift_from(&mut self, start: u32, length: u32) {
        let shifted: Vec<_> = self.0.range((start, None)..).map(|(&place, &count)| (place, count)).collect();
        for (place, _) in &shifted {
            self.0.remove(place);
        }
        for ((offset, kind), count) in shifted {
            self.add((offset + length, kind), count);
        }
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_input::Span;
    use proptest::prelude::*;

    use super::*;
    use crate::parse_error::Subject;
    use crate::pending_errors::PendingError;

    fn error(start: u32, kind: usize) -> PendingError {
        let kind = ErrorKind::all().nth(kind).expect("there are some kinds");
        PendingError { kind, span: Span { start, end: start + 1 }, subject: Subject::Nothing }
    }

    fn counts<'p>(places: impl IntoIterator<Item = &'p SortKey>) -> Vec<(ErrorKind, usize)> {
        let mut counts = BTreeMap::new();
        for &(_, kind, _) in places {
            *counts.entry(kind).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    proptest! {
        #[test]
        fn keeps_the_first_and_counts_the_rest(
            errors in prop::collection::vec((0..50_u32, 0..3_usize), 0..100),
            most in 0..30_usize,
            settled in 0..50_u32,
            last in 0..50_u32,
            most_dropped in 0..50_usize,
            keeps_offsets: bool,
        ) {
            let mut first = FirstInOrder::new(most, keeps_offsets);
            let mut sorted = Vec::new();
            for &(start, kind) in &errors {
                first.push(error(start, kind));
                sorted.push(error(start, kind).sort_key());
                prop_assert!(first.errors.len() <= 2 * most + 1);
            }
            sorted.sort();
            let (kept, dropped) = sorted.split_at(most.min(sorted.len()));
            prop_assert_eq!(first.take().iter().map(HasSortKey::sort_key).collect::<Vec<_>>(), kept);
            first.dropped_mut().settle_before(settled);
            let mut open = 0;
            let counted = dropped.iter().filter(|&&(start, ..)| {
                let is_settled = !keeps_offsets || start < settled;
                open += usize::from(!is_settled);
                is_settled || (open <= most_dropped && start <= last)
            });
            prop_assert_eq!(first.dropped.into_counts(last, most_dropped), counts(counted));
        }

        #[test]
        fn inserted_text_moves_the_offsets_after_it(
            offsets in prop::collection::vec(0..50_u32, 0..100),
            start in 0..50_u32,
            length in 0..50_u32,
        ) {
            let mut places = OffsetCounts::default();
            for &offset in &offsets {
                places.insert(offset, error(0, 0).kind);
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
