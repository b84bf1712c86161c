//! Tests of the data that a session returns to the page.

use hedgerow_playground::{Color, Form, Origin, Session, TreeRow};

fn session(html: &str, context: &str) -> Session {
    Session::new(html.to_owned(), context, false).unwrap()
}

fn rows(html: &str, context: &str) -> Vec<TreeRow> {
    let answer = session(html, context).rows(false, 0, 1000);
    assert_eq!(answer.rows.len(), answer.count);
    answer.rows
}

/// Lists the rows, one on each line, each with its source.
fn outline(html: &str, context: &str) -> String {
    let source: Vec<u16> = html.encode_utf16().collect();
    let cut = |[start, end]: [u32; 2]| String::from_utf16_lossy(&source[start as usize..end as usize]);
    let line = |row: &TreeRow| {
        let mut words = vec![row.kind.to_owned(), row.namespace.to_owned(), row.name.clone()];
        words
            .extend(row.attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value)));
        words.push(row.text.clone());
        if row.origin != Origin::Source {
            words.push(format!("({:?})", row.origin));
        }
        words.retain(|word| !word.is_empty());
        let places = [row.span, row.start_tag, row.end_tag].map(|place| place.map_or("-".to_owned(), cut));
        format!("{:1$}{2} | {3}\n", "", 2 * row.depth, words.join(" "), places.join(" | "))
    };
    rows(html, context).iter().map(line).collect()
}

#[test]
fn a_tree_has_a_row_for_each_node_with_its_place() {
    insta::assert_snapshot!(outline("<!DOCTYPE html>\u{1F332}<p id=a>b<!--c--><?d e?></p>", ""));
    insta::assert_snapshot!(outline("<b>1<i>2</b>3</i><svg><g xlink:href=x>", "div"));
}

#[test]
fn template_contents_and_shadow_roots_have_headings() {
    insta::assert_snapshot!(outline(
        "<template>a<p>b</template><div><template shadowrootmode=closed>c</template>d</div>",
        "div"
    ));
}

#[test]
fn a_token_says_how_it_was_read() {
    let tokens = session("\u{1F332}<b\nx=1>&lt;</b>", "div").tokens(0, 100);
    assert_eq!(tokens.count, tokens.rows.len());
    insta::assert_debug_snapshot!(tokens.rows);
}

#[test]
fn lists_are_returned_in_parts() {
    let mut session = session(&"<p></b>".repeat(100), "div");
    assert_eq!((session.summary(10).findings.len(), session.summary(10).finding_count), (10, 100));
    let all = session.rows(false, 0, 1000);
    assert_eq!(all.count, 100);
    assert_eq!(session.rows(false, 90, 20).rows, all.rows[90..]);
    let all = session.tokens(0, 1000);
    assert_eq!(all.count, 201);
    assert_eq!(session.tokens(200, 5).rows, all.rows[200..]);
    assert_eq!(session.tokens(10, 5).rows, all.rows[10..15]);
    assert_eq!(session.tokens(10, 5).count, 201);
}

#[test]
fn collapsed_rows_hide_their_descendants_and_stay_collapsed() {
    let html = "<ul><li>1<li><b>2</b></ul> <p>x</p>";
    let mut session = session(html, "body");
    let names = |session: &Session| -> Vec<String> {
        let rows = session.rows(false, 0, 100).rows;
        rows.into_iter().map(|row| if row.name.is_empty() { row.text } else { row.name }).collect()
    };
    assert_eq!(names(&session), ["ul", "li", "1", "li", "b", "2", " ", "p", "x"]);
    let rows = session.rows(false, 0, 100).rows;
    let keys = format!("{} {}", rows[4].key, rows[0].key);
    session.fold(true, &keys);
    assert_eq!(names(&session), ["ul", "p", "x"]);
    assert_eq!(session.rows(false, 0, 1).rows[0].is_open, Some(false));
    assert_eq!(session.row_of(false, rows[5].id), Some(0), "the first ancestor that is not hidden");
    session.fold(false, &rows[4].key);
    assert_eq!(names(&session), ["ul", "li", "1", "li", "b", " ", "p", "x"], "only the inner row");
    // The key does not depend on the nodes after the row, or on attributes.
    let mut edited = Session::new("<ul><li>11<li><b class=c>2</b>3</ul>".to_owned(), "body", false).unwrap();
    edited.fold(false, &keys);
    assert_eq!(names(&edited), ["ul"]);
}

#[test]
fn errors_have_spans_in_utf16() {
    let found =
        session("<!DOCTYPE html><html lang=en><title>x</title>\u{1F332}\r\n</b>", "").summary(9).findings;
    let found: Vec<_> = found.iter().map(|error| (error.code, error.span)).collect();
    assert_eq!(found, [("ordinary-end-tag-without-open-element", [49, 53])]);
    let found = session("<p \u{1F332} class=a class=b>", "body").summary(9).findings;
    let found: Vec<_> = found.iter().map(|error| (error.code, error.span)).collect();
    assert_eq!(found, [("disallowed-attribute", [3, 5]), ("duplicate-attribute", [14, 19])]);
}

#[test]
fn one_mistake_is_one_finding() {
    let found = |html: &str| -> Vec<(&'static str, [u32; 2], usize)> {
        let findings = session(html, "body").summary(100).findings;
        findings.into_iter().map(|finding| (finding.code, finding.span, finding.also.len())).collect()
    };
    assert_eq!(
        found("<table>one text"),
        [("unexpected-character-in-table", [7, 15], 0), ("eof-with-open-elements", [15, 15], 0)]
    );
    // The second link and the misnesting are the same mistake; the stray end tags are two more mistakes.
    assert_eq!(found("<a><a></a></b></i>").len(), 3);
}

#[test]
fn each_form_of_the_html_is_a_text() {
    let session = session("<!DOCTYPE html><p class='a'>b", "");
    let forms = ["html", "minified", "indented", "dump"].map(|name| session.text(Form::named(name).unwrap()));
    insta::assert_snapshot!(forms.join("\n----\n"));
    assert_eq!(Form::named("tree"), None);
}

#[test]
fn an_unknown_context_is_an_error() {
    let is_context = |context| Session::new(String::new(), context, false).is_ok();
    assert!(is_context("svg"), "an element that is called svg");
    assert!(!is_context("<p>"));
}

#[test]
fn scripting_makes_text_of_noscript() {
    let text =
        |scripting, form| Session::new("<noscript><p>".to_owned(), "div", scripting).unwrap().text(form);
    assert_eq!(text(false, Form::Html), "<noscript><p></p></noscript>");
    assert_eq!(text(true, Form::Html), "<noscript><p></noscript>");
    assert_eq!(text(true, Form::Inert), "| <noscript>\n|   <p>");
}

#[test]
fn the_source_has_the_colors_of_its_tokens() {
    let html = "\u{1F332}<!DOCTYPE html><p a b='1 &lt;'>&amp;<!--c--></p><script><b></script>";
    let source: Vec<u16> = html.encode_utf16().collect();
    let cut = |Color(kind, [start, end])| {
        format!("{kind} {}\n", String::from_utf16_lossy(&source[start as usize..end as usize]))
    };
    let session = session(html, "");
    insta::assert_snapshot!(session.colors(0, 1000).into_iter().map(cut).collect::<String>());
    assert_eq!(session.colors(20, 21).len(), 4, "the tag with its attributes");
}

#[test]
fn a_selector_finds_elements_in_templates_too() {
    let found = session("<p>1<template><p class=a>2</template><b>3", "body").select("p", 1).unwrap();
    assert_eq!((found.count, found.nodes.len(), found.places), (2, 1, vec![Some([0, 3])]));
    assert!(session("", "").select("p[", 1).is_err());
}

/// The sources of the examples of the page.
const EXAMPLES: [&str; 4] = [
    "<!DOCTYPE html><p>1<b>2<i>3</b>4</i>5</p><b>bold<p>paragraph</b>after</p><a href=1>one<div><a href=2>two</a></div>",
    "<table>\n<b>before<tr>text<td>cell<input type=hidden><input><caption>late</caption></table>",
    "<select><button><selectedcontent></selectedcontent></button><option>Hazel<option selected><b>Haw</b>thorn<hr></select>",
    "<template><tr><td>a</template><div><template shadowrootmode=open><slot></slot></template>light</div><svg><title><p>x</svg>",
];

#[test]
fn the_tree_of_the_last_step_is_the_tree() {
    for html in EXAMPLES {
        let mut session = session(html, "");
        let count = session.overview().count;
        assert_eq!(count, session.tokens(0, 0).count);
        assert_eq!(session.overview().marks.len(), count);
        assert_eq!(session.step(count), None);
        let step = session.step(count - 1).unwrap();
        assert_eq!(step.token.kind, "end-of-file");
        assert!(step.open_elements.is_empty());
        // Even the spans of elements that the end of the file closes are equal.
        assert_eq!(session.rows(true, 0, 1000), session.rows(false, 0, 1000));
    }
}

#[test]
fn a_step_says_what_was_done() {
    let mut session = session("<table>x<b>y</table>", "body");
    insta::assert_snapshot!(serde_json::to_string_pretty(&session.step(2).unwrap()).unwrap());
    assert_eq!(session.overview().marks, "..fec.");
}

#[test]
fn a_step_is_found_by_its_node() {
    let html = "<div>\u{1F332}<p>a</p>b</div>";
    let mut session = session(html, "body");
    let rows = session.rows(false, 0, 100).rows;
    let steps: Vec<_> = rows.iter().map(|row| session.step_making(row.id)).collect();
    assert_eq!(steps, [Some(0), Some(1), Some(2), Some(3), Some(5)]);
    assert_eq!(session.step_making(1000), None);
}
