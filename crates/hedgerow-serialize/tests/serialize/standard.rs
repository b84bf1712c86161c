//! Serialization: one test for each rule of the HTML fragment serialization algorithm.

use hedgerow_base::{AttributeName, ElementName, Namespace, known};
use hedgerow_dom::{Document, NodeId, ShadowRootInit, ShadowRootMode, SlotAssignment};
use hedgerow_serialize::{SerializeOptions, ToHtml};

use crate::{append_all, element, element_named, element_with};

fn with_shadow_roots() -> SerializeOptions<'static> {
    SerializeOptions::default().serializable_shadow_roots(true)
}

fn with_scripting() -> SerializeOptions<'static> {
    SerializeOptions::default().scripting(true)
}

fn html(document: &Document, node: NodeId, options: SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.node(node).write_outer_html(&mut html, options).unwrap();
    html
}

#[test]
fn text_and_attribute_values_are_escaped() {
    let mut document = Document::new();
    let paragraph = element_with(&mut document, "p", &[("title", "<&\u{A0}\"'>")]);
    document.append_text(paragraph, "<&\u{A0}\"'>").unwrap();
    assert_eq!(
        document.node(paragraph).outer_html(),
        "<p title=\"&lt;&amp;&nbsp;&quot;'&gt;\">&lt;&amp;&nbsp;\"'&gt;</p>"
    );
}

#[test]
fn void_elements_have_no_content_and_no_end_tag() {
    let mut document = Document::new();
    for name in ["br", "img", "param", "basefont", "frame", "keygen", "wbr"] {
        let void = element(&mut document, name);
        document.append_text(void, "lost").unwrap();
        assert_eq!(document.node(void).outer_html(), format!("<{name}>"));
        assert_eq!(document.node(void).inner_html(), "");
    }
    let foreign = ElementName { namespace: Namespace::Svg, local: known::BR };
    let foreign = element_named(&mut document, foreign, []);
    assert_eq!(document.node(foreign).outer_html(), "<br></br>");
}

#[test]
fn raw_text_is_literal() {
    let mut document = Document::new();
    for name in ["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"] {
        let raw = element(&mut document, name);
        document.append_text(raw, "a < b && c").unwrap();
        assert_eq!(document.node(raw).outer_html(), format!("<{name}>a < b && c</{name}>"));
    }
    let foreign = ElementName { namespace: Namespace::Svg, local: known::STYLE };
    let foreign = element_named(&mut document, foreign, []);
    document.append_text(foreign, "<").unwrap();
    assert_eq!(document.node(foreign).inner_html(), "&lt;");
}

#[test]
fn noscript_is_literal_with_scripting() {
    let mut document = Document::new();
    let noscript = element(&mut document, "noscript");
    document.append_text(noscript, "<p>").unwrap();
    assert_eq!(html(&document, noscript, SerializeOptions::default()), "<noscript>&lt;p&gt;</noscript>");
    assert_eq!(html(&document, noscript, with_scripting()), "<noscript><p></noscript>");
}

#[test]
fn attributes_have_the_prefix_of_their_namespace() {
    let mut document = Document::new();
    let attributes = [
        (AttributeName { namespace: Namespace::XLink, local: known::HREF }, "1"),
        (AttributeName { namespace: Namespace::Xml, local: known::LANG }, "2"),
        (AttributeName { namespace: Namespace::XmlNs, local: known::XMLNS }, "3"),
        (AttributeName { namespace: Namespace::XmlNs, local: document.unchecked().intern("xlink") }, "4"),
        (AttributeName::plain(document.unchecked().intern("viewBox")), ""),
    ];
    let svg = element_named(
        &mut document,
        ElementName { namespace: Namespace::Svg, local: known::SVG },
        attributes,
    );
    assert_eq!(
        document.node(svg).outer_html(),
        "<svg xlink:href=\"1\" xml:lang=\"2\" xmlns=\"3\" xmlns:xlink=\"4\" viewBox=\"\"></svg>"
    );
}

#[test]
fn comments_instructions_and_doctypes() {
    let mut document = Document::new();
    let root = document.root_id();
    let doctype = document.create_doctype("html", "public", "system").unwrap();
    let comment = document.create_comment(" <&> ");
    let instruction = document.create_processing_instruction("target", "a < b").unwrap();
    let empty = document.create_processing_instruction("empty", "").unwrap();
    append_all(&mut document, root, [doctype, comment, instruction, empty]);
    assert_eq!(document.root().inner_html(), "<!DOCTYPE html><!-- <&> --><?target a < b?><?empty ?>");
    assert_eq!(document.root().outer_html(), document.root().inner_html());
    assert_eq!(document.node(comment).outer_html(), "<!-- <&> -->");
    assert_eq!(document.node(comment).inner_html(), "");
}

#[test]
fn template_contents_replace_the_children() {
    let mut document = Document::new();
    let template = element_with(&mut document, "template", &[("id", "x")]);
    let contents = document.node(template).template_contents().unwrap().id();
    let inner = element(&mut document, "td");
    document.append(contents, inner).unwrap();
    document.append_text(inner, "&").unwrap();
    let child = element(&mut document, "lost");
    document.append(template, child).unwrap();
    assert_eq!(document.node(template).outer_html(), "<template id=\"x\"><td>&amp;</td></template>");
    assert_eq!(document.node(template).inner_html(), "<td>&amp;</td>");
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn shadow_roots_come_before_the_children() {
    let mut document = Document::new();
    let outer = element(&mut document, "section");
    let host = element(&mut document, "div");
    document.append(outer, host).unwrap();
    document.append_text(host, "child").unwrap();
    let init = ShadowRootInit::default().serializable(true);
    let shadow = document.attach_shadow_root(host, init).unwrap();
    document.append_text(shadow, "<").unwrap();
    assert_eq!(html(&document, outer, SerializeOptions::default()), "<section><div>child</div></section>");
    let template = "<template shadowrootmode=\"open\" shadowrootserializable=\"\">&lt;</template>";
    assert_eq!(
        html(&document, outer, with_shadow_roots()),
        format!("<section><div>{template}child</div></section>")
    );
    let mut inner = String::new();
    document.node(host).write_inner_html(&mut inner, with_shadow_roots()).unwrap();
    assert_eq!(inner, format!("{template}child"));
}

#[test]
fn non_serializable_shadow_roots_are_omitted() {
    let mut document = Document::new();
    let host = element(&mut document, "div");
    document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    assert_eq!(html(&document, host, with_shadow_roots()), "<div></div>");
}

#[test]
fn given_shadow_roots_are_written() {
    let mut document = Document::new();
    let outer = element(&mut document, "section");
    let [one, other] = [(); 2].map(|()| {
        let host = element(&mut document, "div");
        document.append(outer, host).unwrap();
        document.attach_shadow_root(host, ShadowRootInit::default()).unwrap()
    });
    let inner = element(&mut document, "p");
    document.append(other, inner).unwrap();
    let nested = document.attach_shadow_root(inner, ShadowRootInit::default()).unwrap();
    let template = |content: &str| format!("<template shadowrootmode=\"open\">{content}</template>");
    let given = |shadow_roots: &[NodeId]| {
        html(&document, outer, SerializeOptions::default().shadow_roots(shadow_roots))
    };
    assert_eq!(given(&[]), "<section><div></div><div></div></section>");
    assert_eq!(given(&[one]), format!("<section><div>{}</div><div></div></section>", template("")));
    let inner = template(&format!("<p>{}</p>", template("")));
    assert_eq!(given(&[other, nested]), format!("<section><div></div><div>{inner}</div></section>"));
}

#[test]
fn a_writer_error_is_returned() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::new(std::io::ErrorKind::StorageFull, "no room"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut document = Document::new();
    let comment = document.create_comment("x");
    let written = document.node(comment).write_outer_html_to(&mut Full, SerializeOptions::default());
    assert_eq!(written.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
}

#[test]
fn a_shadow_root_has_all_its_attributes() {
    let mut document = Document::new();
    let host = element(&mut document, "div");
    let init = ShadowRootInit::default()
        .mode(ShadowRootMode::Closed)
        .delegates_focus(true)
        .serializable(true)
        .clonable(true)
        .slot_assignment(SlotAssignment::Manual)
        .declarative(true)
        .custom_element_registry_is_null(true);
    document.attach_shadow_root(host, init).unwrap();
    assert_eq!(
        html(&document, host, with_shadow_roots()),
        "<div><template shadowrootmode=\"closed\" shadowrootdelegatesfocus=\"\" shadowrootserializable=\"\" \
         shadowrootslotassignment=\"manual\" shadowrootclonable=\"\" shadowrootcustomelementregistry=\"\">\
         </template></div>"
    );
}

#[test]
fn template_contents_have_neither_scripting_nor_a_registry() {
    let mut document = Document::new();
    let outer = element(&mut document, "section");
    let template = element(&mut document, "template");
    let contents = document.node(template).template_contents().unwrap().id();
    let [inside, after] = [(); 2].map(|()| {
        let noscript = element(&mut document, "noscript");
        document.append_text(noscript, "<").unwrap();
        noscript
    });
    append_all(&mut document, outer, [template, after]);
    let host = element(&mut document, "div");
    document.append(contents, host).unwrap();
    let init = ShadowRootInit::default().serializable(true).custom_element_registry_is_null(true);
    let shadow = document.attach_shadow_root(host, init).unwrap();
    document.append(shadow, inside).unwrap();

    let options = with_scripting().serializable_shadow_roots(true);
    let noscript = "<noscript>&lt;</noscript>";
    let shadow_html = format!(
        "<div><template shadowrootmode=\"open\" shadowrootserializable=\"\">{noscript}</template></div>"
    );
    let html = |node| html(&document, node, options);
    assert_eq!(
        html(outer),
        format!("<section><template>{shadow_html}</template><noscript><</noscript></section>")
    );
    assert_eq!(html(template), format!("<template>{shadow_html}</template>"));
    assert_eq!((html(contents), html(host)), (shadow_html.clone(), shadow_html));
    assert_eq!((html(shadow), html(inside)), (noscript.to_owned(), noscript.to_owned()));
    let mut inner = String::new();
    document.node(inside).write_inner_html(&mut inner, options).unwrap();
    assert_eq!(inner, "&lt;");
}

#[test]
fn shadow_roots_in_template_contents_are_chosen_like_others() {
    let mut document = Document::new();
    let template = element(&mut document, "template");
    let contents = document.node(template).template_contents().unwrap().id();
    let [serializable, other] = [true, false].map(|serializable| {
        let host = element(&mut document, "div");
        document.append(contents, host).unwrap();
        let init = ShadowRootInit::default().serializable(serializable);
        document.attach_shadow_root(host, init).unwrap()
    });
    let one = "<template shadowrootmode=\"open\" shadowrootserializable=\"\"></template>";
    let two = "<template shadowrootmode=\"open\"></template>";
    let given = |shadow_roots: &[NodeId]| {
        html(&document, template, SerializeOptions::default().shadow_roots(shadow_roots))
    };
    let outer = |one: &str, two: &str| format!("<template><div>{one}</div><div>{two}</div></template>");
    assert_eq!(html(&document, template, with_shadow_roots()), outer(one, ""));
    assert_eq!(given(&[serializable]), outer(one, ""));
    assert_eq!(given(&[other]), outer("", two));
    assert_eq!(given(&[]), outer("", ""));
}
