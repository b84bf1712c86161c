//! The memory of removed nodes is reused, so a document with many changes does not grow.

use hedgerow_base::{AttributeName, ElementName, NameId, known};
use hedgerow_dom::{AttributeList, Document, MutationRule, NodeId, NodeRef, ShadowRootInit, search};
use hedgerow_serialize::ToHtml;
use hedgerow_testing::assert_linear_time;

use crate::{append_all, element, element_named, element_with, text_length};
use hedgerow_testing::Random;

/// A document with an element in its root.
fn document_with_body() -> (Document, NodeId) {
    let mut document = Document::new();
    let body = element(&mut document, "body");
    document.append(document.root_id(), body).unwrap();
    (document, body)
}

/// While the nodes that the parser holds are unknown, a removal must not search the removed tree for them.
#[test]
fn removing_a_tree_again_and_again_while_a_parser_works_takes_linear_time() {
    let tree = |size| {
        let (mut document, body) = document_with_body();
        let parent = element(&mut document, "p");
        for _ in 0..size {
            let child = document.create_comment("");
            document.append(parent, child).unwrap();
        }
        document.unchecked().set_held_nodes(None);
        (size, document, body, parent)
    };
    assert_linear_time(150, tree, |&mut (size, ref mut document, body, parent)| {
        for _ in 0..size {
            document.append(body, parent).unwrap();
            document.remove(parent).unwrap();
        }
    });
}

#[test]
fn hundreds_of_thousands_of_changes_leave_bounded_memory() {
    let (mut document, body) = document_with_body();
    let mut random = Random::new(7);
    let mut most = 0;
    for step in 0..400_000 {
        let text = format!("text of step {step}, {}", "x".repeat(random.below(200)));
        match random.below(8) {
            0 | 1 => {
                let child = element_with(&mut document, "p", &[("id", &text), ("class", "a")]);
                document.append(body, child).unwrap();
                document.append_text(child, &text).unwrap();
                if random.below(4) == 0 {
                    let template = element(&mut document, "template");
                    document.append(child, template).unwrap();
                    document
                        .append_text(document.node(template).template_contents().unwrap().id(), "in it")
                        .unwrap();
                    document.attach_shadow_root(child, ShadowRootInit::default()).unwrap();
                }
            }
            2 => {
                let comment = document.create_comment(&text);
                document.prepend(body, comment).unwrap();
            }
            3 => drop(document.create_doctype("html", &text, "").unwrap()),
            4 => {
                let last = document.node(body).last_child().map_or(body, NodeRef::id);
                if document.node(last).element_name().is_some() {
                    document.set_attribute(last, "title", &text).unwrap();
                    document.remove_attribute(last, "class").unwrap();
                    document.add_class(last, "b").unwrap();
                }
            }
            _ => {
                let first = document.node(body).first_child().map(NodeRef::id);
                if let Some(child) = if random.below(2) == 0 {
                    first
                } else {
                    document.node(body).last_child().map(NodeRef::id)
                } {
                    document.remove(child).unwrap();
                }
            }
        }
        if step % 1000 == 0 {
            document.remove_detached();
            most = most.max(document.id_limit());
        }
        if step % 50_000 == 0 {
            assert_eq!(document.validate(), Ok(()));
        }
    }
    assert_eq!(document.validate(), Ok(()));
    assert!(most < 4_000, "{most} slots");
    document.remove_children(body).unwrap();
    document.remove_detached();
    assert_eq!(document.node_count(), 2);
    document.shrink_to_fit();
    assert_eq!(document.id_limit(), 3);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn the_id_of_a_removed_node_is_refused_before_and_after_its_slot_is_reused() {
    let (mut document, body) = document_with_body();
    let outer = element(&mut document, "div");
    let inner = element(&mut document, "template");
    append_all(&mut document, body, [outer]);
    append_all(&mut document, outer, [inner]);
    let contents = document.node(inner).template_contents().unwrap().id();
    let limit = document.id_limit();
    document.remove(outer).unwrap();
    for gone in [outer, inner, contents] {
        assert!(document.get(gone).is_none());
        assert_eq!(document.append(body, gone).unwrap_err().rule(), MutationRule::NoSuchNode);
        assert_eq!(document.append(gone, body).unwrap_err().rule(), MutationRule::NoSuchNode);
        assert_eq!(document.remove(gone).unwrap_err().rule(), MutationRule::NoSuchNode);
        assert_eq!(document.set_attribute(gone, "id", "").unwrap_err().rule(), MutationRule::NoSuchNode);
    }
    let error = document.append(body, outer).unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot insert #3 into #2 <body>: the node is not in this document; it was removed, or belongs to another document"
    );
    for _ in 0..3 {
        document.create_comment("again");
    }
    assert_eq!(document.id_limit(), limit);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn template_contents_and_shadow_roots_are_removed_with_their_host() {
    let (mut document, body) = document_with_body();
    let template = element(&mut document, "template");
    append_all(&mut document, body, [template]);
    let shadow = document.attach_shadow_root(body, ShadowRootInit::default()).unwrap();
    let contents = document.node(template).template_contents().unwrap().id();
    for (node, rule) in [
        (document.root_id(), MutationRule::IsRoot),
        (shadow, MutationRule::HasHost),
        (contents, MutationRule::HasHost),
    ] {
        assert_eq!(document.remove(node).unwrap_err().rule(), rule);
    }
    document.remove(body).unwrap();
    assert_eq!(document.node_count(), 1);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn the_template_that_declared_a_removed_shadow_root_has_its_own_contents() {
    let (mut document, body) = document_with_body();
    let host = element(&mut document, "div");
    let template = element(&mut document, "template");
    append_all(&mut document, body, [host, template]);
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    let [slot, contents] = [template, shadow].map(|id| document.node(id).slot());
    document.unchecked().set_declared_shadow_root(slot, contents);
    assert_eq!(document.validate(), Ok(()));
    let mut other = document.clone();
    document.remove(host).unwrap();
    let template_now = document.node(template);
    assert!(template_now.template_contents().is_some());
    assert_eq!(template_now.parser_contents(), template_now.template_contents());
    assert_eq!(document.validate(), Ok(()));
    other.remove(template).unwrap();
    assert_eq!(other.node(host).shadow_root().map(NodeRef::id), Some(shadow));
    assert_eq!(other.validate(), Ok(()));
}

#[test]
fn the_root_is_a_document_or_a_fragment_without_a_host() {
    let (mut document, body) = document_with_body();
    let [template, host] = ["template", "div"].map(|name| element(&mut document, name));
    let contents = document.node(template).template_contents().unwrap().id();
    let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
    for node in [body, contents, shadow] {
        assert_eq!(document.set_root(node).unwrap_err().rule(), MutationRule::CannotBeRoot);
    }
    let fragment = document.create_document_fragment();
    document.remove(fragment).unwrap();
    assert_eq!(document.set_root(fragment).unwrap_err().rule(), MutationRule::NoSuchNode);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn shrinking_keeps_everything() {
    let source = "<p id=x>some text</p>";
    let mut document = Document::with_source(source);
    let root = document.root().slot();
    let id = AttributeName::plain(known::ID);
    let text = |start, length| hedgerow_dom::NewText::OfSource { start, length };
    let name = ElementName::html(known::P);
    let paragraph = document.unchecked().insert_new_element(root, name, [(id, text(6, 1))], None);
    document.unchecked().insert_text(paragraph, text(8, 9), None);
    let paragraph = paragraph.node(&document).id();
    document.append_text(paragraph, " and more").unwrap();
    let copy = document.clone_subtree(paragraph).unwrap();
    let comment = document.create_comment("gone");
    document.remove(comment).unwrap();
    document.set_attribute(copy, "class", "y").unwrap();
    document.shrink_to_fit();
    assert_eq!(document.validate(), Ok(()));
    assert_eq!(document.node(paragraph).outer_html(), "<p id=\"x\">some text and more</p>");
    assert_eq!(document.node(copy).outer_html(), "<p id=\"x\" class=\"y\">some text and more</p>");
    document.append_text(copy, "!").unwrap();
    document.set_attribute(paragraph, "id", "z").unwrap();
    assert_eq!(document.validate(), Ok(()));
    assert_eq!(document.node(paragraph).outer_html(), "<p id=\"z\">some text and more</p>");
    assert_eq!(document.node(copy).text(), "some text and more!");
}

#[test]
fn nodes_that_a_running_parser_holds_are_kept() {
    let (mut document, body) = document_with_body();
    let inside = document.build("p").append_to(body).unwrap();
    let [free, unknown] = ["1", "2"].map(|data| document.create_comment(data));
    let held = document.node(inside).slot();
    document.unchecked().set_held_nodes(Some(vec![held]));
    document.remove(free).unwrap();
    assert!(document.get(free).is_none());
    document.remove(body).unwrap();
    document.unchecked().set_held_nodes(None);
    document.remove(unknown).unwrap();
    assert!(document.get(body).is_some() && document.get(unknown).is_some());
    document.unchecked().set_held_nodes(Some(vec![held]));
    assert!(document.get(body).is_some() && document.get(unknown).is_none());
    assert_eq!(document.unchecked().take_freed_slots().len(), 2);
    assert_eq!(document.remove_detached(), 0);
    let mut copy = document.clone();
    assert_eq!(copy.remove_detached(), 2, "no parser works on a copy");
    let element = element_with(&mut document, "p", &[("id", "x"), ("class", "y")]);
    document.set_attribute(element, "id", "z").unwrap();
    let list = AttributeList::of(document.node(element));
    document.remove_attribute(element, "id").unwrap();
    let other = document.unchecked().create_element_with_list(ElementName::html(known::P), list);
    assert_eq!(other.node(&document).outer_html(), "<p id=\"z\" class=\"y\"></p>");
    document.unchecked().end_construction();
    assert!(document.get(body).is_none() && document.get(inside).is_none());
    document.remove(element).unwrap();
    assert!(document.get(element).is_none());
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn removing_attributes_takes_linear_time() {
    let names_and_element = |count: usize| {
        let mut document = Document::new();
        let names: Vec<_> = (0..count).map(|number| format!("data-{number}")).collect();
        let numbers: Vec<_> = names.iter().map(|name| document.unchecked().intern(name)).collect();
        let html = element_named(
            &mut document,
            ElementName::html(known::HTML),
            numbers.into_iter().map(|name| (AttributeName::plain(name), "x")),
        );
        (names, document, html)
    };
    for from_the_front in [true, false] {
        assert_linear_time(5_000, names_and_element, |&mut (ref names, ref mut document, html)| {
            for index in 0..names.len() {
                let name = &names[if from_the_front { index } else { names.len() - 1 - index }];
                assert!(document.remove_attribute(html, name).unwrap());
            }
            assert_eq!(document.node(html).attributes().len(), 0);
            // A queue: each step removes an attribute and adds one at the end.
            for name in &names[..1000] {
                document.set_attribute(html, name, "y").unwrap();
            }
            for index in 0..names.len() {
                assert!(document.remove_attribute(html, &names[index % 1000]).unwrap());
                document.set_attribute(html, &names[index % 1000], "z").unwrap();
            }
            assert_eq!(document.node(html).attributes().len(), 1000);
            assert_eq!(document.validate(), Ok(()));
        });
    }
}

#[test]
fn unused_text_is_reclaimed() {
    let mut document = Document::new();
    let element = document.create_element("p").unwrap();
    let comment = document.create_comment("");
    let kept = document.create_text("kept");
    for step in 0..100_000 {
        let text = format!("about forty bytes of text in step {step}");
        document.set_data(comment, &text).unwrap();
        document.set_attribute(element, "id", &text).unwrap();
        document.set_text(element, &text).unwrap();
        let child = document.create_element("b").unwrap();
        for name in ["a", "b", "c", "d", "e"] {
            document.set_attribute(child, name, &text).unwrap();
        }
        document.append(element, child).unwrap();
        document.remove(child).unwrap();
        let length = text_length(&mut document);
        assert!(length < 200_000, "{length} bytes of text in step {step}");
    }
    assert_eq!(document.node(kept).data(), Some("kept"));
    assert_eq!(document.validate(), Ok(()));
    assert!(document.id_limit() < 8);
}

/// Returns the length of the attribute vector of a document whose attributes have some of the given names and empty values.
fn attribute_vector_length(document: &Document, names: &[NameId]) -> usize {
    let mut length = 0;
    for &name in names {
        let found = search::may_have_attribute(document, AttributeName::plain(name), &(0..=0), |_| {
            length += 1;
            false
        });
        assert!(!found);
    }
    length
}

#[test]
fn unused_attributes_are_reclaimed() {
    let mut document = Document::new();
    let names = ["a", "b", "c", "d", "e"].map(|name| document.unchecked().intern(name));
    let mut most = 0;
    for step in 0..100_000 {
        let element = document.create_element("b").unwrap();
        for name in ["a", "b", "c", "d", "e"] {
            document.set_attribute(element, name, "").unwrap();
        }
        document.remove(element).unwrap();
        if step % 100 == 0 {
            most = most.max(attribute_vector_length(&document, &names));
        }
    }
    assert!((1_000..20_000).contains(&most), "{most} attributes");
}

#[test]
fn values_of_long_lists_that_are_replaced_are_reclaimed() {
    let mut document = Document::new();
    let element = document.create_element("p").unwrap();
    for round in 0..200 {
        for number in 0..20 {
            let value = round.to_string().repeat(1000);
            document.set_attribute(element, &format!("a{number}"), &value).unwrap();
        }
        let length = text_length(&mut document);
        assert!(length < 500_000, "{length} bytes in round {round}");
    }
}

#[test]
fn splitting_and_joining_texts_does_not_grow_the_heap() {
    let mut document = Document::new();
    let paragraph = document.create_element("p").unwrap();
    let texts = ["a", "b"].map(|letter| document.create_text(&letter.repeat(1000)));
    let element = document.create_element("b").unwrap();
    for node in [texts[0], element, texts[1]] {
        document.append(paragraph, node).unwrap();
    }
    for step in 0..20_000 {
        for text in texts {
            document.split_text(text, 990).unwrap();
        }
        document.normalize(paragraph).unwrap();
        let length = text_length(&mut document);
        assert!(length < 100_000, "{length} bytes of text in step {step}");
    }
    assert_eq!(document.node(paragraph).text(), "a".repeat(1000) + &"b".repeat(1000));
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn appending_to_many_texts_alternately_copies_little() {
    let mut document = Document::new();
    let elements: Vec<NodeId> = (0..100).map(|_| document.create_element("p").unwrap()).collect();
    let mut copied = 0;
    for step in 0..2000 {
        for &element in &elements {
            let before = text_length(&mut document);
            document.append_text(element, "0123456789").unwrap();
            let after = text_length(&mut document);
            copied += after.abs_diff(before);
        }
        // The discarded texts cause a compaction now and then.
        document.set_attribute(elements[step % 100], "id", &"x".repeat(1000)).unwrap();
    }
    assert!(copied < 20_000_000, "{copied} bytes, for 2,000,000 of text");
    assert!(elements.iter().all(|&element| document.node(element).text() == "0123456789".repeat(2000)));
    assert_eq!(document.validate(), Ok(()));
}
