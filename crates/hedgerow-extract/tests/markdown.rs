//! Markdown of examples.

use hedgerow::extract::{LinkStyle, MarkdownOptions, ToMarkdown as _};

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
        ("<b>a<p>b</b>c", "**a**\n\n**b**c\n"),
        ("<a href='/x y' title='a \"b\"'>l</a>", "[l](</x y> \"a \\\"b\\\"\")\n"),
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
fn links_are_absolute_or_references_on_request() {
    let document = hedgerow::parse("<a href=/a>b</a> <a href=/a>c</a> <a href='/d e' title=t>f</a>");
    let options = MarkdownOptions::default().links(LinkStyle::References).base(Some("https://x.example/"));
    let expected = "[b][1] [c][1] [f][2]\n\n[1]: https://x.example/a\n[2]: https://x.example/d%20e \"t\"\n";
    assert_eq!(document.to_markdown(&options), expected);
}
