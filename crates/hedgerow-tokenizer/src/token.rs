//! The tokens: borrowed views of the input, valid while they are processed.

use hedgerow_names::{NameId, Span};

use crate::Text;
use crate::piece::Piece;

/// A token, as the tokenization stage emits it.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
#[derive(Clone, Copy, Debug)]
pub enum Token<'a> {
    /// A DOCTYPE token.
    Doctype(Doctype<'a>),
    /// A start tag token.
    StartTag(Tag<'a>),
    /// An end tag token.
    EndTag(EndTag),
    /// A comment token, with its data.
    Comment(Text<'a>),
    /// A processing instruction token.
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// A run of character tokens, none of which is U+0000 NULL. Never empty.
    ///
    /// Characters that follow each other may come in several runs.
    Characters(Text<'a>),
    /// A character token that is U+0000 NULL.
    NullCharacter,
    /// The end-of-file token.
    EndOfFile,
}

/// A DOCTYPE token. `None` is the standard's "missing", which is not the empty string.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Doctype<'a> {
    /// The name, in lower case.
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_identifier: Option<&'a str>,
    /// The system identifier.
    pub system_identifier: Option<&'a str>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// An end tag token. Its attributes and its self-closing flag mean nothing, but are parse errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndTag {
    /// The tag name, in lower case.
    pub name: NameId,
}

/// A start tag token.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The tag name, in lower case.
    pub name: NameId,
    /// The self-closing flag.
    pub self_closing: bool,
    /// The attributes.
    pub attributes: Attributes<'a>,
}

impl Tag<'_> {
    /// A tag with no attributes, such as the tree constructor makes up for implied elements.
    ///
    /// ```
    /// use hedgerow_names::known;
    /// use hedgerow_tokenizer::Tag;
    /// assert!(Tag::with_no_attributes(known::TBODY).attributes.is_empty());
    /// ```
    #[must_use]
    pub fn with_no_attributes(name: NameId) -> Self {
        Self { name, self_closing: false, attributes: Attributes::default() }
    }
}

/// A processing instruction token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessingInstruction<'a> {
    /// The target, with its case kept.
    pub target: &'a str,
    /// The data.
    pub data: &'a str,
}

/// Where an attribute of a start tag stands in the preprocessed input, all runs together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributePlace {
    /// The name.
    pub name: Span,
    /// The value without its quotes; `None` if there is no equals sign. If there is nothing behind that, it is empty.
    pub value: Option<Span>,
}

/// An attribute of a tag whose value is still a span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttributeSpan {
    pub(crate) name: NameId,
    pub(crate) value: Piece,
}

/// The attributes of a tag token, in source order, without duplicates.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a> {
    // OPTIMIZATION: references to the buffers, not to what is in them. Most often nobody asks for it; and the lengths were
    // just written, for which a wide load of pointer and length would have to wait.
    list: &'a Vec<AttributeSpan>,
    text: &'a str,
    scratch: &'a String,
    /// Where the text begins in the input.
    base: u32,
}

impl Default for Attributes<'_> {
    fn default() -> Self {
        static NONE: Vec<AttributeSpan> = Vec::new();
        static EMPTY: String = String::new();
        Self { list: &NONE, text: "", scratch: &EMPTY, base: 0 }
    }
}

impl<'a> Attributes<'a> {
    #[inline(always)]
    pub(crate) fn new(list: &'a Vec<AttributeSpan>, text: &'a str, scratch: &'a String, base: u32) -> Self {
        Self { list, text, scratch, base }
    }

    /// Whether there are none.
    ///
    /// ```
    /// assert!(hedgerow_tokenizer::Attributes::default().is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    ///
    /// ```
    /// assert_eq!(hedgerow_tokenizer::Attributes::default().len(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.list.len()
    }

    /// The names and values.
    ///
    /// ```
    /// assert_eq!(hedgerow_tokenizer::Attributes::default().iter().count(), 0);
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (NameId, Text<'a>)> + 'a {
        self.list
            .iter()
            .map(move |attribute| (attribute.name, attribute.value.text(self.text, self.scratch, self.base)))
    }

    /// The value of the attribute with that name.
    ///
    /// ```
    /// use hedgerow_names::known;
    /// assert_eq!(hedgerow_tokenizer::Attributes::default().get(known::HREF), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn get(self, name: NameId) -> Option<&'a str> {
        let attribute = self.list.iter().find(|attribute| attribute.name == name)?;
        Some(attribute.value.get(self.text, self.scratch))
    }
}
