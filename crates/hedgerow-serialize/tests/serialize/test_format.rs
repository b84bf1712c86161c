//! The dump in the format of the html5lib tests.

use hedgerow_base::{AttributeName, ElementName, Namespace, known};
use hedgerow_dom::{Document, ShadowRootInit, ShadowRootMode};
use hedgerow_serialize::ToTestFormat;

use crate::{append_all, element, element_named, element_with};

#[test]
fn all_kinds_of_nodes() {
    let mut document = Document::new();
    let root = document.root_id();
    let doctype = document.create_doctype("html", "", "").unwrap();
    let comment = document.create_comment("note");
    let instruction = document.create_processing_instruction("target", "").unwrap();
    let html = element(&mut document, "html");
    append_all(&mut document, root, [doctype, comment, instruction, html]);
    document.append_text(html, "two\nlines").unwrap();
    assert_eq!(
        document.to_test_format(),
        "| <!DOCTYPE html>\n| <!-- note -->\n| <?target ?>\n| <html>\n|   \"two\nlines\""
    );
    assert_eq!(document.node(html).to_test_format(), "| <html>\n|   \"two\nlines\"");
    assert_eq!(Document::new().to_test_format(), "");
}

#[test]
fn identifiers_of_doctypes() {
    let mut document = Document::new();
    for (public_id, system_id, dump) in [
        ("", "", "| <!DOCTYPE html>"),
        ("p", "", "| <!DOCTYPE html \"p\" \"\">"),
        ("", "s", "| <!DOCTYPE html \"\" \"s\">"),
        ("p", "s", "| <!DOCTYPE html \"p\" \"s\">"),
    ] {
        let doctype = document.create_doctype("html", public_id, system_id).unwrap();
        assert_eq!(document.node(doctype).to_test_format(), dump);
    }
    let nameless = document.create_doctype("", "", "").unwrap();
    assert_eq!(document.node(nameless).to_test_format(), "| <!DOCTYPE >");
}

#[test]
fn names_and_namespaces() {
    let mut document = Document::new();
    let fragment = document.create_document_fragment();
    document.set_root(fragment).unwrap();
    let attributes = [
        (AttributeName { namespace: Namespace::XmlNs, local: known::XMLNS }, "1"),
        (AttributeName { namespace: Namespace::XLink, local: known::HREF }, "2"),
        (AttributeName { namespace: Namespace::Xml, local: known::LANG }, "3"),
        (AttributeName::plain(document.unchecked().intern("xlink:href")), "4"),
        (AttributeName::plain(document.unchecked().intern("a\u{FFFD}")), "5"),
        (AttributeName::plain(document.unchecked().intern("a\u{10000}")), "6"),
    ];
    let svg = element_named(
        &mut document,
        ElementName { namespace: Namespace::Svg, local: known::PATH },
        attributes,
    );
    let math =
        element_named(&mut document, ElementName { namespace: Namespace::MathMl, local: known::MI }, []);
    append_all(&mut document, fragment, [svg, math]);
    assert_eq!(
        document.to_test_format(),
        "| <svg path>\n|   a\u{10000}=\"6\"\n|   a\u{FFFD}=\"5\"\n|   xlink href=\"2\"\n|   xlink:href=\"4\"\n\
         |   xml lang=\"3\"\n|   xmlns xmlns=\"1\"\n| <math mi>"
    );
}

#[test]
fn template_contents() {
    let mut document = Document::new();
    let root = document.root_id();
    let template = element_with(&mut document, "template", &[("id", "x")]);
    let after = element(&mut document, "p");
    append_all(&mut document, root, [template, after]);
    document.append_text(document.node(template).template_contents().unwrap().id(), "text").unwrap();
    assert_eq!(document.to_test_format(), "| <template>\n|   id=\"x\"\n|   content\n|     \"text\"\n| <p>");
}

#[test]
fn shadow_roots() {
    let mut document = Document::new();
    let root = document.root_id();
    let host = element_with(&mut document, "div", &[("id", "x")]);
    document.append(root, host).unwrap();
    document.append_text(host, "child").unwrap();
    let open = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    let inner = element(&mut document, "p");
    document.append(open, inner).unwrap();
    let init = ShadowRootInit::default().mode(ShadowRootMode::Closed);
    document.attach_shadow_root(inner, init).unwrap();
    assert_eq!(
        document.to_test_format(),
        "| <div>\n|   id=\"x\"\n|   #shadow-root (open)\n|     <p>\n|       #shadow-root (closed)\n|   \"child\""
    );
    assert_eq!(document.node(open).to_test_format(), "| <p>\n|   #shadow-root (closed)");
}
