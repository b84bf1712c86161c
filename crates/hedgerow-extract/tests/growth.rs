//! The main content and the Markdown of hostile documents take linear time.

use hedgerow::extract::{ContentOptions, Extract as _, LinkStyle, MarkdownOptions, ToMarkdown as _};
use hedgerow::serialize::LimitedWriter;
use hedgerow_testing::assert_linear_time;

/// Families of documents: a start, and a part that is repeated.
const FAMILIES: [(&str, &str); 20] = [
    ("", "<div>"),
    ("", "<ul><li>a"),
    ("<ol>", "<li>a<p>b"),
    ("", "<blockquote>a"),
    ("<p>", "<b>a</b> <i>b</i>"),
    ("<p>", "<b><i>a"),
    ("<p><a href=x>", "<p>a"),
    ("<p>", "a<br>"),
    ("<p>", "[a](b*_`<"),
    ("<p>", "]"),
    ("<pre>", "```\n"),
    ("<p>", "<code>`</code>"),
    ("<table><tr><td>a<td>b", "<tr><td>a<td>b"),
    ("<table><tr><td>a<td>b", "<td rowspan=0>"),
    ("", "<table><tr><td>"),
    ("", "<dl><dt>a<dd>b"),
    ("<article>", "<p>A sentence of a few words, and another. <a href=x>link</a></p>"),
    ("<main>", "<section class='post item'><h2>a</h2><p>b</section>"),
    ("", "<sup><a href=#n>1</a></sup>"),
    ("<section class=footnotes><ol>", "<li id=n>a <a href=#r>b</a>"),
];

fn document(start: &str, part: &str, size: usize) -> hedgerow::Document {
    hedgerow::parse(&(start.to_owned() + &part.repeat(size)))
}

#[test]
fn markdown_takes_linear_time() {
    for (start, part) in FAMILIES {
        for options in [MarkdownOptions::default(), MarkdownOptions::default().links(LinkStyle::References)] {
            assert_linear_time(
                500,
                |size| document(start, part, size),
                |document| drop(document.to_markdown(&options)),
            );
        }
    }
}

/// Copies of a link by the parser share its address.
#[test]
fn markdown_reads_a_shared_address_once() {
    for part in ["<p> ", "<p>a", "</rt><rt>a"] {
        for style in [LinkStyle::Inline, LinkStyle::References] {
            let options = MarkdownOptions::default().links(style);
            assert_linear_time(
                500,
                |size| {
                    document(&["<p><ruby><rt><a href=/", &"x".repeat(16 * size), ">"].concat(), part, size)
                },
                |document| {
                    drop(LimitedWriter::text(1 << 16, |writer| document.write_markdown(writer, &options)));
                },
            );
        }
    }
}

#[test]
fn main_content_takes_linear_time() {
    for (start, part) in FAMILIES {
        assert_linear_time(
            500,
            |size| document(start, part, size),
            |document| drop(document.main_content(&ContentOptions::default()).text()),
        );
    }
}
