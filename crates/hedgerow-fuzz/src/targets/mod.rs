//! The targets, a file for each.

mod bytes;
mod chunks;
mod edits;
mod errors;
mod fragments;
mod growth;
mod json;
mod mutations;
mod operations;
mod selectors;
mod serialize;
mod spans;
mod text;

pub use fragments::CONTEXTS;
pub use spans::{check_order_of_spans, check_spans, describe_spans};

use crate::Target;

/// All targets.
pub const TARGETS: &[Target] = &[
    TEXT, BYTES, CHUNKS, FRAGMENTS, MUTATIONS, OPERATIONS, SELECTORS, SERIALIZE, SPANS, ERRORS, JSON, EDITS,
    GROWTH,
];

/// Texts: all ways of parsing a whole one make the same tree.
pub const TEXT: Target = Target {
    name: "text",
    about: "all ways of parsing a whole text make the same tree",
    longest: 4096,
    check: text::check,
};

/// Bytes: in chunks and at once they are the same; decoded before they make the same tree.
pub const BYTES: Target = Target {
    name: "bytes",
    about: "bytes in chunks, at once, and decoded before make the same tree",
    longest: 4096,
    check: bytes::check,
};

/// Chunks: wherever the input is cut, limited, stopped, paused or written by scripts, the result is that of the whole.
pub const CHUNKS: Target = Target {
    name: "chunks",
    about: "wherever a text is cut, limited, stopped, paused or written by scripts, the result is that of the whole",
    longest: 2048,
    check: chunks::check,
};

/// Fragments: in any context, in chunks and as `innerHTML`, they are the same.
pub const FRAGMENTS: Target = Target {
    name: "fragments",
    about: "in any context, at once, in chunks, and as innerHTML, a fragment is the same",
    longest: 4096,
    check: fragments::check,
};

/// Changes of a document: each does, or is refused, as a model of lists of children says.
pub const MUTATIONS: Target = Target {
    name: "mutations",
    about: "changes of a document do what a model of lists of children does",
    longest: 1024,
    check: mutations::check,
};

/// All public operations, with ids and names of all sorts: what is refused changes nothing, and what is done is what a model says.
pub const OPERATIONS: Target = Target {
    name: "operations",
    about: "all operations, with stale, foreign and invented ids and names, do what a model of the tree does",
    longest: 1024,
    check: operations::check,
};

/// Selectors: they find what their definitions say.
pub const SELECTORS: Target = Target {
    name: "selectors",
    about: "selectors find what their definitions say, and any text is a selector or an error",
    longest: 512,
    check: selectors::check,
};

/// The serializer: what is written comes back, minified and indented as well, unless a rule says why not.
pub const SERIALIZE: Target = Target {
    name: "serialize",
    about: "a tree that is written, by the standard, minified or indented, comes back",
    longest: 2048,
    check: serialize::check,
};

/// Source spans: they lead to what the nodes are made of.
pub const SPANS: Target = Target {
    name: "spans",
    about: "source spans lead to what the nodes are made of",
    longest: 2048,
    check: spans::check,
};

/// Parse errors: they have their places, and are the same wherever the input is cut.
pub const ERRORS: Target = Target {
    name: "errors",
    about: "parse errors have their places, and are the same wherever a text is cut",
    longest: 2048,
    check: errors::check,
};

/// JSON: any text is a tree or an error, and trees come back.
pub const JSON: Target = Target {
    name: "json",
    about: "any text is a JSON tree or an error, and trees come back",
    longest: 4096,
    check: json::check,
};

/// Edits of a source: they change what they say and nothing else.
pub const EDITS: Target = Target {
    name: "edits",
    about: "edits of a source change what they say, and nothing else",
    longest: 1024,
    check: edits::check,
};

/// Costs: what is repeated more often takes no longer for what is made of it.
pub const GROWTH: Target = Target {
    name: "growth",
    about: "a part of a text that is repeated more often takes no longer for what is made of it",
    longest: 256,
    check: growth::check,
};
