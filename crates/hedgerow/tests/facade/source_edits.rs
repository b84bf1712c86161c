//! Edits of a source, which are expressed as changes of nodes.

use hedgerow::dom::NodeKind;
use hedgerow::serialize::ToTestFormat;
use hedgerow::source::{NodeSource, SourceEditError, SourceEdits, StartTagSource};
use hedgerow::{Context, Document, NodeRef, Parser};
use hedgerow_testing::assert_linear_time;
use proptest::prelude::*;

fn document(html: &str) -> Document {
    Parser::new().source_spans(true).parse(html).into_document()
}

type Change = fn(&mut SourceEdits<'_>, NodeRef<'_>) -> Result<(), SourceEditError>;

/// Returns the first element with a name.
fn element<'d>(document: &'d Document, name: &str) -> NodeRef<'d> {
    document.root().descendants().find(|node| node.local_name_text() == name).unwrap()
}

/// Returns the source after an edit of the first element with a name.
fn edited(
    html: &str,
    name: &str,
    edit: impl FnOnce(&mut SourceEdits<'_>, NodeRef<'_>) -> Result<(), SourceEditError>,
) -> String {
    let document = document(html);
    let mut edits = SourceEdits::new(&document);
    edit(&mut edits, element(&document, name)).unwrap();
    edits.apply().unwrap()
}

/// Returns the source after an edit of the first text.
fn edited_text(
    html: &str,
    edit: impl FnOnce(&mut SourceEdits<'_>, NodeRef<'_>) -> Result<(), SourceEditError>,
) -> String {
    let document = document(html);
    let mut edits = SourceEdits::new(&document);
    let text = document.root().descendants().find(|node| node.kind() == NodeKind::Text).unwrap();
    edit(&mut edits, text).unwrap();
    edits.apply().unwrap()
}

/// Returns the message for a refused edit of the first element with a name.
fn refused(
    html: &str,
    name: &str,
    edit: impl FnOnce(&mut SourceEdits<'_>, NodeRef<'_>) -> Result<(), SourceEditError>,
) -> String {
    let document = document(html);
    let mut edits = SourceEdits::new(&document);
    match edit(&mut edits, element(&document, name)) {
        // An error that may depend on other edits.
        Ok(()) => edits.apply().unwrap_err().to_string(),
        Err(error) => {
            assert_eq!(edits.apply().unwrap(), html, "a refused edit has no effect");
            error.to_string()
        }
    }
}

#[test]
fn elements_and_attributes_are_renamed() {
    let html = "<DIV  CLASS = a\r\n>x</Div >";
    assert_eq!(
        edited(html, "div", |edits, div| edits.rename_element(div.id(), "section")),
        "<section  CLASS = a\r\n>x</section >"
    );
    assert_eq!(
        edited(html, "div", |edits, div| edits.rename_attribute(div.id(), "class", "id")),
        "<DIV  id = a\r\n>x</Div >"
    );
    assert_eq!(edited("<p>a<p>b", "p", |edits, p| edits.rename_element(p.id(), "h1")), "<h1>a</h1><p>b");
}

#[test]
fn a_text_in_a_cdata_section_is_changed_with_the_section() {
    for (html, end) in [("<svg><![CDATA[a<b]]></svg>", "</svg>"), ("<svg><![CDATA[a<b", "")] {
        let set = edited_text(html, |edits, text| edits.set_text(text.id(), "1 < 2 ]]>"));
        assert_eq!(set, format!("<svg>1 &lt; 2 ]]&gt;{end}"));
        assert_eq!(document(&set).root().text(), "1 < 2 ]]>");
        let replaced = edited_text(html, |edits, text| edits.replace(text.id(), "<g/>"));
        assert_eq!(replaced, format!("<svg><g/>{end}"));
    }
    let html = "<svg><![CDATA[a<b]]></svg>";
    let before = edited_text(html, |edits, text| edits.insert_before(text.id(), "<g/>"));
    assert_eq!(before, "<svg><g/><![CDATA[a<b]]></svg>");
    let after = edited_text(html, |edits, text| edits.insert_after(text.id(), "<g/>"));
    assert_eq!(after, "<svg><![CDATA[a<b]]><g/></svg>");
}

#[test]
fn attributes_are_set_in_any_quotes() {
    let set = |html| edited(html, "p", |edits, p| edits.set_attribute(p.id(), "a", "\"1\" & '2'\r"));
    assert_eq!(set("<p  A=\"x\">"), "<p  A=\"&quot;1&quot; &amp; '2'&#13;\">");
    assert_eq!(set("<p a='x' b>"), "<p a='\"1\" &amp; &#39;2&#39;&#13;' b>");
    let value = "\"&quot;1&quot; &amp; '2'&#13;\"";
    assert_eq!(set("<p b a=x&amp;y/>"), format!("<p b a={value}>"));
    assert_eq!(set("<p a/>"), format!("<p a={value}/>"));
    assert_eq!(set("<p a = >"), format!("<p a = {value}>"));
    assert_eq!(set("<p a=''>"), "<p a='\"1\" &amp; &#39;2&#39;&#13;'>");
    assert_eq!(set("<p b>"), format!("<p b a={value}>"));
    assert_eq!(set("<p/>"), format!("<p a={value}/>"));
    assert_eq!(set("<p  b='' />"), format!("<p  b='' a={value} />"));
    assert_eq!(
        set("<p b= >"),
        format!("<p b= \"\" a={value}>"),
        "the new attribute is not the value of the old one"
    );
    assert_eq!(set("<p =>"), format!("<p = a={value}>"));
    assert_eq!(
        edited("<body a=1><p><body b=2>", "body", |edits, body| edits.set_attribute(body.id(), "b", "3")),
        "<body a=1><p><body b=\"3\">"
    );
}

#[test]
fn attributes_are_removed_with_the_space_before_them() {
    let remove = |html| edited(html, "p", |edits, p| edits.remove_attribute(p.id(), "a"));
    assert_eq!(remove("<p  a=\"x\" b>"), "<p b>");
    assert_eq!(remove("<p b a>"), "<p b>");
    assert_eq!(remove("<p\r\na=''b=1>"), "<p b=1>");
    assert_eq!(remove("<p a= x/>"), "<p>");
    assert_eq!(remove("<p b=''a=1 c>"), "<p b='' c>");
    assert_eq!(remove("<p a=>"), "<p>");
    assert_eq!(remove("<p b=1  a/>"), "<p b=1 />", "the slash stays apart from the value");
    assert_eq!(remove("<p b=1/ a>"), "<p b=1/ >");
    assert_eq!(remove("<p/a>"), "<p/ >", "no slash becomes the self-closing flag");
    assert_eq!(remove("<p b a='' =c>"), "<p b /  =c>", "the equals sign gives no value to another attribute");
    assert_eq!(remove("<p a b A=2 c a='3'/>"), "<p b c />", "no duplicate takes effect");
}

#[test]
fn attributes_are_not_renamed_to_names_in_use() {
    let rename: Change = |edits, p| edits.rename_attribute(p.id(), "a", "B");
    let add: Change = |edits, p| edits.set_attribute(p.id(), "b", "2");
    let refused = |html, changes: &[Change]| {
        let document = document(html);
        let mut edits = SourceEdits::new(&document);
        changes.iter().try_for_each(|change| change(&mut edits, element(&document, "p"))).unwrap();
        edits.apply().unwrap_err()
    };
    for changes in [[add, rename], [rename, add]] {
        let error = refused("<p a b>", &changes);
        assert!(matches!(error, SourceEditError::AttributeExists { .. }));
    }
    let error = refused("<p a b>", &[rename]);
    assert_eq!(
        error.to_string(),
        "cannot rename to \"B\": node #5 <p> has another attribute with that name; change its value instead"
    );
    let renamed = |html, changes: &[Change]| {
        edited(html, "p", |edits, p| changes.iter().try_for_each(|change| change(edits, p)))
    };
    let remove: Change = |edits, p| edits.remove_attribute(p.id(), "b");
    let rename_back: Change = |edits, p| edits.rename_attribute(p.id(), "b", "a");
    assert_eq!(renamed("<p a>", &[rename, add]), "<p B=\"2\">", "the new name denotes the attribute");
    assert_eq!(renamed("<p a c>", &[rename, remove]), "<p c>");
    assert_eq!(renamed("<p a b>", &[remove, rename, add]), "<p B=\"2\">");
    assert_eq!(renamed("<p a b>", &[rename, remove, add]), "<p B=\"2\">");
    let make_room: Change = |edits, p| edits.rename_attribute(p.id(), "b", "c");
    assert_eq!(renamed("<p a=1 b=2>", &[make_room, rename]), "<p B=1 c=2>");
    assert_eq!(renamed("<p a=1 b=2>", &[rename, make_room]), "<p B=1 c=2>");
    let rename_another: Change = |edits, p| edits.rename_attribute(p.id(), "d", "b");
    let error = refused_second("<p a b d>", rename, rename_another);
    assert!(matches!(error, SourceEditError::AttributeExists { .. }));
    assert_eq!(
        renamed(
            "<p a b d>",
            &[rename, |edits, p| edits.remove_attribute(p.id(), "a"), remove, rename_another]
        ),
        "<p b>"
    );
    assert_eq!(renamed("<p a=1 A=2>", &[rename]), "<p B=1>", "no duplicate takes effect");
    assert_eq!(renamed("<p a>", &[rename, rename_back]), "<p a>");
    let away: Change = |edits, p| edits.rename_attribute(p.id(), "a", "c");
    let remove_the_new: Change = |edits, p| edits.remove_attribute(p.id(), "a");
    assert_eq!(renamed("<p a=1 b=2>", &[away, rename_back, remove_the_new]), "<p c=1>");
    let document = document("<p><b a>x<p>y</b>");
    let [original, copy] = ["x", "y"].map(|data| {
        let text = document.root().descendants().find(|node| node.data() == Some(data)).unwrap();
        text.parent().unwrap().id()
    });
    let mut edits = SourceEdits::new(&document);
    edits.set_attribute(original, "c", "2").unwrap();
    edits.rename_attribute(copy, "a", "c").unwrap();
    assert!(matches!(edits.apply(), Err(SourceEditError::AttributeExists { .. })));
}

#[test]
fn attributes_that_a_later_tag_repeats_are_neither_removed_nor_renamed() {
    let html = "<body a=1 b b=2><BODY A=3 b0 c c><bodyx c>";
    let remove: Change = |edits, body| edits.remove_attribute(body.id(), "a");
    let rename: Change = |edits, body| edits.rename_attribute(body.id(), "a", "d");
    for change in [remove, rename] {
        assert_eq!(
            refused(html, "body", change),
            "a parser may take the attribute \"a\" of node #4 <body> from a later tag that repeats it"
        );
        refused("<body a=1><!-- <body x=' --><body a=2>", "body", change);
    }
    let removed = edited(html, "body", |edits, body| {
        ["b", "c"].into_iter().try_for_each(|name| edits.remove_attribute(body.id(), name))
    });
    assert_eq!(removed, "<body a=1><BODY A=3 b0><bodyx c>");
}

#[test]
fn null_characters_are_refused_and_carriage_returns_are_escaped() {
    let set_text: Change = |edits, p| edits.set_text(p.id(), "\0");
    let set_attribute: Change = |edits, p| edits.set_attribute(p.id(), "a", "\0");
    let set_child: Change = |edits, p| edits.set_text(p.first_child().unwrap().id(), "a\0");
    for change in [set_text, set_attribute, set_child] {
        assert_eq!(
            refused("<p a>x</p>", "p", change),
            "node #5 <p> cannot contain a null character (U+0000): HTML cannot represent it"
        );
    }
    let return_in_text: Change = |edits, p| edits.set_text(p.id(), "a\r\n");
    assert_eq!(edited("<p>x</p>", "p", return_in_text), "<p>a&#13;\n</p>");
    refused("<style>x</style>", "style", return_in_text);
}

#[test]
fn the_first_newline_of_the_contents_is_kept() {
    let prepend: Change = |edits, pre| edits.prepend_html(pre.id(), "\n<b>");
    let set: Change = |edits, pre| edits.set_html(pre.id(), "&NewLine;1");
    let replace: Change = |edits, pre| edits.replace(pre.first_child().unwrap().id(), "");
    let append: Change = |edits, pre| edits.append_html(pre.id(), "\n1");
    let before: Change = |edits, pre| edits.insert_before(pre.first_child().unwrap().id(), "\r");
    for (html, change, expected) in [
        ("<pre>&#10;a</pre>", prepend, "<pre>&#10;\n<b>a</pre>"),
        ("<pre>\na</pre>", prepend, "<pre>\n\n<b>a</pre>"),
        ("<pre>a</pre>", prepend, "<pre>\n\n<b>a</pre>"),
        ("<p>a</p>", prepend, "<p>\n<b>a</p>"),
        ("<listing>a</listing>", set, "<listing>\n&NewLine;1</listing>"),
        ("<pre>\na</pre>", set, "<pre>\n&NewLine;1</pre>"),
        ("<pre><br>\na</pre>", replace, "<pre>\n\na</pre>"),
        ("<pre><br>a</pre>", replace, "<pre>a</pre>"),
        ("<pre>\n<br>\na</pre>", replace, "<pre>\n\na</pre>"),
        ("<textarea></textarea>", append, "<textarea>\n\n1</textarea>"),
        ("<textarea>\n</textarea>", append, "<textarea>\n\n1</textarea>"),
        ("<pre><br></pre>", before, "<pre>\n\r<br></pre>"),
    ] {
        assert_eq!(edited(html, &html[1..html.find('>').unwrap()], change), expected);
    }
    let twice = edited("<pre><br>\na</pre>", "pre", |edits, pre| {
        edits.replace(pre.first_child().unwrap().id(), "")?;
        edits.prepend_html(pre.id(), "1")
    });
    assert_eq!(twice, "<pre>1\na</pre>", "another edit precedes the newline");
}

#[test]
fn text_that_implies_an_element_cannot_become_whitespace() {
    for (html, texts) in [
        ("a<title>b</title>", &["", " ", " x"][..]),
        ("<table>a<tr><td></table>", &[" "]),
        ("<table></table><table>a<p>b</table><table>", &[" "]),
        ("<p><b>1</p>a", &[""]),
        ("<table><b><i><tr>a</table>", &["", " "]),
    ] {
        let document = document(html);
        let text = document.root().descendants().find(|node| node.data() == Some("a")).unwrap();
        for new_text in texts {
            let error = SourceEdits::new(&document).set_text(text.id(), new_text).unwrap_err();
            assert!(matches!(error, SourceEditError::TextOutOfPlace { .. }), "{html}");
        }
    }
}

#[test]
fn contents_and_elements_are_replaced() {
    let html = "<ul><li>a<li><b>b</b></ul>";
    assert_eq!(
        edited(html, "li", |edits, li| edits.set_text(li.id(), "1 < 2")),
        "<ul><li>1 &lt; 2<li><b>b</b></ul>"
    );
    assert_eq!(edited(html, "ul", |edits, ul| edits.set_html(ul.id(), "<li>")), "<ul><li></ul>");
    assert_eq!(edited(html, "b", |edits, bold| edits.replace(bold.id(), "")), "<ul><li>a<li></ul>");
    assert_eq!(
        edited(html, "b", |edits, bold| {
            let text = bold.first_child().unwrap();
            edits.set_text(text.id(), "<>")
        }),
        "<ul><li>a<li><b>&lt;&gt;</b></ul>"
    );
    assert_eq!(
        edited("<script>a</script>", "script", |edits, script| edits.set_text(script.id(), "a < b && c")),
        "<script>a < b && c</script>"
    );
    assert_eq!(
        edited("<pre>\na</pre>", "pre", |edits, pre| edits.set_text(pre.id(), "\nb")),
        "<pre>\n\nb</pre>"
    );
}

#[test]
fn text_is_escaped_where_it_is_not_read_literally() {
    let html = "<body><noscript>a</noscript>";
    for (scripting, expected) in [
        (false, "<body><noscript>1 &lt; 2 &amp;amp;</noscript>"),
        (true, "<body><noscript>1 < 2 &amp;</noscript>"),
    ] {
        let parser = Parser::new().source_spans(true).scripting(scripting);
        let document = parser.parse(html).into_document();
        for is_text in [false, true] {
            let noscript = element(&document, "noscript");
            let node = if is_text { noscript.first_child().unwrap() } else { noscript };
            let mut edits = SourceEdits::new(&document);
            edits.set_text(node.id(), "1 < 2 &amp;").unwrap();
            let edited = edits.apply().unwrap();
            assert_eq!(edited, expected);
            assert_eq!(element(parser.parse(&edited).document(), "noscript").text(), "1 < 2 &amp;");
            let mut edits = SourceEdits::new(&document);
            edits.set_text(node.id(), "</noscript>").unwrap();
            assert_eq!(edits.apply().is_err(), scripting);
        }
    }
    for (context, expected) in
        [("style", "1 < 2"), ("noscript", "1 < 2"), ("title", "1 &lt; 2"), ("template", "1 &lt; 2")]
    {
        let parser = Parser::new().source_spans(true).scripting(true);
        let fragment = parser.parse_fragment("a", &Context::html(context)).into_document();
        let mut edits = SourceEdits::new(&fragment);
        edits.set_text(fragment.root().first_child().unwrap().id(), "1 < 2").unwrap();
        assert_eq!(edits.apply().unwrap(), expected, "{context}");
    }
}

#[test]
fn a_newline_that_begins_a_text_is_doubled_only_where_one_is_ignored() {
    for (html, index, expected) in [
        ("<pre>a</pre>", 0, "<pre>\n\nb</pre>"),
        ("<pre>\na</pre>", 0, "<pre>\n\nb</pre>"),
        ("<pre>a<b></b>c</pre>", 2, "<pre>a<b></b>\nb</pre>"),
        ("<p>a</p>", 0, "<p>\nb</p>"),
    ] {
        let name = &html[1..html.find('>').unwrap()];
        let edited =
            edited(html, name, |edits, pre| edits.set_text(pre.children().nth(index).unwrap().id(), "\nb"));
        assert_eq!(edited, expected);
        assert!(element(&document(&edited), name).text().ends_with("\nb"), "{edited:?}");
    }
}

#[test]
fn attributes_are_found_by_their_name_in_the_source() {
    let html = "<svg VIEWBOX=a><a xlink:HREF=b>";
    for (element, name, expected) in [
        ("svg", "viewBox", "<svg VIEWBOX=\"c\"><a xlink:HREF=b>"),
        ("svg", "viewbox", "<svg VIEWBOX=\"c\"><a xlink:HREF=b>"),
        ("a", "xlink:href", "<svg VIEWBOX=a><a xlink:HREF=\"c\">"),
    ] {
        assert_eq!(edited(html, element, |edits, node| edits.set_attribute(node.id(), name, "c")), expected);
    }
    assert_eq!(
        edited(html, "a", |edits, a| edits.remove_attribute(a.id(), "xlink:href")),
        "<svg VIEWBOX=a><a>"
    );
}

#[test]
fn markup_is_inserted_with_the_end_tags_that_it_needs() {
    let html = "<ul><li>a<li>b</ul>";
    assert_eq!(
        edited(html, "li", |edits, li| edits.insert_after(li.id(), "<!---->")),
        "<ul><li>a</li><!----><li>b</ul>"
    );
    assert_eq!(
        edited(html, "li", |edits, li| edits.insert_before(li.next_sibling().unwrap().id(), "<!---->")),
        "<ul><li>a</li><!----><li>b</ul>"
    );
    assert_eq!(
        edited(html, "li", |edits, li| {
            edits.insert_after(li.id(), "<!--1-->")?;
            edits.insert_before(li.next_sibling().unwrap().id(), "<!--2-->")
        }),
        "<ul><li>a</li><!--1--><!--2--><li>b</ul>"
    );
    assert_eq!(edited(html, "ul", |edits, ul| edits.insert_after(ul.id(), "<p>")), "<ul><li>a<li>b</ul><p>");
    assert_eq!(edited(html, "li", |edits, li| edits.append_html(li.id(), "<br>")), "<ul><li>a<br><li>b</ul>");
    assert_eq!(
        edited(html, "ul", |edits, ul| edits.append_html(ul.id(), "<li>c")),
        "<ul><li>a<li>b</li><li>c</ul>"
    );
    assert_eq!(
        edited("<pre>\r\na</pre>", "pre", |edits, pre| edits.prepend_html(pre.id(), "<b>")),
        "<pre>\r\n<b>a</pre>"
    );
}

#[test]
fn impossible_edits_are_refused() {
    let mut refusals = Vec::new();
    refusals.push(refused("<p>", "p", |edits, p| edits.rename_element(p.id(), "a b")));
    refusals.push(refused("<p>", "p", |edits, p| edits.set_attribute(p.id(), "a=", "")));
    refusals.push(refused("<p>", "p", |edits, p| edits.rename_attribute(p.id(), "a", "b")));
    refusals.push(refused("<p>", "body", |edits, body| edits.set_attribute(body.id(), "a", "")));
    refusals.push(refused("<br>", "br", |edits, br| edits.set_text(br.id(), "a")));
    refusals.push(refused("<style></style>", "style", |edits, style| edits.set_text(style.id(), "</style>")));
    refusals.push(refused("a<table>b<tr>c</table>", "body", |edits, body| {
        edits.replace(body.first_child().unwrap().id(), "")
    }));
    refusals.push(refused("<p><b>1<p>2", "b", |edits, bold| {
        let copy = bold.document().root().descendants().filter(|node| node.local_name_text() == "b").nth(1);
        edits.replace(copy.unwrap().id(), "")
    }));
    let plain = hedgerow::parse("<p>");
    let error = SourceEdits::new(&plain).replace(element(&plain, "p").id(), "").unwrap_err();
    refusals.push(error.to_string());
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn overlapping_edits_are_an_error_that_names_both() {
    let document = document("<div><p a=1>x</p></div>");
    let [div, p] = ["div", "p"].map(|name| element(&document, name).id());
    let mut edits = SourceEdits::new(&document);
    edits.set_attribute(p, "a", "2").unwrap();
    edits.set_html(div, "y").unwrap();
    insta::assert_snapshot!(edits.apply().unwrap_err());
    assert_eq!(edits.edits().unwrap_err(), edits.apply().unwrap_err(), "`edits` returns the same error");
    let mut edits = SourceEdits::new(&document);
    edits.replace(p, "y").unwrap();
    edits.replace(p, "z").unwrap();
    assert!(edits.apply().is_err());
}

#[test]
fn the_last_edit_of_an_attribute_counts() {
    let twice = |html: &str, changes: [Change; 2]| {
        edited(html, "p", |edits, p| changes.into_iter().try_for_each(|change| change(edits, p)))
    };
    let set_1: Change = |edits, p| edits.set_attribute(p.id(), "a", "1");
    let set_2: Change = |edits, p| edits.set_attribute(p.id(), "A", "2");
    let remove: Change = |edits, p| edits.remove_attribute(p.id(), "a");
    let rename: Change = |edits, p| edits.rename_attribute(p.id(), "a", "b");
    let rename_again: Change = |edits, p| edits.rename_attribute(p.id(), "a", "c");
    for (html, set, removed) in [
        ("<p c>", "<p c a=\"2\">", "<p c>"),
        ("<p  a>", "<p  a=\"2\">", "<p>"),
        ("<p a=x>", "<p a=\"2\">", "<p>"),
        ("<p a='x'>", "<p a='2'>", "<p>"),
    ] {
        assert_eq!(twice(html, [set_1, set_2]), set);
        assert_eq!(twice(html, [set_1, remove]), removed);
        if html != "<p c>" {
            assert_eq!(twice(html, [remove, set_2]), set);
            assert_eq!(twice(html, [rename, remove]), removed);
            assert_eq!(twice(html, [rename, rename_again]), html.replace('a', "c"));
            assert_eq!(twice(html, [rename, set_2]), set.replace('a', "b"));
            assert_eq!(twice(html, [set_2, rename]), set.replace('a', "b"));
            for after_removal in [remove, rename] {
                let error = refused_second(html, remove, after_removal);
                assert!(matches!(error, SourceEditError::NoAttribute { .. }));
            }
        }
    }
}

fn refused_second(html: &str, first: Change, second: Change) -> SourceEditError {
    let document = document(html);
    let p = element(&document, "p");
    let mut edits = SourceEdits::new(&document);
    first(&mut edits, p).unwrap();
    second(&mut edits, p).unwrap_err()
}

#[test]
fn text_is_refused_where_a_parser_keeps_only_whitespace() {
    for (html, name) in [
        ("<table>\n<tr><td></table>", "table"),
        ("<table><tbody> <tr><td></table>", "tbody"),
        ("<table><tr> <td></table>", "tr"),
        ("<table><colgroup> <col></table>", "colgroup"),
        ("<frameset> <frame></frameset>", "frameset"),
        ("<html><head> <title></title></head> <body>", "head"),
        ("<html><head></head> <body>", "html"),
        ("<head><noscript> <meta></noscript>", "noscript"),
    ] {
        let document = document(html);
        let parent = element(&document, name);
        let text = parent.children().find(|child| child.kind() == NodeKind::Text).unwrap();
        for node in [text, parent] {
            let mut edits = SourceEdits::new(&document);
            edits.set_text(node.id(), "text").unwrap();
            let error = edits.apply().unwrap_err();
            assert!(matches!(error, SourceEditError::TextOutOfPlace { .. }), "{error}");
        }
        let mut edits = SourceEdits::new(&document);
        edits.set_text(text.id(), "\t\n").unwrap();
        let again = edits.apply().unwrap();
        assert_eq!(
            element(&self::document(&again), name).text(),
            parent.text().replacen(text.text().as_str(), "\t\n", 1)
        );
    }
}

#[test]
fn many_edits_of_one_tag_take_linear_time() {
    let with_attributes = |count: usize| {
        let attributes: Vec<String> = (0..count).map(|number| format!("a{number}")).collect();
        (count, document(&format!("<p {}>", attributes.join(" "))))
    };
    assert_linear_time(1_000, with_attributes, |(count, document)| {
        let p = element(document, "p").id();
        let mut edits = SourceEdits::new(document);
        for number in 0..*count {
            edits.set_attribute(p, &format!("a{number}"), "x").unwrap();
            edits.remove_attribute(p, &format!("a{number}")).unwrap();
        }
        assert_eq!(edits.apply().unwrap(), "<p>");
    });
    let with_a_long_name = |count: usize| (count, document(&format!("<{}>", "x".repeat(100 * count))));
    assert_linear_time(1_000, with_a_long_name, |(count, document)| {
        let long = document.root().descendants().find(|node| node.start_tag_span().is_some()).unwrap();
        let mut edits = SourceEdits::new(document);
        for number in 0..*count {
            edits.set_attribute(long.id(), &format!("a{number}"), "x").unwrap();
        }
        assert!(edits.apply().unwrap().ends_with("\">"));
    });
}

#[test]
fn texts_beside_tables_take_linear_time() {
    // Each text is inside copies of all formatting elements.
    let texts = |count: usize| {
        let formatting: Vec<String> = (0..count).map(|number| format!("<b a{number}>")).collect();
        document(&format!("<p>{}</p><table>{}", formatting.concat(), "x<!---->".repeat(count)))
    };
    assert_linear_time(500, texts, |document| {
        let mut edits = SourceEdits::new(document);
        let mut is_refused = false;
        for node in document.root().descendants().filter(|node| node.kind() == NodeKind::Text) {
            is_refused = edits.set_text(node.id(), " ").is_err();
        }
        assert!(is_refused, "a table keeps white space");
    });
}

#[test]
fn an_incomplete_source_is_not_edited() {
    let mut stream = Parser::new().source_spans(true).stream();
    stream.feed("<p id=a>text</p>");
    let paragraph = stream.document().element_by_id("a").unwrap().id();
    for document in [stream.document(), &stream.document().clone()] {
        let mut edits = SourceEdits::new(document);
        let refused = [edits.set_attribute(paragraph, "id", "b"), edits.set_text(paragraph, "x")];
        assert!(refused.iter().all(|result| matches!(result, Err(SourceEditError::NotInSource { .. }))));
        assert_eq!(edits.apply().unwrap(), "");
    }
    let document = stream.finish().into_document();
    let mut edits = SourceEdits::new(&document);
    edits.set_attribute(paragraph, "id", "b").unwrap();
    assert_eq!(edits.apply().unwrap(), "<p id=\"b\">text</p>");
    let document = Parser::new().source_spans(true).parse("").into_document();
    let body = document.body().unwrap().id();
    let mut edits = SourceEdits::new(&document);
    edits.insert_before(body, "<p>").unwrap();
    assert_eq!(edits.apply().unwrap(), "</head><p>", "the source is complete and empty");
}

#[test]
fn a_new_node_in_a_reused_slot_has_no_source() {
    let mut document = document("<p>a</p>");
    let p = element(&document, "p").id();
    document.remove(p).unwrap();
    let new = [(); 2].map(|()| document.create_element("b").unwrap());
    assert!(new.iter().any(|new| new.index() == p.index()), "the slots are reused");
    assert!(new.iter().all(|&new| document.node(new).start_tag().is_none()));
}

const PARTS: [&str; 25] = [
    "<p a=1>", "<p a='2'>", "<div\r\nA=\"3\" b>", "<div a b=4/>", "<g b=6 a/>", "</div>", "<table a = x>",
    "<td a>", "</table>", "<svg A=1>", "<g a=''/>", "</svg>", "<i a=\"\"b>", "</i>", "<ul><li a=5>", "</ul>",
    "text", "\r\n", "&amp;", "<!-- a=1 -->", "<img a=>", "<h1 a=1>", "</h1>", "<form a=\"&quot;\">",
    "<textarea a=1>\n",
];

proptest! {
    #[test]
    fn setting_an_attribute_changes_only_that_attribute(
        parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 1..15),
        name in prop::sample::select(&["a", "b", "data-new"][..]),
        value in prop::sample::select(&["", "x", "a\"b", "'&quot;'", "\r\n\u{e9}>", "a b"][..]),
    ) {
        let html = parts.concat();
        let document = document(&html);
        for node in document.root().descendants() {
            let Some(StartTagSource::Tag(tag)) = node.start_tag() else { continue };
            let mut edits = SourceEdits::new(&document);
            edits.set_attribute(node.id(), name, value).unwrap();
            let changed = edits.apply().unwrap();
            prop_assert!(changed.starts_with(&html[..tag.start as usize]));
            prop_assert!(changed.ends_with(&html[tag.end as usize..]));
            let after = self::document(&changed);
            let found = after.root().descendants().find(|node| node.start_tag_span().is_some_and(|span| span.start == tag.start));
            prop_assert_eq!(found.and_then(|node| node.attribute(name)), Some(value), "{}", changed);
            if node.attribute(name).is_some() {
                let mut edits = SourceEdits::new(&document);
                edits.remove_attribute(node.id(), name).unwrap();
                let after = self::document(&edits.apply().unwrap());
                let found = after.root().descendants().find(|node| node.start_tag_span().is_some_and(|span| span.start == tag.start));
                let names = |node: NodeRef<'_>| node.attributes().map(|attribute| attribute.name_text().to_owned()).collect::<Vec<_>>();
                let expected: Vec<_> = names(node).into_iter().filter(|other| other != name).collect();
                prop_assert_eq!(found.map(names), Some(expected));
            }
        }
    }
}

const EDITED: [&str; 34] = [
    "<p a=1>", "<p a='2' A=4 b>", "<div\r\nb=\"3\" a>", "<div/a/b>", "<g b=6 a/>", "<g/a>", "</div>",
    "<table a = x>", "<td a>", "</table>", "<svg b a=\"\"=c>", "<svg/a=''/>", "</svg>", "<s a=\"\"b>",
    "</s>", "<ul><li a=5>", "text", "\r\n", "&amp;", "<!-- a=1 -->", "<br a=>", "<pre a>", "<pre>&#10;",
    "<pre>\n", "</pre>", "<textarea a=1>\n", "</textarea>", "<p =a b a/=c>", "<title>x</title>",
    "<style>y</style>", "<body c=1>", "<head>", "</head>", " ",
];

/// An edit of the source and of the tree.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Set(&'static str, &'static str),
    Remove(&'static str),
    Rename(&'static str, &'static str),
    SetText(&'static str),
    Prepend(&'static str),
    RemoveNode,
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let name = || prop::sample::select(&["a", "b", "c", "data-new"][..]);
    let text =
        || prop::sample::select(&["", "x", "\n", " ", " x", "\ny", "\r", "<&>", "&#10;", "\0", "'\""][..]);
    prop_oneof![
        (name(), text()).prop_map(|(name, value)| Edit::Set(name, value)),
        prop_oneof![name(), Just("=c")].prop_map(Edit::Remove),
        (name(), name()).prop_map(|(name, new)| Edit::Rename(name, new)),
        text().prop_map(Edit::SetText),
        prop::sample::select(&["x", "\nx", "\n"][..]).prop_map(Edit::Prepend),
        Just(Edit::RemoveNode),
    ]
}

/// Returns the current name of an attribute. `names` lists the renamed attributes: start tag, name in the source, new
/// name. A new name hides the same name in the source.
fn current_name(
    names: &[(Option<u32>, &'static str, &'static str)],
    tag: Option<u32>,
    name: &'static str,
) -> &'static str {
    let of_tag = || names.iter().filter(|&&(start, ..)| start == tag);
    if of_tag().any(|&(_, _, new)| new == name) {
        return name;
    }
    of_tag().find(|&&(_, old, _)| old == name).map_or(name, |&(_, _, new)| new)
}

/// Returns the offset of the start tag from which an element or its original was created.
fn tag_offset(node: NodeRef<'_>) -> Option<u32> {
    match node.start_tag()? {
        StartTagSource::Tag(tag) | StartTagSource::Copy(tag) => Some(tag.start),
        StartTagSource::Implied(_) => None,
    }
}

fn check_edits(html: &str, list: &[(usize, Edit)]) -> Result<(), TestCaseError> {
    let document = document(html);
    let mut expected = self::document(html);
    let ids = |document: &Document| document.root().descendants().map(NodeRef::id).collect::<Vec<_>>();
    let (nodes, expected_nodes) = (ids(&document), ids(&expected));
    // If a formatting element is still open, the parser puts new contents into a copy of it.
    let has_formatting = html.contains("<s ");
    let mut edits = SourceEdits::new(&document);
    let mut names = Vec::new();
    let mut changed_contents = Vec::new();
    for &(index, edit) in list {
        let node = document.node(nodes[index % nodes.len()]);
        let id = node.id();
        let tag = tag_offset(node);
        // The parser copies the attributes of an element to its copies.
        let is_copy = |other: NodeRef<'_>| other.id() == id || tag.is_some() && tag_offset(other) == tag;
        let pairs = nodes.iter().zip(&expected_nodes);
        let copies: Vec<_> =
            pairs.filter(|&(&other, _)| is_copy(document.node(other))).map(|(_, &copy)| copy).collect();
        let own = expected_nodes[index % nodes.len()];
        if matches!(edit, Edit::SetText(_) | Edit::Prepend(_)) {
            // The contents are changed once, because an insertion is added to an earlier edit at the same offset.
            let parent = if node.kind() == NodeKind::Text { node.parent().unwrap().id() } else { id };
            if changed_contents.contains(&parent) {
                continue;
            }
            changed_contents.push(parent);
        }
        match edit {
            Edit::Set(name, value) if edits.set_attribute(id, name, value).is_ok() => {
                let name = current_name(&names, tag, name);
                for &copy in &copies {
                    expected.set_attribute(copy, name, value).unwrap();
                }
            }
            Edit::Remove(name) if edits.remove_attribute(id, name).is_ok() => {
                let current = current_name(&names, tag, name);
                names.retain(|&(start, _, new)| start != tag || new != current);
                for &copy in &copies {
                    expected.remove_attribute(copy, current).unwrap();
                }
            }
            Edit::Rename(name, new) if edits.rename_attribute(id, name, new).is_ok() => {
                let current = current_name(&names, tag, name);
                let old = names
                    .iter()
                    .find(|&&(start, _, other)| start == tag && other == current)
                    .map_or(name, |&(_, old, _)| old);
                names.retain(|&(start, _, other)| start != tag || other != current);
                names.push((tag, old, new));
                for &copy in &copies {
                    // The plan is only valid if a later edit removes the other attribute with the new name.
                    if expected.rename_attribute(copy, current, new).is_err() {
                        return Ok(());
                    }
                }
            }
            Edit::SetText(text) => {
                let is_text = node.kind() == NodeKind::Text;
                // The parser may have moved nodes into the element, or out of a table.
                let is_leaf = node.local_name_text() != "table"
                    && !has_formatting
                    && node.end_tag_span().is_some()
                    && node.contents_span().is_some_and(|span| {
                        let contains = |child: NodeRef<'_>| {
                            child
                                .source_span()
                                .is_some_and(|child| child.start >= span.start && child.end <= span.end)
                        };
                        !html[span.range()].contains('<') && node.children().all(contains)
                    });
                if (is_text || is_leaf) && edits.set_text(id, text).is_ok() {
                    expected.set_text(own, text).unwrap();
                }
            }
            Edit::Prepend(text) => {
                let can_contain_text = ["p", "div", "li", "pre", "textarea"]
                    .contains(&node.local_name_text())
                    && !has_formatting;
                if can_contain_text && node.start_tag_span().is_some() && edits.prepend_html(id, text).is_ok()
                {
                    let text = expected.create_text(text);
                    expected.prepend(own, text).unwrap();
                }
            }
            Edit::RemoveNode => {
                // The first element may imply the `body` element.
                let has_place = node.parent().is_some_and(|parent| parent.start_tag_span().is_some());
                if node.local_name_text() == "br" && has_place && edits.replace(id, "").is_ok() {
                    expected.detach(own).unwrap();
                }
            }
            _ => {}
        }
    }
    let Ok(changed) = edits.apply() else { return Ok(()) };
    let mut parsed = self::document(&changed);
    for document in [&mut parsed, &mut expected] {
        let empty: Vec<_> = document
            .root()
            .descendants()
            .filter(|node| node.data() == Some("") && node.kind() == NodeKind::Text)
            .map(NodeRef::id)
            .collect();
        for text in empty {
            document.remove(text).unwrap();
        }
        let root = document.root_id();
        document.normalize(root).unwrap();
    }
    let [parsed, expected] = [&parsed, &expected].map(|document| document.root().to_test_format());
    prop_assert_eq!(parsed, expected, "{:?} became {:?}", html, changed);
    Ok(())
}

proptest! {
    #[test]
    fn an_edit_changes_only_its_target(
        parts in prop::collection::vec(prop::sample::select(&EDITED[..]), 1..8),
        list in prop::collection::vec((any::<usize>(), any_edit()), 1..5),
    ) {
        check_edits(&parts.concat(), &list)?;
    }
}
