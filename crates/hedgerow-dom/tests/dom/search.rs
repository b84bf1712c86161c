//! The searches of `hedgerow_dom::search`: the scan over slots, and the table of ids.

use std::sync::OnceLock;

use hedgerow_base::{AttributeName, ElementName, known};
use hedgerow_dom::search::{derived, elements_with_id, may_have_attribute, scan, scan_after};
use hedgerow_dom::{Document, NodeId, NodeRef, Slot};

/// The number of requests before the table of ids is made.
const WALKS: usize = 4;

const ID: AttributeName = AttributeName::plain(known::ID);
const CLASS: AttributeName = AttributeName::plain(known::CLASS);

fn elements(document: &Document) -> Vec<Slot> {
    let elements = document.root().descendants().filter(|node| node.element_name().is_some());
    elements.map(NodeRef::slot).collect()
}

fn scanned(document: &Document) -> Option<Vec<Slot>> {
    Some(scan(document)?.map(|(node, _)| node.slot()).collect())
}

#[test]
fn changes_of_links_are_noticed() {
    let mut document = Document::new();
    let root = document.root().slot();
    let ids: Vec<Slot> = (0..4)
        .map(|_| {
            let element = document.unchecked().create_element(ElementName::html(known::P), []);
            document.unchecked().append(root, element);
            element
        })
        .collect();
    let check = |document: &Document| {
        assert_eq!(scanned(document), None);
        let expected = elements(document);
        for (number, slot) in expected.iter().enumerate() {
            let after = scan_after(slot.node(document)).expect("few runs");
            assert!(after.map(|(node, _)| node.slot()).eq(expected[number + 1..].iter().copied()));
        }
        assert_eq!(scanned(document), (!expected.is_empty()).then_some(expected));
    };
    check(&document);
    document.unchecked().append(root, ids[1]);
    check(&document);
    document.unchecked().insert(root, ids[3], Some(ids[0]));
    check(&document);
    document.unchecked().detach(ids[2]);
    check(&document);
    document.unchecked().move_children(root, ids[2]);
    check(&document);
    document.unchecked().move_children(ids[2], root);
    check(&document);
    document.unchecked().replace_children(root, ids[2]);
    check(&document);
    document.unchecked().insert_text(root, "no text in a document", None);
    let fragment = document.unchecked().create_document_fragment();
    document.unchecked().append(fragment, ids[0]);
    document.unchecked().set_root(fragment);
    check(&document);
    document.unchecked().insert_text(ids[0], "text", None);
    assert_eq!(scanned(&document), None, "a node was added");
    document.unchecked().restart("");
    check(&document);
}

/// Requests the elements with an id until the table of ids is made.
fn with_id_after_many_requests(document: &Document, id: &str) -> Option<Vec<Slot>> {
    let found = std::iter::repeat_with(|| elements_with_id(document, id)).take(WALKS + 1).last()??;
    Some(found.iter().map(|&(_, element)| element).collect())
}

fn append_element(document: &mut Document, id: &str, class: &str) -> Slot {
    let element =
        document.unchecked().create_element(ElementName::html(known::P), [(ID, id), (CLASS, class)]);
    let root = document.root().slot();
    document.unchecked().append(root, element);
    element
}

#[test]
fn elements_with_an_id_are_found_in_tree_order() {
    let mut document = Document::new();
    let root = document.root().slot();
    let last = append_element(&mut document, "x", "a");
    let first = append_element(&mut document, "x", "b");
    let other = append_element(&mut document, "X", "c");
    document.unchecked().insert(root, first, Some(last));
    assert_eq!(with_id_after_many_requests(&document, "x"), Some(vec![first, last]));
    assert_eq!(with_id_after_many_requests(&document, "X"), Some(vec![other]));
    assert_eq!(with_id_after_many_requests(&document, ""), Some(vec![]));
}

#[test]
fn a_long_id_is_in_no_table() {
    let mut document = Document::new();
    let [longest, too_long] = [256, 257].map(|length| "x".repeat(length));
    let element = append_element(&mut document, &longest, "a");
    append_element(&mut document, &too_long, "a");
    assert_eq!(with_id_after_many_requests(&document, &longest), Some(vec![element]));
    assert_eq!(with_id_after_many_requests(&document, &too_long), None);
    assert!(document.element_by_id(&too_long).is_some());
}

#[test]
fn many_requests_make_the_table_of_ids_and_changes_discard_it() {
    let mut document = Document::new();
    let element = append_element(&mut document, "x", "a");
    let element = element.node(&document).id();
    let changes: [fn(&mut Document, NodeId); 7] = [
        |document, element| document.set_attribute(element, known::ID, "y").unwrap(),
        |document, element| document.set_attribute(element, known::ID, "z").unwrap(),
        |document, element| assert!(document.remove_attribute(element, known::ID).unwrap()),
        |document, element| {
            let element = document.node(element).slot();
            document.unchecked().add_missing_attributes(element, [(ID, "y")]);
        },
        |document, element| document.detach(element).unwrap(),
        |document, element| document.append(document.root_id(), element).unwrap(),
        |document, _| document.unchecked().restart(""),
    ];
    let has_table = |document: &Document| elements_with_id(document, "x").is_some();
    for change in changes {
        for _ in 0..WALKS {
            assert!(!has_table(&document));
        }
        assert!(has_table(&document));
        assert!(!has_table(&document.clone()));
        change(&mut document, element);
    }
    assert_eq!(with_id_after_many_requests(&document, "x"), Some(vec![]));
    document.create_comment("");
    assert!(!has_table(&document), "a node was added");
}

#[test]
fn attributes_are_searched_in_all_nodes_that_were_made() {
    let mut document = Document::new();
    let element = append_element(&mut document, "x", "a").node(&document).id();
    document.detach(element).unwrap();
    let may_have = |document: &Document, name, value: &str| {
        may_have_attribute(document, name, &(1..=1), |found| found == value)
    };
    assert!(may_have(&document, ID, "x") && may_have(&document, CLASS, "a"));
    assert!(!may_have(&document, ID, "a") && !may_have(&document, ID, "xx"));
}

#[test]
fn a_value_of_another_crate_is_kept_until_attributes_change() {
    let mut document = Document::new();
    let element = append_element(&mut document, "x", "a").node(&document).id();
    let cached = |document: &Document| {
        *derived::<OnceLock<usize>>(document).unwrap().get_or_init(|| document.node_count())
    };
    let count = cached(&document);
    assert_eq!(cached(&document), count);
    assert!(derived::<OnceLock<u8>>(&document).is_none(), "a value of another type");
    document.create_comment("");
    assert!(derived::<OnceLock<usize>>(&document).is_none(), "a node was added");
    document.set_attribute(element, "id", "y").unwrap();
    assert_eq!(cached(&document), count + 1);
}
