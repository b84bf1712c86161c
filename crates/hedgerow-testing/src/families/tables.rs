//! Tables: their contexts, and foster parenting.

use crate::Family;
use crate::Feeding::{Errors, Fragment};
use crate::Part::{Once, Root, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("nested tables", &[Times("<table><tr><td>"), Times("</table>")]),
    Family::new("tables in tables without cells", &[Times("<table>")]),
    Family::new("unclosed tables in cells", &[Times("<table><td>")]),
    Family::new("cells and rows that end early", &[Times("<table><td><p>"), Times("</tr>")]),
    Family::new("foster-parented text", &[Once("<table>"), Times("a<tr>")]),
    Family::new("foster-parented text and elements", &[Once("<table>"), Times("a<b>c</b>")]),
    Family::new("foster-parented elements", &[Once("<table>"), Times("<div></div>")]),
    Family::new("foster-parented b and div", &[Times("<div>"), Once("<table>"), Times("<b><div></b></div>")]),
    Family::new(
        "foster-parented b, reconstructed in cells",
        &[Once("<table><tr>"), Root("<b id=#>"), Root("<td>x</td>y")],
    ),
    Family::new("foster-parented text between comments", &[Once("<table>"), Times("a<!---->")]).fed(Errors),
    Family::new("whitespace in a table", &[Once("<table>"), Times(" ")]),
    Family::new("whitespace and comments in a table", &[Once("<table>"), Times(" <!---->")]),
    Family::new("NUL in a table", &[Once("<table>"), Times("\0")]),
    Family::new("NUL and text in a table", &[Once("<table>"), Times("a\0")]),
    Family::new("captions", &[Once("<table>"), Times("<caption>a<b>")]),
    Family::new("col and text", &[Once("<table>"), Times("<col>x")]),
    Family::new("hidden inputs and forms in a table", &[Once("<table>"), Times("<input type=hidden><form>")]),
    Family::new("cells in a fragment", &[Times("<td>a</td></tr>")]).fed(Fragment("tr")),
];
