//! Selectors that are decided later.

use hedgerow::rewrite::{Beyond, Content, DecidedAt, Outcome, RewriteError, Rewriter};

/// Marks the elements that match a selector, with the document in pieces of one byte, and as a whole.
fn marked(html: &str, selector: &str) -> String {
    assert_eq!(Rewriter::decided_at(selector).unwrap(), DecidedAt::Later, "{selector}");
    let rewriter = || Rewriter::new().on(selector, |element| Ok(element.set_attribute("x", "")?)).unwrap();
    let mut stream = rewriter().stream_text(Vec::new());
    for byte in html.bytes() {
        stream.feed(&[byte]).unwrap();
    }
    let whole = rewriter().rewrite(html).unwrap();
    assert_eq!(String::from_utf8(stream.finish().unwrap().0).unwrap(), whole);
    whole.replace(" x=\"\"", "!")
}

#[test]
fn selectors_see_later_siblings_and_contents() {
    for (selector, html, expected) in [
        ("p:has(b)", "<p>1<p>2<i><b></b></i>", "<p>1<p!>2<i><b></b></i>"),
        ("p:has(> b)", "<p><i><b></b></i><p><b>", "<p><i><b></b></i><p!><b>"),
        ("p:has(+ div)", "<p>1<p>2<div>", "<p>1<p!>2<div>"),
        ("p:has(~ div b)", "<p>1<p>2<div></div><div><b></div><p>", "<p!>1<p!>2<div></div><div><b></div><p>"),
        ("p:not(:has(i, b))", "<p><i></i><p><u></u><p><b>", "<p><i></i><p!><u></u><p><b>"),
        ("li:last-child a", "<ul><li><a>1</a><li><a>2</a></ul>", "<ul><li><a>1</a><li><a!>2</a></ul>"),
        ("b:only-child", "<p><b>1</b><p><b>2</b><b>3</b>", "<p><b!>1</b><p><b>2</b><b>3</b>"),
        ("p:empty", "<p></p><p> </p><p><!-- --></p><p><br>", "<p!></p><p> </p><p!><!-- --></p><p><br>"),
        ("li:nth-last-child(2)", "<ul><li><li><li></ul>", "<ul><li><li!><li></ul>"),
        ("li:nth-last-child(2n+1)", "<ul><li><li><li></ul>", "<ul><li!><li><li!></ul>"),
        ("li:nth-last-child(-n+2)", "<ul><li><li><li></ul>", "<ul><li><li!><li!></ul>"),
        ("i:last-of-type", "<p><i></i><b></b><i></i><b></b>", "<p><i></i><b></b><i!></i><b></b>"),
        (
            ":nth-last-child(1 of .a)", "<p><i class=a></i><b class=a></b><i>",
            "<p><i class=a></i><b class=a!></b><i>",
        ),
        (
            "head:has(link)",
            "<head><title></title></head><link><body>",
            "<head!><title></title></head><link><body>",
        ),
        ("body:empty, html:last-child", "<html><body>", "<html!><body!>"),
        ("p:last-child > b, p:first-child > i", "<p><i><b></b></i><p><b>", "<p><i!><b></b></i><p><b!>"),
    ] {
        assert_eq!(marked(html, selector), expected, "{selector}");
    }
}

/// Marks the elements that match a selector, in pieces of one byte, with a limit of 40 bytes.
fn marked_within_40_bytes(html: &str, beyond: Beyond) -> Result<(String, Outcome), RewriteError> {
    let rewriter = Rewriter::new().limit(40, beyond);
    let rewriter = rewriter.on("p:has(b)", |element| Ok(element.set_attribute("x", "")?)).unwrap();
    let rewriter = rewriter.on("i", |element| Ok(element.set_attribute("y", "")?)).unwrap();
    let mut stream = rewriter.stream_text(Vec::new());
    html.bytes().try_for_each(|byte| stream.feed(&[byte]))?;
    let (output, outcome) = stream.finish()?;
    Ok((String::from_utf8(output).unwrap(), outcome))
}

#[test]
fn beyond_the_limit_an_element_does_not_match() {
    let short = format!("<p>{}<b></b>", "<i>x</i>".repeat(4));
    let long = format!("<p>{}<b></b>", "<i>x</i>".repeat(6));
    let [short_marked, long_marked] =
        [short.replace("<p>", "<p x=\"\">"), long.clone()].map(|html| html.replace("<i>", "<i y=\"\">"));
    for beyond in [Beyond::Error, Beyond::KeepSource] {
        let (output, outcome) = marked_within_40_bytes(&short, beyond).unwrap();
        assert_eq!((output, outcome.undecided), (short_marked.clone(), 0));
    }
    assert!(matches!(marked_within_40_bytes(&long, Beyond::Error), Err(RewriteError::Limit)));
    let html = format!("{long}</p>{short}");
    let (output, outcome) = marked_within_40_bytes(&html, Beyond::KeepSource).unwrap();
    assert_eq!((output, outcome.undecided), (format!("{long_marked}</p>{short_marked}"), 1));
    assert!(!outcome.was_cut);
}

#[test]
fn an_element_beyond_the_limit_is_not_held_until_the_end() {
    let rewriter = Rewriter::new().limit(40, Beyond::KeepSource);
    let rewriter = rewriter.on_contents("p", |p| Ok(p.set_attribute("x", "")?)).unwrap();
    let long = format!("<p>{}</p>", "y".repeat(100));
    let mut stream = rewriter.stream_text(Vec::new());
    (0..3_000).try_for_each(|_| stream.feed(long.as_bytes())).unwrap();
    stream.feed(b"<p>short</p>").unwrap();
    let (output, outcome) = stream.finish().unwrap();
    assert!(output.ends_with(b"<p x=\"\">short</p>"));
    assert_eq!((outcome.undecided, outcome.was_cut), (3_000, false));
}

#[test]
fn ancestors_that_are_not_decided_do_not_use_up_the_limit() {
    let html = format!("{}<p>", "<div><div></div></div><b></b>".repeat(2_000));
    let mut stream = Rewriter::new()
        .limit(1_000, Beyond::Error)
        .on("html:last-child div i, html:last-child b ~ i, body:has(#x) div:has(div) a", |_| Ok(()))
        .unwrap()
        .stream_text(Vec::new());
    stream.feed(html.as_bytes()).unwrap();
    assert_eq!(stream.finish().unwrap().0, html.as_bytes());
}

#[test]
fn contents_are_handed_over_whole() {
    let mut found = Vec::new();
    let rewriter = Rewriter::new()
        .on_contents("head, p, br, td:last-child, tbody, body", |element| {
            found.push(format!("{}: {}", element.local_name(), element.contents().unwrap()));
            Ok(())
        })
        .unwrap();
    let head = "<title></title></head> <!-- -->";
    let html = format!("{head}<p>1<br><p>2 <i>3</i></p><table><tr><td>4<td>5</table></body> ");
    assert_eq!(rewriter.rewrite(&html).unwrap(), html);
    let body = html.strip_prefix(head).unwrap().strip_suffix("</body> ").unwrap();
    assert_eq!(
        found,
        [
            "head: <title></title>",
            &format!("body: {body}"),
            "p: 1<br>",
            "br: ",
            "p: 2 <i>3</i>",
            "tbody: <tr><td>4<td>5",
            "td: 5",
        ]
    );
}

#[test]
fn contents_do_not_contain_a_tag_in_which_the_document_ends() {
    for (html, expected) in [("<p>x<b a='</p>", "x"), ("<p>x</p", "x"), ("<p>x&am", "x&am"), ("<p>x<", "x<")]
    {
        let mut found = String::new();
        let rewriter = Rewriter::new().on_contents("p", |p| {
            found += p.contents().unwrap_or_default();
            Ok(())
        });
        assert_eq!(rewriter.unwrap().rewrite(html).unwrap(), html);
        assert_eq!(found, expected, "{html}");
    }
}

#[test]
fn handlers_of_both_kinds_are_called_in_order() {
    let mut calls = Vec::new();
    let calls = std::sync::Mutex::new(&mut calls);
    let record = |call| {
        calls.lock().unwrap().push(call);
        Ok(())
    };
    let rewriter = Rewriter::new()
        .on("p", |_| record("p"))
        .and_then(|rewriter| rewriter.on("p:has(b)", |_| record("p:has(b)")))
        .and_then(|rewriter| rewriter.on("b", |_| record("b")))
        .and_then(|rewriter| rewriter.on_text("p:has(b)", |_| record("text")))
        .and_then(|rewriter| rewriter.on("p", |_| record("p again")));
    rewriter.unwrap().rewrite("x<p>x<b></b>").unwrap();
    assert_eq!(calls.into_inner().unwrap(), &["p", "p:has(b)", "p again", "text", "b"]);
}

#[test]
fn elements_that_match_can_be_changed() {
    let rewriter = Rewriter::new().on("p:not(:has(b))", |p| Ok(p.remove()?)).unwrap();
    assert_eq!(rewriter.rewrite("0<p>1<p><b>2</b></p><p>3</p>4").unwrap(), "0<p><b>2</b></p>4");
    let rewriter = Rewriter::new().on("li:last-child", |li| Ok(li.after(Content::Html("<li>3</li>"))?));
    assert_eq!(
        rewriter.unwrap().rewrite("<ul><li>1<li>2</ul>").unwrap(),
        "<ul><li>1<li>2</li><li>3</li></ul>"
    );
}

#[test]
fn a_long_list_does_not_end_the_rewriting() {
    let html = format!("<ul>{}</ul><p>", "<li>".repeat(30_000));
    let rewriter = Rewriter::new().limit(100_000, Beyond::KeepSource);
    let rewriter = rewriter.on("li:nth-last-child(2n)", |_| Ok(())).unwrap();
    let rewriter = rewriter.on("p", |p| Ok(p.set_attribute("x", "")?)).unwrap();
    let mut stream = rewriter.stream_text(Vec::new());
    stream.feed(html.as_bytes()).unwrap();
    let (output, outcome) = stream.finish().unwrap();
    assert!(output.ends_with(b"</ul><p x=\"\">"));
    assert!(outcome.undecided > 0 && !outcome.was_cut);
}

#[test]
fn pieces_of_text_do_not_use_up_the_limit_of_events() {
    let html = format!("<p>{}<b>", "x".repeat(10_000));
    let rewriter = Rewriter::new().limit(20_000, Beyond::Error).on_every_text(|_| Ok(()));
    let rewriter = rewriter.on("p:has(b)", |p| Ok(p.set_attribute("x", "")?)).unwrap();
    let mut stream = rewriter.stream_text(Vec::new());
    html.bytes().try_for_each(|byte| stream.feed(&[byte])).unwrap();
    assert_eq!(String::from_utf8(stream.finish().unwrap().0).unwrap(), html.replace("<p>", "<p x=\"\">"));
}

#[test]
fn selectors_of_ancestors_and_siblings_that_become_false_call_no_handler() {
    for (selector, html, expected) in [
        ("p:empty > b", "<p>x<b>1</b>", [].as_slice()),
        ("i:last-child ~ b", "<i></i><i></i><b>", &[]),
        ("*:only-child ~ *", "<i></i><b></b><u>", &[]),
        ("*:empty > *", "<p><i><b></b></i>", &[]),
        ("p:has(b) > b", "<p>x<b>1</b>", &["contents 1", "element"]),
    ] {
        let found = std::sync::Mutex::new(Vec::new());
        let record = |call: String| {
            found.lock().unwrap().push(call);
            Ok(())
        };
        let rewriter = Rewriter::new()
            .on_contents(selector, |b| record(format!("contents {}", b.contents().unwrap_or("none"))))
            .and_then(|rewriter| rewriter.on(selector, |_| record("element".to_owned())));
        rewriter.unwrap().rewrite(html).unwrap();
        assert_eq!(*found.lock().unwrap(), expected, "{selector} {html}");
    }
}
