//! `:dir()`: the directionality of an element.
//! <https://html.spec.whatwg.org/multipage/dom.html#the-directionality>

use hedgerow_base::{Namespace, known};
use hedgerow_dom::{NodeKind, NodeRef};
#[cfg(feature = "dir")]
use unicode_bidi::BidiClass;

use crate::element::{has_type, value};
use crate::matcher::{Effort, Matcher};
use crate::pseudo_class::DirArgument;
use crate::query_cache::{LongTexts, Question};
use crate::slots::CacheSlot;

/// A directionality.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    LeftToRight,
    RightToLeft,
}

/// Whether an element has the directionality of the argument. An element that does not determine its
/// directionality has that of its parent; the default is left-to-right.
pub(crate) fn matches<'q>(
    matcher: &mut Matcher<'_, 'q>,
    slot: CacheSlot,
    element: NodeRef<'q>,
    argument: &DirArgument,
) -> bool {
    let wanted = match argument {
        DirArgument::LeftToRight => Direction::LeftToRight,
        DirArgument::RightToLeft => Direction::RightToLeft,
        DirArgument::Other(_) => return false,
    };
    let own =
        |node: NodeRef<'_>, effort: &mut Effort<'_>| own(node, effort).map(|direction| direction == wanted);
    matcher.inherited(slot, element, own, |_| wanted == Direction::LeftToRight)
}

/// Returns the directionality that a node itself determines; `None` if the node inherits its directionality.
fn own(node: NodeRef<'_>, effort: &mut Effort<'_>) -> Option<Direction> {
    let auto = |effort| contained_text_direction(node, effort).unwrap_or(Direction::LeftToRight);
    match state(node) {
        State::LeftToRight => Some(Direction::LeftToRight),
        State::RightToLeft => Some(Direction::RightToLeft),
        State::Auto => Some(auto(effort)),
        State::Undefined if node.is_html(known::BDI) => Some(auto(effort)),
        State::Undefined if node.is_html(known::INPUT) && has_type(node, &["tel"]) => {
            Some(Direction::LeftToRight)
        }
        State::Undefined => None,
    }
}

/// The states of the `dir` attribute.
enum State {
    LeftToRight,
    RightToLeft,
    Auto,
    Undefined,
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

/// The auto directionality.
/// <https://html.spec.whatwg.org/multipage/dom.html#auto-directionality>
fn contained_text_direction(element: NodeRef<'_>, effort: &mut Effort<'_>) -> Option<Direction> {
    // The types of `input` whose value does not determine the directionality. Unknown types stand for text fields.
    const NO_TEXT: [&str; 12] = [
        "date", "month", "week", "time", "datetime-local", "number", "range", "color", "checkbox", "radio",
        "file", "image",
    ];
    if element.is_html(known::INPUT) {
        return if has_type(element, &NO_TEXT) {
            None
        } else {
            first_strong(value(element, known::VALUE)?, effort)
        };
    }
    if element.is_html(known::TEXTAREA) {
        return element.children().filter_map(NodeRef::data).find_map(|text| first_strong(text, effort));
    }
    let mut at = next_inside(element, element, true);
    while let Some(node) = at {
        effort.steps += 1;
        let is_left_out = is_ignored_for_ancestors(node);
        if node.kind() == NodeKind::Text
            && let Some(direction) = node.data().and_then(|text| first_strong(text, effort))
        {
            return Some(direction);
        }
        at = next_inside(node, element, !is_left_out);
    }
    None
}

/// Whether the text inside a node is ignored for the directionality of the node's ancestors.
fn is_ignored_for_ancestors(node: NodeRef<'_>) -> bool {
    node.is_html_any(&[known::BDI, known::SCRIPT, known::STYLE, known::TEXTAREA])
        || !matches!(state(node), State::Undefined)
}

/// Returns the next node in tree order inside `top`. Unless `enters`, the descendants of the current node are skipped.
fn next_inside<'d>(node: NodeRef<'d>, top: NodeRef<'d>, enters: bool) -> Option<NodeRef<'d>> {
    if enters && let Some(child) = node.first_child() {
        return Some(child);
    }
    let mut at = node;
    while at != top {
        if let Some(next) = at.next_sibling() {
            return Some(next);
        }
        at = at.parent()?;
    }
    None
}

/// The direction of the first character with a strong direction.
/// <https://html.spec.whatwg.org/multipage/dom.html#text-node-directionality>
fn first_strong(text: &str, effort: &mut Effort<'_>) -> Option<Direction> {
    // Many nodes may share a long text, so the answers for it are cached.
    let Effort { steps, long_texts } = effort;
    let mut find = || {
        text.chars().find_map(|character| {
            *steps += 1;
            strong_direction(character)
        })
    };
    if !LongTexts::is_long(text) {
        return find();
    }
    if !long_texts.pass(text, Question::HasStrong, || find().is_some()) {
        return None;
    }
    let is_right_to_left =
        long_texts.pass(text, Question::IsRightToLeft, || find() == Some(Direction::RightToLeft));
    Some(if is_right_to_left { Direction::RightToLeft } else { Direction::LeftToRight })
}

/// The direction of a character, if it is strong.
#[cfg(feature = "dir")]
fn strong_direction(character: char) -> Option<Direction> {
    match unicode_bidi::bidi_class(character) {
        BidiClass::L => Some(Direction::LeftToRight),
        BidiClass::R | BidiClass::AL => Some(Direction::RightToLeft),
        _ => None,
    }
}

/// Without the feature `dir`, no selector contains `:dir()`.
#[cfg(not(feature = "dir"))]
fn strong_direction(_: char) -> Option<Direction> {
    None
}
