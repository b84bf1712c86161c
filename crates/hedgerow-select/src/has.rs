//! `:has()`: what it is made of, and how it is matched without walking the tree more often than needed.
//!
//! The `selectors` crate has an implementation too, which recurses as deep as the tree: here every walk is a loop.
//!
//! The usual argument is one compound selector behind one combinator. Then nothing depends on the anchor but where the walk
//! begins, and what one walk has found is an answer for the elements on its way:
//!
//! ```text
//! has a descendant that matches (anchor):
//!     for each descendant in tree order:
//!         if it matches, or is known to have such a descendant: so have its ancestors up to the anchor
//!         if it is known to have none: go on behind it
//!         on leaving an element: it has none
//! ```
//!
//! So all anchors together cost one walk over the tree. With more combinators each anchor is walked from anew.

use std::cell::OnceCell;
use std::fmt::{self, Write};

use cssparser::ToCss;
use hedgerow_dom::{Document, NodeId, NodeKind};
use selectors::context::MatchingContext;
use selectors::matching::matches_selector;
use selectors::parser::{Combinator, Component, Selector};

use crate::element::Subject;
use crate::words::Implementation;

/// The argument of `:has()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Has(pub(crate) Box<[Relative]>);

impl Has {
    /// All selectors in it, for visitors.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = &Selector<Implementation>> {
        self.0.iter().map(|relative| &relative.selector)
    }
}

/// A relative selector. <https://drafts.csswg.org/selectors-4/#relative-selector>
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Relative {
    /// The combinator behind the anchor.
    combinator: Combinator,
    /// If `is_compound`, the one compound selector; else the complex selector with the anchor in front.
    selector: Selector<Implementation>,
    is_compound: bool,
    /// Whether a child or descendant combinator is among those behind the first.
    descends: bool,
}

impl fmt::Debug for Relative {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_css_string())
    }
}

impl Relative {
    /// From a selector with the anchor in front.
    pub(crate) fn anchored(selector: Selector<Implementation>) -> Self {
        let combinators: Vec<Combinator> =
            selector.iter_raw_parse_order_from(0).filter_map(Component::as_combinator).collect();
        Self {
            combinator: combinators.first().copied().unwrap_or(Combinator::Descendant),
            is_compound: false,
            descends: combinators.iter().skip(1).any(Combinator::is_ancestor),
            selector,
        }
    }

    /// Whether it has one combinator, so that it can be made [a compound](Self::compound).
    pub(crate) fn has_one_combinator(&self) -> bool {
        self.selector.iter_raw_match_order().filter(|component| component.is_combinator()).count() == 1
    }

    /// The same relative selector as the compound selector behind its one combinator.
    pub(crate) fn compound(&self, selector: Selector<Implementation>) -> Self {
        Self { combinator: self.combinator, selector, is_compound: true, descends: false }
    }
}

impl ToCss for Relative {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        if self.is_compound {
            match self.combinator {
                Combinator::Child => out.write_str("> ")?,
                Combinator::NextSibling => out.write_str("+ ")?,
                Combinator::LaterSibling => out.write_str("~ ")?,
                _ => {}
            }
        }
        self.selector.to_css(out)
    }
}

impl ToCss for Has {
    fn to_css<W: Write>(&self, out: &mut W) -> fmt::Result {
        out.write_str(":has(")?;
        for (index, relative) in self.0.iter().enumerate() {
            if index > 0 {
                out.write_str(", ")?;
            }
            relative.to_css(out)?;
        }
        out.write_char(')')
    }
}

/// What is known of an element as the anchor of one relative selector.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Answer {
    Unknown,
    No,
    Yes,
}

/// What a query remembers from one element to the next.
#[derive(Default)]
pub(crate) struct Memory {
    /// For each relative selector, by its address, the answers by node.
    answers: Vec<(usize, Vec<Answer>)>,
    /// The pragma-set default language, once it was asked for.
    pub(crate) default_language: OnceCell<Option<Box<str>>>,
}

impl Memory {
    /// Where the answers for a relative selector are.
    fn index_of(&mut self, relative: &Relative, document: &Document) -> usize {
        let key = std::ptr::from_ref(relative).addr();
        self.answers.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
            self.answers.push((key, vec![Answer::Unknown; document.id_limit()]));
            self.answers.len() - 1
        })
    }
}

/// Whether the subject matches `:has()`.
pub(crate) fn matches_has(
    has: &Has,
    subject: &Subject<'_>,
    context: &mut MatchingContext<'_, Implementation>,
) -> bool {
    if context.relative_selector_anchor().is_some() {
        // It is not valid inside of another, which the parser has seen to.
        return false;
    }
    context.nest_for_relative_selector(selectors::Element::opaque(subject), |context| {
        has.0.iter().any(|relative| Search::new(relative, *subject, context).has())
    })
}

/// The search for an element that a relative selector matches, from one anchor.
struct Search<'s, 'c, 'm> {
    relative: &'s Relative,
    anchor: Subject<'s>,
    context: &'c mut MatchingContext<'m, Implementation>,
    /// Where the answers are.
    index: usize,
}

impl<'s, 'c, 'm> Search<'s, 'c, 'm> {
    fn new(
        relative: &'s Relative,
        anchor: Subject<'s>,
        context: &'c mut MatchingContext<'m, Implementation>,
    ) -> Self {
        let index =
            context.extra_data.as_mut().map_or(0, |memory| memory.index_of(relative, anchor.document()));
        Self { relative, anchor, context, index }
    }

    fn answer(&self, node: NodeId) -> Answer {
        let answers = self.context.extra_data.as_ref().and_then(|memory| memory.answers.get(self.index));
        answers.and_then(|(_, answers)| answers.get(node.index())).copied().unwrap_or(Answer::Unknown)
    }

    fn set_answer(&mut self, node: NodeId, answer: Answer) {
        let answers = self.context.extra_data.as_mut().and_then(|memory| memory.answers.get_mut(self.index));
        if let Some(place) = answers.and_then(|(_, answers)| answers.get_mut(node.index())) {
            *place = answer;
        }
    }

    fn has(mut self) -> bool {
        let anchor = self.anchor.id();
        match self.answer(anchor) {
            Answer::Yes => return true,
            Answer::No => return false,
            Answer::Unknown => {}
        }
        let found = match (self.relative.is_compound, self.relative.combinator) {
            (true, Combinator::Descendant) => return self.has_descendant(),
            (true, Combinator::LaterSibling) => return self.has_later_sibling(),
            (_, Combinator::NextSibling) => {
                let next = self.anchor.next_element();
                if self.relative.is_compound {
                    next.is_some_and(|next| self.is_match(next))
                } else if self.relative.descends {
                    // Not only in the next one: another sibling combinator may stand before the one that descends.
                    self.has_in_later_siblings()
                } else {
                    self.has_among(next)
                }
            }
            (_, Combinator::LaterSibling) if self.relative.descends => self.has_in_later_siblings(),
            (_, Combinator::LaterSibling) => self.has_among(self.anchor.next_element()),
            (true, _) => self.has_among(self.anchor.first_element()),
            _ => self.has_in_tree(anchor),
        };
        self.set_answer(anchor, if found { Answer::Yes } else { Answer::No });
        found
    }

    /// Whether the selector matches an element.
    fn is_match(&mut self, candidate: NodeId) -> bool {
        let candidate = self.anchor.other(candidate);
        matches_selector(&self.relative.selector, 0, None, &candidate, self.context)
    }

    /// Whether it matches an element or one of its following siblings.
    fn has_among(&mut self, first: Option<NodeId>) -> bool {
        let mut next = first;
        while let Some(candidate) = next {
            if self.is_match(candidate) {
                return true;
            }
            next = self.anchor.other(candidate).next_element();
        }
        false
    }

    /// Whether it matches a following sibling of the anchor, or a descendant of one.
    fn has_in_later_siblings(&mut self) -> bool {
        let mut next = self.anchor.next_element();
        while let Some(sibling) = next {
            if self.is_match(sibling) || self.has_in_tree(sibling) {
                return true;
            }
            next = self.anchor.other(sibling).next_element();
        }
        false
    }

    /// Whether it matches a descendant of an element.
    fn has_in_tree(&mut self, top: NodeId) -> bool {
        let document = self.anchor.document();
        document
            .node(top)
            .descendants()
            .filter(|node| node.kind() == NodeKind::Element)
            .any(|node| self.is_match(node.id()))
    }

    /// Whether the compound selector matches a descendant of the anchor; see the pseudo-code above.
    fn has_descendant(&mut self) -> bool {
        let document = self.anchor.document();
        let anchor = self.anchor.id();
        let mut at = anchor;
        let mut enters = true;
        loop {
            let first = if enters { document.first_child(at) } else { None };
            if let Some(child) = first {
                at = child;
            } else {
                // What is left behind has none.
                loop {
                    self.set_answer_of_left(at, enters);
                    enters = true;
                    if at == anchor {
                        return false;
                    }
                    if let Some(next) = document.next_sibling(at) {
                        at = next;
                        break;
                    }
                    let Some(parent) = document.parent(at) else { return false };
                    at = parent;
                }
            }
            if document.kind(at) != NodeKind::Element {
                continue;
            }
            let answer = self.answer(at);
            if answer == Answer::Yes || self.is_match(at) {
                self.set_answers_up_to_anchor(at);
                return true;
            }
            enters = answer == Answer::Unknown;
        }
    }

    /// A node is left of which nothing was found; if it was not entered, its answer was known.
    fn set_answer_of_left(&mut self, node: NodeId, was_entered: bool) {
        if was_entered {
            self.set_answer(node, Answer::No);
        }
    }

    /// The parent of what was found and all elements from there to the anchor have a match.
    fn set_answers_up_to_anchor(&mut self, found: NodeId) {
        let document = self.anchor.document();
        let mut at = found;
        while at != self.anchor.id() {
            let Some(parent) = document.parent(at) else { return };
            self.set_answer(parent, Answer::Yes);
            at = parent;
        }
    }

    /// Whether the compound selector matches a following sibling of the anchor. Its answer is that of the siblings on the
    /// way, too.
    fn has_later_sibling(&mut self) -> bool {
        let anchor = self.anchor.id();
        let mut at = anchor;
        let answer = loop {
            let Some(next) = self.anchor.other(at).next_element() else { break Answer::No };
            if self.is_match(next) {
                break Answer::Yes;
            }
            match self.answer(next) {
                Answer::Unknown => at = next,
                known => break known,
            }
        };
        let last = at;
        let mut at = anchor;
        loop {
            self.set_answer(at, answer);
            if at == last {
                return answer == Answer::Yes;
            }
            let Some(next) = self.anchor.other(at).next_element() else { return answer == Answer::Yes };
            at = next;
        }
    }
}
