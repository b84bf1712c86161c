//! CSS selectors for the DOM of hedgerow.
//!
//! ```
//! use hedgerow::{Select, Selector};
//! let document = hedgerow::parse("<title>Hedges</title><ul><li>Oak<li class=old>Yew</ul>");
//! let title = document.select_first("title")?.map(|title| title.text());
//! assert_eq!(title.as_deref(), Some("Hedges"));
//!
//! // Compiled once, used with any document, from any thread.
//! let old: Selector = "ul > li.old".parse()?;
//! assert!(document.select(&old)?.all(|item| item.text() == "Yew"));
//! # Ok::<(), hedgerow::select::SelectorError>(())
//! ```
//!
//! # Supported selectors
//!
//! - Type and universal selectors, with namespaces (`svg|a`, `*|a`, [`SelectorBuilder`]); classes, ids and attributes with
//!   all operators and the flags `i` and `s`. As in the standard, case is ignored for the names of HTML elements and their
//!   attributes, for the values of some attributes, and for classes and ids in quirks mode.
//!   <https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors>
//! - All combinators, `:is()`, `:where()`, `:not()`, `:has()`.
//! - `:root`, `:empty`, `:scope` and `&` (the node that is searched), `:first-child`, `:nth-child()` and their relatives, with `of
//!   S`.
//!   `:empty` is that of browsers: white space in an element is content.
//! - `:lang()`, with `:lang("")` for elements whose language is unknown; `:dir()`, also with `dir=auto`.
//! - States that attributes and the tree determine: `:link`, `:any-link`, `:checked`, `:disabled`, `:enabled`, `:required`,
//!   `:optional`, `:read-only`, `:read-write`, `:placeholder-shown`, `:open`, `:defined`. The state is the initial one,
//!   before changes by a user or a script. Whether an `option` is checked depends on the other options of its `select`; whether
//!   a radio button is checked depends on the later buttons of its group. The form owner of a control is the form that its
//!   `form` attribute names, or else the enclosing form.
//!
//! # What never matches
//!
//! Pseudo-classes that depend on a user, on time or on a running page are valid and never match: `:hover`, `:focus`,
//! `:active`, `:visited`, `:target`, `:valid`, `:default`, `:indeterminate`, `:playing`, `:state()` and the like. So are the
//! pseudo-elements of CSS, because the tree has no nodes for them, and unknown ones that begin with `::-webkit-`; any other
//! name after `::` is an [error](SelectorErrorKind::UnknownPseudoElement), as in browsers. Template contents and shadow trees are trees of their own: search
//! them from their roots, or with [`Select::select_deep`]. `:host` matches only to the left of a combinator, for elements of
//! the shadow tree: `:host > p`. `:host-context()` is an error, as in Firefox and Safari.
//!
//! # Extensions
//!
//! The following are not part of CSS. [`Selector::parse`] refuses them; [`SelectorBuilder::extensions`] allows them,
//! and so does [`Select::select_text`] if the selector is passed as a string. `::text` and `::attr()` have the meaning
//! that they have in Scrapy and parsel.
//!
//! - `:contains("text")`, or `:contains(text)` for an identifier, matches an element if its text contains a string. The text
//!   includes the text of descendants, as in jQuery and in XPath's `contains(., "text")`. `:contains("text" i)` ignores the case
//!   of ASCII letters. To match the innermost elements only: `p:contains("text"):not(:has(:contains("text")))`.
//! - `E::text`: the text nodes that are children of an `E`. Each text node is a separate string, with its white space.
//! - `E ::text` and `E *::text`: all text nodes in an `E`, at any depth.
//! - `E::attr(name)`: the value of the attribute, for each `E` that has it. Case is ignored for HTML elements; a namespace may
//!   be given as in attribute selectors (`::attr(xlink|href)`, `::attr(*|href)`). `E ::attr(name)` finds the attributes of each
//!   `E` and of all its descendants.
//!
//! `::text` and `::attr()` stand at the end of a selector. If one selector of a list ends with one of them, all
//! selectors of the list must. The strings are in tree order, and attributes of the same element in the order of the
//! list. A text node or an attribute is returned once, even if several selectors of the list find it.
//!
//! # Cost
//!
//! Names are compared as numbers. Selectors that consist of a single type, id, class or attribute, and lists of such
//! selectors, take a fast path. Recursion does not depend on the depth of the tree, and a query takes time linear in the size
//! of the tree for each part of its selector, whatever the shape of the tree, because intermediate
//! answers are cached after a number of steps.
//!
//! A document that is queried repeatedly gets an index of ids, classes and names, which is valid until the document changes.
//! Calls of [`Select::matches`] and [`Select::closest`] share caches only for `:lang()` and `:checked`, so to test many
//! elements, use one [`Select::select`].
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod checkedness;
mod compile;
mod contains;
mod decided_at;
mod decisions;
mod direction;
mod element;
mod error;
mod finished_matches;
mod has;
mod incremental;
mod language;
mod matcher;
mod matching;
mod names;
mod nth;
mod plan;
mod pseudo_class;
mod query;
mod query_cache;
mod select;
mod selector;
mod slots;
mod specificity;
mod state;
mod streaming;
mod strings;
mod substring;
mod syntax;
mod words;

/// Keeps other crates from implementing the traits of this crate, so that methods can be added.
mod sealed {
    use hedgerow_dom::{Document, NodeRef};

    pub trait Sealed {}

    impl Sealed for Document {}
    impl Sealed for &Document {}
    impl Sealed for NodeRef<'_> {}
}

pub use decided_at::DecidedAt;
pub use decisions::Decision;
pub use error::{SelectorError, SelectorErrorKind};
pub use finished_matches::{FinishedMatches, Found, contains_a_marker};
pub use incremental::IncrementalMatcher;
pub use names::SelectorBuilder;
pub use query::Matches;
pub use select::{Select, SelectMut};
pub use selector::{IntoSelector, Selector};
pub use specificity::Specificity;
pub use streaming::{MatchState, MatchedElement, SelectorSet, SiblingState};
pub use strings::Strings;
