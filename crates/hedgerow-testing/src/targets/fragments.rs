//! Fragments: in any context, chunks do not change the result, and setting `innerHTML` gives an element the same children.

use hedgerow::dom::{NodeKind, QuirksMode};
use hedgerow::serialize::ToTestFormat;
use hedgerow::{Context, Document, NodeRef};

use super::text::parser;
use crate::input::{Choices, Input};
use crate::trees::{Summary, nodes, validate};

/// Context elements for which the standard has a rule, and others.
pub const CONTEXTS: [&str; 36] = [
    "div", "body", "html", "head", "p", "table", "tbody", "tr", "td", "caption", "colgroup", "select",
    "option", "template", "form", "frameset", "textarea", "title", "style", "script", "noscript", "noframes",
    "plaintext", "button", "a", "ruby", "x-y", "svg svg", "svg foreignObject", "svg desc", "svg title",
    "svg path", "math math", "math mi", "math annotation-xml", "math mtext",
];

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let choices = &mut input.choices;
    let parser = parser(choices);
    let context = context(choices);
    let whole = parser.parse_fragment(html, &context);
    let summary = Summary::of(&whole);
    assert_eq!(whole.document().root().kind(), NodeKind::DocumentFragment);

    let mut stream = parser.stream_fragment(&context);
    for piece in choices.text_pieces(html) {
        stream.feed(piece);
    }
    Summary::of(&stream.finish()).assert_is(&summary, "in chunks");
    let with_all = parser.clone().collect_errors(true).source_spans(true);
    let with_all = Summary::of(&with_all.parse_fragment(html, &context)).without_errors();
    with_all.assert_is(&summary, "with errors and source spans");

    // Sets the markup as the inner HTML of an element of the fragment.
    let mut document = whole.into_document();
    let elements: Vec<_> = nodes(&document)
        .into_iter()
        .filter(|node| node.kind() == NodeKind::Element)
        .map(NodeRef::id)
        .collect();
    if elements.is_empty() {
        return;
    }
    let element = choices.of(&elements);
    let context = Context::of(document.node(element));
    let expected = parser.parse_fragment(html, &context).into_document();
    assert!(parser.set_inner_html(&mut document, element, html).is_ok(), "every element takes markup");
    validate(&document);
    let target = document.node(element).template_contents().map_or(element, NodeRef::id);
    assert_eq!(
        children(&document, target),
        children(&expected, expected.root_id()),
        "as innerHTML of {context}"
    );
}

fn context(choices: &mut Choices<'_>) -> Context {
    let name = choices.of(&CONTEXTS);
    let Ok(context) = name.parse::<Context>() else { panic!("{name} is not a context") };
    let mode = choices.of(&[QuirksMode::NoQuirks, QuirksMode::LimitedQuirks, QuirksMode::Quirks]);
    let context = context.inside_form(choices.one_in(4)).quirks_mode(mode);
    if choices.one_in(4) { context.encoding(choices.of(&["text/html", "x"])) } else { context }
}

fn children(document: &Document, parent: hedgerow::NodeId) -> Vec<String> {
    document.node(parent).children().map(ToTestFormat::to_test_format).collect()
}
