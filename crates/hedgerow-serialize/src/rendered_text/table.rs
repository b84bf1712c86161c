//! Parts of tables: whether another cell or row follows a part, and where an anonymous table begins and ends.
//!
//! Consecutive parts that lack a required parent share an anonymous parent.
//! <https://drafts.csswg.org/css-tables/#fixup>

use super::RenderedTextOptions;
use super::display::Display;
use super::output::is_collapsible;
use hedgerow_dom::NodeKind;
use hedgerow_dom::NodeRef;

/// A part of a table, with the display type of its parent.
#[derive(Clone, Copy)]
pub(super) struct Part<'d> {
    node: NodeRef<'d>,
    parent: Display,
    options: RenderedTextOptions,
}

impl<'d> Part<'d> {
    pub(super) fn new(node: NodeRef<'d>, options: RenderedTextOptions) -> Self {
        let parent = node.parent().map_or(Display::Inline, |parent| Display::of_parent(parent, options));
        Self { node, parent, options }
    }

    /// Whether the part begins an anonymous inline table, because its parent is an inline element.
    pub(super) fn begins_an_inline_table(self) -> bool {
        self.is_in_a_line() && !self.is_beside_a_part(NodeRef::previous_sibling)
    }

    /// Whether the part ends an anonymous inline table.
    pub(super) fn ends_an_inline_table(self) -> bool {
        self.is_in_a_line() && !self.is_beside_a_part(NodeRef::next_sibling)
    }

    /// Whether another cell follows this cell in its row.
    pub(super) fn is_followed_by_a_cell(self) -> bool {
        let Some(next) = self.next_box(self.node, NodeRef::next_sibling) else { return false };
        let next = Display::of(next, self.options);
        match self.parent {
            Display::TableRow => true,
            Display::Table | Display::InlineTable | Display::TableRowGroup => !is_proper_table_child(next),
            _ => next == Display::TableCell,
        }
    }

    /// Whether another row follows this row in its table.
    pub(super) fn is_followed_by_a_row(self) -> bool {
        let mut last = self;
        if let Some(group) = self.node.parent().filter(|_| self.parent == Display::TableRowGroup) {
            if self.next_box(self.node, NodeRef::next_sibling).is_some() {
                return true;
            }
            last = Self::new(group, self.options);
        }
        while let Some(next) = last.next_box(last.node, NodeRef::next_sibling) {
            match Display::of(next, self.options) {
                Display::TableRow | Display::TableCell => return true,
                Display::TableRowGroup if last.has_boxes(next) => return true,
                Display::TableRowGroup | Display::TableCaption => last.node = next,
                // In a table, any other content is in a cell of an anonymous row.
                _ => return matches!(last.parent, Display::Table | Display::InlineTable),
            }
        }
        false
    }

    fn is_in_a_line(self) -> bool {
        matches!(self.parent, Display::Inline | Display::Quoted)
            && self.node.parent().is_some_and(|parent| parent.kind() == NodeKind::Element)
    }

    fn is_beside_a_part(self, sibling: impl Fn(NodeRef<'d>) -> Option<NodeRef<'d>>) -> bool {
        let sibling = self.next_box(self.node, sibling);
        sibling.is_some_and(|sibling| is_part(Display::of(sibling, self.options)))
    }

    fn has_boxes(self, group: NodeRef<'d>) -> bool {
        group
            .first_child()
            .is_some_and(|first| self.has_box(first) || self.next_box(first, NodeRef::next_sibling).is_some())
    }

    /// Returns the next node that generates a box, in the direction of `sibling`.
    fn next_box(
        self,
        node: NodeRef<'d>,
        sibling: impl Fn(NodeRef<'d>) -> Option<NodeRef<'d>>,
    ) -> Option<NodeRef<'d>> {
        std::iter::successors(sibling(node), |node| sibling(*node)).find(|node| self.has_box(*node))
    }

    /// Whether a node generates a box next to a part of a table; white space does not.
    fn has_box(self, node: NodeRef<'d>) -> bool {
        match node.kind() {
            NodeKind::Element => Display::of(node, self.options) != Display::None,
            NodeKind::Text => !node.data().unwrap_or_default().chars().all(is_collapsible),
            _ => false,
        }
    }
}

fn is_proper_table_child(display: Display) -> bool {
    matches!(display, Display::TableCaption | Display::TableRowGroup | Display::TableRow)
}

fn is_part(display: Display) -> bool {
    is_proper_table_child(display) || display == Display::TableCell
}
