//! Changes the addresses of the images on a page and leaves every other byte unchanged:
//! `cargo run -p hedgerow --example rewrite_images -- page.html > new.html`.

use std::error::Error;

use hedgerow::source::SourceEdits;
use hedgerow::{Document, Parser, Select as _};

mod support;

const SAMPLE: &str = "<P >A hedge:<IMG  SRC=hedge.png alt='A hedge'><!-- stays --><img src='/old/maple.png'>";

/// Returns the source with a base address prepended to the address of each image.
fn with_images_at(document: &Document, base: &str) -> Result<String, Box<dyn Error>> {
    let mut edits = SourceEdits::new(document);
    for image in document.select("img[src]")? {
        let address = image.attribute("src").unwrap_or_default();
        edits.set_attribute(image.id(), "src", &format!("{base}/{}", address.trim_start_matches('/')))?;
    }
    Ok(edits.apply()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let parsed = support::parse_argument(&Parser::new().source_spans(true), SAMPLE)?;
    print!("{}", with_images_at(parsed.document(), "https://images.example")?);
    Ok(())
}

#[test]
fn only_the_addresses_change() {
    let parsed = Parser::new().source_spans(true).parse(SAMPLE);
    let expected = "<P >A hedge:<IMG  SRC=\"//i/hedge.png\" alt='A hedge'>\
                    <!-- stays --><img src='//i/old/maple.png'>";
    assert_eq!(with_images_at(parsed.document(), "//i").unwrap(), expected);
}
