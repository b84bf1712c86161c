//! Queries of tree construction about ancestors and order, answered by walking through the tree.
//!
//! Each function adds to `steps` the number of nodes and of bytes of processing instructions that it visits. Hostile input makes
//! trees in which the sum of these steps is quadratic; an [`AncestorIndex`](crate::AncestorIndex) answers the same queries
//! without walking.

use std::iter::successors;

use crate::markers::marker_name;
use crate::{AncestorSet, TreeSink};

/// Whether a node is the `Document` or one of its descendants.
pub fn is_connected<S: TreeSink + ?Sized>(sink: &S, node: S::Handle, steps: &mut u64) -> bool {
    let ancestors = successors(Some(node), |&ancestor| sink.parent(ancestor));
    ancestors.inspect(|_| *steps += 1).last() == Some(sink.document())
}

/// Returns the number of ancestors of a node.
pub fn depth<S: TreeSink + ?Sized>(sink: &S, node: S::Handle, steps: &mut u64) -> usize {
    let ancestors = successors(sink.parent(node), |&ancestor| sink.parent(ancestor));
    ancestors.inspect(|_| *steps += 1).count()
}

/// Returns the nearest ancestor of a node that is in a set.
pub fn nearest_ancestor<S: TreeSink + ?Sized>(
    sink: &S,
    node: S::Handle,
    set: AncestorSet,
    steps: &mut u64,
) -> Option<S::Handle> {
    let mut ancestors = successors(sink.parent(node), |&ancestor| sink.parent(ancestor));
    ancestors.find(|&ancestor| {
        *steps += 1;
        sink.element_name(ancestor).is_some_and(|name| set.contains(name))
    })
}

/// Whether a node comes before another node of the same tree, in tree order.
pub fn is_before<S: TreeSink + ?Sized>(sink: &S, one: S::Handle, other: S::Handle, steps: &mut u64) -> bool {
    let [one, other] = [one, other].map(|node| {
        let mut path: Vec<_> = successors(Some(node), |&ancestor| sink.parent(ancestor)).collect();
        *steps += path.len() as u64;
        path.reverse();
        path
    });
    let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    match (one.get(common), other.get(common)) {
        // An ancestor comes before its descendants.
        (None, other) => other.is_some(),
        (Some(_), None) => false,
        (Some(&one), Some(&other)) => successors(sink.next_sibling(one), |&next| sink.next_sibling(next))
            .inspect(|_| *steps += 1)
            .any(|sibling| sibling == other),
    }
}

/// Returns the first marker with this name among the descendants of a node, in tree order.
///
/// <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
pub fn find_marker<S: TreeSink + ?Sized>(
    sink: &S,
    scope: S::Handle,
    name: &str,
    steps: &mut u64,
) -> Option<S::Handle> {
    // 1. For each descendant of scope's descendants, in tree order:
    let mut next = sink.first_child(scope);
    while let Some(descendant) = next {
        *steps += 1;
        // 1.1. If descendant is not a ProcessingInstruction node, then continue.
        // 1.2. If the result of getting a processing instruction attribute given descendant and "name" is not name, then
        //      continue.
        if let Some((target, data)) = sink.processing_instruction(descendant) {
            *steps += data.len() as u64;
            if marker_name(target, data).is_some_and(|other| other == name) {
                return Some(descendant);
            }
        }
        next = sink.first_child(descendant).or_else(|| next_after(sink, descendant, scope));
    }
    None
}

/// Returns the next node in tree order below a root, skipping the descendants of `node`.
pub(crate) fn next_after<S: TreeSink + ?Sized>(
    sink: &S,
    node: S::Handle,
    root: S::Handle,
) -> Option<S::Handle> {
    successors(Some(node), |&ancestor| sink.parent(ancestor))
        .take_while(|&ancestor| ancestor != root)
        .find_map(|ancestor| sink.next_sibling(ancestor))
}
