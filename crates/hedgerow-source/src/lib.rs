//! Source spans of the nodes of a parsed document, and changes to the source that are located by nodes.
//!
//! [`NodeSource`] returns the spans of a node; [`SourceEdits`] collects changes that leave every other byte unchanged.
//!
//! The parser records spans in `SourceSpans` of `hedgerow-base`. Lines, columns and the offsets of the undecoded bytes are in
//! `hedgerow-input` (`LocationTracker`, `ByteMap`).
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod edit_error;
mod edits;
mod markup;
mod node;
mod tag_source;

/// Keeps other crates from implementing the traits of this crate, so that methods can be added.
mod sealed {
    use hedgerow_dom::NodeRef;

    pub trait Sealed {}

    impl Sealed for NodeRef<'_> {}
}

pub use edit_error::SourceEditError;
pub use edits::SourceEdits;
pub use hedgerow_base::{EndTagSource, SourceEdit, StartTagSource};
pub use node::{AttributeSpans, NodeSource};
