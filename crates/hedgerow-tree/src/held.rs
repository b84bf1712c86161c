//! The nodes that a tree builder still refers to, for sinks that free other nodes while a document is built.

use crate::selectedcontent::SelectTracker;
use crate::{TreeBuilder, TreeSink};

/// A node that the tree builder may pass to a later call of the sink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeldNode<H> {
    /// A node whose location in the tree matters, because the standard reads its parent or inserts beside it.
    InPlace(H),
    /// A node whose location in the tree does not matter: a formatting element that is not open, because only its token and its
    /// attributes are read, or the form element, because it is only compared.
    Anywhere(H),
}

/// Methods for sinks that free nodes while the document is built.
impl<S: TreeSink> TreeBuilder<S> {
    /// Iterates over the nodes that must not be freed: the stack of open elements, elements around them that have left the stack,
    /// the list of active formatting elements, the element pointers, and the targets and markers of `<template for>`. Some nodes
    /// may occur twice; the document does not occur.
    ///
    /// The time is linear in the number of these nodes: see [`held_node_count`](Self::held_node_count).
    ///
    /// ```
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{HeldNode, TreeBuilder, TreeBuilderOptions, Treeless};
    /// let builder = TreeBuilder::new(Treeless::new(()), TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<p><b>one</p><p>", false);
    /// let [html, head, body, b, p] = [1, 2, 3, 5, 6];
    /// let (mut in_place, mut anywhere) = (Vec::new(), Vec::new());
    /// tokenizer.sink().held_nodes().for_each(|node| match node {
    ///     HeldNode::InPlace(node) => in_place.push(node),
    ///     HeldNode::Anywhere(node) => anywhere.push(node),
    /// });
    /// assert_eq!((in_place, anywhere), (vec![p, body, html, head], vec![b]));
    /// ```
    pub fn held_nodes(&self) -> impl Iterator<Item = HeldNode<S::Handle>> {
        let patches = self.content_patches.iter();
        let of_patches = patches.flat_map(|patch| {
            [Some(patch.template), Some(patch.target), Some(patch.start), patch.end].into_iter().flatten()
        });
        let pointers = [self.head_element_pointer, self.root_insertion_target].into_iter().flatten();
        let formatting = self.active_formatting_elements().flatten();
        self.open_elements_upwards()
            .chain(self.unfinished.values().flatten().copied())
            .map(HeldNode::InPlace)
            .chain(formatting.chain(self.form_element_pointer).map(HeldNode::Anywhere))
            .chain(pointers.chain(of_patches).map(HeldNode::InPlace))
    }

    /// Returns the approximate number of nodes that the tree builder refers to, which is the cost of
    /// [`held_nodes`](Self::held_nodes) and [`forget_nodes`](Self::forget_nodes) together. Takes constant time.
    #[must_use]
    pub fn held_node_count(&self) -> usize {
        // Elements that are not finished still have an entry on the stack, with few exceptions.
        self.stack_of_open_elements.len()
            + self.list_of_active_formatting_elements.len()
            + 4 * self.content_patches.len()
            + self.select_tracker.len()
    }

    /// Discards the references to nodes that have been freed. The tree builder also tracks nodes
    /// that are not [held](Self::held_nodes): the options and `selectedcontent` elements of each
    /// `select` in the tree.
    pub fn forget_nodes(&mut self, is_gone: impl Fn(S::Handle) -> bool) {
        let Self { select_tracker, sink, .. } = self;
        SelectTracker::forget(select_tracker, is_gone, |one, other| sink.is_before(one, other));
    }

    /// Calls `visit` for each stored list of attributes, so that a sink can relocate the attributes.
    pub fn visit_attribute_lists(&mut self, visit: impl FnMut(&mut S::AttributeList)) {
        self.list_of_active_formatting_elements.attribute_lists_mut().for_each(visit);
    }
}
