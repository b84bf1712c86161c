//! `:nth-child()` and its relatives: the number of an element among its siblings.
//!
//! At first, numbers are not cached, and each test counts the siblings on one side of the element. After many steps,
//! all siblings are numbered at once, and their numbers are cached.
//! <https://drafts.csswg.org/selectors-4/#child-index>

use hedgerow_base::{ElementName, SideTable};
use hedgerow_dom::{NodeRef, search};

use crate::compile::Nth;
use crate::matcher::Matcher;

impl<'q> Matcher<'_, 'q> {
    /// Whether an element is counted and the selector selects its number.
    pub(crate) fn is_nth(&mut self, nth: &Nth, element: NodeRef<'q>) -> bool {
        self.is_counted(nth, element)
            && i32::try_from(self.number(nth, element))
                .is_ok_and(|number| nth.an_plus_b.matches_index(number))
    }

    fn is_counted(&mut self, nth: &Nth, element: NodeRef<'q>) -> bool {
        nth.of.is_empty() || self.matches_any(&nth.of, element)
    }

    /// The number of a counted element, from 1.
    fn number(&mut self, nth: &Nth, element: NodeRef<'q>) -> u32 {
        if self.cache.has_numbers(nth.slot) {
            if self.cache.number(nth.slot, element).is_none() {
                self.number_siblings(nth, element);
            }
            return self.cache.number(nth.slot, element).unwrap_or(1);
        }
        let start = self.cache.steps();
        let name = search::element_name(element);
        let mut number = 1;
        let mut at = element;
        while let Some(sibling) = self.next_to_count(nth, at) {
            self.cache.spend(1);
            let is_counted = !nth.is_of_type || search::element_name(sibling) == name;
            number += u32::from(is_counted && self.is_counted(nth, sibling));
            at = sibling;
        }
        self.cache.charge_number(nth.slot, start);
        number
    }

    /// Numbers all counted siblings of an element, and the element itself.
    fn number_siblings(&mut self, nth: &Nth, element: NodeRef<'q>) {
        let mut counts: SideTable<Option<ElementName>, u32> = SideTable::new();
        let mut next = Some(self.first_to_count(nth, element));
        while let Some(at) = next {
            if self.is_counted(nth, at) {
                let name = if nth.is_of_type { search::element_name(at) } else { None };
                let count = counts.get_or_insert_with(name, || 0);
                *count += 1;
                self.cache.set_number(nth.slot, at, *count);
            }
            next = if nth.is_from_end { self.previous_element(at) } else { self.next_element(at) };
        }
    }

    /// Returns the nearest sibling element on the side from which numbering starts.
    fn next_to_count(&mut self, nth: &Nth, at: NodeRef<'q>) -> Option<NodeRef<'q>> {
        if nth.is_from_end { self.next_element(at) } else { self.previous_element(at) }
    }

    /// The sibling at which numbering starts.
    fn first_to_count(&mut self, nth: &Nth, element: NodeRef<'q>) -> NodeRef<'q> {
        let mut first = element;
        while let Some(next) = self.next_to_count(nth, first) {
            first = next;
        }
        first
    }
}
