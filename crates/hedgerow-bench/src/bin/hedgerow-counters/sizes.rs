//! The sizes of public types and of the program.
//!
//! Unit tests check the sizes of the private types `Node` and `Attribute`.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use object::{Object as _, ObjectSegment as _};
use serde_json::{Value, json};

/// Returns each type with its size.
macro_rules! sizes {
    ($($type:ty,)*) => {
        [$((stringify!($type), size_of::<$type>())),*]
    };
}

/// Returns the sizes of the types that are created or passed for each node, attribute, token or error, and for each document.
pub(crate) fn types() -> Value {
    let sizes = sizes![
        hedgerow::dom::NameId,
        hedgerow::dom::ElementName,
        hedgerow::dom::AttributeName,
        hedgerow::NodeId,
        Option<hedgerow::NodeId>,
        hedgerow::NodeRef<'_>,
        hedgerow::dom::AttributeRef<'_>,
        hedgerow::dom::Attributes<'_>,
        hedgerow::dom::Descendants<'_>,
        hedgerow::Document,
        hedgerow::source::Span,
        hedgerow::errors::ParseError,
        hedgerow::Parsed,
        hedgerow::Parser,
        hedgerow::stream::StreamParser,
        hedgerow_tokenizer::Token<'_>,
        hedgerow_tokenizer::Tag<'_>,
        hedgerow_tokenizer::Attributes<'_>,
        hedgerow_tokenizer::Doctype<'_>,
        hedgerow_tokenizer::State,
        hedgerow_tokenizer::Feedback,
        hedgerow_tree::InsertionMode,
        hedgerow_tree::InsertionLocation<hedgerow::NodeId>,
    ];
    sizes.iter().map(|(name, bytes)| json!({ "name": name, "bytes": bytes })).collect()
}

/// Returns the number of bytes of the file that are loaded when the program runs, without debug information.
pub(crate) fn program(path: &Path) -> Result<u64> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = object::File::parse(bytes.as_slice())
        .with_context(|| format!("{} is not a program", path.display()))?;
    Ok(file.segments().map(|segment| segment.file_range().1).sum())
}
