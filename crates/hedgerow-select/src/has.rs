//! `:has()`: searches for elements relative to an anchor.
//!
//! For `:has(a > b)`, a walk finds the elements that match the first compound selector, `a`. The rest is tested
//! relative to each of them, as if the selector were `:has(a:has(> b))`. So the anchor matters only as the start of the
//! walk, and the result of a walk is cached for all elements that it visits:
//!
//! ```text
//! has a descendant that matches (anchor):
//!     for each descendant in tree order:
//!         if it matches, or the cached answer is yes: cache yes for its ancestors up to the anchor, return yes
//!         if the cached answer is no: skip its descendants
//!         on leaving an element: cache no for it
//! ```
//!
//! Once the [`QueryCache`](crate::query_cache::QueryCache) stores answers, all anchors together cost one walk over the tree for
//! each compound selector.
//! <https://drafts.csswg.org/selectors-4/#relational>

use hedgerow_dom::{NodeKind, NodeRef};
use selectors::parser::Combinator;

use crate::compile::{Relative, RelativeCompound};
use crate::matcher::Matcher;

impl<'q> Matcher<'_, 'q> {
    /// Whether the compound selectors of a relative selector match from an index on, relative to an anchor.
    pub(crate) fn has(&mut self, relative: &Relative, index: usize, anchor: NodeRef<'q>) -> bool {
        // Nothing is left to match after the last compound selector.
        let Some(compound) = relative.0.get(index) else { return true };
        if let Some(answer) = self.cache.answer(compound.slot, anchor) {
            return answer;
        }
        let search = Search { relative, index, compound };
        let start = self.cache.steps();
        let found = match compound.combinator {
            Combinator::Descendant => self.has_descendant(&search, anchor),
            Combinator::LaterSibling => self.has_later_sibling(&search, anchor),
            _ => self.has_next(&search, anchor),
        };
        self.cache.charge(compound.slot, start);
        self.cache.set_answer(compound.slot, anchor, found);
        found
    }

    /// Whether a child of the anchor matches (for `>`), or the next sibling element (for `+`).
    fn has_next(&mut self, search: &Search<'_>, anchor: NodeRef<'q>) -> bool {
        let compound = search.compound;
        let mut next = match compound.combinator {
            Combinator::Child => self.first_element(anchor),
            _ => self.next_element(anchor),
        };
        let mut found = false;
        while let Some(candidate) = next {
            found = self.is_found(search, candidate);
            let goes_on = !found && compound.combinator == Combinator::Child;
            next = if goes_on { self.next_element(candidate) } else { None };
        }
        found
    }

    /// Whether an element matches the compound selector, and the rest of the selector matches relative to it.
    fn is_found(&mut self, search: &Search<'_>, candidate: NodeRef<'q>) -> bool {
        self.cache.spend(1);
        self.passes(&search.compound.tests, candidate)
            && self.has(search.relative, search.index + 1, candidate)
    }

    /// Whether the anchor has a matching descendant; see the pseudo-code above.
    fn has_descendant(&mut self, search: &Search<'_>, anchor: NodeRef<'q>) -> bool {
        let slot = search.compound.slot;
        let mut at = anchor;
        let mut enters = true;
        loop {
            if let Some(child) = at.first_child().filter(|_| enters) {
                at = child;
            } else {
                // The subtree that the walk leaves has no match. If it was skipped, this answer is already cached.
                loop {
                    if enters {
                        self.cache.set_answer(slot, at, false);
                    }
                    enters = true;
                    if at == anchor {
                        return false;
                    }
                    if let Some(next) = at.next_sibling() {
                        at = next;
                        break;
                    }
                    let Some(parent) = at.parent() else { return false };
                    at = parent;
                }
            }
            if at.kind() != NodeKind::Element {
                self.cache.spend(1);
                continue;
            }
            let answer = self.cache.answer(slot, at);
            if answer == Some(true) || self.is_found(search, at) {
                // All ancestors up to the anchor have a matching descendant, too.
                while at != anchor {
                    let Some(parent) = at.parent() else { break };
                    self.cache.set_answer(slot, parent, true);
                    at = parent;
                }
                return true;
            }
            enters = answer.is_none();
        }
    }

    /// Whether the anchor has a matching later sibling. The answer is cached for the siblings that are visited, too.
    fn has_later_sibling(&mut self, search: &Search<'_>, anchor: NodeRef<'q>) -> bool {
        let slot = search.compound.slot;
        let mut at = anchor;
        let answer = loop {
            if let Some(answer) = self.cache.answer(slot, at) {
                break answer;
            }
            let Some(next) = self.next_element(at) else { break false };
            if self.is_found(search, next) {
                break true;
            }
            at = next;
        };
        self.set_answers(slot, anchor, at, Self::next_element, answer);
        answer
    }
}

/// A compound selector of a relative selector, with the rest of the selector after it.
struct Search<'s> {
    relative: &'s Relative,
    index: usize,
    compound: &'s RelativeCompound,
}
