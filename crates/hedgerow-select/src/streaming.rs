//! [`SelectorSet`]: decides for each element, at the time when it is inserted, which selectors of a set match it. Only the element,
//! the results of its parent, and the results of its earlier siblings are read, so a parser need not keep a tree.
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
//! Each element is tested once, without walks: the time is linear in the number of elements for each part of the selectors,
//! whatever the depth and the number of siblings.
//!
//! Selectors on finished documents are matched in `query.rs` and `matching.rs`.

use std::fmt;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, SideTable, known};
use selectors::parser::Combinator;

use crate::compile::{AttributeTest, Compiler, Complex, Nth, Test};
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

/// The results of a [`SelectorSet`] for an element and its ancestors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchState {
    matches: Bits,
    above: Bits,
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
/// The size depends on the selectors, except for `:nth-of-type()` without a type selector, which counts each name.
#[derive(Clone, Debug, Default)]
pub struct SiblingState {
    has_elements: bool,
    previous: Bits,
    before: Bits,
    /// The number of counted elements, for each `:nth-child()`.
    counts: Vec<u32>,
    /// The number of elements of each type.
    types: SideTable<ElementName, u32>,
}

impl SiblingState {
    /// Returns the state before an element that will be the last child, for [`SelectorSet::enter_before_last`].
    #[must_use]
    pub fn before_last(&self) -> Self {
        let Self { has_elements, previous, before, counts, .. } = self;
        let (previous, before) = (previous.clone(), before.clone());
        Self {
            has_elements: *has_elements,
            previous,
            before,
            counts: counts.clone(),
            types: SideTable::new(),
        }
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
///
/// The selectors may contain everything that depends only on the element, its ancestors and its earlier siblings.
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
    needs_types: bool,
}

impl SelectorSet {
    /// Creates a set for one document.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// use hedgerow_select::SelectorSet;
    /// assert!(SelectorSet::new(&[Selector::parse("h2 + p")?, Selector::parse("li:nth-child(2n)")?]).is_ok());
    /// let error = SelectorSet::new(&[Selector::parse("li:last-child")?]).unwrap_err();
    /// assert!(error.message().starts_with(":last-child cannot be decided when an element begins"));
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a selector has a part that depends on later siblings, on the contents of an element, or on other elements:
    /// `:last-child` and its relatives, `:empty`, `:has()`, `:contains()`, `:lang()`, `:dir()`, `:scope`, `:host`, and those
    /// states of controls that depend on other elements.
    pub fn new(selectors: &[Selector]) -> Result<Self, SelectorError> {
        let mut compiler = Compiler::default();
        let mut list = Vec::new();
        for (number, selector) in selectors.iter().enumerate() {
            let selector = selector.clone().for_elements()?;
            for complex in selector.list().slice() {
                let complex = compiler.complex(complex);
                if let Some(parts) = undecidable_part(&complex) {
                    let reason = "cannot be decided when an element begins";
                    let text = selector.to_string();
                    return Err(SelectorError::at_part(SelectorErrorKind::Unsupported, text, parts, reason));
                }
                list.push((complex, number));
            }
        }
        let all = || list.iter().map(|(complex, _)| complex);
        let needs_siblings = all().any(|complex| {
            uses(complex, &|compound| {
                matches!(compound.combinator, Some(Combinator::NextSibling | Combinator::LaterSibling))
                    || compound.tests.iter().any(|test| matches!(test, Test::FirstChild | Test::Nth(_)))
            })
        });
        let needs_types = all().any(|complex| {
            uses(complex, &|compound| {
                compound.tests.iter().any(|test| matches!(test, Test::Nth(nth) if nth.is_of_type))
            })
        });
        let unknown_names = compiler.unknown_names.into_list();
        let resolved = vec![None; unknown_names.len()].into();
        Ok(Self {
            selectors: selectors.into(),
            list: list.into(),
            unknown_names,
            resolved,
            counters: compiler.numbers,
            needs_siblings,
            needs_types,
        })
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

    /// Decides which selectors match an element that is being inserted. `parent` is the state of its parent, if the parent is an
    /// element. `siblings` is the state at the position of the element; the element is added to it.
    ///
    /// Calls `found` with the number of each selector that matches, in ascending order.
    pub fn enter(
        &self,
        element: &impl MatchedElement,
        parent: Option<&MatchState>,
        siblings: &mut SiblingState,
        mut found: impl FnMut(usize),
    ) -> MatchState {
        let above = parent.map(|parent| parent.above.clone()).unwrap_or_default();
        let state = MatchState { above, ..MatchState::default() };
        if self.needs_siblings && siblings.counts.len() < self.counters {
            siblings.counts.resize(self.counters, 0);
        }
        if self.needs_types {
            *siblings.types.get_or_insert_with(element.name(), || 0) += 1;
        }
        let name = element.name();
        let mut entry = Entry { element, name, resolved: &self.resolved, parent, siblings, state };
        let mut last = None;
        for (complex, number) in &self.list {
            if entry.matches(complex) && last != Some(*number) {
                last = Some(*number);
                found(*number);
            }
        }
        let mut state = entry.state;
        state.is_match = last.is_some();
        if self.needs_siblings {
            siblings.has_elements = true;
            siblings.previous = state.matches.clone();
            siblings.before.set_all(&state.matches);
        }
        state
    }

    /// Decides which selectors match an element that is inserted before the last child of its parent, whose name is `last`. `before`
    /// is the state [before](SiblingState::before_last) the last child, and `end` the state after it; the element is added to both.
    ///
    /// The time does not depend on the number of types.
    pub fn enter_before_last(
        &self,
        element: &impl MatchedElement,
        parent: Option<&MatchState>,
        (before, end): (&mut SiblingState, &mut SiblingState),
        last: ElementName,
        found: impl FnMut(usize),
    ) -> MatchState {
        let counts = before.counts.clone();
        // All states of a parent share the numbers of the types, which are those after the last child.
        std::mem::swap(&mut before.types, &mut end.types);
        let change = |types: &mut SideTable<ElementName, u32>, change: fn(u32, u32) -> u32| {
            if let Some(count) = types.get_mut(&last) {
                *count = change(*count, 1);
            }
        };
        change(&mut before.types, u32::saturating_sub);
        let state = self.enter(element, parent, before, found);
        change(&mut before.types, u32::saturating_add);
        std::mem::swap(&mut before.types, &mut end.types);
        end.before.set_all(&state.matches);
        for (index, (count, after)) in end.counts.iter_mut().zip(&before.counts).enumerate() {
            *count += after - counts.get(index).copied().unwrap_or_default();
        }
        state
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
}

impl<E: MatchedElement> Entry<'_, E> {
    /// Returns whether a complex selector matches, and stores the results of its compound selectors.
    fn matches(&mut self, complex: &Complex) -> bool {
        let mut left = None;
        for compound in complex.compounds.iter().rev() {
            let bit = compound.matches_before_slot.0;
            let mut matches = compound.tests.iter().all(|test| self.passes_alone(test));
            // Nested selectors are matched even if another test fails, because children and siblings need their results.
            for test in &compound.tests {
                matches &= match test {
                    Test::AnyOf(list) => self.matches_any(list),
                    Test::NoneOf(list) => !self.matches_any(list),
                    Test::Nth(nth) => self.is_nth(nth),
                    _ => true,
                };
            }
            if let Some(left) = left {
                let bits = match compound.combinator {
                    Some(Combinator::Child) => self.parent.map(|parent| &parent.matches),
                    Some(Combinator::NextSibling) => Some(&self.siblings.previous),
                    Some(Combinator::LaterSibling) => Some(&self.siblings.before),
                    _ => self.parent.map(|parent| &parent.above),
                };
                matches &= bits.is_some_and(|bits| bits.get(left));
            }
            if matches {
                self.state.matches.set(bit);
                self.state.above.set(bit);
            }
            left = Some(bit);
        }
        left.is_some_and(|subject| self.state.matches.get(subject))
    }

    fn matches_any(&mut self, list: &[Complex]) -> bool {
        let mut is_match = false;
        for complex in list {
            is_match |= self.matches(complex);
        }
        is_match
    }

    /// Counts the element for `:nth-child()` and its relatives, and returns whether its number is selected.
    fn is_nth(&mut self, nth: &Nth) -> bool {
        let number = if nth.is_of_type {
            self.siblings.types.get(&self.name).copied().unwrap_or(1)
        } else {
            let is_counted = nth.of.is_empty() || self.matches_any(&nth.of);
            let Some(count) = self.siblings.counts.get_mut(nth.slot.0).filter(|_| is_counted) else {
                return false;
            };
            *count += 1;
            *count
        };
        i32::try_from(number).is_ok_and(|number| nth.an_plus_b.matches_index(number))
    }

    /// Whether the element passes a test that depends only on its name, its attributes and its position.
    fn passes_alone(&self, test: &Test) -> bool {
        let value = |name| self.element.attribute(AttributeName::plain(name));
        match test {
            Test::Any | Test::AnyOf(_) | Test::NoneOf(_) | Test::Nth(_) => true,
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

/// Whether a compound selector of a complex selector, or one inside it, has a property.
fn uses(complex: &Complex, property: &dyn Fn(&crate::compile::Compound) -> bool) -> bool {
    let inside = |list: &[Complex]| list.iter().any(|complex| uses(complex, property));
    complex.compounds.iter().any(|compound| {
        property(compound)
            || compound.tests.iter().any(|test| match test {
                Test::AnyOf(list) | Test::NoneOf(list) => inside(list),
                Test::Nth(nth) => inside(&nth.of),
                _ => false,
            })
    })
}

/// Returns the first part of a selector that depends on more than an element, its ancestors and its earlier siblings, in all
/// forms that it can have in the selector, without arguments.
fn undecidable_part(complex: &Complex) -> Option<&'static [&'static str]> {
    complex.compounds.iter().flat_map(|compound| &compound.tests).find_map(undecidable_test)
}

fn undecidable_test(test: &Test) -> Option<&'static [&'static str]> {
    Some(match test {
        Test::AnyOf(list) | Test::NoneOf(list) => return list.iter().find_map(undecidable_part),
        Test::Nth(nth) if !nth.is_from_end => return nth.of.iter().find_map(undecidable_part),
        Test::State(State::AnyLink | State::Link | State::Open | State::Defined, _) => return None,
        Test::Scope => &[":scope", "&"],
        Test::Host(_) => &[":host"],
        Test::Empty => &[":empty"],
        Test::LastChild => &[":last-child", ":only-child", ":nth-last-child"],
        Test::Nth(nth) if nth.is_of_type => &[":nth-last-of-type", ":last-of-type", ":only-of-type"],
        Test::Nth(_) => &[":nth-last-child"],
        Test::Has(_) => &[":has"],
        Test::Contains(_) => &[":contains"],
        Test::Language(..) => &[":lang"],
        Test::Direction(..) => &[":dir"],
        Test::State(..) => &["a state of controls"],
        _ => return None,
    })
}
