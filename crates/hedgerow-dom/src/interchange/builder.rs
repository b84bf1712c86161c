//! A document from nodes that are told one after the other, in tree order, by somebody who may be wrong.
//!
//! A node has its place in the row from the moment it is begun, so that the row is in tree order; what it is may be said
//! later, but before it ends.
//!
//! What is not here: how they are told (`json_reader.rs`, `flat.rs`).

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use hedgerow_names::{
    AttributeName, ElementName, NameId, Namespace, ShadowRootInit, is_parser_attribute_name,
    is_parser_element_name, is_valid_doctype_name, is_xml_name, known,
};

use super::words::Word;
use crate::attribute_data::{Attribute, AttributeRange};
use crate::document::Document;
use crate::node::{DoctypeSpans, NodeData, NodeFlags, NodeKind};
use crate::node_id::Slot;
use crate::text::{TextRun, TextSpan};

/// Where a node is begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// It is the outermost.
    Outermost,
    ChildOf(Slot),
    TemplateContentsOf(Slot),
    ShadowRootOf(Slot),
}

/// What is wrong with a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Problem {
    /// A word that stands for nothing.
    UnknownWord { subject: &'static str, word: String },
    /// A kind of node that is none of a place.
    KindInPlace { kind: NodeKind, place: &'static str },
    /// A child that its parent may not have.
    Child { parent: NodeKind, child: NodeKind, index: usize },
    /// More children of a document than it may have, or in another order.
    ChildOfDocument { problem: &'static str, index: usize },
    /// A second shadow root, or second template contents.
    Second(&'static str),
    /// Template contents of an element that is not a `template`.
    ContentsOfOther(String),
    /// Something that is inside a node which is no element.
    InsideOther { inside: &'static str, kind: NodeKind },
    /// Two attributes with the same name.
    SameAttribute(String),
    /// A name, or another text in a tag, that no parser can make.
    NotParsed { subject: &'static str, text: String },
    /// More than 4 thousand million of something.
    TooMany(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownWord { subject, word } => write!(formatter, "there is no {subject} {word:?}"),
            Self::KindInPlace { kind, place } => {
                write!(formatter, "{place} can't be a node of type {:?}", kind.word())
            }
            Self::Child { parent, child, index } => write!(
                formatter,
                "child {index} can't be a node of type {:?}: the parent is a node of type {:?}",
                child.word(),
                parent.word()
            ),
            Self::ChildOfDocument { problem, index } => {
                write!(formatter, "child {index} of the document is {problem}")
            }
            Self::Second(what) => write!(formatter, "the element has {what} already"),
            Self::ContentsOfOther(name) => {
                write!(formatter, "only a template element has template contents, not {name:?}")
            }
            Self::InsideOther { inside, kind } => {
                write!(formatter, "a node of type {:?} can't have {inside}", kind.word())
            }
            Self::SameAttribute(name) => write!(formatter, "two attributes have the name {name:?}"),
            Self::NotParsed { subject, text } => {
                write!(formatter, "{text:?} is not {subject} that a parser of HTML can make")
            }
            Self::TooMany(what) => write!(formatter, "there are more {what} than a document can have"),
        }
    }
}

/// The value for a word, or what is wrong.
pub(super) fn value_of<W: Word>(word: &str) -> Result<W, Problem> {
    W::from_word(word).ok_or_else(|| Problem::UnknownWord { subject: W::SUBJECT, word: word.to_owned() })
}

/// The most that a document has room for, of nodes, of attributes and of bytes.
const LIMIT: usize = u32::MAX as usize - 1;

/// A document that is being built.
pub(super) struct Builder {
    document: Document,
}

impl Builder {
    /// What a node is while nobody has said it: it may have children and be one.
    pub(super) const UNDESCRIBED: ElementName = ElementName::html(known::DIV);

    pub(super) fn new() -> Self {
        let mut document = Document::new();
        let outermost = document.root;
        document.nodes[outermost].data = NodeData::element(Self::UNDESCRIBED, AttributeRange::EMPTY);
        Self { document }
    }

    /// Begins a node.
    pub(super) fn begin(&mut self, place: Place) -> Result<Slot, Problem> {
        let document = &mut self.document;
        if document.node_count() >= LIMIT {
            return Err(Problem::TooMany("nodes"));
        }
        match place {
            Place::Outermost => Ok(document.root),
            Place::ChildOf(parent) => {
                let node = document.unchecked().create_element(Self::UNDESCRIBED, []);
                document.unchecked().append(parent, node);
                Ok(node)
            }
            Place::TemplateContentsOf(element) => {
                self.ensure_element(element, "template contents")?;
                let document = &mut self.document;
                if document.template_contents(element).is_some() {
                    return Err(Problem::Second("template contents"));
                }
                Ok(document.create_template_contents(element))
            }
            Place::ShadowRootOf(element) => {
                self.ensure_element(element, "a shadow root")?;
                let document = &mut self.document;
                if document.shadow_root(element).is_some() {
                    return Err(Problem::Second("a shadow root"));
                }
                Ok(document.unchecked().attach_shadow_root(element, ShadowRootInit::default()))
            }
        }
    }

    /// That a node is an element, or not described yet.
    fn ensure_element(&self, node: Slot, inside: &'static str) -> Result<(), Problem> {
        match self.document.kind(node) {
            NodeKind::Element => Ok(()),
            kind => Err(Problem::InsideOther { inside, kind }),
        }
    }

    /// Says what a node is. Shadow roots and template contents are what their places say.
    pub(super) fn describe(&mut self, node: Slot, place: Place, data: NodeData) -> Result<(), Problem> {
        if let Place::TemplateContentsOf(_) | Place::ShadowRootOf(_) = place {
            return Ok(());
        }
        let flags = self.document.flags(node);
        let slot = &mut self.document.nodes[node].data;
        let data = match data {
            NodeData::Element { namespace, name, attributes, attribute_capacity_exponent, .. } => {
                NodeData::Element { namespace, name, attributes, attribute_capacity_exponent, flags }
            }
            other => other,
        };
        *slot = data;
        let kind = self.document.kind(node);
        let inside = if flags.has(NodeFlags::SHADOW_HOST) { "a shadow root" } else { "template contents" };
        if flags != NodeFlags::NONE && kind != NodeKind::Element {
            return Err(Problem::InsideOther { inside, kind });
        }
        match (place, kind) {
            (Place::Outermost, NodeKind::ShadowRoot | NodeKind::DocumentType) => {
                Err(Problem::KindInPlace { kind, place: "the outermost node" })
            }
            (Place::ChildOf(_), NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot) => {
                Err(Problem::KindInPlace { kind, place: "a child" })
            }
            _ => Ok(()),
        }
    }

    /// Ends a shadow root, and says with what it was attached.
    pub(super) fn end_shadow_root(
        &mut self,
        node: Slot,
        place: Place,
        init: ShadowRootInit,
    ) -> Result<(), Problem> {
        if let Place::ShadowRootOf(host) = place
            && let Some(record) = self.document.shadow_roots.get_mut(&host)
        {
            record.init = init;
            return self.end(node);
        }
        let place = if place == Place::Outermost { "the outermost node" } else { "a child" };
        Err(Problem::KindInPlace { kind: NodeKind::ShadowRoot, place })
    }

    /// Ends a node, which has been described, and so have all inside it.
    pub(super) fn end(&mut self, node: Slot) -> Result<(), Problem> {
        let document = &mut self.document;
        let name = document.element_name(node);
        let is_template = name.is_some_and(|name| name.is_html(known::TEMPLATE));
        if let Some(name) = name.filter(|_| !is_template)
            && document.template_contents(node).is_some()
        {
            return Err(Problem::ContentsOfOther(document.names.text(name.local).to_owned()));
        }
        if is_template && document.template_contents(node).is_none() {
            if document.node_count() >= LIMIT {
                return Err(Problem::TooMany("nodes"));
            }
            document.create_template_contents(node);
        }
        let document = &self.document;
        let parent = document.kind(node);
        for (index, child) in document.at(node).children().enumerate() {
            let child = child.kind();
            if !parent.may_have_child(child) {
                return Err(Problem::Child { parent, child, index });
            }
        }
        if parent == NodeKind::Document { self.ensure_children_of_document(node) } else { Ok(()) }
    }

    /// At most one doctype, and behind it at most one element.
    fn ensure_children_of_document(&self, node: Slot) -> Result<(), Problem> {
        let (mut has_doctype, mut has_element) = (false, false);
        for (index, child) in self.document.at(node).children().enumerate() {
            let problem = match child.kind() {
                NodeKind::DocumentType if has_doctype => "a second doctype",
                NodeKind::DocumentType if has_element => "a doctype behind an element",
                NodeKind::Element if has_element => "a second element",
                kind => {
                    has_doctype |= kind == NodeKind::DocumentType;
                    has_element |= kind == NodeKind::Element;
                    continue;
                }
            };
            return Err(Problem::ChildOfDocument { problem, index });
        }
        Ok(())
    }

    /// The document. If the outermost node is neither a document nor a fragment, it is put into a fragment.
    pub(super) fn finish(mut self) -> Document {
        let outermost = self.document.root;
        if !matches!(self.document.kind(outermost), NodeKind::Document | NodeKind::DocumentFragment) {
            let fragment = self.document.unchecked().create_document_fragment();
            self.document.unchecked().append(fragment, outermost);
            self.document.unchecked().set_root(fragment);
        }
        self.document
    }

    /// A text for the data of a node.
    pub(super) fn text(&mut self, text: &str) -> Result<TextSpan, Problem> {
        if text.len() > LIMIT - self.document.text.len().min(LIMIT) {
            return Err(Problem::TooMany("bytes of text"));
        }
        Ok(self.document.text.push(text))
    }

    pub(super) fn name(&mut self, name: &str) -> NameId {
        self.document.names.intern(name)
    }

    pub(super) fn text_of_name(&self, name: NameId) -> &str {
        self.document.names.text(name)
    }

    /// An element, whose name and attributes a parser can make; so the markup of the document is what the document says.
    pub(super) fn element(&self, name: ElementName, attributes: AttributeRange) -> Result<NodeData, Problem> {
        let text = self.text_of_name(name.local);
        ensure_parsed(is_parser_element_name(name.namespace, text), "the name of an element", text)?;
        Ok(NodeData::element(name, attributes))
    }

    /// A processing instruction that the DOM can make, and that ends where its markup does.
    pub(super) fn processing_instruction(&self, target: NameId, data: TextSpan) -> Result<NodeData, Problem> {
        let (target_text, data_text) = (self.text_of_name(target), self.document.text.get(data));
        ensure_parsed(is_xml_name(target_text), "the target of a processing instruction", target_text)?;
        ensure_parsed(!data_text.contains('>'), "the data of a processing instruction", data_text)?;
        Ok(NodeData::ProcessingInstruction { target, data })
    }

    /// A doctype that ends where its markup does.
    pub(super) fn doctype(
        &mut self,
        name: TextSpan,
        public_id: TextSpan,
        system_id: TextSpan,
    ) -> Result<NodeData, Problem> {
        let text = self.document.text.get(name);
        ensure_parsed(is_valid_doctype_name(text), "the name of a doctype", text)?;
        for id in [public_id, system_id] {
            let text = self.document.text.get(id);
            let ends_early = text.contains('>') || text.contains('"') && text.contains('\'');
            ensure_parsed(!ends_early, "an identifier of a doctype", text)?;
        }
        let index = self.document.doctypes.len() as u32;
        self.document.doctypes.push(DoctypeSpans { name, public_id, system_id });
        Ok(NodeData::DocumentType { index })
    }

    pub(super) fn character_data(kind: NodeKind, data: TextSpan) -> NodeData {
        if kind == NodeKind::Text { NodeData::Text(TextRun::new(data)) } else { NodeData::Comment(data) }
    }

    /// Attributes, to be [checked](Self::ensure_attributes) when the namespace of the element is known.
    pub(super) fn attributes(
        &mut self,
        attributes: &[(AttributeName, TextSpan)],
    ) -> Result<AttributeRange, Problem> {
        if attributes.len() > LIMIT - self.document.attributes.len().min(LIMIT) {
            return Err(Problem::TooMany("attributes"));
        }
        Ok(self.document.push_attribute_spans(attributes))
    }

    /// That the attributes of an element are written differently, and as a parser can make them.
    pub(super) fn ensure_attributes(
        &self,
        element: Namespace,
        attributes: AttributeRange,
    ) -> Result<(), Problem> {
        let mut names = HashSet::new();
        for Attribute { name, .. } in &self.document.attributes[attributes.indices()] {
            let (prefix, local) = (name.serialized_prefix(), self.text_of_name(name.local));
            let text =
                if prefix.is_empty() { Cow::Borrowed(local) } else { Cow::Owned(format!("{prefix}{local}")) };
            let has_place = !matches!(name.namespace, Namespace::Html | Namespace::MathMl | Namespace::Svg);
            let is_parsed = has_place && !local.is_empty() && is_parser_attribute_name(element, &text);
            ensure_parsed(is_parsed, "the name of an attribute", &text)?;
            if names.contains(&text) {
                return Err(Problem::SameAttribute(text.into_owned()));
            }
            names.insert(text);
        }
        Ok(())
    }
}

/// Refuses what no parser can make.
fn ensure_parsed(can_be: bool, subject: &'static str, text: &str) -> Result<(), Problem> {
    if can_be { Ok(()) } else { Err(Problem::NotParsed { subject, text: text.to_owned() }) }
}
