//! What turbohtml is known to do otherwise than the standard does today.
//!
//! What is not here: how it is asked (`turbohtml.py`).

use hedgerow::{Document, known};
use hedgerow_fuzz::nodes;

use super::{Rule, rule_by_words};

/// The most elements that it nests.
const MOST_LEVELS: usize = 512;

/// What it does, and the words of which each source has one in which it does.
const RULES: &[Rule] = &[
    ("it attaches declarative shadow roots, and does not write them", &[&["<template"], &["shadowrootmode"]]),
    ("it does not know <template for>", &[&["<template"], &["for"], &["<?"]]),
    ("it reconstructs the active formatting elements for a NULL", &[&["\0"]]),
    ("it reconstructs them for param, source and track", &[&["<param", "<source", "<track"]]),
    ("an isindex is special to it", &[&["<isindex"]]),
    ("a template does not keep it from taking a frameset", &[&["<template"], &["<frameset"]]),
    ("it forgets where it is when an html tag comes late", &[&["<html"]]),
    ("it takes whitespace in a noscript and what follows it together", &[&["<noscript"]]),
    ("it reconstructs them for a line feed that is ignored", &[&["<pre\n", "<pre>", "<pre ", "<listing"]]),
    ("it lets a select element in where one is open", &[&["<select"], &["context: c", "context: t"]]),
    ("it ignores a form in a template in a select", &[&["<template"], &["<select"], &["<form"]]),
    ("it does not know that the context is in a form", &[&["<form"], &["context: form"]]),
];

/// Why it has another tree.
pub(super) fn exception(source: &str, document: &Document) -> Option<&'static str> {
    if let Some(rule) = rule_by_words(RULES, source) {
        return Some(rule);
    }
    for node in nodes(document) {
        if node.ancestors().nth(MOST_LEVELS).is_some() {
            return Some("it ends nesting at some depth");
        }
        let is_form = node.element_name().is_some_and(|name| name.is_html(known::FORM));
        let in_table = node.parent().is_some_and(|parent| TABLE.contains(&parent.local_name_text()));
        if is_form && in_table && node.ancestors().last().is_some_and(|root| root.host().is_some()) {
            return Some("it ignores a form in a table in a template");
        }
    }
    None
}

/// Elements whose contents are processed by the rules of "in table".
const TABLE: [&str; 5] = ["table", "tbody", "thead", "tfoot", "tr"];
