//! [`Document`]: a tree with a lock, and the results of the parser.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hedgerow::dom::{MutationError, NodeKind, QuirksMode};
use hedgerow::encoding::{Confidence, Encoding, SniffedEncoding};
use hedgerow::extract::Extract as _;
use hedgerow::serialize::{
    LimitedWriter, OutputLimit, RenderedTextOptions, SerializeOptions, ShadowRoots, ToTestFormat,
    WriteOptions,
};
use hedgerow::{Document as Tree, NodeId, NodeRef, Parser, ToHtml as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt as _;
use pyo3::types::{PyDict, PyList, PyString};

use crate::character_index::CharacterIndex;
use crate::node::{self, Node};
use crate::parse::Outcome;
use crate::parse_error::ParseError;
use crate::views::Nodes;
use crate::{content, error, extract, forms, hints, output, query};

/// A parsed document: the nodes of a tree, with queries and changes.
///
/// Threads may share a document. Each call is atomic: other threads see the document before or after the call.
#[pyclass(frozen, weakref, module = "hedgerow")]
pub(crate) struct Document {
    tree: RwLock<Tree>,
    encoding: Option<SniffedEncoding>,
    errors: Vec<hedgerow::errors::ParseError>,
    malformed_sequences: Option<u64>,
    /// The address of the page.
    url: Option<String>,
    character_index: OnceLock<CharacterIndex>,
    scripting: bool,
    /// The limit that was set on the output of a call; 0 for the default.
    max_output: AtomicU64,
    /// The number of times that the tree was locked for changes.
    changes: AtomicU64,
}

impl Document {
    /// Wraps the result of the parser.
    pub(crate) fn new(outcome: Outcome, scripting: bool) -> Self {
        let encoding = outcome.parsed.encoding();
        let malformed_sequences = outcome.parsed.malformed_sequences();
        let (tree, errors) = outcome.parsed.into_parts();
        let url = outcome.url;
        Self { encoding, errors, malformed_sequences, url, ..Self::from_tree(tree, scripting) }
    }

    /// Wraps a tree, without an encoding and without parse errors.
    pub(crate) fn from_tree(tree: Tree, scripting: bool) -> Self {
        let (tree, character_index) = (RwLock::new(tree), OnceLock::new());
        let max_output = AtomicU64::new(0);
        let (encoding, errors, malformed_sequences, url) = (None, Vec::new(), None, None);
        let changes = AtomicU64::new(0);
        Self {
            tree,
            encoding,
            errors,
            malformed_sequences,
            url,
            character_index,
            scripting,
            max_output,
            changes,
        }
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Whether the document was parsed as with scripting enabled.
    pub(crate) fn scripting(&self) -> bool {
        self.scripting
    }

    /// Locks the tree for reading.
    ///
    /// While the tree is locked, the caller must not create objects that the garbage collector tracks, or call Python
    /// code, because a finalizer that runs at that time may lock the same tree.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, Tree> {
        self.tree.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the tree for changes.
    pub(crate) fn write(&self, py: Python<'_>) -> RwLockWriteGuard<'_, Tree> {
        let tree = self.tree.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        self.changes.fetch_add(1, Ordering::Relaxed);
        tree
    }

    /// A number that is the same as long as the tree does not change. The tree must be locked.
    pub(crate) fn state(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Changes the tree.
    pub(crate) fn change<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree) -> Result<R, MutationError>,
    ) -> PyResult<R> {
        let result = change(&mut self.write(py));
        result.map_err(|error| error::mutation(&error))
    }

    /// The encoding of the bytes; `None` if the document was parsed from text.
    pub(crate) fn encoding_of_bytes(&self) -> Option<&'static Encoding> {
        self.encoding.map(|sniffed| sniffed.encoding)
    }

    /// Returns the index of `source`, the source of this document's tree. The first call creates the index.
    pub(crate) fn character_index(&self, source: &str) -> &CharacterIndex {
        self.character_index.get_or_init(|| CharacterIndex::new(source))
    }

    /// The parser for markup that is inserted.
    pub(crate) fn markup_parser(&self) -> Parser {
        Parser::new().scripting(self.scripting)
    }

    /// The maximum number of bytes of the text or list that a call returns. By default, it is proportional to the document,
    /// because elements can share attributes and texts, which are written for each of them.
    pub(crate) fn most_output(&self, tree: &Tree) -> u64 {
        match self.max_output.load(Ordering::Relaxed) {
            0 => output::default_limit(tree),
            most => most,
        }
    }

    /// The HTML of a node of this document.
    pub(crate) fn outer_html(&self, node: NodeRef<'_>) -> Result<String, OutputLimit> {
        let options = SerializeOptions::default().scripting(self.scripting);
        self.written(node, |html| node.write_outer_html(html, options))
    }

    /// The HTML of the children of a node.
    pub(crate) fn inner_html(&self, node: NodeRef<'_>) -> Result<String, OutputLimit> {
        let options = SerializeOptions::default().scripting(self.scripting);
        self.written(node, |html| node.write_inner_html(html, options))
    }

    /// The text that a function writes for a node of this document.
    pub(crate) fn written(
        &self,
        node: NodeRef<'_>,
        write: impl FnOnce(&mut LimitedWriter<String>) -> fmt::Result,
    ) -> Result<String, OutputLimit> {
        LimitedWriter::text(self.most_output(node.document()), write)
    }

    /// The rendered text of a node.
    pub(crate) fn rendered(&self, node: NodeRef<'_>) -> Result<String, OutputLimit> {
        let options = RenderedTextOptions::default().scripting(self.scripting);
        self.written(node, |text| node.write_rendered_text(text, options))
    }

    /// The HTML of a node, indented or minified.
    pub(crate) fn formatted(
        &self,
        node: NodeRef<'_>,
        pretty: bool,
        minify: bool,
        shadow_roots: bool,
    ) -> PyResult<String> {
        let mut options = match (pretty, minify) {
            (false, false) => WriteOptions::default().keep_newlines(true).doctype_identifiers(true),
            (true, false) => WriteOptions::pretty(),
            (false, true) => WriteOptions::minify(),
            (true, true) => return Err(PyValueError::new_err("pretty and minify cannot be combined")),
        };
        options.scripting = self.scripting;
        if shadow_roots {
            options.shadow_roots = ShadowRoots::All;
        }
        let html = self.written(node, |html| node.write_html(html, &options));
        html.map_err(error::output)
    }

    pub(crate) fn root_id(&self, py: Python<'_>) -> NodeId {
        self.read(py).root_id()
    }

    /// Returns the node that a function finds.
    fn find<'py>(
        slf: &Bound<'py, Self>,
        find: impl FnOnce(&Tree) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<Bound<'py, Node>>> {
        let id = find(&slf.get().read(slf.py())).map(NodeRef::id);
        id.map(|id| Node::bind(slf, id)).transpose()
    }
}

#[pymethods]
impl Document {
    // The parts of the document.

    /// The html element; for a fragment, the fragment itself.
    #[getter]
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, Node>>> {
        Self::find(slf, |tree| match tree.root().kind() {
            NodeKind::Document => tree.document_element(),
            _ => Some(tree.root()),
        })
    }

    /// The node that contains all others: the parent of the html element, the doctype and the comments around them.
    #[getter]
    pub(crate) fn document_node<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Node>> {
        Node::bind(slf, slf.get().root_id(slf.py()))
    }

    /// The head element.
    #[getter]
    fn head<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, Node>>> {
        Self::find(slf, Tree::head)
    }

    /// The body element, or the frameset in its place.
    #[getter]
    fn body<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, Node>>> {
        Self::find(slf, Tree::body)
    }

    /// The text of the title element, with collapsed whitespace; None if there is no such element.
    #[getter]
    fn title(&self, py: Python<'_>) -> Option<String> {
        self.read(py).title()
    }

    /// The name of the encoding of the bytes; None if the document was parsed from text.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.encoding_of_bytes().map(Encoding::name)
    }

    /// Whether the encoding is certain, because it was given or declared, and not only guessed from the bytes. True if the document
    /// was parsed from text.
    #[getter]
    fn encoding_certain(&self) -> bool {
        self.encoding.is_none_or(|sniffed| sniffed.confidence == Confidence::Certain)
    }

    /// The number of malformed byte sequences, each of which became a U+FFFD; None if the document was parsed from text or from a
    /// Stream.
    #[getter]
    fn malformed_sequences(&self) -> Option<u64> {
        self.malformed_sequences
    }

    /// The address of the page, if it was passed to the parser. Addresses are resolved against it by default.
    #[getter(url)]
    fn url_of_page(&self) -> Option<&str> {
        self.url()
    }

    /// The parse errors, in source order; empty unless the document was parsed with errors=True.
    #[getter]
    fn errors(&self, py: Python<'_>) -> Vec<ParseError> {
        let tree = self.read(py);
        let source = tree.source().map(|source| (source, self.character_index(source)));
        self.errors.iter().map(|error| ParseError::new(error, source)).collect()
    }

    /// "no-quirks", "limited-quirks" or "quirks".
    #[getter]
    fn quirks_mode(&self, py: Python<'_>) -> &'static str {
        quirks_mode(&self.read(py))
    }

    /// The decoded text that was parsed; None unless the document was parsed with spans=True or errors=True.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.read(py).source().map(|source| PyString::new(py, source))
    }

    /// The element with this id.
    fn by_id<'py>(slf: &Bound<'py, Self>, id: &str) -> PyResult<Option<Bound<'py, Node>>> {
        Self::find(slf, |tree| tree.element_by_id(id))
    }

    /// The document in the format of the html5lib test suite, a line for each node.
    fn to_test_format(&self, py: Python<'_>) -> PyResult<String> {
        let tree = self.read(py);
        let dump = self.written(tree.root(), |dump| tree.write_test_format(dump));
        dump.map_err(error::output)
    }

    /// A copy, with nodes of its own.
    fn clone(&self, py: Python<'_>) -> Self {
        let tree = self.read(py).clone();
        let (encoding, malformed_sequences) = (self.encoding, self.malformed_sequences);
        let (errors, url) = (self.errors.clone(), self.url.clone());
        Self { encoding, errors, malformed_sequences, url, ..Self::from_tree(tree, self.scripting) }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone(py)
    }

    #[pyo3(signature = () -> "Any")]
    fn __reduce__(&self) -> PyResult<()> {
        let message = "a Document cannot be pickled; pass document.to_html(), and parse it again";
        Err(PyTypeError::new_err(message))
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        Err(hints::missing("Document", name))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let tree = self.read(py);
        let kind = match tree.root().kind() {
            NodeKind::Document => "Document",
            _ => "Document fragment",
        };
        format!("<{kind} {:?}, {} nodes>", tree.title().unwrap_or_default(), tree.node_count())
    }

    // Queries, text and HTML of the root.

    /// The elements that match a CSS selector, in tree order; see css_text() for strings.
    #[pyo3(signature = (selector: "str | Selector") -> "list[Node]")]
    fn css<'py>(slf: &Bound<'py, Self>, selector: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        query::css(slf, slf.get().root_id(slf.py()), selector)
    }

    /// The first element that matches a CSS selector; the default if nothing matches.
    #[pyo3(signature = (selector: "str | Selector", default: "Default" = None) -> "Node | Default")]
    fn css_first<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::css_first(slf, slf.get().root_id(slf.py()), selector, default)
    }

    /// The strings that a CSS selector finds, in tree order: with "::attr(name)" at its end, the values of the attribute; with
    /// "::text", the texts directly in the elements that match; otherwise, the whole text of each of these elements.
    #[pyo3(signature = (selector: "str | Selector") -> "list[str]")]
    fn css_text<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        query::css_text(slf, slf.get().root_id(slf.py()), selector, usize::MAX)
    }

    /// The first string that a CSS selector finds, as in css_text(); the default if nothing matches.
    #[pyo3(signature = (selector: "str | Selector", default: "Default" = None) -> "str | Default")]
    fn css_text_first<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let first = query::css_text(slf, slf.get().root_id(slf.py()), selector, 1)?.pop();
        Ok(first.map(Bound::into_any).or(default))
    }

    /// The value of an XPath 1.0 expression: a list of nodes and strings, a str, a float or a bool.
    ///
    /// namespaces: prefixes and URLs. steps: the maximum number of steps; see XPath. Other keyword arguments are variables.
    #[pyo3(signature = (expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node | str] | str | float | bool")]
    fn xpath<'py>(
        slf: &Bound<'py, Self>,
        expression: &Bound<'py, PyAny>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: false };
        query::xpath(slf, slf.get().root_id(slf.py()), expression, arguments)
    }

    /// The first node or string of an XPath expression, or its value; the default if there is no node.
    #[pyo3(signature = (expression: "str | XPath", default: "Default" = None, *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "Node | str | float | bool | Default")]
    fn xpath_first<'py>(
        slf: &Bound<'py, Self>,
        expression: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: false };
        query::first(query::xpath(slf, slf.get().root_id(slf.py()), expression, arguments)?, default)
    }

    /// The nodes that an XPath expression finds. A text, an attribute or another value is an error.
    #[pyo3(signature = (expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node]")]
    fn xpath_nodes<'py>(
        slf: &Bound<'py, Self>,
        expression: &Bound<'py, PyAny>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, Node>>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: false };
        query::xpath_nodes(slf, slf.get().root_id(slf.py()), expression, arguments)
    }

    /// The texts of the nodes that an XPath expression finds: of an element, its whole text.
    #[pyo3(signature = (expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[str]")]
    fn xpath_text<'py>(
        slf: &Bound<'py, Self>,
        expression: &Bound<'py, PyAny>,
        namespaces: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<String>> {
        let arguments = query::Arguments { namespaces, steps, variables, as_text: true };
        query::xpath_text(slf, slf.get().root_id(slf.py()), expression, arguments)
    }

    /// The text of all nodes, joined by the separator; with strip, without the whitespace around each piece.
    #[pyo3(signature = (separator = "", strip = false))]
    fn text(&self, py: Python<'_>, separator: &str, strip: bool) -> PyResult<String> {
        let tree = self.read(py);
        let text = self.written(tree.root(), |text| node::write_text(tree.root(), separator, strip, text));
        text.map_err(error::output)
    }

    /// The text that a browser would show, with a line for each block.
    #[getter]
    fn rendered_text(&self, py: Python<'_>) -> PyResult<String> {
        self.rendered(self.read(py).root()).map_err(error::output)
    }

    /// The maximum number of bytes of the text or list that a call returns; a longer one raises a LimitError. Elements can
    /// share long attributes and texts, which are written for each of them. The default is 1 MiB, and 16 for each byte of
    /// text and 256 for each node of the document.
    #[getter]
    fn max_output(&self, py: Python<'_>) -> u64 {
        self.most_output(&self.read(py))
    }

    #[setter]
    fn set_max_output(&self, most: Option<u64>) {
        self.max_output.store(most.unwrap_or(0), Ordering::Relaxed);
    }

    /// The document as HTML, as the standard serializes it; see to_html() for writing documents back.
    #[getter]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.outer_html(self.read(py).root()).map_err(error::output)
    }

    /// The document as HTML that is parsed to the same tree in the same mode, so this is the form for writing documents back: the
    /// doctype has its identifiers, unlike in html, and no newline at the start of a pre is lost. With pretty, it is indented; with
    /// minify, it is shortened. With shadow_roots, the shadow roots are written as template elements.
    #[pyo3(signature = (*, pretty = false, minify = false, shadow_roots = false))]
    fn to_html(&self, py: Python<'_>, pretty: bool, minify: bool, shadow_roots: bool) -> PyResult<String> {
        self.formatted(self.read(py).root(), pretty, minify, shadow_roots)
    }

    /// The document as Markdown: CommonMark with the tables, strikethrough, task lists and footnotes of GitHub. links is "inline",
    /// "references" or "text" (without addresses); base is the address of the page, which makes the addresses absolute.
    #[pyo3(signature = (*, links: "Literal['inline', 'references', 'text']" = "inline", images = true, tables = true, base = None))]
    fn markdown(
        slf: &Bound<'_, Self>,
        links: &str,
        images: bool,
        tables: bool,
        base: Option<&str>,
    ) -> PyResult<String> {
        let options = content::markdown_options(links, images, tables, base)?;
        content::markdown(slf, slf.get().root_id(slf.py()), &options)
    }

    /// The main content of the page: its text without navigation, advertisements and the like. prefer is "balance", "precision"
    /// (little other text) or "recall" (little lost text); comments: whether comments of readers may be content. The other options
    /// are those of markdown().
    #[pyo3(signature = (*, prefer: "Literal['balance', 'precision', 'recall']" = "balance", comments = true, links: "Literal['inline', 'references', 'text']" = "inline", images = true, tables = true, base = None))]
    fn main_content(
        slf: &Bound<'_, Self>,
        prefer: &str,
        comments: bool,
        links: &str,
        images: bool,
        tables: bool,
        base: Option<&str>,
    ) -> PyResult<content::MainContent> {
        let options = content::markdown_options(links, images, tables, base)?;
        content::main_content(slf, content::content_options(prefer, comments, tables)?, &options)
    }

    /// All nodes of the tree, in tree order.
    fn descendants(slf: &Bound<'_, Self>) -> Nodes {
        let ids = slf.get().read(slf.py()).root().descendants().map(NodeRef::id).collect();
        Nodes::new(slf, ids)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.html(py)
    }

    // Parts of pages.

    /// The addresses in attributes such as href, src and srcset, in tree order; base is the address of the page, against which
    /// they are resolved.
    #[pyo3(signature = (base = None))]
    fn links(slf: &Bound<'_, Self>, base: Option<&str>) -> PyResult<Vec<extract::Link>> {
        extract::links(slf, None, base)
    }

    /// The tables, in tree order. Raises a LimitError if their rows have more than max_slots slots in all; by default,
    /// a million more than the document has nodes. A cell is in each slot that it covers, in up to 1000 columns and
    /// 65534 rows.
    #[pyo3(signature = (*, max_slots = None))]
    fn tables(slf: &Bound<'_, Self>, max_slots: Option<usize>) -> PyResult<Vec<extract::Table>> {
        extract::tables(slf, None, max_slots)
    }

    /// The JSON-LD in the scripts of the document, as Python objects. Scripts with invalid JSON are left out.
    #[getter]
    fn json_ld<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        extract::json_ld(py, self)
    }

    /// The contents of meta elements by their names, properties or pragmas in lower case; of several contents, the first one.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        extract::meta(py, self)
    }

    /// The Open Graph properties of meta elements, such as "og:image", each with the list of its contents.
    #[getter]
    fn opengraph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        extract::open_graph(py, self)
    }

    /// Makes the addresses of links() absolute, also in the contents of templates. base is the address of the page. An address
    /// that cannot be resolved stays as it is.
    #[pyo3(signature = (base = None))]
    fn make_links_absolute(&self, py: Python<'_>, base: Option<&str>) -> PyResult<()> {
        self.change(py, |tree| tree.make_links_absolute(base.or(self.url())))
    }

    /// Replaces the addresses of links(), as they are written, with the results of a function; None keeps an address.
    #[pyo3(signature = (replace: "Callable[[str], str | None]") -> "None")]
    fn rewrite_links(slf: &Bound<'_, Self>, replace: &Bound<'_, PyAny>) -> PyResult<()> {
        extract::rewrite_links(slf, replace)
    }

    /// The language that the document declares; None if it declares none.
    #[getter]
    fn lang(&self, py: Python<'_>) -> Option<String> {
        self.read(py).lang().map(str::to_owned)
    }

    /// The forms, in tree order; base is the address of the page, against which the action is resolved.
    ///
    /// A control belongs to the form of its form attribute, or to the form around it.
    #[pyo3(signature = (base = None))]
    fn forms(slf: &Bound<'_, Self>, base: Option<&str>) -> PyResult<Vec<forms::Form>> {
        forms::forms(slf, None, base)
    }

    // Creating nodes, which are in no tree until they are inserted.

    /// Creates an element, with attributes and a text.
    #[pyo3(signature = (tag: "str", attrs: "Mapping[str, str] | None" = None, text: "str | None" = None) -> "Node")]
    fn create_element<'py>(
        slf: &Bound<'py, Self>,
        tag: &str,
        attrs: Option<&Bound<'py, PyAny>>,
        text: Option<&str>,
    ) -> PyResult<Bound<'py, Node>> {
        let py = slf.py();
        let mut pairs: Vec<(String, String)> = Vec::new();
        if let Some(attrs) = attrs {
            let all = PyDict::new(py);
            all.call_method1("update", (attrs,))?;
            for (name, value) in all {
                pairs.push((name.extract()?, value.extract()?));
            }
        }
        let id = slf.get().change(py, |tree| {
            let attributes = pairs.iter().map(|(name, value)| (name.as_str(), &**value));
            let element =
                attributes.fold(tree.build(tag), |element, (name, value)| element.attribute(name, value));
            element.text(text.unwrap_or_default()).finish()
        })?;
        Node::bind(slf, id)
    }

    /// Creates a text.
    fn create_text<'py>(slf: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, Node>> {
        let id = slf.get().write(slf.py()).create_text(text);
        Node::bind(slf, id)
    }

    /// Creates a comment.
    fn create_comment<'py>(slf: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, Node>> {
        let id = slf.get().write(slf.py()).create_comment(text);
        Node::bind(slf, id)
    }

    /// Destroys all elements with these names, with all that is in them.
    #[pyo3(signature = (tags: "Iterable[str]"))]
    fn strip_tags(slf: &Bound<'_, Self>, tags: &Bound<'_, PyAny>) -> PyResult<()> {
        Self::document_node(slf)?.get().strip_tags(tags)
    }

    /// Unwraps all elements with these names: each element is replaced with its children.
    #[pyo3(signature = (tags: "Iterable[str]"))]
    fn unwrap_tags(slf: &Bound<'_, Self>, tags: &Bound<'_, PyAny>) -> PyResult<()> {
        Self::document_node(slf)?.get().unwrap_tags(tags)
    }
}

/// The word for the mode of a document.
pub(crate) fn quirks_mode(tree: &Tree) -> &'static str {
    match tree.quirks_mode() {
        QuirksMode::NoQuirks => "no-quirks",
        QuirksMode::LimitedQuirks => "limited-quirks",
        QuirksMode::Quirks => "quirks",
    }
}
