//! [`Order`]: document order, within one tree and among several trees.
//!
//! Most evaluations see one tree, whose order is often the order of its slots. A node that the caller passes, as the value
//! of a variable or as the result of a function, may be in another tree of the document: in template contents, in a shadow tree, or
//! in a detached tree. XPath leaves the order of such trees open. Here each tree is one uninterrupted run: first the tree of
//! the document's root, then the others by the slots of their roots. The axes rely on the uninterrupted runs. The order does not
//! depend on the context node, so a node-set of one evaluation is also sorted for another one.

use hedgerow_dom::{NodeRef, Slot};

use crate::node::{Item, next_within};

/// The order of the nodes that an evaluation has seen.
#[derive(Debug)]
pub(crate) enum Order {
    /// There is one tree, whose order is the order of the slots.
    Slots,
    /// There is one tree, with the rank of each slot.
    Ranks(Vec<u32>),
    /// There may be several trees.
    Trees(Trees),
}

/// The order of several trees. Each tree is added when a list with one of its nodes is sorted.
#[derive(Debug)]
pub(crate) struct Trees {
    places: Vec<Place>,
}

/// The place of a node in the order of several trees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    /// The position of the tree, from 1; 0 if the tree was not added.
    tree: u32,
    /// The rank within the tree.
    rank: u32,
}

impl Order {
    /// Determines the order of one tree by a walk.
    pub(crate) fn of(root: NodeRef<'_>) -> Self {
        let mut last = root;
        let mut at = root;
        while let Some(next) = next_within(at, root) {
            if next.slot() < last.slot() {
                let mut ranks = vec![u32::MAX; root.document().id_limit()];
                for_each_rank(root, |slot, rank| ranks[slot.index()] = rank);
                return Self::Ranks(ranks);
            }
            (last, at) = (next, next);
        }
        Self::Slots
    }

    /// Returns an order of several trees, none of which is added yet.
    pub(crate) fn of_several(nodes: usize) -> Self {
        Self::Trees(Trees { places: vec![Place { tree: 0, rank: 0 }; nodes] })
    }

    /// Sorts items and removes duplicates. `node` returns the node of an item.
    pub(crate) fn sort<'d>(&mut self, items: &mut Vec<Item>, node: impl Fn(Item) -> NodeRef<'d>) {
        match self {
            Self::Slots => sort_by(items, |item| item.key(item.slot.index() as u32)),
            Self::Ranks(ranks) => sort_by(items, |item| item.key(ranks[item.slot.index()])),
            Self::Trees(trees) => {
                trees.add(items, node);
                sort_by(items, |item| {
                    let Place { tree, rank } = trees.places[item.slot.index()];
                    (tree, item.key(rank))
                });
            }
        }
    }

    /// Divides sorted items into runs, one for each tree.
    pub(crate) fn runs<'d, 'i>(
        &mut self,
        items: &'i [Item],
        node: impl Fn(Item) -> NodeRef<'d>,
    ) -> Vec<&'i [Item]> {
        let Self::Trees(trees) = self else { return vec![items] };
        trees.add(items, node);
        let tree = |item: &Item| trees.places[item.slot.index()].tree;
        items.chunk_by(|one, other| tree(one) == tree(other)).collect()
    }
}

impl Trees {
    /// Adds the trees of all items, each by one walk.
    fn add<'d>(&mut self, items: &[Item], node: impl Fn(Item) -> NodeRef<'d>) {
        for &item in items {
            if self.places[item.slot.index()].tree > 0 {
                continue;
            }
            let root = node(item).tree_root();
            let tree = if root == root.document().root() { 1 } else { root.slot().index() as u32 + 2 };
            for_each_rank(root, |slot, rank| self.places[slot.index()] = Place { tree, rank });
        }
    }
}

fn for_each_rank(root: NodeRef<'_>, mut record: impl FnMut(Slot, u32)) {
    let mut next = Some(root);
    let mut rank = 0;
    while let Some(node) = next {
        record(node.slot(), rank);
        rank += 1;
        next = next_within(node, root);
    }
}

fn sort_by<K: Ord>(items: &mut Vec<Item>, key: impl Fn(Item) -> K) {
    if !items.is_sorted_by(|&one, &other| key(one) < key(other)) {
        items.sort_unstable_by_key(|&item| key(item));
        items.dedup();
    }
}
