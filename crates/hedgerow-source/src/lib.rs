//! Where the nodes of a parsed document stand in its source, and changes of the source by the nodes.
//!
//! [`NodeSource`] has the spans of a node, [`SourceEdits`] collects changes that leave every other byte as it was.
//!
//! What is not here: the tables of spans, which a parser fills (`SourceSpans` in `hedgerow-dom`), lines and columns, and the
//! offsets in the bytes that were decoded (`LocationTracker` and `ByteMap` in `hedgerow-input`).
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// No input may make it panic: each exception says why none does.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod edit_error;
mod edits;
mod node;

pub use edit_error::{OverlappingEdits, SourceEditError};
pub use edits::{SourceEdit, SourceEdits};
pub use hedgerow_dom::{EndTagSource, StartTagSource};
pub use node::{AttributeSpans, NodeSource};
