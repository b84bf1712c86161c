//! Sanitizes a tree that is finished: the standard's algorithm, without recursion.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Range;

use hedgerow_base::{AttributeName, NameId, Namespace, known};
use hedgerow_dom::{AttributeList, AttributeRef, Document, NodeId, NodeKind, NodeRef, Slot, search};

use crate::report::{Reason, Report, Subject};
use crate::rules::{Action, ElementRule, QuickDecision, Rules, Verdict};

/// Removes the descendants of `root` that the rules do not allow, and the attributes that they do not allow.
///
/// In the standard: "inner sanitize steps".
pub(crate) fn sanitize(document: &mut Document, root: NodeId, rules: &Rules, report: &mut Report) {
    let mut elements = Vec::new();
    let mut roots = vec![root];
    if let Some(node) = document.get(root) {
        roots.extend(node.template_contents().map(NodeRef::id));
        roots.extend(node.shadow_root().map(NodeRef::id));
    }
    while let Some(root) = roots.pop() {
        let mut next = document.get(root).and_then(NodeRef::first_child).map(NodeRef::id);
        while let Some(id) = next {
            let node = document.node(id);
            match action(node, rules, report) {
                Action::Keep => {
                    if node.kind() == NodeKind::Element {
                        elements.push(id);
                        roots.extend(node.template_contents().map(NodeRef::id));
                        roots.extend(node.shadow_root().map(NodeRef::id));
                    }
                    next = node.first_child().map(NodeRef::id).or_else(|| following(node, root));
                }
                Action::Remove => {
                    next = following(node, root);
                    remove(document, id);
                }
                Action::ReplaceWithChildren => {
                    next = node.first_child().map(NodeRef::id).or_else(|| following(node, root));
                    replace_with_children(document, id);
                }
            }
        }
    }
    sanitize_attributes(document, &elements, rules, report);
}

/// Returns the decision on a node. Reports the node if it is removed or replaced.
fn action(node: NodeRef<'_>, rules: &Rules, report: &mut Report) -> Action {
    let subject = match node.kind() {
        NodeKind::Comment if !rules.keeps_comments() => Subject::Comment,
        NodeKind::ProcessingInstruction => match node.processing_instruction() {
            Some((target, _)) if !rules.keeps_processing_instruction(target) => {
                Subject::ProcessingInstruction(Report::name(target))
            }
            _ => return Action::Keep,
        },
        NodeKind::Element => {
            let Some(name) = search::element_name(node) else { return Action::Keep };
            let text = node.local_name_text();
            let configured = rules.element(name, || text).action;
            let action = rules.element_action(name.namespace, text, configured);
            let reason = if action == configured { Reason::NotAllowed } else { Reason::Callback };
            match action {
                Action::Keep => {}
                Action::Remove => report.push(Subject::Element(Report::name(text)), reason, None),
                Action::ReplaceWithChildren => {
                    report.push(Subject::ReplacedElement(Report::name(text)), reason, None);
                }
            }
            return action;
        }
        _ => return Action::Keep,
    };
    report.push(subject, Reason::NotAllowed, None);
    Action::Remove
}

/// Returns the next node below `root` in tree order that is not a descendant of `node`.
fn following(node: NodeRef<'_>, root: NodeId) -> Option<NodeId> {
    let mut node = node;
    loop {
        if node.id() == root {
            return None;
        }
        if let Some(next) = node.next_sibling() {
            return Some(next.id());
        }
        node = node.parent()?;
    }
}

fn remove(document: &mut Document, node: NodeId) {
    let removed = document.remove(node);
    debug_assert!(removed.is_ok(), "a child of another node can be removed");
}

/// Moves the children of a node before the node, and removes the node. Each node is moved at most once, because the
/// decision to keep its new parent was made before.
fn replace_with_children(document: &mut Document, node: NodeId) {
    let slot = document.node(node).slot();
    if let Some(parent) = document.node(node).parent().map(NodeRef::slot) {
        while let Some(child) = slot.node(document).first_child().map(NodeRef::slot) {
            document.unchecked().detach(child);
            document.unchecked().insert(parent, child, Some(slot));
        }
    }
    remove(document, node);
}

/// The minimum length in bytes of an element name whose rule is cached, and of an attribute whose decision is cached. Without the
/// caches, a long text that elements share would be read for each of them, so the time would not be linear.
const LONG: usize = 64;

/// The maximum length of a list of attributes that is read for each element.
const SHORT_LIST: usize = 8;

/// Removes and changes the attributes of elements. Elements that share a long list of attributes are treated together, so that
/// the time does not grow with the number of attributes times the number of elements.
fn sanitize_attributes(document: &mut Document, elements: &[NodeId], rules: &Rules, report: &mut Report) {
    // The DOM can create elements in any namespace.
    for namespace in Namespace::ALL {
        let (mut long_names, mut decisions) = (LongNames::new(), LongAttributes::new());
        let of_namespace: Vec<NodeId> = elements
            .iter()
            .copied()
            .filter(|&id| document.node(id).namespace() == Some(namespace))
            .filter(|&id| document.node(id).attributes().len() > 0)
            .collect();
        let mut selection = document.change(of_namespace);
        let retained = selection.retain_attributes(|element, attribute| {
            let key = element.as_ptr();
            let decide = |name: &str, rule: &ElementRule| verdict(rules, rule, name, attribute);
            let decision = cached(&mut decisions, key, attribute, || {
                match with_rule(rules, namespace, element, &mut long_names, key, decide) {
                    Verdict::Remove(reason) => Some(reason),
                    _ => None,
                }
            });
            let Some(reason) = decision else { return true };
            let subject = Subject::Attribute {
                element: Report::name(element),
                attribute: Report::name(attribute.name_text()),
            };
            report.push(subject, reason, None);
            false
        });
        debug_assert!(retained.is_ok(), "attributes can always be removed");
    }
    if rules.changes_attributes() {
        let changes = Changes::of(document, elements, rules);
        changes.apply(document, report);
    }
}

/// A cache for [long](LONG) names of elements, by a key: the name that a parser would read, and its rule.
type LongNames<'r, K> = HashMap<K, (String, &'r ElementRule)>;

/// Calls a function with the name that a parser would read for an element, and with the rule for it. The key identifies the name.
fn with_rule<'r, K: Eq + Hash, T>(
    rules: &'r Rules,
    namespace: Namespace,
    element: &str,
    long_names: &mut LongNames<'r, K>,
    key: K,
    decide: impl FnOnce(&str, &ElementRule) -> T,
) -> T {
    let find = || {
        let name = as_parsed(element);
        let rule = rules.element_by_text(namespace, &name);
        (name, rule)
    };
    if element.len() < LONG {
        let (name, rule) = find();
        return decide(&name, rule);
    }
    let (name, rule) = long_names.entry(key).or_insert_with(|| {
        let (name, rule) = find();
        (name.into_owned(), rule)
    });
    decide(name, rule)
}

/// A cache of decisions on [long](LONG) attributes, by a key of the element's name, the attribute's name, and the place of its
/// value. It is valid as long as the text of the document is unchanged.
type LongAttributes<K, T> = HashMap<(K, AttributeName, *const str), T>;

/// Returns the decision of a function on an attribute, which is cached if the attribute is long.
fn cached<K: Eq + Hash, T: Copy>(
    cache: &mut LongAttributes<K, T>,
    element: K,
    attribute: AttributeRef<'_>,
    decide: impl FnOnce() -> T,
) -> T {
    let value = attribute.value();
    if attribute.name_text().len() + value.len() < LONG {
        return decide();
    }
    *cache
        .entry((element, search::attribute_name(attribute), std::ptr::from_ref(value)))
        .or_insert_with(decide)
}

/// Decides on an attribute, given the rule for its element and the name that a parser would read for the element.
fn verdict(rules: &Rules, rule: &ElementRule, element: &str, attribute: AttributeRef<'_>) -> Verdict {
    match rules.quick(rule, search::attribute_name(attribute)) {
        QuickDecision::Keep => Verdict::Keep,
        QuickDecision::Remove => Verdict::Remove(Reason::NotAllowed),
        QuickDecision::CheckUrl | QuickDecision::CheckValue | QuickDecision::Check => {
            let name = attribute.name();
            rules.check(rule, element, name.namespace(), &as_parsed(name.local_name()), attribute.value())
        }
    }
}

/// Returns the name that a parser would read for an unknown name: a parser reads `HREF` as `href`. Only changes of a document
/// create unknown names with upper-case letters.
fn as_parsed(name: &str) -> Cow<'_, str> {
    if NameId::find_known(name).is_none() && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// The values that the policy changes and adds. All of them are collected before the document changes, because the caches
/// identify a value by its place in the document.
#[derive(Default)]
struct Changes {
    values: Vec<NewValue>,
    /// For each change the element, the name of its attribute, and the index of the value.
    changed: Vec<(NodeId, AttributeName, usize)>,
    /// Like `changed`, for the attributes that are added to links. They replace changed values.
    added: Vec<(NodeId, AttributeName, usize)>,
}

/// A new value of an attribute.
struct NewValue {
    text: String,
    reason: Reason,
    /// The first element that got the value. Other elements share it.
    first: Option<Slot>,
}

impl Changes {
    fn of(document: &Document, elements: &[NodeId], rules: &Rules) -> Self {
        let mut changes = Self::default();
        let (mut long_names, mut long_attributes) = (LongNames::new(), LongAttributes::new());
        let (mut long_lists, mut links) = (HashMap::new(), HashMap::new());
        for &id in elements {
            let node = document.node(id);
            let Some(name) = search::element_name(node) else { continue };
            let start = changes.changed.len();
            let is_long = node.attributes().len() > SHORT_LIST;
            let list = is_long.then(|| (name, AttributeList::of(node)));
            if let Some(Range { start, end }) = list.and_then(|list| long_lists.get(&list).cloned()) {
                for index in start..end {
                    let (_, attribute, value) = changes.changed[index];
                    changes.changed.push((id, attribute, value));
                }
            } else {
                for attribute in node.attributes() {
                    let text = node.local_name_text();
                    let decide = |parsed: &str, rule: &ElementRule| verdict(rules, rule, parsed, attribute);
                    let value = cached(&mut long_attributes, name, attribute, || {
                        match with_rule(rules, name.namespace, text, &mut long_names, name, decide) {
                            Verdict::Replace(value, reason) => Some(changes.add(value, reason)),
                            _ => None,
                        }
                    });
                    if let Some(value) = value {
                        changes.changed.push((id, search::attribute_name(attribute), value));
                    }
                }
                if let Some(list) = list {
                    long_lists.insert(list, start..changes.changed.len());
                }
            }
            if rules.adds_attributes_to(name) {
                let new = |name| {
                    let mut changed = changes.changed[start..].iter();
                    changed.find(|change| change.1 == AttributeName::plain(name)).map(|change| change.2)
                };
                let old = |name| search::attribute_value(node, AttributeName::plain(name));
                // The index of the new value, and the place of the old one.
                let read = [known::HREF, known::ACTION, known::TARGET, known::REL]
                    .map(|name| (new(name), old(name).map(std::ptr::from_ref)));
                let added: &Vec<_> = match links.entry((name, read)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(place) => {
                        let value = |name| match new(name) {
                            Some(new) => Some(&*changes.values[new].text),
                            None => old(name),
                        };
                        let added = rules.added_attributes(name, value).into_iter();
                        let added = added.map(|(name, value)| (name, changes.add(value, Reason::LinkPolicy)));
                        place.insert(added.collect())
                    }
                };
                changes
                    .added
                    .extend(added.iter().map(|&(name, value)| (id, AttributeName::plain(name), value)));
            }
        }
        changes
    }

    /// Stores a value and returns its index.
    fn add(&mut self, text: String, reason: Reason) -> usize {
        self.values.push(NewValue { text, reason, first: None });
        self.values.len() - 1
    }

    fn apply(mut self, document: &mut Document, report: &mut Report) {
        for (id, name, value) in self.changed.into_iter().chain(self.added) {
            let NewValue { text, reason, first } = &mut self.values[value];
            let element = Report::name(document.node(id).local_name_text());
            let slot = document.node(id).slot();
            let local = |document: &Document| search::names(document).text(name.local).to_owned();
            let attribute = Report::name(search::names(document).text(name.local));
            let is_set = if let Some(first) = *first {
                search::share_attribute(document, first, slot, name)
            } else {
                *first = Some(slot);
                let local = local(document);
                document.set_attribute(id, (name.namespace, &*local), text).is_ok()
            };
            let subject = if is_set {
                Subject::ChangedAttribute { element, attribute }
            } else {
                // The text of the document is full, and the present value is not allowed.
                let local = local(document);
                let removed = document.remove_attribute(id, (name.namespace, &*local));
                debug_assert!(removed.is_ok(), "attributes can always be removed");
                Subject::Attribute { element, attribute }
            };
            report.push(subject, *reason, None);
        }
    }
}
