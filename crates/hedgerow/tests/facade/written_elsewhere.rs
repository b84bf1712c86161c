//! Output that is parsed in any context: both presets of the writer give the same elements and attributes as the standard's
//! serialization of the same tree, even if the result differs from the original tree.

use hedgerow::serialize::WriteOptions;
use hedgerow::{Context, Document, Parser, ToHtml};
use hedgerow_testing::Random;

/// Sources of trees that no HTML source represents exactly. If their output is parsed, text or attribute values could become markup.
const VECTORS: [&str; 12] = [
    r#"<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">"#,
    r#"<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">"#,
    r#"<form><math><mtext></form><form><mglyph><style></math><img title="&lt;/style&gt;&lt;img src onerror=alert(1)&gt;">"#,
    "<math><mtext><table><mglyph><style><!--</style><b>--&gt;</b><style><img src onerror=alert(1)></style>",
    r#"<noscript><p title="</noscript><img src=x onerror=alert(1)>">"#,
    r#"<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml>"#,
    "<svg><desc><table><svg><title><style><img title='&lt;/style>&lt;img src onerror=alert(1)>'>",
    r#"<select><template><style><!--</style><a rel="--&gt;&lt;/style&gt;&lt;/template&gt;&lt;img src onerror=alert(1)&gt;">"#,
    r#"<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp><iframe><p title="</iframe><b>">"#,
    r#"<textarea>&lt;/textarea&gt;<img title="&lt;/textarea>"></textarea><title>--></title><b title=`a`>"#,
    r#"<svg><![CDATA[<img src=x onerror=alert(1)>]]><p title="]]&gt;&lt;img src=x onerror=alert(1)&gt;">"#,
    r#"<table><td><math><mi><table><mglyph><style><!--</style><td a=">" b='--!&gt;&lt;script>1&lt;/script>'>"#,
];

/// Returns all elements with their attributes in tree order, including those in template contents.
fn elements(document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    let mut trees = vec![document.root()];
    while let Some(tree) = trees.pop() {
        for node in tree.descendants().filter(|node| node.element_name().is_some()) {
            let attributes: Vec<String> = node
                .attributes()
                .map(|attribute| {
                    format!("{:?} {:?}={:?}", attribute.namespace(), attribute.name_text(), attribute.value())
                })
                .collect();
            found.push(format!("{:?} {} {}", node.namespace(), node.local_name_text(), attributes.join(" ")));
            trees.extend(node.template_contents());
        }
    }
    found
}

/// Returns the contexts in which the output is parsed; `None` is a whole document.
fn contexts() -> [Option<Context>; 6] {
    [
        None,
        Some(Context::html("div")),
        Some(Context::html("body")),
        Some(Context::html("td")),
        Some(Context::svg("foreignObject")),
        Some(Context::mathml("mtext")),
    ]
}

fn parsed(parser: &Parser, html: &str, context: Option<&Context>) -> Document {
    match context {
        Some(context) => parser.parse_fragment(html, context),
        None => parser.parse(html),
    }
    .into_document()
}

/// Serializes a tree with the standard's algorithm and with the presets, and compares the elements in all contexts.
fn check(html: &str, scripting: bool) {
    let parser = Parser::new().scripting(scripting);
    let document = parsed(&parser, html, Some(&Context::html("div")));
    let written = |options: WriteOptions| document.root().to_html(&options.scripting(scripting));
    let standard = written(WriteOptions::default());
    for context in &contexts() {
        let expected = elements(&parsed(&parser, &standard, context.as_ref()));
        for preset in [WriteOptions::minify(), WriteOptions::pretty()] {
            let preset = written(preset);
            let got = elements(&parsed(&parser, &preset, context.as_ref()));
            assert_eq!(got, expected, "{html}\nis {standard}\nor {preset}\nin {context:?}");
        }
    }
}

#[test]
fn known_attacks_have_the_same_elements_in_all_forms() {
    for html in VECTORS {
        check(html, false);
        check(html, true);
    }
}

#[test]
fn generated_markup_has_the_same_elements_in_all_forms() {
    const TAGS: [&str; 24] = [
        "<math>", "<mtext>", "<mglyph>", "<svg>", "<desc>", "<title>", "<style>", "</style>", "<table>",
        "<td>", "</table>", "<p>", "</p>", "<form>", "</form>", "<noscript>", "</noscript>", "<textarea>",
        "</textarea>", "<select>", "<template>", "</template>", "<a>", "</svg>",
    ];
    const TEXTS: [&str; 12] = [
        "x", " ", "<!--", "-->", "--&gt;", "]]&gt;", "&lt;/style&gt;", "&lt;img onerror=x&gt;", "\"", "'",
        "&quot;", "`",
    ];
    const VALUES: [&str; 8] = [
        "x", "''", "'--&gt;&lt;img onerror=x&gt;'", "'&lt;/style&gt;&lt;img onerror=x&gt;'",
        "'&lt;/title&gt;&lt;img onerror=x&gt;'", "'\"'", "'a b'", "\"a'b\"",
    ];
    for seed in 0..2000 {
        let random = &mut Random::new(seed);
        let mut html = String::new();
        for _ in 0..4 + random.below(16) {
            match random.below(4) {
                0 => html.push_str(random.pick(&TEXTS)),
                1 => html.extend(["<b title=", random.pick(&VALUES), ">"]),
                _ => html.push_str(random.pick(&TAGS)),
            }
        }
        check(&html, random.below(2) == 0);
    }
}
