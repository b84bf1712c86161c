//! [`Scan`]: the elements of a document along the row of nodes rather than along the links.
//!
//! A parser makes nodes nearly always in tree order, so that the tree, walked, is a few long runs of the row. Going along
//! the row takes a fraction of the time: nothing is waited for, and nothing has to be foreseen. What the runs are is found by
//! one walk, which is made for the second who asks, and forgotten when links change.
//!
//! ```text
//! scan:
//!     never asked before: answer no; who asks once is not worth a walk
//!     not known: walk the tree; note where it leaves the order of the row, unless it does so all the time
//!     nodes were added since: answer no
//! ```
//!
//! What is not here: where the runs are kept, and when they are forgotten (`search_cache.rs`).

use std::any::Any;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use hedgerow_names::{AttributeName, ElementName, NameId};

use crate::document::Document;
use crate::node::{Node, NodeData, NodeFlags};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;
use crate::search_cache::Order;

impl Order {
    /// Walks the tree; `None` if it has too little to do with the order of the row.
    fn of(document: &Document) -> Option<Self> {
        let most_runs = 16 + document.node_count() / 64;
        let mut runs: Vec<Range<usize>> = Vec::new();
        let (mut depth, mut deepest) = (0, 0);
        let root = document.root;
        let mut at = root;
        'walk: loop {
            if let Some(child) = document.first_child(at) {
                depth += 1;
                deepest = deepest.max(depth);
                at = child;
            } else {
                while document.next_sibling(at).is_none() {
                    let Some(parent) = document.parent(at).filter(|_| at != root) else { break 'walk };
                    depth -= 1;
                    at = parent;
                }
                let Some(next) = document.next_sibling(at).filter(|_| at != root) else { break };
                at = next;
            }
            let index = at.index();
            let count = runs.len();
            match runs.last_mut() {
                Some(run) if run.end == index => run.end += 1,
                _ if count == most_runs => return None,
                _ => runs.push(index..index + 1),
            }
        }
        Some(Self { runs: runs.into(), depth: deepest, node_count: document.node_count() })
    }
}

/// The elements among the descendants of the root, in tree order: [`scan`].
#[derive(Clone)]
pub struct Scan<'d> {
    document: &'d Document,
    runs: std::slice::Iter<'d, Range<usize>>,
    /// What is left of a run, and the index of the first of it.
    nodes: std::slice::Iter<'d, Node>,
    index: usize,
    depth: usize,
    /// No attribute from the first to before the second number is the one that is looked for.
    without: Range<usize>,
}

/// The elements among the descendants of the root, in tree order, going along the row of nodes.
///
/// It is a quick way for those who look at a document again and again: who asks first after the links have changed gets
/// `None`, and has to walk the tree; and so does everybody if the tree is in another order than the row.
///
/// ```
/// use hedgerow_dom::{Document, search::scan};
/// use hedgerow_names::{ElementName, known};
/// let mut document = Document::new();
/// let element = document.create_element("p").unwrap();
/// document.append(document.root_id(), element).unwrap();
/// assert!(scan(&document).is_none());
/// let elements: Vec<_> = scan(&document).unwrap().collect();
/// assert_eq!(elements, [(document.node(element), ElementName::html(known::P))]);
/// ```
#[must_use]
pub fn scan(document: &Document) -> Option<Scan<'_>> {
    if document.search_cache.was_asked.set(()).is_ok() {
        return None;
    }
    let order = document.search_cache.order.get_or_init(|| Order::of(document)).as_ref()?;
    (order.node_count == document.node_count()).then(|| Scan {
        document,
        runs: order.runs.iter(),
        nodes: [].iter(),
        index: 0,
        depth: order.depth,
        without: 0..0,
    })
}

/// A value that another crate finds by walking the tree of the root, kept until links or attributes change. It is for one
/// type; `None` for others, and if nodes were added since the first call.
///
/// ```
/// use hedgerow_dom::{Document, search::derived};
/// use std::sync::OnceLock;
/// let document = Document::new();
/// let count = || derived::<OnceLock<usize>>(&document).unwrap().get_or_init(|| document.root().descendants().count());
/// assert_eq!(count(), count());
/// ```
#[must_use]
pub fn derived<T: Any + Default + Send + Sync>(document: &Document) -> Option<&T> {
    // So that it is forgotten.
    let _ = document.search_cache.was_asked.set(());
    let (nodes, value) =
        document.search_cache.derived.get_or_init(|| (document.node_count(), Box::new(T::default())));
    if *nodes == document.node_count() { value.downcast_ref() } else { None }
}

/// Whether the document may have an element with an attribute whose value has one of these lengths in bytes and passes a
/// test. It is certain that it has none if
/// this says so; the attribute that is found may be one that was changed since, or of a node that is not in the tree.
///
/// ```
/// use hedgerow_dom::{Document, search::may_have_attribute};
/// use hedgerow_names::{AttributeName, ElementName, known};
/// let mut document = Document::new();
/// let id = AttributeName::plain(known::ID);
/// document.unchecked().create_element(ElementName::html(known::P), [(id, "x")]);
/// assert!(may_have_attribute(&document, id, &(1..=1), |value| value == "x"));
/// assert!(!may_have_attribute(&document, id, &(1..=1), |value| value == "y"));
/// ```
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
    /// Where in the attribute vector the first such attribute is; its end if there is none.
    fn first_with_value(
        &self,
        from: usize,
        name: AttributeName,
        lengths: &RangeInclusive<usize>,
        mut test: impl FnMut(&str) -> bool,
    ) -> usize {
        let rest = self.attributes.get(from..).unwrap_or_default();
        // OPTIMIZATION: a length is at hand; the text it is of is far away.
        let found = rest.iter().position(|attribute| {
            attribute.name == name
                && lengths.contains(&attribute.value.length())
                && test(self.text.get(attribute.value))
        });
        found.map_or(self.attributes.len(), |found| from + found)
    }
}

impl<'d> Scan<'d> {
    /// How many levels the tree has below the root.
    ///
    /// ```
    /// use hedgerow_dom::{Document, search::scan};
    /// let document = Document::new();
    /// assert!(scan(&document).is_none());
    /// assert_eq!(scan(&document).unwrap().depth(), 0);
    /// ```
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The next element that has an attribute whose value has one of these lengths in bytes and passes a test; always the
    /// same name, lengths and test.
    ///
    /// ```
    /// use hedgerow_dom::{Document, search::scan};
    /// use hedgerow_names::{AttributeName, ElementName, known};
    /// let mut document = Document::new();
    /// let (root, id) = (document.root().slot(), AttributeName::plain(known::ID));
    /// for value in ["x", "y", "x"] {
    ///     let element = document.unchecked().create_element(ElementName::html(known::P), [(id, value)]);
    ///     document.unchecked().append(root, element);
    /// }
    /// assert!(scan(&document).is_none());
    /// let mut scan = scan(&document).unwrap();
    /// let count = std::iter::from_fn(|| scan.next_with_attribute(id, &(1..=1), |value| value == "x")).count();
    /// assert_eq!(count, 2);
    /// ```
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
                // What was changed of a long list is elsewhere.
                let is_changed = flags.has(NodeFlags::CHANGED_ATTRIBUTES);
                if !is_changed && (start == end || start >= self.without.start && end <= self.without.end) {
                    continue;
                }
                // The attributes of elements stand in the order of the elements, save for those that were changed or
                // shared, so the next that passes the test is looked for only once for all elements in between.
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

    /// The next element with one of these local names, in whatever namespace. Fewer are written by repeating one.
    ///
    /// ```
    /// use hedgerow_dom::{Document, search::scan};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let root = document.create_document_fragment();
    /// document.set_root(root)?;
    /// for name in ["p", "b", "p"] {
    ///     let element = document.create_element(name)?;
    ///     document.append(root, element)?;
    /// }
    /// assert!(scan(&document).is_none());
    /// let mut scan = scan(&document).unwrap();
    /// assert_eq!(std::iter::from_fn(|| scan.next_named([known::P; 4])).count(), 2);
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    pub fn next_named(&mut self, names: [NameId; 4]) -> Option<(NodeRef<'d>, ElementName)> {
        loop {
            let length = self.nodes.len();
            // OPTIMIZATION: all are compared, so that there is one branch for a node, which is seldom taken.
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
        self.index = run.start;
        self.nodes = self.document.nodes.run(run).iter();
        Some(())
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
        formatter
            .debug_struct("Scan")
            .field("index", &self.index)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_names::known;

    use super::*;

    fn elements(document: &Document) -> Vec<Slot> {
        let elements = document.root().descendants().filter(|node| node.name_number().is_some());
        elements.map(NodeRef::slot).collect()
    }

    fn scanned(document: &Document) -> Option<Vec<Slot>> {
        Some(scan(document)?.map(|(node, _)| node.slot()).collect())
    }

    #[test]
    fn changes_of_links_are_noticed() {
        let mut document = Document::new();
        let root = document.root;
        let ids: Vec<Slot> = (0..4)
            .map(|_| {
                let element = document.unchecked().create_element(ElementName::html(known::P), []);
                document.unchecked().append(root, element);
                element
            })
            .collect();
        let check = |document: &Document| {
            assert_eq!(scanned(document), None);
            assert_eq!(scanned(document), Some(elements(document)));
            assert_eq!(scanned(document), Some(elements(document)));
        };
        check(&document);
        document.unchecked().append(root, ids[1]);
        check(&document);
        document.unchecked().insert_before(root, ids[3], Some(ids[0]));
        check(&document);
        document.unchecked().detach(ids[2]);
        check(&document);
        document.unchecked().move_children(root, ids[2]);
        check(&document);
        document.unchecked().move_children(ids[2], root);
        check(&document);
        document.unchecked().replace_children(root, ids[2]);
        check(&document);
        document.unchecked().insert_text_before(root, None, "no text in a document");
        let fragment = document.unchecked().create_document_fragment();
        document.unchecked().append(fragment, ids[0]);
        document.unchecked().set_root(fragment);
        check(&document);
        document.unchecked().insert_text_before(ids[0], None, "text");
        assert_eq!(scanned(&document), None, "a node was added");
        document.restart("");
        check(&document);
    }
}
