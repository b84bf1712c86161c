//! [`ErrorCollector`]: collects the parse errors during a parse, if the caller wants them.
//!
//! Errors are found without their lines and columns, which are computed while the text is available.

use std::collections::{BinaryHeap, VecDeque};

use hedgerow_base::{KeptName, NameId, SideTable};
use hedgerow_input::{Location, MalformedBytes, NewlineMap, Span};

use crate::error_locator::ErrorLocator;
use crate::errors::{ErrorKind, ParseError};
use crate::parse_error::Subject;

/// Returns the start of an error, its kind, and its end.
fn sort_key(error: &ParseError) -> (u32, ErrorKind, u32) {
    (error.start.offset, error.kind, error.end.offset)
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
    ahead: VecDeque<(Span, MalformedBytes)>,
    moved: u32,
    /// The number of errors that were found ahead of the parser.
    found_ahead: usize,
    /// The errors whose lines and columns are not known yet. They are about text that the tokenizer has read.
    pending: Vec<ParseError>,
    /// The start of the first pending error, or the greatest number if no error is pending.
    first_pending: u32,
    located: Vec<ParseError>,
    /// The number of errors of each kind that are not kept.
    dropped: SideTable<ErrorKind, usize>,
    /// The starts of the first errors, one more than the limit allows. Empty without a limit.
    first_starts: BinaryHeap<u32>,
    locator: ErrorLocator,
    /// The names that errors are about, except known names. Errors share them, because many may be about one long name.
    names: SideTable<NameId, KeptName>,
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
            dropped: SideTable::new(),
            first_starts: BinaryHeap::new(),
            locator: ErrorLocator::default(),
            names: SideTable::new(),
        }
    }

    /// Returns the name that an error is about. `text` returns the text of a name.
    pub(crate) fn name<'t>(&mut self, name: NameId, text: impl FnOnce(NameId) -> &'t str) -> KeptName {
        let unknown = || self.names.get_or_insert_with(name, || KeptName::from(text(name))).clone();
        KeptName::known(name).unwrap_or_else(unknown)
    }

    /// Records an error about text that the tokenizer has read, unless errors of its kind are ignored.
    pub(crate) fn push(&mut self, kind: ErrorKind, span: Span, subject: Subject) {
        if self.ignored.binary_search(&kind).is_ok() {
            return;
        }
        if let Some(limit) = self.limit {
            self.first_starts.push(span.start);
            if self.first_starts.len() > limit as usize + 1 {
                self.first_starts.pop();
            }
        }
        self.first_pending = self.first_pending.min(span.start);
        let [start, end] = [span.start, span.end].map(Location::unknown);
        self.pending.push(ParseError { kind, start, end, subject });
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
            self.ahead.push_back((span, bytes));
        } else if self.ignored.binary_search(&kind).is_err() {
            *self.dropped.get_or_insert_with(kind, || 0) += 1;
        }
    }

    /// Must be called after text of `length` bytes was inserted after the text that the tokenizer has read.
    pub(crate) fn text_was_inserted(&mut self, length: u32) {
        self.moved = self.moved.wrapping_add(length);
    }

    /// Records the errors of bytes before an offset, because the parser has passed them.
    fn pass(&mut self, offset: u32) {
        while let Some(&(Span { start, end }, bytes)) = self.ahead.front() {
            let [start, end] = [start, end].map(|offset| offset.wrapping_add(self.moved));
            if start >= offset {
                return;
            }
            self.ahead.pop_front();
            self.push(ErrorKind::MalformedBytes, Span { start, end }, Subject::Bytes(bytes));
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
        let mut located = std::mem::take(&mut self.pending);
        // Most errors are located in place, so that they are not in memory twice.
        located.retain_mut(|error| {
            let span = error.span();
            if span.start >= fixed && span.end > fixed {
                self.first_pending = self.first_pending.min(span.start);
                self.pending.push(error.clone());
                return false;
            }
            (error.start, error.end) = self.locator.locate(text, span);
            true
        });
        if self.located.is_empty() {
            self.located = located;
        } else {
            self.located.append(&mut located);
        }
        if self.located.len() / 2 > self.most {
            keep_first(&mut self.located, self.most, &mut self.dropped);
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
        let mut dropped = Vec::new();
        for kind in ErrorKind::all() {
            if let Some(&count) = self.dropped.get(&kind) {
                dropped.push((kind, count));
            }
        }
        (errors, dropped)
    }
}

/// Sorts errors by their positions, drops all but the first `most`, and counts the dropped ones.
fn keep_first(errors: &mut Vec<ParseError>, most: usize, dropped: &mut SideTable<ErrorKind, usize>) {
    errors.sort_by_key(sort_key);
    for error in errors.drain(most.min(errors.len())..) {
        *dropped.get_or_insert_with(error.kind, || 0) += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn push(collector: &mut ErrorCollector, start: u32, kind: usize) -> (u32, ErrorKind, u32) {
        let kind = ErrorKind::all().nth(kind).expect("there are some kinds");
        collector.push(kind, Span { start, end: start }, Subject::Nothing);
        (start, kind, start)
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
                sorted.push(push(&mut collector, start, kind));
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
            let mut counts = std::collections::BTreeMap::new();
            for &(_, kind, _) in dropped {
                *counts.entry(kind).or_default() += 1;
            }
            collector.locate(&text, 0, text.len());
            let (found, counted) = collector.finish(u32::MAX, None);
            prop_assert_eq!(found.iter().map(sort_key).collect::<Vec<_>>(), kept);
            prop_assert_eq!(counted, counts.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn inserted_text_moves_only_the_malformed_bytes_that_are_not_passed_yet() {
        let bytes = MalformedBytes { offset: 20, length: 1 };
        let mut collector = ErrorCollector::new(usize::MAX, None, Vec::new());
        collector.push_malformed_bytes(bytes, 13);
        push(&mut collector, 10, 0);
        collector.text_was_inserted(5);
        push(&mut collector, 12, 0);
        collector.locate(&" ".repeat(30), 0, 30);
        let (errors, _) = collector.finish(u32::MAX, None);
        assert_eq!(errors.iter().map(|error| error.start.offset).collect::<Vec<_>>(), [10, 12, 15]);
    }
}
