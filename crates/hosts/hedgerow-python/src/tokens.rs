//! [`tokens`]: the tokens of a document of any length, as small objects.

use hedgerow::rewrite::{Reader, Token as Read};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::chunks::{Chunks, TakenOut};
use crate::error;
use crate::input::{Content, Input};
use crate::options::Options;

/// A token: a tag, a text, a comment, a doctype or a processing instruction.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Token {
    /// "start-tag", "end-tag", "text", "comment", "doctype" or "processing-instruction".
    #[pyo3(get)]
    kind: &'static str,
    /// The name of a tag or a doctype, in lower case; None for another token.
    #[pyo3(get)]
    name: Option<String>,
    /// The characters of a text, or the text of a comment or a processing instruction; None for another token.
    #[pyo3(get)]
    text: Option<String>,
    /// Whether a start tag ends with "/>".
    #[pyo3(get)]
    is_self_closing: bool,
    /// The public identifier of a doctype.
    #[pyo3(get)]
    public_identifier: Option<String>,
    /// The system identifier of a doctype.
    #[pyo3(get)]
    system_identifier: Option<String>,
    /// The start and the end in the source: in characters if the source is str, otherwise in bytes.
    #[pyo3(get)]
    span: (u64, u64),
    attributes: Vec<(String, String)>,
}

#[pymethods]
impl Token {
    /// A new dict of the attributes of a start tag, in source order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        for (name, value) in &self.attributes {
            attributes.set_item(name, value)?;
        }
        Ok(attributes)
    }

    fn __repr__(&self) -> String {
        let words = self.name.as_deref().or(self.text.as_deref()).unwrap_or_default();
        let shown: String = words.chars().take(40).collect();
        format!("<Token {} {shown:?}>", self.kind)
    }
}

impl Token {
    fn new(token: Read<'_>, characters: Option<&mut Characters>) -> Self {
        let span = token.span();
        let mut new = Self {
            kind: "",
            name: None,
            text: None,
            is_self_closing: false,
            public_identifier: None,
            system_identifier: None,
            span: characters
                .map_or((span.start, span.end), |characters| characters.span(span.start, span.end)),
            attributes: Vec::new(),
        };
        let owned = |text: Option<&str>| text.map(str::to_owned);
        match token {
            Read::StartTag(tag) => {
                (new.kind, new.name) = ("start-tag", owned(Some(tag.name())));
                new.is_self_closing = tag.is_self_closing();
                let attributes = tag.attributes();
                new.attributes = attributes.map(|it| (it.name.to_owned(), it.value.to_owned())).collect();
            }
            Read::EndTag(tag) => (new.kind, new.name) = ("end-tag", owned(Some(tag.name()))),
            Read::Text(text) => (new.kind, new.text) = ("text", owned(Some(text.as_str()))),
            Read::Comment(text) => (new.kind, new.text) = ("comment", owned(Some(text.as_str()))),
            Read::Doctype(doctype) => {
                (new.kind, new.name) = ("doctype", owned(doctype.name()));
                new.public_identifier = owned(doctype.public_identifier());
                new.system_identifier = owned(doctype.system_identifier());
            }
            Read::ProcessingInstruction(text) => {
                (new.kind, new.text) = ("processing-instruction", owned(Some(text.as_str())));
            }
            _ => {}
        }
        new
    }
}

/// Converts offsets in bytes, which do not decrease, to offsets in characters. It stores the text after the last token.
#[derive(Default)]
struct Characters {
    text: String,
    /// The number of bytes of the text before the last token, and the numbers of all bytes and characters before it.
    passed: usize,
    bytes: u64,
    count: u64,
}

impl Characters {
    fn push(&mut self, text: &str) {
        self.text.drain(..std::mem::take(&mut self.passed));
        self.text.push_str(text);
    }

    fn span(&mut self, start: u64, end: u64) -> (u64, u64) {
        let count = |from: usize, length: u64| {
            let part = self.text.get(from..from + length as usize).unwrap_or_default();
            part.chars().count() as u64
        };
        let skipped = start.saturating_sub(self.bytes);
        let start_in_characters = self.count + count(self.passed, skipped);
        let length = count(self.passed + skipped as usize, end.saturating_sub(start));
        (self.passed, self.bytes) = (self.passed + skipped as usize, self.bytes + skipped);
        self.count = start_in_characters;
        (start_in_characters, start_in_characters + length)
    }
}

/// The progress of an iterator.
struct Progress {
    chunks: Chunks,
    options: Options,
    max_held: usize,
    /// Created at the first chunk, which decides whether the document is text or bytes.
    reader: Option<Reader>,
    /// For text.
    characters: Option<Characters>,
    /// Whether the end of the document was announced to the reader.
    is_finished: bool,
}

impl Progress {
    fn feed(&mut self, input: &Input) -> PyResult<()> {
        let is_first = self.reader.is_none();
        match input.content() {
            Content::Text(text) if is_first || self.characters.is_some() => {
                if is_first {
                    self.options.check(input)?;
                }
                self.reader
                    .get_or_insert_with(|| Reader::of_chunks().limit(self.max_held))
                    .feed(text.as_bytes());
                self.characters.get_or_insert_default().push(text);
                Ok(())
            }
            Content::Bytes(bytes) if is_first || self.characters.is_none() => {
                if is_first {
                    self.options.check(input)?;
                }
                let hints = &self.options.hints;
                self.reader.get_or_insert_with(|| Reader::of_bytes(hints).limit(self.max_held)).feed(bytes);
                Ok(())
            }
            _ => Err(PyTypeError::new_err("the chunks of a document are all str or all bytes")),
        }
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Token>> {
        loop {
            if let Some(reader) = &mut self.reader
                && let Some(token) = reader.next_token()
            {
                return Ok(Some(Token::new(token, self.characters.as_mut())));
            }
            if self.reader.as_ref().is_some_and(Reader::was_cut) {
                return Err(error::held(self.max_held));
            }
            if self.is_finished {
                return Ok(None);
            }
            if let Some(input) = self.chunks.next(py)? {
                self.feed(&input)?;
            } else {
                self.reader.iter_mut().for_each(Reader::finish);
                self.is_finished = true;
            }
        }
    }
}

/// An iterator over the tokens of a document.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Tokens(TakenOut<Box<Progress>>);

#[pymethods]
impl Tokens {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Token>> {
        let mut progress = self.0.take()?;
        let token = progress.next(py)?;
        self.0.put_back(progress);
        Ok(token)
    }
}

/// Reads the tokens of a document of any length in little memory. They are those that a browser's parser receives: in <title>
/// or <script>, tags are text.
///
/// source: str, bytes, an open file, or an iterable of chunks that are all str or all bytes.
/// content_type, encoding: see parse(). max_held: the maximum length of a token in bytes; if it is exceeded, a LimitError is raised.
///
/// The text between two tags may come in several tokens.
///
/// >>> [token.attributes["href"] for token in tokens("<A HREF=/oak>Oak</A><title><a href=/elm>") if token.name == "a" and token.attributes]
/// ['/oak']
#[pyfunction]
#[pyo3(signature = (source: "str | Buffer | Iterable[str] | Iterable[bytes] | Any", *, content_type = None, encoding = None, max_held = 1 << 26))]
pub(crate) fn tokens(
    source: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    max_held: usize,
) -> PyResult<Tokens> {
    let options = Options::new(source.py(), content_type, encoding, false, false, None)?;
    let (chunks, reader, characters) = (Chunks::of(source)?, None, None);
    let progress = Progress { chunks, options, max_held, reader, characters, is_finished: false };
    Ok(Tokens(TakenOut::new(Box::new(progress))))
}
