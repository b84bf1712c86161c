//! Prints the text of the article on a page as a browser renders it:
//! `cargo run -p hedgerow --example article_text -- page.html`.

use std::error::Error;

use hedgerow::{Document, NodeRef, Parser, Select as _, ToHtml};

mod support;

const SAMPLE: &str = "<body><nav><a href=/>Home</a> <a href=/news>News</a></nav>
<div><h1>Hedges</h1><p>A hedge is a line of shrubs,<br>planted closely.<script>track()</script>
<p>It marks the edge of a field.</div><footer><p>Copyright <a href=/>us</a></footer>";

/// Returns the element that is most likely the article: of the elements that the page marks as articles, or else of all elements,
/// the one whose child paragraphs have the most text outside links.
fn article(document: &Document) -> Option<NodeRef<'_>> {
    let named = document.select("article, main, [role=main]").expect("the selector is valid");
    let any = document.select(":has(> p)").expect("the selector is valid");
    named.max_by_key(|&element| weight(element)).or_else(|| any.max_by_key(|&element| weight(element)))
}

/// Returns the length of the text outside links in the child paragraphs of an element.
fn weight(element: NodeRef<'_>) -> usize {
    let paragraphs = element.select(":scope > p").expect("the selector is valid");
    let length = |paragraph: NodeRef<'_>| {
        let links = paragraph.select("a").expect("the selector is valid");
        let in_links: usize = links.map(|link| link.text().len()).sum();
        paragraph.text().len().saturating_sub(in_links)
    };
    paragraphs.map(length).sum()
}

fn main() -> Result<(), Box<dyn Error>> {
    let parsed = support::parse_argument(&Parser::new(), SAMPLE)?;
    println!("{}", article(parsed.document()).ok_or("the page has no paragraphs")?.rendered_text());
    Ok(())
}

#[test]
fn navigation_and_footers_are_left_out() {
    let document = hedgerow::parse(SAMPLE);
    let text = article(&document).unwrap().rendered_text();
    assert_eq!(
        text,
        "Hedges\n\nA hedge is a line of shrubs,\nplanted closely.\n\nIt marks the edge of a field."
    );
}
