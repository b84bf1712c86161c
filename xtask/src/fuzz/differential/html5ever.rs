//! What html5ever 0.40 is known to do otherwise than the standard does today.
//!
//! What is not here: how it is asked, which is `hedgerow-html5ever` of `hedgerow-bench`.

use hedgerow::{Document, Namespace, NodeKind, NodeRef};
use hedgerow_fuzz::nodes;

use super::{END_TAG_IN_A_FOREIGN_FRAGMENT, FORM_IN_A_TABLE_IN_A_TEMPLATE, Rule, rule_by_words};

/// What it does, and the words of which each source has one in which it does.
const RULES: &[Rule] = &[
    ("it does not know <template for>", &[&["<?"], &["<template"], &["for=", "for =", "for\n", "for\t"]]),
    ("a NUL in a processing instruction is a replacement character to it", &[&["<?"], &["\0"]]),
    ("a comment may begin as a processing instruction for it", &[&["<!--?", "<!?", "</?"]]),
    ("it leaves it to its users to fill a selectedcontent", &[&["<selectedcontent"], &["<option"]]),
    ("it takes an input in the context of a select", &[&["context: select"], &["<input"]]),
    END_TAG_IN_A_FOREIGN_FRAGMENT,
    FORM_IN_A_TABLE_IN_A_TEMPLATE,
    ("a template in a head keeps a frameset from replacing the body", &[&["<template"], &["<frameset"]]),
    ("a thead alone is no table body for it", &[&["context: t", "<template"], &["<thead"]]),
    (
        "it keeps a line feed that is written as a reference",
        &[&["<pre", "<listing", "<textarea"], &["&#", "&newline"]],
    ),
    ("an empty system identifier is not a missing one to it", &[&["<!doctype"], &["html 4.01"]]),
    ("text in a table goes on behind a DOCTYPE", &[&["<!doctype"], &["<table", "context: t"]]),
    ("one of the public identifiers of the quirks mode begins otherwise for it", &[&["silmaril"]]),
    ("a search is not special to it", &[&["<search"]]),
    ("an isindex is special to it", &[&["<isindex"]]),
];

/// Why it has another tree.
pub(super) fn exception(source: &str, document: &Document) -> Option<&'static str> {
    let is_html = |node: NodeRef<'_>| node.namespace() == Some(Namespace::Html);
    let is_in_foreign_content = |node: &NodeRef<'_>| {
        let parent = node.parent().filter(|parent| parent.kind() == NodeKind::Element);
        is_html(*node) && parent.is_some_and(|parent| !is_html(parent))
    };
    if source.rfind("<?").is_some_and(|last| !source[last..].contains('>')) {
        return Some("a processing instruction that does not end is a comment to it");
    }
    rule_by_words(RULES, source).or_else(|| {
        let has_integration_point = nodes(document).iter().any(is_in_foreign_content);
        has_integration_point.then_some("integration points of SVG and MathML are not special to it")
    })
}
