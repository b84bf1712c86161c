//! [`Stage`]: calls the handlers for the events of tree construction, and writes the output.
//!
//! The position in the source only moves forwards. Everything up to an event is written as it is, then the edits of the event.

use std::collections::HashMap;
use std::sync::Arc;

use hedgerow_base::seams::TextEnd;
use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, ignored_newline, known};

use crate::check::{Checker, MOST_REPORTS, implies_the_body};
use crate::element::{
    Checks, Comment, Doctype, DocumentEnd, Edits, Element, EndTag, Leaf, LeafEdits, TextChunk, comment_data,
};
use crate::error::{Departure, RewriteError};
use crate::frame::{Frame, with_handlers};
use crate::input::Input;
use crate::output::{Output, Write};
use crate::seam::Container;
use crate::tag::{TagSource, name_length};
use crate::window::{Event, EventKind, NONE, Origin, Range, Slot, Window};
use crate::{Handler, Outcome};

type Run = Result<(), RewriteError>;

/// The elements whose end tags do more than to close them, besides the formatting elements.
const HAVE_OTHER_ENDS: [NameId; 9] = [
    known::HTML,
    known::BODY,
    known::FRAMESET,
    known::FORM,
    known::APPLET,
    known::MARQUEE,
    known::OBJECT,
    known::PLAINTEXT,
    known::TEMPLATE,
];

pub(crate) struct Stage<'h> {
    handlers: Vec<Handler<'h>>,
    /// The numbers of the handlers of all texts and comments.
    global: Arc<[usize]>,
    frames: HashMap<Slot, Frame<'h>>,
    /// The numbers of the handlers of the texts and comments in an element that matched, including those of its ancestors, in ascending
    /// order. They are kept when the element ends, because it may leave the stack before its descendants, until its slot is reused.
    leaf_handlers: HashMap<Slot, Arc<[usize]>>,
    checker: Checker,
    output: Output,
    /// The number of bytes of the source in the input that were written.
    written: usize,
    /// The number of bytes of text before the input's text.
    base: u64,
    /// The number of bytes of the source before the input's source.
    source_base: u64,
    /// The element whose contents, or which itself, is removed.
    dropping: Option<Slot>,
    /// The names of elements whose end is implied at an offset, and which nothing was written after.
    unclosed: (u64, Vec<(ElementName, String)>),
    /// The end of the source that was removed last, and the end of the text in the output there.
    removed: (u64, TextEnd),
    /// The end of the last CDATA section, or of the part of it that was read.
    cdata_end: u64,
    /// The end of the last start tag after which a parser would have ignored a newline, if other content was written there.
    filled: u64,
    /// Content to be written after the newline that a parser ignores at the start of an element.
    prepended: Option<(u64, String)>,
    /// The start of the token in which the document ends, and which content at the end would continue.
    pub(crate) incomplete: Option<u64>,
    outcome: Outcome,
}

/// The input and the output of the processing of an event.
pub(crate) struct Io<'i> {
    pub(crate) input: &'i Input,
    pub(crate) write: Write<'i>,
}

impl<'h> Stage<'h> {
    pub(crate) fn new(handlers: Vec<Handler<'h>>, global: Vec<usize>, checker: Checker) -> Self {
        Self {
            handlers,
            global: global.into(),
            frames: HashMap::new(),
            leaf_handlers: HashMap::new(),
            checker,
            output: Output::new(),
            written: 0,
            base: 0,
            source_base: 0,
            dropping: None,
            unclosed: (0, Vec::new()),
            removed: (u64::MAX, TextEnd::Closed),
            cdata_end: u64::MAX,
            filled: u64::MAX,
            prepended: None,
            incomplete: None,
            outcome: Outcome::default(),
        }
    }

    pub(crate) fn into_outcome(self) -> Outcome {
        let Checker { unchecked, unchecked_count, .. } = self.checker;
        Outcome { unchecked, unchecked_count, ..self.outcome }
    }

    /// Returns the text of a range.
    fn text<'i>(&self, input: &'i Input, range: Range) -> &'i str {
        let (start, end) = (range.start.saturating_sub(self.base), range.end.saturating_sub(self.base));
        input.text().get(start as usize..end as usize).unwrap_or_default()
    }

    /// Writes or drops the source up to an offset of the text, at which something else will be written or removed.
    fn flush(&mut self, io: &mut Io<'_>, to: u64) -> Run {
        self.settle(io, to)?;
        match self.prepended.take_if(|(at, _)| *at == to) {
            Some((at, text)) => self.write_prepended(io, at, &text),
            None => Ok(()),
        }
    }

    /// Writes or drops the source up to an offset of the text. The source may continue there.
    pub(crate) fn settle(&mut self, io: &mut Io<'_>, to: u64) -> Run {
        if let Some((at, text)) = self.prepended.take_if(|(at, _)| *at < to) {
            self.write_prepended(io, at, &text)?;
        }
        let (from, end) = self.removed;
        if from < to && self.dropping.is_none() {
            self.removed.1 = TextEnd::Closed;
            let next = self.text(io.input, Range { start: from, end: to }).chars().next();
            if let Some(next) = next.filter(|&next| end.joins(next)) {
                self.put(io, &format!("&#{};", u32::from(next)))?;
                self.skip_in_node(io, from + 1);
            }
        }
        let end = io.input.to_source(to.saturating_sub(self.base) as usize);
        self.flush_source(io, end)
    }

    fn flush_source(&mut self, io: &mut Io<'_>, end: usize) -> Run {
        if let Some(source) = io.input.source().get(self.written..end) {
            let is_dropped = self.dropping.is_some();
            self.output.source(source, io.input.encoding(), is_dropped, io.write)?;
            self.written = end;
        }
        Ok(())
    }

    /// Skips the source of removed nodes, or of their tags. The source before it is written.
    fn remove(&mut self, io: &mut Io<'_>, range: Range, parent: Container<'_>) -> Run {
        let end = self.end_of_text(io.input);
        self.incomplete.take_if(|start| range.start <= *start && range.end == end);
        self.check_seam(io.input, range.start)?;
        if self.removed.0 != range.start {
            let before = self.text(io.input, Range { start: self.base, end: range.start });
            if parent.joins_literally(before, "") {
                self.depart(io.input, Departure::JoinedText, range.start)?;
            }
            self.removed.1 = if parent.is_markup { TextEnd::of(before) } else { TextEnd::Closed };
        }
        self.keep_newline(io, range.start, parent, None)?;
        self.removed.0 = range.end;
        self.skip_in_node(io, range.end);
        Ok(())
    }

    /// Skips a part of the source that is replaced by another form of it.
    fn skip_in_node(&mut self, io: &Io<'_>, to: u64) {
        self.written = self.written.max(io.input.to_source(to.saturating_sub(self.base) as usize));
    }

    /// Writes new text at the current position.
    fn put(&mut self, io: &mut Io<'_>, text: &str) -> Run {
        if text.is_empty() || self.dropping.is_some() {
            return Ok(());
        }
        if self.incomplete.is_some() && self.written == io.input.source().len() {
            self.depart(io.input, Departure::IncompleteToken, self.end_of_text(io.input))?;
        }
        self.removed.1 = TextEnd::Closed;
        self.output.text(text, io.input.encoding(), io.write)?;
        Ok(())
    }

    /// Writes content in a node, whose first character must not become part of a reference or a tag that begins before it.
    fn put_content(&mut self, io: &mut Io<'_>, at: u64, parent: Container<'_>, content: &str) -> Run {
        let Some(first) = content.chars().next().filter(|_| self.dropping.is_none()) else { return Ok(()) };
        self.check_seam(io.input, at)?;
        self.keep_newline(io, at, parent, Some(first))?;
        let before = self.text(io.input, Range { start: self.base, end: at });
        let end = if self.removed.0 == at { self.removed.1 } else { TextEnd::of(before) };
        self.removed.0 = at;
        if parent.joins_literally(before, content) {
            self.depart(io.input, Departure::JoinedText, at)?;
        } else if parent.is_markup && end.joins(first) {
            self.put(io, &format!("&#{};", u32::from(first)))?;
            return self.put(io, content.get(first.len_utf8()..).unwrap_or_default());
        }
        self.put(io, content)
    }

    /// Writes a newline for the parser to ignore, directly after a start tag with this effect, before other content or removed source.
    fn keep_newline(&mut self, io: &mut Io<'_>, at: u64, parent: Container<'_>, next: Option<char>) -> Run {
        if parent.ignores_a_newline && parent.start == at && self.filled != at {
            if next.is_none_or(|next| matches!(next, '\n' | '&')) {
                self.put(io, "\n")?;
            }
            self.filled = at;
        }
        Ok(())
    }

    /// Reports malformed bytes before a place of a change.
    fn check_seam(&mut self, input: &Input, at: u64) -> Run {
        let before = self.text(input, Range { start: self.base, end: at });
        if input.has_malformed_bytes()
            && before.chars().rev().take(3).any(|character| character == '\u{FFFD}')
        {
            return self.depart(input, Departure::MalformedBytes, at);
        }
        Ok(())
    }

    /// Returns the offset in the source for an offset of the text.
    fn offset(&self, input: &Input, at: u64) -> u64 {
        self.source_base + input.to_source(at.saturating_sub(self.base) as usize) as u64
    }

    fn depart(&mut self, input: &Input, departure: Departure, at: u64) -> Run {
        let offset = self.offset(input, at);
        if self.checker.checks == Checks::Refuse {
            return Err(RewriteError::Departure(departure, offset));
        }
        self.outcome.departure_count += 1;
        if self.outcome.departures.len() < MOST_REPORTS {
            self.outcome.departures.push((departure, offset));
        }
        Ok(())
    }

    /// Writes the end tags of the elements whose end is implied at an offset.
    fn close_implied(&mut self, io: &mut Io<'_>, at: u64) -> Run {
        if self.unclosed.0 != at {
            return Ok(());
        }
        for (name, text) in std::mem::take(&mut self.unclosed.1) {
            // The head ends where the body begins, which is implied, too.
            if name.is_html(known::HEAD) {
                continue;
            }
            let is_ordinary = !ElementFlags::of(name).has(ElementFlags::FORMATTING)
                && !HAVE_OTHER_ENDS.iter().any(|&local| name.is_html(local));
            if is_ordinary {
                self.put(io, &format!("</{text}>"))?;
            } else {
                self.depart(io.input, Departure::OpenElements, at)?;
            }
        }
        Ok(())
    }

    fn push_unclosed(&mut self, window: &Window, slot: Slot, name: Option<&str>, at: u64) {
        if self.unclosed.0 != at {
            self.unclosed = (at, Vec::new());
        }
        if let Some(element) = window.node(slot).and_then(|node| node.name) {
            let name = name.unwrap_or_else(|| window.local_name(slot)).to_owned();
            self.unclosed.1.push((element, name));
        }
    }

    /// Processes an event.
    pub(crate) fn process(&mut self, io: &mut Io<'_>, window: &Window, event: &Event) -> Run {
        self.checker.offset = self.offset(io.input, event.token.start);
        match &event.kind {
            EventKind::Start { matches, parent, origin, is_in_order } => {
                let matches: Vec<usize> = matches.iter().map(|&(number, _)| number).collect();
                self.start(io, window, event, (&matches, *parent), *origin, *is_in_order)
            }
            EventKind::ImpliedEnd => {
                self.push_unclosed(window, event.node, None, event.token.start);
                Ok(())
            }
            EventKind::End { has_tag } => self.end(io, window, event, *has_tag),
            EventKind::EndTagSeen => self.end_tag_seen(io, window, event),
            EventKind::Text { is_in_order, stored } => {
                self.text_event(io, window, event, *is_in_order, stored.as_deref())
            }
            EventKind::Comment => self.comment(io, window, event),
            EventKind::Doctype => self.doctype(io, window, event),
        }
    }

    fn start(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: &Event,
        (matches, parent): (&[usize], Slot),
        origin: Origin,
        is_in_order: bool,
    ) -> Run {
        let Some(name) = window.node(event.node).and_then(|node| node.name) else { return Ok(()) };
        // The parent of a child of a template is its contents, whose parent is the template.
        let parent = match window.node(parent) {
            Some(node) if node.name.is_none() && node.parent != NONE => node.parent,
            _ => parent,
        };
        let is_leaf = |number: &&usize| {
            matches!(self.handlers.get(**number), Some(Handler::Text(_) | Handler::Comment(_)))
        };
        let inherited = self.leaf_handlers(window, parent);
        let leaf_handlers = with_handlers(inherited, matches.iter().filter(is_leaf));
        self.leaf_handlers.insert(event.node, leaf_handlers);
        if self.dropping.is_some() {
            return Ok(());
        }
        let token_text = self.text(io.input, event.token);
        let tag_text = if origin == Origin::StartTag { token_text } else { "" };
        let is_element_wanted =
            matches.iter().any(|&number| matches!(self.handlers.get(number), Some(Handler::Element(_))));
        let mut tag = TagSource::default();
        if is_element_wanted {
            tag = TagSource::new(tag_text);
            if origin == Origin::Copied {
                tag = TagSource::of_copy(window.stored_attributes(event.node));
            }
        }
        let start = if origin == Origin::StartTag { event.token.end } else { event.token.start };
        let end = window.node(event.node).and_then(|node| node.contents_end);
        let contents = end.map(|end| self.text(io.input, Range { start, end }));
        let mut edits = Edits::default();
        for &number in matches {
            let Some(Handler::Element(handler)) = self.handlers.get_mut(number) else { continue };
            let context = self.checker.context(window, io.input.encoding(), event.formatting);
            let mut element = Element {
                context,
                slot: event.node,
                parent,
                name,
                origin,
                is_in_order,
                is_implied_by_end_tag: origin != Origin::StartTag && token_text.starts_with("</"),
                implies_parent: implied_parent(window, parent, event).is_some() && origin == Origin::StartTag,
                contents,
                tag: &mut tag,
                edits: &mut edits,
            };
            handler(&mut element).map_err(RewriteError::Handler)?;
        }
        let mut frame = Frame {
            new_name: tag.new_name().map(str::to_owned),
            origin,
            start: event.token,
            moves: event.moves,
            markers: event.formatting.markers,
            edits: Edits::default(),
            has_ended: false,
        };
        if origin == Origin::StartTag {
            self.write_start(io, window, event, parent, (tag_text, &tag), &mut edits)?;
        }
        frame.edits = edits;
        self.frames.insert(event.node, frame);
        Ok(())
    }

    /// Writes a start tag, and what stands before and after it.
    fn write_start(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: &Event,
        parent: Slot,
        (tag_text, tag): (&str, &TagSource),
        edits: &mut Edits<'h>,
    ) -> Run {
        let Range { start, end } = event.token;
        let implied = implied_parent(window, parent, event);
        let (element, parent) = (Container::of(window, event.node), Container::of(window, parent));
        let is_removed = edits.replacement.is_some() || edits.is_unwrapped;
        let (before, replacement) =
            (std::mem::take(&mut edits.before), edits.replacement.clone().unwrap_or_default());
        let changes = tag.changes(tag_text);
        if !before.is_empty() || is_removed || tag.new_name().is_some() {
            self.flush(io, start)?;
            self.close_implied(io, start)?;
            let first = if before.is_empty() { &replacement } else { &before };
            if let Some(implied) = implied.filter(|_| is_removed || !before.is_empty()) {
                self.put_implied(io, implied, first)?;
            }
            self.put_content(io, start, parent, &before)?;
            self.put_content(io, start, parent, &replacement)?;
        }
        let prepended = std::mem::take(&mut edits.prepended) + edits.contents.as_deref().unwrap_or_default();
        if is_removed {
            self.remove(io, event.token, parent)?;
            if edits.is_unwrapped && edits.replacement.is_none() {
                self.put_content(io, end, parent, &prepended)?;
            }
            if edits.replacement.is_some() || edits.contents.is_some() {
                self.dropping = Some(event.node);
            }
            return Ok(());
        }
        if !changes.is_empty() {
            self.flush(io, start)?;
            let mut changed = tag_text.to_owned();
            for (range, text) in changes.iter().rev() {
                changed.replace_range(range.clone(), text);
            }
            let new = TagSource::new(&changed);
            let expected = tag.attributes().map(|(name, value)| (name.to_ascii_lowercase(), value));
            let is_read_as_expected =
                expected.eq(new.attributes().map(|(name, value)| (name.to_owned(), value)));
            if is_read_as_expected && new.is_self_closing == tag.is_self_closing {
                for (range, text) in changes {
                    self.flush(io, start + range.start as u64)?;
                    let encoding = io.input.encoding();
                    let text = crate::output::encodable(&text, encoding, true).unwrap_or_default();
                    self.put(io, &text)?;
                    self.skip_in_node(io, start + range.end as u64);
                }
            } else {
                let rewritten = tag.rewritten();
                let text =
                    crate::output::encodable(&rewritten, io.input.encoding(), true).unwrap_or_default();
                self.put(io, &text)?;
                self.skip_in_node(io, end);
            }
        }
        if !prepended.is_empty() || edits.contents.is_some() {
            self.flush(io, end)?;
            if element.ignores_a_newline && edits.contents.is_none() {
                self.prepended = Some((end, prepended));
            } else {
                self.put_content(io, end, element, &prepended)?;
            }
            if edits.contents.is_some() {
                self.dropping = Some(event.node);
            }
        }
        Ok(())
    }

    /// Writes the start tag of an element that a token has implied, unless the content before the token, or instead of it, implies it.
    fn put_implied(&mut self, io: &mut Io<'_>, implied: &str, content: &str) -> Run {
        if self.checker.checks == Checks::Report || implied == "body" && implies_the_body(content) {
            return Ok(());
        }
        self.put(io, &format!("<{implied}>"))
    }

    /// Writes content at the start of an element in which a parser ignores a newline at the start.
    fn write_prepended(&mut self, io: &mut Io<'_>, at: u64, text: &str) -> Run {
        let newline =
            ignored_newline(self.text(io.input, Range { start: at, end: self.end_of_text(io.input) }));
        if newline > 0 {
            let end = io.input.to_source((at - self.base) as usize + newline);
            self.flush_source(io, end)?;
        } else if text.starts_with(['\n', '&']) {
            self.put(io, "\n")?;
        }
        self.filled = at;
        self.put(io, text)
    }

    fn end(&mut self, io: &mut Io<'_>, window: &Window, event: &Event, has_tag: bool) -> Run {
        let Some(mut frame) = self.frames.remove(&event.node) else {
            if !has_tag && self.dropping.is_none() {
                self.push_unclosed(window, event.node, None, event.token.start);
            }
            return Ok(());
        };
        let is_empty = frame.start == event.token;
        let (at, moves) =
            if is_empty { (event.token.end, event.moves) } else { (event.token.start, frame.moves) };
        let is_dropping = self.dropping == Some(event.node);
        if self.dropping.is_some() && !is_dropping {
            return Ok(());
        }
        if is_dropping {
            self.flush(io, at)?;
            self.unclosed.1.clear();
            self.dropping = None;
            self.removed.0 = at;
            let end = self.end_of_text(io.input);
            self.incomplete.take_if(|_| at == end);
            // If the end of a template takes the marker of a cell in it off the list, its own marker stays.
            let is_template = window.node(event.node).and_then(|node| node.name);
            let is_template = is_template.is_some_and(|name| name.is_html(known::TEMPLATE));
            let keeps_marker = is_template && frame.markers <= event.formatting.markers;
            self.check_moves(io.input, event, moves, at, keeps_marker)?;
        }
        let is_removed = frame.edits.replacement.is_some() || frame.edits.is_unwrapped;
        self.run_end_handlers(io, window, event, &mut frame, has_tag)?;
        let edits = &mut frame.edits;
        let (mut appended, after) = (std::mem::take(&mut edits.appended), std::mem::take(&mut edits.after));
        if edits.replacement.is_some() {
            appended.clear();
        }
        let (element, parent) = (Container::of(window, event.node), Container::around(window, event.node));
        let around_contents = if edits.is_unwrapped { parent } else { element };
        let is_changed = is_removed || !appended.is_empty() || !after.is_empty() || frame.new_name.is_some();
        if !is_changed && edits.contents.is_none() {
            if !has_tag && !is_empty {
                self.push_unclosed(window, event.node, None, at);
            }
            return Ok(());
        }
        if is_empty && frame.origin == Origin::Implied {
            return self.write_implied_element(io, window, event, &appended);
        }
        self.flush(io, at)?;
        if (!appended.is_empty() || edits.is_unwrapped) && !is_empty {
            self.close_implied(io, at)?;
            self.check_moves(io.input, event, moves, at, false)?;
            if frame.edits.contents.is_some() && at != element.start && !appended.is_empty() {
                self.keep_newline(io, element.start, element, appended.chars().next())?;
            }
            self.put_content(io, at, around_contents, &appended)?;
        }
        let name = frame.new_name.clone().unwrap_or_else(|| window.local_name(event.node).to_owned());
        let mut end = at;
        if has_tag && !is_empty {
            end = event.token.end;
            if is_removed {
                self.remove(io, event.token, parent)?;
            } else if let Some(new_name) = &frame.new_name {
                let length = name_length(self.text(io.input, event.token), 2);
                self.flush(io, at + 2)?;
                self.put(io, new_name)?;
                self.skip_in_node(io, at + 2 + length as u64);
            }
        } else if !is_empty && !is_removed {
            self.push_unclosed(window, event.node, Some(&name), at);
            // Other contents might not imply the end.
            if frame.new_name.is_some() || frame.edits.contents.is_some() {
                self.close_implied(io, at)?;
            }
        }
        if !after.is_empty() {
            self.flush(io, end)?;
            self.close_implied(io, end)?;
            self.check_moves(io.input, event, moves, at, false)?;
            self.put_content(io, end, parent, &after)?;
        }
        Ok(())
    }

    /// Reports an edit at the end of an element if nodes were moved since its start, or if text after it would be put into a copy of a
    /// formatting element.
    fn check_moves(&mut self, input: &Input, event: &Event, moves: u32, at: u64, keeps_marker: bool) -> Run {
        if moves != event.moves {
            self.depart(input, Departure::MovedNodes, at)?;
        } else if event.formatting.is_any_pending || keeps_marker {
            self.depart(input, Departure::ActiveFormatting, at)?;
        }
        Ok(())
    }

    /// Writes an element that a token implies and ends at once, such as the `head`, with content.
    fn write_implied_element(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: &Event,
        content: &str,
    ) -> Run {
        if content.is_empty() {
            return Ok(());
        }
        let name = window.local_name(event.node);
        self.flush(io, event.token.start)?;
        self.put(io, &format!("<{name}>{content}</{name}>"))
    }

    fn run_end_handlers(
        &mut self,
        io: &Io<'_>,
        window: &Window,
        event: &Event,
        frame: &mut Frame<'h>,
        has_tag: bool,
    ) -> Run {
        let parent = window.node(event.node).map_or(NONE, |node| node.parent);
        for handler in std::mem::take(&mut frame.edits.at_end) {
            let context = self.checker.context(window, io.input.encoding(), event.formatting);
            let (before, after) = (&mut frame.edits.appended, &mut frame.edits.after);
            let mut end = EndTag { context, slot: event.node, parent, has_tag, before, after };
            handler(&mut end).map_err(RewriteError::Handler)?;
        }
        Ok(())
    }

    /// Writes the content at the end of the body, whose end tag was read.
    fn end_tag_seen(&mut self, io: &mut Io<'_>, window: &Window, event: &Event) -> Run {
        let Some(mut frame) = self.frames.remove(&event.node) else { return Ok(()) };
        if !std::mem::replace(&mut frame.has_ended, true) {
            let at = event.token.start;
            if self.dropping == Some(event.node) {
                self.flush(io, at)?;
                self.dropping = None;
            }
            self.run_end_handlers(io, window, event, &mut frame, true)?;
            let appended = std::mem::take(&mut frame.edits.appended);
            if !appended.is_empty() {
                self.flush(io, at)?;
                self.put_content(io, at, Container::of(window, event.node), &appended)?;
            }
            frame.edits.contents = None;
        }
        self.frames.insert(event.node, frame);
        Ok(())
    }

    /// Returns the numbers of the handlers that are called for a text or a comment in a node.
    fn leaf_handlers(&self, window: &Window, parent: Slot) -> &Arc<[usize]> {
        let handlers = window.node(parent).and_then(|node| self.leaf_handlers.get(&node.frame));
        handlers.unwrap_or(&self.global)
    }

    fn text_event(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: &Event,
        is_in_order: bool,
        stored: Option<&str>,
    ) -> Run {
        let is_in_cdata_section = self.is_in_cdata_section(io.input, window, event);
        let source = stored.unwrap_or_else(|| self.text(io.input, event.token));
        let is_white_space = source.chars().all(|character| character.is_ascii_whitespace());
        self.leaf(io, window, event, is_in_order, is_in_cdata_section, |handler, leaf| match handler {
            Handler::Text(handler) => {
                let leaf = Leaf { is_white_space, ..leaf };
                handler(&mut TextChunk { leaf, source, has_references: stored.is_some() })
            }
            _ => Ok(()),
        })
    }

    fn comment(&mut self, io: &mut Io<'_>, window: &Window, event: &Event) -> Run {
        let source = self.text(io.input, event.token);
        self.leaf(io, window, event, true, false, |handler, leaf| match handler {
            Handler::Comment(handler) => handler(&mut Comment { leaf, source, data: comment_data(source) }),
            _ => Ok(()),
        })
    }

    /// Calls the handlers of a text or comment, and writes their edits.
    fn leaf(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: &Event,
        is_in_order: bool,
        is_in_cdata_section: bool,
        mut call: impl FnMut(&mut Handler<'h>, Leaf<'_>) -> crate::HandlerResult,
    ) -> Run {
        if self.dropping.is_some() {
            return Ok(());
        }
        let mut edits = LeafEdits::default();
        for number in self.leaf_handlers(window, event.node).to_vec() {
            let Some(handler) = self.handlers.get_mut(number) else { continue };
            let context = self.checker.context(window, io.input.encoding(), event.formatting);
            let leaf = Leaf {
                context,
                parent: event.node,
                is_in_order,
                is_in_cdata_section,
                is_white_space: false,
                edits: &mut edits,
            };
            call(handler, leaf).map_err(RewriteError::Handler)?;
        }
        let Range { start, end } = event.token;
        let parent =
            if is_in_cdata_section { Container::default() } else { Container::of(window, event.node) };
        if !edits.before.is_empty() || edits.replacement.is_some() {
            self.flush(io, start)?;
            self.close_implied(io, start)?;
            let replacement = edits.replacement.as_deref().unwrap_or_default();
            let first = if edits.before.is_empty() { replacement } else { &edits.before };
            // Of the other elements, text can only imply copies.
            if let Some("body") = implied_parent(window, event.node, event) {
                self.put_implied(io, "body", first)?;
            }
            self.put_content(io, start, parent, &edits.before)?;
        }
        if let Some(replacement) = &edits.replacement {
            self.put_content(io, start, parent, replacement)?;
            self.remove(io, event.token, parent)?;
        }
        if !edits.after.is_empty() {
            self.flush(io, end)?;
            self.put_content(io, end, parent, &edits.after)?;
        }
        Ok(())
    }

    /// Whether the characters of an event are in a CDATA section, which a foreign element can contain. There, neither tags nor
    /// references are read.
    fn is_in_cdata_section(&mut self, input: &Input, window: &Window, event: &Event) -> bool {
        const START: &str = "<![CDATA[";
        let is_foreign = window
            .node(event.node)
            .and_then(|node| node.name)
            .is_some_and(|name| name.namespace != Namespace::Html);
        let Range { start, end } = event.token;
        // Null characters may be dropped; after the end of the section, other characters are between the texts.
        let is_continued = self.cdata_end <= start
            && self
                .text(input, Range { start: self.cdata_end.max(self.base), end: start })
                .bytes()
                .all(|byte| byte == 0);
        let before = self.text(input, Range { start: self.base, end: start });
        let is_inside = is_foreign && (is_continued || before.ends_with(START));
        if is_inside {
            self.cdata_end = end;
        }
        is_inside
    }

    fn doctype(&mut self, io: &mut Io<'_>, window: &Window, event: &Event) -> Run {
        let source = self.text(io.input, event.token);
        let mut is_removed = false;
        for handler in &mut self.handlers {
            if let Handler::Doctype(handler) = handler {
                let mut doctype = Doctype { source, is_removed: &mut is_removed };
                handler(&mut doctype).map_err(RewriteError::Handler)?;
            }
        }
        if is_removed {
            self.flush(io, event.token.start)?;
            self.remove(io, event.token, Container::of(window, event.node))?;
        }
        Ok(())
    }

    /// Calls the handlers of the end, and writes the rest. `end` is the end of what the parser has read as tokens.
    pub(crate) fn finish(&mut self, io: &mut Io<'_>, end: u64) -> Run {
        self.dropping = None;
        self.flush(io, end)?;
        if end == self.end_of_text(io.input) {
            self.flush_source(io, io.input.source().len())?;
        }
        let mut appended = String::new();
        for handler in &mut self.handlers {
            if let Handler::End(handler) = handler {
                let mut end = DocumentEnd { encoding: io.input.encoding(), appended: &mut appended };
                handler(&mut end).map_err(RewriteError::Handler)?;
            }
        }
        self.put_content(io, end, Container::markup(), &appended)?;
        self.flush_source(io, io.input.source().len())
    }

    /// The end of the input's text.
    fn end_of_text(&self, input: &Input) -> u64 {
        self.base + input.text().len() as u64
    }

    /// The number of bytes of text before the input's text.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// Adjusts the position after source was discarded.
    pub(crate) fn discarded(&mut self, text: usize, source: usize) {
        self.base += text as u64;
        self.source_base += source as u64;
        self.written = self.written.saturating_sub(source);
    }

    /// Whether an element is open whose start tag was changed so that its end tag must be changed, too.
    pub(crate) fn has_unfinished_edits(&self) -> bool {
        let is_changed = |frame: &Frame<'_>| frame.new_name.is_some() || frame.edits.is_unwrapped;
        self.dropping.is_some() || self.frames.values().any(is_changed)
    }

    /// Writes all source that is held, and nothing after it.
    pub(crate) fn release(&mut self, io: &mut Io<'_>) -> Run {
        let end = self.end_of_text(io.input);
        self.flush(io, end)?;
        self.flush_source(io, io.input.source().len())
    }
}

/// Returns the name of the parent of an element or a text if its own token has implied the parent.
fn implied_parent<'w>(window: &'w Window, parent: Slot, event: &Event) -> Option<&'w str> {
    let node = window.node(parent)?;
    let is_implied = node.name.is_some() && node.token.start == event.token.start;
    is_implied.then(|| window.local_name(parent))
}
