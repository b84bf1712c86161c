//! Long lists of attributes: their indexes, and their changes as overlays.
//!
//! A long list never changes in place. Elements share the list and one index of its names. An element whose attributes
//! change gets an [`AttributeOverlay`] with the changes ([`NodeFlags::CHANGED_ATTRIBUTES`]). When the number of changes
//! reaches a fixed fraction of the list, they are merged into a new list for this element.

use std::collections::HashMap;

use hedgerow_base::ElementName;

use crate::attribute_data::{Attribute, AttributeOverlay, AttributeRange, FoundAttribute};
use crate::attributes::{AttributeRef, SHORT_LIST};
use crate::document::Document;
use crate::node::NodeFlags;
use crate::node_id::Slot;

impl Document {
    /// Removes the attributes of an element for which a function returns `false`. `retained` stores the results for elements of
    /// the same name that share a long list: the function is called only for the attributes of the first such element.
    pub(crate) fn retain_attributes_of(
        &mut self,
        element: Slot,
        is_kept: &mut impl FnMut(&str, AttributeRef<'_>) -> bool,
        retained: &mut HashMap<(AttributeRange, ElementName), AttributeRange>,
    ) {
        let Some(name) = self.element_name(element) else { return };
        let range = self.attribute_range(element);
        let is_shared = range.length as usize > SHORT_LIST && self.attribute_overlay(element).is_none();
        if let Some(&list) = retained.get(&(range, name)).filter(|_| is_shared) {
            if list != range {
                self.set_long_list(element, list);
            }
            return;
        }
        let text = self.names.text(name.local);
        let (kept, refused): (Vec<_>, Vec<_>) =
            self.attributes_of(element).partition(|attribute| is_kept(text, *attribute));
        let refused: Vec<Attribute> = refused.into_iter().map(|attribute| attribute.attribute).collect();
        if !is_shared {
            self.index_attributes(range);
            for Attribute { name, .. } in refused {
                self.remove_attribute_of(element, name);
            }
            return;
        }
        let mut list = range;
        if !refused.is_empty() {
            let kept: Vec<Attribute> = kept.into_iter().map(|attribute| attribute.attribute).collect();
            list = self.push_list(kept);
            self.set_long_list(element, list);
            for attribute in refused {
                self.text.discard(attribute.value);
            }
        }
        retained.insert((range, name), list);
    }

    /// Whether an overlay stores the next change of an element's attributes, which adds `additional` attributes.
    pub(crate) fn has_long_list(&self, element: Slot, additional: usize) -> bool {
        self.flags(element).has(NodeFlags::CHANGED_ATTRIBUTES)
            || self.attribute_range(element).length as usize + additional > SHORT_LIST
    }

    #[inline]
    pub(crate) fn index_attributes(&mut self, range: AttributeRange) {
        if range.length as usize > SHORT_LIST {
            self.index_long_list(range);
        }
    }

    #[cold]
    fn index_long_list(&mut self, range: AttributeRange) {
        let names = self.attributes[range.indices()].iter().map(|attribute| attribute.name);
        self.rare.attribute_indexes.entry(range).or_insert_with(|| names.zip(0..).collect());
    }

    #[inline]
    pub(crate) fn attribute_overlay(&self, element: Slot) -> Option<&AttributeOverlay> {
        if self.flags(element).has(NodeFlags::CHANGED_ATTRIBUTES) {
            self.rare.attribute_overlays.get(&element).map(|overlay| &**overlay)
        } else {
            None
        }
    }

    pub(crate) fn change_in_overlay(
        &mut self,
        element: Slot,
        found: Option<FoundAttribute>,
        attribute: Attribute,
    ) {
        self.search_cache.invalidate_attributes();
        let end = self.attributes.len();
        let found = found.map(|found| (found, self.attributes[found.index]));
        let overlay = self.overlay_for_change(element);
        match found {
            Some((found, old)) if !overlay.base.indices().contains(&found.index) => {
                if old.name != attribute.name {
                    overlay.rename_own(old.name, attribute.name);
                }
                self.attributes[found.index] = attribute;
            }
            Some((found, _)) => {
                overlay.replace(found, attribute.name, end);
                self.attributes.push(attribute);
            }
            None => {
                overlay.push(attribute.name, end);
                self.attributes.push(attribute);
            }
        }
        if let Some((_, old)) = found
            && old.value.range() != attribute.value.range()
        {
            // Other elements may share the value, so the count of unused text is approximate.
            self.text.discard(old.value);
        }
        self.merge_if_worthwhile(element);
    }

    pub(crate) fn remove_in_overlay(&mut self, element: Slot, found: FoundAttribute) {
        self.search_cache.invalidate_attributes();
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
        let list = self.push_list(merged);
        self.set_long_list(element, list);
    }

    /// Gives an element a list that it does not own.
    pub(crate) fn set_long_list(&mut self, element: Slot, range: AttributeRange) {
        self.search_cache.invalidate_attributes();
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
