//! The text of a node as it would be rendered: the `innerText` getter, without layout.
//!
//! <https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute>
//!
//! ```text
//! get the text steps:   walks the children; if the node is not being rendered, returns all its text instead
//! walk:                 enters and leaves each element as `display.rs` prescribes; skips elements that are not rendered
//! tables:               finds consecutive cells and rows, even if their parents are not rows and tables (`table.rs`)
//! output:               collapses white space and writes line breaks between blocks (`output.rs`)
//! ```
//!
//! For the text regardless of rendering, use [`NodeRef::text`]. Styles are not supported.

mod display;
mod flow;
mod output;
mod table;

use std::fmt::{self, Write};

use hedgerow_base::{ElementName, Namespace, QuirksMode, known};

use display::{
    Display, inlinifies_children, is_closed_details, renders_child, renders_children, renders_texts,
};
use hedgerow_dom::{NodeKind, NodeRef, Slot, search};
use output::Output;
use table::Part;

pub(crate) use flow::{FlowContext, FlowRole};
pub(crate) use output::ZERO_WIDTH_SPACE;

use crate::repeated_text::CollapsedTexts;

/// Options of [`ToHtml::write_rendered_text`](crate::ToHtml::write_rendered_text).
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::serialize::RenderedTextOptions;
/// use hedgerow::ToHtml;
/// let mut document = Document::new();
/// let noscript = document.create_element("noscript").unwrap();
/// document.append(document.root_id(), noscript).unwrap();
/// document.append_text(noscript, "no scripts").unwrap();
/// assert_eq!(document.root().rendered_text(), "no scripts");
/// let mut text = String::new();
/// document.root().write_rendered_text(&mut text, RenderedTextOptions::default().scripting(true))?;
/// assert_eq!(text, "");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct RenderedTextOptions {
    /// Scripting is enabled: `noscript` elements are not rendered.
    pub scripting: bool,
}

impl RenderedTextOptions {
    hedgerow_base::setters!(scripting: bool);
}

/// Receives the elements that are rendered, each with the writer in its present state, so that it can record the place of the
/// element's text in the output. White space and line breaks at the start and at the end of an element may be written later than
/// these calls.
pub trait RenderedElements<W> {
    /// An element begins.
    fn enter(&mut self, element: NodeRef<'_>, writer: &W);
    /// An element ends.
    fn leave(&mut self, element: NodeRef<'_>, writer: &W);
}

impl<W> RenderedElements<W> for () {
    #[inline]
    fn enter(&mut self, _: NodeRef<'_>, _: &W) {}
    #[inline]
    fn leave(&mut self, _: NodeRef<'_>, _: &W) {}
}

/// Writes the rendered text of the root of a tree, and passes on the elements that are rendered.
///
/// # Errors
///
/// If the writer returns an error.
pub fn write_rendered_elements<W: Write>(
    root: NodeRef<'_>,
    writer: &mut W,
    options: RenderedTextOptions,
    elements: &mut impl RenderedElements<W>,
) -> fmt::Result {
    Collector::new(root, writer, options, elements).collect(root)
}

/// Writes the rendered text of a node, by the standard's "get the text steps".
pub(crate) fn write<W: Write>(
    node: NodeRef<'_>,
    writer: &mut W,
    options: RenderedTextOptions,
) -> fmt::Result {
    // 1. If element is not being rendered, then return element's descendant text content.
    if !is_being_rendered(node, options) {
        return writer.write_str(&node.text());
    }
    Collector::new(node, writer, options, &mut ()).collect(node)
}

/// <https://html.spec.whatwg.org/multipage/rendering.html#being-rendered>
fn is_being_rendered(node: NodeRef<'_>, options: RenderedTextOptions) -> bool {
    let is_shown_by = |parent: NodeRef<'_>, child| {
        renders_children(parent, Display::of(parent, options))
            && renders_child(parent, child, is_closed_details(parent))
    };
    Display::of(node, options) != Display::None
        && node.inclusive_ancestors().zip(node.ancestors()).all(|(child, parent)| is_shown_by(parent, child))
}

/// Runs the "rendered text collection steps" on one node after the other.
struct Collector<'w, W, E> {
    output: Output<'w, W>,
    elements: &'w mut E,
    options: RenderedTextOptions,
    is_quirks: bool,
    /// Whether white space is preserved: a value for each inclusive ancestor that sets this property. The last value
    /// applies.
    preserves: Vec<bool>,
    /// The number of SVG `text` elements that enclose the current node.
    svg_texts: usize,
    /// The closed `details` elements that enclose the current node.
    closed_details: Vec<Slot>,
    /// Whether the children of the current node are inline because of a `ruby` or `rt`: a value for each inclusive ancestor that
    /// changes this, with its slot. The last value applies.
    inlinified: Vec<(Option<Slot>, bool)>,
    /// The cache of texts with collapsed white space. Text whose white space is preserved is not written from the cache.
    collapsed: CollapsedTexts,
}

impl<'w, W: Write, E: RenderedElements<W>> Collector<'w, W, E> {
    /// Creates a collector in the state after entering the parent of `top`.
    fn new(top: NodeRef<'_>, writer: &'w mut W, options: RenderedTextOptions, elements: &'w mut E) -> Self {
        let is_quirks = top.document().quirks_mode() == QuirksMode::Quirks;
        let preserves = top.ancestors().find_map(|node| preserves_white_space(node, is_quirks));
        Self {
            output: Output::new(writer),
            elements,
            options,
            is_quirks,
            preserves: vec![preserves.unwrap_or(false)],
            svg_texts: usize::from(top.ancestors().any(is_svg_text)),
            closed_details: Vec::new(),
            inlinified: vec![(None, is_inlinified(top, options))],
            collapsed: CollapsedTexts::default(),
        }
    }

    /// 3. For each child node node of element: run the rendered text collection steps with node.
    fn collect(&mut self, top: NodeRef<'_>) -> fmt::Result {
        if top.kind() == NodeKind::Text {
            return self.text(top);
        }
        let display = self.display(top);
        if !renders_children(top, display) {
            return Ok(());
        }
        self.inherit(top, display);
        let Some(mut node) = top.first_child() else { return Ok(()) };
        loop {
            if let Some(child) = self.enter(node)? {
                node = child;
                continue;
            }
            loop {
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent().filter(|parent| *parent != top) else { return Ok(()) };
                node = parent;
                self.leave(node)?;
            }
        }
    }

    /// Enters a node and returns its first child. If no child is rendered, leaves the node again and returns `None`.
    fn enter<'d>(&mut self, node: NodeRef<'d>) -> Result<Option<NodeRef<'d>>, fmt::Error> {
        let is_shown = node.parent().is_none_or(|parent| {
            renders_child(parent, node, self.closed_details.last() == Some(&parent.slot()))
        });
        match node.kind() {
            NodeKind::Element if is_shown => {}
            NodeKind::Text if is_shown => return self.text(node).map(|()| None),
            _ => return Ok(None),
        }
        let display = self.display(node);
        match display {
            Display::None => return Ok(None),
            // 5. If node is a br element, then append a string containing a single U+000A LF code point to items.
            Display::LineBreak => return self.output.line_end("\n").map(|()| None),
            Display::Replaced => return self.output.atomic_inline().map(|()| None),
            Display::Inline => {}
            Display::InlineBlock | Display::InlineTable => self.output.start_of_inline_block()?,
            Display::Quoted => self.output.atomic_inline()?,
            // 8. If node is a p element, then append 2 (a required line break count) at the beginning and end of items.
            Display::Paragraph => self.output.required_line_breaks(2),
            // 9. If node's used value of 'display' is block-level or 'table-caption', then append 1 (a required line break
            //    count) at the beginning and end of items.
            Display::Block | Display::Table | Display::TableCaption => self.output.required_line_breaks(1),
            Display::TableRowGroup | Display::TableRow | Display::TableCell => {
                if Part::new(node, self.options).begins_an_inline_table() {
                    self.output.start_of_inline_block()?;
                } else {
                    self.output.start_of_line();
                }
            }
        }
        self.elements.enter(node, self.output.writer());
        self.inherit(node, display);
        let first = node.first_child().filter(|_| renders_children(node, display));
        if first.is_none() {
            self.leave(node)?;
        }
        Ok(first)
    }

    /// Leaves a rendered element.
    fn leave(&mut self, element: NodeRef<'_>) -> fmt::Result {
        if preserves_white_space(element, self.is_quirks).is_some() {
            self.preserves.pop();
        }
        self.svg_texts -= usize::from(is_svg_text(element));
        self.closed_details.pop_if(|details| *details == element.slot());
        self.inlinified.pop_if(|(slot, _)| *slot == Some(element.slot()));
        let display = self.display(element);
        self.elements.leave(element, self.output.writer());
        match display {
            Display::InlineBlock | Display::InlineTable => self.output.end_of_inline_block(),
            Display::Quoted => self.output.atomic_inline()?,
            Display::Paragraph => self.output.required_line_breaks(2),
            Display::Block | Display::Table | Display::TableCaption => self.output.required_line_breaks(1),
            Display::TableRowGroup | Display::TableRow | Display::TableCell => {
                let part = Part::new(element, self.options);
                // 6. If node's computed value of 'display' is 'table-cell', and node's CSS box is not the last 'table-cell' box
                //    of its enclosing 'table-row' box, then append a string containing a single U+0009 TAB code point to items.
                // 7. If node's computed value of 'display' is 'table-row', and node's CSS box is not the last 'table-row' box of
                //    the nearest ancestor 'table' box, then append a string containing a single U+000A LF code point to items.
                match display {
                    Display::TableCell if part.is_followed_by_a_cell() => self.output.line_end("\t")?,
                    Display::TableRow if part.is_followed_by_a_row() => self.output.line_end("\n")?,
                    _ if part.ends_an_inline_table() => self.output.end_of_inline_block(),
                    _ => self.output.start_of_line(),
                }
            }
            Display::None | Display::Inline | Display::LineBreak | Display::Replaced => {}
        }
        Ok(())
    }

    /// Applies the properties that an element passes on to its descendants.
    fn inherit(&mut self, element: NodeRef<'_>, display: Display) {
        self.preserves.extend(preserves_white_space(element, self.is_quirks));
        self.svg_texts += usize::from(is_svg_text(element));
        if is_closed_details(element) {
            self.closed_details.push(element.slot());
        }
        let is_inlinified = inlinifies_children_of(element, display, self.is_inlinified());
        if is_inlinified != self.is_inlinified() {
            self.inlinified.push((Some(element.slot()), is_inlinified));
        }
    }

    fn is_inlinified(&self) -> bool {
        self.inlinified.last().is_some_and(|(_, value)| *value)
    }

    /// The display type of a child of the current node.
    fn display(&self, node: NodeRef<'_>) -> Display {
        let display = Display::of(node, self.options);
        if self.is_inlinified() { display.inlinified() } else { display }
    }

    /// 4. If node is a Text node, then for each CSS text box produced by node, in content order, append the text of the box to
    ///    items.
    fn text(&mut self, text: NodeRef<'_>) -> fmt::Result {
        let data = text.data().unwrap_or_default();
        let collapsed = self.collapsed.shortest(data);
        if let Some(parent) = text.parent() {
            let is_outside_of_text =
                is_svg_except_foreign_object(parent) && self.svg_texts == 0 || !renders_texts(parent);
            if is_outside_of_text {
                return Ok(());
            }
            let is_lost_in_a_table = collapsed.chars().all(output::is_collapsible)
                && Display::of_parent(parent, self.options).is_table_structure();
            if is_lost_in_a_table {
                self.collapsed.add(data, 1, output::collapse);
                return Ok(());
            }
        }
        if self.preserves.last() == Some(&true) {
            return self.output.preserved_text(data);
        }
        let length = self.output.collapsed_text(collapsed)?;
        self.collapsed.add(data, length, output::collapse);
        Ok(())
    }
}

/// Whether an element preserves white space; `None` if the element inherits this property from its parent.
fn preserves_white_space(element: NodeRef<'_>, is_quirks: bool) -> Option<bool> {
    match search::element_name(element) {
        Some(ElementName { namespace: Namespace::Html, local }) => match local {
            known::PRE | known::LISTING | known::XMP | known::PLAINTEXT => Some(true),
            known::NOBR => Some(false),
            known::TABLE if is_quirks => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a node makes its children inline. `is_inlinified` is whether the node itself was made inline.
fn inlinifies_children_of(node: NodeRef<'_>, display: Display, is_inlinified: bool) -> bool {
    let inlinifies = search::element_name(node).is_some_and(inlinifies_children);
    inlinifies || is_inlinified && matches!(display, Display::Inline | Display::Quoted)
}

/// Whether a node is inline because of a `ruby` or `rt` among its ancestors.
fn is_inlinified(node: NodeRef<'_>, options: RenderedTextOptions) -> bool {
    let decides = |ancestor: &NodeRef<'_>| {
        search::element_name(*ancestor).is_some_and(inlinifies_children)
            || !matches!(Display::of(*ancestor, options), Display::Inline | Display::Quoted)
    };
    node.ancestors()
        .find(decides)
        .is_some_and(|ancestor| search::element_name(ancestor).is_some_and(inlinifies_children))
}

fn is_svg_except_foreign_object(element: NodeRef<'_>) -> bool {
    search::element_name(element)
        .is_some_and(|name| name.namespace == Namespace::Svg && name.local != known::FOREIGN_OBJECT)
}

fn is_svg_text(element: NodeRef<'_>) -> bool {
    search::element_name(element) == Some(ElementName { namespace: Namespace::Svg, local: known::TEXT })
}
