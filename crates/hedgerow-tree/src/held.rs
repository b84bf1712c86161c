//! Which nodes a tree builder still has in its hands, for sinks that let go of others while a document is built.
//!
//! What is not here: who frees nodes, and when; that is the sink's business.

use crate::select::SelectTracker;
use crate::{TreeBuilder, TreeSink};

/// A node that the tree builder may name in a call to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeldNode<H> {
    /// A node whose place in the tree counts: the standard asks for its parent, or inserts beside it.
    InPlace(H),
    /// A node that may be anywhere: of a formatting element that is not open, only the token and its attributes are asked
    /// for, and the form is only compared.
    Anywhere(H),
}

/// For sinks that free nodes while the document is built.
impl<S: TreeSink> TreeBuilder<S> {
    /// The nodes that must not be freed now, perhaps some of them twice: the stack of open elements, the list of active
    /// formatting elements, the element pointers, and what `<template for>` patches. The document is not among them.
    ///
    /// It takes as long as there are such nodes: see [`held_node_count`](Self::held_node_count).
    ///
    /// ```
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{HeldNode, RecordingSink, TreeBuilder, TreeBuilderOptions};
    /// let builder = TreeBuilder::new(RecordingSink::default(), TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<p><b>one</p><p>", false);
    /// let builder = tokenizer.sink();
    /// let mut held: Vec<String> = builder.held_nodes().map(|node| match node {
    ///     HeldNode::InPlace(node) => builder.sink().label(node),
    ///     HeldNode::Anywhere(node) => format!("({})", builder.sink().label(node)),
    /// }).collect();
    /// assert_eq!(held, ["p#6", "body#3", "html#1", "(b#5)", "head#2"]);
    /// ```
    pub fn held_nodes(&self) -> impl Iterator<Item = HeldNode<S::Handle>> {
        let patches = self.content_patches.iter();
        let of_patches = patches.flat_map(|patch| {
            [Some(patch.template), Some(patch.target), Some(patch.start), patch.end].into_iter().flatten()
        });
        let pointers = [self.head_element_pointer, self.root_insertion_target].into_iter().flatten();
        let formatting = self.active_formatting_elements().flatten();
        self.open_elements_upwards()
            .map(HeldNode::InPlace)
            .chain(formatting.chain(self.form_element_pointer).map(HeldNode::Anywhere))
            .chain(pointers.chain(of_patches).map(HeldNode::InPlace))
    }

    /// About how many nodes the tree builder holds or knows of: what [`held_nodes`](Self::held_nodes) and
    /// [`forget_nodes`](Self::forget_nodes) cost together. It takes constant time.
    ///
    /// ```
    /// use hedgerow_tree::{RecordingSink, TreeBuilder, TreeBuilderOptions};
    /// let builder = TreeBuilder::new(RecordingSink::default(), TreeBuilderOptions::default());
    /// assert_eq!(builder.held_node_count(), 0);
    /// ```
    #[must_use]
    pub fn held_node_count(&self) -> usize {
        self.open_element_count()
            + self.list_of_active_formatting_elements.len()
            + 4 * self.content_patches.len()
            + self.select_tracker.len()
    }

    /// Forgets nodes that are about to be freed, none of which is [held](Self::held_nodes): options and `selectedcontent`
    /// elements, which are remembered as long as their `select` is in the tree.
    pub fn forget_nodes(&mut self, is_gone: impl Fn(S::Handle) -> bool) {
        let Self { select_tracker, sink, .. } = self;
        SelectTracker::forget(select_tracker, is_gone, |one, other| sink.is_before(one, other));
    }

    /// Shows the lists of attributes that are kept, so that a sink can move what they stand for.
    pub fn visit_attribute_lists(&mut self, visit: impl FnMut(&mut S::AttributeList)) {
        self.list_of_active_formatting_elements.attribute_lists_mut().for_each(visit);
    }
}
