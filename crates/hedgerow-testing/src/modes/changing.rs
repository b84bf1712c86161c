//! Changes of a document: one operation on each node, or repeated operations on one node.

use hedgerow::{DynamicMarkup as _, Parser, ToHtml as _};

use super::{Mode, functions};
use crate::{Outcome, attribute_changes as attributes, changes};

pub(super) fn modes() -> Vec<Mode> {
    let mut modes = Vec::from(functions!(changed:
        "change: append each" => changes::append_each,
        "change: prepend each" => changes::prepend_each,
        "change: nest" => changes::nest,
        "change: flatten" => changes::flatten,
        "change: insert before each" => changes::insert_before_each,
        "change: insert after each" => changes::insert_after_each,
        "change: append to the innermost" => changes::append_inside,
        "change: wrap each" => changes::wrap_each,
        "change: unwrap each" => changes::unwrap_each,
        "change: replace each" => changes::replace_each,
        "change: remove each" => changes::remove_each,
        "change: remove each node from the first" => changes::remove_from_the_first,
        "change: detach each" => changes::detach_each,
        "change: detach, remove detached" => changes::detach_and_remove_detached,
        "change: remove all" => changes::remove_all,
        "change: move children" => changes::move_children,
        "change: clone all" => changes::clone_all,
        "change: clone each leaf" => changes::clone_each_leaf,
        "change: clone each, shallow" => changes::clone_each_shallow,
        "change: import all" => changes::import_all,
        "change: import each leaf" => changes::import_each_leaf,
        "change: rename each" => changes::rename_each,
        "change: split and normalize" => changes::split_and_normalize,
        "change: append texts" => changes::append_texts,
        "change: set each text" => changes::set_each_text,
        "change: shadow root in each" => changes::shadow_root_in_each,
        "change: shrink" => changes::shrink,
        "change: sanitize" => changes::sanitize,
    ));
    modes.extend(functions!(changed:
        "markup: inner HTML of each child" => changes::set_inner_html,
        "markup: outer HTML of each child" => changes::set_outer_html,
        "markup: inner HTML of the innermost" => changes::set_inner_html_inside,
        "markup: after each leaf" => changes::insert_adjacent_html,
    ));
    modes.extend(functions!(driven:
        "markup: inner HTML set to itself" => markup_of_itself,
        "attributes: add a class to each" => add_class_to_each,
        "attributes: remove a class from each" => remove_class_from_each,
    ));
    modes.extend(functions!(changed:
        "attributes: many of one element" => changes::set_attributes,
        "attributes: set in each" => attributes::set_in_each,
        "attributes: set a new one in each" => attributes::set_anew_in_each,
        "attributes: remove from each" => attributes::remove_from_each,
        "attributes: remove the first of each" => attributes::remove_first_of_each,
        "attributes: toggle in each" => attributes::toggle_in_each,
        "attributes: rename in each" => attributes::rename_in_each,
        "attributes: many classes of one element" => attributes::many_classes_of_one,
        "attributes: set all of one element again" => attributes::set_all_of_one,
        "attributes: set one repeatedly" => attributes::set_one_again,
    ));
    modes
}

/// Sets the inner HTML of the body to its own serialization. The bytes of the markup count as output, because clones
/// share their attributes in the tree, but the markup repeats the attributes for each clone.
pub(crate) fn markup_of_itself(parser: &Parser, input: &str) -> Outcome {
    let parsed = parser.parse(input);
    let outcome = Outcome::of(&parsed);
    let mut document = parsed.into_document();
    let body = changes::body(&document);
    let markup = document.node(body).inner_html();
    let _ = document.set_inner_html(body, &markup);
    Outcome { nodes: outcome.nodes.max(document.node_count()), written: markup.len(), ..outcome }
}

/// Adds a class to each element. The bytes of all classes count as output, because clones share their classes before
/// this change, but each element has its own classes after it.
pub(crate) fn add_class_to_each(parser: &Parser, input: &str) -> Outcome {
    let parsed = parser.parse(input);
    let outcome = Outcome::of(&parsed);
    let mut document = parsed.into_document();
    attributes::add_class_to_each(&mut document);
    let elements = changes::elements(&document).into_iter();
    let written = elements.map(|element| document.node(element).attribute("class").map_or(0, str::len)).sum();
    Outcome { written, ..outcome }
}

/// Removes a class from each element. The bytes of all classes count as output, because each call reads the classes of
/// its element, even if clones share them.
pub(crate) fn remove_class_from_each(parser: &Parser, input: &str) -> Outcome {
    let parsed = parser.parse(input);
    let outcome = Outcome::of(&parsed);
    let mut document = parsed.into_document();
    let mut written = 0;
    for element in changes::elements(&document) {
        written += document.node(element).attribute("class").map_or(0, str::len);
        let _ = document.remove_class(element, "a0");
    }
    Outcome { written, ..outcome }
}
