//! [`Errors`]: the parse errors of a document while it is parsed, made only if they are collected.
//!
//! What is not here: how the first of them are kept (`first_in_order.rs`), and lines and columns (`error_locator.rs`).

use std::collections::BTreeSet;

use hedgerow_input::{NewlineMap, Span};

use crate::Parser;
use crate::error_locator::ErrorLocator;
use crate::errors::{ErrorKind, ParseError};
use crate::first_in_order::{FirstInOrder, LeftOut};
use crate::parse_error::Subject;
use crate::watch::Watch;

/// A parse error whose line and column are not known yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingError {
    pub(crate) kind: ErrorKind,
    pub(crate) span: Span,
    pub(crate) subject: Subject,
}

/// The parse errors of a document.
#[derive(Debug)]
pub(crate) struct Errors {
    pending: FirstInOrder<PendingError>,
    located: FirstInOrder<ParseError>,
    ignored: BTreeSet<ErrorKind>,
    locator: ErrorLocator,
}

impl Errors {
    /// None yet. Those behind the place where the parser stops, if it may, will not count.
    pub(crate) fn new(parser: &Parser, may_stop: bool) -> Self {
        let most = parser.most_kept_errors;
        Self {
            pending: FirstInOrder::new(most, may_stop),
            located: FirstInOrder::new(most, may_stop),
            ignored: parser.ignored_errors.clone(),
            locator: ErrorLocator::default(),
        }
    }

    /// Whether errors of a kind are wanted.
    pub(crate) fn include(&self, kind: ErrorKind) -> bool {
        !self.ignored.contains(&kind)
    }

    /// Takes note of an error that is wanted.
    pub(crate) fn push(&mut self, error: PendingError) {
        self.pending.push(error);
    }

    /// Finds the lines and columns of errors while their text is at hand, which stands behind `offset` bytes of the input.
    pub(crate) fn locate(&mut self, text: &str, offset: usize) {
        let end = (offset + text.len()) as u32;
        for error in self.pending.take() {
            if error.span.end > end {
                self.pending.push(error);
                continue;
            }
            let PendingError { kind, span, subject } = error;
            let (start, end) = self.locator.locate(text, span);
            self.located.push(ParseError { kind, start, end, subject });
        }
    }

    /// Takes note that all errors before an offset count.
    pub(crate) fn settle_before(&mut self, offset: u32) {
        self.pending.left_out_mut().settle_before(offset);
        self.located.left_out_mut().settle_before(offset);
    }

    /// Takes note that the first `consumed` bytes of the text are let go of, but for what there may still be errors about.
    pub(crate) fn discard(&mut self, text: &str, consumed: usize, first_in_doubt: Option<u32>) {
        self.locator.discard(text, consumed, first_in_doubt);
    }

    /// Makes ready for errors of the whole input from its beginning.
    pub(crate) fn begin_again(&mut self) {
        self.locator = ErrorLocator::default();
    }

    /// Takes note that text was inserted: what lies behind it moves.
    pub(crate) fn shift_behind(&mut self, start: u32, length: u32) {
        let pending = self.pending.iter_mut().map(|error| &mut error.span);
        for span in pending.filter(|span| span.start >= start) {
            span.start += length;
            span.end += length;
        }
        self.pending.left_out_mut().shift_from(start, length);
        self.located.left_out_mut().shift_from(start, length);
    }

    /// The errors that count, in order, and how many of each kind are left out of them.
    pub(crate) fn finish(
        mut self,
        watch: &Watch<'_>,
        newlines: Option<&NewlineMap>,
    ) -> (Vec<ParseError>, Vec<(ErrorKind, usize)>) {
        let mut errors = self.located.take();
        let mut left_out: LeftOut = std::mem::take(self.located.left_out_mut());
        left_out.merge(self.pending.left_out_mut());
        let left_out = watch.retain_errors(&mut errors, left_out);
        if let Some(newlines) = newlines {
            let places = errors.iter_mut().flat_map(|error| [&mut error.start, &mut error.end]);
            for place in places {
                place.offset = newlines.to_source(place.offset);
            }
        }
        (errors, left_out.into_iter().collect())
    }
}
