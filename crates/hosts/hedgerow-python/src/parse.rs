//! The functions that parse.

use hedgerow::Context;
use hedgerow::encoding::{Confidence, determine_encoding};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;

use crate::character_index::CharacterIndex;
use crate::cores::on_all_cores;
use crate::document::Document;
use crate::error;
use crate::input::{Content, Input};
use crate::options::{self, Limits, Options};
use crate::parse_error::ParseError;

/// The minimum number of bytes for which parsing releases the interpreter's lock. For a shorter input, releasing the lock costs
/// more than it gains.
const LONG: usize = 4096;

/// Parses one input. Releases the interpreter's lock if the input is long.
fn parse_input<'py>(
    py: Python<'py>,
    input: &Input,
    options: &Options,
    context: Option<&Context>,
) -> PyResult<Bound<'py, Document>> {
    options.check(input)?;
    let parse = || options.parse(input, context);
    let parsed = if input.len() < LONG { parse() } else { py.detach(parse) };
    Document::from_parsed(py, parsed, options.scripting)
}

/// Parses a document. Any input has a tree, as in a browser.
///
/// data: a str, or bytes (or another buffer), whose encoding is detected as in a browser.
/// content_type: the Content-Type header of the response, for bytes.
/// encoding: an encoding that overrides the header and the document, for bytes.
/// scripting: parse noscript elements as a browser that runs scripts.
/// spans: record the position of each node in the source.
/// errors: collect the parse errors; includes spans.
/// shadow_roots: attach the shadow roots that template elements declare; see Node.shadow_root.
/// limits: bounds on the cost; if one is exceeded, a LimitError is raised.
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer", *, content_type = None, encoding = None, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse<'py>(
    data: &Bound<'py, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, Document>> {
    let py = data.py();
    let options = Options::new(py, content_type, encoding, scripting, limits)?
        .recording(spans, errors)
        .shadow_roots(shadow_roots);
    parse_input(py, &Input::of(data)?, &options, None)
}

/// Parses the content of an element. The root of the result is a fragment.
///
/// context: the element around the markup: "body", "tr", "svg path", "math mi".
#[pyfunction]
#[pyo3(signature = (html: "str | Buffer", context = "body", *, content_type = None, encoding = None, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_fragment<'py>(
    html: &Bound<'py, PyAny>,
    context: &str,
    content_type: Option<&str>,
    encoding: Option<&str>,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, Document>> {
    let py = html.py();
    let options = Options::new(py, content_type, encoding, scripting, limits)?
        .recording(spans, errors)
        .shadow_roots(shadow_roots);
    parse_input(py, &Input::of(html)?, &options, Some(&options::context(context)?))
}

/// Parses many documents, on all cores. Returns a list in the order of the inputs.
#[pyfunction]
#[pyo3(signature = (documents: "Iterable[str | Buffer]", *, content_type = None, encoding = None, scripting = false, spans = false, errors = false, shadow_roots = false, limits = None) -> "list[Document]")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_many<'py>(
    documents: &Bound<'py, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    scripting: bool,
    spans: bool,
    errors: bool,
    shadow_roots: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyList>> {
    let py = documents.py();
    let options = Options::new(py, content_type, encoding, scripting, limits)?
        .recording(spans, errors)
        .shadow_roots(shadow_roots);
    let inputs: Vec<_> = Input::each(documents, &options)?.collect::<PyResult<_>>()?;
    let parse = || inputs.par_iter().map(|input| options.parse(input, None)).collect();
    let parsed: Vec<_> = py.detach(|| on_all_cores(parse));
    let documents = parsed.into_iter().enumerate().map(|(index, parsed)| {
        let document = Document::from_parsed(py, parsed, options.scripting);
        document.map_err(|error| error::in_document(py, error, index))
    });
    PyList::new(py, documents.collect::<PyResult<Vec<_>>>()?)
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
#[pyo3(signature = (data: "Buffer", *, content_type = None, encoding = None))]
pub(crate) fn detect_encoding(
    data: &Bound<'_, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Encoding> {
    let input = Input::of(data)?;
    let Content::Bytes(bytes) = input.content() else {
        return Err(pyo3::exceptions::PyTypeError::new_err("a str has no encoding; pass the bytes"));
    };
    let sniffed = determine_encoding(bytes, &options::encoding_hints(data.py(), content_type, encoding)?);
    Ok(Encoding {
        name: sniffed.encoding.name(),
        certain: sniffed.confidence == Confidence::Certain,
        reason: sniffed.reason.to_string(),
    })
}

/// Returns the parse errors of a document, and its violations of other rules for authors, in source order.
#[pyfunction]
#[pyo3(signature = (data: "str | Buffer", *, content_type = None, encoding = None, fragment = None) -> "list[ParseError]")]
pub(crate) fn check<'py>(
    data: &Bound<'py, PyAny>,
    content_type: Option<&str>,
    encoding: Option<&str>,
    fragment: Option<&str>,
) -> PyResult<Bound<'py, PyList>> {
    let py = data.py();
    let mut options = Options::new(py, content_type, encoding, false, None)?.recording(true, true);
    options.parser = options.parser.authoring_rules(true);
    let input = Input::of(data)?;
    options.check(&input)?;
    let context = fragment.map(options::context).transpose()?;
    let errors: Vec<_> = py.detach(|| {
        let parsed = options.parse(&input, context.as_ref());
        let source = parsed.document().source().map(|source| (source, CharacterIndex::new(source)));
        let source = source.as_ref().map(|(source, index)| (*source, index));
        parsed.errors().iter().map(|error| ParseError::new(error, source)).collect()
    });
    PyList::new(py, errors)
}
