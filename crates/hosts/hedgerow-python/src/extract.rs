//! [`Link`], [`Table`]: the parts of a page that programs read most often.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use hedgerow::dom::known;
use hedgerow::extract::Extract as _;
use hedgerow::serialize::OutputLimit;
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict, PyList, PyString};

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
    /// The strings as a dict, for example for a data frame: pandas.DataFrame(link.to_dict() for link in document.links()).
    #[pyo3(signature = () -> "dict[str, str | None]")]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("url", &self.url)?;
        dict.set_item("value", &self.value)?;
        dict.set_item("text", &self.text)?;
        dict.set_item("rel", &self.rel)?;
        dict.set_item("element", &self.element)?;
        dict.set_item("attribute", &self.attribute)?;
        Ok(dict)
    }

    #[pyo3(signature = () -> "Any")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Link refers to a node, so it cannot be pickled or copied; use link.to_dict()",
        ))
    }

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
    /// The elements of the cells, td or th, in the slots of rows.
    cells: CellList,
    /// The number of rows at the start that are headers: the rows of a thead, or else the first rows whose cells are all th.
    header_rows: usize,
    /// The table element.
    node: Py<Node>,
}

#[pymethods]
impl Table {
    /// A dict for each row after the headers, with the texts of the last header row as keys; of several equal ones, the later ones
    /// get a number. Without headers, the keys are "0", "1" and so on. For pandas: pandas.DataFrame(table.to_dicts()).
    #[pyo3(signature = () -> "list[dict[str, str | None]]")]
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: Vec<Vec<Option<String>>> = self.rows.0.bind(py).extract()?;
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let header = self.header_rows.checked_sub(1).and_then(|index| rows.get(index));
        let mut names: Vec<String> = Vec::with_capacity(width);
        let mut seen: HashMap<String, usize> = HashMap::new();
        for column in 0..width {
            let name = header.and_then(|header| header.get(column)?.clone()).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| column.to_string());
            let count = seen.entry(name.clone()).or_insert(0);
            *count += 1;
            names.push(if *count == 1 { name } else { format!("{name}_{count}") });
        }
        let dicts = PyList::empty(py);
        for row in rows.iter().skip(self.header_rows) {
            let dict = PyDict::new(py);
            for (column, name) in names.iter().enumerate() {
                dict.set_item(name, row.get(column).and_then(Option::as_ref))?;
            }
            dicts.append(dict)?;
        }
        Ok(dicts)
    }

    #[pyo3(signature = () -> "Any")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Table refers to nodes, so it cannot be pickled or copied; use table.rows",
        ))
    }

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

/// The nodes of tables as Python lists, like [`RowList`].
struct CellList(Py<PyList>);

impl<'py> IntoPyObject<'py> for &CellList {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = Infallible;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr =
        <Vec<Vec<Option<Bound<'py, Node>>>> as IntoPyObject<'py>>::OUTPUT_TYPE;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0.bind(py).clone())
    }
}

/// A node and its descendants; everything if there is no node.
pub(crate) struct Part(Option<HashSet<NodeId>>);

impl Part {
    pub(crate) fn new(tree: &Tree, node: Option<NodeId>) -> PyResult<Self> {
        let Some(id) = node else { return Ok(Self(None)) };
        let node = tree.get(id).ok_or_else(error::stale)?;
        Ok(Self(Some(std::iter::once(node).chain(node.descendants()).map(NodeRef::id).collect())))
    }

    pub(crate) fn contains(&self, id: NodeId) -> bool {
        self.0.as_ref().is_none_or(|nodes| nodes.contains(&id))
    }
}

/// Implements `Document.json_ld`.
pub(crate) fn json_ld<'py>(py: Python<'py>, document: &Document) -> PyResult<Bound<'py, PyList>> {
    let texts: Vec<String> = document.read(py).json_ld().collect();
    let (json, values) = (py.import("json")?, PyList::empty(py));
    for text in texts {
        match json.call_method1("loads", (text,)) {
            Ok(value) => values.append(value)?,
            Err(error) if error.is_instance_of::<PyValueError>(py) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(values)
}

/// The names of the metadata in lower case, with the contents.
fn metadata(py: Python<'_>, document: &Document) -> PyResult<Vec<(String, String)>> {
    let tree = document.read(py);
    let mut output = Output::new(document.most_output(&tree));
    let owned = |meta: hedgerow::extract::Meta<'_>| {
        output.count(meta.name).and_then(|()| output.count(meta.content))?;
        Ok((meta.name.to_ascii_lowercase(), meta.content.to_owned()))
    };
    tree.meta().map(owned).collect::<Result<_, OutputLimit>>().map_err(error::output)
}

/// Implements `Document.meta`.
pub(crate) fn meta<'py>(py: Python<'py>, document: &Document) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, content) in metadata(py, document)? {
        if !dict.contains(&name)? {
            dict.set_item(name, content)?;
        }
    }
    Ok(dict)
}

/// Implements `Document.opengraph`.
pub(crate) fn open_graph<'py>(py: Python<'py>, document: &Document) -> PyResult<Bound<'py, PyDict>> {
    let mut properties: Vec<(String, Vec<String>)> = Vec::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    for (name, content) in metadata(py, document)?.into_iter().filter(|(name, _)| name.starts_with("og:")) {
        let position = *positions.entry(name.clone()).or_insert(properties.len());
        match properties.get_mut(position) {
            Some((_, contents)) => contents.push(content),
            None => properties.push((name, vec![content])),
        }
    }
    properties.into_py_dict(py)
}

/// Implements `Document.rewrite_links()`.
pub(crate) fn rewrite_links(document: &Bound<'_, Document>, replace: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = document.py();
    // The attributes with addresses, in tree order, and the addresses in each.
    let mut values: Vec<(NodeId, String, String, Vec<String>)> = Vec::new();
    {
        let tree = document.get().read(py);
        let links = tree.links(None);
        if let Some(limit) = links.exceeded() {
            return Err(error::output(limit));
        }
        for link in links.iter() {
            let id = link.node.id();
            match values.last_mut() {
                Some((last, attribute, _, addresses)) if *last == id && attribute == link.attribute => {
                    addresses.push(link.value.to_owned());
                }
                _ => {
                    let value = link.node.attribute(link.attribute).unwrap_or_default().to_owned();
                    values.push((id, link.attribute.to_owned(), value, vec![link.value.to_owned()]));
                }
            }
        }
    }
    let mut changes = Vec::new();
    for (id, attribute, value, addresses) in values {
        let (mut rest, mut changed) = (value.as_str(), String::new());
        for address in addresses {
            let Some(new) = replace.call1((&address,))?.extract::<Option<String>>()? else { continue };
            let Some((before, after)) = rest.split_once(address.as_str()) else { continue };
            changed.push_str(before);
            changed.push_str(&new);
            rest = after;
        }
        changed.push_str(rest);
        if changed != value {
            changes.push((id, attribute, changed));
        }
    }
    document.get().change(py, |tree| {
        // A node may have been destroyed by the function.
        let (mut present, mut all) = (changes.iter().filter(|(id, ..)| tree.get(*id).is_some()), Vec::new());
        all.extend(&mut present);
        all.into_iter()
            .try_for_each(|(id, attribute, value)| tree.set_attribute(*id, attribute.as_str(), value))
    })
}

/// Implements `Document.links()`.
pub(crate) fn links(
    document: &Bound<'_, Document>,
    node: Option<NodeId>,
    base: Option<&str>,
) -> PyResult<Vec<Link>> {
    let py = document.py();
    let found = {
        let tree = document.get().read(py);
        let links = tree.links(base.or(document.get().url()));
        if let Some(limit) = links.exceeded() {
            return Err(error::output(limit));
        }
        let part = Part::new(&tree, node)?;
        let mut output = Output::new(document.get().most_output(&tree));
        let owned = |link: hedgerow::extract::Link<'_>| {
            let texts = [link.value, link.text, link.element, link.attribute];
            for text in texts.into_iter().chain(link.url.as_deref()).chain(link.rel) {
                output.count(text)?;
            }
            Ok((link.url.clone(), texts.map(str::to_owned), link.rel.map(str::to_owned), link.node.id()))
        };
        let found: Result<Vec<_>, OutputLimit> =
            links.iter().filter(|link| part.contains(link.node.id())).map(owned).collect();
        found.map_err(error::output)?
    };
    let link = |(url, [value, text, element, attribute], rel, id): (_, [String; 4], _, NodeId)| {
        let node = Node::bind(document, id)?.unbind();
        Ok(Link { url, value, text, rel, element, attribute, node })
    };
    found.into_iter().map(link).collect()
}

/// Implements `Document.tables()`.
pub(crate) fn tables(
    document: &Bound<'_, Document>,
    node: Option<NodeId>,
    max_slots: Option<usize>,
) -> PyResult<Vec<Table>> {
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
            let (mut rows, mut cells_of_rows): (Vec<Vec<_>>, Vec<Vec<_>>) = Default::default();
            let (mut header_rows, mut is_header) = (0, true);
            for cells in table.rows() {
                let elements: Vec<_> =
                    cells.clone().elements().take((most - slots).saturating_add(1)).collect();
                let is_in_head = |cell: &NodeRef<'_>| {
                    cell.parent().and_then(NodeRef::parent).is_some_and(|group| group.is_html(known::THEAD))
                };
                let cells_of_row = || elements.iter().flatten();
                is_header &= cells_of_row().all(|cell| cell.is_html(known::TH) || is_in_head(cell));
                is_header &= cells_of_row().next().is_some();
                header_rows += usize::from(is_header);
                cells_of_rows.push(elements.iter().map(|cell| cell.map(NodeRef::id)).collect());
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
            Ok((table.caption().map(str::to_owned), rows, cells_of_rows, header_rows, table.element().id()))
        };
        let tables = tree.tables();
        let part = Part::new(&tree, node)?;
        let wanted = tables.iter().filter(|table| part.contains(table.element().id()));
        wanted.map(&mut owned).collect::<Result<Vec<_>, _>>()
    };
    let found = found.map_err(|most| {
        let message =
            format!("the tables have more than {most} slots, including the spanned slots; raise max_slots");
        error::limit(message, document.clone().into_any().unbind())
    })?;
    // All slots of a cell share one node.
    let mut nodes: HashMap<NodeId, Py<Node>> = HashMap::new();
    let mut node_of = |id: NodeId| -> PyResult<Py<Node>> {
        if let Some(node) = nodes.get(&id) {
            return Ok(node.clone_ref(py));
        }
        let node = Node::bind(document, id)?.unbind();
        nodes.insert(id, node.clone_ref(py));
        Ok(node)
    };
    let table =
        |(caption, rows, cells, header_rows, id): (_, Vec<Vec<_>>, Vec<Vec<Option<NodeId>>>, _, _)| {
            let list = PyList::empty(py);
            for row in rows {
                list.append(PyList::new(py, row)?)?;
            }
            let elements = PyList::empty(py);
            for row in cells {
                let row: Vec<_> =
                    row.into_iter().map(|id| id.map(&mut node_of).transpose()).collect::<PyResult<_>>()?;
                elements.append(PyList::new(py, row)?)?;
            }
            let (rows, cells) = (RowList(list.unbind()), CellList(elements.unbind()));
            Ok(Table { caption, rows, cells, header_rows, node: Node::bind(document, id)?.unbind() })
        };
    found.into_iter().map(table).collect()
}
