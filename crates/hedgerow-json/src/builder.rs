//! Builds a document from nodes that arrive in tree order and that may be invalid.
//!
//! A node gets its slot when its JSON object begins, so that slots are in tree order. Its description (its kind and data)
//! may follow later, because the keys of an object have any order.

use std::borrow::Cow;
use std::collections::HashSet;

use hedgerow_base::{
    AttributeName, ElementName, NameId, Namespace, ShadowRootInit, is_parser_attribute_name,
    is_parser_element_name, is_valid_doctype_name, is_xml_name, known,
};
use hedgerow_dom::search::{Description, names};
use hedgerow_dom::{Document, NodeKind, NodeRef, Slot};

use crate::words::Word;

/// The message about a mistake in a node.
pub(crate) type Problem = String;

/// The relation of a node to the node that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Outermost,
    ChildOf(Slot),
    TemplateContentsOf(Slot),
    ShadowRootOf(Slot),
}

/// A document that is being built.
pub(crate) struct Builder {
    document: Document,
}

impl Builder {
    /// The name of a node that has no description yet. Such a node is an element, because an element can be a child and have
    /// children.
    pub(crate) const UNDESCRIBED: ElementName = ElementName::html(known::DIV);

    pub(crate) fn new() -> Self {
        let mut document = Document::new();
        let outermost = document.root().slot();
        document.unchecked().describe(outermost, Description::Element(Self::UNDESCRIBED, &[]));
        Self { document }
    }

    /// Creates a node without a description.
    pub(crate) fn begin(&mut self, place: Place) -> Slot {
        let document = &mut self.document;
        match place {
            Place::Outermost => document.root().slot(),
            Place::ChildOf(parent) => {
                let node = document.unchecked().create_element(Self::UNDESCRIBED, []);
                document.unchecked().append(parent, node);
                node
            }
            Place::TemplateContentsOf(element) => document.unchecked().create_template_contents(element),
            Place::ShadowRootOf(element) => {
                document.unchecked().attach_shadow_root(element, ShadowRootInit::default())
            }
        }
    }

    /// Sets the kind and the data of a node, if its place allows that kind.
    pub(crate) fn describe(
        &mut self,
        node: Slot,
        place: Place,
        kind: NodeKind,
        description: Description<'_>,
    ) -> Result<(), Problem> {
        use NodeKind::{Document, DocumentFragment, DocumentType, ShadowRoot};
        let (fits, place_text) = match place {
            Place::Outermost => (!matches!(kind, ShadowRoot | DocumentType), "the outermost node"),
            Place::ChildOf(_) => (!matches!(kind, Document | DocumentFragment | ShadowRoot), "a child"),
            Place::TemplateContentsOf(_) => (kind == DocumentFragment, "template contents"),
            Place::ShadowRootOf(_) => (kind == ShadowRoot, "a shadow root"),
        };
        if !fits {
            return Err(format!("{place_text} cannot be a node of type {:?}", kind.word()));
        }
        // Template contents were created as a fragment.
        if !matches!(place, Place::TemplateContentsOf(_)) {
            self.document.unchecked().describe(node, description);
        }
        Ok(())
    }

    /// Ends a node: adds the contents of a template if they are missing, and checks the children. The node and all
    /// nodes in it must have been described.
    pub(crate) fn end(&mut self, node: Slot) -> Result<(), Problem> {
        let ended = node.node(&self.document);
        let is_template = ended.is_html(known::TEMPLATE);
        if ended.template_contents().is_some() != is_template {
            if !is_template {
                let name = ended.local_name_text();
                return Err(format!("only a template element has template contents, not {name:?}"));
            }
            let _contents = self.document.unchecked().create_template_contents(node);
        }
        let ended = node.node(&self.document);
        let parent = ended.kind();
        let (mut has_doctype, mut has_element) = (false, false);
        for (index, child) in ended.children().map(NodeRef::kind).enumerate() {
            if !parent.may_have_child(child) {
                return Err(format!(
                    "child {index} cannot be a node of type {:?}: the parent is a node of type {:?}",
                    child.word(),
                    parent.word()
                ));
            }
            let problem = match child {
                _ if parent != NodeKind::Document => continue,
                NodeKind::DocumentType if has_doctype => "a second doctype",
                NodeKind::DocumentType if has_element => "a doctype after an element",
                NodeKind::Element if has_element => "a second element",
                _ => {
                    has_doctype |= child == NodeKind::DocumentType;
                    has_element |= child == NodeKind::Element;
                    continue;
                }
            };
            return Err(format!("child {index} of the document is {problem}"));
        }
        Ok(())
    }

    /// Returns the document. An outermost node that is neither a document nor a fragment is put into a new fragment.
    pub(crate) fn finish(mut self) -> Document {
        let outermost = self.document.root();
        if !matches!(outermost.kind(), NodeKind::Document | NodeKind::DocumentFragment) {
            let outermost = outermost.slot();
            let fragment = self.document.unchecked().create_document_fragment();
            self.document.unchecked().append(fragment, outermost);
            self.document.unchecked().set_root(fragment);
        }
        self.document
    }

    pub(crate) fn name(&mut self, name: &str) -> NameId {
        self.document.unchecked().intern(name)
    }

    pub(crate) fn text_of_name(&self, name: NameId) -> &str {
        names(&self.document).text(name)
    }

    /// Checks that the names of the attributes differ in markup, and that a parser can produce them.
    pub(crate) fn ensure_attributes(
        &self,
        element: Namespace,
        attributes: &[(AttributeName, Cow<'_, str>)],
    ) -> Result<(), Problem> {
        let mut names = HashSet::new();
        for (name, _) in attributes {
            let (prefix, local) = (name.serialized_prefix(), self.text_of_name(name.local));
            let text =
                if prefix.is_empty() { Cow::Borrowed(local) } else { Cow::Owned(format!("{prefix}{local}")) };
            let is_attribute_namespace =
                !matches!(name.namespace, Namespace::Html | Namespace::MathMl | Namespace::Svg);
            let is_parsed =
                is_attribute_namespace && !local.is_empty() && is_parser_attribute_name(element, &text);
            ensure_parsed(is_parsed, "the name of an attribute", &text)?;
            if names.contains(&text) {
                return Err(format!("two attributes have the name {text:?}"));
            }
            names.insert(text);
        }
        Ok(())
    }
}

/// Checks that a parser can produce the name of an element. With other names, the markup of the document would be parsed
/// differently.
pub(crate) fn ensure_element_name(namespace: Namespace, name: &str) -> Result<(), Problem> {
    ensure_parsed(is_parser_element_name(namespace, name), "the name of an element", name)
}

/// Checks that the DOM can create a processing instruction, and that its markup ends where the instruction does.
pub(crate) fn ensure_processing_instruction(target: &str, data: &str) -> Result<(), Problem> {
    ensure_parsed(is_xml_name(target), "the target of a processing instruction", target)?;
    ensure_parsed(!data.contains('>'), "the data of a processing instruction", data)
}

/// Checks that the markup of a doctype ends where the doctype does.
pub(crate) fn ensure_doctype(name: &str, ids: [&str; 2]) -> Result<(), Problem> {
    ensure_parsed(is_valid_doctype_name(name), "the name of a doctype", name)?;
    for id in ids {
        let ends_early = id.contains('>') || id.contains('"') && id.contains('\'');
        ensure_parsed(!ends_early, "an identifier of a doctype", id)?;
    }
    Ok(())
}

fn ensure_parsed(can_be_parsed: bool, subject: &str, text: &str) -> Result<(), Problem> {
    if can_be_parsed {
        Ok(())
    } else {
        Err(format!("{text:?} is not {subject} that an HTML parser can produce"))
    }
}
