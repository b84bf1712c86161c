//! The attribute vector: a range of it for each element, shared or owned; [`AttributeRef`], the view for
//! reading.
//!
//! A range that an element is created with never changes, so any number of elements may share it. An element
//! whose attributes are about to change first gets a copy at the end of the vector, with room to grow by
//! doubling, which it owns ([`NodeFlags::OWNS_ATTRIBUTES`]). An element with many attributes, once one of
//! them is looked for in order to change it, keeps an index of their names
//! ([`NodeFlags::INDEXED_ATTRIBUTES`]). Of such a list, the shorter part moves up when one is removed, so that it may begin
//! anywhere in its room. What is in no list is filler.
//!
//! What is not here: the creation of elements (`document.rs`), the changes that users make (`edit/attributes.rs`), and what
//! the attributes mean.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher;
use std::iter::FusedIterator;
use std::ops::Range;

use hedgerow_names::{AttributeName, Namespace, known};

use crate::attribute_index::AttributeIndex;
use crate::document::Document;
use crate::mutate::Unchecked;
use crate::name_ref::AttributeNameRef;
use crate::node::{NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::text::{NewText, TextSpan};

/// The length up to which a list of attributes is searched one by one.
const LINEAR_SEARCH_LIMIT: usize = 16;

/// An attribute in the vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: AttributeName,
    pub(crate) value: TextSpan,
}

impl Attribute {
    /// What stands in room that is not used yet.
    pub(crate) const FILLER: Self = Self { name: AttributeName::plain(known::ID), value: TextSpan::EMPTY };
}

/// A range of the attribute vector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct AttributeRange {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl AttributeRange {
    pub(crate) const EMPTY: Self = Self { start: 0, length: 0 };

    /// The range from `start` to `end`.
    #[inline]
    pub(crate) fn between(start: usize, end: usize) -> Self {
        assert!(u32::try_from(end).is_ok(), "the attributes of a document are limited to 4 thousand million");
        Self { start: start as u32, length: (end - start) as u32 }
    }

    #[inline]
    pub(crate) fn indices(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// The attributes that an element had at one moment.
///
/// A list stays what it was when attributes are added to the element, and also when they are changed or
/// removed for the first time; but an element that was changed before is changed in place, and lists taken
/// from it since follow. When the document uses memory again, after nodes or attributes were removed, all lists lose their
/// meaning; not while a parser works on it.
#[derive(Clone, Copy, Debug)]
pub struct AttributeList {
    range: AttributeRange,
    /// The range is owned by its element: it can't be shared.
    is_owned: bool,
}

impl AttributeList {
    #[inline]
    pub(crate) fn range(self) -> AttributeRange {
        self.range
    }

    /// The number of attributes.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.range.length as usize
    }

    /// Whether there are no attributes.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.range.length == 0
    }

    /// Whether two lists of a document have the same attributes, in any order: names, namespaces and values.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let [id, class] = [known::ID, known::CLASS].map(|name| (AttributeName::plain(name), "x"));
    /// let [one, other] = [[id, class], [class, id]]
    ///     .map(|attributes| document.unchecked().create_element(ElementName::html(known::B), attributes))
    ///     .map(|element| document.node_at(element).attribute_list());
    /// assert!(one.is_same_as(other, &document));
    /// ```
    #[must_use]
    pub fn is_same_as(self, other: Self, document: &Document) -> bool {
        if self.range.length != other.range.length {
            return false;
        }
        if self.range == other.range {
            return true;
        }
        let (one, other) = (self.attributes(document), other.attributes(document));
        let text = |attribute: &Attribute| document.text.get(attribute.value);
        let is_same = |a: &Attribute, b: &Attribute| a.name == b.name && text(a) == text(b);
        // OPTIMIZATION: equal attributes in the same order are passed at once, and only the rest is searched.
        let same = one.iter().zip(other).take_while(|(a, b)| is_same(a, b)).count();
        let (one, other) = (&one[same..], &other[same..]);
        if one.len() <= LINEAR_SEARCH_LIMIT {
            return one.iter().all(|a| other.iter().any(|b| is_same(a, b)));
        }
        let others: HashMap<_, _> = other.iter().map(|b| (b.name, b)).collect();
        one.iter().all(|a| others.get(&a.name).is_some_and(|b| text(a) == text(b)))
    }

    /// A number that is the same for all lists of a document with [the same attributes](Self::is_same_as), in any order.
    #[must_use]
    pub fn hash_in(self, document: &Document, hasher: &impl BuildHasher) -> u64 {
        self.attributes(document)
            .iter()
            .map(|attribute| hasher.hash_one((attribute.name, document.text.get(attribute.value))))
            .fold(0, u64::wrapping_add)
    }

    /// None if the list has lost its meaning.
    fn attributes(self, document: &Document) -> &[Attribute] {
        document.attributes.get(self.range.indices()).unwrap_or_default()
    }
}

impl NodeRef<'_> {
    /// The attributes that the element has now, for [`Unchecked::create_element_with_list`]; an empty list for another node.
    #[inline]
    #[must_use]
    pub fn attribute_list(self) -> AttributeList {
        self.document().attribute_list(self.slot())
    }
}

/// Attributes, for a parser.
impl<'d> Unchecked<'d> {
    /// The value of an attribute, for asking the same element again and again: an element with many attributes gets an index of
    /// them.
    #[must_use]
    pub fn indexed_attribute_value(self, element: Slot, name: AttributeName) -> Option<&'d str> {
        self.document.index_attributes(element);
        self.document.attribute_value(element, name)
    }

    /// Adds those of `attributes` that the element does not have yet; the first of several with the same name. What is no
    /// element gets none.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let [id, class] = [known::ID, known::CLASS].map(AttributeName::plain);
    /// let html = document.unchecked().create_element(ElementName::html(known::HTML), [(id, "x")]);
    /// document.unchecked().add_missing_attributes(html, [(id, "y"), (class, "z")]);
    /// assert_eq!(document.node_at(html).outer_html(), r#"<html id="x" class="z"></html>"#);
    /// ```
    pub fn add_missing_attributes<'v>(
        self,
        element: Slot,
        attributes: impl IntoIterator<Item = (AttributeName, &'v str)>,
    ) {
        if self.document.element_name(element).is_none() {
            return;
        }
        for (name, value) in attributes {
            if self.document.attribute_position_for_change(element, name).is_none() {
                self.document.add_attribute(element, name, value);
            }
        }
    }
}

/// The attributes of elements.
impl Document {
    /// The attributes that an element has now; an empty list for another node.
    #[inline]
    pub(crate) fn attribute_list(&self, element: Slot) -> AttributeList {
        match self.nodes[element].data {
            NodeData::Element { flags, attributes, .. } => {
                AttributeList { range: attributes, is_owned: flags.has(NodeFlags::OWNS_ATTRIBUTES) }
            }
            _ => AttributeList { range: AttributeRange::EMPTY, is_owned: false },
        }
    }

    /// The value of an attribute of an element; `None` for another node.
    #[inline]
    pub(crate) fn attribute_value(&self, element: Slot, name: AttributeName) -> Option<&str> {
        let position = self.attribute_position(element, name)?;
        Some(self.text.get(self.attributes_of(element)[position].value))
    }

    /// Sets the value of an attribute, which is added if the element does not have it.
    pub(crate) fn set_attribute_value(&mut self, element: Slot, name: AttributeName, value: &str) {
        match self.attribute_position_for_change(element, name) {
            Some(position) => {
                let value = self.text.push(value);
                let range = self.own_attributes(element, 0);
                let attribute = &mut self.attributes[range.indices()][position];
                self.text.discard(std::mem::replace(&mut attribute.value, value));
            }
            None => self.add_attribute(element, name, value),
        }
    }

    /// Removes an attribute; whether the element had it.
    pub(crate) fn take_attribute(&mut self, element: Slot, name: AttributeName) -> bool {
        let Some(position) = self.attribute_position_for_change(element, name) else { return false };
        if self.reclamation.is_under_construction {
            // A list that the parser has taken must not follow.
            self.remove_flag(element, NodeFlags::OWNS_ATTRIBUTES);
        }
        let mut range = self.own_attributes(element, 0);
        let attributes = &mut self.attributes[range.indices()];
        self.text.discard(attributes[position].value);
        range.length -= 1;
        let index = self.attribute_indexes.get_mut(&element);
        if index.is_some() && position < attributes.len() / 2 {
            attributes.copy_within(..position, 1);
            attributes[0] = Attribute::FILLER;
            range.start += 1;
            self.reclamation.attributes += 1;
        } else {
            attributes.copy_within(position + 1.., position);
            attributes[range.length as usize] = Attribute::FILLER;
        }
        if let Some(index) = index {
            index.remove(name);
        }
        self.set_attribute_range(element, range);
        true
    }

    /// Gives an attribute another name, which the element does not have, in its place; whether it had the first.
    pub(crate) fn set_attribute_name(
        &mut self,
        element: Slot,
        from: AttributeName,
        to: AttributeName,
    ) -> bool {
        let Some(position) = self.attribute_position_for_change(element, from) else { return false };
        let range = self.own_attributes(element, 0);
        self.attributes[range.indices()][position].name = to;
        if let Some(index) = self.attribute_index_mut(element) {
            index.rename(from, to);
        }
        true
    }

    /// Puts the attributes of a new element behind all others.
    #[inline(always)]
    pub(crate) fn push_attributes<'t>(
        &mut self,
        attributes: impl IntoIterator<Item = (AttributeName, NewText<'t>)>,
    ) -> AttributeRange {
        let start = self.attributes.len();
        for (name, value) in attributes {
            let value = self.text.push(value);
            if self.attributes.len() == self.attributes.capacity() {
                self.make_room_for_attributes();
            }
            self.attributes.push(Attribute { name, value });
        }
        AttributeRange::between(start, self.attributes.len())
    }

    /// Puts attributes whose values are in the text heap behind all others.
    pub(crate) fn push_attribute_spans(
        &mut self,
        attributes: &[(AttributeName, TextSpan)],
    ) -> AttributeRange {
        let start = self.attributes.len();
        self.attributes.extend(attributes.iter().map(|&(name, value)| Attribute { name, value }));
        AttributeRange::between(start, self.attributes.len())
    }

    /// Makes room for as many attributes as the nodes that are expected still have if they are like those before; by a quarter at
    /// least, and at most by doubling: what is not used of it is lost as long as the document is kept.
    #[cold]
    fn make_room_for_attributes(&mut self) {
        let length = self.attributes.len();
        let nodes = self.nodes.len();
        let expected_nodes = self.nodes.capacity() - nodes;
        let expected = (length as u64 * expected_nodes as u64 / nodes as u64) as usize;
        self.attributes.reserve_exact(16 + expected.clamp(length / 4, length));
    }

    /// A range with the attributes of `list` that another element may share.
    #[inline]
    pub(crate) fn shareable_range(&mut self, list: AttributeList) -> AttributeRange {
        if list.is_owned { self.copy_range(list.range) } else { list.range }
    }

    /// The attributes of an element, in order; none for another node.
    #[inline]
    pub(crate) fn attributes_of(&self, element: Slot) -> &[Attribute] {
        &self.attributes[self.attribute_list(element).range.indices()]
    }

    /// Where the attribute is in the list of the element.
    #[inline]
    pub(crate) fn attribute_position(&self, element: Slot, name: AttributeName) -> Option<usize> {
        if self.flags(element).has(NodeFlags::INDEXED_ATTRIBUTES) {
            return self.attribute_indexes.get(&element)?.position(name);
        }
        let attributes = self.attributes_of(element);
        if attributes.len() > LINEAR_SEARCH_LIMIT
            && let Some(index) = self.shared_attribute_indexes.get(&self.attribute_list(element).range)
        {
            return index.position(name);
        }
        attributes.iter().position(|attribute| attribute.name == name)
    }

    /// Makes an index of a list that several elements share, if it is long.
    #[inline]
    pub(crate) fn index_shared_attributes(&mut self, range: AttributeRange) {
        if range.length as usize > LINEAR_SEARCH_LIMIT {
            let names = self.attributes[range.indices()].iter().map(|attribute| attribute.name);
            let make = || AttributeIndex::new(names, range.indices().end);
            self.shared_attribute_indexes.entry(range).or_insert_with(make);
        }
    }

    /// [`attribute_position`](Self::attribute_position) that leaves an index if the list is long.
    fn attribute_position_for_change(&mut self, element: Slot, name: AttributeName) -> Option<usize> {
        self.index_attributes(element);
        self.attribute_position(element, name)
    }

    /// Makes an index of the attributes of an element if there are many and none is there yet.
    pub(crate) fn index_attributes(&mut self, element: Slot) {
        let attributes = self.attributes_of(element);
        if attributes.len() > LINEAR_SEARCH_LIMIT && !self.flags(element).has(NodeFlags::INDEXED_ATTRIBUTES) {
            let names = attributes.iter().map(|attribute| attribute.name);
            let index = AttributeIndex::new(names, self.attribute_room(element).end);
            self.attribute_indexes.insert(element, index);
            self.add_flag(element, NodeFlags::INDEXED_ATTRIBUTES);
        }
    }

    /// Adds an attribute that the element does not have.
    fn add_attribute(&mut self, element: Slot, name: AttributeName, value: &str) {
        debug_assert!(self.element_name(element).is_some(), "only an element has attributes");
        let value = self.text.push(value);
        let range = self.own_attributes(element, 1);
        let range = AttributeRange { length: range.length + 1, ..range };
        self.attributes[range.indices()][range.length as usize - 1] = Attribute { name, value };
        self.set_attribute_range(element, range);
        if let Some(index) = self.attribute_index_mut(element) {
            index.push(name);
        }
    }

    /// Makes the element the owner of its attributes, with room for `additional` more; returns where they
    /// are.
    fn own_attributes(&mut self, element: Slot, additional: u32) -> AttributeRange {
        self.order.forget_index();
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
        // A list that may begin anywhere in its room gets some in any case: it may have none left at its end only.
        let wanted = if needed > LINEAR_SEARCH_LIMIT { needed + needed / 4 } else { needed };
        let capacity = wanted.next_power_of_two();
        let end = AttributeRange::between(copy.start as usize, copy.start as usize + capacity).indices().end;
        self.attributes.resize(end, Attribute::FILLER);
        self.add_flag(element, NodeFlags::OWNS_ATTRIBUTES);
        if let NodeData::Element { attribute_capacity_exponent, .. } = &mut self.nodes[element].data {
            *attribute_capacity_exponent = capacity.trailing_zeros() as u8;
        }
        if let Some(index) = self.attribute_index_mut(element) {
            index.room_end = end;
        }
        self.set_attribute_range(element, copy);
        copy
    }

    /// From the first attribute of an element to the end of the room that it owns, or of the list that it shares.
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
        let index = self.attribute_indexes.get(&element).filter(|_| flags.has(NodeFlags::INDEXED_ATTRIBUTES));
        start..index.map_or(start + (1 << attribute_capacity_exponent), |index| index.room_end)
    }

    /// Takes note that nothing uses a part of the vector any more.
    pub(crate) fn discard_attributes(&mut self, room: Range<usize>) {
        if self.reclamation.is_under_construction {
            return;
        }
        self.reclamation.attributes += room.len();
        self.attributes[room].fill(Attribute::FILLER);
    }

    /// Copies attributes to the end of the vector.
    fn copy_range(&mut self, range: AttributeRange) -> AttributeRange {
        let start = self.attributes.len();
        self.attributes.extend_from_within(range.indices());
        AttributeRange::between(start, self.attributes.len())
    }

    pub(crate) fn set_attribute_range(&mut self, element: Slot, range: AttributeRange) {
        if let NodeData::Element { attributes, .. } = &mut self.nodes[element].data {
            *attributes = range;
        }
    }

    fn attribute_index_mut(&mut self, element: Slot) -> Option<&mut AttributeIndex> {
        if self.flags(element).has(NodeFlags::INDEXED_ATTRIBUTES) {
            self.attribute_indexes.get_mut(&element)
        } else {
            None
        }
    }
}

/// An attribute of an element, for reading.
#[derive(Clone, Copy)]
pub struct AttributeRef<'d> {
    document: &'d Document,
    attribute: Attribute,
}

impl<'d> AttributeRef<'d> {
    /// The namespace and the local name.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.name().to_string() == "id"));
    /// ```
    #[inline]
    #[must_use]
    pub fn name(self) -> AttributeNameRef<'d> {
        AttributeNameRef::new(&self.document.names, self.attribute.name)
    }

    /// The name, as numbers of this document.
    #[inline]
    pub(crate) fn name_number(self) -> AttributeName {
        self.attribute.name
    }

    /// The local name as text.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.name_text() == "id"));
    /// ```
    #[must_use]
    pub fn name_text(self) -> &'d str {
        self.document.names.text(self.attribute.name.local)
    }

    /// The namespace.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::Namespace;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.namespace() == Namespace::None));
    /// ```
    #[inline]
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.attribute.name.namespace
    }

    /// The value.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// assert!(document.node(element).attributes().all(|attribute| attribute.value() == "x"));
    /// ```
    #[inline]
    #[must_use]
    pub fn value(self) -> &'d str {
        self.document.text.get(self.attribute.value)
    }
}

/// Equal are those with the same namespace, local name and value, of whatever elements and documents.
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
    attributes: std::slice::Iter<'d, Attribute>,
}

impl<'d> Attributes<'d> {
    pub(crate) fn new(element: NodeRef<'d>) -> Self {
        let document = element.document();
        Self { document, attributes: document.attributes_of(element.slot()).iter() }
    }
}

impl<'d> Iterator for Attributes<'d> {
    type Item = AttributeRef<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let attribute = *self.attributes.next()?;
        Some(AttributeRef { document: self.document, attribute })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.attributes.size_hint()
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let attribute = *self.attributes.next_back()?;
        Some(AttributeRef { document: self.document, attribute })
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}

impl FusedIterator for Attributes<'_> {}
