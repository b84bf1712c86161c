//! Changes by others between two runs of the machine: what the tree builder and the document have to tell each other, so that
//! the memory of removed nodes is used again while the tree builder has slots in its hands.
//!
//! To ask what the tree builder holds takes as long as the stack of open elements is deep, so it is asked only if as many
//! bytes were read since as there are nodes to go through, or if there are few: then removed nodes wait for the next time. So
//! hostile input in small chunks costs linear time.
//!
//! What is not here: which nodes are held (`held.rs` in `hedgerow-tree`), and how nodes are freed (`edit/` in `hedgerow-dom`).

use hedgerow_tree::{HeldNode, TreeBuilder};

use crate::dom_sink::DomSink;

/// So many held nodes are gone through each time.
const FEW: usize = 1024;

/// When the tree builder was last asked what it holds.
#[derive(Debug, Default)]
pub(crate) struct Removal {
    /// How many bytes had been read then.
    offset: usize,
    /// Whether others may have changed the document since the last run.
    is_open: bool,
}

/// To be called before the document is given out.
pub(crate) fn before_changes<const PARSE_ERRORS: bool, const IS_WATCHED: bool, const SOURCE_SPANS: bool>(
    builder: &mut TreeBuilder<DomSink<'_, PARSE_ERRORS, IS_WATCHED, SOURCE_SPANS>>,
    offset: usize,
) {
    let sink = builder.sink_mut();
    let removal = &mut sink.removal;
    if removal.is_open {
        return;
    }
    removal.is_open = true;
    let document = sink.document_node();
    let is_affordable = builder.held_node_count() <= FEW + (offset - builder.sink().removal.offset);
    let held = is_affordable.then(|| {
        let held = builder.held_nodes().map(|(HeldNode::InPlace(node) | HeldNode::Anywhere(node))| node);
        held.chain([document]).collect()
    });
    let sink = builder.sink_mut();
    if is_affordable {
        sink.removal.offset = offset;
    }
    sink.set_held_nodes(held);
}

/// To be called before the next run.
#[inline]
pub(crate) fn after_changes<const PARSE_ERRORS: bool, const IS_WATCHED: bool, const SOURCE_SPANS: bool>(
    builder: &mut TreeBuilder<DomSink<'_, PARSE_ERRORS, IS_WATCHED, SOURCE_SPANS>>,
) {
    if IS_WATCHED && std::mem::take(&mut builder.sink_mut().removal.is_open) {
        forget_what_was_removed(builder);
    }
}

#[cold]
fn forget_what_was_removed<const PARSE_ERRORS: bool, const IS_WATCHED: bool, const SOURCE_SPANS: bool>(
    builder: &mut TreeBuilder<DomSink<'_, PARSE_ERRORS, IS_WATCHED, SOURCE_SPANS>>,
) {
    let mut freed = builder.sink_mut().take_freed_slots();
    if !freed.is_empty() {
        freed.sort_unstable();
        builder.forget_nodes(|node| freed.binary_search(&node).is_ok());
    }
    let mut lists = Vec::new();
    builder.visit_attribute_lists(|list| lists.push(*list));
    builder.sink_mut().reclaim_memory(&mut lists);
    let mut moved = lists.into_iter();
    builder.visit_attribute_lists(|list| *list = moved.next().unwrap_or(*list));
}
