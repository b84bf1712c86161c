//! Changes the addresses of the images on a page and leaves every other byte unchanged.

use hedgerow::prelude::*;
use hedgerow::source::SourceEdits;
use hedgerow::{Error, Parser};

fn with_images_at(base: &str, html: &str) -> Result<String, Error> {
    let parsed = Parser::new().source_spans(true).parse(html);
    let mut edits = SourceEdits::new(parsed.document());
    for image in parsed.document().select_deep("img[src]")? {
        let address = image.attribute("src").unwrap_or_default();
        edits.set_attribute(image.id(), "src", &format!("{base}{address}"))?;
    }
    Ok(edits.apply()?)
}

#[test]
fn all_other_bytes_stay_unchanged() {
    let html = "<P ><IMG  SRC='/a.png' alt=A ><!-- <img src=b> --><template><img src=\"/c.png\"></template>";
    let expected =
        "<P ><IMG  SRC='//i/a.png' alt=A ><!-- <img src=b> --><template><img src=\"//i/c.png\"></template>";
    assert_eq!(with_images_at("//i", html).unwrap(), expected);
}
