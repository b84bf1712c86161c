//! [`FlowRole`]: how an element takes part in the lines around it, for the writer's changes of whitespace.
//!
//! This is coarser than the display type of `display.rs`, and needs no tree: the writer also writes events.

use hedgerow_base::{ElementName, NameId, Namespace, known};

use super::RenderedTextOptions;
use super::display::{Display, inlinifies_children, is_hidden_by_an_attribute};
use crate::item::is_any;

/// How an element takes part in the lines around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum FlowRole {
    /// Its content is on the line, or it is a box on the line, or it is not rendered.
    #[default]
    Inline,
    /// It begins and ends a line: whitespace on both sides of its tags is not rendered.
    Block,
    /// By its name it is a block, but it has no place among the lines around it: it generates no box (`hidden`, `popover`, a
    /// closed `dialog`), or its box is out of flow (an open `dialog`, a table with `align`). The text before and after it is
    /// on one line. Inside, whitespace next to its tags is not rendered.
    OutOfFlow,
}

/// The context on which the flow of an element depends, besides its own attributes.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct FlowContext {
    /// The name and the flow of the parent, if the parent is known.
    parent: Option<(ElementName, FlowRole)>,
    /// Whether the parent makes its children inline, because it is a `ruby` or `rt` or an inline element in one.
    is_inlinified: bool,
}

impl FlowContext {
    /// Returns the context of the children of an element.
    pub(crate) fn of_children(self, name: ElementName, flow: FlowRole) -> Self {
        let is_inline = || flow == FlowRole::Inline && is_inline_by_name(name);
        let is_inlinified = inlinifies_children(name) || self.is_inlinified && is_inline();
        Self { parent: Some((name, flow)), is_inlinified }
    }
}

impl FlowRole {
    /// Returns the flow of an element. `value` returns the values of its attributes.
    pub(crate) fn of<'v>(
        name: ElementName,
        context: FlowContext,
        value: impl Fn(NameId) -> Option<&'v str>,
    ) -> Self {
        if name.namespace != Namespace::Html {
            return Self::Inline;
        }
        let is_in_a_line =
            || context.parent.is_some_and(|(parent, flow)| flow == Self::Inline && is_inline_by_name(parent));
        match display_by_name(name) {
            Display::Block | Display::Paragraph | Display::Table if context.is_inlinified => {
                return Self::Inline;
            }
            // A part of a table in a line begins an inline table.
            Display::TableCaption | Display::TableRowGroup | Display::TableRow | Display::TableCell
                if is_in_a_line() =>
            {
                return Self::Inline;
            }
            Display::LineBreak
            | Display::Block
            | Display::Paragraph
            | Display::Table
            | Display::TableCaption
            | Display::TableRowGroup
            | Display::TableRow
            | Display::TableCell => {}
            // These are not rendered, but have no inline content around them.
            _ if is_any(name, &[known::HEAD, known::COL, known::COLGROUP, known::FRAME]) => {}
            _ => return Self::Inline,
        }
        if is_hidden_by_an_attribute(name, &value) || is_out_of_flow(name, value) {
            Self::OutOfFlow
        } else {
            Self::Block
        }
    }
}

/// Whether an element is a `dialog`, whose box is positioned absolutely if it is open, or a table that floats.
/// <https://html.spec.whatwg.org/multipage/rendering.html#tables-2>
fn is_out_of_flow<'v>(name: ElementName, value: impl Fn(NameId) -> Option<&'v str>) -> bool {
    let is_side = |align: &str| align.eq_ignore_ascii_case("left") || align.eq_ignore_ascii_case("right");
    name.is_html(known::DIALOG) || name.is_html(known::TABLE) && value(known::ALIGN).is_some_and(is_side)
}

/// The display type of an element that is rendered.
fn display_by_name(name: ElementName) -> Display {
    Display::by_attributes(name, None, RenderedTextOptions::default(), |_| Some(""))
}

fn is_inline_by_name(name: ElementName) -> bool {
    matches!(display_by_name(name), Display::Inline | Display::Quoted)
}
