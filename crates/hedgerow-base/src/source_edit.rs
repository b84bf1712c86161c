//! [`SourceEdit`]: a change of a source.

use crate::Span;

/// A single change of a source: a span, and its replacement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SourceEdit {
    /// The span; empty for an insertion.
    pub span: Span,
    /// The replacement, escaped as necessary.
    pub replacement: String,
    /// Whether a parser reads character references in the replacement: in text and in attribute values, but neither in names nor
    /// in comments nor in the text of a `script`. Only then may a character that the encoding of the source cannot represent
    /// be written as a character reference.
    pub takes_references: bool,
}

impl SourceEdit {
    /// Creates a change.
    ///
    /// ```
    /// use hedgerow::source::{SourceEdit, Span};
    /// let edit = SourceEdit::new(Span { start: 3, end: 3 }, "text", true);
    /// assert_eq!(edit.replacement, "text");
    /// ```
    #[must_use]
    pub fn new(span: Span, replacement: impl Into<String>, takes_references: bool) -> Self {
        Self { span, replacement: replacement.into(), takes_references }
    }
}
