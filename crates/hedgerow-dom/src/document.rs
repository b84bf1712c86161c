//! [`Document`], the arena: its vectors and side tables; from ids to nodes.
//!
//! What is not here: the creation of nodes (`create.rs`), links between them (`mutate.rs`), ids (`node_id.rs`).

use std::collections::BTreeMap;
use std::fmt;

use hedgerow_names::{NameInterner, QuirksMode, SideTable};

use crate::attribute_overlay::AttributeOverlay;
use crate::attributes::{Attribute, AttributeRange};
use crate::edit::{Attempt, KnownClasses, MutationError, MutationRule, Reclamation};
use crate::long_attributes::AttributeIndex;
use crate::node::{DoctypeSpans, Node, NodeData};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::node_vector::NodeVector;
use crate::scan::OrderMemory;
use crate::shadow::ShadowRootRecord;
use crate::source::SourceSpans;
use crate::text::TextHeap;

/// A document: a flat row of nodes, all their attributes, all their text.
///
/// <https://dom.spec.whatwg.org/#interface-document>
#[derive(Clone)]
pub struct Document {
    pub(crate) nodes: NodeVector,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) text: TextHeap,
    pub(crate) names: NameInterner,
    pub(crate) root: Slot,
    quirks_mode: QuirksMode,
    pub(crate) doctypes: Vec<DoctypeSpans>,
    /// The indices of those that no node has.
    pub(crate) free_doctypes: Vec<u32>,
    /// The template contents of each `template` element that has [`NodeFlags::TEMPLATE_CONTENTS`].
    pub(crate) template_contents: SideTable<Slot, Slot>,
    /// The shadow root of each element that has [`NodeFlags::SHADOW_HOST`].
    pub(crate) shadow_roots: SideTable<Slot, ShadowRootRecord>,
    /// The changes of the attributes of each element that has [`NodeFlags::CHANGED_ATTRIBUTES`].
    pub(crate) attribute_overlays: SideTable<Slot, Box<AttributeOverlay>>,
    /// Indexes of long lists, which elements may share.
    pub(crate) attribute_indexes: BTreeMap<AttributeRange, AttributeIndex>,
    /// The classes of the element that got one last, if these are long.
    pub(crate) known_classes: Option<Box<KnownClasses>>,
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
    /// Text that stands in the source need not be copied again: see [`NewText::OfSource`](crate::NewText::OfSource).
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
            root: Slot::FIRST,
            quirks_mode: QuirksMode::default(),
            doctypes: Vec::new(),
            free_doctypes: Vec::new(),
            template_contents: SideTable::default(),
            shadow_roots: SideTable::default(),
            attribute_overlays: SideTable::default(),
            attribute_indexes: BTreeMap::new(),
            known_classes: None,
            order: OrderMemory::default(),
            reclamation: Reclamation::default(),
            source_spans: None,
        };
        document.begin(source);
        document
    }

    /// Makes this an empty document with another source, as [`with_source`](Self::with_source) does, in the memory that it
    /// has already.
    ///
    /// All ids of nodes become stale. Source spans are kept from now on if they were before.
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
            nodes: _,
            attributes,
            text: _,
            names,
            root: _,
            quirks_mode,
            doctypes,
            free_doctypes,
            template_contents,
            shadow_roots,
            attribute_overlays,
            attribute_indexes,
            known_classes,
            order,
            reclamation,
            source_spans,
        } = self;
        attributes.clear();
        names.clear();
        *quirks_mode = QuirksMode::default();
        doctypes.clear();
        free_doctypes.clear();
        template_contents.clear();
        shadow_roots.clear();
        attribute_overlays.clear();
        attribute_indexes.clear();
        *known_classes = None;
        *order = OrderMemory::default();
        *reclamation = Reclamation::default();
        if let Some(spans) = source_spans {
            spans.clear();
        }
        self.begin(source);
    }

    /// Takes a source, and makes room for the nodes that it usually becomes. The document is empty otherwise.
    fn begin(&mut self, source: &str) {
        let tags = estimate_of_tags(source.as_bytes());
        self.nodes.restart(nodes_for(tags));
        self.root = self.nodes.push(NodeData::Document);
        self.attributes.reserve_exact(attributes_for(tags));
        self.text.restart(source);
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
        self.id_of(self.root)
    }

    /// Makes another node the root.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NodeKind};
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document.set_root(fragment)?;
    /// assert_eq!(document.root().kind(), NodeKind::DocumentFragment);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the node is neither a `Document` nor a `DocumentFragment` without a host.
    pub fn set_root(&mut self, node: NodeId) -> Result<(), MutationError> {
        let attempt = Attempt::on("make the root of", node);
        let node = self.slot_for(attempt)?;
        match self.nodes[node].data {
            NodeData::Document | NodeData::DocumentFragment { host: None } => {
                self.unchecked().set_root(node);
                Ok(())
            }
            _ => Err(self.refusal(attempt, None, MutationRule::CannotBeRoot)),
        }
    }

    /// The root.
    #[inline]
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.at(self.root)
    }

    /// The view of a node.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let text = document.create_text("Hello");
    /// assert_eq!(document.node(text).data(), Some("Hello"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the node was removed, or the id is of another document: see [`NodeId`]. [`get`](Self::get) returns `None` then.
    #[inline]
    #[must_use]
    #[track_caller]
    #[expect(clippy::panic, reason = "documented, and `get` does not panic")]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        match self.get(id) {
            Some(node) => node,
            None => panic!("no node {id:?}: {}", self.why_missing(id)),
        }
    }

    /// The view of a node; `None` if it was removed, or the id is of another document.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let text = document.create_text("Hello");
    /// assert!(document.get(text).is_some());
    /// document.remove(text)?;
    /// assert!(document.get(text).is_none());
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.slot_of(id).map(|slot| self.at(slot))
    }

    /// The view of the node in a slot, for parsers and for crates that keep tables.
    ///
    /// # Panics
    ///
    /// If the slot has no node now.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn node_at(&self, slot: Slot) -> NodeRef<'_> {
        assert!(self.nodes.contains(slot), "there is no node in a slot of this document");
        self.at(slot)
    }

    /// The view of the node in a slot that has one.
    #[inline]
    pub(crate) fn at(&self, slot: Slot) -> NodeRef<'_> {
        NodeRef::new(self, slot)
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
        self.nodes.ids().map(|slot| self.id_of(slot))
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

    /// What a node is called in messages: its id and its kind or name.
    pub(crate) fn describe(&self, slot: Slot) -> String {
        match self.nodes[slot].data {
            NodeData::Element { name, .. } => format!("{slot:?} <{}>", self.names.text(name)),
            _ => format!("{slot:?} {:?}", self.kind(slot)),
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

impl Node {
    /// A node without links.
    #[inline]
    pub(crate) fn detached(id: Slot, data: NodeData) -> Self {
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
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Attribute>(), 16);
        assert_eq!(size_of::<NodeRef<'_>>(), 2 * size_of::<usize>());
    }
}
