//! The values of expressions: [`Value`], [`NodeSet`], [`XPathNode`].

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};

use hedgerow_dom::{AttributeRef, Document, NodeRef, search};

use crate::error::EvaluationError;
use crate::evaluate::Val;
use crate::node::{self, Item, Part};
use crate::number;

/// The value of an expression: one of the four types of XPath.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'d> {
    /// Nodes in document order.
    Nodes(NodeSet<'d>),
    /// A string.
    String(String),
    /// A number: a double with the rules of IEEE 754.
    Number(f64),
    /// A boolean.
    Boolean(bool),
}

impl<'d> Value<'d> {
    pub(crate) fn from_val(value: Val<'_>, document: &'d Document) -> Self {
        match value {
            Val::Nodes(items) => Self::Nodes(NodeSet { document, items }),
            Val::String(text) => Self::String(text.into_owned()),
            Val::Number(number) => Self::Number(number),
            Val::Boolean(boolean) => Self::Boolean(boolean),
        }
    }

    pub(crate) fn into_val<'e>(self, document: &Document) -> Result<Val<'e>, EvaluationError> {
        Ok(match self {
            Self::Nodes(nodes) if std::ptr::eq(nodes.document, document) => Val::Nodes(nodes.items),
            Self::Nodes(_) => return Err(EvaluationError::ForeignNodes),
            Self::String(text) => Val::String(Cow::Owned(text)),
            Self::Number(number) => Val::Number(number),
            Self::Boolean(boolean) => Val::Boolean(boolean),
        })
    }

    /// Converts the value like the function `string`: a node-set becomes the string-value of its first node.
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string>
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        match self {
            Self::Nodes(nodes) => nodes.iter().next().map_or(Cow::Borrowed(""), XPathNode::string_value),
            Self::String(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number::to_string(*number)),
            Self::Boolean(boolean) => Cow::Borrowed(if *boolean { "true" } else { "false" }),
        }
    }

    /// Converts the value like the function `number`.
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number>
    #[must_use]
    pub fn to_number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Boolean(boolean) => f64::from(u8::from(*boolean)),
            Self::Nodes(_) | Self::String(_) => number::from_string(&self.to_text()),
        }
    }

    /// Converts the value like the function `boolean`: true unless the value is false, empty, zero or NaN.
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-boolean>
    #[must_use]
    pub fn to_boolean(&self) -> bool {
        match self {
            Self::Nodes(nodes) => !nodes.is_empty(),
            Self::String(text) => !text.is_empty(),
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Boolean(boolean) => *boolean,
        }
    }

    /// Returns the nodes; `None` if the value is not a node-set.
    #[must_use]
    pub fn into_nodes(self) -> Option<NodeSet<'d>> {
        match self {
            Self::Nodes(nodes) => Some(nodes),
            _ => None,
        }
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<&str> for Value<'_> {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl<'d> From<NodeSet<'d>> for Value<'d> {
    fn from(nodes: NodeSet<'d>) -> Self {
        Self::Nodes(nodes)
    }
}

impl<'d> From<NodeRef<'d>> for Value<'d> {
    fn from(node: NodeRef<'d>) -> Self {
        Self::Nodes(NodeSet { document: node.document(), items: vec![Item::node(node::logical(node))] })
    }
}

/// A set of nodes of one document, in document order.
#[derive(Clone)]
pub struct NodeSet<'d> {
    document: &'d Document,
    items: Vec<Item>,
}

impl<'d> NodeSet<'d> {
    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the first node in document order.
    #[must_use]
    pub fn first(&self) -> Option<XPathNode<'d>> {
        self.iter().next()
    }

    /// Iterates over the nodes in document order.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = XPathNode<'d>> + ExactSizeIterator + '_ {
        self.items.iter().map(|&item| XPathNode { document: self.document, item })
    }

    /// Keeps the nodes that pass a test.
    pub fn retain(&mut self, mut test: impl FnMut(XPathNode<'d>) -> bool) {
        let document = self.document;
        self.items.retain(|&item| test(XPathNode { document, item }));
    }
}

impl<'d> IntoIterator for NodeSet<'d> {
    type Item = XPathNode<'d>;
    type IntoIter = Nodes<'d>;

    fn into_iter(self) -> Nodes<'d> {
        Nodes { document: self.document, items: self.items.into_iter() }
    }
}

impl PartialEq for NodeSet<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.items == other.items
    }
}

impl fmt::Debug for NodeSet<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

/// The nodes of a [`NodeSet`], in document order.
#[derive(Clone)]
pub struct Nodes<'d> {
    document: &'d Document,
    items: std::vec::IntoIter<Item>,
}

impl<'d> Iterator for Nodes<'d> {
    type Item = XPathNode<'d>;

    fn next(&mut self) -> Option<XPathNode<'d>> {
        let item = self.items.next()?;
        Some(XPathNode { document: self.document, item })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl ExactSizeIterator for Nodes<'_> {}

impl fmt::Debug for Nodes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}

/// A node of XPath's data model: a node of the tree, an attribute, or a namespace of an element.
#[derive(Clone, Copy)]
pub struct XPathNode<'d> {
    document: &'d Document,
    item: Item,
}

impl<'d> XPathNode<'d> {
    /// Returns the node of the tree; `None` for an attribute or a namespace. A run of adjacent texts is represented by the
    /// first one.
    #[must_use]
    pub fn node(self) -> Option<NodeRef<'d>> {
        self.item.is_whole().then(|| self.owner())
    }

    /// Returns the attribute; `None` for another node.
    #[must_use]
    pub fn attribute(self) -> Option<AttributeRef<'d>> {
        match self.item.part() {
            Part::Attribute(key) => search::attribute_with_key(self.owner(), key),
            Part::Whole | Part::Namespace(_) => None,
        }
    }

    /// Returns the prefix and the URL of a namespace node; `None` for another node.
    #[must_use]
    pub fn namespace(self) -> Option<(&'d str, &'d str)> {
        match self.item.part() {
            Part::Namespace(index) => node::namespaces_in_scope(self.owner(), |_| Ok::<_, Infallible>(()))
                .unwrap_or_else(|never| match never {})
                .get(index)
                .copied(),
            Part::Whole | Part::Attribute(_) => None,
        }
    }

    /// Returns the node itself, or the element that an attribute or namespace belongs to.
    #[must_use]
    pub fn owner(self) -> NodeRef<'d> {
        self.item.slot.node(self.document)
    }

    /// Returns the string-value. <https://www.w3.org/TR/1999/REC-xpath-19991116/#dt-string-value>
    #[must_use]
    pub fn string_value(self) -> Cow<'d, str> {
        if let Some(attribute) = self.attribute() {
            return Cow::Borrowed(attribute.value());
        }
        if let Some((_, url)) = self.namespace() {
            return Cow::Borrowed(url);
        }
        node::string_value(self.owner(), |_| Ok::<_, Infallible>(())).unwrap_or_else(|never| match never {})
    }
}

impl PartialEq for XPathNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.item == other.item
    }
}

impl Eq for XPathNode<'_> {}

impl Hash for XPathNode<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.item.hash(state);
    }
}

impl fmt::Debug for XPathNode<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.attribute(), self.namespace()) {
            (Some(attribute), _) => fmt::Debug::fmt(&attribute, formatter),
            (None, Some((prefix, url))) => write!(formatter, "xmlns:{prefix}={url:?}"),
            (None, None) => fmt::Debug::fmt(&self.owner(), formatter),
        }
    }
}
