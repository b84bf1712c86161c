//! [`Plan`]: what the edits make of the source, decided when all edits are known.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, ignored_newline, known};
use hedgerow_dom::{NodeEdge, search};

use super::attributes::tag_name;
use super::contents::Contents;
use super::end_of_body::EndOfBody;
use super::{
    EndTagSource, NodeEdits, NodeId, NodeKind, NodeRef, NodeSource, Replacement, SourceEdit, SourceEditError,
    SourceEdits, Span, StartTagSource, contents, describe, escaped_text, is_whitespace,
};
use crate::markup::Markup;
use crate::tag_source::is_self_closing;

/// A place in the tree: the number of a step of a walk that enters and leaves each node, and a part of this step. Places
/// at the same offset of the source are written in this order.
pub(super) type Place = (u32, Part);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Part {
    // Of the step that enters a node:
    Before,
    Node,
    StartTag,
    IgnoredNewline,
    Prepended,
    Contents,
    // Of the step that leaves a node:
    EndOfContents,
    Appended,
    EndTag,
    After,
}

/// The description of an end tag that follows from other edits.
const END_TAG: &str = "the end tag";

/// A change of the source.
#[derive(Clone, Debug)]
pub(super) struct Write<'e> {
    pub(super) span: Span,
    pub(super) text: Cow<'e, str>,
    pub(super) place: Place,
    /// The end of the replaced part of the tree, if a node or its contents are replaced.
    until: Option<Place>,
    /// The edit: a method, or a part of the source, and a node.
    pub(super) edit: (&'static str, Option<NodeId>),
    takes_references: bool,
    effect: Effect,
}

/// The meaning of a change for the changes after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    None,
    /// Markup after which a parser may read the source in another way than before.
    OpenMarkup,
    /// Text that is written literally, and would be markup elsewhere.
    LiteralText,
}

impl<'e> Write<'e> {
    /// Returns a change in a start tag. The caller of [`TagEdits::writes`](super::TagEdits::writes) adds its place.
    pub(super) fn new(span: Span, text: impl Into<Cow<'e, str>>, takes_references: bool) -> Self {
        let (place, edit) = ((0, Part::StartTag), ("", None));
        Self { span, text: text.into(), place, until: None, edit, takes_references, effect: Effect::None }
    }
}

/// The form in which an edit is written.
struct Written<'e> {
    text: Cow<'e, str>,
    takes_references: bool,
    effect: Effect,
}

impl<'e, T: Into<Cow<'e, str>>> From<T> for Written<'e> {
    /// A part of a tag.
    fn from(text: T) -> Self {
        Self { text: text.into(), takes_references: false, effect: Effect::None }
    }
}

/// The plan: the changes of the source, collected in several passes.
pub(super) struct Plan<'e, 'd> {
    pub(super) edits: &'e SourceEdits<'d>,
    /// The steps that enter and leave each node, by slot.
    steps: Vec<(u32, u32)>,
    pub(super) writes: Vec<Write<'e>>,
    /// The elements whose implied end tag is written.
    closed: BTreeSet<NodeId>,
    /// The offsets at which elements end that are changed so that the end of the elements around them may not be implied.
    unclosed: HashSet<u32>,
    /// The elements whose contents may begin with another character than before.
    refilled: BTreeSet<NodeId>,
    /// The offsets of the start tags of elements that the parser has copied.
    copied: HashSet<u32>,
    end_of_body: EndOfBody,
}

impl<'e, 'd> Plan<'e, 'd> {
    pub(super) fn new(edits: &'e SourceEdits<'d>) -> Self {
        Self {
            edits,
            steps: Vec::new(),
            writes: Vec::new(),
            closed: BTreeSet::new(),
            unclosed: HashSet::new(),
            refilled: BTreeSet::new(),
            copied: HashSet::new(),
            end_of_body: EndOfBody::Implied,
        }
    }

    fn number_steps(&mut self) {
        self.steps.resize(self.edits.document.id_limit(), (u32::MAX, u32::MAX));
        for (edge, step) in search::TraverseWhole::new(self.edits.document.root()).zip(0..) {
            match edge {
                NodeEdge::Enter(node) => {
                    self.steps[node.slot().index()] = (step, step);
                    if let Some(StartTagSource::Copy(original)) = node.start_tag() {
                        self.copied.insert(original.start);
                    }
                }
                NodeEdge::Leave(node) => self.steps[node.slot().index()].1 = step,
            }
        }
        self.end_of_body = EndOfBody::of(self.edits.document, self.edits.source());
    }

    /// The offset at which an element ends without an end tag.
    fn implied_end(&self, element: NodeRef<'_>) -> Option<u32> {
        let Some(EndTagSource::Implied(token)) = element.end_tag() else { return None };
        match self.end_of_body {
            EndOfBody::Tag(tag) if !element.is_html(known::HTML) => Some(token.start.min(tag)),
            _ => Some(token.start),
        }
    }

    /// The source of a node, without whitespace after the `body`.
    fn extent(&self, node: NodeRef<'d>) -> Result<Span, SourceEditError> {
        let span = self.edits.extent(node)?;
        Ok(Span { end: self.implied_end(node).unwrap_or(span.end), ..span })
    }

    /// The source of the contents of an element, without whitespace after the `body`.
    fn contents(&self, element: NodeRef<'d>) -> Result<Span, SourceEditError> {
        let span = contents(element)?;
        Ok(Span { end: self.implied_end(element).unwrap_or(span.end), ..span })
    }

    pub(super) fn resolve(mut self) -> Result<Vec<SourceEdit>, SourceEditError> {
        let edits = self.edits;
        let mut closing = Vec::new();
        for tag in edits.tags.values() {
            tag.check()?;
            if self.check_attributes(tag)? {
                closing.extend(tag.start());
            }
        }
        closing.sort_unstable();
        if !edits.nodes.is_empty() || !closing.is_empty() {
            self.number_steps();
        }
        self.close_before_tags(&closing);
        for (&id, node_edits) in &edits.nodes {
            self.plan_node(edits.node(id)?, node_edits)?;
        }
        self.close_with_others();
        for id in std::mem::take(&mut self.closed) {
            self.write_end_tag(edits.document.node(id))?;
        }
        for tag in edits.tags.values() {
            let element = tag.element;
            let place = (self.steps_of(element).0, Part::StartTag);
            let edit = ("a change of an attribute", Some(element.id()));
            let writes = tag.writes(edits.source());
            self.writes.extend(writes.into_iter().map(|write| Write { place, edit, ..write }));
        }
        for id in std::mem::take(&mut self.refilled) {
            self.keep_newline(edits.document.node(id));
        }
        self.writes.retain(|write| write.span.end > write.span.start || !write.text.is_empty());
        self.writes.sort_by_key(|write| (write.span.start, write.place, write.span.end));
        self.check_overlaps()?;
        self.check_moved_nodes()?;
        self.check_literal_texts()?;
        let needed: Vec<bool> = (0..self.writes.len()).map(|index| self.is_needed(index)).collect();
        let mut needed = needed.into_iter();
        self.writes.retain(|_| needed.next().unwrap_or(true));
        self.check_end_of_source()?;
        self.separate_texts()?;
        let writes = self.writes.into_iter();
        Ok(writes.map(|write| SourceEdit::new(write.span, write.text, write.takes_references)).collect())
    }

    /// Refuses an edit of an element that the parser has copied, because the copies would change, too.
    fn check_copies(&self, element: NodeRef<'_>, edit: &str) -> Result<(), SourceEditError> {
        match element.start_tag_span().filter(|tag| self.copied.contains(&tag.start)) {
            Some(start_tag) => {
                Err(SourceEditError::HasCopies { edit: describe_edit(edit, element), start_tag })
            }
            None => Ok(()),
        }
    }

    fn steps_of(&self, node: NodeRef<'_>) -> (u32, u32) {
        self.steps.get(node.slot().index()).copied().unwrap_or_default()
    }

    fn write(
        &mut self,
        node: NodeRef<'_>,
        method: &'static str,
        part: Part,
        span: Span,
        text: impl Into<Written<'e>>,
    ) {
        let Written { text, takes_references, effect } = text.into();
        let (enter, leave) = self.steps_of(node);
        let until = match part {
            Part::Node => Some((leave, Part::EndTag)),
            Part::Contents => Some((leave, Part::EndOfContents)),
            _ => None,
        };
        let place = (if part < Part::EndOfContents { enter } else { leave }, part);
        let edit = (method, Some(node.id()));
        self.writes.push(Write { span, text, place, until, edit, takes_references, effect });
    }

    fn plan_node(&mut self, node: NodeRef<'d>, edits: &'e NodeEdits) -> Result<(), SourceEditError> {
        if let Some(methods) = edits.repetition {
            let [first, second] = methods.map(|method| describe_edit(method, node));
            return Err(SourceEditError::Overlap { first, second });
        }
        let is_other = edits.replacement.is_some() || edits.contents.is_some() || edits.new_name.is_some();
        self.unclosed.extend(self.implied_end(node).filter(|_| is_other));
        let at = |offset| Span { start: offset, end: offset };
        if !edits.before.is_empty() || !edits.after.is_empty() || edits.replacement.is_some() {
            let span = self.extent(node)?;
            if !edits.before.is_empty() {
                let text =
                    self.markup_in(&edits.before, self.contents_around(node), ("insert_before", node))?;
                self.write(node, "insert_before", Part::Before, at(span.start), text);
            }
            if let Some(by) = &edits.replacement {
                let text = match by {
                    Replacement::Html(html) => {
                        self.markup_in(html, self.contents_around(node), ("replace", node))?
                    }
                    Replacement::Text(text) => self.text_in(text, node.parent())?,
                };
                self.write(node, by.method("replace"), Part::Node, span, text);
            }
            if !edits.before.is_empty() || edits.replacement.is_some() {
                self.refilled.extend(node.parent().map(NodeRef::id));
                self.close_before(node, span.start);
            }
            if !edits.after.is_empty() {
                self.close_at(Some(node), span.end);
                let text =
                    self.markup_in(&edits.after, self.contents_around(node), ("insert_after", node))?;
                self.write(node, "insert_after", Part::After, at(span.end), text);
            }
        }
        if let Some(name) = &edits.new_name {
            self.plan_name(node, edits, name)?;
        }
        if edits.prepended.is_empty() && edits.appended.is_empty() && edits.contents.is_none() {
            return Ok(());
        }
        let span = self.contents(node)?;
        self.refilled.insert(node.id());
        // A newline that the parser ignores stays directly after the start tag.
        let newline =
            if edits.contents.is_none() { self.newline_to_ignore(node, span) } else { at(span.start) };
        let around = self.contents_of(node, self.new_name(node));
        let prepended = self.markup_in(&edits.prepended, around, ("prepend_html", node))?;
        self.write(node, "prepend_html", Part::Prepended, at(newline.end), prepended);
        let end = match self.end_of_body {
            EndOfBody::Content(end) | EndOfBody::Tag(end)
                if edits.contents.is_none() && node.is_html(known::BODY) =>
            {
                end
            }
            _ => span.end,
        };
        if let Some(by) = &edits.contents {
            let text = match by {
                Replacement::Html(html) => self.markup_in(html, around, ("set_html", node))?,
                Replacement::Text(text) => self.text_in(text, Some(node))?,
            };
            self.write(node, by.method("set_html"), Part::Contents, span, text);
        } else if !edits.appended.is_empty() {
            self.close_at(last_child(node), end);
        }
        let appended = self.markup_in(&edits.appended, around, ("append_html", node))?;
        self.write(node, "append_html", Part::Appended, at(end), appended);
        Ok(())
    }

    fn plan_name(
        &mut self,
        node: NodeRef<'d>,
        edits: &'e NodeEdits,
        name: &'e str,
    ) -> Result<(), SourceEditError> {
        let source = self.edits.source();
        let Some(start_tag) = node.start_tag_span() else { return Ok(()) };
        self.check_copies(node, "rename_element")?;
        let (old, new) = (search::element_name(node), self.new_name(node));
        let contents = node.contents_span().unwrap_or(Span { start: start_tag.end, end: start_tag.end });
        let old_text = contents.of(source).unwrap_or_default();
        let is_filled = match &edits.contents {
            Some(Replacement::Html(new_text) | Replacement::Text(new_text)) => !new_text.is_empty(),
            None => !old_text.is_empty(),
        };
        self.check_contents(node, edits.contents.is_none().then_some(old_text))?;
        let has_contents = is_filled || !edits.prepended.is_empty() || !edits.appended.is_empty();
        // In foreign elements, a slash closes the tag.
        let has_slash = is_self_closing(source, start_tag);
        let closes_itself = |name| is_void(name) || is_foreign(name) && has_slash;
        if is_void(new) && has_contents || closes_itself(new) && !is_void(new) && !closes_itself(old) {
            return Err(self.contents_of_other_kind(node));
        }
        self.refilled.insert(node.id());
        self.close_before(node, start_tag.start);
        // Only in these elements, the ends of all children are implied as before.
        let implies_ends = |name: Option<ElementName>| {
            name.is_some_and(|name| {
                ElementFlags::of(name).has(ElementFlags::SPECIAL) && !name.is_html(known::SELECT)
            })
        };
        if edits.contents.is_none() && !(implies_ends(old) && implies_ends(new)) {
            let children = node.template_contents().unwrap_or(node).children();
            let has_implied_end =
                |child: &NodeRef<'_>| matches!(child.end_tag(), Some(EndTagSource::Implied(_)));
            self.closed.extend(children.filter(has_implied_end).map(NodeRef::id));
        }
        let write = "rename_element";
        self.write(node, write, Part::StartTag, tag_name(source, start_tag.start + 1), name);
        match node.end_tag() {
            Some(EndTagSource::Tag(tag)) if is_void(new) => self.write(node, write, Part::EndTag, tag, ""),
            Some(EndTagSource::Tag(tag)) => {
                self.write(node, write, Part::EndTag, tag_name(source, tag.start + 2), name);
            }
            Some(EndTagSource::Implied(_)) => drop(self.closed.insert(node.id())),
            Some(EndTagSource::None) if closes_itself(old) && !closes_itself(new) => {
                let end = Span { start: start_tag.end, end: start_tag.end };
                self.write(node, write, Part::EndTag, end, format!("</{name}>"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Closes the other elements that have to be closed at the same offsets, because a parser would ignore the end tag of an
    /// element around them, or would take the end tag for theirs; and foreign elements whose end would not be implied if the
    /// current node were not an HTML element.
    fn close_with_others(&mut self) {
        let document = self.edits.document;
        let closed: HashSet<u32> =
            self.closed.iter().filter_map(|&id| self.implied_end(document.node(id))).collect();
        if closed.is_empty() && self.unclosed.is_empty() {
            return;
        }
        // What the closed elements require of the elements in them, by their common end.
        let (mut names, mut scopes, mut all) = (HashSet::new(), HashSet::new(), HashSet::new());
        let mut replaced: Option<NodeRef<'_>> = None;
        for edge in search::TraverseWhole::new(document.root()) {
            let element = match edge {
                NodeEdge::Enter(node) if replaced.is_none() => node,
                NodeEdge::Leave(node) if replaced == Some(node) => {
                    replaced = None;
                    continue;
                }
                _ => continue,
            };
            let edits = self.edits.nodes.get(&element.id());
            let is_replaced = edits.is_some_and(|edits| edits.replacement.is_some());
            if is_replaced || edits.is_some_and(|edits| edits.contents.is_some()) {
                replaced = Some(element);
            }
            let Some(end) = self.implied_end(element) else { continue };
            if is_replaced || !closed.contains(&end) && !self.unclosed.contains(&end) {
                continue;
            }
            let new = self.new_name(element);
            let flags = new.map(ElementFlags::of).unwrap_or_default();
            let name = (end, self.new_tag_name(element).to_ascii_lowercase());
            let is_closed = self.closed.contains(&element.id())
                || all.contains(&end)
                || names.contains(&name)
                || scopes.contains(&end) && flags.has(ElementFlags::SCOPE)
                || is_foreign(new) && self.unclosed.contains(&end)
                // At the end of the source, an end tag would be text in this element.
                || closed.contains(&end) && self.contents_of(element, new).is_text();
            if is_closed {
                self.closed.insert(element.id());
                names.insert(name);
                scopes.insert(end);
                // The end tags of other elements do not pass special elements.
                if is_foreign(new) || !flags.has(ElementFlags::SPECIAL) {
                    all.insert(end);
                }
            }
        }
    }

    pub(super) fn new_tag_name(&self, element: NodeRef<'d>) -> &'e str {
        let edits = self.edits.nodes.get(&element.id());
        edits.and_then(|edits| edits.new_name.as_deref()).unwrap_or_else(|| element.local_name_text())
    }

    /// Writes the end tag of an element whose end is implied.
    fn write_end_tag(&mut self, element: NodeRef<'d>) -> Result<(), SourceEditError> {
        let edits = self.edits.nodes.get(&element.id());
        let is_replaced = edits.is_some_and(|edits| edits.replacement.is_some());
        if let Some(end) = self.implied_end(element)
            && !is_replaced
            && !is_void(self.new_name(element))
        {
            let name = self.new_tag_name(element);
            self.check_copies(element, END_TAG)?;
            let text = element.contents_span().and_then(|span| span.of(self.edits.source()));
            // In these texts, an end tag is text.
            let is_endless = element.is_html(known::SCRIPT) && text.is_some_and(|text| text.contains("<!--"));
            if is_endless || name.eq_ignore_ascii_case("plaintext") {
                return Err(SourceEditError::UnfinishedSource { edit: describe_edit(END_TAG, element) });
            }
            let span = Span { start: end, end };
            self.write(element, END_TAG, Part::EndTag, span, format!("</{name}>"));
        }
        Ok(())
    }

    /// Closes the element that the start of a node would close, if the node were unchanged.
    pub(super) fn close_before(&mut self, node: NodeRef<'d>, start: u32) {
        let mut node = node;
        while node.previous_sibling().is_none() {
            match node.parent() {
                // The start of a row may imply a `tbody`, and so the end of the `caption` before it.
                Some(parent) if !parent.is_html(known::BODY) && is_implied_at(parent, start) => node = parent,
                _ => return,
            }
        }
        self.close_at(node.previous_sibling(), start);
    }

    /// Closes an element if its end is implied at an offset.
    fn close_at(&mut self, element: Option<NodeRef<'d>>, offset: u32) {
        if let Some(element) = element
            && self.implied_end(element) == Some(offset)
        {
            self.closed.insert(element.id());
        }
    }

    pub(super) fn has_literal_text(&self, name: Option<ElementName>) -> bool {
        search::source_spans(self.edits.document).is_some_and(|spans| spans.has_literal_text(name))
    }

    /// Returns the form in which a text is written into an element.
    fn text_in(&self, text: &'e str, parent: Option<NodeRef<'d>>) -> Result<Written<'e>, SourceEditError> {
        let name = parent.and_then(|element| self.new_name(element));
        let is_in_element = name.is_some() || parent == Some(self.edits.document.root());
        if let Some(element) = parent.filter(|_| is_in_element && self.has_literal_text(name)) {
            if text.contains("</") || text.contains("<!--") || text.contains('\r') {
                return Err(SourceEditError::RawText { node: describe(element) });
            }
            let is_special = text.contains(['<', '>', '&']);
            let effect = if is_special { Effect::LiteralText } else { Effect::None };
            return Ok(Written { text: text.into(), takes_references: false, effect });
        }
        if let Some(element) = parent.filter(|&element| self.has_whitespace_only(element))
            && !is_whitespace(text)
        {
            return Err(SourceEditError::TextOutOfPlace { node: describe(element) });
        }
        Ok(Written { text: escaped_text(text).into(), takes_references: true, effect: Effect::None })
    }

    /// Returns the form in which an edit, which is a method and a node, writes markup into contents.
    fn markup_in(
        &self,
        html: &'e str,
        around: Contents,
        (method, node): (&str, NodeRef<'_>),
    ) -> Result<Written<'e>, SourceEditError> {
        let mut markup = Markup::new(html, |name| self.has_literal_text(Some(name)));
        match around {
            Contents::Html | Contents::MathMlText => {}
            Contents::Foreign(_) | Contents::AnnotationXml if markup.ends_foreign_elements => {
                return Err(SourceEditError::EndsForeignElements { edit: describe_edit(method, node) });
            }
            Contents::LiteralText => {
                markup.is_complete &= !html.contains('<');
                markup.takes_references = html.is_ascii();
            }
            Contents::Text | Contents::Foreign(_) | Contents::AnnotationXml => {
                markup.is_complete &= !html.contains('<');
            }
        }
        let effect = if markup.is_complete { Effect::None } else { Effect::OpenMarkup };
        Ok(Written { text: html.into(), takes_references: markup.takes_references, effect })
    }

    /// Refuses texts that would be markup if a parser read them after markup that was inserted before them.
    fn check_literal_texts(&self) -> Result<(), SourceEditError> {
        let mut after_open = self.writes.iter().skip_while(|write| write.effect != Effect::OpenMarkup);
        match after_open.find(|write| write.effect == Effect::LiteralText).and_then(|write| write.edit.1) {
            Some(node) => {
                Err(SourceEditError::RawTextAfterMarkup { node: describe(self.edits.document.node(node)) })
            }
            None => Ok(()),
        }
    }

    /// Whether a parser moves or drops text that is written into an element, unless it is whitespace.
    fn has_whitespace_only(&self, element: NodeRef<'d>) -> bool {
        const NAMES: [NameId; 9] = [
            known::HTML,
            known::HEAD,
            known::TABLE,
            known::TBODY,
            known::THEAD,
            known::TFOOT,
            known::TR,
            known::COLGROUP,
            known::FRAMESET,
        ];
        let is_any = |name: Option<ElementName>, names: &[NameId]| {
            name.is_some_and(|name| names.iter().any(|&local| name.is_html(local)))
        };
        let name = self.new_name(element);
        let parent = element.parent().and_then(|parent| self.new_name(parent));
        is_any(name, &NAMES) || is_any(name, &[known::NOSCRIPT]) && is_any(parent, &[known::HEAD])
    }

    /// The newline at the start of an element's contents that the parser has ignored.
    fn newline_to_ignore(&self, element: NodeRef<'_>, contents: Span) -> Span {
        let text = contents.of(self.edits.source()).unwrap_or_default();
        let is_ignored = ignores_a_newline(search::element_name(element));
        let length = if is_ignored { ignored_newline(text) as u32 } else { 0 };
        Span { start: contents.start, end: contents.start + length }
    }

    /// Ensures that a parser ignores no newline of the new contents, and one that it has ignored is not read under a new
    /// name.
    fn keep_newline(&mut self, element: NodeRef<'d>) {
        let (Some(contents), Some(_)) = (element.contents_span(), element.start_tag_span()) else { return };
        let is_ignoring = ignores_a_newline(self.new_name(element));
        let edits = self.edits.nodes.get(&element.id());
        let is_replaced = edits.is_some_and(|edits| edits.contents.is_some());
        let newline = self.newline_to_ignore(element, contents);
        let is_present = newline.end > newline.start && !is_replaced;
        if is_ignoring && !is_present {
            let start = Span { start: contents.start, end: contents.start };
            self.write(element, "a newline", Part::IgnoredNewline, start, "\n");
        } else if is_present && !is_ignoring {
            self.write(element, "a newline", Part::IgnoredNewline, newline, "");
        }
    }

    /// Whether a change is written: a newline only if the contents begin with a newline, which a parser would ignore.
    fn is_needed(&self, index: usize) -> bool {
        let Some(Write { span, place: (_, Part::IgnoredNewline), .. }) = self.writes.get(index) else {
            return true;
        };
        if span.end > span.start {
            return true;
        }
        let mut offset = span.start;
        for Write { span, text, .. } in self.writes.iter().skip(index + 1) {
            if span.start > offset {
                break;
            }
            if !text.is_empty() {
                // The rest of a character reference may follow.
                return text == "&" || text.starts_with("&#") || ignored_newline(text) > 0;
            }
            offset = span.end;
        }
        ignored_newline(self.edits.source().get(offset as usize..).unwrap_or_default()) > 0
    }

    /// Refuses overlapping changes: in the source, and in the tree, where an empty place may be inside a replaced element.
    fn check_overlaps(&self) -> Result<(), SourceEditError> {
        let overlap = |one: &Write<'_>, other: &Write<'_>| {
            let [first, second] = [one, other].map(|write| self.describe(write));
            Err(SourceEditError::Overlap { first, second })
        };
        let in_the_tree = |write: &&Write<'_>| write.place.1 != Part::StartTag && write.edit.0 != END_TAG;
        let mut writes: Vec<&Write<'_>> = self.writes.iter().filter(in_the_tree).collect();
        writes.sort_by_key(|write| write.place);
        let mut replaced: Option<&Write<'_>> = None;
        for write in writes {
            match replaced {
                Some(outer) if outer.until > Some(write.place) => return overlap(outer, write),
                _ if write.until.is_some() => replaced = Some(write),
                _ => {}
            }
        }
        for pair in self.writes.windows(2) {
            if let [one, other] = pair
                && one.span.end > other.span.start
            {
                return overlap(one, other);
            }
        }
        Ok(())
    }

    /// Refuses to replace a node or its contents if the parser moved nodes out of its source or into it.
    fn check_moved_nodes(&self) -> Result<(), SourceEditError> {
        let has_nodes = |write: &&Write<'_>| write.until.is_some() && write.span.end > write.span.start;
        let mut replaced: Vec<&Write<'_>> = self.writes.iter().filter(has_nodes).collect();
        if replaced.is_empty() {
            return Ok(());
        }
        let mut sources = self.sources();
        sources.sort_unstable_by_key(|source| (source.start, source.enter));
        for write in &replaced {
            let first = sources.partition_point(|source| source.start < write.span.start);
            let inside = sources.iter().skip(first).take_while(|source| source.start < write.span.end);
            for source in inside {
                let (from, until) = (write.place.0, write.until.map_or(0, |until| until.0));
                let is_inside =
                    if write.place.1 == Part::Contents { from < source.enter } else { from <= source.enter };
                let is_ancestor = source.enter <= from
                    && source.leave >= until
                    && matches!(source.kind, SourceKind::Node | SourceKind::Whitespace);
                if !(is_ancestor || is_inside && source.enter <= until) {
                    return Err(self.moved_nodes(write, source));
                }
            }
        }
        // Nodes of the tree whose source is elsewhere would stay.
        sources.sort_unstable_by_key(|source| source.enter);
        replaced.sort_unstable_by_key(|write| write.place);
        for write in &replaced {
            let until = write.until.map_or(0, |until| until.0);
            let first = sources.partition_point(|source| source.enter <= write.place.0);
            let inside = sources.iter().skip(first).take_while(|source| source.enter < until);
            for source in inside {
                let is_in_source = |offset| write.span.start <= offset && offset < write.span.end;
                let is_lost = match source.kind {
                    SourceKind::Node | SourceKind::Attribute => !is_in_source(source.start),
                    // Without the end tag of the copy, the parser would continue to copy the original.
                    SourceKind::Copy => {
                        let end_tag = source.node.end_tag_span();
                        !is_in_source(source.start) && end_tag.is_some_and(|tag| is_in_source(tag.start))
                    }
                    SourceKind::Whitespace | SourceKind::EndTag => false,
                };
                if is_lost {
                    return Err(self.moved_nodes(write, source));
                }
            }
        }
        Ok(())
    }

    /// The parts of the source that belong to nodes.
    fn sources(&self) -> Vec<Source<'d>> {
        let text = self.edits.source();
        let mut sources = Vec::new();
        for node in
            std::iter::once(self.edits.document.root()).chain(self.edits.document.root().deep_descendants())
        {
            let (enter, leave) = self.steps_of(node);
            let mut add = |span: Span, kind| {
                if span.end > span.start {
                    sources.push(Source { start: span.start, enter, leave, node, kind });
                }
            };
            if node.kind() == NodeKind::Text {
                for piece in node.text_pieces() {
                    let is_whitespace = piece.of(text).is_some_and(is_whitespace);
                    add(piece, if is_whitespace { SourceKind::Whitespace } else { SourceKind::Node });
                }
                continue;
            }
            if let Some(span) = node.source_span() {
                add(span, SourceKind::Node);
            } else if let Some(StartTagSource::Copy(original)) = node.start_tag() {
                add(original, SourceKind::Copy);
            }
            if node.is_html_any(&[known::HTML, known::BODY]) {
                let end = node.start_tag_span().map_or(0, |tag| tag.end);
                let attributes = node.attribute_spans().map(|attribute| attribute.name);
                attributes.filter(|name| name.start >= end).for_each(|name| add(name, SourceKind::Attribute));
            } else if let Some(end_tag) = node.end_tag_span() {
                add(end_tag, SourceKind::EndTag);
            }
        }
        sources
    }

    fn moved_nodes(
        &self,
        write: &Write<'_>,
        Source { node: moved, kind, .. }: &Source<'_>,
    ) -> SourceEditError {
        let edit = self.describe(write);
        match moved.start_tag() {
            Some(StartTagSource::Copy(start_tag)) if *kind == SourceKind::Copy => {
                SourceEditError::HasCopies { edit, start_tag }
            }
            _ => SourceEditError::MovedNodes { edit, moved: describe(*moved) },
        }
    }

    pub(super) fn describe(&self, write: &Write<'_>) -> String {
        let (method, node) = write.edit;
        let node = node.and_then(|node| self.edits.document.get(node));
        node.map_or_else(|| method.to_owned(), |node| describe_edit(method, node))
    }
}

/// A part of the source that belongs to a node.
struct Source<'d> {
    start: u32,
    enter: u32,
    leave: u32,
    node: NodeRef<'d>,
    kind: SourceKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SourceKind {
    /// A node, or a piece of a text.
    Node,
    /// A piece of a text that is only whitespace.
    Whitespace,
    /// An attribute of a later tag.
    Attribute,
    /// The start tag of which the node is a copy.
    Copy,
    EndTag,
}

pub(super) fn describe_edit(method: &str, node: NodeRef<'_>) -> String {
    format!("{method} of node {}", describe(node))
}

/// The last child of an element, or of its template contents.
fn last_child(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    element.template_contents().unwrap_or(element).last_child()
}

fn is_implied_at(element: NodeRef<'_>, offset: u32) -> bool {
    matches!(element.start_tag(), Some(StartTagSource::Implied(token)) if token.start == offset)
}

fn is_void(name: Option<ElementName>) -> bool {
    name.is_some_and(|name| {
        name.namespace == Namespace::Html && ElementFlags::of(name).has(ElementFlags::SERIALIZES_AS_VOID)
    })
}

fn is_foreign(name: Option<ElementName>) -> bool {
    name.is_some_and(|name| name.namespace != Namespace::Html)
}

/// Whether a newline directly after the start tag is ignored.
fn ignores_a_newline(name: Option<ElementName>) -> bool {
    let names = [known::PRE, known::LISTING, known::TEXTAREA];
    name.is_some_and(|name| names.iter().any(|&local| name.is_html(local)))
}
