//! [`FinishedMatches`]: the elements that match a selector, collected when they are finished: when they have left the stack of
//! open elements, and no open element is inside them.

use std::collections::VecDeque;
use std::fmt;

use hedgerow_base::{SideTable, known};
use hedgerow_dom::{Document, NodeId, NodeRef, Slot};

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

/// The cached facts about an element.
#[derive(Clone, Debug)]
struct CachedElement {
    state: MatchState,
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
        while let Some(node) = next.filter(|node| node.element_name().is_some())
            && !self.cache.contains_key(&node.id())
        {
            undecided.push(node);
            next = node.parent();
        }
        let mut above = next;
        while let Some(node) = undecided.pop() {
            let parent = above.and_then(|above| self.cache.get(&above.id()));
            let cached = CachedElement {
                state: self.matcher.enter(node, parent.map(|parent| &parent.state)),
                is_in_match: parent.is_some_and(|parent| parent.is_in_match || parent.state.is_match()),
                is_in_body: parent.is_some_and(|parent| parent.is_in_body)
                    || node.is_html(known::BODY)
                    || node.is_html(known::FRAMESET),
                is_below_root: parent
                    .map_or(above == Some(node.document().root()), |parent| parent.is_below_root),
            };
            self.cache.insert(node.id(), cached);
            above = Some(node);
        }
        if is_new {
            self.cache_limit = 2 * self.cache.len() + Self::FEW;
        }
    }

    /// Removes the children of the elements that the parser holds, and of the ancestors of these elements, except children
    /// that are or contain a held node, or are inside a match. Must be called only while `found` is empty,
    /// because finished matches may be removed.
    ///
    /// Elements that are not decided yet keep their children: they have no finished element in them, and may still get other
    /// ancestors or attributes, so that they match.
    pub fn remove_others(&mut self, document: &mut Document) {
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
            if node.element_name().is_none() {
                continue;
            }
            let cached = self.cache.get(&node.id());
            if cached.is_some_and(|cached| !cached.is_in_match && !cached.state.is_match()) {
                others.extend(node.children().map(NodeRef::id).filter(|child| !kept.contains_key(child)));
            }
        }
        for other in others {
            // A child of an element can always be removed.
            let _ = document.remove(other);
        }
    }
}
