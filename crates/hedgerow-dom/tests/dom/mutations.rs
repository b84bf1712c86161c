//! Random sequences of mutations, against a model in which each node has a `Vec` of children.

use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef, Slot};
use hedgerow_serialize::ToHtml;
use hedgerow_testing::assert_linear_time;

use crate::{append_all, element};
use hedgerow_testing::Random;

/// The kind of a node of the model.
#[derive(Clone, PartialEq)]
enum Content {
    Fragment,
    Element,
    Text(String),
    Comment(String),
}

struct ModelNode {
    id: NodeId,
    parent: Option<usize>,
    children: Vec<usize>,
    content: Content,
}

/// A document, and a model of its expected tree.
struct Pair {
    document: Document,
    model: Vec<ModelNode>,
}

impl Pair {
    fn new() -> Self {
        Self { document: Document::new(), model: Vec::new() }
    }

    fn create(&mut self, content: Content) -> usize {
        let id = match &content {
            Content::Fragment => self.document.create_document_fragment(),
            Content::Element => element(&mut self.document, "div"),
            Content::Text(data) => self.document.create_text(data),
            Content::Comment(data) => self.document.create_comment(data),
        };
        self.add(id, content)
    }

    fn add(&mut self, id: NodeId, content: Content) -> usize {
        self.model.push(ModelNode { id, parent: None, children: Vec::new(), content });
        self.model.len() - 1
    }

    fn id(&self, node: usize) -> NodeId {
        self.model[node].id
    }

    fn is_container(&self, node: usize) -> bool {
        matches!(self.model[node].content, Content::Fragment | Content::Element)
    }

    fn slot(&self, id: NodeId) -> Slot {
        self.document.node(id).slot()
    }

    /// Whether `inner` is `outer` or inside it.
    fn is_inside(&self, inner: usize, outer: usize) -> bool {
        std::iter::successors(Some(inner), |&node| self.model[node].parent).any(|node| node == outer)
    }

    fn detach_from_model(&mut self, node: usize) {
        if let Some(parent) = self.model[node].parent.take() {
            self.model[parent].children.retain(|&child| child != node);
        }
    }

    fn insert_into_model(&mut self, parent: usize, child: usize, reference: Option<usize>) {
        let place = self.place(parent, reference);
        self.model[parent].children.insert(place, child);
        self.model[child].parent = Some(parent);
    }

    fn place(&self, parent: usize, reference: Option<usize>) -> usize {
        let children = &self.model[parent].children;
        reference.map_or(children.len(), |node| children.iter().position(|&child| child == node).unwrap())
    }

    fn random_child(&self, random: &mut Random, parent: usize) -> Option<usize> {
        let children = &self.model[parent].children;
        match random.below(children.len() + 1) {
            0 => None,
            place => Some(children[place - 1]),
        }
    }

    fn clone_in_model(&mut self, node: usize, copy_id: NodeId) -> usize {
        let copy = self.add(copy_id, self.model[node].content.clone());
        let ids: Vec<_> = self.document.node(copy_id).children().map(NodeRef::id).collect();
        let children = self.model[node].children.clone();
        assert_eq!(ids.len(), children.len());
        for (child, id) in children.into_iter().zip(ids) {
            let copy_of_child = self.clone_in_model(child, id);
            self.insert_into_model(copy, copy_of_child, None);
        }
        copy
    }

    fn mutate(&mut self, random: &mut Random) {
        let node = random.below(self.model.len());
        let container = loop {
            let node = random.below(self.model.len());
            if self.is_container(node) {
                break node;
            }
        };
        let reference = self.random_child(random, container);
        let reference_id = reference.map(|node| self.id(node));
        let fits = self.model[node].content != Content::Fragment && !self.is_inside(container, node);
        match random.below(12) {
            0 if fits => {
                self.document.append(self.id(container), self.id(node)).unwrap();
                self.detach_from_model(node);
                self.insert_into_model(container, node, None);
            }
            1..=3 if fits => {
                let (container_id, node_id) = (self.id(container), self.id(node));
                let [container_id, node_id] = [container_id, node_id].map(|id| self.slot(id));
                let reference_id = reference_id.map(|id| self.slot(id));
                self.document.unchecked().insert(container_id, node_id, reference_id);
                if reference != Some(node) {
                    self.detach_from_model(node);
                    self.insert_into_model(container, node, reference);
                }
            }
            4 => {
                self.document.detach(self.id(node)).unwrap();
                self.detach_from_model(node);
            }
            5..=8 => {
                let data = random.pick(&["", "x", "é", "text ", "\u{1F333}", "a longer piece of text"]);
                self.insert_text(container, reference, data);
            }
            9 if self.is_container(node) && !self.is_inside(container, node) => {
                self.document.move_children(self.id(node), self.id(container)).unwrap();
                for child in std::mem::take(&mut self.model[node].children) {
                    self.insert_into_model(container, child, None);
                }
            }
            10 if self.is_container(node) && !self.is_inside(container, node) => {
                let (container_id, node_id) = (self.id(container), self.id(node));
                let [container_id, node_id] = [container_id, node_id].map(|id| self.slot(id));
                self.document.unchecked().replace_children(container_id, node_id);
                for child in std::mem::take(&mut self.model[container].children) {
                    self.model[child].parent = None;
                }
                for child in std::mem::take(&mut self.model[node].children) {
                    self.insert_into_model(container, child, None);
                }
            }
            11 if self.model.len() < 300 => {
                let copy = self.document.clone_subtree(self.id(node)).unwrap();
                self.clone_in_model(node, copy);
            }
            _ => {}
        }
    }

    fn insert_text(&mut self, parent: usize, reference: Option<usize>, data: &str) {
        let (parent_id, reference_id) = (self.id(parent), reference.map(|node| self.id(node)));
        let [parent_slot, reference_slot] =
            [Some(parent_id), reference_id].map(|id| id.map(|id| self.slot(id)));
        self.document.unchecked().insert_text(parent_slot.unwrap(), data, reference_slot);
        let place = self.place(parent, reference);
        let previous = place.checked_sub(1).map(|place| self.model[parent].children[place]);
        if let Some(previous) = previous
            && let Content::Text(text) = &mut self.model[previous].content
        {
            text.push_str(data);
        } else if !data.is_empty() {
            let id = match reference_id {
                Some(reference) => self.document.node(reference).previous_sibling().map(NodeRef::id),
                None => self.document.node(self.id(parent)).last_child().map(NodeRef::id),
            };
            let text = self.add(id.unwrap(), Content::Text(data.to_owned()));
            self.insert_into_model(parent, text, reference);
        }
    }

    fn compare(&self) {
        assert_eq!(self.document.validate(), Ok(()));
        for node in &self.model {
            let view = self.document.node(node.id);
            assert_eq!(view.parent().map(NodeRef::id), node.parent.map(|parent| self.id(parent)));
            let children: Vec<_> = node.children.iter().map(|&child| self.id(child)).collect();
            assert!(view.children().map(NodeRef::id).eq(children.iter().copied()));
            assert!(view.children().rev().map(NodeRef::id).eq(children.iter().rev().copied()));
            match &node.content {
                Content::Fragment => assert_eq!(view.kind(), NodeKind::DocumentFragment),
                Content::Element => assert_eq!(view.local_name_text(), "div"),
                Content::Text(data) | Content::Comment(data) => assert_eq!(view.data(), Some(&**data)),
            }
        }
    }
}

#[test]
fn random_sequences_agree_with_the_model() {
    for seed in 0..60 {
        println!("seed {seed}");
        let mut random = Random::new(seed);
        let mut pair = Pair::new();
        for number in 0..6 {
            pair.create(Content::Fragment);
            pair.create(Content::Element);
            pair.create(Content::Element);
            pair.create(Content::Text(number.to_string()));
            pair.create(Content::Comment(number.to_string()));
        }
        for step in 0..600 {
            pair.mutate(&mut random);
            if step % 20 == 0 {
                pair.compare();
            }
        }
        pair.compare();
    }
}

#[test]
fn inserting_a_node_before_itself_does_not_move_it() {
    let mut document = Document::new();
    let root = document.root_id();
    let comments = ["1", "2", "3"].map(|data| document.create_comment(data));
    append_all(&mut document, root, comments);
    document.insert(root, comments[1], Some(comments[1])).unwrap();
    assert_eq!(document.root().inner_html(), "<!--1--><!--2--><!--3-->");
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn text_is_never_a_child_of_a_document() {
    let mut document = Document::new();
    let root = document.root().slot();
    document.unchecked().insert_text(root, "text", None);
    assert_eq!(document.root().first_child(), None);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn children_are_moved_to_a_deep_place_and_back_in_linear_time() {
    let chain = |levels: usize| {
        let mut document = Document::new();
        let top = document.create_document_fragment();
        let mut deepest = top;
        for _ in 0..levels {
            let inner = element(&mut document, "b");
            document.append(deepest, inner).unwrap();
            deepest = inner;
        }
        (levels, document, top, deepest)
    };
    assert_linear_time(5_000, chain, |&mut (levels, ref mut document, top, deepest)| {
        let fragment = document.create_document_fragment();
        document.append_text(fragment, "text").unwrap();
        for _ in 0..levels {
            document.move_children(fragment, deepest).unwrap();
            document.move_children(deepest, fragment).unwrap();
        }
        assert!(document.move_children(top, deepest).is_err());
    });
}
