//! The list of active formatting elements: the Noah's Ark clause, reconstruction, the adoption agency.

use crate::Family;
use crate::Part::{Numbered, Once, Root, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("equal b", &[Times("<b>")]),
    Family::new("equal b, closed", &[Times("<b>"), Times("</b>")]),
    Family::new("b with distinct ids", &[Numbered("<b id=#>")]),
    Family::new("b with distinct ids, closed", &[Numbered("<b id=#>"), Times("</b>")]),
    Family::new("b with distinct ids, i closed", &[Numbered("<b id=#><i></i>")]),
    Family::new("b with distinct ids, unmatched end tags", &[Numbered("<b id=#>"), Times("</i>")]),
    Family::new("font with one of two attributes", &[Numbered("<font color=a size=#>")]),
    Family::new("i with the same attributes in two orders", &[Times("<i id=a class=b><i class=b id=a>")]),
    Family::new("equal a", &[Times("<a>")]),
    Family::new("a with distinct URLs", &[Numbered("<a href=#>")]),
    Family::new("a with distinct URLs, blocks", &[Numbered("<a href=#><div>")]),
    Family::new("a out of scope", &[Times("<a><object>"), Times("</a>")]),
    Family::new("a in svg titles", &[Times("<a><svg><title>")]),
    Family::new("nobr", &[Times("<nobr>")]),
    Family::new("nobr and blocks", &[Times("<nobr><p>")]),
    Family::new("nobr in object", &[Times("<nobr><object>"), Times("<nobr>")]),
    Family::new("misnested b and div", &[Times("<b><div></b></div>")]),
    Family::new("nested b and div, closed in the wrong order", &[Times("<b><div>"), Times("</b></div>")]),
    Family::new("nested b and div, only b closed", &[Times("<b><div>"), Times("</b>")]),
    Family::new("one b through nested div", &[Once("<b>"), Times("<div>"), Times("</b>")]),
    Family::new("many b through nested div", &[Root("<b id=#>"), Times("<div>"), Times("</b>")]),
    Family::new("one b through span and div", &[Once("<b>"), Times("<span><div>"), Times("</b>")]),
    Family::new("one b through i and div", &[Once("<b>"), Numbered("<i id=#><div>"), Times("</b>")]),
    Family::new(
        "b, i and u through nested p",
        &[Once("<b><i><u>"), Times("<div><p>"), Times("</u></i></b>")],
    ),
    Family::new("one b through nested div and svg", &[Once("<b>"), Times("<div><svg><desc>"), Times("</b>")]),
    Family::new("four equal b through nested div", &[Once("<b><b><b><b>"), Times("<div>"), Times("</b>")]),
    Family::new("formatting elements, reconstructed", &[Root("<p><b id=#>"), Root("<p>x")]),
    Family::new("formatting elements, reconstructed and closed", &[Times("<p><b></p>x</b>")]),
    Family::new("object with formatting elements", &[Times("<object><b><i></object>")]),
    Family::new("formatting elements in foreign content", &[Times("<b><svg></b><desc>"), Times("</b>")]),
];
