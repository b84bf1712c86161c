//! [`Rewriter`]: changes documents while they pass. `handled.rs` has the objects that handlers receive.

use std::sync::{Mutex, PoisonError};

use hedgerow::rewrite::{Beyond, RewriteError, RewriteStream, Rewriter as Handlers};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString};

use crate::chunks::{Chunks, TakenOut};
use crate::error;
use crate::handled;
use crate::input::{Content, Input};
use crate::options::Options;
use crate::query::Selector;

/// The number of bytes from which on the interpreter's lock is released.
const LONG: usize = 4096;

/// The progress of a run.
enum State {
    /// Handlers may be added.
    New(Box<Handlers<'static>>),
    Running(Box<RewriteStream<'static, Vec<u8>>>, bool),
    /// A call runs.
    InUse,
    /// The run has ended, and the message that says why.
    Ended(&'static str),
}

/// Changes a document while it passes: calls functions for the elements that selectors match, and returns the source with the
/// functions' edits. Everything that no edit changes stays as it is, byte for byte.
///
/// >>> def number(cell):
/// ...     cell.set_attribute("class", "even")
/// >>> Rewriter({"tr:nth-child(2n) > td": number}).rewrite("<table><tr><td>Oak<tr><td>Yew</table>")
/// '<table><tr><td>Oak<tr><td class="even">Yew</table>'
///
/// handlers: a function for each selector, which receives an Element. The methods on, on_contents, on_text and so on are decorators
/// that add further ones. content_type, encoding, scripting: see parse(). At most max_held bytes are held back: of a long tag, or of an
/// element until its later siblings or its contents decide whether a selector such as ":last-child" or ":has()" matches. Beyond,
/// a LimitError is raised, or, with keep_held, the source stays as it is.
///
/// A rewriter is for one document. The edits of a handler are made when it has returned. An edit with another effect on the tree than it
/// says is refused with a RewriteError of feed() or finish(), which ends the run, as an exception of a handler does.
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Rewriter {
    state: Mutex<State>,
    options: Options,
    max_held: usize,
}

/// Adds a handler to a rewriter.
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Decorator {
    rewriter: Py<Rewriter>,
    selector: Option<Selector>,
    kind: Kind,
}

/// A method of Rust's rewriter that adds a handler.
#[derive(Clone, Copy)]
enum Kind {
    Element,
    Contents,
    Text,
    Comment,
    Doctype,
    End,
}

impl Rewriter {
    fn replace(&self, state: State) -> State {
        std::mem::replace(&mut *self.state.lock().unwrap_or_else(PoisonError::into_inner), state)
    }

    /// Takes the state for the time of a call. Nothing is locked while handlers run.
    fn begin(&self) -> PyResult<State> {
        match self.replace(State::InUse) {
            State::InUse => Err(PyRuntimeError::new_err(
                "the rewriter is in use: a handler or another thread must not call it",
            )),
            State::Ended(message) => {
                self.replace(State::Ended(message));
                Err(PyValueError::new_err(message))
            }
            state => Ok(state),
        }
    }

    /// Rewrites a chunk, or the end of the document. Returns the output, and whether it is text.
    fn run(&self, py: Python<'_>, input: Option<&Input>) -> PyResult<(Vec<u8>, bool)> {
        let (mut stream, is_text) = match self.begin()? {
            State::Running(stream, is_text) => (stream, is_text),
            State::New(handlers) => {
                if let Some(input) = input
                    && let Err(error) = self.options.check(input)
                {
                    self.replace(State::New(handlers));
                    return Err(error);
                }
                match input.map(Input::content) {
                    Some(Content::Bytes(_)) => {
                        (Box::new(handlers.stream_bytes(&self.options.hints, Vec::new())), false)
                    }
                    _ => (Box::new(handlers.stream_text(Vec::new())), true),
                }
            }
            State::InUse | State::Ended(_) => return Ok((Vec::new(), true)),
        };
        let bytes = match input.map(Input::content) {
            Some(Content::Text(text)) if is_text => text.as_bytes(),
            Some(Content::Bytes(bytes)) if !is_text => bytes,
            Some(_) => {
                self.replace(State::Running(stream, is_text));
                return Err(PyTypeError::new_err("the chunks of a document are all str or all bytes"));
            }
            None => {
                let result = py.detach(|| stream.finish());
                self.replace(State::Ended("the rewriter is finished; create another one"));
                let (output, _) = result.map_err(|error| self.failure(error))?;
                return Ok((output, is_text));
            }
        };
        let result = if bytes.len() < LONG { stream.feed(bytes) } else { py.detach(|| stream.feed(bytes)) };
        if let Err(error) = result {
            self.replace(State::Ended("the rewriter has ended with an exception; create another one"));
            return Err(self.failure(error));
        }
        let output = std::mem::take(stream.writer_mut());
        self.replace(State::Running(stream, is_text));
        Ok((output, is_text))
    }

    /// Returns the exception for an error. That of a handler is unchanged.
    #[cold]
    fn failure(&self, error: RewriteError) -> PyErr {
        match error {
            RewriteError::Handler(error) => match error.downcast::<PyErr>() {
                Ok(error) => *error,
                Err(error) => PyRuntimeError::new_err(error.to_string()),
            },
            RewriteError::Limit => error::held(self.max_held),
            RewriteError::Departure(_, offset) => error::rewrite(error.to_string(), Some(offset)),
            error => error::rewrite(error.to_string(), None),
        }
    }
}

/// Converts output to a str or bytes.
fn converted(py: Python<'_>, (output, is_text): (Vec<u8>, bool)) -> Bound<'_, PyAny> {
    if is_text {
        // Text and edits are UTF-8, and are cut only between characters.
        PyString::new(py, &String::from_utf8_lossy(&output)).into_any()
    } else {
        PyBytes::new(py, &output).into_any()
    }
}

#[pymethods]
impl Rewriter {
    #[new]
    #[pyo3(signature = (handlers: "Mapping[str, Callable[[Element], object]] | None" = None, *, content_type = None, encoding = None, scripting = false, max_held = 1 << 20, keep_held = false))]
    fn new(
        py: Python<'_>,
        handlers: Option<&Bound<'_, PyMapping>>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        scripting: bool,
        max_held: usize,
        keep_held: bool,
    ) -> PyResult<Py<Self>> {
        let options = Options::new(py, content_type, encoding, false, scripting, None)?;
        let beyond = if keep_held { Beyond::KeepSource } else { Beyond::Error };
        let state = State::New(Box::new(Handlers::new().scripting(scripting).limit(max_held, beyond)));
        let rewriter = Py::new(py, Self { state: Mutex::new(state), options, max_held })?;
        for item in handlers.map(|handlers| handlers.items()).transpose()?.into_iter().flatten() {
            let (selector, handler) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            Decorator::new(rewriter.clone_ref(py), Some(&selector), Kind::Element)?.__call__(&handler)?;
        }
        Ok(rewriter)
    }

    /// A decorator that calls a function with an Element for each element that matches a selector.
    #[pyo3(signature = (selector: "str | Selector"))]
    fn on(slf: Py<Self>, selector: &Bound<'_, PyAny>) -> PyResult<Decorator> {
        Decorator::new(slf, Some(selector), Kind::Element)
    }

    /// A decorator that calls a function with an Element for each element that matches a selector, when its contents are known. The
    /// source is held back from the start of the element to its end.
    #[pyo3(signature = (selector: "str | Selector"))]
    fn on_contents(slf: Py<Self>, selector: &Bound<'_, PyAny>) -> PyResult<Decorator> {
        Decorator::new(slf, Some(selector), Kind::Contents)
    }

    /// A decorator that calls a function with a TextChunk for the texts in each element that matches a selector; without a selector, for
    /// all texts.
    #[pyo3(signature = (selector: "str | Selector | None" = None))]
    fn on_text(slf: Py<Self>, selector: Option<&Bound<'_, PyAny>>) -> PyResult<Decorator> {
        Decorator::new(slf, selector, Kind::Text)
    }

    /// A decorator that calls a function with a Comment for the comments in each element that matches a selector; without a selector,
    /// for all comments.
    #[pyo3(signature = (selector: "str | Selector | None" = None))]
    fn on_comment(slf: Py<Self>, selector: Option<&Bound<'_, PyAny>>) -> PyResult<Decorator> {
        Decorator::new(slf, selector, Kind::Comment)
    }

    /// A decorator that calls a function with the Doctype.
    fn on_doctype(slf: Py<Self>) -> PyResult<Decorator> {
        Decorator::new(slf, None, Kind::Doctype)
    }

    /// A decorator that calls a function with the DocumentEnd.
    fn on_document_end(slf: Py<Self>) -> PyResult<Decorator> {
        Decorator::new(slf, None, Kind::End)
    }

    /// Rewrites a chunk, and returns the output that is final. All chunks are str, or all are bytes, and so is the output.
    #[pyo3(signature = (chunk: "str | Buffer") -> "Any")]
    fn feed<'py>(&self, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = chunk.py();
        self.run(py, Some(&Input::of(chunk)?)).map(|output| converted(py, output))
    }

    /// Ends the document, and returns the rest of the output.
    #[pyo3(signature = () -> "Any")]
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.run(py, None).map(|output| converted(py, output))
    }

    /// Rewrites a whole document.
    #[pyo3(signature = (html: "str | Buffer") -> "Any")]
    fn rewrite<'py>(&self, html: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = html.py();
        let (mut output, is_text) = self.run(py, Some(&Input::of(html)?))?;
        output.extend(self.run(py, None)?.0);
        Ok(converted(py, (output, is_text)))
    }

    /// Rewrites an open file, or chunks of str or bytes, in little memory. Returns an iterator over the pieces of the output.
    #[pyo3(signature = (source: "Iterable[str] | Iterable[bytes] | Any") -> "Iterator[Any]")]
    fn pieces(slf: Py<Self>, source: &Bound<'_, PyAny>) -> PyResult<Pieces> {
        let source = Source { chunks: Chunks::of(source)?, is_finished: false };
        Ok(Pieces { rewriter: slf, source: TakenOut::new(source) })
    }
}

/// The pieces of an output.
#[pyclass(frozen, module = "hedgerow.rewrite")]
pub(crate) struct Pieces {
    rewriter: Py<Rewriter>,
    source: TakenOut<Source>,
}

/// The source of an iterator.
struct Source {
    chunks: Chunks,
    /// Whether the end of the document was passed to the rewriter.
    is_finished: bool,
}

#[pymethods]
impl Pieces {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut source = self.source.take()?;
        let mut piece = None;
        while piece.is_none() && !source.is_finished {
            let input = source.chunks.next(py)?;
            let output = self.rewriter.get().run(py, input.as_ref())?;
            source.is_finished = input.is_none();
            piece = (!output.0.is_empty()).then_some(output);
        }
        self.source.put_back(source);
        Ok(piece.map(|output| converted(py, output)))
    }
}

impl Decorator {
    /// Checks the selector, because a rewriter is lost if an error occurs when a handler is added.
    fn new(rewriter: Py<Rewriter>, selector: Option<&Bound<'_, PyAny>>, kind: Kind) -> PyResult<Self> {
        let selector = selector.map(Selector::of_nodes).transpose()?;
        if let Some(selector) = &selector {
            Handlers::decided_at(selector.compiled()).map_err(|error| error::selector(&error))?;
        }
        Ok(Self { rewriter, selector, kind })
    }

    fn add(&self, handler: Py<PyAny>) -> PyResult<()> {
        let rewriter = self.rewriter.get();
        let handlers = match rewriter.begin()? {
            State::New(handlers) => *handlers,
            state => {
                rewriter.replace(state);
                return Err(PyValueError::new_err("handlers must be added before the first chunk"));
            }
        };
        let selector = self.selector.as_ref().map(Selector::compiled);
        let added = match (self.kind, selector) {
            (Kind::Element, Some(selector)) => {
                handlers.on(selector, move |item| handled::call(&handler, item))
            }
            (Kind::Contents, Some(selector)) => {
                handlers.on_contents(selector, move |item| handled::call(&handler, item))
            }
            (Kind::Text, Some(selector)) => {
                handlers.on_text(selector, move |item| handled::call(&handler, item))
            }
            (Kind::Comment, Some(selector)) => {
                handlers.on_comment(selector, move |item| handled::call(&handler, item))
            }
            (Kind::Text, None) => Ok(handlers.on_every_text(move |item| handled::call(&handler, item))),
            (Kind::Comment, None) => Ok(handlers.on_every_comment(move |item| handled::call(&handler, item))),
            (Kind::Doctype, _) => Ok(handlers.on_doctype(move |item| handled::call(&handler, item))),
            (Kind::End, _) => Ok(handlers.on_document_end(move |item| handled::call(&handler, item))),
            (Kind::Element | Kind::Contents, None) => Ok(handlers),
        };
        let handlers = added.map_err(|error| error::selector(&error))?;
        rewriter.replace(State::New(Box::new(handlers)));
        Ok(())
    }
}

#[pymethods]
impl Decorator {
    /// Adds the function, and returns it.
    #[pyo3(signature = (handler: "Callable[[Any], object]") -> "Callable[[Any], object]")]
    fn __call__<'py>(&self, handler: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if !handler.is_callable() {
            return Err(PyTypeError::new_err("a handler must be a function"));
        }
        self.add(handler.clone().unbind())?;
        Ok(handler.clone())
    }
}
