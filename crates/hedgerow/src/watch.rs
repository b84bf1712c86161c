//! [`Watch`]: what is looked for while a document is parsed, and what has come of it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use hedgerow_dom::{Document, NodeRef, Slot};
use hedgerow_input::{Encoding, Span};
use hedgerow_tree::WatchedToken;

use crate::first_in_order::{LeftOut, Places};
use crate::limits::{Limit, Limits, Stop};
use crate::{ErrorKind, ParseError};

/// Asked about each finished element whether to go on.
pub(crate) type Watcher<'w> = Box<dyn FnMut(NodeRef<'_>) -> ControlFlow<()> + Send + 'w>;

/// Why the tokenizer was suspended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pause {
    /// The end tag of a script was processed.
    Script(Slot),
    /// A `meta` element declares an encoding.
    Encoding(&'static Encoding),
    /// Nothing more is wanted.
    Stop(Stop),
}

/// What is looked for while a document is parsed.
#[derive(Default)]
pub(crate) struct Watch<'w> {
    pub(crate) limits: Limits,
    pub(crate) watcher: Option<Watcher<'w>>,
    pub(crate) pauses_at_scripts: bool,
    pub(crate) confidence_is_tentative: bool,
    pause: Option<Pause>,
    /// Whether the next token may be the last one: something is bounded, or there is a pause.
    may_stop: bool,
    /// Where the token begins after which the parser has stopped.
    stopped_at: Option<u32>,
    /// How many parse errors lie before the token.
    errors: u32,
    /// Where the others are.
    errors_ahead: Places<()>,
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Watch")
            .field("limits", &self.limits)
            .field("pause", &self.pause)
            .finish_non_exhaustive()
    }
}

impl<'w> Watch<'w> {
    pub(crate) fn new(limits: Limits, watcher: Option<Watcher<'w>>) -> Self {
        Self { limits, watcher, may_stop: limits.bound_the_tree(), ..Self::default() }
    }

    /// Whether tokens or elements have to be looked at one by one.
    pub(crate) fn is_needed(&self) -> bool {
        self.watcher.is_some() || self.limits.bound_the_tree()
    }

    /// What has come of it. A stop stays.
    pub(crate) fn take_pause(&mut self) -> Option<Pause> {
        if self.has_stopped() {
            return self.pause;
        }
        self.may_stop = self.limits.bound_the_tree();
        self.pause.take()
    }

    #[inline]
    pub(crate) fn has_stopped(&self) -> bool {
        matches!(self.pause, Some(Pause::Stop(_)))
    }

    /// Why the parser has stopped, if it has.
    pub(crate) fn stop_reason(&self) -> Option<Stop> {
        match self.pause {
            Some(Pause::Stop(stop)) => Some(stop),
            _ => None,
        }
    }

    pub(crate) fn stop(&mut self, stop: Stop) {
        if !self.has_stopped() {
            self.pause_with(Pause::Stop(stop));
        }
    }

    fn pause_with(&mut self, pause: Pause) {
        self.pause = Some(pause);
        self.may_stop = true;
    }

    /// Takes note of a parse error. It may lie ahead of the token that is processed.
    pub(crate) fn count_error(&mut self, span: Span) {
        if self.limits.errors.is_some() {
            self.errors_ahead.insert(span.start, ());
        }
    }

    /// Takes note that text was inserted: what lies after it moves.
    pub(crate) fn shift_errors_behind(&mut self, start: u32, length: u32) {
        self.errors_ahead.shift_from(start, length);
    }

    /// How many errors lie before a token that is processed.
    fn count_errors_before(&mut self, token: Span) -> u32 {
        while let Some(((), count)) = self.errors_ahead.pop_before(token.start) {
            self.errors = self.errors.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        }
        self.errors
    }

    /// Whether an error counts for certain that lies before the tokens to come.
    pub(crate) fn errors_are_settled(&self) -> bool {
        // A limit of errors may fall between two of them.
        !self.has_stopped() && self.limits.errors.is_none()
    }

    /// The errors behind the place where the parser has stopped, which only some ways of cutting the input find, are none.
    /// Returns how many there are of those that are not kept.
    pub(crate) fn retain_errors(
        &self,
        errors: &mut Vec<ParseError>,
        left_out: LeftOut,
    ) -> BTreeMap<ErrorKind, usize> {
        if let Some(Stop::Limit(Limit::Errors { most })) = self.stop_reason() {
            errors.truncate(most as usize);
            return left_out.into_counts(u32::MAX, most as usize - errors.len());
        }
        let last = self.stopped_at.unwrap_or(u32::MAX);
        errors.retain(|error| error.start().offset <= last);
        left_out.into_counts(last, usize::MAX)
    }

    pub(crate) fn element_was_finished(&mut self, document: &Document, element: Slot) {
        if self.has_stopped() {
            return;
        }
        if let Some(watcher) = &mut self.watcher
            && watcher(document.node_at(element)).is_break()
        {
            self.stop(Stop::Caller);
        }
    }

    pub(crate) fn stops_before_start_tag(&mut self, attributes: usize) -> bool {
        if let Some(most) = self.limits.attributes
            && attributes > most as usize
        {
            self.stop(Stop::Limit(Limit::Attributes { most }));
        }
        self.has_stopped()
    }

    /// Whether a document has more nodes than are allowed.
    #[inline(always)]
    pub(crate) fn are_too_many_nodes(&self, nodes: usize) -> bool {
        self.limits.nodes.is_some_and(|most| nodes > most as usize)
    }

    /// Whether nothing more is wanted after a token.
    #[inline(always)]
    pub(crate) fn stops_after_token(&mut self, token: WatchedToken, nodes: usize) -> bool {
        let WatchedToken { span, is_characters, open_elements } = token;
        self.may_stop
            && self.has_reason_to_stop(open_elements, nodes)
            && self.stop_after_token(span, is_characters, open_elements, nodes)
    }

    fn has_reason_to_stop(&self, open_elements: usize, nodes: usize) -> bool {
        let is_too_deep = self.limits.depth.is_some_and(|most| open_elements > most as usize);
        is_too_deep || self.are_too_many_nodes(nodes) || self.limits.errors.is_some() || self.pause.is_some()
    }

    #[cold]
    fn stop_after_token(
        &mut self,
        token: Span,
        is_characters: bool,
        open_elements: usize,
        nodes: usize,
    ) -> bool {
        let Limits { bytes: _, nodes: most_nodes, depth, attributes: _, errors } = self.limits;
        if let Some(most) = depth
            && open_elements > most as usize
        {
            self.stop(Stop::Limit(Limit::Depth { most }));
        }
        if let Some(most) = most_nodes
            && nodes > most as usize
        {
            self.stop(Stop::Limit(Limit::Nodes { most }));
        }
        // A run of characters may come in several tokens, so they are not asked.
        if let Some(most) = errors
            && !is_characters
            && self.count_errors_before(token) > most
        {
            self.stop(Stop::Limit(Limit::Errors { most }));
        }
        if self.has_stopped() {
            self.stopped_at.get_or_insert(token.start);
        }
        self.has_stopped()
    }

    /// A script was closed. Answers whether to pause for it.
    pub(crate) fn prepare_the_script_element(&mut self, script: Slot) -> bool {
        if self.pauses_at_scripts && !self.has_stopped() {
            self.pause_with(Pause::Script(script));
        }
        self.pauses_at_scripts
    }

    pub(crate) fn change_the_encoding(&mut self, encoding: &'static Encoding) {
        if !self.has_stopped() {
            self.pause_with(Pause::Encoding(encoding));
        }
    }
}
