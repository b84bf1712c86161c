//! A program ported from scraper: headlines and their links.

use hedgerow::{Error, Select as _, Selector};

fn headlines(html: &str) -> Result<Vec<(String, String)>, Error> {
    let document = hedgerow::parse(html);
    let (article, link) = (Selector::parse("article h2")?, Selector::parse("a[href]")?);
    let mut headlines = Vec::new();
    for heading in document.select(&article)? {
        if let Some(link) = heading.select_first(&link)? {
            headlines.push((heading.text(), link.attribute("href").unwrap_or_default().to_owned()));
        }
    }
    Ok(headlines)
}

#[test]
fn a_headline_has_a_link() {
    let found =
        headlines("<article><h2>A <a href=/yew>yew</a></h2></article><h2><a href=/oak>not this</a></h2>");
    assert_eq!(found.unwrap(), [("A yew".to_owned(), "/yew".to_owned())]);
}
