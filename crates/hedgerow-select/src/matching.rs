//! [`Matcher`]: whether an element matches a complex selector.
//!
//! ```text
//! matches (complex selector from some compound selector on to the left, element):
//!     the element passes all tests of the compound selector, and
//!         there is nothing to its left; or
//!         the parent, or the previous sibling, matches what is to the left; or
//!         an ancestor, or an earlier sibling, does
//! ```
//!
//! The last is asked of the ancestors one after the other, and one answer is that of all on the way: those between the
//! element and the ancestor that matches, or the root. With a [`Memory`], all elements together cost one walk over the tree
//! for each compound selector. The functions call each other as deep as the selector has parts, which is bounded
//! (`syntax.rs`), and never as deep as the tree is.
//!
//! What is not here: `:has()` (`has.rs`), which looks the other way, `:nth-child()` (`nth.rs`), and the pseudo-classes of HTML.

use std::collections::HashSet;

use hedgerow_dom::{Document, NodeKind, NodeRef, Slot as NodeSlot, search};
use hedgerow_names::{AttributeName, ElementName, Namespace, known};
use selectors::attr::{CaseSensitivity, ParsedCaseSensitivity};
use selectors::parser::Combinator;

use crate::checkedness::checked_controls;
use crate::compile::{AttributeTest, Complex, Slot, Test, ValueTest};
use crate::direction;
use crate::element::has_word;
use crate::language;
use crate::memory::{LongTexts, Memory};
use crate::query::Query;
use crate::state;

/// Matches elements, with what is remembered of others.
pub(crate) struct Matcher<'m, 'q> {
    query: &'m Query<'q>,
    pub(crate) memory: &'m mut Memory<'q>,
    long_texts: &'m mut LongTexts,
}

impl<'m, 'q> Matcher<'m, 'q> {
    pub(crate) fn new(
        query: &'m Query<'q>,
        memory: &'m mut Memory<'q>,
        long_texts: &'m mut LongTexts,
    ) -> Self {
        Self { query, memory, long_texts }
    }

    pub(crate) fn document(&self) -> &'q Document {
        self.query.document
    }

    /// The options and the radio buttons that are checked.
    pub(crate) fn checked_controls(&self) -> &HashSet<NodeSlot> {
        let scope = self.query.scope;
        self.memory.facts(scope).checked_controls.get_or_init(|| checked_controls(scope))
    }

    /// Whether an element matches.
    pub(crate) fn matches(&mut self, complex: &Complex, element: NodeRef<'q>) -> bool {
        self.matches_from(complex, 0, element)
    }

    /// Whether an element matches the compound selector at an index, and what is to the left of it.
    fn matches_from(&mut self, complex: &Complex, index: usize, element: NodeRef<'q>) -> bool {
        let Some(compound) = complex.compounds.get(index) else { return false };
        if let Some(answer) = compound.matches.and_then(|slot| self.memory.answer(slot, element)) {
            return answer;
        }
        let answer = if element.kind() == NodeKind::Element {
            self.passes(&compound.tests, element) && self.matches_before(complex, index, element)
        } else {
            compound.combinator.is_none() && self.passes_as_featureless(&compound.tests, element)
        };
        if let Some(slot) = compound.matches {
            self.memory.set_answer(slot, element, answer);
        }
        answer
    }

    /// Whether what is to the left of a compound selector matches, if that one matches an element.
    fn matches_before(&mut self, complex: &Complex, index: usize, element: NodeRef<'q>) -> bool {
        let Some(combinator) = complex.compounds.get(index).and_then(|compound| compound.combinator) else {
            return true;
        };
        if matches!(combinator, Combinator::Descendant | Combinator::LaterSibling) {
            return self.matches_any_before(complex, index + 1, combinator, element);
        }
        let next = self.next(combinator, element);
        next.is_some_and(|next| self.matches_from(complex, index + 1, next))
    }

    /// Whether an ancestor of an element, or an earlier sibling, matches from an index on.
    fn matches_any_before(
        &mut self,
        complex: &Complex,
        index: usize,
        combinator: Combinator,
        element: NodeRef<'q>,
    ) -> bool {
        let Some(slot) = complex.compounds.get(index).map(|compound| compound.matches_before) else {
            return false;
        };
        let mut at = element;
        let answer = loop {
            if let Some(answer) = self.memory.answer(slot, at) {
                break answer;
            }
            self.memory.spend(1);
            let Some(next) = self.next(combinator, at) else { break false };
            if self.matches_from(complex, index, next) {
                break true;
            }
            at = next;
        };
        self.set_answers(slot, element, at, |matcher, node| matcher.next(combinator, node), answer);
        answer
    }

    /// The same answer for all from one node to another.
    pub(crate) fn set_answers(
        &mut self,
        slot: Slot,
        first: NodeRef<'q>,
        last: NodeRef<'q>,
        next: impl Fn(&mut Self, NodeRef<'q>) -> Option<NodeRef<'q>>,
        answer: bool,
    ) {
        if self.memory.is_patient() {
            return;
        }
        let mut at = first;
        loop {
            self.memory.set_answer(slot, at, answer);
            if at == last {
                return;
            }
            let Some(after) = next(self, at) else { return };
            at = after;
        }
    }

    /// Returns the next element to the left of a combinator. For the children of the fragment that the query began at, and of
    /// a shadow root, it is that node.
    fn next(&mut self, combinator: Combinator, node: NodeRef<'q>) -> Option<NodeRef<'q>> {
        match combinator {
            Combinator::Child | Combinator::Descendant => {
                node.parent().filter(|parent| match parent.kind() {
                    NodeKind::Element => true,
                    NodeKind::DocumentFragment => *parent == self.query.scope,
                    NodeKind::ShadowRoot => true,
                    _ => false,
                })
            }
            Combinator::NextSibling | Combinator::LaterSibling => self.previous_element(node),
            Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part => None,
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

    /// The first node on some way that is an element. Those that it passes by are steps, too.
    #[inline]
    fn first_element_of(
        &mut self,
        first: Option<NodeRef<'q>>,
        next: impl Fn(NodeRef<'q>) -> Option<NodeRef<'q>>,
    ) -> Option<NodeRef<'q>> {
        let mut at = first?;
        while at.kind() != NodeKind::Element {
            self.memory.spend(1);
            at = next(at)?;
        }
        Some(at)
    }

    /// Whether an element passes all tests.
    pub(crate) fn passes(&mut self, tests: &[Test], element: NodeRef<'q>) -> bool {
        tests.iter().all(|test| self.passes_test(test, element))
    }

    fn passes_test(&mut self, test: &Test, element: NodeRef<'q>) -> bool {
        let Some(name) = search::element_name(element) else { return false };
        match test {
            Test::Any => true,
            Test::Name(names) => names.within(name.namespace, &self.query.resolved) == Some(name.local),
            Test::Namespace(namespace) | Test::DefaultNamespace(namespace) => name.namespace == *namespace,
            Test::Id(id) => self.value(element, AttributeName::plain(known::ID)).is_some_and(|value| {
                if self.query.ignores_case() { value.eq_ignore_ascii_case(id) } else { value == &**id }
            }),
            Test::Class(class) => {
                self.value(element, AttributeName::plain(known::CLASS)).is_some_and(|value| {
                    let ignores_case = self.query.ignores_case();
                    self.long_texts.pass(value, &**class, || has_word(value, class, ignores_case))
                })
            }
            Test::Attribute(attribute) => self.has_attribute(attribute, element, name),
            Test::Root => is_root(element),
            Test::Scope => self.is_scope(element),
            Test::Empty => element.children().all(|child| {
                self.memory.spend(1);
                child.kind() != NodeKind::Element
                    && (child.kind() != NodeKind::Text || child.data() == Some(""))
            }),
            Test::FirstChild => self.previous_element(element).is_none(),
            Test::LastChild => self.next_element(element).is_none(),
            Test::Nth(nth) => self.is_nth(nth, element),
            Test::AnyOf(list) => self.matches_any(list, element),
            Test::NoneOf(list) => !self.matches_any(list, element),
            Test::Has(relatives) => relatives.iter().any(|relative| self.has(relative, 0, element)),
            Test::Language(ranges, slot) => language::matches(self, *slot, element, ranges),
            Test::Direction(argument, slot) => direction::matches(self, *slot, element, argument),
            Test::State(state, slots) => state::matches(self, *slots, element, *state),
            // A shadow host is no part of its shadow tree.
            Test::Host(_) | Test::Never => false,
        }
    }

    /// Whether tests match the fragment that the query began at, or a shadow root, which stands for its host. Both are
    /// featureless: only `:scope` matches the former and `:host` the latter, and the default namespace does not matter.
    /// <https://drafts.csswg.org/selectors-4/#featureless>
    fn passes_as_featureless(&mut self, tests: &[Test], node: NodeRef<'q>) -> bool {
        let mut is_allowed = false;
        tests.iter().all(|test| {
            let passes = match test {
                Test::DefaultNamespace(_) => return true,
                Test::Scope => node == self.query.scope,
                Test::Host(argument) => node.host().is_some_and(|host| {
                    argument.as_ref().is_none_or(|argument| self.matches(argument, host))
                }),
                Test::AnyOf(list) => list.iter().any(|complex| match &*complex.compounds {
                    [only] => self.passes_as_featureless(&only.tests, node),
                    _ => false,
                }),
                _ => false,
            };
            is_allowed |= passes;
            passes
        }) && is_allowed
    }

    /// Whether an element matches one of some selectors.
    pub(crate) fn matches_any(&mut self, list: &[Complex], element: NodeRef<'q>) -> bool {
        list.iter().any(|complex| self.matches(complex, element))
    }

    /// The value of an attribute that is to be looked at.
    fn value(&mut self, element: NodeRef<'q>, name: AttributeName) -> Option<&'q str> {
        let value = search::attribute_value(element, name)?;
        self.memory.spend_on_text(value);
        Some(value)
    }

    fn has_attribute(
        &mut self,
        test: &AttributeTest,
        element: NodeRef<'q>,
        element_name: ElementName,
    ) -> bool {
        let Some(local) = test.names.within(element_name.namespace, &self.query.resolved) else {
            return false;
        };
        let is_html = element_name.namespace == Namespace::Html;
        if let Some(namespace) = test.namespace {
            let value = self.value(element, AttributeName { namespace, local });
            return value.is_some_and(|value| self.has_value(test, value, is_html));
        }
        // Each is looked for, because many attributes have an index.
        Namespace::ALL.into_iter().any(|namespace| {
            let value = self.value(element, AttributeName { namespace, local });
            value.is_some_and(|value| self.has_value(test, value, is_html))
        })
    }

    fn has_value(&mut self, test: &AttributeTest, value: &str, is_html: bool) -> bool {
        // The case of letters is not the same for all elements, so those of HTML ask in another name than others.
        test.value.as_ref().is_none_or(|wanted| {
            if is_html {
                self.long_texts.pass(value, wanted, || wanted.is_in(value, true))
            } else {
                self.long_texts.pass(value, &test.names, || wanted.is_in(value, false))
            }
        })
    }

    /// Whether an element is what the query began at. For a document, that is the root element.
    fn is_scope(&self, element: NodeRef<'q>) -> bool {
        let scope = self.query.scope;
        if scope.kind() == NodeKind::Document { is_root(element) } else { element == scope }
    }

    /// An answer that elements have from their ancestors: that of the nearest one which has one of its own, from the element
    /// itself on. `own` says of a node what its own answer is; `or_else` what the answer is
    /// if nobody has one.
    pub(crate) fn inherited(
        &mut self,
        slot: Slot,
        element: NodeRef<'q>,
        own: impl Fn(NodeRef<'q>, &mut Effort<'_>) -> Option<bool>,
        or_else: impl FnOnce(&Memory<'q>) -> bool,
    ) -> bool {
        let mut at = element;
        let answer = loop {
            if let Some(answer) = self.memory.answer(slot, at) {
                break answer;
            }
            let mut effort = Effort { steps: 1, long_texts: self.long_texts };
            let answer = own(at, &mut effort);
            let steps = effort.steps;
            self.memory.spend(steps);
            if let Some(answer) = answer {
                break answer;
            }
            let Some(next) = parent_or_host(at) else { break or_else(self.memory) };
            at = next;
        };
        self.set_answers(slot, element, at, |_, node| parent_or_host(node), answer);
        answer
    }
}

/// What finding the answer of one node takes.
pub(crate) struct Effort<'m> {
    pub(crate) steps: usize,
    pub(crate) long_texts: &'m mut LongTexts,
}

fn is_root(element: NodeRef<'_>) -> bool {
    element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
}

/// The parent; of a shadow root, the host.
fn parent_or_host(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let host = || node.host().filter(|_| node.kind() == NodeKind::ShadowRoot);
    node.parent().or_else(host)
}

impl ValueTest {
    pub(crate) fn is_in(&self, value: &str, is_html: bool) -> bool {
        let case_sensitivity = match self.case_sensitivity {
            ParsedCaseSensitivity::ExplicitCaseSensitive | ParsedCaseSensitivity::CaseSensitive => {
                CaseSensitivity::CaseSensitive
            }
            ParsedCaseSensitivity::AsciiCaseInsensitive => CaseSensitivity::AsciiCaseInsensitive,
            ParsedCaseSensitivity::AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument if is_html => {
                CaseSensitivity::AsciiCaseInsensitive
            }
            ParsedCaseSensitivity::AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument => {
                CaseSensitivity::CaseSensitive
            }
        };
        self.operator.eval_str(value, &self.text, case_sensitivity)
    }
}
