//! Several edits of a source: end tags, escapes and names follow from all edits together, in any order of the calls.

use hedgerow::source::{SourceEditError, SourceEdits};
use hedgerow::{Document, NodeRef, Parser};

type Change = fn(&mut SourceEdits<'_>, &[NodeRef<'_>]) -> Result<(), SourceEditError>;

fn document(html: &str) -> Document {
    Parser::new().source_spans(true).parse(html).into_document()
}

/// Returns the source after the changes of the elements with a name, which must not depend on the order of the changes.
fn edited(html: &str, name: &str, changes: &[Change]) -> Result<String, SourceEditError> {
    let document = document(html);
    let elements: Vec<_> =
        document.root().deep_descendants().filter(|node| node.local_name_text() == name).collect();
    let apply = |changes: &mut dyn Iterator<Item = &Change>| {
        let mut edits = SourceEdits::new(&document);
        for change in changes {
            change(&mut edits, &elements)?;
        }
        edits.apply()
    };
    let result = apply(&mut changes.iter());
    assert_eq!(apply(&mut changes.iter().rev()), result, "the order of the calls does not matter");
    result
}

#[track_caller]
fn check(html: &str, name: &str, changes: &[Change], expected: &str) {
    assert_eq!(edited(html, name, changes).unwrap(), expected);
}

#[test]
fn an_end_tag_is_written_only_for_an_element_that_stays() {
    let remove: [Change; 3] = [
        |edits, p| edits.replace(p[0].id(), ""),
        |edits, p| edits.replace(p[1].id(), ""),
        |edits, p| edits.replace(p[2].id(), ""),
    ];
    let html = "<div>x<p>a<p>b<p>c</div>";
    check(html, "p", &remove, "<div>x</div>");
    check(html, "p", &remove[..2], "<div>x<p>c</div>");
    check(html, "p", &remove[1..], "<div>x<p>a</p></div>");
    check(html, "p", &[remove[0], |edits, p| edits.insert_before(p[1].id(), "X")], "<div>xX<p>b<p>c</div>");
    check(html, "p", &[remove[0], |edits, p| edits.insert_after(p[0].id(), "X")], "<div>xX<p>b<p>c</div>");
}

#[test]
fn the_end_tag_of_the_body_ends_the_elements_in_it_unless_content_follows() {
    let append: Change = |edits, nodes| edits.append_html(nodes[0].id(), "X");
    for (html, expected) in [
        ("<html><body>a</body>\n</html>\n", "<html><body>aX</body>\n</html>\n"),
        ("<body><p>a</body></html>\n", "<body><p>a</p>X</body></html>\n"),
        ("<body><div><p>a</body>\n", "<body><div><p>a</div>X</body>\n"),
        ("<body>a</body>b", "<body>a</body>bX"),
        ("<body>a</body>b</body>\n", "<body>a</body>bX</body>\n"),
        ("<body>a</body>\n<p>b\n</html>\n", "<body>a</body>\n<p>b\n</html>\n</p>X"),
        ("<body><p>a</body>b", "<body><p>a</body>b</p>X"),
        ("<body>a</body><!--c-->b<!--d--></html>\n", "<body>a</body><!--c-->b<!--d-->X</html>\n"),
        ("<body><div><p>a</body></div>\n", "<body><div><p>a</body></div>X\n"),
        ("<body>a</body><!--c-->\n", "<body>aX</body><!--c-->\n"),
        ("<body>a</body>\n</html>\n</body>", "<body>aX</body>\n</html>\n</body>"),
        ("<body></body><!--c--></body>\n", "<body>X</body><!--c--></body>\n"),
        ("<body><p>a</body></html></body>", "<body><p>a</p>X</body></html></body>"),
        ("<body>a</i> </body>", "<body>a</i> X</body>"),
        ("<body>a<!doctype html> </body>", "<body>a<!doctype html> X</body>"),
        ("<body>a<!doctype '</body>' ></i> </body>", "<body>a<!doctype '</body>' ></i> X</body>"),
        (
            "<body>a</i b='</body>' c></bodyx> </HTML ></body>",
            "<body>a</i b='</body>' c></bodyx> X</HTML ></body>",
        ),
        ("<body>a<tr b=></HTML><!-- -->", "<body>a<tr b=>X</HTML><!-- -->"),
        ("<body><p>a</i></body>", "<body><p>a</i></p>X</body>"),
    ] {
        check(html, "body", &[append], expected);
    }
    let html = "<body><p>a</body></html>\n";
    check(html, "p", &[append], "<body><p>aX</body></html>\n");
    check(html, "p", &[|edits, p| edits.insert_after(p[0].id(), "X")], "<body><p>a</p>X</body></html>\n");
    check(html, "p", &[|edits, p| edits.replace(p[0].id(), "X")], "<body>X</body></html>\n");
    check(html, "p", &[|edits, p| edits.rename_element(p[0].id(), "q")], "<body><q>a</q></body></html>\n");
}

#[test]
fn an_end_tag_that_a_parser_would_ignore_comes_after_those_of_inner_elements() {
    let after: Change = |edits, nodes| edits.insert_after(nodes[0].id(), "X");
    check("<p><q><q>a</p>", "q", &[after], "<p><q><q>a</q></q>X</p>");
    check("<p><q><i><q>a</p>", "q", &[after], "<p><q><i><q>a</q></i></q>X</p>");
    check("<section><q><div>a</section>", "q", &[after], "<section><q><div>a</div></q>X</section>");
    check("<section><div><q>a</section>", "div", &[after], "<section><div><q>a</div>X</section>");
    check(
        "<div><section><select><option>a",
        "section",
        &[after],
        "<div><section><select><option>a</select></section>X",
    );
    let rename: Change = |edits, nodes| edits.rename_element(nodes[0].id(), "i");
    check("<p><q><i><q>a</p>", "q", &[after, rename], "<p><i><i><q>a</q></i></i>X</p>");
    let remove: Change = |edits, br| edits.replace(br[0].id(), "");
    check(
        "<svg><svg><g><br><style>a</style>",
        "br",
        &[remove],
        "<svg><svg><g></g></svg></svg><style>a</style>",
    );
}

#[test]
fn an_end_tag_has_the_new_name() {
    let rename: Change = |edits, p| edits.rename_element(p[0].id(), "h2");
    let rule: Change = |edits, p| edits.insert_before(p[1].id(), "<hr>");
    check("<p>a<p>b", "p", &[rename, rule], "<h2>a</h2><hr><p>b");
    check("<p>a<p>b", "p", &[rename], "<h2>a</h2><p>b");
    let rename_second: Change = |edits, p| edits.rename_element(p[1].id(), "b");
    check("<p>a<p>b", "p", &[rename_second], "<p>a</p><b>b</b>");
    check(
        "<p>a</p>",
        "p",
        &[|edits, p| edits.set_html(p[0].id(), ""), |edits, p| edits.rename_element(p[0].id(), "hr")],
        "<hr>",
    );
    check("<br><i>x</i>", "br", &[|edits, br| edits.rename_element(br[0].id(), "b")], "<b></b><i>x</i>");
    // The end tag of a `span` does not close a `p` or an `li` in it.
    check(
        "<ul><li>a</ul>",
        "ul",
        &[|edits, ul| edits.rename_element(ul[0].id(), "span")],
        "<span><li>a</li></span>",
    );
    check("<ul><li>a</ul>", "ul", &[|edits, ul| edits.rename_element(ul[0].id(), "ol")], "<ol><li>a</ol>");
}

#[test]
fn text_is_escaped_for_the_new_name() {
    let markup: Change = |edits, nodes| edits.set_text(nodes[0].id(), "<img src=x>&");
    let to_div: Change = |edits, nodes| edits.rename_element(nodes[0].id(), "div");
    check("<style>b</style>", "style", &[to_div, markup], "<div>&lt;img src=x&gt;&amp;</div>");
    let to_style: Change = |edits, nodes| edits.rename_element(nodes[0].id(), "style");
    check("<div>a</div>", "div", &[to_style, markup], "<style><img src=x>&</style>");
    let end_tag: Change = |edits, nodes| edits.set_text(nodes[0].id(), "</style>");
    assert!(matches!(
        edited("<div>a</div>", "div", &[to_style, end_tag]),
        Err(SourceEditError::RawText { .. })
    ));
    check("<style>a</style>", "style", &[to_div, end_tag], "<div>&lt;/style&gt;</div>");
    let of_text: Change = |edits, nodes| edits.set_text(nodes[0].first_child().unwrap().id(), "<img src=x>&");
    check("<style>b</style>", "style", &[to_div, of_text], "<div>&lt;img src=x&gt;&amp;</div>");
    let in_table: Change = |edits, nodes| edits.set_text(nodes[0].id(), "x");
    let to_table: Change = |edits, nodes| edits.rename_element(nodes[0].id(), "table");
    assert!(matches!(
        edited("<div>a</div>", "div", &[to_table, in_table]),
        Err(SourceEditError::TextOutOfPlace { .. })
    ));
}

#[test]
fn a_newline_is_ignored_under_the_new_name_only() {
    let set: Change = |edits, nodes| edits.set_text(nodes[0].id(), "\nx");
    let to_pre: Change = |edits, nodes| edits.rename_element(nodes[0].id(), "pre");
    let to_div: Change = |edits, nodes| edits.rename_element(nodes[0].id(), "div");
    check("<div>a</div>", "div", &[to_pre, set], "<pre>\n\nx</pre>");
    check("<pre>a</pre>", "pre", &[to_div, set], "<div>\nx</div>");
    check("<pre>\na</pre>", "pre", &[to_div], "<div>a</div>");
    check("<div>\na</div>", "div", &[to_pre], "<pre>\n\na</pre>");
    check(
        "<pre>\na</pre>",
        "pre",
        &[to_div, |edits, nodes| edits.prepend_html(nodes[0].id(), "\nb")],
        "<div>\nba</div>",
    );
}

#[test]
fn contents_that_another_element_cannot_have_are_refused() {
    for (html, from, to) in [
        ("<div>a&lt;</div>", "div", "style"),
        ("<div><b>a</b></div>", "div", "textarea"),
        ("<script>a<b</script>", "script", "div"),
        ("<div>a</div>", "div", "hr"),
    ] {
        let document = document(html);
        let element = document.root().descendants().find(|node| node.local_name_text() == from).unwrap();
        let mut edits = SourceEdits::new(&document);
        edits.rename_element(element.id(), to).unwrap();
        assert!(matches!(edits.apply(), Err(SourceEditError::ContentsOfOtherKind { .. })), "{html}");
        edits.set_text(element.id(), "").unwrap();
        assert!(edits.apply().is_ok(), "{html}");
    }
    check(
        "<div>a</div>",
        "div",
        &[|edits, div| edits.rename_element(div[0].id(), "style")],
        "<style>a</style>",
    );
}

#[test]
fn edits_at_one_offset_have_the_order_of_the_tree() {
    let html = "<p>a<p>b";
    let replace: Change = |edits, p| edits.replace(p[1].id(), "Q");
    check(html, "p", &[replace, |edits, p| edits.insert_after(p[0].id(), "Y")], "<p>a</p>YQ");
    check(html, "p", &[replace, |edits, p| edits.insert_before(p[1].id(), "X")], "<p>a</p>XQ");
    let all: [Change; 4] = [
        |edits, p| edits.insert_before(p[1].id(), "4"),
        |edits, p| edits.insert_after(p[0].id(), "3"),
        |edits, p| edits.append_html(p[0].id(), "2"),
        |edits, p| edits.set_html(p[0].id(), "1"),
    ];
    check(html, "p", &all, "<p>12</p>34<p>b");
    check(
        "<main><p><p></p></main>",
        "p",
        &[
            |edits, p| edits.insert_before(p[1].id(), "<!--0-->"),
            |edits, p| edits.set_html(p[0].id(), "<!--1-->"),
        ],
        "<main><p><!--1--></p><!--0--><p></p></main>",
    );
    check(
        "<div><p>a</div>",
        "p",
        &[|edits, p| edits.insert_after(p[0].id(), "X"), |edits, p| edits.append_html(p[0].id(), "Y")],
        "<div><p>aY</p>X</div>",
    );
    let around: [Change; 2] = [
        |edits, li| li.iter().try_for_each(|li| edits.insert_before(li.id(), "<!--c-->")),
        |edits, li| li.iter().try_for_each(|li| edits.append_html(li.id(), "!")),
    ];
    check("<ul><li>a<li>b</ul>", "li", &around, "<ul><!--c--><li>a!</li><!--c--><li>b!</ul>");
    check(
        "<ul><li><p>a<li>b</ul>",
        "li",
        &[
            |edits, li| edits.insert_after(li[0].id(), "<li>X"),
            |edits, li| edits.insert_after(li[0].first_child().unwrap().id(), "Y"),
        ],
        "<ul><li><p>a</p>Y</li><li>X<li>b</ul>",
    );
    check(
        "<table><caption>c<tr><td>a</table>",
        "tr",
        &[|edits, tr| edits.insert_before(tr[0].id(), "<tr>")],
        "<table><caption>c</caption><tr><tr><td>a</table>",
    );
    check(
        "<template><li>a</template>",
        "template",
        &[|edits, template| edits.append_html(template[0].id(), "x")],
        "<template><li>a</li>x</template>",
    );
}

#[test]
fn overlaps_name_the_edits() {
    let conflict = |changes: &[Change]| match edited("<div><p>a<p>b</div>", "p", changes) {
        Err(SourceEditError::Overlap { first, second }) => [first, second],
        other => panic!("{other:?}"),
    };
    let replace: Change = |edits, p| edits.replace(p[0].id(), "Q");
    let expected = ["replace of node #6 <p>", "append_html of node #6 <p>"];
    assert_eq!(conflict(&[replace, |edits, p| edits.append_html(p[0].id(), "x")]), expected);
    let expected = ["set_html of node #5 <div>", "insert_after of node #6 <p>"];
    let set: Change = |edits, p| edits.set_html(p[0].parent().unwrap().id(), "");
    assert_eq!(conflict(&[set, |edits, p| edits.insert_after(p[0].id(), "x")]), expected);
    let expected = ["replace of node #6 <p>", "replace of node #6 <p>"];
    assert_eq!(conflict(&[replace, replace]), expected);
}

#[test]
fn moved_nodes_are_not_lost_with_the_source_of_others() {
    let remove: Change = |edits, nodes| edits.replace(nodes[0].id(), "");
    let empty: Change = |edits, nodes| edits.set_text(nodes[0].id(), "");
    for (html, name) in [
        ("<table><tr><div>kept</div><td>a</table>", "table"),
        ("<table>kept<tr><td>a</table>", "table"),
        ("<b><p>x</b>y</p>", "b"),
        ("<body>a</body>b", "body"),
        ("<div><body id=a></div>", "div"),
    ] {
        for change in [remove, empty] {
            let result = edited(html, name, &[change]);
            let is_refused =
                matches!(result, Err(SourceEditError::MovedNodes { .. } | SourceEditError::HasCopies { .. }));
            assert!(is_refused, "{html}: {result:?}");
        }
    }
    let error = edited("<table><tr><td>a</td>kept</table>", "table", &[empty]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "set_text of node #5 <table> would remove other nodes than those in the tree, because the parser moved node \
         #10 Text"
    );
    check("<html><body>a</body>\n</html>\n", "body", &[empty], "<html><body></body>\n</html>\n");
    check("<p>a", "p", &[remove], "");
    check("<table> <tr><td>a</table>", "table", &[remove], "");
}

#[test]
fn an_old_name_of_an_attribute_denotes_it_until_another_one_gets_the_name() {
    check_in_order("<p c=1 d=2>", "<p d=\"v\" e=2>", |edits, p| {
        edits.rename_attribute(p, "d", "e")?;
        edits.rename_attribute(p, "c", "d")?;
        edits.remove_attribute(p, "d")?;
        edits.set_attribute(p, "d", "v")
    });
    check_in_order("<p a=1 d=2>", "<p e=1 d=2 a=\"v\">", |edits, p| {
        edits.rename_attribute(p, "a", "e")?;
        edits.rename_attribute(p, "d", "a")?;
        edits.rename_attribute(p, "a", "d")?;
        edits.set_attribute(p, "a", "v")
    });
    check_in_order("<p a=1>", "<p a=1 c=\"2\">", |edits, p| {
        edits.set_attribute(p, "b", "2")?;
        edits.rename_attribute(p, "b", "c")
    });
}

fn check_in_order(
    html: &str,
    expected: &str,
    change: impl Fn(&mut SourceEdits<'_>, hedgerow::NodeId) -> Result<(), SourceEditError>,
) {
    let document = document(html);
    let mut edits = SourceEdits::new(&document);
    change(&mut edits, document.body().unwrap().first_child().unwrap().id()).unwrap();
    assert_eq!(edits.apply().unwrap(), expected);
}

#[test]
fn a_document_that_was_changed_is_refused() {
    let changes: [fn(&mut Document, hedgerow::NodeId); 9] = [
        |document, p| document.rename_element(p, "style").unwrap(),
        |document, p| document.append_text(p, "x").unwrap(),
        |document, p| document.set_text(p, "x").unwrap(),
        |document, p| document.set_attribute(p, "id", "x").unwrap(),
        |document, p| assert!(document.remove_attribute(p, "class").unwrap()),
        |document, p| assert!(document.rename_attribute(p, "class", "id").unwrap()),
        |document, p| document.detach(document.node(p).first_child().unwrap().id()).unwrap(),
        |document, p| document.set_data(document.node(p).first_child().unwrap().id(), "x").unwrap(),
        |document, p| assert!(document.split_text(document.node(p).first_child().unwrap().id(), 1).is_ok()),
    ];
    let html = "<p class=a>text</p>";
    for (index, change) in changes.into_iter().enumerate() {
        let mut document = document(html);
        let p = document.body().unwrap().first_child().unwrap().id();
        document.create_text("not in the tree");
        assert_eq!(document.element_by_id("x"), None);
        document.shrink_to_fit();
        let copy = document.clone();
        change(&mut document, p);
        let mut edits = SourceEdits::new(&document);
        let refused = edits.set_text(document.body().unwrap().id(), "");
        assert!(matches!(refused, Err(SourceEditError::Changed { .. })), "{index}: {refused:?}");
        assert_eq!(edits.apply().unwrap(), html);
        let mut edits = SourceEdits::new(&copy);
        edits.set_text(copy.body().unwrap().first_child().unwrap().id(), "copy").unwrap();
        assert_eq!(edits.apply().unwrap(), "<p class=a>copy</p>");
    }
    let mut stream = Parser::new().source_spans(true).stream();
    stream.feed("<p>a");
    let body = stream.document().body().unwrap().id();
    stream.document_mut().remove_children(body).unwrap();
    let document = stream.finish().into_document();
    let refused = SourceEdits::new(&document).insert_after(body, "x");
    assert!(matches!(refused, Err(SourceEditError::Changed { .. })));
}
