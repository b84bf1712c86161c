//! How big the types are, as far as they are public, and how big the program is.
//!
//! The private ones (`Node`, `Attribute`) are held by unit tests beside them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use object::{Object as _, ObjectSegment as _};
use serde_json::{Value, json};

/// Each type with its size.
macro_rules! sizes {
    ($($type:ty,)*) => {
        [$((stringify!($type), size_of::<$type>())),*]
    };
}

/// The types that are made or passed on for each node, attribute, token or error, and those that are made once.
pub(crate) fn types() -> Value {
    let sizes = sizes![
        hedgerow::NameId,
        hedgerow::ElementName,
        hedgerow::AttributeName,
        hedgerow::NodeId,
        Option<hedgerow::NodeId>,
        hedgerow::NodeRef<'_>,
        hedgerow::AttributeList,
        hedgerow::AttributeRef<'_>,
        hedgerow::Attributes<'_>,
        hedgerow::Descendants<'_>,
        hedgerow::Document,
        hedgerow::Span,
        hedgerow::ParseError,
        hedgerow::Parsed,
        hedgerow::Parser,
        hedgerow::StreamParser,
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

/// How many bytes of the file are loaded when the program is run: all but what is for debuggers.
pub(crate) fn program(path: &Path) -> Result<u64> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file =
        object::File::parse(bytes.as_slice()).with_context(|| format!("{} is no program", path.display()))?;
    Ok(file.segments().map(|segment| segment.file_range().1).sum())
}
