//! The rules for authors: violations with their positions, and documents without violations.

use std::fmt::Write as _;

use hedgerow::errors::ParseError;
use hedgerow::{Context, EncodingHints, Parsed, Parser};
use proptest::prelude::*;

/// The rules for the syntax, for ids and for encoding declarations.
const RULES: [&str; 16] = [
    "doctype-legacy-string",
    "duplicate-id",
    "empty-id",
    "encoding-declaration-not-utf-8",
    "late-encoding-declaration",
    "namespace-declaration-without-effect",
    "obsolete-attribute",
    "obsolete-element",
    "processing-instruction-data-ending-with-question-mark",
    "processing-instruction-outside-html-element",
    "required-end-tag-omitted",
    "script-tag-in-script-comment",
    "solidus-at-end-of-unquoted-attribute-value",
    "unclosed-comment-in-script",
    "unexpected-character-in-tag-name",
    "whitespace-in-id",
];

fn parser() -> Parser {
    Parser::new().collect_errors(true).source_spans(true)
}

/// Returns the errors of the parser and the violations of the rules, in source order.
fn errors(parsed: &Parsed) -> Vec<ParseError> {
    let violations =
        parsed.check(usize::MAX).list.into_iter().filter(|finding| RULES.contains(&finding.code()));
    let mut errors: Vec<_> = parsed.errors().iter().cloned().chain(violations).collect();
    errors.sort_by_key(|error| (error.span().start, error.kind()));
    errors
}

/// Lists the errors of a document, each with its position, its code, its source and its subject.
fn findings(html: &str) -> String {
    let parsed = parser().parse(html);
    errors(&parsed).iter().fold(String::new(), |mut text, error| {
        let shown = html.get(error.span().range());
        writeln!(text, "{error} {shown:?} {}", error.subject().unwrap_or("-")).unwrap();
        text
    })
}

/// Returns the codes of the errors of a fragment in the body.
fn codes(html: &str) -> Vec<&'static str> {
    let parsed = parser().parse_fragment(html, &Context::html("body"));
    errors(&parsed).iter().map(ParseError::code).collect()
}

#[test]
fn the_position_is_that_of_the_wrong_part() {
    insta::assert_snapshot!(findings(concat!(
        "<!DOCTYPE html SYSTEM 'about:legacy-compat'>\n<?a b?><HTML xmlns=x>\n",
        "<meta http-equiv=Content-Type content='text/html; charset=latin1'><title>a</title>\n",
        "<p id=''>\n<p id='a&amp;b'>\n<p\nID=\"a&#38;b\">\n<p id = 'a b'>\n",
        "<center><NextID></NextID></center>\n<svg xmlns:x=y a=b/><path d=c/></svg>\n<dl><DT class=a>b</dl>\n",
        "<script>é<!-- </script>\n<script>\n<!-- <SCRIPT> </SCRIPT> --></script>\n<?c d??>\n",
        "<a'b></a'b><x-y.z></x-y.z>\n<template><p id=''></template>",
    )));
}

#[test]
fn some_end_tags_may_be_omitted() {
    for (html, is_allowed) in [
        ("<ul><li>a<li>b</ul>", true),
        ("<dl><dt>a<dt>b<dd>c<dd>d</dl>", true),
        ("<dl><dd>a<dt>b</dl>", false),
        ("<dt>a", false),
        ("<p>a<p>b", true),
        ("<p>a<ul></ul>", true),
        ("<ul><p>a<li>b</ul>", false),
        ("<ins><p>a</ins>", false),
        ("<ins><p>a</p></ins>", true),
        ("<x-y><p>a</x-y>", false),
        ("<div><p>a</div>", true),
        ("<ruby>a<rp>(<rt>b<rp>)</ruby>", true),
        ("<select><option>a<option>b<optgroup><option>c<hr></select>", true),
        (
            "<table><caption>a<colgroup><col><thead><tr><th>b<td>c<tbody><tr><td>d<tfoot><tr><td>e</table>",
            true,
        ),
        ("<table><thead><tr><td>a</table>", false),
        ("<table><tfoot><tr><td>a<tbody><tr><td>b</table>", false),
        ("<table><tfoot><tr><td>a</tfoot><tbody><tr><td>b</table>", true),
    ] {
        let codes = codes(html);
        assert_eq!(!codes.contains(&"required-end-tag-omitted"), is_allowed, "{html}: {codes:?}");
    }
}

#[test]
fn an_id_is_unique_in_its_tree() {
    for (html, count) in [
        ("<p id=a></p><p id=b></p><p id=A></p>", 0),
        ("<p id=a></p><p id=a></p><p id=a></p>", 2),
        ("<p id=a></p><template><p id=a></p></template><template><p id=a></p></template>", 0),
        ("<template><p id=a></p><p id=a></p></template>", 1),
        ("<svg id=a></svg><p id=a></p>", 1),
    ] {
        assert_eq!(codes(html), vec!["duplicate-id"; count], "{html}");
    }
}

#[test]
fn similar_markup_is_allowed() {
    for html in [
        "<a href=a/b></a><img alt='' src='a/'/><a href=a/ id=b></a>",
        "<p xmlns=http://www.w3.org/1999/xhtml></p><svg xmlns=http://www.w3.org/2000/svg></svg>",
        "<svg xmlns:xlink=http://www.w3.org/1999/xlink><a xlink:href=b></a></svg>",
        "<script>'<!-- a -->' <scripts></script>",
        "<svg><font-face/></svg><x-\u{E9}_1></x-\u{E9}_1><foo></foo>",
        "<meta charset=UTF-8><meta http-equiv=content-type content='text/html; charset=utf-8'>",
        "<?a b?><?c?><?d>",
    ] {
        assert_eq!(codes(html), [""; 0], "{html}");
    }
}

#[test]
fn bytes_are_decoded_and_checked() {
    let parsed =
        parser().parse_bytes(b"<!DOCTYPE html>\r\n<div>\xE9<center></center></div>", &EncodingHints::new());
    assert_eq!(errors(&parsed)[0].to_string(), "2:7: obsolete-element");
}

/// Parts of random documents.
const PARTS: [&str; 30] = [
    "<p>", "</p>", "<p id=a>", "<b id='a'>", "</b>", "<i id=>", "<dl>", "<dt>", "<dd>", "</dl>", "<table>",
    "<tr>", "<td id=\"x y\">", "<thead>", "</table>", "<template>", "</template>", "<svg xmlns:a=b>",
    "</svg>", "<script>", "<!--", "</script>", "<?a b??>", "<img src=a/>", "<a href=b/>", "</a>", "<center>",
    "\r\n", "é", "\0",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn violations_have_spans_and_do_not_depend_on_chunks(
        parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..40),
    ) {
        let html = parts.concat();
        let parsed = parser().parse(&html);
        for error in errors(&parsed) {
            prop_assert!(!error.span().is_empty() || error.kind().is_parse_error(), "{error}");
        }
        let mut stream = parser().stream();
        for part in &parts {
            stream.feed(part);
        }
        prop_assert_eq!(stream.finish().check(usize::MAX).list, parsed.check(usize::MAX).list);
    }
}

#[test]
fn obsolete_attributes_and_late_declarations() {
    assert_eq!(
        codes("<div align=left><p align=left title=a><img border=0 align=top></div>"),
        vec!["obsolete-attribute"; 4]
    );
    assert_eq!(codes("<svg width=1 align=left></svg><canvas width=1></canvas>"), Vec::<&str>::new());
    for (padding, declaration, expected) in [
        (900, "<meta charset=utf-8>", None),
        (1100, "<meta charset=utf-8>", Some("late-encoding-declaration")),
        (
            1100,
            "<meta http-equiv=content-type content='text/html; charset=utf-8'>",
            Some("late-encoding-declaration"),
        ),
        (1100, "<meta http-equiv=content-type content=text/html>", None),
        (0, "<meta http-equiv=content-type content=text/html>", None),
        (
            0,
            "<meta http-equiv=content-type content='a; CharSet = \"latin1\"'>",
            Some("encoding-declaration-not-utf-8"),
        ),
    ] {
        let html = format!("<!DOCTYPE html><!--{}-->{declaration}", " ".repeat(padding));
        let parsed = parser().parse(&html);
        let found: Vec<&str> = errors(&parsed).iter().map(ParseError::code).collect();
        assert_eq!(found, Vec::from_iter(expected), "{padding} {declaration}");
    }
}
