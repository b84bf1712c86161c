//! What turbohtml is known to do otherwise than the standard does today.
//!
//! What is not here: how it is asked (`turbohtml.py`).

use hedgerow::Document;
use hedgerow_fuzz::nodes;

use super::{END_TAG_IN_A_FOREIGN_FRAGMENT, FORM_IN_A_TABLE_IN_A_TEMPLATE, Rule, rule_by_words};

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
    ("a table ends the select that it is in", &[&["<select"], &["<table"]]),
    (
        "an option or a line in the context of a select is one in a select",
        &[&["context: select"], &["<option", "<optgroup", "<hr"]],
    ),
    END_TAG_IN_A_FOREIGN_FRAGMENT,
    FORM_IN_A_TABLE_IN_A_TEMPLATE,
    ("it ignores a form in a template in a select", &[&["<template"], &["<select"], &["<form"]]),
    ("it does not know that the context is in a form", &[&["<form"], &["context: form"]]),
    ("it does not know that the context is a template, for forms", &[&["<form"], &["context: template"]]),
    (
        "once there was a template of HTML, one of SVG is one, too, for the end of a form",
        &[&["<template"], &["</form"], &["<svg", "<math", "context: svg", "context: math"]],
    ),
    ("a col end tag ends the column group", &[&["</col>", "</col "]]),
    ("a second head tag begins the body", &[&["</head"], &["<head ", "<head>", "<head/"]]),
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
        let is_beyond_the_first_plane = |character| character > '\u{FFFF}';
        if node.attributes().any(|attribute| attribute.name_text().contains(is_beyond_the_first_plane)) {
            return Some("it sorts the names of attributes by characters, not by UTF-16");
        }
    }
    None
}
