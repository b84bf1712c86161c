//! [`Form`]: the forms of a page, with the values that a browser would submit.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use hedgerow::dom::{NameId, NodeEdge, NodeKind, known};
use hedgerow::encoding::{Encoding, encoding_for_label};
use hedgerow::extract::Extract as _;
use hedgerow::select::Select as _;
use hedgerow::{Document as Tree, NodeId, NodeRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::document::Document;
use crate::extract::Part;
use crate::node::Node;
use crate::submission::{self, Submission};

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

/// The types of `input` whose direction is not submitted.
/// <https://html.spec.whatwg.org/multipage/dom.html#auto-directionality-form-associated-elements>
const WITHOUT_DIRECTION: [&str; 15] = [
    "button", "checkbox", "color", "date", "datetime-local", "file", "image", "month", "number", "radio",
    "range", "reset", "submit", "time", "week",
];

/// A form, and the entries that a browser would submit.
#[pyclass(frozen, module = "hedgerow")]
pub(crate) struct Form {
    /// The address to which the form is submitted, resolved as in links(); without an action, the address of the page.
    #[pyo3(get)]
    pub(crate) action: Option<String>,
    /// "get", "post" or "dialog".
    #[pyo3(get)]
    pub(crate) method: &'static str,
    /// The encoding of the fields, such as "application/x-www-form-urlencoded".
    #[pyo3(get)]
    pub(crate) enctype: &'static str,
    /// The names and values that a browser submits if nobody changes anything and no button is pressed, in tree order. The
    /// values are not checked against the type of a control, such as number.
    #[pyo3(get)]
    pub(crate) fields: Vec<(String, String)>,
    /// The controls of the form, including buttons and disabled controls, in tree order.
    #[pyo3(get)]
    pub(crate) controls: Vec<Py<Node>>,
    /// The form element.
    #[pyo3(get)]
    pub(crate) node: Py<Node>,
    /// The name of the encoding in which the form is submitted.
    pub(crate) charset: &'static str,
    /// The address of the page.
    pub(crate) page: Option<String>,
}

#[pymethods]
impl Form {
    /// Returns the request with which a browser submits the form. values: the values that replace those of fields: a str, a list of
    /// str, or None to omit a field. button: the button that is pressed, a Node or the name of a control.
    ///
    /// >>> form = parse("<form action=search><input name=q><button name=go value=1>").forms("https://trees.example/")[0]
    /// >>> form.submit({"q": "old oak"}, button="go").url
    /// 'https://trees.example/search?q=old+oak&go=1'
    #[pyo3(signature = (values: "Mapping[str, str | list[str] | None] | None" = None, button: "Node | str | None" = None) -> "Submission")]
    fn submit(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyDict>>,
        button: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Submission> {
        submission::submit(py, self, values, button)
    }

    #[pyo3(signature = () -> "Any")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Form refers to nodes, so it cannot be pickled or copied; use form.fields",
        ))
    }

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
    /// The name of the encoding in which the form is submitted.
    charset: &'static str,
}

impl Found {
    /// `encoding` is the encoding of the document; `None` if the document was parsed from text.
    fn new(form: NodeRef<'_>, encoding: Option<&'static Encoding>) -> Self {
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
            charset: pick_an_encoding(form, encoding),
        }
    }
}

/// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#picking-an-encoding-for-the-form>
fn pick_an_encoding(form: NodeRef<'_>, document: Option<&'static Encoding>) -> &'static str {
    let accepted = form
        .attribute(known::ACCEPT_CHARSET)
        .map(|labels| labels.split_ascii_whitespace().find_map(|label| encoding_for_label(label).ok()));
    accepted.unwrap_or(document).map_or("UTF-8", |encoding| encoding.output_encoding().name())
}

/// The controls that are checked, the controls that are disabled, and the elements whose text runs from right to left,
/// which are found on first use.
struct States<R> {
    checked: HashSet<NodeId>,
    disabled: HashSet<NodeId>,
    right_to_left: LazyCell<HashSet<NodeId>, R>,
}

/// Returns the elements that match a selector.
fn all(tree: &Tree, selector: &str) -> HashSet<NodeId> {
    tree.select(selector).into_iter().flatten().map(NodeRef::id).collect()
}

impl<R: FnOnce() -> HashSet<NodeId>> States<R> {
    /// Appends the entries of a control.
    /// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set>
    fn append(&self, control: &Control<'_>, found: &mut Found) {
        let Control { node: control, options, .. } = control;
        let Some(name) = control.attribute(known::NAME).filter(|name| !name.is_empty()) else { return };
        if self.disabled.contains(&control.id()) {
            return;
        }
        let fields = &mut found.fields;
        let mut append = |value: &str| fields.push((name.to_owned(), value.to_owned()));
        if control.is_html(known::TEXTAREA) {
            append(&control.own_text());
            return self.append_direction(*control, fields);
        }
        if control.is_html(known::SELECT) {
            let is_selected = |option: &&NodeRef<'_>| {
                self.checked.contains(&option.id()) && !self.disabled.contains(&option.id())
            };
            for option in options.iter().filter(is_selected) {
                match option.attribute(known::VALUE) {
                    Some(value) => append(value),
                    None => append(&option_text(*option)),
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
            "hidden" if name.eq_ignore_ascii_case("_charset_") => append(found.charset),
            "hidden" => append(value.unwrap_or_default()),
            _ => append(&value.unwrap_or_default().replace(['\n', '\r'], "")),
        }
        if !WITHOUT_DIRECTION.contains(&input_type.as_str()) {
            self.append_direction(*control, fields);
        }
    }

    /// Appends the entry for the direction of a control's text, if the control requests it.
    fn append_direction(&self, control: NodeRef<'_>, fields: &mut Vec<(String, String)>) {
        if let Some(name) = control.attribute(known::DIRNAME).filter(|name| !name.is_empty()) {
            let direction = if self.right_to_left.contains(&control.id()) { "rtl" } else { "ltr" };
            fields.push((name.to_owned(), direction.to_owned()));
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
    /// The list of options of a `select`.
    options: Vec<NodeRef<'t>>,
}

/// An ancestor of the current node of the walk that determines to which `select` the options in it belong.
struct OptionScope {
    element: NodeId,
    /// If the element is a `select`, its index among the controls; otherwise the options in it belong to no `select`.
    select: Option<usize>,
    /// The open `optgroup` of the `select`. The options in an `optgroup` inside it do not belong to the `select`.
    optgroup: Option<NodeId>,
}

/// The stack of the scopes around the current node of the walk.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list>
#[derive(Default)]
struct OptionScopes(Vec<OptionScope>);

impl OptionScopes {
    /// Enters a node. `controls` are the controls so far; the last one is the node itself, if it is a control.
    fn enter<'t>(&mut self, element: NodeRef<'t>, controls: &mut [Control<'t>]) {
        let is = |name| element.is_html(name);
        let scope = self.0.last_mut().and_then(|scope| Some((scope.select?, &mut scope.optgroup)));
        match scope {
            Some((select, _)) if is(known::OPTION) => controls[select].options.push(element),
            Some((_, optgroup)) if is(known::OPTGROUP) && optgroup.is_none() => {
                *optgroup = Some(element.id());
                return;
            }
            _ => {}
        }
        if element.is_html_any(&[known::SELECT, known::OPTION, known::HR, known::DATALIST, known::OPTGROUP]) {
            let select = is(known::SELECT).then(|| controls.len() - 1);
            self.0.push(OptionScope { element: element.id(), select, optgroup: None });
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        let left = self.0.pop_if(|scope| scope.element == node.id());
        if left.is_none()
            && let Some(scope) = self.0.last_mut()
        {
            scope.optgroup.take_if(|optgroup| *optgroup == node.id());
        }
    }
}

/// Finds the forms in one walk. The form owner of a control is the form that its `form` attribute names, or else the form around it.
/// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner>
fn find(tree: &Tree, base: Option<&str>, encoding: Option<&'static Encoding>) -> Vec<Found> {
    let is_document = tree.root().kind() == NodeKind::Document;
    let mut forms: Vec<Found> = Vec::new();
    let mut positions: HashMap<NodeId, usize> = HashMap::new();
    let mut controls = Vec::new();
    let (mut open, mut open_datalists) = (Vec::new(), 0);
    let mut option_scopes = OptionScopes::default();
    for edge in tree.root().traverse() {
        match edge {
            NodeEdge::Enter(node) if node.is_html(known::FORM) => {
                open.push(node.id());
                positions.insert(node.id(), forms.len());
                forms.push(Found::new(node, encoding));
            }
            NodeEdge::Leave(node) if node.is_html(known::FORM) => drop(open.pop()),
            NodeEdge::Enter(node) if node.is_html(known::DATALIST) => open_datalists += 1,
            NodeEdge::Leave(node) if node.is_html(known::DATALIST) => open_datalists -= 1,
            NodeEdge::Enter(node) if node.is_html_any(&LISTED) => {
                controls.push(Control {
                    node,
                    form: open.last().copied(),
                    is_in_datalist: open_datalists > 0,
                    options: Vec::new(),
                });
            }
            _ => {}
        }
        match edge {
            NodeEdge::Enter(node) => option_scopes.enter(node, &mut controls),
            NodeEdge::Leave(node) => option_scopes.leave(node),
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
    let (checked, disabled) = (all(tree, ":checked"), all(tree, ":disabled"));
    let states = States { checked, disabled, right_to_left: LazyCell::new(|| all(tree, ":dir(rtl)")) };
    for control in &controls {
        let Control { node, form, is_in_datalist, .. } = *control;
        let owner = match node.attribute(known::FORM).filter(|_| is_document) {
            Some(id) => tree.element_by_id(id).map(NodeRef::id),
            None => form,
        };
        let Some(position) = owner.and_then(|owner| positions.get(&owner)) else { continue };
        let found = &mut forms[*position];
        found.controls.push(node.id());
        if !is_in_datalist {
            states.append(control, found);
        }
    }
    forms
}

/// Implements `Document.forms()`.
pub(crate) fn forms(
    document: &Bound<'_, Document>,
    node: Option<NodeId>,
    base: Option<&str>,
) -> PyResult<Vec<Form>> {
    let encoding = document.get().encoding_of_bytes();
    let base = base.or(document.get().url());
    let found = {
        let tree = document.get().read(document.py());
        let part = Part::new(&tree, node)?;
        let mut found = find(&tree, base, encoding);
        found.retain(|form| part.contains(form.form));
        found
    };
    let bind = |id| Node::bind(document, id).map(Bound::unbind);
    let form = |found: Found| {
        Ok(Form {
            action: found.action,
            method: found.method,
            enctype: found.enctype,
            fields: found.fields,
            controls: found.controls.into_iter().map(bind).collect::<PyResult<_>>()?,
            node: bind(found.form)?,
            charset: found.charset,
            page: base.map(str::to_owned),
        })
    };
    found.into_iter().map(form).collect()
}
