//! [`Form`]: the forms of a page, with the values that a browser would submit.

use std::collections::{HashMap, HashSet};

use hedgerow::dom::{NameId, NodeEdge, NodeKind, known};
use hedgerow::extract::Extract as _;
use hedgerow::select::Select as _;
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::prelude::*;

use crate::document::Document;
use crate::node::Node;

/// <https://html.spec.whatwg.org/multipage/forms.html#category-listed>
const LISTED: [NameId; 7] = [
    known::BUTTON,
    known::FIELDSET,
    known::INPUT,
    known::OBJECT,
    known::OUTPUT,
    known::SELECT,
    known::TEXTAREA,
];

/// A form, and the entries that a browser would submit.
#[pyclass(frozen, get_all, module = "hedgerow")]
pub(crate) struct Form {
    /// The address to which the form is submitted, resolved as in links(); without an action, the address of the page.
    action: Option<String>,
    /// "get", "post" or "dialog".
    method: &'static str,
    /// The encoding of the fields, such as "application/x-www-form-urlencoded".
    enctype: &'static str,
    /// The names and values that a browser submits if nobody changes anything and no button is pressed, in tree order. The
    /// values are not checked against the type of a control, such as number.
    fields: Vec<(String, String)>,
    /// The controls of the form, including buttons and disabled controls, in tree order.
    controls: Vec<Py<Node>>,
    /// The form element.
    node: Py<Node>,
}

#[pymethods]
impl Form {
    fn __repr__(&self) -> String {
        format!(
            "<Form {} {:?}, {} fields>",
            self.method,
            self.action.as_deref().unwrap_or_default(),
            self.fields.len()
        )
    }
}

/// [`Form`] without Python objects.
struct Found {
    form: NodeId,
    action: Option<String>,
    method: &'static str,
    enctype: &'static str,
    fields: Vec<(String, String)>,
    controls: Vec<NodeId>,
}

impl Found {
    fn new(form: NodeRef<'_>) -> Self {
        let is = |name, word: &str| {
            form.attribute(name).is_some_and(|value: &str| value.eq_ignore_ascii_case(word))
        };
        let method = ["post", "dialog"].into_iter().find(|word| is(known::METHOD, word)).unwrap_or("get");
        let enctype = ["multipart/form-data", "text/plain"].into_iter().find(|word| is(known::ENCTYPE, word));
        Self {
            form: form.id(),
            action: None,
            method,
            enctype: enctype.unwrap_or("application/x-www-form-urlencoded"),
            fields: Vec::new(),
            controls: Vec::new(),
        }
    }
}

/// The controls that are checked, and those that are disabled.
struct States {
    checked: HashSet<NodeId>,
    disabled: HashSet<NodeId>,
}

impl States {
    fn new(tree: &Tree) -> Self {
        let all = |selector: &str| tree.select(selector).into_iter().flatten().map(NodeRef::id).collect();
        Self { checked: all(":checked"), disabled: all(":disabled") }
    }

    /// Appends the entries of a control.
    /// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set>
    fn append(&self, control: NodeRef<'_>, fields: &mut Vec<(String, String)>) {
        let Some(name) = control.attribute(known::NAME).filter(|name| !name.is_empty()) else { return };
        if self.disabled.contains(&control.id()) {
            return;
        }
        let mut append = |value: &str| fields.push((name.to_owned(), value.to_owned()));
        if control.is_html(known::TEXTAREA) {
            return append(&control.own_text());
        }
        if control.is_html(known::SELECT) {
            let is_selected = |node: &NodeRef<'_>| {
                let id = node.id();
                node.is_html(known::OPTION) && self.checked.contains(&id) && !self.disabled.contains(&id)
            };
            for option in control.descendants().filter(is_selected) {
                match option.attribute(known::VALUE) {
                    Some(value) => append(value),
                    None => append(&option_text(option)),
                }
            }
            return;
        }
        if !control.is_html(known::INPUT) {
            return;
        }
        let value = control.attribute(known::VALUE);
        let input_type = control.attribute(known::TYPE).unwrap_or_default().to_ascii_lowercase();
        match input_type.as_str() {
            "submit" | "image" | "reset" | "button" => {}
            "checkbox" | "radio" => {
                if self.checked.contains(&control.id()) {
                    append(value.unwrap_or("on"));
                }
            }
            // No file is selected.
            "file" => append(""),
            "hidden" => append(value.unwrap_or_default()),
            _ => append(&value.unwrap_or_default().replace(['\n', '\r'], "")),
        }
    }
}

/// The text of an option, with collapsed whitespace and without scripts.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#dom-option-text>
fn option_text(option: NodeRef<'_>) -> String {
    let mut text = String::new();
    let mut open_scripts = 0;
    for edge in option.traverse() {
        match edge {
            NodeEdge::Enter(node) if node.local_name_text() == "script" => open_scripts += 1,
            NodeEdge::Leave(node) if node.local_name_text() == "script" => open_scripts -= 1,
            NodeEdge::Enter(node) if open_scripts == 0 && node.kind() == NodeKind::Text => {
                text.push_str(node.data().unwrap_or_default());
            }
            _ => {}
        }
    }
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// A control of a form.
struct Control<'t> {
    node: NodeRef<'t>,
    /// The form around it.
    form: Option<NodeId>,
    is_in_datalist: bool,
}

/// Finds the forms in one walk. The form owner of a control is the form that its `form` attribute names, or else the form around it.
/// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner>
fn find(tree: &Tree, base: Option<&str>) -> Vec<Found> {
    let is_document = tree.root().kind() == NodeKind::Document;
    let mut forms: Vec<Found> = Vec::new();
    let mut positions: HashMap<NodeId, usize> = HashMap::new();
    let mut controls = Vec::new();
    let (mut open, mut open_datalists) = (Vec::new(), 0);
    for edge in tree.root().traverse() {
        match edge {
            NodeEdge::Enter(node) if node.is_html(known::FORM) => {
                open.push(node.id());
                positions.insert(node.id(), forms.len());
                forms.push(Found::new(node));
            }
            NodeEdge::Leave(node) if node.is_html(known::FORM) => drop(open.pop()),
            NodeEdge::Enter(node) if node.is_html(known::DATALIST) => open_datalists += 1,
            NodeEdge::Leave(node) if node.is_html(known::DATALIST) => open_datalists -= 1,
            NodeEdge::Enter(node) if node.is_html_any(&LISTED) => {
                controls.push(Control {
                    node,
                    form: open.last().copied(),
                    is_in_datalist: open_datalists > 0,
                });
            }
            _ => {}
        }
    }
    if forms.is_empty() {
        return forms;
    }
    let mut actions = HashMap::new();
    let links = tree.links(base);
    for link in links.iter().filter(|link| link.attribute == "action" && !link.value.is_empty()) {
        actions.insert(link.node.id(), link.url);
    }
    let page = || base.map(str::to_owned);
    for found in &mut forms {
        found.action = actions.remove(&found.form).unwrap_or_else(page);
    }
    let states = States::new(tree);
    for Control { node, form, is_in_datalist } in controls {
        let owner = match node.attribute(known::FORM).filter(|_| is_document) {
            Some(id) => tree.element_by_id(id).map(NodeRef::id),
            None => form,
        };
        let Some(position) = owner.and_then(|owner| positions.get(&owner)) else { continue };
        let Found { fields, controls, .. } = &mut forms[*position];
        controls.push(node.id());
        if !is_in_datalist {
            states.append(node, fields);
        }
    }
    forms
}

/// Implements `Document.forms()`.
pub(crate) fn forms(document: &Bound<'_, Document>, base: Option<&str>) -> PyResult<Vec<Form>> {
    let found = find(&document.get().read(document.py()), base);
    let bind = |id| Node::bind(document, id).map(Bound::unbind);
    let form = |found: Found| {
        Ok(Form {
            action: found.action,
            method: found.method,
            enctype: found.enctype,
            fields: found.fields,
            controls: found.controls.into_iter().map(bind).collect::<PyResult<_>>()?,
            node: bind(found.form)?,
        })
    };
    found.into_iter().map(form).collect()
}
