//! The methods that modify a configuration. Each returns whether it changed anything.

use crate::builtins::builtins;
use crate::config::{SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes};

/// Modifications. They require a canonical and valid configuration, and canonical elements and attributes as arguments.
impl SanitizerConfig {
    /// In the standard: `allowElement()`.
    pub(crate) fn allow_element(&mut self, mut entry: SanitizerElementWithAttributes) -> bool {
        let Some(elements) = &mut self.elements else {
            // 5.1. If element["attributes"] exists or element["removeAttributes"] with default « » is not empty, …
            if entry.attributes.is_some() || entry.remove_attributes.is_some_and(|list| !list.is_empty()) {
                return false;
            }
            // 5.2. to 5.5.
            let modified = remove(&mut self.replace_with_children_elements, &entry.element);
            return remove(&mut self.remove_elements, &entry.element) || modified;
        };
        // 4.1. Let modified be the result of removing element from configuration["replaceWithChildrenElements"].
        let modified = remove(&mut self.replace_with_children_elements, &entry.element);
        for list in [&mut entry.attributes, &mut entry.remove_attributes].into_iter().flatten() {
            make_set(list);
        }
        if let Some(global) = &self.attributes {
            // 4.2.1.
            if let Some(list) = &mut entry.attributes {
                list.retain(|item| !global.contains(item));
                if self.data_attributes == Some(true) {
                    list.retain(|item| !item.is_custom_data());
                }
            }
            // 4.2.2.
            if let Some(list) = &mut entry.remove_attributes {
                list.retain(|item| global.contains(item));
            }
        } else {
            let global = self.remove_attributes.as_deref().unwrap_or_default();
            // 4.3.1.
            if let Some(list) = &mut entry.attributes {
                let removed = entry.remove_attributes.take().unwrap_or_default();
                list.retain(|item| !removed.contains(item) && !global.contains(item));
            }
            // 4.3.2.
            if let Some(list) = &mut entry.remove_attributes {
                list.retain(|item| !global.contains(item));
            }
        }
        match elements.iter().position(|current| current.element == entry.element) {
            // 4.4. If configuration["elements"] does not contain element:
            None => elements.push(entry),
            // 4.6. If element is equal to currentElement, then return modified.
            Some(position) if is_same_entry(&elements[position], &entry) => return modified,
            // 4.7. and 4.8.
            Some(position) => elements[position] = entry,
        }
        true
    }

    /// In the standard: "remove an element".
    pub(crate) fn remove_element(&mut self, element: &SanitizerElement) -> bool {
        // 3. Let modified be the result of removing element from configuration["replaceWithChildrenElements"].
        let modified = remove(&mut self.replace_with_children_elements, element);
        if let Some(elements) = &mut self.elements {
            return remove_entry(elements, element) || modified;
        }
        add(self.remove_elements.get_or_insert_default(), element) || modified
    }

    /// In the standard: `replaceElementWithChildren()`.
    pub(crate) fn replace_element_with_children(&mut self, element: &SanitizerElement) -> bool {
        // 4. If the built-in non-replaceable elements list contains element, then return false.
        if builtins().non_replaceable.contains(element) {
            return false;
        }
        // 5. and 6.
        let mut modified = self.elements.as_mut().is_some_and(|elements| remove_entry(elements, element));
        modified |= remove(&mut self.remove_elements, element);
        // 7. and 8.
        add(self.replace_with_children_elements.get_or_insert_default(), element) || modified
    }

    /// In the standard: `allowAttribute()`.
    pub(crate) fn allow_attribute(&mut self, attribute: SanitizerAttribute) -> bool {
        let Some(attributes) = &mut self.attributes else {
            // 5. Otherwise: …
            return remove(&mut self.remove_attributes, &attribute);
        };
        // 4.1. and 4.2.
        if self.data_attributes == Some(true) && attribute.is_custom_data() || attributes.contains(&attribute)
        {
            return false;
        }
        // 4.3.
        for element in self.elements.iter_mut().flatten() {
            remove(&mut element.attributes, &attribute);
        }
        attributes.push(attribute);
        true
    }

    /// In the standard: "remove an attribute".
    pub(crate) fn remove_attribute(&mut self, attribute: &SanitizerAttribute) -> bool {
        if self.attributes.is_some() {
            // 3.1. Let modified be the result of removing attribute from configuration["attributes"].
            let mut modified = remove(&mut self.attributes, attribute);
            // 3.2.
            for element in self.elements.iter_mut().flatten() {
                modified |= remove(&mut element.attributes, attribute);
                remove(&mut element.remove_attributes, attribute);
            }
            return modified;
        }
        // 4.1. If configuration["removeAttributes"] contains attribute, then return false.
        if !add(self.remove_attributes.get_or_insert_default(), attribute) {
            return false;
        }
        // 4.2.
        for element in self.elements.iter_mut().flatten() {
            remove(&mut element.attributes, attribute);
            remove(&mut element.remove_attributes, attribute);
        }
        true
    }

    /// In the standard: `setDataAttributes()`.
    pub(crate) fn set_data_attributes(&mut self, allow: bool) -> bool {
        // 3. and 4.
        let Some(attributes) = self.attributes.as_mut().filter(|_| self.data_attributes != Some(allow))
        else {
            return false;
        };
        // 5. If allow is true:
        if allow {
            let local = self.elements.iter_mut().flatten().filter_map(|element| element.attributes.as_mut());
            for list in local.chain([attributes]) {
                list.retain(|attribute| !attribute.is_custom_data());
            }
        }
        self.data_attributes = Some(allow);
        true
    }

    /// In the standard: `allowProcessingInstruction()`.
    pub(crate) fn allow_processing_instruction(&mut self, target: &str) -> bool {
        if let Some(allowed) = &mut self.processing_instructions {
            return add(allowed, target);
        }
        remove(&mut self.remove_processing_instructions, target)
    }

    /// In the standard: `removeProcessingInstruction()`.
    pub(crate) fn remove_processing_instruction(&mut self, target: &str) -> bool {
        if self.processing_instructions.is_some() {
            return remove(&mut self.processing_instructions, target);
        }
        add(self.remove_processing_instructions.get_or_insert_default(), target)
    }

    /// In the standard: "remove unsafe".
    pub(crate) fn remove_unsafe(&mut self) -> bool {
        let mut result = false;
        // 3. For each element in built-in safe baseline configuration["removeElements"]: …
        for (element, _) in builtins().elements("unsafe") {
            result |= self.remove_element(element);
        }
        // 4. The built-in safe baseline configuration["removeAttributes"] is empty.
        // 5. For each attribute that is an event handler content attribute: …
        for &handler in builtins().names("event-handlers") {
            result |= self.remove_attribute(&handler.into());
        }
        // 6. If configuration["javascriptURLs"] is true: …
        if self.javascript_urls == Some(true) {
            self.javascript_urls = Some(false);
            result = true;
        }
        result
    }

    /// Sorts the lists. In the standard: a step of `get()`.
    pub(crate) fn sort(&mut self) {
        for element in self.elements.iter_mut().flatten() {
            for list in [&mut element.attributes, &mut element.remove_attributes].into_iter().flatten() {
                list.sort_by_cached_key(key_of_attribute);
            }
        }
        if let Some(elements) = &mut self.elements {
            elements.sort_by_cached_key(|entry| key_of_element(&entry.element));
        }
        for list in
            [&mut self.remove_elements, &mut self.replace_with_children_elements].into_iter().flatten()
        {
            list.sort_by_cached_key(key_of_element);
        }
        for list in [&mut self.attributes, &mut self.remove_attributes].into_iter().flatten() {
            list.sort_by_cached_key(key_of_attribute);
        }
        for list in [&mut self.processing_instructions, &mut self.remove_processing_instructions]
            .into_iter()
            .flatten()
        {
            list.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
        }
    }
}

/// Returns the sort key of a sanitizer item: the namespace, with null first, and then the name. Strings are compared by UTF-16
/// code units, not by code points.
///
/// In the standard: "compare sanitizer items".
fn key(namespace: Option<&str>, name: &str) -> (Option<Vec<u16>>, Vec<u16>) {
    (namespace.map(|url| url.encode_utf16().collect()), name.encode_utf16().collect())
}

fn key_of_element(element: &SanitizerElement) -> (Option<Vec<u16>>, Vec<u16>) {
    key(element.namespace.as_deref(), &element.name)
}

fn key_of_attribute(attribute: &SanitizerAttribute) -> (Option<Vec<u16>>, Vec<u16>) {
    key(attribute.namespace.as_deref(), &attribute.name)
}

/// Adds an item to a list. Returns whether the item is new.
fn add<T: PartialEq<U>, U: ToOwned<Owned = T> + ?Sized>(list: &mut Vec<T>, item: &U) -> bool {
    let is_new = !list.iter().any(|other| other == item);
    if is_new {
        list.push(item.to_owned());
    }
    is_new
}

/// Removes an item from a list. Returns whether the list contained the item.
fn remove<T: PartialEq<U>, U: ?Sized>(list: &mut Option<Vec<T>>, item: &U) -> bool {
    let Some(list) = list else { return false };
    let length = list.len();
    list.retain(|other| other != item);
    list.len() != length
}

fn remove_entry(list: &mut Vec<SanitizerElementWithAttributes>, element: &SanitizerElement) -> bool {
    let length = list.len();
    list.retain(|entry| entry.element != *element);
    list.len() != length
}

/// Removes duplicates.
fn make_set(list: &mut Vec<SanitizerAttribute>) {
    let mut seen = std::collections::HashSet::new();
    list.retain(|item| seen.insert(item.clone()));
}

/// Whether two entries have the same lists, in any order.
fn is_same_entry(one: &SanitizerElementWithAttributes, other: &SanitizerElementWithAttributes) -> bool {
    let is_same =
        |one: &Option<Vec<SanitizerAttribute>>, other: &Option<Vec<SanitizerAttribute>>| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                one.len() == other.len() && one.iter().all(|item| other.contains(item))
            }
            _ => false,
        };
    is_same(&one.attributes, &other.attributes) && is_same(&one.remove_attributes, &other.remove_attributes)
}
