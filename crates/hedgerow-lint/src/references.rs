//! References to ids and names, which are checked at the end of each tree.

use std::collections::{HashMap, HashSet};

use hedgerow_base::Namespace;
use hedgerow_dom::NodeRef;

use crate::attributes::{ElementView, shown};
use crate::checker::Checker;
use crate::{Level, checks};

/// The attributes that refer to elements: the element that has the attribute (`*` is any), the attribute, the element to which
/// it must refer (`*` is any), the level of a reference to nothing, and the address.
const REFERENCES: &[(&str, &str, &str, Level, &str)] = &[
    ("label", "for", "labelable", Level::Error, "forms.html#attr-label-for"),
    ("input", "list", "datalist", Level::Error, "input.html#attr-input-list"),
    ("*", "form", "form", Level::Error, "form-control-infrastructure.html#attr-fae-form"),
    ("*", "headers", "th", Level::Error, "tables.html#attr-tdth-headers"),
    ("*", "popovertarget", "popover", Level::Error, "popover.html#attr-popovertarget"),
    ("button", "commandfor", "*", Level::Error, "form-elements.html#attr-button-commandfor"),
    ("*", "itemref", "*", Level::Error, "microdata.html#attr-itemref"),
    ("output", "for", "*", Level::Warning, "form-elements.html#attr-output-for"),
    (
        "*",
        "aria-activedescendant",
        "*",
        Level::Error,
        "https://www.w3.org/TR/wai-aria-1.2/#aria-activedescendant",
    ),
    ("*", "aria-controls", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-controls"),
    ("*", "aria-describedby", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-describedby"),
    ("*", "aria-details", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-details"),
    ("*", "aria-errormessage", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-errormessage"),
    ("*", "aria-flowto", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-flowto"),
    ("*", "aria-labelledby", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-labelledby"),
    ("*", "aria-owns", "*", Level::Warning, "https://www.w3.org/TR/wai-aria-1.2/#aria-owns"),
];

/// A reference: the element, the attribute, and the row of [`REFERENCES`].
#[derive(Clone, Copy, Debug)]
struct Reference<'d> {
    node: NodeRef<'d>,
    value: &'d str,
    row: usize,
}

/// The references of a tree, and their possible targets.
#[derive(Debug, Default)]
pub(crate) struct References<'d> {
    ids: HashMap<&'d str, NodeRef<'d>>,
    maps: HashMap<&'d str, NodeRef<'d>>,
    found: Vec<Reference<'d>>,
    images: Vec<(NodeRef<'d>, &'d str)>,
    /// The `a` elements with names.
    anchors: Vec<(NodeRef<'d>, &'d str)>,
    /// Whether the tree is the document. In a template, the targets may be outside.
    is_document: bool,
}

impl<'d> References<'d> {
    pub(crate) fn begin(&mut self, root: NodeRef<'d>) {
        *self = Self { is_document: root == root.document().root(), ..Self::default() };
    }

    /// Records the id of an element. Returns whether no element before it has this id.
    pub(crate) fn add_id(&mut self, id: &'d str, node: NodeRef<'d>) -> bool {
        let is_new = !self.ids.contains_key(id);
        self.ids.entry(id).or_insert(node);
        is_new
    }
}

/// Whether an element is labelable. <https://html.spec.whatwg.org/multipage/forms.html#category-label>
fn is_labelable(node: NodeRef<'_>) -> bool {
    match node.local_name_text() {
        "input" => node.attribute("type").is_none_or(|kind| !kind.eq_ignore_ascii_case("hidden")),
        "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
        // A custom element may be associated with forms.
        name => name.contains('-'),
    }
}

impl<'d> Checker<'d, '_> {
    /// Records the references of an element.
    pub(crate) fn collect_references(&mut self, element: &ElementView<'d>) {
        let references = &mut self.state.references;
        for attribute in &element.attributes {
            match attribute.name {
                "name" if element.is_html(&["map"]) => {
                    references.maps.entry(attribute.value).or_insert(element.node);
                }
                "name" if element.is_html(&["a"]) => {
                    references.anchors.push((element.node, attribute.value));
                }
                "usemap" if element.namespace == Namespace::Html => {
                    references.images.push((element.node, attribute.value));
                }
                "for" | "list" | "form" | "headers" | "popovertarget" | "commandfor" | "itemref" => {}
                name if name.starts_with("aria-") => {}
                _ => continue,
            }
            let row = REFERENCES.iter().position(|(name, known, ..)| {
                *known == attribute.name
                    && (*name == "*" && element.namespace == Namespace::Html || element.is_html(&[name]))
            });
            if let Some(row) = row {
                references.found.push(Reference { node: element.node, value: attribute.value, row });
            }
        }
    }

    /// Checks the names of `a` elements, which are obsolete, but conforming if each is a unique place in its tree.
    /// <https://html.spec.whatwg.org/multipage/obsolete.html#obsolete-but-conforming-features>
    fn check_anchors(&mut self, anchors: &[(NodeRef<'d>, &'d str)], ids: &HashMap<&str, NodeRef<'d>>) {
        let mut names = HashSet::new();
        for &(node, name) in anchors {
            let id = node.attribute("id").filter(|id| !id.is_empty());
            let (level, problem) = if name.is_empty() {
                (None, "of `a` must not be empty")
            } else if id.is_some_and(|id| id != name) {
                (None, "of `a` must be equal to its `id`")
            } else if id.is_none() && ids.contains_key(name) {
                (None, "of `a` must not be the `id` of another element")
            } else if !names.insert(name) {
                (None, "of `a` must not be the `name` of another `a`")
            } else {
                (Some(Level::Warning), "should not be used on `a`")
            };
            self.report_name(node, "name", checks::NAME_OF_ANCHOR.with(&[&problem]).level(level));
        }
    }

    /// Checks the references of the tree.
    pub(crate) fn check_references(&mut self) {
        let References { ids, maps, found, images, anchors, is_document } =
            std::mem::take(&mut self.state.references);
        self.check_anchors(&anchors, &ids);
        if !is_document {
            return;
        }
        for Reference { node, value, row } in found {
            let (_, name, kind, level, address) = REFERENCES[row];
            let tokens: &mut dyn Iterator<Item = &'d str> = if is_list(name, node) {
                &mut value.split_ascii_whitespace()
            } else {
                &mut std::iter::once(value).filter(|value| !value.is_empty())
            };
            let mut seen = Vec::new();
            for token in tokens {
                let start = token.as_ptr() as usize - value.as_ptr() as usize;
                let part = Some(start..start + token.len());
                let element = node.local_name_text();
                let violation = match ids.get(token) {
                    None => checks::DANGLING.with(&[&name, &element, &shown(token)]).level(Some(level)),
                    Some(target) if !suits(*target, kind, node) => {
                        let what = match kind {
                            "labelable" => "a visible form control".to_owned(),
                            "th" => "a `th` of the same table".to_owned(),
                            "popover" => "an element with `popover`".to_owned(),
                            kind => format!("a `{kind}`"),
                        };
                        checks::UNSUITABLE.with(&[&name, &element, &what, &target.local_name_text()])
                    }
                    Some(_) if name == "itemref" && seen.contains(&token) => {
                        checks::ITEM_TWICE.with(&[&shown(token)])
                    }
                    Some(_) => {
                        if kind == "labelable" {
                            self.check_labelling(node);
                        }
                        if name == "itemref" && seen.len() < 16 {
                            seen.push(token);
                        }
                        continue;
                    }
                };
                let place = self.value_place(node, name, value, part);
                self.report(place, violation.at(address));
            }
        }
        for (image, value) in images {
            if let Some(name) = value.strip_prefix('#').filter(|name| !name.is_empty())
                && !maps.contains_key(name)
            {
                let place = self.value_place(image, "usemap", value, Some(1..value.len()));
                self.report(place, checks::NO_MAP.with(&[&shown(name)]));
            }
        }
    }
}

/// Whether an attribute is a list of ids.
fn is_list(name: &str, node: NodeRef<'_>) -> bool {
    match name {
        "for" => node.local_name_text() == "output",
        "list" | "form" | "popovertarget" | "commandfor" | "aria-activedescendant" => false,
        _ => true,
    }
}

/// Whether an element is of the kind to which a reference must point.
fn suits(target: NodeRef<'_>, kind: &str, from: NodeRef<'_>) -> bool {
    let table = |cell: NodeRef<'_>| -> Option<usize> {
        let table = cell.ancestors().take(4).find(|ancestor| ancestor.local_name_text() == "table")?;
        Some(table.slot().index())
    };
    match kind {
        "*" => true,
        "labelable" => is_labelable(target),
        "popover" => target.has_attribute("popover"),
        "th" => target.local_name_text() == "th" && table(target) == table(from),
        kind => target.local_name_text() == kind,
    }
}
