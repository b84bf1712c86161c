//! [`LexborTree`]: the native part of the parser of `hedgerow.compat.selectolax`.

use std::sync::{Mutex, OnceLock, PoisonError};

use hedgerow::dom::{NodeKind, known};
use hedgerow::{NodeId, NodeRef};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::document::Document;
use crate::selectolax::{LexborNode, contains_any, finders, scripts};

/// The maximum length of a name in `tags()`, in characters.
const MOST_NAME: usize = 100;

/// The base class of LexborHTMLParser: its document, and the methods that are called often.
#[pyclass(frozen, subclass, weakref, module = "hedgerow.compat.selectolax")]
pub(crate) struct LexborTree {
    started: OnceLock<Started>,
}

struct Started {
    document: Py<Document>,
    is_fragment: bool,
    /// The scripts with addresses, and the state of the document that has them.
    scripts: Mutex<Option<(u64, Vec<NodeId>)>>,
}

impl LexborTree {
    fn started(&self) -> PyResult<&Started> {
        let missing = || PyRuntimeError::new_err("LexborHTMLParser.__init__() was not called");
        self.started.get().ok_or_else(missing)
    }

    /// The node that a function finds in the document.
    fn find(
        slf: &Bound<'_, Self>,
        is_fragment_root: bool,
        find: impl FnOnce(&hedgerow::Document) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<LexborNode>> {
        let document = &slf.get().started()?.document;
        let id = find(&document.get().read(slf.py())).map(NodeRef::id);
        Ok(id.map(|id| LexborNode::new_in(slf, document, id, is_fragment_root)))
    }

    /// The html element, or the first node of a fragment.
    fn root_node(slf: &Bound<'_, Self>) -> PyResult<Option<LexborNode>> {
        let is_fragment = slf.get().started()?.is_fragment;
        Self::find(slf, is_fragment, |tree| match tree.root().kind() {
            NodeKind::Document => tree.document_element(),
            _ if is_fragment => tree.root().first_child(),
            _ => Some(tree.root()),
        })
    }

    /// The Python object of a node. In the stubs it has the type Any, because its class gets methods at run time.
    fn object<'py>(slf: &Bound<'py, Self>, node: Option<LexborNode>) -> PyResult<Option<Bound<'py, PyAny>>> {
        node.map(|node| Ok(Bound::new(slf.py(), node)?.into_any())).transpose()
    }

    /// The node that contains all others.
    fn content(slf: &Bound<'_, Self>) -> PyResult<LexborNode> {
        let document = &slf.get().started()?.document;
        let id = document.get().root_id(slf.py());
        Ok(LexborNode::new_in(slf, document, id, false))
    }
}

#[pymethods]
impl LexborTree {
    #[new]
    #[pyo3(signature = (*_arguments: "Any", **_options: "Any") -> "Self")]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self { started: OnceLock::new() }
    }

    /// Sets the document, once.
    fn _start(&self, document: Py<Document>, is_fragment: bool) -> PyResult<()> {
        let started = self.started.set(Started { document, is_fragment, scripts: Mutex::default() });
        started.map_err(|_| PyRuntimeError::new_err("a parser cannot parse another document"))
    }

    #[getter]
    fn _document(&self, py: Python<'_>) -> PyResult<Py<Document>> {
        Ok(self.started()?.document.clone_ref(py))
    }

    #[getter]
    fn _content<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(slf.py(), Self::content(slf)?)?.into_any())
    }

    /// The html element, or the first node of a fragment.
    #[getter]
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Self::object(slf, Self::root_node(slf)?)
    }

    /// The body element.
    #[getter]
    fn body<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Self::object(slf, Self::find(slf, false, hedgerow::Document::body)?)
    }

    /// The head element.
    #[getter]
    fn head<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Self::object(slf, Self::find(slf, false, hedgerow::Document::head)?)
    }

    /// The HTML of the document.
    #[getter]
    fn html(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::content(slf)?.html(slf.py())
    }

    /// The text of the document.
    #[pyo3(signature = (deep = true, separator = "", strip = false, skip_empty = false))]
    fn text(
        slf: &Bound<'_, Self>,
        deep: bool,
        separator: &str,
        strip: bool,
        skip_empty: bool,
    ) -> PyResult<String> {
        match Self::root_node(slf)? {
            Some(root) => root.text(slf.py(), deep, separator, strip, skip_empty),
            None => Ok(String::new()),
        }
    }

    /// The elements with a name.
    #[pyo3(signature = (name: "str") -> "list[Any]")]
    fn tags<'py>(slf: &Bound<'py, Self>, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        match name.len()? {
            0 => Err(PyValueError::new_err("Tag name cannot be empty")),
            length if length > MOST_NAME => Err(PyValueError::new_err("Tag name is too long")),
            _ => Self::content(slf)?.css(slf.py(), name),
        }
    }

    /// The nodes that match a selector.
    #[pyo3(signature = (query: "str") -> "list[Any]")]
    fn css<'py>(slf: &Bound<'py, Self>, query: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        // As in selectolax, the selector is not read if there is no node.
        match Self::root_node(slf)? {
            Some(_) => Self::content(slf)?.css(slf.py(), query),
            None => Ok(PyList::empty(slf.py())),
        }
    }

    /// The first node that matches a selector; with strict, a second match is an error.
    #[pyo3(signature = (query: "str", default: "Any" = None, strict = false) -> "Any")]
    fn css_first<'py>(
        slf: &Bound<'py, Self>,
        query: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
        strict: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Self::content(slf)?.css_first(slf.py(), query, default, strict)
    }

    /// Whether a selector matches a node.
    #[pyo3(signature = (selector: "str") -> "bool")]
    fn css_matches(slf: &Bound<'_, Self>, selector: &Bound<'_, PyAny>) -> PyResult<bool> {
        Self::content(slf)?.css_matches(slf.py(), selector)
    }

    /// Whether one of the selectors matches a node.
    #[pyo3(signature = (selectors: "tuple[str, ...]") -> "bool")]
    fn any_css_matches(slf: &Bound<'_, Self>, selectors: &Bound<'_, PyAny>) -> PyResult<bool> {
        Self::content(slf)?.any_css_matches(slf.py(), selectors)
    }

    /// Whether the text of a script contains a text.
    fn scripts_contain(slf: &Bound<'_, Self>, query: &str) -> PyResult<bool> {
        Self::content(slf)?.scripts_contain(slf.py(), query)
    }

    /// Whether the address of a script contains one of these texts.
    #[pyo3(signature = (queries: "tuple[str, ...]") -> "bool")]
    fn script_srcs_contain(&self, py: Python<'_>, queries: Vec<PyBackedStr>) -> PyResult<bool> {
        let finders = finders(&queries);
        let started = self.started()?;
        let document = started.document.get();
        let tree = document.read(py);
        let mut cached = started.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.as_ref().is_none_or(|(state, _)| *state != document.state()) {
            let found = scripts(tree.root()).filter(|script| script.has_attribute(known::SRC));
            *cached = Some((document.state(), found.map(NodeRef::id).collect()));
        }
        let ids = cached.iter().flat_map(|(_, ids)| ids);
        let mut sources = ids.filter_map(|&id| tree.get(id)?.attribute(known::SRC));
        Ok(sources.any(|source| contains_any(source, &finders)))
    }
}
