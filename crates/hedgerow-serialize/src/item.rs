//! What goes from stage to stage of the writer: an [`Item`], with its place.
//!
//! What is not here: the stages.

use hedgerow_names::known::{self, HTML_ELEMENT_COUNT};
use hedgerow_names::{AttributeName, ElementName, NameId, Namespace, ShadowRootInit};

use hedgerow_dom::Doctype;
use hedgerow_dom::NodeRef;

/// A start tag, an end tag, or what is between tags.
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
    /// A new line, indented by that many levels: whitespace that is added.
    NewLine(usize),
}

/// What a tag is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag<'d> {
    pub(crate) name: ElementName,
    /// The local name as text.
    pub(crate) text: &'d str,
}

/// Where the attributes of a start tag are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TagAttributes<'d> {
    /// On an element.
    Element(NodeRef<'d>),
    /// In an event.
    Event(&'d [EventAttribute<'d>]),
    /// Of the `template` that stands for a shadow root.
    ShadowRoot(ShadowRootInit),
    /// Of the `meta` that declares the encoding.
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
    /// What stands before the local name in the serialized name.
    pub(crate) fn prefix(&self) -> &'static str {
        // Of local names, only that of xmlns itself matters.
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

/// Text, or a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextItem<'d> {
    pub(crate) data: &'d str,
    /// Every run of whitespace in it is one space.
    pub(crate) is_collapsed: bool,
}

/// The elements that an item is in, as far as anybody asks; unknown above the node that is written.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Place {
    pub(crate) parent: Option<ElementName>,
    pub(crate) grandparent: Option<ElementName>,
}

impl Place {
    /// Whether the parent is the element of HTML with one of these names.
    pub(crate) fn is_in(self, names: &[NameId]) -> bool {
        self.parent.is_some_and(|parent| is_any(parent, names))
    }
}

/// An item with its place. That of a start tag or an end tag is the one of its element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'d> {
    pub(crate) item: Item<'d>,
    pub(crate) place: Place,
}

/// Elements of HTML.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementSet([bool; HTML_ELEMENT_COUNT]);

impl ElementSet {
    /// Those with these names.
    pub(crate) const fn of(names: &[NameId]) -> Self {
        let mut set = [false; HTML_ELEMENT_COUNT];
        let mut i = 0;
        while i < names.len() {
            set[names[i].index()] = true;
            i += 1;
        }
        Self(set)
    }

    /// Whether the element is one of them.
    pub(crate) fn has(&self, name: ElementName) -> bool {
        name.namespace == Namespace::Html && self.0.get(name.local.index()).copied().unwrap_or(false)
    }
}

/// Whether this is the element of HTML with one of these names.
pub(crate) fn is_any(name: ElementName, names: &[NameId]) -> bool {
    names.iter().any(|&local| name.is_html(local))
}

impl Item<'_> {
    /// The element of HTML whose start tag this is.
    pub(crate) fn starts(&self, name: NameId) -> bool {
        matches!(self, Self::StartTag { tag, .. } if tag.name.is_html(name))
    }

    /// Whether this is the end tag of that element of HTML.
    pub(crate) fn ends(&self, name: NameId) -> bool {
        matches!(self, Self::EndTag(tag) if tag.name.is_html(name))
    }

    /// Whether a `meta` of HTML begins here.
    pub(crate) fn is_meta(&self) -> bool {
        self.starts(known::META)
    }
}
