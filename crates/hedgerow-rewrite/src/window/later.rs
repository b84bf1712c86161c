//! [`Later`]: the elements that match selectors which are decided later. The window of the parse ahead decides them, and passes them on
//! to the other window, which inserts the same elements in the same order.

use std::collections::VecDeque;

use hedgerow_select::Decision;

use super::{DOCUMENT, NONE, Node, Slot, Subscriber, Window};

/// An element that matches or may match selectors which are decided later.
#[derive(Debug)]
pub(super) struct HeldElement {
    /// The number of elements that were inserted before it.
    number: u64,
    /// The start of its token.
    start: u64,
    /// The selectors.
    pub(super) matches: Vec<(Subscriber, Decision)>,
    /// Whether the element has ended, if this decides whether a handler is called.
    pub(super) has_ended: Option<Decision>,
    /// The end of its contents.
    pub(super) end: Option<u64>,
}

/// An element that matches selectors which are decided later.
#[derive(Debug)]
struct DecidedElement {
    number: u64,
    /// The numbers of the handlers.
    matches: Vec<usize>,
    end: Option<u64>,
}

/// The state of decisions in a window.
#[derive(Debug)]
pub(super) struct Later {
    /// Whether the window is that of the parse ahead, which only decides selectors.
    pub(super) is_ahead: bool,
    /// The number of elements that were inserted.
    inserted: u64,
    /// In the parse ahead: the first element that is not decided, and those after it.
    pub(super) held: VecDeque<HeldElement>,
    /// The elements that match, until the other window inserts them.
    decided: VecDeque<DecidedElement>,
    /// In the parse ahead: the distance from a held element after which it is not held any more, and the number of such elements.
    limit: u64,
    undecided: u64,
    /// In the parse ahead: the `head` that has left the stack, but to which metadata before the body is still added.
    pub(super) ended_head: Slot,
}

impl Default for Later {
    fn default() -> Self {
        Self {
            is_ahead: false,
            inserted: 0,
            held: VecDeque::new(),
            decided: VecDeque::new(),
            limit: u64::MAX,
            undecided: 0,
            ended_head: NONE,
        }
    }
}

impl Later {
    /// Whether an element is held at an offset beyond the limit.
    pub(super) fn is_any_held_too_long(&self, at: u64) -> bool {
        self.held.front().is_some_and(|first| at > first.start.saturating_add(self.limit))
    }
}

impl Window {
    /// Makes this the window of the parse ahead, which holds an element back for at most a number of bytes.
    pub(crate) fn read_ahead(&mut self, limit: usize) {
        (self.later.is_ahead, self.later.limit) = (true, limit as u64);
    }

    /// Stores the matches of an element that is being inserted. Returns the number of those that are decided.
    pub(super) fn store_matches(&mut self, element: Slot) -> usize {
        let number = self.later.inserted;
        self.later.inserted += 1;
        if self.later.is_ahead {
            self.node_mut(element).number = number;
            if !self.found.is_empty() {
                self.hold(number);
            }
            return 0;
        }
        let first = self.matches.len();
        self.matches.extend(self.found.drain(..).map(|(subscriber, _)| subscriber.number));
        if self.later.decided.front().is_some_and(|decided| decided.number == number)
            && let Some(decided) = self.later.decided.pop_front()
        {
            self.matches.extend(decided.matches);
            self.matches[first..].sort_unstable();
            self.node_mut(element).contents_end = decided.end;
        }
        self.matches.len() - first
    }

    /// In the parse ahead: stores an element that matches or may match.
    fn hold(&mut self, number: u64) {
        let mut matches = std::mem::take(&mut self.found);
        let mut has_ended = None;
        for (_, decision) in matches.iter_mut().filter(|(subscriber, _)| subscriber.needs_contents) {
            let has_ended = *has_ended.get_or_insert_with(|| self.selectors.open());
            *decision = self.selectors.both(*decision, has_ended);
        }
        self.later.held.push_back(HeldElement {
            number,
            start: self.token.start,
            matches,
            has_ended,
            end: None,
        });
    }

    /// In the parse ahead: returns a held element.
    pub(super) fn held_mut(&mut self, slot: Slot) -> Option<&mut HeldElement> {
        let number = self.node(slot)?.number;
        let index = self.later.held.binary_search_by_key(&number, |held| held.number).ok()?;
        self.later.held.get_mut(index)
    }

    /// In the parse ahead: moves the elements that are decided, or are held for too long, to the list of the decided ones.
    pub(super) fn settle(&mut self) {
        while let Some(first) = self.later.held.front() {
            let values = first.matches.iter().map(|&(_, decision)| self.selectors.value(decision));
            if values.clone().any(|value| value.is_none()) {
                if !self.later.is_any_held_too_long(self.token.start) {
                    return;
                }
                self.later.undecided += 1;
            }
            let numbers = first.matches.iter().map(|(subscriber, _)| subscriber.number);
            let matches: Vec<usize> = numbers
                .zip(values)
                .filter(|(_, value)| *value == Some(true))
                .map(|(number, _)| number)
                .collect();
            if !matches.is_empty() {
                self.later.decided.push_back(DecidedElement {
                    number: first.number,
                    matches,
                    end: first.end,
                });
            }
            if let Some(HeldElement { has_ended: Some(has_ended), .. }) = self.later.held.pop_front() {
                self.selectors.decide(has_ended, false);
            }
        }
    }

    /// In the parse ahead: passes the decided elements on to another window. Returns the start of the token of the first element that
    /// is not decided.
    pub(crate) fn pass_on_decided(&mut self, other: &mut Self) -> Option<u64> {
        self.settle();
        other.later.decided.append(&mut self.later.decided);
        self.later.held.front().map(|first| first.start)
    }

    /// Returns the number of bytes of the decisions.
    pub(crate) fn size_of_decisions(&self) -> usize {
        self.selectors.size()
    }

    /// In the parse ahead: ends the contents of an element at the token, unless they have ended: the end tags of the head, the body
    /// and the root element come before their ends.
    pub(super) fn end_contents(&mut self, slot: Slot) {
        let end = self.token.start;
        if let Some(held) = self.held_mut(slot).filter(|held| held.has_ended.is_some()) {
            held.end.get_or_insert(end);
        }
    }

    /// In the parse ahead: tells the selectors that an element, or the document, gets no further children.
    pub(super) fn leave(&mut self, slot: Slot) {
        self.end_contents(slot);
        if let Some(has_ended) = self.held_mut(slot).and_then(|held| held.has_ended) {
            self.selectors.decide(has_ended, true);
        }
        let contents = self.node(slot).map_or(NONE, |node| node.contents);
        for slot in [slot, contents] {
            if let Some(Node { children, .. }) = self.nodes.get_mut(slot as usize) {
                self.selectors.leave(self.states.get_mut(slot as usize), children.as_deref_mut());
            }
        }
    }

    /// Ends the parse ahead.
    pub(crate) fn end(&mut self) {
        self.leave(self.later.ended_head);
        self.leave(DOCUMENT);
        self.selectors.end();
    }

    /// In the parse ahead: the number of elements that were held for too long.
    pub(crate) fn undecided(&self) -> u64 {
        self.later.undecided
    }
}
