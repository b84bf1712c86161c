//! Deep copies: what they contain, and that they are apart from the original.

use hedgerow_dom::{Document, NodeKind, ShadowRootInit};
use hedgerow_names::{AttributeName, known};

use crate::{append_all, element, element_with};

#[test]
fn a_copy_is_apart_from_the_original() {
    let mut document = Document::new();
    let outer = element_with(&mut document, "div", &[("id", "x")]);
    let [first, second] = ["b", "i"].map(|name| element(&mut document, name));
    let doctype = document.create_doctype("html", "", "").unwrap();
    let comment = document.create_comment("note");
    let instruction = document.create_processing_instruction("target", "data").unwrap();
    append_all(&mut document, outer, [first, comment, instruction, second]);
    document.append_text(first, "text").unwrap();
    let root = document.root_id();
    append_all(&mut document, root, [doctype, outer]);
    let html = document.node(outer).outer_html();

    let copy = document.clone_subtree(outer);
    assert_eq!(document.parent(copy), None);
    assert_eq!(document.next_sibling(copy), None);
    assert_eq!(document.node(copy).outer_html(), html);

    document.set_attribute(copy, AttributeName::plain(known::ID), "y").unwrap();
    document.append_text(first, " more").unwrap();
    assert_eq!(
        document.node(copy).outer_html(),
        "<div id=\"y\"><b>text</b><!--note--><?target data?><i></i></div>"
    );
    assert_eq!(
        document.node(outer).outer_html(),
        "<div id=\"x\"><b>text more</b><!--note--><?target data?><i></i></div>"
    );

    let copy_of_root = document.clone_subtree(document.root_id());
    assert_eq!(document.kind(copy_of_root), NodeKind::Document);
    assert_eq!(document.node(copy_of_root).to_test_format(), document.to_test_format());
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn template_contents_are_copied() {
    let mut document = Document::new();
    let outer = element(&mut document, "div");
    let template = element(&mut document, "template");
    let inner = element(&mut document, "template");
    document.append(outer, template).unwrap();
    let contents = document.template_contents(template).unwrap();
    document.append(contents, inner).unwrap();
    document.append_text(document.template_contents(inner).unwrap(), "text").unwrap();
    let copy = document.clone_subtree(outer);
    document.detach(inner).unwrap();
    assert_eq!(document.node(copy).outer_html(), "<div><template><template>text</template></template></div>");
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn only_clonable_shadow_roots_are_copied() {
    let mut document = Document::new();
    let outer = element(&mut document, "div");
    let hosts = [true, false].map(|clonable| {
        let host = element(&mut document, "p");
        let init = ShadowRootInit::default().clonable(clonable).declarative(true);
        let shadow = document.attach_shadow_root(host, init);
        document.append_text(shadow, "shadow").unwrap();
        host
    });
    append_all(&mut document, outer, hosts);
    let copy = document.clone_subtree(outer);
    assert_eq!(
        document.node(copy).to_test_format(),
        "| <div>\n|   <p>\n|     #shadow-root (open)\n|       \"shadow\"\n|   <p>"
    );
    let copy_of_host = document.first_child(copy).unwrap();
    assert_eq!(document.shadow_root_init(copy_of_host), document.shadow_root_init(hosts[0]));
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_copied_shadow_root_is_a_fragment() {
    let mut document = Document::new();
    let host = element(&mut document, "div");
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    document.append_text(shadow, "text").unwrap();
    let copy = document.clone_subtree(shadow);
    assert_eq!(document.kind(copy), NodeKind::DocumentFragment);
    assert_eq!(document.node(copy).text(), "text");
}

#[test]
fn a_declarative_shadow_root_as_template_contents() {
    let mut document = Document::new();
    let host = element(&mut document, "div");
    let template = element(&mut document, "template");
    let replaced = document.template_contents(template).unwrap();
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    document.set_template_contents(template, shadow);
    document.append_text(document.parser_contents(template).unwrap(), "text").unwrap();
    assert_eq!(document.host(replaced), None);
    assert_eq!(document.template_contents(template), None);
    assert_eq!(document.node(host).shadow_root().unwrap().text(), "text");
    assert_eq!(document.validate(), Ok(()));
    // The template may be in what it declared: no walk goes from there back to the shadow root.
    document.append(shadow, template).unwrap();
    let copy = document.clone_subtree(template);
    assert_eq!(document.node(copy).outer_html(), "<template></template>");
    assert_eq!(document.node(template).outer_html(), "<template></template>");
    assert_eq!(Document::new().import(document.node(host)).index(), 2);
    assert_eq!(document.validate(), Ok(()));
    // Nor does it get the shadow root for its contents when the host gets another one.
    document.attach_shadow_root(host, ShadowRootInit::default());
    assert_eq!(document.parser_contents(template), None);
    assert_eq!(document.host(shadow), None);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_template_that_declared_a_shadow_root_can_be_renamed() {
    let mut document = Document::new();
    let [host, template] = ["div", "template"].map(|name| element(&mut document, name));
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default());
    document.set_template_contents(template, shadow);
    document.append_text(shadow, "text").unwrap();
    document.rename_element(template, "template").unwrap();
    assert_eq!(document.parser_contents(template), Some(shadow));
    document.rename_element(template, "p").unwrap();
    assert_eq!(document.parser_contents(template), None);
    document.rename_element(template, "template").unwrap();
    assert_eq!(document.node(template).template_contents().unwrap().first_child(), None);
    assert_eq!(document.node(shadow).text(), "text");
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_cloned_document_is_a_snapshot() {
    let mut document = Document::new();
    let paragraph = element(&mut document, "p");
    document.append(document.root_id(), paragraph).unwrap();
    let snapshot = document.clone();
    document.append_text(paragraph, "later").unwrap();
    assert_eq!(snapshot.root().inner_html(), "<p></p>");
    assert_eq!(snapshot.node(paragraph).local_name_text(), "p");
    assert_ne!(snapshot.root(), document.root());
}
