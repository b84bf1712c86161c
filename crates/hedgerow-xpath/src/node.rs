//! The interface to the DOM: the nodes of XPath's data model, their names, string-values and order.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#data-model>
//!
//! The data model differs from the DOM in three points: a run of adjacent `Text` nodes is one node, represented by the first
//! one; a `DocumentType` is not a node; attributes that declare namespaces are namespace nodes of the element and its
//! descendants.

use std::borrow::Cow;
use std::collections::HashSet;

use hedgerow_base::{AttributeName, NameId, Namespace, known};
use hedgerow_dom::search;
use hedgerow_dom::{AttributeRef, Document, NodeKind, NodeRef, Slot};

use crate::expression::{Test, TestName};
use crate::steps::{ATTRIBUTES_PER_STEP, BYTES_PER_READ_STEP};

/// A node of the data model in a node-set: a node of the DOM, or one of the attributes or namespaces of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Item {
    pub(crate) slot: Slot,
    part: u32,
}

/// The part of an element that an [`Item`] represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The node itself.
    Whole,
    /// The namespace at an index of [`namespaces_in_scope`].
    Namespace(usize),
    /// The attribute with a key of the DOM, see [`search::attribute_with_key`].
    Attribute(usize),
}

impl Item {
    const FIRST_ATTRIBUTE: u32 = 1 << 31;

    pub(crate) fn node(node: NodeRef<'_>) -> Self {
        Self { slot: node.slot(), part: 0 }
    }

    pub(crate) fn attribute(element: Slot, key: usize) -> Self {
        Self { slot: element, part: Self::FIRST_ATTRIBUTE | key as u32 }
    }

    pub(crate) fn namespace(element: Slot, index: usize) -> Self {
        Self { slot: element, part: 1 + index as u32 }
    }

    pub(crate) fn is_whole(self) -> bool {
        self.part == 0
    }

    pub(crate) fn part(self) -> Part {
        match self.part {
            0 => Part::Whole,
            part if part >= Self::FIRST_ATTRIBUTE => Part::Attribute((part - Self::FIRST_ATTRIBUTE) as usize),
            part => Part::Namespace(part as usize - 1),
        }
    }

    /// A number that grows in document order among the items of one tree, given the rank of the item's node.
    pub(crate) fn key(self, rank: u32) -> u64 {
        u64::from(rank) << 32 | u64::from(self.part)
    }
}

/// A name test, with the ids that its name has in a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedName {
    prefix: Prefix,
    /// The name in its original case.
    exact: Option<NameId>,
    /// The name in lower case, for HTML elements and their attributes.
    lowercase: Option<NameId>,
}

/// The namespace of a name test's prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prefix {
    /// The name has no prefix.
    None,
    Known(Namespace),
    /// A namespace that does not occur in the DOM.
    Unknown,
}

impl ResolvedName {
    pub(crate) fn new(name: &TestName, document: &Document) -> Self {
        let names = search::names(document);
        let exact = names.find(&name.local);
        let lowercase = if name.local.bytes().any(|byte| byte.is_ascii_uppercase()) {
            names.find(&name.local.to_ascii_lowercase())
        } else {
            exact
        };
        let prefix = match name.namespace.as_deref() {
            None => Prefix::None,
            Some(url) => find_namespace(url).map_or(Prefix::Unknown, Prefix::Known),
        };
        Self { prefix, exact, lowercase }
    }

    /// Whether an element passes the test. A name without a prefix denotes an HTML element. The names of HTML elements
    /// are compared ignoring case, even if the test has a prefix.
    #[inline]
    pub(crate) fn matches_element(&self, namespace: Namespace, local: NameId) -> bool {
        if namespace == Namespace::Html {
            self.lowercase == Some(local)
                && matches!(self.prefix, Prefix::None | Prefix::Known(Namespace::Html))
        } else {
            self.exact == Some(local) && self.prefix == Prefix::Known(namespace)
        }
    }

    /// Whether an attribute passes the test. A name without a prefix denotes an attribute in no namespace. The names of
    /// attributes of HTML elements are compared ignoring case.
    #[inline]
    fn matches_attribute(&self, of_html: bool, namespace: Namespace, local: NameId) -> bool {
        let name = if of_html { self.lowercase } else { self.exact };
        let is_in_namespace = match self.prefix {
            Prefix::None => namespace == Namespace::None,
            Prefix::Known(wanted) => namespace == wanted,
            Prefix::Unknown => false,
        };
        name == Some(local) && is_in_namespace
    }
}

/// Returns the namespace of the DOM with a URL; `None` for another URL.
fn find_namespace(url: &str) -> Option<Namespace> {
    use Namespace::{Html, MathMl, None, Svg, XLink, Xml, XmlNs};
    [Html, MathMl, Svg, XLink, Xml, XmlNs, None].into_iter().find(|namespace| namespace.as_str() == url)
}

/// Whether a DOM node is a node of the data model: neither a doctype nor a text that continues the previous one.
#[inline]
pub(crate) fn is_in_model(node: NodeRef<'_>) -> bool {
    match node.kind() {
        NodeKind::DocumentType => false,
        NodeKind::Text => !continues_text(node),
        _ => true,
    }
}

fn continues_text(text: NodeRef<'_>) -> bool {
    text.previous_sibling().is_some_and(|previous| previous.kind() == NodeKind::Text)
}

/// The node of the data model that represents a DOM node: for a text, the first text of its run.
pub(crate) fn logical(mut node: NodeRef<'_>) -> NodeRef<'_> {
    if node.kind() == NodeKind::Text {
        while let Some(previous) =
            node.previous_sibling().filter(|previous| previous.kind() == NodeKind::Text)
        {
            node = previous;
        }
    }
    node
}

/// Whether a node of the DOM passes a test on an axis whose principal node type is the element.
#[inline]
pub(crate) fn matches_node(node: NodeRef<'_>, test: &Test, names: &[ResolvedName]) -> bool {
    match test {
        Test::Name(name) => search::element_name(node)
            .is_some_and(|element| names[*name].matches_element(element.namespace, element.local)),
        Test::Any => node.kind() == NodeKind::Element,
        Test::Node => is_in_model(node),
        Test::Text => node.kind() == NodeKind::Text && !continues_text(node),
        Test::Comment => node.kind() == NodeKind::Comment,
        Test::ProcessingInstruction(target) => node
            .processing_instruction()
            .is_some_and(|(found, _)| target.as_deref().is_none_or(|target| target == found)),
        Test::Namespace(url) => {
            node.namespace().is_some_and(|namespace| find_namespace(url) == Some(namespace))
        }
    }
}

/// The attributes of an element that pass a test, with their keys (see [`Part::Attribute`]). Namespace declarations are
/// not attributes.
pub(crate) fn attributes<'d>(
    element: NodeRef<'d>,
    test: &Test,
    names: &[ResolvedName],
) -> impl Iterator<Item = (usize, AttributeRef<'d>)> {
    let of_html = element.namespace() == Some(Namespace::Html);
    search::keyed_attributes(element).filter(move |(_, attribute)| {
        let name = search::attribute_name(*attribute);
        name.namespace != Namespace::XmlNs
            && match test {
                Test::Name(test) => names[*test].matches_attribute(of_html, name.namespace, name.local),
                Test::Any | Test::Node => true,
                Test::Namespace(url) => find_namespace(url) == Some(name.namespace),
                Test::Text | Test::Comment | Test::ProcessingInstruction(_) => false,
            }
    })
}

/// The value of the first attribute of an element that passes a test.
#[inline]
pub(crate) fn attribute_value<'d>(
    element: NodeRef<'d>,
    test: &Test,
    names: &[ResolvedName],
) -> Option<&'d str> {
    attributes(element, test, names).next().map(|(_, attribute)| attribute.value())
}

/// The prefixes and URLs of the namespace nodes of an element: `xml`, and the namespaces that attributes of the element and
/// of its ancestors declare. Empty for a node that is not an element.
///
/// `visit` receives the number of steps to be taken next, and may end the search with an error.
pub(crate) fn namespaces_in_scope<E>(
    element: NodeRef<'_>,
    mut visit: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<(&str, &str)>, E> {
    if element.kind() != NodeKind::Element {
        return Ok(Vec::new());
    }
    let mut namespaces = vec![("xml", Namespace::Xml.as_str())];
    let mut prefixes = HashSet::from(["xml"]);
    for ancestor in element.inclusive_ancestors() {
        visit(1 + ancestor.attributes().len() / ATTRIBUTES_PER_STEP)?;
        for attribute in ancestor.attributes().filter(|attribute| attribute.namespace() == Namespace::XmlNs) {
            // The attribute `xmlns` declares the default namespace, which has no prefix.
            let prefix = match attribute.name_text() {
                "xmlns" => "",
                prefix => prefix,
            };
            visit(1)?;
            if prefixes.insert(prefix) {
                namespaces.push((prefix, attribute.value()));
            }
        }
    }
    // An empty URL cancels a declaration.
    namespaces.retain(|(_, url)| !url.is_empty());
    Ok(namespaces)
}

/// The string-value of a node. <https://www.w3.org/TR/1999/REC-xpath-19991116/#dt-string-value>
///
/// `visit` receives the number of steps taken since its last call, and may end the walk with an error.
pub(crate) fn string_value<E>(
    node: NodeRef<'_>,
    mut visit: impl FnMut(usize) -> Result<(), E>,
) -> Result<Cow<'_, str>, E> {
    match node.kind() {
        NodeKind::Text => {
            let first = node.data().unwrap_or_default();
            let mut value = Cow::Borrowed(first);
            let mut next = node.next_sibling();
            while let Some(text) = next.filter(|next| next.kind() == NodeKind::Text) {
                visit(1)?;
                value.to_mut().push_str(text.data().unwrap_or_default());
                next = text.next_sibling();
            }
            Ok(value)
        }
        NodeKind::Comment | NodeKind::ProcessingInstruction => {
            Ok(Cow::Borrowed(node.data().unwrap_or_default()))
        }
        NodeKind::DocumentType => Ok(Cow::Borrowed("")),
        _ => {
            let mut value = Cow::Borrowed("");
            let mut at = node.first_child();
            while let Some(descendant) = at {
                visit(1)?;
                if descendant.kind() == NodeKind::Text {
                    let data = descendant.data().unwrap_or_default();
                    if value.is_empty() {
                        value = Cow::Borrowed(data);
                    } else {
                        visit(data.len() / BYTES_PER_READ_STEP)?;
                        value.to_mut().push_str(data);
                    }
                }
                at = next_within(descendant, node);
            }
            Ok(value)
        }
    }
}

/// The next node in tree order among the descendants of `root`.
#[inline]
pub(crate) fn next_within<'d>(node: NodeRef<'d>, root: NodeRef<'d>) -> Option<NodeRef<'d>> {
    node.first_child().or_else(|| next_outside(node, root))
}

/// The next node in tree order among the descendants of `root` that is not a descendant of `node`.
#[inline]
pub(crate) fn next_outside<'d>(mut node: NodeRef<'d>, root: NodeRef<'d>) -> Option<NodeRef<'d>> {
    loop {
        if node.slot() == root.slot() {
            return None;
        }
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent()?;
    }
}

/// The first element of a tree with an id. <https://dom.spec.whatwg.org/#concept-id>
pub(crate) fn element_by_id<'d>(root: NodeRef<'d>, id: &str) -> Option<NodeRef<'d>> {
    let document = root.document();
    let has_id = |node: &NodeRef<'d>| node.element_id() == Some(id);
    if root == document.root()
        && let Some(found) = search::elements_with_id(document, id)
    {
        return found.iter().map(|(_, element)| element.node(document)).find(has_id);
    }
    root.inclusive_descendants().find(has_id)
}

/// The language of a node: its nearest `xml:lang`, or `lang` on an element of HTML or SVG.
/// <https://html.spec.whatwg.org/multipage/dom.html#language>
///
/// `visit` receives the number of steps to be taken next, and may end the search with an error.
pub(crate) fn language<E>(
    node: NodeRef<'_>,
    mut visit: impl FnMut(usize) -> Result<(), E>,
) -> Result<Option<&str>, E> {
    const IN_XML: AttributeName = AttributeName { namespace: Namespace::Xml, local: known::LANG };
    for node in node.inclusive_ancestors() {
        visit(1 + node.attributes().len() / ATTRIBUTES_PER_STEP)?;
        // SVG 2 defines the attribute without a namespace, too.
        let has_plain = matches!(node.namespace(), Some(Namespace::Html | Namespace::Svg));
        let plain = || search::attribute_value(node, AttributeName::plain(known::LANG)).filter(|_| has_plain);
        if let Some(language) = search::attribute_value(node, IN_XML).or_else(plain) {
            return Ok(Some(language));
        }
    }
    Ok(None)
}

/// The expanded name of a node, and its prefix: `(namespace URL, prefix, local name)`.
pub(crate) fn expanded_name(node: NodeRef<'_>) -> (&'static str, &'static str, &str) {
    match (node.namespace(), node.processing_instruction()) {
        (Some(namespace), _) => (namespace.as_str(), "", node.local_name_text()),
        (None, Some((target, _))) => ("", "", target),
        (None, None) => ("", "", ""),
    }
}

/// The expanded name of an attribute, and its prefix.
pub(crate) fn attribute_name(attribute: AttributeRef<'_>) -> (&'static str, &'static str, &str) {
    let prefix = match attribute.namespace() {
        Namespace::XLink => "xlink",
        Namespace::Xml => "xml",
        Namespace::XmlNs => "xmlns",
        _ => "",
    };
    (attribute.namespace().as_str(), prefix, attribute.name_text())
}
