//! CSS selectors for the DOM of hedgerow.
//!
//! ```
//! use hedgerow_select::{Select, Selector};
//! let document = hedgerow::parse("<title>Hedges</title><ul><li>Oak<li class=old>Yew</ul>");
//! let title = document.select_first("title")?.map(|title| title.text());
//! assert_eq!(title.as_deref(), Some("Hedges"));
//!
//! // Compiled once, used with any document, from any thread.
//! let old: Selector = "ul > li.old".parse()?;
//! assert!(document.select(&old)?.all(|item| item.text() == "Yew"));
//! # Ok::<(), hedgerow_select::SelectorError>(())
//! ```
//!
//! # What matches
//!
//! - Type and universal selectors, with namespaces (`svg|a`, `*|a`, [`SelectorBuilder`]); classes, ids and attributes with all
//!   operators and the flags `i` and `s`. What has no case is as the standard has it: names of HTML elements and their
//!   attributes, the values of some attributes, classes and ids in quirks mode.
//!   <https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors>
//! - All combinators, `:is()`, `:where()`, `:not()`, `:has()`.
//! - `:root`, `:empty`, `:scope` (where the search began), `:first-child`, `:nth-child()` and their relatives, with `of S`.
//! - `:lang()`, and `:dir()`, also with `dir=auto`.
//! - What attributes decide: `:link`, `:any-link`, `:checked`, `:disabled`, `:enabled`, `:required`, `:optional`, `:read-only`,
//!   `:read-write`, `:placeholder-shown`, `:open`, `:defined`. It is the state before a user or a script has done anything:
//!   of an `option` what the others in its `select` leave it, of a radio button what those behind it in its group do. The form
//!   of a control is the one around it, or that of its `form` attribute.
//!
//! # What never matches
//!
//! Pseudo-classes that depend on a user, on time or on a page that runs are valid and never match: `:hover`, `:focus`,
//! `:active`, `:visited`, `:target`, `:valid`, `:default`, `:indeterminate`, `:playing` and the like. A pseudo-element is an
//! error, because no node is one; but unknown ones that begin with `::-webkit-` are valid, as Selectors demands. Template
//! contents and shadow trees are trees of their own: search them from their roots, or with [`Select::select_deep`]. `:host`
//! matches only to the left of a combinator, for elements of the shadow tree: `:host > p`.
//!
//! # What it costs
//!
//! Names are compared as numbers. Lone types, ids, classes and attributes, and lists of them, start no machinery at all. A tree
//! of any depth needs no stack, and a query takes time linear in the tree for each part of its selector, however the tree is
//! made: once it has taken many steps, it remembers what it was told on the way.
//!
//! A document that is asked again and again finds ids, classes and names through an index, until it changes.
//! [`Select::matches`] and [`Select::closest`] remember nothing from one call to the next: a question about many elements is
//! better asked once, with [`Select::select`].
//!
//! What is not here: the syntax of selectors, which is the crate `selectors`.
#![forbid(unsafe_code)]
// No input may make it panic: each exception says why none does.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod checkedness;
mod compile;
mod direction;
mod element;
mod error;
mod has;
mod incremental;
mod language;
mod matching;
mod memory;
mod names;
mod nth;
mod plan;
mod pseudo_class;
mod query;
mod select;
mod selector;
mod state;
mod syntax;
mod words;

pub use error::SelectorError;
pub use incremental::{IncrementalMatcher, MatchState};
pub use names::SelectorBuilder;
pub use query::Matches;
pub use select::{Select, SelectMut};
pub use selector::{IntoSelector, Selector};
