//! The tokens: borrowed views of the input, valid during the call that processes them.

use hedgerow_base::{NameId, Span};

use crate::Text;
use crate::piece::Piece;

/// A token of the tokenization stage.
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
    /// Adjacent characters may come in several runs.
    Characters(Text<'a>),
    /// A character token that is U+0000 NULL.
    NullCharacter,
    /// The end-of-file token.
    EndOfFile,
}

/// A DOCTYPE token. `None` means "missing" in the standard, which differs from the empty string.
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

/// An end tag token. Attributes and a self-closing flag are only reported as parse errors.
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
    /// Returns a tag without attributes; tree construction creates such tags for implied elements.
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

/// The place of an attribute of a start tag in the whole preprocessed input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributePlace {
    /// The name.
    pub name: Span,
    /// The value without its quotes; `None` if there is no equals sign. It is empty if the value is missing.
    pub value: Option<Span>,
}

/// An attribute of the current tag, with its value as a span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttributeSpan {
    pub(crate) name: NameId,
    pub(crate) value: Piece,
}

/// The attributes of a tag token, in source order, without duplicates.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a> {
    // OPTIMIZATION: references to the vector and the string, instead of slices. The contents are rarely needed. To make a slice,
    // the processor would load pointer and length at once, and would have to wait for the length, which was just written.
    list: &'a Vec<AttributeSpan>,
    text: &'a str,
    scratch: &'a String,
    /// The offset of the text in the input.
    base: u32,
    /// Whether each value is known to equal the input.
    in_input: bool,
}

impl Default for Attributes<'_> {
    fn default() -> Self {
        static NONE: Vec<AttributeSpan> = Vec::new();
        static EMPTY: String = String::new();
        Self { list: &NONE, text: "", scratch: &EMPTY, base: 0, in_input: true }
    }
}

impl<'a> Attributes<'a> {
    #[inline(always)]
    pub(crate) fn new(
        list: &'a Vec<AttributeSpan>,
        text: &'a str,
        scratch: &'a String,
        base: u32,
        in_input: bool,
    ) -> Self {
        Self { list, text, scratch, base, in_input }
    }

    /// Whether there are no attributes.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of attributes.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.list.len()
    }

    /// Iterates over the names and values.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (NameId, Text<'a>)> + 'a {
        self.list
            .iter()
            .map(move |attribute| (attribute.name, attribute.value.text(self.text, self.scratch, self.base)))
    }

    /// Iterates over the names, and the start and end of each value in the whole preprocessed input, if all values are known to equal
    /// the input there. Returns `None` otherwise; some values may still equal the input.
    #[inline(always)]
    #[must_use]
    pub fn places(self) -> Option<impl ExactSizeIterator<Item = (NameId, u32, u32)> + 'a> {
        self.in_input.then(|| {
            self.list.iter().map(move |&AttributeSpan { name, value }| {
                let (start, end) = value.place_in_input(self.base);
                (name, start, end)
            })
        })
    }

    /// Returns the value of the attribute with this name.
    #[inline]
    #[must_use]
    pub fn get(self, name: NameId) -> Option<&'a str> {
        let attribute = self.list.iter().find(|attribute| attribute.name == name)?;
        Some(attribute.value.get(self.text, self.scratch))
    }
}
