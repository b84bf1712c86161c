//! Source spans: what they say of single documents, what holds for all, and changing the source by them.

use std::fmt::Write as _;

use hedgerow::{
    Context, Document, EncodingHints, EndTagSource, NodeKind, NodeRef, Parser, Progress, SourceEdits, Span,
    StartTagSource, known, parse_fragment,
};
use proptest::prelude::*;

/// Pieces of which nasty documents are made.
const PARTS: [&str; 87] = [
    "<!DOCTYPE html>",
    "<!doctype\r\nHTML public 'a'>",
    "<html lang=en>",
    "<HTML Lang=de class='a'>",
    "<head>",
    "</head>",
    "<title>T &amp; t\0</title>",
    "<meta name=a>",
    "<body class=a>",
    "<Body id = 'b' Class=c>",
    "</body>",
    "</html>",
    "<p>",
    "<P Title=\"&quot;&amp\"\r\n  a='' b=>",
    "</p>",
    "</P >",
    "<b id=1>",
    "<b\nid=2\0x>",
    "</b>",
    "</b x=y/>",
    "<i>",
    "</i>",
    "<a href='x' HREF=y>",
    "<a href=x&ampy&notit;/>",
    "</a>",
    "<div a b=c d=\"e\">",
    "<div a =\r\n\"b\"c=d=e \"=' =x>",
    "</div>",
    "<h1>",
    "<h2>",
    "</h2>",
    "<table>",
    "<tr>",
    "<td>",
    "</tr>",
    "<caption>",
    "<colgroup><col>",
    "</table>",
    "<select><option selected>a<option>",
    "<button><selectedcontent></button>",
    "</select>",
    "<ul><li>",
    "<li>",
    "</ul>",
    "<svg>",
    "<svg viewBox='0 0' xlink:href=a>",
    "<foreignObject>",
    "</FOREIGNOBJECT>",
    "<g/>",
    "</svg>",
    "<math><mi definitionurl=x>",
    "</math>",
    "<![CDATA[a<b]]]]>",
    "<script>x<!--</script>",
    "<template>",
    "<template for=m>",
    "<template shadowrootmode=open>",
    "<?marker name=\"m\"?>",
    "</template>",
    "<textarea>\r\n\r\n&lt;",
    "</textarea>",
    "<pre>\n",
    "<pre>\r",
    "<style>a{}\0</style>",
    "<!-- comment -->",
    "<!-- <script>",
    "-->",
    "<!x>",
    "<?pi a='b'?>",
    "<img src=a>",
    "<image src=a>",
    "<br/>",
    "</br>",
    "<frameset>",
    "<form>",
    "</form>",
    "text",
    " \n",
    "\r\n",
    "\r",
    "\0",
    "\u{1}&notin;&#x80;&fjlig;",
    "é€😀",
    "<plaintext>",
    "&am",
    "</>",
    "<",
];

fn html() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PARTS[..]), 0..30).prop_map(|parts| parts.concat())
}

fn parser() -> Parser {
    Parser::new().source_spans(true)
}

/// All nodes in the tree, those in template contents and shadow roots, too.
fn nodes(document: &Document) -> Vec<NodeRef<'_>> {
    let mut nodes = Vec::new();
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            nodes.push(node);
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root());
        }
    }
    nodes
}

/// What is known of all nodes: a line each.
fn describe(document: &Document) -> String {
    let mut lines = String::new();
    for node in nodes(document) {
        let name = node
            .element_name()
            .map_or_else(|| format!("{:?}", node.kind()), |_| node.local_name_text().to_owned());
        let _ = write!(lines, "{name}");
        let mut show = |what: &str, span: Span| {
            let text = document.source_text(span).unwrap_or("(none)");
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

/// What a piece of a text says in the text of an element of that name.
fn decoded(piece: &str, parent: &str) -> String {
    let raw = ["title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"];
    let context = Context::html(if raw.contains(&parent) { parent } else { "div" });
    parse_fragment(piece, &context).root().text()
}

/// What holds for all documents.
fn check(source: &str, document: &Document) -> Result<(), TestCaseError> {
    prop_assert_eq!(document.source(), Some(source));
    for node in nodes(document) {
        if node.ancestors().any(|ancestor| ancestor.local_name_text() == "selectedcontent") {
            prop_assert_eq!(node.source_span(), None, "a clone stands nowhere");
            continue;
        }
        match node.kind() {
            NodeKind::Element => check_element(source, node)?,
            NodeKind::Text => check_text(source, node)?,
            NodeKind::Comment => {
                prop_assert!(source[node.source_span().unwrap().range()].starts_with('<'));
            }
            NodeKind::ProcessingInstruction => {
                prop_assert!(source[node.source_span().unwrap().range()].starts_with("<?"));
            }
            NodeKind::DocumentType => {
                let text = source[node.source_span().unwrap().range()].to_ascii_lowercase();
                prop_assert!(text.starts_with("<!doctype") && text.ends_with('>'));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_element(source: &str, element: NodeRef<'_>) -> Result<(), TestCaseError> {
    let name = element.local_name_text().to_ascii_lowercase();
    let starts_with_name = |span: Span, before: &str| {
        let text = source[span.range()].replace('\0', "\u{FFFD}").to_ascii_lowercase();
        text.starts_with(before) && text[before.len()..].starts_with(&name) && text.ends_with('>')
    };
    let start_tag = element.start_tag();
    match start_tag {
        Some(StartTagSource::Tag(span) | StartTagSource::Copy(span)) => {
            let is_img = name == "img" && source[span.range()].starts_with("<image");
            prop_assert!(is_img || starts_with_name(span, "<"), "{name} {span:?}");
        }
        Some(StartTagSource::Implied(_)) => {}
        None => prop_assert!(false, "{name} has no start"),
    }
    let attributes: Vec<_> = element.attribute_spans().collect();
    prop_assert_eq!(attributes.len(), element.attributes().count());
    for (spans, attribute) in attributes.iter().zip(element.attributes()) {
        prop_assert_eq!(spans.attribute, attribute.name());
        let written = source[spans.name.range()].replace('\0', "\u{FFFD}").to_ascii_lowercase();
        let local = attribute.name_text().to_ascii_lowercase();
        prop_assert!(written == local || written.ends_with(&format!(":{local}")), "{written} {local}");
        let value = spans.value.map_or("", |value| &source[value.range()]);
        let quoted = format!("<div a=\"{}\">", value.replace('"', "&quot;"));
        let parsed = parse_fragment(&quoted, &Context::html("body"));
        let decoded = parsed.root().first_child().and_then(|div| div.attribute("a").map(str::to_owned));
        prop_assert_eq!(decoded.as_deref(), Some(attribute.value()));
        if let Some(StartTagSource::Tag(tag)) = start_tag
            && !["html", "body"].contains(&name.as_str())
        {
            prop_assert!(tag.start < spans.name.start && spans.name.end < tag.end);
            prop_assert!(spans.value.is_none_or(|value| spans.name.end < value.start && value.end < tag.end));
        }
    }
    if let Some(EndTagSource::Tag(span)) = element.end_tag() {
        let is_heading = ["h1", "h2"].contains(&name.as_str()) && source[span.range()].starts_with("</h");
        prop_assert!(is_heading || starts_with_name(span, "</"), "{name} {span:?}");
    }
    Ok(())
}

fn check_text(source: &str, text: NodeRef<'_>) -> Result<(), TestCaseError> {
    let pieces: Vec<Span> = text.text_pieces().collect();
    prop_assert!(!pieces.is_empty());
    let is_plain =
        text.ancestors().any(|node| node.element_name().is_some_and(|name| name.is_html(known::PLAINTEXT)));
    let is_foreign = text
        .parent()
        .and_then(NodeRef::element_name)
        .is_some_and(|name| name.namespace != hedgerow::Namespace::Html);
    let parent = match text.parent() {
        _ if is_plain => "plaintext",
        Some(parent) if !is_foreign => parent.local_name_text(),
        _ => "svg",
    };
    if is_foreign && source.contains("<![CDATA[") {
        // In there, references and tags are characters.
        return Ok(());
    }
    let decoded: String = pieces
        .iter()
        .map(|piece| {
            let written = &source[piece.range()];
            // A character that HTML drops is replaced in foreign content.
            if is_foreign {
                decoded(&written.replace('\0', "\u{FFFD}"), parent)
            } else {
                decoded(written, parent)
            }
        })
        .collect();
    prop_assert_eq!(Some(decoded.as_str()), text.data());
    Ok(())
}

/// The rule for documents in which the parser has moved nothing: children lie in their parent, one behind the other.
fn check_order(document: &Document) -> Result<(), TestCaseError> {
    for node in nodes(document) {
        let Some(span) = node.source_span() else { continue };
        let mut start = node.contents_span().map_or(span.start, |contents| contents.start);
        for child in node.children() {
            if let Some(child) = child.source_span() {
                prop_assert!(start <= child.start, "{start} {child:?} in {span:?}");
                start = child.end;
            }
        }
        // White space behind the end tag of the body goes into it.
        let goes_on = matches!(node.local_name_text(), "html" | "body");
        prop_assert!(goes_on || start <= span.end, "{start} {span:?}");
    }
    Ok(())
}

#[test]
fn a_fragment_stands_in_its_own_source() {
    let html = "<TD\r\nID=a>1<td>2<!--c-->";
    let parsed = parser().parse_fragment(html, &Context::html("tr"));
    insta::assert_snapshot!(describe(parsed.document()));
    let mut stream = parser().stream_fragment(&Context::html("tr"));
    for character in html.chars() {
        stream.feed(character.encode_utf8(&mut [0; 4]));
    }
    assert_eq!(describe(stream.finish().document()), describe(parsed.document()));
}

#[test]
fn what_is_in_a_shadow_root_stands_between_the_tags_of_its_template() {
    let html = "<div><template shadowrootmode=open><slot>a</slot></template>b</div>";
    let parsed = parser().allow_declarative_shadow_roots(true).parse_fragment(html, &Context::html("body"));
    let document = parsed.document();
    let nodes = nodes(document);
    let host = nodes.iter().find(|node| node.shadow_root().is_some()).unwrap();
    let contents: Vec<_> = host.children().chain(host.shadow_root().unwrap().children()).collect();
    let written = contents.iter().map(|node| document.source_text(node.source_span().unwrap()).unwrap());
    assert_eq!(written.collect::<Vec<_>>(), ["b", "<slot>a</slot>"]);
    let mut edits = SourceEdits::new(document);
    edits.set_text(contents[1].id(), "<c>").unwrap();
    edits.append_html(host.id(), "<hr>").unwrap();
    let expected = "<div><template shadowrootmode=open><slot>&lt;c&gt;</slot></template>b<hr></div>";
    assert_eq!(edits.apply().unwrap(), expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn spans_lead_to_what_the_nodes_are_made_of(html in html(), errors in any::<bool>()) {
        let parsed = parser().collect_errors(errors).parse(&html);
        check(&html, parsed.document())?;
        if errors && parsed.errors().is_empty() && !html.contains("<template for") {
            check_order(parsed.document())?;
        }
        let plain = Parser::new().collect_errors(errors).parse(&html);
        prop_assert_eq!(parsed.errors(), plain.errors());
        prop_assert_eq!(parsed.document().to_test_format(), plain.document().to_test_format());
    }

    #[test]
    fn nothing_is_moved_in_documents_without_errors(
        parts in prop::collection::vec(prop::sample::select(&[
            "<p>a", "<p>b</p>", "<ul><li>1<li>2</ul>", "<table><tr><td>x<tbody><tr><th>y</table>", "<b>c</b>", "\r\n",
            "<div><i>d</i></div>", "<!--e-->", "<dl><dt>f<dd>g</dl>", "<svg><g/>h</svg>", "&amp;", "<br>", "<h1>i</h1>",
            "<select><option>j<option>k</select>", "<template><td>l</td></template>", "<pre>\n\nm</pre>",
        ][..]), 0..20),
        rest in prop::sample::select(&["", "</body>", "</body>\n</html>\n", "</html><!--z-->"][..]),
    ) {
        let html = format!("<!DOCTYPE html>\r\n<html lang=en><title>t</title>\n{}{rest}", parts.concat());
        let parsed = parser().collect_errors(true).parse(&html);
        prop_assert_eq!(parsed.errors(), &[]);
        check(&html, parsed.document())?;
        check_order(parsed.document())?;
    }

    #[test]
    fn spans_of_fragments_lead_to_what_the_nodes_are_made_of(
        html in html(),
        context in prop::sample::select(&["div", "table", "tr", "template", "textarea", "svg path", "html", "select"][..]),
    ) {
        let are_tags_of_html = !["textarea", "svg path"].contains(&context);
        let context: Context = context.parse().unwrap();
        let parser = parser().allow_declarative_shadow_roots(true);
        let parsed = parser.parse_fragment(&html, &context);
        if are_tags_of_html {
            check(&html, parsed.document())?;
        }
        let mut stream = parser.stream_fragment(&context);
        for character in html.chars() {
            stream.feed(character.encode_utf8(&mut [0; 4]));
        }
        prop_assert_eq!(describe(stream.finish().document()), describe(parsed.document()));
    }

    #[test]
    fn chunks_have_the_spans_of_the_whole(html in html(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let expected = describe(parser().parse(&html).document());
        let mut stream = parser().stream();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(html.len() + 1)).map(|cut| html.floor_char_boundary(cut)).collect();
        cuts.extend([0, html.len()]);
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            stream.feed(&html[pair[0]..pair[1]]);
        }
        let parsed = stream.finish();
        prop_assert_eq!(parsed.document().source(), Some(html.as_str()));
        prop_assert_eq!(describe(parsed.document()), expected);
    }

    #[test]
    fn single_characters_and_bytes_have_the_spans_of_the_whole(html in html()) {
        let expected = describe(parser().parse(&html).document());
        let mut stream = parser().stream();
        for character in html.chars() {
            stream.feed(character.encode_utf8(&mut [0; 4]));
        }
        prop_assert_eq!(&describe(stream.finish().document()), &expected);
        let parsed = parser().parse_bytes(html.as_bytes(), &EncodingHints::new().user(hedgerow::encoding_for_label("utf-8").unwrap()));
        prop_assert_eq!(&describe(parsed.document()), &expected);
    }

    #[test]
    fn what_scripts_write_counts_where_it_is_inserted(before in html(), written in html(), behind in html()) {
        let (before, written) = (before.replace("<plaintext>", ""), written.replace("<plaintext>", ""));
        let script = "<script>w</script>";
        let parser = parser().scripting(true).pause_at_scripts(true);
        let mut stream = parser.stream();
        let mut waits = matches!(stream.feed(&format!("{script}{before}\r{behind}")), Progress::Script(_));
        prop_assert!(waits);
        stream.document_write(&written).unwrap();
        while waits {
            waits = matches!(stream.finish_script(), Progress::Script(_));
        }
        let all = format!("{script}{written}{before}\r{behind}");
        let parsed = stream.finish();
        prop_assert_eq!(parsed.document().source(), Some(all.as_str()));
        prop_assert_eq!(describe(parsed.document()), describe(parser.parse(&all).document()));
    }
}
