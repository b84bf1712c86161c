//! [`ErrorCollector`]: collects the parse errors during a parse, if the caller wants them.
//!
//! Errors are found without their lines and columns, which are computed while the text is available.

use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};

use hedgerow_base::{KeptName, NameId};
use hedgerow_input::{MalformedBytes, NewlineMap, Span};

use crate::error_locator::ErrorLocator;
use crate::errors::{ErrorKind, ParseError};
use crate::parse_error::Subject;

/// A parse error whose line and column are not known yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingError {
    pub(crate) kind: ErrorKind,
    pub(crate) span: Span,
    pub(crate) subject: Subject,
}

/// The start of an error, its kind, and its end.
type SortKey = (u32, ErrorKind, u32);

/// An item with a position in the source.
trait HasSortKey {
    fn sort_key(&self) -> SortKey;
}

impl HasSortKey for PendingError {
    fn sort_key(&self) -> SortKey {
        (self.span.start, self.kind, self.span.end)
    }
}

impl HasSortKey for ParseError {
    fn sort_key(&self) -> SortKey {
        (self.start.offset, self.kind, self.end.offset)
    }
}

/// The parse errors of a document.
#[derive(Debug)]
pub(crate) struct ErrorCollector {
    /// The number of errors that are kept.
    most: usize,
    /// See [`Limits::errors`](crate::Limits::errors).
    limit: Option<u32>,
    /// The kinds of errors that are not reported, sorted.
    ignored: Vec<ErrorKind>,
    /// The errors of bytes that the parser has not passed yet, in order. Each offset is less by `moved`.
    ahead: VecDeque<PendingError>,
    moved: u32,
    /// The number of errors that were found ahead of the parser.
    found_ahead: usize,
    /// The errors whose lines and columns are not known yet. They are about text that the tokenizer has read.
    pending: Vec<PendingError>,
    /// The start of the first pending error, or the greatest number if no error is pending.
    first_pending: u32,
    located: Vec<ParseError>,
    /// The number of errors of each kind that are not kept.
    dropped: BTreeMap<ErrorKind, usize>,
    /// The starts of the first errors, one more than the limit allows. Empty without a limit.
    first_starts: BinaryHeap<u32>,
    locator: ErrorLocator,
    /// The names that errors are about, except known names. Errors share them, because many may be about one long name.
    names: HashMap<NameId, KeptName>,
}

impl ErrorCollector {
    /// Creates an empty collection that keeps the first `most` errors.
    pub(crate) fn new(most: usize, limit: Option<u32>, ignored: Vec<ErrorKind>) -> Self {
        Self {
            // More errors than the limit are never returned.
            most: most.min(limit.map_or(usize::MAX, |limit| limit as usize)),
            limit,
            ignored,
            ahead: VecDeque::new(),
            moved: 0,
            found_ahead: 0,
            pending: Vec::new(),
            first_pending: u32::MAX,
            located: Vec::new(),
            dropped: BTreeMap::new(),
            first_starts: BinaryHeap::new(),
            locator: ErrorLocator::default(),
            names: HashMap::new(),
        }
    }

    /// Returns the name that an error is about. `text` returns the text of a name.
    pub(crate) fn name<'t>(&mut self, name: NameId, text: impl FnOnce(NameId) -> &'t str) -> KeptName {
        let unknown = || self.names.entry(name).or_insert_with(|| KeptName::from(text(name))).clone();
        KeptName::known(name).unwrap_or_else(unknown)
    }

    /// Records an error about text that the tokenizer has read, unless errors of its kind are ignored.
    pub(crate) fn push(&mut self, error: PendingError) {
        if self.ignored.binary_search(&error.kind).is_ok() {
            return;
        }
        if let Some(limit) = self.limit {
            self.first_starts.push(error.span.start);
            if self.first_starts.len() > limit as usize + 1 {
                self.first_starts.pop();
            }
        }
        self.first_pending = self.first_pending.min(error.span.start);
        self.pending.push(error);
        // OPTIMIZATION: sorting only when the list has doubled takes logarithmic time for each error.
        if self.pending.len() / 2 > self.most {
            keep_first(&mut self.pending, self.most, &mut self.dropped);
        }
    }

    /// Records malformed bytes in text that the parser has not read yet. The character that replaces them ends at an offset that
    /// must not decrease from call to call.
    pub(crate) fn push_malformed_bytes(&mut self, bytes: MalformedBytes, end: u32) {
        let kind = ErrorKind::MalformedBytes;
        // Bounds the memory: later errors are neither among the first ones nor needed to exceed the limit.
        let needed = self.most.max(self.limit.map_or(0, |limit| limit as usize + 1));
        if self.found_ahead < needed {
            self.found_ahead += 1;
            let start = end.saturating_sub(char::REPLACEMENT_CHARACTER.len_utf8() as u32);
            let span = Span { start: start.wrapping_sub(self.moved), end: end.wrapping_sub(self.moved) };
            self.ahead.push_back(PendingError { kind, span, subject: Subject::Bytes(bytes) });
        } else if self.ignored.binary_search(&kind).is_err() {
            *self.dropped.entry(kind).or_default() += 1;
        }
    }

    /// Must be called after text of `length` bytes was inserted after the text that the tokenizer has read.
    pub(crate) fn text_was_inserted(&mut self, length: u32) {
        self.moved = self.moved.wrapping_add(length);
    }

    /// Records the errors of bytes before an offset, because the parser has passed them.
    fn pass(&mut self, offset: u32) {
        while let Some(error) = self.ahead.front() {
            let start = error.span.start.wrapping_add(self.moved);
            if start >= offset {
                return;
            }
            if let Some(error) = self.ahead.pop_front() {
                self.push(PendingError {
                    span: Span { start, end: error.span.end.wrapping_add(self.moved) },
                    ..error
                });
            }
        }
    }

    /// Returns the limit of errors if more errors start before an offset.
    pub(crate) fn exceeded_limit_before(&mut self, offset: u32) -> Option<u32> {
        self.pass(offset);
        let limit = self.limit?;
        let is_exceeded = self.first_starts.len() > limit as usize
            && self.first_starts.peek().is_some_and(|&last| last < offset);
        is_exceeded.then_some(limit)
    }

    /// Finds the lines and columns of errors while their text is available. The text starts at `offset` in the input. Errors after
    /// its first `fixed` bytes stay pending, because scripts may still insert text before them.
    pub(crate) fn locate(&mut self, text: &str, offset: usize, fixed: usize) {
        let is_all = fixed == text.len();
        let fixed = (offset + fixed) as u32;
        self.pass(fixed);
        // The errors in a token are looked at only when the token is complete, however many runs that takes.
        if self.first_pending >= fixed && !is_all {
            return;
        }
        self.first_pending = u32::MAX;
        keep_first(&mut self.pending, self.most, &mut self.dropped);
        for error in std::mem::take(&mut self.pending) {
            let PendingError { kind, span, subject } = error;
            if span.start >= fixed && span.end > fixed {
                self.first_pending = self.first_pending.min(span.start);
                self.pending.push(PendingError { kind, span, subject });
                continue;
            }
            let (start, end) = self.locator.locate(text, span);
            self.located.push(ParseError { kind, start, end, subject });
            if self.located.len() / 2 > self.most {
                keep_first(&mut self.located, self.most, &mut self.dropped);
            }
        }
    }

    /// Discards the first `consumed` bytes of the text, except for the part that later errors may refer to.
    pub(crate) fn discard(&mut self, text: &str, consumed: usize, first_in_doubt: Option<u32>) {
        self.locator.discard(text, consumed, first_in_doubt);
    }

    /// Returns the errors in order, and the number of errors of each kind that are not kept. If the parser stopped, only
    /// errors that start at or before the offset `last` are returned, because the chunks determine whether others are found.
    pub(crate) fn finish(
        mut self,
        last: u32,
        newlines: Option<&NewlineMap>,
    ) -> (Vec<ParseError>, Vec<(ErrorKind, usize)>) {
        let mut errors = self.located;
        errors.retain(|error| error.start.offset <= last);
        keep_first(&mut errors, self.most, &mut self.dropped);
        if let Some(newlines) = newlines {
            let locations = errors.iter_mut().flat_map(|error| [&mut error.start, &mut error.end]);
            for location in locations {
                location.offset = newlines.to_source(location.offset);
            }
        }
        (errors, self.dropped.into_iter().collect())
    }
}

/// Sorts errors by their positions, drops all but the first `most`, and counts the dropped ones.
fn keep_first<T: HasSortKey>(errors: &mut Vec<T>, most: usize, dropped: &mut BTreeMap<ErrorKind, usize>) {
    errors.sort_by_key(T::sort_key);
    for error in errors.drain(most.min(errors.len())..) {
        *dropped.entry(error.sort_key().1).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error(start: u32, kind: usize) -> PendingError {
        let kind = ErrorKind::all().nth(kind).expect("there are some kinds");
        PendingError { kind, span: Span { start, end: start }, subject: Subject::Nothing }
    }

    proptest! {
        #[test]
        fn keeps_the_first_and_counts_the_rest(
            errors in prop::collection::vec((0..50_u32, 0..3_usize, any::<bool>()), 0..100),
            most in 0..30_usize,
            limit in prop::option::of(0..30_u32),
            before in 0..50_u32,
        ) {
            let text = " ".repeat(50);
            let mut collector = ErrorCollector::new(most, limit, Vec::new());
            let mut sorted = Vec::new();
            for &(start, kind, is_located) in &errors {
                collector.push(error(start, kind));
                sorted.push(error(start, kind).sort_key());
                if is_located {
                    collector.locate(&text, 0, text.len());
                }
                prop_assert!(collector.pending.len().max(collector.located.len()) <= 2 * most + 1);
                prop_assert!(collector.first_starts.len() <= limit.map_or(0, |limit| limit as usize + 1));
            }
            sorted.sort_unstable();
            let count = sorted.iter().filter(|&&(start, ..)| start < before).count();
            let exceeded = limit.filter(|&limit| count > limit as usize);
            prop_assert_eq!(collector.exceeded_limit_before(before), exceeded);
            let most = most.min(limit.map_or(usize::MAX, |limit| limit as usize));
            let (kept, dropped) = sorted.split_at(most.min(sorted.len()));
            let mut counts = BTreeMap::new();
            for &(_, kind, _) in dropped {
                *counts.entry(kind).or_default() += 1;
            }
            collector.locate(&text, 0, text.len());
            let (found, counted) = collector.finish(u32::MAX, None);
            prop_assert_eq!(found.iter().map(HasSortKey::sort_key).collect::<Vec<_>>(), kept);
            prop_assert_eq!(counted, counts.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn inserted_text_moves_only_the_malformed_bytes_that_are_not_passed_yet() {
        let bytes = MalformedBytes { offset: 20, length: 1 };
        let mut collector = ErrorCollector::new(usize::MAX, None, Vec::new());
        collector.push_malformed_bytes(bytes, 13);
        collector.push(error(10, 0));
        collector.text_was_inserted(5);
        collector.push(error(12, 0));
        collector.locate(&" ".repeat(30), 0, 30);
        let (errors, _) = collector.finish(u32::MAX, None);
        assert_eq!(errors.iter().map(|error| error.start.offset).collect::<Vec<_>>(), [10, 12, 15]);
    }
}
