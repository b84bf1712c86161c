//! [`Link`], [`Table`]: the parts of a page that programs read most often.

use std::collections::HashMap;
use std::convert::Infallible;

use hedgerow::NodeId;
use hedgerow::extract::Extract as _;
use hedgerow::serialize::OutputLimit;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::document::Document;
use crate::error;
use crate::node::Node;
use crate::output::Output;

/// The maximum number of slots that the tables of a document may have by default, in addition to one slot for each node
/// of the document. Only tables with cells that span several slots can exceed this maximum.
const SPANNED_SLOTS: usize = 1_000_000;

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
    /// The texts of the cells, row by row; None where a row has no cell. Each access returns the same list.
    rows: RowList,
    /// The table element.
    node: Py<Node>,
}

#[pymethods]
impl Table {
    fn __repr__(&self, py: Python<'_>) -> String {
        let rows = self.rows.0.bind(py).len();
        format!("<Table {:?}, {rows} rows>", self.caption.as_deref().unwrap_or_default())
    }
}

/// The rows of a table as Python lists, which are created only once. This type exists for the type annotation in the
/// stubs.
struct RowList(Py<PyList>);

impl<'py> IntoPyObject<'py> for &RowList {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = Infallible;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr =
        <Vec<Vec<Option<String>>> as IntoPyObject<'py>>::OUTPUT_TYPE;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0.bind(py).clone())
    }
}

/// Implements `Document.links()`.
pub(crate) fn links(document: &Bound<'_, Document>, base: Option<&str>) -> PyResult<Vec<Link>> {
    let py = document.py();
    let found = {
        let tree = document.get().read(py);
        let links = tree.links(base.or(document.get().url()));
        if let Some(limit) = links.exceeded() {
            return Err(error::output(limit));
        }
        let mut output = Output::new(document.get().most_output(&tree));
        let owned = |link: hedgerow::extract::Link<'_>| {
            let texts = [link.value, link.text, link.element, link.attribute];
            for text in texts.into_iter().chain(link.url.as_deref()).chain(link.rel) {
                output.count(text)?;
            }
            Ok((link.url.clone(), texts.map(str::to_owned), link.rel.map(str::to_owned), link.node.id()))
        };
        let found: Result<Vec<_>, OutputLimit> = links.iter().map(owned).collect();
        found.map_err(error::output)?
    };
    let link = |(url, [value, text, element, attribute], rel, id): (_, [String; 4], _, NodeId)| {
        let node = Node::bind(document, id)?.unbind();
        Ok(Link { url, value, text, rel, element, attribute, node })
    };
    found.into_iter().map(link).collect()
}

/// Implements `Document.tables()`.
pub(crate) fn tables(document: &Bound<'_, Document>, max_slots: Option<usize>) -> PyResult<Vec<Table>> {
    let py = document.py();
    let found = {
        let tree = document.get().read(py);
        let most = max_slots.unwrap_or(SPANNED_SLOTS + tree.node_count());
        let mut slots = 0;
        // All slots of a cell share one Python string.
        let mut texts: HashMap<*const str, Bound<'_, PyString>> = HashMap::new();
        let mut text = |cell: &str| {
            texts.entry(std::ptr::from_ref(cell)).or_insert_with(|| PyString::new(py, cell)).clone()
        };
        let mut owned = |table: hedgerow::extract::Table<'_>| {
            let mut rows: Vec<Vec<_>> = Vec::new();
            for cells in table.rows() {
                let row = cells
                    .take((most - slots).saturating_add(1))
                    .map(|cell| cell.map(&mut text))
                    .collect::<Vec<_>>();
                slots += row.len();
                if slots > most {
                    return Err(most);
                }
                rows.push(row);
            }
            Ok((table.caption().map(str::to_owned), rows, table.element().id()))
        };
        tree.tables().iter().map(&mut owned).collect::<Result<Vec<_>, _>>()
    };
    let found = found.map_err(|most| {
        let message =
            format!("the tables have more than {most} slots, including the spanned slots; raise max_slots");
        error::limit(message, document.clone().into_any().unbind())
    })?;
    let table = |(caption, rows, id): (_, Vec<Vec<_>>, _)| {
        let list = PyList::empty(py);
        for row in rows {
            list.append(PyList::new(py, row)?)?;
        }
        Ok(Table { caption, rows: RowList(list.unbind()), node: Node::bind(document, id)?.unbind() })
    };
    found.into_iter().map(table).collect()
}
