//! Compares every walk with plain lists of children, those of siblings also from both ends; and tests the
//! order of nodes.

use hedgerow_dom::{Document, DocumentPosition, NodeEdge, NodeId, NodeKind, NodeRef, TreeOrder};
use proptest::prelude::*;

use crate::{attach_any_shadow_root, element};

/// A document, and its expected tree.
#[derive(Clone, Debug)]
struct Model {
    document: Document,
    nodes: Vec<ModelNode>,
}

#[derive(Clone, Debug)]
struct ModelNode {
    id: NodeId,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// A new node: the choice of its parent among the elements so far, the choice of its index among the children, and whether
/// it is an element.
type Insertion = (prop::sample::Index, prop::sample::Index, bool);

impl Model {
    /// Inserts one node after the other; the first is the root. A node for which no parent is chosen begins a new tree.
    fn build(insertions: &[Insertion]) -> Self {
        let mut document = Document::new();
        let document_node = document.root_id();
        let fragment = document.create_document_fragment();
        document.set_root(fragment).unwrap();
        let mut nodes = vec![ModelNode { id: fragment, parent: None, children: Vec::new() }];
        let mut containers = vec![0];
        for (parent, place, is_element) in insertions {
            let id = if *is_element { element(&mut document, "p") } else { document.create_comment("") };
            let index = nodes.len();
            let parent = parent.index(containers.len() + 1);
            let parent = containers.get(parent).copied();
            if let Some(parent) = parent {
                let place = place.index(nodes[parent].children.len() + 1);
                let reference = nodes[parent].children.get(place).map(|&child| nodes[child].id);
                let slot = |id| document.node(id).slot();
                let (parent_slot, child, reference) = (slot(nodes[parent].id), slot(id), reference.map(slot));
                document.unchecked().insert(parent_slot, child, reference);
                nodes[parent].children.insert(place, index);
            }
            nodes.push(ModelNode { id, parent, children: Vec::new() });
            if *is_element {
                containers.push(index);
            }
        }
        nodes.push(ModelNode { id: document_node, parent: None, children: Vec::new() });
        Self { document, nodes }
    }

    fn ids(&self, indices: &[usize]) -> Vec<NodeId> {
        indices.iter().map(|&index| self.nodes[index].id).collect()
    }

    fn elements(&self, ids: &[NodeId]) -> Vec<NodeId> {
        ids.iter().copied().filter(|&id| self.document.node(id).kind() == NodeKind::Element).collect()
    }

    fn inclusive_descendants(&self, top: usize) -> Vec<usize> {
        let mut left = vec![top];
        let mut found = Vec::new();
        while let Some(index) = left.pop() {
            found.push(index);
            left.extend(self.nodes[index].children.iter().rev());
        }
        found
    }

    fn inclusive_ancestors(&self, index: usize) -> Vec<usize> {
        std::iter::successors(Some(index), |&index| self.nodes[index].parent).collect()
    }

    fn siblings(&self, index: usize) -> (&[usize], &[usize]) {
        let Some(parent) = self.nodes[index].parent else { return (&[], &[]) };
        let siblings = &self.nodes[parent].children;
        let place = siblings.iter().position(|&sibling| sibling == index).unwrap();
        (&siblings[..place], &siblings[place + 1..])
    }

    /// Returns the expected steps of a walk: each node, and whether it is entered.
    fn edges(&self, top: usize) -> Vec<(NodeId, bool)> {
        let mut edges = Vec::new();
        let mut left = vec![(top, true)];
        while let Some((index, enters)) = left.pop() {
            edges.push((self.nodes[index].id, enters));
            if enters {
                left.push((index, false));
                left.extend(self.nodes[index].children.iter().rev().map(|&child| (child, true)));
            }
        }
        edges
    }
}

/// Returns the index of each inclusive ancestor except the root, from the root downwards. The paths of nodes of one tree compare in tree
/// order.
fn index_path(node: NodeRef<'_>) -> Vec<usize> {
    let mut path: Vec<usize> = node.inclusive_ancestors().map(NodeRef::index).collect();
    path.pop();
    path.reverse();
    path
}

fn models() -> impl Strategy<Value = Model> {
    let insertion = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::bool::weighted(0.7));
    prop::collection::vec(insertion, 0..24).prop_map(|insertions| Model::build(&insertions))
}

/// Compares an iterator with the list of expected items, and checks that the iterator stays at its end.
fn check_forwards<T: PartialEq + Clone + std::fmt::Debug>(
    mut iterator: impl Iterator<Item = T>,
    expected: &[T],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(iterator.by_ref().collect::<Vec<_>>(), expected);
    prop_assert_eq!(iterator.next(), None);
    Ok(())
}

/// Compares an iterator with the list of expected items: forwards, backwards, and from the ends that `turns` selects. Also
/// checks that the iterator stays at its end.
fn check<T: PartialEq + Clone + std::fmt::Debug>(
    iterator: impl DoubleEndedIterator<Item = T> + Clone,
    expected: &[T],
    turns: &[bool],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(iterator.clone().collect::<Vec<_>>(), expected);
    let mut backwards: Vec<_> = iterator.clone().rev().collect();
    backwards.reverse();
    prop_assert_eq!(backwards, expected);
    let mut left = std::collections::VecDeque::from(expected.to_vec());
    let mut iterator = iterator;
    for &is_front in turns.iter().cycle().take(expected.len() + 2) {
        let (found, expected) = if is_front {
            (iterator.next(), left.pop_front())
        } else {
            (iterator.next_back(), left.pop_back())
        };
        prop_assert_eq!(found, expected);
    }
    prop_assert_eq!(iterator.next().or_else(|| iterator.next_back()), None);
    Ok(())
}

proptest! {
    #[test]
    fn iterators_match_plain_lists(model in models(), turns in prop::collection::vec(any::<bool>(), 1..8)) {
        prop_assert_eq!(model.document.validate(), Ok(()));
        for index in 0..model.nodes.len() {
            let node = model.document.node(model.nodes[index].id);
            let children = model.ids(&model.nodes[index].children);
            check(node.children().map(NodeRef::id), &children, &turns)?;
            check(node.child_elements().map(NodeRef::id), &model.elements(&children), &turns)?;
            let inclusive = model.ids(&model.inclusive_descendants(index));
            check_forwards(node.inclusive_descendants().map(NodeRef::id), &inclusive)?;
            check_forwards(node.descendants().map(NodeRef::id), &inclusive[1..])?;
            check_forwards(node.descendant_elements().map(NodeRef::id), &model.elements(&inclusive[1..]))?;
            let (before, after) = model.siblings(index);
            let (mut before, after) = (model.ids(before), model.ids(after));
            before.reverse();
            check(node.next_siblings().map(NodeRef::id), &after, &turns)?;
            check(node.next_element_siblings().map(NodeRef::id), &model.elements(&after), &turns)?;
            check(node.previous_siblings().map(NodeRef::id), &before, &turns)?;
            check(node.previous_element_siblings().map(NodeRef::id), &model.elements(&before), &turns)?;
            let edges = node.traverse().map(|edge| match edge {
                NodeEdge::Enter(node) => (node.id(), true),
                NodeEdge::Leave(node) => (node.id(), false),
            });
            check_forwards(edges, &model.edges(index))?;
            let ancestors = model.ids(&model.inclusive_ancestors(index));
            prop_assert_eq!(node.inclusive_ancestors().map(NodeRef::id).collect::<Vec<_>>(), &ancestors[..]);
            prop_assert_eq!(node.ancestors().map(NodeRef::id).collect::<Vec<_>>(), &ancestors[1..]);
            let elements = model.elements(&ancestors[1..]);
            prop_assert_eq!(node.ancestor_elements().map(NodeRef::id).collect::<Vec<_>>(), elements);
            prop_assert_eq!(Some(node.tree_root().id()), ancestors.last().copied());
        }
    }

    #[test]
    fn element_links_agree_with_iterators(model in models()) {
        for node in model.nodes.iter().map(|node| model.document.node(node.id)) {
            prop_assert_eq!(node.first_element_child(), node.child_elements().next());
            prop_assert_eq!(node.last_element_child(), node.child_elements().last());
            prop_assert_eq!(node.next_element_sibling(), node.next_element_siblings().next());
            prop_assert_eq!(node.previous_element_sibling(), node.previous_element_siblings().next());
            let parent = node.parent().filter(|parent| *parent != model.document.root());
            prop_assert_eq!(node.parent_element(), parent);
        }
    }

    #[test]
    fn all_orders_are_the_order_of_the_paths(model in models()) {
        let document = &model.document;
        let order = TreeOrder::new(document);
        let mut positions: Vec<_> = model.nodes.iter().map(|node| order.position(node.id).unwrap()).collect();
        for one in model.nodes.iter().map(|node| document.node(node.id)) {
            let path = index_path(one);
            for other in model.nodes.iter().map(|node| document.node(node.id)) {
                let other_path = index_path(other);
                let position = one.compare_document_position(other);
                if one.tree_root() != other.tree_root() {
                    prop_assert_eq!(position, DocumentPosition::Disconnected);
                    prop_assert!(!one.contains(other) && !order.contains(one.id(), other.id()));
                    continue;
                }
                let expected = if path == other_path {
                    DocumentPosition::Same
                } else if path.starts_with(&other_path) {
                    DocumentPosition::Contains
                } else if other_path.starts_with(&path) {
                    DocumentPosition::ContainedBy
                } else if path < other_path {
                    DocumentPosition::Following
                } else {
                    DocumentPosition::Preceding
                };
                prop_assert_eq!(position, expected);
                let compared = order.position(one.id()).cmp(&order.position(other.id()));
                prop_assert_eq!(compared, path.cmp(&other_path));
                prop_assert_eq!(one.contains(other), other_path.starts_with(&path));
                prop_assert_eq!(order.contains(one.id(), other.id()), other_path.starts_with(&path));
            }
        }
        positions.sort_unstable();
        prop_assert!(positions.into_iter().eq(0..model.nodes.len()));
    }
}

#[test]
fn iterators_are_shown_without_their_trees() {
    let mut document = Document::new();
    let paragraph = element(&mut document, "p");
    document.append(document.root_id(), paragraph).unwrap();
    document.append_text(paragraph, "text").unwrap();
    let root = document.root();
    let shown = [
        format!("{:?}", root.children()),
        format!("{:?}", root.child_elements()),
        format!("{:?}", root.descendants()),
        format!("{:?}", root.ancestors()),
        format!("{:?}", root.traverse()),
        format!("{:?}", TreeOrder::new(&document)),
    ];
    assert_eq!(
        shown,
        [
            "[#2 <p>]",
            "Elements { nodes: [#2 <p>] }",
            "[#2 <p>, #3 Text \"text\"]",
            "[]",
            "Traverse { top: #1 Document, next: Some(Enter(#1 Document)) }",
            "TreeOrder { .. }",
        ]
    );
    assert_eq!(format!("{:?}", document.node(paragraph)), "#2 <p>");
    assert_eq!(format!("{document:?}"), "#1 Document\n  #2 <p>\n    #3 Text \"text\"\n");
}

#[test]
fn shadow_roots_and_template_contents_come_after_their_hosts() {
    let mut document = Document::new();
    let template = element(&mut document, "template");
    document.append(document.root_id(), template).unwrap();
    let child = element(&mut document, "p");
    document.append(template, child).unwrap();
    let after = document.create_comment("");
    document.append(document.root_id(), after).unwrap();
    let detached = document.create_comment("");
    let contents = document.node(template).template_contents().unwrap().id();
    let inside = document.create_comment("");
    document.append(contents, inside).unwrap();
    let shadow = attach_any_shadow_root(&mut document, template);
    let order = TreeOrder::new(&document);
    let expected = [document.root_id(), template, shadow, contents, inside, child, after, detached];
    assert!(expected.iter().map(|&node| order.position(node)).eq((0..expected.len()).map(Some)));
    assert!(order.contains(template, shadow) && order.contains(template, inside));
    assert!(!order.contains(shadow, contents) && !order.contains(template, after));
    assert_eq!(
        document.node(template).compare_document_position(document.node(inside)),
        DocumentPosition::Disconnected
    );
    let mut other = document.clone();
    let later = other.create_comment("");
    assert_eq!(order.position(later), None);
    let other_template = other.node(template);
    assert_eq!(
        document.node(child).compare_document_position(other_template),
        DocumentPosition::Disconnected
    );
}

#[test]
fn a_walk_skips_the_children_of_the_node_that_it_has_entered() {
    let mut document = Document::new();
    let [top_id, list, item, link, other] =
        ["a", "b", "c", "d", "e"].map(|name| element(&mut document, name));
    // top_id > (list > item > link), other
    for (parent, child) in [(top_id, list), (list, item), (item, link), (top_id, other)] {
        document.append(parent, child).unwrap();
    }
    let top = document.node(top_id);
    let name = |node: NodeRef<'_>| node.id();
    let skipping = |inclusive: bool, skip: NodeId| {
        let mut walk = if inclusive { top.inclusive_descendants() } else { top.descendants() };
        walk.skip_children();
        let mut found = Vec::new();
        while let Some(node) = walk.next() {
            found.push(name(node));
            if node.id() == skip {
                walk.skip_children();
                walk.skip_children();
            }
        }
        found
    };
    assert_eq!(skipping(true, list), [top_id, list, other]);
    assert_eq!(skipping(false, list), [list, other]);
    assert_eq!(skipping(true, top_id), [top_id]);
    assert_eq!(skipping(false, link), [list, item, link, other]);
    assert_eq!(skipping(true, other), [top_id, list, item, link, other]);

    let edges = |skip: NodeId| {
        let mut walk = top.traverse();
        walk.skip_children();
        let mut found = Vec::new();
        while let Some(edge) = walk.next() {
            match edge {
                NodeEdge::Enter(node) => found.push((node.id(), true)),
                NodeEdge::Leave(node) => found.push((node.id(), false)),
            }
            if edge == NodeEdge::Enter(document.node(skip)) {
                walk.skip_children();
                walk.skip_children();
            }
        }
        found
    };
    assert_eq!(
        edges(list),
        [(top_id, true), (list, true), (list, false), (other, true), (other, false), (top_id, false)]
    );
    assert_eq!(edges(top_id), [(top_id, true), (top_id, false)]);
    assert_eq!(edges(link), edges(other));

    let mut elements = top.descendant_elements();
    assert_eq!(elements.next().map(name), Some(list));
    elements.skip_children();
    assert_eq!(elements.map(name).collect::<Vec<_>>(), [other]);
}
