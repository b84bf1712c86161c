//! The known deviations of turbohtml from today's standard. `turbohtml.py` prints its trees.

use hedgerow::Document;
use hedgerow_testing::nodes;

use super::{END_TAG_IN_A_FOREIGN_FRAGMENT, FORM_IN_A_TABLE_IN_A_TEMPLATE, Rule, rule_by_words};

/// The maximum nesting depth of turbohtml's trees.
const MOST_LEVELS: usize = 512;

/// The deviations, each with lists of words. A deviation can occur only if the source contains at least one word of each list.
const RULES: &[Rule] = &[
    (
        "it attaches declarative shadow roots, and does not serialize them",
        &[&["<template"], &["shadowrootmode"]],
    ),
    ("it does not implement <template for>", &[&["<template"], &["for"], &["<?"]]),
    ("it reconstructs the active formatting elements for a NULL", &[&["\0"]]),
    (
        "it reconstructs the active formatting elements for param, source and track",
        &[&["<param", "<source", "<track"]],
    ),
    ("its isindex element is special", &[&["<isindex"]]),
    ("it inserts a frameset after a template", &[&["<template"], &["<frameset"]]),
    ("it changes the insertion mode at a late html tag", &[&["<html"]]),
    ("it does not split text after whitespace in a noscript", &[&["<noscript"]]),
    (
        "it reconstructs the active formatting elements for an ignored line feed",
        &[&["<pre\n", "<pre>", "<pre ", "<listing"]],
    ),
    ("it nests select elements", &[&["<select"], &["context: c", "context: t"]]),
    ("it closes a select at a table start tag", &[&["<select"], &["<table"]]),
    (
        "it treats an option or hr in a select context as inside a select",
        &[&["context: select"], &["<option", "<optgroup", "<hr"]],
    ),
    END_TAG_IN_A_FOREIGN_FRAGMENT,
    FORM_IN_A_TABLE_IN_A_TEMPLATE,
    ("it ignores a form in a template in a select", &[&["<template"], &["<select"], &["<form"]]),
    ("it ignores a form context for the form element pointer", &[&["<form"], &["context: form"]]),
    ("it ignores a template context for the form element pointer", &[&["<form"], &["context: template"]]),
    (
        "at a form end tag, it treats an SVG template like an HTML template",
        &[&["<template"], &["</form"], &["<svg", "<math", "context: svg", "context: math"]],
    ),
    ("it ends the column group at a col end tag", &[&["</col>", "</col "]]),
    ("it begins the body at a second head tag", &[&["</head"], &["<head ", "<head>", "<head/"]]),
];

/// Returns the deviation that may explain a different tree, if any.
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
