//! Input in chunks, scripts that pause the parser, and `document.write()`.

use crate::Family;
use crate::Feeding::{ByteChunks, CharacterChunks, Scripts, ScriptsAndErrors, Written};
use crate::Part::{Numbered, Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("tags, byte by byte", &[Times("<p a=b>c&amp;")]).fed(ByteChunks(1)),
    Family::new("one comment, byte by byte", &[Once("<!--"), Times("-a")]).fed(ByteChunks(1)),
    Family::new("one attribute value, byte by byte", &[Once("<a b='"), Times("c&d")]).fed(ByteChunks(1)),
    Family::new("one element, byte by byte", &[Once("<a "), Numbered("a# ")]).fed(ByteChunks(1)),
    Family::new("one text, byte by byte", &[Times("\u{20AC}\r\n")]).fed(ByteChunks(1)),
    Family::new("one reference, character by character", &[Once("&"), Times("a")]).fed(CharacterChunks(1)),
    Family::new("one script, character by character", &[Once("<script>"), Times("<!--<script>")])
        .fed(CharacterChunks(1)),
    Family::new("one doctype, character by character", &[Once("<!doctype a public '"), Times("b")])
        .fed(CharacterChunks(1)),
    Family::new("whitespace in a table, byte by byte", &[Once("<table>"), Times(" ")]).fed(ByteChunks(1)),
    Family::new("errors, character by character", &[Times("</b>\0&;")]).fed(CharacterChunks(3)),
    Family::new("scripts that pause the parser", &[Times("<script></script>a")]).fed(Scripts),
    Family::new("scripts that pause the parser, with errors", &[Times("<script></script>\n")])
        .fed(ScriptsAndErrors),
    Family::new("written tags", &[Times("<p>a\n")]).fed(Written),
    Family::new("one written comment", &[Once("<!--\n"), Times("a\n")]).fed(Written),
    Family::new("written scripts", &[Times("<script></script>a\n")]).fed(Written),
    Family::new("written single characters", &[Times("<\na\n>\n&\namp\n;\n")]).fed(Written),
    Family::new("written parts of tags with attributes", &[Numbered("<a b#=\n'c'\n>\n")]).fed(Written),
    Family::new("written text in a table", &[Once("<table>\n"), Times("a\n")]).fed(Written),
    Family::new("scripts that pause the parser in a deep tree", &[Times("<div><script></script>")])
        .fed(Scripts),
    Family::new("truncated end tags, byte by byte", &[Once("<title>"), Times("</titl")]).fed(ByteChunks(1)),
    Family::new("multi-byte characters, two bytes at a time", &[Times("\u{E9}\u{20AC}<p>")])
        .fed(ByteChunks(2)),
    Family::new("unfinished meta tags, byte by byte", &[Times("<meta http-equiv=content-type ")])
        .fed(ByteChunks(1)),
];
