//! Puts each `h2` and the nodes after it, up to the next `h2`, into a `section`.

use hedgerow::dom::known;
use hedgerow::prelude::*;
use hedgerow::{Document, Error, NodeRef};

fn put_into_sections(document: &mut Document) -> Result<(), Error> {
    document.select_mut("h2")?.each(|document, heading| {
        let following = document.node(heading).next_siblings().take_while(|node| !node.is_html(known::H2));
        let following: Vec<_> = following.map(NodeRef::id).collect();
        let section = document.build("section").insert_before(heading)?;
        [heading].into_iter().chain(following).try_for_each(|node| document.append(section, node))
    })?;
    Ok(())
}

#[test]
fn a_section_ends_where_the_next_begins() {
    let mut document = hedgerow::parse("<p>0<h2>1</h2>a<p>b<h2>2</h2>c");
    put_into_sections(&mut document).unwrap();
    let expected = "<p>0</p><section><h2>1</h2>a<p>b</p></section><section><h2>2</h2>c</section>";
    assert_eq!(document.body().unwrap().inner_html(), expected);
}
