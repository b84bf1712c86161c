//! The functions that parse.

use std::sync::Arc;
use std::time::Duration;

use hedgerow::encoding::{Confidence, determine_encoding, encoding_for_label};
use hedgerow::{Context, Parsed};
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::character_index::CharacterIndex;
use crate::document::Document;
use crate::error;
use crate::input::{Content, Input};
use crate::options::{self, Limits, Options};
use crate::page::Source;
use crate::parse_error::ParseError;
use crate::results::{Results, Work};

/// A page that was parsed.
pub(crate) struct Outcome {
    pub(crate) parsed: Parsed,
    /// The time limit, if it was exceeded.
    pub(crate) out_of_time: Option<Duration>,
    /// The address of the page.
    pub(crate) url: Option<String>,
}

impl Outcome {
    /// Returns the message of the limit that stopped the parser.
    pub(crate) fn stop(&self) -> Option<String> {
        let out_of_time = || {
            let seconds = self.out_of_time?.as_secs_f64();
            Some(format!("parsing takes longer than {seconds} seconds, which is the limit"))
        };
        self.parsed.stop().map(|stop| stop.to_string()).or_else(out_of_time)
    }

    /// Raises a `LimitError`, which has the part of the document that was parsed, if a limit stopped the parser.
    pub(crate) fn complete(self, py: Python<'_>, scripting: bool) -> PyResult<Self> {
        match self.stop() {
            None => Ok(self),
            Some(message) => {
                let document = Bound::new(py, Document::new(self, scripting))?;
                Err(error::limit(message, document.into_any().unbind()))
            }
        }
    }

    /// Returns the document. Raises a `LimitError` if a limit stopped the parser.
    pub(crate) fn into_document(self, py: Python<'_>, scripting: bool) -> PyResult<Bound<'_, Document>> {
        Bound::new(py, Document::new(self.complete(py, scripting)?, scripting))
    }
}

/// Parses one page.
fn parse_page<'py>(
    page: &Bound<'py, PyAny>,
    url: Option<&str>,
    options: Options,
    context: Option<Context>,
) -> PyResult<Bound<'py, Document>> {
    let (py, scripting) = (page.py(), options.scripting);
    let mut source = Source::of(page, &options)?;
    source.set(&options, url, None)?;
    source.parse(py, options, context)?.into_document(py, scripting)
}

/// Parses a document. Any input has a tree, as in a browser.
///
/// data: a str, or bytes (or another buffer), whose encoding is detected as in a browser; or a Page.
/// url: the address of the page, which Document.url returns and against which addresses are resolved.
/// content_type: the Content-Type header of the response, for bytes.
/// encoding: an encoding that overrides the header and the document, for bytes.
/// prefer_utf8: read bytes without a declared encoding as UTF-8 if nearly all of them are valid UTF-8, unlike browsers.
/// scripting: parse noscript elements as a browser that runs scripts.
/// spans: record the position of each node in the source.
/// errors: collect the parse errors; includes spans.
/// shadow_roots: attach the shadow roots that template elements declare; see Node.shadow_root.
/// limits: bounds on the cost; if one is exceeded, a LimitError is raised.
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer | Page", *, url = None, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse<'py>(
    data: &Bound<'py, PyAny>,
    url: Option<&str>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    prefer_utf8: bool,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, Document>> {
    let options = Options::new(data.py(), content_type, encoding, prefer_utf8, scripting, limits)?
        .recording(spans, errors)
        .shadow_roots(shadow_roots);
    parse_page(data, url, options, None)
}

/// Parses a file. Its bytes are decoded as those of parse(), which describes the other arguments.
///
/// path: a str or a Path.
#[pyfunction]
#[pyo3(signature = (path: "str | PathLike[str]", *, url = None, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_file<'py>(
    path: &Bound<'py, PyAny>,
    url: Option<&str>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    prefer_utf8: bool,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, Document>> {
    let path = path.py().import("pathlib")?.call_method1("Path", (path,))?;
    let data = path.call_method0("read_bytes")?;
    parse(&data, url, content_type, encoding, prefer_utf8, scripting, spans, errors, shadow_roots, limits)
}

/// Parses the content of an element. The root of the result is a fragment.
///
/// context: the element around the markup: "body", "tr", "svg path", "math mi".
#[pyfunction]
#[pyo3(signature = (html: "str | Buffer | Page", context = "body", *, url = None, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_fragment<'py>(
    html: &Bound<'py, PyAny>,
    context: &str,
    url: Option<&str>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    prefer_utf8: bool,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, Document>> {
    let options = Options::new(html.py(), content_type, encoding, prefer_utf8, scripting, limits)?
        .recording(spans, errors)
        .shadow_roots(shadow_roots);
    parse_page(html, url, options, Some(options::context(context)?))
}

/// Parses many pages, on all cores. Returns an iterator of documents, in the order of the pages. Pages are read from the iterable
/// in blocks when their documents are requested, so any number of pages takes little memory.
///
/// If a page causes an exception, such as a LimitError, next() raises it, and the call after that returns the document of the next
/// page. With return_exceptions, the exception itself is returned in place of the document.
#[pyfunction]
#[pyo3(signature = (pages: "Iterable[str | Buffer | Page]", *, return_exceptions = false, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None) -> "Iterator[Document]")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_many(
    pages: &Bound<'_, PyAny>,
    return_exceptions: bool,
    content_type: Option<&str>,
    encoding: Option<&str>,
    prefer_utf8: bool,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Results> {
    let options = Options::new(pages.py(), content_type, encoding, prefer_utf8, scripting, limits)?
        .recording(spans, errors)
        .shadow_roots(shadow_roots);
    Results::new(pages, Work::Documents(Arc::new(options)), return_exceptions)
}

/// An encoding, and the step of encoding detection that found it.
#[pyclass(frozen, eq, get_all, module = "hedgerow")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Encoding {
    /// The name, such as "UTF-8" or "windows-1252".
    name: &'static str,
    /// Whether the encoding is certain. If so, a declaration later in the document is ignored.
    certain: bool,
    /// The step of encoding detection that decided.
    reason: String,
}

#[pymethods]
impl Encoding {
    /// Creates a value again, for pickle.
    #[new]
    fn new(name: &str, certain: bool, reason: String) -> PyResult<Self> {
        let encoding = encoding_for_label(name);
        let encoding = encoding.map_err(|error| PyLookupError::new_err(error.to_string()))?;
        Ok(Self { name: encoding.name(), certain, reason })
    }

    /// The arguments of the constructor, for pickle.
    fn __getnewargs__(&self) -> (&'static str, bool, &str) {
        (self.name, self.certain, &self.reason)
    }

    fn __repr__(&self) -> String {
        let certainty = if self.certain { "certain" } else { "tentative" };
        format!("<Encoding {}, {certainty}, from {}>", self.name, self.reason)
    }

    fn __str__(&self) -> &'static str {
        self.name
    }
}

/// Detects the encoding of bytes as a browser does: byte order mark, header, meta element, frequency of byte sequences.
#[pyfunction]
#[pyo3(signature = (data: "Buffer", *, content_type = None, encoding = None, prefer_utf8 = false))]
pub(crate) fn detect_encoding(
    data: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    prefer_utf8: bool,
) -> PyResult<Encoding> {
    let input = Input::of(data)?;
    let Content::Bytes(bytes) = input.content() else {
        return Err(pyo3::exceptions::PyTypeError::new_err("a str has no encoding; pass the bytes"));
    };
    let hints = options::encoding_hints(data.py(), content_type, encoding)?.prefer_utf8(prefer_utf8);
    let sniffed = determine_encoding(bytes, &hints);
    Ok(Encoding {
        name: sniffed.encoding.name(),
        certain: sniffed.confidence == Confidence::Certain,
        reason: sniffed.reason.to_string(),
    })
}

/// Returns the parse errors of a document, and its violations of other rules for authors, in source order.
///
/// max_errors: the maximum number of errors; a document with more raises LimitError.
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer", *, content_type = None, encoding = None, fragment = None, max_errors = 100_000) -> "list[ParseError]")]
pub(crate) fn check<'py>(
    data: &Bound<'py, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    fragment: Option<&str>,
    max_errors: usize,
) -> PyResult<Bound<'py, PyList>> {
    let py = data.py();
    let options = Options::new(py, content_type, encoding, false, false, None)?.recording(true, true);
    let input = Input::of(data)?;
    options.check(&input)?;
    let context = fragment.map(options::context).transpose()?;
    let errors: Option<Vec<_>> = py.detach(|| {
        let (parsed, _) = options.parse(&input, &options.hints, context.as_ref());
        let findings = parsed.check(max_errors);
        if !findings.left_out.is_empty() || parsed.errors().len() + findings.list.len() > max_errors {
            return None;
        }
        let source = parsed.document().source().map(|source| (source, CharacterIndex::new(source)));
        let source = source.as_ref().map(|(source, index)| (*source, index));
        let mut errors: Vec<_> = parsed.errors().iter().chain(&findings.list).collect();
        errors.sort_by_key(|error| error.start().offset);
        Some(errors.into_iter().map(|error| ParseError::new(error, source)).collect())
    });
    match errors {
        Some(errors) => PyList::new(py, errors),
        None => Err(error::errors(max_errors)),
    }
}
