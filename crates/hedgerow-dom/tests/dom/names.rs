//! Names that are passed from one document to another, and the forms in which methods take names.

use std::collections::HashMap;

use hedgerow_base::{Namespace, known};
use hedgerow_dom::{AttributeRef, Document, MutationRule, NodeId, NodeRef};
use hedgerow_serialize::ToHtml;

use crate::{element, element_with};

/// Two documents with an element and an attribute each, whose unknown names have the same ids.
fn two_documents() -> [(Document, NodeId); 2] {
    ["a", "b"].map(|name| {
        let mut document = Document::new();
        let element = element_with(&mut document, &format!("x-{name}"), &[(&format!("data-{name}"), "1")]);
        (document, element)
    })
}

fn attribute(element: NodeRef<'_>) -> AttributeRef<'_> {
    element.attributes().next().expect("an attribute")
}

#[test]
fn names_are_compared_and_counted_by_their_texts() {
    let documents = two_documents();
    let [a, b] = documents.each_ref().map(|(document, element)| document.node(*element));
    assert_ne!(a.element_name(), b.element_name());
    assert_ne!(attribute(a).name(), attribute(b).name());
    let copy = documents[1].0.clone();
    let copied = copy.node(b.id());
    assert_eq!(b.element_name(), copied.element_name());
    let mut counts = HashMap::new();
    for node in [a, b, copied] {
        *counts.entry(node.element_name()).or_insert(0) += 1;
        *counts.entry(None).or_insert(0) += 1;
    }
    assert_eq!(counts, HashMap::from([(a.element_name(), 1), (b.element_name(), 2), (None, 3)]));
    assert!(a.element_name() < b.element_name());
    assert_eq!(format!("{:>5}", a.element_name().expect("an element")), "  x-a");
}

#[test]
fn a_name_means_the_same_in_another_document() {
    let [(a, of_a), (mut b, of_b)] = two_documents();
    let (element_name, attribute_name) =
        (a.node(of_a).element_name().expect("an element"), attribute(a.node(of_a)).name());
    assert!(!b.remove_attribute(of_b, attribute_name).unwrap());
    assert_eq!(b.node(of_b).attribute(attribute_name), None);
    b.set_attribute(of_b, attribute_name, "2").unwrap();
    b.rename_element(of_b, element_name).unwrap();
    assert_eq!(b.node(of_b).outer_html(), r#"<x-a data-b="1" data-a="2"></x-a>"#);
    assert_eq!(b.validate(), Ok(()));
}

#[test]
fn numbers_that_are_not_known_names_are_refused() {
    let mut document = Document::new();
    let paragraph = element(&mut document, "p");
    let unknown = Document::new().unchecked().intern("x-a");
    let before = document.unchecked().intern("x-b");
    for name in [unknown, before] {
        let errors = [
            document.create_element(name).map(drop).unwrap_err(),
            document.rename_element(paragraph, (Namespace::Svg, name)).unwrap_err(),
            document.set_attribute(paragraph, name, "").unwrap_err(),
            document.toggle_attribute(paragraph, name, None).map(drop).unwrap_err(),
        ];
        assert!(errors.iter().all(|error| error.rule() == MutationRule::UnknownName), "{errors:?}");
        document.set_attribute(paragraph, "x-b", "").unwrap();
        assert_eq!(document.node(paragraph).attribute(name), None);
        assert!(!document.remove_attribute(paragraph, name).unwrap());
    }
    assert_eq!(document.node(paragraph).outer_html(), r#"<p x-b=""></p>"#);
}

#[test]
fn reading_and_writing_take_the_same_names() {
    let mut document = Document::new();
    let paragraph = element(&mut document, "p");
    let path = document.create_element((Namespace::Svg, "path")).unwrap();
    for (element, name, written) in [
        (paragraph, "onClick", "onclick"),
        (paragraph, "X-A", "x-a"),
        (paragraph, "xlink:Href", "xlink:href"),
        (paragraph, "xmlns", "xmlns"),
        (paragraph, "a;b", "a;b"),
        (path, "viewBox", "viewBox"),
        (path, "xlink:href", "xlink:href"),
    ] {
        document.set_attribute(element, name, name).unwrap();
        let node = document.node(element);
        assert_eq!(node.attributes().last().map(|last| last.name().to_string()).as_deref(), Some(written));
        assert_eq!((node.attribute(name), node.attribute(written)), (Some(name), Some(name)), "{name}");
        assert!(node.has_attribute(&name.to_owned()));
        let is_html = element == paragraph;
        assert_eq!(node.attribute(&name.to_ascii_uppercase()).is_some(), is_html, "{name}");
    }
    assert_eq!(document.node(path).attribute((Namespace::None, "viewbox")), None);
}

#[test]
fn a_qualified_name_denotes_the_first_attribute_that_has_it() {
    let mut document = Document::new();
    let names = [
        (Namespace::XLink, "href"),
        (Namespace::Xml, "lang"),
        (Namespace::XmlNs, "xmlns"),
        (Namespace::XmlNs, "x"),
    ];
    let qualified = ["xlink:href", "xml:lang", "xmlns", "xmlns:x"];
    for element in [(Namespace::Html, "p"), (Namespace::Svg, "a")] {
        let element = document.create_element(element).unwrap();
        for (name, qualified) in names.into_iter().zip(qualified) {
            document.set_attribute(element, name, "namespaced").unwrap();
            document.set_attribute(element, (Namespace::None, qualified), "plain").unwrap();
            let node = document.node(element);
            assert_eq!(node.attribute(qualified), Some("namespaced"), "{qualified}");
            assert_eq!(node.attribute(name), Some("namespaced"));
            assert_eq!(node.attribute((Namespace::None, qualified)), Some("plain"));
            let prefixes: Vec<_> = node.attributes().map(|attribute| attribute.name().prefix()).collect();
            let prefix = qualified.split_once(':').map(|(prefix, _)| prefix);
            assert!(prefixes.ends_with(&[prefix, None]), "{qualified}");
            assert!(document.remove_attribute(element, qualified).unwrap());
            assert_eq!(document.node(element).attribute(qualified), Some("plain"));
        }
        assert_eq!(document.node(element).attribute("xmlns:xmlns"), None);
    }
    assert_eq!(document.root().attribute("id"), None);
    assert_eq!(document.root().attribute(known::ID), None);
}

#[test]
fn attributes_in_namespaces_without_prefix_have_qualified_names() {
    for others in [0, 20] {
        let mut document = Document::new();
        let paragraph = element(&mut document, "p");
        for number in 0..others {
            document.set_attribute(paragraph, &format!("data-{number}"), "").unwrap();
        }
        document.set_attribute(paragraph, (Namespace::Svg, "id"), "svg").unwrap();
        document.set_attribute(paragraph, (Namespace::None, "id"), "none").unwrap();
        assert_eq!(document.node(paragraph).attribute("id"), Some("svg"));
        document.set_attribute(paragraph, "ID", "first").unwrap();
        assert_eq!(document.node(paragraph).attribute((Namespace::Svg, "id")), Some("first"));
        assert!(document.remove_attribute(paragraph, "id").unwrap());
        assert_eq!(document.node(paragraph).attribute("id"), Some("none"));
    }
}

#[test]
fn name_views_reach_attributes_with_invalid_names() {
    let mut document = Document::new();
    let paragraph = element_with(&mut document, "p", &[("=a", "1")]);
    let other = document.clone();
    let name = attribute(other.node(paragraph)).name();
    document.set_attribute(paragraph, name, "2").unwrap();
    assert_eq!(document.node(paragraph).attribute(name), Some("2"));
    let refused = document.set_attribute(paragraph, "=a", "3").unwrap_err();
    assert_eq!(refused.rule(), MutationRule::InvalidAttributeName);
    assert!(document.remove_attribute(paragraph, name).unwrap());
    assert_eq!(
        document.set_attribute(paragraph, name, "4").unwrap_err().rule(),
        MutationRule::InvalidAttributeName
    );
}

#[test]
fn attributes_of_a_foreign_element_that_becomes_an_html_element_have_lower_case() {
    let mut document = Document::new();
    let svg = document.create_element((Namespace::Svg, "svg")).unwrap();
    for (name, value) in [("viewBox", "1"), ("B", "2"), ("b", "3")] {
        document.set_attribute(svg, name, value).unwrap();
    }
    document.set_attribute(svg, (Namespace::XLink, "href"), "4").unwrap();
    document.rename_element(svg, "div").unwrap();
    assert_eq!(document.node(svg).outer_html(), r#"<div viewbox="1" b="3" xlink:href="4"></div>"#);
    for attribute in document.node(svg).attributes() {
        let name = attribute.name().to_string();
        assert_eq!(document.node(svg).attribute(name.as_str()), Some(attribute.value()), "{name}");
    }
    assert_eq!(document.validate(), Ok(()));
}
