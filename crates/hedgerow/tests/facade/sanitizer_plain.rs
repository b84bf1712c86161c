//! Plain trees, which the sanitizer writes without parsing them again: the written HTML is parsed to the same tree in every
//! context for which it is meant.
//!
//! The trees grow node by node, at random. A node with which the tree would not be plain is removed again, so the trees are
//! as complex as plain trees can be. `HEDGEROW_TREES` is the number of trees (300 by default), `HEDGEROW_SEED` the seed.

use hedgerow::dom::{Document, Namespace, NodeId};
use hedgerow::serialize::ToTestFormat as _;
use hedgerow::{Context, NodeRef, Parser};
use hedgerow_sanitize::write_plain;
use hedgerow_testing::AttackGenerator;

/// The elements that the HTML is meant for.
const CONTEXTS: &[&str] = &[
    "div", "body", "span", "td", "th", "li", "dd", "dt", "article", "section", "blockquote", "caption",
    "figcaption", "details", "main", "address", "center", "template", "svg foreignObject",
];

/// Markup of pages before and after the written HTML.
const PLACES: &[(&str, &str)] = &[
    ("<div id=place>", "</div>"),
    ("<span id=place>", "</span>"),
    ("<table><tbody><tr><td id=place>", "</td></tr></tbody></table>"),
    ("<table><tbody><tr><th id=place>", "</th></tr></tbody></table>"),
    ("<ul><li id=place>", "</li></ul>"),
    ("<dl><dd id=place>", "</dd></dl>"),
    ("<blockquote id=place>", "</blockquote>"),
    ("<svg><foreignObject id=place>", "</foreignObject></svg>"),
];

const DOCTYPES: &[&str] =
    &["", "<!DOCTYPE html>", "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"\">"];

const HTML: &[&str] = &[
    "a", "a", "b", "i", "font", "nobr", "code", "span", "sub", "p", "p", "div", "center", "ul", "ol", "menu",
    "li", "li", "dl", "dt", "dd", "h1", "h2", "pre", "listing", "table", "table", "caption", "colgroup",
    "col", "thead", "tbody", "tr", "tr", "td", "td", "th", "ruby", "rt", "rp", "rb", "br", "hr", "img",
    "wbr", "source", "track", "area", "title", "details", "summary", "figure", "search", "main", "video",
    "button", "form", "select", "option", "textarea", "template", "style", "x-y", "address", "hgroup",
    "object", "dialog", "label",
];

const SVG: &[&str] =
    &["svg", "g", "a", "title", "desc", "text", "path", "font", "style", "foreignObject", "textPath"];

const TEXTS: &[&str] = &[
    "x", " ", "\n", "\n\nx", "a\nb", "\t", "\u{C}", "\u{A0}", "\u{FEFF}", "<b>&amp;", "</title>", "é", "\r",
    "",
];

const ATTRIBUTES: &[(&str, &str)] = &[
    ("title", "a\n\"<"),
    ("color", "red"),
    ("href", "/x"),
    ("href", "javascript:x"),
    ("class", "c"),
    ("size", "2"),
    ("type", "hidden"),
];

/// Returns the number in an environment variable.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Adds a random node to a random element or to the root. Returns the node.
fn grow(document: &mut Document, root: NodeId, elements: &[NodeId], random: &mut AttackGenerator) -> NodeId {
    let last = elements.len().saturating_sub(1 + random.below(4));
    let parent = elements.get(last).copied().filter(|_| random.below(8) > 0).unwrap_or(root);
    let node = if random.below(4) == 0 {
        document.create_text(random.choose(TEXTS))
    } else {
        let in_svg = document.node(parent).namespace() == Some(Namespace::Svg);
        let name = if in_svg || random.below(12) == 0 {
            (Namespace::Svg, random.choose(SVG))
        } else {
            (Namespace::Html, random.choose(HTML))
        };
        let element = document.create_element(name).expect("a valid name");
        if random.below(3) == 0 {
            let (name, value) = random.choose(ATTRIBUTES);
            document.set_attribute(element, name, value).expect("a valid attribute");
        }
        element
    };
    document.append(parent, node).expect("an element may have children");
    node
}

/// Returns a plain tree with some nodes, and its HTML.
fn plain_tree(random: &mut AttackGenerator) -> (Document, String) {
    let mut document = Document::new();
    let root = document.create_document_fragment();
    document.set_root(root).expect("a fragment may be the root");
    let mut elements = Vec::new();
    let mut html = String::new();
    for _ in 0..20 + random.below(200) {
        let node = grow(&mut document, root, &elements, random);
        match write_plain(&document, root, usize::MAX) {
            Ok(written) => {
                html = written;
                elements.extend(document.node(node).element_name().map(|_| node));
            }
            Err(_) => document.remove(node).expect("a node that is not the root"),
        }
    }
    (document, html)
}

/// Returns the children of an element, as a dump.
pub(crate) fn contents(element: NodeRef<'_>) -> String {
    let mut copy = Document::new();
    let root = copy.create_document_fragment();
    for child in element.children() {
        let child = copy.import(child).expect("a node can be imported");
        copy.append(root, child).expect("a fragment may have children");
    }
    copy.set_root(root).expect("a fragment may be the root");
    copy.to_test_format()
}

#[test]
fn plain_trees_survive_a_round_trip() {
    let seed = number("HEDGEROW_SEED", 1);
    let mut nodes = 0;
    for index in 0..number("HEDGEROW_TREES", 300) {
        let mut random = AttackGenerator::new(seed.wrapping_mul(1 << 40).wrapping_add(index));
        let (document, html) = plain_tree(&mut random);
        nodes += document.root().descendants().count();
        let expected = document.to_test_format();
        for scripting in [false, true] {
            let parser = Parser::new().scripting(scripting).allow_declarative_shadow_roots(true);
            for context in CONTEXTS {
                let parsed = parser.parse_fragment(&html, &context.parse::<Context>().unwrap());
                assert_eq!(parsed.document().to_test_format(), expected, "{context}: {html:?}");
            }
            let (start, end) = random.choose(PLACES);
            let page = parser.parse(&format!("{}{start}{html}{end}<p>", random.choose(DOCTYPES)));
            let mut elements = page.document().root().descendant_elements();
            let place = elements.find(|element| element.attribute("id") == Some("place")).expect("the place");
            assert_eq!(contents(place), expected, "{start}: {html:?}");
        }
    }
    assert!(nodes > 5_000, "only {nodes} nodes");
}
