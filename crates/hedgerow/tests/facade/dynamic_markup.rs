//! Setting markup in documents: the context in which it is parsed, its position, and refusals.

use hedgerow::dom::{AdjacentPosition, MutationRule, Namespace, NodeKind, QuirksMode};
use hedgerow::source::NodeSource as _;
use hedgerow::{
    Context, Document, DynamicMarkup as _, Limits, NodeId, NodeRef, Parser, ToHtml, parse, parse_fragment,
};

fn find(document: &Document, name: &str) -> NodeId {
    let mut nodes = document.root().descendants();
    nodes.find(|node| node.local_name_text() == name).map(NodeRef::id).expect("an element of that name")
}

/// Sets the inner HTML of an element and returns its outer HTML.
fn filled(html: &str, name: &str, markup: &str) -> String {
    let mut document = parse(html);
    let element = find(&document, name);
    document.set_inner_html(element, markup).unwrap();
    assert_eq!(document.validate(), Ok(()));
    document.node(element).outer_html()
}

#[test]
fn the_element_is_the_context() {
    assert_eq!(filled("<table><tr>", "tr", "<td>1<td>2"), "<tr><td>1</td><td>2</td></tr>");
    assert_eq!(filled("<div>", "div", "<td>1"), "<div>1</div>");
    assert_eq!(filled("<title>", "title", "a <b> &amp;"), "<title>a &lt;b&gt; &amp;</title>");
    assert_eq!(filled("<script>", "script", "1 < 2"), "<script>1 < 2</script>");
    assert_eq!(filled("<svg>", "svg", "<lineargradient/>x"), "<svg><linearGradient></linearGradient>x</svg>");
    assert_eq!(filled("<template>old", "template", "<td>1"), "<template><td>1</td></template>");
    assert_eq!(filled("x", "html", "<p>"), "<html><head></head><body><p></p></body></html>");
    assert_eq!(filled("<form><p>", "p", "<form>1</form>"), "<p>1</p>");
    assert_eq!(filled("<p>", "p", "<form>1</form>"), "<p><form>1</form></p>");
    assert_eq!(filled("<body><p>", "body", "<p><table>"), "<body><p><table></table></p></body>");
    assert_eq!(
        filled("<!DOCTYPE html><p>", "body", "<p><table>"),
        "<body><p></p><table></table></body>",
        "the quirks mode of the document matters"
    );
    for (encoding, expected) in [("text/html", Namespace::Html), ("text/plain", Namespace::MathMl)] {
        let mut document = parse(&format!("<math><annotation-xml encoding={encoding}>"));
        let element = find(&document, "annotation-xml");
        document.set_inner_html(element, "<g>").unwrap();
        assert_eq!(document.node(find(&document, "g")).namespace(), Some(expected));
    }
}

#[test]
fn the_context_of_a_node() {
    let mut document = parse("<form><template></template></form>");
    document.set_quirks_mode(QuirksMode::LimitedQuirks);
    let template = document.node(find(&document, "template"));
    let expected = Context::html("template").inside_form(true).quirks_mode(QuirksMode::LimitedQuirks);
    assert_eq!(Context::of(template), expected);
    assert_eq!(Context::of(template.template_contents().unwrap()), expected);
    let body = Context::html("body").quirks_mode(QuirksMode::LimitedQuirks);
    assert_eq!(Context::of(document.root()), body);
}

#[test]
fn a_node_is_replaced_by_markup() {
    let mut document = parse("<ul><li>1<li>2</ul>");
    let item = find(&document, "li");
    document.set_outer_html(item, "<li>a<li>b").unwrap();
    assert!(document.get(item).is_none() || document.node(item).text() != "1");
    assert_eq!(document.node(find(&document, "ul")).text(), "ab2");
    let html = find(&document, "html");
    let error = document.set_outer_html(html, "<p>").unwrap_err();
    assert_eq!(error.rule(), MutationRule::NoPlaceForMarkup);
    assert_eq!(error.rule().exception_name(), "NoModificationAllowedError");
    let alone = document.create_element("p").unwrap();
    assert_eq!(document.set_outer_html(alone, "x").unwrap_err().rule(), MutationRule::NoParent);
    // In a fragment, the context is a body element.
    let mut fragment = parse_fragment("<td>1", &Context::html("tr"));
    let cell = find(&fragment, "td");
    fragment.set_outer_html(cell, "<td>2").unwrap();
    assert_eq!(fragment.root().inner_html(), "2");
}

#[test]
fn markup_is_inserted_at_all_four_positions() {
    let mut document = parse("<ul><li>x</ul>");
    let item = find(&document, "li");
    for (position, markup) in [
        (AdjacentPosition::BeforeBegin, "<li>1"),
        (AdjacentPosition::AfterBegin, "<b>2"),
        (AdjacentPosition::BeforeEnd, "<b>3"),
        (AdjacentPosition::AfterEnd, "<li>4"),
    ] {
        document.insert_adjacent_html(item, position, markup).unwrap();
    }
    assert_eq!(
        document.node(find(&document, "ul")).inner_html(),
        "<li>1</li><li><b>2</b>x<b>3</b></li><li>4</li>"
    );
    let html = find(&document, "html");
    document.insert_adjacent_html(html, AdjacentPosition::BeforeEnd, "<td>5").unwrap();
    assert!(document.root().inner_html().ends_with("</body>5</html>"), "the context is body instead of html");
    let error = document.insert_adjacent_html(html, AdjacentPosition::AfterEnd, "").unwrap_err();
    assert_eq!(error.rule(), MutationRule::NoPlaceForMarkup);
    let alone = document.create_element("p").unwrap();
    let error = document.insert_adjacent_html(alone, AdjacentPosition::BeforeBegin, "").unwrap_err();
    assert_eq!(error.rule().exception_name(), "NoModificationAllowedError");
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn nodes_without_markup_are_refused() {
    let mut document = parse("<!--note-->");
    let nodes = document.node_count();
    for node in [document.root_id(), document.node(document.root_id()).first_child().unwrap().id()] {
        assert_eq!(document.set_inner_html(node, "x").unwrap_err().rule(), MutationRule::NoMarkup);
    }
    assert_eq!(document.node_count(), nodes);
}

#[test]
fn repeated_inner_html_reuses_memory() {
    let mut document = parse("<div>");
    let element = find(&document, "div");
    document.set_inner_html(element, "<p class=a>some text<template><b>").unwrap();
    let limit = document.id_limit() + 16;
    for _ in 0..200 {
        document.set_inner_html(element, "<p class=a>some text<template><b>").unwrap();
    }
    assert!(document.id_limit() <= limit);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn nodes_outside_the_element_do_not_change() {
    let html = "<p>kept</p><div>old</div>";
    let parser = Parser::new().source_spans(true);
    let mut document = parser.parse(html).into_document();
    let (kept, element) = (find(&document, "p"), find(&document, "div"));
    let nodes = document.node_count();
    parser.set_inner_html(&mut document, element, "<p>a</p><!--b-->").unwrap();
    let source = |node: NodeRef<'_>| node.source_span().map(|span| html[span.range()].to_owned());
    assert_eq!(source(document.node(kept)).as_deref(), Some("<p>kept</p>"));
    assert!(
        document.node(element).descendants().all(|node| source(node).is_none()),
        "the new nodes are not from the source of the document"
    );
    assert_eq!(document.node_count(), nodes + 2, "nothing else is left");
    assert_eq!(document.root().kind(), NodeKind::Document);
}

#[test]
fn limits_count_only_the_markup() {
    let mut document = parse(&"<p>some text".repeat(100));
    let body = document.body().unwrap().id();
    for (limits, expected) in [
        (Limits::UNLIMITED.nodes(5), "<b></b><b></b><b></b>"),
        (Limits::UNLIMITED.steps(10), "<b></b><b></b><b></b>"),
        (Limits::UNLIMITED.nodes(100).steps(100).copied_text(0), "<b></b><b></b><b></b><b></b>"),
    ] {
        let parser = Parser::new().limits(limits);
        parser.set_inner_html(&mut document, body, &"<b></b>".repeat(4)).unwrap();
        let alone = parser.parse_fragment(&"<b></b>".repeat(4), &Context::html("body"));
        assert_eq!(document.node(body).inner_html(), alone.document().root().inner_html(), "{limits:?}");
        assert_eq!(document.node(body).inner_html(), expected, "{limits:?}");
    }
    let parser = Parser::new().collect_errors(true).limits(Limits::UNLIMITED.errors(1));
    parser.set_inner_html(&mut document, body, "a</b></b><i>b</i><u>c").unwrap();
    assert_eq!(document.node(body).inner_html(), "a<i></i>");
}

#[test]
fn markup_whose_text_does_not_fit_is_refused() {
    let mut document = parse("<p>text");
    let paragraph = find(&document, "p");
    let nodes = document.node_count();
    document.unchecked().limit_text(40);
    let error = document.set_inner_html(paragraph, &"<b>1234567890</b>".repeat(5)).unwrap_err();
    assert_eq!(error.rule(), MutationRule::TooMuchText, "{error}");
    assert_eq!(document.node(paragraph).inner_html(), "text");
    assert_eq!((document.node_count(), document.has_lost_text()), (nodes, false));
    document.set_inner_html(paragraph, "<b>1234567890</b>").unwrap();
}

#[test]
fn markup_can_be_put_into_a_document_that_is_being_parsed() {
    // Each option searches for its `select`, so that both parsers build an index of ancestors.
    let deep = "<div>".repeat(40) + &"<option>1</option>".repeat(8);
    for markup in ["<b>", &format!("<select>{deep}")] {
        let mut stream = Parser::new().stream();
        stream.feed("<p>a</p><select><button><selectedcontent></selectedcontent></button><section>");
        stream.feed(&deep);
        let [paragraph, section] = ["p", "section"].map(|name| find(stream.document(), name));
        let document = stream.document_mut();
        let body = document.body().unwrap().id();
        document.append(body, section).unwrap();
        document.set_inner_html(paragraph, markup).unwrap();
        stream.feed("<option selected>outside the select</option>");
        let document = stream.finish().into_document();
        assert_eq!(document.validate(), Ok(()));
        let selected = find(&document, "selectedcontent");
        assert_eq!(document.node(selected).text(), "1", "{markup:.20}");
        assert!(document.node(section).text().ends_with("outside the select"));
    }
}
