//! Paths of nodes: a CSS selector and an XPath that lead back to a node.

use std::fmt::Write as _;

use hedgerow_dom::{NodeKind, NodeRef};
use hedgerow_names::Namespace;

use crate::node;

/// Returns a CSS selector that matches this element and no other element of its tree; `None` for another node.
///
/// It starts from the nearest inclusive ancestor whose id is unique, and names a child by its position only if it has siblings
/// of the same name. It takes time linear in the tree.
///
/// ```
/// use hedgerow_xpath::css_path;
/// let document = hedgerow::parse("<ul id=trees><li>Oak<li>Yew</ul>");
/// let yew = document.root().descendants().filter(|node| node.local_name_text() == "li").nth(1);
/// assert_eq!(yew.and_then(css_path).as_deref(), Some("#trees > li:nth-of-type(2)"));
/// ```
#[must_use]
pub fn css_path(element: NodeRef<'_>) -> Option<String> {
    if element.kind() != NodeKind::Element {
        return None;
    }
    let mut parts = Vec::new();
    let mut at = Some(element);
    while let Some(element) = at.filter(|node| node.kind() == NodeKind::Element) {
        if let Some(id) = unique_id(element) {
            parts.push(format!("#{}", css_identifier(id)));
            break;
        }
        let name = css_identifier(element.local_name_text());
        // A type selector matches elements of every namespace, and `:nth-of-type()` counts those of one.
        let is_other = |other: NodeRef<'_>| {
            other.local_name_text() == element.local_name_text()
                && other.element_name() != element.element_name()
        };
        let is_same = |other: &NodeRef<'_>| other.element_name() == element.element_name();
        let earlier = element.previous_siblings().filter(is_same).count();
        if element.previous_siblings().chain(element.next_siblings()).any(is_other) {
            parts.push(format!("{name}:nth-child({})", element.previous_element_siblings().count() + 1));
        } else if element.parent_element().is_none()
            && element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
        {
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
        // The root of a fragment cannot be named: the path is that from one of its children.
        let first = parts.pop()?;
        parts.push(format!("{first}:not(* > *)"));
    }
    parts.reverse();
    Some(parts.join(" > "))
}

/// Returns an XPath that selects this node and no other, from any context node of its tree.
///
/// It starts from the nearest inclusive ancestor whose id is unique. An element in no namespace, which no name test without a
/// declaration selects, is named by `*`.
///
/// ```
/// use hedgerow_xpath::{XPath, xpath_of};
/// let document = hedgerow::parse("<ul id=trees><li>Oak<li>Yew</ul>");
/// let yew = document.root().descendants().find(|node| node.data() == Some("Yew")).unwrap();
/// assert_eq!(xpath_of(yew), "id('trees')/li[2]/text()");
/// assert_eq!(XPath::parse(&xpath_of(yew))?.nodes(&document)?.first().unwrap().node(), Some(yew));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn xpath_of(node: NodeRef<'_>) -> String {
    let mut steps = Vec::new();
    let mut at = node::logical(node);
    let start = loop {
        if let Some(id) = unique_id(at).filter(|id| !id.contains([' ', '\t', '\n', '\r', '\u{C}']))
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

/// The id of an element if it is that of no other element of its tree.
fn unique_id(element: NodeRef<'_>) -> Option<&str> {
    let id = element.element_id()?;
    let mut others = element.tree_root().descendants().filter(|other| other.element_id() == Some(id));
    let is_unique = others.next() == Some(element) && others.next().is_none();
    is_unique.then_some(id)
}

/// A string as a literal, which has no escapes; `None` if it has both kinds of quotation marks.
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
