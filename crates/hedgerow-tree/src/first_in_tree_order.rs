//! [`FirstInTreeOrder`]: a binary min-heap of nodes in tree order.
//!
//! The caller passes the comparison to each method, because only the tree can compare its nodes.

/// The heap: the first node in tree order is at index 0, and each other node comes in tree order after its
/// parent in the heap. So nodes that are sorted in tree order are a heap.
#[derive(Clone, Debug)]
pub(crate) struct FirstInTreeOrder<H>(pub(crate) Vec<H>);

impl<H: Copy> FirstInTreeOrder<H> {
    /// Returns the first node in tree order.
    pub(crate) fn first(&self) -> Option<H> {
        self.0.first().copied()
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Retains only the nodes for which `is_kept` returns true.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(H) -> bool, mut is_before: impl FnMut(H, H) -> bool) {
        if !self.0.iter().all(|&node| is_kept(node)) {
            for node in std::mem::take(&mut self.0) {
                if is_kept(node) {
                    self.push(node, &mut is_before);
                }
            }
        }
    }

    /// Adds a node. A node after all others costs one comparison.
    pub(crate) fn push(&mut self, node: H, mut is_before: impl FnMut(H, H) -> bool) {
        let nodes = &mut self.0;
        let mut index = nodes.len();
        nodes.push(node);
        while index > 0 {
            let above = (index - 1) / 2;
            if !is_before(node, nodes[above]) {
                return;
            }
            nodes.swap(index, above);
            index = above;
        }
    }

    /// Removes the first node.
    pub(crate) fn remove_first(&mut self, mut is_before: impl FnMut(H, H) -> bool) {
        let nodes = &mut self.0;
        if nodes.is_empty() {
            return;
        }
        nodes.swap_remove(0);
        let mut index = 0;
        loop {
            let below = (2 * index + 1)..(2 * index + 3).min(nodes.len());
            let Some(first) =
                below.reduce(|one, other| if is_before(nodes[other], nodes[one]) { other } else { one })
            else {
                return;
            };
            if !is_before(nodes[first], nodes[index]) {
                return;
            }
            nodes.swap(index, first);
            index = first;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    proptest! {
        #[test]
        fn the_first_node_is_always_at_the_root(
            sorted in 0..20_u8,
            steps in prop::collection::vec(any::<Option<u8>>(), 0..60),
            divisor in 2..5_u8,
        ) {
            let mut expected: Vec<u8> = (0..sorted).collect();
            let mut nodes = FirstInTreeOrder(expected.clone());
            for step in steps {
                if let Some(node) = step {
                    nodes.push(node, |one, other| one < other);
                    expected.push(node);
                    expected.sort_unstable();
                } else {
                    nodes.remove_first(|one, other| one < other);
                    expected.drain(..expected.len().min(1));
                }
                assert_eq!(nodes.first(), expected.first().copied());
            }
            nodes.retain(|node| node % divisor > 0, |one, other| one < other);
            expected.retain(|node| node % divisor > 0);
            while nodes.len() > 0 {
                assert_eq!(nodes.first(), expected.first().copied());
                nodes.remove_first(|one, other| one < other);
                expected.remove(0);
            }
            assert!(expected.is_empty());
        }
    }
}
