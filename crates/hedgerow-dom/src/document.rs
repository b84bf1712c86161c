//! [`Document`], the arena: its vectors and side tables, and the creation of nodes; [`NodeId`].
//!
//! What is not here: links between nodes (`mutate.rs`), attributes after creation (`attributes.rs`).

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;

use hedgerow_names::{AttributeName, ElementName, NameId, NameInterner, QuirksMode, SideTable, known};

use crate::attribute_index::AttributeIndex;
use crate::attributes::{Attribute, AttributeList, AttributeRange};
use crate::edit::Reclamation;
use crate::node::{DoctypeSpans, Node, NodeData, NodeKind};
use crate::node_ref::NodeRef;
use crate::node_vector::NodeVector;
use crate::scan::OrderMemory;
use crate::shadow::ShadowRootRecord;
use crate::source::SourceSpans;
use crate::text::{NewText, TextHeap, TextRun};

/// A node of a [`Document`], as a number.
///
/// It means something only to the document that gave it; given to another (not a clone of it),
/// it denotes an unrelated node, or the call panics.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The id of the first node.
    pub(crate) const FIRST: Self = Self(NonZeroU32::MIN);

    /// The number as an index into tables with an entry for each node: from 1, below [`Document::id_limit`]; in the order of
    /// creation as long as no node was removed.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let first = document.create_text("first");
    /// let second = document.create_text("second");
    /// assert_eq!(second.index(), first.index() + 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The id of the node at `index` of the row.
    #[inline]
    #[expect(
        clippy::expect_used,
        reason = "so many nodes take 128 GiB; `Limits::nodes` stops a parser long before"
    )]
    pub(crate) fn at(index: usize) -> Self {
        let number = u32::try_from(index).ok().and_then(NonZeroU32::new);
        Self(number.expect("the nodes of a document are limited to 4 thousand million"))
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}

/// A document: a flat row of nodes, all their attributes, all their text.
///
/// <https://dom.spec.whatwg.org/#interface-document>
#[derive(Clone)]
pub struct Document {
    pub(crate) nodes: NodeVector,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) text: TextHeap,
    pub(crate) names: NameInterner,
    pub(crate) root: NodeId,
    quirks_mode: QuirksMode,
    pub(crate) doctypes: Vec<DoctypeSpans>,
    /// The indices of those that no node has.
    pub(crate) free_doctypes: Vec<u32>,
    /// The template contents of each `template` element that has [`NodeFlags::TEMPLATE_CONTENTS`].
    pub(crate) template_contents: SideTable<NodeId, NodeId>,
    /// The shadow root of each element that has [`NodeFlags::SHADOW_HOST`].
    pub(crate) shadow_roots: SideTable<NodeId, ShadowRootRecord>,
    /// The places of the attributes of each element that has [`NodeFlags::INDEXED_ATTRIBUTES`].
    pub(crate) attribute_indexes: SideTable<NodeId, AttributeIndex>,
    /// Those of long lists that several elements share, none of which owns them.
    pub(crate) shared_attribute_indexes: BTreeMap<AttributeRange, AttributeIndex>,
    /// Whether the tree is in the order of the row.
    pub(crate) order: OrderMemory,
    /// What is known of the memory that nothing uses any more.
    pub(crate) reclamation: Reclamation,
    /// Where nodes stand in the source, if that is kept.
    pub(crate) source_spans: Option<Box<SourceSpans>>,
}

impl Document {
    /// An empty document: a `Document` node, which is the root, in no-quirks mode.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// let document = Document::new();
    /// assert_eq!(document.root().kind(), NodeKind::Document);
    /// assert_eq!(document.root().first_child(), None);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with_source("")
    }

    /// An empty document that has a copy of its source, and room for the nodes that such a source usually becomes.
    ///
    /// Text that stands in the source need not be copied again: see [`NewText::OfSource`].
    ///
    /// ```
    /// use hedgerow_dom::{Document, NewText};
    /// let mut document = Document::with_source("<!--note-->");
    /// let comment = document.create_comment(NewText::OfSource { start: 4, length: 4 });
    /// assert_eq!(document.node(comment).data(), Some("note"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the source is longer than 4 GiB.
    #[must_use]
    pub fn with_source(source: &str) -> Self {
        let mut document = Self {
            nodes: NodeVector::default(),
            attributes: Vec::new(),
            text: TextHeap::default(),
            names: NameInterner::default(),
            root: NodeId::FIRST,
            quirks_mode: QuirksMode::default(),
            doctypes: Vec::new(),
            free_doctypes: Vec::new(),
            template_contents: SideTable::default(),
            shadow_roots: SideTable::default(),
            attribute_indexes: SideTable::default(),
            shared_attribute_indexes: BTreeMap::new(),
            order: OrderMemory::default(),
            reclamation: Reclamation::default(),
            source_spans: None,
        };
        document.restart(source);
        document
    }

    /// Makes this an empty document with another source, as [`with_source`](Self::with_source) does, in the memory that it
    /// has already.
    ///
    /// All ids of nodes and names lose their meaning. Source spans are kept from now on if they were before.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment).unwrap();
    /// document.restart("");
    /// assert_eq!(document.root().first_child(), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If the source is longer than 4 GiB.
    pub fn restart(&mut self, source: &str) {
        let Self {
            nodes,
            attributes,
            text,
            names,
            root,
            quirks_mode,
            doctypes,
            free_doctypes,
            template_contents,
            shadow_roots,
            attribute_indexes,
            shared_attribute_indexes,
            order,
            reclamation,
            source_spans,
        } = self;
        let tags = estimate_of_tags(source.as_bytes());
        nodes.restart(nodes_for(tags));
        *root = nodes.push(NodeData::Document);
        attributes.clear();
        attributes.reserve_exact(attributes_for(tags));
        text.restart(source);
        names.clear();
        *quirks_mode = QuirksMode::default();
        doctypes.clear();
        free_doctypes.clear();
        template_contents.clear();
        shadow_roots.clear();
        attribute_indexes.clear();
        shared_attribute_indexes.clear();
        order.forget();
        *reclamation = Reclamation::default();
        if let Some(spans) = source_spans {
            spans.clear();
        }
    }

    /// The id of the root: the `Document` node, or the `DocumentFragment` that parsing a fragment gave.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert_eq!(document.root_id(), document.root().id());
    /// ```
    #[inline]
    #[must_use]
    pub fn root_id(&self) -> NodeId {
        self.root
    }

    /// Makes another node the root; the caller guarantees that it is a `Document` or a `DocumentFragment`.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document.set_root(fragment);
    /// assert_eq!(document.root().kind(), NodeKind::DocumentFragment);
    /// ```
    pub fn set_root(&mut self, node: NodeId) {
        debug_assert!(matches!(self.kind(node), NodeKind::Document | NodeKind::DocumentFragment));
        self.root = node;
        self.order.forget();
    }

    /// The root.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let document = Document::new();
    /// assert_eq!(document.root().children().count(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.node(self.root)
    }

    /// The view of a node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let text = document.create_text("Hello");
    /// assert_eq!(document.node(text).data(), Some("Hello"));
    /// ```
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef::new(self, id)
    }

    /// The view of a node; `None` if the id denotes no node of this document.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let text = document.create_text("Hello");
    /// assert!(document.get(text).is_some());
    /// document.remove(text)?;
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.nodes.contains(id).then(|| self.node(id))
    }

    /// How many nodes the document has, those included that are not in the tree.
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::new();
    /// document.create_comment("note");
    /// assert_eq!(document.node_count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A number that is greater than the [index](NodeId::index) of each node: how long a table of them has to be.
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::new();
    /// let comment = document.create_comment("note");
    /// assert!(comment.index() < document.id_limit());
    /// ```
    #[must_use]
    pub fn id_limit(&self) -> usize {
        self.nodes.slot_count()
    }

    /// The ids of all nodes, also of those that are in no tree, in the order of their [indices](NodeId::index).
    ///
    /// ```
    /// let mut document = hedgerow_dom::Document::new();
    /// let comment = document.create_comment("note");
    /// assert!(document.ids().eq([document.root_id(), comment]));
    /// ```
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.nodes.ids()
    }

    /// The names of this document: what gives a [`NameId`] its text.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let name = document.intern("my-element");
    /// assert_eq!(document.names().text(name), "my-element");
    /// ```
    #[inline]
    #[must_use]
    pub fn names(&self) -> &NameInterner {
        &self.names
    }

    /// The id of a name in this document.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::known;
    /// assert_eq!(Document::new().intern("div"), known::DIV);
    /// ```
    #[inline]
    pub fn intern(&mut self, text: &str) -> NameId {
        self.names.intern(text)
    }

    /// The mode of the document. <https://dom.spec.whatwg.org/#concept-document-mode>
    ///
    /// ```
    /// use hedgerow_dom::{Document, QuirksMode};
    /// assert_eq!(Document::new().quirks_mode(), QuirksMode::NoQuirks);
    /// ```
    #[inline]
    #[must_use]
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
    }

    /// Sets the mode of the document.
    ///
    /// ```
    /// use hedgerow_dom::{Document, QuirksMode};
    /// let mut document = Document::new();
    /// document.set_quirks_mode(QuirksMode::Quirks);
    /// assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    /// ```
    pub fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
    }

    /// Creates an element. One that is an HTML `template` gets a new `DocumentFragment` as its template
    /// contents.
    ///
    /// The caller guarantees that no two attributes have the same name.
    /// <https://dom.spec.whatwg.org/#concept-create-element>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let href = AttributeName::plain(known::HREF);
    /// let link = document.create_element(ElementName::html(known::A), [(href, "/")]);
    /// assert_eq!(document.node(link).outer_html(), r#"<a href="/"></a>"#);
    /// ```
    #[inline]
    pub fn create_element<'v>(
        &mut self,
        name: ElementName,
        attributes: impl IntoIterator<Item = (AttributeName, &'v str)>,
    ) -> NodeId {
        let attributes = attributes.into_iter().map(|(name, value)| (name, value.into()));
        let attributes = self.push_attributes(attributes);
        self.create_element_with_range(name, attributes)
    }

    /// Creates an element with the attributes that another element had when its list was taken: "create an
    /// element for the token for which another element was created". Nothing is copied as long as neither is
    /// changed.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let bold = ElementName::html(known::B);
    /// let first = document.create_element(bold, [(AttributeName::plain(known::ID), "x")]);
    /// let second = document.create_element_with_list(bold, document.attribute_list(first));
    /// assert_eq!(document.node(second).attribute("id"), Some("x"));
    /// ```
    #[inline]
    pub fn create_element_with_list(&mut self, name: ElementName, list: AttributeList) -> NodeId {
        let range = self.shareable_range(list);
        self.index_shared_attributes(range);
        self.create_element_with_range(name, range)
    }

    #[inline]
    fn create_element_with_range(&mut self, name: ElementName, attributes: AttributeRange) -> NodeId {
        let element = self.nodes.push(NodeData::element(name, attributes));
        if name.is_html(known::TEMPLATE) {
            self.create_template_contents(element);
        }
        element
    }

    /// Creates a `Text` node. <https://dom.spec.whatwg.org/#interface-text>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let text = document.create_text("Hello");
    /// assert_eq!(document.node(text).data(), Some("Hello"));
    /// ```
    #[inline]
    pub fn create_text(&mut self, data: &str) -> NodeId {
        let run = TextRun::sharing(self.text.push(data));
        self.nodes.push(NodeData::Text(run))
    }

    /// Creates a `Comment` node. <https://dom.spec.whatwg.org/#interface-comment>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment(" note ");
    /// assert_eq!(document.node(comment).outer_html(), "<!-- note -->");
    /// ```
    pub fn create_comment<'t>(&mut self, data: impl Into<NewText<'t>>) -> NodeId {
        let data = self.text.push(data);
        self.nodes.push(NodeData::Comment(data))
    }

    pub(crate) fn push_doctype(&mut self, spans: DoctypeSpans) -> NodeId {
        let index = self.free_doctypes.pop().unwrap_or_else(|| {
            self.doctypes.push(spans);
            self.doctypes.len() as u32 - 1
        });
        self.doctypes[index as usize] = spans;
        self.nodes.push(NodeData::DocumentType { index })
    }

    /// Creates a `DocumentFragment` node without a host.
    /// <https://dom.spec.whatwg.org/#interface-documentfragment>
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// assert_eq!(document.kind(fragment), NodeKind::DocumentFragment);
    /// ```
    pub fn create_document_fragment(&mut self) -> NodeId {
        self.nodes.push(NodeData::DocumentFragment { host: None })
    }

    /// What a node is called in messages: its id and its kind or name.
    pub(crate) fn describe(&self, id: NodeId) -> String {
        match self.nodes[id].data {
            NodeData::Element { name, .. } => format!("{id:?} <{}>", self.names.text(name)),
            _ => format!("{id:?} {:?}", self.kind(id)),
        }
    }
}

/// Room for the nodes that so many tags usually make: most come in pairs around an element, and have text on both sides.
fn nodes_for(tags: usize) -> usize {
    8 + tags + tags / 4
}

/// Room for their attributes.
fn attributes_for(tags: usize) -> usize {
    tags / 4
}

/// How many tags a source has: what it has of `<` in samples from all over it.
///
/// Bounded, so that a source that was made to be estimated wrong does not reserve more than a small multiple of itself.
fn estimate_of_tags(source: &[u8]) -> usize {
    const SAMPLE: usize = 256;
    const SAMPLES: usize = 64;
    const MOST: usize = 1 << 20;
    let most = MOST.min(source.len() / 8);
    let count = |sample| memchr::memchr_iter(b'<', sample).count();
    if source.len() <= SAMPLE * SAMPLES {
        return count(source).min(most);
    }
    let distance = source.len() / SAMPLES;
    let sampled: usize = source.chunks(distance).map(|part| count(&part[..part.len().min(SAMPLE)])).sum();
    (sampled.saturating_mul(distance) / SAMPLE).min(most)
}

impl Default for Document {
    fn default() -> Self {
        Self::new()
    }
}

/// The dump: see [`Document::to_test_format`].
impl fmt::Debug for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.root(), formatter)
    }
}

/// The HTML: see [`NodeRef::outer_html`].
impl fmt::Display for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.root(), formatter)
    }
}

impl Node {
    /// A node without links.
    #[inline]
    pub(crate) fn detached(id: NodeId, data: NodeData) -> Self {
        Self { parent: None, first_child: None, previous: id, next_sibling: None, data }
    }
}

/// A document goes anywhere, and so do views of it.
const _: () = {
    const fn assert_properties<T: Send + Sync + Clone + 'static>() {}
    assert_properties::<Document>();
    assert_properties::<NodeRef<'static>>();
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_estimated_from_samples_and_within_bounds() {
        let page = "<p>Some text, <b>and more</b> of it.</p>\n".repeat(20_000);
        let tags = page.matches('<').count();
        let estimate = estimate_of_tags(page.as_bytes());
        assert!((tags * 9 / 10..tags * 11 / 10).contains(&estimate), "{estimate} of {tags}");
        assert_eq!(estimate_of_tags(b"<p>a<b>bold</b>"), 1, "an eighth of the bytes at the most");
        assert_eq!(estimate_of_tags(&vec![b'<'; 80_000]), 10_000);
        assert_eq!(estimate_of_tags(&vec![b'<'; 1 << 24]), 1 << 20);
        assert_eq!(estimate_of_tags(b""), 0);
    }

    #[test]
    fn sizes() {
        assert_eq!(size_of::<NodeId>(), 4);
        assert_eq!(size_of::<Option<NodeId>>(), 4);
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Attribute>(), 16);
        assert_eq!(size_of::<NodeRef<'_>>(), 2 * size_of::<usize>());
    }
}
