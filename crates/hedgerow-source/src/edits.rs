//! [`SourceEdits`]: changes the source of a document and leaves every other byte unchanged.

use std::collections::{HashMap, HashSet};

use hedgerow_base::{EndTagSource, NameId, SourceSpans, Span, StartTagSource, known};
use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef, search};

use crate::{AttributeSpans, NodeSource, OverlappingEdits, SourceEditError};

/// A single change: a span of the source, and its replacement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SourceEdit {
    /// The span; empty for an insertion.
    pub span: Span,
    /// The replacement, escaped as necessary.
    pub replacement: String,
}

/// A collection of changes to a document's source. The nodes of the document specify the places to change. The document
/// itself does not change.
///
/// The rest of the source stays unchanged, byte for byte. Changes can be added in any order; insertions at the same offset
/// are applied in the order in which they were added. Overlapping changes are an error when they are [applied](Self::apply).
///
/// Attribute names are those in the source, such as `xlink:href`, ignoring case. If an attribute is changed several times,
/// the last change applies.
///
/// ```
/// use hedgerow_source::SourceEdits;
/// let document = hedgerow::Parser::new().source_spans(true).parse("<A  HREF=/old>one</A>").into_document();
/// let mut edits = SourceEdits::new(&document);
/// for node in document.root().descendants() {
///     if let Some(target) = node.attribute("href") {
///         edits.set_attribute(node.id(), "href", &target.replace("old", "new?a&b"))?;
///     }
/// }
/// assert_eq!(edits.apply()?, r#"<A  HREF="/new?a&amp;b">one</A>"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SourceEdits<'d> {
    document: &'d Document,
    /// Whether nodes have spans but the source is incomplete, because the parser has not finished.
    lacks_source: bool,
    edits: Vec<PendingEdit>,
    /// The changed attributes, by the offset of their names.
    changed: HashMap<u32, AttributeEdits>,
    /// For each added attribute, the index of its edit.
    added: HashMap<(NodeId, String), usize>,
    /// The elements to which an end tag was added.
    closed: HashSet<NodeId>,
    /// For elements with many attributes, the first attribute of each lower-case name. The key of such an index is the
    /// offset of the first attribute, so elements that share their attributes share an index.
    indexes: HashMap<u32, HashMap<String, AttributeSpans<'d>>>,
    /// The ends of long tag names, by their starts.
    long_names: HashMap<u32, u32>,
}

/// The edits of an attribute in the source, as indices of the field `edits` of [`SourceEdits`].
#[derive(Clone, Copy, Default, Debug)]
struct AttributeEdits {
    name: Option<usize>,
    /// The edit of the value, or the removal of the attribute.
    value: Option<usize>,
    is_removed: bool,
    /// The span of the removal, computed on first use.
    removal: Option<Span>,
}

/// The maximum number of attributes that are searched one by one.
const LINEAR_SEARCH_LIMIT: usize = 16;

#[derive(Clone, Debug)]
struct PendingEdit {
    edit: SourceEdit,
    /// Whether the edit is an insertion. Insertions at the same offset do not overlap.
    is_insertion: bool,
}

impl PendingEdit {
    fn replacement(span: Span, replacement: &str) -> Self {
        Self { edit: SourceEdit { span, replacement: replacement.to_owned() }, is_insertion: false }
    }

    fn insertion(offset: u32, replacement: &str) -> Self {
        let span = Span { start: offset, end: offset };
        Self { edit: SourceEdit { span, replacement: replacement.to_owned() }, is_insertion: true }
    }
}

type EditResult = Result<(), SourceEditError>;

impl<'d> SourceEdits<'d> {
    /// Creates an empty collection. The document must have been parsed with source spans; otherwise each change is an error.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_source::SourceEdits;
    /// let mut document = Document::with_source("<p>");
    /// document.unchecked().keep_source_spans();
    /// assert_eq!(SourceEdits::new(&document).apply().unwrap(), "<p>");
    /// ```
    #[must_use]
    pub fn new(document: &'d Document) -> Self {
        let source = document.source().unwrap_or_default();
        let is_beyond = |span: Option<Span>| span.is_some_and(|span| span.end > 0);
        Self {
            document,
            lacks_source: source.is_empty()
                && document
                    .ids()
                    .map(|id| document.node(id))
                    .any(|node| is_beyond(node.start_tag_span()) || is_beyond(node.source_span())),
            edits: Vec::new(),
            changed: HashMap::new(),
            added: HashMap::new(),
            closed: HashSet::new(),
            indexes: HashMap::new(),
            long_names: HashMap::new(),
        }
    }

    /// Changes the tag name of an element, in its start tag and in its end tag if there is one.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.rename_element(link, "b")?;
    /// assert_eq!(edits.apply()?, "<b  HREF=/old>one</b>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is invalid, or the element has no start tag of its own.
    pub fn rename_element(&mut self, element: NodeId, name: &str) -> EditResult {
        let element = self.node(element)?;
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || name.contains(ends_a_tag_name) {
            return Err(SourceEditError::InvalidName { name: name.to_owned() });
        }
        let start_tag = start_tag(element)?;
        let span = self.tag_name(start_tag.start + 1);
        self.replace_span(span, name);
        if let Some(end_tag) = element.end_tag_span() {
            let span = self.tag_name(end_tag.start + 2);
            self.replace_span(span, name);
        }
        Ok(())
    }

    /// Changes the name of an attribute.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.rename_attribute(link, "href", "id")?;
    /// assert_eq!(edits.apply()?, "<A  id=/old>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is invalid, or the element does not have the attribute in the source.
    pub fn rename_attribute(&mut self, element: NodeId, name: &str, new_name: &str) -> EditResult {
        let element = self.node(element)?;
        check_attribute_name(new_name)?;
        let spans = self.present_attribute(element, name)?;
        let index = self.changed.get(&spans.name.start).and_then(|edits| edits.name);
        let index = self.put(index, PendingEdit::replacement(spans.name, new_name));
        self.changed.entry(spans.name.start).or_default().name = Some(index);
        Ok(())
    }

    /// Sets the value of an attribute, or adds the attribute after the tag name. Existing quotes stay unchanged; an unquoted
    /// value gets quotes.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.set_attribute(link, "title", "&")?;
    /// assert_eq!(edits.apply()?, "<A title=\"&amp;\"  HREF=/old>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the attribute has to be added, and the name is invalid or the element has no start tag of its own.
    pub fn set_attribute(&mut self, element: NodeId, name: &str, value: &str) -> EditResult {
        let element = self.node(element)?;
        let Some(spans) = self.attribute(element, name) else {
            return self.add_attribute(element, name, value);
        };
        let edit = match spans.value {
            None => {
                let end = Span { start: spans.name.end, end: spans.name.end };
                PendingEdit::replacement(end, &format!("=\"{}\"", escaped_value(value, '"')))
            }
            Some(span) => match self.quote_before(span) {
                Some(quote) => PendingEdit::replacement(span, &escaped_value(value, quote)),
                None => PendingEdit::replacement(span, &format!("\"{}\"", escaped_value(value, '"'))),
            },
        };
        self.put_value(spans, edit, false);
        Ok(())
    }

    fn add_attribute(&mut self, element: NodeRef<'d>, name: &str, value: &str) -> EditResult {
        check_attribute_name(name)?;
        let start_tag = start_tag(element)?;
        let end = self.tag_name(start_tag.start + 1).end;
        let edit = PendingEdit::insertion(end, &format!(" {name}=\"{}\"", escaped_value(value, '"')));
        let key = (element.id(), name.to_ascii_lowercase());
        let index = self.added.get(&key).copied();
        let index = self.put(index, edit);
        self.added.insert(key, index);
        Ok(())
    }

    /// Stores the edit of an attribute's value, or its removal, replacing an earlier one.
    fn put_value(&mut self, spans: AttributeSpans<'_>, edit: PendingEdit, is_removed: bool) {
        let index = self.changed.get(&spans.name.start).and_then(|edits| edits.value);
        let index = self.put(index, edit);
        let edits = self.changed.entry(spans.name.start).or_default();
        (edits.value, edits.is_removed) = (Some(index), is_removed);
    }

    /// Stores an edit in place of an earlier one, or at the end; returns its index.
    fn put(&mut self, index: Option<usize>, edit: PendingEdit) -> usize {
        if let Some(place) = index.and_then(|index| self.edits.get_mut(index)) {
            *place = edit;
        } else {
            self.edits.push(edit);
        }
        index.unwrap_or(self.edits.len() - 1)
    }

    /// Removes an attribute with its value, and the white space before it.
    ///
    /// If the tag repeats the attribute, the parser ignored all but the first one; after the removal, the next one takes
    /// effect.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.remove_attribute(link, "href")?;
    /// assert_eq!(edits.apply()?, "<A>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the element does not have the attribute in the source.
    pub fn remove_attribute(&mut self, element: NodeId, name: &str) -> EditResult {
        let element = self.node(element)?;
        if let Some(index) = self.added.remove(&(element.id(), name.to_ascii_lowercase())) {
            self.withdraw(Some(index));
            return Ok(());
        }
        let spans = self.present_attribute(element, name)?;
        let mut edits = self.changed.get(&spans.name.start).copied().unwrap_or_default();
        self.withdraw(edits.name.take());
        let removal = edits.removal.unwrap_or_else(|| self.removal(spans));
        edits.removal = Some(removal);
        self.changed.insert(spans.name.start, edits);
        self.put_value(spans, PendingEdit::replacement(removal, ""), true);
        Ok(())
    }

    /// Turns an edit into a no-op.
    fn withdraw(&mut self, index: Option<usize>) {
        if let Some(edit) = index.and_then(|index| self.edits.get_mut(index)) {
            *edit = PendingEdit::insertion(edit.edit.span.start, "");
        }
    }

    /// The span that is deleted to remove an attribute.
    fn removal(&self, spans: AttributeSpans<'_>) -> Span {
        let bytes = self.source().as_bytes();
        let mut end = spans.value.map_or(spans.name.end, |value| value.end);
        if spans.value.is_some_and(|value| self.quote_before(value).is_some()) {
            end += 1;
        }
        let before = &bytes[..spans.name.start as usize];
        let whitespace = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count() as u32;
        // The parts of the tag before and after the attribute must not merge: an unquoted value would absorb even a slash.
        let is_apart = bytes.get(end as usize).is_none_or(|&byte| byte == b'>' || byte.is_ascii_whitespace());
        let kept = if is_apart { 0 } else { whitespace.min(1) };
        Span { start: spans.name.start - whitespace + kept, end }
    }

    /// Replaces the contents of an element by markup, which is written unchanged.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.set_html(link, "<b>")?;
    /// assert_eq!(edits.apply()?, "<A  HREF=/old><b></A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the element has no start tag of its own, or cannot have contents.
    pub fn set_html(&mut self, element: NodeId, html: &str) -> EditResult {
        let element = self.node(element)?;
        let contents = contents(element)?;
        self.replace_span(contents, html);
        Ok(())
    }

    /// Replaces the contents of an element, or a text node, by text, escaped as necessary at that position.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.set_text(link, "1 < 2")?;
    /// assert_eq!(edits.apply()?, "<A  HREF=/old>1 &lt; 2</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the element has no start tag of its own or cannot have contents, if a text node consists of several pieces, if the
    /// text cannot be escaped in the element, as in a `script`, or if a parser would move the text out of the element, as in
    /// a `table`.
    pub fn set_text(&mut self, node: NodeId, text: &str) -> EditResult {
        let node = self.node(node)?;
        if node.kind() != NodeKind::Text {
            let contents = contents(node)?;
            let text = self.text_for(node, text, true)?;
            self.replace_span(contents, &text);
            return Ok(());
        }
        let mut pieces = node.text_pieces();
        let piece = pieces.next().ok_or_else(|| not_in_source(node))?;
        if pieces.next().is_some() {
            return Err(SourceEditError::InPieces { node: describe(node) });
        }
        let text = match node.parent() {
            Some(parent) => {
                let start_tag = parent.start_tag_span();
                self.text_for(parent, text, start_tag.is_some_and(|tag| tag.end == piece.start))?
            }
            None => escaped_text(text),
        };
        self.replace_span(self.with_its_cdata_section(piece), &text);
        Ok(())
    }

    /// Replaces a node, from its start tag to its end, by markup, which is written unchanged. Empty markup removes the
    /// node.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.replace(link, "two")?;
    /// assert_eq!(edits.apply()?, "two");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node has no source of its own, or is a text of several pieces.
    pub fn replace(&mut self, node: NodeId, html: &str) -> EditResult {
        let node = self.node(node)?;
        let span = self.extent(node)?;
        let before = self.missing_end_tag(node.previous_sibling(), span.start);
        self.replace_span(span, &(before + html));
        Ok(())
    }

    /// Inserts markup before a node. The markup is written unchanged. If the node implies the end of the previous element,
    /// the end tag of that element is written first.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.insert_before(link, "zero ")?;
    /// assert_eq!(edits.apply()?, "zero <A  HREF=/old>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node has no source of its own, or is a text of several pieces.
    pub fn insert_before(&mut self, node: NodeId, html: &str) -> EditResult {
        let node = self.node(node)?;
        let start = self.extent(node)?.start;
        let before = self.missing_end_tag(node.previous_sibling(), start);
        self.insert(start, &(before + html));
        Ok(())
    }

    /// Inserts markup after a node. The markup is written unchanged. If the end of the node is implied, its end tag is
    /// written first.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.insert_after(link, " two")?;
    /// assert_eq!(edits.apply()?, "<A  HREF=/old>one</A> two");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node has no source of its own, or is a text of several pieces.
    pub fn insert_after(&mut self, node: NodeId, html: &str) -> EditResult {
        let node = self.node(node)?;
        let end = self.extent(node)?.end;
        let before = self.missing_end_tag(Some(node), end);
        self.insert(end, &(before + html));
        Ok(())
    }

    /// Inserts markup after the start tag of an element. The markup is written unchanged.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.prepend_html(link, "<br>")?;
    /// assert_eq!(edits.apply()?, "<A  HREF=/old><br>one</A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the element has no start tag of its own, or cannot have contents.
    pub fn prepend_html(&mut self, element: NodeId, html: &str) -> EditResult {
        let element = self.node(element)?;
        let start = contents(element)?.start;
        // A newline that the parser ignores stays directly after the start tag.
        let newline = match &self.source().as_bytes()[start as usize..] {
            [b'\r', b'\n', ..] if ignores_a_newline(element) => 2,
            [b'\r' | b'\n', ..] if ignores_a_newline(element) => 1,
            _ => 0,
        };
        self.insert(start + newline, html);
        Ok(())
    }

    /// Inserts markup before the end of an element. The markup is written unchanged.
    ///
    /// ```
    #[doc = include_str!("../doc/parsed_link.txt")]
    /// let mut edits = SourceEdits::new(&document);
    /// edits.append_html(link, "<br>")?;
    /// assert_eq!(edits.apply()?, "<A  HREF=/old>one<br></A>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the element has no start tag of its own, or cannot have contents.
    pub fn append_html(&mut self, element: NodeId, html: &str) -> EditResult {
        let element = self.node(element)?;
        let end = contents(element)?.end;
        let end_tag = self.missing_end_tag(element.last_child(), end);
        self.insert(end, &(end_tag + html));
        Ok(())
    }

    /// The changes in source order.
    ///
    /// # Errors
    ///
    /// If two changes overlap.
    pub fn edits(&self) -> Result<Vec<&SourceEdit>, OverlappingEdits> {
        let changes_something =
            |pending: &&PendingEdit| !pending.is_insertion || !pending.edit.replacement.is_empty();
        let mut edits: Vec<&PendingEdit> = self.edits.iter().filter(changes_something).collect();
        edits.sort_by_key(|pending| (pending.edit.span, !pending.is_insertion));
        for pair in edits.windows(2) {
            let [one, other] = pair else { continue };
            let is_same = one.edit.span == other.edit.span && !one.is_insertion && !other.is_insertion;
            if is_same || one.edit.span.end > other.edit.span.start {
                let [first, second] = [one, other].map(|pending| pending.edit.clone());
                return Err(OverlappingEdits { first, second });
            }
        }
        Ok(edits.into_iter().map(|pending| &pending.edit).collect())
    }

    /// The source with all changes applied.
    ///
    /// # Errors
    ///
    /// If two changes overlap.
    pub fn apply(&self) -> Result<String, OverlappingEdits> {
        let source = self.source();
        let mut patched = String::with_capacity(source.len());
        let mut end = 0;
        for SourceEdit { span, replacement } in self.edits()? {
            patched.push_str(&source[end..span.range().start]);
            patched.push_str(replacement);
            end = span.range().end;
        }
        patched.push_str(&source[end..]);
        Ok(patched)
    }

    fn source(&self) -> &'d str {
        self.document.source().unwrap_or_default()
    }

    fn replace_span(&mut self, span: Span, replacement: &str) {
        self.edits.push(PendingEdit::replacement(span, replacement));
    }

    fn insert(&mut self, offset: u32, replacement: &str) {
        self.edits.push(PendingEdit::insertion(offset, replacement));
    }

    /// The node with an id.
    fn node(&self, id: NodeId) -> Result<NodeRef<'d>, SourceEditError> {
        let describe = || format!("#{} ({})", id.index(), search::why_missing(self.document, id));
        let node = self.document.get(id).ok_or_else(|| SourceEditError::NoSuchNode { node: describe() })?;
        if self.lacks_source { Err(not_in_source(node)) } else { Ok(node) }
    }

    /// The spans of the first attribute with that name in the source.
    fn attribute(&mut self, element: NodeRef<'d>, name: &str) -> Option<AttributeSpans<'d>> {
        let first = element.attribute_spans().next()?.name.start;
        if let Some(index) = self.indexes.get(&first) {
            return index.get(&name.to_ascii_lowercase()).copied();
        }
        let source = self.document.source().unwrap_or_default();
        let written = |spans: &AttributeSpans<'_>| spans.name.of(source).unwrap_or_default();
        let mut spans = element.attribute_spans();
        let found =
            spans.by_ref().take(LINEAR_SEARCH_LIMIT).find(|spans| written(spans).eq_ignore_ascii_case(name));
        if found.is_some() || spans.next().is_none() {
            return found;
        }
        let mut index = HashMap::new();
        for spans in element.attribute_spans() {
            index.entry(written(&spans).to_ascii_lowercase()).or_insert(spans);
        }
        self.indexes.entry(first).or_insert(index).get(&name.to_ascii_lowercase()).copied()
    }

    /// The spans of an attribute, unless it was removed.
    fn present_attribute(
        &mut self,
        element: NodeRef<'d>,
        name: &str,
    ) -> Result<AttributeSpans<'d>, SourceEditError> {
        let spans = self.attribute(element, name);
        let is_removed = |spans: &AttributeSpans<'_>| {
            self.changed.get(&spans.name.start).is_some_and(|edits| edits.is_removed)
        };
        spans
            .filter(|spans| !is_removed(spans))
            .ok_or_else(|| SourceEditError::NoAttribute { node: describe(element), name: name.to_owned() })
    }

    /// The span of a whole node, if it is contiguous.
    fn extent(&self, node: NodeRef<'d>) -> Result<Span, SourceEditError> {
        if let Some(StartTagSource::Copy(start_tag)) = node.start_tag() {
            return Err(copy_error(node, start_tag));
        }
        if node.text_pieces().nth(1).is_some() {
            return Err(SourceEditError::InPieces { node: describe(node) });
        }
        let span = node.source_span().ok_or_else(|| not_in_source(node))?;
        Ok(if node.kind() == NodeKind::Text { self.with_its_cdata_section(span) } else { span })
    }

    /// Returns the span of a text, or of the CDATA section that contains the text, because character references and markup
    /// have no effect inside such a section.
    fn with_its_cdata_section(&self, text: Span) -> Span {
        const START: &str = "<![CDATA[";
        const END: &str = "]]>";
        let source = self.source();
        let range = text.range();
        // Where a CDATA section is not allowed, these characters begin a comment or are part of the text, so no text begins
        // directly after them.
        if !source[..range.start].ends_with(START) {
            return text;
        }
        let end = if source[range.end..].starts_with(END) { END.len() as u32 } else { 0 };
        Span { start: text.start - START.len() as u32, end: text.end + end }
    }

    /// The span of the name in the tag that begins at an offset.
    fn tag_name(&mut self, start: u32) -> Span {
        const LONG: u32 = 64;
        if let Some(&end) = self.long_names.get(&start) {
            return Span { start, end };
        }
        let rest = &self.source()[start as usize..];
        let length = rest.find(ends_a_tag_name).unwrap_or(rest.len()) as u32;
        if length > LONG {
            self.long_names.insert(start, start + length);
        }
        Span { start, end: start + length }
    }

    /// Returns the quotation mark around a value; `None` if the value is unquoted.
    fn quote_before(&self, value: Span) -> Option<char> {
        let before = self.source().as_bytes().get(value.start.checked_sub(1)? as usize)?;
        let after = self.source().as_bytes().get(value.end as usize)?;
        (matches!(before, b'"' | b'\'') && before == after).then_some(char::from(*before))
    }

    /// Returns the end tag of a node, if its end is implied at the offset and no end tag was added yet.
    fn missing_end_tag(&mut self, node: Option<NodeRef<'_>>, offset: u32) -> String {
        let Some(node) = node else { return String::new() };
        match node.end_tag() {
            Some(EndTagSource::Implied(token)) if token.start == offset && self.closed.insert(node.id()) => {
                format!("</{}>", node.local_name_text())
            }
            _ => String::new(),
        }
    }

    /// Returns the form in which text is written into an element. `follows_start_tag` is whether the text is written
    /// directly after the start tag.
    fn text_for(
        &self,
        element: NodeRef<'_>,
        text: &str,
        follows_start_tag: bool,
    ) -> Result<String, SourceEditError> {
        let is_literal = |spans: &SourceSpans| {
            let name = search::element_name(element);
            spans.has_literal_text(name) && (name.is_some() || element == self.document.root())
        };
        if search::source_spans(self.document).is_some_and(is_literal) {
            if text.contains("</") || text.contains("<!--") {
                return Err(SourceEditError::RawText { node: describe(element) });
            }
            return Ok(text.to_owned());
        }
        if has_whitespace_only(element) && !text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            return Err(SourceEditError::TextOutOfPlace { node: describe(element) });
        }
        let loses_a_newline = follows_start_tag && text.starts_with('\n') && ignores_a_newline(element);
        Ok(format!("{}{}", if loses_a_newline { "\n" } else { "" }, escaped_text(text)))
    }
}

fn start_tag(element: NodeRef<'_>) -> Result<Span, SourceEditError> {
    match element.start_tag() {
        Some(StartTagSource::Tag(span)) => Ok(span),
        Some(StartTagSource::Copy(start_tag)) => Err(copy_error(element, start_tag)),
        Some(StartTagSource::Implied(_)) => Err(SourceEditError::NoStartTag { node: describe(element) }),
        None => Err(not_in_source(element)),
    }
}

fn contents(element: NodeRef<'_>) -> Result<Span, SourceEditError> {
    let contents = element.contents_span();
    start_tag(element)?;
    contents.ok_or_else(|| SourceEditError::NoContents { node: describe(element) })
}

fn not_in_source(node: NodeRef<'_>) -> SourceEditError {
    SourceEditError::NotInSource { node: describe(node) }
}

fn copy_error(node: NodeRef<'_>, start_tag: Span) -> SourceEditError {
    SourceEditError::Copy { node: describe(node), start_tag }
}

fn describe(node: NodeRef<'_>) -> String {
    match node.element_name() {
        Some(_) => format!("{:?} <{}>", node.slot(), node.local_name_text()),
        None => format!("{:?} {:?}", node.slot(), node.kind()),
    }
}

/// Whether a parser moves or drops text that is written into an element, unless it is whitespace.
fn has_whitespace_only(element: NodeRef<'_>) -> bool {
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
    let is_in_head = |node: NodeRef<'_>| node.parent().is_some_and(|parent| parent.is_html(known::HEAD));
    element.is_html_any(&NAMES) || element.is_html(known::NOSCRIPT) && is_in_head(element)
}

/// Whether a newline directly after the start tag is ignored.
fn ignores_a_newline(element: NodeRef<'_>) -> bool {
    element.is_html_any(&[known::PRE, known::LISTING, known::TEXTAREA])
}

fn ends_a_tag_name(character: char) -> bool {
    character.is_ascii_whitespace() || matches!(character, '/' | '>')
}

fn check_attribute_name(name: &str) -> EditResult {
    let is_forbidden =
        |character: char| ends_a_tag_name(character) || matches!(character, '\0' | '"' | '\'' | '<' | '=');
    if name.is_empty() || name.contains(is_forbidden) {
        return Err(SourceEditError::InvalidName { name: name.to_owned() });
    }
    Ok(())
}

fn escaped_value(value: &str, quote: char) -> String {
    escaped(value, |character| character == quote)
}

fn escaped_text(text: &str) -> String {
    escaped(text, |character| matches!(character, '<' | '>'))
}

/// Escapes `&`, U+000D, and the characters among `"`, `'`, `<` and `>` that are special.
fn escaped(text: &str, is_special: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '\r' => escaped.push_str("&#13;"),
            '"' if is_special('"') => escaped.push_str("&quot;"),
            '\'' if is_special('\'') => escaped.push_str("&#39;"),
            '<' if is_special('<') => escaped.push_str("&lt;"),
            '>' if is_special('>') => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    escaped
}
