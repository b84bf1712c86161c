//! [`IncrementalMatcher`]: decides which elements match while a tree is built, one element at a time, even if earlier parts
//! of the tree are removed during that time.
//!
//! The decision depends only on the element and its ancestors, and is made when the element is inserted. A [`MatchState`] stores
//! two bits for each compound selector, which are computed from the bits of the parent:
//!
//! ```text
//! for each compound selector, from left to right; those inside :is() and :not() before the one around them:
//!     matches:  the element passes the tests, and the compound to the left has "matches" (for >) or "above" (for a descendant)
//!               in the parent
//!     above:    "matches" in the element or one of its ancestors
//! ```
//!
//! Each element is tested once, without walks: the time is linear in the number of elements for each part of the selector,
//! whatever the depth. Selectors that need other elements are refused, because siblings may have been removed, and
//! descendants are not inserted yet.
//!
//! Selectors on finished documents are matched in `query.rs` and `matching.rs`.

use std::fmt;

use hedgerow_base::{AttributeName, NameId, Namespace, known};
use hedgerow_dom::{NodeKind, NodeRef, search};
use selectors::parser::Combinator;

use crate::compile::{AttributeTest, Compiler, Complex, Test};
use crate::element::{has_word, ignores_case};
use crate::error::{SelectorError, SelectorErrorKind};
use crate::selector::Selector;

/// Decides whether an element matches at the time when it is inserted into a tree. Only the element and its ancestors are read.
///
/// Selectors may contain names, ids, classes, attributes, `:root`, `:is()`, `:where()`, `:not()`, and the child and
/// descendant combinators.
///
/// ```
/// use hedgerow::Selector;
/// use hedgerow_select::IncrementalMatcher;
/// let document = hedgerow::parse("<main><p class=a>");
/// let mut matcher = IncrementalMatcher::new(&Selector::parse("main > p.a")?)?;
/// let mut state = None;
/// let mut matches = Vec::new();
/// for element in document.root().descendant_elements().filter(|element| element.local_name_text() != "head") {
///     let next = matcher.enter(element, state.as_ref());
///     matches.push(next.is_match());
///     state = Some(next);
/// }
/// assert_eq!(matches, [false, false, false, true]); // html, body, main, p
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
pub struct IncrementalMatcher {
    selector: Selector,
    list: Box<[Complex]>,
    /// The number of bits of each kind in a state.
    bits: usize,
    /// The names in the selector that have no fixed id.
    unknown_names: Box<[Box<str>]>,
    /// The id of each unknown name in the document; `None` until the document contains the name.
    resolved: Box<[Option<NameId>]>,
}

/// The result of an [`IncrementalMatcher`] for an element and its ancestors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchState {
    matches: Bits,
    above: Bits,
    is_match: bool,
}

impl MatchState {
    /// Whether the element matches the selector.
    ///
    /// See [`IncrementalMatcher`].
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.is_match
    }
}

/// A bit set: 64 bits, or more if a selector needs more.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Bits {
    Few(u64),
    Many(Box<[u64]>),
}

impl Bits {
    fn new(count: usize) -> Self {
        if count <= 64 { Self::Few(0) } else { Self::Many(vec![0; count.div_ceil(64)].into()) }
    }

    fn get(&self, index: usize) -> bool {
        let word = match self {
            Self::Few(word) => Some(word),
            Self::Many(words) => words.get(index / 64),
        };
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn set(&mut self, index: usize) {
        let word = match self {
            Self::Few(word) => Some(word),
            Self::Many(words) => words.get_mut(index / 64),
        };
        if let Some(word) = word {
            *word |= 1 << (index % 64);
        }
    }
}

impl IncrementalMatcher {
    /// Creates a matcher for one document.
    ///
    /// ```
    /// use hedgerow::Selector;
    /// use hedgerow_select::IncrementalMatcher;
    /// let error = IncrementalMatcher::new(&Selector::parse("li:first-child")?).unwrap_err();
    /// assert!(error.message().starts_with(":first-child cannot be decided when an element begins"));
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector has a part that depends on siblings, on the contents of an element, or on other elements: `+`, `~`,
    /// `:nth-child()` and its relatives, `:empty`, `:has()`, `:contains()`, `:lang()`, `:dir()`, `:scope`, `:host`, and
    /// the states of links and controls.
    pub fn new(selector: &Selector) -> Result<Self, SelectorError> {
        let selector = selector.clone().for_elements()?;
        let mut compiler = Compiler::default();
        let list: Box<[Complex]> =
            selector.list().slice().iter().map(|selector| compiler.complex(selector)).collect();
        if let Some(parts) = list.iter().find_map(undecidable_part) {
            let reason =
                "cannot be decided when an element begins, because only its ancestors are known then";
            return Err(SelectorError::at_part(
                SelectorErrorKind::Unsupported,
                selector.to_string(),
                parts,
                reason,
            ));
        }
        let bits = compiler.answers;
        let unknown_names = compiler.unknown_names.into_list();
        let resolved = vec![None; unknown_names.len()].into();
        Ok(Self { selector, list, bits, unknown_names, resolved })
    }

    /// Decides whether an element that was just inserted matches. `parent` is the state of its parent, if the parent is an element.
    ///
    /// See [`IncrementalMatcher`].
    pub fn enter(&mut self, element: NodeRef<'_>, parent: Option<&MatchState>) -> MatchState {
        for (name, id) in self.unknown_names.iter().zip(&mut self.resolved) {
            *id = id.or_else(|| search::names(element.document()).find(name));
        }
        let ancestors_above = parent.map(|parent| parent.above.clone());
        let mut entry = Entry {
            element,
            resolved: &self.resolved,
            parent,
            state: MatchState {
                matches: Bits::new(self.bits),
                above: ancestors_above.unwrap_or_else(|| Bits::new(self.bits)),
                is_match: false,
            },
        };
        for complex in &self.list {
            entry.state.is_match |= entry.matches(complex);
        }
        entry.state
    }
}

impl fmt::Debug for IncrementalMatcher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("IncrementalMatcher").field("selector", &self.selector).finish_non_exhaustive()
    }
}

/// An element that is being decided.
struct Entry<'e> {
    element: NodeRef<'e>,
    resolved: &'e [Option<NameId>],
    parent: Option<&'e MatchState>,
    state: MatchState,
}

impl Entry<'_> {
    /// Returns whether a complex selector matches, and stores the results of its compound selectors.
    fn matches(&mut self, complex: &Complex) -> bool {
        let mut left = None;
        for compound in complex.compounds.iter().rev() {
            let bit = compound.matches_before_slot.0;
            let mut matches = compound.tests.iter().all(|test| self.passes_alone(test));
            // Nested selectors are matched even if another test fails, because the states of children need their results.
            for test in &compound.tests {
                matches &= match test {
                    Test::AnyOf(list) => self.matches_any(list),
                    Test::NoneOf(list) => !self.matches_any(list),
                    _ => true,
                };
            }
            if let Some(left) = left {
                let parent = self.parent.map(|parent| match compound.combinator {
                    Some(Combinator::Child) => &parent.matches,
                    _ => &parent.above,
                });
                matches &= parent.is_some_and(|bits| bits.get(left));
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

    /// Whether the element passes a test that depends only on its name, its attributes and whether it is the root.
    fn passes_alone(&self, test: &Test) -> bool {
        let Some(name) = search::element_name(self.element) else { return false };
        let value = |name| search::attribute_value(self.element, AttributeName::plain(name));
        let ignores_case = ignores_case(self.element.document());
        match test {
            Test::Any | Test::AnyOf(_) | Test::NoneOf(_) => true,
            Test::Name(names) => names.within(name.namespace, self.resolved) == Some(name.local),
            Test::Namespace(namespace) | Test::DefaultNamespace(namespace) => name.namespace == *namespace,
            Test::Id(id) if ignores_case => {
                value(known::ID).is_some_and(|value| value.eq_ignore_ascii_case(id))
            }
            Test::Id(id) => value(known::ID) == Some(id),
            Test::Class(class, _) => {
                value(known::CLASS).is_some_and(|value| has_word(value, class, ignores_case))
            }
            Test::Attribute(attribute) => self.has_attribute(attribute, name.namespace),
            Test::Root => self.element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document),
            _ => false,
        }
    }

    fn has_attribute(&self, test: &AttributeTest, namespace: Namespace) -> bool {
        let Some(local) = test.names.within(namespace, self.resolved) else { return false };
        self.element.attributes().any(|attribute| {
            search::attribute_name(attribute).local == local
                && test.namespace.is_none_or(|namespace| attribute.namespace() == namespace)
                && test
                    .value
                    .as_ref()
                    .is_none_or(|wanted| wanted.is_in(attribute.value(), namespace == Namespace::Html))
        })
    }
}

/// Returns the first part of a selector that depends on more than an element and its ancestors, in all forms that it can have
/// in the selector, without arguments.
fn undecidable_part(complex: &Complex) -> Option<&'static [&'static str]> {
    complex.compounds.iter().find_map(|compound| {
        match compound.combinator {
            // A space follows, unlike in `2n+1` and `~=`.
            Some(Combinator::NextSibling) => Some(&["+ "] as &[_]),
            Some(Combinator::LaterSibling) => Some(&["~ "]),
            _ => compound.tests.iter().find_map(undecidable_test),
        }
    })
}

fn undecidable_test(test: &Test) -> Option<&'static [&'static str]> {
    Some(match test {
        Test::Any | Test::Name(_) | Test::Namespace(_) | Test::DefaultNamespace(_) => return None,
        Test::Id(_) | Test::Class(..) | Test::Attribute(_) | Test::Root | Test::Never => return None,
        Test::AnyOf(list) | Test::NoneOf(list) => return list.iter().find_map(undecidable_part),
        Test::Scope => &[":scope", "&"],
        Test::Host(_) => &[":host"],
        Test::Empty => &[":empty"],
        Test::FirstChild => &[":first-child", ":only-child", ":nth-child"],
        Test::LastChild => &[":last-child", ":only-child", ":nth-last-child"],
        Test::Nth(nth) => match (nth.is_of_type, nth.is_from_end) {
            (false, false) => &[":nth-child"],
            (false, true) => &[":nth-last-child"],
            (true, false) => &[":nth-of-type", ":first-of-type", ":only-of-type"],
            (true, true) => &[":nth-last-of-type", ":last-of-type", ":only-of-type"],
        },
        Test::Has(_) => &[":has"],
        Test::Contains(_) => &[":contains"],
        Test::Language(..) => &[":lang"],
        Test::Direction(..) => &[":dir"],
        Test::State(..) => &["a state of links or controls"],
    })
}
