//! Source spans of single documents, and properties that hold for all documents.

use hedgerow::serialize::ToTestFormat;
use hedgerow::source::{NodeSource, SourceEdits};
use hedgerow::stream::Progress;
use hedgerow::{Context, EncodingHints, Parser};
use hedgerow_testing::{check_order_of_spans, check_spans, describe_spans};
use proptest::prelude::*;

/// Parts of random documents.
const PARTS: [&str; 87] = [
    "<!DOCTYPE html>", "<!doctype\r\nHTML public 'a'>", "<html lang=en>", "<HTML Lang=de class='a'>",
    "<head>", "</head>", "<title>T &amp; t\0</title>", "<meta name=a>", "<body class=a>",
    "<Body id = 'b' Class=c>", "</body>", "</html>", "<p>", "<P Title=\"&quot;&amp\"\r\n  a='' b=>", "</p>",
    "</P >", "<b id=1>", "<b\nid=2\0x>", "</b>", "</b x=y/>", "<i>", "</i>", "<a href='x' HREF=y>",
    "<a href=x&ampy&notit;/>", "</a>", "<div a b=c d=\"e\">", "<div a =\r\n\"b\"c=d=e \"=' =x>", "</div>",
    "<h1>", "<h2>", "</h2>", "<table>", "<tr>", "<td>", "</tr>", "<caption>", "<colgroup><col>", "</table>",
    "<select><option selected>a<option>", "<button><selectedcontent></button>", "</select>", "<ul><li>",
    "<li>", "</ul>", "<svg>", "<svg viewBox='0 0' xlink:href=a>", "<foreignObject>", "</FOREIGNOBJECT>",
    "<g/>", "</svg>", "<math><mi definitionurl=x>", "</math>", "<![CDATA[a<b]]]]>", "<script>x<!--</script>",
    "<template>", "<template for=m>", "<template shadowrootmode=open>", "<?marker name=\"m\"?>",
    "</template>", "<textarea>\r\n\r\n&lt;", "</textarea>", "<pre>\n", "<pre>\r", "<style>a{}\0</style>",
    "<!-- comment -->", "<!-- <script>", "-->", "<!x>", "<?pi a='b'?>", "<img src=a>", "<image src=a>",
    "<br/>", "</br>", "<frameset>", "<form>", "</form>", "text", " \n", "\r\n", "\r", "\0",
    "\u{1}&notin;&#x80;&fjlig;", "é€😀", "<plaintext>", "&am", "</>", "<",
];

fn html() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PARTS[..]), 0..30).prop_map(|parts| parts.concat())
}

fn parser() -> Parser {
    Parser::new().source_spans(true)
}

#[test]
fn spans_of_a_fragment_refer_to_its_own_source() {
    let html = "<TD\r\nID=a>1<td>2<!--c-->";
    let parsed = parser().parse_fragment(html, &Context::html("tr"));
    insta::assert_snapshot!(describe_spans(parsed.document()));
    let mut stream = parser().stream_fragment(&Context::html("tr"));
    for character in html.chars() {
        stream.feed(character.encode_utf8(&mut [0; 4]));
    }
    assert_eq!(describe_spans(stream.finish().document()), describe_spans(parsed.document()));
}

#[test]
fn the_content_of_a_shadow_root_is_between_the_tags_of_its_template() {
    let html = "<div><template shadowrootmode=open><slot>a</slot></template>b</div>";
    let parsed = parser().allow_declarative_shadow_roots(true).parse_fragment(html, &Context::html("body"));
    let document = parsed.document();
    let host = document.root().descendants().find(|node| node.shadow_root().is_some()).unwrap();
    let contents: Vec<_> = host.children().chain(host.shadow_root().unwrap().children()).collect();
    let written = contents.iter().map(|node| node.source_text().unwrap());
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
    fn spans_contain_the_source_of_the_nodes(html in html(), errors in any::<bool>()) {
        let parsed = parser().collect_errors(errors).parse(&html);
        check_spans(&html, parsed.document());
        if errors && parsed.errors().is_empty() && !html.contains("<template for") {
            check_order_of_spans(parsed.document());
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
        check_spans(&html, parsed.document());
        check_order_of_spans(parsed.document());
    }

    #[test]
    fn spans_of_fragments_contain_the_source_of_the_nodes(
        html in html(),
        context in prop::sample::select(&["div", "table", "tr", "template", "textarea", "svg path", "html", "select"][..]),
    ) {
        let has_html_tags = !["textarea", "svg path"].contains(&context);
        let context: Context = context.parse().unwrap();
        let parser = parser().allow_declarative_shadow_roots(true);
        let parsed = parser.parse_fragment(&html, &context);
        if has_html_tags {
            check_spans(&html, parsed.document());
        }
        let mut stream = parser.stream_fragment(&context);
        for character in html.chars() {
            stream.feed(character.encode_utf8(&mut [0; 4]));
        }
        prop_assert_eq!(describe_spans(stream.finish().document()), describe_spans(parsed.document()));
    }

    #[test]
    fn chunks_have_the_spans_of_the_whole(html in html(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let expected = describe_spans(parser().parse(&html).document());
        let mut stream = parser().stream();
        let mut cuts: Vec<usize> =
            cuts.iter().map(|cut| cut.index(html.len() + 1)).filter(|&cut| html.is_char_boundary(cut)).collect();
        cuts.extend([0, html.len()]);
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            stream.feed(&html[pair[0]..pair[1]]);
        }
        let parsed = stream.finish();
        prop_assert_eq!(parsed.document().source(), Some(html.as_str()));
        prop_assert_eq!(describe_spans(parsed.document()), expected);
    }

    #[test]
    fn single_characters_and_bytes_have_the_spans_of_the_whole(html in html()) {
        let expected = describe_spans(parser().parse(&html).document());
        let mut stream = parser().stream();
        for character in html.chars() {
            stream.feed(character.encode_utf8(&mut [0; 4]));
        }
        prop_assert_eq!(&describe_spans(stream.finish().document()), &expected);
        let parsed = parser().parse_bytes(html.as_bytes(), &EncodingHints::new().user(hedgerow::encoding::encoding_for_label("utf-8").unwrap()));
        prop_assert_eq!(&describe_spans(parsed.document()), &expected);
    }

    #[test]
    fn written_text_is_part_of_the_source(before in html(), written in html(), after in html()) {
        let (before, written) = (before.replace("<plaintext>", ""), written.replace("<plaintext>", ""));
        let script = "<script>w</script>";
        let parser = parser().scripting(true).pause_at_scripts(true);
        let mut stream = parser.stream();
        let mut waits = matches!(stream.feed(&format!("{script}{before}\r{after}")), Progress::Script(_));
        prop_assert!(waits);
        stream.document_write(&written).unwrap();
        while waits {
            waits = matches!(stream.finish_script(), Progress::Script(_));
        }
        let all = format!("{script}{written}{before}\r{after}");
        let parsed = stream.finish();
        prop_assert_eq!(parsed.document().source(), Some(all.as_str()));
        prop_assert_eq!(describe_spans(parsed.document()), describe_spans(parser.parse(&all).document()));
    }
}
