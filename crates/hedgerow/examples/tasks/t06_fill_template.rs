//! Fills in a `template` once for each row of data.

use std::collections::HashMap;

use hedgerow::prelude::*;
use hedgerow::{Document, Error, NodeId, NodeRef};

fn fill(document: &mut Document, template: NodeId, rows: &[HashMap<&str, &str>]) -> Result<(), Error> {
    for row in rows {
        let Some(contents) = document.node(template).template_contents().map(NodeRef::id) else { break };
        let copy = document.clone_subtree(contents)?;
        let places: Vec<_> = document.node(copy).select("[data-text]")?.map(NodeRef::id).collect();
        document.change(places).each(|document, place| {
            let name = document.node(place).attribute("data-text").unwrap_or_default();
            document.set_text(place, row.get(name).copied().unwrap_or_default())
        })?;
        document.insert_before(template, copy)?;
    }
    Ok(())
}

#[test]
fn each_row_gets_a_copy() {
    let mut document =
        hedgerow::parse("<table><template><tr><td data-text=name><td data-text=price></template></table>");
    let template = document.select_first("template").unwrap().unwrap().id();
    let rows = [[("name", "Yew"), ("price", "<5")], [("name", "Oak"), ("price", "7")]].map(HashMap::from);
    fill(&mut document, template, &rows).unwrap();
    assert_eq!(document.select_first("table").unwrap().unwrap().text(), "Yew<5Oak7");
}
