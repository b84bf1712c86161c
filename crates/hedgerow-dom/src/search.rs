//! The interface for the crates of this workspace that parse, search, read and write documents: interned names, the scan, the
//! table of ids, and a document that has no nodes yet.
//!
//! The use of this interface is not checked; for example, an interned name is valid only in its own document. So the facade
//! does not re-export this module. Programs use [`ElementNameRef`](crate::ElementNameRef) instead.

use std::any::Any;
use std::hash::BuildHasher as _;
use std::ops::{Range, RangeInclusive};

use foldhash::fast::RandomState;
use hedgerow_base::{
    AttributeKey, AttributeName, ElementName, NameId, NameInterner, SourceSpans, known, sort_numbers,
};

use crate::attributes::AttributeRef;
use crate::document::Document;
use crate::edit::{Algorithm, MutationError, MutationRule};
use crate::node::{Node, NodeData, NodeFlags};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::search_cache::{Ids, Order};
use crate::source::NewSource;
pub use crate::traverse::TraverseWhole;
pub use crate::unchecked::Description;

/// Creates a document that has no nodes yet, not even a root, so that a parser can create it in its final place without
/// allocations. Before it is used, [`begin`] or [`Unchecked::restart`](crate::Unchecked::restart) must be called.
#[inline(always)]
#[must_use]
pub fn document_without_nodes() -> Document {
    Document::without_nodes()
}

/// Adds the root and the source to a [document without nodes](document_without_nodes), and reserves room for nodes.
///
/// # Panics
///
/// If the source is longer than 4 GiB.
#[inline]
pub fn begin<'s>(document: &mut Document, source: impl Into<NewSource<'s>>) {
    document.begin(source.into());
}

/// Returns the positions of nodes in the source, if they are kept.
#[inline]
pub fn source_spans(document: &Document) -> Option<&SourceSpans> {
    document.source_spans.as_deref()
}

/// Whether the tree is the one that a parser made of the source. This is recorded only for a document with source spans, and
/// not if the document could be changed between chunks.
#[must_use]
pub fn is_as_parsed(document: &Document) -> bool {
    document.search_cache.is_as_parsed
}

/// Returns the interner of the document's names.
#[inline]
pub fn names(document: &Document) -> &NameInterner {
    &document.names
}

/// Returns the reason why an id denotes no node, for messages.
pub fn why_missing(document: &Document, id: NodeId) -> &'static str {
    document.why_missing(id)
}

/// Returns the error for a change that another crate refuses by the algorithm with this name and address.
pub fn refusal(
    document: &Document,
    verb: &str,
    node: NodeId,
    algorithm: Option<[&'static str; 2]>,
    rule: MutationRule,
) -> MutationError {
    let algorithm = algorithm.map(|[name, address]| Algorithm { name, address });
    document.refusal_of(rule, algorithm, verb, node, None)
}

/// Returns the language that the last `meta` element with the pragma `content-language` and one language sets.
/// <https://html.spec.whatwg.org/multipage/semantics.html#pragma-set-default-language>
pub fn pragma_set_default_language(root: NodeRef<'_>) -> Option<&str> {
    let metas = root.descendants().filter(|node| node.is_html(known::META));
    let languages = metas.filter_map(|meta| {
        let pragma = meta.attribute(known::HTTP_EQUIV)?;
        let content = meta.attribute(known::CONTENT).filter(|content| !content.contains(','))?;
        let language = content.split_ascii_whitespace().next()?;
        pragma.eq_ignore_ascii_case("content-language").then_some(language)
    });
    languages.last()
}

/// Returns the name of an element; `None` for another node.
#[inline]
pub fn element_name(node: NodeRef<'_>) -> Option<ElementName> {
    node.interned_name()
}

/// Returns the name of an attribute.
#[inline]
pub fn attribute_name(attribute: AttributeRef<'_>) -> AttributeName {
    attribute.interned_name()
}

/// Returns the attributes of an element with their keys, which ascend, for [`attribute_with_key`]. A key is a position in the list,
/// in which the removal of an attribute may leave a gap.
pub fn keyed_attributes(element: NodeRef<'_>) -> impl Iterator<Item = (usize, AttributeRef<'_>)> {
    element.attributes().with_positions()
}

/// Returns an attribute by its key, in logarithmic time.
pub fn attribute_with_key(element: NodeRef<'_>, key: usize) -> Option<AttributeRef<'_>> {
    let document = element.document();
    document.attribute_at(element.slot(), key).map(|attribute| AttributeRef::new(document, attribute))
}

/// Returns the value of an attribute.
#[inline]
pub fn attribute_value(element: NodeRef<'_>, name: AttributeName) -> Option<&str> {
    element.document().attribute_value(element.slot(), name)
}

/// Gives an attribute the value that it has on another element, without a copy. Returns whether that element has the attribute.
pub fn share_attribute(document: &mut Document, from: Slot, to: Slot, name: AttributeName) -> bool {
    let found = document.find_attribute(from, name);
    found.map(|(_, attribute)| document.set_attribute_span(to, name, attribute.value)).is_some()
}

/// Returns the names that a key can denote for an element. A qualified name can denote names without and with a prefix.
pub fn names_of_key(element: NodeRef<'_>, key: AttributeKey<'_>) -> [Option<AttributeName>; 5] {
    element.document().names_of_key(element.slot(), key)
}

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

/// Iterates over the elements among the descendants of the root in the order of the node vector instead of following links:
/// [`scan`].
///
/// A parser nearly always creates nodes in tree order, so the tree order is a few long runs of consecutive slots. Iterating
/// over slots takes a fraction of the time, because the processor can prefetch them. One walk finds the runs, and
/// the document's search cache keeps them until links change.
///
/// ```text
/// scan after a node:
///     runs not cached: walk the tree and record the runs; give up if there are too many
///     nodes were added since: give up
///     iterate over the rest of the run of the node, and over the runs after it
/// ```
#[derive(Clone, Debug)]
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
pub fn scan(document: &Document) -> Option<Scan<'_>> {
    Scan::of(document, document.search_cache.order()?)
}

/// Returns the elements after a descendant of the root, as [`scan`] does. Computes the order if necessary, which takes
/// a walk over the whole tree, so a caller should first visit some nodes by following links. Returns `None` if nodes
/// were added since the order was computed, or if the tree order differs too much from the order of slots.
pub fn scan_after(node: NodeRef<'_>) -> Option<Scan<'_>> {
    let document = node.document();
    let mut scan = Scan::of(document, document.search_cache.order_or_compute(|| Order::of(document))?)?;
    let index = node.slot().index();
    let run = scan.runs.find(|run| run.contains(&index))?;
    scan.start_run(index + 1..run.end);
    Some(scan)
}

/// Returns a value in which another crate caches results for the tree of the root. The first call creates the value by
/// `T::default()`, and the document keeps it until links or attributes change. Returns `None` if `T` is not the type of
/// the first call, or if nodes were added since the first call.
pub fn derived<T: Any + Default + Send + Sync>(document: &Document) -> Option<&T> {
    let (nodes, value) = document.search_cache.derived(|| (document.node_count(), Box::new(T::default())));
    if *nodes == document.node_count() { value.downcast_ref() } else { None }
}

/// Whether the document may have an attribute of this name whose value has one of these lengths in bytes and passes a test.
///
/// If this returns `false`, no element has such an attribute. If it returns `true`, the value that matches may have
/// been replaced or removed since, or its element may not be in the tree.
pub fn may_have_attribute(
    document: &Document,
    name: AttributeName,
    lengths: &RangeInclusive<usize>,
    mut test: impl FnMut(&str) -> bool,
) -> bool {
    document.first_with_value(0, name, lengths, &mut test) < document.attributes.len()
        || document.rare.own_attributes.values().any(|own| {
            own.find(name).is_some_and(|(_, attribute)| {
                lengths.contains(&attribute.value.length()) && test(document.text.get(attribute.value))
            })
        })
}

impl Document {
    /// Returns the index of the first attribute of the vector, from the index `from` on, that has this name and whose value has
    /// one of these lengths and passes the test; the length of the vector if no attribute matches.
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

    /// Returns the next element with an attribute whose value has one of these lengths in bytes and passes a test. All calls for
    /// a scan must have the same name, lengths and test.
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
                let Range { start, end } = attributes.indices();
                let is_changed = flags.has(NodeFlags::OWN_ATTRIBUTES);
                if !is_changed && (start == end || start >= self.without.start && end <= self.without.end) {
                    continue;
                }
                // Except for changed or shared lists, attributes are in the order of their elements. So one search for the next
                // match covers all elements before that match.
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

/// The longest id in bytes that is in the table of ids. Elements can share a longer one, so hashing it for each of them could take
/// quadratic time.
const LONGEST_ID: usize = 256;

/// Returns the elements of the tree of the root that may have an id, in tree order: their ids have the same hash. Each is stored
/// with the hash.
///
/// Returns `None` if the caller must walk the tree: for the first requests since a change of links or attributes, because these do
/// not repay a table of all ids; for an id of more than 256 bytes; and if nodes were added since the table was made.
pub fn elements_with_id<'d>(document: &'d Document, id: &str) -> Option<&'d [(u32, Slot)]> {
    if id.len() > LONGEST_ID {
        return None;
    }
    let ids = document.search_cache.ids(|| Ids::of(document))?;
    let hash = ids.state.hash_one(id) as u32;
    let rest = &ids.elements[ids.elements.partition_point(|&(other, _)| other < hash)..];
    let found = &rest[..rest.partition_point(|&(other, _)| other == hash)];
    (ids.node_count == document.node_count()).then_some(found)
}

impl Ids {
    fn of(document: &Document) -> Self {
        // The key is random, so that no document can have ids that collide on purpose.
        let state = RandomState::default();
        let (mut slots, mut hashes) = (Vec::new(), Vec::new());
        for node in document.root().descendants() {
            if let Some(id) = node.element_id().filter(|id| id.len() <= LONGEST_ID) {
                // The position in tree order is a part of the number, so elements with the same hash stay in tree order.
                hashes.push(state.hash_one(id) << 32 | slots.len() as u64);
                slots.push(node.slot());
            }
        }
        sort_numbers(&mut hashes);
        let elements =
            hashes.iter().map(|hash| ((hash >> 32) as u32, slots[*hash as u32 as usize])).collect();
        Self { elements, state, node_count: document.node_count() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_table_of_ids_has_its_own_hash_key() {
        let document = Document::new();
        let hashes = (0..16).map(|_| Ids::of(&document).state.hash_one("id"));
        assert!(hashes.collect::<HashSet<_>>().len() > 8);
    }
}
