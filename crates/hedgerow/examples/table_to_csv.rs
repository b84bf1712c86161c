//! Prints the first table of a page as CSV: `cargo run -p hedgerow --example table_to_csv -- page.html`.

use std::error::Error;

use hedgerow::{Document, NodeRef, Parser, Select as _, ToHtml};

mod support;

const SAMPLE: &str = "<table><caption>Hedges</caption>
<tr><th>Plant<th>Height
<tr><td>Hawthorn<td>6 m
<tr><td>Field maple,<br>a tree<td>\"tall\"</table>";

/// Returns the rows of the first table. A table in a cell is part of the text of that cell.
fn csv(document: &Document) -> Option<String> {
    let table = document.select_first("table").expect("the selector is valid")?;
    let rows = table.select(":scope > * > tr").expect("the selector is valid");
    let lines = rows.map(|row| {
        let cells: Vec<String> = row.child_elements().map(field).collect();
        cells.join(",") + "\r\n"
    });
    Some(lines.collect())
}

/// Returns the rendered text of a cell, quoted if CSV requires it.
fn field(cell: NodeRef<'_>) -> String {
    let text = cell.rendered_text();
    if text.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn main() -> Result<(), Box<dyn Error>> {
    let parsed = support::parse_argument(&Parser::new(), SAMPLE)?;
    print!("{}", csv(parsed.document()).ok_or("the page has no table")?);
    Ok(())
}

#[test]
fn cells_are_quoted_where_csv_requires_it() {
    let document = hedgerow::parse(SAMPLE);
    let expected = "Plant,Height\r\nHawthorn,6 m\r\n\"Field maple,\na tree\",\"\"\"tall\"\"\"\r\n";
    assert_eq!(csv(&document).as_deref(), Some(expected));
    assert_eq!(csv(&hedgerow::parse("<p>none")), None);
}
