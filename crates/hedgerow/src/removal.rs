//! Reuses the memory of nodes that other code removes between two runs of the parser. Before the changes, the tree builder tells
//! the document which nodes it holds. After the changes, the document tells the tree builder which slots were freed.
//!
//! Listing the held nodes takes time linear in the depth of the stack of open elements. So they are
//! listed only if they are few, or if the parser has read about one byte for each of them since the
//! last listing; otherwise removed nodes are freed later. This keeps the time linear if a deep
//! document arrives in small chunks.
//!
//! The list of held nodes is in `held.rs` of `hedgerow-tree`; nodes are freed in `edit/` of `hedgerow-dom`.

use hedgerow_base::SideTable;
use hedgerow_dom::Slot;
use hedgerow_tree::{HeldNode, TreeBuilder};

use crate::dom_sink::DomSink;

/// The number of held nodes up to which they are always listed.
const FEW: usize = 64;

/// The state of the last listing of held nodes.
#[derive(Debug, Default)]
pub(crate) struct Removal {
    /// The number of bytes that had been read at the last listing.
    offset: usize,
    /// Whether code outside the parser may have changed the document since the last run.
    may_have_changes: bool,
}

/// Must be called before other code gets mutable access to the document.
pub(crate) fn before_changes(builder: &mut TreeBuilder<DomSink<'_>>, offset: usize) {
    let sink = builder.sink_mut();
    let removal = &mut sink.removal;
    if removal.may_have_changes {
        return;
    }
    removal.may_have_changes = true;
    let is_affordable = builder.held_node_count() <= FEW + (offset - builder.sink().removal.offset);
    let held = is_affordable.then(|| {
        let mut held = vec![Slot::FIRST];
        for HeldNode::InPlace(node) | HeldNode::Anywhere(node) in builder.held_nodes() {
            held.push(node);
        }
        held
    });
    let sink = builder.sink_mut();
    if is_affordable {
        sink.removal.offset = offset;
    }
    sink.document.unchecked().set_held_nodes(held);
}

/// Must be called after the changes, before the next run.
#[inline]
pub(crate) fn after_changes(builder: &mut TreeBuilder<DomSink<'_>>) {
    if std::mem::take(&mut builder.sink_mut().removal.may_have_changes) {
        release_freed_slots(builder);
        let sink = builder.sink_mut();
        sink.watch.nodes_before = sink.document.node_count();
    }
}

#[cold]
fn release_freed_slots(builder: &mut TreeBuilder<DomSink<'_>>) {
    let freed: SideTable<_, ()> =
        builder.sink_mut().document.unchecked().take_freed_slots().into_iter().collect();
    if !freed.is_empty() {
        builder.forget_nodes(|node| freed.contains_key(&node));
    }
    if !builder.sink_mut().document.unchecked().is_reclaiming_worthwhile() {
        return;
    }
    let mut lists = Vec::new();
    builder.visit_attribute_lists(|list| lists.push(*list));
    builder.sink_mut().reclaim_memory(&mut lists);
    let mut moved = lists.into_iter();
    builder.visit_attribute_lists(|list| *list = moved.next().unwrap_or(*list));
}
