//! The tokens: borrowed views of the input, valid while they are processed.

use hedgerow_names::NameId;

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
    EndTag(Tag<'a>),
    /// A comment token, with its data.
    Comment(&'a str),
    /// A processing instruction token.
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// A run of character tokens, none of which is U+0000 NULL. Never empty.
    ///
    /// Characters that follow each other may come in several runs.
    Characters(&'a str),
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

/// A start or end tag token.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The tag name, in lower case.
    pub name: NameId,
    /// The self-closing flag.
    pub self_closing: bool,
    /// The attributes; those of an end tag mean nothing.
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

/// An attribute of a tag whose value is still a span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttributeSpan {
    pub(crate) name: NameId,
    pub(crate) value: Piece,
}

/// The attributes of a tag token, in source order, without duplicates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attributes<'a> {
    list: &'a [AttributeSpan],
    text: &'a str,
    scratch: &'a str,
}

impl<'a> Attributes<'a> {
    pub(crate) fn new(list: &'a [AttributeSpan], text: &'a str, scratch: &'a str) -> Self {
        Self { list, text, scratch }
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
    pub fn iter(self) -> impl Iterator<Item = (NameId, &'a str)> + 'a {
        self.list.iter().map(move |attribute| (attribute.name, attribute.value.get(self.text, self.scratch)))
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
