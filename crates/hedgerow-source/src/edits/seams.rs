//! Keeps a plan from joining texts at its [`seams`](hedgerow_base::seams): writes a character reference, or refuses the plan.

use std::borrow::Cow;

use hedgerow_base::seams::{TextEnd, joins_literally, tail};
use hedgerow_dom::{NodeKind, NodeRef, search};

use super::contents::Contents;
use super::plan::{Part, Plan, Write};
use super::{NodeSource, SourceEditError, describe};
use crate::markup::Markup;

/// An element in which text is written, or the root of a fragment or of a template.
#[derive(Clone, Copy)]
struct Container<'d> {
    node: NodeRef<'d>,
    contents: Contents,
}

impl<'d> Plan<'_, 'd> {
    /// Writes the first character of a text as a character reference, if a parser would read it together with the text before it:
    /// as a tag, a reference or one newline.
    pub(super) fn separate_texts(&mut self) -> Result<(), SourceEditError> {
        let source = self.edits.source();
        let mut writes = std::mem::take(&mut self.writes);
        let mut before = String::new();
        let mut position = 0;
        let mut previous: Option<&mut Write<'_>> = None;
        for write in &mut writes {
            let start = write.span.range().start;
            self.keep(&mut before, previous.take(), &source[position..start])?;
            position = write.span.range().end;
            if let Some(container) = self.container(write)
                && !write.text.is_empty()
            {
                if container.contents == Contents::LiteralText {
                    self.check_script(container.node, write)?;
                }
                if let Some(first) = self.joined(container, &before, &write.text)? {
                    write.text = Cow::Owned(reference(first) + &write.text[first.len_utf8()..]);
                }
            }
            push_end(&mut before, &write.text);
            previous = Some(write);
        }
        self.keep(&mut before, previous, &source[position..])?;
        self.writes = writes;
        Ok(())
    }

    /// Keeps the source after a change. Its first character may become a part of the change.
    fn keep(
        &self,
        before: &mut String,
        previous: Option<&mut Write<'_>>,
        kept: &str,
    ) -> Result<(), SourceEditError> {
        if let Some(write) = previous
            && let Some(container) = self.container(write)
            && let Some(first) = self.joined(container, before, kept)?
        {
            write.span.end += first.len_utf8() as u32;
            write.text.to_mut().push_str(&reference(first));
            before.clear();
        }
        push_end(before, kept);
        Ok(())
    }

    /// The container of the text of a change, and of the text after it; `None` for changes of tags.
    fn container(&self, write: &Write<'_>) -> Option<Container<'d>> {
        let node = self.edits.document.get(write.edit.1?)?;
        let node = match write.place.1 {
            Part::Before | Part::Node | Part::After => node.parent()?,
            Part::StartTag | Part::EndTag => return None,
            _ => node,
        };
        let name = self.new_name(node);
        let is_context = name.is_none() && node == self.edits.document.root();
        let is_literal = is_context && self.has_literal_text(name);
        let contents = if is_literal { Contents::LiteralText } else { self.contents_of(node, name) };
        Some(Container { node, contents })
    }

    /// Returns the first character of `after`, if a parser would read it together with `before`.
    fn joined(
        &self,
        container: Container<'d>,
        before: &str,
        after: &str,
    ) -> Result<Option<char>, SourceEditError> {
        let Some(first) = after.chars().next() else { return Ok(None) };
        let Container { node, contents } = container;
        let is_newline = before.ends_with('\r') && first == '\n';
        let is_joined =
            is_newline || contents.is_text() && joins_literally(self.new_tag_name(node), before, after);
        if contents != Contents::LiteralText {
            let end = TextEnd::of(before);
            // `joins_literally` has decided about the starts of end tags.
            let is_joined = is_joined || end != TextEnd::EndTag && end.joins(first);
            return Ok(Some(first).filter(|_| is_joined));
        }
        if is_joined { Err(SourceEditError::JoinedText { node: describe(node) }) } else { Ok(None) }
    }

    /// Refuses a text beside a text of a script if they contain both `<!--` and `<script`, between which an end tag may be text.
    fn check_script(&self, element: NodeRef<'d>, write: &Write<'_>) -> Result<(), SourceEditError> {
        let is_whole = matches!(write.place.1, Part::Node | Part::Contents);
        let contents = element.contents_span().and_then(|span| span.of(self.edits.source()));
        let texts = [contents.unwrap_or_default(), &*write.text].map(str::to_ascii_lowercase);
        let has = |marker: &str| texts.iter().any(|text| text.contains(marker));
        if !is_whole && search::element_name(element).is_some() && has("<!--") && has("<script") {
            return Err(SourceEditError::JoinedText { node: describe(element) });
        }
        Ok(())
    }

    /// Refuses to write after a tag, a comment or a CDATA section without an end, at the end of the source.
    pub(super) fn check_end_of_source(&self) -> Result<(), SourceEditError> {
        let source = self.edits.source();
        let end = source.len() as u32;
        let is_replaced = || self.writes.iter().any(|write| write.span.start < end && write.span.end == end);
        match self.writes.iter().find(|write| write.span.start == end) {
            Some(write) if !is_replaced() && self.is_unfinished() => {
                Err(SourceEditError::UnfinishedSource { edit: self.describe(write) })
            }
            _ => Ok(()),
        }
    }

    fn is_unfinished(&self) -> bool {
        let source = self.edits.source();
        let ends_in_token =
            |text: &str| Markup::new(text, |name| self.has_literal_text(Some(name))).ends_in_token;
        let mut last = None;
        let mut end = 0;
        for node in self.edits.document.root().deep_descendants() {
            let tags = [node.start_tag_span(), node.end_tag_span()];
            let own = if node.element_name().is_none() { node.source_span() } else { None };
            for span in tags.into_iter().flatten().chain(own) {
                if span.end > end {
                    (last, end) = (Some((node, span)), span.end);
                }
            }
        }
        // A parser drops a tag without an end.
        let rest = source.get(end as usize..).unwrap_or_default();
        let Some((node, span)) = last.filter(|_| rest.is_empty()) else { return ends_in_token(rest) };
        match node.kind() {
            NodeKind::Element => false,
            NodeKind::Text => {
                let piece = node.text_pieces().last().unwrap_or(span);
                let section = self.edits.with_its_cdata_section(piece);
                let parent = node.parent().and_then(|parent| self.new_name(parent));
                section.start < piece.start && section.end == piece.end
                    || source.ends_with("</") && !self.has_literal_text(parent)
            }
            _ => ends_in_token(span.of(source).unwrap_or_default()),
        }
    }
}

/// Appends a text of which only the end is needed.
fn push_end(before: &mut String, text: &str) {
    before.push_str(tail(text));
    let excess = before.len() - tail(before).len();
    before.drain(..excess);
}

fn reference(character: char) -> String {
    format!("&#{};", u32::from(character))
}
