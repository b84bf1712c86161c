//! The writer with options, applied to trees; tests that need no tree are in the conformance cases for the serializer.

use hedgerow_base::{AttributeName, ElementName, Namespace, QuirksMode, known};
use hedgerow_dom::{Document, NodeId, ShadowRootInit};
use hedgerow_serialize::{MetaCharset, ShadowRoots, ToHtml, Whitespace, WriteOptions};

use crate::{append_all, element, element_named, element_with};

fn html(document: &Document, node: NodeId, options: &WriteOptions) -> String {
    document.node(node).to_html(options)
}

/// A document with nodes of all kinds.
fn sample() -> Document {
    let mut document = Document::new();
    let root = document.root_id();
    let doctype = document
        .create_doctype("html", "-//W3C//DTD HTML 4.01//EN", "http://www.w3.org/TR/html4/strict.dtd")
        .unwrap();
    let page = element(&mut document, "html");
    let head = element(&mut document, "head");
    let body = element_with(&mut document, "body", &[("class", "a b")]);
    append_all(&mut document, root, [doctype, page]);
    append_all(&mut document, page, [head, body]);
    let template = element(&mut document, "template");
    let cell = element(&mut document, "td");
    let contents = document.node(template).template_contents().unwrap().id();
    document.append(contents, cell).unwrap();
    document.append_text(cell, "<&\u{A0}\"").unwrap();
    let svg = ElementName { namespace: Namespace::Svg, local: known::SVG };
    let href = AttributeName { namespace: Namespace::XLink, local: known::HREF };
    let svg = element_named(&mut document, svg, [(href, "x\"y")]);
    let script = element(&mut document, "script");
    document.append_text(script, "1 < 2 && 3").unwrap();
    let instruction = document.create_processing_instruction("x", "y").unwrap();
    let comment = document.create_comment("z");
    append_all(&mut document, body, [template, svg, script, instruction, comment]);
    document
}

#[test]
fn the_default_is_the_standard() {
    let document = sample();
    assert_eq!(document.root().to_html(&WriteOptions::default()), document.root().outer_html());
}

#[test]
fn a_document_is_minified() {
    let document = sample();
    assert_eq!(
        document.root().to_html(&WriteOptions::minify()),
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">\
         <body class=\"a b\"><template><td>&lt;&amp;\u{A0}\"</td></template><svg xlink:href='x\"y'></svg>\
         <script>1 < 2 && 3</script><?x y?><!--z-->"
    );
}

#[test]
fn the_parent_determines_how_text_is_written() {
    let mut document = Document::new();
    let style = element(&mut document, "style");
    document.append_text(style, "a  > b").unwrap();
    let text = document.node(style).first_child().unwrap().id();
    assert_eq!(html(&document, text, &WriteOptions::minify()), "a  > b");
    assert_eq!(html(&document, text, &WriteOptions::default()), "a  > b");
}

#[test]
fn shadow_roots_are_written_on_request() {
    let mut document = Document::new();
    let host = element(&mut document, "p");
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    document.append_text(shadow, " a ").unwrap();
    let with = |shadow_roots| html(&document, host, &WriteOptions::minify().shadow_roots(shadow_roots));
    assert_eq!(with(ShadowRoots::None), "<p></p>");
    assert_eq!(with(ShadowRoots::Serializable), "<p></p>");
    assert_eq!(with(ShadowRoots::All), "<p><template shadowrootmode=open> a </template></p>");
}

#[test]
fn a_charset_is_put_into_the_head() {
    let document = sample();
    let options = WriteOptions::minify().meta_charset(MetaCharset::Inject("utf-8".into()));
    assert!(document.root().to_html(&options).contains("strict.dtd\"><meta charset=utf-8><body"));
}

#[test]
fn an_empty_system_identifier_is_not_written() {
    let mut document = Document::new();
    let doctype = document.create_doctype("html", "-//W3C//DTD HTML 4.01 Transitional//EN", "").unwrap();
    document.append(document.root_id(), doctype).unwrap();
    for mode in [QuirksMode::Quirks, QuirksMode::LimitedQuirks, QuirksMode::NoQuirks] {
        document.set_quirks_mode(mode);
        assert_eq!(
            document.root().to_html(&WriteOptions::pretty()),
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">"
        );
    }
}

#[test]
fn collapsed_whitespace_is_one_space() {
    let mut document = Document::new();
    let paragraph = element(&mut document, "p");
    document.append_text(paragraph, "\t a\n\nb c \u{C}\u{A0} \u{3000} ").unwrap();
    let options = WriteOptions::default().whitespace(Whitespace::Collapse);
    assert_eq!(html(&document, paragraph, &options), "<p> a b c &nbsp; \u{3000} </p>");
}

/// Builds a tree with two copies of each text, in elements of different kinds. If `is_shared`, the second copy is a clone.
fn copies_of_texts(texts: &[String], is_shared: bool) -> Document {
    let mut document = Document::new();
    let root = document.root_id();
    for name in ["p", "b", "td", "pre", "ul"] {
        let parent = element(&mut document, name);
        append_all(&mut document, root, [parent]);
        for text in texts {
            let first = document.create_text(text);
            let second =
                if is_shared { document.clone_subtree(first).unwrap() } else { document.create_text(text) };
            let between = element(&mut document, "i");
            append_all(&mut document, parent, [first, between, second]);
        }
    }
    document
}

#[test]
fn clones_of_a_text_are_written_like_texts_of_their_own() {
    let long = [" ".repeat(100), "\n\t ".repeat(50), "\n".repeat(70)];
    let mut texts = long.to_vec();
    for space in &long {
        texts.extend([
            format!("{space}a"),
            format!("a{space}"),
            format!("a{space}b{space}<"),
            format!(" a b {space}\u{200B}"),
        ]);
    }
    let [own, shared] = [false, true].map(|is_shared| copies_of_texts(&texts, is_shared));
    let all = [
        WriteOptions::minify(),
        WriteOptions::minify().whitespace(Whitespace::Collapse),
        WriteOptions::pretty(),
        WriteOptions::pretty().max_line_width(Some(20)),
    ];
    for options in all {
        assert_eq!(
            html(&shared, shared.root_id(), &options),
            html(&own, own.root_id(), &options),
            "{options:?}"
        );
    }
    assert_eq!(shared.root().rendered_text(), own.root().rendered_text());
}
