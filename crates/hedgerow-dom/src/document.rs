//! [`Document`]: the vectors and tables of the arena.

use hedgerow_base::{NameInterner, QuirksMode, SourceSpans};

use crate::attribute_data::Attribute;
use crate::node::NodeData;
use crate::node_id::{NodeId, Slot};
use crate::node_vector::NodeVector;
use crate::rare::LazyRare;
use crate::search_cache::SearchCache;
use crate::source::NewSource;
use crate::text::TextHeap;
use crate::unchecked::Unchecked;

/// A document: a vector of nodes, a vector of attributes, and a heap of text. <https://dom.spec.whatwg.org/#interface-document>
#[derive(Clone)]
pub struct Document {
    pub(crate) nodes: NodeVector,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) text: TextHeap,
    pub(crate) names: NameInterner,
    pub(crate) root: Slot,
    quirks_mode: QuirksMode,
    character_set: &'static str,
    pub(crate) rare: LazyRare,
    /// The cached results of searches; empty after a change, until the next search.
    pub(crate) search_cache: SearchCache,
    /// The positions of nodes in the source, if they are kept.
    pub(crate) source_spans: Option<Box<SourceSpans>>,
}

/// The encoding of documents that were not decoded.
pub(crate) const UTF_8: &str = "UTF-8";

impl Document {
    /// Creates an empty document in no-quirks mode. Its root is a `Document` node.
    pub fn new() -> Self {
        Self::with_source(NewSource::Copied(""))
    }

    /// Creates an empty document with its source, and reserves room for the nodes that such a source usually becomes. Text of the
    /// source need not be copied again: see [`NewText::OfSource`](crate::NewText::OfSource).
    ///
    /// # Panics
    ///
    /// If the source is longer than 4 GiB.
    pub fn with_source<'s>(source: impl Into<NewSource<'s>>) -> Self {
        let mut document = Self::without_nodes();
        document.begin(source.into());
        document
    }

    /// Creates a document that has no nodes yet, not even a root; [`begin`](Self::begin) adds it.
    #[inline(always)]
    pub(crate) fn without_nodes() -> Self {
        Self {
            nodes: NodeVector::default(),
            attributes: Vec::new(),
            text: TextHeap::EMPTY,
            names: NameInterner::default(),
            root: Slot::FIRST,
            quirks_mode: QuirksMode::default(),
            character_set: UTF_8,
            rare: LazyRare::default(),
            search_cache: SearchCache::default(),
            source_spans: None,
        }
    }

    /// Stores the source in an empty document, and reserves room for nodes.
    pub(crate) fn begin(&mut self, source: NewSource<'_>) {
        // OPTIMIZATION: the source is copied first, which brings it into the caches.
        self.text.restart(source);
        let tags = estimate_of_tags(self.text.source().as_bytes());
        self.nodes.restart(nodes_for(tags));
        self.root = self.nodes.push(NodeData::Document);
        self.attributes.reserve_exact(tags / 4);
    }

    /// Returns the id of the root: the `Document` node, or the `DocumentFragment` of a parsed fragment.
    #[inline]
    pub fn root_id(&self) -> NodeId {
        self.id_of(self.root)
    }

    /// Returns the number of nodes, including those that are not in the tree.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of bytes of text that the document stores: its source, and the texts and values that were added to it.
    /// Nodes can share text, so the HTML of the document can be much longer.
    #[inline]
    pub fn text_size(&self) -> u64 {
        self.text.len() as u64
    }

    /// Returns a number that is greater than the [index](NodeId::index) of each node: the length of a table with an entry for
    /// each node.
    pub fn id_limit(&self) -> usize {
        self.nodes.slot_count()
    }

    /// Returns the ids of all nodes in the order of their [indices](NodeId::index), including nodes that are not in the tree.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.nodes.slots().map(|slot| self.id_of(slot))
    }

    /// Returns the mode of the document. <https://dom.spec.whatwg.org/#concept-document-mode>
    #[inline]
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
    }

    /// Sets the mode of the document.
    pub fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
        self.search_cache.invalidate_attributes();
    }

    /// Returns the name of the encoding from which the document was decoded. It is `UTF-8` unless the document was parsed from
    /// bytes in another encoding. URLs in the document have their queries in this encoding.
    /// <https://dom.spec.whatwg.org/#dom-document-characterset>
    #[doc(alias = "characterSet")]
    pub fn character_set(&self) -> &'static str {
        self.character_set
    }

    /// Sets the name of the encoding from which the document was decoded: a name of the Encoding Standard.
    pub fn set_character_set(&mut self, name: &'static str) {
        self.character_set = name;
    }

    /// Returns the decoded source, to which all spans refer; `None` if spans are not kept. It is empty while a document is parsed
    /// in chunks.
    pub fn source(&self) -> Option<&str> {
        Some(self.source_spans.as_ref()?.source().unwrap_or_else(|| self.text.source()))
    }

    /// Whether text was omitted because it did not fit. The source, texts, comments and values of attributes together have at
    /// most 4 GiB.
    ///
    /// Methods that return a `Result` return [`MutationRule::TooMuchText`](crate::MutationRule::TooMuchText) instead, and a
    /// parser stops with a reason. Only methods that always return a node omit text.
    pub fn has_lost_text(&self) -> bool {
        self.text.is_full()
    }

    /// Returns the operations of a parser, which do not check their arguments.
    #[inline(always)]
    pub fn unchecked(&mut self) -> Unchecked<'_> {
        Unchecked { document: self }
    }
}

/// Returns the number of nodes to reserve. Most tags come in pairs around an element and have text on both sides.
pub(crate) fn nodes_for(tags: usize) -> usize {
    8 + tags + tags / 4
}

/// Estimates the number of tags of a source from the number of `<` in samples. The estimate is bounded, so that no source
/// reserves more than a small multiple of its own length.
pub(crate) fn estimate_of_tags(source: &[u8]) -> usize {
    const SAMPLE: usize = 256;
    const SAMPLES: usize = 64;
    const MOST: usize = 1 << 20;
    /// For estimates up to this one, counting costs more than the memory that it could save.
    const SMALL: usize = 8;
    let most = MOST.min(source.len() / 8);
    if most <= SMALL {
        return most;
    }
    let count = |sample| memchr::memchr_iter(b'<', sample).count();
    if source.len() <= SAMPLE * SAMPLES {
        return count(source).min(most);
    }
    let distance = source.len() / SAMPLES;
    let sampled: usize = source.chunks(distance).map(|part| count(&part[..part.len().min(SAMPLE)])).sum();
    (sampled.saturating_mul(distance) / SAMPLE).min(most)
}

/// Frees the unused capacity of a vector if it exceeds both 64 elements and an eighth of the length.
pub(crate) fn release_reserve<T>(vector: &mut Vec<T>) {
    if vector.capacity() - vector.len() > 64.max(vector.len() / 8) {
        vector.shrink_to_fit();
    }
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

    #[test]
    fn tags_are_estimated_from_samples_and_within_bounds() {
        let page = "<p>Some text, <b>and more</b> of it.</p>\n".repeat(20_000);
        let tags = page.matches('<').count();
        let estimate = estimate_of_tags(page.as_bytes());
        assert!((tags * 9 / 10..tags * 11 / 10).contains(&estimate), "{estimate} of {tags}");
        assert_eq!(estimate_of_tags(b"<p>a<b>bold</b>"), 1, "at most an eighth of the bytes");
        assert_eq!(estimate_of_tags(&vec![b'<'; 80_000]), 10_000);
        assert_eq!(estimate_of_tags(&vec![b'<'; 1 << 24]), 1 << 20);
        assert_eq!(estimate_of_tags(b""), 0);
    }

    #[test]
    fn a_reserve_is_released_unless_it_is_small() {
        let reserve_left = |length: usize, reserve: usize| {
            let mut vector = vec![0; length];
            vector.reserve_exact(reserve);
            release_reserve(&mut vector);
            vector.capacity() - length
        };
        assert_eq!([125, 126].map(|reserve| reserve_left(1000, reserve)), [125, 0], "an eighth");
        assert_eq!([64, 65].map(|reserve| reserve_left(10, reserve)), [64, 0], "a short vector");
    }

    #[test]
    fn sizes() {
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Attribute>(), 16);
    }
}
