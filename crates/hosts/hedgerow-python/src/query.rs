//! CSS selectors and XPath: [`Selector`], [`XPath`], and the queries that documents and nodes share.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::CString;

use hedgerow::dom::Namespace;
use hedgerow::select::{Select as _, SelectorBuilder};
use hedgerow::serialize::{LimitedWriter, OutputLimit};
use hedgerow::xpath::{self, Value, XPathBuilder, XPathNode};
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::document::Document;
use crate::error;
use crate::node::{Node, write_text};
use crate::output::Output;

/// The maximum number of selectors in a thread's cache. The cache of XPath expressions has the same maximum.
const MAX_CACHED: usize = 256;

/// The minimum number of nodes of a document for which a query releases the interpreter's lock. In a smaller document, releasing
/// the lock costs more than the query.
const LARGE: usize = 10_000;

thread_local! {
    static SELECTORS: RefCell<HashMap<String, Selector>> = RefCell::default();
    static EXPRESSIONS: RefCell<HashMap<String, XPath>> = RefCell::default();
}

/// Returns the compiled form of a text from a cache; compiles and caches the text if the cache does not contain it.
fn cached<T: Clone>(
    cache: &RefCell<HashMap<String, T>>,
    text: &str,
    compile: impl FnOnce() -> PyResult<T>,
) -> PyResult<T> {
    if let Some(compiled) = cache.borrow().get(text) {
        return Ok(compiled.clone());
    }
    let compiled = compile()?;
    let mut cache = cache.borrow_mut();
    if cache.len() >= MAX_CACHED {
        cache.clear();
    }
    cache.insert(text.to_owned(), compiled.clone());
    Ok(compiled)
}

/// A compiled CSS selector. Methods also accept a str, which they compile and cache.
///
/// Besides CSS, a selector may contain "::text", "::attr(name)" and ":contains(text)".
#[pyclass(frozen, module = "hedgerow")]
#[derive(Clone)]
pub(crate) struct Selector(hedgerow::Selector);

impl Selector {
    /// Compiles a selector.
    pub(crate) fn compile(text: &str) -> PyResult<Self> {
        let compiled = SelectorBuilder::new().extensions().parse(text);
        compiled.map(Self).map_err(|error| error::selector(&error))
    }

    /// Reads an argument: a selector or a text.
    pub(crate) fn of(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(selector) = argument.cast::<Self>() {
            return Ok(selector.get().clone());
        }
        let Ok(text) = argument.cast::<PyString>() else {
            let message = format!("a selector is a str or a Selector, not {}", argument.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        let text = text.to_str()?;
        SELECTORS.with(|cache| cached(cache, text, || Self::compile(text)))
    }

    /// Reads the selector argument of a method that returns nodes. A selector whose results are strings is an error.
    pub(crate) fn of_nodes(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        let selector = Self::of(argument)?;
        if selector.gives_strings() {
            return Err(PyValueError::new_err(
                "::text and ::attr() find strings, but this method finds nodes; use css_text()",
            ));
        }
        Ok(selector)
    }

    /// The selector as the crate `hedgerow` represents it.
    pub(crate) fn compiled(&self) -> &hedgerow::Selector {
        &self.0
    }

    /// Whether the results are strings.
    pub(crate) fn gives_strings(&self) -> bool {
        self.0.yields_strings()
    }

    /// Returns the nodes that match. An error of `select` is ignored, because it only means that the results are strings.
    pub(crate) fn nodes<'t>(&self, scope: NodeRef<'t>) -> impl Iterator<Item = NodeRef<'t>> + use<'t> {
        scope.select(&self.0).into_iter().flatten()
    }

    /// Returns the strings that are found. An error of `select_text` is ignored, because it only means that the results are nodes.
    pub(crate) fn strings<'t>(&self, scope: NodeRef<'t>) -> impl Iterator<Item = &'t str> + use<'t> {
        scope.select_text(&self.0).into_iter().flatten()
    }
}

#[pymethods]
impl Selector {
    #[new]
    fn new(selector: &str) -> PyResult<Self> {
        Self::compile(selector)
    }

    /// The arguments of the constructor, for pickle.
    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }

    fn __repr__(&self) -> String {
        format!("<Selector {}>", self.0)
    }
}

/// A compiled XPath 1.0 expression.
///
/// An evaluation that takes more than the given number of steps raises an XPathError; a step is a visited node, or 64 bytes of
/// text. The default is 500 million steps, which take some seconds.
///
/// The prefixes svg, math and xlink are declared: "//svg:svg". A name without a prefix finds only elements of HTML. The functions
/// of EXSLT for regular expressions are known: "//a[re:test(@href, '^/[0-9]+$')]".
#[pyclass(frozen, module = "hedgerow")]
#[derive(Clone)]
pub(crate) struct XPath {
    compiled: xpath::XPath,
    namespaces: Vec<(String, String)>,
    steps: u64,
}

/// The default limit on the steps of an evaluation. Expressions that compare each node with each other one need tens of millions on a
/// page of some thousand elements.
const STEPS: u64 = 500_000_000;

/// The prefixes that are declared.
const PREFIXES: [(&str, Namespace); 3] =
    [("svg", Namespace::Svg), ("math", Namespace::MathMl), ("xlink", Namespace::XLink)];

impl XPath {
    fn compile(py: Python<'_>, text: &str, namespaces: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut builder = XPathBuilder::new();
        for (prefix, namespace) in PREFIXES {
            builder = builder.namespace(prefix, namespace.as_str());
        }
        let mut declared = Vec::new();
        if let Some(namespaces) = namespaces {
            let all = PyDict::new(py);
            all.call_method1("update", (namespaces,))?;
            for (prefix, url) in all {
                let (prefix, url): (String, String) = (prefix.extract()?, url.extract()?);
                builder = builder.namespace(&prefix, &url);
                declared.push((prefix, url));
            }
        }
        let compiled = builder.parse(text).map_err(|error| error::xpath(&error))?;
        Ok(Self { compiled, namespaces: declared, steps: STEPS })
    }

    fn of(argument: &Bound<'_, PyAny>, namespaces: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if let Ok(xpath) = argument.cast::<Self>() {
            return Ok(xpath.get().clone());
        }
        let Ok(text) = argument.cast::<PyString>() else {
            let message = format!("an expression is a str or an XPath, not {}", argument.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        let (py, text) = (argument.py(), text.to_str()?);
        match namespaces {
            Some(_) => Self::compile(py, text, namespaces),
            None => EXPRESSIONS.with(|cache| cached(cache, text, || Self::compile(py, text, None))),
        }
    }
}

#[pymethods]
impl XPath {
    #[new]
    #[pyo3(signature = (expression: "str", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None))]
    fn new(
        py: Python<'_>,
        expression: &str,
        namespaces: Option<&Bound<'_, PyAny>>,
        steps: Option<u64>,
    ) -> PyResult<Self> {
        let mut xpath = Self::compile(py, expression, namespaces)?;
        xpath.steps = steps.unwrap_or(xpath.steps);
        Ok(xpath)
    }

    /// The arguments of the constructor, for pickle.
    #[pyo3(signature = () -> "tuple[tuple[str], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let namespaces = PyDict::new(py);
        for (prefix, url) in &self.namespaces {
            namespaces.set_item(prefix, url)?;
        }
        let options = PyDict::new(py);
        options.set_item("namespaces", namespaces)?;
        options.set_item("steps", self.steps)?;
        Ok(((self.compiled.to_string(),), options))
    }

    fn __repr__(&self) -> String {
        format!("<XPath {}>", self.compiled)
    }
}

/// Runs a query on a part of a tree, and releases the interpreter's lock if the tree is large.
pub(crate) fn run<R: Send>(
    document: &Bound<'_, Document>,
    scope: NodeId,
    query: impl FnOnce(NodeRef<'_>) -> R + Send,
) -> PyResult<R> {
    let py = document.py();
    let tree = document.get().read(py);
    let tree: &Tree = &tree;
    let node = tree.get(scope).ok_or_else(error::stale)?;
    Ok(if tree.node_count() < LARGE { query(node) } else { py.detach(|| query(node)) })
}

/// Runs a query for strings. The results borrow from the tree, so they are converted to Python strings before the tree
/// is unlocked.
fn strings<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    selector: &Selector,
    most: usize,
) -> PyResult<Vec<Bound<'py, PyString>>> {
    let py = document.py();
    let tree = document.get().read(py);
    let tree: &Tree = &tree;
    let node = tree.get(scope).ok_or_else(error::stale)?;
    let mut output = Output::new(document.get().most_output(tree));
    let counted = |text| output.count(text).map(|()| text);
    let search = || selector.strings(node).take(most).map(counted).collect::<Result<Vec<_>, _>>();
    let strings = if tree.node_count() < LARGE || most == 1 { search() } else { py.detach(search) };
    let strings = strings.map_err(error::output)?;
    Ok(strings.into_iter().map(|text| PyString::new(py, text)).collect())
}

/// The nodes that match a CSS selector.
pub(crate) fn css<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    selector: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let selector = Selector::of_nodes(selector)?;
    let ids = run(document, scope, |node| selector.nodes(node).map(NodeRef::id).collect())?;
    Node::list(document, ids)
}

/// The first node that matches a CSS selector.
pub(crate) fn css_first<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    selector: &Bound<'py, PyAny>,
    default: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let selector = Selector::of_nodes(selector)?;
    let id = run(document, scope, |node| selector.nodes(node).next().map(NodeRef::id))?;
    Ok(id.map(|id| Node::bind(document, id)).transpose()?.map(Bound::into_any).or(default))
}

/// At most `most` strings that a CSS selector finds: those of "::text" or "::attr(name)", or the texts of the elements that match.
pub(crate) fn css_text<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    selector: &Bound<'py, PyAny>,
    most: usize,
) -> PyResult<Vec<Bound<'py, PyString>>> {
    let (py, selector) = (document.py(), Selector::of(selector)?);
    if selector.gives_strings() {
        return strings(document, scope, &selector, most);
    }
    let limit = document.get().most_output(&document.get().read(py));
    let texts = run(document, scope, |node| {
        let mut output = Output::new(limit);
        let text = |node| {
            let text = LimitedWriter::text(output.left(), |text| write_text(node, "", false, text))?;
            output.count(&text).map(|()| text)
        };
        selector.nodes(node).take(most).map(text).collect::<Result<Vec<_>, OutputLimit>>()
    })?;
    Ok(texts.map_err(error::output)?.iter().map(|text| PyString::new(py, text)).collect())
}

/// Whether a node matches a CSS selector.
pub(crate) fn matches(node: &Node, selector: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = selector.py();
    let selector = Selector::of_nodes(selector)?;
    // A compiled selector cannot fail.
    node.read(py, |node| node.matches(&selector.0).unwrap_or_default())
}

/// The nearest node that matches, from a node upwards.
pub(crate) fn closest<'py>(node: &Node, selector: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Node>>> {
    let py = selector.py();
    let selector = Selector::of_nodes(selector)?;
    let found = node.read(py, |node| node.closest(&selector.0).ok().flatten().map(NodeRef::id))?;
    found.map(|id| Node::bind(node.document.bind(py), id)).transpose()
}

/// The result of an XPath expression, with the ids of nodes instead of references, so that it outlives the lock on the tree.
enum Found {
    Items(Vec<Item>),
    Text(String),
    Number(f64),
    Boolean(bool),
}

/// A node, or the value of an attribute, a text or a namespace.
enum Item {
    Node(NodeId),
    Text(String),
}

impl Item {
    fn of(node: XPathNode<'_>, as_text: bool) -> Self {
        match node.node() {
            Some(node) if !as_text && node.kind() != hedgerow::dom::NodeKind::Text => Self::Node(node.id()),
            _ => Self::Text(node.string_value().into_owned()),
        }
    }
}

/// The value of an XPath expression.
pub(crate) fn xpath<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    expression: &Bound<'py, PyAny>,
    arguments: Arguments<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = document.py();
    match evaluate(document, scope, expression, arguments)? {
        Found::Items(items) => {
            if items.is_empty() {
                warn_of_names(py, &XPath::of(expression, arguments.namespaces)?.compiled)?;
            }
            let list = PyList::empty(py);
            for item in items {
                match item {
                    Item::Node(id) => list.append(Node::bind(document, id)?)?,
                    Item::Text(text) => list.append(text)?,
                }
            }
            Ok(list.into_any())
        }
        Found::Text(text) => Ok(PyString::new(py, &text).into_any()),
        Found::Number(number) => Ok(PyFloat::new(py, number).into_any()),
        Found::Boolean(boolean) => Ok(PyBool::new(py, boolean).to_owned().into_any()),
    }
}

/// The nodes that an XPath expression finds.
pub(crate) fn xpath_nodes<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    expression: &Bound<'py, PyAny>,
    arguments: Arguments<'_, 'py>,
) -> PyResult<Vec<Bound<'py, Node>>> {
    let message = "the value of the expression is not a list of nodes; use xpath_text() for strings, and xpath() for other values";
    let Found::Items(items) = evaluate(document, scope, expression, arguments)? else {
        return Err(PyValueError::new_err(message));
    };
    let node = |item| match item {
        Item::Node(id) => Node::bind(document, id),
        Item::Text(_) => Err(PyValueError::new_err(message)),
    };
    items.into_iter().map(node).collect()
}

/// The string-values of the nodes that an XPath expression finds, or its value as a string.
pub(crate) fn xpath_text<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    expression: &Bound<'py, PyAny>,
    arguments: Arguments<'_, 'py>,
) -> PyResult<Vec<String>> {
    let arguments = Arguments { as_text: true, ..arguments };
    let text = |item| match item {
        Item::Text(text) => text,
        Item::Node(_) => String::new(),
    };
    match evaluate(document, scope, expression, arguments)? {
        Found::Items(items) => Ok(items.into_iter().map(text).collect()),
        Found::Text(text) => Ok(vec![text]),
        Found::Number(_) | Found::Boolean(_) => {
            Err(PyValueError::new_err("the value of the expression is not a list of nodes; use xpath()"))
        }
    }
}

/// Warns if an expression without results has the name of an element of SVG or MathML without a prefix.
fn warn_of_names(py: Python<'_>, compiled: &xpath::XPath) -> PyResult<()> {
    if let Some(name) = compiled.foreign_name() {
        let message = format!("//{name} finds only elements of HTML; use //{name}:{name}");
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
    }
    Ok(())
}

/// The arguments of an evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a, 'py> {
    pub(crate) namespaces: Option<&'a Bound<'py, PyAny>>,
    pub(crate) steps: Option<u64>,
    pub(crate) variables: Option<&'a Bound<'py, PyDict>>,
    /// Whether the string-values of nodes are needed, and not the nodes.
    pub(crate) as_text: bool,
}

fn evaluate<'py>(
    document: &Bound<'py, Document>,
    scope: NodeId,
    expression: &Bound<'py, PyAny>,
    arguments: Arguments<'_, 'py>,
) -> PyResult<Found> {
    let Arguments { namespaces, steps, variables, as_text } = arguments;
    let XPath { compiled, steps: default, .. } = XPath::of(expression, namespaces)?;
    let limits = xpath::Limits::default().steps(steps.unwrap_or(default));
    let variables: Vec<(String, Variable)> = match variables {
        None => Vec::new(),
        Some(all) => all
            .iter()
            .map(|(name, value)| Ok((name.extract()?, Variable::of(document, &value)?)))
            .collect::<PyResult<_>>()?,
    };
    // `None` if a variable is a node that was destroyed.
    let evaluate = |node: NodeRef<'_>| {
        let mut evaluator = compiled.evaluator().limits(limits);
        for (name, value) in &variables {
            evaluator = match value {
                Variable::Text(text) => evaluator.variable(name, text.as_str()),
                Variable::Number(number) => evaluator.variable(name, *number),
                Variable::Boolean(boolean) => evaluator.variable(name, *boolean),
                Variable::Node(id) => evaluator.variable(name, node.document().get(*id)?),
            };
        }
        Some(evaluator.evaluate(node).map(|value| match value {
            Value::Nodes(nodes) => Found::Items(nodes.iter().map(|node| Item::of(node, as_text)).collect()),
            Value::String(text) => Found::Text(text),
            Value::Number(number) => Found::Number(number),
            Value::Boolean(boolean) => Found::Boolean(boolean),
        }))
    };
    let found = run(document, scope, evaluate)?.ok_or_else(error::stale)?;
    found.map_err(|error| error::evaluation(&compiled.to_string(), &error))
}

/// The value of a variable.
enum Variable {
    Text(String),
    Number(f64),
    Boolean(bool),
    Node(NodeId),
}

impl Variable {
    fn of(document: &Bound<'_, Document>, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(node) = value.cast::<Node>() {
            let node = node.get();
            if !node.document.is(document) {
                return Err(PyValueError::new_err("the node in a variable belongs to another document"));
            }
            return Ok(Self::Node(node.id));
        }
        if let Ok(boolean) = value.cast::<PyBool>() {
            return Ok(Self::Boolean(boolean.is_true()));
        }
        if value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
            return Ok(Self::Number(value.extract()?));
        }
        match value.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.to_str()?.to_owned())),
            Err(_) => Err(PyTypeError::new_err(format!(
                "a variable is a str, a number, a bool or a Node, not {}",
                value.get_type().name()?
            ))),
        }
    }
}

/// Returns the first item of a list, or the default if the list is empty. Any other value is returned unchanged.
pub(crate) fn first<'py>(
    value: Bound<'py, PyAny>,
    default: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match value.cast::<PyList>() {
        Ok(list) if list.is_empty() => Ok(default),
        Ok(list) => list.get_item(0).map(Some),
        Err(_) => Ok(Some(value)),
    }
}
