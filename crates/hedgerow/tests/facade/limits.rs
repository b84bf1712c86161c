//! Limits: finished documents obey them, whether they were parsed as a whole or in chunks.

use hedgerow::encoding::DecodedText;
use hedgerow::limits::{Limit, Stop};
use hedgerow::serialize::ToTestFormat;
use hedgerow::stream::Progress;
use hedgerow::{Document, EncodingHints, Limits, NodeRef, Parsed, Parser};
use proptest::prelude::*;

/// Parts of documents in which one token causes many operations, or in which the tree is deeper than the stack of open elements.
const PARTS: [&str; 32] = [
    "<div>", "</div>", "<div><div><div>", "<p>", "<b a>", "<b c>", "<i>", "</b>", "<form>", "</form>",
    "<table>", "<tr><td>", "</table>", "<select>", "<button><selectedcontent></button>",
    "<div><selectedcontent>", "<option>", "<option selected>", "</option>", "</select>",
    "<?marker name='a'>", "<?start name='a'>", "<?end>", "<template for=a>", "<template>", "</template>",
    "<html a b c>", "<html c d>", "<body a b>", "<body b c d e f>", "<a b=c d=e f>", "text",
];

/// The limited properties of a finished document.
#[derive(Debug)]
struct Outcome {
    depth: usize,
    nodes: usize,
    attributes: usize,
}

impl Outcome {
    fn of(document: &Document) -> Self {
        let (mut depth, mut attributes) = (0, 0);
        for node in hedgerow_testing::nodes(document) {
            let outer = std::iter::successors(Some(node), |node: &NodeRef<'_>| node.parent().or(node.host()));
            depth = depth.max(outer.filter(|node| node.element_name().is_some()).count());
            attributes = attributes.max(node.attributes().len());
        }
        Self { depth, nodes: document.node_count(), attributes }
    }
}

fn in_chunks(parser: &Parser, html: &str, length: usize) -> Parsed {
    let mut stream = parser.stream();
    for chunk in html.as_bytes().chunks(length) {
        stream.feed(std::str::from_utf8(chunk).expect("ASCII"));
    }
    stream.finish()
}

/// Parses with limits, as a whole and in chunks, and checks the results.
fn check(html: &str, limits: Limits, length: usize) -> Parsed {
    let parser = Parser::new().limits(limits);
    let whole = parser.parse(html);
    let chunks = in_chunks(&parser, html, length);
    let tree = |parsed: &Parsed| (parsed.document().to_test_format(), parsed.stop());
    assert_eq!(tree(&whole), tree(&chunks), "{html}");
    let outcome = Outcome::of(whole.document());
    if let Some(most) = limits.depth {
        assert!(outcome.depth <= 4 * (most as usize + 2), "{outcome:?}, {limits:?}: {html}");
    }
    if let Some(most) = limits.nodes {
        assert!(outcome.nodes <= 2 * most as usize + 8, "{outcome:?}, {limits:?}: {html}");
    }
    if let Some(most) = limits.attributes {
        assert!(outcome.attributes <= most as usize, "{outcome:?}, {limits:?}: {html}");
    }
    whole
}

fn html() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PARTS[..]), 0..60).prop_map(|parts| parts.concat())
}

/// Generates an optional limit.
fn limit(most: u32) -> impl Strategy<Value = Option<u32>> {
    prop::option::of(0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_document_exceeds_its_limits(
        html in html(),
        (nodes, depth, attributes) in (limit(60), limit(20), limit(6)),
        (copied_text, steps) in (limit(8), limit(150)),
        length in 1..40_usize,
    ) {
        let mut limits = Limits::UNLIMITED;
        (limits.nodes, limits.depth, limits.attributes) = (nodes, depth, attributes);
        (limits.copied_text, limits.steps) = (copied_text.map(u64::from), steps.map(u64::from));
        check(&html, limits, length);
    }
}

#[test]
fn nested_patches_count_with_their_depth_in_the_tree() {
    let patch = format!("<template for=a>{}<?marker name='a'></template>", "<div>".repeat(200));
    let html = format!("<p><?marker name='a'>{}", patch.repeat(10));
    let parsed = check(&html, Limits::BROWSER, 100);
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Depth { most: 512 })));
    assert_eq!(Outcome::of(parsed.document()).depth, 513);
    let unlimited = Parser::new().parse(&html);
    assert_eq!(Outcome::of(unlimited.document()).depth, 2003);
}

#[test]
fn a_finished_patch_adds_no_depth_to_later_elements() {
    let html =
        "<div><div><?marker name='a'></div></div><template for=a><p></template><div><div>x</div></div>";
    for (depth, stops) in [(5, false), (4, true)] {
        let parsed = check(html, Limits::UNLIMITED.depth(depth), 7);
        assert_eq!(parsed.stop().is_some(), stops, "{depth}");
    }
}

#[test]
fn reconstruction_ends_at_the_limit_on_depth() {
    let formatting = (0..100).map(|number| format!("<b a{number}>")).collect::<Vec<_>>().concat();
    let html = format!("<p>{formatting}</p>{}x", "<div>".repeat(50));
    let parsed = check(&html, Limits::UNLIMITED.depth(110), 9);
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Depth { most: 110 })));
    assert_eq!(Outcome::of(parsed.document()).depth, 111);
}

#[test]
fn later_tags_do_not_add_attributes_beyond_the_limit() {
    let limits = Limits::UNLIMITED.attributes(3);
    let stop = Some(Stop::Limit(Limit::Attributes { most: 3 }));
    for (html, expected) in [
        ("<html a b><html c><p>", None),
        ("<html a b><html a c><p>", None),
        ("<html a b><html c d><p>", stop),
        ("<body a b><body b><body c d>", stop),
        ("<html a b c d>", stop),
    ] {
        assert_eq!(check(html, limits, 5).stop(), expected, "{html}");
    }
}

/// Returns a `select` whose option has a long text. Each `<template for>` changes one clone of the text.
fn changed_clones(clones: usize, length: usize) -> String {
    format!(
        "<select><button>{}</button><option>{}<?marker name='a'></option></select>{}",
        "<selectedcontent></selectedcontent>".repeat(clones),
        "a".repeat(length),
        "<template for=a>xyz</template>".repeat(clones),
    )
}

#[test]
fn changed_clones_are_copied_up_to_the_limit() {
    let html = changed_clones(10, 1000);
    let parsed = check(&html, Limits::UNLIMITED.copied_text(9_999), 11);
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::CopiedText { most: 9_999 })));
    assert_eq!(check(&html, Limits::UNLIMITED.copied_text(10_000), 11).stop(), None);
    let most = Limits::BROWSER.copied_text.expect("bounded");
    let hostile = changed_clones(100, 100_000);
    let parsed = check(&hostile, Limits::BROWSER, 1000);
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::CopiedText { most })));
}

#[test]
fn steps_are_tokens_attributes_nodes_and_searches() {
    let steps_of = |html: &str| {
        let fits = |most: &u64| check(html, Limits::UNLIMITED.steps(*most), 3).stop().is_none();
        (0..1000).find(fits).expect("fewer than 1000 steps")
    };
    let empty = steps_of("");
    // One step each for the document node, `html`, `head`, `body`, and the end of the input.
    assert_eq!(empty, 5);
    assert_eq!(steps_of("<p>"), empty + 2, "the tag and the element");
    assert_eq!(steps_of("<p a b>"), empty + 4);
    assert_eq!(
        steps_of("text"),
        empty + 1,
        "the node only, because the number of character tokens depends on the chunks"
    );
    assert_eq!(steps_of("</x><!---->"), empty + 3);
    let marker = "<p><?marker name='a'>";
    let searched = steps_of(&format!("{marker}<template for=b></template>")) - steps_of(marker);
    assert!(searched > 3 + 10, "{searched} steps, including those for the data of the marker");
}

#[test]
fn a_limit_on_steps_stops_input_that_obeys_other_limits() {
    // Neither the attributes of an element nor the nodes exceed their limits.
    let html = "<a b c d e f g h>".repeat(1000);
    let parsed = check(&html, Limits::UNLIMITED.attributes(7).nodes(5000).depth(5000).steps(2000), 100);
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Steps { most: 2000 })));
    assert_eq!(parsed.stop().map(|stop| stop.to_string().contains("more than 2000 steps")), Some(true));
}

#[test]
fn lost_text_stops_the_parser() {
    let mut stream = Parser::new().stream();
    assert_eq!(stream.feed("<p>one"), Progress::NeedsInput);
    stream.document_mut().unchecked().limit_text(5);
    assert_eq!(stream.feed("two<p>three"), Progress::Stopped);
    let parsed = stream.finish();
    assert_eq!(parsed.stop(), Some(Stop::Limit(Limit::Text)));
    assert!(parsed.document().has_lost_text());
    assert_eq!(parsed.document().root().text(), "one");
}

#[test]
fn a_limit_on_errors_holds_at_the_end_of_the_input() {
    // The end of the input is an error in each open template.
    let html = "<template>".repeat(200);
    for (most, is_stopped) in [(10, true), (1000, false)] {
        let parser = Parser::new().collect_errors(true).limits(Limits::UNLIMITED.errors(most));
        for parsed in [parser.parse(&html), in_chunks(&parser, &html, 7)] {
            assert!(parsed.errors().len() <= most as usize, "{most}");
            let stop = Stop::Limit(Limit::Errors { most });
            assert_eq!(parsed.stop(), is_stopped.then_some(stop), "{most}");
        }
    }
}

#[test]
fn bytes_that_are_decoded_elsewhere_have_the_same_result() {
    let long = |length: usize, end: &[u8]| [b"<!DOCTYPE html>", " ".repeat(length).as_bytes(), end].concat();
    for bytes in [
        long(0, b"<meta charset=koi8-r>\xCB"),
        long(2_000, b"<meta charset=koi8-r>\xCB"),
        long(2_000, b"<meta charset=windows-1252>\xCB"),
        long(5 << 20, b"<meta charset=koi8-r>\xCB"),
        long(5 << 20, b"<meta charset=windows-1252>\xCB"),
        long(5 << 20, b"\xCB"),
    ] {
        let (parser, hints) = (Parser::new(), EncodingHints::new());
        let expected = parser.parse_bytes(&bytes, &hints);
        let parsed =
            parser.parse_decoded(DecodedText::new(&bytes, &hints), None).unwrap_or_else(|encoding| {
                parser.parse_decoded(DecodedText::again(&bytes, encoding), None).expect("a certain encoding")
            });
        assert_eq!(parsed.encoding(), expected.encoding());
        assert_eq!(parsed.document().root().text(), expected.document().root().text());
    }
    // The limit counts bytes of the text.
    let (parser, hints) = (Parser::new().limits(Limits::UNLIMITED.bytes(2)), EncodingHints::new());
    let decoded = DecodedText::new(b"\xE9\xE9", &hints);
    assert_eq!(
        parser.parse_decoded(decoded, None).unwrap().stop(),
        Some(Stop::Limit(Limit::Bytes { most: 2 }))
    );
    assert_eq!(parser.parse_bytes(b"\xE9\xE9", &hints).stop(), None);
}
