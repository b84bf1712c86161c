//! Edits of a source beside text and at the end of the source: text stays text, copies stay, and nothing is swallowed.

use hedgerow::serialize::ToTestFormat as _;
use hedgerow::source::{SourceEditError, SourceEdits};
use hedgerow::{Document, NodeId, Parser};

/// An edit of the node with a name and a number among the nodes with this name, with markup or another name.
type Edit<'t> = (&'t str, &'t str, usize, &'t str);

fn document(html: &str) -> Document {
    Parser::new().source_spans(true).parse(html).into_document()
}

fn find(document: &Document, name: &str, number: usize) -> NodeId {
    let mut nodes = document.root().deep_descendants().filter(|node| match name {
        "#text" => node.kind() == hedgerow::dom::NodeKind::Text,
        "#comment" => node.kind() == hedgerow::dom::NodeKind::Comment,
        name => node.local_name_text() == name,
    });
    nodes.nth(number).unwrap().id()
}

fn edited(html: &str, list: &[Edit<'_>]) -> Result<String, SourceEditError> {
    let document = document(html);
    let mut edits = SourceEdits::new(&document);
    for &(method, name, number, text) in list {
        let id = find(&document, name, number);
        match method {
            "before" => edits.insert_before(id, text),
            "after" => edits.insert_after(id, text),
            "prepend" => edits.prepend_html(id, text),
            "append" => edits.append_html(id, text),
            "replace" => edits.replace(id, text),
            "set_html" => edits.set_html(id, text),
            "set_text" => edits.set_text(id, text),
            _ => edits.rename_element(id, text),
        }?;
    }
    edits.apply()
}

/// Checks that the edited source is parsed to the tree of another source.
#[track_caller]
fn check(html: &str, list: &[Edit<'_>], expected: &str) {
    let result = edited(html, list).unwrap();
    let tree = |html: &str| document(html).to_test_format();
    assert_eq!(tree(&result), tree(expected), "{html:?} became {result:?}");
}

#[test]
fn text_that_comes_together_does_not_become_markup() {
    let remove: Edit<'_> = ("replace", "#comment", 0, "");
    check("<p>a <<!-- -->b>c", &[remove], "<p>a &lt;b>c");
    check("<p>a &am<!-- -->p;", &[remove], "<p>a &amp;amp;");
    check("<p>a\r<!-- -->\nb", &[remove], "<p>a\n\nb");
    check("<p>a <<!-- --><!-- -->b>", &[remove, ("replace", "#comment", 1, "")], "<p>a &lt;b>");
    check("<svg><<g/>![CDATA[x]]></svg>", &[("replace", "g", 0, "")], "<svg>&lt;![CDATA[x]]></svg>");
    check("<p>a &am<b>x</b>p;", &[("replace", "b", 0, "l")], "<p>a &amp;amlp;");
    check("<p>&amp<b>x</b>c", &[("replace", "b", 0, "")], "<p>&amp;c");
    check("<p>a <<b>x</b>", &[("before", "b", 0, "i>")], "<p>a &lt;i><b>x</b>");
    check("<p>a &#6<b>x</b>", &[("before", "b", 0, "5")], "<p>a &#6;5<b>x</b>");
    check("<p>a\r<b>x</b>", &[("before", "b", 0, "\nq")], "<p>a\n\nq<b>x</b>");
    check("<p>a<b>x</b>\ny", &[("after", "b", 0, "q\r")], "<p>a<b>x</b>q\n\ny");
    check("<p>a <</p>", &[("append", "p", 0, "i>")], "<p>a &lt;i></p>");
    check("<title>a &am</title>", &[("append", "title", 0, "p;")], "<title>a &amp;amp;</title>");
    check(
        "<textarea><</textarea>",
        &[("append", "textarea", 0, "/textarea>")],
        "<textarea>&lt;/textarea&gt;</textarea>",
    );
    check(
        "<textarea></texta</textarea>",
        &[("append", "textarea", 0, "rea>")],
        "<textarea>&lt;/textarea></textarea>",
    );
    let pieces = [remove, ("before", "#comment", 0, "&am"), ("set_text", "#text", 1, "p;")];
    check("<p>x<!-- -->y", &pieces, "<p>x&amp;amp;");
    // Text that stays apart is written as it is.
    assert_eq!(edited("<p>a &<b>x</b>p;", &[("replace", "b", 0, "-")]).unwrap(), "<p>a &-p;");
    assert_eq!(edited("<p>a<b>x</b>p;", &[("replace", "b", 0, "")]).unwrap(), "<p>ap;");
}

#[test]
fn a_newline_after_an_ignored_carriage_return_stays() {
    check("<pre>\ra</pre>", &[("prepend", "pre", 0, "\nX")], "<pre>\n\nXa</pre>");
    check("<textarea>\r</textarea>", &[("append", "textarea", 0, "\nX")], "<textarea>\n\nX</textarea>");
    check("<pre>\r<!-- -->\na</pre>", &[("replace", "#comment", 0, "")], "<pre>\n\na</pre>");
    check("<pre>&#10</pre>", &[("prepend", "pre", 0, "0")], "<pre>0</pre>");
}

#[test]
fn text_that_cannot_be_escaped_is_not_joined() {
    let joined = |html: &str, edit: Edit<'_>| {
        let result = edited(html, &[edit]);
        assert!(matches!(result, Err(SourceEditError::JoinedText { .. })), "{html}: {result:?}");
    };
    joined("<script><!--<script</script>b", ("append", "script", 0, " "));
    joined("<script>a<!--b</script>c", ("append", "script", 0, "<script>"));
    joined("<script>a<script></script>c", ("prepend", "script", 0, "<!--"));
    joined("<script>a<!-</script>c", ("append", "script", 0, "-"));
    joined("<style></s</style>c", ("append", "style", 0, "tyle>"));
    joined("<script>a\r</script>c", ("append", "script", 0, "\nb"));
    check("<script>a<</script>c", &[("append", "script", 0, " b")], "<script>a< b</script>c");
    check("<script>a<!--</script>c", &[("set_html", "script", 0, "<script>")], "<script><script></script>c");
}

#[test]
fn text_does_not_end_under_another_name() {
    for (html, from, to) in [
        ("<style></script><img src=x onerror=alert(1)></style>c", "style", "script"),
        ("<textarea></title><img src=x onerror=alert(1)></textarea>c", "textarea", "title"),
        ("<style><!--<script></style>c", "style", "script"),
        ("<script><!--<script></script></style></script>c", "script", "style"),
        ("<xmp></style><img></xmp>c", "xmp", "style"),
    ] {
        let result = edited(html, &[("rename", from, 0, to)]);
        assert!(matches!(result, Err(SourceEditError::ContentsOfOtherKind { .. })), "{html}: {result:?}");
    }
    check("<style>a<b</style>c", &[("rename", "style", 0, "script")], "<script>a<b</script>c");
    check(
        "<style></style><!-- --></style>c",
        &[("rename", "style", 0, "STYLE")],
        "<style></style><!-- --></style>c",
    );
}

#[test]
fn nothing_is_written_into_an_unfinished_token() {
    for (html, method, name) in [
        ("<p>q<a href='", "append", "p"),
        ("<p>q<a href='>", "after", "p"),
        ("<div>q<a", "append", "div"),
        ("<p>q</", "append", "p"),
        ("<div>a<!-- b >", "after", "div"),
        ("<div>a<!-- b", "after", "#comment"),
        ("<div>a<?b", "append", "div"),
        ("<div>a<!b", "append", "div"),
        ("<svg><![CDATA[a", "append", "svg"),
        ("<svg><![CDATA[", "append", "svg"),
        ("<div><plaintext>a", "append", "div"),
        ("<div><script><!--<script></script>a", "after", "div"),
    ] {
        let result = edited(html, &[(method, name, 0, "X")]);
        assert!(matches!(result, Err(SourceEditError::UnfinishedSource { .. })), "{html}: {result:?}");
    }
    check("<p>q<a href='", &[("set_html", "p", 0, "X")], "<p>X");
    check("<p>q<a href='", &[("before", "p", 0, "X")], "X<p>q<a href='");
    check("<div>a<!-- b", &[("replace", "#comment", 0, "X")], "<div>aX");
    check("<div>a</b>", &[("append", "div", 0, "X")], "<div>aX");
    check("<div>a</svg></title>", &[("append", "div", 0, "X")], "<div>aX");
    check("<div>a<!-- -->", &[("append", "div", 0, "X")], "<div>a<!-- -->X");
    check("<svg><![CDATA[a]]>", &[("append", "svg", 0, "X")], "<svg>aX");
}

#[test]
fn unfinished_texts_are_ended_before_new_content() {
    for name in ["script", "style", "textarea", "xmp"] {
        let html = format!("<div><section><{name}>a");
        let expected = format!("<div><section><{name}>a</{name}></div>X");
        assert_eq!(edited(&html, &[("after", "div", 0, "X")]).unwrap(), expected);
        let expected = format!("<div><section><{name}>a</{name}></section>X");
        assert_eq!(edited(&html, &[("append", "div", 0, "X")]).unwrap(), expected);
        let expected = format!("<div><section><{name}>aX");
        assert_eq!(edited(&html, &[("append", name, 0, "X")]).unwrap(), expected);
    }
    check("<plaintext>a", &[("rename", "plaintext", 0, "xmp")], "<xmp>a</xmp>");
}

#[test]
fn elements_with_copies_elsewhere_stay() {
    let html = "<p><b>x</p>y";
    for edit in [
        ("append", "p", 0, "Z"),
        ("rename", "b", 0, "i"),
        ("replace", "b", 0, ""),
        ("replace", "p", 0, ""),
        ("set_html", "p", 0, "Z"),
    ] {
        let result = edited(html, &[edit]);
        assert!(matches!(result, Err(SourceEditError::HasCopies { .. })), "{edit:?}: {result:?}");
    }
    check(html, &[("rename", "p", 0, "div")], "<div><b>x</div>y");
    check("<div><p><b>x</p>y</b></div>z", &[("replace", "div", 0, "")], "z");
    check("<b>x<p>y</b>z</p>", &[("append", "p", 0, "Q")], "<b>x<p>y</b>zQ</p>");
    // Without the end tag of the copy, the parser would continue to copy the original.
    let result = edited("<div><a>x</div><div>y</a></div>z", &[("replace", "div", 1, "")]);
    assert!(matches!(result, Err(SourceEditError::HasCopies { .. })), "{result:?}");
    check("<div><a>x</div><div>y</div>z", &[("replace", "div", 1, "")], "<div><a>x</div>z");
    // The removed end tag would leave an element open that is elsewhere.
    for (html, name) in [("<b><p>x</b>y</p>z", "p"), ("<form><div></form>x</div>y", "div")] {
        let result = edited(html, &[("replace", name, 0, "")]);
        assert!(matches!(result, Err(SourceEditError::MovedNodes { .. })), "{html}: {result:?}");
    }
}
