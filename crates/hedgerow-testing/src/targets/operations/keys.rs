//! Names in all forms that operations accept.

use hedgerow::Document;
use hedgerow::dom::{AttributeKey, ElementKey, MutationError, MutationRule, NameId, Namespace, known};

use super::model::{Attribute, Node};
use crate::input::Choices;

pub(super) const NAMES: [&str; 20] = [
    "p", "div", "template", "table", "x-a", "X-B", "id", "class", "onClick", "xlink:href", "xmlns",
    "xmlns:x", "xml:lang", "a b", "", "=a", "_a", "\u{e9}", "select", "svg",
];
const NAMESPACES: [Namespace; 6] =
    [Namespace::Html, Namespace::Svg, Namespace::MathMl, Namespace::XLink, Namespace::XmlNs, Namespace::None];

/// Returns a name id: a constant, or the id of an unknown name in another document.
fn name_id(choices: &mut Choices<'_>) -> NameId {
    match choices.below(4) {
        0 => Document::new().unchecked().intern("x-unknown"),
        _ => choices.of(&[known::P, known::TEMPLATE, known::ID, known::HREF, known::XMLNS, known::SVG]),
    }
}

pub(super) fn element_key(choices: &mut Choices<'_>) -> ElementKey<'static> {
    match choices.below(4) {
        0 => name_id(choices).into(),
        1 => (choices.of(&NAMESPACES), choices.of(&NAMES)).into(),
        _ => choices.of(&NAMES).into(),
    }
}

pub(super) fn attribute_key(choices: &mut Choices<'_>) -> AttributeKey<'static> {
    match choices.below(4) {
        0 => name_id(choices).into(),
        1 => (choices.of(&NAMESPACES), choices.of(&NAMES)).into(),
        _ => choices.of(&NAMES).into(),
    }
}

pub(super) fn element_name_id(key: ElementKey<'_>) -> Option<NameId> {
    if let ElementKey::Known(_, name) = key { Some(name) } else { None }
}

pub(super) fn attribute_name_id(key: AttributeKey<'_>) -> Option<NameId> {
    if let AttributeKey::Known(_, name) = key { Some(name) } else { None }
}

/// Checks the result of an operation that was called with a name id: it is the error `UnknownName` if and only if the id is not
/// a constant. Errors about the node, which the operation finds first, are not checked.
pub(super) fn check_name_id<T>(name: Option<NameId>, result: &Result<T, MutationError>) {
    use MutationRule::{NoSuchNode, NotAnElement, UnknownName};
    let rule = result.as_ref().err().map(MutationError::rule);
    if let Some(name) = name
        && !matches!(rule, Some(NoSuchNode | NotAnElement))
    {
        assert_eq!(rule == Some(UnknownName), name.known_text().is_none(), "{rule:?}");
    }
}

/// Returns the position of an attribute, if present, and the name that a new attribute would get.
pub(super) fn attribute_of(node: &Node, key: AttributeKey<'_>) -> (Option<usize>, Namespace, String) {
    let (namespace, local) = match key {
        AttributeKey::Qualified(text) => {
            return (node.position_of_attribute(text), Namespace::None, node.cased(text));
        }
        AttributeKey::InNamespace(namespace, text) => (namespace, text),
        AttributeKey::Known(namespace, name) => (namespace, name.known_text().unwrap_or_default()),
    };
    let has_name = |(other, text, _): &Attribute| *other == namespace && text == local;
    (node.attributes.iter().position(has_name), namespace, local.to_owned())
}
