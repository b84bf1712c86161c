//! The targets, one file for each.

mod bytes;
mod chunks;
mod edit_plans;
mod edits;
mod errors;
mod fragments;
mod growth;
mod json;
mod operations;
mod removals;
mod rewrite;
mod selectors;
mod serialize;
mod spans;
mod text;

pub use fragments::CONTEXTS;
pub use spans::{check_order_of_spans, check_spans, describe_spans};

use crate::Target;

/// Defines the targets, each with its name, its longest useful input in bytes, its check and its property.
macro_rules! targets {
    ($($constant:ident = $name:literal, $longest:literal, $check:path, $about:literal;)*) => {
        $(
            #[doc = $about]
            pub const $constant: Target =
                Target { name: $name, about: $about, longest: $longest, check: $check };
        )*
        /// All targets.
        pub const TARGETS: &[Target] = &[$($constant),*];
    };
}

targets! {
    TEXT = "text", 4096, text::check,
        "every method of parsing a whole text builds the same tree";
    BYTES = "bytes", 4096, bytes::check,
        "parsing bytes in chunks, at once, and after decoding builds the same tree";
    CHUNKS = "chunks", 2048, chunks::check,
        "cuts of the text do not change the result, also with limits, stops, pauses and scripts that write";
    FRAGMENTS = "fragments", 4096, fragments::check,
        "in any context, a fragment is the same at once, in chunks and as innerHTML";
    MUTATIONS = "mutations", 1024, operations::check_mutations,
        "changes of a document have the effect that a model predicts, and are refused where it refuses them";
    OPERATIONS = "operations", 1024, operations::check,
        "all operations, with stale, foreign and invented ids and names, agree with a model of the tree";
    SELECTORS = "selectors", 512, selectors::check,
        "the matches of selectors follow from the definitions, and any text is a selector or an error";
    SERIALIZE = "serialize", 2048, serialize::check,
        "the output of a tree, also minified and indented, parses to the same tree";
    SPANS = "spans", 2048, spans::check,
        "source spans contain the source of the nodes";
    ERRORS = "errors", 2048, errors::check,
        "parse errors have positions, and cuts of the text do not change them";
    JSON = "json", 4096, json::check,
        "any text is a JSON tree or an error, and trees round-trip";
    EDITS = "edits", 1024, edits::check,
        "edits of a source change only the edited parts";
    EDIT_PLANS = "edit_plans", 512, edit_plans::check,
        "a source with several edits is parsed to the document with the same changes, or the edits are refused";
    REMOVALS = "removals", 300, removals::check,
        "matches, tree and errors do not depend on the chunks, and on when nodes are removed and scripts write";
    REWRITE = "rewrite", 512, rewrite::check,
        "a rewriter writes the input unchanged, matches like a query, and edits like the DOM or refuses";
    GROWTH = "growth", 256, growth::check,
        "more repetitions do not increase the cost for each byte of input and output";
}
