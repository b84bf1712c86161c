//! [`Attributes`]: the attributes of an element as a mapping.

use hedgerow::dom::MutationError;
use hedgerow::{Document as Tree, NodeId};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::node::Node;

/// The attributes of an element: a mutable mapping from names to values. It always shows the current state of the element.
#[pyclass(frozen, mapping, module = "hedgerow")]
pub(crate) struct Attributes {
    pub(crate) node: Py<Node>,
}

impl Attributes {
    /// The names and values, in order.
    fn pairs(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.node.get().read(py, |node| {
            let pair = |attribute: hedgerow::dom::AttributeRef<'_>| {
                (attribute.name().to_string(), attribute.value().to_owned())
            };
            node.attributes().map(pair).collect()
        })
    }

    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.node
            .get()
            .read(py, |node| node.attributes().map(|attribute| attribute.name().to_string()).collect())
    }
}

#[pymethods]
impl Attributes {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.node.get().read(py, |node| node.attributes().count())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        self.node.get().__getitem__(py, name)
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.node.get().__setitem__(py, name, value)
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.node.get().__delitem__(py, name)
    }

    fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        match name.cast::<PyString>() {
            Ok(name) => self.node.get().__contains__(py, name),
            Err(_) => Ok(false),
        }
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Names> {
        Ok(Names(self.names(py)?.into_iter()))
    }

    /// The names, in order.
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.names(py)
    }

    /// The values, in order.
    fn values(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.pairs(py)?.into_iter().map(|(_, value)| value).collect())
    }

    /// The names and values, in order.
    fn items(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.pairs(py)
    }

    /// The value of an attribute, or the default.
    #[pyo3(signature = (name: "str", default: "Default" = None) -> "str | Default")]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value =
            self.node.get().read(py, |node| node.attribute(name).map(|value| PyString::new(py, value)))?;
        Ok(value.map(Bound::into_any).or(default))
    }

    /// Removes an attribute and returns its value. If the attribute is missing, returns the default; without a default,
    /// raises a KeyError.
    #[pyo3(signature = (name: "str", /, *default: "Any") -> "Any")]
    fn pop<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: &Bound<'py, pyo3::types::PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if default.len() > 1 {
            let message = format!("pop expected at most 2 arguments, got {}", default.len() + 1);
            return Err(PyTypeError::new_err(message));
        }
        let value = self.node.get().change(py, |tree, node| {
            let value = tree.get(node).and_then(|node| node.attribute(name)).map(str::to_owned);
            tree.remove_attribute(node, name).map(|_| value)
        })?;
        match value {
            Some(value) => Ok(PyString::new(py, &value).into_any()),
            None => default.get_item(0).map_err(|_| PyKeyError::new_err(name.to_owned())),
        }
    }

    /// Returns the value of an attribute. If the attribute is missing, it is set to the default first.
    #[pyo3(signature = (name, default = "", /))]
    fn setdefault<'py>(&self, py: Python<'py>, name: &str, default: &str) -> PyResult<Bound<'py, PyString>> {
        let value = self.node.get().change(py, |tree, node| {
            match tree.get(node).and_then(|node| node.attribute(name)).map(str::to_owned) {
                Some(value) => Ok(value),
                None => tree.set_attribute(node, name, default).map(|()| default.to_owned()),
            }
        })?;
        Ok(PyString::new(py, &value))
    }

    /// Sets several attributes. If the DOM refuses one of them, the element is unchanged.
    #[pyo3(signature = (others: "Mapping[str, str] | Iterable[tuple[str, str]] | None" = None, /, **more: "str") -> "None")]
    fn update(
        &self,
        py: Python<'_>,
        others: Option<&Bound<'_, PyAny>>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let all = PyDict::new(py);
        if let Some(others) = others {
            all.call_method1("update", (others,))?;
        }
        if let Some(more) = more {
            all.update(more.as_mapping())?;
        }
        let pairs = all.iter().map(|(name, value)| Ok((name.extract()?, value.extract()?)));
        let pairs: Vec<(String, String)> = pairs.collect::<PyResult<_>>()?;
        self.node.get().change(py, |tree, node| {
            let mut replaced = Vec::with_capacity(pairs.len());
            for (name, value) in &pairs {
                let old = tree.get(node).and_then(|node| node.attribute(name)).map(str::to_owned);
                if let Err(error) = tree.set_attribute(node, name.as_str(), value) {
                    restore(tree, node, &replaced)?;
                    return Err(error);
                }
                replaced.push((name.as_str(), old));
            }
            Ok(())
        })
    }

    /// Removes all attributes.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.node.get().change(py, |tree, node| {
            let attributes = tree.get(node).into_iter().flat_map(|node| node.attributes());
            // The exact names, because a search by a qualified name ignores the case of the name.
            let names = attributes.map(|it| (it.namespace(), it.name().local_name().to_owned()));
            let names: Vec<_> = names.collect();
            names.iter().try_for_each(|(namespace, name)| {
                tree.remove_attribute(node, (*namespace, name.as_str())).map(drop)
            })
        })
    }

    /// The attributes as a dict.
    #[pyo3(signature = () -> "dict[str, str]")]
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.pairs(py)? {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<bool> {
        let own = self.copy(py)?;
        match other.cast::<Self>() {
            Ok(other) => own.eq(other.get().copy(py)?),
            Err(_) => own.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.copy(py)?.repr()?.to_string())
    }
}

/// Gives attributes their old values back, the last one first. An attribute without an old value is removed.
fn restore(tree: &mut Tree, node: NodeId, replaced: &[(&str, Option<String>)]) -> Result<(), MutationError> {
    replaced.iter().rev().try_for_each(|(name, old)| match old {
        Some(value) => tree.set_attribute(node, *name, value),
        None => tree.remove_attribute(node, *name).map(drop),
    })
}

/// The names of attributes, one by one.
#[pyclass(module = "hedgerow")]
pub(crate) struct Names(std::vec::IntoIter<String>);

#[pymethods]
impl Names {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<String> {
        self.0.next()
    }
}
