//! What goes from stage to stage of the writer: an [`Item`], with its place.
//!
//! What is not here: the stages.

use hedgerow_names::known::{self, HTML_ELEMENT_COUNT};
use hedgerow_names::{ElementName, NameId, Namespace, ShadowRootInit};

use super::writer::EventAttribute;
use crate::node::Doctype;
use crate::node_ref::NodeRef;

/// A start tag, an end tag, or what is between tags.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'d> {
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
pub(super) struct Tag<'d> {
    pub(super) name: ElementName,
    /// The local name as text.
    pub(super) text: &'d str,
}

/// Where the attributes of a start tag are.
#[derive(Clone, Copy, Debug)]
pub(super) enum TagAttributes<'d> {
    /// On an element.
    Element(NodeRef<'d>),
    /// In an event.
    Event(&'d [EventAttribute<'d>]),
    /// Of the `template` that stands for a shadow root.
    ShadowRoot(ShadowRootInit),
    /// Of the `meta` that declares the encoding.
    MetaCharset,
}

impl TagAttributes<'_> {
    pub(super) fn is_empty(self) -> bool {
        match self {
            Self::Element(element) => element.attributes().next().is_none(),
            Self::Event(attributes) => attributes.is_empty(),
            Self::ShadowRoot(_) | Self::MetaCharset => false,
        }
    }
}

/// Text, or a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextItem<'d> {
    pub(super) data: &'d str,
    /// Every run of whitespace in it is one space.
    pub(super) is_collapsed: bool,
}

/// The elements that an item is in, as far as anybody asks; unknown above the node that is written.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Place {
    pub(super) parent: Option<ElementName>,
    pub(super) grandparent: Option<ElementName>,
}

impl Place {
    /// Whether the parent is the element of HTML with one of these names.
    pub(super) fn is_in(self, names: &[NameId]) -> bool {
        self.parent.is_some_and(|parent| is_any(parent, names))
    }
}

/// An item with its place. That of a start tag or an end tag is the one of its element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'d> {
    pub(super) item: Item<'d>,
    pub(super) place: Place,
}

/// Elements of HTML.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementSet([bool; HTML_ELEMENT_COUNT]);

impl ElementSet {
    /// Those with these names.
    pub(super) const fn of(names: &[NameId]) -> Self {
        let mut set = [false; HTML_ELEMENT_COUNT];
        let mut i = 0;
        while i < names.len() {
            set[names[i].index()] = true;
            i += 1;
        }
        Self(set)
    }

    /// Whether the element is one of them.
    pub(super) fn has(&self, name: ElementName) -> bool {
        name.namespace == Namespace::Html && self.0.get(name.local.index()).copied().unwrap_or(false)
    }
}

/// Whether this is the element of HTML with one of these names.
pub(super) fn is_any(name: ElementName, names: &[NameId]) -> bool {
    names.iter().any(|&local| name.is_html(local))
}

impl Item<'_> {
    /// The element of HTML whose start tag this is.
    pub(super) fn starts(&self, name: NameId) -> bool {
        matches!(self, Self::StartTag { tag, .. } if tag.name.is_html(name))
    }

    /// Whether this is the end tag of that element of HTML.
    pub(super) fn ends(&self, name: NameId) -> bool {
        matches!(self, Self::EndTag(tag) if tag.name.is_html(name))
    }

    /// Whether a `meta` of HTML begins here.
    pub(super) fn is_meta(&self) -> bool {
        self.starts(known::META)
    }
}
