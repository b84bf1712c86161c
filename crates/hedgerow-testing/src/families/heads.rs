//! Content before and around the body: `head`, `html`, `body`, `frameset`, encoding declarations.

use crate::Family;
use crate::Feeding::{Bytes, Errors};
use crate::Part::{Numbered, Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("html start tags with new attributes", &[Numbered("<html a#=b>")]),
    Family::new("html start tags with the same attribute", &[Times("<html a=b>")]),
    Family::new("body start tags with new attributes", &[Numbered("<body a#=b>")]),
    Family::new("body start tags in a deep stack", &[Times("<div>"), Numbered("<body a#=b>")]),
    Family::new("head elements after the head", &[Once("<head></head>"), Times("<link><script></script>")]),
    Family::new("frameset after a body", &[Times("<p>"), Times("<frameset>")]),
    Family::new("nested frameset", &[Times("<frameset>"), Times("</frameset>")]),
    Family::new("text in frameset", &[Once("<frameset>"), Times("a b")]).fed(Errors),
    Family::new("noscript in head", &[Once("<head>"), Times("<noscript><link></noscript>")]),
    Family::new("doctypes", &[Times("<!doctype html>")]),
    Family::new("content after the html element", &[Once("</html>"), Times("<!---->a</html>")]),
    Family::new("metas", &[Times("<meta charset=x>")]).fed(Bytes),
    Family::new("unfinished meta tags in the prescan", &[Times("<meta http-equiv=content-type ")]).fed(Bytes),
    Family::new("one comment in the prescan", &[Once("<!--"), Times("<meta charset=x>")]).fed(Bytes),
    Family::new("attributes in the prescan", &[Once("<meta "), Numbered("a#=charset ")]).fed(Bytes),
    Family::new(
        "an encoding declared late",
        &[Times("<link>\u{E9}"), Once("<meta charset=windows-1252>"), Times("<p>")],
    )
    .fed(Bytes),
    Family::new("non-ASCII bytes", &[Times("\u{E9}\u{20AC}")]).fed(Bytes),
];
