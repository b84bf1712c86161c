//! The targets, one file for each.

mod bytes;
mod chunks;
mod edits;
mod errors;
mod fragments;
mod growth;
mod json;
mod operations;
mod removals;
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
    REMOVALS, GROWTH,
];

/// Texts: every method of parsing a whole text builds the same tree.
pub const TEXT: Target = Target {
    name: "text",
    about: "every method of parsing a whole text builds the same tree",
    longest: 4096,
    check: text::check,
};

/// Bytes: parsing in chunks, at once, and after decoding builds the same tree.
pub const BYTES: Target = Target {
    name: "bytes",
    about: "parsing bytes in chunks, at once, and after decoding builds the same tree",
    longest: 4096,
    check: bytes::check,
};

/// Chunks: cuts of the text do not change the result, also with limits, stops, pauses and scripts
/// that write.
pub const CHUNKS: Target = Target {
    name: "chunks",
    about: "cuts of the text do not change the result, also with limits, stops, pauses and scripts that write",
    longest: 2048,
    check: chunks::check,
};

/// Fragments: chunks and `innerHTML` build the same tree, in any context.
pub const FRAGMENTS: Target = Target {
    name: "fragments",
    about: "in any context, a fragment is the same at once, in chunks and as innerHTML",
    longest: 4096,
    check: fragments::check,
};

/// Changes of a document: a simple model predicts the effect of each, and whether it is refused.
pub const MUTATIONS: Target = Target {
    name: "mutations",
    about: "changes of a document have the effect that a model predicts, and are refused where it refuses them",
    longest: 1024,
    check: operations::check_mutations,
};

/// All public operations, with all kinds of ids and names: they agree with a model, and refused ones change nothing.
pub const OPERATIONS: Target = Target {
    name: "operations",
    about: "all operations, with stale, foreign and invented ids and names, agree with a model of the tree",
    longest: 1024,
    check: operations::check,
};

/// Selectors: the matches follow from the definitions.
pub const SELECTORS: Target = Target {
    name: "selectors",
    about: "the matches of selectors follow from the definitions, and any text is a selector or an error",
    longest: 512,
    check: selectors::check,
};

/// The serializer: output, also minified and indented, parses to the same tree, unless a rule of
/// `round_trip` explains the difference.
pub const SERIALIZE: Target = Target {
    name: "serialize",
    about: "the output of a tree, also minified and indented, parses to the same tree",
    longest: 2048,
    check: serialize::check,
};

/// Source spans: they contain the source of the nodes.
pub const SPANS: Target = Target {
    name: "spans",
    about: "source spans contain the source of the nodes",
    longest: 2048,
    check: spans::check,
};

/// Parse errors: they have positions, and cuts of the input do not change them.
pub const ERRORS: Target = Target {
    name: "errors",
    about: "parse errors have positions, and cuts of the text do not change them",
    longest: 2048,
    check: errors::check,
};

/// JSON: any text is a tree or an error, and trees round-trip.
pub const JSON: Target = Target {
    name: "json",
    about: "any text is a JSON tree or an error, and trees round-trip",
    longest: 4096,
    check: json::check,
};

/// Edits of a source: they change only the edited parts.
pub const EDITS: Target = Target {
    name: "edits",
    about: "edits of a source change only the edited parts",
    longest: 1024,
    check: edits::check,
};

/// Removals: nodes that are removed between chunks of misnested markup, in any order, and scripts that write, do not change the
/// rest.
pub const REMOVALS: Target = Target {
    name: "removals",
    about: "matches, tree and errors do not depend on the chunks, and on when nodes are removed and scripts write",
    longest: 300,
    check: removals::check,
};

/// Costs: more repetitions do not increase the cost for each byte of input and output.
pub const GROWTH: Target = Target {
    name: "growth",
    about: "more repetitions do not increase the cost for each byte of input and output",
    longest: 256,
    check: growth::check,
};
