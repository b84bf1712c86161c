//! The tree construction stage of the WHATWG HTML standard: all insertion modes, over any DOM.
//!
//! A [`TreeBuilder`] takes the tokens of a [`Tokenizer`](hedgerow_tokenizer::Tokenizer) and turns them into calls on
//! a [`TreeSink`], which is the DOM. It keeps what the standard calls the parse state: the insertion mode, the
//! stack of open elements, the list of active formatting elements, and the flags.
//!
//! ```
//! use hedgerow_tokenizer::Tokenizer;
//! use hedgerow_tree::{RecordingSink, TreeBuilder, TreeBuilderOptions};
//!
//! // A sink that only says what it is asked for; a DOM of your own takes its place.
//! let builder = TreeBuilder::new(RecordingSink::default(), TreeBuilderOptions::default());
//! let mut tokenizer = Tokenizer::new(builder);
//! tokenizer.run("<p>one<p>two", true);
//! let operations = tokenizer.into_sink().into_sink().operations().join("\n");
//! assert!(operations.contains("insert p#4 into body#3"));
//! ```
//!
//! # What there is
//!
//! - **The tree builder**: [`TreeBuilder`] with its [`TreeBuilderOptions`]; for fragments, a [`FragmentContext`]. What it knows
//!   can be read between tokens: [`TreeBuilder::insertion_mode`], [`TreeBuilder::open_elements`].
//! - **The DOM**: [`TreeSink`] has a method for each operation that the standard asks for, with handles that are copied. Where
//!   a node goes is an [`InsertionLocation`]; what belongs to a start tag, [`ElementAttributes`].
//! - **Errors**: the tokenizer's are passed on; [`TreeConstructionError`] has those that the standard only calls "parse error".
//! - **Looking on**: a [`RecordingSink`] notes the [`Rules`] that apply and the operations they lead to.
//!
//! # A DOM of your own
//!
//! Who needs no tree, because a count or an extract is enough, implements [`ContentSink`], which asks for one method.
//!
//! For a tree, two types and some twenty methods of [`TreeSink`] are needed; the others have defaults. Questions about what is
//! around a node ([`TreeSink::nearest_ancestor`], [`TreeSink::is_before`], [`TreeSink::find_marker`],
//! [`TreeSink::is_connected`]) walk through the tree by default, which hostile input can make quadratic; a sink that keeps an
//! [`AncestorIndex`] answers them without walking. The example `custom_sink` of the crate `hedgerow` is such a tree.
//!
//! What is not here: which DOM it is (`hedgerow` joins this crate with `hedgerow-dom`), and how characters become
//! tokens (`hedgerow-tokenizer`).
#![forbid(unsafe_code)]
// No input may make it panic: each exception says why none does.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod adoption_agency;
mod ancestor_index;
mod attributes;
mod error;
mod first_in_tree_order;
mod foreign_content;
mod fragment;
mod held;
mod innermost_unclosed;
mod insert;
mod insertion_location;
mod insertion_mode;
mod list_of_active_formatting_elements;
mod modes;
mod options;
mod pending_table_characters;
mod quirks;
#[cfg(test)]
mod random;
mod recording_sink;
mod select;
mod sink;
mod stack_of_open_elements;
mod template;
mod text_elements;
mod tree_builder;
mod treeless;
pub mod walk;

pub use ancestor_index::{AncestorIndex, IndexedNode, MarkerName};
pub use attributes::ElementAttributes;
pub use error::TreeConstructionError;
pub use fragment::FragmentContext;
pub use held::HeldNode;
pub use insertion_location::InsertionLocation;
pub use insertion_mode::InsertionMode;
pub use options::{ScriptingMode, TreeBuilderOptions};
pub use recording_sink::{RecordedRules, RecordingSink};
pub use sink::{AncestorSet, Rules, SourceToken, TreeSink, WatchedToken};
pub use template::marker_name;
pub use tree_builder::TreeBuilder;
pub use treeless::{ContentSink, InsertedElement, Treeless};
