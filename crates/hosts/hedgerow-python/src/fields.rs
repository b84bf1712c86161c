//! [`Fields`]: what an [`Extractor`](crate::extractor::Extractor) reads of a page, as strings and without objects for nodes.

use std::cell::LazyCell;
use std::fmt;

use hedgerow::extract::{FieldPart, FieldSelector, Resolver};
use hedgerow::serialize::{LimitedWriter, OutputLimit, SerializeOptions};
use hedgerow::{NodeRef, ToHtml as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::error;
use crate::node::write_text;
use crate::output::Output;
use crate::query::Selector;

/// The maximum depth of fields that contain other fields.
const MOST_NESTED: usize = 32;

/// A field of an Extractor, with options.
///
/// >>> extract = Extractor({"title": Field("h1", required=True), "tags": Field(["a.tag"], default=["none"])})
/// >>> extract("<h1>Oak</h1>")
/// {'title': 'Oak', 'tags': ['none']}
///
/// default: the value if nothing matches. required: raise an ExtractionError if nothing matches. strip: collapse whitespace in
/// texts; None means the setting of the Extractor.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Field {
    what: Py<PyAny>,
    default: Option<Py<PyAny>>,
    required: bool,
    strip: Option<bool>,
}

#[pymethods]
impl Field {
    #[new]
    #[pyo3(signature = (what: "Any", *, default: "Any" = None, required: "bool" = false, strip: "bool | None" = None))]
    fn new(what: Py<PyAny>, default: Option<Py<PyAny>>, required: bool, strip: Option<bool>) -> Self {
        Self { what, default, required, strip }
    }

    /// The arguments of the constructor, for pickle.
    #[pyo3(signature = () -> "tuple[tuple[Any], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("default", &self.default)?;
        options.set_item("required", self.required)?;
        options.set_item("strip", self.strip)?;
        Ok((PyTuple::new(py, [&self.what])?, options))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Field({})", self.what.bind(py).repr()?))
    }
}

/// The node that a field reads: the match itself, the first match in it, or all matches.
enum Place {
    Itself,
    First(Selector),
    All(Selector),
}

/// The part of a node that a field reads.
enum Part {
    Of(FieldPart),
    Record(Fields),
}

/// The specification of a field.
struct Specification {
    name: String,
    place: Place,
    part: Part,
    strip: bool,
    required: bool,
    default: Option<Py<PyAny>>,
}

/// The fields of a record.
pub(crate) struct Fields(Vec<Specification>);

/// The value of a field of a page.
pub(crate) enum Value<'t> {
    Missing,
    Borrowed(&'t str),
    Owned(String),
    List(Vec<Self>),
    Record(Vec<Self>),
}

/// The reason why the fields of a page cannot be extracted.
pub(crate) enum Failure {
    Output(OutputLimit),
    /// A required field is missing; the names of the fields that lead to it.
    Missing(String),
}

impl From<OutputLimit> for Failure {
    fn from(limit: OutputLimit) -> Self {
        Self::Output(limit)
    }
}

impl Failure {
    /// The exception.
    #[cold]
    pub(crate) fn error(self) -> PyErr {
        match self {
            Self::Output(limit) => error::output(limit),
            Self::Missing(field) => error::extraction(field),
        }
    }

    /// Adds the name of the field around the field that is missing.
    fn within(self, name: &str) -> Self {
        match self {
            Self::Missing(field) => Self::Missing(format!("{name}.{field}")),
            Self::Output(limit) => Self::Output(limit),
        }
    }
}

/// The page of an extraction.
struct Page<'p, R> {
    /// Created when the first address is resolved, because it searches the document for its base URL.
    resolver: LazyCell<Resolver, R>,
    scripting: bool,
    output: &'p mut Output,
}

impl Specification {
    /// Reads a field: a selector, a list with a selector, a list with a selector and a dict of fields, or a `Field`.
    fn of(name: String, field: &Bound<'_, PyAny>, depth: usize, strip: bool) -> PyResult<Self> {
        if let Ok(options) = field.cast::<Field>() {
            let (py, options) = (field.py(), options.get());
            let what = options.what.bind(py);
            if what.is_instance_of::<Field>() {
                return Err(PyValueError::new_err("a Field contains a selector or a list, not a Field"));
            }
            let inner = Self::of(name, what, depth, options.strip.unwrap_or(strip))?;
            let default = options.default.as_ref().map(|default| default.clone_ref(py));
            return Ok(Self { default, required: options.required, ..inner });
        }
        let specification = |place, part| Self { name, place, part, strip, required: false, default: None };
        let Ok(list) = field.cast::<PyList>() else {
            let (selector, part) = Self::read(&Self::text_of(field)?)?;
            return Ok(specification(selector.map_or(Place::Itself, Place::First), Part::Of(part)));
        };
        if !matches!(list.len(), 1 | 2) {
            let message =
                "a field is a selector, [selector], [selector, {name: field}], or a Field with one of them";
            return Err(PyValueError::new_err(message));
        }
        let first = Self::text_of(&list.get_item(0)?)?;
        let (selector, part) = Self::read(&first)?;
        let Some(fields) = list.iter().nth(1) else {
            return match selector {
                Some(selector) => Ok(specification(Place::All(selector), Part::Of(part))),
                None => Err(PyValueError::new_err(
                    "a list needs a selector for its elements; for the match itself, leave the brackets out",
                )),
            };
        };
        let has_pseudo_element = FieldSelector::new(&first).selector != Some(first.trim_ascii());
        let (Some(selector), FieldPart::Text, false) = (selector, part, has_pseudo_element) else {
            let message = "the selector of a list of records finds elements, so it cannot end in ::text, ::html, ::attr() \
                           or ::abs(): the other strings of the elements would be lost; use them in the fields";
            return Err(PyValueError::new_err(message));
        };
        Ok(specification(Place::All(selector), Part::Record(Fields::of(&fields, depth + 1, strip)?)))
    }

    /// Returns the selector of elements, `None` for the match itself, and what is read of each element.
    fn read(text: &str) -> PyResult<(Option<Selector>, FieldPart)> {
        let FieldSelector { selector, part } = FieldSelector::new(text);
        Ok((selector.map(Selector::compile).transpose()?, part))
    }

    /// The text of a selector.
    fn text_of(selector: &Bound<'_, PyAny>) -> PyResult<String> {
        match selector.cast::<PyString>() {
            Ok(text) => Ok(text.to_str()?.to_owned()),
            Err(_) => Ok(Selector::of(selector)?.compiled().to_string()),
        }
    }

    fn extract<'t, R: FnOnce() -> Resolver>(
        &self,
        node: NodeRef<'t>,
        page: &mut Page<'_, R>,
    ) -> Result<Value<'t>, Failure> {
        let value = match (&self.place, &self.part) {
            (Place::All(selector), Part::Of(FieldPart::Strings)) => {
                let texts = selector.strings(node).map(|text| page.borrowed(text));
                Value::List(texts.collect::<Result<_, _>>()?)
            }
            (Place::First(selector), Part::Of(FieldPart::Strings)) => {
                selector.strings(node).next().map_or(Ok(Value::Missing), |text| page.borrowed(text))?
            }
            (Place::Itself, part) => self.read_part(part, node, page)?,
            (Place::First(selector), part) => {
                let first = selector.nodes(node).next();
                first.map_or(Ok(Value::Missing), |first| self.read_part(part, first, page))?
            }
            (Place::All(selector), part) => {
                let mut values = Vec::new();
                for found in selector.nodes(node) {
                    match self.read_part(part, found, page)? {
                        Value::Missing => {}
                        value => values.push(value),
                    }
                }
                Value::List(values)
            }
        };
        let is_missing = match &value {
            Value::Missing => true,
            Value::List(values) => values.is_empty(),
            _ => false,
        };
        match is_missing {
            true if self.required => Err(Failure::Missing(self.name.clone())),
            true if self.default.is_some() => Ok(Value::Missing),
            _ => Ok(value),
        }
    }

    fn read_part<'t, R: FnOnce() -> Resolver>(
        &self,
        part: &Part,
        node: NodeRef<'t>,
        page: &mut Page<'_, R>,
    ) -> Result<Value<'t>, Failure> {
        match part {
            Part::Record(fields) => fields.extract(node, page).map_err(|failure| failure.within(&self.name)),
            Part::Of(FieldPart::Attribute(name)) => {
                Ok(node.attribute(name).map_or(Ok(Value::Missing), |value| page.borrowed(value))?)
            }
            Part::Of(FieldPart::Address(name)) => {
                let url = node.attribute(name).and_then(|address| page.resolver.join(address));
                Ok(url.map_or(Ok(Value::Missing), |url| page.owned(url))?)
            }
            Part::Of(FieldPart::Html) => {
                let options = SerializeOptions::default().scripting(page.scripting);
                let html =
                    LimitedWriter::text(page.output.left(), |html| node.write_outer_html(html, options))?;
                Ok(page.owned(html)?)
            }
            Part::Of(FieldPart::Text | FieldPart::Strings) => {
                let text = LimitedWriter::text(page.output.left(), |text| {
                    if self.strip {
                        write_text(node, "", false, &mut Collapsed::new(text))
                    } else {
                        write_text(node, "", false, text)
                    }
                })?;
                Ok(page.owned(text)?)
            }
        }
    }

    /// Converts the extracted value.
    fn to_python<'py>(&self, py: Python<'py>, value: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match (&self.part, value) {
            (_, Value::Missing) => match &self.default {
                Some(default) => default.bind(py).clone(),
                None => py.None().into_bound(py),
            },
            (_, Value::Borrowed(text)) => PyString::new(py, text).into_any(),
            (_, Value::Owned(text)) => PyString::new(py, &text).into_any(),
            (_, Value::List(values)) => {
                let values: Vec<_> =
                    values.into_iter().map(|value| self.to_python(py, value)).collect::<PyResult<_>>()?;
                PyList::new(py, values)?.into_any()
            }
            (Part::Record(fields), Value::Record(values)) => fields.to_dict(py, values)?.into_any(),
            (_, Value::Record(_)) => py.None().into_bound(py),
        })
    }
}

impl<R: FnOnce() -> Resolver> Page<'_, R> {
    fn borrowed<'t>(&mut self, text: &'t str) -> Result<Value<'t>, OutputLimit> {
        self.output.count(text).map(|()| Value::Borrowed(text))
    }

    fn owned<'t>(&mut self, text: String) -> Result<Value<'t>, OutputLimit> {
        self.output.count(&text).map(|()| Value::Owned(text))
    }
}

impl Fields {
    /// Reads a dict of fields.
    pub(crate) fn of(fields: &Bound<'_, PyAny>, depth: usize, strip: bool) -> PyResult<Self> {
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
            let specification = Specification::of(name.clone(), &field, depth, strip);
            specification.map_err(|error| error::in_field(fields.py(), error, &name))
        };
        // A copy, because another thread may change the dict.
        Ok(Self(fields.copy()?.iter().map(read).collect::<PyResult<_>>()?))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|field| field.name.as_str())
    }

    /// The values of the fields of a page. `url` is the address of the page.
    pub(crate) fn of_page<'t>(
        &self,
        node: NodeRef<'t>,
        url: Option<&str>,
        scripting: bool,
        most: u64,
    ) -> Result<Value<'t>, Failure> {
        let resolver = LazyCell::new(|| Resolver::new(node.document(), url));
        let mut output = Output::new(most);
        self.extract(node, &mut Page { resolver, scripting, output: &mut output })
    }

    fn extract<'t, R: FnOnce() -> Resolver>(
        &self,
        node: NodeRef<'t>,
        page: &mut Page<'_, R>,
    ) -> Result<Value<'t>, Failure> {
        Ok(Value::Record(self.0.iter().map(|field| field.extract(node, page)).collect::<Result<_, _>>()?))
    }

    /// Converts the values of fields.
    pub(crate) fn to_dict<'py>(
        &self,
        py: Python<'py>,
        values: Vec<Value<'_>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, value) in self.0.iter().zip(values) {
            dict.set_item(&field.name, field.to_python(py, value)?)?;
        }
        Ok(dict)
    }
}

impl Value<'_> {
    pub(crate) fn into_owned(self) -> Value<'static> {
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

/// A writer that collapses whitespace: each run becomes a space, and none is written at the start and at the end.
struct Collapsed<'w, W> {
    writer: &'w mut W,
    has_text: bool,
    has_space: bool,
}

impl<'w, W: fmt::Write> Collapsed<'w, W> {
    fn new(writer: &'w mut W) -> Self {
        Self { writer, has_text: false, has_space: false }
    }
}

impl<W: fmt::Write> fmt::Write for Collapsed<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.has_space |= text.starts_with(|c: char| c.is_ascii_whitespace());
        for word in text.split_ascii_whitespace() {
            if std::mem::take(&mut self.has_space) && self.has_text {
                self.writer.write_char(' ')?;
            }
            self.writer.write_str(word)?;
            (self.has_text, self.has_space) = (true, true);
        }
        self.has_space = text.ends_with(|c: char| c.is_ascii_whitespace())
            || (self.has_space && text.split_ascii_whitespace().next().is_none());
        Ok(())
    }
}
