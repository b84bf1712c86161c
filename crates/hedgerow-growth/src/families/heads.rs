//! Content before and around the body: `head`, `html`, `body`, `frameset`, declarations of the encoding.

use crate::Family;
use crate::Feeding::{Bytes, Errors};
use crate::Part::{Numbered, Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("html start tags with new attributes", &[Numbered("<html a#=b>")]),
    Family::new("html start tags with the same attribute", &[Times("<html a=b>")]),
    Family::new("body start tags with new attributes", &[Numbered("<body a#=b>")]),
    Family::new("body start tags in a deep stack", &[Times("<div>"), Numbered("<body a#=b>")]),
    Family::new("head elements behind the head", &[Once("<head></head>"), Times("<link><script></script>")]),
    Family::new("frameset behind a body", &[Times("<p>"), Times("<frameset>")]),
    Family::new("nested frameset", &[Times("<frameset>"), Times("</frameset>")]),
    Family::new("text in frameset", &[Once("<frameset>"), Times("a b")]).fed(Errors),
    Family::new("noscript in head", &[Once("<head>"), Times("<noscript><link></noscript>")]),
    Family::new("doctypes", &[Times("<!doctype html>")]),
    Family::new("behind the html element", &[Once("</html>"), Times("<!---->a</html>")]),
    Family::new("metas", &[Times("<meta charset=x>")]).fed(Bytes),
    Family::new("half metas before the encoding", &[Times("<meta http-equiv=content-type ")]).fed(Bytes),
    Family::new("a comment before the encoding", &[Once("<!--"), Times("<meta charset=x>")]).fed(Bytes),
    Family::new("attributes before the encoding", &[Once("<meta "), Numbered("a#=charset ")]).fed(Bytes),
    Family::new(
        "an encoding that is declared late",
        &[Times("<link>\u{E9}"), Once("<meta charset=windows-1252>"), Times("<p>")],
    )
    .fed(Bytes),
    Family::new("bytes that are not ASCII", &[Times("\u{E9}\u{20AC}")]).fed(Bytes),
];
