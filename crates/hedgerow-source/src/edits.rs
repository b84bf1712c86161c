//! [`SourceEdits`]: changes the source of a document and leaves every other byte unchanged.

mod attributes;

use std::collections::{HashMap, HashSet};

use hedgerow_base::{EndTagSource, NameId, SourceSpans, Span, StartTagSource, known};
use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef, search};

use self::attributes::{AttributeEdits, LastInTags};
use crate::tag_source::ignored_newline;
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
/// An edit of an attribute or of a text is an error if a parser of the new source would lose the new value or put it
/// elsewhere: for example, if a later `body` tag brings back the attribute, or if the text has a null character. Effects
/// on other nodes are not checked, because they depend on the whole source. To find them, parse the new source. Examples:
///
/// - If the parser copies an element, the copies have the new attributes, too. It copies fewer elements with equal
///   attributes.
/// - If a formatting element is still open, the parser puts the new contents of a later element into a copy of the
///   formatting element.
/// - Some attributes affect the parser, such as `type` of an `input` in a table, and `shadowrootmode` of a `template`.
/// - Text affects the parser, too. For example, a `frameset` replaces a `body` without text.
/// - The span of an element may contain nodes that the parser moved elsewhere; see [`NodeSource`].
/// - A removed or renamed element may have implied another one, such as the `body`.
///
/// ```
/// use hedgerow::source::SourceEdits;
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
    /// For each added attribute, the index of its edit, by the offset of the start tag and the name in lower case.
    added: HashMap<(u32, String), usize>,
    /// The elements to which an end tag was added.
    closed: HashSet<NodeId>,
    /// For elements with many attributes, the first attribute of each lower-case name. The key of such an index is the
    /// offset of the first attribute, so elements that share their attributes share an index.
    indexes: HashMap<u32, HashMap<String, AttributeSpans<'d>>>,
    /// The ends of long tag names, by their starts.
    long_names: HashMap<u32, u32>,
    /// The attributes with new names, by the offset of the element's first attribute and the new name in lower case.
    renamed: HashMap<(u32, String), AttributeSpans<'d>>,
    /// The spans of duplicate attributes, which the parser ignored, by the offset of the element's first attribute and
    /// by lower-case name.
    duplicates: HashMap<u32, HashMap<String, Vec<Span>>>,
    /// For `html` and `body` elements, the attributes in all tags of the element.
    last_in_tags: HashMap<NodeId, LastInTags>,
    /// The spans of the tables among the children of a node, in source order.
    tables: HashMap<NodeId, Vec<Span>>,
    /// Insertions of a newline after a start tag, by offset. Each is applied only if the edited contents begin with a
    /// newline, because a parser would ignore that newline.
    ignored_newlines: HashMap<u32, PendingEdit>,
}

#[derive(Clone, Debug)]
struct PendingEdit {
    edit: SourceEdit,
    kind: EditKind,
}

/// The kinds of edits, in the order in which edits at the same offset are applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum EditKind {
    /// The insertion of a newline that the parser ignores in place of the first newline of the contents.
    IgnoredNewline,
    /// Insertions at the same offset do not overlap.
    Insertion,
    Replacement,
}

impl PendingEdit {
    fn replacement(span: Span, replacement: &str) -> Self {
        Self { edit: SourceEdit { span, replacement: replacement.to_owned() }, kind: EditKind::Replacement }
    }

    fn insertion(offset: u32, replacement: &str) -> Self {
        let span = Span { start: offset, end: offset };
        Self { edit: SourceEdit { span, replacement: replacement.to_owned() }, kind: EditKind::Insertion }
    }
}

type EditResult = Result<(), SourceEditError>;

impl<'d> SourceEdits<'d> {
    /// Creates an empty collection. The document must have been parsed with source spans; otherwise each change is an error.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::source::SourceEdits;
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
            renamed: HashMap::new(),
            duplicates: HashMap::new(),
            last_in_tags: HashMap::new(),
            tables: HashMap::new(),
            ignored_newlines: HashMap::new(),
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
        self.keep_newline(Some(element), contents);
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
    /// If the text contains a null character, if the element has no start tag of its own or cannot have contents, if a
    /// text node consists of several pieces, if the text cannot be escaped in the element, as in a `script`, or if the
    /// text is [out of place](SourceEditError::TextOutOfPlace), as in a `table`.
    pub fn set_text(&mut self, node: NodeId, text: &str) -> EditResult {
        let node = self.node(node)?;
        if node.kind() != NodeKind::Text {
            let contents = contents(node)?;
            let text = self.text_for(node, text)?;
            self.keep_newline(Some(node), contents);
            self.replace_span(contents, &text);
            return Ok(());
        }
        let mut pieces = node.text_pieces();
        let piece = pieces.next().ok_or_else(|| not_in_source(node))?;
        if pieces.next().is_some() {
            return Err(SourceEditError::InPieces { node: describe(node) });
        }
        let span = self.with_its_cdata_section(piece);
        let text = match node.parent() {
            Some(parent) if self.is_out_of_place(node, piece, parent, text) => {
                return Err(SourceEditError::TextOutOfPlace { node: describe(parent) });
            }
            Some(parent) => self.text_for(parent, text)?,
            None => escaped_text(text),
        };
        self.keep_newline(node.parent(), span);
        self.replace_span(span, &text);
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
        self.keep_newline(node.parent(), span);
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
        self.keep_newline(node.parent(), Span { start, end: start });
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
        let is_newline_ignored = ignores_a_newline(element);
        let newline = if is_newline_ignored { ignored_newline(self.source_from(start)) as u32 } else { 0 };
        self.keep_newline(Some(element), Span { start: start + newline, end: start + newline });
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
        self.keep_newline(Some(element), Span { start: end, end });
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
        let changes_something = |pending: &&PendingEdit| {
            pending.kind > EditKind::Insertion || !pending.edit.replacement.is_empty()
        };
        let mut edits: Vec<&PendingEdit> = self.edits.iter().filter(changes_something).collect();
        let in_source_order = |pending: &&PendingEdit| (pending.edit.span, pending.kind);
        edits.sort_by_key(in_source_order);
        let newlines = self.ignored_newlines.values();
        let newlines: Vec<_> = newlines.filter(|newline| self.precedes_a_newline(newline, &edits)).collect();
        edits.extend(newlines);
        edits.sort_by_key(in_source_order);
        for pair in edits.windows(2) {
            let [one, other] = pair else { continue };
            let is_same = one.edit.span == other.edit.span
                && [one, other].iter().all(|pending| pending.kind == EditKind::Replacement);
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

    fn source_from(&self, offset: u32) -> &'d str {
        self.source().get(offset as usize..).unwrap_or_default()
    }

    /// Ensures that a parser ignores no newline of the new contents, if an edit changes the start of the contents, and
    /// the element is one in which a parser ignores a newline there. `edited` is the span that the edit replaces.
    fn keep_newline(&mut self, element: Option<NodeRef<'_>>, edited: Span) {
        let Some(element) = element.filter(|&element| ignores_a_newline(element)) else { return };
        let is_at_start = element.start_tag_span().is_some_and(|tag| tag.end == edited.start);
        // If the source has a newline that the parser ignores, insertions are after that newline.
        if is_at_start && (edited.end > edited.start || ignored_newline(self.source_from(edited.start)) == 0)
        {
            let mut newline = PendingEdit::insertion(edited.start, "\n");
            newline.kind = EditKind::IgnoredNewline;
            self.ignored_newlines.insert(edited.start, newline);
        }
    }

    /// Whether the edited source may have a newline at the offset of `newline`. `edits` are in source order.
    fn precedes_a_newline(&self, newline: &PendingEdit, edits: &[&PendingEdit]) -> bool {
        let mut offset = newline.edit.span.start;
        let next = edits.partition_point(|pending| pending.edit.span.start < offset);
        for SourceEdit { span, replacement } in edits.iter().skip(next).map(|pending| &pending.edit) {
            if span.start > offset {
                break;
            }
            if !replacement.is_empty() {
                // The rest of a character reference may follow.
                return replacement == "&"
                    || replacement.starts_with("&#")
                    || ignored_newline(replacement) > 0;
            }
            offset = span.end;
        }
        ignored_newline(self.source_from(offset)) > 0
    }

    /// Whether a parser moves or drops `text`, or no longer creates the parent, if `text` replaces the data of a text
    /// node.
    fn is_out_of_place(&mut self, node: NodeRef<'d>, piece: Span, parent: NodeRef<'d>, text: &str) -> bool {
        match parent.start_tag() {
            // The text implies its parent. Whitespace implies no element, so the parser drops it.
            Some(StartTagSource::Implied(token)) if token.range().contains(&piece.range().start) => {
                text.is_empty() || text.starts_with(|first: char| first.is_ascii_whitespace())
            }
            // The parser creates the copy when it inserts the copy's first child.
            Some(StartTagSource::Copy(_)) if text.is_empty() => node.previous_sibling().is_none(),
            _ => !text.is_empty() && is_whitespace(text) && self.is_moved_out_of_a_table(node, piece, parent),
        }
    }

    /// Whether the parser moved the text out of a table. Whitespace would stay in the table.
    fn is_moved_out_of_a_table(&mut self, node: NodeRef<'d>, piece: Span, parent: NodeRef<'d>) -> bool {
        if node.data().is_none_or(is_whitespace) {
            return false;
        }
        // The parser may have created copies of formatting elements around the text.
        let is_copy = |element: &NodeRef<'_>| matches!(element.start_tag(), Some(StartTagSource::Copy(_)));
        let place = parent.inclusive_ancestors().find(|ancestor| !is_copy(ancestor)).unwrap_or(parent);
        let tables = self.tables.entry(place.id()).or_insert_with(|| {
            let tables = place.children().filter(|child| child.is_html(known::TABLE));
            tables.filter_map(NodeSource::source_span).collect()
        });
        let next = tables.partition_point(|table| table.start <= piece.start);
        next.checked_sub(1).and_then(|last| tables.get(last)).is_some_and(|table| piece.start < table.end)
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

    /// Returns the form in which text is written into an element.
    fn text_for(&self, element: NodeRef<'_>, text: &str) -> Result<String, SourceEditError> {
        refuse_null_characters(element, text)?;
        let is_literal = |spans: &SourceSpans| {
            let name = search::element_name(element);
            spans.has_literal_text(name) && (name.is_some() || element == self.document.root())
        };
        if search::source_spans(self.document).is_some_and(is_literal) {
            if text.contains("</") || text.contains("<!--") || text.contains('\r') {
                return Err(SourceEditError::RawText { node: describe(element) });
            }
            return Ok(text.to_owned());
        }
        if has_whitespace_only(element) && !is_whitespace(text) {
            return Err(SourceEditError::TextOutOfPlace { node: describe(element) });
        }
        Ok(escaped_text(text))
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

fn is_whitespace(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

fn ends_a_tag_name(character: char) -> bool {
    character.is_ascii_whitespace() || matches!(character, '/' | '>')
}

fn refuse_null_characters(node: NodeRef<'_>, text: &str) -> EditResult {
    if text.contains('\0') { Err(SourceEditError::NullCharacter { node: describe(node) }) } else { Ok(()) }
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
