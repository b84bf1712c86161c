//! The known differences of turbohtml from the present standard. `turbohtml.py` prints its trees.

use hedgerow::Document;
use hedgerow_fuzz::nodes;

use super::{END_TAG_IN_A_FOREIGN_FRAGMENT, FORM_IN_A_TABLE_IN_A_TEMPLATE, Rule, rule_by_words};

/// Its maximum nesting depth.
const MOST_LEVELS: usize = 512;

/// Each difference, and lists of words: a source shows the difference only if it has a word of each list.
const RULES: &[Rule] = &[
    ("it attaches declarative shadow roots, and does not write them", &[&["<template"], &["shadowrootmode"]]),
    ("it does not know <template for>", &[&["<template"], &["for"], &["<?"]]),
    ("it reconstructs the active formatting elements for a NULL", &[&["\0"]]),
    ("it reconstructs them for param, source and track", &[&["<param", "<source", "<track"]]),
    ("its isindex element is special", &[&["<isindex"]]),
    ("it inserts a frameset after a template", &[&["<template"], &["<frameset"]]),
    ("it changes the insertion mode at a late html tag", &[&["<html"]]),
    ("it does not split text after whitespace in a noscript", &[&["<noscript"]]),
    ("it reconstructs them for a line feed that is ignored", &[&["<pre\n", "<pre>", "<pre ", "<listing"]]),
    ("it nests select elements", &[&["<select"], &["context: c", "context: t"]]),
    ("it closes a select at a table start tag", &[&["<select"], &["<table"]]),
    (
        "an option or a line in the context of a select is one in a select",
        &[&["context: select"], &["<option", "<optgroup", "<hr"]],
    ),
    END_TAG_IN_A_FOREIGN_FRAGMENT,
    FORM_IN_A_TABLE_IN_A_TEMPLATE,
    ("it ignores a form in a template in a select", &[&["<template"], &["<select"], &["<form"]]),
    ("it ignores a form context for the form element pointer", &[&["<form"], &["context: form"]]),
    ("it ignores a template context for the form element pointer", &[&["<form"], &["context: template"]]),
    (
        "once there was a template of HTML, one of SVG is one, too, for the end of a form",
        &[&["<template"], &["</form"], &["<svg", "<math", "context: svg", "context: math"]],
    ),
    ("a col end tag ends the column group", &[&["</col>", "</col "]]),
    ("a second head tag begins the body", &[&["</head"], &["<head ", "<head>", "<head/"]]),
];

/// Returns the reason why its tree differs.
pub(super) fn exception(source: &str, document: &Document) -> Option<&'static str> {
    if let Some(rule) = rule_by_words(RULES, source) {
        return Some(rule);
    }
    for node in nodes(document) {
        if node.ancestors().nth(MOST_LEVELS).is_some() {
            return Some("it limits the nesting depth");
        }
        let is_beyond_the_first_plane = |character| character > '\u{FFFF}';
        if node.attributes().any(|attribute| attribute.name_text().contains(is_beyond_the_first_plane)) {
            return Some("it sorts the names of attributes by code points, not by UTF-16 code units");
        }
    }
    None
}
