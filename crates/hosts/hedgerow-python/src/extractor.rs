//! [`Extractor`]: the strings that several selectors find on a page, in one call.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::document::Document;
use crate::fields::{Failure, Fields, Value};
use crate::node::Node;
use crate::options::{Limits, Options};
use crate::output::default_limit;
use crate::page::Source;
use crate::parse::Outcome;
use crate::results::{Results, Work};

/// Extracts strings from pages.
///
/// >>> extract = Extractor({"title": "h1", "links": ["a", {"url": "::abs(href)", "text": ""}]})
/// >>> extract("<h1>Oak</h1><a href=/1>The <b>leaf</b></a>", url="https://trees.example/")
/// {'title': 'Oak', 'links': [{'url': 'https://trees.example/1', 'text': 'The leaf'}]}
///
/// A field that is a selector reads the first match, or is None. A list with a selector reads all matches. A list with a
/// selector and a dict of fields has a dict for each match. The end of a selector says what is read of an element: "::text", the
/// default, is its whole text; "::html" its HTML; "::attr(name)" the value of an attribute; and "::abs(name)" an attribute as an
/// absolute URL. Without a selector before it, such as "", "::html" or "::attr(href)", a field reads the match itself. A Field
/// has options, such as a default.
///
/// With strip, whitespace in texts is collapsed as in document.title. The other arguments are those of parse().
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Extractor {
    extraction: Arc<Extraction>,
    fields: Py<PyAny>,
    arguments: Py<PyDict>,
}

/// The fields and the settings of an extractor.
pub(crate) struct Extraction {
    pub(crate) fields: Fields,
    pub(crate) options: Options,
}

impl Extraction {
    /// Extracts the fields from a parsed page.
    pub(crate) fn read<'o>(&self, outcome: &'o Outcome) -> Result<Value<'o>, Failure> {
        let document = outcome.parsed.document();
        let scripting = self.options.scripting;
        self.fields.of_page(document.root(), outcome.url.as_deref(), scripting, default_limit(document))
    }

    /// Converts the fields of a page.
    pub(crate) fn convert<'py>(
        &self,
        py: Python<'py>,
        value: Result<Value<'_>, Failure>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match value.map_err(Failure::error)? {
            Value::Record(values) => Ok(self.fields.to_dict(py, values)?.into_any()),
            _ => Ok(py.None().into_bound(py)),
        }
    }
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (fields: "Mapping[str, Any]", *, strip = true, content_type = None, encoding = None, prefer_utf8 = false, scripting = false, limits = None))]
    fn new(
        fields: &Bound<'_, PyAny>,
        strip: bool,
        content_type: Option<&str>,
        encoding: Option<&str>,
        prefer_utf8: bool,
        scripting: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let py = fields.py();
        let options = Options::new(py, content_type, encoding, prefer_utf8, scripting, limits)?;
        let arguments = PyDict::new(py);
        arguments.set_item("strip", strip)?;
        arguments.set_item("content_type", content_type)?;
        arguments.set_item("encoding", encoding)?;
        arguments.set_item("prefer_utf8", prefer_utf8)?;
        arguments.set_item("scripting", scripting)?;
        arguments.set_item("limits", limits)?;
        let extraction = Arc::new(Extraction { fields: Fields::of(fields, 0, strip)?, options });
        let fields = py.import("copy")?.call_method1("deepcopy", (fields,))?.unbind();
        Ok(Self { extraction, fields, arguments: arguments.unbind() })
    }

    /// Extracts the fields from a page, which is parsed first, or from a Document or a Node.
    ///
    /// url: the address of the page, for "::abs()". content_type: the Content-Type header of the page, for bytes.
    #[pyo3(signature = (page: "str | Buffer | Page | Document | Node", *, url = None, content_type = None) -> "dict[str, Any]")]
    fn __call__<'py>(
        &self,
        page: &Bound<'py, PyAny>,
        url: Option<&str>,
        content_type: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, extraction) = (page.py(), &self.extraction);
        let node = match page.cast::<Document>() {
            Ok(document) => Some(Document::document_node(document)?),
            Err(_) => page.cast::<Node>().ok().cloned(),
        };
        if let Some(node) = node {
            let node = node.get();
            let document = node.document.get();
            let url = url.or(document.url());
            // Owned, because dicts must not be created while the tree is locked.
            let value = node.read(py, |node| {
                let most = document.most_output(node.document());
                let value = extraction.fields.of_page(node, url, document.scripting(), most);
                value.map(Value::into_owned)
            })?;
            return extraction.convert(py, value);
        }
        let mut source = Source::of(page, &extraction.options)?;
        source.set(&extraction.options, url, content_type)?;
        let outcome = source.parse(py, extraction.options.clone(), None)?;
        let outcome = outcome.complete(py, extraction.options.scripting)?;
        let value = extraction.read(&outcome);
        extraction.convert(py, value)
    }

    /// Extracts the fields from many pages, on all cores. Returns an iterator of dicts, in the order of the pages. Pages are read
    /// from the iterable in blocks when their results are requested, so any number of pages takes little memory.
    ///
    /// If a page causes an exception, such as a LimitError, next() raises it, and the call after that returns the result of the
    /// next page. With return_exceptions, the exception itself is the result of the page.
    #[pyo3(signature = (pages: "Iterable[str | Buffer | Page]", *, return_exceptions = false) -> "Iterator[dict[str, Any]]")]
    fn many(&self, pages: &Bound<'_, PyAny>, return_exceptions: bool) -> PyResult<Results> {
        Results::new(pages, Work::Records(self.extraction.clone()), return_exceptions)
    }

    /// The arguments of the constructor, for pickle.
    #[pyo3(signature = () -> "tuple[tuple[Any], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::new(py, [&self.fields])?, self.arguments.bind(py).copy()?))
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.extraction.fields.names().collect();
        format!("<Extractor {}>", names.join(", "))
    }
}
