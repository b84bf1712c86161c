//! The walk over a tree that writes it as Markdown.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::rc::Rc;

use hedgerow_base::{ElementName, NameId, Namespace, known};
use hedgerow_dom::{NodeKind, NodeRef, Slot, search};

use super::blocks::Blocks;
use super::inline::{Inline, Style};
use super::options::{LinkStyle, MarkdownOptions};
use super::table::Table;
use crate::addresses::Resolver;

/// Writes a tree. `is_omitted` decides which nodes are left out, with their descendants.
pub(crate) fn write<W: Write>(
    top: NodeRef<'_>,
    writer: &mut W,
    options: &MarkdownOptions<'_>,
    is_plain: bool,
    is_omitted: impl Fn(NodeRef<'_>) -> bool,
) -> fmt::Result {
    let mut inline = Inline::default();
    inline.context.is_plain = is_plain;
    inline.context.has_references = options.links == LinkStyle::References;
    let resolver = options.base.map(|base| Resolver::new(top.document(), Some(base)));
    let mut walk = Walk {
        blocks: Blocks::new(writer),
        inline,
        options,
        resolver,
        is_omitted,
        lists: Vec::new(),
        tables: Vec::new(),
        heading: None,
        notes: None,
        references: References::default(),
        ends_of_links: HashMap::new(),
    };
    walk.run(top)?;
    walk.end_block()?;
    walk.write_references()?;
    if is_plain { Ok(()) } else { walk.blocks.finish() }
}

pub(super) struct Walk<'d, 'w, W, F> {
    pub(super) blocks: Blocks<'w, W>,
    pub(super) inline: Inline,
    pub(super) options: &'w MarkdownOptions<'w>,
    pub(super) resolver: Option<Resolver>,
    is_omitted: F,
    /// The lists around the current node.
    pub(super) lists: Vec<List>,
    /// The tables around the current node that are written as tables; nested tables are not among them.
    pub(super) tables: Vec<(Slot, Table)>,
    /// The heading around the current node, whose content is one line.
    pub(super) heading: Option<Slot>,
    /// The ids of the footnotes of the document; `None` before they are needed.
    pub(super) notes: Option<HashSet<&'d str>>,
    pub(super) references: References<'d>,
    /// The Markdown after the text of links with long addresses, by the places of the address and the title, and whether it is in
    /// a cell.
    pub(super) ends_of_links: HashMap<(*const str, *const str, bool), Rc<str>>,
}

/// A list around the current node.
#[derive(Debug)]
pub(super) struct List {
    pub(super) slot: Slot,
    pub(super) marker: char,
    /// The number of the next item, if the list is ordered.
    pub(super) number: Option<u32>,
    pub(super) is_tight: bool,
    /// Whether the list follows the text of a tight item without an empty line.
    pub(super) continues_item: bool,
    /// Whether an item is open.
    pub(super) has_item: bool,
    /// The items are footnotes.
    pub(super) is_notes: bool,
}

/// The addresses of links that are written as references.
#[derive(Debug, Default)]
pub(super) struct References<'d> {
    pub(super) numbers: HashMap<(&'d str, &'d str), usize>,
    pub(super) list: Vec<(&'d str, &'d str)>,
}

/// The treatment of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Omitted,
    Inline,
    Block,
    Emphasis,
    Strong,
    Strikethrough,
    Code,
    Link,
    Image,
    Break,
    Rule,
    Quotation,
    Preformatted,
    Heading(usize),
    Quote,
    List,
    Item,
    /// A block whose text is strong: a term, a summary.
    StrongBlock,
    /// A block whose text is emphasized: a caption.
    EmphasisBlock,
    Table,
    Row,
    Cell,
    Math,
    CheckBox,
}

impl Role {
    /// Whether elements with this role are parts of a line, so that an element without children has no effect.
    fn is_inline(self) -> bool {
        use Role::{Emphasis, Inline, Link, Quotation, Strikethrough, Strong};
        matches!(self, Inline | Emphasis | Strong | Strikethrough | Link | Quotation)
    }
}

/// Whether the attribute `hidden` hides an element. Text that is hidden until it is found can be read.
/// <https://html.spec.whatwg.org/multipage/interaction.html#attr-hidden-until-found-state>
pub(crate) fn is_hidden(node: NodeRef<'_>) -> bool {
    node.attribute(known::HIDDEN).is_some_and(|state| !state.eq_ignore_ascii_case("until-found"))
}

/// Whether an HTML element with this name has no text of its own in a page.
pub(crate) fn is_without_text(name: NameId) -> bool {
    matches!(
        name,
        known::SCRIPT
            | known::STYLE
            | known::TEMPLATE
            | known::HEAD
            | known::TITLE
            | known::SELECT
            | known::DATALIST
            | known::TEXTAREA
            | known::INPUT
            | known::IFRAME
            | known::OBJECT
            | known::VIDEO
            | known::AUDIO
            | known::CANVAS
            | known::EMBED
            | known::NOEMBED
            | known::NOFRAMES
            | known::METER
            | known::PROGRESS
            | known::COLGROUP
            | known::RP
    )
}

fn role(name: ElementName) -> Role {
    match name.namespace {
        Namespace::Html => {}
        Namespace::MathMl if name.local == known::MATH => return Role::Math,
        Namespace::MathMl => return Role::Inline,
        _ => return Role::Omitted,
    }
    match name.local {
        known::INPUT => Role::CheckBox,
        name if is_without_text(name) => Role::Omitted,
        known::EM | known::I | known::DFN | known::VAR => Role::Emphasis,
        known::B | known::STRONG => Role::Strong,
        known::DEL | known::S | known::STRIKE => Role::Strikethrough,
        known::CODE | known::KBD | known::SAMP | known::TT => Role::Code,
        known::A => Role::Link,
        known::IMG => Role::Image,
        known::BR => Role::Break,
        known::HR => Role::Rule,
        known::Q => Role::Quotation,
        known::PRE | known::LISTING | known::XMP | known::PLAINTEXT => Role::Preformatted,
        known::H1 => Role::Heading(1),
        known::H2 => Role::Heading(2),
        known::H3 => Role::Heading(3),
        known::H4 => Role::Heading(4),
        known::H5 => Role::Heading(5),
        known::H6 => Role::Heading(6),
        known::BLOCKQUOTE => Role::Quote,
        known::UL | known::OL | known::MENU | known::DIR => Role::List,
        known::LI => Role::Item,
        known::DT | known::SUMMARY => Role::StrongBlock,
        known::FIGCAPTION | known::CAPTION => Role::EmphasisBlock,
        known::TABLE => Role::Table,
        known::TR => Role::Row,
        known::TD | known::TH => Role::Cell,
        known::ADDRESS
        | known::ARTICLE
        | known::ASIDE
        | known::BODY
        | known::CENTER
        | known::DD
        | known::DETAILS
        | known::DIALOG
        | known::DIV
        | known::DL
        | known::FIELDSET
        | known::FIGURE
        | known::FOOTER
        | known::FORM
        | known::FRAMESET
        | known::HEADER
        | known::HGROUP
        | known::HTML
        | known::LEGEND
        | known::MAIN
        | known::NAV
        | known::NOSCRIPT
        | known::OPTGROUP
        | known::OPTION
        | known::P
        | known::SEARCH
        | known::SECTION
        | known::TBODY
        | known::TFOOT
        | known::THEAD => Role::Block,
        _ => Role::Inline,
    }
}

impl<'d, W: Write, F: Fn(NodeRef<'_>) -> bool> Walk<'d, '_, W, F> {
    fn run(&mut self, top: NodeRef<'d>) -> fmt::Result {
        let mut node = top;
        loop {
            if let Some(child) = self.enter(node)? {
                node = child;
                continue;
            }
            loop {
                if node == top {
                    return Ok(());
                }
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent() else { return Ok(()) };
                node = parent;
                self.leave(node)?;
            }
        }
    }

    /// Enters a node, and returns its first child if that is written next. Without children, also leaves the node.
    fn enter(&mut self, node: NodeRef<'d>) -> Result<Option<NodeRef<'d>>, fmt::Error> {
        if (self.is_omitted)(node) {
            // A cell that is left out because it is not content keeps its place in the row.
            let is_cell =
                node.is_html_any(&[known::TD, known::TH]) && self.is_in_table() && !self.is_in_line();
            if is_cell && !is_hidden(node) {
                self.begin_cell(node)?;
                self.end_cell()?;
            }
            return Ok(None);
        }
        match node.kind() {
            NodeKind::Text => {
                if self.inline.is_empty() {
                    self.inline.context.is_item = self.blocks.is_at_start_of_item();
                }
                self.inline.text(node.data().unwrap_or_default());
                return Ok(None);
            }
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                return Ok(node.first_child());
            }
            NodeKind::Element => {}
            _ => return Ok(None),
        }
        let Some(name) = search::element_name(node) else { return Ok(None) };
        let role = role(name);
        if role == Role::Omitted {
            return Ok(None);
        }
        match role {
            Role::Code => self.code(node),
            Role::Image => self.image(node),
            Role::CheckBox => self.check_box(node),
            Role::Math => self.math(node)?,
            Role::Break => {
                if self.inline.line_break() {
                    self.end_block()?;
                }
            }
            Role::Rule => self.rule()?,
            Role::Preformatted => self.preformatted(node)?,
            Role::Link if self.is_footnote_link(node) => {}
            _ => {
                let first = node.first_child();
                if first.is_some() {
                    self.begin(node, role)?;
                } else if !role.is_inline() {
                    self.begin(node, role)?;
                    self.leave(node)?;
                }
                return Ok(first);
            }
        }
        Ok(None)
    }

    /// Whether the content of the current block is one line, because it is in a heading or in a cell.
    pub(super) fn is_in_line(&self) -> bool {
        self.heading.is_some() || self.inline.context.is_cell
    }

    /// Separates blocks in a line.
    fn separate(&mut self) {
        if self.inline.context.is_cell {
            self.inline.line_break();
        } else {
            self.inline.text(" ");
        }
    }

    fn begin(&mut self, node: NodeRef<'d>, role: Role) -> fmt::Result {
        match role {
            Role::Inline => return Ok(()),
            Role::Emphasis => {
                self.begin_style(node, Style::Emphasis);
                return Ok(());
            }
            Role::Strong => {
                self.begin_style(node, Style::Strong);
                return Ok(());
            }
            Role::Strikethrough => {
                self.begin_style(node, Style::Strikethrough);
                return Ok(());
            }
            Role::Quotation => {
                self.inline.text("\"");
                return Ok(());
            }
            Role::Link => {
                if let Some(style) = self.link_style(node) {
                    self.begin_style(node, style);
                }
                return Ok(());
            }
            Role::Cell if !self.is_in_line() && self.is_in_table() => return self.begin_cell(node),
            Role::Row if !self.is_in_line() && self.is_in_table() => {
                let Some((_, table)) = self.tables.last_mut() else { return Ok(()) };
                table.begin_row(node);
                return if table.rows == 1 { self.blocks.begin() } else { self.blocks.next_line() };
            }
            _ if self.is_in_line() => {
                self.separate();
                return Ok(());
            }
            _ => self.end_block()?,
        }
        match role {
            Role::Heading(_) => {
                self.heading = Some(node.slot());
                self.inline.context.is_heading = true;
                Ok(())
            }
            Role::Quote => {
                if !self.inline.context.is_plain {
                    self.blocks.push_quote();
                }
                Ok(())
            }
            Role::StrongBlock => {
                self.begin_style(node, Style::Strong);
                Ok(())
            }
            Role::EmphasisBlock => {
                self.begin_style(node, Style::Emphasis);
                Ok(())
            }
            Role::List => {
                self.begin_list(node);
                Ok(())
            }
            Role::Item => {
                self.begin_item(node);
                Ok(())
            }
            Role::Table => {
                if self.options.tables
                    && let Some(table) = Table::of(node)
                {
                    self.tables.push((node.slot(), table));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn leave(&mut self, node: NodeRef<'d>) -> fmt::Result {
        let Some(name) = search::element_name(node) else { return Ok(()) };
        let role = role(name);
        match role {
            Role::Inline => return Ok(()),
            Role::Emphasis | Role::Strong | Role::Strikethrough | Role::Link => {
                self.inline.close(node.slot());
                return Ok(());
            }
            Role::Quotation => {
                self.inline.text("\"");
                return Ok(());
            }
            Role::Heading(level) if self.heading == Some(node.slot()) => return self.end_heading(level),
            Role::Cell if self.inline.context.is_cell && self.is_in_table() => return self.end_cell(),
            Role::Row if !self.is_in_line() && self.is_in_table() => return self.end_row(),
            _ if self.is_in_line() => {
                self.separate();
                return Ok(());
            }
            _ => self.end_block()?,
        }
        match role {
            Role::Quote if !self.inline.context.is_plain => self.blocks.pop(),
            Role::StrongBlock | Role::EmphasisBlock => self.inline.close(node.slot()),
            Role::List => self.end_list(node),
            Role::Table => {
                self.tables.pop_if(|(slot, _)| *slot == node.slot());
            }
            _ => {}
        }
        Ok(())
    }
}
