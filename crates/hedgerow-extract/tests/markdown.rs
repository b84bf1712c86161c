//! Markdown: examples, and the round trip through a reader of Markdown.
//!
//! The outline of a document has its text, headings, links, list items, tables and code. One outline is made of the tree, by the
//! rules that the documentation of [`ToMarkdown`] states, the other of what `pulldown-cmark` reads in the Markdown. They are equal.

mod outline;

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use flate2::read::GzDecoder;
use hedgerow::extract::{ContentOptions, Extract as _, LinkStyle, MarkdownOptions, ToMarkdown as _};
use outline::{of_markdown, of_tree};

fn markdown(html: &str) -> String {
    hedgerow::parse(html).markdown()
}

#[test]
fn each_element_has_its_markdown() {
    for (html, expected) in [
        ("", ""),
        ("<p> a\n b </p>", "a b\n"),
        ("<p>a<p>b", "a\n\nb\n"),
        ("a<br>b<br><br>c<br>", "a\\\nb\n\nc\n"),
        ("<h1>a <i>b</i></h1><h6>c<br>d</h6>", "# a *b*\n\n###### c d\n"),
        ("<b>a <i>b</i> c</b>d", "**a *b* c**d\n"),
        ("<b> a </b>b<b></b>", "**a** b\n"),
        ("a<b>(b)</b>c", "a(b)c\n"),
        ("<b>a</b><b>b</b>", "**ab**\n"),
        ("<del>a</del> <s>b</s>", "~~a~~ ~~b~~\n"),
        ("<b><i>a</i> b<i>c d</i></b>", "***a* bc d**\n"),
        ("<b>a<p>b</b>c", "**a**\n\n**b**c\n"),
        ("<a href='/x y' title='a \"b\"'>l</a>", "[l](</x y> \"a \\\"b\\\"\")\n"),
        ("<a href='' title=t>a</a>", "[a](<> \"t\")\n"),
        ("<a href=x></a>b", "b\n"),
        ("!<a href=x>a]</a>", "\\![a\\]](x)\n"),
        ("<a href=x><h2>a</h2><div>b</div></a>", "## [a](x)\n\nb\n"),
        ("<img src=a.png alt='a [b]'>", "![a \\[b\\]](a.png)\n"),
        ("<img src='data:x' alt=a>", "a\n"),
        ("<code>a  `b</code>", "``a `b``\n"),
        ("<pre>\n a\n\n  b*</pre>", "```\n a\n\n  b*\n```\n"),
        ("<pre><code class='language-rust x'>fn</code></pre>", "```rust\nfn\n```\n"),
        ("<pre>```</pre>", "````\n```\n````\n"),
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d\n"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n\n- c\n"),
        ("<ol start=9><li>a<li>b<pre>c</pre></ol>", "9. a\n\n10. b\n\n    ```\n    c\n    ```\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
        ("<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>", "- [x] a\n- [ ] b\n"),
        ("<ul><li>[ ] a</ul>", "- \\[ ] a\n"),
        ("<blockquote><p>a<p>b<ul><li>c</ul></blockquote>d", "> a\n>\n> b\n>\n> - c\n\nd\n"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b\n"),
        ("a<hr>b", "a\n\n___\n\nb\n"),
        (
            "<table><caption>c</caption><tr><th>a|b<th>c<tr><td>d<br>e<td><b>f</b></table>",
            "*c*\n\n| a\\|b | c |\n| --- | --- |\n| d<br>e | **f** |\n",
        ),
        (
            "<table><tr><th colspan=2>a<tr><td rowspan=2>b<td>c<tr><td>d</table>",
            "| a |  |\n| --- | --- |\n| b | c |\n|  | d |\n",
        ),
        (
            "<table><tr><td></td><th>a</th><tr></tr><tr><td>b</td><td></td></tr><tr><td></td><td>c</td></table>",
            "|  | a |\n| --- | --- |\n|  |  |\n| b |  |\n|  | c |\n",
        ),
        ("a<div></div>b<a href=x>c<p></p>d</a>", "a\n\nb[c](x)\n\nd\n"),
        ("<ul><li>a</li><li></li><li><ul></ul>b</li></ul>", "- a\n- b\n"),
        ("<table><tr><td>a<td><ul><li>b</ul></table>", "a\n\n- b\n"),
        ("<dl><dt>a<dd>b</dl>", "**a**\n\nb\n"),
        ("<figure><img src=a><figcaption>b</figcaption></figure>", "![](a)\n\n*b*\n"),
        ("<details><summary>a</summary>b</details>", "**a**\n\nb\n"),
        (
            "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></math>",
            "$`x_1`$\n",
        ),
        ("<math display=block><mi>x</mi><mo>=</mo></math>", "x=\n"),
        (
            "a<sup><a href=#n1>1</a></sup><section class=footnotes><ol><li id=n1>b <a class=footnote-backref href=#r>^</a></ol></section>",
            "a[^n1]\n\n[^n1]: b\n",
        ),
        ("<p hidden=until-found>a</p><p hidden=x>b</p>", "a\n"),
        ("<p hidden>a</p><script>b</script><q>c</q>", "\"c\"\n"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn text_is_escaped_where_it_would_be_markup() {
    for (text, expected) in [
        ("2 * 3 *4*", "2 * 3 \\*4\\*"),
        ("snake_case _x_", "snake_case \\_x\\_"),
        ("# a", "\\# a"),
        ("#a", "#a"),
        ("1. a", "1\\. a"),
        ("1.5", "1.5"),
        ("- a", "\\- a"),
        ("-a", "-a"),
        ("+ a", "\\+ a"),
        ("&gt; a", "\\> a"),
        ("---", "\\---"),
        ("[a](b) [c] [d]: e", "[a\\](b) [c] [d\\]: e"),
        ("a &lt;b> c &lt; d", "a \\<b> c < d"),
        ("&amp;amp; &amp; &amp;x", "\\&amp; & \\&x"),
        ("a`b", "a\\`b"),
        ("a\\b \\*", "a\\b \\\\\\*"),
        ("a|b", "a|b"),
    ] {
        assert_eq!(markdown(text), format!("{expected}\n"), "{text}");
    }
}

#[test]
fn the_cells_of_main_content_keep_their_columns() {
    let html = "<nav><a href=/>Home</a></nav><main><h1>Oaks</h1><p>Oaks grow slowly, and they live for a long time.</p>\
                <table><tr><th>Tree<th>Height<th>Wood<tr><td>A tall oak of the forest<td> <td>The wood is hard, and heavy.\
                <tr><td>A young ash<td></td><td>The wood is light.</table></main>";
    let document = hedgerow::parse(html);
    let content = document.main_content(&ContentOptions::default());
    let markdown = (&content).markdown();
    assert!(
        markdown.contains("| A tall oak of the forest |  | The wood is hard, and heavy. |\n"),
        "{markdown}"
    );
    assert!(markdown.contains("| A young ash |  | The wood is light. |\n"), "{markdown}");
}

#[test]
fn links_are_absolute_or_references_on_request() {
    let document = hedgerow::parse("<a href=/a>b</a> <a href=/a>c</a> <a href='/d e' title=t>f</a>");
    let options = MarkdownOptions::default().links(LinkStyle::References).base(Some("https://x.example/"));
    let expected = "[b][1] [c][1] [f][2]\n\n[1]: https://x.example/a\n[2]: https://x.example/d%20e \"t\"\n";
    assert_eq!(document.to_markdown(&options), expected);
}

/// A generator of documents.
struct Generator {
    state: u64,
    html: String,
}

const WORDS: [&str; 64] = [
    "oak", "ash", "a", "é", "*", "**", "_", "`", "``", "[x]", "(y)", "<b>", "&amp;", "1.", "2)", "-", "+",
    "#", "##", "|", "~~", "\\", "!", "![", "](", "]:", "=", "===", "---", ">", "“q”", "snake_case", "2*3",
    "[^1]", ":", "a|b", "***", "$x$", "\\*", "&copy", "&#35;", "\u{a0}", "(", ")", "\"", "'", "\n", "  ",
    " ", " ", " ", " ", " ", " ", " ", ".", ",", "<!--", "~", "___", "x_", "*y", "- - -", "\t",
];

impl Generator {
    fn below(&mut self, most: usize) -> usize {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % most
    }

    fn text(&mut self) {
        for _ in 0..=self.below(4) {
            let word = WORDS[self.below(WORDS.len())];
            self.html.push_str(&word.replace('&', "&amp;").replace('<', "&lt;"));
        }
    }

    fn element(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.html.extend(["<", name, ">"]);
        content(self);
        let name = name.split(' ').next().unwrap_or_default();
        self.html.extend(["</", name, ">"]);
    }

    fn inline(&mut self, depth: usize) {
        for _ in 0..=self.below(3) {
            let name = ["b", "em", "del", "code", "a href=/x(1)_a&amp;b", "span", "strong", "i", "q", "kbd"];
            match self.below(16) {
                0..=6 => self.text(),
                7 => self.html.push_str("<br>"),
                8 => self.html.push_str("<img src=i.png alt='[a] *b'>"),
                choice if depth > 0 => self.element(name[choice % 10], |of| of.inline(depth - 1)),
                _ => self.text(),
            }
        }
    }

    fn blocks(&mut self, depth: usize) {
        for _ in 0..=self.below(3) {
            match self.below(if depth > 0 { 15 } else { 4 }) {
                0 | 1 => self.element("p", |of| of.inline(2)),
                2 => self.inline(2),
                3 => {
                    let name = ["h1", "h2", "h3", "h6"][self.below(4)];
                    self.element(name, |of| of.inline(1));
                }
                4 => self.element("div", |of| of.blocks(depth - 1)),
                5 => self.element("blockquote", |of| of.blocks(depth - 1)),
                6..=8 => {
                    let name = ["ul", "ol", "ol start=7"][self.below(3)];
                    self.element(name, |of| {
                        for _ in 0..=of.below(3) {
                            of.element("li", |of| {
                                if of.below(2) == 0 { of.inline(1) } else { of.blocks(depth - 1) }
                            });
                        }
                    });
                }
                9 => self.element("pre", |of| {
                    of.html.push('\n');
                    of.text();
                    of.text();
                }),
                10 => self.table(),
                11 => self.html.push_str("<hr>"),
                12 => {
                    let name = ["div", "ul", "li", "table", "h2", "p", "blockquote", "td"][self.below(8)];
                    self.element(name, |_| ());
                }
                13 => self.element("a href=/block", |of| of.blocks(depth - 1)),
                _ => self.element("b", |of| of.blocks(depth - 1)),
            }
        }
    }

    fn table(&mut self) {
        let columns = 1 + self.below(3);
        self.element("table", |of| {
            for _ in 0..=of.below(3) {
                of.element("tr", |of| {
                    for _ in 0..columns {
                        let name = ["td", "th", "td colspan=2", "td rowspan=2"][of.below(4)];
                        of.element(name, |of| {
                            if of.below(4) > 0 {
                                of.inline(1);
                            }
                        });
                    }
                });
            }
        });
    }
}

/// Compares the outlines of a document and of its Markdown.
fn round_trip(html: &str, name: &str) -> Result<(), String> {
    let document = hedgerow::parse(html);
    let markdown = document.markdown();
    let (expected, found) = (of_tree(document.root()), of_markdown(&markdown));
    if found.has_notes {
        return Ok(());
    }
    for (part, (expected, found)) in expected.parts().into_iter().zip(found.parts()).enumerate() {
        if expected == found {
            continue;
        }
        let place = expected.iter().zip(&found).position(|(one, other)| one != other);
        let place = place.unwrap_or(expected.len().min(found.len()));
        let around =
            |list: &[String]| list.iter().skip(place.saturating_sub(2)).take(5).cloned().collect::<Vec<_>>();
        return Err(format!(
            "{name}, part {part}, at {place}:\nexpected {:?}\nfound    {:?}\nof {}\nmarkdown:\n{}",
            around(&expected),
            around(&found),
            if html.len() < 4000 { html } else { "" },
            if html.len() < 4000 { markdown.as_str() } else { "" },
        ));
    }
    Ok(())
}

#[test]
fn a_reader_of_markdown_gets_back_generated_documents() {
    for seed in 0..20_000 {
        let mut generator = Generator { state: seed, html: String::new() };
        generator.below(2);
        generator.blocks(3);
        if let Err(difference) = round_trip(&generator.html, &seed.to_string()) {
            panic!("{difference}");
        }
    }
}

/// The pages of the folder that the environment variable `HEDGEROW_SHARED` names.
#[test]
fn a_reader_of_markdown_gets_back_real_pages() {
    let Some(shared) = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from) else {
        // The test harness does not capture what is written directly.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
        return;
    };
    let folders = ["corpus/pages", "content/html"].map(|folder| fs::read_dir(shared.join(folder)).unwrap());
    let mut pages: Vec<PathBuf> = folders.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    let failures: Vec<String> = pages
        .iter()
        .filter_map(|path| {
            let mut html = fs::read(path).unwrap();
            if path.extension().is_some_and(|extension| extension == "gz") {
                let compressed = std::mem::take(&mut html);
                GzDecoder::new(compressed.as_slice()).read_to_end(&mut html).unwrap();
            }
            round_trip(&String::from_utf8_lossy(&html), &path.display().to_string()).err()
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} pages differ:\n{}",
        failures.len(),
        pages.len(),
        failures.join("\n")
    );
}
