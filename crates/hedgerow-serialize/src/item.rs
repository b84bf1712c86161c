//! [`Item`]: the unit that the writer's stages process; [`PlacedItem`]: an item with its parents.

use hedgerow_base::known::{self, HTML_ELEMENT_COUNT};
use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, ShadowRootInit};
use hedgerow_dom::{Doctype, NodeRef};

use crate::rendered_text::FlowRole;

/// A start tag, an end tag, or content between tags.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'d> {
    StartTag {
        tag: Tag<'d>,
        attributes: TagAttributes<'d>,
    },
    EndTag(Tag<'d>),
    Text(TextItem<'d>),
    Comment(&'d str),
    ProcessingInstruction {
        target: &'d str,
        data: &'d str,
    },
    Doctype(Doctype<'d>),
    /// A line feed that the writer adds, and the number of levels by which the next line is indented.
    NewLine(usize),
}

/// The name of a tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag<'d> {
    pub(crate) name: ElementName,
    /// The local name as a string.
    pub(crate) text: &'d str,
}

/// The source of a start tag's attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TagAttributes<'d> {
    /// The attributes of an element.
    Element(NodeRef<'d>),
    /// The attributes of an [`HtmlEvent`](crate::HtmlEvent).
    Event(&'d [EventAttribute<'d>]),
    /// The attributes of the `template` that represents a shadow root.
    ShadowRoot(ShadowRootInit),
    /// The attribute of the `meta` that declares the encoding.
    MetaCharset,
}

/// An attribute of a start tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventAttribute<'d> {
    /// The namespace: nearly always [`Namespace::None`].
    pub namespace: Namespace,
    /// The local name.
    pub name: &'d str,
    /// The value.
    pub value: &'d str,
}

impl EventAttribute<'_> {
    /// The prefix before the local name in the serialized name.
    pub(crate) fn prefix(&self) -> &'static str {
        // The prefix depends on the local name only if the local name is xmlns.
        let local = if self.name == "xmlns" { known::XMLNS } else { known::HTML };
        AttributeName { namespace: self.namespace, local }.serialized_prefix()
    }
}

impl TagAttributes<'_> {
    pub(crate) fn is_empty(self) -> bool {
        match self {
            Self::Element(element) => element.attributes().next().is_none(),
            Self::Event(attributes) => attributes.is_empty(),
            Self::ShadowRoot(_) | Self::MetaCharset => false,
        }
    }
}

/// Text, or a part of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextItem<'d> {
    pub(crate) data: &'d str,
    /// Whether each run of whitespace is written as one space.
    pub(crate) is_collapsed: bool,
}

/// The names of the parent and the grandparent of an item. `None` for the ancestors of the written node, which are unknown.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Parents {
    pub(crate) parent: Option<ElementName>,
    pub(crate) grandparent: Option<ElementName>,
}

impl Parents {
    /// Whether the parent is an HTML element with one of these names.
    pub(crate) fn is_in(self, names: &[NameId]) -> bool {
        self.parent.is_some_and(|parent| is_any(parent, names))
    }
}

/// An item with its parents. The parents of a tag are the parents of its element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedItem<'d> {
    pub(crate) item: Item<'d>,
    pub(crate) parents: Parents,
    /// The flow of the element if the item is a tag and whitespace is removed.
    pub(crate) flow: FlowRole,
}

impl<'d> PlacedItem<'d> {
    /// An item that is no block.
    pub(crate) fn inline(item: Item<'d>, parents: Parents) -> Self {
        Self { item, parents, flow: FlowRole::Inline }
    }
}

/// A set of HTML elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementSet([bool; HTML_ELEMENT_COUNT]);

impl ElementSet {
    /// The set of the elements with these names.
    pub(crate) const fn of(names: &[NameId]) -> Self {
        let mut set = [false; HTML_ELEMENT_COUNT];
        let mut i = 0;
        while i < names.len() {
            set[names[i].index()] = true;
            i += 1;
        }
        Self(set)
    }

    /// Whether the set contains an element.
    pub(crate) fn has(&self, name: ElementName) -> bool {
        name.namespace == Namespace::Html && self.0.get(name.local.index()).copied().unwrap_or(false)
    }
}

/// Whether an element is an HTML element with one of these names.
pub(crate) fn is_any(name: ElementName, names: &[NameId]) -> bool {
    names.iter().any(|&local| name.is_html(local))
}

impl Item<'_> {
    /// Whether the item is the start tag of an HTML element with this name.
    pub(crate) fn starts(&self, name: NameId) -> bool {
        matches!(self, Self::StartTag { tag, .. } if tag.name.is_html(name))
    }

    /// Whether the item is the end tag of an HTML element with this name.
    pub(crate) fn ends(&self, name: NameId) -> bool {
        matches!(self, Self::EndTag(tag) if tag.name.is_html(name))
    }
}
