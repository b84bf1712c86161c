//! [`Ancestors`]: the ancestor index of a document that is being parsed, built only after walks have become expensive.
//!
//! Tree construction searches for a marker inside an element, and for the `select` around an option. In ordinary
//! documents a short walk finds them. Hostile input makes the walks long, so their steps are counted:
//!
//! ```text
//! while all walks together have taken fewer steps than a multiple of the nodes:  walk
//! otherwise:  build the index of all nodes, and update it from then on with the recorded link changes
//! ```
//!
//! So all walks together take linear time, and an ordinary document pays only for a counter. The index is updated from the
//! link changes that the document records, so it stays correct after a script has changed the document.

use std::ops::Range;

use hedgerow_base::{NameId, SideTable};
use hedgerow_dom::{Document, LinkChange, NodeRef, Slot, search};
use hedgerow_tree::{AncestorIndex, IndexedNode, marker_name};

/// The number of steps of walks, per node of the document, that cost about as much as building the index.
const STEPS_PER_NODE: u64 = 1;

/// The length up to which the data of a processing instruction is read again for each copy of the instruction. The names in
/// longer data are cached.
const SHORT: usize = 64;

/// The index, if it was built, and the cost of the walks so far.
#[derive(Debug, Default)]
pub(crate) struct Ancestors {
    /// The number of steps that walks and discarded indexes have taken.
    pub(crate) walked: u64,
    index: Option<AncestorIndex>,
    /// The names of markers with long data, keyed by the range of the data, which copies share.
    long_marker_names: SideTable<Range<usize>, Option<NameId>>,
}

impl Ancestors {
    /// Clears the cache of marker names, because code outside the parser may change the document.
    pub(crate) fn document_may_change(&mut self) {
        self.long_marker_names.clear();
    }

    /// Discards the index and stops the recording of link changes, because the parse has ended.
    pub(crate) fn end(&mut self, document: &mut Document) {
        if self.index.take().is_some() {
            document.unchecked().record_link_changes(false);
        }
    }

    /// The number of steps that all searches have taken, with and without the index.
    pub(crate) fn steps(&self) -> u64 {
        self.walked + self.index.as_ref().map_or(0, AncestorIndex::steps)
    }

    /// Returns the index if it was built, or if the walks have cost more than building it. Otherwise, or if the document has too
    /// many nodes for an index, returns `None`.
    #[inline]
    pub(crate) fn index(&mut self, document: &mut Document) -> Option<&mut AncestorIndex> {
        let is_affordable = self.walked <= STEPS_PER_NODE * document.id_limit() as u64;
        if is_affordable && self.index.is_none() {
            return None;
        }
        self.up_to_date_index(document)
    }

    #[cold]
    fn up_to_date_index(&mut self, document: &mut Document) -> Option<&mut AncestorIndex> {
        if document.id_limit() > AncestorIndex::MOST_NODES {
            return None;
        }
        let mut index = self.index.take();
        match (&mut index, document.unchecked().take_link_changes()) {
            (Some(index), Some(changes)) => {
                for change in changes {
                    self.apply(change, index, document);
                }
            }
            // There was no index, or the document has not recorded all changes since the last update of the index.
            (old, _) => {
                self.walked += old.take().map_or(0, |index| index.steps());
                self.long_marker_names.clear();
                document.unchecked().record_link_changes(true);
                index = Some(self.make_index(document));
            }
        }
        self.index = index;
        self.index.as_mut()
    }

    fn make_index(&mut self, document: &mut Document) -> AncestorIndex {
        let mut index = AncestorIndex::default();
        let roots = document.ids().map(|node| document.node(node)).filter(|node| node.parent().is_none());
        let mut pending: Vec<Slot> = roots.map(NodeRef::slot).collect();
        while let Some(parent) = pending.pop() {
            let mut next = parent.node(document).first_child().map(NodeRef::slot);
            while let Some(node) = next {
                self.apply(LinkChange::Inserted { node, parent, next: None }, &mut index, document);
                pending.push(node);
                next = node.node(document).next_sibling().map(NodeRef::slot);
            }
        }
        index
    }

    fn apply(&mut self, change: LinkChange, index: &mut AncestorIndex, document: &mut Document) {
        match change {
            LinkChange::Inserted { node, parent, next } => {
                if !index.is_known(parent.index()) {
                    let facts = self.facts(parent, index, document);
                    index.set_facts(parent.index(), facts);
                }
                let facts = self.facts(node, index, document);
                index.insert(parent.index(), node.index(), facts, next.map(Slot::index));
            }
            LinkChange::Detached(node) => index.remove(node.index()),
            LinkChange::Removed(node) => index.forget(node.index()),
            LinkChange::ChildrenMoved { from, to, next } => {
                index.move_children(from.index(), to.index(), next.map(Slot::index));
                let facts = self.facts(to, index, document);
                index.set_facts(to.index(), facts);
            }
            LinkChange::Changed(node) => {
                let facts = self.facts(node, index, document);
                index.set_facts(node.index(), facts);
            }
            _ => {}
        }
    }

    /// The facts about a node that the index stores.
    fn facts(&mut self, node: Slot, index: &mut AncestorIndex, document: &mut Document) -> IndexedNode {
        // A node may have been removed since it was inserted.
        let Some(range) = document.unchecked().data_range(node) else { return IndexedNode::default() };
        let node = node.node(document);
        let mut marker = || {
            let (target, data) = node.processing_instruction()?;
            marker_name(target, data).map(|name| index.marker_name(&name))
        };
        let marker = match range.len() {
            0..=SHORT => marker(),
            _ => *self.long_marker_names.get_or_insert_with(range, marker),
        };
        IndexedNode { name: search::element_name(node), marker }
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_dom::NodeId;
    use hedgerow_tree::AncestorSet;
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    const NAMES: [&str; 5] = ["div", "select", "option", "optgroup", "selectedcontent"];

    /// A document that is changed at random, as scripts may change it, and the index of its ancestors.
    struct RandomDocument {
        document: Document,
        nodes: Vec<NodeId>,
        ancestors: Ancestors,
    }

    impl RandomDocument {
        fn new() -> Self {
            let document = Document::new();
            // Starts beyond the threshold at which the index is built.
            let ancestors = Ancestors { walked: u64::MAX / 2, ..Ancestors::default() };
            Self { nodes: vec![document.root_id()], document, ancestors }
        }

        fn change(&mut self, [what, one, other]: [u8; 3]) {
            let [one, other] = [one, other].map(|number| self.nodes[usize::from(number) % self.nodes.len()]);
            let document = &mut self.document;
            let name = NAMES[usize::from(what) % NAMES.len()];
            let created = match what % 12 {
                0..4 => document.create_element(name),
                4 | 5 => {
                    let data = format!("name='{}'", name.len() % 2);
                    document.create_processing_instruction("marker", &data)
                }
                6 => document.clone_subtree(one),
                _ => Ok(one),
            };
            let Ok(node) = created else { return };
            // The DOM refuses many of these calls; the index must stay valid.
            let _ = match what % 12 {
                0..7 => document.append(other, node),
                7 => document.insert_before(other, node),
                8 => document.remove(node),
                9 => document.move_children(node, other),
                10 => document.rename_element(node, name),
                _ => document.set_data(node, "name='1'"),
            };
            if what % 12 < 7 {
                self.nodes.push(node);
            }
            self.nodes.retain(|&node| self.document.get(node).is_some());
        }

        fn check(&mut self) {
            let index = self.ancestors.index(&mut self.document).expect("the threshold is exceeded");
            for node in self.nodes.iter().map(|&node| self.document.node(node)) {
                for set in AncestorSet::ALL {
                    let is_match = |node: &NodeRef<'_>| {
                        search::element_name(*node).is_some_and(|name| set.contains(name))
                    };
                    let walked = node.ancestors().find(is_match).map(|ancestor| ancestor.slot().index());
                    assert_eq!(
                        index.nearest_ancestor(node.slot().index(), set),
                        walked,
                        "{set:?} of {node:?}"
                    );
                }
                for name in ["0", "1"] {
                    let is_match = |node: &NodeRef<'_>| {
                        let instruction = node.processing_instruction();
                        instruction.and_then(|(target, data)| marker_name(target, data)).as_deref()
                            == Some(name)
                    };
                    let walked = node.descendants().find(is_match).map(|marker| marker.slot().index());
                    assert_eq!(index.find_marker(node.slot().index(), name), walked, "{name} in {node:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_index_follows_changes_by_scripts(
            changes in prop::collection::vec(any::<[u8; 3]>(), 1..80),
            checks in any::<u8>(),
        ) {
            let mut random = RandomDocument::new();
            for (number, change) in changes.into_iter().enumerate() {
                random.change(change);
                if number % (usize::from(checks) % 16 + 1) == 0 {
                    random.check();
                }
            }
            random.check();
        }
    }

    #[test]
    fn another_document_gets_another_index() {
        let mut random = RandomDocument::new();
        random.change([1, 0, 0]);
        random.check();
        let mut other = RandomDocument::new();
        other.change([2, 0, 0]);
        std::mem::swap(&mut random.document, &mut other.document);
        std::mem::swap(&mut random.nodes, &mut other.nodes);
        random.check();
    }
}
