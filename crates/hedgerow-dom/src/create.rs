//! Creation of nodes: for users by [`Document`], for a parser by [`Unchecked`].
//!
//! What is not here: what is created by names as text (`edit/names.rs`), and copies (`clone.rs`, `import.rs`).

use hedgerow_names::{AttributeName, ElementName, known};

use crate::attributes::{AttributeList, AttributeRange};
use crate::document::Document;
use crate::mutate::Unchecked;
use crate::node::{DoctypeSpans, NodeData};
use crate::node_id::{NodeId, Slot};
use crate::text::{NewText, TextRun};

/// Creation of nodes.
impl Document {
    /// Creates a `Text` node. <https://dom.spec.whatwg.org/#interface-text>
    pub fn create_text(&mut self, data: &str) -> NodeId {
        let text = self.unchecked().create_text(data);
        self.id_of(text)
    }

    /// Creates a `Comment` node. <https://dom.spec.whatwg.org/#interface-comment>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment(" note ");
    /// assert_eq!(document.node(comment).outer_html(), "<!-- note -->");
    /// ```
    pub fn create_comment(&mut self, data: &str) -> NodeId {
        let comment = self.unchecked().create_comment(data);
        self.id_of(comment)
    }

    /// Creates a `DocumentFragment` node without a host.
    /// <https://dom.spec.whatwg.org/#interface-documentfragment>
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

    pub(crate) fn push_doctype(&mut self, spans: DoctypeSpans) -> Slot {
        let index = self.free_doctypes.pop().unwrap_or_else(|| {
            self.doctypes.push(spans);
            self.doctypes.len() as u32 - 1
        });
        self.doctypes[index as usize] = spans;
        self.nodes.push(NodeData::DocumentType { index })
    }
}

/// Creation of nodes.
impl Unchecked<'_> {
    /// Creates an element. One that is an HTML `template` gets a new `DocumentFragment` as its template contents.
    ///
    /// The caller guarantees that the names are of this document, and that no two attributes have the same.
    /// <https://dom.spec.whatwg.org/#concept-create-element>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
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

    /// Creates an element with the attributes that another element had when its list was taken: "create an element for the
    /// token for which another element was created". Nothing is copied as long as neither is changed.
    ///
    /// The caller guarantees that the list is of this document, and that no memory was reclaimed since it was taken.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let bold = ElementName::html(known::B);
    /// let first = document.unchecked().create_element(bold, [(AttributeName::plain(known::ID), "x")]);
    /// let list = document.node_at(first).attribute_list();
    /// let second = document.unchecked().create_element_with_list(bold, list);
    /// assert_eq!(document.node_at(second).attribute("id"), Some("x"));
    /// ```
    #[inline]
    #[must_use]
    pub fn create_element_with_list(self, name: ElementName, list: AttributeList) -> Slot {
        let range = self.document.shareable_range(list);
        self.document.index_shared_attributes(range);
        self.document.create_element_with_range(name, range)
    }

    /// Creates a `Text` node.
    #[inline]
    pub(crate) fn create_text(self, data: &str) -> Slot {
        let run = TextRun::sharing(self.document.text.push(data));
        self.document.nodes.push(NodeData::Text(run))
    }

    /// Creates a `Comment` node. The caller guarantees that text of the source is in the source.
    ///
    /// ```
    /// use hedgerow_dom::{Document, NewText};
    /// let mut document = Document::with_source("<!--note-->");
    /// let comment = document.unchecked().create_comment(NewText::OfSource { start: 4, length: 4 });
    /// assert_eq!(document.node_at(comment).data(), Some("note"));
    /// ```
    pub fn create_comment<'t>(self, data: impl Into<NewText<'t>>) -> Slot {
        let data = self.document.text.push(data);
        self.document.nodes.push(NodeData::Comment(data))
    }

    /// Creates a `ProcessingInstruction` node, whatever the target and the data are.
    #[must_use]
    pub fn create_processing_instruction(self, target: &str, data: &str) -> Slot {
        let target = self.document.names.intern(target);
        let data = self.document.text.push(data);
        self.document.nodes.push(NodeData::ProcessingInstruction { target, data })
    }

    /// Creates a `DocumentType` node, whatever the name is.
    #[must_use]
    pub fn create_doctype(self, name: &str, public_id: &str, system_id: &str) -> Slot {
        let [name, public_id, system_id] =
            [name, public_id, system_id].map(|text| self.document.text.push(text));
        self.document.push_doctype(DoctypeSpans { name, public_id, system_id })
    }

    /// Creates a `DocumentFragment` node without a host.
    #[must_use]
    pub fn create_document_fragment(self) -> Slot {
        self.document.nodes.push(NodeData::DocumentFragment { host: None })
    }
}
