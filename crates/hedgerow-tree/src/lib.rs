//! The tree construction stage of the WHATWG HTML standard: all insertion modes, over any DOM.
//!
//! A [`TreeBuilder`] turns the tokens of a [`Tokenizer`](hedgerow_tokenizer::Tokenizer) into calls on a [`TreeSink`], which is
//! the DOM. It stores what the standard calls the parse state: the insertion mode, the stack of open elements, the list of active
//! formatting elements, and the flags.
//!
//! ```
//! use hedgerow_tokenizer::Tokenizer;
//! use hedgerow_tree::{ContentSink, InsertedElement, TreeBuilder, TreeBuilderOptions, Treeless};
//!
//! #[derive(Default)]
//! struct Names(Vec<String>);
//!
//! impl ContentSink for Names {
//!     fn element(&mut self, element: InsertedElement<'_>) {
//!         self.0.push(element.local_name.to_owned());
//!     }
//! }
//!
//! // A sink that builds no tree; replace it with a DOM of your own.
//! let builder = TreeBuilder::new(Treeless::new(Names::default()), TreeBuilderOptions::default());
//! let mut tokenizer = Tokenizer::new(builder);
//! tokenizer.run("<p>one<p>two", true);
//! let Names(names) = tokenizer.into_sink().into_sink().into_content();
//! assert_eq!(names, ["html", "head", "body", "p", "p"]);
//! ```
//!
//! # Contents
//!
//! - **The tree builder**: [`TreeBuilder`] with its [`TreeBuilderOptions`]; for fragments, a [`FragmentContext`]. Its state can
//!   be read between tokens: [`TreeBuilder::insertion_mode`], [`TreeBuilder::open_elements_upwards`].
//! - **The DOM**: [`TreeSink`] has a method for each operation of the standard, with handles that are copied. An
//!   [`InsertionLocation`] is the position at which a node is inserted, and [`ElementAttributes`] are the attributes of a start
//!   tag.
//! - **Errors**: [`TreeConstructionError`] has the errors to which the standard gives no code. Errors of the tokenizer are passed on.
//! - **Watching**: an [`Observer`] receives the errors, the source spans and the finished elements, and may stop the parser. For
//!   traces, it receives the [`Rules`] that apply and the [`Algorithm`]s that run.
//!
//! # A DOM of your own
//!
//! A program that needs only a count or an extract, and no tree, implements [`ContentSink`], which requires one method.
//!
//! A DOM implements the methods of [`TreeSink`] that have no default, and is its own [`Observer`] if it observes nothing. The queries about ancestors
//! and order ([`TreeSink::nearest_ancestor`], [`TreeSink::is_before`], [`TreeSink::find_marker`], [`TreeSink::is_connected`])
//! walk through the tree by default, which takes quadratic time on hostile input; a sink with an [`AncestorIndex`] answers them
//! without walking. The example `custom_sink` of the crate `hedgerow` implements such a DOM.
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod adoption_agency;
mod algorithm;
mod ancestor_index;
mod attributes;
mod declared_encoding;
mod entry;
mod error;
mod fast_path;
mod fast_table;
mod first_in_tree_order;
mod foreign_content;
mod fragment;
mod held;
mod insert;
mod insertion_location;
mod insertion_mode;
mod list_of_active_formatting_elements;
mod markers;
mod modes;
mod observer;
mod options;
mod pending_table_characters;
mod quirks;
#[cfg(test)]
mod random;
#[cfg(test)]
mod recording_sink;
mod reset;
mod selectedcontent;
mod sink;
mod stack_of_open_elements;
mod template;
mod text_elements;
mod tree_builder;
mod treeless;
pub mod walk;

pub use algorithm::Algorithm;
pub use ancestor_index::{AncestorIndex, IndexedNode};
pub use attributes::ElementAttributes;
pub use declared_encoding::{FindEncoding, declared_encoding};
pub use error::TreeConstructionError;
pub use fragment::FragmentContext;
pub use held::HeldNode;
pub use insertion_mode::InsertionMode;
pub use markers::marker_name;
pub use observer::{Observer, Rules, SourceToken, WatchedToken};
pub use options::{ScriptingMode, TreeBuilderOptions};
pub use sink::{AncestorSet, InsertionLocation, TreeSink};
pub use tree_builder::TreeBuilder;
pub use treeless::{ContentSink, InsertedElement, Treeless};
