//! A table as CSV; a cell that spans rows or columns is repeated in each of them.

use hedgerow::prelude::*;
use hedgerow::{Error, NodeRef};

fn csv(html: &str) -> Result<String, Error> {
    let document = hedgerow::parse(html);
    let mut grid: Vec<Vec<Option<String>>> = Vec::new();
    for (y, row) in document.select("table:not(td table) > * > tr")?.enumerate() {
        let mut x = 0;
        for cell in row.child_elements() {
            while grid.get(y).is_some_and(|row| matches!(row.get(x), Some(Some(_)))) {
                x += 1;
            }
            let span =
                |name| cell.attribute(name).and_then(|span| span.parse().ok()).unwrap_or(1).clamp(1, 1000);
            let (width, height) = (span("colspan"), span("rowspan"));
            grid.resize(grid.len().max(y + height), Vec::new());
            for row in &mut grid[y..y + height] {
                row.resize(row.len().max(x + width), None);
                row[x..x + width].fill(Some(field(cell)));
            }
        }
    }
    let line = |row: Vec<Option<String>>| {
        row.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>().join(",")
    };
    Ok(grid.into_iter().map(|row| line(row) + "\r\n").collect())
}

fn field(cell: NodeRef<'_>) -> String {
    let text = cell.rendered_text();
    if text.contains(['"', ',', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[test]
fn cells_that_span_are_repeated() {
    let html = "<table><tr><th>a<th colspan=2>b, \"c\"<tr><td rowspan=2>1<td>2<td>3<tr><td>4</table>";
    assert_eq!(csv(html).unwrap(), "a,\"b, \"\"c\"\"\",\"b, \"\"c\"\"\"\r\n1,2,3\r\n1,4\r\n");
}
