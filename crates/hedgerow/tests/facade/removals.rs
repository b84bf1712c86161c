//! Streams from which finished elements are removed between the chunks, and scripts that write: the result does not depend on
//! how the input is cut.

use hedgerow::dom::{NodeRef, known};
use hedgerow::encoding::encoding_for_label;
use hedgerow::errors::ParseError;
use hedgerow::stream::{ElementStream, Progress, TextChunks};
use hedgerow::{Context, EncodingHints, NodeId, Parser, ToHtml};
use proptest::prelude::*;

/// Feeds the chunks, and returns the matches as they were when they were returned, and the rest of the body.
fn matches_of(mut stream: ElementStream<TextChunks>, chunks: &[&str]) -> (Vec<String>, String) {
    let mut found = Vec::new();
    let mut take = |stream: &mut ElementStream<TextChunks>| {
        while let Some(element) = stream.next_element() {
            found.push(element.outer_html());
        }
    };
    for chunk in chunks {
        stream.feed(chunk);
        take(&mut stream);
    }
    stream.end();
    take(&mut stream);
    let rest = stream.finish().into_document();
    (found, rest.body().map(NodeRef::inner_html).unwrap_or_default())
}

/// The same as [`matches_of`] for the chunks and for their concatenation, which must be equal.
fn matches_in_any_chunks(selector: &str, chunks: &[&str]) -> (Vec<String>, String) {
    let stream = || Parser::new().stream().elements(selector).unwrap();
    let in_chunks = matches_of(stream(), chunks);
    assert_eq!(in_chunks, matches_of(stream(), &[&chunks.concat()]));
    let (found, _) = matches_of(stream().discard_others(), chunks);
    assert_eq!(found, in_chunks.0, "other content is discarded");
    in_chunks
}

#[test]
fn the_stack_of_open_elements_does_not_confuse_nodes_that_use_a_slot_again() {
    let start = "<!DOCTYPE html><body><div><section><b><p></b></p></section></div>";
    let (misnested, end) = ("<span></span><span></span><b><p></b>x", "<div>y</div>");
    let expected = "<span></span><span></span><b></b><p><b></b>x</p>";

    let mut stream = Parser::new().stream();
    stream.feed(start);
    let div = stream.document().root().descendants().find(|node| node.is_html(known::DIV)).unwrap().id();
    stream.document_mut().remove(div).unwrap();
    stream.feed(misnested);
    stream.feed(end);
    let body = stream.finish().into_document().body().unwrap().inner_html();
    assert_eq!(body, format!("{expected}<div>y</div>"));

    let (found, rest) = matches_in_any_chunks("div", &[start, misnested, end]);
    assert_eq!(found, ["<div><section><b></b><p><b></b></p></section></div>", "<div>y</div>"]);
    assert_eq!(rest, expected);
}

#[test]
fn the_template_contents_and_the_shadow_tree_in_a_match_are_not_discarded() {
    for (start, end) in [
        ("<template>", "</template>"),
        ("<template shadowrootmode=\"open\">", "</template>"),
        ("<i><template><u><template>", "</template></u></template></i>"),
    ] {
        let chunks = [&format!("<div>{start}<p><b>x</b>y"), &*format!("z</p>{end}</div>"), "<p>end"];
        let (found, _) = matches_in_any_chunks("div", &chunks);
        assert_eq!(found, [chunks[..2].concat()]);
    }
}

#[test]
fn the_marker_at_which_a_template_inserts_a_match_is_not_discarded() {
    for marker in ["<?marker name='x'>", "<i><?start name='x'>old<?end></i>"] {
        let chunks =
            [&format!("<div>{marker}<p>q</p>"), "</div><p>r</p>", "<template for=x><li>a</template>"];
        let (found, _) = matches_in_any_chunks("li", &chunks);
        assert_eq!(found, ["<li>a</li>"]);
    }
}

#[test]
fn a_match_stays_while_a_template_may_insert_another_match_into_it() {
    let chunks = ["<div><?marker name='x'></div><p>q</p>", "<template for=x><li>a</template>", "<p>r"];
    for chunks in [&chunks[..], &[&chunks.concat()]] {
        let (found, rest) = matches_of(Parser::new().stream().elements("div, li").unwrap(), chunks);
        assert_eq!((found.len(), &*found[1], &*rest), (2, "<li>a</li>", "<p>q</p><p>r</p>"));
    }
}

#[test]
fn the_nodes_of_a_fragment_are_discarded_between_its_matches() {
    let mut stream =
        Parser::new().stream_fragment(&Context::html("ul")).elements("li").unwrap().discard_others();
    for number in 0..100 {
        stream.feed(&format!("text<!--comment--><p>paragraph</p><li>{number}</li><i>"));
        assert_eq!(stream.next_element().unwrap().own_text(), number.to_string());
        stream.feed("</i>");
        assert!(stream.stream().document().node_count() < 10);
    }
}

#[test]
fn a_removed_element_does_not_change_the_depth_of_the_stack() {
    // After the removal, the new elements have the slots and the indices of the removed ones.
    let (start, again) =
        ("<div><b><i><a><p></b></i></a></p></div>", "<div><b><i><a><p></b>1</i>2</a>3</p>4</div>");
    for repetitions in 1..4 {
        let mut chunks = vec![start];
        chunks.resize(chunks.len() + repetitions, again);
        let (found, rest) = matches_in_any_chunks("div", &chunks);
        assert_eq!(found[1..].len(), repetitions);
        assert!(found[1..].iter().all(|div| *div == found[1]), "{found:?}");
        assert_eq!(rest, "");
    }
}

#[test]
fn a_misnested_form_is_finished_after_the_elements_in_it() {
    let (found, rest) = matches_in_any_chunks(
        "form, p",
        &["<form id=f><p>1</p><div></form>", "<p>2</p><p>3</p></div><p>4</p>"],
    );
    let form = r#"<form id="f"><p>1</p><div><p>2</p><p>3</p></div></form>"#;
    assert_eq!(found, ["<p>1</p>", "<p>2</p>", "<p>3</p>", form, "<p>4</p>"]);
    assert_eq!(rest, "");
    let (found, rest) =
        matches_in_any_chunks("form", &["<form><div></form>", "<h1>a</h1><p>the page</p></div>tail"]);
    assert_eq!(found, ["<form><div><h1>a</h1><p>the page</p></div></form>"]);
    assert_eq!(rest, "tail");
    // The form is inside an element that is taken out, too, and a misnested element moves out of the form.
    let (found, _) =
        matches_in_any_chunks("form, a", &["<a><table><form>", "</form>", "<a>1", "<td>2", "</table>3"]);
    assert_eq!(found.len(), 4, "{found:?}");
    let (found, rest) = matches_in_any_chunks("form", &["<form><b><div></form>", "1</b>", "2</div>", "3"]);
    assert_eq!((&found[..], &*rest), (&["<form><b></b></form>".to_owned()][..], "<div><b>1</b>2</div>3"));
    let (found, rest) = matches_in_any_chunks("form", &["<b><form><div></b></form>", "1</div>", "2", "<p>3"]);
    assert_eq!(
        (&found[..], &*rest),
        (&["<form><b></b><div><b></b>1</div></form>".to_owned()][..], "<b></b>2<p>3</p>")
    );
}

#[test]
fn a_misnested_form_is_finished_before_the_misnested_elements_around_it() {
    let (found, rest) = matches_in_any_chunks("b, form", &["<b><form><div></form>1", "</b>2", "</div>3"]);
    assert_eq!(found, ["<form></form>", "<b><form></form></b>", "<b>1</b>"]);
    assert_eq!(rest, "<div>2</div>3");
    let (found, _) =
        matches_in_any_chunks("span, form", &["<b><span><form><div></form>1", "</b>2", "</div>3"]);
    assert_eq!(found, ["<form></form>", "<span><form></form></span>"]);
}

#[test]
fn an_open_a_that_is_not_in_scope_is_finished_after_the_table_in_it() {
    let (found, rest) =
        matches_in_any_chunks("a", &["<a href=1><table><a href=2>", "x</a>", "<tr><td>y</table>z"]);
    assert_eq!(
        found,
        [
            r#"<a href="2">x</a>"#,
            r#"<a href="1"><a href="2">x</a><table><tbody><tr><td>y</td></tr></tbody></table></a>"#
        ]
    );
    assert_eq!(rest, "z");
}

#[test]
fn the_head_is_finished_after_the_metadata_that_follows_it() {
    let chunks = ["<head><title>1</title></head>", "<script>2</script>", "<style>3</style>", "<p>4</p>"];
    let (found, _) = matches_in_any_chunks("head, script, p", &chunks);
    let head = "<head><title>1</title><script>2</script><style>3</style></head>";
    assert_eq!(found, ["<script>2</script>", head, "<p>4</p>"]);
    // Nothing in the body is finished before the comment, which is after the body.
    let chunks = ["<button></body><!-- -->", "<script></script>"];
    assert_eq!(matches_in_any_chunks("head, script", &chunks).0, ["<head></head>", "<script></script>"]);
    let (found, _) = matches_in_any_chunks("head", &["<head></head><!-- -->", "<body><!-- -->"]);
    assert_eq!(found, ["<head></head>"]);
}

#[test]
fn an_element_is_examined_when_it_or_an_element_in_it_is_finished() {
    for (selector, chunks, expected) in [
        ("div > p", &["<div><b><p>1", "</b>x</p>"][..], "<p><b>1</b>x</p>"),
        ("ul > li", &["<ul><a><li>1", "<a>x</a></li>"], "<li><a>1</a><a>x</a></li>"),
        ("body.x p", &["<body>", "<body class=x><p>1</p>"], "<p>1</p>"),
    ] {
        assert_eq!(matches_in_any_chunks(selector, chunks).0, [expected], "{selector}");
    }
}

#[test]
fn a_selectedcontent_does_not_mirror_an_option_that_was_removed() {
    let start = "<select><selectedcontent></selectedcontent><?start name='p'><option>a</option><?end>";
    let end = "<template for=p></template><selectedcontent id=two></selectedcontent></select>";
    for (options, expected) in [("<option>b</option>", "b"), ("", ""), ("<option disabled>b</option>", "")] {
        let document = hedgerow::parse(&format!("{start}{options}{end}"));
        let two = document.element_by_id("two").unwrap();
        assert_eq!(two.text(), expected, "{options}");
    }
    // The same with a script that detaches or removes the option, while it is open, or when the next option ends.
    for removes in [true, false] {
        for (before, after, expected) in [
            ("<option id=a>a</option><option>b</option>", "<selectedcontent id=two></selectedcontent>", "b"),
            ("<option id=a>a", "<selectedcontent id=two></selectedcontent>", ""),
            ("<selectedcontent id=two></selectedcontent><option id=a>a</option><option>b", "</option>", "b"),
        ] {
            let mut stream = Parser::new().stream();
            stream.feed("<select><selectedcontent></selectedcontent>");
            stream.feed(before);
            let a = stream.document().element_by_id("a").unwrap().id();
            let document = stream.document_mut();
            if removes { document.remove(a) } else { document.detach(a) }.unwrap();
            stream.feed(after);
            let document = stream.finish().into_document();
            let two = document.element_by_id("two").map(NodeRef::text);
            assert_eq!(two.as_deref().unwrap_or_default(), expected, "{before}{after}");
        }
    }
}

/// The positions of the errors of a text that was parsed in chunks, and the same for the whole text.
#[test]
fn the_error_in_table_text_has_the_line_of_the_text() {
    let parser = Parser::new().collect_errors(true);
    for chunks in [
        ["<!DOCTYPE html><table>", "x<p\n\n\n\n a=''b", ">"],
        ["<!DOCTYPE html><table>", "x<p a=''b\nc=''d", ">"],
        ["<!DOCTYPE html>\n<table>\n", "x\ny<p a=''b\n\nc=''d", "\n>"],
    ] {
        let mut stream = parser.stream();
        for chunk in chunks {
            stream.feed(chunk);
        }
        let positions = |parsed: &hedgerow::Parsed| -> Vec<_> {
            parsed.errors().iter().map(|error| (error.start(), error.end(), error.code())).collect()
        };
        assert_eq!(positions(&stream.finish()), positions(&parser.parse(&chunks.concat())));
    }
}

#[test]
fn written_text_moves_the_errors_after_it() {
    let gbk = encoding_for_label("gbk").unwrap();
    let bytes = b"<!DOCTYPE html><script></script>\nabc\xFF\nx<b =>";
    let parser = Parser::new().scripting(true).pause_at_scripts(true).collect_errors(true);
    let mut stream = parser.stream_bytes(&EncodingHints::new().transport(gbk));
    assert!(matches!(stream.feed(bytes), Progress::Script(_)));
    stream.document_write("W\n\nW\n").unwrap();
    stream.finish_script();
    let parsed = stream.finish();
    let errors: Vec<_> = parsed
        .errors()
        .iter()
        .map(|error| (error.code(), error.start().offset, error.start().line, error.start().column))
        .collect();
    assert_eq!(errors[0], ("malformed-bytes-in-input-stream", 41, 5, 4));
    assert!(errors.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{errors:?}");
    // An error that is not kept is the last one of the whole text.
    let parser = parser.keep_errors(1);
    let mut stream = parser.stream_bytes(&EncodingHints::new().transport(gbk));
    stream.feed(bytes);
    stream.document_write("<b =>").unwrap();
    stream.finish_script();
    let parsed = stream.finish();
    let codes: Vec<_> = parsed.errors().iter().map(ParseError::code).collect();
    assert_eq!(codes, ["unexpected-equals-sign-before-attribute-name"]);
}

#[test]
fn a_deferred_script_that_has_written_continues_where_it_stopped() {
    for (first, second, expected) in [
        ("x&am", "p;y", "x&amp;yafter&gt;"),
        ("<b id=1", ">y", "<b id=\"1\">yafter&gt;</b>"),
        ("<!--a", "b-->c", "<!--ab-->cafter&gt;"),
        ("<b id=", "", "<b id=\"after\"></b>"),
        ("<p", "", "<pafter></pafter>"),
        ("", "1", "1after&gt;"),
    ] {
        // A long attribute is read in several parts.
        for title in [String::new(), "t".repeat(1000)] {
            let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream();
            let Progress::Script(script) = stream.feed("<script></script>") else { panic!("a script") };
            stream.document_write(&format!("<i title='{title}'></i>{first}")).unwrap();
            stream.feed("after>");
            assert_eq!(stream.block_on_script(), Progress::Blocked(script));
            assert_eq!(stream.run_pending_script(), Progress::Script(script));
            stream.document_write(second).unwrap();
            assert_eq!(stream.finish_script(), Progress::NeedsInput);
            let body = stream.finish().into_document().body().unwrap().inner_html();
            assert_eq!(body, format!("<i title=\"{title}\"></i>{expected}"));
        }
    }
}

/// A script that another script has written is deferred in the middle of a token, and the outer script writes more.
#[test]
fn a_deferred_inner_script_continues_before_the_text_of_the_outer_script() {
    let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream();
    stream.feed("<script></script>4");
    let Ok(Progress::Script(inner)) = stream.document_write("<script></script>") else { panic!("a script") };
    stream.document_write("1&a").unwrap();
    stream.block_on_script();
    stream.document_write("3").unwrap();
    assert_eq!(stream.finish_script(), Progress::Blocked(inner));
    stream.run_pending_script();
    stream.document_write("mp;2").unwrap();
    stream.finish_script();
    assert_eq!(stream.finish().document().root().text(), "1&234");
}

/// Returns the ids of all elements with a name.
fn elements(document: &hedgerow::Document, name: &str) -> Vec<NodeId> {
    document.root().descendants().filter(|node| node.local_name_text() == name).map(NodeRef::id).collect()
}

#[test]
fn an_element_around_open_ones_is_not_freed() {
    let mut stream = Parser::new().stream().elements("form").unwrap();
    stream.feed("<form><div></form>");
    let form = elements(stream.stream().document(), "form")[0];
    stream.stream_mut().document_mut().remove(form).unwrap();
    stream.feed("<p>1</p></div><form><i></form><p>2</i></p>");
    stream.feed("</div><p>3");
    stream.end();
    let mut found = Vec::new();
    while let Some(element) = stream.next_element() {
        found.push(element.outer_html());
    }
    assert_eq!(found, ["<form><i></i></form>"], "the removed form is not in the tree");
}

/// Markup of which the parser moves no node after it has inserted the node.
const WITHOUT_MOVES: [&str; 31] = [
    "<div>", "</div>", "<section>", "</section>", "<span>", "</span>", "x", " ", "<ul>", "<li>", "</ul>",
    "<p>", "</p>", "<template>", "</template>", "<div><template shadowrootmode=open>", "<div class=y>",
    "<!--c-->", "<br>", "<h1>", "</h1>", "<button>", "</button>", "<svg>", "<g>", "</svg>", "<dl><dt>",
    "<dd>", "<form>", "</form>", "<ruby><rt>",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn removals_do_not_depend_on_the_chunks(
        tokens in prop::collection::vec(any::<u8>(), 0..60),
        mut choices in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        choices.push(choices.len() as u8);
        hedgerow_testing::REMOVALS.run(&[tokens, choices].concat());
    }

    #[test]
    fn matches_keep_their_content_when_other_content_is_discarded(
        tokens in prop::collection::vec(prop::sample::select(&WITHOUT_MOVES[..]), 0..50),
        selector in prop::sample::select(&["div", ".y", "p", "li", "section div", "ul > li", "template", "form"][..]),
    ) {
        matches_in_any_chunks(selector, &tokens);
    }
}
