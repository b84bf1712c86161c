//! [`Extractor`]: the strings that several selectors find on a page, in one call and without objects for nodes.

use hedgerow::serialize::{LimitedWriter, OutputLimit};
use hedgerow::{NodeRef, Parsed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use rayon::prelude::*;

use crate::cores::on_all_cores;
use crate::document::Document;
use crate::error;
use crate::input::Input;
use crate::node::{Node, write_text};
use crate::options::{Limits, Options};
use crate::output::{Output, default_limit};
use crate::query::Selector;

/// The maximum depth of fields that contain other fields.
const MOST_NESTED: usize = 32;

/// The number of pages that are parsed at a time, in parallel.
const PAGES_AT_A_TIME: usize = 256;

/// The specification of a field.
enum Field {
    /// The first match, or None.
    First(Selector),
    /// All matches.
    All(Selector),
    /// For each match, the fields in it.
    Each(Selector, Vec<(String, Self)>),
}

/// The value of a field of a page.
enum Value<'t> {
    Missing,
    Borrowed(&'t str),
    Owned(String),
    List(Vec<Self>),
    Record(Vec<Self>),
}

impl Field {
    /// Reads a field: a selector, a list with a selector, or a list with a selector and a dict of fields.
    fn of(field: &Bound<'_, PyAny>, depth: usize) -> PyResult<Self> {
        let Ok(list) = field.cast::<PyList>() else { return Ok(Self::First(Selector::of(field)?)) };
        match list.len() {
            1 => Ok(Self::All(Selector::of(&list.get_item(0)?)?)),
            2 => {
                let selector = Selector::of(&list.get_item(0)?)?;
                if selector.gives_strings() {
                    let message = "the selector of a list of records finds elements, so it cannot end in ::text or ::attr()";
                    return Err(PyValueError::new_err(message));
                }
                Ok(Self::Each(selector, Self::all_of(&list.get_item(1)?, depth + 1)?))
            }
            _ => Err(PyValueError::new_err("a field is a selector, [selector] or [selector, {name: field}]")),
        }
    }

    /// Reads a dict of fields.
    fn all_of(fields: &Bound<'_, PyAny>, depth: usize) -> PyResult<Vec<(String, Self)>> {
        if depth > MOST_NESTED {
            return Err(PyValueError::new_err(format!("more than {MOST_NESTED} levels of fields")));
        }
        let Ok(fields) = fields.cast::<PyDict>() else {
            let message =
                format!("fields are a dict from names to selectors, not {}", fields.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        let read = |(name, field): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name: String = name.extract()?;
            match Self::of(&field, depth) {
                Ok(field) => Ok((name, field)),
                Err(error) => Err(error::in_field(fields.py(), error, &name)),
            }
        };
        // A copy, because another thread may change the dict.
        fields.copy()?.iter().map(read).collect()
    }

    fn extract<'t>(&self, node: NodeRef<'t>, output: &mut Output) -> Result<Value<'t>, OutputLimit> {
        let borrowed = |text| output.count(text).map(|()| Value::Borrowed(text));
        Ok(match self {
            Self::First(selector) if selector.gives_strings() => {
                selector.strings(node).next().map_or(Ok(Value::Missing), borrowed)?
            }
            Self::First(selector) => {
                let found = selector.nodes(node).next();
                found.map_or(Ok(Value::Missing), |found| Value::text(found, output))?
            }
            Self::All(selector) if selector.gives_strings() => {
                Value::List(selector.strings(node).map(borrowed).collect::<Result<_, _>>()?)
            }
            Self::All(selector) => {
                let texts = selector.nodes(node).map(|found| Value::text(found, output));
                Value::List(texts.collect::<Result<_, _>>()?)
            }
            Self::Each(selector, fields) => {
                let records = selector.nodes(node).map(|found| Value::record(fields, found, output));
                Value::List(records.collect::<Result<_, _>>()?)
            }
        })
    }

    /// Converts the extracted value.
    fn to_python<'py>(&self, py: Python<'py>, value: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match (self, value) {
            (_, Value::Borrowed(text)) => PyString::new(py, text).into_any(),
            (_, Value::Owned(text)) => PyString::new(py, &text).into_any(),
            (_, Value::List(values)) => {
                let values: Vec<_> =
                    values.into_iter().map(|value| self.to_python(py, value)).collect::<PyResult<_>>()?;
                PyList::new(py, values)?.into_any()
            }
            (Self::Each(_, fields), Value::Record(values)) => record(py, fields, values)?,
            (_, Value::Missing | Value::Record(_)) => py.None().into_bound(py),
        })
    }
}

impl<'t> Value<'t> {
    /// The fields of a tree.
    fn of_tree(fields: &[(String, Field)], node: NodeRef<'t>, most: u64) -> Result<Self, OutputLimit> {
        Self::record(fields, node, &mut Output::new(most))
    }

    fn record(
        fields: &[(String, Field)],
        node: NodeRef<'t>,
        output: &mut Output,
    ) -> Result<Self, OutputLimit> {
        Ok(Self::Record(
            fields.iter().map(|(_, field)| field.extract(node, output)).collect::<Result<_, _>>()?,
        ))
    }

    /// The text in a node.
    fn text(node: NodeRef<'t>, output: &mut Output) -> Result<Self, OutputLimit> {
        let text = LimitedWriter::text(output.left(), |text| write_text(node, "", false, text))?;
        output.count(&text)?;
        Ok(Self::Owned(text))
    }

    fn into_owned(self) -> Value<'static> {
        let all = |values: Vec<Self>| values.into_iter().map(Self::into_owned).collect();
        match self {
            Self::Missing => Value::Missing,
            Self::Borrowed(text) => Value::Owned(text.to_owned()),
            Self::Owned(text) => Value::Owned(text),
            Self::List(values) => Value::List(all(values)),
            Self::Record(values) => Value::Record(all(values)),
        }
    }
}

/// Converts the values of fields.
fn record<'py>(
    py: Python<'py>,
    fields: &[(String, Field)],
    values: Vec<Value<'_>>,
) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    for ((name, field), value) in fields.iter().zip(values) {
        dict.set_item(name, field.to_python(py, value)?)?;
    }
    Ok(dict.into_any())
}

/// Extracts strings from pages.
///
/// >>> extract = Extractor({"title": "h1::text", "links": ["a::attr(href)"]})
/// >>> extract("<h1>Oak</h1><a href=/1>")
/// {'title': 'Oak', 'links': ['/1']}
///
/// A field that is a selector finds the first string, or None. A list with a selector finds all strings. A list with a
/// selector and a dict of fields finds a dict for each match. A selector without "::text" or "::attr(name)" finds the
/// text in an element.
#[expect(clippy::doc_link_with_quotes, reason = "Python")]
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Extractor {
    fields: Vec<(String, Field)>,
    options: Options,
}

impl Extractor {
    fn convert<'py>(&self, py: Python<'py>, value: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        match value {
            Value::Record(values) => record(py, &self.fields, values),
            _ => Ok(py.None().into_bound(py)),
        }
    }

    /// Raises a `LimitError` if a limit stopped the parser.
    fn complete(&self, py: Python<'_>, parsed: Parsed) -> PyResult<Parsed> {
        match parsed.stop() {
            None => Ok(parsed),
            Some(stop) => Err(Document::limit_error(py, stop, parsed, self.options.scripting)),
        }
    }
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (fields: "Mapping[str, Any]", *, content_type = None, encoding = None, scripting = false, limits = None))]
    fn new(
        fields: &Bound<'_, PyAny>,
        content_type: Option<&str>,
        encoding: Option<&str>,
        scripting: bool,
        limits: Option<Limits>,
    ) -> PyResult<Self> {
        let options = Options::new(fields.py(), content_type, encoding, scripting, limits)?;
        Ok(Self { fields: Field::all_of(fields, 0)?, options })
    }

    /// Extracts the fields from a page, which is parsed first, or from a Document or a Node.
    #[pyo3(signature = (page: "str | Buffer | Document | Node") -> "dict[str, Any]")]
    fn __call__<'py>(&self, page: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = page.py();
        let node = match page.cast::<Document>() {
            Ok(document) => Some(Document::document_node(document)?),
            Err(_) => page.cast::<Node>().ok().cloned(),
        };
        if let Some(node) = node {
            let node = node.get();
            // Owned, because dicts must not be created while the tree is locked.
            let document = &node.document;
            let value = node.read(py, |node| {
                let most = document.get().most_output(node.document());
                Value::of_tree(&self.fields, node, most).map(Value::into_owned)
            })?;
            return self.convert(py, value.map_err(error::output)?);
        }
        let input = Input::of(page)?;
        self.options.check(&input)?;
        let parsed = py.detach(|| self.options.parse(&input, None));
        let parsed = self.complete(py, parsed)?;
        let most = default_limit(parsed.document());
        let value = Value::of_tree(&self.fields, parsed.document().root(), most);
        self.convert(py, value.map_err(error::output)?)
    }

    /// Extracts the fields from many pages, on all cores. Returns a list of dicts, in the order of the pages.
    #[pyo3(signature = (pages: "Iterable[str | Buffer]") -> "list[dict[str, Any]]")]
    fn many<'py>(&self, pages: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = pages.py();
        let results = PyList::empty(py);
        let mut pages = Input::each(pages, &self.options)?;
        loop {
            let inputs: Vec<_> = pages.by_ref().take(PAGES_AT_A_TIME).collect::<PyResult<_>>()?;
            if inputs.is_empty() {
                return Ok(results);
            }
            let parse = || inputs.par_iter().map(|input| self.options.parse(input, None)).collect();
            let parsed: Vec<Parsed> = py.detach(|| on_all_cores(parse));
            let completed = parsed.into_iter().enumerate().map(|(index, parsed)| {
                self.complete(py, parsed)
                    .map_err(|error| error::in_document(py, error, results.len() + index))
            });
            let parsed: Vec<Parsed> = completed.collect::<PyResult<_>>()?;
            let extract = |parsed| {
                let document = Parsed::document(parsed);
                Value::of_tree(&self.fields, document.root(), default_limit(document))
            };
            let values: Vec<Result<Value<'_>, OutputLimit>> =
                py.detach(|| on_all_cores(|| parsed.par_iter().map(extract).collect()));
            for value in values {
                let value =
                    value.map_err(|limit| error::in_document(py, error::output(limit), results.len()))?;
                results.append(self.convert(py, value)?)?;
            }
        }
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|(name, _)| name.as_str()).collect();
        format!("<Extractor {}>", names.join(", "))
    }
}
