//! Creation of nodes: by [`Document`] for users, by [`Unchecked`] for a parser. `edit/names.rs` creates nodes with names.

use std::ops::Range;

use hedgerow_base::{AttributeName, ElementName, NameId, known};

use crate::attribute_data::{AttributeList, AttributeRange};
use crate::document::Document;
use crate::links::Unchecked;
use crate::node::{DoctypeSpans, NodeData};
use crate::node_id::{NodeId, Slot};
use crate::text::{NewText, TextRun};

/// Creation of nodes.
impl Document {
    /// Creates a `Text` node. <https://dom.spec.whatwg.org/#interface-text>
    ///
    /// Text that does [not fit](Self::has_lost_text) is omitted.
    #[doc(alias = "createTextNode")]
    pub fn create_text(&mut self, data: &str) -> NodeId {
        let text = self.unchecked().create_text(data);
        self.id_of(text)
    }

    /// Creates a `Comment` node. <https://dom.spec.whatwg.org/#interface-comment>
    ///
    /// Data that does [not fit](Self::has_lost_text) is omitted.
    #[doc(alias = "createComment")]
    pub fn create_comment(&mut self, data: &str) -> NodeId {
        let comment = self.unchecked().create_comment(data);
        self.id_of(comment)
    }

    /// Creates a `DocumentFragment` node without a host.
    /// <https://dom.spec.whatwg.org/#interface-documentfragment>
    #[doc(alias = "createDocumentFragment")]
    pub fn create_document_fragment(&mut self) -> NodeId {
        let fragment = self.unchecked().create_document_fragment();
        self.id_of(fragment)
    }

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

    /// Creates a `DocumentType` node. Without strings it is that of `<!DOCTYPE html>`.
    pub(crate) fn push_doctype(&mut self, spans: Option<DoctypeSpans>) -> Slot {
        let doctype = self.nodes.push(NodeData::DocumentType);
        if let Some(spans) = spans {
            self.rare.doctypes.insert(doctype, spans);
        }
        doctype
    }
}

impl Document {
    /// Whether text was omitted because it did not fit. The source, texts, comments and values of attributes together have at most
    /// 4 GiB.
    ///
    /// Methods that return a `Result` return [`MutationRule::TooMuchText`](crate::MutationRule::TooMuchText) instead, and a parser
    /// stops with a reason. Only methods that always return a node omit text.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// document.unchecked().limit_text(3);
    /// document.create_comment("note");
    /// assert!(document.has_lost_text());
    /// ```
    #[must_use]
    pub fn has_lost_text(&self) -> bool {
        self.text.is_full()
    }
}

/// The size of the text, for the limits of a parser.
impl Unchecked<'_> {
    /// Sets the maximum number of bytes of text, which is less than 4 GiB, for tests.
    pub fn limit_text(self, most: usize) {
        self.document.text.set_limit(most);
    }

    /// Returns the number of bytes of text that were copied because several nodes shared them and text was appended to one of
    /// these.
    #[inline]
    #[must_use]
    pub fn copied_text(self) -> u64 {
        self.document.text.copied()
    }

    /// Returns the range of a node's data in the text of the document; an empty range for a node without data, and `None` for a free
    /// slot. A copy of a node has the same range until memory is reclaimed.
    #[must_use]
    pub fn data_range(self, node: Slot) -> Option<Range<usize>> {
        self.document.nodes.contains(node).then(|| match self.document.nodes[node].data {
            NodeData::Text(run) => run.span().range(),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => data.range(),
            _ => 0..0,
        })
    }
}

/// Creation of nodes.
impl Unchecked<'_> {
    /// Returns the number of a name, which is valid only in this document.
    #[inline]
    #[must_use]
    pub fn intern(self, text: &str) -> NameId {
        self.document.names.intern(text)
    }

    /// Creates an element. An HTML `template` element gets a new `DocumentFragment` as its template contents.
    ///
    /// The caller guarantees that the names are of this document, and that the names of the attributes are distinct.
    /// <https://dom.spec.whatwg.org/#concept-create-element>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_base::{AttributeName, ElementName, NameId, known};
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let href = AttributeName::plain(known::HREF);
    /// let link = document.unchecked().create_element(ElementName::html(known::A), [(href, "/")]);
    /// assert_eq!(document.node_at(link).outer_html(), r#"<a href="/"></a>"#);
    /// ```
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

    /// Creates an element with the attributes of a list, which another element had when the list was taken: "create an element for
    /// the token for which another element was created". The elements share the list until one of them changes.
    ///
    /// The caller guarantees that the list is of this document, and that memory was not reclaimed since it was taken.
    ///
    /// ```
    /// use hedgerow_dom::{AttributeList, Document};
    /// use hedgerow_base::{AttributeName, ElementName, NameId, known};
    /// let mut document = Document::new();
    /// let bold = ElementName::html(known::B);
    /// let first = document.unchecked().create_element(bold, [(AttributeName::plain(known::ID), "x")]);
    /// let list = AttributeList::of(document.node_at(first));
    /// let second = document.unchecked().create_element_with_list(bold, list);
    /// assert_eq!(document.node_at(second).attribute("id"), Some("x"));
    /// ```
    #[inline]
    #[must_use]
    pub fn create_element_with_list(self, name: ElementName, list: AttributeList) -> Slot {
        self.document.create_element_with_list(name, list)
    }

    /// Creates a `Text` node.
    #[inline]
    pub(crate) fn create_text(self, data: &str) -> Slot {
        let run = TextRun::new(self.document.text.push(data));
        self.document.nodes.push(NodeData::Text(run))
    }

    /// Creates a `Comment` node. The caller guarantees that a range of the source is valid.
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
}
