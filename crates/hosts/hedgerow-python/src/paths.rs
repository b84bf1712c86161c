//! Paths of nodes: the selectors and the XPath expressions that find them.

use std::fmt::Write as _;

use hedgerow::NodeRef;
use hedgerow::dom::{Namespace, NodeKind};

/// Returns a selector that finds an element in its document. `None` for other nodes, and for elements whose names are not those of
/// CSS without escapes.
pub(crate) fn css_path(node: NodeRef<'_>) -> Option<String> {
    let name = node.element_name()?.local_name();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        return None;
    }
    let step = match position(node, |other| other.element_name() == node.element_name()) {
        None => name.to_owned(),
        Some(position) => format!("{name}:nth-of-type({position})"),
    };
    match node.parent().filter(|parent| parent.kind() == NodeKind::Element) {
        None => Some(step),
        Some(parent) => Some(format!("{} > {step}", css_path(parent)?)),
    }
}

/// Returns an XPath expression that finds a node in its document. `None` for doctypes and fragments.
pub(crate) fn xpath_path(node: NodeRef<'_>) -> Option<String> {
    let test = match node.kind() {
        NodeKind::Document => return Some("/".to_owned()),
        NodeKind::Text => "text()".to_owned(),
        NodeKind::Comment => "comment()".to_owned(),
        NodeKind::ProcessingInstruction => "processing-instruction()".to_owned(),
        NodeKind::Element => {
            let prefix = match node.namespace() {
                Some(Namespace::Svg) => "svg:",
                Some(Namespace::MathMl) => "math:",
                _ => "",
            };
            let name = node.local_name_text();
            if !name.starts_with(|c: char| c.is_alphabetic())
                || name.contains(|c: char| !(c.is_alphanumeric() || "-_.".contains(c)))
            {
                return None;
            }
            format!("{prefix}{name}")
        }
        _ => return None,
    };
    let is_same =
        |other: NodeRef<'_>| other.kind() == node.kind() && other.element_name() == node.element_name();
    let mut path = match node.parent() {
        Some(parent) if parent.kind() == NodeKind::Document => String::new(),
        Some(parent) => xpath_path(parent)?,
        None => return None,
    };
    let written = match position(node, is_same) {
        None => write!(path, "/{test}"),
        Some(position) => write!(path, "/{test}[{position}]"),
    };
    debug_assert!(written.is_ok(), "writing to a string does not fail");
    Some(path)
}

/// Returns the position of a node among its siblings of one kind, from 1; `None` if it is the only one.
fn position(node: NodeRef<'_>, is_same: impl Fn(NodeRef<'_>) -> bool) -> Option<usize> {
    let siblings = || node.parent().into_iter().flat_map(NodeRef::children).filter(|&other| is_same(other));
    let position = siblings().position(|other| other.id() == node.id())? + 1;
    (position > 1 || siblings().nth(1).is_some()).then_some(position)
}
