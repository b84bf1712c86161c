//! The attribute vector, in which each element has a range.
//!
//! The list of a new element is never changed in place, so any number of elements may share it. Before the first change of a
//! short list, the element gets its own copy at the end of the vector ([`NodeFlags::OWNS_ATTRIBUTES`]). The capacity of such
//! a copy doubles when it is full. The changes of a long list are stored outside the list (`long_attributes.rs`). Unused
//! entries of the vector are filler.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher;
use std::iter::FusedIterator;
use std::ops::Range;

use hedgerow_base::{AttributeName, AttributeNameRef, Namespace};

use crate::attribute_data::{Attribute, AttributeList, AttributeOverlay, AttributeRange, FoundAttribute};
use crate::document::Document;
use crate::node::{NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::text::{NewText, TextSpan};
use crate::unchecked::Unchecked;

/// The maximum length of a list of attributes that is searched linearly, and copied before its first change.
pub(crate) const SHORT_LIST: usize = 16;

/// The length above which the list of a new element is indexed immediately. Every child may look up an attribute of the
/// element, for example the language that the child inherits. Without an index, this takes quadratic time.
const VERY_LONG_LIST: usize = 256;

impl AttributeList {
    /// Returns the current attributes of an element, for
    /// [`create_element_with_list`](Unchecked::create_element_with_list); an empty list for another node.
    #[inline]
    pub fn of(element: NodeRef<'_>) -> Self {
        element.document().attribute_list(element.slot())
    }

    /// The start of the range of a list that is stored as an overlay. Such a list is read through its element, even after
    /// the changes were merged into a new list.
    const START_OF_CHANGES: u32 = u32::MAX;

    pub(crate) fn was_changed(self) -> bool {
        self.range.start == Self::START_OF_CHANGES
    }

    /// Returns the owner if the list must be read through it, because the list is or was stored as an overlay.
    pub(crate) fn changed_owner(self, document: &Document) -> Option<Slot> {
        let is_changed = |&owner: &Slot| document.flags(owner).has(NodeFlags::CHANGED_ATTRIBUTES);
        self.owner.filter(|owner| self.was_changed() || is_changed(owner))
    }

    /// Returns the number of attributes.
    #[inline]
    pub fn len(self) -> usize {
        self.range.length as usize
    }

    /// Whether the list is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.range.length == 0
    }

    /// Whether two lists of a document have the same attributes, in any order: names, namespaces and values.
    pub fn is_same_as(self, other: Self, document: &Document) -> bool {
        if self == other {
            return true;
        }
        let (one, other) = (self.attributes(document), other.attributes(document));
        if one.len() != other.len() {
            return false;
        }
        let is_same = |a: AttributeRef<'_>, b: AttributeRef<'_>| {
            a.interned_name() == b.interned_name() && a.value() == b.value()
        };
        // OPTIMIZATION: skips the attributes that both lists begin with, and searches only for the rest.
        let same = one.clone().zip(other.clone()).take_while(|(a, b)| is_same(*a, *b)).count();
        let (mut one, other) = (one.skip(same), other.skip(same));
        if one.len() <= SHORT_LIST {
            return one.all(|a| other.clone().any(|b| is_same(a, b)));
        }
        let others: HashMap<_, _> = other.map(|b| (b.interned_name(), b.value())).collect();
        one.all(|a| others.get(&a.interned_name()) == Some(&a.value()))
    }

    /// Returns a hash that is equal for all lists of a document with [the same attributes](Self::is_same_as), in any order.
    pub fn hash_in(self, document: &Document, hasher: &impl BuildHasher) -> u64 {
        self.attributes(document)
            .map(|attribute| hasher.hash_one((attribute.interned_name(), attribute.value())))
            .fold(0, u64::wrapping_add)
    }

    /// Returns the attributes, or an empty iterator for an invalid list.
    fn attributes(self, document: &Document) -> Attributes<'_> {
        match self.changed_owner(document) {
            Some(owner) => document.attributes_of(owner),
            None => Attributes::in_range(document, self.range),
        }
    }
}

impl<'d> Unchecked<'d> {
    /// Returns the value of an attribute. An element with many attributes gets an index, so that later calls are fast.
    pub fn indexed_attribute_value(self, element: Slot, name: AttributeName) -> Option<&'d str> {
        self.document.index_attributes(self.document.attribute_range(element));
        self.document.attribute_value(element, name)
    }

    /// Adds the attributes whose names the element does not have. Of several attributes with the same name, the first one is
    /// added. Does nothing for a node that is not an element.
    pub fn add_missing_attributes<'v>(
        self,
        element: Slot,
        attributes: impl IntoIterator<Item = (AttributeName, &'v str)>,
    ) {
        if self.document.element_name(element).is_none() {
            return;
        }
        for (name, value) in attributes {
            self.document.index_attributes(self.document.attribute_range(element));
            if self.document.find_attribute(element, name).is_none() {
                let value = self.document.text.push(value);
                self.document.set_attribute_span(element, name, value);
            }
        }
    }
}

impl Document {
    /// Returns the current attributes of an element; an empty list for another node.
    #[inline]
    pub(crate) fn attribute_list(&self, element: Slot) -> AttributeList {
        if let Some(overlay) = self.attribute_overlay(element) {
            let range = AttributeRange { start: AttributeList::START_OF_CHANGES, length: overlay.length };
            return AttributeList { range, owner: Some(element) };
        }
        let is_owner = self.flags(element).has(NodeFlags::OWNS_ATTRIBUTES);
        AttributeList { range: self.attribute_range(element), owner: is_owner.then_some(element) }
    }

    /// Returns the range of an element in the attribute vector; an empty range for another node. If the element has
    /// [`NodeFlags::CHANGED_ATTRIBUTES`], this is the unchanged list on which its overlay is based.
    #[inline]
    pub(crate) fn attribute_range(&self, element: Slot) -> AttributeRange {
        match self.nodes[element].data {
            NodeData::Element { attributes, .. } => attributes,
            _ => AttributeRange::EMPTY,
        }
    }

    /// Returns the value of an attribute of an element; `None` for another node.
    #[inline]
    pub(crate) fn attribute_value(&self, element: Slot, name: AttributeName) -> Option<&str> {
        let found = self.find_attribute(element, name)?;
        Some(self.text.get(self.attributes[found.index].value))
    }

    /// Sets the value of an attribute to a text of the heap. The attribute is added if the element does not have it.
    pub(crate) fn set_attribute_span(&mut self, element: Slot, name: AttributeName, value: TextSpan) {
        debug_assert!(self.element_name(element).is_some(), "only an element has attributes");
        let found = self.find_attribute(element, name);
        if self.has_long_list(element, usize::from(found.is_none())) {
            self.change_in_overlay(element, found, Attribute { name, value });
        } else if let Some(found) = found {
            let range = self.ensure_owned_attributes(element, 0);
            let attribute = &mut self.attributes[range.indices()][found.order as usize];
            self.text.discard(std::mem::replace(&mut attribute.value, value));
        } else {
            let range = self.ensure_owned_attributes(element, 1);
            let range = AttributeRange { length: range.length + 1, ..range };
            self.attributes[range.indices()][range.length as usize - 1] = Attribute { name, value };
            self.set_attribute_range(element, range);
        }
    }

    /// Removes an attribute. Returns whether the element had it.
    pub(crate) fn remove_attribute_of(&mut self, element: Slot, name: AttributeName) -> bool {
        let Some(found) = self.find_attribute(element, name) else { return false };
        if self.has_long_list(element, 0) {
            self.remove_in_overlay(element, found);
            return true;
        }
        let is_owner = self.flags(element).has(NodeFlags::OWNS_ATTRIBUTES);
        if is_owner && self.rare.reclamation.is_under_construction() {
            // The change must not affect an `AttributeList` that the parser holds.
            self.rare.reclamation.attributes += self.attribute_room(element).len();
            self.remove_flag(element, NodeFlags::OWNS_ATTRIBUTES);
        }
        let mut range = self.ensure_owned_attributes(element, 0);
        let attributes = &mut self.attributes[range.indices()];
        let position = found.order as usize;
        self.text.discard(attributes[position].value);
        range.length -= 1;
        attributes.copy_within(position + 1.., position);
        attributes[range.length as usize] = Attribute::FILLER;
        self.set_attribute_range(element, range);
        true
    }

    /// Renames an attribute to a name that the element does not have. Returns whether the element had the attribute.
    pub(crate) fn set_attribute_name(
        &mut self,
        element: Slot,
        from: AttributeName,
        to: AttributeName,
    ) -> bool {
        let Some(found) = self.find_attribute(element, from) else { return false };
        if self.has_long_list(element, 0) {
            let value = self.attributes[found.index].value;
            self.change_in_overlay(element, Some(found), Attribute { name: to, value });
        } else {
            let range = self.ensure_owned_attributes(element, 0);
            self.attributes[range.indices()][found.order as usize].name = to;
        }
        true
    }

    #[inline(always)]
    pub(crate) fn push_attributes<'t>(
        &mut self,
        attributes: impl IntoIterator<Item = (AttributeName, NewText<'t>)>,
    ) -> AttributeRange {
        let attributes = attributes.into_iter();
        if attributes.size_hint() == (0, Some(0)) {
            return AttributeRange::EMPTY;
        }
        let start = self.attributes.len();
        for (name, value) in attributes {
            let value = self.text.push(value);
            if self.attributes.len() == self.attributes.capacity() {
                self.make_room_for_attributes();
            }
            self.attributes.push(Attribute { name, value });
        }
        let range = AttributeRange::between(start, self.attributes.len());
        if range.length as usize > VERY_LONG_LIST {
            self.index_attributes(range);
        }
        range
    }

    /// Appends attributes whose values are in the text heap to the vector.
    pub(crate) fn push_list(&mut self, attributes: impl IntoIterator<Item = Attribute>) -> AttributeRange {
        let start = self.attributes.len();
        self.attributes.extend(attributes);
        AttributeRange::between(start, self.attributes.len())
    }

    /// Grows the vector for the attributes of the expected nodes, assuming that they have on average as many attributes as
    /// the nodes before. The vector grows by at least a quarter and at most to about twice its length, because unused
    /// capacity is wasted as long as the document exists.
    #[cold]
    fn make_room_for_attributes(&mut self) {
        let length = self.attributes.len();
        let nodes = self.nodes.len();
        let expected_nodes = self.nodes.capacity() - nodes;
        let expected = (length as u64 * expected_nodes as u64 / nodes as u64) as usize;
        self.attributes.reserve_exact(16 + expected.clamp(length / 4, length));
    }

    /// Returns the attributes of an element in order; no attributes for another node.
    #[inline]
    pub(crate) fn attributes_of(&self, element: Slot) -> Attributes<'_> {
        match self.attribute_overlay(element) {
            Some(overlay) => Attributes::changed(self, overlay),
            None => Attributes::in_range(self, self.attribute_range(element)),
        }
    }

    /// Finds an attribute in the list of the element.
    #[inline]
    pub(crate) fn find_attribute(&self, element: Slot, name: AttributeName) -> Option<FoundAttribute> {
        let NodeData::Element { flags, attributes: range, .. } = self.nodes[element].data else {
            return None;
        };
        if range.length as usize > SHORT_LIST || flags.has(NodeFlags::CHANGED_ATTRIBUTES) {
            return self.find_in_long_list(element, range, name);
        }
        let position =
            self.attributes[range.indices()].iter().position(|attribute| attribute.name == name)?;
        Some(FoundAttribute { order: position as u32, index: range.start as usize + position })
    }

    fn find_in_long_list(
        &self,
        element: Slot,
        range: AttributeRange,
        name: AttributeName,
    ) -> Option<FoundAttribute> {
        let position = || {
            if let Some(index) = self.rare.attribute_indexes.get(&range) {
                return index.get(&name).copied();
            }
            let position = self.attributes[range.indices()].iter().position(|other| other.name == name);
            position.map(|position| position as u32)
        };
        if let Some(overlay) = self.attribute_overlay(element) {
            return overlay.find_own(name).or_else(|| overlay.find_in_base(position()?));
        }
        let order = position()?;
        Some(FoundAttribute { order, index: (range.start + order) as usize })
    }

    /// Makes the element the owner of its attributes, with capacity for `additional` more. Returns their range.
    fn ensure_owned_attributes(&mut self, element: Slot, additional: u32) -> AttributeRange {
        self.search_cache.invalidate_attributes();
        let NodeData::Element { flags, attributes, .. } = self.nodes[element].data else {
            return AttributeRange::EMPTY;
        };
        let room = self.attribute_room(element);
        let needed = attributes.length as usize + additional as usize;
        if flags.has(NodeFlags::OWNS_ATTRIBUTES) && needed <= room.len() {
            return attributes;
        }
        let copy = self.copy_range(attributes);
        if flags.has(NodeFlags::OWNS_ATTRIBUTES) {
            self.discard_attributes(room);
        }
        let capacity = needed.next_power_of_two();
        let end = AttributeRange::between(copy.start as usize, copy.start as usize + capacity).indices().end;
        self.attributes.resize(end, Attribute::FILLER);
        self.add_flag(element, NodeFlags::OWNS_ATTRIBUTES);
        if let NodeData::Element { attribute_capacity_exponent, .. } = &mut self.nodes[element].data {
            *attribute_capacity_exponent = capacity.trailing_zeros() as u8;
        }
        self.set_attribute_range(element, copy);
        copy
    }

    /// Returns the range of an element's attributes, and, if the element owns them, of the unused capacity after them.
    pub(crate) fn attribute_room(&self, element: Slot) -> Range<usize> {
        let NodeData::Element { flags, attribute_capacity_exponent, attributes, .. } =
            self.nodes[element].data
        else {
            return 0..0;
        };
        let Range { start, end } = attributes.indices();
        if !flags.has(NodeFlags::OWNS_ATTRIBUTES) {
            return start..end;
        }
        start..start + (1 << attribute_capacity_exponent)
    }

    /// Records that a part of the vector is unused.
    pub(crate) fn discard_attributes(&mut self, room: Range<usize>) {
        self.rare.reclamation.attributes += room.len();
        // A parser may still read an `AttributeList` in this part of the vector.
        if !self.rare.reclamation.is_under_construction() {
            self.attributes[room].fill(Attribute::FILLER);
        }
    }

    pub(crate) fn copy_range(&mut self, range: AttributeRange) -> AttributeRange {
        let start = self.attributes.len();
        self.attributes.extend_from_within(range.indices());
        AttributeRange::between(start, self.attributes.len())
    }

    pub(crate) fn set_attribute_range(&mut self, element: Slot, range: AttributeRange) {
        if let NodeData::Element { attributes, .. } = &mut self.nodes[element].data {
            *attributes = range;
        }
    }

    /// Returns the attribute with a key. In an unchanged list, the key is the position of the attribute; in a changed
    /// list, it is the key in the overlay.
    pub(crate) fn attribute_with_key(&self, element: Slot, key: usize) -> Option<Attribute> {
        let index = match self.attribute_overlay(element) {
            Some(overlay) => {
                let key = u32::try_from(key).ok()?;
                overlay.first_within(key..key.checked_add(1)?)?.1
            }
            None => self.attribute_range(element).indices().nth(key)?,
        };
        self.attributes.get(index).copied()
    }
}

/// A view of an attribute.
#[derive(Clone, Copy)]
pub struct AttributeRef<'d> {
    document: &'d Document,
    pub(crate) attribute: Attribute,
}

impl<'d> AttributeRef<'d> {
    #[inline]
    pub(crate) fn new(document: &'d Document, attribute: Attribute) -> Self {
        Self { document, attribute }
    }

    /// Returns the namespace and the local name.
    #[inline]
    pub fn name(self) -> AttributeNameRef<'d> {
        AttributeNameRef::new(&self.document.names, self.attribute.name)
    }

    /// Returns the interned name, which is valid only in this document.
    #[inline]
    pub(crate) fn interned_name(self) -> AttributeName {
        self.attribute.name
    }

    /// Returns the local name.
    #[doc(alias = "localName")]
    pub fn name_text(self) -> &'d str {
        self.document.names.text(self.attribute.name.local)
    }

    /// Returns the namespace.
    #[inline]
    pub fn namespace(self) -> Namespace {
        self.attribute.name.namespace
    }

    /// Returns the value.
    #[inline]
    pub fn value(self) -> &'d str {
        self.document.text.get(self.attribute.value)
    }
}

/// Attributes are equal if they have the same namespace, local name and value, even if they are in different documents.
impl PartialEq for AttributeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.value() == other.value()
    }
}

impl Eq for AttributeRef<'_> {}

impl fmt::Debug for AttributeRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={:?}", self.name_text(), self.value())
    }
}

/// The attributes of an element, in order: [`NodeRef::attributes`].
#[derive(Clone)]
pub struct Attributes<'d> {
    document: &'d Document,
    /// The remaining attributes of an unchanged list.
    unchanged: std::slice::Iter<'d, Attribute>,
    changed: Option<ChangedAttributes<'d>>,
}

/// The remaining attributes of a changed list.
#[derive(Clone)]
struct ChangedAttributes<'d> {
    overlay: &'d AttributeOverlay,
    keys: Range<u32>,
    length: usize,
}

impl<'d> Attributes<'d> {
    #[inline]
    pub(crate) fn in_range(document: &'d Document, range: AttributeRange) -> Self {
        let attributes = document.attributes.get(range.indices()).unwrap_or_default();
        Self { document, unchanged: attributes.iter(), changed: None }
    }

    #[cold]
    pub(crate) fn changed(document: &'d Document, overlay: &'d AttributeOverlay) -> Self {
        let changed = ChangedAttributes { overlay, keys: overlay.keys(), length: overlay.length as usize };
        Self { document, unchanged: [].iter(), changed: Some(changed) }
    }

    #[inline]
    fn view(&self, attribute: &Attribute) -> AttributeRef<'d> {
        AttributeRef::new(self.document, *attribute)
    }

    /// Returns the attributes with their keys, for [`search::attribute_with_key`](crate::search::attribute_with_key).
    pub(crate) fn with_keys(mut self) -> impl Iterator<Item = (usize, AttributeRef<'d>)> {
        let mut position = 0;
        std::iter::from_fn(move || {
            let attribute = self.next()?;
            let key = self.changed.as_ref().map_or(position, |changed| changed.keys.start as usize - 1);
            position += 1;
            Some((key, attribute))
        })
    }
}

impl<'d> Iterator for Attributes<'d> {
    type Item = AttributeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let attribute = match &mut self.changed {
            None => self.unchanged.next(),
            Some(changed) => changed.next(&self.document.attributes),
        };
        attribute.map(|attribute| self.view(attribute))
    }

    /// Takes constant time, except for a changed list.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let attribute = match &mut self.changed {
            None => self.unchanged.nth(n),
            Some(changed) => std::iter::from_fn(|| changed.next(&self.document.attributes)).nth(n),
        };
        attribute.map(|attribute| self.view(attribute))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.changed.as_ref().map_or(self.unchanged.len(), |changed| changed.length);
        (length, Some(length))
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let attribute = match &mut self.changed {
            None => self.unchanged.next_back(),
            Some(changed) => changed.next_back(&self.document.attributes),
        };
        attribute.map(|attribute| self.view(attribute))
    }
}

impl ChangedAttributes<'_> {
    fn next<'d>(&mut self, all: &'d [Attribute]) -> Option<&'d Attribute> {
        let (key, index) = self.overlay.first_within(self.keys.clone())?;
        self.keys.start = key + 1;
        self.length -= 1;
        all.get(index)
    }

    fn next_back<'d>(&mut self, all: &'d [Attribute]) -> Option<&'d Attribute> {
        let (key, index) = self.overlay.last_within(self.keys.clone())?;
        self.keys.end = key;
        self.length -= 1;
        all.get(index)
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl FusedIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}
