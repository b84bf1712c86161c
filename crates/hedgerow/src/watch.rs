//! [`Watch`]: checks limits, finished elements, scripts and encodings during a parse, and decides whether to pause or to
//! stop.

use std::fmt;
use std::ops::ControlFlow;

use hedgerow_dom::{Document, NodeRef, Slot};
use hedgerow_input::Encoding;
use hedgerow_tree::{FindEncoding, WatchedToken};

use crate::error_collector::ErrorCollector;
use crate::limits::{Limit, Limits, Stop};
#[cfg(feature = "select")]
use hedgerow_select::FinishedMatches;

/// The number of bytes that are copied in about the time of one step.
const BYTES_COPIED_IN_A_STEP: u64 = 64;

/// A callback that receives each finished element and decides whether to continue.
pub(crate) type Watcher<'w> = Box<dyn FnMut(NodeRef<'_>) -> ControlFlow<()> + Send + 'w>;

/// Why the tokenizer was suspended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pause {
    /// The end tag of a script was processed.
    Script(Slot),
    /// A `meta` element declares an encoding.
    Encoding(&'static Encoding),
    /// The parser is to stop.
    Stop(Stop),
}

/// The costs of a document so far, as far as limits can bound them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    /// The number of nodes, including those without a parent.
    pub(crate) nodes: usize,
    /// Bytes of text that were copied because a clone was modified.
    pub(crate) copied_text: u64,
    /// Steps of searches for ancestors and markers.
    pub(crate) search_steps: u64,
}

/// The conditions that are checked during a parse.
#[derive(Default)]
pub(crate) struct Watch<'w> {
    pub(crate) limits: Limits,
    /// Whether a limit is set that must be checked at each token.
    has_limits: bool,
    pub(crate) watcher: Option<Watcher<'w>>,
    /// Collects the finished elements that match a selector.
    #[cfg(feature = "select")]
    pub(crate) matches: Option<Box<FinishedMatches>>,
    pub(crate) pauses_at_scripts: bool,
    /// See [`Observer::tentative_encoding`](hedgerow_tree::Observer::tentative_encoding).
    pub(crate) tentative_encoding: Option<FindEncoding>,
    pause: Option<Pause>,
    /// The start of the token after which the parser stopped.
    stopped_at: Option<u32>,
    /// The number of attributes and of tokens other than characters so far, plus the number of nodes that were created up to
    /// the previous token.
    steps: u64,
    /// The number of nodes after the previous token, or after changes by code outside the parser: nodes that it adds are no steps.
    pub(crate) nodes_before: usize,
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
    #[inline(always)]
    pub(crate) fn new(
        limits: Limits,
        watcher: Option<Watcher<'w>>,
        tentative_encoding: Option<FindEncoding>,
    ) -> Self {
        let has_limits = limits.bound_the_tree();
        Self { limits, has_limits, watcher, tentative_encoding, ..Self::default() }
    }

    /// Takes the pending signal. A stop is sticky.
    pub(crate) fn take_pause(&mut self) -> Option<Pause> {
        if self.has_stopped() {
            return self.pause;
        }
        self.pause.take()
    }

    #[inline]
    pub(crate) fn has_stopped(&self) -> bool {
        matches!(self.pause, Some(Pause::Stop(_)))
    }

    /// Whether scripts may insert text before the text that is not consumed yet.
    pub(crate) fn may_insert_text(&self) -> bool {
        self.pauses_at_scripts && !self.has_stopped()
    }

    /// Why the parser stopped, if it did.
    pub(crate) fn stop_reason(&self) -> Option<Stop> {
        match self.pause {
            Some(Pause::Stop(stop)) => Some(stop),
            _ => None,
        }
    }

    pub(crate) fn stop(&mut self, stop: Stop) {
        if !self.has_stopped() {
            self.pause = Some(Pause::Stop(stop));
        }
    }

    /// Stops the parser if there are too many errors in the whole input, because no token comes after the last ones.
    pub(crate) fn check_errors_at_the_end(&mut self, errors: &mut ErrorCollector) {
        if let Some(most) = errors.exceeded_limit_before(u32::MAX) {
            self.stop(Stop::Limit(Limit::Errors { most }));
        }
    }

    /// The last offset at which errors of the result may start. The chunks determine whether errors after the stopping point are
    /// found.
    pub(crate) fn last_offset_of_errors(&self) -> u32 {
        let is_at_the_limit = matches!(self.stop_reason(), Some(Stop::Limit(Limit::Errors { .. })));
        self.stopped_at.filter(|_| !is_at_the_limit).unwrap_or(u32::MAX)
    }

    #[inline(always)]
    pub(crate) fn element_was_finished(&mut self, document: &Document, element: Slot) {
        if self.observes_elements() {
            self.observe_finished_element(document, element);
        }
    }

    /// Whether finished elements are passed to a callback or matched against a selector.
    #[inline(always)]
    fn observes_elements(&self) -> bool {
        #[cfg(feature = "select")]
        if self.matches.is_some() {
            return true;
        }
        self.watcher.is_some()
    }

    #[inline(never)]
    fn observe_finished_element(&mut self, document: &Document, element: Slot) {
        if self.has_stopped() {
            return;
        }
        #[cfg(feature = "select")]
        if let Some(matches) = &mut self.matches {
            (matches.on_finished)(matches, document, element);
        }
        if let Some(watcher) = &mut self.watcher
            && watcher(element.node(document)).is_break()
        {
            self.stop(Stop::Caller);
        }
    }

    /// Whether the next token may be the last one, because a limit is set or a pause is pending.
    #[inline(always)]
    pub(crate) fn may_stop(&self) -> bool {
        self.has_limits || self.pause.is_some()
    }

    /// Stops the parser if an element would get too many attributes. Returns whether the parser has stopped.
    pub(crate) fn stops_before_attributes(&mut self, attributes: usize) -> bool {
        if let Some(most) = self.limits.attributes
            && attributes > most as usize
        {
            self.stop(Stop::Limit(Limit::Attributes { most }));
        }
        self.has_stopped()
    }

    /// Counts the attributes of a start tag, and returns whether the parser stops before it.
    #[inline]
    pub(crate) fn stops_before_start_tag(&mut self, attributes: usize) -> bool {
        self.steps += attributes as u64;
        self.stops_before_attributes(attributes)
    }

    /// Returns a limit that a document exceeds. `depth` is the number of open elements.
    #[inline]
    pub(crate) fn exceeded_limit(&self, depth: usize, costs: &Costs) -> Option<Limit> {
        let Limits { nodes, depth: most_depth, copied_text, steps, .. } = self.limits;
        if let Some(most) = most_depth
            && depth > most as usize
        {
            return Some(Limit::Depth { most });
        }
        if let Some(most) = nodes
            && costs.nodes > most as usize
        {
            return Some(Limit::Nodes { most });
        }
        if let Some(most) = copied_text
            && costs.copied_text > most
        {
            return Some(Limit::CopiedText { most });
        }
        steps.filter(|&most| self.steps_at(costs) > most).map(|most| Limit::Steps { most })
    }

    /// The number of steps so far.
    fn steps_at(&self, costs: &Costs) -> u64 {
        let &Costs { nodes, copied_text, search_steps } = costs;
        let new_nodes = nodes.saturating_sub(self.nodes_before) as u64;
        self.steps + new_nodes + copied_text / BYTES_COPIED_IN_A_STEP + search_steps
    }

    /// Counts the steps of a token, and returns whether the parser stops after it.
    #[inline]
    pub(crate) fn stops_after_token(
        &mut self,
        token: WatchedToken,
        costs: &Costs,
        errors: Option<&mut ErrorCollector>,
    ) -> bool {
        let WatchedToken { span, is_characters, depth } = token;
        // A run of characters may be split into several tokens, so character tokens are neither counted, nor are the errors
        // checked at them.
        self.steps += costs.nodes.saturating_sub(self.nodes_before) as u64 + u64::from(!is_characters);
        self.nodes_before = costs.nodes;
        if let Some(limit) = self.exceeded_limit(depth, costs) {
            self.stop(Stop::Limit(limit));
        }
        if let Some(errors) = errors
            && !is_characters
            && let Some(most) = errors.exceeded_limit_before(span.start)
        {
            self.stop(Stop::Limit(Limit::Errors { most }));
        }
        if self.has_stopped() {
            self.stopped_at.get_or_insert(span.start);
        }
        self.has_stopped()
    }

    /// Called when the end tag of a script was processed. Returns whether to pause for the script.
    pub(crate) fn prepare_the_script_element(&mut self, script: Slot) -> bool {
        if self.pauses_at_scripts && !self.has_stopped() {
            self.pause = Some(Pause::Script(script));
        }
        self.pauses_at_scripts
    }

    pub(crate) fn change_the_encoding(&mut self, encoding: &'static Encoding) {
        if !self.has_stopped() {
            self.pause = Some(Pause::Encoding(encoding));
        }
    }
}
