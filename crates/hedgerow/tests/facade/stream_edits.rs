//! Documents that are changed between the chunks of a stream, with declarative shadow roots: after any changes, the tree is valid
//! and every walk ends.

use hedgerow::dom::{MutationRule, known};
use hedgerow::json::{FromJson as _, ToJson as _};
use hedgerow::serialize::ToTestFormat;
use hedgerow::stream::StreamParser;
use hedgerow::{Document, DynamicMarkup as _, NodeId, NodeRef, Parser, ToHtml};
use hedgerow_testing::Random;
use proptest::prelude::*;

fn stream() -> StreamParser {
    Parser::new().allow_declarative_shadow_roots(true).stream()
}

/// Finds the `template` element that declared a shadow root. It is not in the tree.
fn declaring_template(document: &Document) -> NodeId {
    let is_declaring =
        |node: &NodeRef<'_>| node.is_html(known::TEMPLATE) && node.attribute("shadowrootmode").is_some();
    document.ids().map(|id| document.node(id)).find(is_declaring).map(NodeRef::id).unwrap()
}

#[test]
fn a_template_finds_the_marker_that_a_script_has_inserted() {
    let mut stream = stream();
    stream.feed("<div></div>");
    let document = stream.document_mut();
    let div = document.root().descendants().find(|node| node.is_html(known::DIV)).unwrap().id();
    let marker = document.create_processing_instruction("marker", "name='m'").unwrap();
    document.append(div, marker).unwrap();
    stream.feed("<template for=m><p>1</template>");
    let body = stream.finish().into_document().body().unwrap().inner_html();
    assert_eq!(body, "<div><p>1</p></div>");
}

#[test]
fn a_template_may_move_into_the_shadow_root_that_it_declared() {
    for paragraphs in [1, 2, 7, 30] {
        let mut stream = stream();
        stream.feed("<div><template shadowrootmode=open>");
        stream.feed(&"<p>1".repeat(paragraphs));
        let document = stream.document_mut();
        let template = declaring_template(document);
        assert_eq!(document.node(template).template_contents().unwrap().first_child(), None);
        let host = document.root().descendants().find(|node| node.is_html(known::DIV)).unwrap();
        let shadow = host.shadow_root().unwrap();
        let (host, inside) = (host.id(), shadow.last_child().unwrap().id());
        // The check for cycles alternates between a walk up from one node and a walk down from the other. The number of
        // paragraphs decides which walk ends first.
        assert_eq!(document.append(inside, host).unwrap_err().rule(), MutationRule::Cycle);
        document.append(inside, template).unwrap();
        document.validate().unwrap();
        let copy = document.clone_subtree(template).unwrap();
        assert_eq!(document.node(copy).outer_html(), "<template shadowrootmode=\"open\"></template>");
        // The parser still inserts into the shadow root, regardless of the position of the template.
        stream.feed("<b>2</b></template>3");
        let parsed = stream.finish();
        let document = parsed.document();
        document.validate().unwrap();
        let shadow = document.node(host).shadow_root().unwrap();
        assert!(shadow.inner_html().contains("<b>2</b>"), "{}", shadow.inner_html());
        assert_eq!(document.node(host).text(), "3");
    }
}

#[test]
fn a_template_that_declared_a_shadow_root_is_an_empty_template_elsewhere() {
    let parser = Parser::new().allow_declarative_shadow_roots(true);
    let mut document =
        parser.parse("<div><template shadowrootmode=open><u>1</template></div>").into_document();
    let template = declaring_template(&document);
    document.append(document.body().unwrap().id(), template).unwrap();
    document.validate().unwrap();
    let body = document.body().unwrap();
    assert_eq!(body.inner_html(), "<div></div><template shadowrootmode=\"open\"></template>");
    assert_eq!(body.first_child().unwrap().shadow_root().unwrap().inner_html(), "<u>1</u>");
    let read = Document::from_json(&document.to_json()).unwrap();
    assert_eq!(read.to_test_format(), document.to_test_format());
    // The template and the shadow root do not share their contents.
    let contents = document.node(template).template_contents().unwrap().id();
    document.append_text(contents, "2").unwrap();
    assert_eq!(document.node(template).outer_html(), "<template shadowrootmode=\"open\">2</template>");
    assert_eq!(document.body().unwrap().first_child().unwrap().shadow_root().unwrap().text(), "1");
}

#[test]
fn a_renamed_template_gets_the_content_instead_of_its_shadow_root() {
    let mut stream = stream();
    stream.feed("<div><template shadowrootmode=open><p>1");
    let document = stream.document_mut();
    let template = declaring_template(document);
    document.rename_element(template, "section").unwrap();
    document.append(document.body().unwrap().id(), template).unwrap();
    stream.feed("</p>2</template>3");
    let parsed = stream.finish();
    parsed.document().validate().unwrap();
    assert_eq!(
        parsed.document().body().unwrap().inner_html(),
        "<div>3</div><section shadowrootmode=\"open\">2</section>"
    );
}

/// Makes a random change, which the DOM may refuse.
fn change(document: &mut Document, random: &mut Random) {
    let ids: Vec<NodeId> = document.ids().collect();
    let [one, other, third] = [(); 3].map(|()| random.pick(&ids));
    let name = random.pick(&["template", "div", "b", "table", "svg"]);
    let _ = match random.below(16) {
        0..=4 => document.append(one, other),
        5 => document.insert_before(one, other),
        6 => document.insert_after(one, other),
        7 => document.replace(one, other),
        8 => document.move_children(one, other),
        9 => document.wrap(one, other),
        10 => document.replace_with_children(one),
        11 => document.detach(one),
        12 => document.rename_element(one, name),
        13 => document.remove(one),
        14 => document.set_inner_html(one, "<p>new<template><i>"),
        _ => document.replace_children(one, third),
    };
}

/// Checks that all walks end and visit each node at most once, from any node.
fn check_walks(document: &Document) {
    document.validate().unwrap();
    let mut copy = document.clone();
    let count = document.node_count();
    for id in document.ids() {
        let node = document.node(id);
        assert!(node.descendants().take(count + 1).count() < count);
        let _ = (node.text(), node.outer_html(), node.to_test_format(), node.to_json());
        if node.parent().is_none() && node.host().is_none() {
            let mut imported = Document::new();
            imported.import(node).unwrap();
            // A copy of a template always has contents, so the number of nodes may double.
            assert!(imported.node_count() <= 2 * count + 1, "{} of {count}", imported.node_count());
            copy.clone_subtree(id).unwrap();
        }
    }
    assert!(copy.node_count() <= 4 * count, "{} of {count}", copy.node_count());
    copy.validate().unwrap();
}

const TOKENS: [&str; 32] = [
    "<div>",
    "</div>",
    "<p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a>",
    "<table>",
    "<tr>",
    "</table>",
    "text",
    "<template>",
    "</template>",
    "<template shadowrootmode=open>",
    "<div><template shadowrootmode=open shadowrootclonable>",
    "<div><template shadowrootmode=closed><p>",
    "<template for=m>",
    "<?marker name='m'>",
    "<select><button><selectedcontent>",
    "<option>",
    "<option selected>one",
    "</select>",
    "<svg>",
    "<desc>",
    "</svg>",
    "<form>",
    "</body>",
    "<body a=b>",
    "<p id=x><b title=bold>",
    "<select><button><selectedcontent></button><option>1",
    "<option>2",
];

/// Returns the node with a number in tree order.
fn nth_descendant(document: &Document, number: usize) -> Option<NodeId> {
    document.root().deep_descendants().nth(number).map(NodeRef::id)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_is_valid_after_any_changes_between_chunks(seed in 0_u64..1 << 32) {
        let mut random = Random::new(seed);
        let mut stream = stream();
        for _ in 0..=random.below(12) {
            for _ in 0..=random.below(6) {
                stream.feed(random.pick(&TOKENS));
            }
            let document = stream.document_mut();
            for _ in 0..random.below(8) {
                change(document, &mut random);
            }
            check_walks(document);
        }
        let document = stream.finish().into_document();
        check_walks(&document);
        let mut document = document;
        document.remove_detached();
        check_walks(&document);
    }

    #[test]
    fn removing_nodes_has_the_same_effect_as_detaching_them(seed in 0_u64..1 << 32) {
        let mut random = Random::new(seed);
        // Nodes are removed from the first document and only detached in the second.
        let mut streams = [stream(), stream()];
        let is_same =
            |one: &Document, other: &Document| one.root().to_test_format() == other.root().to_test_format();
        for _ in 0..=random.below(20) {
            for _ in 0..=random.below(6) {
                let token = random.pick(&TOKENS);
                for stream in &mut streams {
                    stream.feed(token);
                }
            }
            // The text is long enough that its removal compacts the text heap.
            if random.below(8) == 0 {
                let long = "<i>".to_owned() + &"long ".repeat(14_000) + "</i>";
                for stream in &mut streams {
                    stream.feed(&long);
                }
            }
            for _ in 0..random.below(6) {
                let count = streams[0].document().root().deep_descendants().count();
                let [what, at, other] = [8, count, count].map(|most| random.below(most.max(1)));
                for (number, stream) in streams.iter_mut().enumerate() {
                    let document = stream.document_mut();
                    let Some(node) = nth_descendant(document, at) else { continue };
                    let _ = match what {
                        0..=3 if number == 0 => document.remove(node),
                        0..=3 => document.detach(node),
                        4 => document.set_attribute(node, "title", "set"),
                        5 => document.remove_attribute(node, "title").map(|_| ()),
                        6 => {
                            let created = document.create_element("u").unwrap();
                            document.append(node, created)
                        }
                        _ => document.append(node, nth_descendant(document, other).unwrap()),
                    };
                }
                assert!(is_same(streams[0].document(), streams[1].document()));
                streams[0].document().validate().unwrap();
            }
        }
        let [one, other] = streams.map(|stream| stream.finish().into_document());
        assert!(is_same(&one, &other), "{}\n{}", one.root().to_test_format(), other.root().to_test_format());
        one.validate().unwrap();
    }
}

/// While the parser keeps an index of ancestors, the document records changes of links; a finished document does not.
#[test]
fn a_finished_document_records_no_changes() {
    let mut stream = Parser::new().stream();
    stream.feed("<select><button><selectedcontent></selectedcontent></button>");
    stream.feed(&"<div>".repeat(500));
    stream.feed(&"<option></option>".repeat(500));
    assert!(stream.document_mut().unchecked().take_link_changes().is_some(), "the parser built no index");
    let mut document = stream.finish().into_document();
    assert!(document.unchecked().take_link_changes().is_none());
}

#[test]
fn an_open_element_does_not_become_a_template() {
    let mut stream = Parser::new().stream();
    stream.feed("<body><div><p>x</p><i></i>");
    let document = stream.document_mut();
    let [div, i] = [known::DIV, known::I]
        .map(|name| document.root().descendants().find(|node| node.is_html(name)).unwrap().id());
    let refused = document.rename_element(div, "template").unwrap_err();
    assert_eq!(refused.rule(), MutationRule::HeldByParser);
    document.rename_element(i, "template").unwrap();
    stream.feed("y</div>w");
    let document = stream.finish().into_document();
    assert_eq!(document.body().unwrap().inner_html(), "<div><p>x</p><template></template>y</div>w");
}

#[test]
fn a_removed_tree_is_kept_if_a_later_change_keeps_it() {
    let open = |change: fn(&mut Document, NodeId)| {
        let mut stream = Parser::new().stream();
        stream.feed("<body><div><p>x");
        let document = stream.document_mut();
        let p = document.root().descendants().find(|node| node.is_html(known::P)).unwrap().id();
        change(document, p);
        stream.feed("y</p></div>");
        // A change after the parser has released the node.
        stream.document_mut().create_comment("");
        let document = stream.finish().into_document();
        document.validate().unwrap();
        (document, p)
    };
    let (document, p) = open(|document, p| {
        let fragment = document.create_document_fragment();
        document.append(fragment, p).unwrap();
        document.remove(fragment).unwrap();
        document.set_root(fragment).unwrap();
    });
    assert_eq!(document.node(p).parent().map(NodeRef::id), Some(document.root_id()));
    assert_eq!(document.root().inner_html(), "<p>xy</p>");
    let (document, p) = open(|document, p| {
        let body = document.body().unwrap().id();
        document.remove(p).unwrap();
        document.append(body, p).unwrap();
        document.detach(p).unwrap();
    });
    assert_eq!(document.node(p).outer_html(), "<p>xy</p>");
    let (document, p) = open(|document, p| document.remove(p).unwrap());
    assert!(document.get(p).is_none());
}
