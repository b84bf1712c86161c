//! The Markdown of single elements: links, images, code, formulas, headings, lists, cells.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::ptr;
use std::rc::Rc;

use hedgerow_base::known;
use hedgerow_dom::{NodeEdge, NodeKind, NodeRef};

use super::escape::{destination, longest_run};
use super::inline::{Style, push_number};
use super::options::LinkStyle;
use super::walk::{List, Walk};

/// The length in bytes from which the address and title of a link are cached.
const LONG: usize = 64;

impl<'d, W: Write, F: Fn(NodeRef<'_>) -> bool> Walk<'d, '_, W, F> {
    /// Ends the current paragraph, if it has content.
    pub(super) fn end_block(&mut self) -> fmt::Result {
        let lines = self.inline.finish();
        if lines.is_empty() {
            return Ok(());
        }
        self.blocks.begin()?;
        self.blocks.write_lines(&lines)
    }

    /// Begins a style, unless the text has it already.
    pub(super) fn begin_style(&mut self, element: NodeRef<'d>, style: Style) {
        let is_same = |other: &Style| std::mem::discriminant(other) == std::mem::discriminant(&style);
        if !self.inline.context.is_plain && !self.inline.has_style(is_same) {
            self.inline.open(element.slot(), style);
        }
    }

    pub(super) fn link_style(&mut self, link: NodeRef<'d>) -> Option<Style> {
        let address = link.attribute(known::HREF)?;
        let title = link.attribute(known::TITLE).unwrap_or_default();
        if self.options.links == LinkStyle::Text {
            return None;
        }
        if address.len() + title.len() < LONG {
            return Some(Style::Link { end: self.end_of_link(address, title) });
        }
        // Copies of a link share its address, which is read once.
        let key = (ptr::from_ref(address), ptr::from_ref(title), self.inline.context.is_cell);
        let cached = self.ends_of_links.get(&key).cloned();
        let end = cached.unwrap_or_else(|| {
            let end = self.end_of_link(address, title);
            self.ends_of_links.insert(key, end.clone());
            end
        });
        Some(Style::Link { end })
    }

    /// The Markdown after the text of a link: its address, or the number of a reference.
    fn end_of_link(&mut self, address: &'d str, title: &'d str) -> Rc<str> {
        if self.options.links == LinkStyle::Inline {
            return self.destination(address, title).into();
        }
        let next = self.references.list.len() + 1;
        let number = *self.references.numbers.entry((address, title)).or_insert(next);
        if number == next {
            self.references.list.push((address, title));
        }
        let mut end = String::from("][");
        push_number(&mut end, number);
        end.push(']');
        end.into()
    }

    /// The Markdown after the text of a link.
    fn destination(&self, address: &str, title: &str) -> String {
        destination(&self.absolute(address), title, self.inline.context)
    }

    fn absolute<'a>(&self, address: &'a str) -> Cow<'a, str> {
        let absolute = self.resolver.as_ref().and_then(|resolver| resolver.join(address));
        absolute.map_or(Cow::Borrowed(address), Cow::Owned)
    }

    /// Writes the addresses of the links that were written as references.
    pub(super) fn write_references(&mut self) -> fmt::Result {
        let references = std::mem::take(&mut self.references.list);
        for (index, (address, title)) in references.into_iter().enumerate() {
            let mut line = String::from("[");
            push_number(&mut line, index + 1);
            let end = self.destination(address, title);
            let end = end.strip_prefix("](").and_then(|end| end.strip_suffix(')')).unwrap_or_default();
            line.push_str("]: ");
            // A definition needs an address.
            line.push_str(if end.is_empty() { "<>" } else { end });
            if index > 0 {
                self.blocks.next_is_tight();
            }
            self.blocks.begin()?;
            self.blocks.write(&line)?;
        }
        Ok(())
    }

    pub(super) fn code(&mut self, code: NodeRef<'d>) {
        let mut text = String::new();
        for node in code.descendants() {
            if node.kind() == NodeKind::Text {
                text.push_str(node.data().unwrap_or_default());
            } else if node.is_html(known::BR) {
                text.push(' ');
            }
        }
        self.inline.code(&text);
    }

    pub(super) fn image(&mut self, image: NodeRef<'d>) {
        if !self.options.images || self.inline.context.is_plain {
            return;
        }
        let usual = |address: &&str| !address.trim_ascii().is_empty() && !address.starts_with("data:");
        let source =
            image.attribute(known::SRC).filter(usual).or_else(|| image.attribute("data-src").filter(usual));
        let alternative = image.attribute(known::ALT).unwrap_or_default();
        match source {
            Some(address) => {
                let end = self.destination(address, image.attribute(known::TITLE).unwrap_or_default());
                self.inline.image(alternative, &end);
            }
            None => self.inline.text(alternative),
        }
    }

    /// Writes the check box of a task at the start of a list item.
    pub(super) fn check_box(&mut self, input: NodeRef<'d>) {
        let is_box = input.attribute(known::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
        let is_task =
            is_box && self.inline.is_empty() && !self.is_in_line() && self.blocks.is_at_start_of_item();
        if is_task && self.lists.last().is_some_and(|list| !list.is_notes) {
            self.inline.task(if input.has_attribute(known::CHECKED) { "[x] " } else { "[ ] " });
        }
    }

    pub(super) fn math(&mut self, formula: NodeRef<'d>) -> fmt::Result {
        let is_tex = |node: &NodeRef<'_>| {
            let encoding = node.attribute("encoding").unwrap_or_default();
            node.local_name_text() == "annotation"
                && matches!(encoding, "application/x-tex" | "TeX" | "LaTeX")
        };
        let tex = formula.descendants().find(is_tex).map(NodeRef::own_text);
        let tex = tex.filter(|tex| !tex.trim_ascii().is_empty());
        let is_block = formula.attribute(known::DISPLAY) == Some("block") && !self.is_in_line();
        match tex {
            Some(tex) if is_block && !self.inline.context.is_plain => {
                self.end_block()?;
                self.fenced(tex.trim_ascii(), "math")
            }
            Some(tex) => {
                if self.inline.context.is_plain {
                    self.inline.text(&tex);
                } else {
                    // The dollar signs are next to the backticks.
                    self.inline.raw("$");
                    self.inline.code(tex.trim_ascii());
                    self.inline.raw("$");
                }
                Ok(())
            }
            None => {
                for node in formula.descendants() {
                    let is_in_annotation = || {
                        node.parent().is_some_and(|parent| parent.local_name_text().starts_with("annotation"))
                    };
                    if node.kind() == NodeKind::Text && !is_in_annotation() {
                        self.inline.text(node.data().unwrap_or_default());
                    }
                }
                Ok(())
            }
        }
    }

    pub(super) fn rule(&mut self) -> fmt::Result {
        if self.is_in_line() || self.inline.context.is_plain {
            self.inline.text(" ");
            return if self.is_in_line() { Ok(()) } else { self.end_block() };
        }
        self.end_block()?;
        self.blocks.begin()?;
        self.blocks.write("___")
    }

    pub(super) fn preformatted(&mut self, element: NodeRef<'d>) -> fmt::Result {
        if self.is_in_line() {
            self.code(element);
            return Ok(());
        }
        self.end_block()?;
        let mut text = String::new();
        let mut language = language(element).or_else(|| element.parent().and_then(language));
        for edge in element.traverse().skip(1) {
            match edge {
                NodeEdge::Enter(node) if node.kind() == NodeKind::Text => {
                    text.push_str(node.data().unwrap_or_default());
                }
                NodeEdge::Enter(node) if node.is_html(known::BR) => text.push('\n'),
                NodeEdge::Enter(node) if language.is_none() && node.is_html(known::CODE) => {
                    language = self::language(node);
                }
                NodeEdge::Leave(node)
                    if node.is_html_any(&[known::DIV, known::P, known::LI, known::TR])
                        && !text.ends_with('\n') =>
                {
                    text.push('\n');
                }
                _ => {}
            }
        }
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n");
        }
        let text = text.strip_suffix('\n').unwrap_or(&text);
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        if self.inline.context.is_plain {
            self.blocks.begin()?;
            return self.blocks.write_lines(text);
        }
        self.fenced(text, language.unwrap_or_default())
    }

    fn fenced(&mut self, text: &str, language: &str) -> fmt::Result {
        let fence = "`".repeat((longest_run(text, '`') + 1).max(3));
        self.blocks.begin()?;
        self.blocks.write(&fence)?;
        self.blocks.write(language)?;
        self.blocks.next_line()?;
        self.blocks.write_lines(text)?;
        self.blocks.next_line()?;
        self.blocks.write(&fence)
    }

    pub(super) fn end_heading(&mut self, level: usize) -> fmt::Result {
        let line = self.inline.finish();
        self.inline.context.is_heading = false;
        self.heading = None;
        if line.is_empty() {
            return Ok(());
        }
        self.blocks.begin()?;
        if !self.inline.context.is_plain {
            self.blocks.write("######".get(..level).unwrap_or_default())?;
            self.blocks.write(" ")?;
        }
        self.blocks.write(&line)
    }

    pub(super) fn begin_list(&mut self, element: NodeRef<'d>) {
        let is_ordered = element.is_html(known::OL);
        let start = || {
            let start = element.attribute(known::START).and_then(|start| start.trim_ascii().parse().ok());
            start.filter(|start| *start <= 900_000_000).unwrap_or(1)
        };
        // Text has no numbers, because the page does not have them as text.
        let number = (is_ordered && !self.inline.context.is_plain).then(start);
        let blocks = [
            known::P,
            known::DIV,
            known::PRE,
            known::BLOCKQUOTE,
            known::TABLE,
            known::H1,
            known::H2,
            known::H3,
            known::H4,
            known::H5,
            known::H6,
            known::FIGURE,
            known::DL,
        ];
        let is_loose = |item: NodeRef<'_>| item.child_elements().any(|child| child.is_html_any(&blocks));
        let is_tight = !element.child_elements().any(is_loose);
        // A nested list continues its tight item, if it may interrupt a paragraph.
        let is_in_tight = self.lists.last().is_some_and(|list| list.is_tight && list.has_item);
        let continues_item =
            is_in_tight && !self.blocks.is_at_start_of_item() && number.is_none_or(|number| number == 1);
        let is_notes = is_ordered && is_list_of_notes(element);
        self.lists.push(List {
            slot: element.slot(),
            marker: '-',
            continues_item,
            number,
            is_tight,
            has_item: false,
            is_notes,
        });
    }

    pub(super) fn begin_item(&mut self, item: NodeRef<'d>) {
        let parent = item.parent().map(NodeRef::slot);
        let is_at_start = self.blocks.is_at_start_of_item();
        let is_plain = self.inline.context.is_plain;
        let Some(list) = self.lists.last_mut().filter(|list| Some(list.slot) == parent) else { return };
        if list.has_item {
            self.blocks.pop();
            // An item without content has no line and no number.
            if is_at_start {
                list.number = list.number.map(|number| number - 1);
            } else if list.is_tight {
                self.blocks.next_is_tight();
            }
        }
        if !list.has_item {
            let markers = if list.number.is_some() { ['.', ')'] } else { ['-', '*'] };
            list.marker = self.blocks.list_marker(markers);
            if list.continues_item {
                self.blocks.next_is_tight();
            }
        }
        list.has_item = true;
        let mut marker = String::new();
        if let Some(id) = item.element_id().filter(|id| list.is_notes && is_label(id)) {
            marker = ["[^", id, "]: "].concat();
        } else {
            if let Some(number) = &mut list.number {
                push_number(&mut marker, *number as usize);
                *number += 1;
            }
            marker.push(if is_plain { '-' } else { list.marker });
            marker.push(' ');
        }
        self.blocks.push_item(marker);
    }

    pub(super) fn end_list(&mut self, element: NodeRef<'d>) {
        let ended = self.lists.pop_if(|list| list.slot == element.slot());
        if let Some(list) = ended.filter(|list| list.has_item) {
            self.blocks.pop();
            self.blocks.end_list(list.marker);
        }
    }

    /// Whether the current node is in a table that is written as a table.
    pub(super) fn is_in_table(&self) -> bool {
        !self.tables.is_empty()
    }

    pub(super) fn begin_cell(&mut self, cell: NodeRef<'d>) -> fmt::Result {
        let Some((_, table)) = self.tables.last_mut() else { return Ok(()) };
        let (before, after) = table.place(cell);
        table.after = after;
        for _ in 0..before {
            self.blocks.write("|  ")?;
        }
        self.inline.context.is_cell = true;
        Ok(())
    }

    pub(super) fn end_cell(&mut self) -> fmt::Result {
        let text = self.inline.finish();
        self.inline.context.is_cell = false;
        let after = self.tables.last().map_or(0, |(_, table)| table.after);
        if self.inline.context.is_plain {
            self.blocks.write(&text)?;
            return self.blocks.write("\t");
        }
        self.blocks.write("| ")?;
        self.blocks.write(&text)?;
        self.blocks.write(" ")?;
        (0..after).try_for_each(|_| self.blocks.write("|  "))
    }

    pub(super) fn end_row(&mut self) -> fmt::Result {
        let Some((_, table)) = self.tables.last_mut() else { return Ok(()) };
        let missing = table.end_row();
        let (columns, is_first) = (table.columns, table.rows == 1);
        if self.inline.context.is_plain {
            return Ok(());
        }
        // A row may omit cells at its end, but a line with one bar would end the table.
        if is_first || missing == columns {
            (0..missing).try_for_each(|_| self.blocks.write("|  "))?;
        }
        self.blocks.write("|")?;
        if is_first {
            self.blocks.next_line()?;
            (0..columns).try_for_each(|_| self.blocks.write("| --- "))?;
            self.blocks.write("|")?;
        }
        Ok(())
    }

    /// Writes a link to a footnote, or leaves out a link back from one. Returns whether the link is one of these.
    pub(super) fn is_footnote_link(&mut self, link: NodeRef<'d>) -> bool {
        let Some(id) = link.attribute(known::HREF).and_then(|address| address.strip_prefix('#')) else {
            return false;
        };
        if self.inline.context.is_plain {
            return false;
        }
        let is_back = link.attribute(known::ROLE) == Some("doc-backlink")
            || classes(link).any(|class| matches!(class, "footnote-backref" | "footnote-back"));
        if is_back {
            return self.lists.iter().any(|list| list.is_notes);
        }
        let is_reference = link.attribute(known::ROLE) == Some("doc-noteref")
            || link.parent().is_some_and(|parent| parent.is_html(known::SUP));
        if !is_reference || !is_label(id) {
            return false;
        }
        let notes = self.notes.get_or_insert_with(|| notes(link.tree_root()));
        if !notes.contains(id) {
            return false;
        }
        self.inline.raw(&["[^", id, "]"].concat());
        true
    }
}

/// Returns the ids of the footnotes in a tree.
fn notes(root: NodeRef<'_>) -> HashSet<&str> {
    let lists = root.descendants().filter(|node| node.is_html(known::OL) && is_list_of_notes(*node));
    lists.flat_map(NodeRef::child_elements).filter_map(NodeRef::element_id).collect()
}

/// Whether a list is that of the footnotes of a page.
fn is_list_of_notes(list: NodeRef<'_>) -> bool {
    [Some(list), list.parent()].into_iter().flatten().any(|node| {
        node.attribute(known::ROLE) == Some("doc-endnotes")
            || classes(node).any(|class| matches!(class, "footnotes" | "footnotes-list"))
    })
}

/// Whether an id can be the label of a footnote.
fn is_label(id: &str) -> bool {
    !id.is_empty()
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':'))
}

/// The classes at the start of the class attribute. Elements can share a long attribute, so only its start is read.
fn classes(element: NodeRef<'_>) -> impl Iterator<Item = &str> {
    const MOST: usize = 200;
    let class = element.attribute(known::CLASS).unwrap_or_default();
    let end = (class.len().min(MOST)..class.len()).find(|&end| class.is_char_boundary(end));
    class.get(..end.unwrap_or(class.len())).unwrap_or_default().split_ascii_whitespace()
}

/// Returns the language in the class of an element with code.
fn language(element: NodeRef<'_>) -> Option<&str> {
    let of_class = |class: &'_ str| {
        ["language-", "lang-", "highlight-source-", "brush:"].iter().find_map(|prefix| {
            let at = class.strip_prefix(prefix)?.len();
            Some(class.len() - at)
        })
    };
    let mut classes = classes(element);
    let named =
        classes.find_map(|class| class.get(of_class(class)?..)).or_else(|| element.attribute("data-lang"));
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'#' | b'.' | b'_');
    named.filter(|name| !name.is_empty() && name.len() <= 32 && name.bytes().all(is_name))
}
