//! Deep copies: their contents, and their independence of the original.

use hedgerow_base::known;
use hedgerow_dom::{Document, NodeKind, NodeRef, ShadowRootInit};
use hedgerow_serialize::{ToHtml, ToTestFormat};

use crate::{append_all, attach_any_shadow_root, element, element_with};

#[test]
fn a_copy_is_independent_of_the_original() {
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

    let copy = document.clone_subtree(outer).unwrap();
    assert_eq!(document.node(copy).parent(), None);
    assert_eq!(document.node(copy).next_sibling(), None);
    assert_eq!(document.node(copy).outer_html(), html);

    document.set_attribute(copy, known::ID, "y").unwrap();
    document.append_text(first, " more").unwrap();
    assert_eq!(
        document.node(copy).outer_html(),
        "<div id=\"y\"><b>text</b><!--note--><?target data?><i></i></div>"
    );
    assert_eq!(
        document.node(outer).outer_html(),
        "<div id=\"x\"><b>text more</b><!--note--><?target data?><i></i></div>"
    );

    let copy_of_root = document.clone_subtree(document.root_id()).unwrap();
    assert_eq!(document.node(copy_of_root).kind(), NodeKind::Document);
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
    let contents = document.node(template).template_contents().unwrap().id();
    document.append(contents, inner).unwrap();
    document.append_text(document.node(inner).template_contents().unwrap().id(), "text").unwrap();
    let copy = document.clone_subtree(outer).unwrap();
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
        let shadow = document.attach_shadow_root(host, init).unwrap();
        document.append_text(shadow, "shadow").unwrap();
        host
    });
    append_all(&mut document, outer, hosts);
    let copy = document.clone_subtree(outer).unwrap();
    assert_eq!(
        document.node(copy).to_test_format(),
        "| <div>\n|   <p>\n|     #shadow-root (open)\n|       \"shadow\"\n|   <p>"
    );
    let copy_of_host = document.node(copy).first_child().unwrap().id();
    assert_eq!(document.node(copy_of_host).shadow_root_init(), document.node(hosts[0]).shadow_root_init());
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_copied_shadow_root_is_a_fragment() {
    let mut document = Document::new();
    let host = element(&mut document, "div");
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    document.append_text(shadow, "text").unwrap();
    let copy = document.clone_subtree(shadow).unwrap();
    assert_eq!(document.node(copy).kind(), NodeKind::DocumentFragment);
    assert_eq!(document.node(copy).text(), "text");
}

#[test]
fn a_template_that_declared_a_shadow_root_has_empty_contents() {
    let mut document = Document::new();
    let host = element(&mut document, "div");
    let template = element(&mut document, "template");
    let own = document.node(template).template_contents().unwrap().id();
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    let [slot, contents] = [template, shadow].map(|id| document.node(id).slot());
    document.unchecked().set_declared_shadow_root(slot, contents);
    document.append_text(document.node(template).parser_contents().unwrap().id(), "text").unwrap();
    assert_eq!(document.node(template).template_contents().unwrap().id(), own);
    assert_eq!(document.node(own).first_child(), None);
    assert_eq!(document.node(host).shadow_root().unwrap().text(), "text");
    assert_eq!(document.validate(), Ok(()));
    // The template may be inside the shadow root that it declared: no walk follows the link from the template to the shadow
    // root.
    document.append(shadow, template).unwrap();
    let copy = document.clone_subtree(template).unwrap();
    assert_eq!(document.node(copy).outer_html(), "<template></template>");
    assert_eq!(document.node(template).outer_html(), "<template></template>");
    assert_eq!(Document::new().import(document.node(host)).unwrap().index(), 2);
    assert_eq!(document.validate(), Ok(()));
    // The link ends when the host gets another shadow root.
    attach_any_shadow_root(&mut document, host);
    assert_eq!(document.node(template).parser_contents().unwrap().id(), own);
    assert_eq!(document.node(shadow).host(), None);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_template_that_declared_a_shadow_root_can_be_renamed() {
    let mut document = Document::new();
    let [host, template] = ["div", "template"].map(|name| element(&mut document, name));
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    let [slot, contents] = [template, shadow].map(|id| document.node(id).slot());
    document.unchecked().set_declared_shadow_root(slot, contents);
    document.append_text(shadow, "text").unwrap();
    document.rename_element(template, "template").unwrap();
    assert_eq!(document.node(template).parser_contents().map(NodeRef::id), Some(shadow));
    document.rename_element(template, "p").unwrap();
    assert_eq!(document.node(template).parser_contents(), None);
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
