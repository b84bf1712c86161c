//! Merges two pages: appends the style sheets and the body of the second page to the first page.

use hedgerow::prelude::*;
use hedgerow::{Document, Error, NodeRef};

fn merge(document: &mut Document, other: &Document) -> Result<(), Error> {
    let [head, body] = [document.head(), document.body()].map(|part| part.map(NodeRef::id));
    let styles = other.select("head > link, head > style")?.map(|node| (head, node));
    let contents = other.body().into_iter().flat_map(NodeRef::children).map(|node| (body, node));
    for (parent, node) in styles.chain(contents) {
        let node = document.import(node)?;
        parent.map_or(Ok(()), |parent| document.append(parent, node))?;
    }
    Ok(())
}

#[test]
fn template_contents_are_copied() {
    let mut document = hedgerow::parse("<title>1</title><p>one");
    merge(&mut document, &hedgerow::parse("<title>2</title><style>3</style><p>two<template><b>4</template>"))
        .unwrap();
    let expected = "<html><head><title>1</title><style>3</style></head>\
                    <body><p>one</p><p>two<template><b>4</b></template></p></body></html>";
    assert_eq!(document.root().inner_html(), expected);
}
