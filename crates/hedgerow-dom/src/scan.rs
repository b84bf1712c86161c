//! [`Scan`]: iterates over the elements of a document in the order of the node vector instead of following links.
//!
//! A parser nearly always creates nodes in tree order, so the tree order is a few long runs of consecutive slots. Iterating
//! over slots takes a fraction of the time, because the processor can prefetch them. One walk finds the runs, and
//! `search_cache.rs` caches them until links change.
//!
//! ```text
//! scan after a node:
//!     runs not cached: walk the tree and record the runs; give up if there are too many
//!     nodes were added since: give up
//!     iterate over the rest of the run of the node, and over the runs after it
//! ```

use std::any::Any;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use hedgerow_base::{AttributeName, ElementName, NameId};

use crate::document::Document;
use crate::node::{Node, NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::search_cache::Order;

impl Order {
    /// Walks the tree; `None` if its order has too many runs of slots.
    fn of(document: &Document) -> Option<Self> {
        let most_runs = 16 + document.node_count() / 64;
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut run = 0..0;
        let mut node = &document.nodes[document.root];
        'walk: loop {
            let next = if let Some(child) = node.first_child {
                child
            } else {
                loop {
                    if let Some(sibling) = node.next_sibling {
                        break sibling;
                    }
                    // Only the root has no parent.
                    let Some(parent) = node.parent else { break 'walk };
                    node = &document.nodes[parent];
                }
            };
            let index = next.index();
            if index != run.end {
                if runs.len() == most_runs {
                    return None;
                }
                runs.push(std::mem::replace(&mut run, index..index));
            }
            run.end += 1;
            node = &document.nodes[next];
        }
        runs.push(run);
        Some(Self { runs: runs.into(), node_count: document.node_count() })
    }
}

/// The elements among the descendants of the root, in tree order: [`scan`].
#[derive(Clone)]
pub struct Scan<'d> {
    document: &'d Document,
    runs: std::slice::Iter<'d, Range<usize>>,
    /// The rest of a run, and the index of its first node.
    nodes: std::slice::Iter<'d, Node>,
    index: usize,
    /// A range of the attribute vector without a match.
    without: Range<usize>,
}

/// Returns the elements among the descendants of the root, in tree order, by iterating over slots.
///
/// Returns `None` if the order was not computed by [`scan_after`] since the last change of links, if nodes were added since then,
/// and always if the tree order differs too much from the order of slots. In these cases the caller must walk the tree.
#[must_use]
pub fn scan(document: &Document) -> Option<Scan<'_>> {
    Scan::of(document, document.search_cache.order()?)
}

/// Like [`scan`], but only the elements after a descendant of the root. Computes the order if necessary, which takes a walk
/// over the whole tree, so a caller should first visit some nodes by following links. Returns `None` if nodes were added
/// since the order was computed, or if the tree order differs too much from the order of slots.
#[must_use]
pub fn scan_after(node: NodeRef<'_>) -> Option<Scan<'_>> {
    let document = node.document();
    let mut scan = Scan::of(document, document.search_cache.order_or_compute(|| Order::of(document))?)?;
    let index = node.slot().index();
    let run = scan.runs.find(|run| run.contains(&index))?;
    scan.start_run(index + 1..run.end);
    Some(scan)
}

/// Returns a value in which another crate caches results for the tree of the root. The first call creates the value by
/// `T::default()`, and the document keeps it until links or attributes change. Returns `None` for a type other than that of
/// the first call, and if nodes were added since the first call.
#[must_use]
pub fn derived<T: Any + Default + Send + Sync>(document: &Document) -> Option<&T> {
    let compute =
        || -> (usize, Box<dyn Any + Send + Sync>) { (document.node_count(), Box::new(T::default())) };
    let (nodes, value) = document.search_cache.derived(compute);
    if *nodes == document.node_count() { value.downcast_ref() } else { None }
}

/// Whether the document may have an attribute of this name whose value has one of these lengths in bytes and passes a test.
///
/// `false` is certain. After `true`, the attribute may be an old value, or its element may not be in the tree.
#[must_use]
pub fn may_have_attribute(
    document: &Document,
    name: AttributeName,
    lengths: &RangeInclusive<usize>,
    test: impl FnMut(&str) -> bool,
) -> bool {
    document.first_with_value(0, name, lengths, test) < document.attributes.len()
}

impl Document {
    /// Returns the index of the first attribute of the vector, from the index `from` on, that has this name and whose value
    /// has one of these lengths and passes the test; the length of the vector if no attribute matches.
    fn first_with_value(
        &self,
        from: usize,
        name: AttributeName,
        lengths: &RangeInclusive<usize>,
        mut test: impl FnMut(&str) -> bool,
    ) -> usize {
        let rest = self.attributes.get(from..).unwrap_or_default();
        // OPTIMIZATION: compares the length first, because the text is probably not in the cache of the processor.
        let found = rest.iter().position(|attribute| {
            attribute.name == name
                && lengths.contains(&attribute.value.length())
                && test(self.text.get(attribute.value))
        });
        found.map_or(self.attributes.len(), |found| from + found)
    }
}

impl<'d> Scan<'d> {
    /// Returns the scan of a document with this order; `None` if nodes were added since the order was computed.
    fn of(document: &'d Document, order: &'d Order) -> Option<Self> {
        (order.node_count == document.node_count()).then(|| Scan {
            document,
            runs: order.runs.iter(),
            nodes: [].iter(),
            index: 0,
            without: 0..0,
        })
    }

    /// Returns the next element with an attribute whose value has one of these lengths in bytes and passes a test. All calls for a
    /// scan must have the same name, lengths and test.
    pub fn next_with_attribute(
        &mut self,
        name: AttributeName,
        lengths: &RangeInclusive<usize>,
        mut test: impl FnMut(&str) -> bool,
    ) -> Option<(NodeRef<'d>, ElementName)> {
        let document = self.document;
        loop {
            for node in self.nodes.by_ref() {
                let index = self.index;
                self.index += 1;
                let NodeData::Element { namespace, flags, name: local, attributes, .. } = node.data else {
                    continue;
                };
                let (start, end) =
                    (attributes.start as usize, attributes.start as usize + attributes.length as usize);
                // The changed attributes of a long list are outside the range.
                let is_changed = flags.has(NodeFlags::CHANGED_ATTRIBUTES);
                if !is_changed && (start == end || start >= self.without.start && end <= self.without.end) {
                    continue;
                }
                // Except for changed or shared lists, attributes are in the order of their elements. So one search for the
                // next match covers all elements before that match.
                if !is_changed && start >= self.without.end {
                    let found = document.first_with_value(start, name, lengths, &mut test);
                    self.without = start..found;
                    if end <= found {
                        continue;
                    }
                }
                let id = Slot::at(index);
                if document
                    .attribute_value(id, name)
                    .is_some_and(|value| lengths.contains(&value.len()) && test(value))
                {
                    return Some((document.at(id), ElementName { namespace, local }));
                }
            }
            self.next_run()?;
        }
    }

    /// Returns the next element with one of these local names, in any namespace. To search for fewer names, repeat one.
    pub fn next_named(&mut self, names: [NameId; 4]) -> Option<(NodeRef<'d>, ElementName)> {
        loop {
            let length = self.nodes.len();
            // OPTIMIZATION: compares with all names, so that each node has only one branch, which is rarely taken.
            let found = self.nodes.by_ref().find_map(|node| match node.data {
                NodeData::Element { namespace, name: local, .. }
                    if names.map(|name| u8::from(name == local)) != [0; 4] =>
                {
                    Some(ElementName { namespace, local })
                }
                _ => None,
            });
            self.index += length - self.nodes.len();
            if let Some(name) = found {
                return Some((self.document.at(Slot::at(self.index - 1)), name));
            }
            self.next_run()?;
        }
    }

    fn next_run(&mut self) -> Option<()> {
        let run = self.runs.next()?.clone();
        self.start_run(run);
        Some(())
    }

    fn start_run(&mut self, run: Range<usize>) {
        self.index = run.start;
        self.nodes = self.document.nodes.run(run).iter();
    }
}

impl<'d> Iterator for Scan<'d> {
    type Item = (NodeRef<'d>, ElementName);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            for node in self.nodes.by_ref() {
                let index = self.index;
                self.index += 1;
                if let NodeData::Element { namespace, name: local, .. } = node.data {
                    return Some((self.document.at(Slot::at(index)), ElementName { namespace, local }));
                }
            }
            self.next_run()?;
        }
    }
}

impl std::iter::FusedIterator for Scan<'_> {}

impl fmt::Debug for Scan<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Scan").field("index", &self.index).finish_non_exhaustive()
    }
}
