//! Paths of nodes: a CSS selector or an XPath that selects a given node.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use hedgerow_base::{Namespace, QuirksMode};
use hedgerow_dom::{NodeKind, NodeRef};

use crate::node;

/// Returns a CSS selector that matches this element and no other element of its tree; `None` if the node is not an element.
///
/// The selector starts from the nearest inclusive ancestor whose id is unique, and contains the position of a child only if the
/// child has siblings of the same name. The function takes time linear in the size of the tree.
///
/// ```
/// use hedgerow::xpath::css_path;
/// let document = hedgerow::parse("<ul id=trees><li>Oak<li>Yew</ul>");
/// let yew = document.root().descendants().filter(|node| node.local_name_text() == "li").nth(1);
/// assert_eq!(yew.and_then(css_path).as_deref(), Some("#trees > li:nth-of-type(2)"));
/// ```
#[must_use]
pub fn css_path(element: NodeRef<'_>) -> Option<String> {
    (element.kind() == NodeKind::Element).then(|| css_path_among(element, tree(element))).flatten()
}

fn css_path_among<'d>(element: NodeRef<'d>, tree: impl Iterator<Item = NodeRef<'d>>) -> Option<String> {
    // In quirks mode, an id selector ignores case.
    let ignores_case = element.document().quirks_mode() == QuirksMode::Quirks;
    let unique_ids = unique_ids(element, tree, ignores_case);
    let mut parts = Vec::new();
    let mut at = Some(element);
    while let Some(element) = at.filter(|node| node.kind() == NodeKind::Element) {
        if let Some(id) = own_id(element).filter(|id| unique_ids.contains(id)) {
            parts.push(format!("#{}", css_identifier(id)));
            break;
        }
        let name = css_identifier(element.local_name_text());
        // A type selector matches elements of every namespace, but `:nth-of-type()` counts only elements of the same namespace.
        let is_other = |other: NodeRef<'_>| {
            other.local_name_text() == element.local_name_text()
                && other.element_name() != element.element_name()
        };
        let is_same = |other: &NodeRef<'_>| other.element_name() == element.element_name();
        let earlier = element.previous_siblings().filter(is_same).count();
        if element.previous_siblings().chain(element.next_siblings()).any(is_other) {
            parts.push(format!("{name}:nth-child({})", element.previous_element_siblings().count() + 1));
        } else if element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document) {
            parts.push(":root".to_owned());
        } else if earlier > 0 || element.next_siblings().any(|other| is_same(&other)) {
            parts.push(format!("{name}:nth-of-type({})", earlier + 1));
        } else {
            parts.push(format!("{name}:only-of-type"));
        }
        at = element.parent();
    }
    let ends_at_root = at.is_none_or(|node| node.kind() != NodeKind::Element);
    if ends_at_root && parts.last().is_none_or(|part| part != ":root") {
        // The root of a fragment has no name, so the path starts from one of its children.
        let first = parts.pop()?;
        parts.push(format!("{first}:not(* > *)"));
    }
    parts.reverse();
    Some(parts.join(" > "))
}

/// Returns an XPath that selects this node and no other, from any context node of its tree; `None` for a doctype, because it is not
/// a node of XPath.
///
/// The path starts from the nearest inclusive ancestor whose id is unique. An element is written as `*` if a name test without a
/// declaration does not select it, for example because the element is in no namespace.
///
/// ```
/// use hedgerow::xpath::{XPath, xpath_of};
/// let document = hedgerow::parse("<ul id=trees><li>Oak<li>Yew</ul>");
/// let yew = document.root().descendants().find(|node| node.data() == Some("Yew")).unwrap();
/// let path = xpath_of(yew).unwrap();
/// assert_eq!(path, "id('trees')/li[2]/text()");
/// assert_eq!(XPath::parse(&path)?.nodes(&document)?.first().unwrap().node(), Some(yew));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn xpath_of(node: NodeRef<'_>) -> Option<String> {
    let node = node::logical(node);
    node::is_in_model(node).then(|| xpath_among(node, tree(node)))
}

fn xpath_among<'d>(node: NodeRef<'d>, tree: impl Iterator<Item = NodeRef<'d>>) -> String {
    let unique_ids = unique_ids(node, tree, false);
    let mut steps = Vec::new();
    let mut at = node;
    let start = loop {
        if let Some(id) = own_id(at).filter(|id| unique_ids.contains(id))
            && !id.contains([' ', '\t', '\n', '\r', '\u{C}'])
            && let Some(literal) = literal(id)
        {
            break format!("id({literal})");
        }
        let Some(parent) = at.parent() else { break String::new() };
        let test = test_for(at);
        let is_same = |other: &NodeRef<'_>| match other.kind() {
            NodeKind::Element if test == "*" => true,
            _ => node::is_in_model(*other) && test_for(*other) == test,
        };
        let earlier = at.previous_siblings().filter(is_same).count();
        let is_only = earlier == 0 && !at.next_siblings().any(|other| is_same(&other));
        steps.push(if is_only { test } else { format!("{test}[{}]", earlier + 1) });
        at = parent;
    };
    if steps.is_empty() {
        return if start.is_empty() { "/".to_owned() } else { start };
    }
    steps.reverse();
    format!("{start}/{}", steps.join("/"))
}

/// The node test that selects a node among its siblings.
fn test_for(node: NodeRef<'_>) -> String {
    match node.kind() {
        NodeKind::Element => {
            let name = node.local_name_text();
            let is_name =
                name.chars().all(|character| character.is_ascii_alphanumeric() || "-_.".contains(character))
                    && name.starts_with(|first: char| first.is_ascii_alphabetic());
            let prefix = match node.namespace() {
                Some(Namespace::Html) if is_name => "",
                Some(Namespace::Svg) if is_name => "svg:",
                Some(Namespace::MathMl) if is_name => "math:",
                _ => return "*".to_owned(),
            };
            format!("{prefix}{name}")
        }
        NodeKind::Text => "text()".to_owned(),
        NodeKind::Comment => "comment()".to_owned(),
        NodeKind::ProcessingInstruction => "processing-instruction()".to_owned(),
        _ => "node()".to_owned(),
    }
}

/// Returns the nodes of the tree that a node is in.
fn tree(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    let root = node.tree_root();
    std::iter::once(root).chain(root.descendants())
}

/// Returns those ids of a node and its ancestors that are unique in the tree. One walk counts all these ids.
fn unique_ids<'d>(
    node: NodeRef<'d>,
    tree: impl Iterator<Item = NodeRef<'d>>,
    ignores_case: bool,
) -> HashSet<&'d str> {
    let key =
        |id: &'d str| if ignores_case { Cow::Owned(id.to_ascii_lowercase()) } else { Cow::Borrowed(id) };
    let path: Vec<&str> = std::iter::once(node).chain(node.ancestors()).filter_map(own_id).collect();
    let mut counts: HashMap<Cow<'_, str>, usize> = path.iter().map(|id| (key(id), 0)).collect();
    if !counts.is_empty() {
        for id in tree.filter_map(NodeRef::element_id) {
            counts.entry(key(id)).and_modify(|count| *count += 1);
        }
    }
    path.into_iter().filter(|id| counts[&key(id)] == 1).collect()
}

/// Returns the id of an element, or `None` for the root of a tree, because queries search only the descendants of the root.
fn own_id(element: NodeRef<'_>) -> Option<&str> {
    element.parent().and(element.element_id())
}

/// A string literal; `None` if the string contains both kinds of quotation marks, because literals have no escapes.
fn literal(text: &str) -> Option<String> {
    match (text.contains('\''), text.contains('"')) {
        (false, _) => Some(format!("'{text}'")),
        (true, false) => Some(format!("\"{text}\"")),
        (true, true) => None,
    }
}

/// <https://drafts.csswg.org/cssom/#serialize-an-identifier>
fn css_identifier(text: &str) -> String {
    let mut identifier = String::with_capacity(text.len());
    for (index, character) in text.chars().enumerate() {
        let is_first = index == 0 || index == 1 && text.starts_with('-');
        match character {
            '\0' => identifier.push('\u{FFFD}'),
            '0'..='9' if is_first => write_code_point(&mut identifier, character),
            '\u{1}'..='\u{1F}' | '\u{7F}' => write_code_point(&mut identifier, character),
            '-' if text == "-" => identifier.push_str("\\-"),
            '-' | '_' | '0'..='9' | 'a'..='z' | 'A'..='Z' | '\u{80}'.. => identifier.push(character),
            _ => {
                identifier.push('\\');
                identifier.push(character);
            }
        }
    }
    identifier
}

fn write_code_point(identifier: &mut String, character: char) {
    // Writing to a string does not fail.
    let _ = write!(identifier, "\\{:x} ", u32::from(character));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_takes_one_walk_however_many_ancestors_have_ids() {
        let document = hedgerow::parse(&"<div id=a><div id=b>".repeat(50));
        let nodes = document.root().descendants().count() + 1;
        let deepest = document.root().descendants().last().unwrap();
        let mut visited = 0;
        let path = css_path_among(deepest, tree(deepest).inspect(|_| visited += 1)).unwrap();
        assert!(path.starts_with(":root > body"), "{path}");
        assert!(!path.contains('#') && visited == nodes, "{visited} of {nodes}");
        visited = 0;
        let path = xpath_among(deepest, tree(deepest).inspect(|_| visited += 1));
        assert!(path.starts_with("/html/body/div/") && visited == nodes, "{path}: {visited} of {nodes}");
    }

    #[test]
    fn an_id_that_differs_only_in_case_is_not_unique_in_quirks_mode() {
        for (doctype, path) in
            [("", ":root > body:only-of-type > p:nth-of-type(2)"), ("<!DOCTYPE html>", "#a")]
        {
            let document = hedgerow::parse(&format!("{doctype}<p id=A>1<p id=a>2"));
            let second = document.root().descendants().filter(|node| node.local_name_text() == "p").nth(1);
            assert_eq!(second.and_then(css_path).as_deref(), Some(path));
        }
    }

    #[test]
    fn the_id_of_the_root_is_counted() {
        let mut document = hedgerow::Document::new();
        let [root, child] = [(); 2].map(|()| {
            let element = document.create_element("div").unwrap();
            document.set_attribute(element, "id", "a").unwrap();
            element
        });
        document.append(root, child).unwrap();
        let path = css_path(document.node(child)).unwrap();
        assert!(!path.contains('#'), "{path}");
    }
}
