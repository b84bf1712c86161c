//! [`Sanitizer`]: the rules for untrusted HTML, and the functions that remove everything that the rules do not allow.

use std::sync::OnceLock;

use hedgerow::sanitize::{
    PolicyOptions, Preset, Report, Sanitizer as Rules, SanitizerAttribute, SanitizerConfig, SanitizerElement,
    StrictSanitizerConfig, Subject,
};
use hedgerow::{Parser, sanitize as library};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::character_index::CharacterIndex;
use crate::document::Document;
use crate::edit::strings;
use crate::error;
use crate::input::{Content, Input};
use crate::node::Node;
use crate::options::{self, Limits};
use crate::parse::Outcome;

/// The maximum number of characters of a configuration that an error message shows.
const MOST_SHOWN: usize = 40;

/// The rules for untrusted HTML.
///
/// >>> sanitizer = Sanitizer({"elements": ["p", {"name": "a", "attributes": ["href"]}]}, link_rel="nofollow")
/// >>> sanitizer.sanitize("<p onclick=x()>Oak <a href=/elm>elm</a><script>x()</script>")
/// '<p>Oak <a href="/elm" rel="nofollow">elm</a></p>'
///
/// config: the name of a preset ("default", "basic", "comments", "email", "article"), or a dict with the members of the
/// standard's SanitizerConfig, such as "elements", "removeElements", "attributes", "comments".
///
/// The keywords are rules beyond the standard. Presets other than "default" have such rules and accept no keywords.
/// url_schemes: the schemes of URLs that are kept, besides relative URLs; remove_relative_urls: whether attributes with
/// relative URLs are removed; link_rel: link types that links get; link_target: the target that links get; prefix_ids:
/// a prefix for ids and names; classes: the classes that are kept; css_properties: the properties that style attributes
/// may have.
///
/// Whatever the configuration says, everything that runs a script is removed.
#[expect(clippy::doc_link_with_quotes, reason = "Python")]
#[pyclass(frozen, eq, module = "hedgerow")]
#[derive(Clone)]
pub(crate) struct Sanitizer {
    rules: Rules,
    origin: Origin,
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

/// The origin of the rules beyond the standard.
#[derive(Clone)]
enum Origin {
    Preset(Preset),
    /// The keywords of the constructor.
    Keywords(PolicyOptions),
}

/// Returns the keywords of the constructor as a dict.
fn dict_of<'py>(py: Python<'py>, keywords: &PolicyOptions) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("url_schemes", &keywords.url_schemes)?;
    dict.set_item("remove_relative_urls", keywords.remove_relative_urls)?;
    dict.set_item("link_rel", &keywords.link_rel)?;
    dict.set_item("link_target", &keywords.link_target)?;
    dict.set_item("prefix_ids", &keywords.prefix_ids)?;
    dict.set_item("classes", &keywords.classes)?;
    dict.set_item("css_properties", &keywords.css_properties)?;
    Ok(dict)
}

fn preset_named(name: &str) -> PyResult<Preset> {
    name.parse().map_err(|error: hedgerow::sanitize::UnknownPreset| PyValueError::new_err(error.to_string()))
}

/// The sanitizer of a preset.
fn preset(name: &str) -> PyResult<Sanitizer> {
    static PRESETS: [OnceLock<Rules>; Preset::ALL.len()] = [const { OnceLock::new() }; Preset::ALL.len()];
    let preset = preset_named(name)?;
    let rules = Preset::ALL.iter().zip(&PRESETS).find(|(other, _)| **other == preset);
    let rules = rules
        .map_or_else(|| preset.sanitizer(), |(_, rules)| rules.get_or_init(|| preset.sanitizer()).clone());
    Ok(Sanitizer { rules, origin: Origin::Preset(preset) })
}

/// Reads a configuration in the standard's shape.
fn read(config: &Bound<'_, PyDict>) -> PyResult<SanitizerConfig> {
    let json: String = config.py().import("json")?.call_method1("dumps", (config,))?.extract()?;
    let read = serde_json::from_str(&json).map(|StrictSanitizerConfig(config)| config);
    read.map_err(|error| {
        let before = json.get(..error.column()).unwrap_or(&json);
        let start = before.char_indices().rev().nth(MOST_SHOWN).map_or(0, |(start, _)| start);
        let message = error.to_string();
        let message = message.rsplit_once(" at line").map_or(&*message, |(message, _)| message);
        PyValueError::new_err(format!("invalid configuration: {message}, at the end of {}", &before[start..]))
    })
}

/// Reads an entry of a list in a configuration.
fn read_entry<T>(
    member: &str,
    entry: &Bound<'_, PyAny>,
    list: impl FnOnce(SanitizerConfig) -> Option<Vec<T>>,
) -> PyResult<T> {
    let config = PyDict::new(entry.py());
    config.set_item(member, [entry])?;
    let entry = list(read(&config)?).and_then(|mut list| list.pop());
    entry.ok_or_else(|| PyValueError::new_err("the configuration has no entry"))
}

/// Reads an element without attributes.
fn element(argument: &Bound<'_, PyAny>) -> PyResult<SanitizerElement> {
    read_entry("removeElements", argument, |config| config.remove_elements)
}

/// Reads an attribute.
fn attribute(argument: &Bound<'_, PyAny>) -> PyResult<SanitizerAttribute> {
    read_entry("attributes", argument, |config| config.attributes)
}

impl Sanitizer {
    /// The sanitizer with the default configuration of the standard.
    fn standard() -> Self {
        Self::from_rules(Rules::new())
    }

    fn from_rules(rules: Rules) -> Self {
        Self { rules, origin: Origin::Keywords(PolicyOptions::default()) }
    }

    /// Reads an argument: a sanitizer, the name of a preset, or a configuration.
    fn of(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(sanitizer) = argument.cast::<Self>() {
            return Ok(sanitizer.get().clone());
        }
        if let Ok(name) = argument.cast::<PyString>() {
            return preset(name.to_str()?);
        }
        let Ok(config) = argument.cast::<PyDict>() else {
            let message = "a sanitizer is the name of a preset, a dict or a Sanitizer, not";
            return Err(PyTypeError::new_err(format!("{message} {}", argument.get_type().name()?)));
        };
        Rules::from_config(read(config)?)
            .map(Self::from_rules)
            .map_err(|error| PyValueError::new_err(format!("invalid configuration: {error}")))
    }

    /// Returns a changed copy.
    fn changed(&self, change: impl FnOnce(&mut Rules) -> bool) -> Self {
        let mut copy = self.clone();
        change(&mut copy.rules);
        copy
    }
}

/// Reads the HTML.
fn text(input: &Input) -> PyResult<&str> {
    match input.content() {
        Content::Text(text) => Ok(text),
        Content::Bytes(_) => Err(PyTypeError::new_err("a sanitizer takes a str; decode the bytes first")),
    }
}

/// The parser with limits.
fn parser(limits: Option<Limits>) -> Parser {
    Parser::new().limits(limits.map_or(hedgerow::Limits::UNLIMITED, |limits| limits.bounds))
}

/// Sanitizes a text, and raises a `LimitError` with the document so far if a limit is exceeded.
fn sanitized(
    py: Python<'_>,
    html: &str,
    rules: &Rules,
    limits: Option<Limits>,
) -> PyResult<library::Sanitized> {
    let sanitized = py.detach(|| parser(limits).sanitize(html, rules));
    let Some(stop) = sanitized.stop else { return Ok(sanitized) };
    let tree = hedgerow::parse_fragment(&sanitized.html, &hedgerow::Context::html("div"));
    let document = Bound::new(py, Document::from_tree(tree, false))?;
    Err(error::limit(stop.to_string(), document.into_any().unbind()))
}

#[pymethods]
impl Sanitizer {
    #[new]
    #[pyo3(signature = (config: "str | dict[str, Any] | Sanitizer | None" = None, *, url_schemes: "Iterable[str] | None" = None, remove_relative_urls = false, link_rel = None, link_target = None, prefix_ids = None, classes: "Iterable[str] | None" = None, css_properties: "Iterable[str] | None" = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        config: Option<&Bound<'_, PyAny>>,
        url_schemes: Option<&Bound<'_, PyAny>>,
        remove_relative_urls: bool,
        link_rel: Option<String>,
        link_target: Option<String>,
        prefix_ids: Option<String>,
        classes: Option<&Bound<'_, PyAny>>,
        css_properties: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = config.map_or_else(|| Ok(Self::standard()), Self::of)?;
        let keywords = PolicyOptions {
            url_schemes: url_schemes.map(|all| strings("url_schemes", all)).transpose()?,
            remove_relative_urls,
            link_rel,
            link_target,
            prefix_ids,
            classes: classes.map(|all| strings("classes", all)).transpose()?,
            css_properties: css_properties.map(|all| strings("css_properties", all)).transpose()?,
        };
        if keywords == PolicyOptions::default() {
            return Ok(given);
        }
        if config.is_some_and(|config| {
            !config.is_instance_of::<PyDict>() && !config.eq("default").unwrap_or(false)
        }) {
            return Err(PyValueError::new_err(
                "keyword rules cannot be combined with a preset or a Sanitizer; pass a configuration: Sanitizer(sanitizer.config(), …)",
            ));
        }
        Ok(Self { rules: given.rules.with_policy(keywords.policy()), origin: Origin::Keywords(keywords) })
    }

    /// The function and the arguments that create an equal sanitizer, for pickle.
    #[pyo3(signature = () -> "Any")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (preset, keywords) = match &self.origin {
            Origin::Preset(preset) => (Some(preset.name()), PyDict::new(py)),
            Origin::Keywords(keywords) => (None, dict_of(py, keywords)?),
        };
        let restored = py.get_type::<Self>().getattr("_restored")?;
        (restored, (self.config(py)?, preset, keywords)).into_pyobject(py)
    }

    /// A sanitizer with the configuration of another one, and with the rules of a preset beyond the standard, or with keywords.
    #[staticmethod]
    #[pyo3(signature = (config: "dict[str, Any]", preset, keywords: "dict[str, Any]"))]
    fn _restored(
        config: &Bound<'_, PyDict>,
        preset: Option<&str>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let sanitizer = config.py().get_type::<Self>().call((config,), Some(keywords))?;
        let mut sanitizer = sanitizer.cast_into::<Self>()?.get().clone();
        if let Some(name) = preset {
            let preset = preset_named(name)?;
            sanitizer.rules = sanitizer.rules.with_policy(preset.policy());
            sanitizer.origin = Origin::Preset(preset);
        }
        Ok(sanitizer)
    }

    /// The configuration: a dict with the members of the standard's SanitizerConfig, with sorted lists.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = serde_json::to_string(&self.rules.config())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(py.import("json")?.call_method1("loads", (json,))?.cast_into()?)
    }

    /// A copy that also allows an element, whose attributes may be restricted: a name, or a dict with "name", "namespace",
    /// "attributes" or "removeAttributes".
    #[pyo3(signature = (element: "str | dict[str, Any]"))]
    fn allow_element(&self, element: &Bound<'_, PyAny>) -> PyResult<Self> {
        let element = read_entry("elements", element, |config| config.elements)?;
        Ok(self.changed(|rules| rules.allow_element(element)))
    }

    /// A copy that removes an element with all that is in it.
    #[pyo3(signature = (element: "str | dict[str, Any]"))]
    fn remove_element(&self, element: &Bound<'_, PyAny>) -> PyResult<Self> {
        let element = self::element(element)?;
        Ok(self.changed(|rules| rules.remove_element(element)))
    }

    /// A copy that replaces an element with its children.
    #[pyo3(signature = (element: "str | dict[str, Any]"))]
    fn replace_element_with_children(&self, element: &Bound<'_, PyAny>) -> PyResult<Self> {
        let element = self::element(element)?;
        Ok(self.changed(|rules| rules.replace_element_with_children(element)))
    }

    /// A copy that also allows an attribute on all elements.
    #[pyo3(signature = (attribute: "str | dict[str, Any]"))]
    fn allow_attribute(&self, attribute: &Bound<'_, PyAny>) -> PyResult<Self> {
        let attribute = self::attribute(attribute)?;
        Ok(self.changed(|rules| rules.allow_attribute(attribute)))
    }

    /// A copy that removes an attribute from all elements.
    #[pyo3(signature = (attribute: "str | dict[str, Any]"))]
    fn remove_attribute(&self, attribute: &Bound<'_, PyAny>) -> PyResult<Self> {
        let attribute = self::attribute(attribute)?;
        Ok(self.changed(|rules| rules.remove_attribute(attribute)))
    }

    /// Returns HTML that is safe in the content of a div, a li, a td, an article or another element that may contain
    /// paragraphs.
    #[pyo3(signature = (html: "str", *, limits = None))]
    fn sanitize(&self, html: &Bound<'_, PyAny>, limits: Option<Limits>) -> PyResult<String> {
        let input = Input::of(html)?;
        let html_text = text(&input)?;
        match limits {
            // Without a report, sanitizing is faster. The error needs the document, which is sanitized again.
            None => match html.py().detach(|| Parser::new().try_sanitize(html_text, &self.rules)) {
                Ok(sanitized) => Ok(sanitized),
                Err(_) => Ok(sanitized(html.py(), html_text, &self.rules, None)?.html),
            },
            Some(_) => Ok(sanitized(html.py(), html_text, &self.rules, limits)?.html),
        }
    }

    /// Returns the same HTML as sanitize(), and a list of the removals and changes.
    #[pyo3(signature = (html: "str", *, limits = None) -> "tuple[str, list[Removal]]")]
    fn sanitize_with_report(
        &self,
        html: &Bound<'_, PyAny>,
        limits: Option<Limits>,
    ) -> PyResult<(String, Vec<Removal>)> {
        let input = Input::of(html)?;
        let html_text = text(&input)?;
        let sanitized = sanitized(html.py(), html_text, &self.rules, limits)?;
        Ok((sanitized.html, Removal::all(&sanitized.report, Some(html_text))))
    }

    /// Parses a document, or a fragment if there is a context, and sanitizes it during parsing: only what is allowed enters
    /// the tree.
    ///
    /// A document is parsed as by a browser without scripting, and its declarative shadow roots are attached if the rules
    /// allow them. A fragment is parsed as by a browser with scripting, so the contents of noscript elements are text, and
    /// no shadow roots are attached.
    #[pyo3(signature = (html: "str", context = None, *, limits = None))]
    fn parse<'py>(
        &self,
        html: &Bound<'py, PyAny>,
        context: Option<&str>,
        limits: Option<Limits>,
    ) -> PyResult<Bound<'py, Document>> {
        let (py, input) = (html.py(), Input::of(html)?);
        let html = text(&input)?;
        let context = context.map(options::context).transpose()?;
        let parsed = py.detach(|| match &context {
            Some(context) => {
                parser(limits).scripting(true).parse_fragment_sanitized(html, context, &self.rules)
            }
            None => parser(limits).allow_declarative_shadow_roots(true).parse_sanitized(html, &self.rules),
        });
        Outcome { parsed, out_of_time: None, url: None }.into_document(py, false)
    }

    fn __repr__(&self) -> String {
        let config = self.rules.config();
        let describe = |kind: &str, kept: Option<usize>, removed: usize| match kept {
            Some(kept) => format!("{kept} {kind}"),
            None => format!("all {kind} except {removed}"),
        };
        let removed = config.remove_elements.as_ref().map_or(0, Vec::len)
            + config.replace_with_children_elements.as_ref().map_or(0, Vec::len);
        let elements = describe("elements", config.elements.as_ref().map(Vec::len), removed);
        let removed = config.remove_attributes.as_ref().map_or(0, Vec::len);
        let attributes = describe("attributes", config.attributes.as_ref().map(Vec::len), removed);
        format!("<Sanitizer, {elements}, {attributes}>")
    }
}

/// A node or an attribute that a sanitizer removed or changed.
#[pyclass(frozen, eq, get_all, module = "hedgerow")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Removal {
    /// The description: "removed attribute onclick of p: event handler".
    message: String,
    /// The name of the element; None for a comment or a processing instruction.
    element: Option<String>,
    /// The name of the attribute; None if a node was removed or replaced.
    attribute: Option<String>,
    /// The start and the end in the HTML, in characters; None if they are not known.
    span: Option<(u32, u32)>,
    /// The line of the start, from 1.
    line: Option<u32>,
    /// The column of the start, in characters, from 1.
    column: Option<u32>,
}

impl Removal {
    /// Converts a report. The source is needed for lines, columns and offsets in characters.
    fn all(report: &Report, source: Option<&str>) -> Vec<Self> {
        let source =
            source.filter(|_| !report.is_empty()).map(|source| (source, CharacterIndex::new(source)));
        let convert = |removal: &library::Removal| {
            let (element, attribute) = match &removal.subject {
                Subject::Element(name) | Subject::ReplacedElement(name) => (Some(name), None),
                Subject::Attribute { element, attribute }
                | Subject::ChangedAttribute { element, attribute } => (Some(element), Some(attribute)),
                _ => (None, None),
            };
            let place = source.as_ref().zip(removal.span).map(|((source, index), span)| {
                let characters = |offset| index.characters(source, offset);
                let (line, column) = index.line_and_column(source, span.start);
                ((characters(span.start), characters(span.end)), line, column)
            });
            Self {
                message: removal.to_string(),
                element: element.cloned(),
                attribute: attribute.cloned(),
                span: place.map(|(span, ..)| span),
                line: place.map(|(_, line, _)| line),
                column: place.map(|(.., column)| column),
            }
        };
        report.removals().iter().map(convert).collect()
    }
}

#[pymethods]
impl Removal {
    fn __repr__(&self) -> String {
        format!("<Removal {:?}>", self.message)
    }

    fn __str__(&self) -> &str {
        &self.message
    }
}

/// Implements `Node.sanitize()`.
pub(crate) fn sanitize_node(
    node: &Node,
    py: Python<'_>,
    sanitizer: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Removal>> {
    let sanitizer = sanitizer.map_or_else(|| Ok(Sanitizer::standard()), Sanitizer::of)?;
    let mut tree = node.document.get().write(py);
    if tree.get(node.id).is_none() {
        return Err(error::stale());
    }
    let report = sanitizer.rules.sanitize_tree(&mut tree, node.id);
    Ok(Removal::all(&report, None))
}

/// Removes everything that a sanitizer does not allow. The returned HTML is safe in the content of a div, a li, a td, an article
/// or another element that may contain paragraphs.
///
/// sanitizer: a Sanitizer, the name of a preset ("default", "basic", "comments", "email", "article"), or a dict with a
/// configuration of the standard.
#[pyfunction]
#[pyo3(signature = (html: "str", sanitizer: "str | dict[str, Any] | Sanitizer | None" = None, *, limits = None))]
pub(crate) fn sanitize(
    html: &Bound<'_, PyAny>,
    sanitizer: Option<&Bound<'_, PyAny>>,
    limits: Option<Limits>,
) -> PyResult<String> {
    let sanitizer = sanitizer.map_or_else(|| Ok(Sanitizer::standard()), Sanitizer::of)?;
    sanitizer.sanitize(html, limits)
}
