//! Compares the index with walking through a tree, and counts its steps.

use hedgerow_base::known::{DATALIST, DIV, OPTGROUP, OPTION, SELECT, SELECTEDCONTENT};
use hedgerow_base::{ElementName, NameId};
use proptest::prelude::{any, prop, proptest};

use super::*;
use crate::random::random_numbers;

const NAMES: [NameId; 6] = [DIV, SELECT, OPTION, OPTGROUP, SELECTEDCONTENT, DATALIST];

/// A tree of lists of children, with an index. Node 0 is its root.
#[derive(Default)]
struct Model {
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    names: Vec<Option<ElementName>>,
    markers: Vec<Option<String>>,
    index: AncestorIndex,
}

impl Model {
    fn new() -> Self {
        let mut model = Self::default();
        model.create(DIV);
        model
    }

    fn push(&mut self, name: Option<ElementName>, marker: Option<String>) -> usize {
        self.parents.push(None);
        self.children.push(Vec::new());
        self.names.push(name);
        self.markers.push(marker);
        self.parents.len() - 1
    }

    fn create(&mut self, name: NameId) -> usize {
        self.push(Some(ElementName::html(name)), None)
    }

    fn create_marker(&mut self, name: usize) -> usize {
        self.push(None, Some(name.to_string()))
    }

    fn len(&self) -> usize {
        self.parents.len()
    }

    fn facts(&mut self, node: usize) -> IndexedNode {
        let marker = self.markers[node].as_deref().map(|name| self.index.marker_name(name));
        IndexedNode { name: self.names[node], marker }
    }

    fn is_inside(&self, node: usize, outer: usize) -> bool {
        std::iter::successors(Some(node), |&node| self.parents[node]).any(|node| node == outer)
    }

    fn detach(&mut self, node: usize) {
        if let Some(parent) = self.parents[node].take() {
            self.children[parent].retain(|&child| child != node);
        }
    }

    /// Inserts a node before the child with this number, or at the end.
    fn insert(&mut self, node: usize, parent: usize, number: usize) {
        self.detach(node);
        let number = number.min(self.children[parent].len());
        let reference = self.children[parent].get(number).copied();
        self.children[parent].insert(number, node);
        self.parents[node] = Some(parent);
        let facts = self.facts(node);
        self.index.insert(parent, node, facts, reference);
    }

    fn append(&mut self, node: usize, parent: usize) {
        self.insert(node, parent, usize::MAX);
    }

    fn remove(&mut self, node: usize) {
        self.detach(node);
        self.index.remove(node);
    }

    fn move_children(&mut self, from: usize, to: usize) {
        for child in std::mem::take(&mut self.children[from]) {
            self.parents[child] = Some(to);
            self.children[to].push(child);
        }
        self.index.move_children(from, to, None);
    }

    /// Returns the node and its descendants, in tree order.
    fn inclusive_descendants(&self, node: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            order.push(node);
            pending.extend(self.children[node].iter().rev());
        }
        order
    }

    fn change(&mut self, [what, one, other, more]: [u8; 4]) {
        let [parent, node] = [one, other].map(|number| usize::from(number) % self.len());
        let may_contain = self.names[parent].is_some();
        let is_movable = node != 0 && may_contain && !self.is_inside(parent, node);
        match what % 8 {
            0 | 1 if may_contain => {
                let element = self.create(NAMES[usize::from(other) % NAMES.len()]);
                self.insert(element, parent, usize::from(more) % 4);
            }
            2 | 3 if may_contain => {
                let marker = self.create_marker(usize::from(other) % 3);
                self.insert(marker, parent, usize::from(more) % 4);
            }
            4 if is_movable => self.insert(node, parent, usize::from(more) % 4),
            5 if parent != 0 && may_contain => {
                // The adoption agency moves the children of a node into a new element, and appends that element to
                // the node.
                let element = self.create(DIV);
                self.move_children(parent, element);
                self.append(element, parent);
            }
            6 if is_movable => {
                // The adoption agency also moves a node into a new element, and inserts that element afterwards.
                let element = self.create(DIV);
                self.append(node, element);
                self.append(element, parent);
            }
            7 if node != 0 => self.remove(node),
            _ => {}
        }
    }

    fn check(&mut self, node: usize) {
        let order = self.inclusive_descendants(node);
        for name in ["0", "1", "2"] {
            let walked =
                order[1..].iter().copied().find(|&inner| self.markers[inner].as_deref() == Some(name));
            assert_eq!(self.index.find_marker(node, name), walked, "marker {name} in {node}");
        }
        for set in AncestorSet::ALL {
            let mut ancestors = std::iter::successors(self.parents[node], |&node| self.parents[node]);
            let walked =
                ancestors.find(|&ancestor| self.names[ancestor].is_some_and(|name| set.contains(name)));
            assert_eq!(self.index.nearest_ancestor(node, set), walked, "{set:?} of {node}");
        }
        let ancestors = std::iter::successors(self.parents[node], |&node| self.parents[node]);
        assert_eq!(self.index.depth(node), ancestors.count(), "depth of {node}");
        let root = std::iter::successors(Some(node), |&node| self.parents[node]).last();
        assert_eq!(Some(self.index.root(node)), root, "root of {node}");
        for pair in order.windows(2) {
            assert!(self.index.is_before(pair[0], pair[1]) && !self.index.is_before(pair[1], pair[0]));
        }
    }
}

proptest! {
    #[test]
    fn the_index_agrees_with_walking_after_random_changes(
        changes in prop::collection::vec(any::<[u8; 4]>(), 1..100),
    ) {
        let mut model = Model::new();
        for change in changes {
            model.change(change);
            model.check(usize::from(change[3]) % model.len());
        }
        for node in 0..model.len() {
            model.check(node);
            for other in 0..model.len() {
                assert_eq!(model.index.contains(node, other), model.is_inside(other, node), "{other} in {node}");
            }
        }
    }
}

/// The maximum of the average number of steps: a small multiple of the logarithm of the largest number of nodes.
const MOST_STEPS: u64 = 50;

/// Builds trees of a family in several sizes, and checks the average number of steps of an operation.
fn assert_few_steps(name: &str, run: fn(&mut Model, usize) -> usize) {
    for size in [1000, 4000, 16_000] {
        let mut model = Model::new();
        let operations = run(&mut model, size);
        let steps = model.index.steps() / operations as u64;
        assert!(steps <= MOST_STEPS, "{name}: {steps} steps for each of {operations} operations");
    }
}

#[test]
fn an_operation_takes_few_steps_in_any_tree() {
    assert_few_steps("deep, queried from the innermost node", |model, size| {
        let select = model.create(SELECT);
        model.append(select, 0);
        let mut innermost = select;
        for _ in 0..size {
            let next = model.create(DIV);
            model.append(next, innermost);
            innermost = next;
            assert_eq!(model.index.nearest_ancestor(innermost, AncestorSet::OfAnOption), Some(select));
        }
        2 * size
    });
    assert_few_steps("wide, each inserted first, compared with the last", |model, size| {
        let last = model.create(DIV);
        model.append(last, 0);
        for _ in 0..size {
            let node = model.create(DIV);
            model.parents[node] = Some(0);
            // The list of children is not updated, because that would take quadratic time.
            let facts = model.facts(node);
            model.index.insert(0, node, facts, Some(node - 1));
            assert!(model.index.is_before(node, last));
        }
        2 * size
    });
    assert_few_steps("markers of one name, queried in scopes without markers", |model, size| {
        for _ in 0..size {
            let [element, marker] = [model.create(DIV), model.create_marker(0)];
            for node in [marker, element] {
                let facts = model.facts(node);
                model.index.insert(0, node, facts, None);
            }
            assert_eq!(model.index.find_marker(element, "0"), None);
        }
        3 * size
    });
    assert_few_steps("a large subtree that is moved", |model, size| {
        let [subtree, one, other] = [(); 3].map(|()| model.create(DIV));
        for node in [one, other] {
            model.append(node, 0);
        }
        model.append(subtree, one);
        let mut inner = subtree;
        for number in 0..size {
            let node = model.create(NAMES[number % NAMES.len()]);
            model.append(node, inner);
            inner = node;
        }
        for number in 0..size {
            model.append(subtree, [one, other][number % 2]);
            assert!(!model.index.contains([other, one][number % 2], inner));
        }
        3 * size
    });
}

#[test]
fn an_operation_takes_few_steps_after_random_changes() {
    assert_few_steps("at random", |model, size| {
        let mut random = random_numbers();
        for _ in 0..size {
            // No markers, because the markers of a moved subtree are moved past other markers one by one.
            let what = [0, 1, 4, 5, 6, 7][random(6)];
            let [one, other, more] = [(); 3].map(|()| random(256) as u8);
            model.change([what, one, other, more]);
            let (node, other) = (random(model.len()), random(model.len()));
            let _ = model.index.nearest_ancestor(node, AncestorSet::OfAnOption);
            let _ = model.index.is_before(node, other);
        }
        3 * size
    });
}
