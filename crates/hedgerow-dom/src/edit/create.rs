//! Checked creation of nodes, and renaming of elements.

use hedgerow_base::{
    AttributeName, ElementKey, ElementName, NameId, Namespace, is_valid_doctype_name,
    is_valid_element_local_name, is_xml_name, known,
};

use super::builder::ElementBuilder;
use super::error::{Algorithm, Attempt, Checked, MutationError, MutationRule};
use crate::attribute_data::Attribute;
use crate::attributes::AttributeRef;
use crate::document::Document;
use crate::node::NodeData;
use crate::node_id::{NodeId, Slot};
use crate::search_cache::LinkChange;

impl Document {
    /// Creates a `Text` node. Text that does [not fit](Self::has_lost_text) is omitted.
    /// <https://dom.spec.whatwg.org/#interface-text>
    #[doc(alias = "createTextNode")]
    pub fn create_text(&mut self, data: &str) -> NodeId {
        let text = self.unchecked().create_text(data);
        self.id_of(text)
    }

    /// Creates a `Comment` node. Data that does [not fit](Self::has_lost_text) is omitted.
    /// <https://dom.spec.whatwg.org/#interface-comment>
    #[doc(alias = "createComment")]
    pub fn create_comment(&mut self, data: &str) -> NodeId {
        let comment = self.unchecked().create_comment(data);
        self.id_of(comment)
    }

    /// Creates a `DocumentFragment` node without a host. <https://dom.spec.whatwg.org/#interface-documentfragment>
    #[doc(alias = "createDocumentFragment")]
    pub fn create_document_fragment(&mut self) -> NodeId {
        let fragment = self.unchecked().create_document_fragment();
        self.id_of(fragment)
    }

    /// Creates an element without attributes. <https://dom.spec.whatwg.org/#dom-document-createelement>
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::dom::Namespace;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p")?;
    /// let path = document.create_element((Namespace::Svg, "path"))?;
    /// document.append(paragraph, path)?;
    /// assert_eq!(document.node(paragraph).outer_html(), "<p><path></path></p>");
    /// assert!(document.create_element("not a name").is_err());
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is not a valid element name.
    #[doc(alias("createElement", "new_tag"))]
    pub fn create_element<'t>(&mut self, name: impl Into<ElementKey<'t>>) -> Result<NodeId, MutationError> {
        let name = self.element_name_of(name.into())?;
        let element = self.unchecked().create_element(name, []);
        Ok(self.id_of(element))
    }

    /// Creates a `ProcessingInstruction` node. <https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction>
    ///
    /// # Errors
    ///
    /// If `target` is not an XML name, if `data` contains `?>`, or if the data does not fit.
    #[doc(alias = "createProcessingInstruction")]
    pub fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
    ) -> Result<NodeId, MutationError> {
        let algorithm = Some(Algorithm::CREATE_PROCESSING_INSTRUCTION);
        let refused = |algorithm, rule, text| {
            Err(Self::refused_text(algorithm, rule, "create a processing instruction with", text))
        };
        // 1. If target does not match the Name production, then throw an "InvalidCharacterError" DOMException.
        if !is_xml_name(target) {
            return refused(algorithm, MutationRule::InvalidTarget, target);
        }
        // 2. If data contains the string "?>", then throw an "InvalidCharacterError" DOMException.
        // OPTIMIZATION: a search for a text would cost every program build time.
        if data.as_bytes().windows(2).any(|two| two == b"?>") {
            return refused(algorithm, MutationRule::InvalidInstructionData, data);
        }
        if !self.text.has_room_for(data.len()) {
            return refused(None, MutationRule::TooMuchText, target);
        }
        let instruction = self.unchecked().create_processing_instruction(target, data);
        Ok(self.id_of(instruction))
    }

    /// Creates a `DocumentType` node. Missing identifiers are empty.
    /// <https://dom.spec.whatwg.org/#dom-domimplementation-createdocumenttype>
    ///
    /// # Errors
    ///
    /// If the name contains whitespace, U+0000 or `>`, or if the texts do not fit.
    #[doc(alias = "createDocumentType")]
    pub fn create_doctype(
        &mut self,
        name: &str,
        public_id: &str,
        system_id: &str,
    ) -> Result<NodeId, MutationError> {
        let refused =
            |algorithm, rule| Err(Self::refused_text(algorithm, rule, "create a doctype named", name));
        // 1. If name is not a valid doctype name, then throw an "InvalidCharacterError" DOMException.
        if !is_valid_doctype_name(name) {
            return refused(Some(Algorithm::CREATE_DOCTYPE), MutationRule::InvalidDoctypeName);
        }
        if !self.text.has_room_for(name.len() + public_id.len() + system_id.len()) {
            return refused(None, MutationRule::TooMuchText);
        }
        let doctype = self.unchecked().create_doctype(name, public_id, system_id);
        Ok(self.id_of(doctype))
    }

    /// Starts an element, to which attributes and contents are added before it is inserted.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let fragment = document.create_document_fragment();
    /// document
    ///     .build("p")
    ///     .attribute("class", "note")
    ///     .text("See ")
    ///     .element("a", |link| link.attribute("href", "/hedges").text("hedges"))
    ///     .text(".")
    ///     .append_to(fragment)?;
    /// assert_eq!(
    ///     document.node(fragment).inner_html(),
    ///     r#"<p class="note">See <a href="/hedges">hedges</a>.</p>"#
    /// );
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    pub fn build<'t>(&mut self, name: impl Into<ElementKey<'t>>) -> ElementBuilder<'_> {
        ElementBuilder::new(self, name.into())
    }

    /// Renames an element, which keeps its attributes and its contents. The effect is the same as that of changing the
    /// names of the tags in the markup: if the element becomes a `template`, its children become its template contents;
    /// if it was a `template`, its template contents become its children; if a foreign element becomes an HTML element, the names
    /// of its attributes become lower case, and of two attributes with the same name then, the one that had it before stays.
    ///
    /// # Errors
    ///
    /// If `element` is not an element, or if the name is not a valid element name. Between two chunks of a parser, if an element
    /// that the parser holds would become a `template`: the parser would put later children beside the template contents.
    #[doc(alias("set_tag_name", "tagName"))]
    pub fn rename_element<'t>(
        &mut self,
        element: NodeId,
        name: impl Into<ElementKey<'t>>,
    ) -> Result<(), MutationError> {
        let (attempt, element) = self.attempt_on_element("rename", element)?;
        let new_name = self.element_name_of(name.into())?;
        let becomes_template = new_name.is_html(known::TEMPLATE) && self.template_contents(element).is_none();
        if becomes_template && self.may_be_held(element) {
            return Err(self.refusal(attempt, None, MutationRule::HeldByParser));
        }
        self.links_change(LinkChange::Changed(element));
        if let NodeData::Element { namespace, name, .. } = &mut self.nodes[element].data {
            let was_html = *namespace == Namespace::Html;
            (*namespace, *name) = (new_name.namespace, new_name.local);
            if !was_html && new_name.namespace == Namespace::Html {
                self.convert_attribute_names_to_lower_case(element);
            }
        }
        match self.template_contents(element) {
            None if new_name.is_html(known::TEMPLATE) => {
                let contents = self.create_template_contents(element);
                self.move_children_before(element, contents, None);
            }
            Some(contents) if !new_name.is_html(known::TEMPLATE) => {
                self.forget_template_contents(element);
                self.move_children_before(contents, element, None);
                self.detach_and_free(contents);
            }
            _ => {}
        }
        Ok(())
    }

    /// Converts the names of attributes to lower case, which a search by qualified name expects of an HTML element.
    fn convert_attribute_names_to_lower_case(&mut self, element: Slot) {
        let names = self.attributes_of(element).map(AttributeRef::interned_name);
        let names: Vec<_> = names.filter(|name| name.namespace == Namespace::None).collect();
        for from in names {
            let lower = self.names.text(from.local).to_ascii_lowercase();
            let to = AttributeName { namespace: Namespace::None, local: self.names.intern(&lower) };
            if from != to {
                let found = self.find_attribute(element, from);
                let renamed = found.filter(|_| self.find_attribute(element, to).is_none());
                let renamed = renamed.map(|(_, attribute)| Attribute { name: to, ..attribute });
                self.change_attribute(element, found, renamed);
            }
        }
    }

    /// Returns the name for a key. Interns a new name.
    fn element_name_of(&mut self, key: ElementKey<'_>) -> Result<ElementName, MutationError> {
        let (namespace, text) = match key {
            ElementKey::Html(text) => (Namespace::Html, text),
            ElementKey::InNamespace(namespace, text) => (namespace, text),
            ElementKey::Known(namespace, local) => {
                return match local.known_text() {
                    Some(_) => Ok(ElementName { namespace, local }),
                    None => Err(Self::unknown_name("name an element", local)),
                };
            }
        };
        // 1. If localName is not a valid element local name, then throw an "InvalidCharacterError" DOMException.
        if !is_valid_element_local_name(text) {
            let (algorithm, rule) = (Algorithm::CREATE_ELEMENT, MutationRule::InvalidElementName);
            return Err(Self::refused_text(algorithm, rule, "name an element", text));
        }
        // 2. If this is an HTML document, then set localName to localName in ASCII lowercase.
        let local = match key {
            ElementKey::Html(text) if text.contains(|c: char| c.is_ascii_uppercase()) => {
                self.names.intern(&text.to_ascii_lowercase())
            }
            _ => self.names.intern(text),
        };
        Ok(ElementName { namespace, local })
    }

    /// Returns the error for the id of a name that is not known.
    pub(super) fn unknown_name(attempt: &str, name: NameId) -> MutationError {
        Self::refused_text(None, MutationRule::UnknownName, attempt, &format!("{name:?}"))
    }

    /// Does the same as [`attempt`](Self::attempt) for a node that must be an element.
    pub(super) fn attempt_on_element<'t>(&self, verb: &'t str, node: NodeId) -> Checked<(Attempt<'t>, Slot)> {
        let (attempt, element) = self.attempt(verb, node)?;
        match self.nodes[element].data {
            NodeData::Element { .. } => Ok((attempt, element)),
            _ => Err(self.refusal(attempt, None, MutationRule::NotAnElement)),
        }
    }
}
