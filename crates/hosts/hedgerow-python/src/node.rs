//! [`Node`]: a reference to a node of a document.
//!
//! A node that remove() takes out of the tree is only detached, because Python code may still refer to it. It is freed with its
//! document, or by decompose().

use std::fmt;

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use hedgerow::dom::{InsertPosition, MutationError, Namespace, NodeKind};
use hedgerow::source::{NodeSource as _, Span};
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::attributes::Attributes;
use crate::document::Document;
use crate::sanitizer::{self, Removal};
use crate::views::{Nodes, Text};
use crate::{content, edit, error, extract, forms, hints, paths, query};

/// The maximum number of characters of text or attributes in the result of `repr()`.
const MOST_SHOWN: usize = 40;

/// A node of a document. Two nodes are equal if they are the same node; a node keeps its document alive.
#[pyclass(frozen, weakref, freelist = 256, module = "hedgerow")]
pub(crate) struct Node {
    pub(crate) document: Py<Document>,
    pub(crate) id: NodeId,
}

impl Node {
    /// Creates a reference to a node.
    pub(crate) fn bind<'py>(document: &Bound<'py, Document>, id: NodeId) -> PyResult<Bound<'py, Self>> {
        Bound::new(document.py(), Self { document: document.clone().unbind(), id })
    }

    /// Creates a list of references.
    pub(crate) fn list<'py>(
        document: &Bound<'py, Document>,
        ids: Vec<NodeId>,
    ) -> PyResult<Bound<'py, PyList>> {
        let node = |id| Self { document: document.clone().unbind(), id };
        PyList::new(document.py(), ids.into_iter().map(node))
    }

    /// Reads the node. See [`Document::read`] for the restrictions on the function.
    pub(crate) fn read<R>(&self, py: Python<'_>, read: impl FnOnce(NodeRef<'_>) -> R) -> PyResult<R> {
        let tree = self.document.get().read(py);
        match tree.get(self.id) {
            Some(node) => Ok(read(node)),
            None => Err(error::stale()),
        }
    }

    /// Changes the document of the node.
    pub(crate) fn change<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree, NodeId) -> Result<R, MutationError>,
    ) -> PyResult<R> {
        self.document.get().change(py, |tree| change(tree, self.id))
    }

    /// Finds another node from this one.
    fn find<'py>(
        &self,
        py: Python<'py>,
        find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<Bound<'py, Self>>> {
        let found = self.read(py, |node| find(node).map(NodeRef::id))?;
        found.map(|id| Self::bind(self.document.bind(py), id)).transpose()
    }

    /// Finds other nodes, which are returned one by one.
    fn iterate(&self, py: Python<'_>, find: impl FnOnce(NodeRef<'_>) -> Vec<NodeId>) -> PyResult<Nodes> {
        let ids = self.read(py, find)?;
        Ok(Nodes::new(self.document.bind(py), ids))
    }

    /// Converts the source span of the node, which is in bytes. Returns `None` if there is no span.
    fn source<R>(
        &self,
        py: Python<'_>,
        convert: impl FnOnce(&crate::character_index::CharacterIndex, &str, Span) -> R,
    ) -> PyResult<Option<R>> {
        self.read(py, |node| {
            let source = node.document().source()?;
            let span = node.source_span()?;
            Some(convert(self.document.get().character_index(source), source, span))
        })
    }
}

#[pymethods]
impl Node {
    // The kind and the names of the node.

    /// The document that the node is in.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// "element", "text", "comment", "doctype", "document", "fragment", "shadow-root" or "processing-instruction".
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.read(py, |node| kind(node.kind()))
    }

    /// The name of the element; None for another node.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(py, |node| node.element_name().map(|name| PyString::new(py, name.local_name())))
    }

    /// The namespace of the element: "html", "svg" or "math"; None for another node.
    #[getter]
    fn namespace(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.read(py, |node| {
            node.namespace().map(|namespace| match namespace {
                Namespace::Svg => "svg",
                Namespace::MathMl => "math",
                _ => "html",
            })
        })
    }

    /// The text of a text node, a comment or a processing instruction; None for another node.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(py, |node| node.data().map(|data| PyString::new(py, data)))
    }

    /// The name, the public and the system identifier of a doctype; None for another node.
    #[getter]
    fn doctype(&self, py: Python<'_>) -> PyResult<Option<(String, String, String)>> {
        self.read(py, |node| {
            let doctype = node.doctype()?;
            Some((doctype.name.to_owned(), doctype.public_id.to_owned(), doctype.system_id.to_owned()))
        })
    }

    /// The name before the data of a processing instruction; None for another node.
    #[getter]
    fn target(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, |node| node.processing_instruction().map(|(target, _)| target.to_owned()))
    }

    /// Whether the node is in the tree of its document.
    #[getter]
    fn is_connected(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.tree_root().id() == node.document().root_id())
    }

    pub(crate) fn __repr__(&self, py: Python<'_>) -> String {
        let tree = self.document.get().read(py);
        tree.get(self.id).map_or_else(|| "<Node, destroyed>".to_owned(), representation)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.outer_html(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| self.id == other.id && self.document.is(&other.document))
    }

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self.id)
    }

    /// A node is true, even if it has no children.
    fn __bool__(&self) -> bool {
        true
    }

    /// A copy of the node with all nodes in it, outside any tree.
    fn __copy__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
        self.clone(py, true)
    }

    #[pyo3(signature = (_memo: "Any") -> "Node")]
    fn __deepcopy__<'py>(&self, py: Python<'py>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        self.clone(py, true)
    }

    #[pyo3(signature = () -> "Any")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Node cannot be pickled; pass node.html, and parse it again"))
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        Err(hints::missing("Node", name))
    }

    // Attributes.

    /// The attributes, as a mapping; a change of the mapping changes the element.
    #[getter]
    pub(crate) fn attrs(slf: &Bound<'_, Self>) -> Attributes {
        Attributes { node: slf.clone().unbind() }
    }

    /// The value of an attribute, or the default.
    #[pyo3(signature = (name: "str", default: "Default" = None) -> "str | Default")]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.read(py, |node| node.attribute(name).map(|value| PyString::new(py, value)))?;
        Ok(value.map(Bound::into_any).or(default))
    }

    pub(crate) fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyString>> {
        let Ok(text) = name.cast::<PyString>() else {
            return Err(PyTypeError::new_err(
                "the name of an attribute is a str: node[\"href\"]; for a child, use node.children[0]",
            ));
        };
        // A lone surrogate is in no name.
        let value = match text.to_str() {
            Ok(name) => self.read(py, |node| node.attribute(name).map(|value| PyString::new(py, value)))?,
            Err(_) => None,
        };
        value.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    pub(crate) fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.document.get().change(py, |tree| tree.set_attribute(self.id, name, value))
    }

    pub(crate) fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let removed = self.document.get().change(py, |tree| tree.remove_attribute(self.id, name))?;
        if removed { Ok(()) } else { Err(PyKeyError::new_err(name.to_owned())) }
    }

    pub(crate) fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyString>) -> PyResult<bool> {
        // A lone surrogate is in no name.
        name.to_str().map_or(Ok(false), |name| self.read(py, |node| node.has_attribute(name)))
    }

    /// The id attribute; None if it is missing or empty.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(py, |node| node.element_id().map(|id| PyString::new(py, id)))
    }

    /// The classes, in the order of the class attribute.
    #[getter]
    fn classes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.read(py, |node| node.classes().map(str::to_owned).collect())
    }

    // Relatives.

    /// The parent; None for a node that was removed and for the document node.
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.parent())
    }

    /// The children of all kinds, texts and comments too; iter() has the elements only.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let ids: Vec<_> = self.read(py, |node| node.children().map(NodeRef::id).collect())?;
        Ok(ids.into_iter().map(|id| Self { document: self.document.clone_ref(py), id }).collect())
    }

    /// The first child, of any kind.
    #[getter]
    fn first_child<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.first_child())
    }

    /// The last child, of any kind.
    #[getter]
    fn last_child<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.last_child())
    }

    /// The next sibling, of any kind.
    #[getter]
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.next_sibling())
    }

    /// The previous sibling, of any kind.
    #[getter]
    fn prev<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.previous_sibling())
    }

    /// The next sibling that is an element.
    #[getter]
    fn next_element<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.next_element_sibling())
    }

    /// The previous sibling that is an element.
    #[getter]
    fn prev_element<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.previous_element_sibling())
    }

    /// The fragment with the contents of a template element; None for another node.
    #[getter]
    fn template_contents<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.template_contents())
    }

    /// The shadow root of the element; None if it has none.
    #[getter]
    fn shadow_root<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Self>>> {
        self.find(py, |node| node.shadow_root())
    }

    /// The descendants, in tree order, as they are at the time of the call: changes during the iteration are allowed.
    fn descendants(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, |node| node.descendants().map(NodeRef::id).collect())
    }

    /// The parent, its parent, and so on, as they are at the time of the call.
    fn ancestors(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, |node| node.ancestors().map(NodeRef::id).collect())
    }

    /// The children that are elements, as they are at the time of the call; with include_text, the texts too.
    #[pyo3(signature = (include_text = false))]
    fn iter(&self, py: Python<'_>, include_text: bool) -> PyResult<Nodes> {
        let is_wanted = |node: &NodeRef<'_>| match node.kind() {
            NodeKind::Element => true,
            kind => include_text && kind == NodeKind::Text,
        };
        self.iterate(py, |node| node.children().filter(is_wanted).map(NodeRef::id).collect())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, |node| node.children().map(NodeRef::id).collect())
    }

    // Queries.

    /// The elements in this node that match a CSS selector, in tree order; see css_text() for strings.
    #[pyo3(signature = (selector: "str | Selector") -> "list[Node]")]
    fn css<'py>(&self, py: Python<'py>, selector: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        query::css(self.document.bind(py), self.id, selector)
    }

    /// The first element that matches a CSS selector; the default if nothing matches.
    #[pyo3(signature = (selector: "str | Selector", default: "Default" = None) -> "Node | Default")]
    fn css_first<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::css_first(self.document.bind(py), self.id, selector, default)
    }

    /// The strings that a CSS selector finds, in tree order: with "::attr(name)" at its end, the values of the attribute; with
    /// "::text", the texts directly in the elements that match; otherwise, the whole text of each of these elements. The node
    /// itself is searched, too, for "::text" and "::attr()": node.css_text("::text") includes the texts directly in it.
    #[pyo3(signature = (selector: "str | Selector") -> "list[str]")]
    fn css_text<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        query::css_text(self.document.bind(py), self.id, selector, usize::MAX)
    }

    /// The first string that a CSS selector finds, as in css_text(); the default if nothing matches.
    #[pyo3(signature = (selector: "str | Selector", default: "Default" = None) -> "str | Default")]
    fn css_text_first<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let first = query::css_text(self.document.bind(py), self.id, selector, 1)?.pop();
        Ok(first.map(Bound::into_any).or(default))
    }

    /// The value of an XPath 1.0 expression: a list of nodes and strings, a str, a float or a bool.
    ///
    /// namespaces: prefixes and URLs. steps: the maximum number of steps; see XPath. Other keyword arguments are variables.
    #[pyo3(signature = (expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node | str] | str | float | bool")]
    fn xpath<'py>(
        &self,
        py: Python<'py>,
        expression: &Bound<'py, PyAny>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: false };
        query::xpath(self.document.bind(py), self.id, expression, arguments)
    }

    /// The first node or string of an XPath expression, or its value; the default if there is no node.
    #[pyo3(signature = (expression: "str | XPath", default: "Default" = None, *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "Node | str | float | bool | Default")]
    fn xpath_first<'py>(
        &self,
        py: Python<'py>,
        expression: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: false };
        query::first(query::xpath(self.document.bind(py), self.id, expression, arguments)?, default)
    }

    /// The nodes that an XPath expression finds. A text, an attribute or another value is an error.
    #[pyo3(signature = (expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node]")]
    fn xpath_nodes<'py>(
        &self,
        py: Python<'py>,
        expression: &Bound<'py, PyAny>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, Self>>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: false };
        query::xpath_nodes(self.document.bind(py), self.id, expression, arguments)
    }

    /// The texts of the nodes that an XPath expression finds: of an element, its whole text.
    #[pyo3(signature = (expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[str]")]
    fn xpath_text<'py>(
        &self,
        py: Python<'py>,
        expression: &Bound<'py, PyAny>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<String>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: true };
        query::xpath_text(self.document.bind(py), self.id, expression, arguments)
    }

    /// Whether the node is an element that matches a CSS selector.
    #[pyo3(signature = (selector: "str | Selector") -> "bool")]
    fn matches(&self, selector: &Bound<'_, PyAny>) -> PyResult<bool> {
        query::matches(self, selector)
    }

    /// The node itself if it matches a CSS selector, or else its nearest ancestor that does; None if nothing matches.
    #[pyo3(signature = (selector: "str | Selector") -> "Node | None")]
    fn closest<'py>(&self, selector: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Self>>> {
        query::closest(self, selector)
    }

    // Text and HTML.

    /// Call it for the text in the node: text(separator="", strip=False). Assign a str to replace the content.
    #[getter(text)]
    fn text_method(slf: &Bound<'_, Self>) -> Text {
        Text { node: slf.clone().unbind() }
    }

    /// The text that a browser would show, with a line for each block.
    #[getter]
    fn rendered_text(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| self.document.get().rendered(node))?.map_err(error::output)
    }

    /// The HTML of the node; the same as outer_html.
    #[getter]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.outer_html(py)
    }

    /// The HTML of the children. Assign HTML as a str to replace them.
    #[getter]
    fn inner_html(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| self.document.get().inner_html(node))?.map_err(error::output)
    }

    /// The HTML of the node. Assign HTML as a str to replace the node.
    #[getter]
    fn outer_html(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| self.document.get().outer_html(node))?.map_err(error::output)
    }

    /// The HTML of the node, indented or minified; with shadow_roots, the shadow roots are written as template elements.
    #[pyo3(signature = (*, pretty = false, minify = false, shadow_roots = false))]
    fn to_html(&self, py: Python<'_>, pretty: bool, minify: bool, shadow_roots: bool) -> PyResult<String> {
        self.read(py, |node| self.document.get().formatted(node, pretty, minify, shadow_roots))?
    }

    /// The node as Markdown; see Document.markdown().
    #[pyo3(signature = (*, links: "Literal['inline', 'references', 'text']" = "inline", images = true, tables = true, base = None))]
    fn markdown(
        &self,
        py: Python<'_>,
        links: &str,
        images: bool,
        tables: bool,
        base: Option<&str>,
    ) -> PyResult<String> {
        let options = content::markdown_options(links, images, tables, base)?;
        content::markdown(self.document.bind(py), self.id, &options)
    }

    // Parts of pages.

    /// The links of the document that are in this node; see Document.links().
    #[pyo3(signature = (base = None))]
    fn links(&self, py: Python<'_>, base: Option<&str>) -> PyResult<Vec<extract::Link>> {
        extract::links(self.document.bind(py), Some(self.id), base)
    }

    /// The tables of the document that are in this node, or are this node; see Document.tables().
    #[pyo3(signature = (*, max_slots = None))]
    fn tables(&self, py: Python<'_>, max_slots: Option<usize>) -> PyResult<Vec<extract::Table>> {
        extract::tables(self.document.bind(py), Some(self.id), max_slots)
    }

    /// The forms of the document that are in this node, or are this node; see Document.forms().
    #[pyo3(signature = (base = None))]
    fn forms(&self, py: Python<'_>, base: Option<&str>) -> PyResult<Vec<forms::Form>> {
        forms::forms(self.document.bind(py), Some(self.id), base)
    }

    /// A CSS selector that finds this element in its document, such as "html > body > p:nth-of-type(2)"; None for other nodes.
    #[getter]
    fn css_path(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, paths::css_path)
    }

    /// An XPath expression that finds this node in its document, such as "/html/body/p[2]"; None for nodes that XPath does not know.
    #[getter]
    fn xpath_path(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, paths::xpath_path)
    }

    // Positions in the source.

    /// The start and the end in document.source, in characters. None unless the document was parsed with spans=True or
    /// errors=True; also None if the node has no source of its own.
    #[getter]
    fn span(&self, py: Python<'_>) -> PyResult<Option<(u32, u32)>> {
        self.source(py, |index, source, span| {
            (index.characters(source, span.start), index.characters(source, span.end))
        })
    }

    /// The line of the start in the source, from 1.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.source(py, |index, source, span| index.line_and_column(source, span.start).0)
    }

    /// The column of the start in the source, in characters, from 1.
    #[getter]
    fn column(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.source(py, |index, source, span| index.line_and_column(source, span.start).1)
    }

    // Taking nodes out of the tree.

    /// Takes the node out of the tree, with all that is in it. It can be read, changed and inserted again.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Tree::detach)
    }

    /// Destroys the node and all nodes in it: a later use of them raises a StaleNodeError.
    fn decompose(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Tree::remove)
    }

    /// Puts the children of the element in its place. The element stays usable, without children.
    fn unwrap(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, edit::unwrap)
    }

    /// Destroys all elements with these names in the node, with all that is in them.
    #[pyo3(signature = (tags: "Iterable[str]"))]
    pub(crate) fn strip_tags(&self, tags: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, tags) = (tags.py(), edit::strings("tags", tags)?);
        self.change(py, |tree, node| {
            for element in edit::elements_named(tree, node, &tags) {
                // The element may have been destroyed with another one that contained it.
                if tree.get(element).is_some() {
                    tree.remove(element)?;
                }
            }
            Ok(())
        })
    }

    /// Unwraps all elements with these names in the node.
    #[pyo3(signature = (tags: "Iterable[str]"))]
    pub(crate) fn unwrap_tags(&self, tags: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, tags) = (tags.py(), edit::strings("tags", tags)?);
        self.change(py, |tree, node| {
            let elements = edit::elements_named(tree, node, &tags);
            edit::unwrap_all(tree, &elements)
        })
    }

    // Inserting nodes.

    /// Inserts nodes as the last children. Like all methods that insert nodes, it inserts a str as text, a Document as
    /// a copy of its content, and a node of another document as a copy. The other document does not change.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn append(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(&self.document, nodes, InsertPosition::LastIn(self.id))
    }

    /// Inserts nodes as the first children.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn prepend(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(&self.document, nodes, InsertPosition::FirstIn(self.id))
    }

    /// Inserts nodes before this one.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn insert_before(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(&self.document, nodes, InsertPosition::Before(self.id))
    }

    /// Inserts nodes after this one.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn insert_after(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(&self.document, nodes, InsertPosition::After(self.id))
    }

    /// Puts nodes in the place of this one, which is taken out of the tree and stays usable.
    #[pyo3(signature = (*nodes: "Node | Document | str"))]
    fn replace_with(&self, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        if nodes.is_empty() {
            return self.remove(nodes.py());
        }
        edit::insert(&self.document, nodes, InsertPosition::InsteadOf(self.id))
    }

    /// Puts a wrapper in the place of the node, and the node into the wrapper. The wrapper is an element, or the name
    /// of a new element. Returns the wrapper.
    #[pyo3(signature = (wrapper: "Node | str") -> "Node")]
    fn wrap<'py>(&self, wrapper: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let py = wrapper.py();
        if let Ok(name) = wrapper.cast::<PyString>() {
            let name = name.to_str()?;
            let id = self.change(py, |tree, node| edit::wrap(tree, node, name))?;
            return Self::bind(self.document.bind(py), id);
        }
        let Ok(wrapper) = wrapper.cast::<Self>() else {
            let message =
                format!("a wrapper is a Node or the name of an element, not {}", wrapper.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        if !wrapper.get().document.is(&self.document) {
            return Err(PyValueError::new_err(
                "the wrapper is a node of another document; create it in this one",
            ));
        }
        self.change(py, |tree, node| tree.wrap(node, wrapper.get().id))?;
        Ok(wrapper.clone())
    }

    /// A copy of the node, outside any tree; with deep, the copy includes all nodes in it.
    #[pyo3(signature = (deep = true))]
    fn clone<'py>(&self, py: Python<'py>, deep: bool) -> PyResult<Bound<'py, Self>> {
        let id = self.change(
            py,
            |tree, node| {
                if deep { tree.clone_subtree(node) } else { tree.clone_shallow(node) }
            },
        )?;
        Self::bind(self.document.bind(py), id)
    }

    // Changing a node.

    #[setter(text)]
    fn set_text(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.change(py, |tree, node| tree.set_text(node, text))
    }

    #[setter]
    fn set_inner_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        let parser = self.document.get().markup_parser();
        self.change(py, |tree, node| parser.set_inner_html(tree, node, html))
    }

    #[setter]
    fn set_outer_html(&self, py: Python<'_>, html: &str) -> PyResult<()> {
        let parser = self.document.get().markup_parser();
        self.change(py, |tree, node| parser.set_outer_html(tree, node, html))
    }

    #[setter]
    fn set_tag(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.change(py, |tree, node| tree.rename_element(node, name))
    }

    #[setter]
    fn set_data(&self, py: Python<'_>, data: &str) -> PyResult<()> {
        self.change(py, |tree, node| tree.set_data(node, data))
    }

    /// Adds a class. Returns whether the element did not have it.
    fn add_class(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.change(py, |tree, node| tree.add_class(node, name))
    }

    /// Removes a class. Returns whether the element had it.
    fn remove_class(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.change(py, |tree, node| tree.remove_class(node, name))
    }

    /// Joins adjacent texts in the node, and removes empty ones.
    fn normalize(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, Tree::normalize)
    }

    /// Removes from the node everything that a sanitizer does not allow, and returns a list of the removals and changes.
    #[pyo3(signature = (sanitizer: "str | dict[str, Any] | Sanitizer | None" = None) -> "list[Removal]")]
    fn sanitize(&self, py: Python<'_>, sanitizer: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Removal>> {
        sanitizer::sanitize_node(self, py, sanitizer)
    }
}

/// The word for a kind of node.
pub(crate) fn kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Document => "document",
        NodeKind::DocumentType => "doctype",
        NodeKind::Text => "text",
        NodeKind::Comment => "comment",
        NodeKind::ProcessingInstruction => "processing-instruction",
        NodeKind::Element => "element",
        NodeKind::DocumentFragment => "fragment",
        NodeKind::ShadowRoot => "shadow-root",
    }
}

/// Writes the text in a node: its own data, or the text of its descendants.
pub(crate) fn write_text(
    node: NodeRef<'_>,
    separator: &str,
    strip: bool,
    text: &mut impl fmt::Write,
) -> fmt::Result {
    let own = node.data().filter(|_| node.kind() != NodeKind::Text);
    let pieces = own.into_iter().chain(node.texts());
    let mut is_first = true;
    for piece in pieces {
        let piece = if strip { piece.trim() } else { piece };
        if strip && piece.is_empty() {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            text.write_str(separator)?;
        }
        text.write_str(piece)?;
    }
    Ok(())
}

/// Returns the result of `repr()`: the kind or the tag, with shortened text.
fn representation(node: NodeRef<'_>) -> String {
    let shortened = |text: &str| match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    };
    if node.kind() != NodeKind::Element {
        let kind = kind(node.kind());
        return match node.data() {
            Some(data) => format!("<Node {kind} {}>", shortened(data)),
            None => format!("<Node {kind}>"),
        };
    }
    let mut tag = String::new();
    for attribute in node.attributes() {
        if tag.len() > MOST_SHOWN {
            tag.push_str(" …");
            break;
        }
        let (name, value) = (attribute.name(), shortened(attribute.value()));
        let result = write!(tag, " {name}={value}");
        debug_assert!(result.is_ok(), "writing to a string does not fail");
    }
    format!("<Node <{}{tag}>>", node.local_name_text())
}
