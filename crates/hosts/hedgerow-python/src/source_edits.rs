//! [`SourceEdits`]: changes the source of a document and leaves all the rest of it as it is.

use std::sync::{Mutex, PoisonError};

use hedgerow::source::{SourceEditError, SourceEdits as Edits};
use hedgerow::{Document as Tree, NodeId};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::document::Document;
use crate::error;
use crate::node::Node;

/// Changes of the source of a document: the rest of the source stays as it is, character for character, unlike in document.html.
///
/// >>> document = parse("<A  HREF=/old>one</A>", spans=True)
/// >>> edits = SourceEdits(document)
/// >>> edits.set_attribute(document.css("a")[0], "href", "/new?a&b")
/// >>> edits.apply()
/// '<A  HREF="/new?a&amp;b">one</A>'
///
/// The document must have been parsed with spans=True, and must not have been changed since. It does not change. A change that cannot
/// be made raises a ValueError, in the call or, if it conflicts with another change, in apply().
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct SourceEdits {
    document: Py<Document>,
    changes: Mutex<Vec<Change>>,
}

/// A change, which is made when the edits are applied, because a plan borrows the tree.
struct Change {
    node: NodeId,
    kind: Kind,
    text: String,
    value: String,
}

#[derive(Clone, Copy)]
enum Kind {
    Rename,
    SetAttribute,
    RenameAttribute,
    RemoveAttribute,
    SetHtml,
    SetText,
    Replace,
    InsertBefore,
    InsertAfter,
    Prepend,
    Append,
}

impl Change {
    /// Adds the change to a plan.
    fn plan(&self, edits: &mut Edits<'_>) -> Result<(), SourceEditError> {
        let (node, text) = (self.node, &*self.text);
        match self.kind {
            Kind::Rename => edits.rename_element(node, text),
            Kind::SetAttribute => edits.set_attribute(node, text, &self.value),
            Kind::RenameAttribute => edits.rename_attribute(node, text, &self.value),
            Kind::RemoveAttribute => edits.remove_attribute(node, text),
            Kind::SetHtml => edits.set_html(node, text),
            Kind::SetText => edits.set_text(node, text),
            Kind::Replace => edits.replace(node, text),
            Kind::InsertBefore => edits.insert_before(node, text),
            Kind::InsertAfter => edits.insert_after(node, text),
            Kind::Prepend => edits.prepend_html(node, text),
            Kind::Append => edits.append_html(node, text),
        }
    }
}

/// The exception for a change that cannot be made.
#[cold]
fn refused(error: &SourceEditError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl SourceEdits {
    /// Checks a change, and records it.
    fn add(&self, node: &Bound<'_, Node>, kind: Kind, text: &str, value: &str) -> PyResult<()> {
        let (py, node) = (node.py(), node.get());
        if !node.document.is(&self.document) {
            return Err(PyValueError::new_err("the node is in another document"));
        }
        let change = Change { node: node.id, kind, text: text.to_owned(), value: value.to_owned() };
        {
            let tree = self.document.get().read(py);
            tree.get(node.id).ok_or_else(error::stale)?;
            change.plan(&mut Edits::new(&tree)).map_err(|error| refused(&error))?;
        }
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).push(change);
        Ok(())
    }

    /// Reads the plan of all changes.
    fn planned<R>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Tree, Edits<'_>) -> Result<R, SourceEditError>,
    ) -> PyResult<R> {
        let tree = self.document.get().read(py);
        let mut edits = Edits::new(&tree);
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.iter().try_for_each(|change| change.plan(&mut edits)).map_err(|error| refused(&error))?;
        read(&tree, edits).map_err(|error| refused(&error))
    }
}

#[pymethods]
impl SourceEdits {
    #[new]
    fn new(document: Py<Document>) -> Self {
        Self { document, changes: Mutex::default() }
    }

    /// The source with all changes.
    fn apply(&self, py: Python<'_>) -> PyResult<String> {
        self.planned(py, |_, edits| edits.apply())
    }

    /// The changed places in source order: the start and the end in document.source, in characters, and the new text.
    fn edits(&self, py: Python<'_>) -> PyResult<Vec<(u32, u32, String)>> {
        self.planned(py, |tree, edits| {
            let source = tree.source().unwrap_or_default();
            let index = self.document.get().character_index(source);
            let place = |offset| index.characters(source, offset);
            let all = edits.edits()?.into_iter();
            Ok(all.map(|edit| (place(edit.span.start), place(edit.span.end), edit.replacement)).collect())
        })
    }

    /// Changes the name of an element, in its start tag and its end tag.
    fn rename(&self, node: &Bound<'_, Node>, name: &str) -> PyResult<()> {
        self.add(node, Kind::Rename, name, "")
    }

    /// Changes or adds an attribute.
    fn set_attribute(&self, node: &Bound<'_, Node>, name: &str, value: &str) -> PyResult<()> {
        self.add(node, Kind::SetAttribute, name, value)
    }

    /// Changes the name of an attribute.
    fn rename_attribute(&self, node: &Bound<'_, Node>, name: &str, new_name: &str) -> PyResult<()> {
        self.add(node, Kind::RenameAttribute, name, new_name)
    }

    /// Removes an attribute.
    fn remove_attribute(&self, node: &Bound<'_, Node>, name: &str) -> PyResult<()> {
        self.add(node, Kind::RemoveAttribute, name, "")
    }

    /// Replaces the contents of an element with HTML.
    fn set_inner_html(&self, node: &Bound<'_, Node>, html: &str) -> PyResult<()> {
        self.add(node, Kind::SetHtml, html, "")
    }

    /// Replaces the contents of an element, or a text or a comment, with a text, which is escaped.
    fn set_text(&self, node: &Bound<'_, Node>, text: &str) -> PyResult<()> {
        self.add(node, Kind::SetText, text, "")
    }

    /// Replaces a node with HTML; with "", removes it.
    fn replace(&self, node: &Bound<'_, Node>, html: &str) -> PyResult<()> {
        self.add(node, Kind::Replace, html, "")
    }

    /// Inserts HTML before a node.
    fn insert_before(&self, node: &Bound<'_, Node>, html: &str) -> PyResult<()> {
        self.add(node, Kind::InsertBefore, html, "")
    }

    /// Inserts HTML after a node.
    fn insert_after(&self, node: &Bound<'_, Node>, html: &str) -> PyResult<()> {
        self.add(node, Kind::InsertAfter, html, "")
    }

    /// Inserts HTML before the contents of an element.
    fn prepend(&self, node: &Bound<'_, Node>, html: &str) -> PyResult<()> {
        self.add(node, Kind::Prepend, html, "")
    }

    /// Inserts HTML after the contents of an element.
    fn append(&self, node: &Bound<'_, Node>, html: &str) -> PyResult<()> {
        self.add(node, Kind::Append, html, "")
    }

    fn __repr__(&self) -> String {
        let count = self.changes.lock().unwrap_or_else(PoisonError::into_inner).len();
        format!("<SourceEdits, {count} changes>")
    }
}
