//! [`ElementStream`]: iterates over the finished elements that match a selector, and removes each one after it was used.

use hedgerow_dom::{NodeId, NodeRef};
use hedgerow_select::{FinishedMatches, IntoSelector, SelectorError, contains_a_marker};

use super::{ByteChunks, End, Progress, StreamParser, TextChunks};
use crate::Parsed;

/// A parser that returns each element that matches a selector when the element is finished, and then removes it, so that a
/// long document takes little memory.
///
/// An element is finished when its end tag or another token has closed it, and no element inside it is open: a `form` whose end
/// tag is misnested is finished after the elements in it. A void element is finished immediately; an element that is never closed
/// is finished at the end of the document; the `head` is finished when something in the body is, because the parser moves metadata
/// before the body into it. The ancestors of a finished element are still open, so they stay in the document. If one match contains another, the inner match is returned first, but is removed
/// only together with the outer match.
///
/// Memory is bounded by the longest chunk, the largest match and the longest text at the start of an element, if all matches are
/// taken after each chunk, and [`discard_others`](Self::discard_others) removes the content between the matches.
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
/// Whether an element matches must depend only on the element and its ancestors. They are examined when the element, or
/// the first element inside it, is finished. So a selector may contain names, ids, classes, attributes, `:root`,
/// `:is()`, `:where()`, `:not()`, and the child and descendant combinators. The following are refused: `+`, `~`,
/// `:nth-child()` and its relatives, because siblings may be missing or already removed; `:has()` and `:empty`, which
/// depend on the contents; and `:lang()`, `:dir()` and the states of controls, which depend on other elements. For
/// these, query the matches with [`Select`](crate::Select). As in [`select`](crate::Select::select), elements in
/// template contents or shadow trees do not match.
///
/// Nodes that the parser moves later, such as misnested elements, are returned as they were at the end of the chunk. So are elements
/// into which `<template for>` or the end of an option inserts content later.
#[derive(Debug)]
pub struct ElementStream<Chunks = TextChunks> {
    stream: StreamParser<Chunks>,
    /// The returned elements that will be removed. They stay while a finished match waits, because that match may be inside one of
    /// them.
    used: Vec<NodeId>,
    /// The returned elements that are removed when everything is parsed, because they contain a marker for a `<template for>`.
    with_markers: Vec<NodeId>,
    discards_others: bool,
}

impl<Chunks> StreamParser<Chunks> {
    /// Converts this parser to a stream that returns each element that matches a selector when the element is finished,
    /// and then removes it. Elements that are already finished are not included.
    ///
    /// See [`ElementStream`].
    ///
    /// # Errors
    ///
    /// If the selector is invalid, or has a part that cannot be decided during parsing.
    pub fn elements(mut self, selector: impl IntoSelector) -> Result<ElementStream<Chunks>, SelectorError> {
        let matches = FinishedMatches::new(selector.into_selector()?)?;
        self.machine.watch_mut().matches = Some(Box::new(matches));
        Ok(ElementStream { stream: self, used: Vec::new(), with_markers: Vec::new(), discards_others: false })
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
    /// Doctypes and nodes outside the root element of a document stay, and the text in an open element stays until an element in
    /// it is finished, because only then is it certain whether the open element matches. From the first marker for a
    /// `<template for>` on, all nodes stay, because a template may insert matches there.
    ///
    /// Options are removed, too. So if an open match is in a `select`, but the options before the match are not, then a
    /// `selectedcontent` element in the match mirrors another option than without this method.
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

    /// Returns the next finished match, in the order of end tags; `None` if more input is needed or all was parsed.
    ///
    /// Returned elements are removed when this method returns `None`, or when the next chunk is fed and no match waits. If an
    /// element contains a marker at which a `<template for>` may insert further matches, it is removed by
    /// [`finish`](Self::finish).
    pub fn next_element(&mut self) -> Option<NodeRef<'_>> {
        let found = loop {
            let Some(found) = self.stream.machine.watch_mut().matches.as_mut()?.found.pop_front() else {
                self.remove_used();
                return None;
            };
            // The element may have been removed through `stream_mut`.
            if self.stream.document().get(found.element).is_some() {
                break found;
            }
        };
        if !found.is_in_match {
            self.used.push(found.element);
        }
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
        self.remove_used();
        self.stream.finish_input();
        for element in self.used.into_iter().chain(self.with_markers) {
            let _ = self.stream.document_mut().remove(element);
        }
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

    /// Removes the elements that were returned, unless a finished match waits. Returns whether none waits.
    fn remove_used(&mut self) -> bool {
        let matches = &self.stream.machine.watch_mut().matches;
        if matches.as_ref().is_some_and(|matches| !matches.found.is_empty()) {
            return false;
        }
        let may_get_matches = self.stream.end != End::Parsed;
        for used in std::mem::take(&mut self.used) {
            if may_get_matches && self.stream.document().get(used).is_some_and(contains_a_marker) {
                self.with_markers.push(used);
            } else {
                // The element may have been removed through `stream_mut`.
                let _ = self.stream.document_mut().remove(used);
            }
        }
        true
    }

    fn discard_used(&mut self) {
        if self.remove_used()
            && self.discards_others
            && let Some(mut matches) = self.stream.machine.watch_mut().matches.take()
        {
            matches.remove_others(self.stream.document_mut());
            self.stream.machine.watch_mut().matches = Some(matches);
        }
    }
}
