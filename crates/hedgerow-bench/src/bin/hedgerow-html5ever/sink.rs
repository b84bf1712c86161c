//! [`DocumentSink`]: implements html5ever's tree operations on a document of hedgerow.
//!
//! html5ever reads a processing instruction as a comment that begins with a question mark. Comments and processing instructions
//! end at the same character, and tree construction treats them equally, so the sink converts such comments.
//!
//! The sink does not clone the content of options into `selectedcontent` elements, which html5ever leaves to its users.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};
use std::collections::{HashMap, HashSet};

use hedgerow::dom::{AttributeName, ElementName, Namespace, NodeKind, Slot};
use hedgerow::{Document, NodeRef};
use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName};

/// A document that html5ever builds.
#[derive(Default)]
pub(crate) struct DocumentSink {
    document: RefCell<Document>,
    /// html5ever's names of the elements.
    names: RefCell<HashMap<Slot, QualName>>,
    /// The `annotation-xml` elements that are HTML integration points.
    integration_points: RefCell<HashSet<Slot>>,
}

impl DocumentSink {
    pub(crate) fn into_document(self) -> Document {
        self.document.into_inner()
    }

    /// Returns the fragment: the children of the root element.
    pub(crate) fn into_fragment(self) -> Document {
        let mut document = self.document.into_inner();
        let fragment = document.unchecked().create_document_fragment();
        let root =
            document.root().children().find(|child| child.kind() == NodeKind::Element).map(NodeRef::slot);
        if let Some(root) = root {
            document.unchecked().move_children(root, fragment);
        }
        document.unchecked().set_root(fragment);
        document
    }

    fn insert(&self, parent: Slot, reference: Option<Slot>, child: NodeOrText<Slot>) {
        let mut document = self.document.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => {
                document.unchecked().detach(node);
                document.unchecked().insert(parent, node, reference);
            }
            NodeOrText::AppendText(text) => {
                document.unchecked().insert_text(parent, &*text, reference);
            }
        }
    }
}

impl TreeSink for DocumentSink {
    type Handle = Slot;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Slot {
        self.document.borrow().root().slot()
    }

    fn elem_name<'a>(&'a self, target: &'a Slot) -> Ref<'a, QualName> {
        Ref::map(self.names.borrow(), |names| &names[target])
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Slot {
        let mut document = self.document.borrow_mut();
        let local = document.unchecked().intern(&name.local);
        let attributes = named(&mut document, attributes);
        let values = attributes.iter().map(|(name, value)| (*name, &**value));
        let element = document
            .unchecked()
            .create_element(ElementName { namespace: namespace(&name.ns), local }, values);
        if flags.mathml_annotation_xml_integration_point {
            self.integration_points.borrow_mut().insert(element);
        }
        self.names.borrow_mut().insert(element, name);
        element
    }

    fn create_comment(&self, text: StrTendril) -> Slot {
        let mut document = self.document.borrow_mut();
        match processing_instruction(&text) {
            Some((target, data)) => document.unchecked().create_processing_instruction(target, data),
            None => document.unchecked().create_comment(&*text),
        }
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Slot {
        self.document.borrow_mut().unchecked().create_processing_instruction(&target, &data)
    }

    fn append(&self, parent: &Slot, child: NodeOrText<Slot>) {
        self.insert(*parent, None, child);
    }

    fn append_based_on_parent_node(&self, element: &Slot, previous: &Slot, child: NodeOrText<Slot>) {
        let parent = element.node(&self.document.borrow()).parent().map(NodeRef::slot);
        match parent {
            Some(parent) => self.insert(parent, Some(*element), child),
            None => self.insert(*previous, None, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let mut document = self.document.borrow_mut();
        let doctype = document.unchecked().create_doctype(&name, &public_id, &system_id);
        let root = document.root().slot();
        document.unchecked().append(root, doctype);
    }

    fn get_template_contents(&self, target: &Slot) -> Slot {
        target.node(&self.document.borrow()).parser_contents().map_or(*target, NodeRef::slot)
    }

    fn same_node(&self, one: &Slot, other: &Slot) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Slot, node: NodeOrText<Slot>) {
        let parent = sibling.node(&self.document.borrow()).parent().map(NodeRef::slot);
        if let Some(parent) = parent {
            self.insert(parent, Some(*sibling), node);
        }
    }

    fn add_attrs_if_missing(&self, target: &Slot, attributes: Vec<Attribute>) {
        let mut document = self.document.borrow_mut();
        let attributes = named(&mut document, attributes);
        document
            .unchecked()
            .add_missing_attributes(*target, attributes.iter().map(|(name, value)| (*name, &**value)));
    }

    fn remove_from_parent(&self, target: &Slot) {
        self.document.borrow_mut().unchecked().detach(*target);
    }

    fn reparent_children(&self, node: &Slot, new_parent: &Slot) {
        self.document.borrow_mut().unchecked().move_children(*node, *new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Slot) -> bool {
        self.integration_points.borrow().contains(handle)
    }

    fn allow_declarative_shadow_roots(&self, _: &Slot) -> bool {
        false
    }
}

/// Returns the target and the data of the processing instruction for which html5ever has created this comment; `None`
/// for an ordinary comment. A comment such as `<!--?a-->` cannot be distinguished from `<?a>`.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state>
fn processing_instruction(comment: &str) -> Option<(&str, &str)> {
    const WHITESPACE: [char; 4] = ['\t', '\n', '\x0C', ' '];
    let text = comment.strip_prefix('?')?;
    if !text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        return None;
    }
    let is_in_target = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    let data = text.trim_start_matches(is_in_target);
    let target = &text[..text.len() - data.len()];
    let is_disallowed = ["xml", "xml-stylesheet"].into_iter().any(|name| target.eq_ignore_ascii_case(name));
    let is_ended = data.is_empty() || data.starts_with('?') || data.starts_with(WHITESPACE);
    if is_disallowed || !is_ended {
        return None;
    }
    let data = data.trim_start_matches(WHITESPACE);
    Some((target, data.strip_suffix('?').unwrap_or(data)))
}

/// Interns the names of attributes in the document.
fn named(document: &mut Document, attributes: Vec<Attribute>) -> Vec<(AttributeName, StrTendril)> {
    let named = attributes.into_iter().map(|attribute| {
        let local = document.unchecked().intern(&attribute.name.local);
        (AttributeName { namespace: namespace(&attribute.name.ns), local }, attribute.value)
    });
    named.collect()
}

/// Returns the namespace with this URL, or [`Namespace::None`].
fn namespace(url: &str) -> Namespace {
    use Namespace::{Html, MathMl, Svg, XLink, Xml, XmlNs};
    let known = [Html, MathMl, Svg, XLink, Xml, XmlNs];
    known.into_iter().find(|known| known.as_str() == url).unwrap_or(Namespace::None)
}
