//! Elements that are built in one expression, changes of many nodes at once, and walks over everything in a node.

use hedgerow_base::{AttributeName, ElementName, known};
use hedgerow_dom::{Document, MutationRule, NodeId, NodeRef, ShadowRootInit};
use hedgerow_serialize::ToHtml;

use crate::element_named;

/// A fragment with a list of three items, the second of which has a list of its own.
fn nested_lists() -> (Document, NodeId, Vec<NodeId>) {
    let mut document = Document::new();
    let fragment = document.create_document_fragment();
    let inner = document.build("ul").element("li", |item| item.text("inner")).finish().unwrap();
    document
        .build("ul")
        .element("li", |item| item.attribute("class", "a").text("1"))
        .element("li", |item| item.text("2"))
        .element("li", |item| item.text("3"))
        .append_to(fragment)
        .unwrap();
    let second = document.node(fragment).first_child().unwrap().children().nth(1).unwrap().id();
    document.append(second, inner).unwrap();
    let is_item = |node: &NodeRef<'_>| node.local_name_text() == "li";
    let items = document.node(fragment).descendants().filter(is_item).map(NodeRef::id).collect();
    (document, fragment, items)
}

#[test]
fn a_failed_builder_returns_the_first_error_and_leaves_no_nodes() {
    let mut document = Document::new();
    let fragment = document.create_document_fragment();
    let nodes = document.node_count();
    let built = document.build("p").text("x").attribute("a b", "").class("c").append_to(fragment);
    assert_eq!(built.unwrap_err().rule(), MutationRule::InvalidAttributeName);
    let built = document.build("p").element("a b", |inner| inner.text("x")).append_to(fragment);
    assert_eq!(built.unwrap_err().rule(), MutationRule::InvalidElementName);
    let text = document.create_text("x");
    let built = document.build("p").append_to(text);
    assert_eq!(built.unwrap_err().rule(), MutationRule::ParentHasNoChildren);
    document.remove(text).unwrap();
    assert_eq!(document.node_count(), nodes);
    document.validate().unwrap();
}

#[test]
fn nodes_of_an_element_that_is_not_built_go_back() {
    let (mut document, fragment, items) = nested_lists();
    let outside = document.create_document_fragment();
    document.build("b").text("x").append_to(outside).unwrap();
    document.build("i").append_to(outside).unwrap();
    let (list, outside_html) = (document.node(fragment).inner_html(), document.node(outside).inner_html());
    let nodes = document.node_count();
    let built =
        document.build("p").node(items[1]).node(items[0]).node(outside).node(items[1]).append_to(items[2]);
    assert_eq!(built.unwrap_err().rule(), MutationRule::Cycle);
    let built = document
        .build("p")
        .node(items[2])
        .element("b", |bold| bold.node(items[0]).element("i", |italic| italic.node(outside)))
        .class("a b")
        .finish();
    assert_eq!(built.unwrap_err().rule(), MutationRule::WhitespaceInClass);
    let built = document.build("p").element("b", |bold| bold.node(items[0]).class("")).finish();
    assert_eq!(built.unwrap_err().rule(), MutationRule::EmptyClass);
    let text = document.node(items[0]).first_child().unwrap().id();
    let built = document.build("p").node(text).text("").text("x").text("y").class("a b").finish();
    assert_eq!(built.unwrap_err().rule(), MutationRule::WhitespaceInClass);
    assert_eq!(document.node(fragment).inner_html(), list);
    assert_eq!(document.node(outside).inner_html(), outside_html);
    assert_eq!(document.node_count(), nodes);
    document.validate().unwrap();
}

#[test]
fn a_text_that_was_moved_is_not_extended() {
    let mut document = Document::new();
    let text = document.create_text("1");
    let element = document.build("p").node(text).text("2").text("3").finish().unwrap();
    let texts: Vec<_> = document.node(element).children().map(NodeRef::text).collect();
    assert_eq!(texts, ["1", "23"]);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn the_builder_of_another_document_is_refused() {
    let other: &'static mut Document = Box::leak(Box::new(Document::new()));
    let texts: Vec<_> = (0..9).map(|_| other.create_text("x")).collect();
    let mut document = Document::new();
    let built = document
        .build("p")
        .element("b", |_| texts.iter().fold(other.build("i"), |builder, &text| builder.node(text)));
    assert_eq!(built.finish().unwrap_err().rule(), MutationRule::NoSuchNode);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn elements_are_inserted_at_the_given_position() {
    let (mut document, fragment, items) = nested_lists();
    document.build("li").text("0").insert_before(items[0]).unwrap();
    document.build("li").text("4").insert_after(items[3]).unwrap();
    document.build("li").text("b").replace(items[1]).unwrap();
    document.build("b").prepend_to(items[0]).unwrap();
    assert_eq!(document.node(fragment).text(), "01b34");
    assert_eq!(document.node(items[0]).inner_html(), "<b></b>1");
}

#[test]
fn removed_nodes_are_skipped() {
    let (mut document, fragment, items) = nested_lists();
    assert_eq!(document.change(items.clone()).set_text("new").unwrap().nodes().count(), 3);
    assert_eq!(document.node(fragment).text(), "newnewnew");
    document.change(items).remove().unwrap();
    assert_eq!(document.node(fragment).inner_html(), "<ul></ul>");
    document.validate().unwrap();
}

#[test]
fn a_change_is_made_to_each_node() {
    let (mut document, fragment, items) = nested_lists();
    document
        .change(items.clone())
        .set_attribute("title", "x")
        .unwrap()
        .remove_attribute("class")
        .unwrap()
        .add_class("b")
        .unwrap()
        .add_class("c")
        .unwrap()
        .remove_class("b")
        .unwrap();
    let html = "<ul><li title=\"x\" class=\"c\">1</li><li title=\"x\" class=\"c\">2<ul><li title=\"x\" class=\"c\">inner</li></ul></li>\
                <li title=\"x\" class=\"c\">3</li></ul>";
    assert_eq!(document.node(fragment).inner_html(), html);
    document.change(items.clone()).retain_attributes(|_, attribute| attribute.value() == "c").unwrap();
    document.change(items.clone()).wrap("b").unwrap().rename("i").unwrap().replace_with_children().unwrap();
    assert_eq!(
        document.node(fragment).inner_html(),
        "<ul><b>1</b><b>2<ul><b>inner</b></ul></b><b>3</b></ul>"
    );
    assert_eq!(document.change(items).nodes().count(), 0);
    let bold: Vec<_> = document.node(fragment).descendant_elements().skip(1).map(NodeRef::id).collect();
    document.change(bold).replace_with_text(|element| format!("[{}]", element.text())).unwrap();
    assert_eq!(document.node(fragment).inner_html(), "<ul>[1][2inner][3]</ul>");
    document.validate().unwrap();
}

#[test]
fn a_refused_change_stops_at_its_node() {
    let (mut document, fragment, items) = nested_lists();
    let text = document.node(items[0]).first_child().unwrap().id();
    let nodes = document.node_count();
    let error = document.change([items[0], text, items[1]]).rename("p").map(|_| ()).unwrap_err();
    assert_eq!(error.nodes(), [text]);
    assert!(document.node(fragment).inner_html().starts_with("<ul><p class=\"a\">1</p><li>2"));
    assert!(document.change([fragment]).wrap("p").is_err());
    assert_eq!(document.node_count(), nodes, "the wrapper that was not needed is gone");
    assert!(document.change([fragment]).replace_with_text(|_| "x".to_owned()).is_err());
    assert_eq!(document.node_count(), nodes);
}

#[test]
fn deep_walks_visit_shadow_trees_and_template_contents_after_their_hosts() {
    let mut document = Document::new();
    let fragment = document.create_document_fragment();
    let host = document.build("div").element("p", |child| child.text("child")).append_to(fragment).unwrap();
    let template = document.build("template").append_to(host).unwrap();
    let contents = document.node(template).template_contents().unwrap().id();
    document.build("b").text("in contents").append_to(contents).unwrap();
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    document.build("i").append_to(shadow).unwrap();
    let last = document.build("hr").append_to(fragment).unwrap();
    let deep = |node: NodeId| -> Vec<String> {
        let name = |node: NodeRef<'_>| match node.kind() {
            hedgerow_dom::NodeKind::Element => node.local_name_text().to_owned(),
            kind => format!("{kind:?}"),
        };
        document.node(node).deep_descendants().map(name).collect()
    };
    assert_eq!(
        deep(fragment),
        ["div", "ShadowRoot", "i", "p", "Text", "template", "DocumentFragment", "b", "Text", "hr"]
    );
    assert_eq!(deep(contents), ["b", "Text"]);
    assert_eq!(deep(template), ["DocumentFragment", "b", "Text"]);
    assert_eq!(deep(last), [""; 0]);
}

#[test]
fn text_has_pieces_and_no_comments() {
    let mut document = Document::new();
    let fragment = document.create_document_fragment();
    for data in ["1", "2", "3"] {
        let text = document.create_text(data);
        document.append(fragment, text).unwrap();
        let comment = document.create_comment("no text");
        document.append(fragment, comment).unwrap();
    }
    let (first, comment) =
        (document.node(fragment).first_child().unwrap(), document.node(fragment).last_child());
    assert!(document.node(fragment).texts().eq(["1", "2", "3"]));
    assert!(first.texts().eq(["1"]) && comment.unwrap().texts().next().is_none());
}

#[test]
fn shared_attribute_lists_are_filtered_once() {
    let mut document = Document::new();
    let names =
        (0..40).map(|number| AttributeName::plain(document.unchecked().intern(&format!("a{number}"))));
    let attributes: Vec<_> = names.map(|name| (name, "v")).collect();
    let fragment = document.create_document_fragment();
    document.set_root(fragment).unwrap();
    let first = element_named(&mut document, ElementName::html(known::B), attributes);
    let mut elements = vec![first];
    for _ in 0..3 {
        elements.push(document.clone_subtree(first).unwrap());
    }
    for element in &elements {
        document.append(fragment, *element).unwrap();
    }
    let mut asked = 0;
    document
        .change(elements.iter().copied())
        .retain_attributes(|element, attribute| {
            assert_eq!(element, "b");
            asked += 1;
            attribute.name_text().ends_with('7')
        })
        .unwrap();
    assert_eq!(asked, 40);
    let bold = r#"<b a7="v" a17="v" a27="v" a37="v">"#;
    assert_eq!(document.root().inner_html().matches(bold).count(), 4);
    assert_eq!(document.validate(), Ok(()));
    let last = *elements.last().unwrap();
    document.set_attribute(last, "a7", "w").unwrap();
    assert_eq!(document.root().inner_html().matches(bold).count(), 3);
}
