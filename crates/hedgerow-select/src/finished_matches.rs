//! [`FinishedMatches`]: the elements that match a selector, collected when they are finished: when they have left the stack of
//! open elements, and no open element is inside them.

use std::collections::VecDeque;
use std::fmt;

use hedgerow_base::{SideTable, known};
use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef, Slot};

use crate::{IncrementalMatcher, MatchState, Selector, SelectorError};

/// A finished match.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Found {
    /// The element.
    pub element: NodeId,
    /// Whether the element is inside another match.
    pub is_in_match: bool,
}

/// Returns the element that has another one as a child, in its template contents or in its shadow root.
fn container(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let parent = element.parent()?;
    if parent.element_name().is_some() { Some(parent) } else { parent.host() }
}

/// Whether a node is or contains a processing instruction that may be a marker for a `<template for>`.
#[must_use]
pub fn contains_a_marker(node: NodeRef<'_>) -> bool {
    std::iter::once(node)
        .chain(node.descendants())
        .filter_map(NodeRef::processing_instruction)
        .any(|(target, _)| matches!(target, "marker" | "start"))
}

/// The cached facts about an element.
#[derive(Clone, Debug)]
struct CachedElement {
    state: MatchState,
    /// Whether the element is inside a match, also in template contents or a shadow tree in it.
    is_in_match: bool,
    /// Whether the element is the body or a frameset, or is inside one: nothing is inserted into the head afterwards.
    is_in_body: bool,
    /// Whether the element is in the tree of the root, not in template contents or a shadow tree.
    is_below_root: bool,
}

/// Collects the elements that match a selector while a parser builds their document.
///
/// The match states of open elements are cached, so that each element is matched only once. The cache may contain elements
/// that were closed, because some of them get further children; it is cleared when it has twice the necessary size.
pub struct FinishedMatches {
    selector: Selector,
    matcher: IncrementalMatcher,
    cache: SideTable<NodeId, CachedElement>,
    cache_limit: usize,
    /// The matches that were not taken yet, in the order in which they were finished.
    pub found: VecDeque<Found>,
    /// The closed `head`, as long as metadata may still be inserted into it.
    head: Option<NodeId>,
    /// Whether the document has a marker at which a `<template for>` may still insert matches, so that nothing is removed.
    has_marker: bool,
    /// The function to call when an element has left the stack of open elements, and no open element is inside it. It is a pointer,
    /// so that a program that does not stream elements is linked without this function.
    pub on_finished: fn(&mut Self, &Document, Slot),
}

impl fmt::Debug for FinishedMatches {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FinishedMatches").field("selector", &self.selector).finish_non_exhaustive()
    }
}

impl FinishedMatches {
    /// The number of cached elements below which the cache is never cleared.
    const FEW: usize = 1024;

    /// Creates an empty collection.
    ///
    /// # Errors
    ///
    /// If the selector has a part that cannot be decided during parsing.
    pub fn new(selector: Selector) -> Result<Self, SelectorError> {
        Ok(Self {
            matcher: IncrementalMatcher::new(&selector)?,
            selector,
            cache: SideTable::default(),
            cache_limit: Self::FEW,
            found: VecDeque::new(),
            head: None,
            has_marker: false,
            on_finished: Self::element_was_finished,
        })
    }

    /// Returns a new instance for another document, after a restart.
    #[must_use]
    pub fn restarted(self) -> Option<Self> {
        Self::new(self.selector).ok()
    }

    /// See [`on_finished`](Self::on_finished).
    fn element_was_finished(&mut self, document: &Document, element: Slot) {
        let element = element.node(document);
        self.decide(element);
        // Metadata between the end of the head and the body is inserted into the head, which is then closed once more.
        if element.is_html(known::HEAD) {
            self.head = Some(element.id());
            return;
        }
        let is_in_body = self.cache.get(&element.id()).is_some_and(|cached| cached.is_in_body);
        if (is_in_body || element.is_html(known::HTML))
            && let Some(head) = self.head.take().and_then(|head| document.get(head))
        {
            self.add_if_it_matches(head);
        }
        self.add_if_it_matches(element);
    }

    fn add_if_it_matches(&mut self, element: NodeRef<'_>) {
        self.decide(element);
        if let Some(CachedElement { state, is_in_match, is_below_root: true, .. }) =
            self.cache.remove(&element.id())
            && state.is_match()
        {
            self.found.push_back(Found { element: element.id(), is_in_match });
        }
    }

    /// Determines whether an element and those of its ancestors that are not cached match, and caches the results.
    fn decide(&mut self, element: NodeRef<'_>) {
        if self.cache.len() > self.cache_limit {
            self.cache.clear();
        }
        let is_new = self.cache.is_empty();
        let mut undecided = Vec::new();
        let mut next = Some(element);
        while let Some(node) = next
            && !self.cache.contains_key(&node.id())
        {
            undecided.push(node);
            next = container(node);
        }
        let mut above = next;
        while let Some(node) = undecided.pop() {
            let container = above.and_then(|above| self.cache.get(&above.id()));
            let parent = container.filter(|_| node.parent() == above);
            let cached = CachedElement {
                state: self.matcher.enter(node, parent.map(|parent| &parent.state)),
                is_in_match: container.is_some_and(|above| above.is_in_match || above.state.is_match()),
                is_in_body: container.is_some_and(|above| above.is_in_body)
                    || node.is_html(known::BODY)
                    || node.is_html(known::FRAMESET),
                is_below_root: parent
                    .map_or(node.parent() == Some(node.document().root()), |parent| parent.is_below_root),
            };
            self.cache.insert(node.id(), cached);
            above = Some(node);
        }
        if is_new {
            self.cache_limit = 2 * self.cache.len() + Self::FEW;
        }
    }

    /// Removes the children of the elements that the parser holds, of the ancestors of these elements, and of the root of a
    /// fragment, except children that are or contain a held node, or are inside a match. Must be called only while `found` is empty,
    /// because finished matches may be removed.
    ///
    /// Elements that are not decided yet keep their children: they have no finished element in them, and may still get other
    /// ancestors or attributes, so that they match. From the first marker for a `<template for>` on, nothing is removed.
    pub fn remove_others(&mut self, document: &mut Document) {
        if self.has_marker {
            return;
        }
        // If there are very many held nodes, they are not listed each time. Without the list, nothing is removed.
        let Some(held) = document.unchecked().held_nodes().map(<[Slot]>::to_vec) else { return };
        let mut kept = SideTable::new();
        for held in held {
            let mut next = Some(held.node(document));
            while let Some(node) = next.filter(|node| kept.add(node.id())) {
                next = node.parent().or_else(|| node.host());
            }
        }
        let mut others = Vec::new();
        for node in kept.keys().filter_map(|&id| document.get(id)) {
            let is_other = match self.cache.get(&node.id()) {
                Some(cached) => !cached.is_in_match && !cached.state.is_match(),
                // The root of a fragment is in no match.
                None => node == document.root() && node.kind() == NodeKind::DocumentFragment,
            };
            if is_other {
                others.extend(node.children().map(NodeRef::id).filter(|child| !kept.contains_key(child)));
            }
        }
        self.has_marker = others.iter().filter_map(|&other| document.get(other)).any(contains_a_marker);
        if self.has_marker {
            return;
        }
        for other in others {
            // A child of an element can always be removed.
            let _ = document.remove(other);
        }
    }
}
