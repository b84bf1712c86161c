//! XPath 1.0 for the DOM of hedgerow.
//!
//! ```
//! use hedgerow::xpath::{Value, XPath};
//! let document = hedgerow::parse("<h1>Hedges</h1><ul><li>Oak<li class=old>Yew</ul>");
//! let old: XPath = "//li[@class = 'old']".parse()?;
//! assert_eq!(old.evaluate(&document)?.to_text(), "Yew");
//! assert_eq!(XPath::parse("count(//li)")?.evaluate(&document)?, Value::Number(2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Supported features
//!
//! - All of the recommendation: axes, predicates, the four types, the core function library, variables, namespaces.
//!   <https://www.w3.org/TR/1999/REC-xpath-19991116/>
//! - Functions of the caller ([`XPathBuilder::function`]); with the feature `exslt`, some functions of EXSLT: `re:test`,
//!   `re:replace`, `str:concat`, `str:replace`, `str:padding`, `str:align`, and the functions of `set:`.
//! - [`css_path`] and [`xpath_of`] return a path that selects a given node.
//!
//! # Names in HTML documents
//!
//! As in `document.evaluate()` of browsers, a name without a prefix denotes an HTML element, and the names of HTML
//! elements and their attributes are compared ignoring case. Other elements need a prefix: `//svg:path`.
//! <https://html.spec.whatwg.org/multipage/infrastructure.html#interactions-with-xpath-and-xslt>
//!
//! `lang()` also uses the `lang` attribute of HTML and SVG elements, and `id()` uses the `id` attribute. Template contents and
//! shadow trees are separate trees: `/` selects the root of the tree that contains the context node.
//!
//! # Cost
//!
//! Downward steps are evaluated in one walk, whose results need no sorting. Most expressions take time linear in the size of
//! the tree; [`Limits`] stop expressions that take quadratic time or more. Recursion does not depend on the depth of the tree.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "numbers and positions are doubles in XPath, and `=` compares them exactly"
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod axes;
mod error;
mod evaluate;
mod expression;
#[cfg(feature = "exslt")]
mod exslt;
mod functions;
mod lexer;
mod node;
mod number;
mod order;
mod parser;
mod paths;
#[cfg(feature = "exslt")]
mod patterns;
mod steps;
mod value;
mod walk;
mod xpath;

pub use error::{EvaluationError, XPathError};
pub use paths::{css_path, xpath_of};
pub use value::{NodeSet, Nodes, Value, XPathNode};
pub use xpath::{Evaluator, Limits, XPath, XPathBuilder};
