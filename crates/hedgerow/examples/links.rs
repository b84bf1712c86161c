//! Prints the links of a page: `cargo run -p hedgerow --example links -- page.html`.

use std::error::Error;

use hedgerow::{Document, Parser, Select as _, ToHtml};

mod support;

const SAMPLE: &str = r#"<title>Links</title>
<nav><a href="/">Home</a> <a href=/news>News &amp; more<b>!</b></a> <a name=here>no link</a></nav>"#;

/// Returns the address and the text of each link, in document order.
fn links(document: &Document) -> Vec<(&str, String)> {
    let links = document.select("a[href], area[href]").expect("the selector is valid");
    links.map(|link| (link.attribute("href").unwrap_or_default(), link.rendered_text())).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let parsed = support::parse_argument(&Parser::new(), SAMPLE)?;
    for (address, text) in links(parsed.document()) {
        println!("{address}\t{text}");
    }
    Ok(())
}

#[test]
fn links_have_an_address_and_a_text() {
    let document = hedgerow::parse(SAMPLE);
    let expected = [("/", "Home".to_owned()), ("/news", "News & more!".to_owned())];
    assert_eq!(links(&document), expected);
}
