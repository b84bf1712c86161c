//! Changes of documents that are wide, deep, or consist of long text.

use crate::Family;
use crate::Feeding::Used;
use crate::Part::{Numbered, Once, Times};
use crate::Use::{Changed, Read};
use crate::attribute_changes as attributes;
use crate::changes;
use crate::modes::reading;

const WIDE: &[crate::Part] = &[Times("<p id=a></p>b")];
const DEEP: &[crate::Part] = &[Times("<div>")];
const SHARED_ATTRIBUTES: &[crate::Part] = &[Once("<p><b "), Numbered("a# "), Once("></p>"), Times("<p>x")];

pub(super) const FAMILIES: &[Family] = &[
    Family::new("wide, each appended again", WIDE).fed(Used(Changed(changes::append_each))),
    Family::new("wide, each prepended", WIDE).fed(Used(Changed(changes::prepend_each))),
    Family::new("wide, each moved into the previous sibling", WIDE).fed(Used(Changed(changes::nest))),
    Family::new("wide, an element inserted before each", WIDE)
        .fed(Used(Changed(changes::insert_before_each))),
    Family::new("wide, each wrapped", WIDE).fed(Used(Changed(changes::wrap_each))),
    Family::new("wide, each replaced", WIDE).fed(Used(Changed(changes::replace_each))),
    Family::new("wide, each removed", WIDE).fed(Used(Changed(changes::remove_each))),
    Family::new("wide, all removed and created again", WIDE).fed(Used(Changed(changes::remove_all))),
    Family::new("wide, cloned", WIDE).fed(Used(Changed(changes::clone_all))),
    Family::new("wide, imported", WIDE).fed(Used(Changed(changes::import_all))),
    Family::new("wide, each renamed", WIDE).fed(Used(Changed(changes::rename_each))),
    Family::new("wide, inner HTML of each set", WIDE).fed(Used(Changed(changes::set_inner_html))),
    Family::new("wide, outer HTML of each set", WIDE).fed(Used(Changed(changes::set_outer_html))),
    Family::new("wide, text appended to each in rounds", WIDE).fed(Used(Changed(changes::append_texts))),
    Family::new("wide, attributes set and removed", WIDE).fed(Used(Changed(changes::set_attributes))),
    Family::new("deep, each moved to the top", DEEP).fed(Used(Changed(changes::flatten))),
    Family::new("deep, an element inserted before each", DEEP)
        .fed(Used(Changed(changes::insert_before_each))),
    Family::new("deep, elements inserted into the innermost", DEEP)
        .fed(Used(Changed(changes::append_inside))),
    Family::new("deep, each wrapped", DEEP).fed(Used(Changed(changes::wrap_each))),
    Family::new("deep, each unwrapped", DEEP).fed(Used(Changed(changes::unwrap_each))),
    Family::new("deep, each replaced", DEEP).fed(Used(Changed(changes::replace_each))),
    Family::new("deep, each removed", DEEP).fed(Used(Changed(changes::remove_each))),
    Family::new("deep, all removed and created again", DEEP).fed(Used(Changed(changes::remove_all))),
    Family::new("deep, cloned", DEEP).fed(Used(Changed(changes::clone_all))),
    Family::new("deep, imported", DEEP).fed(Used(Changed(changes::import_all))),
    Family::new("deep, inner HTML of the innermost set", DEEP)
        .fed(Used(Changed(changes::set_inner_html_inside))),
    Family::new("many classes of one element", WIDE).fed(Used(Changed(attributes::many_classes_of_one))),
    Family::new("deep, sanitized", &[Times("<div>x")]).fed(Used(Changed(changes::sanitize))),
    Family::new("many attributes, cloned often, sanitized", SHARED_ATTRIBUTES)
        .fed(Used(Changed(changes::sanitize))),
    Family::new("nested template, cloned", &[Times("<template>")]).fed(Used(Changed(changes::clone_all))),
    Family::new("nested template, imported", &[Times("<template>")]).fed(Used(Changed(changes::import_all))),
    Family::new("one long text, split and joined", &[Times("abc")])
        .fed(Used(Changed(changes::split_and_normalize))),
    Family::new("texts, split and joined", &[Times("<p>abc")])
        .fed(Used(Changed(changes::split_and_normalize))),
    Family::new("many attributes, cloned often, imported", SHARED_ATTRIBUTES)
        .fed(Used(Changed(changes::import_all))),
    Family::new("many attributes, cloned often, removed", SHARED_ATTRIBUTES)
        .fed(Used(Changed(changes::remove_each))),
    Family::new("many attributes, cloned often, renamed", SHARED_ATTRIBUTES)
        .fed(Used(Changed(changes::rename_each))),
    Family::new("many attributes, cloned often, one set in each", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::set_in_each))),
    Family::new("many attributes, cloned often, another set in each", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::set_anew_in_each))),
    Family::new("many attributes, cloned often, an absent one removed", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::remove_from_each))),
    Family::new("many attributes, cloned often, the first removed", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::remove_first_of_each))),
    Family::new("many attributes, cloned often, one toggled", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::toggle_in_each))),
    Family::new("many attributes, cloned often, one renamed", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::rename_in_each))),
    Family::new("many attributes, cloned often, validated", SHARED_ATTRIBUTES)
        .fed(Used(Read(reading::validate))),
    Family::new("many attributes, cloned often, a class added", SHARED_ATTRIBUTES)
        .fed(Used(Changed(attributes::add_class_to_each))),
];
