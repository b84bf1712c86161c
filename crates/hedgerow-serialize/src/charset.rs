//! The declaration of the encoding: adds a `meta` element to a `head` without a declaration.
//!
//! The content of a `head` is buffered until it ends or contains a declaration. `markup.rs` corrects the values of existing
//! declarations.

use std::collections::VecDeque;

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};
use hedgerow_dom::search;

use crate::item::{Item, Parents, PlacedItem, Tag, TagAttributes};

/// The stage that adds a `meta`.
#[derive(Debug, Default)]
pub(crate) struct CharsetStage<'d> {
    is_on: bool,
    /// The start tag of a `head`, and its content so far, which has no declaration.
    held: Option<VecDeque<PlacedItem<'d>>>,
}

impl<'d> CharsetStage<'d> {
    pub(crate) fn new(is_on: bool) -> Self {
        Self { is_on, held: None }
    }

    /// Takes an item; returns the items that are ready to be written.
    pub(crate) fn push(&mut self, placed: PlacedItem<'d>) -> VecDeque<PlacedItem<'d>> {
        let Some(mut held) = self.held.take() else {
            if self.is_on && placed.item.starts(known::HEAD) {
                self.held = Some(VecDeque::from([placed]));
                return VecDeque::new();
            }
            return VecDeque::from([placed]);
        };
        held.push_back(placed);
        if declares_charset(&placed.item) {
            return held;
        }
        if placed.item.ends(known::HEAD) {
            return with_declaration(held);
        }
        self.held = Some(held);
        VecDeque::new()
    }

    /// Returns the items that are still buffered at the end.
    pub(crate) fn finish(&mut self) -> VecDeque<PlacedItem<'d>> {
        self.held.take().map(with_declaration).unwrap_or_default()
    }

    /// Whether all items pass through unchanged.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_on
    }
}

/// Adds the declaration as the first child of a `head`.
fn with_declaration(mut head: VecDeque<PlacedItem<'_>>) -> VecDeque<PlacedItem<'_>> {
    if let Some(start) = head.pop_front() {
        let tag = Tag { name: ElementName::html(known::META), text: "meta" };
        let parents =
            Parents { parent: Some(ElementName::html(known::HEAD)), grandparent: start.parents.parent };
        let item = Item::StartTag { tag, attributes: TagAttributes::MetaCharset };
        head.push_front(PlacedItem::inline(item, parents));
        head.push_front(start);
    }
    head
}

/// Whether an item is a `meta` that names an encoding.
fn declares_charset(item: &Item<'_>) -> bool {
    let Item::StartTag { attributes, .. } = item else { return false };
    item.starts(known::META)
        && (attributes.value("charset").is_some()
            || is_content_type(*attributes) && attributes.value("content").is_some_and(names_charset))
}

/// Whether a `meta` with these attributes is in the encoding declaration state.
pub(crate) fn is_content_type(attributes: TagAttributes<'_>) -> bool {
    attributes.value("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("content-type"))
}

/// Whether the `content` of a `meta` in the encoding declaration state names an encoding.
pub(crate) fn names_charset(content: &str) -> bool {
    content.as_bytes().windows(7).any(|window| window.eq_ignore_ascii_case(b"charset"))
}

/// The label after `charset=` in the `content` of a `meta`.
pub(crate) fn charset_of(content: &str) -> Option<&str> {
    let at = content.as_bytes().windows(7).rposition(|window| window.eq_ignore_ascii_case(b"charset"))?;
    let label = content.get(at + 7..)?.trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
    let is_end = |character: char| character == ';' || character.is_ascii_whitespace();
    match label.chars().next()? {
        quote @ ('"' | '\'') => label[1..].split_once(quote).map(|(label, _)| label),
        _ => label.split(is_end).next(),
    }
}

/// Whether a label is the name of an encoding, or, for UTF-8, one of its labels.
/// <https://encoding.spec.whatwg.org/#names-and-labels>
pub(crate) fn is_label_of(encoding: &str, label: &str) -> bool {
    let label = label.trim_ascii();
    label.eq_ignore_ascii_case(encoding)
        || encoding.eq_ignore_ascii_case("utf-8") && label.eq_ignore_ascii_case("utf8")
}

impl<'d> TagAttributes<'d> {
    /// The value of an attribute in no namespace that has a known name.
    pub(crate) fn known_value(self, name: NameId) -> Option<&'d str> {
        match self {
            Self::Element(element) => search::attribute_value(element, AttributeName::plain(name)),
            _ => self.value(name.known_text()?),
        }
    }

    /// The value of an attribute in no namespace.
    pub(crate) fn value(self, name: &str) -> Option<&'d str> {
        match self {
            Self::Element(element) => element.attribute(name),
            Self::Event(attributes) => attributes
                .iter()
                .find(|attribute| attribute.namespace == Namespace::None && attribute.name == name)
                .map(|attribute| attribute.value),
            Self::ShadowRoot(_) | Self::MetaCharset => None,
        }
    }
}
