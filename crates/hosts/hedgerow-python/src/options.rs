//! The keyword arguments of the functions that parse, and [`Limits`].

use std::time::{Duration, Instant};

use hedgerow::encoding::{Encoding, encoding_for_label};
use hedgerow::{Context, EncodingHints, Parsed, Parser};
use pyo3::exceptions::{PyLookupError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::input::{Content, Input};

/// The number of bytes after which the time is checked.
const PIECE: usize = 1 << 16;

/// The first bytes of compressed formats, their names, and Python's functions for them.
const COMPRESSED: [(&[u8], &str, &str); 2] = [
    (b"\x1F\x8B\x08", "gzip", "gzip.decompress"),
    (b"\x28\xB5\x2F\xFD", "zstd", "compression.zstd.decompress"),
];

/// Bounds on the cost of a document, for untrusted input; `None` means no bound.
///
/// If a bound is exceeded, parsing raises a LimitError with the part of the document that was parsed.
#[pyclass(frozen, eq, hash, from_py_object, module = "hedgerow")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Limits {
    pub(crate) bounds: hedgerow::Limits,
    /// The maximum time of the parser.
    pub(crate) time: Option<Duration>,
}

impl Limits {
    pub(crate) const UNLIMITED: Self = Self { bounds: hedgerow::Limits::UNLIMITED, time: None };

    /// The bounds that are set.
    fn bounds(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
        let bounds = [
            ("bytes", self.bounds.bytes),
            ("nodes", self.bounds.nodes.map(u64::from)),
            ("depth", self.bounds.depth.map(u64::from)),
            ("attributes", self.bounds.attributes.map(u64::from)),
            ("copied_text", self.bounds.copied_text),
            ("steps", self.bounds.steps),
            ("errors", self.bounds.errors.map(u64::from)),
            ("output", self.bounds.output),
        ];
        bounds.into_iter().filter_map(|(name, most)| Some((name, most?)))
    }
}

/// Reads a bound. A number that is out of range is a `ValueError` with the range.
fn bound<T>(name: &str, value: Option<&Bound<'_, PyAny>>, most: T) -> PyResult<Option<T>>
where
    T: std::fmt::Display + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
{
    let Some(value) = value else { return Ok(None) };
    value.extract().map(Some).map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            return PyValueError::new_err(format!(
                "{name} is a number from 0 to {most}, or None for no bound"
            ));
        }
        error
    })
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, bytes: "int | None" = None, nodes: "int | None" = None, depth: "int | None" = None, attributes: "int | None" = None, copied_text: "int | None" = None, steps: "int | None" = None, errors: "int | None" = None, output: "int | None" = None, seconds = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        bytes: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        depth: Option<&Bound<'_, PyAny>>,
        attributes: Option<&Bound<'_, PyAny>>,
        copied_text: Option<&Bound<'_, PyAny>>,
        steps: Option<&Bound<'_, PyAny>>,
        errors: Option<&Bound<'_, PyAny>>,
        output: Option<&Bound<'_, PyAny>>,
        seconds: Option<f64>,
    ) -> PyResult<Self> {
        let mut limits = hedgerow::Limits::UNLIMITED;
        limits.bytes = bound("bytes", bytes, u64::MAX)?;
        limits.nodes = bound("nodes", nodes, u32::MAX)?;
        limits.depth = bound("depth", depth, u32::MAX)?;
        limits.attributes = bound("attributes", attributes, u32::MAX)?;
        limits.copied_text = bound("copied_text", copied_text, u64::MAX)?;
        limits.steps = bound("steps", steps, u64::MAX)?;
        limits.errors = bound("errors", errors, u32::MAX)?;
        limits.output = bound("output", output, u64::MAX)?;
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| PyValueError::new_err("seconds is a number that is not negative"))?;
        Ok(Self { bounds: limits, time })
    }

    /// The limits that browsers have: 512 nested elements, and 1 MiB of copied text.
    #[staticmethod]
    fn browser() -> Self {
        Self { bounds: hedgerow::Limits::BROWSER, time: None }
    }

    /// The maximum number of bytes of input.
    #[getter]
    fn bytes(&self) -> Option<u64> {
        self.bounds.bytes
    }

    /// The maximum number of nodes of the document.
    #[getter]
    fn nodes(&self) -> Option<u32> {
        self.bounds.nodes
    }

    /// The maximum number of elements that are nested in one another.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.bounds.depth
    }

    /// The maximum number of attributes of an element.
    #[getter]
    fn attributes(&self) -> Option<u32> {
        self.bounds.attributes
    }

    /// The maximum number of bytes of text that are copied. A clone of an option shares its text with the original; the
    /// text is copied when one of them is modified.
    #[getter]
    fn copied_text(&self) -> Option<u64> {
        self.bounds.copied_text
    }

    /// The maximum number of steps of work: 20 million take about a second.
    #[getter]
    fn steps(&self) -> Option<u64> {
        self.bounds.steps
    }

    /// The maximum number of parse errors.
    #[getter]
    fn errors(&self) -> Option<u32> {
        self.bounds.errors
    }

    /// The maximum number of bytes of sanitized HTML; None means 16 for each byte of input, and 1 MiB. For documents, see
    /// Document.max_output.
    #[getter]
    fn output(&self) -> Option<u64> {
        self.bounds.output
    }

    /// The maximum time of the parser in seconds. Unlike the other bounds, it depends on the machine and its load; it is checked
    /// after each 64 KiB of input.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.time.map(|time| time.as_secs_f64())
    }

    /// The arguments of the constructor, for pickle.
    #[pyo3(signature = () -> "tuple[tuple[()], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        for (name, most) in self.bounds() {
            arguments.set_item(name, most)?;
        }
        arguments.set_item("seconds", self.seconds())?;
        Ok((PyTuple::empty(py), arguments))
    }

    fn __repr__(&self) -> String {
        let mut bounds: Vec<_> = self.bounds().map(|(name, most)| format!("{name}={most}")).collect();
        bounds.extend(self.seconds().map(|seconds| format!("seconds={seconds}")));
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
    time: Option<Duration>,
}

impl Options {
    /// Reads the arguments that all functions have.
    pub(crate) fn new(
        py: Python<'_>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        prefer_utf8: bool,
        scripting: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let Limits { bounds, time } = limits.unwrap_or(Limits::UNLIMITED);
        let parser = Parser::new().scripting(scripting).limits(bounds);
        let hints = encoding_hints(py, content_type, encoding)?.prefer_utf8(prefer_utf8);
        let is_for_bytes = content_type.is_some() || encoding.is_some();
        Ok(Self { parser, hints, scripting, is_for_bytes, time })
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

    /// Refuses an encoding for text, which is decoded already, and compressed bytes.
    pub(crate) fn check(&self, input: &Input) -> PyResult<()> {
        if self.is_for_bytes {
            Self::check_bytes(input)?;
        }
        let Content::Bytes(bytes) = input.content() else { return Ok(()) };
        match COMPRESSED.iter().find(|(start, ..)| bytes.starts_with(start)) {
            None => Ok(()),
            Some((_, format, function)) => Err(PyValueError::new_err(format!(
                "the bytes are compressed with {format}; decompress them first: {function}(data)"
            ))),
        }
    }

    /// Refuses text where an argument is given that applies only to bytes.
    pub(crate) fn check_bytes(input: &Input) -> PyResult<()> {
        match input.content() {
            Content::Bytes(_) => Ok(()),
            Content::Text(_) => Err(PyValueError::new_err(
                "encoding and content_type are for bytes; a str is decoded already, so leave them out or pass the bytes",
            )),
        }
    }

    /// Parses a document, or a fragment if there is a context. Returns the time limit if it was exceeded.
    pub(crate) fn parse(
        &self,
        input: &Input,
        hints: &EncodingHints,
        context: Option<&Context>,
    ) -> (Parsed, Option<Duration>) {
        if let Some(time) = self.time {
            return self.parse_in_time(input, hints, context, time);
        }
        let parsed = match (input.content(), context) {
            (Content::Text(text), None) => self.parser.parse_shared(text.clone()),
            (Content::Bytes(bytes), None) => self.parser.parse_bytes(bytes, hints),
            (Content::Text(text), Some(context)) => self.parser.parse_fragment(text, context),
            (Content::Bytes(bytes), Some(context)) => self.parser.parse_fragment_bytes(bytes, hints, context),
        };
        (parsed, None)
    }

    /// Parses in pieces, and stops after the piece at whose end the time is over.
    fn parse_in_time(
        &self,
        input: &Input,
        hints: &EncodingHints,
        context: Option<&Context>,
        time: Duration,
    ) -> (Parsed, Option<Duration>) {
        let start = Instant::now();
        let mut is_over = false;
        let mut goes_on = |is_last: bool| {
            is_over = !is_last && start.elapsed() > time;
            !is_over
        };
        let parsed = match input.content() {
            Content::Text(text) => {
                let mut stream =
                    context.map_or_else(|| self.parser.stream(), |it| self.parser.stream_fragment(it));
                let mut rest: &str = text;
                while !rest.is_empty() {
                    let piece;
                    (piece, rest) = rest.split_at(rest.ceil_char_boundary(PIECE));
                    stream.feed(piece);
                    if !goes_on(rest.is_empty()) {
                        break;
                    }
                }
                stream.finish()
            }
            Content::Bytes(bytes) => {
                let document = || self.parser.stream_bytes(hints);
                let mut stream =
                    context.map_or_else(document, |it| self.parser.stream_fragment_bytes(hints, it));
                let mut pieces = bytes.chunks(PIECE).peekable();
                while let Some(piece) = pieces.next() {
                    stream.feed(piece);
                    if !goes_on(pieces.peek().is_none()) {
                        break;
                    }
                }
                stream.finish()
            }
        };
        (parsed, is_over.then_some(time))
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
