//! Long lists of attributes: their indexes, and their changes as overlays.
//!
//! A long list never changes in place. Elements share the list and one index of its names. An element whose attributes
//! change gets an [`AttributeOverlay`] with the changes ([`NodeFlags::CHANGED_ATTRIBUTES`]). When the number of changes
//! reaches a fixed part of the list, they are merged into a new list for this element.

use std::collections::{HashMap, HashSet};

use hedgerow_base::{AttributeName, ElementName};

use crate::attribute_data::{Attribute, AttributeRange};
use crate::attribute_overlay::{AttributeOverlay, FoundAttribute};
use crate::attribute_ref::AttributeRef;
use crate::attributes::SHORT_LIST;
use crate::document::Document;
use crate::node::{NodeData, NodeFlags};
use crate::node_id::Slot;

/// The result of [`Document::retain_attributes_of`] for elements with one name that share a long list. The function is
/// called only for the attributes of the first element.
pub(crate) enum Retained {
    /// The first element lost these attributes. The second element will get a new list without them.
    Without(Vec<AttributeName>),
    /// All further elements get this list.
    List(AttributeRange),
}

impl Document {
    /// Removes the attributes of an element for which a function returns `false`.
    pub(crate) fn retain_attributes_of(
        &mut self,
        element: Slot,
        is_kept: &mut impl FnMut(&str, AttributeRef<'_>) -> bool,
        retained: &mut HashMap<(AttributeRange, ElementName), Retained>,
    ) {
        let Some(name) = self.element_name(element) else { return };
        let range = self.attribute_range(element);
        let is_shared = range.length as usize > SHORT_LIST && self.attribute_overlay(element).is_none();
        match retained.get(&(range, name)).filter(|_| is_shared) {
            Some(Retained::List(list)) => {
                if *list != range {
                    self.set_long_list(element, *list);
                }
                return;
            }
            Some(Retained::Without(names)) => {
                let without: HashSet<&AttributeName> = names.iter().collect();
                let all = self.attributes_of(element).map(|attribute| attribute.attribute);
                let kept: Vec<Attribute> =
                    all.filter(|attribute| !without.contains(&attribute.name)).collect();
                let start = self.attributes.len();
                self.attributes.extend(kept);
                let list = AttributeRange::between(start, self.attributes.len());
                self.set_long_list(element, list);
                retained.insert((range, name), Retained::List(list));
                return;
            }
            None => {}
        }
        let text = self.names.text(name.local);
        let refused = self.at(element).attributes().filter(|attribute| !is_kept(text, *attribute));
        let refused: Vec<AttributeName> = refused.map(AttributeRef::interned_name).collect();
        self.index_attributes(range);
        for &name in &refused {
            self.take_attribute(element, name);
        }
        if is_shared {
            let same = refused.is_empty().then_some(Retained::List(range));
            retained.insert((range, name), same.unwrap_or(Retained::Without(refused)));
        }
    }

    /// Whether an overlay stores the changes of an element when `additional` attributes are added to it.
    pub(crate) fn has_long_list(&self, element: Slot, additional: usize) -> bool {
        match self.nodes[element].data {
            NodeData::Element { flags, attributes, .. } => {
                flags.has(NodeFlags::CHANGED_ATTRIBUTES)
                    || attributes.length as usize + additional > SHORT_LIST
            }
            _ => false,
        }
    }

    /// Builds the index of a list if it is long.
    #[inline]
    pub(crate) fn index_attributes(&mut self, range: AttributeRange) {
        if range.length as usize > SHORT_LIST {
            self.index_long_list(range);
        }
    }

    #[cold]
    fn index_long_list(&mut self, range: AttributeRange) {
        let names = self.attributes[range.indices()].iter().map(|attribute| attribute.name);
        let make = || names.zip(0..).collect();
        self.rare.attribute_indexes.entry(range).or_insert_with(make);
    }

    /// Returns the overlay of an element.
    #[inline]
    pub(crate) fn attribute_overlay(&self, element: Slot) -> Option<&AttributeOverlay> {
        if self.flags(element).has(NodeFlags::CHANGED_ATTRIBUTES) {
            self.rare.attribute_overlays.get(&element).map(|overlay| &**overlay)
        } else {
            None
        }
    }

    /// Finds an attribute of a changed list.
    pub(crate) fn find_changed_attribute(
        &self,
        overlay: &AttributeOverlay,
        name: AttributeName,
    ) -> Option<FoundAttribute> {
        overlay.find_own(name).or_else(|| {
            let position = if let Some(index) = self.rare.attribute_indexes.get(&overlay.base) {
                *index.get(&name)?
            } else {
                let base = &self.attributes[overlay.base.indices()];
                base.iter().position(|attribute| attribute.name == name)? as u32
            };
            overlay.find_in_base(position)
        })
    }

    /// Renames an attribute of a long list.
    pub(crate) fn rename_in_overlay(&mut self, element: Slot, found: FoundAttribute, to: AttributeName) {
        let value = self.attributes[found.index].value;
        self.change_in_overlay(element, Some(found), Attribute { name: to, value });
    }

    /// Replaces an attribute of a long list, or appends one.
    pub(crate) fn change_in_overlay(
        &mut self,
        element: Slot,
        found: Option<FoundAttribute>,
        attribute: Attribute,
    ) {
        self.search_cache.forget_index();
        let end = self.attributes.len();
        let overlay = self.overlay_for_change(element);
        match found {
            Some(found) if !overlay.base.indices().contains(&found.index) => {
                let Attribute { name, value } = self.attributes[found.index];
                if name != attribute.name
                    && let Some(overlay) = self.rare.attribute_overlays.get_mut(&element)
                {
                    overlay.rename_own(name, attribute.name);
                }
                if value.range() != attribute.value.range() {
                    self.text.discard(value);
                }
                self.attributes[found.index] = attribute;
            }
            Some(found) => {
                overlay.replace(found, attribute.name, end);
                let old = self.attributes[found.index].value;
                if old.range() != attribute.value.range() {
                    // Other elements may share the value, so the count of unused text is approximate.
                    self.text.discard(old);
                }
                self.attributes.push(attribute);
            }
            None => {
                overlay.push(attribute.name, end);
                self.attributes.push(attribute);
            }
        }
        self.merge_if_worthwhile(element);
    }

    /// Removes an attribute of a long list.
    pub(crate) fn remove_in_overlay(&mut self, element: Slot, found: FoundAttribute) {
        self.search_cache.forget_index();
        let Attribute { name, value } = self.attributes[found.index];
        let overlay = self.overlay_for_change(element);
        let is_own = !overlay.base.indices().contains(&found.index);
        overlay.remove(found, name);
        self.text.discard(value);
        if is_own {
            self.discard_attributes(found.index..found.index + 1);
        }
        self.merge_if_worthwhile(element);
    }

    /// Returns the overlay of an element, which is created if needed.
    fn overlay_for_change(&mut self, element: Slot) -> &mut AttributeOverlay {
        let base = self.attribute_range(element);
        self.add_flag(element, NodeFlags::CHANGED_ATTRIBUTES);
        // The base never changes any more, so other elements may share it.
        self.remove_flag(element, NodeFlags::OWNS_ATTRIBUTES);
        self.rare.attribute_overlays.entry(element).or_insert_with(|| Box::new(AttributeOverlay::new(base)))
    }

    fn merge_if_worthwhile(&mut self, element: Slot) {
        if self.attribute_overlay(element).is_none_or(|overlay| !overlay.is_worth_merging()) {
            return;
        }
        let merged: Vec<Attribute> =
            self.attributes_of(element).map(|attribute| attribute.attribute).collect();
        self.discard_overlay(element);
        let start = self.attributes.len();
        self.attributes.extend(merged);
        self.set_long_list(element, AttributeRange::between(start, self.attributes.len()));
    }

    /// Gives an element a list that it does not own.
    pub(crate) fn set_long_list(&mut self, element: Slot, range: AttributeRange) {
        self.search_cache.forget_index();
        if !self.rare.reclamation.is_under_construction() {
            // Approximate, because other elements may share the attributes.
            self.rare.reclamation.attributes += self.attribute_range(element).length as usize;
        }
        self.set_attribute_range(element, range);
        self.index_attributes(range);
    }

    /// Discards the overlay of an element, but not the values in it.
    pub(crate) fn discard_overlay(&mut self, element: Slot) {
        self.remove_flag(element, NodeFlags::CHANGED_ATTRIBUTES);
        if let Some(overlay) = self.rare.attribute_overlays.remove(&element) {
            for (_, index) in overlay.own_attributes() {
                self.discard_attributes(index..index + 1);
            }
        }
    }

    /// Copies the changes of an element to its copy.
    pub(crate) fn copy_overlay(&mut self, original: Slot, copy: Slot) {
        let Some(mut overlay) = self.attribute_overlay(original).cloned() else { return };
        let Self { attributes, .. } = self;
        overlay.move_to(overlay.base, |index| {
            attributes.push(attributes[index]);
            attributes.len() - 1
        });
        self.rare.attribute_overlays.insert(copy, Box::new(overlay));
        self.add_flag(copy, NodeFlags::CHANGED_ATTRIBUTES);
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;

    #[test]
    fn values_that_are_replaced_are_reclaimed() {
        let mut document = Document::new();
        let element = document.create_element("p").unwrap();
        for round in 0..200 {
            for number in 0..20 {
                let value = round.to_string().repeat(1000);
                document.set_attribute(element, &format!("a{number}"), &value).unwrap();
            }
            let (text, _) = document.text.added_and_unused();
            assert!(text < 500_000, "{text} bytes in round {round}");
        }
    }
}
