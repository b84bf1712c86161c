//! `:has()`: looking for elements beyond an anchor.
//!
//! Behind the first compound selector of `:has(a > b)`, the rest is asked of the element that it matches, as if it were
//! `:has(a:has(> b))`. So nothing depends on the anchor but where the walk begins, and what one walk has found is an answer for
//! the elements on its way:
//!
//! ```text
//! has a descendant that matches (anchor):
//!     for each descendant in tree order:
//!         if it matches, or is known to have such a descendant: so have its ancestors up to the anchor
//!         if it is known to have none: go on behind it
//!         on leaving an element: it has none
//! ```
//!
//! With a [`Memory`](crate::memory::Memory), all anchors together cost one walk over the tree for each compound selector.
//! <https://drafts.csswg.org/selectors-4/#relational>

use hedgerow_dom::{NodeKind, NodeRef};
use selectors::parser::Combinator;

use crate::compile::{Relative, RelativeCompound};
use crate::matching::Matcher;

impl<'q> Matcher<'_, 'q> {
    /// Whether an anchor has what a relative selector matches from an index on.
    pub(crate) fn has(&mut self, relative: &Relative, index: usize, anchor: NodeRef<'q>) -> bool {
        // Behind the last one nothing is asked for.
        let Some(compound) = relative.0.get(index) else { return true };
        if let Some(answer) = self.memory.answer(compound.slot, anchor) {
            return answer;
        }
        let search = Search { relative, index, compound };
        match compound.combinator {
            Combinator::Descendant => return self.has_descendant(&search, anchor),
            Combinator::LaterSibling => return self.has_later_sibling(&search, anchor),
            _ => {}
        }
        let mut next = match compound.combinator {
            Combinator::Child => self.first_element(anchor),
            _ => self.next_element(anchor),
        };
        let mut found = false;
        while let Some(candidate) = next {
            found = self.is_found(&search, candidate);
            let goes_on = !found && compound.combinator == Combinator::Child;
            next = if goes_on { self.next_element(candidate) } else { None };
        }
        self.memory.set_answer(compound.slot, anchor, found);
        found
    }

    /// Whether an element is matched, and has what is asked for behind it.
    fn is_found(&mut self, search: &Search<'_>, candidate: NodeRef<'q>) -> bool {
        self.memory.spend(1);
        self.passes(&search.compound.tests, candidate)
            && self.has(search.relative, search.index + 1, candidate)
    }

    /// Whether the anchor has such a descendant; see the pseudo-code above.
    fn has_descendant(&mut self, search: &Search<'_>, anchor: NodeRef<'q>) -> bool {
        let slot = search.compound.slot;
        let mut at = anchor;
        let mut enters = true;
        loop {
            if let Some(child) = at.first_child().filter(|_| enters) {
                at = child;
            } else {
                // What is left has none. If it was not entered, that was known.
                loop {
                    if enters {
                        self.memory.set_answer(slot, at, false);
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
                self.memory.spend(1);
                continue;
            }
            let answer = self.memory.answer(slot, at);
            if answer == Some(true) || self.is_found(search, at) {
                // So have all from its parent to the anchor.
                while at != anchor {
                    let Some(parent) = at.parent() else { break };
                    self.memory.set_answer(slot, parent, true);
                    at = parent;
                }
                return true;
            }
            enters = answer.is_none();
        }
    }

    /// Whether the anchor has such a following sibling. The answer is that of the siblings on the way, too.
    fn has_later_sibling(&mut self, search: &Search<'_>, anchor: NodeRef<'q>) -> bool {
        let slot = search.compound.slot;
        let mut at = anchor;
        let answer = loop {
            if let Some(answer) = self.memory.answer(slot, at) {
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

/// What is looked for: a compound selector of a relative one, and what stands behind it.
struct Search<'s> {
    relative: &'s Relative,
    index: usize,
    compound: &'s RelativeCompound,
}
