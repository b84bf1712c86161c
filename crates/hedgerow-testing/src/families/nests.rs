//! Deep stacks of open elements, and the loops that search them.

use crate::Family;
use crate::Feeding::Errors;
use crate::Part::{Numbered, Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("nested div", &[Times("<div>")]),
    Family::new("nested div, closed", &[Times("<div>"), Times("</div>")]),
    Family::new("nested div with text", &[Times("<div>a"), Times("</div>b")]),
    Family::new("p in nested button", &[Times("<p><button>"), Times("<p>")]),
    Family::new("p in nested object", &[Times("<p><object>"), Times("</p>")]),
    Family::new("nested unknown elements", &[Numbered("<x#>"), Numbered("</x#>")]),
    Family::new("unknown end tags in a deep stack", &[Times("<div>"), Numbered("</x#>")]),
    Family::new("span end tags in a deep stack", &[Times("<span><div>"), Times("</span>")]),
    Family::new("section end tags in a deep stack", &[Times("<div>"), Times("</section>")]),
    Family::new("li in nested div", &[Once("<ul><li>"), Times("<div>"), Times("<li>")]),
    Family::new("li in nested ul", &[Times("<ul><li>"), Times("</li>")]),
    Family::new("li in nested p and address", &[Times("<address>"), Times("<li></li>")]),
    Family::new("dd and dt in nested dl", &[Times("<dl><dd><dl><dt>"), Times("<dd>")]),
    Family::new("dd and dt in nested div", &[Once("<dl>"), Times("<div>"), Times("<dd><dt>")]),
    Family::new("headings in headings", &[Times("<h1><div><h2><span>"), Times("</h3>")]),
    Family::new("nested ruby", &[Times("<ruby><rb><rt><rtc><rp>")]),
    Family::new("rt without ruby, body end tags, errors", &[Times("<rt>"), Times("</body>")]).fed(Errors),
    Family::new("body and html end tags", &[Times("<div>"), Times("</body></html>x")]).fed(Errors),
    Family::new("nested svg", &[Times("<svg>"), Times("</div>")]),
    Family::new("nested math, closed by br", &[Times("<math>"), Times("<br>")]),
    Family::new("nested svg g, closed by p end tags", &[Times("<svg><g>"), Times("</p>")]),
    Family::new("svg end tags of unknown names", &[Times("<svg><g>"), Numbered("</x#>")]).fed(Errors),
    Family::new("svg in svg titles", &[Times("<svg><title>"), Times("</title>")]),
    Family::new(
        "nested annotation-xml",
        &[Times("<math><annotation-xml encoding=text/html><p>"), Times("</math>")],
    ),
    Family::new("nested mi with text", &[Times("<math><mi>a"), Times("</mi></math>")]),
];
