//! The native part of the Python package `hedgerow`: documents, nodes, queries, changes.
//!
//! ```text
//! parse.rs       the functions that parse; options.rs: their options; input.rs: the Python types of their input
//! document.rs    Document: the tree, with a lock; parse_error.rs: its errors;
//!                character_index.rs: positions in characters
//! node.rs        Node: a document and the id of a node; edit.rs: its changes; attributes.rs: its mapping of attributes
//! query.rs       CSS and XPath; extractor.rs: several queries in one call; fields.rs: their results
//! page.rs        Page: a page with its header and its address; results.rs: the results of many pages, on all cores (cores.rs)
//! content.rs     the main content of a page, and Markdown
//! extract.rs     links and tables; forms.rs: forms, and submission.rs their requests
//! sanitizer.rs   Sanitizer: removing scripts and everything else that is not allowed
//! source_edits.rs  SourceEdits: changes of the source of a document
//! stream.rs      documents in chunks; chunks.rs: open files and iterables as chunks
//! rewriter.rs    Rewriter: documents that are changed while they pass; handled.rs: the objects for its handlers
//! tokens.rs      the tokens of a document
//! selectolax.rs  nodes for compat.selectolax; selectolax_tree.rs: its parser
//! flat.rs        trees as tuples, and soup.rs as objects, for Beautiful Soup; xml.rs: documents as XML, for lxml
//! error.rs       the exceptions
//! ```
//!
//! Python's `help()` shows the doc comments of classes and functions.
#![deny(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod attributes;
mod character_index;
mod chunks;
mod content;
mod cores;
mod document;
mod edit;
mod error;
mod extract;
mod extractor;
mod fields;
mod flat;
mod forms;
mod handled;
mod hints;
mod input;
mod node;
mod options;
mod output;
mod page;
mod parse;
mod parse_error;
mod paths;
mod query;
mod results;
mod rewriter;
mod sanitizer;
mod selectolax;
mod selectolax_tree;
mod soup;
mod source_edits;
mod stream;
mod submission;
mod tokens;
mod views;
mod xml;

/// The native part of the package.
#[pyo3::pymodule(gil_used = false)]
mod _hedgerow {
    #[pymodule_export]
    use crate::attributes::{Attributes, Names};
    #[pymodule_export]
    use crate::content::MainContent;
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::extract::{Link, Table};
    #[pymodule_export]
    use crate::extractor::Extractor;
    #[pymodule_export]
    use crate::fields::Field;
    #[pymodule_export]
    use crate::flat::{FlatNodes, parse_flat};
    #[pymodule_export]
    use crate::forms::Form;
    #[pymodule_export]
    use crate::handled::{Comment, Doctype, DocumentEnd, Element, EndTag, TextChunk};
    #[pymodule_export]
    use crate::node::Node;
    #[pymodule_export]
    use crate::options::Limits;
    #[pymodule_export]
    use crate::page::Page;
    #[pymodule_export]
    use crate::parse::{Encoding, check, detect_encoding, parse, parse_file, parse_fragment, parse_many};
    #[pymodule_export]
    use crate::parse_error::ParseError;
    #[pymodule_export]
    use crate::query::{Selector, XPath};
    #[pymodule_export]
    use crate::results::Results;
    #[pymodule_export]
    use crate::rewriter::{Decorator, Pieces, Rewriter};
    #[pymodule_export]
    use crate::sanitizer::{Removal, Sanitizer, sanitize};
    #[pymodule_export]
    use crate::selectolax::{LexborAttributes, LexborNode, LexborNodes};
    #[pymodule_export]
    use crate::selectolax_tree::LexborTree;
    #[pymodule_export]
    use crate::source_edits::SourceEdits;
    #[pymodule_export]
    use crate::stream::{ElementStream, Stream};
    #[pymodule_export]
    use crate::submission::Submission;
    #[pymodule_export]
    use crate::tokens::{Token, Tokens, tokens};
    #[pymodule_export]
    use crate::views::{Nodes, Text};
    #[pymodule_export]
    use crate::xml::parse_xml;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
