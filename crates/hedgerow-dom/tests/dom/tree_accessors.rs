//! The document element, the head, the body and the title of a document, and elements by id.

use hedgerow_base::Namespace;
use hedgerow_dom::{Document, NodeRef, ShadowRootInit};

use crate::{append_all, element, element_with};

#[test]
fn the_first_of_several_counts() {
    let mut document = Document::new();
    let [html, frameset, body, head, other_head] =
        ["html", "frameset", "body", "head", "head"].map(|name| element(&mut document, name));
    let svg_title = document.create_element((Namespace::Svg, "title")).unwrap();
    let [title, other_title] = ["title"; 2].map(|name| element(&mut document, name));
    for (node, text) in [(svg_title, "SVG"), (title, "\u{A0}one\n\ttwo "), (other_title, "other")] {
        document.append_text(node, text).unwrap();
    }
    let root = document.root_id();
    append_all(&mut document, root, [html]);
    append_all(&mut document, html, [svg_title, frameset, body, head, other_head]);
    append_all(&mut document, body, [title, other_title]);
    assert_eq!(document.document_element().unwrap().id(), html);
    assert_eq!(document.body().unwrap().id(), frameset);
    assert_eq!(document.head().unwrap().id(), head);
    assert_eq!(document.title().as_deref(), Some("\u{A0}one two"));
}

#[test]
fn missing_elements_are_none() {
    let mut document = Document::new();
    assert!(document.document_element().is_none() && document.title().is_none());
    let [div, body] = ["div", "body"].map(|name| element(&mut document, name));
    let root = document.root_id();
    append_all(&mut document, root, [div]);
    append_all(&mut document, div, [body]);
    assert!(document.body().is_none(), "the document element is not an html element");
    let fragment = document.create_document_fragment();
    append_all(&mut document, fragment, [div]);
    document.set_root(fragment).unwrap();
    assert!(document.document_element().is_none(), "a fragment has none");
}

#[test]
fn index_and_walk_find_the_same_elements() {
    let mut document = Document::new();
    let root = document.root_id();
    let ids = ["a", "A", "a", "", "b"];
    let elements = ids.map(|id| element_with(&mut document, "p", &[("id", id)]));
    append_all(&mut document, root, elements);
    for _ in 0..30 {
        let found = ["a", "A", "b", "", "c"].map(|id| document.element_by_id(id).map(NodeRef::id));
        assert_eq!(found, [Some(elements[0]), Some(elements[1]), Some(elements[4]), None, None]);
    }
    document.remove(elements[0]).unwrap();
    assert_eq!(document.element_by_id("a").unwrap().id(), elements[2]);
}

#[test]
fn the_form_owner_is_the_named_form_or_the_enclosing_one() {
    let mut document = Document::new();
    let root = document.root_id();
    let body = document.build("body").append_to(root).unwrap();
    let outer = document.build("form").attribute("id", "outer").append_to(body).unwrap();
    let other = document.build("form").attribute("id", "other").append_to(body).unwrap();
    let no_form = document.build("p").attribute("id", "p").append_to(body).unwrap();
    let mut control = |name: &str, form: Option<&str>| {
        let control = document.build(name).append_to(outer).unwrap();
        if let Some(form) = form {
            document.set_attribute(control, "form", form).unwrap();
        }
        control
    };
    let [plain, named, unknown, of_no_form, image, label] = [
        control("input", None),
        control("select", Some("other")),
        control("input", Some("nope")),
        control("input", Some("p")),
        control("img", Some("other")),
        control("label", None),
    ];
    let owner = |document: &Document, node| document.node(node).form_owner().map(NodeRef::id);
    assert_eq!(owner(&document, plain), Some(outer));
    assert_eq!(owner(&document, named), Some(other));
    assert_eq!([unknown, of_no_form].map(|node| owner(&document, node)), [None, None]);
    // The attribute does not apply to images, and labels have no form owner.
    assert_eq!([image, label, no_form].map(|node| owner(&document, node)), [Some(outer), None, None]);
    // The attribute counts only in a connected tree.
    document.detach(outer).unwrap();
    assert_eq!(owner(&document, named), Some(outer));
    let host = document.build("div").append_to(body).unwrap();
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    document.append(shadow, outer).unwrap();
    assert_eq!(owner(&document, named), None);
    document.append(shadow, other).unwrap();
    assert_eq!(owner(&document, named), Some(other));
}
