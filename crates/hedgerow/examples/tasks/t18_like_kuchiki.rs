//! A program ported from kuchiki: changes the links, removes the comments, adds a note.

use hedgerow::dom::NodeKind;
use hedgerow::prelude::*;
use hedgerow::{Error, NodeRef};

fn processed(html: &str) -> Result<String, Error> {
    let mut document = hedgerow::parse(html);
    document.select_mut("a[href^='http:']")?.set_attribute("rel", "nofollow")?.add_class("external")?;
    let comments = document.root().descendants().filter(|node| node.kind() == NodeKind::Comment);
    let comments: Vec<_> = comments.map(NodeRef::id).collect();
    document.change(comments).remove()?;
    if let Some(body) = document.body().map(NodeRef::id) {
        document
            .build("p")
            .class("note")
            .text("See ")
            .element("a", |link| link.attribute("href", "/").text("home"))
            .append_to(body)?;
    }
    Ok(document.root().inner_html())
}

#[test]
fn a_note_is_added() {
    let expected = "<html><head></head><body><a href=\"http://x\" rel=\"nofollow\" class=\"external\">1</a>\
                    <p class=\"note\">See <a href=\"/\">home</a></p></body></html>";
    assert_eq!(processed("<!-- 0 --><body><a href=http://x>1</a><!-- 2 -->").unwrap(), expected);
}
