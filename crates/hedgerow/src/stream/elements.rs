//! [`ElementStream`]: iterates over the finished elements that match a selector, and removes each one after it was used.

use std::collections::{HashSet, VecDeque};
use std::fmt;

use hedgerow_base::SideTable;
use hedgerow_dom::{Document, NodeId, NodeRef, Slot};
use hedgerow_select::{IncrementalMatcher, IntoSelector, MatchState, Selector, SelectorError};

use super::{ByteChunks, Progress, StreamParser, TextChunks};
use crate::Parsed;

/// A parser that returns each element that matches a selector when the element is finished, and then removes it, so that a
/// long document takes little memory.
///
/// An element is finished when its end tag or another token has closed it; a void element at once; an element that is never
/// closed with the document. Its ancestors are still open then, and stay. If one match contains another, the inner one is
/// returned first, and stays in the outer one until that was used.
///
/// Memory is bounded by the longest chunk and the largest match, if all matches are taken after each chunk, and
/// [`discard_others`](Self::discard_others) removes the content between them.
///
/// ```
/// use hedgerow::{Parser, ToHtml};
/// let mut stream = Parser::new().stream().elements("li.new")?;
/// let mut texts = Vec::new();
/// for chunk in ["<ul><li class=new>O", "ak<li>Elm<li class=new>Y", "ew</ul>"] {
///     stream.feed(chunk);
///     while let Some(item) = stream.next_element() {
///         texts.push(item.text());
///     }
/// }
/// assert_eq!(texts, ["Oak", "Yew"]);
/// assert_eq!(stream.finish().document().body().unwrap().inner_html(), "<ul><li>Elm</li></ul>");
/// # Ok::<(), hedgerow::select::SelectorError>(())
/// ```
///
/// # Selectors
///
/// Whether an element matches must follow from the element and its ancestors, as they are when the first element inside it
/// is finished, or it itself. So a selector may contain names, ids, classes, attributes, `:root`, `:is()`, `:where()`,
/// `:not()`, and the child and descendant combinators. Refused are `+`, `~`, `:nth-child()` and its relatives, because
/// siblings may be missing or already removed; `:has()` and `:empty`, which depend on the contents; and `:lang()`, `:dir()`
/// and the states of controls, which depend on other elements. For these, query the matches with [`Select`](crate::Select).
/// As in [`select`](crate::Select::select), elements in template contents or shadow trees do not match.
///
/// Nodes that the parser moves later, such as misnested elements, are returned as they were at the end of the chunk.
#[derive(Debug)]
pub struct ElementStream<Chunks = TextChunks> {
    stream: StreamParser<Chunks>,
    /// The element that was returned last, if it is to be removed.
    last: Option<NodeId>,
    discards_others: bool,
}

impl<Chunks> StreamParser<Chunks> {
    /// Returns the elements that match a selector when they are finished, and then removes them. Elements that are already
    /// finished are not included.
    ///
    /// See [`ElementStream`].
    ///
    /// # Errors
    ///
    /// If the selector is invalid, or has a part that cannot be decided during parsing.
    pub fn elements(mut self, selector: impl IntoSelector) -> Result<ElementStream<Chunks>, SelectorError> {
        let matches = FinishedMatches::new(selector.into_selector()?)?;
        self.machine.watch_mut().matches = Some(Box::new(matches));
        Ok(ElementStream { stream: self, last: None, discards_others: false })
    }
}

impl ElementStream<TextChunks> {
    /// Takes a chunk of text and parses it: [`StreamParser::feed`].
    pub fn feed(&mut self, chunk: &str) -> Progress {
        self.discard_used();
        self.stream.feed(chunk)
    }
}

impl ElementStream<ByteChunks> {
    /// Takes a chunk of bytes and parses it: [`StreamParser::feed`].
    ///
    /// If parsing is [restarted](StreamParser::has_restarted), the elements of the new document are returned from the first
    /// one on. To avoid this, give the encoding as [transport](crate::EncodingHints::transport) information.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        self.discard_used();
        self.stream.feed(chunk)
    }
}

impl<Chunks> ElementStream<Chunks> {
    /// Before each chunk, also removes finished elements, text and comments that neither match nor are inside a match.
    /// Doctypes and nodes outside the root element stay.
    ///
    /// ```
    /// use hedgerow::{Parser, ToHtml};
    /// let mut stream = Parser::new().stream().elements("b")?.discard_others();
    /// stream.feed("<div class=x><p>one</p>two<p>three <b>four</b>");
    /// assert_eq!(stream.next_element().map(|found| found.text()).as_deref(), Some("four"));
    /// stream.feed("five");
    /// let body = stream.stream().document().body().unwrap();
    /// assert_eq!(body.inner_html(), "<div class=\"x\"><p>five</p></div>");
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    #[must_use]
    pub fn discard_others(mut self) -> Self {
        self.discards_others = true;
        self
    }

    /// The next finished match, in the order of end tags; `None` if more input is needed, or everything was parsed.
    ///
    /// The element is removed when this method is called again, or the next chunk is fed.
    pub fn next_element(&mut self) -> Option<NodeRef<'_>> {
        self.remove_last();
        let found = loop {
            let found = self.stream.machine.watch_mut().matches.as_mut()?.found.pop_front()?;
            // The element may have been removed through `stream_mut`.
            if self.stream.document().get(found.element).is_some() {
                break found;
            }
        };
        self.last = (!found.is_in_match).then_some(found.element);
        self.stream.document().get(found.element)
    }

    /// Ends the input and parses the rest of it, which may finish more elements.
    pub fn end(&mut self) -> Progress {
        self.discard_used();
        self.stream.end()
    }

    /// Ends the input and returns the rest of the document.
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        self.remove_last();
        self.stream.finish()
    }

    /// The underlying parser.
    #[must_use]
    pub fn stream(&self) -> &StreamParser<Chunks> {
        &self.stream
    }

    /// The underlying parser, for running scripts, stopping, or changing the document.
    #[must_use]
    pub fn stream_mut(&mut self) -> &mut StreamParser<Chunks> {
        &mut self.stream
    }

    fn remove_last(&mut self) {
        if let Some(last) = self.last.take() {
            // The element may have been removed through `stream_mut`.
            let _ = self.stream.document_mut().remove(last);
        }
    }

    fn discard_used(&mut self) {
        self.remove_last();
        if !self.discards_others {
            return;
        }
        let Some(mut matches) = self.stream.machine.watch_mut().matches.take() else { return };
        if matches.found.is_empty() {
            matches.remove_others(self.stream.document_mut());
        }
        self.stream.machine.watch_mut().matches = Some(matches);
    }
}

/// A finished match.
#[derive(Clone, Copy, Debug)]
struct Found {
    element: NodeId,
    is_in_match: bool,
}

/// The cached facts about an element.
#[derive(Clone, Debug)]
struct CachedElement {
    state: MatchState,
    is_in_match: bool,
    /// Whether the element is in the tree of the root, not in template contents or a shadow tree.
    is_below_root: bool,
}

/// Collects the elements that match a selector when they are finished.
///
/// The match states of open elements are cached, so that each element is decided only once. The cache may contain elements
/// that were closed, because some of them get further children; it is cleared when it has twice the necessary size.
pub(crate) struct FinishedMatches {
    selector: Selector,
    matcher: IncrementalMatcher,
    cache: SideTable<NodeId, CachedElement>,
    cache_limit: usize,
    found: VecDeque<Found>,
}

impl fmt::Debug for FinishedMatches {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FinishedMatches").field("selector", &self.selector).finish_non_exhaustive()
    }
}

impl FinishedMatches {
    /// The number of cached elements below which the cache is never cleared.
    const FEW: usize = 1024;

    fn new(selector: Selector) -> Result<Self, SelectorError> {
        Ok(Self {
            matcher: IncrementalMatcher::new(&selector)?,
            selector,
            cache: SideTable::default(),
            cache_limit: Self::FEW,
            found: VecDeque::new(),
        })
    }

    /// A new instance for another document, after a restart.
    pub(crate) fn restarted(self) -> Option<Self> {
        Self::new(self.selector).ok()
    }

    /// Called when an element was popped off the stack of open elements.
    pub(crate) fn element_was_finished(&mut self, document: &Document, element: Slot) {
        let element = element.node(document);
        self.decide(element);
        if let Some(CachedElement { state, is_in_match, is_below_root: true }) =
            self.cache.remove(&element.id())
            && state.is_match()
        {
            self.found.push_back(Found { element: element.id(), is_in_match });
        }
    }

    /// Decides an element and those of its ancestors that are not cached.
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

    /// Removes the children of held elements, unless they contain a held node, match the selector, or are inside a match.
    fn remove_others(&mut self, document: &mut Document) {
        // If there are very many held nodes, they are not listed each time.
        let Some(held) = document.unchecked().held_nodes().map(<[Slot]>::to_vec) else { return };
        let mut kept = HashSet::new();
        for held in held {
            let mut next = Some(held.node(document));
            while let Some(node) = next.filter(|node| kept.insert(node.id())) {
                next = node.parent().or_else(|| node.host());
            }
        }
        let mut others = Vec::new();
        for node in kept.iter().filter_map(|&id| document.get(id)) {
            if node.element_name().is_none() {
                continue;
            }
            self.decide(node);
            let is_match =
                self.cache.get(&node.id()).is_none_or(|cached| cached.is_in_match || cached.state.is_match());
            if !is_match {
                others.extend(node.children().map(NodeRef::id).filter(|child| !kept.contains(child)));
            }
        }
        for other in others {
            // It is a child of an element, so it can be removed.
            let _ = document.remove(other);
        }
    }
}
