//! Sequences of all kinds of changes, and the refusal of invalid changes.
//!
//! `hedgerow-testing` also compares changes with a model of lists of children.

use hedgerow_dom::{Document, InsertPosition, MutationRule, ShadowRootInit};
use hedgerow_serialize::{ToHtml, ToTestFormat};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_changes_agree_with_the_model(changes in proptest::collection::vec(any::<u8>(), 0..750)) {
        hedgerow_testing::MUTATIONS.run(&changes);
    }
}

#[test]
fn refusals_name_the_rule_and_change_nothing() {
    let mut document = Document::new();
    let root = document.root_id();
    let [html, outer, inner, fragment_child] =
        ["html", "div", "p", "p"].map(|name| document.create_element(name).unwrap());
    let doctype = document.create_doctype("html", "", "").unwrap();
    let other_doctype = document.create_doctype("html", "", "").unwrap();
    let text = document.create_text("text");
    let fragment = document.create_document_fragment();
    document.append(root, doctype).unwrap();
    document.append(root, html).unwrap();
    document.append(html, outer).unwrap();
    document.append(outer, inner).unwrap();
    document.append(fragment, fragment_child).unwrap();
    let mut headless = Document::new();
    let headless_doctype = headless.create_doctype("html", "", "").unwrap();
    headless.append(headless.root_id(), headless_doctype).unwrap();
    let element = headless.create_element("html").unwrap();
    let init = ShadowRootInit::default();
    document.attach_shadow_root(outer, init).unwrap();
    let mut full = Document::new();
    full.unchecked().limit_text(3);
    let unknown = Document::new().unchecked().intern("x-a");
    let before = document.to_test_format();
    let attempts = [
        (document.append(text, inner), MutationRule::ParentHasNoChildren, Some("1")),
        (document.append(inner, outer), MutationRule::Cycle, Some("2")),
        (document.insert(outer, text, Some(html)), MutationRule::NotAChild, Some("3")),
        (document.append(outer, root), MutationRule::Cycle, Some("2")),
        (document.append(fragment, root), MutationRule::NotInsertable, Some("4")),
        (document.append(root, text), MutationRule::TextInDocument, Some("5")),
        (document.append(outer, doctype), MutationRule::DoctypeOutsideDocument, Some("5")),
        (document.append(root, inner), MutationRule::SecondElement, Some("6")),
        (document.append(root, fragment), MutationRule::SecondElement, Some("6")),
        (document.insert_before(doctype, other_doctype), MutationRule::SecondDoctype, Some("6")),
        (document.replace(doctype, inner), MutationRule::SecondElement, Some("6")),
        (document.replace(html, other_doctype), MutationRule::SecondDoctype, Some("6")),
        (document.replace(root, inner), MutationRule::NoParent, None),
        (headless.insert_before(headless_doctype, element), MutationRule::ElementBeforeDoctype, Some("6")),
        (document.wrap(inner, outer), MutationRule::Cycle, Some("2")),
        (document.wrap(inner, inner), MutationRule::Cycle, Some("2")),
        (document.wrap(doctype, fragment_child), MutationRule::SecondElement, Some("6")),
        (document.wrap(inner, text), MutationRule::NotAnElement, None),
        (document.set_text(root, ""), MutationRule::NoTextContent, None),
        (document.set_data(html, ""), MutationRule::NoData, None),
        (document.rename_element(text, "p"), MutationRule::NotAnElement, None),
        (document.rename_element(html, "<"), MutationRule::InvalidElementName, Some("1")),
        (document.set_attribute(html, "a b", ""), MutationRule::InvalidAttributeName, Some("1")),
        (document.attach_shadow_root(text, init).map(drop), MutationRule::NotAnElement, None),
        (document.attach_shadow_root(html, init).map(drop), MutationRule::NotAShadowHost, Some("2")),
        (document.attach_shadow_root(outer, init).map(drop), MutationRule::HasShadowRoot, Some("4.2")),
        (document.add_class(html, "").map(drop), MutationRule::EmptyClass, Some("1.1")),
        (document.add_class(html, "a b").map(drop), MutationRule::WhitespaceInClass, Some("1.2")),
        (document.split_text(text, 9).map(drop), MutationRule::OffsetAfterEnd, Some("2")),
        (document.split_text(html, 0).map(drop), MutationRule::NotAText, None),
        (document.create_doctype("a>", "", "").map(drop), MutationRule::InvalidDoctypeName, Some("1")),
        (document.create_processing_instruction("1", "").map(drop), MutationRule::InvalidTarget, Some("1")),
        (
            document.create_processing_instruction("a", "?>").map(drop),
            MutationRule::InvalidInstructionData,
            Some("2"),
        ),
        (document.create_element(unknown).map(drop), MutationRule::UnknownName, None),
        (document.set_attribute(html, unknown, ""), MutationRule::UnknownName, None),
        (full.create_doctype("html", "", "").map(drop), MutationRule::TooMuchText, None),
        (full.create_processing_instruction("a", "data").map(drop), MutationRule::TooMuchText, None),
    ];
    for (number, (result, rule, step)) in attempts.into_iter().enumerate() {
        let error = result.expect_err(&format!("attempt {number}: {rule:?}"));
        assert_eq!((error.rule(), error.step()), (rule, step), "attempt {number}: {error}");
        assert_eq!(error.step().is_some(), error.address().is_some(), "{error}");
        assert_eq!(error.to_string().contains("https://"), error.address().is_some());
    }
    assert_eq!(document.to_test_format(), before);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn several_nodes_are_inserted_or_none_of_them() {
    use InsertPosition::{After, Before, FirstIn, InsteadOf, LastIn};
    let mut document = Document::new();
    let root = document.root_id();
    let doctype = document.create_doctype("html", "", "").unwrap();
    let html = document.build("html").append_to(root).unwrap();
    document.insert_before(html, doctype).unwrap();
    let [outer, a, b, inner] = ["div", "a", "b", "i"].map(|name| document.create_element(name).unwrap());
    document.insert_nodes(&[outer], LastIn(html)).unwrap();
    document.insert_nodes(&[a, b, inner], LastIn(outer)).unwrap();
    let [text, comment] = [document.create_text("x"), document.create_comment("c")];
    let fragment = document.create_document_fragment();
    let part = document.build("u").append_to(fragment).unwrap();
    let stale = document.create_comment("");
    document.remove(stale).unwrap();
    let before = (document.to_test_format(), document.node_count());
    for (nodes, position, rule) in [
        (&[a, outer][..], LastIn(inner), MutationRule::Cycle),
        (&[a, inner], FirstIn(inner), MutationRule::Cycle),
        (&[text, outer], Before(inner), MutationRule::Cycle),
        (&[a, html], InsteadOf(inner), MutationRule::Cycle),
        (&[a, fragment], After(part), MutationRule::Cycle),
        (&[a, fragment], LastIn(part), MutationRule::Cycle),
        (&[a, part], FirstIn(text), MutationRule::ParentHasNoChildren),
        (&[a, doctype], LastIn(root), MutationRule::DoctypeOutsideDocument),
        (&[a, root], LastIn(outer), MutationRule::NotInsertable),
        (&[comment, text], LastIn(root), MutationRule::TextInDocument),
        (&[comment, a], LastIn(root), MutationRule::SecondElement),
        (&[a, fragment], InsteadOf(html), MutationRule::SecondElement),
        (&[comment, html], Before(doctype), MutationRule::ElementBeforeDoctype),
        (&[a, b], Before(text), MutationRule::NoParent),
        (&[], InsteadOf(text), MutationRule::NoParent),
        (&[a, stale], LastIn(outer), MutationRule::NoSuchNode),
        (&[a, b], LastIn(stale), MutationRule::NoSuchNode),
        (&[], LastIn(stale), MutationRule::NoSuchNode),
    ] {
        let error = document.insert_nodes(nodes, position).unwrap_err();
        assert_eq!(error.rule(), rule, "{nodes:?} {position:?}");
        assert_eq!((document.to_test_format(), document.node_count()), before, "{nodes:?} {position:?}");
        document.validate().unwrap();
    }
    let error = document.insert_nodes(&[a, outer], LastIn(inner)).unwrap_err();
    assert_eq!(error.nodes(), [outer, inner], "the error names the node that is refused");
    for (nodes, position, expected) in [
        (&[][..], After(a), "<a></a><b></b><i></i>"),
        (&[inner, a], Before(a), "<i></i><a></a><b></b>"),
        (&[a, inner], After(a), "<a></a><i></i><b></b>"),
        (&[inner, text, inner], InsteadOf(inner), "<a></a>x<i></i><b></b>"),
        (&[b, a], FirstIn(outer), "<b></b><a></a>x<i></i>"),
        (&[a, fragment, text], InsteadOf(b), "<a></a><u></u>x<i></i>"),
        (&[], InsteadOf(a), "<u></u>x<i></i>"),
    ] {
        document.insert_nodes(nodes, position).unwrap();
        assert_eq!(document.node(outer).inner_html(), expected, "{nodes:?} {position:?}");
        document.validate().unwrap();
    }
    assert!(document.get(a).is_some() && document.get(b).is_some(), "replaced nodes stay");
    document.insert_nodes(&[comment, a], InsteadOf(html)).unwrap();
    assert_eq!(document.root().inner_html(), "<!DOCTYPE html><!--c--><a></a>");
}

#[test]
fn foreign_attributes_are_found_as_they_are_written() {
    use hedgerow_base::Namespace;
    let mut document = Document::new();
    let link = document.create_element((Namespace::Svg, "a")).unwrap();
    document.set_attribute(link, (Namespace::XLink, "href"), "1").unwrap();
    document.set_attribute(link, "xlink:href", "2").unwrap();
    assert_eq!(document.node(link).attributes().len(), 1);
    assert_eq!(document.node(link).outer_html(), "<a xlink:href=\"2\"></a>");
    document.set_attribute(link, "viewBox", "3").unwrap();
    assert!(document.rename_attribute(link, "xlink:href", "href").unwrap());
    assert!(!document.remove_attribute(link, "xlink:href").unwrap());
    let error = document.rename_attribute(link, "href", "viewBox").unwrap_err();
    assert_eq!(error.rule(), MutationRule::AttributeExists);
    assert_eq!(document.node(link).outer_html(), "<a href=\"2\" viewBox=\"3\"></a>");
}

#[test]
fn the_attributes_of_a_processing_instruction_are_in_its_data() {
    let mut document = Document::new();
    let start = document.create_processing_instruction("start", "name=a").unwrap();
    assert!(document.node(start).instruction_attributes().is_empty());
    document.set_data(start, "x=\"1\" X='&lt;'").unwrap();
    assert_eq!(document.node(start).instruction_attributes(), [("x", "1".into()), ("X", "<".into())]);
    let comment = document.create_comment("x='1'");
    assert!(document.node(comment).instruction_attributes().is_empty());
}
