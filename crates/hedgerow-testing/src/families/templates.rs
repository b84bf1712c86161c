//! Templates: plain ones, shadow roots, content patching.

use crate::Family;
use crate::Feeding::{Fragment, ShadowRoots};
use crate::Part::{Numbered, Once, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("nested template", &[Times("<template>")]),
    Family::new("nested template, closed", &[Times("<template>"), Times("</template>")]),
    Family::new("nested template with cells", &[Times("<template><td>x"), Times("</template>")]),
    Family::new("template that changes its mode", &[Once("<template>"), Times("<tr><td></td></tr><col>x")]),
    Family::new("template in tables", &[Times("<table><template><tr>")]),
    Family::new("shadow roots", &[Times("<div><template shadowrootmode=open>")]).fed(ShadowRoots),
    Family::new(
        "one host, many shadow roots",
        &[Once("<div>"), Times("<template shadowrootmode=open></template>")],
    )
    .fed(ShadowRoots),
    Family::new("template for, nothing to patch", &[Times("<template for=a></template>")]),
    Family::new(
        "template for, no such marker",
        &[Once("<?marker name=\"a\">"), Times("<template for=b></template>")],
    ),
    Family::new(
        "template for, one marker each",
        &[Numbered("<?marker name=\"#\">"), Numbered("<template for=#>x</template>")],
    ),
    Family::new(
        "template for, one marker each, after other nodes",
        &[Times("<p>"), Numbered("<?marker name=\"#\"><template for=#>x</template>")],
    ),
    Family::new(
        "template for, one name",
        &[Times("<?start name='a'><i></i><?end>"), Times("<template for=a></template>")],
    ),
    Family::new(
        "template for, nested start",
        &[Times("<?start name='a'>"), Times("<?end>"), Times("<template for=a></template>")],
    ),
    Family::new(
        "template for, in a deep tree",
        &[
            Once("<?marker name=a>"),
            Times("<div>"),
            Once("<?marker name='a'>"),
            Times("<template for=a>x</template>"),
        ],
    ),
    Family::new(
        "template for, markers out of scope",
        &[Times("<?marker name='a'><p>"), Once("<div>"), Times("<template for=a></template><b><p></b></p>")],
    ),
    Family::new(
        "template for, nested scopes without markers",
        &[Times("<?marker name='a'>"), Times("<div><template for=a></template>")],
    ),
    Family::new(
        "template for, markers in closed templates",
        &[
            Times("<div>"),
            Times("<template><?marker name='a'></template>"),
            Times("<template for=a></template></div>"),
        ],
    ),
    Family::new(
        "template for, foster-parented markers",
        &[Once("<table>"), Times("<b><?marker name='a'></b><template for=a></template>")],
    ),
    Family::new(
        "template for in template for",
        &[
            Numbered("<div><?marker name='#'></div>"),
            Times("<?marker name='a'>"),
            Numbered("<template for=#><template for=a></template></template>"),
        ],
    ),
    Family::new(
        "template for, through b and div",
        &[Once("<b>"), Times("<div><?marker name='a'>"), Times("</b><template for=a>x</template>")],
    ),
    Family::new(
        "template for, through b, i and div",
        &[
            Once("<template><?marker name='a'></template><b>"),
            Times("<i><div><?marker name='a'>"),
            Times("</b><template for=b></template>"),
        ],
    ),
    Family::new(
        "template for, comments before the body",
        &[
            Once("<head></head>"),
            Times("<!---->"),
            Once("<body><?marker name='a'>"),
            Times("<template for=b></template>"),
        ],
    ),
    Family::new(
        "template for, markers before many comments",
        &[
            Once("<div><?start name='a'><?end>"),
            Times("<!---->"),
            Once("</div>"),
            Times("<template for=a><?start name='a'><?end></template>"),
        ],
    ),
    Family::new(
        "template for, nested, before many markers",
        &[Once("x<?start name='b'>"), Times("<template for=b><?end>"), Times("<?marker name='a'>")],
    ),
    Family::new("one marker, many attributes", &[Once("<?marker "), Numbered("a#='b' "), Once(">")]),
    Family::new("template for, nested", &[Numbered("<?marker name='#'><template for=#>"), Times("x<p>")]),
    Family::new("template end tags in a fragment", &[Times("<template></template></template>")])
        .fed(Fragment("template")),
];
