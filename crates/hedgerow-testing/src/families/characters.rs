//! Characters: character references, comments and other markup declarations, text that ends only at its end tag.

use crate::Family;
use crate::Feeding::Errors;
use crate::Part::{Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("character references", &[Times("&amp;")]),
    Family::new("numeric character references", &[Times("&#x1F600;&#0;")]).fed(Errors),
    Family::new("one long numeric reference", &[Once("&#"), Times("9")]).fed(Errors),
    Family::new("ampersands", &[Times("&")]),
    Family::new("unknown reference names", &[Times("&notit;&ampx")]).fed(Errors),
    Family::new("one long reference name", &[Once("&"), Times("a")]),
    Family::new("truncated reference names", &[Times("&CounterClockwiseContourIntegra")]),
    Family::new("comments", &[Times("<!---->")]),
    Family::new("one unterminated comment", &[Once("<!--"), Times("--!-<!--")]).fed(Errors),
    Family::new("bogus comments", &[Times("<!x")]),
    Family::new("unterminated doctypes", &[Times("<!doctype x public '")]).fed(Errors),
    Family::new(
        "one long doctype",
        &[Once("<!doctype x public '"), Times("y"), Once("' '"), Times("z"), Once("'>")],
    ),
    Family::new("CDATA sections", &[Once("<svg>"), Times("<![CDATA[]]]]>")]),
    Family::new("one unterminated CDATA section", &[Once("<svg><![CDATA["), Times("]]")]),
    Family::new("processing instructions", &[Times("<?a b?>")]),
    Family::new("script with truncated end tags", &[Once("<script>"), Times("</scrip")]),
    Family::new("script with escapes", &[Once("<script>"), Times("<!--<script></script>")]),
    Family::new("script with double escapes", &[Once("<script><!--"), Times("<script></scrip")]),
    Family::new("title with truncated end tags", &[Once("<title>"), Times("</titl&amp;")]),
    Family::new("scripts", &[Times("<script>a</script>")]),
    Family::new("plaintext", &[Once("<plaintext>"), Times("</plaintext>")]),
    Family::new("NUL", &[Times("\0")]).fed(Errors),
    Family::new("NUL in text", &[Times("a\0")]),
    Family::new("NUL in comments", &[Once("<!--"), Times("\0")]),
    Family::new("CR", &[Times("\r")]),
    Family::new("CR and text", &[Times("a\r\nb\r")]),
    Family::new("control characters", &[Times("\u{1}\u{FDD0}")]).fed(Errors),
];
