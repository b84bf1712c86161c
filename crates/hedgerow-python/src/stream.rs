//! [`Stream`]: a document whose chunks come one after the other.

use std::sync::{Mutex, PoisonError};

use hedgerow::Parsed;
use hedgerow::stream::{ByteChunks, StreamParser};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;

use crate::document::Document;
use crate::input::{Content, Input};
use crate::options::{Limits, Options};

/// A parser for a document that comes in chunks. The tree does not depend on where the input is cut.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Stream {
    state: Mutex<State>,
    scripting: bool,
}

/// The first chunk decides whether the document is text or bytes.
enum State {
    New(Box<Options>),
    Text(Box<StreamParser>),
    Bytes(Box<StreamParser<ByteChunks>>),
    Finished,
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (*, content_type = None, encoding = None, scripting = false, spans = false, errors = false, limits = None))]
    fn new(
        py: Python<'_>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        scripting: bool,
        spans: bool,
        errors: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let options = Options::new(py, content_type, encoding, scripting, spans, errors, limits)?;
        Ok(Self { state: Mutex::new(State::New(Box::new(options))), scripting })
    }

    /// Parses a chunk: str or bytes, but the same in each call. Returns the stream itself.
    #[pyo3(signature = (chunk: "str | Buffer") -> "Stream")]
    fn feed<'py>(slf: &Bound<'py, Self>, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let input = Input::of(chunk)?;
        let mut state = slf.get().state.lock_py_attached(slf.py()).unwrap_or_else(PoisonError::into_inner);
        if let State::New(options) = &*state {
            options.check(&input)?;
            *state = match input.content() {
                Content::Text(_) => State::Text(Box::new(options.parser.stream())),
                Content::Bytes(_) => State::Bytes(Box::new(options.parser.stream_bytes(&options.hints))),
            };
        }
        match (&mut *state, input.content()) {
            (State::Text(stream), Content::Text(text)) => {
                stream.feed(text);
            }
            (State::Bytes(stream), Content::Bytes(bytes)) => {
                stream.feed(bytes);
            }
            (State::Finished, _) => {
                return Err(PyValueError::new_err("the stream is finished; create another one"));
            }
            _ => return Err(PyTypeError::new_err("the chunks of a stream are all str or all bytes")),
        }
        drop(state);
        Ok(slf.clone())
    }

    /// Ends the input, and returns the document.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Document>> {
        let state = {
            let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *state, State::Finished)
        };
        let parsed: Parsed = match state {
            State::New(options) => options.parser.parse(""),
            State::Text(stream) => stream.finish(),
            State::Bytes(stream) => stream.finish(),
            State::Finished => return Err(PyValueError::new_err("the stream is finished")),
        };
        Document::from_parsed(py, parsed, self.scripting)
    }
}
