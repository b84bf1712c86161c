//! [`ElementStream`]: the finished elements that match a selector, one by one, each of them removed once it was looked at.

use std::collections::{HashSet, VecDeque};
use std::fmt;

use hedgerow_dom::{Document, NodeId, NodeRef, Slot};
use hedgerow_names::SideTable;
use hedgerow_select::{IncrementalMatcher, IntoSelector, MatchState, Selector, SelectorError};

use super::{ByteChunks, Progress, StreamParser, TextChunks};
use crate::Parsed;

/// A parser that hands over each element that matches a selector, once the element is finished, and removes it then: a long
/// document in little memory.
///
/// An element is finished when its end tag or something else has closed it; an element without contents at once, one that is
/// never closed with the document. Its parents are still open then, and stay. Of two matches of which one is inside of the
/// other, the inner one comes first, and stays in the outer one until that was looked at.
///
/// Memory is bounded by the longest chunk and the largest match, if all matches are taken after each chunk, and
/// [`discard_others`](Self::discard_others) removes what stands between them.
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
/// An element is decided by itself and its ancestors, as they are when the first element in it is finished, or else itself.
/// So there may be names, ids, classes, attributes, `:root`, `:is()`, `:where()`, `:not()`, and the combinators for children
/// and descendants. What looks at siblings, some of which may be gone and others not there yet, is refused: `+`, `~`,
/// `:nth-child()` and its relatives; so is what looks into an element, such as `:has()` and `:empty`, and what depends on other
/// elements: `:lang()`, `:dir()`, the states of controls. What is found can be asked for any of that with
/// [`Select`](crate::Select). As with [`select`](crate::Select::select), what is in template contents or a shadow tree is not
/// found.
///
/// What the parser moves later, as it does with misnested elements, is seen as it was when the chunk had ended.
#[derive(Debug)]
pub struct ElementStream<Chunks = TextChunks> {
    stream: StreamParser<Chunks>,
    /// The element that was handed over last, if it is to be removed.
    last: Option<NodeId>,
    discards_others: bool,
}

impl<Chunks> StreamParser<Chunks> {
    /// Hands over the elements that match a selector, once they are finished, and removes them then. Those that are finished
    /// already are not among them.
    ///
    /// See [`ElementStream`].
    ///
    /// # Errors
    ///
    /// If the selector is not valid, or has a part that cannot be decided while the document is parsed.
    pub fn elements(mut self, selector: impl IntoSelector) -> Result<ElementStream<Chunks>, SelectorError> {
        let matches = FinishedMatches::new(selector.into_selector()?)?;
        self.machine.watch_mut().matches = Some(Box::new(matches));
        Ok(ElementStream { stream: self, last: None, discards_others: false })
    }
}

impl ElementStream<TextChunks> {
    /// Takes a chunk of text and parses what can be parsed: [`StreamParser::feed`].
    pub fn feed(&mut self, chunk: &str) -> Progress {
        self.let_go();
        self.stream.feed(chunk)
    }
}

impl ElementStream<ByteChunks> {
    /// Takes a chunk of bytes and parses what can be parsed: [`StreamParser::feed`].
    ///
    /// If the parser has to [start again](StreamParser::has_restarted), the elements of the new document are handed over from
    /// the first one on. To exclude that, give the encoding as [transport](crate::EncodingHints::transport) information.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        self.let_go();
        self.stream.feed(chunk)
    }
}

impl<Chunks> ElementStream<Chunks> {
    /// Removes what is finished, matches nothing and is in no match, too, before each chunk: elements, text and comments that
    /// were passed, but for doctypes and what is not in the root element.
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

    /// The next match that is finished, in the order of their ends; `None` if more input is needed, or all of it was parsed.
    ///
    /// It is removed when this is called again, or the next chunk is fed.
    pub fn next_element(&mut self) -> Option<NodeRef<'_>> {
        self.remove_last();
        let found = loop {
            let found = self.stream.machine.watch_mut().matches.as_mut()?.found.pop_front()?;
            // It may have been removed through `stream_mut`.
            if self.stream.document().get(found.element).is_some() {
                break found;
            }
        };
        self.last = (!found.is_in_match).then_some(found.element);
        self.stream.document().get(found.element)
    }

    /// Ends the input and parses what is left of it; then there may be more elements.
    pub fn end(&mut self) -> Progress {
        self.let_go();
        self.stream.end()
    }

    /// Ends the input and returns the rest of the document.
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        self.remove_last();
        self.stream.finish()
    }

    /// The parser.
    #[must_use]
    pub fn stream(&self) -> &StreamParser<Chunks> {
        &self.stream
    }

    /// The parser: to run scripts, to stop it, or to change the document.
    #[must_use]
    pub fn stream_mut(&mut self) -> &mut StreamParser<Chunks> {
        &mut self.stream
    }

    fn remove_last(&mut self) {
        if let Some(last) = self.last.take() {
            // It may have been removed through `stream_mut`.
            let _ = self.stream.document_mut().remove(last);
        }
    }

    fn let_go(&mut self) {
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

/// A match that is finished.
#[derive(Clone, Copy, Debug)]
struct Found {
    element: NodeId,
    is_in_match: bool,
}

/// What is known of an element.
#[derive(Clone, Debug)]
struct Known {
    state: MatchState,
    is_in_match: bool,
    /// Whether the root is around it, and no template contents or shadow tree.
    is_below_root: bool,
}

/// Finds the elements that match when they are finished.
///
/// What is known of the open elements is kept, so that no element is asked twice. It is a cache, which may also have elements
/// that got another child after they had been closed; so it is emptied once it is twice as large as it had to be.
pub(crate) struct FinishedMatches {
    selector: Selector,
    matcher: IncrementalMatcher,
    known: SideTable<NodeId, Known>,
    most_known: usize,
    found: VecDeque<Found>,
}

impl fmt::Debug for FinishedMatches {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FinishedMatches").field("selector", &self.selector).finish_non_exhaustive()
    }
}

impl FinishedMatches {
    /// What is known in any case.
    const FEW: usize = 1024;

    fn new(selector: Selector) -> Result<Self, SelectorError> {
        Ok(Self {
            matcher: IncrementalMatcher::new(&selector)?,
            selector,
            known: SideTable::default(),
            most_known: Self::FEW,
            found: VecDeque::new(),
        })
    }

    /// The same for another document.
    pub(crate) fn restarted(self) -> Option<Self> {
        Self::new(self.selector).ok()
    }

    /// An element was popped off the stack of open elements.
    pub(crate) fn element_was_finished(&mut self, document: &Document, element: Slot) {
        let element = document.node_at(element);
        self.learn(element);
        if let Some(Known { state, is_in_match, is_below_root: true }) = self.known.remove(&element.id())
            && state.is_match()
        {
            self.found.push_back(Found { element: element.id(), is_in_match });
        }
    }

    /// Decides an element and those around it that are not known yet.
    fn learn(&mut self, element: NodeRef<'_>) {
        if self.known.len() > self.most_known {
            self.known.clear();
        }
        let is_new = self.known.is_empty();
        let mut unknown = Vec::new();
        let mut next = Some(element);
        while let Some(node) = next.filter(|node| node.element_name().is_some())
            && !self.known.contains_key(&node.id())
        {
            unknown.push(node);
            next = node.parent();
        }
        let mut above = next;
        while let Some(node) = unknown.pop() {
            let parent = above.and_then(|above| self.known.get(&above.id()));
            let known = Known {
                state: self.matcher.enter(node, parent.map(|parent| &parent.state)),
                is_in_match: parent.is_some_and(|parent| parent.is_in_match || parent.state.is_match()),
                is_below_root: parent
                    .map_or(above == Some(node.document().root()), |parent| parent.is_below_root),
            };
            self.known.insert(node.id(), known);
            above = Some(node);
        }
        if is_new {
            self.most_known = 2 * self.known.len() + Self::FEW;
        }
    }

    /// Removes what is in elements that the parser has in its hands, as far as that has nothing of them inside, and is in no
    /// match.
    fn remove_others(&mut self, document: &mut Document) {
        // If there are very many of them, it is not known each time which they are.
        let Some(held) = document.unchecked().held_nodes().map(<[Slot]>::to_vec) else { return };
        let mut kept = HashSet::new();
        for held in held {
            let mut next = Some(document.node_at(held));
            while let Some(node) = next.filter(|node| kept.insert(node.id())) {
                next = node.parent().or_else(|| node.host());
            }
        }
        let mut others = Vec::new();
        for node in kept.iter().filter_map(|&id| document.get(id)) {
            if node.element_name().is_none() {
                continue;
            }
            self.learn(node);
            let is_match =
                self.known.get(&node.id()).is_none_or(|known| known.is_in_match || known.state.is_match());
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
