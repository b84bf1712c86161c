//! The attributes of elements, in two forms.
//!
//! - A range of the attribute vector: the list of a new element. A range never changes, so any number of elements may share it. The
//!   first change of a short list copies it to the end of the vector, and so do later ones.
//! - An [own list](OwnAttributes), after the first change of a long list, in a side table ([`NodeFlags::OWN_ATTRIBUTES`]).

use std::fmt;
use std::hash::BuildHasher;
use std::iter::FusedIterator;
use std::ops::Range;

use hedgerow_base::{AttributeName, AttributeNameRef, ElementName, Namespace, SideTable};

use crate::attribute_data::{Attribute, AttributeList, AttributeRange};
use crate::document::Document;
use crate::node::{NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::own_attributes::OwnAttributes;
use crate::text::{NewText, TextSpan};
use crate::unchecked::Unchecked;

/// The maximum length of a list of attributes that is searched linearly, and copied by each change. Longer lists have an index.
pub(crate) const SHORT_LIST: usize = 16;

impl AttributeList {
    /// Returns the current attributes of an element, for
    /// [`create_element_with_list`](Unchecked::create_element_with_list); an empty list for another node.
    #[inline]
    pub fn of(element: NodeRef<'_>) -> Self {
        element.document().attribute_list(element.slot())
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
        let others: SideTable<_, _> = other.map(|b| (b.interned_name(), b.value())).collect();
        one.all(|a| others.get(&a.interned_name()) == Some(&a.value()))
    }

    /// Returns a hash that is equal for all lists of a document with [the same attributes](Self::is_same_as), in any order.
    pub fn hash_in(self, document: &Document, hasher: &impl BuildHasher) -> u64 {
        self.attributes(document)
            .map(|attribute| hasher.hash_one((attribute.interned_name(), attribute.value())))
            .fold(0, u64::wrapping_add)
    }

    fn attributes(self, document: &Document) -> Attributes<'_> {
        match self.owner {
            Some(owner) => document.attributes_of(owner),
            None => Attributes::in_range(document, self.range),
        }
    }
}

impl Unchecked<'_> {
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
        let is_own = self.flags(element).has(NodeFlags::OWN_ATTRIBUTES);
        AttributeList { range: self.attribute_range(element), owner: is_own.then_some(element) }
    }

    /// Returns the range of an element in the attribute vector; an empty range for another node. The own list of an element is
    /// based on this range.
    #[inline]
    pub(crate) fn attribute_range(&self, element: Slot) -> AttributeRange {
        match self.nodes[element].data {
            NodeData::Element { attributes, .. } => attributes,
            _ => AttributeRange::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn own_attributes(&self, element: Slot) -> Option<&OwnAttributes> {
        if self.flags(element).has(NodeFlags::OWN_ATTRIBUTES) {
            self.rare.own_attributes.get(&element).map(|own| &**own)
        } else {
            None
        }
    }

    /// Returns the value of an attribute of an element; `None` for another node.
    #[inline]
    pub(crate) fn attribute_value(&self, element: Slot, name: AttributeName) -> Option<&str> {
        let (_, attribute) = self.find_attribute(element, name)?;
        Some(self.text.get(attribute.value))
    }

    /// Sets the value of an attribute to a text of the heap. The attribute is added if the element does not have it.
    pub(crate) fn set_attribute_span(&mut self, element: Slot, name: AttributeName, value: TextSpan) {
        let found = self.find_attribute(element, name);
        self.change_attribute(element, found, Some(Attribute { name, value }));
    }

    /// Replaces an attribute of an element by another one, or removes it, or adds another one at the end.
    pub(crate) fn change_attribute(
        &mut self,
        element: Slot,
        old: Option<(u32, Attribute)>,
        new: Option<Attribute>,
    ) {
        debug_assert!(self.element_name(element).is_some(), "only an element has attributes");
        self.search_cache.invalidate_attributes();
        if let Some((_, old)) = old
            && new.is_none_or(|new| new.value.range() != old.value.range())
        {
            // Other elements may share the value, so the count of unused text is approximate.
            self.text.discard(old.value);
        }
        let range = self.attribute_range(element);
        let is_own = self.flags(element).has(NodeFlags::OWN_ATTRIBUTES);
        if !is_own && range.length as usize + usize::from(old.is_none()) <= SHORT_LIST {
            let range = self.changed_copy(range, old.map(|(position, _)| position), new);
            self.set_attribute_range(element, range);
            return;
        }
        self.add_flag(element, NodeFlags::OWN_ATTRIBUTES);
        let new_list = || Box::new(OwnAttributes::new(range));
        let own = self.rare.own_attributes.get_or_insert_with(element, new_list);
        own.change(old, new);
        if own.is_sparse() {
            let attributes: Vec<_> = self.attributes_of(element).map(|view| view.attribute).collect();
            self.replace_attributes(element, &attributes);
        }
    }

    /// Copies a short list with one change to the end of the vector.
    fn changed_copy(
        &mut self,
        range: AttributeRange,
        position: Option<u32>,
        new: Option<Attribute>,
    ) -> AttributeRange {
        let Range { mut start, end } = range.indices();
        // At the end of the vector, an attribute can be added without a copy.
        if position.is_some() || end != self.attributes.len() {
            start = self.attributes.len();
            self.attributes.extend_from_within(range.indices());
            self.discard_attributes(range);
        }
        match (position.map(|position| start + position as usize), new) {
            (Some(index), Some(new)) => self.attributes[index] = new,
            (Some(index), None) => drop(self.attributes.remove(index)),
            (None, new) => self.attributes.extend(new),
        }
        AttributeRange::between(start, self.attributes.len())
    }

    /// Gives an element new attributes, whose values are in the text heap.
    fn replace_attributes(&mut self, element: Slot, attributes: &[Attribute]) -> AttributeRange {
        self.search_cache.invalidate_attributes();
        if self.flags(element).has(NodeFlags::OWN_ATTRIBUTES) {
            self.remove_flag(element, NodeFlags::OWN_ATTRIBUTES);
            self.rare.own_attributes.remove(&element);
        }
        self.discard_attributes(self.attribute_range(element));
        let range = self.push_list(attributes);
        self.set_attribute_range(element, range);
        range
    }

    /// Removes the attributes of an element for which a function returns `false`. `retained` stores the results for elements of
    /// the same name that share a long list: the function is called only for the attributes of the first such element.
    pub(crate) fn retain_attributes_of(
        &mut self,
        element: Slot,
        is_kept: &mut impl FnMut(&str, AttributeRef<'_>) -> bool,
        retained: &mut SideTable<(AttributeRange, ElementName), AttributeRange>,
    ) {
        let Some(name) = self.element_name(element) else { return };
        let range = self.attribute_range(element);
        let is_shared = range.length as usize > SHORT_LIST && self.own_attributes(element).is_none();
        if is_shared && let Some(&list) = retained.get(&(range, name)) {
            self.search_cache.invalidate_attributes();
            self.set_attribute_range(element, list);
            return;
        }
        let text = self.names.text(name.local);
        let (mut kept, mut refused) = (Vec::new(), Vec::new());
        for view in self.attributes_of(element) {
            let list = if is_kept(text, view) { &mut kept } else { &mut refused };
            list.push(view.attribute);
        }
        let mut list = range;
        if !refused.is_empty() {
            list = self.replace_attributes(element, &kept);
            for attribute in refused {
                self.text.discard(attribute.value);
            }
        }
        if is_shared {
            retained.insert((range, name), list);
        }
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
        self.list_from(start)
    }

    /// Appends attributes whose values are in the text heap to the vector.
    pub(crate) fn push_list(&mut self, attributes: &[Attribute]) -> AttributeRange {
        let start = self.attributes.len();
        self.attributes.extend_from_slice(attributes);
        self.list_from(start)
    }

    /// Returns the range from an index to the end of the vector.
    #[inline(always)]
    fn list_from(&mut self, start: usize) -> AttributeRange {
        let range = AttributeRange::between(start, self.attributes.len());
        if range.length as usize > SHORT_LIST {
            self.index_attributes(range);
        }
        range
    }

    #[cold]
    fn index_attributes(&mut self, range: AttributeRange) {
        let names = self.attributes[range.indices()].iter().map(|attribute| attribute.name);
        self.rare.attribute_indexes.insert(range, names.zip(0..).collect());
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
        let in_range = Attributes::in_range(self, self.attribute_range(element));
        match self.own_attributes(element) {
            Some(own) => in_range.with_changes(own),
            None => in_range,
        }
    }

    /// Finds an attribute of an element, and returns its position and the attribute.
    #[inline]
    pub(crate) fn find_attribute(&self, element: Slot, name: AttributeName) -> Option<(u32, Attribute)> {
        let NodeData::Element { flags, attributes: range, .. } = self.nodes[element].data else {
            return None;
        };
        if range.length as usize > SHORT_LIST || flags.has(NodeFlags::OWN_ATTRIBUTES) {
            return self.find_in_long_list(element, range, name);
        }
        let attributes = self.attributes[range.indices()].iter();
        (0..).zip(attributes).find(|(_, attribute)| attribute.name == name).map(|(at, found)| (at, *found))
    }

    fn find_in_long_list(
        &self,
        element: Slot,
        range: AttributeRange,
        name: AttributeName,
    ) -> Option<(u32, Attribute)> {
        let own = self.own_attributes(element);
        let in_range = || {
            let position = self.position_in_range(range, name)?;
            let is_current = own.is_none_or(|own| !own.hides(position));
            is_current.then(|| (position, self.attributes[range.indices()][position as usize]))
        };
        own.and_then(|own| own.find(name)).or_else(in_range)
    }

    /// Returns the position of an attribute in a range.
    pub(crate) fn position_in_range(&self, range: AttributeRange, name: AttributeName) -> Option<u32> {
        if let Some(index) = self.rare.attribute_indexes.get(&range) {
            return index.get(&name).copied();
        }
        let position = self.attributes[range.indices()].iter().position(|attribute| attribute.name == name);
        position.map(|position| position as u32)
    }

    /// Records that a range is unused. The count is approximate, because other elements may share the range.
    pub(crate) fn discard_attributes(&mut self, range: AttributeRange) {
        if range.length > 0 {
            self.rare.reclamation.attributes += range.length as usize;
        }
    }

    pub(crate) fn set_attribute_range(&mut self, element: Slot, range: AttributeRange) {
        if let NodeData::Element { attributes, .. } = &mut self.nodes[element].data {
            *attributes = range;
        }
    }

    /// Returns the attribute at a position.
    pub(crate) fn attribute_at(&self, element: Slot, position: usize) -> Option<Attribute> {
        let base = self.attributes.get(self.attribute_range(element).indices())?;
        match self.own_attributes(element) {
            Some(own) => own.get(u32::try_from(position).ok()?, base),
            None => base.get(position).copied(),
        }
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
    /// The remaining attributes of a range; all attributes of the range, if there is an own list.
    in_range: std::slice::Iter<'d, Attribute>,
    own: Option<Changed<'d>>,
}

/// The remaining attributes of an own list.
#[derive(Clone)]
struct Changed<'d> {
    own: &'d OwnAttributes,
    positions: Range<u32>,
    length: usize,
}

impl<'d> Attributes<'d> {
    #[inline]
    pub(crate) fn in_range(document: &'d Document, range: AttributeRange) -> Self {
        let attributes = document.attributes.get(range.indices()).unwrap_or_default();
        Self { document, in_range: attributes.iter(), own: None }
    }

    #[cold]
    fn with_changes(self, own: &'d OwnAttributes) -> Self {
        Self { own: Some(Changed { own, positions: 0..own.end(), length: own.len() }), ..self }
    }

    /// Returns the attributes with their positions, for [`search::attribute_with_key`](crate::search::attribute_with_key).
    pub(crate) fn with_positions(mut self) -> impl Iterator<Item = (usize, AttributeRef<'d>)> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let attribute = self.next()?;
            let position = self.own.as_ref().map_or(next, |changed| changed.positions.start as usize - 1);
            next += 1;
            Some((position, attribute))
        })
    }
}

impl<'d> Iterator for Attributes<'d> {
    type Item = AttributeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let attribute = match &mut self.own {
            None => self.in_range.next().copied(),
            Some(changed) => changed.next(self.in_range.as_slice()),
        };
        attribute.map(|attribute| AttributeRef::new(self.document, attribute))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.own.as_ref().map_or(self.in_range.len(), |changed| changed.length);
        (length, Some(length))
    }
}

impl Changed<'_> {
    fn next(&mut self, base: &[Attribute]) -> Option<Attribute> {
        let found = self.positions.find_map(|position| self.own.get(position, base))?;
        self.length -= 1;
        Some(found)
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl FusedIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}
