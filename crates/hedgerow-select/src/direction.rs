//! `:dir()`: the directionality of an element.
//! <https://html.spec.whatwg.org/multipage/dom.html#the-directionality>

use hedgerow_dom::{NodeId, NodeKind, NodeRef};
use hedgerow_names::{AttributeName, ElementName, NameId, Namespace, known};
use unicode_bidi::BidiClass;

use crate::element::attribute_value;

/// A directionality.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    LeftToRight,
    RightToLeft,
}

/// The states of the `dir` attribute.
enum State {
    LeftToRight,
    RightToLeft,
    Auto,
    Undefined,
}

/// The directionality of an element: its own, or that of the nearest ancestor that has one.
pub(crate) fn of(element: NodeRef<'_>) -> Direction {
    let mut at = Some(element);
    while let Some(node) = at {
        match own(node) {
            Own::Known(direction) => return direction,
            Own::OfParent => at = node.parent().or_else(|| host(node)),
        }
    }
    Direction::LeftToRight
}

/// A shadow root has the directionality of its host.
fn host(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    if node.kind() == NodeKind::ShadowRoot { node.host() } else { None }
}

/// What a node alone says.
enum Own {
    Known(Direction),
    OfParent,
}

fn own(node: NodeRef<'_>) -> Own {
    match state(node) {
        State::LeftToRight => Own::Known(Direction::LeftToRight),
        State::RightToLeft => Own::Known(Direction::RightToLeft),
        State::Auto => Own::Known(contained_text_direction(node).unwrap_or(Direction::LeftToRight)),
        State::Undefined if is_html(node, known::BDI) => {
            Own::Known(contained_text_direction(node).unwrap_or(Direction::LeftToRight))
        }
        State::Undefined if is_html(node, known::INPUT) && has_type(node, &["tel"]) => {
            Own::Known(Direction::LeftToRight)
        }
        State::Undefined => Own::OfParent,
    }
}

/// <https://html.spec.whatwg.org/multipage/dom.html#attr-dir>
fn state(node: NodeRef<'_>) -> State {
    let value = if node.namespace() == Some(Namespace::Html) { value(node, known::DIR) } else { None };
    match value {
        Some(value) if value.eq_ignore_ascii_case("ltr") => State::LeftToRight,
        Some(value) if value.eq_ignore_ascii_case("rtl") => State::RightToLeft,
        Some(value) if value.eq_ignore_ascii_case("auto") => State::Auto,
        _ => State::Undefined,
    }
}

fn is_html(node: NodeRef<'_>, name: NameId) -> bool {
    node.element_name() == Some(ElementName::html(name))
}

fn value(node: NodeRef<'_>, name: NameId) -> Option<&str> {
    attribute_value(node.document(), node.id(), AttributeName::plain(name))
}

/// Whether the `type` of an `input` is one of these, or missing if `""` is one of these.
fn has_type(input: NodeRef<'_>, types: &[&str]) -> bool {
    let kind = value(input, known::TYPE).unwrap_or_default();
    types.iter().any(|other| kind.eq_ignore_ascii_case(other))
}

/// The auto directionality.
/// <https://html.spec.whatwg.org/multipage/dom.html#auto-directionality>
fn contained_text_direction(element: NodeRef<'_>) -> Option<Direction> {
    // The types whose value has a directionality of its own.
    const TEXTS: [&str; 11] =
        ["", "hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button"];
    if is_html(element, known::INPUT) {
        return if has_type(element, &TEXTS) { first_strong(value(element, known::VALUE)?) } else { None };
    }
    if is_html(element, known::TEXTAREA) {
        return element.children().filter_map(NodeRef::data).find_map(first_strong);
    }
    let mut at = next_inside(element, element, true);
    while let Some(node) = at {
        let is_left_out = has_a_direction_of_its_own(node);
        if node.kind() == NodeKind::Text
            && let Some(direction) = node.data().and_then(first_strong)
        {
            return Some(direction);
        }
        at = next_inside(node, element, !is_left_out);
    }
    None
}

/// Whether the text in it says nothing about that of its ancestors.
fn has_a_direction_of_its_own(node: NodeRef<'_>) -> bool {
    [known::BDI, known::SCRIPT, known::STYLE, known::TEXTAREA].into_iter().any(|name| is_html(node, name))
        || !matches!(state(node), State::Undefined)
}

/// The node in tree order behind another, inside of `top`; with the children or without.
fn next_inside<'d>(node: NodeRef<'d>, top: NodeRef<'d>, enters: bool) -> Option<NodeRef<'d>> {
    if enters && let Some(child) = node.first_child() {
        return Some(child);
    }
    let top: NodeId = top.id();
    let mut at = node;
    while at.id() != top {
        if let Some(next) = at.next_sibling() {
            return Some(next);
        }
        at = at.parent()?;
    }
    None
}

/// What the first character with a strong direction says.
/// <https://html.spec.whatwg.org/multipage/dom.html#text-node-directionality>
fn first_strong(text: &str) -> Option<Direction> {
    text.chars().find_map(|character| match unicode_bidi::bidi_class(character) {
        BidiClass::L => Some(Direction::LeftToRight),
        BidiClass::R | BidiClass::AL => Some(Direction::RightToLeft),
        _ => None,
    })
}
