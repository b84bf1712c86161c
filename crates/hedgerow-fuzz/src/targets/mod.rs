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

/// Texts: every way to parse a whole text builds the same tree.
pub const TEXT: Target = Target {
    name: "text",
    about: "all ways of parsing a whole text make the same tree",
    longest: 4096,
    check: text::check,
};

/// Bytes: parsing in chunks, at once, and after decoding build the same tree.
pub const BYTES: Target = Target {
    name: "bytes",
    about: "bytes in chunks, at once, and decoded before make the same tree",
    longest: 4096,
    check: bytes::check,
};

/// Chunks: cuts, limits, stops, pauses and script writes do not change the result.
pub const CHUNKS: Target = Target {
    name: "chunks",
    about: "wherever a text is cut, limited, stopped, paused or written by scripts, the result is that of the whole",
    longest: 2048,
    check: chunks::check,
};

/// Fragments: chunks and `innerHTML` build the same tree, in any context.
pub const FRAGMENTS: Target = Target {
    name: "fragments",
    about: "in any context, at once, in chunks, and as innerHTML, a fragment is the same",
    longest: 4096,
    check: fragments::check,
};

/// Changes of a document: each has the effect, or is refused, as a model of lists of children predicts.
pub const MUTATIONS: Target = Target {
    name: "mutations",
    about: "changes of a document do what a model of lists of children does",
    longest: 1024,
    check: mutations::check,
};

/// All public operations, with all kinds of ids and names: they agree with a model, and refused ones change nothing.
pub const OPERATIONS: Target = Target {
    name: "operations",
    about: "all operations, with stale, foreign and invented ids and names, do what a model of the tree does",
    longest: 1024,
    check: operations::check,
};

/// Selectors: the matches follow from the definitions.
pub const SELECTORS: Target = Target {
    name: "selectors",
    about: "selectors find what their definitions say, and any text is a selector or an error",
    longest: 512,
    check: selectors::check,
};

/// The serializer: output, also minified and indented, parses to the same tree, unless a rule gives the reason.
pub const SERIALIZE: Target = Target {
    name: "serialize",
    about: "a tree that is written, by the standard, minified or indented, comes back",
    longest: 2048,
    check: serialize::check,
};

/// Source spans: they contain the source of the nodes.
pub const SPANS: Target = Target {
    name: "spans",
    about: "source spans lead to what the nodes are made of",
    longest: 2048,
    check: spans::check,
};

/// Parse errors: they have positions, and cuts of the input do not change them.
pub const ERRORS: Target = Target {
    name: "errors",
    about: "parse errors have their places, and are the same wherever a text is cut",
    longest: 2048,
    check: errors::check,
};

/// JSON: any text is a tree or an error, and trees round-trip.
pub const JSON: Target = Target {
    name: "json",
    about: "any text is a JSON tree or an error, and trees come back",
    longest: 4096,
    check: json::check,
};

/// Edits of a source: they change only the edited parts.
pub const EDITS: Target = Target {
    name: "edits",
    about: "edits of a source change what they say, and nothing else",
    longest: 1024,
    check: edits::check,
};

/// Costs: more repetitions do not increase the cost for each byte of input and output.
pub const GROWTH: Target = Target {
    name: "growth",
    about: "a part of a text that is repeated more often takes no longer for what is made of it",
    longest: 256,
    check: growth::check,
};
