//! The links of a page, each resolved against the base address by a function of the caller.

use hedgerow::prelude::*;
use hedgerow::{Error, NodeRef};

fn links(
    html: &str,
    page: &str,
    join: impl Fn(&str, &str) -> String,
) -> Result<Vec<(String, String)>, Error> {
    let document = hedgerow::parse(html);
    let address =
        |element: NodeRef<'_>, base: &str| element.attribute("href").map(|address| join(base, address));
    let base = document.select_first("base[href]")?.and_then(|base| address(base, page));
    let base = base.as_deref().unwrap_or(page);
    let links = document.select("a[href], area[href]")?;
    Ok(links.filter_map(|link| Some((address(link, base)?, link.rendered_text()))).collect())
}

#[test]
fn addresses_are_joined_with_the_base() {
    let join = |base: &str, address: &str| format!("{base}/{address}");
    let found = links("<base href=docs><a href=one>1</a><a>2</a>", "https://hedge", join).unwrap();
    assert_eq!(found, [("https://hedge/docs/one".to_owned(), "1".to_owned())]);
}
