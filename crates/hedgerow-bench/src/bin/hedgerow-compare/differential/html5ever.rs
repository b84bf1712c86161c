//! The known differences of html5ever 0.40 from the present standard.
//!
//! The program that prints html5ever's trees is `hedgerow-html5ever` of `hedgerow-bench`.

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeRef};
use hedgerow_testing::nodes;

use super::{END_TAG_IN_A_FOREIGN_FRAGMENT, FORM_IN_A_TABLE_IN_A_TEMPLATE, Rule, rule_by_words};

/// The differences, each with lists of words. A difference can occur only if the source contains at least one
/// word of each list.
const RULES: &[Rule] = &[
    ("it does not know <template for>", &[&["<?"], &["<template"], &["for=", "for =", "for\n", "for\t"]]),
    ("it replaces a NUL in a processing instruction with U+FFFD", &[&["<?"], &["\0"]]),
    ("it takes some comments for processing instructions", &[&["<!--?", "<!?", "</?"]]),
    ("it does not fill selectedcontent elements", &[&["<selectedcontent"], &["<option"]]),
    ("it inserts an input in the context of a select", &[&["context: select"], &["<input"]]),
    END_TAG_IN_A_FOREIGN_FRAGMENT,
    FORM_IN_A_TABLE_IN_A_TEMPLATE,
    ("a template in a head keeps a frameset from replacing the body", &[&["<template"], &["<frameset"]]),
    ("it does not treat a thead alone as a table body", &[&["context: t", "<template"], &["<thead"]]),
    (
        "it keeps a line feed that is written as a reference",
        &[&["<pre", "<listing", "<textarea"], &["&#", "&newline"]],
    ),
    ("it distinguishes an empty system identifier from a missing one", &[&["<!doctype"], &["html 4.01"]]),
    ("it continues the text in a table after a DOCTYPE", &[&["<!doctype"], &["<table", "context: t"]]),
    ("it spells a public identifier of the quirks mode differently", &[&["silmaril"]]),
    ("its search element is not special", &[&["<search"]]),
    ("its isindex element is special", &[&["<isindex"]]),
];

/// Returns the difference that may explain another tree, if any.
pub(super) fn exception(source: &str, document: &Document) -> Option<&'static str> {
    let is_html = |node: NodeRef<'_>| node.namespace() == Some(Namespace::Html);
    let is_in_foreign_content = |node: &NodeRef<'_>| {
        let parent = node.parent().filter(|parent| parent.kind() == NodeKind::Element);
        is_html(*node) && parent.is_some_and(|parent| !is_html(parent))
    };
    if source.rfind("<?").is_some_and(|last| !source[last..].contains('>')) {
        return Some("it takes an unfinished processing instruction for a comment");
    }
    rule_by_words(RULES, source).or_else(|| {
        let has_integration_point = nodes(document).iter().any(is_in_foreign_content);
        has_integration_point.then_some("its integration points of SVG and MathML are not special")
    })
}
