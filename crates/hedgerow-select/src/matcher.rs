//! [`Matcher`]: the state of a query while elements are matched, and helpers that several kinds of simple selectors share.
//! Simple selectors are matched in `matching.rs` and in the files of the pseudo-classes.

use hedgerow_base::{AttributeName, NameId, SideTable};
use hedgerow_dom::{Document, NodeKind, NodeRef, Slot, search};

use crate::checkedness::checked_controls;
use crate::query_cache::{LongTexts, QueryCache};
use crate::slots::CacheSlot;

/// Matches elements, and caches the answers.
pub(crate) struct Matcher<'m, 'q> {
    /// The node that `:scope` matches.
    pub(crate) scope: NodeRef<'q>,
    /// The ids, in the document, of the selector's names without a fixed id.
    pub(crate) resolved: &'m [Option<NameId>],
    pub(crate) cache: &'m mut QueryCache<'q>,
    pub(crate) long_texts: &'m mut LongTexts,
}

impl<'q> Matcher<'_, 'q> {
    pub(crate) fn document(&self) -> &'q Document {
        self.scope.document()
    }

    /// The checked options and radio buttons of all trees that a query from the scope can reach.
    pub(crate) fn checked_controls(&self) -> &SideTable<Slot, ()> {
        let (controls, top) = self.cache.checked_controls(self.scope);
        controls.get_or_init(|| checked_controls(top))
    }

    /// Stores the same answer for all nodes from `first` to `last`. Does nothing while the query has a budget of steps.
    pub(crate) fn set_answers(
        &mut self,
        slot: CacheSlot,
        first: NodeRef<'q>,
        last: NodeRef<'q>,
        next: impl Fn(&mut Self, NodeRef<'q>) -> Option<NodeRef<'q>>,
        answer: bool,
    ) {
        if self.cache.has_budget() {
            return;
        }
        let mut at = first;
        loop {
            self.cache.set_answer(slot, at, answer);
            if at == last {
                return;
            }
            let Some(after) = next(self, at) else { return };
            at = after;
        }
    }

    /// The first child that is an element.
    pub(crate) fn first_element(&mut self, parent: NodeRef<'q>) -> Option<NodeRef<'q>> {
        let first = parent.first_child()?;
        if first.kind() == NodeKind::Element { Some(first) } else { self.next_element(first) }
    }

    /// The next sibling that is an element.
    pub(crate) fn next_element(&mut self, node: NodeRef<'q>) -> Option<NodeRef<'q>> {
        self.first_element_of(node.next_sibling(), NodeRef::next_sibling)
    }

    /// The previous sibling that is an element.
    pub(crate) fn previous_element(&mut self, node: NodeRef<'q>) -> Option<NodeRef<'q>> {
        self.first_element_of(node.previous_sibling(), NodeRef::previous_sibling)
    }

    /// The first element on a path of nodes. Each node that is skipped is counted as a step.
    #[inline]
    fn first_element_of(
        &mut self,
        first: Option<NodeRef<'q>>,
        next: impl Fn(NodeRef<'q>) -> Option<NodeRef<'q>>,
    ) -> Option<NodeRef<'q>> {
        let mut at = first?;
        while at.kind() != NodeKind::Element {
            self.cache.spend(1);
            at = next(at)?;
        }
        Some(at)
    }

    /// Returns the value of an attribute for a test, and counts the steps for reading it.
    pub(crate) fn value(&mut self, element: NodeRef<'q>, name: AttributeName) -> Option<&'q str> {
        let value = search::attribute_value(element, name)?;
        self.cache.spend_on_text(value);
        Some(value)
    }

    /// Returns an answer that elements inherit: the result of `own` for the nearest inclusive ancestor whose result is
    /// not `None`, or the result of `or_else` if there is no such ancestor.
    pub(crate) fn inherited(
        &mut self,
        slot: CacheSlot,
        element: NodeRef<'q>,
        own: impl Fn(NodeRef<'q>, &mut Effort<'_>) -> Option<bool>,
        or_else: impl FnOnce(&QueryCache<'q>) -> bool,
    ) -> bool {
        self.inherited_by(slot, element, parent_or_host, own, or_else)
    }

    /// Like [`Self::inherited`], but `next` returns the next node that may have the answer.
    pub(crate) fn inherited_by(
        &mut self,
        slot: CacheSlot,
        element: NodeRef<'q>,
        next: impl Fn(NodeRef<'q>) -> Option<NodeRef<'q>>,
        own: impl Fn(NodeRef<'q>, &mut Effort<'_>) -> Option<bool>,
        or_else: impl FnOnce(&QueryCache<'q>) -> bool,
    ) -> bool {
        let start = self.cache.steps();
        let mut at = element;
        let answer = loop {
            if let Some(answer) = self.cache.answer(slot, at) {
                break answer;
            }
            let mut effort = Effort { steps: 1, long_texts: self.long_texts };
            let answer = own(at, &mut effort);
            let steps = effort.steps;
            self.cache.spend(steps);
            if let Some(answer) = answer {
                break answer;
            }
            let Some(after) = next(at) else { break or_else(self.cache) };
            at = after;
        };
        self.cache.charge(slot, start);
        self.set_answers(slot, element, at, |_, node| next(node), answer);
        answer
    }
}

/// The steps that an answer for one node has cost so far, and the cache for long texts.
pub(crate) struct Effort<'m> {
    pub(crate) steps: usize,
    pub(crate) long_texts: &'m mut LongTexts,
}

/// The parent of a node; for a shadow root, the host.
pub(crate) fn parent_or_host(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.parent().or_else(|| shadow_host(node))
}

/// The root of the tree that contains a node, also through template contents and shadow roots. Returns the number of
/// steps, too.
pub(crate) fn outermost_root(mut node: NodeRef<'_>) -> (NodeRef<'_>, usize) {
    let mut steps = 0;
    while let Some(next) = node.parent().or_else(|| node.host()) {
        (node, steps) = (next, steps + 1);
    }
    (node, steps)
}

/// The host of a shadow root. Template contents have a host, too, which is not a shadow host.
pub(crate) fn shadow_host(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.host().filter(|_| node.kind() == NodeKind::ShadowRoot)
}
