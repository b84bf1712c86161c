//! The tree construction stage of the WHATWG HTML standard: all insertion modes, over any DOM.
//!
//! A [`TreeBuilder`] takes the tokens of a [`Tokenizer`](hedgerow_tokenizer::Tokenizer) and turns them into calls on
//! a [`TreeSink`], which is the DOM. It keeps what the standard calls the parse state: the insertion mode, the
//! stack of open elements, the list of active formatting elements, and the flags.
//!
//! What is not here: which DOM it is (`hedgerow` joins this crate with `hedgerow-dom`), and how characters become
//! tokens (`hedgerow-tokenizer`).
#![forbid(unsafe_code)]
// No input may make it panic: each exception says why none does.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod adoption_agency;
mod attributes;
mod error;
mod first_in_tree_order;
mod foreign_content;
mod foreign_names;
mod fragment;
mod innermost_unclosed;
mod insert;
mod insertion_location;
mod insertion_mode;
mod list_of_active_formatting_elements;
mod modes;
mod options;
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

pub use attributes::ElementAttributes;
pub use error::TreeConstructionError;
pub use fragment::FragmentContext;
pub use insertion_location::InsertionLocation;
pub use insertion_mode::InsertionMode;
pub use options::{ScriptingMode, TreeBuilderOptions};
pub use recording_sink::{RecordedRules, RecordingSink};
pub use sink::{AncestorSet, Rules, SourceToken, TreeSink, WatchedToken};
pub use template::marker_name;
pub use tree_builder::TreeBuilder;
