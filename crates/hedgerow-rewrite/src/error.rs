//! The errors of edits and of runs.

use std::fmt;
use std::io;

/// The reason why an edit is refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The element has no start tag of its own: another token implies it.
    NoStartTag,
    /// The parser created the element as a copy of a formatting element, whose start tag is earlier.
    Copy,
    /// The node is at another place in the tree than in the source: foster parenting has moved it.
    NotInSourceOrder,
    /// The element cannot have contents in the source: it is void or self-closing.
    NoContents,
    /// The element is `html`, `head` or `body`, and the edit concerns a place outside it.
    OutsideTheBody,
    /// A tag or attribute cannot have this name.
    InvalidName(String),
    /// A parser would treat an element with the new name differently, so the tree could change around it.
    OtherRules(String),
    /// The text contains U+0000, which HTML cannot represent.
    NullCharacter,
    /// The text or the markup contains characters that neither the encoding nor a character reference can represent there.
    NotInEncoding(char),
    /// A parser would put this text or markup elsewhere, close or open other elements for it, or read it differently.
    NotContained,
    /// The bytes before the place are malformed and might form a character with the new ones.
    BesideMalformedBytes,
    /// The comment's text would end the comment.
    EndsTheComment,
    /// The node was already removed or replaced.
    Removed,
}

impl fmt::Display for EditError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStartTag => {
                formatter.write_str("the element has no start tag in the source: it is implied")
            }
            Self::Copy => {
                formatter.write_str("the element is a copy of a formatting element: edit the original")
            }
            Self::NotInSourceOrder => {
                formatter.write_str("the node is at another place in the tree than in the source")
            }
            Self::NoContents => formatter.write_str("the element cannot have contents in the source"),
            Self::OutsideTheBody => {
                formatter.write_str("a parser would move nodes beside the html, head or body element")
            }
            Self::InvalidName(name) => write!(formatter, "{name:?} is not a valid name"),
            Self::OtherRules(name) => {
                write!(
                    formatter,
                    "a parser has other rules for the element {name:?}, so the tree could change"
                )
            }
            Self::NullCharacter => formatter.write_str("HTML cannot represent a null character (U+0000)"),
            Self::NotInEncoding(character) => {
                write!(formatter, "the encoding of the document cannot represent {character:?} at this place")
            }
            Self::NotContained => formatter.write_str(
                "a parser would put this content elsewhere, or open or close other elements for it",
            ),
            Self::BesideMalformedBytes => formatter.write_str(
                "the bytes beside this place are malformed, and would change together with new ones",
            ),
            Self::EndsTheComment => formatter.write_str("the text would end the comment"),
            Self::Removed => formatter.write_str("the node was already removed or replaced"),
        }
    }
}

impl std::error::Error for EditError {}

/// A difference between what an edit says and what a parser of the output builds, which is known only after the edit was written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Departure {
    /// The parser has moved nodes out of a removed or replaced element, or into it, or has copied formatting elements.
    MovedNodes,
    /// A formatting element is still active at the end of an element, so the content at its end is put into a copy.
    ActiveFormatting,
    /// Nodes that are not whitespace follow the end tag of the body, and belong to its contents.
    AfterTheBody,
    /// Content could not be written at the end of an element, for the reason that the parser has other elements open there.
    OpenElements,
    /// The document ends in a tag, a comment or another token, which content at the end would continue.
    IncompleteToken,
    /// The bytes beside the place are malformed.
    MalformedBytes,
    /// The text of a `script`, or of another element without references, ends like the start of a tag or of a comment, which text after
    /// a change could continue.
    JoinedText,
}

impl fmt::Display for Departure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::MovedNodes => "the parser moves nodes out of the edited element or into it",
            Self::ActiveFormatting => "a formatting element is still active at the end of the edited element",
            Self::AfterTheBody => "the document continues after the end tag of the body",
            Self::OpenElements => "an element that cannot be closed is open at the end of the edited element",
            Self::IncompleteToken => {
                "the document ends in an incomplete token, which the new content would continue"
            }
            Self::MalformedBytes => "the bytes beside the edit are malformed",
            Self::JoinedText => {
                "the text before the change could become a tag or a comment together with the text after it"
            }
        })
    }
}

/// The reason why a run ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// A handler returned an error.
    Handler(Box<dyn std::error::Error + Send + Sync>),
    /// An edit has another effect on the tree than it says. The offset counts bytes of the source.
    Departure(Departure, u64),
    /// More text would have to be held than the limit allows.
    Limit,
    /// The output could not be written.
    Io(io::Error),
    /// An earlier call has already returned an error.
    Ended,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handler(error) => write!(formatter, "{error}"),
            Self::Departure(departure, offset) => write!(formatter, "at byte {offset}: {departure}"),
            Self::Limit => formatter
                .write_str("more bytes of text or of names would have to be held than the limit allows"),
            Self::Io(error) => write!(formatter, "{error}"),
            Self::Ended => formatter.write_str("the run has already ended with an error"),
        }
    }
}

impl std::error::Error for RewriteError {}

impl From<io::Error> for RewriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
