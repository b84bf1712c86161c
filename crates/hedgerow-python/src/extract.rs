//! [`Link`], [`Table`]: the parts of a page that programs read most often.

use hedgerow::NodeId;
use hedgerow::extract::Extract as _;
use pyo3::prelude::*;

use crate::document::Document;
use crate::node::Node;

/// An address in an attribute.
#[pyclass(frozen, get_all, module = "hedgerow")]
pub(crate) struct Link {
    /// The absolute URL; a relative address if there is no absolute base, and None if the address is invalid.
    url: Option<String>,
    /// The address as it is written.
    value: String,
    /// The text of the element, with collapsed whitespace.
    text: String,
    /// The rel attribute.
    rel: Option<String>,
    /// The name of the element, such as "a" or "img".
    element: String,
    /// The name of the attribute, such as "href" or "srcset".
    attribute: String,
    /// The element.
    node: Py<Node>,
}

#[pymethods]
impl Link {
    fn __repr__(&self) -> String {
        format!("<Link {} {}={:?}>", self.element, self.attribute, self.value)
    }
}

/// A table: its rows of cells. A cell that spans several rows or columns is repeated.
#[pyclass(frozen, get_all, module = "hedgerow")]
pub(crate) struct Table {
    /// The text of the caption.
    caption: Option<String>,
    /// The texts of the cells, row by row; None where a row has no cell.
    rows: Vec<Vec<Option<String>>>,
    /// The table element.
    node: Py<Node>,
}

#[pymethods]
impl Table {
    fn __repr__(&self) -> String {
        format!("<Table {:?}, {} rows>", self.caption.as_deref().unwrap_or_default(), self.rows.len())
    }
}

/// Implements `Document.links()`.
pub(crate) fn links(document: &Bound<'_, Document>, base: Option<&str>) -> PyResult<Vec<Link>> {
    let py = document.py();
    let found: Vec<_> = {
        let tree = document.get().read(py);
        let links = tree.links(base);
        let owned = |link: hedgerow::extract::Link<'_>| {
            let texts = [link.value, link.text, link.element, link.attribute].map(str::to_owned);
            (link.url.clone(), texts, link.rel.map(str::to_owned), link.node.id())
        };
        links.iter().map(owned).collect()
    };
    let link = |(url, [value, text, element, attribute], rel, id): (_, [String; 4], _, NodeId)| {
        let node = Node::bind(document, id)?.unbind();
        Ok(Link { url, value, text, rel, element, attribute, node })
    };
    found.into_iter().map(link).collect()
}

/// Implements `Document.tables()`.
pub(crate) fn tables(document: &Bound<'_, Document>) -> PyResult<Vec<Table>> {
    let py = document.py();
    let found: Vec<_> = {
        let tree = document.get().read(py);
        let tables = tree.tables();
        let owned = |table: hedgerow::extract::Table<'_>| {
            let rows = table
                .rows()
                .map(|cells| cells.map(|cell| cell.map(str::to_owned)).collect::<Vec<_>>())
                .collect();
            (table.caption().map(str::to_owned), rows, table.element().id())
        };
        tables.iter().map(owned).collect()
    };
    let table = |(caption, rows, id)| Ok(Table { caption, rows, node: Node::bind(document, id)?.unbind() });
    found.into_iter().map(table).collect()
}
