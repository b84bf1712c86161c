//! [`SourceEdits`]: changes the source of a document and leaves every other byte unchanged.

mod attributes;
mod contents;
mod end_of_body;
mod plan;
mod seams;

use std::collections::{BTreeMap, HashMap};

use hedgerow_base::{EndTagSource, SourceEdit, Span, StartTagSource, known};
use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef, search};

use self::attributes::{LastInTags, TagEdits};
use self::plan::Plan;
use crate::tag_source::ends_a_tag_name;
use crate::{NodeSource, SourceEditError};

/// A collection of changes to a document's source. The nodes of the document specify the places to change. The document
/// itself does not change.
///
/// The rest of the source stays unchanged, byte for byte. The spans and names of the nodes are those of the source, so a
/// document that was changed after it was parsed is refused.
///
/// The edits are a plan. What depends on several of them is decided when they are [applied](Self::apply), so the order of the
/// calls makes no difference, except as the rules say:
///
/// - An edit means a place in the tree. Where several places have the same offset in the source, as at the end of `a` in
///   `<p>a<p>b`, the edits are written in the order of the tree: first what is appended to an element, then its end tag, then
///   what is inserted after it, then what is inserted before the next node. Insertions at the same place have the order of the
///   calls.
/// - Elements that are open at `</body>` end there, if only whitespace of the `body` comes after it, although a parser puts the
///   whitespace into them. The contents of a `body` with other content after `</body>` end after this content.
/// - An end tag that is implied in the source is written if something comes after it that might not imply it, or if the element
///   is renamed. It has the new name of the element, and is not written for an element that is replaced.
/// - Text is escaped for the element that will contain it: for its new name, if the element is renamed.
/// - Elements and text that stay keep their namespaces: an edit is refused after which a parser would read the
///   [contents](SourceEditError::ContentsOfOtherKind) of an element as HTML instead of SVG, or as text instead of markup, or
///   would [end](SourceEditError::EndsForeignElements) an `svg` element in another place.
/// - Text that comes together does not become markup: if a parser would read the text before a change and the character after it as
///   a tag, a character reference or one newline, as in `<<!-- -->b>`, then this character is written as a character reference.
///   Where there are no references, as in a `script`, the edit is [refused](SourceEditError::JoinedText).
/// - If an attribute is changed several times, the last change applies. The same holds for the name of an element.
/// - All other changes of the same node or contents, and changes inside replaced ones, [overlap](SourceEditError::Overlap), which
///   is an error. Insertions at the start and at the end of replaced contents do not overlap.
///
/// Attribute names are those in the source, such as `xlink:href`, ignoring case.
///
/// If the parser has moved nodes out of an element, or into it, then neither the element nor its contents can be
/// [replaced](SourceEditError::MovedNodes). An element of which the parser has created [copies](SourceEditError::HasCopies)
/// outside the replaced part is neither replaced nor renamed. After source that ends in an
/// [unfinished](SourceEditError::UnfinishedSource) tag or comment, nothing is inserted.
///
/// An edit of an attribute or of a text is an error if a parser of the new source would lose the new value or put it
/// elsewhere: for example, if a later `body` tag brings back the attribute, or if the text has a null character. Other effects
/// on the tree are not checked, because they depend on the whole source. To find them, parse the new source. Examples:
///
/// - Markup is written as it is. A parser may move it, or the nodes after it: after `</div><!-- `, for example, the rest of the
///   source is a comment, and after `<svg>` the elements are SVG. Markup before the first node of an implied `body` may belong to the `head`.
/// - If the parser copies an element, the copies have the new attributes, too. It copies fewer elements with equal
///   attributes.
/// - If a formatting element is still open, the parser puts the new contents of a later element into a copy of the
///   formatting element.
/// - Some attributes affect the parser, such as `type` of an `input` in a table, and `shadowrootmode` of a `template`.
/// - Text affects the parser, too. For example, a `frameset` replaces a `body` without text.
/// - A removed or renamed element may have implied another one, such as the `body`.
/// - The text of a `template` replaces its template contents here. In a document, it becomes a child beside them.
///
/// A source in another encoding than UTF-8 is changed by its bytes: `ByteMap::patch` of `hedgerow-input` takes the
/// [`edits`](Self::edits).
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
    nodes: BTreeMap<NodeId, NodeEdits>,
    /// The edits of start tags, by their offsets; those of an implied element by its id.
    tags: BTreeMap<(Option<NodeId>, u32), TagEdits<'d>>,
    /// For `html` and `body` elements, the attributes in all tags of the element.
    last_in_tags: HashMap<NodeId, LastInTags>,
    /// The innermost element around a node that is not a copy, for the parents of texts and the copies around them.
    originals: HashMap<NodeId, NodeId>,
    /// The spans of the tables among the children of a node, in source order.
    tables: HashMap<NodeId, Vec<Span>>,
}

/// The edits of a node, other than those of its attributes.
#[derive(Clone, Default, Debug)]
struct NodeEdits {
    before: String,
    after: String,
    prepended: String,
    appended: String,
    new_name: Option<String>,
    /// The replacement of the node, which is text only if the node is a text.
    replacement: Option<Replacement>,
    contents: Option<Replacement>,
    /// The methods of the last two calls, if the node or its contents are replaced twice.
    repetition: Option<[&'static str; 2]>,
}

#[derive(Clone, Debug)]
enum Replacement {
    Html(String),
    Text(String),
}

type EditResult = Result<(), SourceEditError>;

impl<'d> SourceEdits<'d> {
    /// Creates an empty collection. The document must have been parsed with source spans, and must not have been changed since;
    /// otherwise each change is an error.
    ///
    /// ```
    /// use hedgerow::source::SourceEdits;
    /// let document = hedgerow::Parser::new().source_spans(true).parse("<p>").into_document();
    /// assert_eq!(SourceEdits::new(&document).apply()?, "<p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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
            nodes: BTreeMap::new(),
            tags: BTreeMap::new(),
            last_in_tags: HashMap::new(),
            originals: HashMap::new(),
            tables: HashMap::new(),
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
        if !name.starts_with(|first: char| first.is_ascii_alphabetic())
            || name.contains(ends_a_tag_name)
            || name.contains('\0')
            || name.eq_ignore_ascii_case("plaintext")
        {
            return Err(SourceEditError::InvalidName { name: name.to_owned() });
        }
        start_tag(element)?;
        self.edits_of(element).new_name = Some(name.to_owned());
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
        contents(element)?;
        self.edits_of(element).replace_contents(Replacement::Html(html.to_owned()));
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
        let text_of = |text: &str| Replacement::Text(text.to_owned());
        if node.kind() != NodeKind::Text {
            contents(node)?;
            refuse_null_characters(node, text)?;
            self.edits_of(node).replace_contents(text_of(text));
            return Ok(());
        }
        let mut pieces = node.text_pieces();
        let piece = pieces.next().ok_or_else(|| not_in_source(node))?;
        if pieces.next().is_some() {
            return Err(SourceEditError::InPieces { node: describe(node) });
        }
        refuse_null_characters(node.parent().unwrap_or(node), text)?;
        if let Some(parent) = node.parent()
            && self.is_out_of_place(node, piece, parent, text)
        {
            return Err(SourceEditError::TextOutOfPlace { node: describe(parent) });
        }
        self.edits_of(node).replace(text_of(text));
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
        self.extent(node)?;
        self.edits_of(node).replace(Replacement::Html(html.to_owned()));
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
        self.extent(node)?;
        self.edits_of(node).before.push_str(html);
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
        self.extent(node)?;
        self.edits_of(node).after.push_str(html);
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
        contents(element)?;
        self.edits_of(element).prepended.push_str(html);
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
        contents(element)?;
        self.edits_of(element).appended.push_str(html);
        Ok(())
    }

    /// The changes in source order.
    ///
    /// # Errors
    ///
    /// If two edits [overlap](SourceEditError::Overlap); if the source of a replaced node is not that of the nodes in it, because
    /// the parser [moved](SourceEditError::MovedNodes) some; if a text cannot be [escaped](SourceEditError::RawText) or is [out of
    /// place](SourceEditError::TextOutOfPlace) in its element, as in a `table`; if an element cannot have its contents
    /// under its [new name](SourceEditError::ContentsOfOtherKind); if a parser would [end](SourceEditError::EndsForeignElements)
    /// an `svg` or `math` element; if an element would have two [attributes](SourceEditError::AttributeExists) with the same
    /// name; if an element has [copies](SourceEditError::HasCopies); if texts [join](SourceEditError::JoinedText) that cannot be
    /// escaped; or if the source ends in an [unfinished](SourceEditError::UnfinishedSource) tag or comment.
    pub fn edits(&self) -> Result<Vec<SourceEdit>, SourceEditError> {
        Plan::new(self).resolve()
    }

    /// The source with all changes applied. The time is linear in the document and the edits, except that the edits are sorted.
    ///
    /// # Errors
    ///
    /// In the same cases as [`edits`](Self::edits).
    pub fn apply(&self) -> Result<String, SourceEditError> {
        let source = self.source();
        let mut patched = String::with_capacity(source.len());
        let mut end = 0;
        for SourceEdit { span, replacement, .. } in self.edits()? {
            patched.push_str(&source[end..span.range().start]);
            patched.push_str(&replacement);
            end = span.range().end;
        }
        patched.push_str(&source[end..]);
        Ok(patched)
    }

    fn source(&self) -> &'d str {
        self.document.source().unwrap_or_default()
    }

    fn edits_of(&mut self, node: NodeRef<'_>) -> &mut NodeEdits {
        self.nodes.entry(node.id()).or_default()
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
        let place = self.original_around(parent);
        let tables = self.tables.entry(place.id()).or_insert_with(|| {
            let tables = place.children().filter(|child| child.is_html(known::TABLE));
            tables.filter_map(NodeSource::source_span).collect()
        });
        let next = tables.partition_point(|table| table.start <= piece.start);
        next.checked_sub(1).and_then(|last| tables.get(last)).is_some_and(|table| piece.start < table.end)
    }

    /// Returns an element, or the innermost ancestor that is not a copy: the parser may have created copies of formatting
    /// elements around a text.
    fn original_around(&mut self, element: NodeRef<'d>) -> NodeRef<'d> {
        let mut original = element;
        let mut copies = Vec::new();
        while matches!(original.start_tag(), Some(StartTagSource::Copy(_))) {
            copies.push(original.id());
            let known = self.originals.get(&original.id()).map(|&id| self.document.node(id));
            match known.or_else(|| original.parent()) {
                Some(next) if next != original => original = next,
                _ => break,
            }
        }
        self.originals.extend(copies.into_iter().map(|copy| (copy, original.id())));
        original
    }

    /// The node with an id.
    fn node(&self, id: NodeId) -> Result<NodeRef<'d>, SourceEditError> {
        let describe_id = || format!("#{} ({})", id.index(), search::why_missing(self.document, id));
        let node =
            self.document.get(id).ok_or_else(|| SourceEditError::NoSuchNode { node: describe_id() })?;
        if self.lacks_source || self.document.source().is_none() {
            return Err(not_in_source(node));
        }
        if !search::is_as_parsed(self.document) {
            return Err(SourceEditError::Changed { node: describe(node) });
        }
        Ok(node)
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
}

impl NodeEdits {
    fn replace(&mut self, by: Replacement) {
        let new = by.method("replace");
        if let Some(old) = self.replacement.replace(by) {
            self.repetition = Some([old.method("replace"), new]);
        }
    }

    fn replace_contents(&mut self, by: Replacement) {
        let new = by.method("set_html");
        if let Some(old) = self.contents.replace(by) {
            self.repetition = Some([old.method("set_html"), new]);
        }
    }
}

impl Replacement {
    /// Returns the method that replaces by this.
    fn method(&self, of_html: &'static str) -> &'static str {
        match self {
            Self::Html(_) => of_html,
            Self::Text(_) => "set_text",
        }
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

fn is_whitespace(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
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
