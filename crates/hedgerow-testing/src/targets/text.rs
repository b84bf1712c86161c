//! Whole texts: errors, spans, a watcher, limits, reused memory and single characters do not change the tree.
//!
//! If the input comes in single characters, the tokenizer does not use its fast paths. So the target compares the fast paths
//! with the states of the standard.

use std::ops::ControlFlow;

use hedgerow::dom::NodeKind;
use hedgerow::serialize::ToTestFormat;
use hedgerow::{Limits, NodeRef, Parser, ToHtml};

use crate::input::{Choices, Input};
use crate::trees::{Summary, nodes, validate};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let parser = parser(&mut input.choices);
    let parsed = parser.parse(html);
    let expected = Summary::of(&parsed);

    let spare = Parser::new().source_spans(true).parse("<p a=1>b<!--c--><template><svg/>").into_document();
    Summary::of(&parser.parse_reusing(html, spare)).assert_is(&expected, "into used memory");
    let watched = parser.parse_until(html, |_| ControlFlow::Continue(()));
    Summary::of(&watched).assert_is(&expected, "watched");
    let limits = Limits::UNLIMITED.nodes(u32::MAX);
    Summary::of(&parser.clone().limits(limits).parse(html)).assert_is(&expected, "with limits");
    let spanned = parser.clone().source_spans(true).parse(html);
    Summary::of(&spanned).assert_is(&expected, "with source spans");
    let with_errors = parser.clone().collect_errors(true).parse(html);
    Summary::of(&with_errors).without_errors().assert_is(&expected, "with errors");

    let mut stream = parser.stream();
    for character in html.chars() {
        stream.feed(character.encode_utf8(&mut [0; 4]));
    }
    Summary::of(&stream.finish()).assert_is(&expected, "by single characters");

    let mut document = parsed.into_document();
    let texts = document.root().descendants().filter(|node| node.kind() == NodeKind::Text);
    let text: String = texts.filter_map(NodeRef::data).collect();
    assert_eq!(document.root().text(), text);
    let _ = document.root().rendered_text();
    for node in nodes(&document) {
        assert_eq!(document.get(node.id()), Some(node));
    }
    let before = document.to_test_format();
    document.remove_detached();
    document.shrink_to_fit();
    validate(&document);
    assert_eq!(document.to_test_format(), before, "after freeing memory");
}

/// Returns a parser with random values of the settings that change the tree.
pub(super) fn parser(choices: &mut Choices<'_>) -> Parser {
    let choice = choices.below(8);
    Parser::new()
        .scripting(choice & 1 != 0)
        .allow_declarative_shadow_roots(choice & 2 != 0)
        .iframe_srcdoc(choice & 4 != 0)
}
