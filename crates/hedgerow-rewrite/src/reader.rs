//! [`Reader`]: a pull reader of tokens, as tree construction receives them.
//!
//! The tokenizer runs on some text at a time and stores compact records of the tokens, from which the reader returns views. The tree
//! builder runs without a tree, for the states of the tokenizer: text in `title` and `script`, CDATA sections in `svg`.

use std::ops::Range;

use hedgerow_base::NameId;
use hedgerow_input::{EncodingHints, Span};
use hedgerow_tokenizer::{
    AttributePlace, Feedback, ParseErrorCode, Text as TokenText, Token as SinkToken, TokenSink,
};
use hedgerow_tree::{ContentSink, InsertedElement, TreeBuilder, TreeBuilderOptions, Treeless};

use crate::input::Input;
use crate::machine::Machine;

/// The default of [`Reader::limit`].
const LIMIT: usize = 64 << 20;

/// The most bytes of names, so that each name has an id.
const MOST_BYTES_OF_NAMES: usize = u32::MAX as usize;

/// A token. All spans are byte offsets in the source, before newlines are normalized.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Token<'r> {
    /// A start tag.
    StartTag(StartTag<'r>),
    /// An end tag.
    EndTag(EndTag<'r>),
    /// Characters. The text between two tags may come in several tokens; a character reference is a token of its own.
    Text(Text<'r>),
    /// A comment.
    Comment(Text<'r>),
    /// A DOCTYPE.
    Doctype(Doctype<'r>),
    /// A processing instruction: its target and its data, separated by a space.
    ProcessingInstruction(Text<'r>),
}

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub struct StartTag<'r> {
    reader: &'r Reader,
    record: &'r Record,
}

/// An end tag.
#[derive(Clone, Copy, Debug)]
pub struct EndTag<'r> {
    reader: &'r Reader,
    record: &'r Record,
}

/// Characters, or the text of a comment.
#[derive(Clone, Copy, Debug)]
pub struct Text<'r> {
    reader: &'r Reader,
    record: &'r Record,
}

/// A DOCTYPE.
#[derive(Clone, Copy, Debug)]
pub struct Doctype<'r> {
    reader: &'r Reader,
    record: &'r Record,
}

/// An attribute of a start tag.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attribute<'r> {
    /// The name in lower case.
    pub name: &'r str,
    /// The value, with its character references replaced.
    pub value: &'r str,
    /// The span of the name.
    pub name_span: Range<u64>,
    /// The span of the value without quotes; `None` if there is no equals sign.
    pub value_span: Option<Range<u64>>,
}

/// A token that borrows nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OwnedToken {
    /// A start tag: its name, its attributes, and whether it is self-closing.
    StartTag {
        /// The name in lower case.
        name: String,
        /// The names and values.
        attributes: Vec<(String, String)>,
        /// Whether the tag ends with `/>`.
        is_self_closing: bool,
    },
    /// An end tag, with its name in lower case.
    EndTag(String),
    /// Characters.
    Text(String),
    /// A comment.
    Comment(String),
    /// A DOCTYPE.
    Doctype {
        /// The name in lower case.
        name: Option<String>,
        /// The public identifier.
        public_identifier: Option<String>,
        /// The system identifier.
        system_identifier: Option<String>,
    },
    /// A processing instruction.
    ProcessingInstruction(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    StartTag,
    EndTag,
    Text,
    Comment,
    Doctype,
    ProcessingInstruction,
}

/// A string: a range of the text, or of the scratch text.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: u32,
    end: u32,
    is_in_text: bool,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    kind: Kind,
    is_self_closing: bool,
    name: NameId,
    start: u32,
    end: u32,
    /// The text, or the range of the attributes, or of the parts of a DOCTYPE.
    piece: Piece,
}

#[derive(Clone, Copy, Debug)]
struct AttributeRecord {
    name: NameId,
    value: Piece,
    place: AttributePlace,
}

/// Receives nothing: the tree builder runs only for its state.
#[derive(Debug)]
struct Nothing;

impl ContentSink for Nothing {
    fn element(&mut self, _: InsertedElement<'_>) {}
}

#[derive(Debug)]
struct Recorder {
    builder: TreeBuilder<Treeless<Nothing>>,
    records: Vec<Record>,
    attributes: Vec<AttributeRecord>,
    doctypes: Vec<Option<Piece>>,
    scratch: String,
    places: Vec<AttributePlace>,
    /// The offset of the text for the tokenizer.
    base: u32,
}

impl Recorder {
    fn scratch(&mut self, text: &str) -> Piece {
        let start = self.scratch.len() as u32;
        self.scratch.push_str(text);
        Piece { start, end: self.scratch.len() as u32, is_in_text: false }
    }

    #[inline]
    fn piece(&mut self, text: TokenText<'_>) -> Piece {
        match text.place_in_input() {
            Some((start, end)) => Piece {
                start: start.wrapping_sub(self.base),
                end: end.wrapping_sub(self.base),
                is_in_text: true,
            },
            None => self.scratch(&text),
        }
    }

    fn record(&mut self, token: &SinkToken<'_>, span: Span) {
        let none = Piece { start: 0, end: 0, is_in_text: true };
        let (kind, name, is_self_closing, piece) = match token {
            SinkToken::StartTag(tag) => {
                let start = self.attributes.len() as u32;
                for (index, (name, value)) in tag.attributes.iter().enumerate() {
                    let value = self.piece(value);
                    let place = self.places.get(index).copied().unwrap_or_default();
                    self.attributes.push(AttributeRecord { name, value, place });
                }
                let piece = Piece { start, end: self.attributes.len() as u32, is_in_text: true };
                (Kind::StartTag, tag.name, tag.self_closing, piece)
            }
            SinkToken::EndTag(tag) => (Kind::EndTag, tag.name, false, none),
            SinkToken::Characters(text) => (Kind::Text, NAMELESS, false, self.piece(*text)),
            SinkToken::NullCharacter => (Kind::Text, NAMELESS, false, self.scratch("\0")),
            SinkToken::Comment(text) => (Kind::Comment, NAMELESS, false, self.piece(*text)),
            SinkToken::Doctype(doctype) => {
                let start = self.doctypes.len() as u32;
                for part in [doctype.name, doctype.public_identifier, doctype.system_identifier] {
                    let part = part.map(|part| self.scratch(part));
                    self.doctypes.push(part);
                }
                (Kind::Doctype, NAMELESS, false, Piece { start, end: start, is_in_text: true })
            }
            SinkToken::ProcessingInstruction(token) => {
                let piece = self.scratch(token.target);
                let end = match token.data {
                    "" => piece.end,
                    data => {
                        self.scratch(" ");
                        self.scratch(data).end
                    }
                };
                (Kind::ProcessingInstruction, NAMELESS, false, Piece { end, ..piece })
            }
            SinkToken::EndOfFile => return,
        };
        let (start, end) = (span.start.wrapping_sub(self.base), span.end.wrapping_sub(self.base));
        self.records.push(Record { kind, is_self_closing, name, start, end, piece });
    }
}

/// The name of records without a name.
const NAMELESS: NameId = hedgerow_base::known::HTML;

impl TokenSink for Recorder {
    const PARSE_ERRORS: bool = false;
    const SOURCE_SPANS: bool = true;

    #[inline]
    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.places.clear();
        self.places.extend_from_slice(places);
    }

    #[inline(always)]
    fn process_token(&mut self, token: &SinkToken<'_>, span: Span) -> Feedback {
        self.record(token, span);
        self.builder.process_token(token, span)
    }

    fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

    #[inline]
    fn intern(&mut self, name: &str) -> NameId {
        self.builder.intern(name)
    }

    #[inline(always)]
    fn likely_end_tag_name(&self) -> Option<NameId> {
        self.builder.likely_end_tag_name()
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

/// Reads the tokens of a document.
///
/// The tokens are those that a browser's parser receives: tree construction decides where tags are text, as in `<title>`.
///
/// ```
/// use hedgerow::rewrite::{Reader, Token};
/// let mut reader = Reader::new("<a href=/1>one</a> <title><a href=/2></title> <A HREF='/3&amp;4'>");
/// let mut links = Vec::new();
/// while let Some(token) = reader.next_token() {
///     if let Token::StartTag(tag) = token
///         && tag.name() == "a"
///     {
///         let href = tag.attributes().find(|attribute| attribute.name == "href").unwrap();
///         links.push((href.value.to_owned(), href.value_span.unwrap()));
///     }
/// }
/// assert_eq!(links, [("/1".to_owned(), 8..10), ("/3&4".to_owned(), 55..63)]);
/// ```
#[derive(Debug)]
pub struct Reader {
    machine: Machine<Recorder>,
    input: Input,
    /// The index of the next record.
    next: usize,
    /// The number of bytes of text and of source before those of the input.
    text_base: u64,
    source_base: u64,
    limit: usize,
    is_ending: bool,
    is_finished: bool,
    was_cut: bool,
}

impl Reader {
    /// Creates a reader of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut reader = Self::with_input(Input::new(None));
        reader.input.push_text(text);
        reader.finish();
        reader
    }

    /// Creates a reader of chunks of UTF-8, which may be cut anywhere.
    ///
    /// ```
    /// use hedgerow::rewrite::{OwnedToken, Reader};
    /// let mut reader = Reader::of_chunks();
    /// let mut tokens = Vec::new();
    /// for chunk in ["<p>yew</", "p>"] {
    ///     reader.feed(chunk.as_bytes());
    ///     while let Some(token) = reader.next_token() {
    ///         tokens.push(token.into_owned());
    ///     }
    /// }
    /// assert_eq!(tokens[1..], [OwnedToken::Text("yew".to_owned()), OwnedToken::EndTag("p".to_owned())]);
    /// ```
    #[must_use]
    pub fn of_chunks() -> Self {
        Self::with_input(Input::new(None))
    }

    /// Creates a reader of chunks of bytes in any encoding.
    #[must_use]
    pub fn of_bytes(hints: &EncodingHints) -> Self {
        Self::with_input(Input::new(Some(hints)))
    }

    fn with_input(input: Input) -> Self {
        let builder = TreeBuilder::new(Treeless::new(Nothing), TreeBuilderOptions::default());
        let recorder = Recorder {
            builder,
            records: Vec::new(),
            attributes: Vec::new(),
            doctypes: Vec::new(),
            scratch: String::new(),
            places: Vec::new(),
            base: 0,
        };
        Self {
            machine: Machine::new(recorder),
            input,
            next: 0,
            text_base: 0,
            source_base: 0,
            limit: LIMIT,
            is_ending: false,
            is_finished: false,
            was_cut: false,
        }
    }

    /// Sets the largest number of bytes that may be held: of an incomplete token, of which more chunks are needed, and of names that
    /// are not in the standard. Beyond it the reader returns no more tokens, and ignores all chunks. The default is 64 MiB.
    ///
    /// ```
    /// use hedgerow::Reader;
    /// let mut reader = Reader::of_chunks().limit(1000);
    /// for chunk in ["<a href='", &"x".repeat(900), &"x".repeat(900), "'>"] {
    ///     reader.feed(chunk.as_bytes());
    ///     while reader.next_token().is_some() {}
    /// }
    /// assert!(reader.was_cut());
    /// ```
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Whether the [limit](Self::limit) was exceeded, so that the last token is not the end of the document.
    #[must_use]
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }

    /// Ends the reader if more than the limit would be held.
    fn check_limit(&mut self, held: usize) {
        let names = self.machine.tokenizer.sink().builder.sink().names().size();
        if held > self.limit || names > self.limit.min(MOST_BYTES_OF_NAMES) {
            (self.was_cut, self.is_finished) = (true, true);
        }
    }

    /// Takes a chunk. Read all tokens before the next chunk; otherwise the memory for the chunks grows.
    pub fn feed(&mut self, mut chunk: &[u8]) {
        if self.next >= self.machine.tokenizer.sink().records.len() {
            self.forget();
            // The text before the position of the tokenizer is discarded, so the rest is a part of one token.
            self.check_limit(self.machine.seen + self.input.undecoded().len());
        }
        if self.was_cut {
            return;
        }
        while self.input.push(&mut chunk, false) {}
    }

    /// Ends the input.
    pub fn finish(&mut self) {
        while self.input.push(&mut &b""[..], true) {}
        self.is_ending = true;
    }

    /// Discards the records and the text that they refer to.
    fn forget(&mut self) {
        let position = std::mem::take(&mut self.machine.position);
        self.text_base += position as u64;
        self.source_base += self.input.discard(position) as u64;
        self.clear_records();
    }

    fn clear_records(&mut self) {
        let recorder = self.machine.tokenizer.sink_mut();
        recorder.records.clear();
        recorder.attributes.clear();
        recorder.doctypes.clear();
        recorder.scratch.clear();
        self.next = 0;
    }

    /// Returns the next token, or `None` if a chunk must be [fed](Self::feed) first, or the document has ended.
    pub fn next_token(&mut self) -> Option<Token<'_>> {
        while self.next >= self.machine.tokenizer.sink().records.len() {
            if !self.run() {
                return None;
            }
        }
        let index = self.next;
        self.next += 1;
        let reader: &Self = self;
        let record = reader.machine.tokenizer.sink().records.get(index)?;
        Some(match record.kind {
            Kind::StartTag => Token::StartTag(StartTag { reader, record }),
            Kind::EndTag => Token::EndTag(EndTag { reader, record }),
            Kind::Text => Token::Text(Text { reader, record }),
            Kind::Comment => Token::Comment(Text { reader, record }),
            Kind::Doctype => Token::Doctype(Doctype { reader, record }),
            Kind::ProcessingInstruction => Token::ProcessingInstruction(Text { reader, record }),
        })
    }

    /// Reads some text. Returns whether there may be new records.
    fn run(&mut self) -> bool {
        if !self.is_finished {
            self.check_limit(0);
        }
        if self.is_finished {
            return false;
        }
        self.clear_records();
        let unread = self.input.text().len() - self.machine.position;
        if unread == self.machine.seen && !self.is_ending {
            return false;
        }
        self.machine.tokenizer.sink_mut().base = self.text_base as u32;
        self.is_finished = self.machine.step(&self.input, self.is_ending).is_none();
        true
    }

    fn name(&self, name: NameId) -> &str {
        self.machine.tokenizer.sink().builder.sink().name_text(name)
    }

    fn text(&self, piece: Piece) -> &str {
        let whole = if piece.is_in_text { self.input.text() } else { &self.machine.tokenizer.sink().scratch };
        whole.get(piece.start as usize..piece.end as usize).unwrap_or_default()
    }

    /// Returns the place in the source of a range of the input's text.
    fn source_span(&self, start: u32, end: u32) -> Range<u64> {
        let offset = |offset: u32| self.source_base + self.input.to_source(offset as usize) as u64;
        offset(start)..offset(end)
    }

    /// Returns the place in the source of a span of the tokenizer.
    fn source_span_of(&self, span: Span) -> Range<u64> {
        let base = self.text_base as u32;
        self.source_span(span.start.wrapping_sub(base), span.end.wrapping_sub(base))
    }
}

impl Token<'_> {
    /// Returns the span of the token in the source.
    #[must_use]
    pub fn span(&self) -> Range<u64> {
        let (Self::StartTag(StartTag { reader, record })
        | Self::EndTag(EndTag { reader, record })
        | Self::Text(Text { reader, record })
        | Self::Comment(Text { reader, record })
        | Self::Doctype(Doctype { reader, record })
        | Self::ProcessingInstruction(Text { reader, record })) = self;
        reader.source_span(record.start, record.end)
    }

    /// Copies the token.
    #[must_use]
    pub fn into_owned(self) -> OwnedToken {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        match self {
            Self::StartTag(tag) => OwnedToken::StartTag {
                name: tag.name().to_owned(),
                attributes: tag
                    .attributes()
                    .map(|attribute| (attribute.name.to_owned(), attribute.value.to_owned()))
                    .collect(),
                is_self_closing: tag.is_self_closing(),
            },
            Self::EndTag(tag) => OwnedToken::EndTag(tag.name().to_owned()),
            Self::Text(text) => OwnedToken::Text(text.as_str().to_owned()),
            Self::Comment(text) => OwnedToken::Comment(text.as_str().to_owned()),
            Self::ProcessingInstruction(text) => OwnedToken::ProcessingInstruction(text.as_str().to_owned()),
            Self::Doctype(doctype) => OwnedToken::Doctype {
                name: owned(doctype.name()),
                public_identifier: owned(doctype.public_identifier()),
                system_identifier: owned(doctype.system_identifier()),
            },
        }
    }
}

impl<'r> StartTag<'r> {
    /// Returns the name in lower case.
    #[must_use]
    pub fn name(self) -> &'r str {
        self.reader.name(self.record.name)
    }

    /// Whether the tag ends with `/>`.
    #[must_use]
    pub fn is_self_closing(self) -> bool {
        self.record.is_self_closing
    }

    /// Iterates over the attributes, in source order, without duplicates.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'r>> {
        let Piece { start, end, .. } = self.record.piece;
        let reader = self.reader;
        let records = reader.machine.tokenizer.sink().attributes.get(start as usize..end as usize);
        records.unwrap_or_default().iter().map(|record| Attribute {
            name: reader.name(record.name),
            value: reader.text(record.value),
            name_span: reader.source_span_of(record.place.name),
            value_span: record.place.value.map(|value| reader.source_span_of(value)),
        })
    }
}

impl<'r> EndTag<'r> {
    /// Returns the name in lower case.
    #[must_use]
    pub fn name(self) -> &'r str {
        self.reader.name(self.record.name)
    }
}

impl<'r> Text<'r> {
    /// Returns the characters.
    #[must_use]
    pub fn as_str(self) -> &'r str {
        self.reader.text(self.record.piece)
    }
}

impl<'r> Doctype<'r> {
    fn part(self, index: usize) -> Option<&'r str> {
        let start = self.record.piece.start as usize;
        let part = self.reader.machine.tokenizer.sink().doctypes.get(start + index).copied().flatten()?;
        Some(self.reader.text(part))
    }

    /// Returns the name in lower case.
    #[must_use]
    pub fn name(self) -> Option<&'r str> {
        self.part(0)
    }

    /// Returns the public identifier.
    #[must_use]
    pub fn public_identifier(self) -> Option<&'r str> {
        self.part(1)
    }

    /// Returns the system identifier.
    #[must_use]
    pub fn system_identifier(self) -> Option<&'r str> {
        self.part(2)
    }
}
