//! [`Stream`] and [`ElementStream`]: documents whose chunks come one after the other.

use std::sync::{Mutex, PoisonError};

use hedgerow::dom::MutationError;
use hedgerow::stream::{self, ByteChunks, StreamParser, TextChunks};
use hedgerow::{Document as Tree, NodeRef, Selector as Compiled};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::document::Document;
use crate::error;
use crate::input::{Content, Input};
use crate::node::Node;
use crate::options::{Limits, Options};
use crate::parse::Outcome;
use crate::query::Selector;

/// The parser of a stream. It is created at the first chunk, which decides whether the document is text or bytes.
enum State<Text, Bytes> {
    New(Box<Options>),
    Text(Box<Text>),
    Bytes(Box<Bytes>),
    Finished,
}

impl<Text, Bytes> State<Text, Bytes> {
    /// Creates the parser at the first chunk, and refuses a later chunk of the other type.
    fn begin(
        &mut self,
        input: &Input,
        text: impl FnOnce(&Options) -> PyResult<Text>,
        bytes: impl FnOnce(&Options) -> PyResult<Bytes>,
    ) -> PyResult<()> {
        if let Self::New(options) = self {
            options.check(input)?;
            *self = match input.content() {
                Content::Text(_) => Self::Text(Box::new(text(options)?)),
                Content::Bytes(_) => Self::Bytes(Box::new(bytes(options)?)),
            };
        }
        match (&*self, input.content()) {
            (Self::Finished, _) => Err(PyValueError::new_err("the stream is finished; create another one")),
            (Self::Text(_), Content::Bytes(_)) | (Self::Bytes(_), Content::Text(_)) => {
                Err(PyTypeError::new_err("the chunks of a stream are all str or all bytes"))
            }
            _ => Ok(()),
        }
    }
}

/// A parser for a document that comes in chunks. The tree does not depend on where the input is cut, with one
/// exception: if a str is cut between the two surrogates of a character, they become two U+FFFD instead of the
/// character.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Stream {
    state: Mutex<State<StreamParser, StreamParser<ByteChunks>>>,
    scripting: bool,
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (*, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        py: Python<'_>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        prefer_utf8: bool,
        scripting: bool,
        spans: bool,
        errors: bool,
        shadow_roots: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let options = Options::new(py, content_type, encoding, prefer_utf8, scripting, limits)?
            .recording(spans, errors)
            .shadow_roots(shadow_roots);
        Ok(Self { state: Mutex::new(State::New(Box::new(options))), scripting })
    }

    /// Parses a chunk. All chunks are str, or all are bytes. Returns the stream itself.
    #[pyo3(signature = (chunk: "str | Buffer") -> "Stream")]
    fn feed<'py>(slf: &Bound<'py, Self>, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let input = Input::of(chunk)?;
        let state = &slf.get().state;
        // The state is locked while the interpreter's lock is released, because the thread that holds the state may wait for the
        // interpreter's lock.
        slf.py().detach(|| {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let text = |options: &Options| Ok(options.parser.stream());
            let bytes = |options: &Options| Ok(options.parser.stream_bytes(&options.hints));
            state.begin(&input, text, bytes)?;
            match (&mut *state, input.content()) {
                (State::Text(stream), Content::Text(text)) => {
                    stream.feed(text);
                }
                (State::Bytes(stream), Content::Bytes(bytes)) => {
                    stream.feed(bytes);
                }
                _ => {}
            }
            PyResult::Ok(())
        })?;
        Ok(slf.clone())
    }

    /// Ends the input, and returns the document.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Document>> {
        let parsed = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(match std::mem::replace(&mut *state, State::Finished) {
                State::New(options) => options.parser.parse(""),
                State::Text(stream) => stream.finish(),
                State::Bytes(stream) => stream.finish(),
                State::Finished => return Err(PyValueError::new_err("the stream is finished")),
            })
        })?;
        Outcome { parsed, out_of_time: None, url: None }.into_document(py, self.scripting)
    }
}

/// A stream that returns the elements that match a selector as soon as they are finished, and then frees them, so that a
/// document of any length takes little memory.
///
/// >>> stream = ElementStream("li.new")
/// >>> [node.text() for chunk in ["<ul><li class=new>O", "ak<li>Elm<li class=new>Yew"] for node in stream.feed(chunk)]
/// ['Oak']
/// >>> [node.text() for node in stream.finish()]
/// ['Yew']
///
/// The selector may contain names, ids, classes, attributes, ":is()", ":not()" and the child and descendant
/// combinators: a match may depend only on the element and its ancestors. Bytes whose encoding is declared late may be parsed
/// twice; pass the encoding to avoid that.
///
/// Each element is a copy in a document of its own, so an element is copied once for each match that contains it:
/// matches that are nested n deep take time and memory proportional to n squared. "li:not(li li)" selects only the
/// outermost elements, and Limits(depth=...) bounds n.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct ElementStream {
    state: Mutex<State<stream::ElementStream<TextChunks>, stream::ElementStream<ByteChunks>>>,
    selector: Compiled,
    scripting: bool,
}

impl ElementStream {
    fn start<Chunks>(&self, stream: StreamParser<Chunks>) -> PyResult<stream::ElementStream<Chunks>> {
        let stream = stream.elements(&self.selector);
        let stream = stream.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(stream.discard_others())
    }

    /// Wraps copied elements, each in a tree of its own, as a list of nodes.
    fn nodes<'py>(
        &self,
        py: Python<'py>,
        elements: Result<Vec<Tree>, MutationError>,
    ) -> PyResult<Bound<'py, PyList>> {
        let elements = elements.map_err(|error| error::mutation(&error))?;
        let list = PyList::empty(py);
        for tree in elements {
            let Some(id) = tree.document_element().map(NodeRef::id) else { continue };
            let document = Bound::new(py, Document::from_tree(tree, self.scripting))?;
            list.append(Node::bind(&document, id)?)?;
        }
        Ok(list)
    }
}

/// Returns copies of the elements that are finished, each in a tree of its own.
fn take<Chunks>(stream: &mut stream::ElementStream<Chunks>) -> Result<Vec<Tree>, MutationError> {
    let mut elements = Vec::new();
    while let Some(element) = stream.next_element() {
        let mut tree = Tree::new();
        // Queries depend on the mode: in quirks mode, ids and classes ignore case.
        tree.set_quirks_mode(element.document().quirks_mode());
        let copy = tree.import(element)?;
        tree.append(tree.root_id(), copy)?;
        elements.push(tree);
    }
    Ok(elements)
}

#[pymethods]
impl ElementStream {
    #[new]
    #[pyo3(signature = (selector: "str | Selector", *, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, shadow_roots = false, limits = None))]
    fn new(
        selector: &Bound<'_, PyAny>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        prefer_utf8: bool,
        scripting: bool,
        shadow_roots: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let py = selector.py();
        let selector = Selector::of_nodes(selector)?.compiled().clone();
        // A selector that cannot be decided during parsing is refused here, and not at the first chunk.
        let stream = hedgerow::Parser::new().stream().elements(&selector);
        stream.map_err(|error| error::selector(&error))?;
        let options = Options::new(py, content_type, encoding, prefer_utf8, scripting, limits)?
            .shadow_roots(shadow_roots);
        Ok(Self { state: Mutex::new(State::New(Box::new(options))), selector, scripting })
    }

    /// Parses a chunk. All chunks are str, or all are bytes. Returns a list of the elements that the chunk finishes, in
    /// the order of their ends.
    #[pyo3(signature = (chunk: "str | Buffer") -> "list[Node]")]
    fn feed<'py>(&self, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let (py, input) = (chunk.py(), Input::of(chunk)?);
        let elements = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let text = |options: &Options| self.start(options.parser.stream());
            let bytes = |options: &Options| self.start(options.parser.stream_bytes(&options.hints));
            state.begin(&input, text, bytes)?;
            PyResult::Ok(match (&mut *state, input.content()) {
                (State::Text(stream), Content::Text(text)) => {
                    stream.feed(text);
                    take(stream)
                }
                (State::Bytes(stream), Content::Bytes(bytes)) => {
                    stream.feed(bytes);
                    take(stream)
                }
                _ => Ok(Vec::new()),
            })
        })?;
        self.nodes(py, elements)
    }

    /// Ends the input. Returns a list of the elements that were not finished yet.
    #[pyo3(signature = () -> "list[Node]")]
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (elements, parsed) = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            PyResult::Ok(match std::mem::replace(&mut *state, State::Finished) {
                State::New(options) => (Ok(Vec::new()), options.parser.parse("")),
                State::Text(mut stream) => {
                    stream.end();
                    (take(&mut stream), stream.finish())
                }
                State::Bytes(mut stream) => {
                    stream.end();
                    (take(&mut stream), stream.finish())
                }
                State::Finished => return Err(PyValueError::new_err("the stream is finished")),
            })
        })?;
        if parsed.stop().is_some() {
            Outcome { parsed, out_of_time: None, url: None }.into_document(py, self.scripting)?;
        }
        self.nodes(py, elements)
    }
}
