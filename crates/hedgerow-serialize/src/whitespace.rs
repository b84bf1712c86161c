//! Whitespace that is collapsed, removed or added.
//!
//! Text is held back until what follows it is known: at a *boundary* (a block-level tag, a `br`, a tag in an element
//! that has no text of its own) whitespace is not rendered, so it may be taken away there, and new lines may be put
//! in its place.
//!
//! ```text
//! text:    without what is at its start, behind a boundary; wait
//! a tag:   the text that waits, without what is at its end, before a boundary;
//!          a new line, before a block, and before whatever follows one; the tag
//! ```
//!
//! What is not here: writing collapsed text and indentation (`markup.rs`).

use std::vec::Drain;

use hedgerow_names::{
    ElementName, Namespace,
    known::{
        ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, BODY, BR, CAPTION, CENTER, COL, COLGROUP, DD, DETAILS, DIALOG,
        DIR, DIV, DL, DT, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1, H2, H3, H4, H5,
        H6, HEAD, HEADER, HGROUP, HR, HTML, LEGEND, LI, LISTING, MAIN, MENU, NAV, OL, OPTGROUP, OPTION, P,
        PLAINTEXT, PRE, SEARCH, SECTION, SELECT, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH,
        THEAD, TITLE, TR, UL, XMP,
    },
};

use crate::item::{ElementSet, Item, Place, Placed, TextItem, is_any};
use crate::options::Whitespace;
use crate::walk::serializes_as_void;

/// Elements that are rendered as blocks, or as parts of tables, or not at all, so that whitespace beside their tags is
/// not rendered.
static BLOCK_LEVEL: ElementSet = ElementSet::of(&[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, BODY, CAPTION, CENTER, COL, COLGROUP, DD, DETAILS, DIALOG, DIR, DIV,
    DL, DT, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD,
    HEADER, HGROUP, HR, HTML, LEGEND, LI, LISTING, MAIN, MENU, NAV, OL, OPTGROUP, OPTION, P, PLAINTEXT, PRE,
    SEARCH, SECTION, SUMMARY, TABLE, TBODY, TD, TFOOT, TH, THEAD, TR, UL, XMP,
]);

/// Elements that have no text of their own.
static WITHOUT_TEXT: ElementSet = ElementSet::of(&[
    HTML, HEAD, TABLE, THEAD, TBODY, TFOOT, TR, COLGROUP, FRAMESET, UL, OL, MENU, DL, SELECT, OPTGROUP,
]);

/// Elements in which all whitespace stays, besides those with raw text.
static PRESERVING: ElementSet = ElementSet::of(&[PRE, TEXTAREA, LISTING, TITLE]);

/// The stage that changes whitespace.
#[derive(Debug)]
pub(crate) struct WhitespaceStage<'d> {
    mode: Whitespace,
    scripting: bool,
    /// The number of open elements in which all whitespace stays.
    preserving: usize,
    previous_is_boundary: bool,
    pending_text: Option<(TextItem<'d>, Place)>,
    ready: Vec<Placed<'d>>,
    lines: Lines,
}

/// Where new lines go.
#[derive(Debug, Default)]
struct Lines {
    /// The number of open elements that indent.
    depth: usize,
    /// The previous item was the end of a block.
    is_after_block: bool,
    is_anything_written: bool,
    /// The previous item was a start tag.
    is_after_start_tag: bool,
    /// For each open element, whether there is a new line in it.
    has_new_line: Vec<bool>,
}

impl<'d> WhitespaceStage<'d> {
    pub(crate) fn new(mode: Whitespace, scripting: bool) -> Self {
        Self {
            mode,
            scripting,
            preserving: 0,
            previous_is_boundary: true,
            pending_text: None,
            ready: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// Whether items pass through.
    pub(crate) fn is_idle(&self) -> bool {
        self.mode == Whitespace::Keep
    }

    /// Takes an item; answers with those that can go on.
    pub(crate) fn push(&mut self, placed: Placed<'d>) -> Drain<'_, Placed<'d>> {
        match placed.item {
            Item::Text(text) => self.push_text(text, placed.place),
            _ => self.push_other(placed),
        }
        self.ready.drain(..)
    }

    /// What is left at the end. Nothing follows it here, but something may where it is put.
    pub(crate) fn finish(&mut self) -> Drain<'_, Placed<'d>> {
        self.flush_text(false);
        self.ready.drain(..)
    }

    fn is_trimming(&self) -> bool {
        matches!(self.mode, Whitespace::Trim | Whitespace::Indent)
    }

    fn push_text(&mut self, mut text: TextItem<'d>, place: Place) {
        self.flush_text(false);
        if self.preserving > 0 || place.parent.is_some_and(|parent| parent.has_literal_text(self.scripting)) {
            self.emit(Placed { item: Item::Text(text), place });
            self.previous_is_boundary = false;
            self.lines.is_after_block = false;
            return;
        }
        text.is_collapsed = true;
        if self.is_trimming() {
            let trimmed = text.data.trim_ascii_start();
            if trimmed.is_empty() && place.parent.is_some_and(|parent| WITHOUT_TEXT.has(parent)) {
                return;
            }
            if self.previous_is_boundary {
                text.data = trimmed;
            }
        }
        self.pending_text = Some((text, place));
    }

    /// Lets the text that waits go on. What follows it is a boundary, or it is not.
    fn flush_text(&mut self, is_boundary: bool) {
        let Some((mut text, place)) = self.pending_text.take() else { return };
        if is_boundary && self.is_trimming() {
            text.data = text.data.trim_ascii_end();
        }
        if text.data.is_empty() {
            return;
        }
        if self.lines.is_after_block {
            self.emit_new_line(place);
        }
        self.emit(Placed { item: Item::Text(text), place });
        self.previous_is_boundary = false;
        self.lines.is_after_block = false;
        self.lines.is_after_start_tag = false;
    }

    fn push_other(&mut self, placed: Placed<'d>) {
        let is_boundary = is_boundary(&placed);
        self.flush_text(is_boundary);
        if let Item::EndTag(tag) = placed.item
            && self.preserves(tag.name)
        {
            self.preserving = self.preserving.saturating_sub(1);
        }
        if self.mode == Whitespace::Indent {
            self.break_line_before(&placed, is_boundary);
            // What is said of blocks in a `pre` does not say anything of what follows it.
            self.lines.is_after_block &= self.preserving == 0;
        }
        self.emit(placed);
        match placed.item {
            Item::Comment(_) | Item::ProcessingInstruction { .. } => {}
            _ => self.previous_is_boundary = is_boundary,
        }
        if let Item::StartTag { tag, .. } = placed.item
            && self.preserves(tag.name)
            && !serializes_as_void(tag.name)
        {
            self.preserving += 1;
        }
    }

    fn preserves(&self, name: ElementName) -> bool {
        name.namespace != Namespace::Html || PRESERVING.has(name) || name.has_literal_text(self.scripting)
    }

    fn emit(&mut self, placed: Placed<'d>) {
        self.lines.is_anything_written = true;
        self.ready.push(placed);
    }

    fn emit_new_line(&mut self, place: Place) {
        if self.mode != Whitespace::Indent || self.preserving > 0 || !self.lines.is_anything_written {
            return;
        }
        if let Some(parent) = self.lines.has_new_line.last_mut() {
            *parent = true;
        }
        self.ready.push(Placed { item: Item::NewLine(self.lines.depth), place });
    }

    /// Begins a new line where one is due, and notes what that depends on.
    fn break_line_before(&mut self, placed: &Placed<'d>, is_boundary: bool) {
        let place = placed.place;
        let is_empty = std::mem::take(&mut self.lines.is_after_start_tag);
        match placed.item {
            Item::StartTag { tag, .. } => {
                let is_block = is_boundary && !tag.name.is_html(BR);
                if is_block || self.lines.is_after_block {
                    self.emit_new_line(place);
                }
                let is_void = serializes_as_void(tag.name);
                if !is_void {
                    self.lines.has_new_line.push(false);
                    self.lines.depth += usize::from(indents(tag.name, is_block));
                }
                // What is in a body begins on a line of its own, too.
                self.lines.is_after_block = is_block && is_void || tag.name.is_html(BODY);
                self.lines.is_after_start_tag = true;
            }
            Item::EndTag(tag) => {
                let has_new_line = self.lines.has_new_line.pop().unwrap_or(false);
                let indented = indents(tag.name, is_boundary);
                self.lines.depth = self.lines.depth.saturating_sub(usize::from(indented));
                if has_new_line && is_boundary || self.lines.is_after_block && !is_empty {
                    self.emit_new_line(place);
                }
                self.lines.is_after_block = is_boundary;
            }
            Item::Comment(_) | Item::ProcessingInstruction { .. } => {
                if self.previous_is_boundary || self.lines.is_after_block {
                    self.emit_new_line(place);
                }
                self.lines.is_after_block = false;
            }
            Item::Doctype(_) => {
                self.emit_new_line(place);
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

/// Whether whitespace beside an item is not rendered.
fn is_boundary(placed: &Placed<'_>) -> bool {
    match placed.item {
        Item::StartTag { tag, .. } | Item::EndTag(tag) => {
            let is_part = placed.place.parent.is_some_and(|parent| WITHOUT_TEXT.has(parent))
                && !tag.name.is_html(TEMPLATE);
            is_part || tag.name.is_html(BR) || BLOCK_LEVEL.has(tag.name)
        }
        Item::Doctype(_) | Item::NewLine(_) => true,
        Item::Text(_) | Item::Comment(_) | Item::ProcessingInstruction { .. } => false,
    }
}
