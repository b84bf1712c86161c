//! [`IncrementalMatcher`]: decides which elements match while a document is built, one element at a time, even if earlier parts
//! of the document are removed during that time.
//!
//! This is a [`SelectorSet`] of one selector, for the elements of a [`Document`](hedgerow_dom::Document). Selectors that need
//! siblings are refused, because siblings may have been removed.

use std::fmt;

use hedgerow_base::{AttributeName, ElementName, Namespace};
use hedgerow_dom::{NodeKind, NodeRef, search};
use selectors::parser::Combinator;

use crate::compile::{Compiler, Complex, Test};
use crate::element::ignores_case;
use crate::error::{SelectorError, SelectorErrorKind};
use crate::selector::Selector;
use crate::streaming::{MatchState, MatchedElement, SelectorSet, SiblingState};

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
    set: SelectorSet,
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
        let mut list = selector.list().slice().iter().map(|selector| compiler.complex(selector));
        if let Some(parts) = list.find_map(|complex| undecidable_part(&complex)) {
            let reason =
                "cannot be decided when an element begins, because only its ancestors are known then";
            return Err(SelectorError::at_part(
                SelectorErrorKind::Unsupported,
                selector.to_string(),
                parts,
                reason,
            ));
        }
        Ok(Self { set: SelectorSet::new(std::slice::from_ref(&selector))?, selector })
    }

    /// Decides whether an element that was just inserted matches. `parent` is the state of its parent, if the parent is an element.
    ///
    /// See [`IncrementalMatcher`].
    pub fn enter(&mut self, element: NodeRef<'_>, parent: Option<&MatchState>) -> MatchState {
        self.set.resolve_names(|name| search::names(element.document()).find(name));
        self.set.enter(&element, parent, &mut SiblingState::default(), |_, _| ())
    }
}

impl MatchedElement for NodeRef<'_> {
    fn name(&self) -> ElementName {
        // Only elements are entered.
        search::element_name(*self)
            .unwrap_or(ElementName { namespace: Namespace::None, local: hedgerow_base::known::HTML })
    }

    fn local_name(&self) -> &str {
        self.local_name_text()
    }

    fn attribute(&self, name: AttributeName) -> Option<&str> {
        search::attribute_value(*self, name)
    }

    fn is_root(&self) -> bool {
        self.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
    }

    fn is_in_quirks_mode(&self) -> bool {
        ignores_case(self.document())
    }
}

impl fmt::Debug for IncrementalMatcher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("IncrementalMatcher").field("selector", &self.selector).finish_non_exhaustive()
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
