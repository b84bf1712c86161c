//! Output: markup, text, dumps.
//!
//! Dumps of deep trees, and markup of elements that share a long attribute, are excluded, because their length is the
//! product of two parts of the input.

use crate::Family;
use crate::Feeding::Used;
use crate::Part::{Numbered, Once, Times};
use crate::Use::{Dumped, Indented, Minified, RenderedText, Serialized, Text};

/// A long text of whitespace that each `selectedcontent` element shares.
const CLONED_WHITESPACE: &[crate::Part] = &[
    Once("<select><button>"),
    Times("<selectedcontent></selectedcontent>"),
    Once("</button><option>"),
    Times(" "),
    Once("</select>"),
];

/// The same input, with a word before and after the text.
const CLONED_WHITESPACE_BETWEEN_WORDS: &[crate::Part] = &[
    Once("<select><button>"),
    Times("<selectedcontent></selectedcontent>"),
    Once("</button><option>a"),
    Times("\n "),
    Once("b</select>"),
];

pub(super) const FAMILIES: &[Family] = &[
    Family::new("nested div, serialized", &[Times("<div>")]).fed(Used(Serialized)),
    Family::new("nested div, minified", &[Times("<div>")]).fed(Used(Minified)),
    Family::new("nested div, indented", &[Times("<div>")]).fed(Used(Indented)),
    Family::new("nested div with text, text content", &[Times("<div>a")]).fed(Used(Text)),
    Family::new("nested div with text, rendered text", &[Times("<div>a")]).fed(Used(RenderedText)),
    Family::new("characters to escape, serialized", &[Times("&lt;&amp;\u{A0}<p title='&quot;&lt;'>")])
        .fed(Used(Serialized)),
    Family::new("nested template, serialized", &[Times("<template>")]).fed(Used(Serialized)),
    Family::new("scripts and styles, serialized", &[Times("<script>a</script><style>b</style>")])
        .fed(Used(Serialized)),
    Family::new(
        "omissible tags, minified",
        &[Times("<ul><li>a</li></ul><p>b</p><table><tr><td>c</td></tr></table>")],
    )
    .fed(Used(Minified)),
    Family::new("nested lists, minified", &[Times("<ul><li>")]).fed(Used(Minified)),
    Family::new("nested tables, minified", &[Times("<table><tr><td>")]).fed(Used(Minified)),
    Family::new("p and comments, minified", &[Times("<p>"), Times("<!---->")]).fed(Used(Minified)),
    Family::new("whitespace, minified", &[Times(" <b> </b> <!----> ")]).fed(Used(Minified)),
    Family::new("one long run of whitespace, minified", &[Times(" \n")]).fed(Used(Minified)),
    Family::new("whitespace, cloned often, minified", CLONED_WHITESPACE).fed(Used(Minified)),
    Family::new("whitespace, cloned often, indented", CLONED_WHITESPACE).fed(Used(Indented)),
    Family::new("whitespace, cloned often, rendered text", CLONED_WHITESPACE).fed(Used(RenderedText)),
    Family::new("whitespace after a word, cloned often, minified", CLONED_WHITESPACE_BETWEEN_WORDS)
        .fed(Used(Minified)),
    Family::new("whitespace after a word, cloned often, rendered text", CLONED_WHITESPACE_BETWEEN_WORDS)
        .fed(Used(RenderedText)),
    Family::new("one element, distinct attributes, minified", &[Once("<div "), Numbered("a#=b "), Once(">")])
        .fed(Used(Minified)),
    Family::new("metas, minified", &[Once("<head>"), Times("<meta charset=x>")]).fed(Used(Minified)),
    Family::new("formatting and blocks, indented", &[Times("<p>a <b>b</b></p><pre>\n\nc</pre>")])
        .fed(Used(Indented)),
    Family::new("nested lists, indented", &[Times("<ul><li>a")]).fed(Used(Indented)),
    Family::new("one long text, indented", &[Times("a b\n")]).fed(Used(Indented)),
    Family::new("wide, dumped", &[Times("<p id=a class=b>c\n</p><!---->")]).fed(Used(Dumped)),
    Family::new("one element, distinct attributes, dumped", &[Once("<div "), Numbered("a#=b "), Once(">")])
        .fed(Used(Dumped)),
    Family::new("whitespace, rendered text", &[Times(" <b> </b> <i>\n</i>")]).fed(Used(RenderedText)),
    Family::new("lines, rendered text", &[Times("<p><br></p><div>a</div><pre>\n\n</pre>")])
        .fed(Used(RenderedText)),
    Family::new("empty blocks, rendered text", &[Times("<p></p><div></div>")]).fed(Used(RenderedText)),
    Family::new("nested empty blocks, rendered text", &[Times("<div><section>")]).fed(Used(RenderedText)),
    Family::new("tables, rendered text", &[Once("<table>"), Times("<tr><td>a<td>b<caption>c")])
        .fed(Used(RenderedText)),
    Family::new("nested tables, rendered text", &[Times("<table><tr><td>")]).fed(Used(RenderedText)),
    Family::new("options, rendered text", &[Once("<select>"), Times("<optgroup><option>a")])
        .fed(Used(RenderedText)),
];
