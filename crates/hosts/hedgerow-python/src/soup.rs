//! [`fill`]: builds the objects of Beautiful Soup without calling their constructors, and links them.
//!
//! The `__dict__` of an object is a copy of a template, which is cheaper than a new dict with the same keys.

use std::collections::{HashMap, HashSet};

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{NodeId, NodeRef};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::flat::{FlatNodes, attributes};

/// The number of nodes after which a signal, such as that of Ctrl-C, may raise an exception.
const NODES_BETWEEN_SIGNALS: usize = 1024;

/// The parts of Beautiful Soup that objects are made of.
struct Classes<'py> {
    /// The builder, with the methods `_template`, `_converted`, `_other` and `set_up_substitutions`.
    builder: Bound<'py, PyAny>,
    soup: Bound<'py, PyAny>,
    tag: Bound<'py, PyAny>,
    /// `object.__new__` and `str.__new__`.
    new_object: Bound<'py, PyAny>,
    new_string: Bound<'py, PyAny>,
    string_template: Bound<'py, PyDict>,
    /// The class of dicts of attributes, if its objects can be filled as dicts.
    attribute_dict: Option<Bound<'py, PyAny>>,
    attribute_value_list: Bound<'py, PyAny>,
    /// The classes of strings in some elements, by the names of the elements.
    containers: Bound<'py, PyDict>,
}

/// The common parts of the elements with one name.
struct Template<'py> {
    slots: Bound<'py, PyDict>,
    /// The names of attributes that are lists of words.
    lists: HashSet<String>,
    string_class: Option<Bound<'py, PyAny>>,
    is_meta: bool,
}

/// An open element.
struct Level<'py> {
    id: NodeId,
    item: Bound<'py, PyAny>,
    contents: Bound<'py, PyList>,
    string_class: Bound<'py, PyAny>,
    /// The last child, and its `__dict__`.
    last: Option<(Bound<'py, PyAny>, Bound<'py, PyDict>)>,
}

/// Fills a soup with the nodes. `builder` is a `HedgerowTreeBuilder`.
pub(crate) fn fill<'py>(
    nodes: &FlatNodes,
    soup: &Bound<'py, PyAny>,
    builder: &Bound<'py, PyAny>,
) -> PyResult<()> {
    let py = soup.py();
    let classes = Classes::of(soup, builder)?;
    let mut templates: HashMap<(Namespace, &str), Template<'py>> = HashMap::new();
    let mut names: HashMap<&str, Bound<'py, PyString>> = HashMap::new();
    let slots_of = |item: &Bound<'py, PyAny>| -> PyResult<Bound<'py, PyDict>> {
        Ok(item.getattr(intern!(py, "__dict__"))?.cast_into()?)
    };
    let string_class = builder.getattr(intern!(py, "_string_class"))?;
    let contents = soup.getattr(intern!(py, "contents"))?.cast_into()?;
    let root = Level { id: nodes.root(), item: soup.clone(), contents, string_class, last: None };
    let mut open = vec![root];
    let mut previous = (soup.clone(), slots_of(soup)?);
    for (index, node) in nodes.rest().enumerate() {
        if index % NODES_BETWEEN_SIGNALS == 0 {
            py.check_signals()?;
        }
        let parent = node.parent().map(|parent| parent.host().unwrap_or(parent).id());
        while open.len() > 1 && open.last().map(|level| level.id) != parent {
            open.pop();
        }
        let Some(level) = open.last_mut() else { break };
        let mut template = None;
        let (item, slots) = match node.kind() {
            NodeKind::Text => {
                let data = PyString::new(py, node.data().unwrap_or_default());
                let slots = classes.string_template.copy()?;
                (classes.new_string.call1((&level.string_class, data))?, Some(slots))
            }
            NodeKind::Element => {
                let key = (node.namespace().unwrap_or(Namespace::Html), node.local_name_text());
                let found = match templates.entry(key) {
                    std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                    std::collections::hash_map::Entry::Vacant(entry) => {
                        entry.insert(classes.template(key.0, key.1)?)
                    }
                };
                let slots = found.slots.copy()?;
                slots.set_item(intern!(py, "attrs"), classes.attributes(node, found, &mut names)?)?;
                if let Some((line, column)) = nodes.place(node) {
                    slots.set_item(intern!(py, "sourceline"), line)?;
                    slots.set_item(intern!(py, "sourcepos"), column - 1)?;
                }
                template = Some(&*found);
                (classes.new_object.call1((&classes.tag,))?, Some(slots))
            }
            _ => (classes.other(node)?, None),
        };
        let slots = match slots {
            Some(slots) => {
                item.setattr(intern!(py, "__dict__"), &slots)?;
                slots
            }
            None => slots_of(&item)?,
        };
        slots.set_item(intern!(py, "parent"), &level.item)?;
        slots.set_item(intern!(py, "previous_element"), &previous.0)?;
        if let Some((sibling, sibling_slots)) = &level.last {
            slots.set_item(intern!(py, "previous_sibling"), sibling)?;
            sibling_slots.set_item(intern!(py, "next_sibling"), &item)?;
        }
        level.contents.append(&item)?;
        level.last = Some((item.clone(), slots.clone()));
        previous.1.set_item(intern!(py, "next_element"), &item)?;
        if let Some(template) = template {
            let contents = PyList::empty(py);
            slots.set_item(intern!(py, "contents"), &contents)?;
            if template.is_meta {
                builder.call_method1(intern!(py, "set_up_substitutions"), (&item,))?;
            }
            let string_class = template.string_class.as_ref().unwrap_or(&level.string_class).clone();
            open.push(Level { id: node.id(), item: item.clone(), contents, string_class, last: None });
        }
        previous = (item, slots);
    }
    soup.setattr(intern!(py, "_most_recent_element"), previous.0)
}

impl<'py> Classes<'py> {
    fn of(soup: &Bound<'py, PyAny>, builder: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = soup.py();
        let attribute_dict = builder.getattr(intern!(py, "attribute_dict_class"))?;
        let plain = builder.getattr(intern!(py, "_plain_dict_class"))?;
        Ok(Self {
            tag: builder.getattr(intern!(py, "_tag_class"))?,
            new_object: py.import("builtins")?.getattr("object")?.getattr("__new__")?,
            new_string: py.import("builtins")?.getattr("str")?.getattr("__new__")?,
            string_template: builder.call_method0(intern!(py, "_string_template"))?.cast_into()?,
            attribute_dict: attribute_dict.is(&plain).then_some(attribute_dict),
            attribute_value_list: builder.getattr(intern!(py, "attribute_value_list_class"))?,
            containers: builder.getattr(intern!(py, "string_containers"))?.cast_into()?,
            builder: builder.clone(),
            soup: soup.clone(),
        })
    }

    fn template(&self, namespace: Namespace, name: &str) -> PyResult<Template<'py>> {
        let py = self.builder.py();
        let arguments = (&self.soup, name, namespace.as_str());
        let found = self.builder.call_method1(intern!(py, "_template"), arguments)?;
        let (slots, lists): (Bound<'py, PyAny>, Vec<String>) = found.extract()?;
        Ok(Template {
            slots: slots.cast_into()?,
            lists: lists.into_iter().collect(),
            string_class: self.containers.get_item(name)?,
            is_meta: name == "meta",
        })
    }

    /// The attributes of an element. The values of some of them are lists of words.
    fn attributes<'t>(
        &self,
        node: NodeRef<'t>,
        template: &Template<'py>,
        names: &mut HashMap<&'t str, Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.builder.py();
        let is_plain = node.attributes().all(|attribute| attribute.namespace() == Namespace::None);
        let Some(class) = self.attribute_dict.as_ref().filter(|_| is_plain) else {
            let lists: Vec<&String> = template.lists.iter().collect();
            return self.builder.call_method1(intern!(py, "_converted"), (attributes(py, node)?, lists));
        };
        let dict = class.call0()?.cast_into::<PyDict>()?;
        for attribute in node.attributes() {
            let text = attribute.name_text();
            let name = names.entry(text).or_insert_with(|| PyString::intern(py, text));
            if template.lists.contains(text) {
                let words = attribute.value().split(is_space).filter(|word| !word.is_empty());
                let words = words.map(|word| PyString::new(py, word)).collect::<Vec<_>>();
                dict.set_item(&*name, self.attribute_value_list.call1((words,))?)?;
            } else {
                dict.set_item(&*name, attribute.value())?;
            }
        }
        Ok(dict.into_any())
    }

    /// A comment, a doctype or a processing instruction.
    fn other(&self, node: NodeRef<'_>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.builder.py();
        let tuple: Bound<'py, PyTuple> = FlatNodes::other(py, 0, node)?;
        self.builder.call_method1(intern!(py, "_other"), (tuple,))
    }
}

/// Whether Python's `str.split()` splits at a character.
fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1C'..='\x1F')
}
