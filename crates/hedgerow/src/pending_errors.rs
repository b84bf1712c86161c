//! [`Errors`]: collects the parse errors during a parse, if the caller wants them.

use std::collections::HashMap;

use hedgerow_base::{KeptName, NameId};
use hedgerow_input::{NewlineMap, Span};

use crate::error_locator::ErrorLocator;
use crate::errors::{ErrorKind, ParseError};
use crate::first_in_order::{DroppedErrors, FirstInOrder, HasSortKey, SortKey};
use crate::parse_error::Subject;
use crate::watch::Watch;

/// A parse error whose line and column are not known yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingError {
    pub(crate) kind: ErrorKind,
    pub(crate) span: Span,
    pub(crate) subject: Subject,
}

impl HasSortKey for PendingError {
    fn sort_key(&self) -> SortKey {
        (self.span.start, self.kind, self.span.end)
    }
}

/// The parse errors of a document.
#[derive(Debug)]
pub(crate) struct Errors {
    pending: FirstInOrder<PendingError>,
    /// The start of the first pending error; the greatest number if there is none.
    first_pending: u32,
    located: FirstInOrder<ParseError>,
    /// The kinds of errors that are not reported, sorted.
    ignored: Vec<ErrorKind>,
    locator: ErrorLocator,
    /// The names that errors are about, except known names. Errors share them, because many may be about one long name.
    names: HashMap<NameId, KeptName>,
}

impl Errors {
    /// Creates an empty collection that keeps the first `most` errors. If the parser `may_stop` early, errors after the
    /// stopping point are not counted.
    pub(crate) fn new(most: usize, ignored: Vec<ErrorKind>, may_stop: bool) -> Self {
        Self {
            pending: FirstInOrder::new(most, may_stop),
            first_pending: u32::MAX,
            located: FirstInOrder::new(most, may_stop),
            ignored,
            locator: ErrorLocator::default(),
            names: HashMap::new(),
        }
    }

    /// Returns the name that an error is about. `text` returns the text of a name.
    pub(crate) fn name<'t>(&mut self, name: NameId, text: impl FnOnce(NameId) -> &'t str) -> KeptName {
        let unknown = || self.names.entry(name).or_insert_with(|| KeptName::from(text(name))).clone();
        KeptName::known(name).unwrap_or_else(unknown)
    }

    /// Whether errors of a kind are reported, not ignored.
    pub(crate) fn include(&self, kind: ErrorKind) -> bool {
        self.ignored.binary_search(&kind).is_err()
    }

    /// Records an error that is not ignored.
    pub(crate) fn push(&mut self, error: PendingError) {
        self.first_pending = self.first_pending.min(error.span.start);
        self.pending.push(error);
    }

    /// Finds the lines and columns of errors while their text is available. The text starts at `offset` in the input. Errors after
    /// its first `fixed` bytes stay pending, because scripts may still insert text before them.
    pub(crate) fn locate(&mut self, text: &str, offset: usize, fixed: usize) {
        let is_all = fixed == text.len();
        let fixed = (offset + fixed) as u32;
        // The errors in a token are looked at only when the token is complete, however many runs that takes.
        if self.first_pending >= fixed && !is_all {
            return;
        }
        self.first_pending = u32::MAX;
        for error in self.pending.take() {
            if error.span.start >= fixed && error.span.end > fixed {
                self.push(error);
                continue;
            }
            let PendingError { kind, span, subject } = error;
            let (start, end) = self.locator.locate(text, span);
            self.located.push(ParseError { kind, start, end, subject });
        }
    }

    /// Declares that all errors before an offset are final, because the parser cannot stop before it.
    pub(crate) fn settle_before(&mut self, offset: u32) {
        self.pending.dropped_mut().settle_before(offset);
        self.located.dropped_mut().settle_before(offset);
    }

    /// Discards the first `consumed` bytes of the text, except for the part that later errors may refer to.
    pub(crate) fn discard(&mut self, text: &str, consumed: usize, first_in_doubt: Option<u32>) {
        self.locator.discard(text, consumed, first_in_doubt);
    }

    /// Prepares for parsing the input again from its beginning.
    pub(crate) fn restart(&mut self) {
        self.locator = ErrorLocator::default();
    }

    /// Adds `length` to the offsets of the errors at or after `start`, because text was inserted there.
    pub(crate) fn shift_after(&mut self, start: u32, length: u32) {
        let pending = self.pending.iter_mut().map(|error| &mut error.span);
        for span in pending.filter(|span| span.start >= start) {
            span.start += length;
            span.end += length;
        }
        if self.first_pending >= start && self.first_pending != u32::MAX {
            self.first_pending += length;
        }
        self.pending.dropped_mut().shift_from(start, length);
    }

    /// Returns the errors in order, and the number of dropped errors of each kind.
    pub(crate) fn finish(
        mut self,
        watch: &Watch<'_>,
        newlines: Option<&NewlineMap>,
    ) -> (Vec<ParseError>, Vec<(ErrorKind, usize)>) {
        let mut errors = self.located.take();
        let mut dropped: DroppedErrors = std::mem::take(self.located.dropped_mut());
        dropped.merge(self.pending.dropped_mut());
        let dropped = watch.retain_errors(&mut errors, dropped);
        if let Some(newlines) = newlines {
            let locations = errors.iter_mut().flat_map(|error| [&mut error.start, &mut error.end]);
            for location in locations {
                location.offset = newlines.to_source(location.offset);
            }
        }
        (errors, dropped)
    }
}
