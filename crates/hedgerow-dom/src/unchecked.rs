//! [`Unchecked`]: creation and description of nodes, the source, limits and source spans. `links.rs` has the changes of the tree.

use std::ops::Range;

use hedgerow_base::{AttributeName, ElementName, NameId, QuirksMode, ShadowRootInit, SourceSpans, known};

use crate::attribute_data::{AttributeList, AttributeRange};
use crate::document::UTF_8;
use crate::document::{Document, estimate_of_tags, nodes_for, release_reserve};
use crate::node::{DoctypeSpans, NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::own_attributes::OwnAttributes;
use crate::rare::LazyRare;
use crate::search_cache::SearchCache;
use crate::source::NewSource;
use crate::text::{NewText, TextRun};

/// The operations of a parser, which do not check their arguments: [`Document::unchecked`].
///
/// The documentation of each operation says what the caller guarantees. If that does not hold, the nodes may not form a tree any
/// more, and other methods may panic or loop forever. Memory safety is not affected.
#[derive(Debug)]
pub struct Unchecked<'d> {
    pub(crate) document: &'d mut Document,
}

impl Unchecked<'_> {
    /// Makes this an empty document with another source, as [`Document::with_source`] does, but reuses its memory.
    ///
    /// All ids of nodes become stale. The document keeps source spans if it kept them before. The caller guarantees that no
    /// parser works on the document.
    ///
    /// # Panics
    ///
    /// If the source is longer than 4 GiB.
    pub fn restart<'s>(self, source: impl Into<NewSource<'s>>) {
        let document = self.document;
        document.attributes.clear();
        document.names.clear();
        document.set_quirks_mode(QuirksMode::default());
        document.set_character_set(UTF_8);
        document.rare = LazyRare::default();
        document.search_cache = SearchCache::default();
        if let Some(spans) = &mut document.source_spans {
            spans.clear();
        }
        document.begin(source.into());
    }

    /// Appends a chunk to the source of a document that began with an empty source. Ranges of all chunks are [texts of the
    /// source](NewText::OfSource), until memory is reclaimed. Returns false if the chunk does not fit: then, and after memory was
    /// reclaimed, no more chunks can be appended.
    #[must_use]
    pub fn append_source(self, chunk: &str) -> bool {
        let Document { nodes, text, .. } = self.document;
        nodes.reserve_for_chunk(match text.source_length() {
            0 => nodes_for(estimate_of_tags(chunk.as_bytes())),
            // The chunk probably has as many nodes for each byte as the source before it.
            before => (nodes.len() as u64 * chunk.len() as u64 / before as u64) as usize,
        });
        text.append_source(chunk)
    }

    /// Returns the number of bytes of the source.
    pub fn source_length(self) -> usize {
        self.document.text.source_length()
    }

    /// Frees most of the memory that was reserved for the text of more [chunks](Self::append_source).
    pub fn end_source(self) {
        self.document.text.end_source();
    }

    /// Frees the unused capacity of the vectors of nodes and attributes, each only if it exceeds 64 elements and an eighth of the
    /// vector's length.
    pub fn release_reserve(self) {
        self.document.nodes.release_reserve();
        release_reserve(&mut self.document.attributes);
    }
}

/// The kind and the data of a node, for [`Unchecked::describe`]: a reader of JSON, for example, creates a node before
/// it has read the kind and the data.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the methods that create such nodes are documented")]
pub enum Description<'t> {
    Document,
    DocumentFragment,
    /// May be given only for a node that is already a shadow root.
    ShadowRoot(ShadowRootInit),
    DocumentType {
        name: &'t str,
        public_id: &'t str,
        system_id: &'t str,
    },
    Element(ElementName, &'t [(AttributeName, &'t str)]),
    Text(&'t str),
    Comment(&'t str),
    ProcessingInstruction {
        target: &'t str,
        data: &'t str,
    },
}

/// Creation and description of nodes.
impl Unchecked<'_> {
    /// Interns a name and returns its id, which is valid only in this document.
    #[inline]
    pub fn intern(self, text: &str) -> NameId {
        self.document.names.intern(text)
    }

    /// Creates an element. An HTML `template` element gets a new `DocumentFragment` as its template contents.
    ///
    /// The caller guarantees that the names are of this document, and that the names of the attributes are distinct.
    /// <https://dom.spec.whatwg.org/#concept-create-element>
    #[inline]
    pub fn create_element<'v>(
        self,
        name: ElementName,
        attributes: impl IntoIterator<Item = (AttributeName, &'v str)>,
    ) -> Slot {
        let attributes = attributes.into_iter().map(|(name, value)| (name, value.into()));
        let attributes = self.document.push_attributes(attributes);
        self.document.create_element_with_range(name, attributes)
    }

    /// Creates an element with the attributes of a list, which another element had when the list was taken: "create an element
    /// for the token for which another element was created". The elements share the list until one of them changes.
    ///
    /// The caller guarantees that the list is of this document, and that memory was not reclaimed since the list was taken.
    #[inline]
    #[must_use]
    pub fn create_element_with_list(self, name: ElementName, list: AttributeList) -> Slot {
        let Some(owner) = list.owner else {
            return self.document.create_element_with_range(name, list.range);
        };
        let own = self.document.own_attributes(owner).cloned();
        self.document.create_element_with_own(name, self.document.attribute_range(owner), own)
    }

    #[inline]
    pub(crate) fn create_text(self, data: &str) -> Slot {
        let run = TextRun::new(self.document.text.push(data));
        self.document.nodes.push(NodeData::Text(run))
    }

    /// Creates a `Comment` node. The caller guarantees that `data` is valid if it is a range of the source.
    pub fn create_comment<'t>(self, data: impl Into<NewText<'t>>) -> Slot {
        let data = self.document.text.push(data);
        self.document.nodes.push(NodeData::Comment(data))
    }

    /// Creates a `ProcessingInstruction` node without checking the target and the data.
    #[must_use]
    pub fn create_processing_instruction(self, target: &str, data: &str) -> Slot {
        let target = self.document.names.intern(target);
        let data = self.document.text.push(data);
        self.document.nodes.push(NodeData::ProcessingInstruction { target, data })
    }

    /// Creates a `DocumentType` node without checking the name.
    #[must_use]
    pub fn create_doctype(self, name: &str, public_id: &str, system_id: &str) -> Slot {
        let spans = self.document.push_doctype_strings([name, public_id, system_id]);
        self.document.push_doctype(spans)
    }

    /// Creates a `DocumentFragment` node without a host.
    #[must_use]
    pub fn create_document_fragment(self) -> Slot {
        self.document.nodes.push(NodeData::DocumentFragment { host: None })
    }

    /// Gives an element without attributes another kind, or another name and attributes. The node keeps its parent, its siblings
    /// and its children.
    ///
    /// The caller guarantees that the names are of this document, and that the tree is valid when all nodes have been described.
    pub fn describe(self, node: Slot, description: Description<'_>) {
        let document = self.document;
        let flags = document.flags(node);
        document.nodes[node].data = match description {
            Description::Document => NodeData::Document,
            Description::DocumentFragment => NodeData::DocumentFragment { host: None },
            Description::ShadowRoot(init) => {
                if let NodeData::ShadowRoot { host, .. } = document.nodes[node].data
                    && let Some(record) = document.rare.shadow_roots.get_mut(&host)
                {
                    record.init = init;
                }
                return;
            }
            Description::DocumentType { name, public_id, system_id } => {
                if let Some(spans) = document.push_doctype_strings([name, public_id, system_id]) {
                    document.rare.doctypes.insert(node, spans);
                }
                NodeData::DocumentType
            }
            Description::Element(name, attributes) => {
                let attributes = attributes.iter().map(|&(name, value)| (name, value.into()));
                NodeData::element(name, document.push_attributes(attributes))
            }
            Description::Text(data) => NodeData::Text(TextRun::new(document.text.push(data))),
            Description::Comment(data) => NodeData::Comment(document.text.push(data)),
            Description::ProcessingInstruction { target, data } => NodeData::ProcessingInstruction {
                target: document.names.intern(target),
                data: document.text.push(data),
            },
        };
        document.add_flag(node, flags);
    }

    /// Creates the template contents of an element without template contents.
    #[must_use]
    pub fn create_template_contents(self, element: Slot) -> Slot {
        self.document.create_template_contents(element)
    }
}

impl Document {
    #[inline]
    pub(crate) fn create_element_with_range(
        &mut self,
        name: ElementName,
        attributes: AttributeRange,
    ) -> Slot {
        let element = self.nodes.push(NodeData::element(name, attributes));
        if name.is_html(known::TEMPLATE) {
            self.create_template_contents(element);
        }
        element
    }

    /// Creates an element with an own list of attributes.
    pub(crate) fn create_element_with_own(
        &mut self,
        name: ElementName,
        range: AttributeRange,
        own: Option<OwnAttributes>,
    ) -> Slot {
        let element = self.create_element_with_range(name, range);
        if let Some(own) = own {
            self.add_flag(element, NodeFlags::OWN_ATTRIBUTES);
            self.rare.own_attributes.insert(element, Box::new(own));
        }
        element
    }

    /// Copies the strings of a doctype into the text heap. Returns `None` for `<!DOCTYPE html>`, whose strings are not stored.
    pub(crate) fn push_doctype_strings(&mut self, strings: [&str; 3]) -> Option<DoctypeSpans> {
        (strings != ["html", "", ""]).then(|| strings.map(|text| self.text.push(text)))
    }

    /// Creates a `DocumentType` node. `None` stands for the strings of `<!DOCTYPE html>`.
    pub(crate) fn push_doctype(&mut self, spans: Option<DoctypeSpans>) -> Slot {
        let doctype = self.nodes.push(NodeData::DocumentType);
        if let Some(spans) = spans {
            self.rare.doctypes.insert(doctype, spans);
        }
        doctype
    }
}

/// The size of the text, for the limits of a parser.
impl Unchecked<'_> {
    /// Sets the maximum number of bytes of text, which is less than 4 GiB, for tests.
    pub fn limit_text(self, most: usize) {
        self.document.text.set_limit(most);
    }

    /// Returns the number of bytes of text that were copied because several nodes shared them and text was appended to one
    /// of these nodes.
    #[inline]
    pub fn copied_text(self) -> u64 {
        self.document.text.copied()
    }

    /// Returns the range of a node's data in the text of the document; an empty range for a node without data, and `None` for a
    /// free slot. A copy of a node has the same range until memory is reclaimed.
    pub fn data_range(self, node: Slot) -> Option<Range<usize>> {
        self.document.nodes.contains(node).then(|| match self.document.nodes[node].data {
            NodeData::Text(run) => run.span().range(),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => data.range(),
            _ => 0..0,
        })
    }
}

/// Source spans for a parser.
impl<'d> Unchecked<'d> {
    /// Creates empty tables of source spans, or empties existing tables. The caller guarantees that it records only spans of the
    /// source.
    pub fn keep_source_spans(self) {
        let Document { nodes, attributes, source_spans, .. } = self.document;
        let spans = source_spans.get_or_insert_default();
        spans.clear();
        spans.reserve(nodes.capacity(), attributes.capacity());
    }

    /// Records that the tree is the one that a parser made of the source, until the next change of the tree.
    pub fn mark_as_parsed(self) {
        self.document.search_cache.is_as_parsed = true;
    }

    /// Removes the tables of source spans.
    #[inline]
    pub fn forget_source_spans(self) {
        self.document.source_spans = None;
    }

    /// Returns the tables of source spans, if they are [kept](Self::keep_source_spans).
    #[inline]
    pub fn source_spans_mut(self) -> Option<&'d mut SourceSpans> {
        self.document.source_spans.as_deref_mut()
    }
}
