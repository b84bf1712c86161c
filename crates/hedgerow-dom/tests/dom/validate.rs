//! Invalid documents that the unchecked operations create, and that the check of the invariants finds. The unit tests of
//! `validate.rs` damage the other parts of a document.

use hedgerow_base::{AttributeName, ElementName, known};
use hedgerow_dom::Document;

use crate::{append_all, element};

#[track_caller]
fn assert_finds(problem: &str, damage: impl FnOnce(&mut Document)) {
    let mut document = Document::new();
    damage(&mut document);
    let error = document.validate().expect_err(problem);
    assert!(error.to_string().ends_with(problem), "found {error}, expected {problem}");
}

#[test]
fn invalid_names_are_found() {
    let no_element = "its name is not valid for an element";
    let mut other = Document::new();
    let of_another = (0..100).map(|number| other.unchecked().intern(&format!("x-{number}"))).last().unwrap();
    for name in ["", "1", "a b", "a>", "<", "\0"] {
        assert_finds(no_element, |document| {
            element(document, name);
        });
        assert_finds("the name of one of its attributes is not valid", |document| {
            let name = document.unchecked().intern(if name == "1" || name == "<" { "a=" } else { name });
            let attribute = (AttributeName::plain(name), "");
            document.unchecked().create_element(ElementName::html(known::P), [attribute]);
        });
        assert_finds("its target is not valid for a processing instruction", |document| {
            let _ = document.unchecked().create_processing_instruction(name, "");
        });
    }
    assert_finds(no_element, |document| {
        document.unchecked().create_element(ElementName::html(of_another), []);
    });
    assert_finds("its name is not valid for a doctype", |document| {
        let _ = document.unchecked().create_doctype("html>", "", "");
    });
    assert_finds("two of its attributes have the same name", |document| {
        let id = AttributeName::plain(known::ID);
        document.unchecked().create_element(ElementName::html(known::P), [(id, "1"), (id, "2")]);
    });
}

#[test]
fn wrong_contents_are_found() {
    assert_finds("it has template contents, but is not a template", |document| {
        let host = element(document, "div");
        let host = document.node(host).slot();
        let _ = document.unchecked().create_template_contents(host);
    });
    assert_finds("a document may not have these children", |document| {
        let doctype = document.create_doctype("html", "", "").unwrap();
        let html = element(document, "html");
        append_all(document, document.root_id(), [html, doctype]);
    });
    assert_finds("a document may not have these children", |document| {
        let elements = ["html", "p"].map(|name| element(document, name));
        append_all(document, document.root_id(), elements);
    });
}
