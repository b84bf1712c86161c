//! Nodes that the parser moves, copies, implies or inserts later, and elements that end before their descendants.

use std::sync::Mutex;

use hedgerow::rewrite::{Checks, Content, HandlerResult, Rewriter, TextChunk};

/// Rewrites a document as a whole and in pieces of each length. The results must be equal.
fn rewritten<'h>(html: &str, rewriter: impl Fn() -> Rewriter<'h>) -> String {
    let whole = rewriter().rewrite(html).unwrap_or_else(|error| panic!("{html}: {error}"));
    for step in 1..html.len() {
        let mut stream = rewriter().stream_text(Vec::new());
        html.as_bytes().chunks(step).try_for_each(|piece| stream.feed(piece)).unwrap();
        assert_eq!(String::from_utf8(stream.finish().unwrap().0).unwrap(), whole, "{html} {step}");
    }
    whole
}

fn upper_case(text: &mut TextChunk<'_>) -> HandlerResult {
    let upper = text.as_str().to_uppercase();
    Ok(text.replace(Content::Text(&upper))?)
}

#[test]
fn text_of_a_table_is_not_written_before_its_held_copy_is_decided() {
    let rewriter =
        || Rewriter::new().on("b:nth-last-child(2n)", |_| Ok(())).unwrap().on_every_text(upper_case);
    for tag in ["td", "caption"] {
        let html = format!("<p><b></p><table>xyz<{tag}>q</table>");
        let expected = format!("<p><b></p><table>XYZ<{tag}>Q</table>");
        assert_eq!(rewritten(&html, rewriter), expected);
    }
}

#[test]
fn an_element_has_the_handlers_of_the_parent_that_it_was_inserted_into() {
    for (html, selector, expected) in [
        ("<b><p>secret</b>x", "b", "<b><p></b>"),
        ("<i><b><p>secret</b>x", "b", "<i><b><p></b>"),
        ("<nobr><p><u>t</u><nobr>x", "nobr", "<nobr><p><u></u><nobr>"),
    ] {
        for held in ["p", "p:has(zz)", "u, p:last-child"] {
            let rewriter = || {
                let rewriter = Rewriter::new().checks(Checks::Report).on(held, |_| Ok(())).unwrap();
                let remove = |text: &mut TextChunk<'_>| {
                    text.remove();
                    Ok(())
                };
                rewriter.on_text(selector, remove).unwrap()
            };
            assert_eq!(rewritten(html, rewriter), expected, "{held}");
        }
    }
}

#[test]
fn handlers_stay_when_an_element_ends_before_its_descendants() {
    for (html, selector, outer, expected) in [
        ("<form><div></form>x<!--c--></div>y", "body", "form", "<form><div></form>X<!--C--></div>Y"),
        ("<form><div></form>x<!--c--></div>y", "form", "body", "<form><div></form>X<!--C--></div>y"),
        (
            "<div><a><table><a>x</a>y<!--c--><tr><td>z</table>",
            "div",
            "a",
            "<div><a><table><a>X</a>Y<!--C--><tr><td>Z</table>",
        ),
    ] {
        for other in [outer, "nothing"] {
            let rewriter = || {
                let rewriter = Rewriter::new().checks(Checks::Report).on(other, |_| Ok(())).unwrap();
                let rewriter = rewriter.on_text(selector, upper_case).unwrap();
                let upper = |text: &str| text.to_uppercase();
                rewriter.on_comment(selector, move |c| Ok(c.set_text(&upper(c.text()))?)).unwrap()
            };
            assert_eq!(rewritten(html, rewriter), expected, "{selector} {other}");
        }
    }
}

#[test]
fn descendants_of_a_removed_element_that_stay_open_have_its_handlers() {
    let html = "<b></b><form><div></form>x<i>y</i></div>z";
    let rewriter = || {
        let rewriter = Rewriter::new().checks(Checks::Report).on("form", |form| Ok(form.remove()?)).unwrap();
        rewriter.on_text("div", upper_case).unwrap()
    };
    assert_eq!(rewritten(html, rewriter), "<b></b>X<i>Y</i></div>z");
}

#[test]
fn content_before_text_that_implies_the_body_is_in_the_body() {
    for (content, expected) in [
        ("<script></script>", "<title></title> <body><script></script>x"),
        ("<p>1</p>", "<title></title> <p>1</p>x"),
        ("1", "<title></title> 1x"),
        (" ", "<title></title> <body> x"),
        ("", "<title></title> x"),
    ] {
        let rewriter =
            || Rewriter::new().on_text("body", |text| Ok(text.before(Content::Html(content))?)).unwrap();
        assert_eq!(rewritten("<title></title> x", rewriter), expected);
    }
}

#[test]
fn content_instead_of_text_that_implies_the_body_is_in_the_body() {
    for (content, expected) in [
        ("<script></script>", "<title></title><body><script></script><link>"),
        ("X", "<title></title>X<link>"),
        ("", "<title></title><body><link>"),
    ] {
        let rewriter =
            || Rewriter::new().on_text("body", |text| Ok(text.replace(Content::Html(content))?)).unwrap();
        assert_eq!(rewritten("<title></title>x<link>", rewriter), expected);
    }
}

#[test]
fn an_implied_element_starts_at_the_character_that_implies_it() {
    for (html, expected) in [
        (" u", ["html: u 1", "head:  1", "body: u 1"].as_slice()),
        ("<html> \n u", &["html:  \n u 0", "head:  9", "body: u 9"]),
        ("<html><head> u", &["html: <head> u 0", "head:   6", "body: u 13"]),
        ("<title></title> u", &["html: <title></title> u 0", "head: <title></title>  0", "body: u 16"]),
        ("<p> </head> u", &["html: <p> </head> u 0", "head:  0", "body: <p> </head> u 0"]),
    ] {
        let found = Mutex::new(Vec::new());
        let rewriter = || {
            found.lock().unwrap().clear();
            let rewriter = Rewriter::new().on_contents("html, head, body", |element| {
                let contents = element.contents().unwrap_or("none");
                let call = format!("{}: {contents} {}", element.local_name(), element.source_offset());
                found.lock().unwrap().push(call);
                Ok(())
            });
            rewriter.unwrap()
        };
        rewriter().rewrite(html).unwrap();
        assert_eq!(*found.lock().unwrap(), expected);
        for step in 1..html.len() {
            let mut stream = rewriter().stream_text(Vec::new());
            html.as_bytes().chunks(step).try_for_each(|piece| stream.feed(piece)).unwrap();
            stream.finish().unwrap();
            assert_eq!(*found.lock().unwrap(), expected, "{step}");
        }
    }
}

#[test]
fn content_at_the_end_of_an_element_that_text_ends_is_written_after_white_space() {
    for (selector, html, expected) in [
        ("head", "<title></title> u", "<title></title> <link>u"),
        ("colgroup", "<table><colgroup> u", "<table><colgroup> <template></template>u"),
    ] {
        let content = if selector == "head" { "<link>" } else { "<template></template>" };
        let rewriter =
            || Rewriter::new().on(selector, |element| Ok(element.append(Content::Html(content))?)).unwrap();
        assert_eq!(rewritten(html, rewriter), expected);
    }
}
