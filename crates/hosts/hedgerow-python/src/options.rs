//! The keyword arguments of the functions that parse, and [`Limits`].

use hedgerow::encoding::{Encoding, encoding_for_label};
use hedgerow::{Context, EncodingHints, Parsed, Parser};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::input::{Content, Input};

/// Bounds on the cost of a document, for untrusted input; `None` means no bound.
///
/// If a bound is exceeded, parsing raises a LimitError with the part of the document that was parsed.
#[pyclass(frozen, eq, hash, from_py_object, module = "hedgerow")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Limits(pub(crate) hedgerow::Limits);

impl Limits {
    /// The bounds that are set.
    fn bounds(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
        let bounds = [
            ("bytes", self.0.bytes),
            ("nodes", self.0.nodes.map(u64::from)),
            ("depth", self.0.depth.map(u64::from)),
            ("attributes", self.0.attributes.map(u64::from)),
            ("copied_text", self.0.copied_text),
            ("steps", self.0.steps),
            ("errors", self.0.errors.map(u64::from)),
            ("output", self.0.output),
        ];
        bounds.into_iter().filter_map(|(name, most)| Some((name, most?)))
    }
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, bytes=None, nodes=None, depth=None, attributes=None, copied_text=None, steps=None, errors=None, output=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        bytes: Option<u64>,
        nodes: Option<u32>,
        depth: Option<u32>,
        attributes: Option<u32>,
        copied_text: Option<u64>,
        steps: Option<u64>,
        errors: Option<u32>,
        output: Option<u64>,
    ) -> Self {
        let mut limits = hedgerow::Limits::UNLIMITED;
        (limits.bytes, limits.nodes, limits.depth) = (bytes, nodes, depth);
        (limits.attributes, limits.copied_text) = (attributes, copied_text);
        (limits.steps, limits.errors, limits.output) = (steps, errors, output);
        Self(limits)
    }

    /// The limits that browsers have: 512 nested elements, and 1 MiB of copied text.
    #[staticmethod]
    fn browser() -> Self {
        Self(hedgerow::Limits::BROWSER)
    }

    /// The maximum number of bytes of input.
    #[getter]
    fn bytes(&self) -> Option<u64> {
        self.0.bytes
    }

    /// The maximum number of nodes of the document.
    #[getter]
    fn nodes(&self) -> Option<u32> {
        self.0.nodes
    }

    /// The maximum number of elements that are nested in one another.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.0.depth
    }

    /// The maximum number of attributes of an element.
    #[getter]
    fn attributes(&self) -> Option<u32> {
        self.0.attributes
    }

    /// The maximum number of bytes of text that are copied. A clone of an option shares its text with the original; the
    /// text is copied when one of them is modified.
    #[getter]
    fn copied_text(&self) -> Option<u64> {
        self.0.copied_text
    }

    /// The maximum number of steps of work: 20 million take about a second.
    #[getter]
    fn steps(&self) -> Option<u64> {
        self.0.steps
    }

    /// The maximum number of parse errors.
    #[getter]
    fn errors(&self) -> Option<u32> {
        self.0.errors
    }

    /// The maximum number of bytes of sanitized HTML; None means 16 for each byte of input, and 1 MiB. For documents, see
    /// Document.max_output.
    #[getter]
    fn output(&self) -> Option<u64> {
        self.0.output
    }

    /// The arguments of the constructor, for pickle.
    #[pyo3(signature = () -> "tuple[tuple[()], dict[str, int]]")]
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        for (name, most) in self.bounds() {
            arguments.set_item(name, most)?;
        }
        Ok((PyTuple::empty(py), arguments))
    }

    fn __repr__(&self) -> String {
        let bounds: Vec<_> = self.bounds().map(|(name, most)| format!("{name}={most}")).collect();
        format!("Limits({})", bounds.join(", "))
    }
}

/// The settings of one call.
#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) parser: Parser,
    pub(crate) hints: EncodingHints,
    /// Whether scripting is enabled, which serialization depends on, too.
    pub(crate) scripting: bool,
    /// Whether an argument was given that applies only to bytes.
    is_for_bytes: bool,
}

impl Options {
    /// Reads the arguments that all functions have.
    pub(crate) fn new(
        py: Python<'_>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        scripting: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let limits = limits.map_or(hedgerow::Limits::UNLIMITED, |limits| limits.0);
        let parser = Parser::new().scripting(scripting).limits(limits);
        let hints = encoding_hints(py, content_type, encoding)?;
        Ok(Self { parser, hints, scripting, is_for_bytes: content_type.is_some() || encoding.is_some() })
    }

    /// Sets whether spans and errors are recorded. Errors need spans, because their offsets are converted with the source.
    pub(crate) fn recording(mut self, spans: bool, errors: bool) -> Self {
        self.parser = self.parser.source_spans(spans || errors).collect_errors(errors);
        self
    }

    /// Sets whether `template` elements may declare shadow roots.
    pub(crate) fn shadow_roots(mut self, allow: bool) -> Self {
        self.parser = self.parser.allow_declarative_shadow_roots(allow);
        self
    }

    /// Refuses an encoding for text, which is decoded already.
    pub(crate) fn check(&self, input: &Input) -> PyResult<()> {
        if self.is_for_bytes && matches!(input.content(), Content::Text(_)) {
            return Err(PyValueError::new_err(
                "encoding and content_type are for bytes; a str is decoded already, so leave them out or pass the bytes",
            ));
        }
        Ok(())
    }

    /// Parses a document, or a fragment if there is a context.
    pub(crate) fn parse(&self, input: &Input, context: Option<&Context>) -> Parsed {
        match (input.content(), context) {
            (Content::Text(text), None) => self.parser.parse_shared(text.clone()),
            (Content::Bytes(bytes), None) => self.parser.parse_bytes(bytes, &self.hints),
            (Content::Text(text), Some(context)) => self.parser.parse_fragment(text, context),
            (Content::Bytes(bytes), Some(context)) => {
                self.parser.parse_fragment_bytes(bytes, &self.hints, context)
            }
        }
    }
}

/// The hints for bytes: the header of the response, and an encoding that overrides all but a byte order mark.
pub(crate) fn encoding_hints(
    py: Python<'_>,
    content_type: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<EncodingHints> {
    let mut hints = EncodingHints::new();
    if let Some(content_type) = content_type {
        hints = hints.content_type(content_type);
    }
    if let Some(label) = encoding {
        hints = hints.user(encoding_named(py, label)?);
    }
    Ok(hints)
}

/// The encoding of a label of the Encoding Standard, or of a name that Python's codecs know, such as `latin-1`.
fn encoding_named(py: Python<'_>, label: &str) -> PyResult<&'static Encoding> {
    encoding_for_label(label).or_else(|unknown| {
        let codec = py.import("codecs").and_then(|codecs| codecs.call_method1("lookup", (label,)));
        let name = codec.and_then(|codec| codec.getattr("name")?.extract::<String>());
        let name = name.map(|name| name.replace('_', "-")).unwrap_or_default();
        // Codecs for encodings of the standard. The names of these codecs, even with hyphens, are not labels.
        let label = match &*name {
            "big5hkscs" => "big5",
            "cp932" => "shift_jis",
            "cp949" => "euc-kr",
            "iso2022-jp" => "iso-2022-jp",
            "mac-cyrillic" => "x-mac-cyrillic",
            "mac-roman" => "macintosh",
            "utf-16-be" => "utf-16be",
            "utf-16-le" => "utf-16le",
            "utf-8-sig" => "utf-8",
            name => name,
        };
        encoding_for_label(label).map_err(|_| PyLookupError::new_err(unknown.to_string()))
    })
}

/// The context element of a fragment.
pub(crate) fn context(text: &str) -> PyResult<Context> {
    text.parse().map_err(|error: hedgerow::errors::UnknownContext| PyValueError::new_err(error.to_string()))
}
