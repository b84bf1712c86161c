//! Sanitizes a tree that is finished: the standard's algorithm, without recursion.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace};
use hedgerow_dom::{AttributeRef, Document, NodeId, NodeKind, NodeRef, search};

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

/// The minimum length in bytes of an element name whose rule is cached. Without the cache, a long name that elements
/// share would be read for each element and attribute, so the time would not be linear.
const LONG_NAME: usize = 64;

/// Removes and changes the attributes of elements. Elements that share a long list of attributes are treated together, so that
/// the time does not grow with the number of attributes times the number of elements.
fn sanitize_attributes(document: &mut Document, elements: &[NodeId], rules: &Rules, report: &mut Report) {
    // The DOM can create elements in any namespace.
    for namespace in Namespace::ALL {
        let mut long_names = LongNames::new();
        let of_namespace: Vec<NodeId> = elements
            .iter()
            .copied()
            .filter(|&id| document.node(id).namespace() == Some(namespace))
            .filter(|&id| document.node(id).attributes().len() > 0)
            .collect();
        let mut selection = document.change(of_namespace);
        let retained = selection.retain_attributes(|element, attribute| {
            let decide = |name: &str, rule: &ElementRule| verdict(rules, rule, name, attribute);
            let key = element.as_ptr();
            let verdict = with_rule(rules, namespace, element, &mut long_names, key, decide);
            let Verdict::Remove(reason) = verdict else { return true };
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
        let mut long_names = LongNames::new();
        for &element in elements {
            change_attributes(document, element, rules, &mut long_names, report);
        }
    }
}

/// A cache for [long](LONG_NAME) names of elements, by a key: the name that a parser would read, and its rule.
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
    if element.len() < LONG_NAME {
        let (name, rule) = find();
        return decide(&name, rule);
    }
    let (name, rule) = long_names.entry(key).or_insert_with(|| {
        let (name, rule) = find();
        (name.into_owned(), rule)
    });
    decide(name, rule)
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

/// Changes the values of attributes and adds attributes, as the policy demands.
fn change_attributes<'r>(
    document: &mut Document,
    id: NodeId,
    rules: &'r Rules,
    long_names: &mut LongNames<'r, ElementName>,
    report: &mut Report,
) {
    let node = document.node(id);
    let Some(name) = search::element_name(node) else { return };
    let text = node.local_name_text();
    let mut changes = Vec::new();
    with_rule(rules, name.namespace, text, long_names, name, |parsed, rule| {
        for attribute in node.attributes() {
            if let Verdict::Replace(value, reason) = verdict(rules, rule, parsed, attribute) {
                let key = attribute.name();
                changes.push((key.namespace(), key.local_name().to_owned(), value, reason));
            }
        }
    });
    let added =
        rules.added_attributes(name, |name| search::attribute_value(node, AttributeName::plain(name)));
    for (name, value) in added {
        let name = name.known_text().unwrap_or_default().to_owned();
        changes.push((Namespace::None, name, value, Reason::LinkPolicy));
    }
    if changes.is_empty() {
        return;
    }
    let element = Report::name(text);
    for (namespace, attribute, value, reason) in changes {
        let is_set = document.set_attribute(id, (namespace, &attribute), &value).is_ok();
        let (element, attribute_name) = (element.clone(), Report::name(&attribute));
        let subject = if is_set {
            Subject::ChangedAttribute { element, attribute: attribute_name }
        } else {
            // The text of the document is full, and the present value is not allowed.
            let removed = document.remove_attribute(id, (namespace, &attribute));
            debug_assert!(removed.is_ok(), "attributes can always be removed");
            Subject::Attribute { element, attribute: attribute_name }
        };
        report.push(subject, reason, None);
    }
}
