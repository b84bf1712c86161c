//! Changes of the attributes of every element, or repeated changes of the attributes of one element.

use hedgerow::{Document, NodeId, NodeRef};

use crate::changes::{body, changes_of_each, elements};

changes_of_each! {
    /// Sets one attribute in each element.
    set_in_each: elements, |document, element| document.set_attribute(element, "class", "x");
    /// Removes an attribute from each element; few elements have it.
    remove_from_each: elements, |document, element| document.remove_attribute(element, "onclick");
    /// Renames an attribute of each element.
    rename_in_each: elements, |document, element| document.rename_attribute(element, "a0", "z");
    /// Adds a class to each element.
    add_class_to_each: elements, |document, element| document.add_class(element, "x");
}

/// Sets an attribute with a unique name in each element.
pub(crate) fn set_anew_in_each(document: &mut Document) {
    for (number, element) in elements(document).into_iter().enumerate() {
        let _ = document.set_attribute(element, format!("x{number}").as_str(), "x");
    }
}

/// Removes the first attribute of each element.
pub(crate) fn remove_first_of_each(document: &mut Document) {
    for element in elements(document) {
        let first = document.node(element).attributes().next();
        let Some(name) = first.map(|attribute| attribute.name_text().to_owned()) else { continue };
        let _ = document.remove_attribute(element, name.as_str());
    }
}

/// Toggles one attribute of each element and removes another one.
pub(crate) fn toggle_in_each(document: &mut Document) {
    for element in elements(document) {
        let _ = document.toggle_attribute(element, "hidden", None);
        let _ = document.toggle_attribute(element, "onclick", Some(false));
    }
}

/// Returns the first element with attributes (the body if no element has any), and the number of elements in the
/// document.
fn one(document: &Document) -> (NodeId, usize) {
    let has_attributes = |node: &NodeRef<'_>| node.attributes().next().is_some();
    let elements = || document.root().descendant_elements();
    let one = elements().find(has_attributes).map_or_else(|| body(document), NodeRef::id);
    (one, elements().count())
}

/// Adds as many classes to one element as the document has elements.
pub(crate) fn many_classes_of_one(document: &mut Document) {
    let (one, count) = one(document);
    for number in 0..count {
        let _ = document.add_class(one, &format!("x{number}"));
    }
}

/// Sets each attribute of one element.
pub(crate) fn set_all_of_one(document: &mut Document) {
    let (one, _) = one(document);
    let names: Vec<String> =
        document.node(one).attributes().map(|attribute| attribute.name_text().to_owned()).collect();
    for name in names {
        let _ = document.set_attribute(one, name.as_str(), "x");
    }
}

/// Sets one attribute of one element, once for each element of the document, alternately to a short and a long value.
pub(crate) fn set_one_again(document: &mut Document) {
    let (one, count) = one(document);
    for number in 0..count {
        let _ = document.set_attribute(one, "id", if number % 2 == 0 { "a" } else { "abcdefgh" });
    }
}
