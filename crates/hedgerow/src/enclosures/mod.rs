//! [`Enclosures`]: what is inside of what, for the few questions of tree construction that go up or down the tree as far as it
//! is deep or wide: the marker of a `<template for>` below a scope, and the `select` around an option.
//!
//! The nodes that such a question is about, and all that contain them, stand as pairs of brackets in one row, in tree order;
//! each tree follows the one before. Another node is in none of the answers. What is moved in the tree is moved in the row:
//!
//! ```text
//! tree   body ─┬─ p ── <?marker name=a>          row   body( p( a ) div( b ) )
//!              └─ div ── <?marker name=b>
//! ```
//!
//! The markers of each name have a row of their own besides, in the same order.
//! A document without markers and without `selectedcontent` elements has no row, and pays nothing for it.
//!
//! What is not here: the answers by walking, which `TreeSink` has by itself and the tests hold against these.

mod row;

use std::collections::HashMap;

use hedgerow_dom::{Document, NodeRef, Slot};
use hedgerow_names::NameId;
use hedgerow_tree::{AncestorSet, marker_name};

use self::row::{Place, Row, Weight};

/// What is inside of what, as far as anybody asks.
#[derive(Debug)]
pub(crate) struct Enclosures {
    row: Row,
    /// Where the nodes are: the place of the opening bracket, which that of the closing one follows; or of a marker, which that
    /// in the row of its name follows.
    places: HashMap<Slot, Place>,
    /// The nodes at the places.
    nodes: Vec<Option<Slot>>,
    /// One of the markers of each name: its place in the row of the name.
    markers: HashMap<String, Place>,
    /// The end of the row.
    end: Place,
}

impl Enclosures {
    /// The enclosures of a document, with all markers that it has already.
    pub(crate) fn new(document: &Document) -> Self {
        let mut row = Row::default();
        let end = row.push(Weight::default());
        let nodes = vec![None; end as usize + 1];
        let mut enclosures = Self { row, places: HashMap::new(), nodes, markers: HashMap::new(), end };
        // What is behind a node in the tree is most often behind it here, too: so each finds its place at once.
        for node in document.ids().rev().map(|id| document.node(id).slot()) {
            if name_of_marker(document, node).is_some() {
                enclosures.enter(document, node);
            }
        }
        enclosures
    }

    /// The first marker of a name, in tree order, among the descendants of a node.
    pub(crate) fn find_marker(&mut self, scope: Slot, name: &str) -> Option<Slot> {
        let &open = self.places.get(&scope)?;
        let &one = self.markers.get(name)?;
        let first = self.row.first_of_which(one, |row, marker| row.is_before(open, marker - 1));
        let first = first.checked_sub(1)?;
        if self.row.is_before(first, open + 1) { self.nodes[first as usize] } else { None }
    }

    /// The nearest ancestor of a node that is in a set, and its name.
    pub(crate) fn nearest_ancestor(
        &mut self,
        document: &Document,
        node: Slot,
        set: AncestorSet,
    ) -> Option<(Slot, NameId)> {
        let place = self.enter(document, node);
        let ancestor = self.nodes[self.row.nearest_around(place, set as usize) as usize]?;
        Some((ancestor, document.node_at(ancestor).element_name()?.local))
    }

    /// Whether a node is another one or inside of it.
    pub(crate) fn contains(&mut self, document: &Document, node: Slot, inner: Slot) -> bool {
        let inner = self.enter(document, inner);
        let Some(&open) = self.places.get(&node) else { return false };
        open == inner || (self.row.is_before(open, inner) && self.row.is_before(inner, open + 1))
    }

    /// Whether a node comes before another one, in tree order; each tree follows the one before.
    pub(crate) fn is_before(&mut self, document: &Document, one: Slot, other: Slot) -> bool {
        let [one, other] = [one, other].map(|node| self.enter(document, node));
        one != other && self.row.is_before(one, other)
    }

    /// Takes note that a node is somewhere else, or for the first time anywhere.
    pub(crate) fn node_was_moved(&mut self, document: &Document, node: Slot) {
        let Some(&first) = self.places.get(&node) else {
            if name_of_marker(document, node).is_some() {
                self.enter(document, node);
            }
            return;
        };
        let last = if name_of_marker(document, node).is_some() { first } else { first + 1 };
        match parent(document, node) {
            // It is on its way, and goes on with the newest node around it.
            Some(parent)
                if parent.index() + 1 == document.id_limit()
                    && document.node_at(parent).parent().is_none() =>
            {
                let behind = self.row.next(last);
                self.put_around(document, parent, first, behind);
            }
            Some(parent) => {
                self.enter(document, parent);
                let behind = self.place_behind(document, node);
                self.move_to(document, first, last, behind);
            }
            None if first == last => self.forget_marker(document, node, first),
            None => self.move_to(document, first, last, self.end),
        }
    }

    /// Takes note that a node which is going to be inserted into another one has got all of its children.
    pub(crate) fn children_were_moved(&mut self, document: &Document, from: Slot, to: Slot) {
        if let Some(&open) = self.places.get(&from) {
            let first = self.row.next(open);
            self.put_around(document, to, first, open + 1);
        }
    }

    /// Takes note that a node has other children, which are new, and the old ones no parent.
    pub(crate) fn children_were_replaced(&mut self, document: &Document, parent: Slot, old: &[Slot]) {
        for &node in old {
            self.node_was_moved(document, node);
        }
        if !self.markers.is_empty() {
            for node in document.node_at(parent).descendants().map(NodeRef::slot) {
                if name_of_marker(document, node).is_some() {
                    self.enter(document, node);
                }
            }
        }
    }

    /// Gives a node and all around it their places, if they have none yet. Answers with that of the node.
    fn enter(&mut self, document: &Document, node: Slot) -> Place {
        let mut missing = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.filter(|node| !self.places.contains_key(node)) {
            missing.push(node);
            next = parent(document, node);
        }
        for node in missing.into_iter().rev() {
            let behind = self.place_behind(document, node);
            if name_of_marker(document, node).is_some() {
                let place = self.push(node, Weight { markers: 1, ..Weight::default() }, Weight::default());
                self.row.insert_before(behind, place);
                self.enter_marker(document, node, place);
            } else {
                self.put_around(document, node, behind, behind);
            }
        }
        self.places[&node]
    }

    /// Gives a node its places: around what stands from one place up to another.
    fn put_around(&mut self, document: &Document, node: Slot, first: Place, behind: Place) {
        let weight = weight(document, node);
        let open = self.push(node, weight, weight.of_the_closing_bracket());
        self.row.insert_before(first, open);
        self.row.insert_before(behind, open + 1);
    }

    /// Makes two entries for a node.
    fn push(&mut self, node: Slot, first: Weight, second: Weight) -> Place {
        let place = self.row.push(first);
        self.row.push(second);
        self.nodes.resize(place as usize + 2, None);
        self.nodes[place as usize] = Some(node);
        self.places.insert(node, place);
        place
    }

    /// Puts a marker into the row of its name.
    fn enter_marker(&mut self, document: &Document, node: Slot, place: Place) {
        let Some(name) = name_of_marker(document, node) else { return };
        let (entry, others) = (place + 1, self.markers.get(&name));
        if let Some(&one) = others {
            let behind = self.row.first_of_which(one, |row, marker| row.is_before(place, marker - 1));
            if behind == 0 {
                self.row.append(one, entry);
            } else {
                self.row.insert_before(behind, entry);
            }
        } else {
            self.markers.insert(name, entry);
        }
    }

    /// Takes a marker out of the row of its name.
    fn leave_marker(&mut self, document: &Document, node: Slot, place: Place) {
        let Some(name) = name_of_marker(document, node) else { return };
        let others = self.row.take_out(place + 1, place + 1);
        if others == 0 {
            self.markers.remove(&name);
        } else {
            self.markers.insert(name, others);
        }
    }

    fn forget_marker(&mut self, document: &Document, node: Slot, place: Place) {
        self.leave_marker(document, node, place);
        self.row.take_out(place, place);
        self.nodes[place as usize] = None;
        self.places.remove(&node);
    }

    /// What stands behind a node in the row, if that and all around it had their places.
    fn place_behind(&self, document: &Document, node: Slot) -> Place {
        let mut siblings = document.node_at(node).next_siblings();
        let next = siblings.find_map(|sibling| self.places.get(&sibling.slot()).copied());
        let parent = || self.places.get(&parent(document, node)?).map(|open| open + 1);
        next.or_else(parent).unwrap_or(self.end)
    }

    /// Moves entries to a place before another one.
    fn move_to(&mut self, document: &Document, first: Place, last: Place, behind: Place) {
        let markers_before = self.row.markers_before(first);
        let markers = self.row.markers_before(last) - markers_before;
        self.row.take_out(first, last);
        self.row.insert_before(behind, first);
        // Markers that have passed others are among those of their names at the wrong place. The parser hardly ever does that.
        if self.row.markers_before(first) != markers_before && (markers > 0 || first == last) {
            let moved = self.markers_between(document, first, last);
            for &(node, place) in &moved {
                self.leave_marker(document, node, place);
            }
            for &(node, place) in &moved {
                self.enter_marker(document, node, place);
            }
        }
    }

    /// The markers from one entry to another, and their places.
    fn markers_between(&mut self, document: &Document, first: Place, last: Place) -> Vec<(Slot, Place)> {
        let mut markers = Vec::new();
        let mut place = first;
        loop {
            let node = self.nodes[place as usize];
            markers.extend(
                node.filter(|&node| name_of_marker(document, node).is_some()).map(|node| (node, place)),
            );
            if place == last {
                return markers;
            }
            place = self.row.next(place);
        }
    }
}

fn parent(document: &Document, node: Slot) -> Option<Slot> {
    document.node_at(node).parent().map(NodeRef::slot)
}

/// The name for which a node is a marker.
fn name_of_marker(document: &Document, node: Slot) -> Option<String> {
    let (target, data) = document.node_at(node).processing_instruction()?;
    marker_name(target, data)
}

/// What the opening bracket of a node adds to the sums.
fn weight(document: &Document, node: Slot) -> Weight {
    let Some(name) = document.node_at(node).element_name() else { return Weight::default() };
    Weight { brackets: AncestorSet::ALL.map(|set| i32::from(set.contains(name))), markers: 0 }
}

#[cfg(test)]
mod tests {
    use hedgerow_dom::NodeRef;
    use hedgerow_names::{ElementName, known};
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    const NAMES: [NameId; 6] =
        [known::DIV, known::SELECT, known::OPTION, known::OPTGROUP, known::SELECTEDCONTENT, known::DATALIST];

    /// A document that is changed at random, with its enclosures; each number says what is done.
    struct Random {
        document: Document,
        enclosures: Enclosures,
        containers: Vec<Slot>,
        markers: Vec<Slot>,
    }

    impl Random {
        fn new() -> Self {
            let document = Document::new();
            let root = document.root().slot();
            let enclosures = Enclosures::new(&document);
            Self { document, enclosures, containers: vec![root], markers: Vec::new() }
        }

        fn container(&self, number: u8) -> Slot {
            self.containers[usize::from(number) % self.containers.len()]
        }

        /// Inserts a node at the end of another one, or before one of its children.
        fn insert(&mut self, node: Slot, parent: Slot, number: u8) {
            let others: Vec<_> = self
                .document
                .node_at(parent)
                .children()
                .map(NodeRef::slot)
                .filter(|&child| child != node)
                .collect();
            let reference = others.get(usize::from(number) % 4).copied();
            self.document.unchecked().insert_before(parent, node, reference);
            self.enclosures.node_was_moved(&self.document, node);
        }

        fn change(&mut self, [what, one, other, more]: [u8; 4]) {
            let (parent, node) = (self.container(one), self.container(other));
            let may_be_inside = node != self.document.root().slot()
                && self.document.node_at(node).inclusive_descendants().all(|inner| inner.slot() != parent);
            match what % 8 {
                0 | 1 => {
                    let name = ElementName::html(NAMES[usize::from(other) % NAMES.len()]);
                    let element = self.document.unchecked().create_element(name, []);
                    self.containers.push(element);
                    self.insert(element, parent, more);
                }
                2 | 3 => {
                    let data = format!("name='{}'", other % 3);
                    let marker = self.document.unchecked().create_processing_instruction("marker", &data);
                    self.markers.push(marker);
                    self.insert(marker, parent, more);
                }
                4 if may_be_inside => self.insert(node, parent, more),
                5 if parent != self.document.root().slot() => {
                    // As the adoption agency gives a furthest block a new child, with all that was in it.
                    let element = self.document.unchecked().create_element(ElementName::html(NAMES[0]), []);
                    self.containers.push(element);
                    self.document.unchecked().move_children(parent, element);
                    self.enclosures.children_were_moved(&self.document, parent, element);
                    self.insert(element, parent, 0);
                }
                6 if may_be_inside => {
                    // As it moves what it moves into a new element, and that elsewhere.
                    let element = self.document.unchecked().create_element(ElementName::html(NAMES[0]), []);
                    self.containers.push(element);
                    self.insert(node, element, 0);
                    self.insert(element, parent, more);
                }
                // The newest node is on its way if it has no parent.
                7 if other % 4 == 0 && more > 0 && node.index() + 1 < self.document.id_limit() => {
                    self.document.unchecked().detach(node);
                    self.enclosures.node_was_moved(&self.document, node);
                }
                7 if !self.markers.is_empty() => {
                    let marker = self.markers.swap_remove(usize::from(other) % self.markers.len());
                    self.document.unchecked().detach(marker);
                    self.enclosures.node_was_moved(&self.document, marker);
                }
                _ => {}
            }
        }

        fn check(&mut self, node: Slot) {
            let Self { document, enclosures, .. } = self;
            for name in ["0", "1", "2"] {
                let is_it = |node: &Slot| name_of_marker(document, *node).as_deref() == Some(name);
                let walked = document.node_at(node).descendants().map(NodeRef::slot).find(is_it);
                assert_eq!(enclosures.find_marker(node, name), walked, "marker {name} in {node:?}");
            }
            for set in AncestorSet::ALL {
                let is_it =
                    |ancestor: &NodeRef<'_>| ancestor.element_name().is_some_and(|name| set.contains(name));
                let walked = document.node_at(node).ancestors().find(is_it).map(NodeRef::slot);
                let found = enclosures.nearest_ancestor(document, node, set);
                assert_eq!(found.map(|(ancestor, _)| ancestor), walked, "{set:?} of {node:?}");
            }
            let (root, view) = (document.root(), document.node_at(node));
            let is_inside = root.contains(view);
            assert_eq!(enclosures.contains(document, root.slot(), node), is_inside);
            let order = document.tree_order();
            let place = order.position(view.id());
            for other in root.inclusive_descendants().filter(|_| is_inside) {
                let is_before = place < order.position(other.id());
                let other = other.slot();
                assert_eq!(enclosures.is_before(document, node, other), is_before, "{node:?} and {other:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_row_agrees_with_walking_through_random_changes(
            changes in prop::collection::vec(any::<[u8; 4]>(), 1..120),
        ) {
            let mut random = Random::new();
            for change in changes {
                random.change(change);
                random.check(random.container(change[3]));
            }
            for node in random.containers.clone() {
                random.check(node);
            }
            // Whatever others do, all is found again.
            random.enclosures = Enclosures::new(&random.document);
            for node in random.containers.clone() {
                random.check(node);
            }
        }
    }
}
