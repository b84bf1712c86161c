//! [`Inline`]: the text of one block with its emphasis, links, code and images.
//!
//! The delimiters of emphasis are written only if a reader of Markdown recognizes them, which depends on the characters on both
//! sides of them. So the block is collected first:
//!
//! ```text
//! text, code, images:    appended to the line, escaped where that does not depend on the place in the line
//! start of a style:      a mark at the place of the first character that follows
//! end of a style:        a mark at the present place, before white space
//! end of the block:      decide which marks are written; write the line; escape what would begin another block
//! ```

use std::fmt::Write as _;
use std::rc::Rc;

use hedgerow_dom::Slot;

use super::escape::{self, Context};

/// The maximum number of bytes after the texts of the links of a block; any further link is written as its text. A block is collected
/// before it is written, and the copies of a link share its address.
const MOST_AFTER_LINKS: usize = 1 << 20;

/// A style of inline text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Emphasis,
    Strong,
    Strikethrough,
    /// A link, with the Markdown after its text.
    Link {
        end: Rc<str>,
    },
}

/// The place of a delimiter.
#[derive(Clone, Debug)]
struct Mark {
    /// The place in the line.
    at: usize,
    /// The index of the span.
    span: usize,
    is_open: bool,
}

/// The text between two delimiters.
#[derive(Clone, Debug)]
struct Span {
    delimiter: Delimiter,
    open: usize,
    close: usize,
    is_written: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Delimiter {
    Emphasis,
    Strong,
    Strikethrough,
    /// The text after the text of the link.
    Link(Rc<str>),
}

impl Delimiter {
    fn is_star(&self) -> bool {
        matches!(self, Self::Emphasis | Self::Strong)
    }
}

/// The inline content of a block.
#[derive(Debug, Default)]
pub(super) struct Inline {
    line: String,
    marks: Vec<Mark>,
    spans: Vec<Span>,
    /// The styles around the current place, from the outside to the inside. Links that were written in an earlier block are
    /// not among them.
    styles: Vec<(Slot, Style)>,
    /// The spans of the first styles, which have begun in this block.
    begun: Vec<usize>,
    is_space_pending: bool,
    /// Whether the line ends in a bracket that must be escaped before certain characters.
    ends_in_bracket: bool,
    breaks: usize,
    /// The check box of a task, which comes before the text of the block.
    task: &'static str,
    /// The bytes after the texts of the links.
    bytes_after_links: usize,
    /// Whether all text is in a link.
    is_in_link: bool,
    pub(super) context: Context,
}

impl Inline {
    /// Whether the block has no content yet.
    pub(super) fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    pub(super) fn has_style(&self, is: impl Fn(&Style) -> bool) -> bool {
        self.styles.iter().any(|(_, style)| is(style))
    }

    /// Whether the current place is in a link of this block.
    fn is_in_link(&self) -> bool {
        self.is_in_link || self.has_style(|style| matches!(style, Style::Link { .. }))
    }

    /// Begins the style of an element.
    pub(super) fn open(&mut self, element: Slot, style: Style) {
        self.styles.push((element, style));
    }

    /// Ends the style of an element, if it has one.
    pub(super) fn close(&mut self, element: Slot) {
        if self.styles.last().is_none_or(|(slot, _)| *slot != element) {
            return;
        }
        if self.begun.len() == self.styles.len()
            && let Some(span) = self.begun.pop()
        {
            self.end_span(span);
        }
        self.styles.pop();
    }

    fn end_span(&mut self, span: usize) {
        if let Some(ended) = self.spans.get_mut(span) {
            ended.close = self.marks.len();
            self.marks.push(Mark { at: self.line.len(), span, is_open: false });
        }
    }

    /// Adds the check box of a task before the text of the block, if it has text.
    pub(super) fn task(&mut self, check_box: &'static str) {
        self.task = check_box;
    }

    /// Prepares the line for something visible.
    fn begin_visible(&mut self) {
        if !self.task.is_empty() {
            self.line.push_str(std::mem::take(&mut self.task));
            self.is_space_pending = false;
        }
        if self.breaks > 0 && !self.line.is_empty() {
            self.line.push('\n');
            self.ends_in_bracket = false;
        } else if self.is_space_pending && !self.line.is_empty() && !self.line.ends_with('\n') {
            self.line.push(' ');
            self.ends_in_bracket = false;
        }
        self.breaks = 0;
        self.is_space_pending = false;
        for (_, style) in self.styles.iter().skip(self.begun.len()) {
            let delimiter = match style {
                Style::Emphasis => Delimiter::Emphasis,
                Style::Strong => Delimiter::Strong,
                Style::Strikethrough => Delimiter::Strikethrough,
                Style::Link { end } => Delimiter::Link(end.clone()),
            };
            // A style that ended here goes on.
            let ended = self.marks.last().filter(|mark| !mark.is_open && mark.at == self.line.len());
            let ended = ended.map(|mark| mark.span).filter(|&span| {
                !matches!(delimiter, Delimiter::Link(_))
                    && self.spans.get(span).is_some_and(|span| span.delimiter == delimiter)
            });
            if let Some(span) = ended {
                self.marks.pop();
                self.begun.push(span);
                continue;
            }
            self.begun.push(self.spans.len());
            self.marks.push(Mark { at: self.line.len(), span: self.spans.len(), is_open: true });
            let open = self.marks.len() - 1;
            let mut is_written = true;
            if let Delimiter::Link(end) = &delimiter {
                is_written =
                    self.bytes_after_links == 0 || self.bytes_after_links + end.len() <= MOST_AFTER_LINKS;
                self.bytes_after_links += if is_written { end.len() } else { 0 };
            }
            self.spans.push(Span { delimiter, open, close: open, is_written });
        }
    }

    /// Adds text, with each run of white space as one space.
    pub(super) fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let space = bytes
                .get(start..)
                .unwrap_or_default()
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            if space > 0 {
                self.is_space_pending = true;
                self.ends_in_bracket = false;
                start += space;
                continue;
            }
            let rest = bytes.get(start..).unwrap_or_default();
            let length = rest.iter().position(|&byte| escape::is_special(byte)).unwrap_or(rest.len());
            if length > 0 {
                self.begin_visible();
                let piece = text.get(start..start + length).unwrap_or_default();
                if self.ends_in_bracket && piece.starts_with(['(', ':']) {
                    self.line.insert(self.line.len() - 1, '\\');
                    let end = self.line.len();
                    for mark in self.marks.iter_mut().rev().take_while(|mark| mark.at == end - 1) {
                        mark.at = end;
                    }
                }
                self.ends_in_bracket = false;
                self.line.push_str(piece);
                start += length;
                // A run with single spaces is the usual case.
                continue;
            }
            let Some(&byte) = rest.first() else { break };
            self.begin_visible();
            let is_after_mark = self.marks.last().is_some_and(|mark| mark.at == self.line.len());
            let previous = self.line.chars().next_back().filter(|_| !is_after_mark);
            let is_in_link = self.is_in_link();
            let after = text.get(start + 1..).unwrap_or_default();
            if escape::is_escaped(byte, previous, after, is_in_link, self.context) {
                self.line.push('\\');
            }
            self.ends_in_bracket = byte == b']' && after.is_empty() && !is_in_link;
            self.line.push(char::from(byte));
            start += 1;
        }
    }

    /// Adds characters as they are.
    pub(super) fn raw(&mut self, text: &str) {
        if !text.is_empty() {
            self.begin_visible();
            self.line.push_str(text);
            self.ends_in_bracket = false;
        }
    }

    /// Adds a code span.
    pub(super) fn code(&mut self, code: &str) {
        let starts_with_space = code.starts_with(|character: char| character.is_ascii_whitespace());
        let ends_with_space = code.ends_with(|character: char| character.is_ascii_whitespace());
        let words: Vec<&str> = code.split_ascii_whitespace().collect();
        self.is_space_pending |= starts_with_space;
        if words.is_empty() {
            return;
        }
        let mut words = words.join(" ");
        // The start of a block up to such code would be read as the label of a definition.
        let is_definition = words.contains("]:") && (self.line.starts_with('[') || self.is_in_link());
        if self.context.is_plain {
            self.raw(&words);
        } else if is_definition {
            self.text(&words);
        } else {
            if self.context.is_cell {
                words = words.replace('|', "\\|");
            }
            let fence = "`".repeat(escape::longest_run(&words, '`') + 1);
            let pad = if words.starts_with('`') || words.ends_with('`') { " " } else { "" };
            // A code span directly after another would join its backticks.
            if self.line.ends_with('`') && !self.is_space_pending && self.breaks == 0 {
                self.is_space_pending = true;
            }
            self.raw(&[&fence, pad, &words, pad, &fence].concat());
        }
        self.is_space_pending |= ends_with_space;
    }

    /// Adds an image, with the Markdown after its alternative text.
    pub(super) fn image(&mut self, alternative: &str, end: &str) {
        let mut words = Inline { context: self.context, ..Inline::default() };
        // Brackets are escaped as in a link.
        words.is_in_link = true;
        words.text(alternative);
        self.raw(&["![", &words.line, end].concat());
    }

    /// Adds a line break, and returns whether it follows another one.
    pub(super) fn line_break(&mut self) -> bool {
        self.ends_in_bracket = false;
        if self.context.is_heading || self.line.is_empty() {
            self.is_space_pending = true;
            return false;
        }
        if self.context.is_cell {
            self.is_space_pending = false;
            self.breaks = 0;
            if !self.line.ends_with("<br>") {
                self.line.push_str("<br>");
            }
            return false;
        }
        self.breaks += 1;
        self.breaks > 1
    }

    /// Ends the block, and returns its lines, which are empty if the block has no content.
    pub(super) fn finish(&mut self) -> String {
        // A link in a block that follows would repeat the address.
        for index in (0..self.begun.len()).rev() {
            if self.styles.get(index).is_some_and(|(_, style)| matches!(style, Style::Link { .. })) {
                self.styles.remove(index);
            }
        }
        while let Some(span) = self.begun.pop() {
            self.end_span(span);
        }
        self.is_space_pending = false;
        self.breaks = 0;
        self.ends_in_bracket = false;
        self.task = "";
        self.bytes_after_links = 0;
        if self.line.is_empty() {
            self.marks.clear();
            self.spans.clear();
            return String::new();
        }
        if self.context.is_cell {
            while let Some(line) = self.line.strip_suffix("<br>") {
                let length = line.len();
                self.line.truncate(length);
                for mark in &mut self.marks {
                    mark.at = mark.at.min(length);
                }
            }
        }
        if self.context.is_plain {
            self.marks.clear();
            self.spans.clear();
            return std::mem::take(&mut self.line);
        }
        self.decide();
        let mut lines = String::with_capacity(self.line.len() + 16);
        let mut written = 0;
        for mark in &self.marks {
            lines.push_str(self.line.get(written..mark.at).unwrap_or_default());
            written = mark.at;
            let Some(span) = self.spans.get(mark.span).filter(|span| span.is_written) else { continue };
            match &span.delimiter {
                Delimiter::Emphasis => lines.push('*'),
                Delimiter::Strong => lines.push_str("**"),
                Delimiter::Strikethrough => lines.push_str("~~"),
                Delimiter::Link(_) if mark.is_open => {
                    if lines.ends_with('!') {
                        lines.insert(lines.len() - 1, '\\');
                    }
                    lines.push('[');
                }
                Delimiter::Link(end) => lines.push_str(end),
            }
        }
        lines.push_str(self.line.get(written..).unwrap_or_default());
        self.line.clear();
        self.marks.clear();
        self.spans.clear();
        escape::starts_of_lines(lines, self.context)
    }

    /// Decides which delimiters are written.
    ///
    /// <https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis>
    fn decide(&mut self) {
        // The end of the last span that begins with three stars.
        let mut end_of_run = 0;
        for index in 0..self.spans.len() {
            let Some(span) = self.spans.get(index) else { continue };
            if matches!(span.delimiter, Delimiter::Link(_)) {
                continue;
            }
            let follows_an_end = self.marks.get(..span.open).is_some_and(|before| {
                before.last().zip(self.marks.get(span.open)).is_some_and(|(before, open)| {
                    !before.is_open
                        && before.at == open.at
                        && self.spans.get(before.span).is_some_and(|before| {
                            before.delimiter.is_star() == span.delimiter.is_star()
                                && !matches!(before.delimiter, Delimiter::Link(_))
                        })
                })
            });
            let (outside, inside) = (self.before(span.open), self.after(span.open));
            // Between letters, a star that begins a span could end one that begins with three stars, instead of its own.
            let is_ambiguous = span.delimiter.is_star() && span.open < end_of_run && outside.is_letter();
            if span.delimiter.is_star() && self.begins_with_next(index) {
                end_of_run = end_of_run.max(span.close);
            }
            let is_written = !follows_an_end
                && !is_ambiguous
                && can_delimit(inside, outside)
                && can_delimit(self.before(span.close), self.after(span.close));
            if let Some(span) = self.spans.get_mut(index) {
                span.is_written = is_written;
            }
        }
    }

    /// Whether a span and the next one, inside it, begin at the same place with stars.
    fn begins_with_next(&self, index: usize) -> bool {
        let place = |span: &Span| self.marks.get(span.open).map(|mark| mark.at);
        self.spans.get(index).zip(self.spans.get(index + 1)).is_some_and(|(span, next)| {
            next.delimiter.is_star() && next.open < span.close && place(span) == place(next)
        })
    }

    /// The characters before a mark.
    fn before(&self, index: usize) -> Side {
        let Some(mark) = self.marks.get(index) else { return Side::default() };
        let others = self.marks.get(..index).unwrap_or_default().iter().rev();
        let others = others.take_while(|other| other.at == mark.at);
        let character = self.line.get(..mark.at).and_then(|line| line.chars().next_back());
        self.side(mark, others, character)
    }

    /// The characters after a mark.
    fn after(&self, index: usize) -> Side {
        let Some(mark) = self.marks.get(index) else { return Side::default() };
        let others = self.marks.get(index + 1..).unwrap_or_default().iter();
        let others = others.take_while(|other| other.at == mark.at);
        let character = self.line.get(mark.at..).and_then(|line| line.chars().next());
        self.side(mark, others, character)
    }

    fn side<'m>(&self, mark: &Mark, others: impl Iterator<Item = &'m Mark>, character: Option<char>) -> Side {
        let delimiter = |mark: &Mark| self.spans.get(mark.span).map(|span| &span.delimiter);
        let is_star = delimiter(mark).is_some_and(Delimiter::is_star);
        let mut side = Side { character: Character::of(character), ..Side::default() };
        for other in others {
            match delimiter(other) {
                Some(Delimiter::Link(_)) => side.is_at_link = true,
                // Stars next to each other are one run of delimiters.
                Some(other) if other.is_star() != is_star => side.is_at_other = true,
                _ => {}
            }
        }
        side
    }
}

/// The characters on one side of a delimiter.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Whether a bracket of a link comes first.
    is_at_link: bool,
    /// Whether a delimiter of another kind comes first, if it is written.
    is_at_other: bool,
    character: Character,
}

impl Side {
    fn is_letter(self) -> bool {
        self.character == Character::Letter && !self.is_at_link && !self.is_at_other
    }
}

/// The kind of the character on one side of a delimiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Character {
    Letter,
    /// Punctuation, or a symbol or mark that may count as such.
    Other,
    #[default]
    Space,
}

impl Character {
    fn of(character: Option<char>) -> Self {
        match character {
            None => Self::Space,
            Some(character) if character.is_whitespace() => Self::Space,
            Some(character) if character.is_alphanumeric() => Self::Letter,
            Some(_) => Self::Other,
        }
    }
}

/// Whether a delimiter with these sides begins or ends emphasis, whatever other delimiters are written. Some delimiters that would
/// be recognized are refused.
///
/// <https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run>
fn can_delimit(inside: Side, outside: Side) -> bool {
    if inside.character == Character::Space {
        return false;
    }
    // Between two marks of punctuation, a delimiter could both begin and end emphasis.
    let is_outside_space =
        outside.character == Character::Space && !outside.is_at_link && !outside.is_at_other;
    inside.is_letter() || is_outside_space
}

/// Appends the number of a reference.
pub(super) fn push_number(text: &mut String, number: usize) {
    let written = write!(text, "{number}");
    debug_assert!(written.is_ok(), "writing to a string does not fail");
}
