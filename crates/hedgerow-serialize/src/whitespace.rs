//! Collapses, removes or adds whitespace.
//!
//! Text is held back until the next item is known. At a *boundary* (a tag of a block, a `br`, a tag in an element that has
//! no text of its own) whitespace is not rendered, so it can be removed, and new lines can be inserted. An element that is a
//! block only by its name ([`FlowRole::OutOfFlow`]) is a boundary for its content only: after its end tag, the state from before
//! its start tag applies again.
//!
//! ```text
//! text:    after a boundary, remove whitespace from its start; hold it back
//! a tag:   emit the held text; if the tag is a boundary, remove whitespace from its end;
//!          emit a new line before a block and after a block; emit the tag
//! ```
//!
//! Collapsed text and indentation are written in `markup.rs`.

use std::vec::Drain;

use hedgerow_base::{
    ElementName, Namespace,
    known::{
        BODY, BR, COLGROUP, FRAMESET, HEAD, HTML, LISTING, OPTGROUP, PRE, SELECT, TABLE, TBODY, TEMPLATE,
        TEXTAREA, TFOOT, THEAD, TITLE, TR,
    },
};

use crate::item::{ElementSet, Item, Parents, PlacedItem, TextItem, is_any};
use crate::options::Whitespace;
use crate::rendered_text::FlowRole;
use crate::repeated_text::TrimmedTexts;
use crate::walk::serializes_as_void;

/// Elements that have no text of their own.
static WITHOUT_TEXT: ElementSet =
    ElementSet::of(&[HTML, HEAD, TABLE, THEAD, TBODY, TFOOT, TR, COLGROUP, FRAMESET, SELECT, OPTGROUP]);

/// Elements in which all whitespace is kept, in addition to the elements with raw text.
static PRESERVING: ElementSet = ElementSet::of(&[PRE, TEXTAREA, LISTING, TITLE]);

/// The stage that changes whitespace.
#[derive(Debug)]
pub(crate) struct WhitespaceStage<'d> {
    mode: Whitespace,
    scripting: bool,
    /// The number of open elements in which all whitespace is kept.
    preserving: usize,
    previous_is_boundary: bool,
    /// For each open element that is out of flow, whether its start tag comes directly after a boundary.
    suspended: Vec<bool>,
    pending_text: Option<(TextItem<'d>, Parents)>,
    ready: Vec<PlacedItem<'d>>,
    lines: Lines,
    trimmed: TrimmedTexts,
}

/// Decides where new lines are inserted.
#[derive(Debug, Default)]
struct Lines {
    /// The number of open elements whose content is indented.
    depth: usize,
    /// Whether the previous item was the end of a block.
    is_after_block: bool,
    is_anything_written: bool,
    /// Whether the previous item was a start tag.
    is_after_start_tag: bool,
    /// For each open element, whether it contains a new line.
    has_new_line: Vec<bool>,
}

impl<'d> WhitespaceStage<'d> {
    pub(crate) fn new(mode: Whitespace, scripting: bool) -> Self {
        Self {
            mode,
            scripting,
            preserving: 0,
            previous_is_boundary: true,
            suspended: Vec::new(),
            pending_text: None,
            ready: Vec::new(),
            lines: Lines::default(),
            trimmed: TrimmedTexts::default(),
        }
    }

    /// Whether all items pass through unchanged.
    pub(crate) fn is_idle(&self) -> bool {
        self.mode == Whitespace::Keep
    }

    /// Takes an item; returns the items that are ready to be written.
    pub(crate) fn push(&mut self, placed: PlacedItem<'d>) -> Drain<'_, PlacedItem<'d>> {
        match placed.item {
            Item::Text(text) => self.push_text(text, placed.parents),
            _ => self.push_other(placed),
        }
        self.ready.drain(..)
    }

    /// Returns the remaining items. The end of the output is not a boundary, because the user of the output may add content
    /// after it.
    pub(crate) fn finish(&mut self) -> Drain<'_, PlacedItem<'d>> {
        self.flush_text(false);
        self.ready.drain(..)
    }

    /// Whether whitespace that is not rendered is removed.
    pub(crate) fn is_trimming(&self) -> bool {
        matches!(self.mode, Whitespace::Trim | Whitespace::Indent)
    }

    fn push_text(&mut self, mut text: TextItem<'d>, parents: Parents) {
        self.flush_text(false);
        if self.preserving > 0 || parents.parent.is_some_and(|parent| parent.has_literal_text(self.scripting))
        {
            self.emit(PlacedItem::inline(Item::Text(text), parents));
            self.previous_is_boundary = false;
            self.lines.is_after_block = false;
            return;
        }
        text.is_collapsed = true;
        if self.is_trimming() {
            let trimmed = self.trimmed.trim_start(text.data);
            if trimmed.is_empty() && parents.parent.is_some_and(|parent| WITHOUT_TEXT.has(parent)) {
                return;
            }
            if self.previous_is_boundary {
                text.data = trimmed;
            }
        }
        self.pending_text = Some((text, parents));
    }

    /// Emits the pending text. `is_boundary` is whether the item after the text is a boundary.
    fn flush_text(&mut self, is_boundary: bool) {
        let Some((mut text, parents)) = self.pending_text.take() else { return };
        if is_boundary && self.is_trimming() {
            text.data = self.trimmed.trim_end(text.data);
        }
        if text.data.is_empty() {
            return;
        }
        if self.lines.is_after_block {
            self.emit_new_line(parents);
        }
        self.emit(PlacedItem::inline(Item::Text(text), parents));
        self.previous_is_boundary = false;
        self.lines.is_after_block = false;
        self.lines.is_after_start_tag = false;
    }

    fn push_other(&mut self, placed: PlacedItem<'d>) {
        let flow = flow_of(&placed);
        let is_start_tag = matches!(placed.item, Item::StartTag { .. });
        self.flush_text(flow == FlowRole::Block || flow == FlowRole::OutOfFlow && !is_start_tag);
        if let Item::EndTag(tag) = placed.item
            && self.preserves(tag.name)
        {
            self.preserving = self.preserving.saturating_sub(1);
        }
        let is_boundary = self.is_boundary_after(&placed, flow);
        if self.mode == Whitespace::Indent {
            self.break_line_before(&placed, flow, is_boundary);
            // Blocks in a `pre` do not affect the items after the `pre`.
            self.lines.is_after_block &= self.preserving == 0;
        }
        self.emit(placed);
        self.previous_is_boundary = is_boundary;
        if let Item::StartTag { tag, .. } = placed.item
            && self.preserves(tag.name)
            && !serializes_as_void(tag.name)
        {
            self.preserving += 1;
        }
    }

    /// Returns whether whitespace after an item is not rendered.
    fn is_boundary_after(&mut self, placed: &PlacedItem<'d>, flow: FlowRole) -> bool {
        match placed.item {
            Item::StartTag { tag, .. } if flow == FlowRole::OutOfFlow => {
                if serializes_as_void(tag.name) {
                    return self.previous_is_boundary;
                }
                self.suspended.push(self.previous_is_boundary);
                true
            }
            Item::EndTag(_) if flow == FlowRole::OutOfFlow => self.suspended.pop().unwrap_or(false),
            Item::Comment(_) | Item::ProcessingInstruction { .. } => self.previous_is_boundary,
            _ => flow == FlowRole::Block,
        }
    }

    fn preserves(&self, name: ElementName) -> bool {
        name.namespace != Namespace::Html || PRESERVING.has(name) || name.has_literal_text(self.scripting)
    }

    fn emit(&mut self, placed: PlacedItem<'d>) {
        self.lines.is_anything_written = true;
        self.ready.push(placed);
    }

    fn emit_new_line(&mut self, parents: Parents) {
        if self.mode != Whitespace::Indent || self.preserving > 0 || !self.lines.is_anything_written {
            return;
        }
        if let Some(parent) = self.lines.has_new_line.last_mut() {
            *parent = true;
        }
        self.ready.push(PlacedItem::inline(Item::NewLine(self.lines.depth), parents));
    }

    /// Inserts a new line before an item if necessary, and updates the state. `is_boundary` is whether whitespace after the item is
    /// not rendered.
    fn break_line_before(&mut self, placed: &PlacedItem<'_>, flow: FlowRole, is_boundary: bool) {
        let parents = placed.parents;
        let is_empty = std::mem::take(&mut self.lines.is_after_start_tag);
        match placed.item {
            Item::StartTag { tag, .. } => {
                let is_block = flow != FlowRole::Inline && !tag.name.is_html(BR);
                let is_on_its_own_line = is_block && (flow == FlowRole::Block || self.previous_is_boundary);
                if is_on_its_own_line || self.lines.is_after_block {
                    self.emit_new_line(parents);
                }
                let is_void = serializes_as_void(tag.name);
                if !is_void {
                    self.lines.has_new_line.push(false);
                    self.lines.depth += usize::from(indents(tag.name, is_block));
                }
                // The content of a body begins on its own line, too.
                self.lines.is_after_block = is_block && is_void && is_boundary || tag.name.is_html(BODY);
                self.lines.is_after_start_tag = true;
            }
            Item::EndTag(tag) => {
                let has_new_line = self.lines.has_new_line.pop().unwrap_or(false);
                let is_block = flow != FlowRole::Inline;
                self.lines.depth = self.lines.depth.saturating_sub(usize::from(indents(tag.name, is_block)));
                if has_new_line && is_block || self.lines.is_after_block && !is_empty {
                    self.emit_new_line(parents);
                }
                self.lines.is_after_block = is_boundary;
            }
            Item::Comment(_) | Item::ProcessingInstruction { .. } => {
                if self.previous_is_boundary || self.lines.is_after_block {
                    self.emit_new_line(parents);
                }
                self.lines.is_after_block = false;
            }
            Item::Doctype(_) => {
                self.emit_new_line(parents);
                self.lines.is_after_block = true;
            }
            Item::Text(_) | Item::NewLine(_) => {}
        }
    }
}

/// Whether the content of an element is indented.
fn indents(name: ElementName, is_block: bool) -> bool {
    (is_block || is_any(name, &[SELECT, TEMPLATE])) && !name.is_html(HTML)
}

/// Returns the flow of an item among the items around it.
fn flow_of(placed: &PlacedItem<'_>) -> FlowRole {
    match placed.item {
        Item::StartTag { tag, .. } | Item::EndTag(tag) => {
            let is_part = placed.parents.parent.is_some_and(|parent| WITHOUT_TEXT.has(parent))
                && !tag.name.is_html(TEMPLATE);
            if is_part { FlowRole::Block } else { placed.flow }
        }
        Item::Doctype(_) | Item::NewLine(_) => FlowRole::Block,
        Item::Text(_) | Item::Comment(_) | Item::ProcessingInstruction { .. } => FlowRole::Inline,
    }
}
