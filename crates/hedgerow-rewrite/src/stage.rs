//! [`Stage`]: calls the handlers for the events of tree construction, and writes the output.
//!
//! The position in the source only moves forwards. Everything up to an event is written as it is, then the edits of the event.

use std::collections::HashMap;
use std::sync::Arc;

use hedgerow_base::{ElementFlags, ElementName, NameId, known};

use crate::check::Checker;
use crate::element::{
    Checks, Comment, Context, Doctype, DocumentEnd, Edits, Element, EndTag, Leaf, LeafEdits, TextChunk,
};
use crate::error::{Departure, RewriteError};
use crate::input::Input;
use crate::output::{Output, Write};
use crate::tag::{TagSource, name_length};
use crate::window::{Event, EventKind, NONE, Origin, Range, Slot, Window};
use crate::{Handler, Outcome};

type Run = Result<(), RewriteError>;

/// The most departures that are kept.
const MOST_DEPARTURES: usize = 100;

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

/// An element that matched and has not ended.
struct Frame<'h> {
    /// The numbers of the handlers of the texts and comments in the element, including those of its ancestors, in ascending order.
    handlers: Arc<[usize]>,
    edits: Edits<'h>,
    new_name: Option<String>,
    origin: Origin,
    start: Range,
    moves: u32,
    /// Whether content was written at the end already, because the end tag of the body was read.
    has_ended: bool,
}

pub(crate) struct Stage<'h> {
    handlers: Vec<Handler<'h>>,
    /// The numbers of the handlers of all texts and comments.
    global: Arc<[usize]>,
    frames: HashMap<Slot, Frame<'h>>,
    checks: Checks,
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
    /// The end of the source that was removed last. The source before it is not what stands in the output before its end.
    removed_until: u64,
    /// Content to be written after the newline that a parser ignores at the start of an element.
    prepended: Option<(u64, String)>,
    outcome: Outcome,
}

/// The input and the output of the processing of an event.
pub(crate) struct Io<'i> {
    pub(crate) input: &'i Input,
    pub(crate) write: Write<'i>,
}

impl<'h> Stage<'h> {
    pub(crate) fn new(handlers: Vec<Handler<'h>>, global: Vec<usize>, checks: Checks) -> Self {
        Self {
            handlers,
            global: global.into(),
            frames: HashMap::new(),
            checks,
            checker: Checker::default(),
            output: Output::new(),
            written: 0,
            base: 0,
            source_base: 0,
            dropping: None,
            unclosed: (0, Vec::new()),
            removed_until: u64::MAX,
            prepended: None,
            outcome: Outcome::default(),
        }
    }

    pub(crate) fn into_outcome(self) -> Outcome {
        self.outcome
    }

    /// Returns the text of a range.
    fn text<'i>(&self, input: &'i Input, range: Range) -> &'i str {
        let (start, end) = (range.start.saturating_sub(self.base), range.end.saturating_sub(self.base));
        input.text().get(start as usize..end as usize).unwrap_or_default()
    }

    /// Writes or drops the source up to an offset of the text.
    pub(crate) fn flush(&mut self, io: &mut Io<'_>, to: u64) -> Run {
        if let Some((at, text)) = self.prepended.take_if(|(at, _)| *at < to) {
            self.write_prepended(io, at, &text)?;
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

    /// Skips the source up to an offset of the text.
    fn skip(&mut self, io: &Io<'_>, to: u64) {
        self.removed_until = to;
        self.written = self.written.max(io.input.to_source(to.saturating_sub(self.base) as usize));
    }

    /// Writes new text at the current position.
    fn put(&mut self, io: &mut Io<'_>, text: &str) -> Run {
        if text.is_empty() || self.dropping.is_some() {
            return Ok(());
        }
        self.output.text(text, io.input.encoding(), io.write)?;
        Ok(())
    }

    /// Writes content whose first character must not become part of a reference or a tag that begins before it.
    fn put_content(&mut self, io: &mut Io<'_>, at: u64, content: &str) -> Run {
        if content.is_empty() || self.dropping.is_some() {
            return Ok(());
        }
        self.check_seam(io.input, at)?;
        let first = content.chars().next().filter(char::is_ascii_graphic).filter(|&first| first != '<');
        let before = self.text(io.input, Range { start: self.base, end: at });
        if let Some(first) = first
            && (self.removed_until == at || may_continue(before))
        {
            self.put(io, &format!("&#{};", u32::from(first)))?;
            return self.put(io, &content[first.len_utf8()..]);
        }
        self.put(io, content)
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

    fn depart(&mut self, input: &Input, departure: Departure, at: u64) -> Run {
        let offset = self.source_base + input.to_source(at.saturating_sub(self.base) as usize) as u64;
        if self.checks == Checks::Refuse {
            return Err(RewriteError::Departure(departure, offset));
        }
        self.outcome.departure_count += 1;
        if self.outcome.departures.len() < MOST_DEPARTURES {
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

    /// Processes an event. `matches` are the numbers of the selectors that match a started element.
    pub(crate) fn process(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: Event,
        matches: &[usize],
        stored: Option<&str>,
    ) -> Run {
        match event.kind {
            EventKind::Start { origin, is_in_order, .. } => {
                self.start(io, window, event, matches, origin, is_in_order)
            }
            EventKind::ImpliedEnd => {
                self.push_unclosed(window, event.node, None, event.token.start);
                Ok(())
            }
            EventKind::End { has_tag } => self.end(io, window, event, has_tag),
            EventKind::EndTagSeen => self.end_tag_seen(io, window, event),
            EventKind::Text { is_in_order, .. } => self.text_event(io, window, event, is_in_order, stored),
            EventKind::Comment => self.comment(io, window, event),
            EventKind::Doctype => self.doctype(io, event),
        }
    }

    fn start(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: Event,
        matches: &[usize],
        origin: Origin,
        is_in_order: bool,
    ) -> Run {
        if self.dropping.is_some() {
            return Ok(());
        }
        let Some((name, parent)) = window.node(event.node).and_then(|node| Some((node.name?, node.parent)))
        else {
            return Ok(());
        };
        // The parent of a child of a template is its contents, whose parent is the template.
        let parent = match window.node(parent) {
            Some(node) if node.name.is_none() && node.parent != NONE => node.parent,
            _ => parent,
        };
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
        let mut edits = Edits::default();
        let implied_by_this = window
            .node(parent)
            .is_some_and(|node| node.name.is_some() && node.created_at == event.token.start);
        for &number in matches {
            let Some(Handler::Element(handler)) = self.handlers.get_mut(number) else { continue };
            let context = Context {
                window,
                checker: &mut self.checker,
                encoding: io.input.encoding(),
                checks: self.checks,
                formatting: event.formatting,
                unchecked: &mut self.outcome.unchecked,
            };
            let mut element = Element {
                context,
                slot: event.node,
                parent,
                name,
                origin,
                is_in_order,
                is_implied_by_end_tag: origin != Origin::StartTag && token_text.starts_with("</"),
                implies_parent: implied_by_this && origin == Origin::StartTag,
                tag: &mut tag,
                edits: &mut edits,
            };
            handler(&mut element).map_err(RewriteError::Handler)?;
        }
        let is_leaf = |number: &&usize| {
            matches!(self.handlers.get(**number), Some(Handler::Text(_) | Handler::Comment(_)))
        };
        let mut frame = Frame {
            handlers: with_handlers(self.leaf_handlers(window, parent), matches.iter().filter(is_leaf)),
            new_name: tag.new_name().map(str::to_owned),
            origin,
            start: event.token,
            moves: event.moves,
            edits: Edits::default(),
            has_ended: false,
        };
        if origin == Origin::StartTag {
            let implied = if implied_by_this { window.local_name(parent) } else { "" };
            self.write_start(io, event, tag_text, &tag, &mut edits, implied, name)?;
        }
        frame.edits = edits;
        self.frames.insert(event.node, frame);
        Ok(())
    }

    /// Writes a start tag, and what stands before and after it.
    #[expect(clippy::too_many_arguments, reason = "the parts of one element")]
    fn write_start(
        &mut self,
        io: &mut Io<'_>,
        event: Event,
        tag_text: &str,
        tag: &TagSource,
        edits: &mut Edits<'h>,
        implied: &str,
        name: ElementName,
    ) -> Run {
        let Range { start, end } = event.token;
        let is_removed = edits.replacement.is_some() || edits.is_unwrapped;
        let (before, replacement) =
            (std::mem::take(&mut edits.before), edits.replacement.clone().unwrap_or_default());
        let changes = tag.changes(tag_text);
        if !before.is_empty() || is_removed || tag.new_name().is_some() {
            self.flush(io, start)?;
            self.close_implied(io, start)?;
            let first = if before.is_empty() { &replacement } else { &before };
            if (is_removed || !before.is_empty()) && !implied.is_empty() && self.checks == Checks::Refuse {
                // The removed start tag has implied its parent, which content need not do.
                if !(implied == "body" && implies_the_body(first)) {
                    self.put(io, &format!("<{implied}>"))?;
                }
            }
            self.put_content(io, start, &before)?;
            self.put_content(io, start, &replacement)?;
        }
        if is_removed {
            self.check_seam(io.input, start)?;
            if may_continue(self.text(io.input, Range { start: self.base, end: start })) {
                self.depart(io.input, Departure::JoinedText, start)?;
            }
            self.skip(io, end);
            if edits.replacement.is_some() {
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
            let (new, expected): (TagSource, Vec<_>) = (TagSource::new(&changed), tag.attributes().collect());
            if new.attributes().eq(expected.iter().copied()) && new.is_self_closing == tag.is_self_closing {
                for (range, text) in changes {
                    self.flush(io, start + range.start as u64)?;
                    let encoding = io.input.encoding();
                    let text = crate::output::encodable(&text, encoding, true).unwrap_or_default();
                    self.put(io, &text)?;
                    self.skip(io, start + range.end as u64);
                }
            } else {
                let rewritten = tag.rewritten();
                let text =
                    crate::output::encodable(&rewritten, io.input.encoding(), true).unwrap_or_default();
                self.put(io, &text)?;
                self.skip(io, end);
            }
        }
        let prepended = std::mem::take(&mut edits.prepended);
        let contents = edits.contents.clone().unwrap_or_default();
        let prepended = prepended + &contents;
        if !prepended.is_empty() || edits.contents.is_some() {
            self.flush(io, end)?;
            let ignores_a_newline =
                [known::PRE, known::LISTING, known::TEXTAREA].iter().any(|&local| name.is_html(local));
            if ignores_a_newline && edits.contents.is_none() {
                self.prepended = Some((end, prepended));
            } else {
                let newline = if ignores_a_newline && prepended.starts_with('\n') { "\n" } else { "" };
                self.put(io, newline)?;
                self.put_content(io, end, &prepended)?;
            }
            if edits.contents.is_some() {
                self.dropping = Some(event.node);
            }
        }
        Ok(())
    }

    /// Writes content at the start of an element in which a parser ignores a newline at the start.
    fn write_prepended(&mut self, io: &mut Io<'_>, at: u64, text: &str) -> Run {
        let has_newline = self.text(io.input, Range { start: at, end: at + 1 }) == "\n";
        if has_newline {
            let end = io.input.to_source((at + 1 - self.base) as usize);
            self.flush_source(io, end)?;
        } else if text.starts_with('\n') {
            self.put(io, "\n")?;
        }
        self.put(io, text)
    }

    fn end(&mut self, io: &mut Io<'_>, window: &Window, event: Event, has_tag: bool) -> Run {
        let Some(mut frame) = self.frames.remove(&event.node) else {
            if !has_tag && self.dropping.is_none() {
                self.push_unclosed(window, event.node, None, event.token.start);
            }
            return Ok(());
        };
        let is_empty = frame.start == event.token;
        let at = if is_empty { event.token.end } else { event.token.start };
        let is_dropping = self.dropping == Some(event.node);
        if self.dropping.is_some() && !is_dropping {
            return Ok(());
        }
        if is_dropping {
            self.flush(io, at)?;
            self.unclosed.1.clear();
            self.dropping = None;
            self.removed_until = at;
            if frame.moves != event.moves && !is_empty {
                self.depart(io.input, Departure::MovedNodes, at)?;
            } else if event.formatting.is_any_pending {
                self.depart(io.input, Departure::ActiveFormatting, at)?;
            }
        }
        let is_removed = frame.edits.replacement.is_some() || frame.edits.is_unwrapped;
        self.run_end_handlers(io, window, event, &mut frame, has_tag)?;
        let edits = &mut frame.edits;
        let (appended, after) = (std::mem::take(&mut edits.appended), std::mem::take(&mut edits.after));
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
            if frame.moves != event.moves {
                self.depart(io.input, Departure::MovedNodes, at)?;
            } else if event.formatting.is_any_pending {
                self.depart(io.input, Departure::ActiveFormatting, at)?;
            }
            self.put_content(io, at, &appended)?;
        }
        let name = frame.new_name.clone().unwrap_or_else(|| window.local_name(event.node).to_owned());
        let mut end = at;
        if has_tag && !is_empty {
            end = event.token.end;
            if is_removed {
                self.check_seam(io.input, at)?;
                self.skip(io, end);
            } else if let Some(new_name) = &frame.new_name {
                let length = name_length(self.text(io.input, event.token), 2);
                self.flush(io, at + 2)?;
                self.put(io, new_name)?;
                self.skip(io, at + 2 + length as u64);
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
            if frame.moves != event.moves && !is_empty {
                self.depart(io.input, Departure::MovedNodes, at)?;
            } else if event.formatting.is_any_pending {
                self.depart(io.input, Departure::ActiveFormatting, at)?;
            }
            self.put_content(io, end, &after)?;
        }
        Ok(())
    }

    /// Writes an element that a token implies and ends at once, such as the `head`, with content.
    fn write_implied_element(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: Event,
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
        event: Event,
        frame: &mut Frame<'h>,
        has_tag: bool,
    ) -> Run {
        let parent = window.node(event.node).map_or(NONE, |node| node.parent);
        for handler in std::mem::take(&mut frame.edits.at_end) {
            let context = Context {
                window,
                checker: &mut self.checker,
                encoding: io.input.encoding(),
                checks: self.checks,
                formatting: event.formatting,
                unchecked: &mut self.outcome.unchecked,
            };
            let (before, after) = (&mut frame.edits.appended, &mut frame.edits.after);
            let mut end = EndTag { context, slot: event.node, parent, has_tag, before, after };
            handler(&mut end).map_err(RewriteError::Handler)?;
        }
        Ok(())
    }

    /// Writes the content at the end of the body, whose end tag was read.
    fn end_tag_seen(&mut self, io: &mut Io<'_>, window: &Window, event: Event) -> Run {
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
                self.put_content(io, at, &appended)?;
            }
            frame.edits.contents = None;
        }
        self.frames.insert(event.node, frame);
        Ok(())
    }

    /// Returns the numbers of the handlers that are called for a text or a comment in a node.
    fn leaf_handlers(&self, window: &Window, parent: Slot) -> &Arc<[usize]> {
        let frame = window.node(parent).and_then(|node| self.frames.get(&node.frame));
        frame.map_or(&self.global, |frame| &frame.handlers)
    }

    fn text_event(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: Event,
        is_in_order: bool,
        stored: Option<&str>,
    ) -> Run {
        let source = stored.unwrap_or_else(|| self.text(io.input, event.token));
        self.leaf(io, window, event, is_in_order, |handler, leaf| match handler {
            Handler::Text(handler) => {
                handler(&mut TextChunk { leaf, source, has_references: stored.is_some() })
            }
            _ => Ok(()),
        })
    }

    fn comment(&mut self, io: &mut Io<'_>, window: &Window, event: Event) -> Run {
        let source = self.text(io.input, event.token);
        self.leaf(io, window, event, true, |handler, leaf| match handler {
            Handler::Comment(handler) => handler(&mut Comment { leaf, source, data: comment_data(source) }),
            _ => Ok(()),
        })
    }

    /// Calls the handlers of a text or comment, and writes their edits.
    fn leaf(
        &mut self,
        io: &mut Io<'_>,
        window: &Window,
        event: Event,
        is_in_order: bool,
        mut call: impl FnMut(&mut Handler<'h>, Leaf<'_>) -> crate::HandlerResult,
    ) -> Run {
        if self.dropping.is_some() {
            return Ok(());
        }
        let mut edits = LeafEdits::default();
        for number in self.leaf_handlers(window, event.node).to_vec() {
            let Some(handler) = self.handlers.get_mut(number) else { continue };
            let context = Context {
                window,
                checker: &mut self.checker,
                encoding: io.input.encoding(),
                checks: self.checks,
                formatting: event.formatting,
                unchecked: &mut self.outcome.unchecked,
            };
            let leaf = Leaf { context, parent: event.node, is_in_order, edits: &mut edits };
            call(handler, leaf).map_err(RewriteError::Handler)?;
        }
        let Range { start, end } = event.token;
        if !edits.before.is_empty() || edits.replacement.is_some() {
            self.flush(io, start)?;
            self.close_implied(io, start)?;
            self.put_content(io, start, &edits.before)?;
        }
        if let Some(replacement) = &edits.replacement {
            self.check_seam(io.input, start)?;
            self.put_content(io, start, replacement)?;
            self.skip(io, end);
        }
        if !edits.after.is_empty() {
            self.flush(io, end)?;
            self.put_content(io, end, &edits.after)?;
        }
        Ok(())
    }

    fn doctype(&mut self, io: &mut Io<'_>, event: Event) -> Run {
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
            self.skip(io, event.token.end);
        }
        Ok(())
    }

    /// Calls the handlers of the end, and writes the rest.
    pub(crate) fn finish(&mut self, io: &mut Io<'_>) -> Run {
        self.dropping = None;
        self.flush(io, self.base + io.input.text().len() as u64)?;
        self.flush_source(io, io.input.source().len())?;
        let mut appended = String::new();
        for handler in &mut self.handlers {
            if let Handler::End(handler) = handler {
                let mut end = DocumentEnd { encoding: io.input.encoding(), appended: &mut appended };
                handler(&mut end).map_err(RewriteError::Handler)?;
            }
        }
        self.put(io, &appended)
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

    /// Writes all source that is held, and nothing after it.
    pub(crate) fn release(&mut self, io: &mut Io<'_>) -> Run {
        self.dropping = None;
        self.flush_source(io, io.input.source().len())
    }
}

/// Adds the handlers of an element to those of its ancestors. The lists of nested elements are shared if they are equal.
fn with_handlers<'n>(inherited: &Arc<[usize]>, own: impl Iterator<Item = &'n usize>) -> Arc<[usize]> {
    let new: Vec<usize> = own.filter(|number| inherited.binary_search(number).is_err()).copied().collect();
    if new.is_empty() {
        return Arc::clone(inherited);
    }
    let mut all = [inherited, new.as_slice()].concat();
    all.sort_unstable();
    all.into()
}

/// Whether characters could continue a reference or a tag at the end of a text.
fn may_continue(text: &str) -> bool {
    let kept = text.trim_end_matches(|character: char| character.is_ascii_alphanumeric() || character == '#');
    kept.ends_with('&') || text.ends_with('<') || text.len() - kept.len() > 40
}

/// Whether a parser creates the `body` for the first token of some content.
fn implies_the_body(content: &str) -> bool {
    const IN_HEAD: [&str; 12] = [
        "base", "basefont", "bgsound", "link", "meta", "noframes", "noscript", "script", "style", "template",
        "title", "head",
    ];
    let Some(rest) = content.strip_prefix('<') else {
        return content.starts_with(|first: char| !first.is_ascii_whitespace());
    };
    let length = rest.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let name = rest.get(..length).unwrap_or_default();
    length > 0 && !IN_HEAD.iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// Returns the place of the text in the source of a comment.
fn comment_data(source: &str) -> std::ops::Range<usize> {
    let Some(rest) = source.strip_prefix("<!--") else {
        let start = if source.starts_with("<!") || source.starts_with("</") { 2 } else { 1 };
        return start.min(source.len())
            ..source.strip_suffix('>').unwrap_or(source).len().max(start.min(source.len()));
    };
    let ends = ["-->", "--!>", ">"];
    let data = ends.iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest);
    4..4 + data.trim_end_matches(if source.ends_with('>') { "\0" } else { "-" }).len()
}
