//! A map with nodes as keys, kept while the document changes.

use std::collections::HashMap;

use hedgerow::prelude::*;
use hedgerow::{Document, Error, NodeId};

fn notes(document: &Document) -> Result<HashMap<NodeId, String>, Error> {
    Ok(document.select("p")?.map(|paragraph| (paragraph.id(), paragraph.text())).collect())
}

fn live_notes<'n>(document: &Document, notes: &'n HashMap<NodeId, String>) -> Vec<&'n str> {
    document.root().descendants().filter_map(|node| notes.get(&node.id())).map(String::as_str).collect()
}

#[test]
fn the_id_of_a_removed_node_is_not_that_of_its_replacement() {
    let mut document = hedgerow::parse("<p id=a>one<p>two");
    let notes = notes(&document).unwrap();
    let first = document.element_by_id("a").unwrap().id();
    document.remove(first).unwrap();
    let new = document.create_element("p").unwrap();
    document.append(document.body().unwrap().id(), new).unwrap();
    assert_eq!(live_notes(&document, &notes), ["two"]);
    assert!(document.set_attribute(first, "x", "1").is_err());
}
