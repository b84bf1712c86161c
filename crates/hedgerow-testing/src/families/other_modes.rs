//! Families for less common operations: changes and `document.write` while a script runs, a small limit on the number of errors,
//! traces, limits, `innerHTML`, and edits of the source.

use crate::Family;
use crate::Feeding::{ByteChunks, Driven, Used};
use crate::Part::{Numbered, Once, Times};
use crate::Use::{Changed, Matched};
use crate::changes;
use crate::modes::{parsing, source};

/// An input that clones a text many times, and then appends to each clone.
const CHANGED_CLONES: &[crate::Part] = &[
    Once("<select><button>"),
    Times("<selectedcontent></selectedcontent>"),
    Once("</button><option>"),
    Times("a long text of an option, again and again; "),
    Once("<?marker name='a'></option></select>"),
    Times("<template for=a>x</template>"),
];

/// Patches, each in the patch before it.
const NESTED_PATCHES: &[crate::Part] =
    &[Once("<p><?marker name='a'>"), Times("<template for=a><div><?marker name='a'></template>")];

pub(super) const FAMILIES: &[Family] = &[
    Family::new("part of a tag written at each script", &[Times("<script></script>")])
        .fed(Driven(parsing::written_at_scripts)),
    Family::new("changed at each script", &[Times("<script></script><p>")])
        .fed(Driven(parsing::changed_at_scripts)),
    Family::new(
        "changed at each script, with template for",
        &[Times("<p><?marker name='a'><script></script><template for=b></template>")],
    )
    .fed(Driven(parsing::changed_at_scripts)),
    Family::new("changed between chunks, nested template for", &[Times("<template for=a>")])
        .fed(Driven(parsing::changed_between_chunks)),
    Family::new(
        "changed between chunks, one b through nested div",
        &[Once("<b>"), Times("<div>"), Times("</b>")],
    )
    .fed(Driven(parsing::changed_between_chunks)),
    Family::new("few errors kept, one comment, in packets", &[Once("<!--"), Times("\u{1}")])
        .fed(Driven(parsing::few_errors_kept)),
    Family::new("few errors kept, one tag, byte by byte", &[Once("<a "), Times("a ")])
        .fed(Driven(parsing::few_errors_kept_byte_by_byte)),
    Family::new("few errors kept, one written comment", &[Once("<!--"), Times("\0")])
        .fed(Driven(parsing::written_in_a_script)),
    Family::new("traced, html start tags with new attributes", &[Numbered("<html a#>")])
        .fed(Driven(parsing::traced)),
    Family::new("traced", &[Times("<p id=a><b>x</i></b>")]).fed(Driven(parsing::traced)),
    Family::new(
        "traced, template for between markers of other names",
        &[
            Once("<?marker name=a>"),
            Times("<div>"),
            Times("<?marker name=b>"),
            Times("<template for=zz></template>"),
        ],
    )
    .fed(Driven(parsing::traced)),
    Family::new("clones of a text, each appended to, with limits", CHANGED_CLONES)
        .fed(Driven(parsing::limits)),
    Family::new("nested patches, with limits", NESTED_PATCHES).fed(Driven(parsing::limits)),
    Family::new("nested patches, in packets", NESTED_PATCHES).fed(ByteChunks(1460)),
    Family::new(
        "many attributes, then comments, byte by byte",
        &[Once("<a "), Numbered("a# "), Once(">"), Times("<!---->")],
    )
    .fed(ByteChunks(1)),
    Family::new(
        "selects, set as inner HTML of the body",
        &[Once("<select><selectedcontent><option>"), Times("<selectedcontent>"), Times("<option>")],
    )
    .fed(Driven(parsing::inner_html)),
    Family::new(
        "a long text cloned often, set as inner HTML",
        &[
            Once("<select><button>"),
            Times("<selectedcontent></selectedcontent>"),
            Once("</button><option>"),
            Times("a long text of an option, again and again; "),
            Once("</select>"),
        ],
    )
    .fed(Driven(parsing::inner_html)),
    Family::new("clones of a text, each appended to, set as inner HTML with limits", CHANGED_CLONES)
        .fed(Driven(parsing::inner_html_within_limits)),
    Family::new(
        "markup inserted after each element, in a body with many attributes",
        &[Once("<body "), Numbered("b# "), Once(">"), Times("<p></p>")],
    )
    .fed(Used(Changed(changes::insert_adjacent_html))),
    Family::new("wide, markup inserted after each element", &[Times("<p></p>")])
        .fed(Used(Changed(changes::insert_adjacent_html))),
    Family::new("source edits that set an attribute of each element", &[Times("<p id=a>x")])
        .fed(Driven(source::set_an_attribute)),
    Family::new("source edits that rename each element", &[Times("<p id=a>x</p>")])
        .fed(Driven(source::rename)),
    Family::new("matched: descendants", &[Times("<p id=a><b>x</b>")]).fed(Used(Matched("body > p b"))),
];
