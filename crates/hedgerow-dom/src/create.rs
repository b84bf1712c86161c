//! Creation of nodes: for users by [`Document`], for a parser by [`Unchecked`].
//!
//! What is not here: what is created by names as text (`edit/names.rs`), and copies (`clone.rs`, `import.rs`).

use std::ops::Range;

use hedgerow_names::{AttributeName, ElementName, NameId, known};

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
    /// The text is left out if there is [no room](Self::has_lost_text) for it.
    #[doc(alias = "createTextNode")]
    pub fn create_text(&mut self, data: &str) -> NodeId {
        let text = self.unchecked().create_text(data);
        self.id_of(text)
    }

    /// Creates a `Comment` node. <https://dom.spec.whatwg.org/#interface-comment>
    ///
    /// The data are left out if there is [no room](Self::has_lost_text) for them.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let comment = document.create_comment(" note ");
    /// assert_eq!(document.node(comment).outer_html(), "<!-- note -->");
    /// ```
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

    pub(crate) fn push_doctype(&mut self, spans: DoctypeSpans) -> Slot {
        let index = self.free_doctypes.pop().unwrap_or_else(|| {
            self.doctypes.push(spans);
            self.doctypes.len() as u32 - 1
        });
        self.doctypes[index as usize] = spans;
        self.nodes.push(NodeData::DocumentType { index })
    }
}

impl Document {
    /// Whether text was left out because the document had no room for it: texts, comments and values of attributes together
    /// have at most 4 GiB, with the source of a parsed document.
    ///
    /// Changes that can fail are refused then, by [`MutationRule::TooMuchText`](crate::MutationRule::TooMuchText); a parser
    /// stops, and says so. Only methods that always return a node leave text out, and this says that one did.
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

/// What a parser and its limits ask of the text.
impl Unchecked<'_> {
    /// Bounds the bytes of text, to less than 4 GiB: for tests.
    pub fn limit_text(self, most: usize) {
        self.document.text.set_limit(most);
    }

    /// How many bytes of text were copied because several nodes shared them and one of these was appended to.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document.append_text(fragment, "shared")?;
    /// let copy = document.clone_subtree(fragment)?;
    /// document.append_text(copy, "!")?;
    /// assert_eq!(document.unchecked().copied_text(), 6);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn copied_text(self) -> u64 {
        self.document.text.copied()
    }

    /// Where the data of a text, a comment or a processing instruction stand in the text of the document: copies have them in
    /// the same place, as long as no memory is reclaimed. The range of another node is empty; `None` if the slot has no node.
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
    /// The number of a name in this document, which means nothing in another one.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::known;
    /// assert_eq!(Document::new().unchecked().intern("div"), known::DIV);
    /// ```
    #[inline]
    #[must_use]
    pub fn intern(self, text: &str) -> NameId {
        self.document.names.intern(text)
    }

    /// Creates an element. One that is an HTML `template` gets a new `DocumentFragment` as its template contents.
    ///
    /// The caller guarantees that the names are of this document, and that no two attributes have the same.
    /// <https://dom.spec.whatwg.org/#concept-create-element>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, NameId, known};
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

    /// Creates an element with the attributes that another element had when its list was taken: "create an element for the
    /// token for which another element was created". Nothing is copied as long as neither is changed.
    ///
    /// The caller guarantees that the list is of this document, and that no memory was reclaimed since it was taken.
    ///
    /// ```
    /// use hedgerow_dom::{AttributeList, Document};
    /// use hedgerow_names::{AttributeName, ElementName, NameId, known};
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
