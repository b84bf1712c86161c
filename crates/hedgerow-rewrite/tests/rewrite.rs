//! Tests of the rewriter.

use hedgerow::EncodingHints;
use hedgerow::rewrite::{
    Beyond, Checks, Content, Departure, EditError, EditResult, Element, HandlerResult, Reader, RewriteError,
    Rewriter, TextChunk,
};

fn edited(
    html: &str,
    selector: &str,
    edit: impl FnMut(&mut Element<'_, '_>) -> HandlerResult + Send,
) -> String {
    Rewriter::new().on(selector, edit).unwrap().rewrite(html).unwrap()
}

#[test]
fn attributes_are_changed_in_place() {
    let html = "<A  HREF=/old class='x' >one</A>";
    assert_eq!(
        edited(html, "a", |a| Ok(a.set_attribute("href", "/new?a&b")?)),
        "<A  HREF=\"/new?a&amp;b\" class='x' >one</A>"
    );
    assert_eq!(edited(html, "a", |a| Ok(a.remove_attribute("href").map(drop)?)), "<A class='x' >one</A>");
    assert_eq!(
        edited(html, "a", |a| Ok(a.set_attribute("id", "y")?)),
        "<A  HREF=/old class='x' id=\"y\" >one</A>"
    );
    assert_eq!(edited("<br a/>", "br", |a| Ok(a.set_attribute("b", "")?)), "<br a b=\"\"/>");
    assert_eq!(edited("<p a=1 a=2>", "p", |a| Ok(a.remove_attribute("a").map(drop)?)), "<p>");
    assert_eq!(edited("<P  id=x >", "p", |p| Ok(p.set_attribute("A", "1")?)), "<P  id=x A=\"1\" >");
    assert_eq!(edited("<P  ID=x >", "p", |p| Ok(p.set_attribute("Id", "y")?)), "<P  ID=\"y\" >");
}

#[test]
fn content_is_inserted_around_elements() {
    let all = |element: &mut Element<'_, '_>| {
        element.before(Content::Text("1<"))?;
        element.prepend(Content::Text("2"))?;
        element.append(Content::Text("3"))?;
        element.after(Content::Text("4"))?;
        Ok(())
    };
    assert_eq!(edited("<i>a</i>b", "i", all), "1&lt;<i>2a3</i>4b");
    assert_eq!(edited("<div><p>a<p>b</div>", "p", all), "<div>1&lt;<p>2a3</p>41&lt;<p>2b3</p>4</div>");
    assert_eq!(
        edited("<ul><li>a<p>b<li>c</ul>", "li", |li| Ok(li.append(Content::Text("!"))?)),
        "<ul><li>a<p>b</p>!<li>c!</ul>"
    );
}

#[test]
fn elements_are_removed_replaced_and_unwrapped() {
    let html = "<p>a<b>b<i>c</i></b>d";
    assert_eq!(edited(html, "b", |b| Ok(b.remove()?)), "<p>ad");
    assert_eq!(edited(html, "b", |b| Ok(b.replace(Content::Html("<s>x</s>"))?)), "<p>a<s>x</s>d");
    assert_eq!(edited(html, "b", |b| Ok(b.remove_and_keep_contents()?)), "<p>ab<i>c</i>d");
    assert_eq!(edited(html, "b", |b| Ok(b.set_contents(Content::Text("&"))?)), "<p>a<b>&amp;</b>d");
    assert_eq!(edited(html, "b", |b| Ok(b.rename("strong")?)), "<p>a<strong>b<i>c</i></strong>d");
}

#[test]
fn the_source_is_unchanged_without_edits_wherever_it_is_cut() {
    let html = "\u{FEFF}<!doctype html>\r\n<p a=b>x\r<table>t<tr>u\0<b>&amp;</table>&notit;<script><!--<script></script>--></script></b>";
    for step in 1..html.len() {
        let rewriter = Rewriter::new().on("b, tr, p", |_| Ok(())).unwrap().on_every_text(|_| Ok(()));
        let pieces = rewriter.pieces(&EncodingHints::new(), html.as_bytes().chunks(step));
        assert_eq!(pieces.collect::<Result<Vec<_>, _>>().unwrap().concat(), html.as_bytes(), "{step}");
    }
}

/// Rewrites bytes in chunks of a length.
fn in_chunks(rewriter: Rewriter<'_>, hints: &EncodingHints, bytes: &[u8], step: usize) -> Vec<u8> {
    rewriter.pieces(hints, bytes.chunks(step)).collect::<Result<Vec<_>, _>>().unwrap().concat()
}

#[test]
fn edits_are_written_in_the_encoding_of_the_document() {
    let cases: [(&str, &[u8], &[u8]); 5] = [
        ("windows-1252", b"<b>\xE9\x81</b>\r\n\xFF", b"<b a=\"\xE9&#8704;\">\xE9\x81</b>\r\n\xFF"),
        ("shift_jis", b"\x83\x5C<b>\x90\xB6</b>\x81", b"\x83\x5C<b a=\"&#233;\x81\xCD\">\x90\xB6</b>\x81"),
        ("iso-2022-jp", b"\x1B$B$\"\x1B(B<b>", b"\x1B$B$\"\x1B(B<b a=\"&#233;\x1B$B\"O\x1B(B\">"),
        ("utf-16le", b"\xFF\xFE<\0b\0>\0\r\0\n\0", b"\xFF\xFE<\0b\0 \0a\0=\0\"\0\xE9\0\0\"\"\0>\0\r\0\n\0"),
        ("utf-8", b"\xEF\xBB\xBF<b>\xFF", b"\xEF\xBB\xBF<b a=\"\xC3\xA9\xE2\x88\x80\">\xFF"),
    ];
    for (label, bytes, expected) in cases {
        let hints = EncodingHints::new().transport(hedgerow::encoding::encoding_for_label(label).unwrap());
        for step in 1..=bytes.len() {
            let rewriter = Rewriter::new().on("b", |b| Ok(b.set_attribute("a", "\u{E9}\u{2200}")?)).unwrap();
            let found = in_chunks(rewriter, &hints, bytes, step);
            assert_eq!(found, expected, "{label} {step} {}", String::from_utf8_lossy(&found));
        }
    }
}

#[test]
fn a_late_declaration_determines_the_encoding_of_bytes_after_it() {
    let page = [b"<!--".as_slice(), &[b'x'; 2000], b"--><meta charset=koi8-r><b>\xC1"].concat();
    for step in [1, 7, 1500, 4000] {
        let mut found = String::new();
        let rewriter = Rewriter::new()
            .on_text("b", |text| {
                found.push_str(text.as_str());
                Ok(())
            })
            .unwrap();
        assert_eq!(in_chunks(rewriter, &EncodingHints::new(), &page, step), page);
        assert_eq!(found, "\u{430}");
    }
}

/// Returns the names of the elements that match.
fn matches(html: &str, selector: &str) -> Vec<String> {
    let mut names = Vec::new();
    let rewriter = Rewriter::new().on(selector, |element| {
        names.push(format!(
            "{}{}",
            element.local_name(),
            if element.is_in_source_order() { "" } else { " moved" }
        ));
        Ok(())
    });
    assert_eq!(rewriter.unwrap().rewrite(html).unwrap(), html);
    names
}

#[test]
fn selectors_see_the_tree_that_a_parser_builds() {
    assert_eq!(matches("<table><tr><td>", "tbody > tr:first-child > td"), ["td"]);
    assert_eq!(matches("<p>a<p>b<p>c", "body > p + p"), ["p", "p"]);
    assert_eq!(matches("<table><b>x<tr>", "body > b"), ["b moved"]);
    assert_eq!(matches("<p><b>x<p>y", "p:nth-child(2) > b"), ["b"], "the parser copies the b");
    assert_eq!(matches("<a class=x><p></a>y", "p > a.x"), ["a"], "the copy is in the p");
    assert_eq!(matches("<template><i><b></template>", "template b"), [""; 0]);
    assert_eq!(matches("<template><i><b></template>", "i > b"), ["b"]);
    assert_eq!(matches("<svg><foreignObject><p>", "svg|foreignObject > p"), ["p"]);
    assert_eq!(matches("<ul><li><li class=a><li>", "li:not(.a, :first-child)"), ["li"]);
    assert_eq!(matches("<i><b><b>", ":not(i b) > b, :root"), ["html", "b"]);
}

/// Returns the error of an edit.
fn refusal(
    html: &str,
    selector: &str,
    edit: impl Fn(&mut Element<'_, '_>) -> EditResult + Send + Sync,
) -> Option<EditError> {
    let mut error = None;
    let rewriter = Rewriter::new().on(selector, |element| {
        error = edit(element).err();
        Ok(())
    });
    let output = rewriter.unwrap().rewrite(html).unwrap();
    assert!(error.is_none() || output == html);
    error
}

#[test]
fn edits_with_another_effect_on_the_tree_are_refused() {
    let refused = |html: &str, selector: &str, content: &str| {
        refusal(html, selector, |element| element.append(Content::Html(content)))
    };
    assert_eq!(refused("<p>a", "p", "<div></div>"), Some(EditError::NotContained));
    assert_eq!(refused("<p>a", "p", "<b>"), Some(EditError::NotContained));
    assert_eq!(refused("<p>a", "p", "</p>"), Some(EditError::NotContained));
    assert_eq!(refused("<p>a", "p", "<!--"), Some(EditError::NotContained));
    assert_eq!(refused("<p>a", "p", "&am"), Some(EditError::NotContained));
    assert_eq!(refused("<table>", "table", "x"), Some(EditError::NotContained));
    assert_eq!(refused("<script>1</script>", "script", "</script>"), Some(EditError::NotContained));
    assert_eq!(refused("<p>a", "p", "\0"), Some(EditError::NullCharacter));
    assert_eq!(refused("<br>", "br", "x"), Some(EditError::NoContents));
    assert_eq!(refused("<p>a", "p", "<i>&lt;</i><!-- -->"), None);
    assert_eq!(refused("<table><tr>", "tr", "<td>x</td>"), None);
    assert_eq!(refused("<head><title>x</title>", "head", "<script>1</script>"), None);
    assert_eq!(
        refusal("<table><b>x", "b", |b| b.before(Content::Text("x"))),
        Some(EditError::NotInSourceOrder)
    );
    assert_eq!(refusal("<td>x", "tbody", |b| b.replace(Content::Text(""))), None, "no such element");
    assert_eq!(
        refusal("<table><td>x", "tbody", |b| b.replace(Content::Text(""))),
        Some(EditError::NoStartTag)
    );
    assert_eq!(refusal("<div>x", "div", |div| div.rename("p")), Some(EditError::OtherRules("p".to_owned())));
    assert_eq!(refusal("<p>", "body", |body| body.after(Content::Text("x"))), Some(EditError::NoStartTag));
}

#[test]
fn effects_of_later_text_end_the_run() {
    let removed = |html: &str| {
        let rewriter = Rewriter::new().on("b", |b| Ok(b.remove()?)).unwrap();
        rewriter.rewrite(html).map_err(|error| error.to_string())
    };
    assert_eq!(removed("a<b>c</b>d").as_deref(), Ok("ad"));
    assert!(removed("<b>a<p>b</b>c").unwrap_err().contains("moves nodes"));
}

#[test]
fn content_of_an_implied_head_is_written_with_its_tags() {
    let append =
        |html: &str| edited(html, "head", |head| Ok(head.append(Content::Html("<script>1</script>"))?));
    assert_eq!(append("<p>x"), "<head><script>1</script></head><p>x");
    assert_eq!(
        append("<!DOCTYPE html><title>x</title><p>y"),
        "<!DOCTYPE html><title>x</title><script>1</script><p>y"
    );
    assert_eq!(append("<html><head></head>"), "<html><head><script>1</script></head>");
    let error = refusal("<div></p>", "p", |p| p.append(Content::Text("x")));
    assert_eq!(error, Some(EditError::NoStartTag), "an end tag implies the p");
}

#[test]
fn content_is_not_joined_with_the_source_before_it() {
    assert_eq!(
        edited("x &not<i>a</i>", "i", |i| Ok(i.before(Content::Text("in;"))?)),
        "x &not&#105;n;<i>a</i>"
    );
    assert_eq!(edited("x <<i>a</i>", "i", |i| Ok(i.before(Content::Text("b"))?)), "x <&#98;<i>a</i>");
    assert_eq!(
        edited("<pre>\nx</pre>", "pre", |pre| Ok(pre.prepend(Content::Text("\ny"))?)),
        "<pre>\n\nyx</pre>"
    );
    assert_eq!(
        edited("<pre>x</pre>", "pre", |pre| Ok(pre.prepend(Content::Text("\ny"))?)),
        "<pre>\n\nyx</pre>"
    );
}

#[test]
fn a_body_that_a_removed_element_implies_is_written() {
    assert_eq!(edited("<p>a</p><title>b</title>", "p", |p| Ok(p.remove()?)), "<body><title>b</title>");
    assert_eq!(edited("<p>a</p>b", "p", |p| Ok(p.before(Content::Text("c"))?)), "c<p>a</p>b");
}

#[test]
fn source_after_removed_nodes_does_not_become_markup() {
    let without_comments = |html: &str| {
        let rewriter = Rewriter::new().on_every_comment(|comment| {
            comment.remove();
            Ok(())
        });
        rewriter.rewrite(html).unwrap()
    };
    assert_eq!(without_comments("<p>&am<!-- --><!-- -->p;"), "<p>&am&#112;;");
    assert_eq!(without_comments("<p><<!-- -->script>"), "<p><&#115;cript>");
    assert_eq!(without_comments("<p>AT&T<!-- --> <"), "<p>AT&T <");
    let long = format!("<p>{}<b>x</b>y", "z".repeat(50));
    assert_eq!(edited(&long, "b", |b| Ok(b.remove()?)), long.replace("<b>x</b>", ""));
    let unwrap = |html: &str| edited(html, "b", |b| Ok(b.remove_and_keep_contents()?));
    assert_eq!(unwrap("<p><b>&am</b>p;"), "<p>&am&#112;;");
    assert_eq!(unwrap("<p>&am<b>p;</b>"), "<p>&am&#112;;");
    let without_p = |text: &mut TextChunk<'_>| {
        if text.as_str() == "p" {
            text.remove();
        }
        Ok(())
    };
    let rewritten = Rewriter::new().on_every_text(without_p).rewrite("<p>&l&#112;t;");
    assert_eq!(rewritten.unwrap(), "<p>&l&#116;;");
    let rewriter = Rewriter::new().on_doctype(|doctype| {
        doctype.remove();
        Ok(())
    });
    assert_eq!(rewriter.rewrite("<p>&am<!doctype>p;").unwrap(), "<p>&am&#112;;");
    let rewriter = Rewriter::new().on_document_end(|end| Ok(end.append(Content::Text("p;"))?));
    assert_eq!(rewriter.rewrite("<p>&am").unwrap(), "<p>&am&#112;;");
}

#[test]
fn a_newline_that_a_parser_would_ignore_is_kept() {
    let prepended = |html: &str| {
        let rewriter = Rewriter::new().on("pre", |pre| {
            pre.append(Content::Text("2"))?;
            Ok(pre.prepend(Content::Text("1"))?)
        });
        let rewriter = rewriter.unwrap().on("b", |b| Ok(b.before(Content::Text("b"))?)).unwrap();
        rewriter.on("i", |i| Ok(i.remove()?)).unwrap().rewrite(html).unwrap()
    };
    assert_eq!(prepended("<pre>"), "<pre>12");
    assert_eq!(prepended("<pre></pre>"), "<pre>12</pre>");
    assert_eq!(prepended("<pre><b></b></pre>"), "<pre>1b<b></b>2</pre>");
    assert_eq!(prepended("<pre><i></i>\n</pre>"), "<pre>1\n2</pre>");
    assert_eq!(prepended("<pre>\n<i></i>\n</pre>"), "<pre>\n1\n2</pre>");
    assert_eq!(prepended("<pre>&#10;x"), "<pre>&#10;1x2");
    assert_eq!(prepended("<pre>&NewLine;</pre>"), "<pre>&NewLine;12</pre>");
    assert_eq!(prepended("<pre>&#100;"), "<pre>1&#100;2");
    let removed = |html: &str| edited(html, "b", |b| Ok(b.remove()?));
    assert_eq!(removed("<pre><b>1</b>\na<b>2</b>\nb"), "<pre>\n\na\nb");
    assert_eq!(removed("<pre>\n<b>1</b>\na"), "<pre>\n\na");
    let appended = |html: &str| edited(html, "pre", |pre| Ok(pre.append(Content::Text("\n"))?));
    assert_eq!(appended("<pre></pre>"), "<pre>\n\n</pre>");
    assert_eq!(appended("<pre>a</pre>"), "<pre>a\n</pre>");
}

#[test]
fn content_at_the_end_is_not_swallowed_by_an_incomplete_token() {
    let append =
        |html: &str, name: &str| edited(html, name, |element| Ok(element.append(Content::Text("hi"))?));
    assert_eq!(append("<p>q<a href='", "p"), "<p>qhi<a href='");
    assert_eq!(append("<p>q</p", "p"), "<p>qhi</p");
    assert_eq!(append("<p>q<textx &not", "p"), "<p>qhi<textx &not");
    assert_eq!(append("<p>q<?x y", "p"), "<p>qhi<?x y");
    assert_eq!(append("<title>q</title x", "title"), "<title>qhi</title x");
    assert_eq!(append("<p>q<", "p"), "<p>q<&#104;i");
    assert_eq!(edited("<b>q</b><i a", "b", |b| Ok(b.remove()?)), "<body><i a");
    let rewriter = Rewriter::new().on_document_end(|end| Ok(end.append(Content::Text("hi"))?));
    assert_eq!(rewriter.rewrite("<p>q<a href='").unwrap(), "<p>qhi<a href='");
    let cases = [
        "<p><!-- x -", "<p>q</", "<p><!x", "<p><svg><![CDATA[x", "<p><svg><![CDATA[x]",
        "<p><script><!--<script>",
    ];
    for html in cases {
        let rewriter = Rewriter::new().on("p", |p| Ok(p.append(Content::Text("hi"))?)).unwrap();
        let result = rewriter.rewrite(html);
        assert!(
            matches!(result, Err(RewriteError::Departure(Departure::IncompleteToken, _))),
            "{html}: {result:?}"
        );
        assert_eq!(edited(html, "p", |p| Ok(p.remove()?)), "<body>");
    }
    let after = |html: &str| {
        let rewriter = Rewriter::new().on_every_comment(|comment| Ok(comment.after(Content::Text("hi"))?));
        rewriter.rewrite(html).map_err(|error| error.to_string())
    };
    assert!(after("<p><!-- x -").unwrap_err().contains("incomplete token"));
    assert_eq!(after("<p><!-- x --><i ").as_deref(), Ok("<p><!-- x -->hi<i "));
    let rewriter = Rewriter::new().checks(Checks::Report).on("p", |p| Ok(p.append(Content::Text("hi"))?));
    let mut stream = rewriter.unwrap().stream_text(Vec::new());
    stream.feed(b"<p><!-- x -").unwrap();
    let (output, outcome) = stream.finish().unwrap();
    assert_eq!(output, b"<p><!-- x -hi");
    assert_eq!(outcome.departures, [(Departure::IncompleteToken, 11)]);
}

/// Returns the number of moves and the texts that are not in source order.
fn moved(html: &str) -> (u32, Vec<String>) {
    let mut texts = Vec::new();
    let rewriter = Rewriter::new().on_every_text(|text| {
        texts.extend((!text.is_in_source_order()).then(|| text.as_str().to_owned()));
        Ok(())
    });
    let mut stream = rewriter.stream_text(Vec::new());
    stream.feed(html.as_bytes()).unwrap();
    let moves = stream.finish().unwrap().1.moves;
    (moves, texts)
}

#[test]
fn text_that_is_moved_into_a_template_is_not_in_source_order() {
    assert_eq!(moved("<template><tr>x<!-- -->\n"), (1, vec!["x".to_owned()]));
    assert_eq!(moved("<table><tr>x<!-- -->\n"), (1, vec!["x".to_owned()]));
    assert_eq!(moved("<template>x<tr>\n<td>y</template>z<p>a<i>b</i>c"), (0, vec![]));
}

#[test]
fn white_space_in_a_table_is_replaced_by_white_space_only() {
    let upper = Rewriter::new().on_every_text(|text| {
        let upper = text.as_str().to_uppercase();
        Ok(text.replace(Content::Text(&upper))?)
    });
    assert_eq!(upper.rewrite("<table>a<tr> <td>b").unwrap(), "<table>A<tr> <td>B");
    let replaced = |html: &str, text: &str| {
        let rewriter = Rewriter::new().on_every_text(|chunk| Ok(chunk.replace(Content::Text(text))?));
        rewriter.rewrite(html).map_err(|error| error.to_string())
    };
    assert_eq!(replaced("<table><tr>\n<td>", "\t").as_deref(), Ok("<table><tr>\t<td>"));
    assert_eq!(replaced("<table>a", "b").as_deref(), Ok("<table>b"));
    let moved = EditError::NotInSourceOrder.to_string();
    assert_eq!(replaced("<table>a", " "), Err(moved), "the space would stay in the table");
    let contained = EditError::NotContained.to_string();
    assert_eq!(replaced("<table> ", "x"), Err(contained), "the text would be moved out of the table");
    let in_section = replaced("<svg><![CDATA[ ]]></svg>", "\r");
    assert_eq!(in_section.as_deref(), Ok("<svg><![CDATA[]]>&#13;<![CDATA[]]></svg>"));
}

#[test]
fn a_run_beyond_the_limit_keeps_the_rest_or_ends() {
    let cut = |html: &str, edit: fn(&mut Element<'_, '_>) -> EditResult| {
        let rewriter = Rewriter::new().on("pre, b", |element| Ok(edit(element)?)).unwrap();
        let mut stream = rewriter.limit(100, Beyond::KeepSource).stream_text(Vec::new());
        stream.feed(html.as_bytes())?;
        stream.feed("x".repeat(1000).as_bytes())?;
        stream.feed(b"--></b>")?;
        let (output, outcome) = stream.finish()?;
        assert!(outcome.was_cut);
        Ok::<_, RewriteError>(String::from_utf8(output).unwrap().replace(&"x".repeat(1000), "x"))
    };
    let prepend = |element: &mut Element<'_, '_>| element.prepend(Content::Text("1"));
    assert_eq!(cut("<b><!--", prepend).unwrap(), "<b>1<!--x--></b>");
    assert_eq!(cut("<pre><!--", prepend).unwrap(), "<pre>1<!--x--></b>");
    for html in ["<b><!--", "<b></b><b>y<!--"] {
        assert!(matches!(cut(html, |b| b.rename("strong")), Err(RewriteError::Limit)));
        assert!(matches!(cut(html, |b| b.replace(Content::Text(""))), Err(RewriteError::Limit)));
        let unwrapped =
            cut(html, |b| b.append(Content::Text("1")).and_then(|()| b.remove_and_keep_contents()));
        assert!(matches!(unwrapped, Err(RewriteError::Limit)));
    }
    assert_eq!(cut("<b>y</b><!--", |b| b.rename("i")).unwrap(), "<i>y</i><!--x--></b>");
}

#[test]
fn a_reader_ends_beyond_its_limit() {
    let read = |chunks: &mut dyn Iterator<Item = String>| {
        let mut reader = Reader::of_chunks().limit(2000);
        let mut count = 0;
        for chunk in chunks {
            reader.feed(chunk.as_bytes());
            while reader.next_token().is_some() {
                count += 1;
            }
        }
        (count, reader.was_cut())
    };
    let names = |count: usize| move |index: usize| format!("<x-{}>", index % count);
    assert_eq!(read(&mut (0..1000).map(names(10))), (1000, false));
    let (count, was_cut) = read(&mut (0..1000).map(names(1000)));
    assert!(was_cut && count > 50 && count < 500, "{count}");
    let comment = |index: usize| if index > 0 { "x".repeat(100) } else { "<!--".to_owned() };
    assert_eq!(read(&mut (0..1000).map(comment)), (0, true));
    assert_eq!(read(&mut (0..10).map(comment)), (0, false));
    assert_eq!(read(&mut (0..1000).map(|_| "x".repeat(100))), (1000, false));
    assert_eq!(read(&mut (0..1000).map(|_| "<!--x-->".repeat(500))), (500_000, false));
}

#[test]
fn several_edits_of_an_element_are_made_together() {
    let html = "<p>a<b>c</b>d";
    let unwrapped = edited(html, "b", |b| {
        b.set_contents(Content::Text("x"))?;
        b.prepend(Content::Text("1"))?;
        b.append(Content::Text("2"))?;
        Ok(b.remove_and_keep_contents()?)
    });
    assert_eq!(unwrapped, "<p>a1x2d");
    let replaced = edited(html, "b", |b| {
        b.append(Content::Text("2"))?;
        b.on_end(|end| Ok(end.before(Content::Text("3"))?))?;
        Ok(b.replace(Content::Text("x"))?)
    });
    assert_eq!(replaced, "<p>axd");
}

#[test]
fn text_is_written_as_its_element_is_read() {
    let append = |html: &str, name: &str, text: &'static str| {
        edited(html, name, |element| Ok(element.append(Content::Text(text))?))
    };
    assert_eq!(append("<script>a&b</script>", "script", "c<d"), "<script>a&bc<d</script>");
    assert_eq!(append("<title>a</ti</title>", "title", "tle>"), "<title>a</ti&#116;le&gt;</title>");
    assert_eq!(append("<title>a</title</title>", "title", " b"), "<title>a</title&#32;b</title>");
    let with_scripting =
        Rewriter::new().scripting(true).on("noscript", |noscript| Ok(noscript.append(Content::Text("&<x"))?));
    let rewritten = with_scripting.unwrap().rewrite("<body><noscript><p></noscript>");
    assert_eq!(rewritten.unwrap(), "<body><noscript><p>&<x</noscript>");
    let replaced = |html: &str| {
        let rewriter = Rewriter::new().on_every_text(|text| Ok(text.replace(Content::Text("&"))?));
        rewriter.rewrite(html).unwrap()
    };
    assert_eq!(replaced("<svg><![CDATA[a]]>b</svg>"), "<svg><![CDATA[]]>&amp;<![CDATA[]]>&amp;</svg>");
    for content in ["<script", "-->", "<!-", "a<"] {
        let error =
            refusal("<script><!-- a</script>", "script", |script| script.append(Content::Text(content)));
        assert_eq!(error, Some(EditError::NotContained), "{content}");
    }
    let rewriter = Rewriter::new().on("style", |style| Ok(style.append(Content::Text("le>"))?));
    let joined = rewriter.unwrap().rewrite("<style>a</sty</style>").unwrap_err();
    assert!(joined.to_string().contains("become a tag"), "{joined}");
}

#[test]
fn a_chunk_of_bytes_is_held_no_longer_than_one_of_text() {
    let html = format!("<i>0</i><p>1</p><p><b>2</b></p><p>{}<i>3</i></p>", "x".repeat(100));
    let rewriter = || {
        let remove = |p: &mut Element<'_, '_>| Ok(p.remove()?);
        Rewriter::new().limit(60, Beyond::KeepSource).on("p:not(:has(b))", remove).unwrap()
    };
    let mut text = rewriter().stream_text(Vec::new());
    text.feed(html.as_bytes()).unwrap();
    let hints = EncodingHints::new().content_type("text/html; charset=utf-8");
    let mut bytes = rewriter().stream_bytes(&hints, Vec::new());
    bytes.feed(html.as_bytes()).unwrap();
    let [text, bytes] = [text, bytes].map(|stream| String::from_utf8(stream.finish().unwrap().0).unwrap());
    assert_eq!((&text, &bytes), (&html.replace("<p>1</p>", ""), &text));
}
