//! [`AncestorIndex`]: the ancestors and the tree order of nodes, in a tree whose parts are moved.
//!
//! Each node is a pair of brackets in one sequence, in tree order; its descendants are between its brackets. A subtree is a part
//! of the sequence, so moving a subtree means cutting that part out and inserting it at another position, which a [`SplayTree`]
//! does in logarithmic time for parts of any size. The splay tree stores sums of brackets, which lead from a node to its nearest
//! ancestor of a kind.
//!
//! ```text
//! tree   body ─┬─ p ── <?marker name="a">        sequence   body( p( a( ) ) div( b( ) ) )
//!              └─ div ── <?marker name="b">
//!
//! insert node into parent before reference:
//!     cut out node( … ), and insert it before reference(, or without a reference before )parent
//! node contains inner:
//!     node( … inner( … )node
//! nearest ancestor of a kind:
//!     going back from node(, count opening brackets of that kind up and closing ones down;
//!     the first bracket that makes the count positive belongs to the ancestor
//! first marker of a name in a scope:
//!     in the sequence of all markers with that name, the first one after scope(, if it comes before )scope
//! ```
//!
//! Each marker name has a separate sequence, of its markers only. Moving a subtree past other markers therefore removes its
//! markers from these sequences and inserts them again. The parser rarely does that, because it moves nodes at the end of the
//! tree.
//!
//! The sequence contains all trees one after the other; a node that is removed from its parent goes to the end. Nodes that were
//! never inserted are not in the sequence.

mod splay_tree;
#[cfg(test)]
mod tests;

use hedgerow_base::{ElementName, NameId, NameInterner, SideTable, known};

use self::splay_tree::{ANY, Cut, Entry, KINDS, NONE, SplayTree, Weight};
use crate::AncestorSet;

/// An index of ancestors and of tree order, for a [`TreeSink`](crate::TreeSink) that must not [walk](crate::walk) through trees
/// which hostile input has made deep or wide.
///
/// Nodes are numbers, without large gaps. Each operation takes logarithmic time, amortized; [`steps`](Self::steps)
/// counts the steps of all operations.
///
/// ```
/// use hedgerow_base::{ElementName, known};
/// use hedgerow_tree::{AncestorIndex, AncestorSet, IndexedNode};
/// let [document, select, option] = [0, 1, 2];
/// let element = |name| IndexedNode { name: Some(ElementName::html(name)), ..IndexedNode::default() };
/// let mut index = AncestorIndex::default();
/// index.insert(document, select, element(known::SELECT), None);
/// index.insert(select, option, element(known::OPTION), None);
/// assert_eq!(index.nearest_ancestor(option, AncestorSet::OfAnOption), Some(select));
/// assert!(index.contains(document, option) && index.is_before(select, option));
/// index.remove(select);
/// assert!(!index.contains(document, option));
/// ```
#[derive(Clone, Debug)]
pub struct AncestorIndex {
    /// The brackets of all nodes: see [`opening`] and [`closing`].
    brackets: SplayTree,
    /// The last entry of the sequence, a sentinel.
    end: Entry,
    /// Sequences of markers, one for each name.
    markers: SplayTree,
    /// The node and the name of each marker, by the marker's entry. The first item is a placeholder for [`NONE`].
    marker_nodes: Vec<(usize, NameId)>,
    /// The entry of each marker.
    marker_entries: SideTable<usize, Entry>,
    /// The names of markers.
    names: NameInterner,
    /// For each name, an entry of its sequence; [`NONE`] if the sequence is empty.
    sequences: SideTable<NameId, Entry>,
}

/// The facts about a node that the index stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IndexedNode {
    /// The name, if the node is an element.
    pub name: Option<ElementName>,
    /// The id of the [marker name](crate::marker_name), if the node is a marker: see [`AncestorIndex::marker_name`].
    pub marker: Option<NameId>,
}

impl Default for AncestorIndex {
    fn default() -> Self {
        let mut brackets = SplayTree::default();
        let end = brackets.push();
        Self {
            brackets,
            end,
            markers: SplayTree::default(),
            marker_nodes: vec![(0, known::HTML)],
            marker_entries: SideTable::new(),
            names: NameInterner::default(),
            sequences: SideTable::new(),
        }
    }
}

/// Returns the entry of the opening bracket of a node. Entry 0 is [`NONE`], entry 1 the end.
fn opening(node: usize) -> Entry {
    2 * node as Entry + 2
}

/// Returns the entry of the closing bracket of a node.
fn closing(node: usize) -> Entry {
    opening(node) + 1
}

/// Returns the node of an entry.
fn node_of(entry: Entry) -> usize {
    entry as usize / 2 - 1
}

impl AncestorIndex {
    /// The maximum number of nodes, because entries are 32-bit numbers.
    pub const MOST_NODES: usize = 1 << 30;

    /// Returns the total number of steps of all operations: vertices that were visited or rotated.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.brackets.steps() + self.markers.steps()
    }

    /// Returns the id of the marker name with this text. It is valid only in this index.
    pub fn marker_name(&mut self, text: &str) -> NameId {
        self.names.intern(text)
    }

    /// Inserts a node with its descendants into a parent: before `reference`, or at the end. If the node has a parent, it is moved.
    /// A parent that is not [known](Self::is_known) is added without facts.
    ///
    /// The caller guarantees that `reference` is a child of `parent`, and that `parent` is not a descendant of the node.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// index.insert(0, 2, IndexedNode::default(), Some(1));
    /// assert!(index.is_before(2, 1));
    /// ```
    pub fn insert(&mut self, parent: usize, node: usize, facts: IndexedNode, reference: Option<usize>) {
        self.make_known(parent);
        if !self.is_known(node) {
            self.join_brackets(node);
        }
        let cut = self.brackets.cut(opening(node), closing(node));
        let next = reference.map_or(closing(parent), opening);
        self.insert_cut_before(cut, next);
        self.set_facts(node, facts);
    }

    /// Whether a node is in the index, because the node or a child of it was inserted, or its [facts](Self::set_facts) were set.
    #[must_use]
    pub fn is_known(&self, node: usize) -> bool {
        (opening(node) as usize) < self.brackets.len() && !self.brackets.is_alone(opening(node))
    }

    /// Sets the facts about a root or about a node that was inserted before.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// let name = index.marker_name("a");
    /// index.set_facts(1, IndexedNode { marker: Some(name), ..IndexedNode::default() });
    /// assert_eq!(index.find_marker(0, "a"), Some(1));
    /// ```
    pub fn set_facts(&mut self, node: usize, facts: IndexedNode) {
        self.make_known(node);
        let is_in = |set: AncestorSet| i8::from(facts.name.is_some_and(|name| set.contains(name)));
        let [of_an_option, of_a_selectedcontent] = AncestorSet::ALL.map(is_in);
        let brackets = [of_an_option, of_a_selectedcontent, 1];
        let weight = Weight { brackets, is_marker: facts.marker.is_some() };
        self.brackets.set_weight(opening(node), weight);
        self.brackets.set_weight(closing(node), weight.of_closing_bracket());
        let entry = self.marker_entries.get(&node).copied();
        if entry.map(|entry| self.marker_nodes[entry as usize].1) != facts.marker {
            if let Some(entry) = entry {
                self.remove_marker(entry);
                self.marker_entries.remove(&node);
            }
            if let Some(name) = facts.marker {
                let entry = self.markers.push();
                self.marker_nodes.push((node, name));
                self.marker_entries.insert(node, entry);
                self.insert_marker(entry);
            }
        }
    }

    /// Removes a node with its descendants from its parent.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// index.remove(1);
    /// assert!(!index.contains(0, 1));
    /// ```
    pub fn remove(&mut self, node: usize) {
        if self.is_known(node) {
            let cut = self.brackets.cut(opening(node), closing(node));
            self.insert_cut_before(cut, self.end);
        }
    }

    /// Discards a node, so that its number can be reused. Its children become children of its parent.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// index.forget(1);
    /// assert!(!index.is_known(1) && index.is_known(0));
    /// ```
    pub fn forget(&mut self, node: usize) {
        if self.is_known(node) {
            self.set_facts(node, IndexedNode::default());
            for bracket in [opening(node), closing(node)] {
                self.brackets.cut(bracket, bracket);
            }
        }
    }

    /// Moves all children of a node into another node: before `reference`, or at the end.
    ///
    /// The caller guarantees that `reference` is a child of `to`, and that `to` is not a descendant of `from`.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// index.move_children(0, 2, None);
    /// assert!(index.contains(2, 1) && !index.contains(0, 1));
    /// ```
    pub fn move_children(&mut self, from: usize, to: usize, reference: Option<usize>) {
        if !self.is_known(from) {
            return;
        }
        self.make_known(to);
        let cut = self.brackets.cut_between(opening(from), closing(from));
        if cut.root != NONE {
            self.insert_cut_before(cut, reference.map_or(closing(to), opening));
        }
    }

    /// Whether `inner` is `node` or a descendant of it.
    #[must_use]
    pub fn contains(&mut self, node: usize, inner: usize) -> bool {
        node == inner
            || self.is_known(node)
                && self.is_known(inner)
                && self.brackets.is_before(opening(node), opening(inner))
                && self.brackets.is_before(opening(inner), closing(node))
    }

    /// Whether a node comes before another node of the same tree, in tree order.
    #[must_use]
    pub fn is_before(&mut self, one: usize, other: usize) -> bool {
        one != other
            && self.is_known(one)
            && self.is_known(other)
            && self.brackets.is_before(opening(one), opening(other))
    }

    /// Returns the number of ancestors of a node.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// assert_eq!((index.depth(0), index.depth(1)), (0, 1));
    /// ```
    #[must_use]
    pub fn depth(&mut self, node: usize) -> usize {
        if self.is_known(node) { self.brackets.depth(opening(node)) } else { 0 }
    }

    /// Returns the root of the tree that contains a node: its last ancestor, or the node if it has no parent.
    ///
    /// ```
    /// use hedgerow_tree::{AncestorIndex, IndexedNode};
    /// let mut index = AncestorIndex::default();
    /// index.insert(0, 1, IndexedNode::default(), None);
    /// index.insert(1, 2, IndexedNode::default(), None);
    /// assert_eq!((index.root(2), index.root(0)), (0, 0));
    /// ```
    #[must_use]
    pub fn root(&mut self, node: usize) -> usize {
        match self.depth(node) {
            0 => node,
            depth => self.brackets.enclosing_bracket(opening(node), ANY, depth - 1).map_or(node, node_of),
        }
    }

    /// Returns the nearest ancestor of a node that is in a set.
    #[must_use]
    pub fn nearest_ancestor(&mut self, node: usize, set: AncestorSet) -> Option<usize> {
        let is_known = self.is_known(node);
        is_known.then(|| self.brackets.enclosing_bracket(opening(node), set as usize, 0))?.map(node_of)
    }

    /// Returns the first marker with this name among the descendants of a node, in tree order.
    #[must_use]
    pub fn find_marker(&mut self, scope: usize, name: &str) -> Option<usize> {
        let sequence = *self.sequences.get(&self.names.find(name)?)?;
        if sequence == NONE || !self.is_known(scope) {
            return None;
        }
        let Self { brackets, markers, marker_nodes, .. } = self;
        let is_after_opening =
            |entry: Entry| brackets.is_before(opening(scope), opening(marker_nodes[entry as usize].0));
        let first = markers.first_where(sequence, is_after_opening)?;
        let (node, _) = self.marker_nodes[first as usize];
        self.brackets.is_before(opening(node), closing(scope)).then_some(node)
    }

    /// Appends a node to the sequence, unless it is already known.
    fn make_known(&mut self, node: usize) {
        if !self.is_known(node) {
            self.join_brackets(node);
            self.brackets.insert_before(opening(node), self.end);
        }
    }

    /// Makes the two brackets of a node a sequence of their own.
    fn join_brackets(&mut self, node: usize) {
        while self.brackets.len() <= closing(node) as usize {
            self.brackets.push();
        }
        let mut weight = Weight { brackets: [0; KINDS], is_marker: false };
        weight.brackets[ANY] = 1;
        self.brackets.set_weight(opening(node), weight);
        self.brackets.set_weight(closing(node), weight.of_closing_bracket());
        self.brackets.insert_before(opening(node), closing(node));
    }

    /// Inserts a part, which was cut out of the sequence, at the position before an entry.
    fn insert_cut_before(&mut self, cut: Cut, entry: Entry) {
        let root = cut.root;
        let markers = self.brackets.markers(root);
        let markers_before = self.brackets.insert_before(root, entry);
        if markers == 0 || markers_before == cut.markers_before {
            return;
        }
        // The moved markers are out of order in the sequences of their names, which must be in tree order for searches.
        let mut moved = Vec::with_capacity(markers as usize);
        for number in markers_before..markers_before + markers {
            let bracket = self.brackets.nth_marker(entry, number);
            moved.extend(bracket.and_then(|bracket| self.marker_entries.get(&node_of(bracket)).copied()));
        }
        for &marker in &moved {
            self.remove_marker(marker);
        }
        for &marker in &moved {
            self.insert_marker(marker);
        }
    }

    /// Inserts a marker into the sequence of its name.
    fn insert_marker(&mut self, entry: Entry) {
        let (node, name) = self.marker_nodes[entry as usize];
        let sequence = self.sequences.insert(name, entry).unwrap_or(NONE);
        if sequence == NONE {
            return;
        }
        let Self { brackets, markers, marker_nodes, .. } = self;
        let is_after =
            |other: Entry| brackets.is_before(opening(node), opening(marker_nodes[other as usize].0));
        match markers.first_where(sequence, is_after) {
            Some(next) => _ = markers.insert_before(entry, next),
            None => markers.insert_last(entry, sequence),
        }
    }

    /// Takes a marker out of the sequence of its name.
    fn remove_marker(&mut self, entry: Entry) {
        let (_, name) = self.marker_nodes[entry as usize];
        self.sequences.insert(name, self.markers.cut(entry, entry).rest);
    }
}
