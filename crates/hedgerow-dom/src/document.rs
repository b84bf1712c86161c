//! [`Document`], the arena: its vectors and side tables; from ids to nodes.
//!
//! What is not here: the creation of nodes (`create.rs`), links between them (`links.rs`), ids (`node_id.rs`).

use std::collections::BTreeMap;

use hedgerow_names::{NameInterner, QuirksMode, SideTable};

use crate::attribute_data::{Attribute, AttributeIndex, AttributeRange, KnownClasses};
use crate::attribute_overlay::AttributeOverlay;
use crate::node::{DoctypeSpans, NodeData, ShadowRootRecord};
use crate::node_id::{NodeId, Slot};
use crate::node_vector::NodeVector;
use crate::reclamation::Reclamation;
use crate::search_cache::SearchCache;
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
    /// What is remembered for those who search.
    pub(crate) search_cache: SearchCache,
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
            search_cache: SearchCache::default(),
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
            search_cache,
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
        *search_cache = SearchCache::default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Node;
    use crate::node_ref::NodeRef;

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
