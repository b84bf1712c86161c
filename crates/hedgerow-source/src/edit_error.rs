//! The errors of source edits.

use std::fmt;

use hedgerow_base::Span;

/// The error for an impossible edit of the source, or for edits that cannot be applied together.
///
/// An edit that returns an error is not recorded. Errors that depend on other edits are found when the edits are applied.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SourceEditError {
    /// The document does not contain the node: it was removed, or the id belongs to another document.
    NoSuchNode {
        /// The id, and the reason why it is invalid.
        node: String,
    },
    /// The source span of the node is unknown: the node was not created by the parser, or the parser did not record
    /// source spans, or the source is incomplete because the parser still expects chunks.
    NotInSource {
        /// The node.
        node: String,
    },
    /// The document was changed after it was parsed, so its nodes do not describe the source any more. This includes changes
    /// between chunks.
    Changed {
        /// The node.
        node: String,
    },
    /// Two edits change the same part of the source: for example, one edit changes a node in an element that the other edit
    /// replaces.
    Overlap {
        /// The first edit in source order: the method, and the node.
        first: String,
        /// The other edit.
        second: String,
    },
    /// The source of a replaced node, or of replaced contents, is not that of the nodes in it, because the parser has moved
    /// nodes. For example, the source of a `table` contains nodes that are before the table in the tree. So the
    /// replacement would remove too much or too little.
    MovedNodes {
        /// The edit: the method, and the node.
        edit: String,
        /// A node that was moved.
        moved: String,
    },
    /// A parser would not read the contents of a changed element in the same way: for example, because the contents of a `style`
    /// element are raw text, because an `hr` element has no contents, or because the elements in an `svg` element are SVG.
    ContentsOfOtherKind {
        /// The node.
        node: String,
        /// The new name.
        name: String,
    },
    /// A parser would end the `svg` or `math` element around a changed or inserted element, because it would have the tag of an
    /// HTML element, such as `p`. Between the tags of a `foreignObject`, such elements are allowed.
    EndsForeignElements {
        /// The edit: the method, and the node.
        edit: String,
    },
    /// The parser created the element as a copy of another element, so the copy has no source of its own.
    Copy {
        /// The node.
        node: String,
        /// The start tag of the original.
        start_tag: Span,
    },
    /// The element has no start tag, because it is implied.
    NoStartTag {
        /// The node.
        node: String,
    },
    /// The node cannot have contents, or is not an element.
    NoContents {
        /// The node.
        node: String,
    },
    /// The text consists of several pieces of the source.
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
    /// The element has another attribute with the new name.
    AttributeExists {
        /// The node.
        node: String,
        /// The name.
        name: String,
    },
    /// A later `html` or `body` tag repeats the attribute, so a parser may take the attribute from that tag.
    RepeatedAttribute {
        /// The node.
        node: String,
        /// The name of the attribute.
        name: String,
    },
    /// The text or value contains U+0000, which HTML cannot represent.
    NullCharacter {
        /// The node into which the text or value would be written.
        node: String,
    },
    /// The name cannot be written: a tag name must begin with an ASCII letter, and some characters cannot be part of a name.
    InvalidName {
        /// The name.
        name: String,
    },
    /// The text contains `</`, `<!--` or a carriage return, and the element is one in which nothing can be escaped,
    /// such as `script`.
    RawText {
        /// The node.
        node: String,
    },
    /// A parser would read a text that cannot be escaped, such as that of a `script`, together with the text beside it: as a tag, a
    /// comment or a newline.
    JoinedText {
        /// The node.
        node: String,
    },
    /// The source ends in a tag, a comment, a CDATA section or the text of an element that has no end, so a parser would read the
    /// markup of the edit as a part of it.
    UnfinishedSource {
        /// The edit: the method, and the node.
        edit: String,
    },
    /// The edit would also change or remove elements that the parser created as [copies](Self::Copy).
    HasCopies {
        /// The edit: the method, and the node.
        edit: String,
        /// The start tag of the original.
        start_tag: Span,
    },
    /// The text contains `<`, `>` or `&`, the element is one in which nothing can be escaped, such as `script`, and an edit inserts
    /// markup before it that leaves a tag, a comment or an `svg` element open. So a parser might read the text as markup.
    RawTextAfterMarkup {
        /// The node.
        node: String,
    },
    /// A parser would move or drop the text, or would no longer create the element around it. For example, only
    /// whitespace stays in a `table`, and text at the start of a document implies the `body`, which whitespace does
    /// not.
    TextOutOfPlace {
        /// The node into which the text would be written.
        node: String,
    },
}

impl fmt::Display for SourceEditError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchNode { node } => write!(formatter, "the document has no node {node}"),
            Self::NotInSource { node } => write!(
                formatter,
                "the source span of node {node} is unknown: the node was not created by a parser with source spans, or the parser has not finished"
            ),
            Self::Changed { node } => write!(
                formatter,
                "cannot edit the source of node {node}: the document was changed after it was parsed, so parse the source again"
            ),
            Self::Overlap { first, second } => {
                write!(formatter, "two edits change the same part of the source: {first}, and {second}")
            }
            Self::MovedNodes { edit, moved } => write!(
                formatter,
                "{edit} would remove other nodes than those in the tree, because the parser moved node {moved}"
            ),
            Self::ContentsOfOtherKind { node, name } => write!(
                formatter,
                "a parser would read the contents of node {node} in another way in an element {name:?}"
            ),
            Self::EndsForeignElements { edit } => write!(
                formatter,
                "{edit} would put the tag of an HTML element into an SVG or MathML element, which a parser would end there"
            ),
            Self::Copy { node, start_tag: Span { start, end } } => write!(
                formatter,
                "node {node} is a copy that the parser created for the start tag at {start}..{end}: edit the original"
            ),
            Self::NoStartTag { node } => {
                write!(formatter, "node {node} has no start tag in the source: it is implied")
            }
            Self::NoContents { node } => write!(formatter, "node {node} cannot have contents in the source"),
            Self::InPieces { node } => {
                write!(
                    formatter,
                    "the text of node {node} consists of several pieces of the source: edit the pieces"
                )
            }
            Self::NoAttribute { node, name } => {
                write!(formatter, "node {node} has no attribute {name:?} in the source")
            }
            Self::AttributeExists { node, name } => {
                write!(
                    formatter,
                    "cannot rename to {name:?}: node {node} has another attribute with that name; change its value instead"
                )
            }
            Self::RepeatedAttribute { node, name } => {
                write!(
                    formatter,
                    "a parser may take the attribute {name:?} of node {node} from a later tag that repeats it"
                )
            }
            Self::NullCharacter { node } => {
                write!(
                    formatter,
                    "node {node} cannot contain a null character (U+0000): HTML cannot represent it"
                )
            }
            Self::InvalidName { name } => write!(formatter, "{name:?} is not a valid name"),
            Self::TextOutOfPlace { node } => {
                write!(
                    formatter,
                    "a parser would move or drop this text in node {node}, or create other elements around it"
                )
            }
            Self::JoinedText { node } => write!(
                formatter,
                "a parser would read the new text in node {node}, which cannot be escaped, together with the text beside it"
            ),
            Self::UnfinishedSource { edit } => write!(
                formatter,
                "{edit} would be read as a part of the tag, comment or text that has no end in the source"
            ),
            Self::HasCopies { edit, start_tag: Span { start, end } } => write!(
                formatter,
                "{edit} would also change the copies that the parser created for the start tag at {start}..{end}"
            ),
            Self::RawTextAfterMarkup { node } => write!(
                formatter,
                "a parser might read the text of node {node}, which cannot be escaped, as markup, because markup that an edit \
                 inserts before it is incomplete"
            ),
            Self::RawText { node } => {
                write!(
                    formatter,
                    "the text contains \"</\", \"<!--\" or a carriage return, which cannot be escaped in node {node}"
                )
            }
        }
    }
}

impl std::error::Error for SourceEditError {}
