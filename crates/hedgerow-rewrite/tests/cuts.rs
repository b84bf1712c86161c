//! Generated documents: the calls of the handlers and the output do not depend on how the input is cut.

use std::sync::Mutex;

use hedgerow::rewrite::{Checks, Content, Rewriter};

#[rustfmt::skip]
const PARTS: [&str; 36] = [
    "<b>", "</b>", "<a>", "</a>", "<p>", "</p>", "<div>", "</div>", "<form>", "</form>", "<table>", "</table>", "<tr>", "<td>",
    "x", " ", "<!--c-->", "<i>", "</i>", "<nobr>", "<title>t</title>", "<template>", "</template>", "<li>", "<ul>", "</ul>",
    "&amp;", "<colgroup>", "<caption>", "<svg>", "</svg>", "</body>", "</html>", "<head>", "</head>", "<body>",
];

const SELECTORS: [&str; 16] = [
    "b", "a", "p", "div", "form", "td", "body", "head", "p:has(b)", "b:last-child", "table",
    "i:nth-last-child(2n)", "tr", "nobr", "colgroup", "html",
];

/// Rewrites a document in pieces of a length. Returns the output and the calls of the handlers.
fn rewritten(html: &str, length: usize, [element, text, comment]: [&str; 3]) -> (String, Vec<String>) {
    let calls = Mutex::new(Vec::new());
    let record = |call| calls.lock().unwrap().push(call);
    let rewriter = Rewriter::new().checks(Checks::Report).on(element, |element| {
        record(format!("{} {}", element.local_name(), element.source_offset()));
        // An edit that is not possible changes nothing.
        let _ = (element.append(Content::Html("<u>1</u>")), element.before(Content::Text("2")));
        Ok(())
    });
    let rewriter = rewriter.unwrap().on_text(text, |text| {
        text.as_str().chars().for_each(|character| record(character.to_string()));
        let upper = text.as_str().to_uppercase();
        Ok(text.replace(Content::Text(&upper))?)
    });
    let rewriter = rewriter.unwrap().on_comment(comment, |comment| {
        record(format!("comment {}", comment.source_offset()));
        Ok(())
    });
    let mut stream = rewriter.unwrap().stream_text(Vec::new());
    html.as_bytes().chunks(length).try_for_each(|piece| stream.feed(piece)).unwrap();
    let output = String::from_utf8(stream.finish().unwrap().0).unwrap();
    let calls = calls.lock().unwrap().clone();
    (output, calls)
}

#[test]
fn calls_and_output_do_not_depend_on_cuts() {
    let mut seed = 12_345_u64;
    let mut next = |count: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) as usize % count
    };
    for _ in 0..4_000 {
        let html: String = (0..10).map(|_| PARTS[next(PARTS.len())]).collect();
        let selectors = [0; 3].map(|_| SELECTORS[next(SELECTORS.len())]);
        let (whole, pieces) = (rewritten(&html, html.len(), selectors), rewritten(&html, 1, selectors));
        assert_eq!(whole, pieces, "{html} {selectors:?}");
    }
}
