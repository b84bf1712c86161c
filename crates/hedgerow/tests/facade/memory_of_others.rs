//! Parsing into the memory of another document, and from text that the document shares: the result is the same.

use hedgerow::dom::{QuirksMode, SharedText};
use hedgerow::{Document, Limits, Parser, ToHtml};
use hedgerow_testing::describe_spans;

/// Documents that use every vector and side table of the tree.
const DOCUMENTS: [&str; 9] = [
    "<!DOCTYPE html><title>a &amp; b</title><p id=x class=\"y &lt; z\">text<my-element data-x=1>",
    "",
    "<template><template><td>1</template></template><div><template shadowrootmode=open>x</template></div>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"><table>a<b>b<tr><td>c</table>",
    "<svg viewbox=1 xlink:href=2><foreignObject><p>a</svg><math><annotation-xml encoding=text/html><p>b",
    "<!DOCTYPE html><p>short",
    "<html a=1><html a=2 b=3><body c=4><body d=5><other-element other-attribute=6>",
    "<p\r\n\r\nid=a>\r\nb<i>c<p>d</i>e<html lang=f>",
    "<p>\u{e9}\0&notin;&#x80;<![CDATA[x]]><?target data?><!-- comment --></html>after",
];

fn dump(document: &Document) -> String {
    document.validate().expect("a valid document");
    format!("{:?}\n{:?}\n{}", document.quirks_mode(), document.root(), document.root().inner_html())
}

#[test]
fn the_result_is_the_same_as_in_new_memory() {
    let mut spare = Document::new();
    for source_spans in [false, true, true, false] {
        let parser = Parser::new().allow_declarative_shadow_roots(true).collect_errors(true);
        let parser = parser.source_spans(source_spans);
        for html in DOCUMENTS.iter().chain(DOCUMENTS.iter().rev()) {
            let expected = parser.parse(html);
            let found = parser.parse_reusing(html, spare);
            assert_eq!(found.errors(), expected.errors(), "{html}");
            assert_eq!(dump(found.document()), dump(expected.document()), "{html}");
            assert_eq!(found.document().source(), expected.document().source(), "{html}");
            assert_eq!(describe_spans(found.document()), describe_spans(expected.document()), "{html}");
            spare = found.into_document();
        }
    }
}

#[test]
fn any_document_can_be_reused() {
    let parser = Parser::new();
    let fragment = hedgerow::parse_fragment("<td>1", &hedgerow::Context::html("tr"));
    let document = parser.parse_reusing("<p>a", fragment.clone()).into_document();
    assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    assert_eq!(document.root().inner_html(), "<html><head></head><body><p>a</p></body></html>");
    let mut stream = parser.stream();
    stream.feed("<p>b");
    let document = parser.parse_reusing("<p>c", stream.finish().into_document()).into_document();
    assert_eq!(document.root().text(), "c");
    assert_eq!(fragment.root().inner_html(), "<td>1</td>");
}

#[test]
fn shared_text_has_the_same_result() {
    let mut spare = Document::new();
    for source_spans in [false, true] {
        let parser = Parser::new().allow_declarative_shadow_roots(true).collect_errors(true);
        let parser = parser.source_spans(source_spans);
        for html in DOCUMENTS {
            let expected = parser.parse(html);
            let found = parser.parse_shared(SharedText::new(html.to_owned()));
            assert_eq!(found.errors(), expected.errors(), "{html}");
            assert_eq!(dump(found.document()), dump(expected.document()), "{html}");
            assert_eq!(found.document().source(), expected.document().source(), "{html}");
            assert_eq!(describe_spans(found.document()), describe_spans(expected.document()), "{html}");
            // The document shares nothing but the text.
            let mut document = found.into_document();
            let copy = document.clone();
            let root = document.root_id();
            let comment = document.create_comment("added");
            document.append(root, comment).unwrap();
            document.shrink_to_fit();
            assert!(document.root().inner_html().ends_with("<!--added-->"));
            document.remove(comment).unwrap();
            assert_eq!(dump(&document), dump(expected.document()), "{html}");
            assert_eq!(dump(&copy), dump(expected.document()), "{html}");
            // A document that shared its text can be reused.
            let reused = parser.parse_reusing(html, std::mem::replace(&mut spare, document));
            assert_eq!(dump(reused.document()), dump(expected.document()), "{html}");
        }
    }
}

#[test]
fn shared_text_is_not_copied() {
    let page = SharedText::new("<p id=shared>text".repeat(100));
    let document = Parser::new().parse_shared(page.clone()).into_document();
    let addresses = page.as_bytes().as_ptr_range();
    assert!(document.root().texts().all(|text| addresses.contains(&text.as_ptr())));
    let few = Parser::new().limits(Limits::UNLIMITED.bytes(15)).parse_shared(page);
    assert_eq!(few.document().root().text(), "te");
}
