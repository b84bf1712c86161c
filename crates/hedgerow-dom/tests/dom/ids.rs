//! Ids that denote no node of a document: stale ids after each method that frees nodes, and ids of other documents.

use hedgerow_dom::{
    Attributes, Document, InsertPosition, MutationError, MutationRule, NodeId, NodeRef, ShadowRootInit, Slot,
    TreeOrder,
};
use hedgerow_serialize::ToTestFormat;
use hedgerow_source::{SourceEditError, SourceEdits};

use crate::{element, element_with};

type Change = fn(&mut Document, NodeId, NodeId) -> Result<(), MutationError>;

/// Changes, each called with an id that denotes no node and with the id of an existing node.
const CHANGES: [Change; 36] = [
    |document, id, other| document.append(id, other),
    |document, id, other| document.append(other, id),
    |document, id, other| document.prepend(id, other),
    |document, id, other| document.prepend(other, id),
    |document, id, other| document.insert(id, other, None),
    |document, id, other| document.insert(other, id, None),
    |document, id, other| document.insert_before(id, other),
    |document, id, other| document.insert_after(id, other),
    |document, id, other| document.replace(id, other),
    |document, id, other| document.replace_children(id, other),
    |document, id, other| document.replace_children(other, id),
    |document, id, other| document.insert_nodes(&[other, id], InsertPosition::LastIn(document.root_id())),
    |document, id, other| document.insert_nodes(&[other], InsertPosition::After(id)),
    |document, id, other| document.move_children(id, other),
    |document, id, other| document.move_children(other, id),
    |document, id, other| document.wrap(id, other),
    |document, id, _| document.replace_with_children(id),
    |document, id, _| document.detach(id),
    |document, id, _| document.remove(id),
    |document, id, _| document.remove_children(id),
    |document, id, _| document.set_text(id, "x"),
    |document, id, _| document.append_text(id, "x"),
    |document, id, _| document.set_data(id, "x"),
    |document, id, _| document.split_text(id, 0).map(drop),
    |document, id, _| document.normalize(id),
    |document, id, _| document.rename_element(id, "b"),
    |document, id, _| document.set_attribute(id, "id", "x"),
    |document, id, _| document.remove_attribute(id, "id").map(drop),
    |document, id, _| document.toggle_attribute(id, "id", None).map(drop),
    |document, id, _| document.rename_attribute(id, "id", "class").map(drop),
    |document, id, _| document.add_class(id, "x").map(drop),
    |document, id, _| document.remove_class(id, "x").map(drop),
    |document, id, _| document.clone_subtree(id).map(drop),
    |document, id, _| document.clone_shallow(id).map(drop),
    |document, id, _| document.attach_shadow_root(id, ShadowRootInit::default()).map(drop),
    |document, id, _| document.set_root(id),
];

/// Asserts that no method that takes an id finds a node with this id.
fn assert_is_of_no_node(document: &mut Document, id: NodeId) {
    assert!(document.get(id).is_none());
    let other = element(document, "p");
    let before = (document.to_test_format(), document.node_count());
    for (index, change) in CHANGES.into_iter().enumerate() {
        let error = change(document, id, other).expect_err("a change of no node");
        assert_eq!(error.rule(), MutationRule::NoSuchNode, "change {index}: {error}");
        assert_eq!(document.validate(), Ok(()));
    }
    assert!(document.insert(document.root_id(), other, Some(id)).is_err());
    assert_eq!((document.to_test_format(), document.node_count()), before);
    assert_eq!(document.change([id]).nodes().count(), 0);
    let order = TreeOrder::new(document);
    assert_eq!(order.position(id), None);
    assert!(!order.contains(document.root_id(), id) && !order.contains(id, document.root_id()));
    let refused = SourceEdits::new(document).set_attribute(id, "id", "x");
    assert!(matches!(refused, Err(SourceEditError::NoSuchNode { .. })), "{refused:?}");
    document.remove(other).unwrap();
}

#[test]
fn an_id_is_stale_after_each_method_that_frees_its_node() {
    let frees: [(&str, Change); 14] = [
        ("p", |document, id, _| document.remove(id)),
        ("p", |document, _, parent| document.remove_children(parent)),
        ("p", |document, _, parent| document.remove(parent)),
        ("p", |document, _, parent| document.set_text(parent, "x")),
        ("p", |document, id, _| document.change([id]).replace_with_text(|_| "x".to_owned()).map(drop)),
        ("p", |document, id, _| document.replace_with_children(id)),
        ("p", |document, id, _| {
            let other = document.create_element("i")?;
            document.replace(id, other)
        }),
        ("p", |document, _, parent| {
            let fragment = document.create_document_fragment();
            document.replace_children(parent, fragment)
        }),
        ("p", |document, id, _| document.change([id]).remove().map(drop)),
        ("p", |document, id, _| {
            document.detach(id)?;
            assert_eq!(document.remove_detached(), 1);
            Ok(())
        }),
        ("p", |document, _, _| {
            document.unchecked().restart("");
            Ok(())
        }),
        ("template", |document, id, _| {
            document.set_attribute(id, "id", "x")?;
            document.remove(id)
        }),
        ("template", |document, id, _| document.replace_with_children(id)),
        ("template", |document, _, parent| document.remove_children(parent)),
    ];
    for (index, (name, free)) in frees.into_iter().enumerate() {
        println!("method {index}");
        let mut document = Document::new();
        let parent = element(&mut document, "div");
        document.append(document.root_id(), parent).unwrap();
        let id = element_with(&mut document, name, &[("class", "a")]);
        document.append(parent, id).unwrap();
        let contents = document.node(id).template_contents().map(NodeRef::id);
        free(&mut document, id, parent).unwrap();
        // Nodes that are created now take the freed slots.
        let new: Vec<NodeId> = (0..4).map(|_| document.create_comment("new")).collect();
        for stale in contents.into_iter().chain([id]) {
            assert!(!new.contains(&stale));
            assert_is_of_no_node(&mut document, stale);
        }
        assert!(new.iter().all(|&new| document.node(new).data() == Some("new")));
    }
}

#[test]
fn contents_of_a_template_that_is_renamed_and_texts_that_are_joined_are_stale() {
    let mut document = Document::new();
    let template = document.create_element("template").unwrap();
    let contents = document.node(template).template_contents().unwrap().id();
    document.rename_element(template, "p").unwrap();
    assert_is_of_no_node(&mut document, contents);
    let texts = ["a", "b"].map(|text| document.create_text(text));
    for text in texts {
        document.append(template, text).unwrap();
    }
    document.normalize(template).unwrap();
    assert_is_of_no_node(&mut document, texts[1]);
}

#[test]
fn ids_of_smaller_and_larger_documents_denote_nothing() {
    for (mine, theirs) in [(0, 50), (50, 0), (5, 5)] {
        let [mut document, other] = [mine, theirs].map(|count| {
            let mut document = Document::new();
            for _ in 0..count {
                element(&mut document, "p");
            }
            document
        });
        for id in other.ids() {
            assert_is_of_no_node(&mut document, id);
        }
        // A clone has the ids of the original, but no id that is created later in one of them is valid in the other.
        let mut clone = document.clone();
        assert!(document.ids().all(|id| clone.get(id).is_some()));
        let new = [element(&mut document, "p"), element(&mut clone, "p")];
        assert_is_of_no_node(&mut document, new[1]);
        assert_is_of_no_node(&mut clone, new[0]);
    }
}

#[test]
fn ids_and_views_are_small() {
    assert_eq!(size_of::<NodeRef<'_>>(), 2 * size_of::<usize>());
    assert_eq!(size_of::<Attributes<'_>>(), 6 * size_of::<usize>());
    assert_eq!((size_of::<NodeId>(), size_of::<Option<NodeId>>()), (12, 12));
    assert_eq!((size_of::<Slot>(), size_of::<Option<Slot>>()), (4, 4));
}
