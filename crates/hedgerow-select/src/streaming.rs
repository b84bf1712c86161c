//! [`SelectorSet`]: decides which selectors of a set match an element, while a tree is built. Only the element, the results of its
//! parent, and the results of its earlier siblings are read, so a parser need not keep a tree.
//!
//! A [`MatchState`] stores two bits for each compound selector, and a [`SiblingState`] what later siblings need:
//!
//! ```text
//! for each compound selector, from left to right; those inside :is() and :not() before the one around them:
//!     matches:  the element passes the tests, and the compound to the left has
//!               "matches" in the parent (for >), "above" in the parent (for a descendant),
//!               "previous" among the siblings (for +), or "before" among the siblings (for ~)
//!     above:    "matches" in the element or one of its ancestors
//!     previous: "matches" in the last sibling;  before: "matches" in any earlier sibling
//! ```
//!
//! Results that depend on later siblings or on the contents of an element are [`Decision`]s, which the next siblings, the children
//! and the end of the element complete:
//!
//! ```text
//! has(E, i) for a relative selector :has(c0 c1 …):
//!     found(X) = X passes the tests of ci, and has(X, i + 1) unless ci is the last
//!     >: any child is found                     +: the next sibling is found
//!     descendant: any child X is found, or has(X, i)      ~: the next sibling X is found, or has(X, i)
//! :last-child: not has(E, + *)      :empty: not has(E, > *), and no text
//! ```
//!
//! Each element is tested once, without walks: the time is linear in the number of elements for each part of the selectors,
//! whatever the depth and the number of siblings.
//!
//! Selectors on finished documents are matched in `query.rs` and `matching.rs`.

use std::collections::VecDeque;
use std::fmt;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, SideTable, known};
use selectors::parser::{AnPlusB, Combinator};

use crate::compile::{AttributeTest, Compiler, Complex, Compound, Nth, Relative, RelativeCompound, Test};
use crate::decided_at::{DecidedAt, uses, when_decided};
use crate::decisions::{Decision, Decisions, Facts};
use crate::element::has_word;
use crate::error::{SelectorError, SelectorErrorKind};
use crate::pseudo_class::State;
use crate::selector::Selector;

/// The facts about an element that a [`SelectorSet`] reads.
pub trait MatchedElement {
    /// Returns the name.
    fn name(&self) -> ElementName;

    /// Returns the text of the local name.
    fn local_name(&self) -> &str;

    /// Returns the value of an attribute.
    fn attribute(&self, name: AttributeName) -> Option<&str>;

    /// Whether the parent is the document.
    fn is_root(&self) -> bool;

    /// Whether the document is in quirks mode, so that ids and classes are compared ignoring case.
    fn is_in_quirks_mode(&self) -> bool;
}

/// The slot of the fact that an element has contents.
const CONTENTS: usize = usize::MAX;
/// The slot of the fact that an element has a next sibling.
const NEXT: usize = usize::MAX - 1;

/// The results of a [`SelectorSet`] for an element and its ancestors.
#[derive(Clone, Debug, Default)]
pub struct MatchState {
    /// The results of the compound selectors before `>`.
    matches: Results,
    /// Those before the descendant combinator, of the element and its ancestors.
    above: Results,
    /// The open facts about the contents of the element.
    inside: Option<Box<Facts>>,
    pub(crate) is_match: bool,
}

impl MatchState {
    /// Whether the element matches a selector of the set.
    ///
    /// See [`IncrementalMatcher`](crate::IncrementalMatcher).
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.is_match
    }
}

/// The results of a [`SelectorSet`] for the elements before a position in their parent.
///
/// The size depends on the selectors, except for `:nth-of-type()` without a type selector, which counts each name, and for
/// `:nth-last-child()` and its relatives, which need each element that they may select.
#[derive(Clone, Debug, Default)]
pub struct SiblingState {
    has_elements: bool,
    /// The results of the compound selectors before `+`, of the last element.
    previous: Results,
    /// Those before `~`, of all elements.
    before: Results,
    /// The number of counted elements, for each `:nth-child()`.
    counts: Vec<u32>,
    /// The number of elements of each type.
    types: SideTable<ElementName, u32>,
    /// The open facts about the siblings after the last element.
    next: Option<Box<Facts>>,
    /// The counted elements whose number from the end is not known, for each `:nth-last-child()` and each type.
    from_end: SideTable<(usize, Option<ElementName>), FromEnd>,
}

impl SiblingState {
    /// Returns the state before an element that will be the last child, for [`SelectorSet::enter_before_last`].
    #[must_use]
    pub fn before_last(&self) -> Self {
        let Self { has_elements, previous, before, counts, .. } = self;
        let (previous, before) = (previous.clone(), before.clone());
        Self { has_elements: *has_elements, previous, before, counts: counts.clone(), ..Self::default() }
    }
}

/// Elements whose number from the end is not known, in order.
#[derive(Clone, Debug)]
struct FromEnd {
    formula: AnPlusB,
    /// The number of counted elements.
    count: usize,
    /// The elements that may be selected, each with the number of counted elements before it and the fact that it is selected.
    elements: VecDeque<(usize, Decision)>,
}

/// The results of compound selectors, by slot.
#[derive(Clone, Debug, Default)]
struct Results {
    /// Whether the results are true.
    bits: Bits,
    undecided: Option<Box<Facts>>,
}

impl Results {
    fn get(&self, slot: usize) -> Decision {
        if self.bits.get(slot) {
            return Decision::TRUE;
        }
        let undecided = self.undecided.as_ref().and_then(|facts| facts.get(&slot));
        undecided.copied().unwrap_or_default()
    }

    /// Adds a result to those of the same slot: one of them must be true.
    fn add(&mut self, slot: usize, result: Decision, decisions: &mut Decisions) {
        match decisions.value(result) {
            Some(true) => self.bits.set(slot),
            Some(false) => {}
            None => {
                let any = decisions.or(self.get(slot), result);
                self.undecided.get_or_insert_default().insert(slot, any);
            }
        }
    }

    fn add_all(&mut self, other: &Self, decisions: &mut Decisions) {
        self.bits.set_all(&other.bits);
        for (&slot, &result) in other.undecided.iter().flat_map(|facts| facts.entries()) {
            self.add(slot, result, decisions);
        }
    }

    fn undecided_mut(&mut self) -> impl Iterator<Item = &mut Decision> {
        self.undecided.iter_mut().flat_map(|facts| facts.values_mut())
    }
}

/// A bit set: 64 bits, or more if the selectors need more.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Bits {
    Few(u64),
    Many(Box<[u64]>),
}

impl Default for Bits {
    fn default() -> Self {
        Self::Few(0)
    }
}

impl Bits {
    fn get(&self, index: usize) -> bool {
        let word = match self {
            Self::Few(word) => (index < 64).then_some(word),
            Self::Many(words) => words.get(index / 64),
        };
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn set(&mut self, index: usize) {
        if let Self::Few(word) = self {
            if index < 64 {
                *word |= 1 << index;
                return;
            }
            *self = Self::Many(vec![*word].into());
        }
        if let Self::Many(words) = self {
            if index / 64 >= words.len() {
                let mut longer = words.to_vec();
                longer.resize(index / 64 + 1, 0);
                *words = longer.into();
            }
            if let Some(word) = words.get_mut(index / 64) {
                *word |= 1 << (index % 64);
            }
        }
    }

    fn set_all(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Few(word), Self::Few(other)) => *word |= other,
            (_, Self::Few(other)) => {
                (0..64).filter(|bit| other >> bit & 1 == 1).for_each(|bit| self.set(bit));
            }
            (_, Self::Many(words)) => {
                let bits = (0..64 * words.len()).filter(|&bit| other.get(bit));
                bits.for_each(|bit| self.set(bit));
            }
        }
    }
}

/// A set of selectors that are decided together, while a tree is built.
#[derive(Default)]
pub struct SelectorSet {
    selectors: Box<[Selector]>,
    /// The complex selectors of all lists, each with the number of its selector.
    list: Box<[(Complex, usize)]>,
    /// The names in the selectors that have no fixed id.
    unknown_names: Box<[Box<str>]>,
    /// The id of each unknown name in the document; `None` until the document contains the name.
    resolved: Box<[Option<NameId>]>,
    /// The number of counters of `:nth-child()`.
    counters: usize,
    needs_siblings: bool,
    needs_ancestors: bool,
    needs_types: bool,
    decided_at: DecidedAt,
    decisions: Decisions,
}

impl SelectorSet {
    /// Creates a set for one document.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// use hedgerow_select::{DecidedAt, SelectorSet};
    /// let decided_at = |text| SelectorSet::new(&[Selector::parse(text)?]).map(|set| set.decided_at());
    /// assert_eq!(decided_at("li:nth-child(2n) > a")?, DecidedAt::Start);
    /// assert_eq!(decided_at("li:last-child a")?, DecidedAt::Later);
    /// let error = decided_at("p:lang(en)").unwrap_err();
    /// assert!(error.message().starts_with(":lang cannot be decided while a tree is built"));
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a selector has a part that depends on other elements or on text: `:contains()`, `:lang()`, `:dir()`, `:scope`, `:host`,
    /// and those states of controls that depend on other elements; or if the `S` of `:nth-child(… of S)` is decided later.
    pub fn new(selectors: &[Selector]) -> Result<Self, SelectorError> {
        let mut compiler = Compiler::default();
        let mut list = Vec::new();
        let mut decided_at = DecidedAt::Start;
        for (number, selector) in selectors.iter().enumerate() {
            let selector = selector.clone().for_elements()?;
            for complex in selector.list().slice() {
                let complex = compiler.complex(complex);
                decided_at = decided_at.max(when_decided(&complex).map_err(|parts| {
                    let reason = "cannot be decided while a tree is built";
                    SelectorError::at_part(
                        SelectorErrorKind::Unsupported,
                        selector.to_string(),
                        parts,
                        reason,
                    )
                })?);
                list.push((complex, number));
            }
        }
        let uses = |is_used: &dyn Fn(&Test) -> bool| list.iter().any(|(complex, _)| uses(complex, is_used));
        let has_sibling_combinator = |compound: &Compound| {
            matches!(compound.combinator, Some(Combinator::NextSibling | Combinator::LaterSibling))
        };
        let needs_siblings =
            list.iter().any(|(complex, _)| complex.compounds.iter().any(has_sibling_combinator))
                || uses(&|test| match test {
                    Test::FirstChild | Test::LastChild | Test::Nth(_) | Test::Has(_) => true,
                    Test::AnyOf(list) | Test::NoneOf(list) => {
                        list.iter().flat_map(|complex| &complex.compounds).any(has_sibling_combinator)
                    }
                    _ => false,
                });
        let needs_ancestors = list.iter().any(|(complex, _)| complex.compounds.len() > 1)
            || uses(&|test| match test {
                Test::AnyOf(list) | Test::NoneOf(list) => {
                    list.iter().any(|complex| complex.compounds.len() > 1)
                }
                Test::Nth(nth) => nth.of.iter().any(|complex| complex.compounds.len() > 1),
                Test::Has(_) | Test::Empty => true,
                _ => false,
            });
        let needs_types = uses(&|test| matches!(test, Test::Nth(nth) if nth.is_of_type && !nth.is_from_end));
        let unknown_names = compiler.unknown_names.into_list();
        let resolved = vec![None; unknown_names.len()].into();
        Ok(Self {
            selectors: selectors.into(),
            list: list.into(),
            unknown_names,
            resolved,
            counters: compiler.numbers,
            needs_siblings,
            needs_ancestors,
            needs_types,
            decided_at,
            decisions: Decisions::default(),
        })
    }

    /// Returns the time at which all selectors are decided.
    #[must_use]
    pub fn decided_at(&self) -> DecidedAt {
        self.decided_at
    }

    /// Looks up the ids of the names that the selectors contain. The caller must call this before the first element, with a
    /// function that creates the ids, or before each element, with a function that finds them.
    pub fn resolve_names(&mut self, mut id: impl FnMut(&str) -> Option<NameId>) {
        for (name, resolved) in self.unknown_names.iter().zip(&mut self.resolved) {
            *resolved = resolved.or_else(|| id(name));
        }
    }

    /// Whether a selector needs the earlier siblings of an element. If not, the caller need not keep any [`SiblingState`].
    #[must_use]
    pub fn needs_siblings(&self) -> bool {
        self.needs_siblings
    }

    /// Whether a selector needs the [`MatchState`] of the parent of an element, or of its children. If not, the caller need not keep it.
    #[must_use]
    pub fn needs_ancestors(&self) -> bool {
        self.needs_ancestors
    }

    /// Decides which selectors match an element that is being inserted. `parent` is the state of its parent, if the parent is an
    /// element. `siblings` is the state at the position of the element; the element is added to it.
    ///
    /// Calls `found` with the number of each selector that matches or may match, in ascending order.
    pub fn enter(
        &mut self,
        element: &impl MatchedElement,
        parent: Option<&MatchState>,
        siblings: &mut SiblingState,
        found: impl FnMut(usize, Decision),
    ) -> MatchState {
        let (state, before) = self.enter_at(element, parent, siblings, found);
        siblings.before.add_all(&before, &mut self.decisions);
        state
    }

    /// Adds an element without its results for `~`, which are returned.
    fn enter_at(
        &mut self,
        element: &impl MatchedElement,
        parent: Option<&MatchState>,
        siblings: &mut SiblingState,
        mut found: impl FnMut(usize, Decision),
    ) -> (MatchState, Results) {
        let above = parent.map(|parent| parent.above.clone()).unwrap_or_default();
        let state = MatchState { above, ..MatchState::default() };
        if self.needs_siblings && siblings.counts.len() < self.counters {
            siblings.counts.resize(self.counters, 0);
        }
        if self.needs_types {
            *siblings.types.get_or_insert_with(element.name(), || 0) += 1;
        }
        let name = element.name();
        let (resolved, decisions) = (&self.resolved, &mut self.decisions);
        let (previous, before, next) = (Results::default(), Results::default(), None);
        let mut entry =
            Entry { element, name, resolved, parent, siblings, state, previous, before, next, decisions };
        entry.tell_of_the_element();
        let mut list = self.list.iter().peekable();
        let mut is_match = false;
        while let Some((complex, number)) = list.next() {
            let mut any = entry.matches(complex, true);
            while let Some((complex, _)) = list.next_if(|(_, next)| next == number) {
                let other = entry.matches(complex, true);
                any = entry.decisions.or(any, other);
            }
            if any != Decision::FALSE {
                is_match |= any == Decision::TRUE;
                found(*number, any);
            }
        }
        let Entry { mut state, previous, before, next, .. } = entry;
        state.is_match = is_match;
        if self.needs_siblings {
            siblings.has_elements = true;
            siblings.previous = previous;
            self.close(std::mem::replace(&mut siblings.next, next).as_deref());
        }
        (state, before)
    }

    /// Decides which selectors match an element that is inserted before the last child of its parent, whose name is `last`. `before`
    /// is the state [before](SiblingState::before_last) the last child, and `end` the state after it; the element is added to both.
    ///
    /// The time does not depend on the number of types. The new element counts as the last one for `:nth-last-child()`, and nothing
    /// is found after it by `:has(+ …)` and `:has(~ …)`.
    pub fn enter_before_last(
        &mut self,
        element: &impl MatchedElement,
        parent: Option<&MatchState>,
        (before, end): (&mut SiblingState, &mut SiblingState),
        last: ElementName,
        found: impl FnMut(usize, Decision),
    ) -> MatchState {
        let counts = before.counts.clone();
        // All states of a parent share the numbers of the types and from the end, which are those after the last child.
        std::mem::swap(&mut before.types, &mut end.types);
        std::mem::swap(&mut before.from_end, &mut end.from_end);
        let change = |types: &mut SideTable<ElementName, u32>, change: fn(u32, u32) -> u32| {
            if let Some(count) = types.get_mut(&last) {
                *count = change(*count, 1);
            }
        };
        change(&mut before.types, u32::saturating_sub);
        let (state, results) = self.enter_at(element, parent, before, found);
        before.before.add_all(&results, &mut self.decisions);
        end.before.add_all(&results, &mut self.decisions);
        change(&mut before.types, u32::saturating_add);
        std::mem::swap(&mut before.types, &mut end.types);
        std::mem::swap(&mut before.from_end, &mut end.from_end);
        if let Some(&has_next) = before.next.as_ref().and_then(|next| next.get(&NEXT)) {
            self.decisions.add(has_next, Decision::TRUE);
        }
        self.close(before.next.take().as_deref());
        for (index, (count, after)) in end.counts.iter_mut().zip(&before.counts).enumerate() {
            *count += after - counts.get(index).copied().unwrap_or_default();
        }
        state
    }

    /// Adds text that is not empty to an element.
    pub fn enter_text(&mut self, parent: &MatchState) {
        if let Some(&has_contents) = parent.inside.as_ref().and_then(|inside| inside.get(&CONTENTS)) {
            self.decisions.add(has_contents, Decision::TRUE);
        }
    }

    /// Ends an element, which gets no further contents, or a node that is not an element and has no state. `children` is the state
    /// after its last child.
    pub fn leave(&mut self, element: Option<&mut MatchState>, children: Option<&mut SiblingState>) {
        self.close(element.and_then(|element| element.inside.take()).as_deref());
        let Some(children) = children else { return };
        self.close(children.next.take().as_deref());
        for FromEnd { formula, count, elements } in std::mem::take(&mut children.from_end).into_values() {
            for (before, element) in elements {
                let is_selected =
                    i32::try_from(count - before).is_ok_and(|number| formula.matches_index(number));
                self.decisions.set(element, is_selected);
            }
        }
    }

    fn close(&mut self, facts: Option<&Facts>) {
        for &fact in facts.into_iter().flat_map(Facts::values) {
            self.decisions.close(fact);
        }
    }

    /// Ends the document: all decisions are taken.
    pub fn end(&mut self) {
        self.decisions.close_all();
    }

    /// Returns whether an element matches; `None` if this is not decided yet.
    #[must_use]
    pub fn value(&self, decision: Decision) -> Option<bool> {
        self.decisions.value(decision)
    }

    /// Creates a decision that [`decide`](Self::decide) takes, or that is false at the [end](Self::end).
    pub fn open(&mut self) -> Decision {
        self.decisions.open()
    }

    /// Takes an [open](Self::open) decision. A decision that was taken before does not change.
    pub fn decide(&mut self, decision: Decision, value: bool) {
        self.decisions.set(decision, value);
    }

    /// Returns the decision that both of two are true.
    pub fn both(&mut self, one: Decision, other: Decision) -> Decision {
        self.decisions.and(one, other)
    }

    /// Returns the number of bytes of the decisions.
    #[must_use]
    pub fn size(&self) -> usize {
        self.decisions.size()
    }

    /// Whether [`compact`](Self::compact) is worthwhile. Its arguments are found by a visit of `visited` objects.
    #[must_use]
    pub fn is_full(&self, visited: usize) -> bool {
        self.decisions.is_full(visited)
    }

    /// Frees the decisions that were taken, and those on which neither the results of an element nor one of the `decisions` depends. The
    /// arguments are all states and decisions that the caller still has. Others become invalid.
    pub fn compact<'s>(
        &mut self,
        states: impl Iterator<Item = &'s mut MatchState>,
        siblings: &mut [&'s mut SiblingState],
        decisions: impl Iterator<Item = &'s mut Decision>,
    ) {
        let (mut results, mut open): (Vec<&mut Decision>, Vec<&mut Decision>) =
            (decisions.collect(), Vec::new());
        for MatchState { matches, above, inside, .. } in states {
            results.extend(matches.undecided_mut().chain(above.undecided_mut()));
            open.extend(inside.iter_mut().flat_map(|facts| facts.values_mut()));
        }
        for SiblingState { previous, before, next, from_end, .. } in siblings.iter_mut() {
            results.extend(previous.undecided_mut().chain(before.undecided_mut()));
            open.extend(next.iter_mut().flat_map(|facts| facts.values_mut()));
            let elements = from_end.values_mut().flat_map(|from_end| &mut from_end.elements);
            open.extend(elements.map(|(_, decision)| decision));
        }
        self.decisions.compact(results, open);
        for from_end in siblings.iter_mut().flat_map(|siblings| siblings.from_end.values_mut()) {
            from_end.elements.retain(|&(_, decision)| decision != Decision::FALSE);
        }
    }
}

impl fmt::Debug for SelectorSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SelectorSet").field("selectors", &self.selectors).finish_non_exhaustive()
    }
}

/// An element that is being decided.
struct Entry<'e, E> {
    element: &'e E,
    name: ElementName,
    resolved: &'e [Option<NameId>],
    parent: Option<&'e MatchState>,
    siblings: &'e mut SiblingState,
    state: MatchState,
    /// The results of the compound selectors before `+` and before `~`.
    previous: Results,
    before: Results,
    /// The open facts about the siblings after the element.
    next: Option<Box<Facts>>,
    decisions: &'e mut Decisions,
}

impl<E: MatchedElement> Entry<'_, E> {
    /// Returns whether a complex selector matches, and stores the results of its compound selectors where the combinators after them read
    /// them. If it is not wanted, the result may be false.
    fn matches(&mut self, complex: &Complex, is_wanted: bool) -> Decision {
        let mut left: Option<usize> = None;
        let mut result = Decision::FALSE;
        for (index, compound) in complex.compounds.iter().enumerate().rev() {
            let before = left.map_or(Decision::TRUE, |left| {
                let results = match compound.combinator {
                    Some(Combinator::Child) => self.parent.map(|parent| &parent.matches),
                    Some(Combinator::NextSibling) => Some(&self.siblings.previous),
                    Some(Combinator::LaterSibling) => Some(&self.siblings.before),
                    _ => self.parent.map(|parent| &parent.above),
                };
                results.map_or(Decision::FALSE, |results| results.get(left))
            });
            result =
                self.passes(&compound.tests, if index > 0 || is_wanted { before } else { Decision::FALSE });
            let slot = compound.matches_before_slot.0;
            let right = index.checked_sub(1).and_then(|index| complex.compounds.get(index));
            if let Some(right) = right.filter(|_| result != Decision::FALSE) {
                let results = match right.combinator {
                    Some(Combinator::Child) => &mut self.state.matches,
                    Some(Combinator::NextSibling) => &mut self.previous,
                    Some(Combinator::LaterSibling) => &mut self.before,
                    _ => &mut self.state.above,
                };
                results.add(slot, result, self.decisions);
            }
            left = Some(slot);
        }
        result
    }

    fn matches_any(&mut self, list: &[Complex], is_wanted: bool) -> Decision {
        let mut any = Decision::FALSE;
        for complex in list {
            let matches = self.matches(complex, is_wanted);
            any = self.decisions.or(any, matches);
        }
        any
    }

    /// Returns whether the element passes all tests, and `before` is true.
    fn passes(&mut self, tests: &[Test], before: Decision) -> Decision {
        let is_candidate = before != Decision::FALSE && tests.iter().all(|test| self.passes_alone(test));
        let mut passes = if is_candidate { before } else { Decision::FALSE };
        // Selectors inside tests are matched even if another test fails, because children and siblings need their results.
        for test in tests {
            let is_wanted = passes != Decision::FALSE;
            let result = match test {
                Test::AnyOf(list) => self.matches_any(list, is_wanted),
                Test::NoneOf(list) => !self.matches_any(list, is_wanted),
                Test::Nth(nth) => self.is_nth(nth, is_wanted),
                Test::Has(relatives) => self.has(relatives, is_wanted),
                Test::LastChild if is_wanted => !self.fact(Combinator::NextSibling, NEXT),
                Test::Empty if is_wanted => !self.fact(Combinator::Child, CONTENTS),
                _ => continue,
            };
            passes = self.decisions.and(passes, result);
        }
        passes
    }

    /// Counts the element for `:nth-child()` and its relatives, and returns whether its number is selected.
    fn is_nth(&mut self, nth: &Nth, is_wanted: bool) -> Decision {
        let is_counted = nth.of.is_empty() || self.matches_any(&nth.of, true) == Decision::TRUE;
        if !is_counted {
            return Decision::FALSE;
        }
        if nth.is_from_end {
            return self.is_nth_from_end(nth, is_wanted);
        }
        let number = if nth.is_of_type {
            self.siblings.types.get(&self.name).copied().unwrap_or(1)
        } else {
            let Some(count) = self.siblings.counts.get_mut(nth.slot.0) else { return Decision::FALSE };
            *count += 1;
            *count
        };
        i32::try_from(number).is_ok_and(|number| nth.an_plus_b.matches_index(number)).into()
    }

    fn is_nth_from_end(&mut self, nth: &Nth, is_wanted: bool) -> Decision {
        let key = (nth.slot.0, nth.is_of_type.then_some(self.name));
        let formula = nth.an_plus_b;
        let create = || FromEnd { formula, count: 0, elements: VecDeque::new() };
        let FromEnd { count, elements, .. } = self.siblings.from_end.get_or_insert_with(key, create);
        let is_selected = if is_wanted { self.decisions.open() } else { Decision::FALSE };
        if is_wanted {
            elements.push_back((*count, is_selected));
        }
        *count += 1;
        // Without a positive step, higher numbers than the offset are not selected.
        let highest =
            if formula.0 <= 0 { usize::try_from(formula.1).unwrap_or_default() } else { usize::MAX };
        if elements.front().is_some_and(|&(before, _)| *count - before > highest)
            && let Some((_, first)) = elements.pop_front()
        {
            self.decisions.set(first, false);
        }
        is_selected
    }

    /// Returns whether the element has elements that match relative to it, and tells the elements that wait for such an element.
    fn has(&mut self, relatives: &[Relative], is_wanted: bool) -> Decision {
        let mut any = Decision::FALSE;
        for Relative(compounds) in relatives {
            let fact = |entry: &mut Self, compound: &RelativeCompound| {
                entry.fact(compound.combinator, compound.slot.0)
            };
            let mut right: Option<&RelativeCompound> = None;
            for compound in compounds.iter().rev() {
                let combinator = compound.combinator;
                let waiting = self.waiting(combinator, compound.slot.0);
                let before = waiting.map_or(Decision::FALSE, |_| Decision::TRUE);
                let mut found = self.passes(&compound.tests, before);
                if let Some(waiting) = waiting {
                    if let Some(right) = right.filter(|_| found != Decision::FALSE) {
                        let is_found = fact(self, right);
                        found = self.decisions.and(found, is_found);
                    }
                    self.decisions.add(waiting, found);
                    if matches!(combinator, Combinator::Descendant | Combinator::LaterSibling)
                        && self.decisions.value(waiting).is_none()
                    {
                        let further = fact(self, compound);
                        self.decisions.add(waiting, further);
                    }
                }
                right = Some(compound);
            }
            if let Some(first) = right.filter(|_| is_wanted) {
                let found = fact(self, first);
                any = self.decisions.or(any, found);
            }
        }
        any
    }

    /// Returns the undecided fact that an element found by a combinator completes: one of the parent or of the previous sibling.
    fn waiting(&self, combinator: Combinator, slot: usize) -> Option<Decision> {
        let facts = match combinator {
            Combinator::Child | Combinator::Descendant => {
                self.parent.and_then(|parent| parent.inside.as_ref())
            }
            _ => self.siblings.next.as_ref(),
        };
        let fact = facts?.get(&slot).copied();
        fact.filter(|&fact| self.decisions.value(fact).is_none())
    }

    /// Returns the fact that a combinator finds an element relative to this one.
    fn fact(&mut self, combinator: Combinator, slot: usize) -> Decision {
        let facts = match combinator {
            Combinator::Child | Combinator::Descendant => &mut self.state.inside,
            _ => &mut self.next,
        };
        *facts.get_or_insert_default().get_or_insert_with(slot, || self.decisions.open())
    }

    /// Tells the previous sibling and the parent that there is an element.
    fn tell_of_the_element(&mut self) {
        for (combinator, slot) in [(Combinator::NextSibling, NEXT), (Combinator::Child, CONTENTS)] {
            if let Some(waiting) = self.waiting(combinator, slot) {
                self.decisions.add(waiting, Decision::TRUE);
            }
        }
    }

    /// Whether the element passes a test that depends only on its name, its attributes and its position.
    fn passes_alone(&self, test: &Test) -> bool {
        let value = |name| self.element.attribute(AttributeName::plain(name));
        match test {
            Test::Any | Test::AnyOf(_) | Test::NoneOf(_) | Test::Nth(_) => true,
            Test::Has(_) | Test::LastChild | Test::Empty => true,
            Test::Name(names) => names.within(self.name.namespace, self.resolved) == Some(self.name.local),
            Test::Namespace(namespace) | Test::DefaultNamespace(namespace) => {
                self.name.namespace == *namespace
            }
            Test::Id(id) => value(known::ID).is_some_and(|value| {
                if self.element.is_in_quirks_mode() { value.eq_ignore_ascii_case(id) } else { value == &**id }
            }),
            Test::Class(class, _) => value(known::CLASS)
                .is_some_and(|value| has_word(value, class, self.element.is_in_quirks_mode())),
            Test::Attribute(attribute) => self.has_attribute(attribute),
            Test::Root => self.element.is_root(),
            Test::FirstChild => !self.siblings.has_elements,
            Test::State(state, _) => self.is_in_state(*state),
            _ => false,
        }
    }

    fn has_attribute(&self, test: &AttributeTest) -> bool {
        let Some(local) = test.names.within(self.name.namespace, self.resolved) else { return false };
        let is_html = self.name.namespace == Namespace::Html;
        let has = |namespace| {
            let value = self.element.attribute(AttributeName { namespace, local });
            value.is_some_and(|value| test.value.as_ref().is_none_or(|wanted| wanted.is_in(value, is_html)))
        };
        match test.namespace {
            Some(namespace) => has(namespace),
            None => Namespace::ALL.into_iter().any(has),
        }
    }

    /// Whether the element is in a state that depends only on its name and its attributes.
    fn is_in_state(&self, state: State) -> bool {
        let has = |name| self.element.attribute(AttributeName::plain(name)).is_some();
        let is_any = |names: &[NameId]| names.iter().any(|&local| self.name.is_html(local));
        match state {
            State::AnyLink | State::Link if self.name.namespace == Namespace::Svg => {
                let linked = AttributeName { namespace: Namespace::XLink, local: known::HREF };
                self.name.local == known::A && (has(known::HREF) || self.element.attribute(linked).is_some())
            }
            State::AnyLink | State::Link => is_any(&[known::A, known::AREA]) && has(known::HREF),
            State::Open => is_any(&[known::DETAILS, known::DIALOG]) && has(known::OPEN),
            State::Defined => {
                let is_custom = hedgerow_base::is_valid_custom_element_name(self.element.local_name());
                self.name.namespace != Namespace::Html || !is_custom && !has(known::IS)
            }
            _ => false,
        }
    }
}
