//! The controls whose checkedness depends on other controls: the options of a `select`, and the radio buttons of a group.
//!
//! One walk over the tree finds all of them:
//!
//! ```text
//! enter a select, an option, an hr, a datalist, an optgroup in an optgroup:
//!     options inside do not belong to the enclosing select
//! enter an option of a select:
//!     record the option if it has a selected attribute, or if it is the first one that is not disabled
//! leave a select:
//!     the last option with a selected attribute is selected, or else the first one that is not disabled
//! enter a radio button with a checked attribute:
//!     this button becomes the checked one of its group
//! ```
//!
//! The pseudo-class itself is in `state.rs`. Changes by scripts or users are not considered.

use hedgerow_base::{NameId, SideTable, is_display_size_one, known};
use hedgerow_dom::{NodeEdge, NodeKind, NodeRef, Slot};

use crate::element::{group_name, has, is_radio_button, value};

/// The checked options and radio buttons of a tree and of all trees in it: template contents and shadow trees.
pub(crate) fn checked_controls(top: NodeRef<'_>) -> SideTable<Slot, ()> {
    let inner = top.deep_descendants().filter(|node| node.host().is_some());
    std::iter::once(top).chain(inner).flat_map(checked_controls_of_tree).collect()
}

/// The checked options and radio buttons of one tree.
fn checked_controls_of_tree(root: NodeRef<'_>) -> impl Iterator<Item = Slot> {
    let mut lists = Lists::default();
    let mut buttons = Buttons { is_connected: is_connected(root), ..Buttons::default() };
    for edge in root.traverse() {
        match edge {
            NodeEdge::Enter(node) if node.kind() == NodeKind::Element => {
                lists.enter(node);
                buttons.enter(node);
            }
            NodeEdge::Enter(_) => {}
            NodeEdge::Leave(node) => {
                lists.leave(node);
                buttons.leave(node);
            }
        }
    }
    lists.selected.into_iter().chain(buttons.into_checked(root))
}

/// Whether the root of a tree is a document or the root of a shadow tree in a document.
fn is_connected(mut root: NodeRef<'_>) -> bool {
    while root.kind() == NodeKind::ShadowRoot
        && let Some(host) = root.host()
    {
        root = host.tree_root();
    }
    root.kind() == NodeKind::Document
}

/// The option lists of the `select` elements that enclose the current node of the walk.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list>
#[derive(Default)]
struct Lists {
    open: Vec<Open>,
    /// The options whose selectedness is true.
    selected: Vec<Slot>,
}

/// An open element whose options do not belong to the enclosing `select`.
struct Open {
    element: Slot,
    /// The options of the element, if it is a `select`.
    list: Option<ListOfOptions>,
}

/// The elements whose options do not belong to the enclosing `select`; an `optgroup` excludes options only if it is in
/// another `optgroup`.
const EXCLUDING: [NameId; 5] = [known::SELECT, known::OPTION, known::HR, known::DATALIST, known::OPTGROUP];

struct ListOfOptions {
    is_multiple: bool,
    /// Whether an option is selected even if no option has a `selected` attribute.
    selects_by_default: bool,
    /// The `optgroup` that encloses the current node of the walk, and whether it is disabled.
    optgroup: Option<(Slot, bool)>,
    /// The last option with a `selected` attribute.
    selected: Option<Slot>,
    /// The first option that is not disabled.
    default: Option<Slot>,
}

impl Lists {
    fn enter(&mut self, element: NodeRef<'_>) {
        let is = |name| element.is_html(name);
        let list = self.open.last_mut().and_then(|open| open.list.as_mut());
        match list {
            Some(list) if is(known::OPTION) && !list.is_multiple => list.add(element),
            Some(list) if is(known::OPTGROUP) && list.optgroup.is_none() => {
                list.optgroup = Some((element.slot(), has(element, known::DISABLED)));
                return;
            }
            _ if is(known::OPTION) && has(element, known::SELECTED) => {
                self.selected.push(element.slot());
            }
            _ => {}
        }
        if element.is_html_any(&EXCLUDING) {
            let list = is(known::SELECT).then(|| ListOfOptions::new(element));
            self.open.push(Open { element: element.slot(), list });
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        let left = self.open.pop_if(|open| open.element == node.slot());
        if let Some(list) = left.and_then(|open| open.list) {
            self.selected.extend(list.selected.or(list.default.filter(|_| list.selects_by_default)));
        } else if let Some(list) = self.open.last_mut().and_then(|open| open.list.as_mut()) {
            list.optgroup.take_if(|(optgroup, _)| *optgroup == node.slot());
        }
    }
}

impl ListOfOptions {
    fn new(select: NodeRef<'_>) -> Self {
        let is_multiple = has(select, known::MULTIPLE);
        let selects_by_default = !is_multiple && is_display_size_one(value(select, known::SIZE));
        Self { is_multiple, selects_by_default, optgroup: None, selected: None, default: None }
    }

    /// The selectedness setting algorithm, for options in tree order.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
    fn add(&mut self, option: NodeRef<'_>) {
        if has(option, known::SELECTED) {
            self.selected = Some(option.slot());
        }
        let is_disabled =
            has(option, known::DISABLED) || self.optgroup.is_some_and(|(_, is_disabled)| is_disabled);
        if self.default.is_none() && !is_disabled {
            self.default = Some(option.slot());
        }
    }
}

/// The radio buttons that have a `checked` attribute.
#[derive(Default)]
struct Buttons<'d> {
    is_connected: bool,
    /// The `form` elements that enclose the current node of the walk.
    forms: Vec<Slot>,
    /// Buttons with a name, in tree order.
    grouped: Vec<Button<'d>>,
    /// Buttons without a name, which are not in any group.
    alone: Vec<Slot>,
}

struct Button<'d> {
    element: Slot,
    owner: Owner<'d>,
    name: &'d str,
}

/// The form owner of a control, as far as the walk can determine it.
/// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner>
#[derive(Clone, Copy)]
enum Owner<'d> {
    Known(Option<Slot>),
    /// The first element with this id, if it is a form.
    WithId(&'d str),
}

impl<'d> Buttons<'d> {
    fn enter(&mut self, element: NodeRef<'d>) {
        if element.is_html(known::FORM) {
            self.forms.push(element.slot());
        }
        if !is_radio_button(element) || !has(element, known::CHECKED) {
            return;
        }
        let Some(name) = group_name(element) else { return self.alone.push(element.slot()) };
        let owner = match value(element, known::FORM).filter(|_| self.is_connected) {
            Some(id) => Owner::WithId(id),
            None => Owner::Known(self.forms.last().copied()),
        };
        self.grouped.push(Button { element: element.slot(), owner, name });
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        self.forms.pop_if(|form| *form == node.slot());
    }

    /// The last button of each group, and all buttons without a group.
    /// <https://html.spec.whatwg.org/multipage/input.html#radio-button-group>
    fn into_checked(self, root: NodeRef<'d>) -> impl Iterator<Item = Slot> {
        let ids = self.grouped.iter().filter_map(|button| match button.owner {
            Owner::WithId(id) => Some((id, None)),
            Owner::Known(_) => None,
        });
        let forms = forms_with_ids(root, ids.collect());
        let mut groups = SideTable::new();
        for Button { element, owner, name } in self.grouped {
            let owner = match owner {
                Owner::Known(form) => form,
                Owner::WithId(id) => forms.get(&id).copied().flatten(),
            };
            groups.insert((owner, name), element);
        }
        groups.into_values().into_iter().chain(self.alone)
    }
}

/// The first element with each id, if it is a form.
fn forms_with_ids<'d>(
    root: NodeRef<'d>,
    mut forms: SideTable<&'d str, Option<Slot>>,
) -> SideTable<&'d str, Option<Slot>> {
    let mut left: SideTable<&str, ()> = forms.keys().copied().collect();
    for element in root.descendants() {
        if left.is_empty() {
            break;
        }
        if let Some(id) = value(element, known::ID)
            && left.remove(&id).is_some()
        {
            let form = element.is_html(known::FORM).then_some(element.slot());
            forms.insert(id, form);
        }
    }
    forms
}
