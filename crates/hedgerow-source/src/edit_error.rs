//! What can be wrong with edits of a source.

use std::fmt;

use hedgerow_names::Span;

use crate::SourceEdit;

/// An edit of the source that is not possible. Nothing is noted for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SourceEditError {
    /// The document has no such node: it was removed, or the id is of another document.
    NoSuchNode {
        /// The id, and why it is of no node.
        node: String,
    },
    /// It is not known where the node stands in the source: it was not made by the parser, or that did not keep source spans, or it
    /// is still parsing chunks, so that the source is not whole.
    NotInSource {
        /// The node.
        node: String,
    },
    /// The parser has copied the element from another one: it has no place of its own.
    Copy {
        /// The node.
        node: String,
        /// The start tag of which it is a copy.
        start_tag: Span,
    },
    /// The element has no start tag, because it is implied.
    NoStartTag {
        /// The node.
        node: String,
    },
    /// The node can't have contents, or is no element.
    NoContents {
        /// The node.
        node: String,
    },
    /// The text has come from several places.
    InPieces {
        /// The node.
        node: String,
    },
    /// The element has no such attribute in the source.
    NoAttribute {
        /// The node.
        node: String,
        /// The name of the attribute.
        name: String,
    },
    /// Such a name can't be written: as a tag name, which begins with an ASCII letter, or as that of an attribute.
    InvalidName {
        /// The name.
        name: String,
    },
    /// The text can't be written into an element in which nothing can be escaped, such as `script`.
    RawText {
        /// The node.
        node: String,
    },
    /// A parser would put the text elsewhere, or drop it: in a `table`, for example, only whitespace stays in its place.
    TextOutOfPlace {
        /// The node that the text would be written into.
        node: String,
    },
}

impl fmt::Display for SourceEditError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchNode { node } => write!(formatter, "there is no node {node}"),
            Self::NotInSource { node } => write!(
                formatter,
                "it is not known where node {node} stands in the source: it was not made by a parser with source spans"
            ),
            Self::Copy { node, start_tag: Span { start, end } } => write!(
                formatter,
                "node {node} is a copy that the parser has made for the start tag at {start}..{end}: edit that one"
            ),
            Self::NoStartTag { node } => {
                write!(formatter, "node {node} has no start tag in the source: it is implied")
            }
            Self::NoContents { node } => write!(formatter, "node {node} can't have contents in the source"),
            Self::InPieces { node } => {
                write!(formatter, "the text of node {node} comes from several places: edit its pieces")
            }
            Self::NoAttribute { node, name } => {
                write!(formatter, "node {node} has no attribute {name:?} in the source")
            }
            Self::InvalidName { name } => write!(formatter, "{name:?} can't be written as a name"),
            Self::TextOutOfPlace { node } => {
                write!(
                    formatter,
                    "text in node {node} would be parsed into another place: only whitespace stays there"
                )
            }
            Self::RawText { node } => {
                write!(
                    formatter,
                    "in node {node} nothing can be escaped, but the text has \"</\" or \"<!--\""
                )
            }
        }
    }
}

impl std::error::Error for SourceEditError {}

/// Two edits that change the same part of the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct OverlappingEdits {
    /// The one that begins first, or is longer.
    pub first: SourceEdit,
    /// The other one.
    pub second: SourceEdit,
}

impl fmt::Display for OverlappingEdits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first: SourceEdit { span: one, replacement: by }, second } = self;
        let SourceEdit { span: other, replacement: other_by } = second;
        write!(
            formatter,
            "two edits change the same part of the source: {}..{} is replaced by {by:?}, and {}..{} by {other_by:?}",
            one.start, one.end, other.start, other.end
        )
    }
}

impl std::error::Error for OverlappingEdits {}
