//! Names that users give: [`ElementKey`], [`AttributeKey`]; which names the DOM accepts; what is created and renamed by them.
//!
//! What is not here: the numbers behind the names (`hedgerow-names`), and attributes (`edit/attributes.rs`).

use hedgerow_names::{
    ElementName, NameId, Namespace, is_valid_doctype_name, is_valid_element_local_name, is_xml_name, known,
};

use super::{Algorithm, Attempt, MutationError, MutationRule};
use crate::document::Document;
use crate::link_changes::LinkChange;
use crate::name_ref::{AttributeNameRef, ElementNameRef};
use crate::node::NodeData;
use crate::node_id::{NodeId, Slot};

/// The name of an element, in any of the forms that methods take: see the variants.
///
/// ```
/// use hedgerow_dom::{Document, ElementKey};
/// use hedgerow_names::{Namespace, known};
/// assert_eq!(ElementKey::from("p"), ElementKey::Html("p"));
/// assert_eq!(ElementKey::from(&String::from("p")), ElementKey::Html("p"));
/// assert_eq!(ElementKey::from(known::P), ElementKey::Known(Namespace::Html, known::P));
/// assert_eq!(ElementKey::from((Namespace::Svg, "path")), ElementKey::InNamespace(Namespace::Svg, "path"));
/// let mut document = Document::new();
/// let path = document.create_element((Namespace::Svg, "path")).unwrap();
/// let name = document.node(path).element_name().unwrap();
/// assert_eq!(ElementKey::from(name), ElementKey::InNamespace(Namespace::Svg, "path"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementKey<'t> {
    /// An element of HTML, in upper or lower case.
    Html(&'t str),
    /// An element of any namespace, by its local name, exactly.
    InNamespace(Namespace, &'t str),
    /// An element of any namespace, by a constant of [`known`](hedgerow_names::known).
    ///
    /// The number of any other name means something in one document only, and is refused:
    /// [`MutationRule::UnknownName`].
    Known(Namespace, NameId),
}

/// `&str`, `&String` and the like: [`ElementKey::Html`].
impl<'t, T: AsRef<str> + ?Sized> From<&'t T> for ElementKey<'t> {
    #[inline]
    fn from(name: &'t T) -> Self {
        Self::Html(name.as_ref())
    }
}

/// The local name, exactly.
impl<'t, T: AsRef<str> + ?Sized> From<(Namespace, &'t T)> for ElementKey<'t> {
    #[inline]
    fn from((namespace, name): (Namespace, &'t T)) -> Self {
        Self::InNamespace(namespace, name.as_ref())
    }
}

/// The name of an element, of whatever document.
impl<'t> From<ElementNameRef<'t>> for ElementKey<'t> {
    #[inline]
    fn from(name: ElementNameRef<'t>) -> Self {
        Self::InNamespace(name.namespace(), name.local_name())
    }
}

/// An element of HTML.
impl From<NameId> for ElementKey<'_> {
    #[inline]
    fn from(name: NameId) -> Self {
        Self::Known(Namespace::Html, name)
    }
}

impl From<(Namespace, NameId)> for ElementKey<'_> {
    #[inline]
    fn from((namespace, name): (Namespace, NameId)) -> Self {
        Self::Known(namespace, name)
    }
}

/// The name of an attribute, in any of the forms that methods take: see the variants.
///
/// ```
/// use hedgerow_dom::{AttributeKey, AttributeRef, Document};
/// use hedgerow_names::{Namespace, known};
/// assert_eq!(AttributeKey::from("id"), AttributeKey::Qualified("id"));
/// assert_eq!(AttributeKey::from(&String::from("id")), AttributeKey::Qualified("id"));
/// assert_eq!(AttributeKey::from(known::ID), AttributeKey::Known(Namespace::None, known::ID));
/// assert_eq!(AttributeKey::from((Namespace::XLink, "href")), AttributeKey::InNamespace(Namespace::XLink, "href"));
/// let mut document = Document::new();
/// let element = document.create_element("p").unwrap();
/// document.set_attribute(element, "id", "x").unwrap();
/// let name = document.node(element).attributes().next().map(AttributeRef::name).unwrap();
/// assert_eq!(AttributeKey::from(name), AttributeKey::InNamespace(Namespace::None, "id"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeKey<'t> {
    /// As it is written: `class`, `xlink:href`; of an element of HTML in upper or lower case. An attribute that is added so
    /// is in no namespace.
    Qualified(&'t str),
    /// By its namespace and its local name, exactly.
    InNamespace(Namespace, &'t str),
    /// By its namespace and a constant of [`known`](hedgerow_names::known), which takes no search for the name.
    ///
    /// The number of any other name means something in one document only: no element has such an attribute, and a change is
    /// refused ([`MutationRule::UnknownName`]).
    Known(Namespace, NameId),
}

/// `&str`, `&String` and the like: [`AttributeKey::Qualified`].
impl<'t, T: AsRef<str> + ?Sized> From<&'t T> for AttributeKey<'t> {
    #[inline]
    fn from(name: &'t T) -> Self {
        Self::Qualified(name.as_ref())
    }
}

/// The local name, exactly.
impl<'t, T: AsRef<str> + ?Sized> From<(Namespace, &'t T)> for AttributeKey<'t> {
    #[inline]
    fn from((namespace, name): (Namespace, &'t T)) -> Self {
        Self::InNamespace(namespace, name.as_ref())
    }
}

/// The name of an attribute, of whatever document.
impl<'t> From<AttributeNameRef<'t>> for AttributeKey<'t> {
    #[inline]
    fn from(name: AttributeNameRef<'t>) -> Self {
        Self::InNamespace(name.namespace(), name.local_name())
    }
}

/// An attribute in no namespace.
impl From<NameId> for AttributeKey<'_> {
    #[inline]
    fn from(name: NameId) -> Self {
        Self::Known(Namespace::None, name)
    }
}

impl From<(Namespace, NameId)> for AttributeKey<'_> {
    #[inline]
    fn from((namespace, name): (Namespace, NameId)) -> Self {
        Self::Known(namespace, name)
    }
}

/// What is created and renamed by names as text.
impl Document {
    /// Creates an element without attributes. <https://dom.spec.whatwg.org/#dom-document-createelement>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::Namespace;
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p")?;
    /// let path = document.create_element((Namespace::Svg, "path"))?;
    /// document.append(paragraph, path)?;
    /// assert_eq!(document.node(paragraph).outer_html(), "<p><path></path></p>");
    /// assert!(document.create_element("not a name").is_err());
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is none for an element.
    #[doc(alias("createElement", "new_tag"))]
    pub fn create_element<'t>(&mut self, name: impl Into<ElementKey<'t>>) -> Result<NodeId, MutationError> {
        let name = self.element_name_of(name.into())?;
        let element = self.unchecked().create_element(name, []);
        Ok(self.id_of(element))
    }

    /// Creates a `ProcessingInstruction` node.
    /// <https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let marker = document.create_processing_instruction("marker", "name=\"a\"")?;
    /// assert_eq!(document.node(marker).processing_instruction(), Some(("marker", "name=\"a\"")));
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `target` is no name of XML, or `data` contains `?>`, or if there is no room for them.
    #[doc(alias = "createProcessingInstruction")]
    pub fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
    ) -> Result<NodeId, MutationError> {
        let refused = |rule, text| {
            let algorithm = Algorithm::CREATE_PROCESSING_INSTRUCTION;
            Err(Self::refused_text(algorithm, rule, "create a processing instruction with", text))
        };
        // 1. If target does not match the Name production, then throw an "InvalidCharacterError" DOMException.
        if !is_xml_name(target) {
            return refused(MutationRule::InvalidTarget, target);
        }
        // 2. If data contains the string "?>", then throw an "InvalidCharacterError" DOMException.
        if data.contains("?>") {
            return refused(MutationRule::InvalidInstructionData, data);
        }
        if !self.text.has_room_for(data.len()) {
            return refused(MutationRule::TooMuchText, target);
        }
        let instruction = self.unchecked().create_processing_instruction(target, data);
        Ok(self.id_of(instruction))
    }

    /// Creates a `DocumentType` node; identifiers that are missing are empty.
    /// <https://dom.spec.whatwg.org/#dom-domimplementation-createdocumenttype>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let doctype = document.create_doctype("html", "", "about:legacy-compat")?;
    /// assert_eq!(document.node(doctype).doctype().unwrap().system_id, "about:legacy-compat");
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name has whitespace, U+0000 or `>` in it, or if there is no room for the texts.
    #[doc(alias = "createDocumentType")]
    pub fn create_doctype(
        &mut self,
        name: &str,
        public_id: &str,
        system_id: &str,
    ) -> Result<NodeId, MutationError> {
        // 1. If name is not a valid doctype name, then throw an "InvalidCharacterError" DOMException.
        if !is_valid_doctype_name(name) {
            let (algorithm, rule) = (Algorithm::CREATE_DOCTYPE, MutationRule::InvalidDoctypeName);
            return Err(Self::refused_text(algorithm, rule, "create a doctype named", name));
        }
        if !self.text.has_room_for(name.len() + public_id.len() + system_id.len()) {
            let (algorithm, rule) = (Algorithm::CREATE_DOCTYPE, MutationRule::TooMuchText);
            return Err(Self::refused_text(algorithm, rule, "create a doctype named", name));
        }
        let doctype = self.unchecked().create_doctype(name, public_id, system_id);
        Ok(self.id_of(doctype))
    }

    /// Gives an element another name; it keeps its attributes and what is in it.
    ///
    /// What is in it stays as if the names of the tags were changed in the markup: what becomes a `template` has its children
    /// as its template contents, and the other way round.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let element = document.create_element("b")?;
    /// document.append_text(element, "Hello")?;
    /// document.rename_element(element, "strong")?;
    /// assert_eq!(document.node(element).outer_html(), "<strong>Hello</strong>");
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `element` is no element, or the name is none for an element.
    #[doc(alias("set_tag_name", "tagName"))]
    pub fn rename_element<'t>(
        &mut self,
        element: NodeId,
        name: impl Into<ElementKey<'t>>,
    ) -> Result<(), MutationError> {
        let element = self.element_for(Attempt::on("rename", element))?;
        let new_name = self.element_name_of(name.into())?;
        self.links_change(LinkChange::Changed(element));
        if let NodeData::Element { namespace, name, .. } = &mut self.nodes[element].data {
            (*namespace, *name) = (new_name.namespace, new_name.local);
        }
        // Those of a declarative shadow root are in the shadow root.
        let contents = self.parser_contents(element);
        match contents {
            None if new_name.is_html(known::TEMPLATE) => {
                let contents = self.create_template_contents(element);
                self.move_children_before(element, contents, None);
            }
            Some(contents) if !new_name.is_html(known::TEMPLATE) => {
                self.forget_template_contents(element);
                if self.host(contents).is_none() {
                    self.move_children_before(contents, element, None);
                    self.detach_and_free(contents);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The name that is meant; a new one if need be.
    fn element_name_of(&mut self, key: ElementKey<'_>) -> Result<ElementName, MutationError> {
        let (namespace, text) = match key {
            ElementKey::Html(text) => (Namespace::Html, text),
            ElementKey::InNamespace(namespace, text) => (namespace, text),
            ElementKey::Known(namespace, local) => {
                return match local.known_text() {
                    Some(_) => Ok(ElementName { namespace, local }),
                    None => Err(Self::unknown_name(Algorithm::CREATE_ELEMENT, "name an element", local)),
                };
            }
        };
        // 1. If localName is not a valid element local name, then throw an "InvalidCharacterError" DOMException.
        if !is_valid_element_local_name(text) {
            let (algorithm, rule) = (Algorithm::CREATE_ELEMENT, MutationRule::InvalidElementName);
            return Err(Self::refused_text(algorithm, rule, "name an element", text));
        }
        // 2. If this is an HTML document, then set localName to localName in ASCII lowercase.
        let is_lowercased =
            matches!(key, ElementKey::Html(_)) && text.contains(|c: char| c.is_ascii_uppercase());
        let local = if is_lowercased {
            self.names.intern(&text.to_ascii_lowercase())
        } else {
            self.names.intern(text)
        };
        Ok(ElementName { namespace, local })
    }

    /// Refuses the number of a name that is not a known one.
    pub(crate) fn unknown_name(algorithm: Algorithm, attempt: &str, name: NameId) -> MutationError {
        Self::refused_text(algorithm, MutationRule::UnknownName, attempt, &format!("{name:?}"))
    }

    /// The element that a change is about. Refuses another node.
    pub(crate) fn element_for(&self, attempt: Attempt<'_>) -> Result<Slot, MutationError> {
        let element = self.slot_for(attempt)?;
        match self.nodes[element].data {
            NodeData::Element { .. } => Ok(element),
            _ => Err(self.refusal(attempt, None, MutationRule::NotAnElement)),
        }
    }
}
