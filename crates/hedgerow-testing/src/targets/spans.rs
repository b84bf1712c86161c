//! Checks source spans: each contains the source of its node, and parsing in chunks gives the same spans.

use std::fmt::Write as _;

use hedgerow::dom::{Namespace, NodeKind, known};
use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Context, Document, NodeRef, parse_fragment};

use super::text::parser;
use crate::input::Input;
use crate::trees::{nodes, validate};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let choices = &mut input.choices;
    // With scripting, `noscript` would contain raw text in some positions.
    let parser = parser(choices).scripting(false).source_spans(true).collect_errors(choices.one_in(2));
    let parsed = parser.parse(html);
    let document = parsed.document();
    validate(document);
    check_spans(html, document);
    let description = describe_spans(document);
    let mut stream = parser.stream();
    for piece in choices.text_pieces(html) {
        stream.feed(piece);
    }
    let in_chunks = stream.finish();
    assert_eq!(in_chunks.document().source(), Some(html));
    assert_eq!(describe_spans(in_chunks.document()), description, "in chunks");
    if parser.collect_errors(true).parse(html).errors().is_empty() && !html.contains("<template") {
        check_order_of_spans(document);
    }
}

/// Describes the source positions of all nodes, one line for each node.
///
/// ```
/// let document = hedgerow::Parser::new().source_spans(true).parse("<p>").into_document();
/// assert!(hedgerow_testing::describe_spans(&document).contains("p tag 0..3 \"<p>\""));
/// ```
#[must_use]
pub fn describe_spans(document: &Document) -> String {
    let mut lines = String::new();
    for node in nodes(document) {
        let name = node
            .element_name()
            .map_or_else(|| format!("{:?}", node.kind()), |_| node.local_name_text().to_owned());
        let _ = write!(lines, "{name}");
        let mut show = |what: &str, span: Span| {
            let text = document.source().and_then(|source| span.of(source)).unwrap_or("(none)");
            let _ = write!(lines, " {what} {}..{} {text:?}", span.start, span.end);
        };
        match node.start_tag() {
            None => {}
            Some(StartTagSource::Tag(span)) => show("tag", span),
            Some(StartTagSource::Copy(span)) => show("copy of", span),
            Some(StartTagSource::Implied(span)) => show("implied by", span),
        }
        for attribute in node.attribute_spans() {
            show("attribute", attribute.name);
            if let Some(value) = attribute.value {
                show("=", value);
            }
        }
        match node.end_tag() {
            None => {}
            Some(EndTagSource::Tag(span)) => show("end tag", span),
            Some(EndTagSource::Implied(span)) => show("end implied by", span),
            Some(EndTagSource::None) => show("no end", Span::default()),
        }
        for piece in node.text_pieces() {
            show("piece", piece);
        }
        if node.element_name().is_none()
            && node.kind() != NodeKind::Text
            && let Some(span) = node.source_span()
        {
            show("at", span);
        }
        lines.push('\n');
    }
    lines
}

/// Parses a piece of the source as the content of an element, and returns its text.
fn decoded(piece: &str, parent: &str) -> String {
    let raw = ["title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"];
    let context = Context::html(if raw.contains(&parent) { parent } else { "div" });
    parse_fragment(piece, &context).root().text()
}

/// Checks the properties of spans that hold for all documents, and for fragments whose context is an HTML element.
///
/// ```
/// let html = "<P Class='a&amp;b'>\r\nc";
/// let document = hedgerow::Parser::new().source_spans(true).parse(html).into_document();
/// hedgerow_testing::check_spans(html, &document);
/// ```
///
/// # Panics
///
/// If a property does not hold.
pub fn check_spans(source: &str, document: &Document) {
    assert_eq!(document.source(), Some(source));
    for node in nodes(document) {
        // A cloned node has no source. Later characters may have been appended to a cloned text.
        let may_be_cloned = node.source_span().is_none() || node.kind() == NodeKind::Text;
        if may_be_cloned && is_in_selectedcontent(node) {
            continue;
        }
        match node.kind() {
            NodeKind::Element => check_element(source, node),
            NodeKind::Text => check_text(source, node),
            NodeKind::Comment => assert!(written(source, node).starts_with('<')),
            NodeKind::ProcessingInstruction => assert!(written(source, node).starts_with("<?")),
            NodeKind::DocumentType => {
                assert!(written(source, node).to_ascii_lowercase().starts_with("<!doctype"));
            }
            _ => {}
        }
    }
}

/// Whether a node is in a `selectedcontent` element, possibly in template contents.
fn is_in_selectedcontent(node: NodeRef<'_>) -> bool {
    std::iter::successors(Some(node), |node| node.parent().or(node.host()))
        .skip(1)
        .any(|node| node.local_name_text() == "selectedcontent")
}

/// Returns the source of a node.
fn written<'s>(source: &'s str, node: NodeRef<'_>) -> &'s str {
    let Some(span) = node.source_span() else { panic!("{:?} has no source", node.kind()) };
    &source[span.range()]
}

fn check_element(source: &str, element: NodeRef<'_>) {
    let name = element.local_name_text().to_ascii_lowercase();
    let starts_with_name = |span: Span, before: &str| {
        let text = source[span.range()].replace('\0', "\u{FFFD}").to_ascii_lowercase();
        text.starts_with(before) && text[before.len()..].starts_with(&name) && text.ends_with('>')
    };
    let start_tag = element.start_tag();
    match start_tag {
        Some(StartTagSource::Tag(span) | StartTagSource::Copy(span)) => {
            let is_img = name == "img" && source[span.range()].starts_with("<image");
            assert!(is_img || starts_with_name(span, "<"), "{name} {span:?}");
        }
        Some(StartTagSource::Implied(_)) => {}
        None => panic!("{name} has no start"),
    }
    let attributes: Vec<_> = element.attribute_spans().collect();
    assert_eq!(attributes.len(), element.attributes().count());
    for (spans, attribute) in attributes.iter().zip(element.attributes()) {
        assert_eq!(spans.attribute, attribute.name());
        let written = source[spans.name.range()].replace('\0', "\u{FFFD}").to_ascii_lowercase();
        let local = attribute.name_text().to_ascii_lowercase();
        assert!(written == local || written.ends_with(&format!(":{local}")), "{written} {local}");
        let value = spans.value.map_or("", |value| &source[value.range()]);
        let quoted = format!("<div a=\"{}\">", value.replace('"', "&quot;"));
        let parsed = parse_fragment(&quoted, &Context::html("body"));
        let decoded = parsed.root().first_child().and_then(|div| div.attribute("a").map(str::to_owned));
        assert_eq!(decoded.as_deref(), Some(attribute.value()));
        if let Some(StartTagSource::Tag(tag)) = start_tag
            && !["html", "body"].contains(&name.as_str())
        {
            assert!(tag.start < spans.name.start && spans.name.end < tag.end);
            assert!(spans.value.is_none_or(|value| spans.name.end < value.start && value.end < tag.end));
        }
    }
    if let Some(EndTagSource::Tag(span)) = element.end_tag() {
        let headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let is_heading =
            headings.contains(&&*name) && source[span.range()].to_ascii_lowercase().starts_with("</h");
        assert!(is_heading || starts_with_name(span, "</"), "{name} {span:?}");
    }
}

fn check_text(source: &str, text: NodeRef<'_>) {
    let pieces: Vec<Span> = text.text_pieces().collect();
    assert!(!pieces.is_empty());
    let is_plain = text.ancestors().any(|node| node.is_html(known::PLAINTEXT));
    let is_foreign =
        text.parent().and_then(NodeRef::element_name).is_some_and(|name| name.namespace() != Namespace::Html);
    let parent = match text.parent() {
        _ if is_plain => "plaintext",
        Some(parent) if !is_foreign => parent.local_name_text(),
        _ => "svg",
    };
    let is_in_foreign = text
        .ancestors()
        .any(|node| node.element_name().is_some_and(|name| name.namespace() != Namespace::Html));
    if is_in_foreign && source.contains("<![CDATA[") {
        // In a CDATA section, references and tags are characters, even if an HTML element was reconstructed around them.
        return;
    }
    let decoded: String = pieces
        .iter()
        .map(|piece| {
            let written = &source[piece.range()];
            // U+0000 is dropped in HTML content and replaced in foreign content.
            if is_foreign {
                decoded(&written.replace('\0', "\u{FFFD}"), parent)
            } else {
                decoded(written, parent)
            }
        })
        .collect();
    assert_eq!(Some(decoded.as_str()), text.data());
}

/// Checks that the spans of children are in their parent's span and in order. This holds if the parser has not moved any node.
///
/// # Panics
///
/// If the property does not hold.
pub fn check_order_of_spans(document: &Document) {
    for node in nodes(document) {
        let Some(span) = node.source_span() else { continue };
        let mut start = node.contents_span().map_or(span.start, |contents| contents.start);
        for child in node.children() {
            if let Some(child) = child.source_span() {
                assert!(start <= child.start, "{start} {child:?} in {span:?}");
                start = child.end;
            }
        }
        // Whitespace after the end tag of the body is appended to the body.
        let may_end_later = matches!(node.local_name_text(), "html" | "body");
        assert!(may_end_later || start <= span.end, "{start} {span:?}");
    }
}
