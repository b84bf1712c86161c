//! Tags: their names, their attributes.

use crate::Family;
use crate::Feeding::Errors;
use crate::Part::{Numbered, Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("one element, distinct attributes", &[Once("<div "), Numbered("a#=b "), Once(">")]),
    Family::new("one element, equal attributes", &[Once("<div "), Times("a=b "), Once(">")]).fed(Errors),
    Family::new("one element, numbers as attribute names", &[Once("<div "), Numbered("# "), Once(">")]),
    Family::new(
        "one b with many attributes, reconstructed often",
        &[Once("<b "), Numbered("a# "), Once("><p>"), Times("<i>")],
    ),
    Family::new("one end tag, distinct attributes", &[Once("</div "), Numbered("a#=b "), Once(">")])
        .fed(Errors),
    Family::new("unknown tag names", &[Numbered("<x#></x#>")]),
    Family::new(
        "tag names that differ after 26 characters",
        &[Numbered("<abcdefghijklmnopqrstuvwxyz#></abcdefghijklmnopqrstuvwxyz#>")],
    ),
    Family::new("tag names that differ at the start", &[Numbered("<x#abcdefghijklmnopqrstuvwxyz>")]),
    Family::new(
        "attribute names that differ after 26 characters",
        &[Once("<div "), Numbered("abcdefghijklmnopqrstuvwxyz#=b "), Once(">")],
    ),
    Family::new("a new attribute for each element", &[Numbered("<p a#=b>")]),
    Family::new("ids that differ in the middle", &[Numbered("<b id=aaaaaaaa#aaaaaaaa>")]),
    Family::new("one long tag name", &[Once("<x"), Times("y"), Once(">")]),
    Family::new("one long attribute name", &[Once("<x "), Times("Y"), Once(">")]),
    Family::new("one long attribute value", &[Once("<x y='"), Times("z&amp;"), Once("'>")]),
    Family::new("one unterminated attribute value", &[Once("<x y='"), Times("<z y=\"")]),
    Family::new("unterminated tags", &[Times("<a ")]).fed(Errors),
    Family::new("less-than signs", &[Times("<")]).fed(Errors),
    Family::new("solidi", &[Once("<a "), Times("/")]).fed(Errors),
    Family::new("distinct ids", &[Numbered("<p id=i# class=c#>")]),
    Family::new("namespace declarations", &[Once("<svg>"), Numbered("<g xmlns:x#=y xlink:href=#>")])
        .fed(Errors),
];
