//! Selectors that are decided later. The events after an element for which a selector is not decided wait until it is.

use std::collections::VecDeque;

use hedgerow_select::{DecidedAt, Decision, MatchState, SelectorSet};

use super::{DOCUMENT, Event, EventKind, NONE, Node, Slot, Subscriber, Window};

/// The number of bytes for decisions that are possible with any limit.
const LEAST_DECISIONS: u64 = 64 * 1024;

/// The number of bytes of the events after an element that is held back, for each byte of the limit.
const EVENTS_PER_LIMIT: u64 = 4;

/// The bytes of an event with a selector that matches, and of half an element, because most elements have two events.
const EVENT: u64 = (size_of::<Event>() + 32 + size_of::<(Node, MatchState)>() / 2) as u64;

/// The state of the decisions.
#[derive(Debug)]
pub(super) struct Later {
    /// Whether any selector is decided later.
    pub(super) is_needed: bool,
    /// The number of events that were processed.
    passed: u64,
    /// The numbers of the start events that are not decided, each the number of events before it.
    held: VecDeque<u64>,
    /// The distance from the first of these elements after which it is not held any more.
    limit: u64,
    undecided: u64,
    /// The `head` that has left the stack, but to which metadata before the body is still added.
    pub(super) ended_head: Slot,
}

impl Default for Later {
    fn default() -> Self {
        let held = VecDeque::new();
        Self { is_needed: false, passed: 0, held, limit: u64::MAX, undecided: 0, ended_head: NONE }
    }
}

impl Later {
    pub(super) fn new(selectors: &SelectorSet, subscribers: &[Subscriber], limit: usize) -> Self {
        let needs_contents = subscribers.iter().any(|subscriber| subscriber.needs_contents);
        let is_needed = needs_contents || selectors.decided_at() == DecidedAt::Later;
        Self { is_needed, limit: limit as u64, ..Self::default() }
    }
}

impl Window {
    /// Takes the selectors that match or may match an element, each with the number of its handler.
    pub(super) fn take_matches(&mut self, element: Slot) -> Vec<(usize, Decision)> {
        let Self { found, selectors, .. } = self;
        let (mut matches, mut has_ended) = (Vec::new(), None);
        for (Subscriber { number, needs_contents }, mut decision) in found.drain(..) {
            // A decision can be false already.
            if selectors.value(decision) == Some(false) {
                continue;
            }
            if needs_contents {
                let has_ended = *has_ended.get_or_insert_with(|| selectors.open());
                decision = selectors.both(decision, has_ended);
            }
            matches.push((number, decision));
        }
        self.node_mut(element).has_ended = has_ended;
        matches
    }

    /// Adds the start event of an element that matches or may match.
    pub(super) fn push_start(&mut self, kind: EventKind, element: Slot) {
        if let EventKind::Start { matches, .. } = &kind
            && matches.iter().any(|&(_, decision)| self.selectors.value(decision).is_none())
        {
            self.later.held.push_back(self.later.passed + self.events.len() as u64);
        }
        self.push_event(kind, self.token, element);
    }

    /// Whether the first element that is not decided is held for too long.
    fn is_first_held_too_long(&self) -> bool {
        let Some(&number) = self.later.held.front() else { return false };
        let Some(first) = self.events.get((number - self.later.passed) as usize) else { return false };
        let events = self.later.passed + self.events.len() as u64 - number;
        self.token.start > first.token.start.saturating_add(self.later.limit)
            || events * EVENT > self.most_decisions().saturating_mul(EVENTS_PER_LIMIT)
    }

    fn most_decisions(&self) -> u64 {
        self.later.limit.max(LEAST_DECISIONS)
    }

    /// Passes elements that are held for too long.
    pub(super) fn settle_if_held_too_long(&mut self) {
        if self.is_first_held_too_long() {
            self.settle();
        }
    }

    /// Passes the elements that are decided, or are held for too long.
    fn settle(&mut self) {
        while let Some(&number) = self.later.held.front() {
            let is_too_long = self.is_first_held_too_long();
            let Self { later, selectors, events, nodes, .. } = self;
            let Some(event) = events.get_mut((number - later.passed) as usize) else { return };
            let EventKind::Start { matches, .. } = &mut event.kind else { return };
            if matches.iter().any(|&(_, decision)| selectors.value(decision).is_none()) {
                if !is_too_long {
                    return;
                }
                later.undecided += 1;
            }
            matches.retain(|&(_, decision)| selectors.value(decision) == Some(true));
            if let Some(has_ended) = nodes.get(event.node as usize).and_then(|node| node.has_ended) {
                selectors.decide(has_ended, false);
            }
            later.held.pop_front();
        }
    }

    /// Removes and returns the next event, if the selectors are decided for the elements before it.
    pub(crate) fn next_event(&mut self) -> Option<Event> {
        if self.later.held.front() == Some(&self.later.passed) {
            self.settle();
            if self.later.held.front() == Some(&self.later.passed) {
                return None;
            }
        }
        let event = self.events.pop_front()?;
        self.later.passed += 1;
        Some(event)
    }

    /// The first offset of the events that are not processed.
    pub(crate) fn first_event(&self) -> Option<u64> {
        self.events.front().map(|event| event.from)
    }

    /// Ends the contents of an element at the token, unless they have ended: the end tags of the head, the body and the root element
    /// come before their ends.
    pub(super) fn end_contents(&mut self, slot: Slot) {
        let end = self.token.start;
        if let Some(node) = self.nodes.get_mut(slot as usize).filter(|node| node.has_ended.is_some()) {
            node.contents_end.get_or_insert(end);
        }
    }

    /// Tells the selectors that an element, or the document, gets no further children.
    pub(super) fn leave(&mut self, slot: Slot) {
        self.end_contents(slot);
        let Some(node) = self.node(slot) else { return };
        let contents = node.contents;
        if let Some(has_ended) = node.has_ended {
            self.selectors.decide(has_ended, true);
        }
        // Only moved nodes can become children of the element later.
        for slot in [slot, contents] {
            let mut children = self.nodes.get_mut(slot as usize).and_then(|node| node.children.take());
            self.selectors.leave(self.states.get_mut(slot as usize), children.as_deref_mut());
        }
    }

    /// Ends the document.
    pub(crate) fn end(&mut self) {
        self.leave(self.later.ended_head);
        self.leave(DOCUMENT);
        self.selectors.end();
    }

    /// The number of elements that were held for too long.
    pub(crate) fn undecided(&self) -> u64 {
        self.later.undecided
    }

    /// Frees the decisions that nothing depends on.
    pub(super) fn compact(&mut self) {
        let (mut siblings, mut decisions) = (Vec::new(), Vec::new());
        for Node { children, before, has_ended, .. } in &mut self.nodes {
            siblings.extend([children, before].into_iter().filter_map(Option::as_deref_mut));
            decisions.extend(has_ended);
        }
        let matches = self.events.iter_mut().flat_map(|event| match &mut event.kind {
            EventKind::Start { matches, .. } => matches.as_mut_slice(),
            _ => &mut [],
        });
        decisions.extend(matches.map(|(_, decision)| decision));
        self.selectors.compact(self.states.iter_mut(), &mut siblings, decisions.into_iter());
    }

    /// Whether the decisions have more bytes than the limit, which they may exceed by a quarter until those that nothing depends on are
    /// freed.
    pub(crate) fn has_too_many_decisions(&mut self) -> bool {
        let most = self.most_decisions();
        if self.selectors.size() as u64 <= most.saturating_add(most / 4) {
            return false;
        }
        self.compact();
        self.selectors.size() as u64 > most
    }
}
