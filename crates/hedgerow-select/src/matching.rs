//! Whether an element matches a complex selector.
//!
//! ```text
//! matches (the part of a complex selector up to one compound selector, element):
//!     the element passes all tests of the compound selector, and
//!         there is nothing to the left of the compound selector; or
//!         there is > or +, and the parent or the previous sibling matches the selector to the left; or
//!         there is a space or ~, and an ancestor or an earlier sibling matches the selector to the left
//! ```
//!
//! Ancestors are tested one after the other, until one matches. The answer for the element is also the answer for the ancestors
//! that did not match. Once the query's budget of steps is exhausted, the query's cache stores all these answers, and
//! then all elements together cost one walk over the tree for each compound selector. The depth of the recursion is at
//! most the number of parts of the selector, which `syntax.rs` bounds. It does not depend on the depth of the tree.
//!
//! `:has()`, which searches in the other direction, is in `has.rs`, and `:nth-child()` in `nth.rs`.

use hedgerow_base::{AttributeName, ElementName, Namespace, known};
use hedgerow_dom::{NodeKind, NodeRef, search};
use selectors::attr::{CaseSensitivity, ParsedCaseSensitivity};
use selectors::parser::Combinator;

use crate::compile::{AttributeTest, Complex, Test, ValueTest};
use crate::element::{has_word, ignores_case};
use crate::matcher::{Matcher, shadow_host};
use crate::query_cache::Question;
use crate::{direction, language, state};

impl<'q> Matcher<'_, 'q> {
    pub(crate) fn matches(&mut self, complex: &Complex, element: NodeRef<'q>) -> bool {
        self.matches_from(complex, 0, element)
    }

    /// Whether an element matches the compound selector at an index and everything to the left of it.
    fn matches_from(&mut self, complex: &Complex, index: usize, element: NodeRef<'q>) -> bool {
        let Some(compound) = complex.compounds.get(index) else { return false };
        if let Some(answer) = compound.matches_slot.and_then(|slot| self.cache.answer(slot, element)) {
            return answer;
        }
        let start = self.cache.steps();
        let answer = if element.kind() == NodeKind::Element {
            self.passes(&compound.tests, element) && self.matches_before(complex, index, element)
        } else {
            compound.combinator.is_none() && self.passes_as_featureless(&compound.tests, element)
        };
        if let Some(slot) = compound.matches_slot {
            self.cache.charge(slot, start);
            self.cache.set_answer(slot, element, answer);
        }
        answer
    }

    /// Whether everything to the left of a compound selector matches, relative to an element that the compound selector
    /// matches.
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

    /// Whether any ancestor or earlier sibling of an element matches the compound selector at an index and everything to the
    /// left of it.
    fn matches_any_before(
        &mut self,
        complex: &Complex,
        index: usize,
        combinator: Combinator,
        element: NodeRef<'q>,
    ) -> bool {
        let Some(slot) = complex.compounds.get(index).map(|compound| compound.matches_before_slot) else {
            return false;
        };
        let start = self.cache.steps();
        let mut at = element;
        let answer = loop {
            if let Some(answer) = self.cache.answer(slot, at) {
                break answer;
            }
            self.cache.spend(1);
            let Some(next) = self.next(combinator, at) else { break false };
            if self.matches_from(complex, index, next) {
                break true;
            }
            at = next;
        };
        self.cache.charge(slot, start);
        self.set_answers(slot, element, at, |matcher, node| matcher.next(combinator, node), answer);
        answer
    }

    /// Returns the node that the selector to the left of a combinator must match next: the parent, or the previous element. The
    /// parent may be a shadow root, or the fragment at which the query began.
    fn next(&mut self, combinator: Combinator, node: NodeRef<'q>) -> Option<NodeRef<'q>> {
        match combinator {
            Combinator::Child | Combinator::Descendant => {
                node.parent().filter(|parent| match parent.kind() {
                    NodeKind::Element => true,
                    NodeKind::DocumentFragment => *parent == self.scope,
                    NodeKind::ShadowRoot => true,
                    _ => false,
                })
            }
            Combinator::NextSibling | Combinator::LaterSibling => self.previous_element(node),
            Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part => None,
        }
    }

    /// Whether an element passes all tests.
    pub(crate) fn passes(&mut self, tests: &[Test], element: NodeRef<'q>) -> bool {
        tests.iter().all(|test| self.passes_test(test, element))
    }

    fn passes_test(&mut self, test: &Test, element: NodeRef<'q>) -> bool {
        let Some(name) = search::element_name(element) else { return false };
        match test {
            Test::Any => true,
            Test::Name(names) => names.within(name.namespace, self.resolved) == Some(name.local),
            Test::Namespace(namespace) | Test::DefaultNamespace(namespace) => name.namespace == *namespace,
            Test::Id(id) => self.value(element, AttributeName::plain(known::ID)).is_some_and(|value| {
                if ignores_case(self.document()) { value.eq_ignore_ascii_case(id) } else { value == &**id }
            }),
            Test::Class(class, number) => {
                self.value(element, AttributeName::plain(known::CLASS)).is_some_and(|value| {
                    let ignores_case = ignores_case(self.document());
                    self.long_texts
                        .pass(value, Question::Test(*number), || has_word(value, class, ignores_case))
                })
            }
            Test::Attribute(attribute) => self.has_attribute(attribute, element, name),
            Test::Root => is_root(element),
            Test::Scope => self.is_scope(element),
            Test::Empty => element.children().all(|child| {
                self.cache.spend(1);
                child.kind() != NodeKind::Element
                    && (child.kind() != NodeKind::Text || child.data() == Some(""))
            }),
            Test::FirstChild => self.previous_element(element).is_none(),
            Test::LastChild => self.next_element(element).is_none(),
            Test::Nth(nth) => self.is_nth(nth, element),
            Test::AnyOf(list) => self.matches_any(list, element),
            Test::NoneOf(list) => !self.matches_any(list, element),
            Test::Has(relatives) => relatives.iter().any(|relative| self.has(relative, 0, element)),
            Test::Contains(test) => test.passes(self, element),
            Test::Language(ranges, slot) => language::matches(self, *slot, element, ranges),
            Test::Direction(argument, slot) => direction::matches(self, *slot, element, argument),
            Test::State(state, slots) => state::matches(self, *slots, element, *state),
            // A shadow host is not part of its shadow tree.
            Test::Host(_) | Test::Never => false,
        }
    }

    /// Whether tests match the fragment at which the query began, or a shadow root, which stands for its host. Both are
    /// featureless: `:scope` matches the node at which the query began, `:host` matches a shadow root, no other simple
    /// selector matches, and the default namespace does not matter.
    /// <https://drafts.csswg.org/selectors-4/#featureless>
    fn passes_as_featureless(&mut self, tests: &[Test], node: NodeRef<'q>) -> bool {
        let mut is_allowed = false;
        tests.iter().all(|test| {
            let passes = match test {
                Test::DefaultNamespace(_) => return true,
                Test::Scope => node == self.scope,
                Test::Host(argument) => shadow_host(node).is_some_and(|host| {
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

    /// Whether an element matches any selector of a list.
    pub(crate) fn matches_any(&mut self, list: &[Complex], element: NodeRef<'q>) -> bool {
        list.iter().any(|complex| self.matches(complex, element))
    }

    fn has_attribute(
        &mut self,
        test: &AttributeTest,
        element: NodeRef<'q>,
        element_name: ElementName,
    ) -> bool {
        let Some(local) = test.names.within(element_name.namespace, self.resolved) else {
            return false;
        };
        let is_html = element_name.namespace == Namespace::Html;
        if let Some(namespace) = test.namespace {
            let value = self.value(element, AttributeName { namespace, local });
            return value.is_some_and(|value| self.has_value(test, value, is_html));
        }
        // Each namespace is looked up separately, because elements with many attributes have an index.
        Namespace::ALL.into_iter().any(|namespace| {
            let value = self.value(element, AttributeName { namespace, local });
            value.is_some_and(|value| self.has_value(test, value, is_html))
        })
    }

    fn has_value(&mut self, test: &AttributeTest, value: &str, is_html: bool) -> bool {
        // HTML elements have a cache key of their own, because case sensitivity may differ for them.
        test.value.as_ref().is_none_or(|wanted| {
            if is_html {
                self.long_texts.pass(value, Question::HtmlTest(test.number), || wanted.is_in(value, true))
            } else {
                self.long_texts.pass(value, Question::Test(test.number), || wanted.is_in(value, false))
            }
        })
    }

    /// Whether an element is the scope of the query. For a document, the scope is its root element.
    fn is_scope(&self, element: NodeRef<'q>) -> bool {
        let scope = self.scope;
        if scope.kind() == NodeKind::Document { is_root(element) } else { element == scope }
    }
}

fn is_root(element: NodeRef<'_>) -> bool {
    element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
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
        match &self.substring {
            Some(substring) if case_sensitivity == CaseSensitivity::AsciiCaseInsensitive => {
                substring.is_in(value)
            }
            _ => self.operator.eval_str(value, &self.text, case_sensitivity),
        }
    }
}
