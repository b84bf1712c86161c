//! [`Rewriter`]: the handlers, and the runs.

use std::io;

use hedgerow_base::seams::CONTEXT;
use hedgerow_base::{NameId, known};
use hedgerow_input::{EncodingHints, Span};
use hedgerow_select::{DecidedAt, IntoSelector, Selector, SelectorError, SelectorSet};
use hedgerow_tokenizer::{Feedback, ParseErrorCode, State as TokenizerState, Token, TokenSink};
use hedgerow_tree::{InsertionMode, ScriptingMode, TreeBuilder, TreeBuilderOptions};

use crate::check::Checker;
use crate::element::{Checks, Comment, Doctype, DocumentEnd, Element, TextChunk};
use crate::error::{Departure, EditError, RewriteError};
use crate::input::Input;
use crate::machine::Machine;
use crate::stage::{Io, Stage};
use crate::window::{Extent, Subscriber, Wanted, Window};

/// The result of a handler. An error ends the run.
pub type HandlerResult = Result<(), Box<dyn std::error::Error + Send + Sync>>;

pub(crate) enum Handler<'h> {
    Element(Box<dyn FnMut(&mut Element<'_, 'h>) -> HandlerResult + Send + 'h>),
    Text(Box<dyn FnMut(&mut TextChunk<'_>) -> HandlerResult + Send + 'h>),
    Comment(Box<dyn FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h>),
    Doctype(Box<dyn FnMut(&mut Doctype<'_>) -> HandlerResult + Send + 'h>),
    End(Box<dyn FnMut(&mut DocumentEnd<'_>) -> HandlerResult + Send + 'h>),
}

/// The action to take if more text would have to be held than the [limit](Rewriter::limit) allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beyond {
    /// End the run with an error.
    #[default]
    Error,
    /// Treat an element that is held back as if the selector did not match. Otherwise write the rest of the document unchanged,
    /// without calling handlers; if a removed or renamed element is open, whose end tag would stay, end the run with an error.
    KeepSource,
}

/// The report of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The differences between edits and their effects that became known after the edits were written, each with an offset in the
    /// source; the first 100. Empty unless [`Checks::Report`] is set.
    pub departures: Vec<(Departure, u64)>,
    /// The number of all such differences.
    pub departure_count: u64,
    /// The edits that were made although a check failed, each with the offset of its token in the source; the first 100. Empty unless
    /// [`Checks::Report`] is set.
    pub unchecked: Vec<(EditError, u64)>,
    /// The number of all such edits.
    pub unchecked_count: u64,
    /// The number of times that the parser moved or copied nodes, or added attributes to an element that had already begun. If it is
    /// 0, the elements were passed to the handlers in tree order, and match in the finished document, too.
    pub moves: u32,
    /// The number of elements for which a selector could not be decided within the limit. They were treated as if it did not match.
    pub undecided: u64,
    /// Whether the limit was exceeded, so that the rest of the document was not rewritten.
    pub was_cut: bool,
}

/// A rewriter for one document: handlers, and the selectors of the elements that they are called for.
///
/// See the [crate documentation](crate).
pub struct Rewriter<'h> {
    /// The selectors, each with its handler.
    selectors: Vec<(Selector, Subscriber)>,
    handlers: Vec<Handler<'h>>,
    /// The handlers of all texts and comments.
    global: Vec<usize>,
    wanted: Wanted,
    checks: Checks,
    options: TreeBuilderOptions,
    limit: usize,
    beyond: Beyond,
}

impl Default for Rewriter<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'h> Rewriter<'h> {
    /// Creates a rewriter without handlers, which writes every document unchanged.
    ///
    /// ```
    /// use hedgerow::rewrite::Rewriter;
    /// assert_eq!(Rewriter::new().rewrite("<P>a\r\n")?, "<P>a\r\n");
    /// # Ok::<(), hedgerow::rewrite::RewriteError>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            selectors: Vec::new(),
            handlers: Vec::new(),
            global: Vec::new(),
            wanted: Wanted::default(),
            checks: Checks::default(),
            options: TreeBuilderOptions::default(),
            limit: 1 << 20,
            beyond: Beyond::default(),
        }
    }

    fn add(&mut self, selector: Option<Selector>, handler: Handler<'h>) {
        let number = self.handlers.len();
        match selector {
            Some(selector) => self.selectors.push((selector, Subscriber { number, needs_contents: false })),
            None if matches!(handler, Handler::Text(_) | Handler::Comment(_)) => self.global.push(number),
            None => {}
        }
        self.handlers.push(handler);
    }

    fn checked(selector: impl IntoSelector) -> Result<Selector, SelectorError> {
        let selector = selector.into_selector()?;
        Self::decided_at(&selector)?;
        Ok(selector)
    }

    /// Returns the time at which a selector is decided. If this is later than the start of an element, the source is held back from
    /// each element that may match: see [`limit`](Self::limit).
    ///
    /// ```
    /// use hedgerow::rewrite::{DecidedAt, Rewriter};
    /// assert_eq!(Rewriter::decided_at("ul > li:first-child")?, DecidedAt::Start);
    /// assert_eq!(Rewriter::decided_at("ul > li:last-child")?, DecidedAt::Later);
    /// # Ok::<(), hedgerow::select::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`on`](Self::on).
    pub fn decided_at(selector: impl IntoSelector) -> Result<DecidedAt, SelectorError> {
        Ok(SelectorSet::new(&[selector.into_selector()?])?.decided_at())
    }

    /// Calls a function for each element that matches a selector.
    ///
    /// ```
    /// use hedgerow::rewrite::Rewriter;
    /// let rewriter = Rewriter::new().on("h2 + p", |p| Ok(p.set_attribute("class", "first")?))?;
    /// assert_eq!(rewriter.rewrite("<h2>Yew</h2><p>1<p>2")?, "<h2>Yew</h2><p class=\"first\">1<p>2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the selector is invalid, or [cannot be decided](SelectorSet::new) while the tree is built.
    pub fn on(
        mut self,
        selector: impl IntoSelector,
        handler: impl FnMut(&mut Element<'_, 'h>) -> HandlerResult + Send + 'h,
    ) -> Result<Self, SelectorError> {
        self.add(Some(Self::checked(selector)?), Handler::Element(Box::new(handler)));
        Ok(self)
    }

    /// Calls a function for each element that matches a selector, and makes the source of its [contents](Element::contents) available. The
    /// source is held back from the start of the element to its end: see [`limit`](Self::limit).
    ///
    /// ```
    /// use hedgerow::rewrite::Rewriter;
    /// let rewriter = Rewriter::new().on_contents("q", |q| {
    ///     let words = q.contents().unwrap_or_default().split_whitespace().count();
    ///     Ok(q.set_attribute("data-words", &words.to_string())?)
    /// })?;
    /// assert_eq!(rewriter.rewrite("<q>two <b>words</b></q>")?, "<q data-words=\"2\">two <b>words</b></q>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`on`](Self::on).
    pub fn on_contents(
        self,
        selector: impl IntoSelector,
        handler: impl FnMut(&mut Element<'_, 'h>) -> HandlerResult + Send + 'h,
    ) -> Result<Self, SelectorError> {
        let mut rewriter = self.on(selector, handler)?;
        if let Some((_, subscriber)) = rewriter.selectors.last_mut() {
            subscriber.needs_contents = true;
        }
        Ok(rewriter)
    }

    /// Calls a function for the texts in each element that matches a selector, and in its descendants.
    ///
    /// ```
    /// use hedgerow::rewrite::{Content, Rewriter};
    /// let rewriter = Rewriter::new().on_text("b", |text| {
    ///     let upper = text.as_str().to_uppercase();
    ///     Ok(text.replace(Content::Text(&upper))?)
    /// })?;
    /// assert_eq!(rewriter.rewrite("a <b>b <i>c</i></b>")?, "a <b>B <i>C</i></b>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`on`](Self::on).
    pub fn on_text(
        mut self,
        selector: impl IntoSelector,
        handler: impl FnMut(&mut TextChunk<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<Self, SelectorError> {
        self.add(Some(Self::checked(selector)?), Handler::Text(Box::new(handler)));
        self.wanted.text = self.wanted.text.max(Extent::InMatches);
        Ok(self)
    }

    /// Calls a function for the comments in each element that matches a selector, and in its descendants.
    ///
    /// # Errors
    ///
    /// As for [`on`](Self::on).
    pub fn on_comment(
        mut self,
        selector: impl IntoSelector,
        handler: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<Self, SelectorError> {
        self.add(Some(Self::checked(selector)?), Handler::Comment(Box::new(handler)));
        self.wanted.comments = self.wanted.comments.max(Extent::InMatches);
        Ok(self)
    }

    /// Calls a function for all texts of the document.
    #[must_use]
    pub fn on_every_text(
        mut self,
        handler: impl FnMut(&mut TextChunk<'_>) -> HandlerResult + Send + 'h,
    ) -> Self {
        self.add(None, Handler::Text(Box::new(handler)));
        self.wanted.text = Extent::All;
        self
    }

    /// Calls a function for all comments of the document.
    ///
    /// ```
    /// use hedgerow::rewrite::Rewriter;
    /// let rewriter = Rewriter::new().on_every_comment(|comment| Ok(comment.remove()));
    /// assert_eq!(rewriter.rewrite("<p>a<!-- b -->c")?, "<p>ac");
    /// # Ok::<(), hedgerow::rewrite::RewriteError>(())
    /// ```
    #[must_use]
    pub fn on_every_comment(
        mut self,
        handler: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Self {
        self.add(None, Handler::Comment(Box::new(handler)));
        self.wanted.comments = Extent::All;
        self
    }

    /// Calls a function for the DOCTYPE.
    #[must_use]
    pub fn on_doctype(mut self, handler: impl FnMut(&mut Doctype<'_>) -> HandlerResult + Send + 'h) -> Self {
        self.add(None, Handler::Doctype(Box::new(handler)));
        self.wanted.doctype = true;
        self
    }

    /// Calls a function at the end of the document.
    #[must_use]
    pub fn on_document_end(
        mut self,
        handler: impl FnMut(&mut DocumentEnd<'_>) -> HandlerResult + Send + 'h,
    ) -> Self {
        self.add(None, Handler::End(Box::new(handler)));
        self
    }

    /// Sets what to do with an edit whose effect on the tree would differ from what the edit says. By default it is refused.
    #[must_use]
    pub fn checks(mut self, checks: Checks) -> Self {
        self.checks = checks;
        self
    }

    /// Sets whether scripting is enabled, so that the contents of `noscript` elements are text. By default they are elements.
    #[must_use]
    pub fn scripting(mut self, is_enabled: bool) -> Self {
        let mode = if is_enabled { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        self.options = self.options.scripting_mode(mode);
        self
    }

    /// Sets the largest number of bytes that may be held: of text that cannot be written yet, because a token is incomplete, its place
    /// is not known, or [its encoding is not determined](Self::stream_bytes); of names that are not in the standard; of text that
    /// is held back; and of the facts that decide later whether elements match. The default is 1 MiB for each. The elements, texts
    /// and comments in text that is held back may take four times as many bytes.
    ///
    /// If a selector is decided [later](Self::decided_at), or a function [receives the contents](Self::on_contents), the source is held
    /// back from the start of each element that may match to the first token that decides whether it does: for example, the end
    /// of the element for `:has()`, or its next sibling for `:last-child`.
    ///
    /// ```
    /// use hedgerow::rewrite::{Beyond, Rewriter};
    /// let rewriter = Rewriter::new().limit(20, Beyond::KeepSource);
    /// let rewriter = rewriter.on("p:has(b)", |p| Ok(p.set_attribute("class", "b")?))?;
    /// let page = "<p>is longer than the limit <b>1</b><p><b>2</b>";
    /// let rewritten = "<p>is longer than the limit <b>1</b><p class=\"b\"><b>2</b>";
    /// assert_eq!(rewriter.rewrite(page)?, rewritten);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limit(mut self, bytes: usize, beyond: Beyond) -> Self {
        (self.limit, self.beyond) = (bytes, beyond);
        self
    }

    /// Rewrites a whole document.
    ///
    /// # Errors
    ///
    /// If a handler returns an error, an edit has another effect than it says, or the limit is exceeded.
    pub fn rewrite(self, html: &str) -> Result<String, RewriteError> {
        let mut stream = self.stream_text(Vec::with_capacity(html.len()));
        stream.feed(html.as_bytes())?;
        let (bytes, _) = stream.finish()?;
        // Text and edits are UTF-8, and are cut only between characters.
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// Rewrites a whole document in any encoding.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::rewrite::Rewriter;
    /// let rewriter = Rewriter::new().on("b", |b| Ok(b.set_attribute("title", "\u{E9}\u{2200}")?))?;
    /// let page = b"<meta charset=latin1><b>\xE9</b>\xFF\r\n";
    /// let rewritten = rewriter.rewrite_bytes(page, &EncodingHints::new())?;
    /// assert_eq!(rewritten, b"<meta charset=latin1><b title=\"\xE9&#8704;\">\xE9</b>\xFF\r\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`rewrite`](Self::rewrite).
    pub fn rewrite_bytes(self, bytes: &[u8], hints: &EncodingHints) -> Result<Vec<u8>, RewriteError> {
        let mut stream = self.stream_bytes(hints, Vec::with_capacity(bytes.len()));
        stream.feed(bytes)?;
        Ok(stream.finish()?.0)
    }

    /// Begins to rewrite chunks of UTF-8 text. The chunks may be cut anywhere.
    pub fn stream_text<W: io::Write>(self, writer: W) -> RewriteStream<'h, W> {
        RewriteStream::new(self, None, writer)
    }

    /// Begins to rewrite chunks of bytes in any encoding.
    ///
    /// Up to 1024 bytes are held until the encoding is determined, and more if the encoding has to be guessed. A declaration after
    /// bytes that are not ASCII is ignored, as the standard permits if earlier bytes are no longer available.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::rewrite::Rewriter;
    /// use std::io::Write;
    /// let rewriter = Rewriter::new().on("a[href]", |a| Ok(a.set_attribute("rel", "nofollow")?))?;
    /// let mut stream = rewriter.stream_bytes(&EncodingHints::new(), Vec::new());
    /// stream.write_all(b"<a hr")?;
    /// stream.write_all(b"ef=/>Yew</a>")?;
    /// let (output, _) = stream.finish()?;
    /// assert_eq!(output, b"<a href=/ rel=\"nofollow\">Yew</a>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stream_bytes<W: io::Write>(self, hints: &EncodingHints, writer: W) -> RewriteStream<'h, W> {
        RewriteStream::new(self, Some(hints), writer)
    }

    /// Rewrites chunks of bytes into pieces of bytes.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::rewrite::Rewriter;
    /// let chunks = [b"<b>a</".as_slice(), b"b>c"];
    /// let pieces = Rewriter::new().pieces(&EncodingHints::new(), chunks);
    /// assert_eq!(pieces.collect::<Result<Vec<_>, _>>()?.concat(), b"<b>a</b>c");
    /// # Ok::<(), hedgerow::rewrite::RewriteError>(())
    /// ```
    pub fn pieces<C: AsRef<[u8]>, I: IntoIterator<Item = C>>(
        self,
        hints: &EncodingHints,
        chunks: I,
    ) -> impl Iterator<Item = Result<Vec<u8>, RewriteError>> + use<'h, C, I> {
        let mut stream = Some(self.stream_bytes(hints, Vec::new()));
        let mut chunks = chunks.into_iter();
        std::iter::from_fn(move || {
            let mut running = stream.take()?;
            let Some(chunk) = chunks.next() else { return Some(running.finish().map(|(piece, _)| piece)) };
            if let Err(error) = running.feed(chunk.as_ref()) {
                return Some(Err(error));
            }
            let piece = std::mem::take(&mut running.writer);
            stream = Some(running);
            Some(Ok(piece))
        })
    }
}

/// The stages from tokens to events.
struct Parse {
    builder: TreeBuilder<Window>,
}

impl TokenSink for Parse {
    const PARSE_ERRORS: bool = false;

    #[inline(always)]
    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        let is_before_the_head = matches!(
            self.builder.insertion_mode(),
            InsertionMode::Initial | InsertionMode::BeforeHtml | InsertionMode::BeforeHead
        );
        let window = self.builder.sink_mut();
        let first = window.events.len();
        window.begin_token(token, span);
        if let Token::Characters(text) = token
            && is_before_the_head
        {
            window.skip_white_space(text);
        }
        // The start tags `a` and `nobr` may take the pending elements off the list.
        let may_clear = matches!(token, Token::StartTag(tag) if matches!(tag.name, known::A | known::NOBR));
        let was_any_pending =
            (may_clear || window.has_open_frames()) && Window::is_any_formatting_pending(&self.builder);
        let feedback = self.builder.process_token(token, span);
        if self.builder.sink().events.len() > first {
            Window::complete_events(&mut self.builder, first, was_any_pending);
        }
        feedback
    }

    fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

    #[inline]
    fn intern(&mut self, name: &str) -> NameId {
        self.builder.intern(name)
    }

    #[inline(always)]
    fn likely_end_tag_name(&self) -> Option<NameId> {
        self.builder.likely_end_tag_name()
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Running,
    /// The limit was exceeded: bytes are written unchanged.
    Passing,
    Failed,
}

/// Rewrites chunks, and writes the output to a writer.
///
/// As a [`Write`](io::Write), the stream takes chunks; [`flush`](io::Write::flush) flushes the writer.
pub struct RewriteStream<'h, W> {
    machine: Machine<Parse>,
    input: Input,
    stage: Stage<'h>,
    writer: W,
    limit: usize,
    beyond: Beyond,
    state: State,
    was_cut: bool,
    /// The number of bytes at the start of the input's text that are not needed.
    settled: usize,
}

impl<'h, W: io::Write> RewriteStream<'h, W> {
    fn new(rewriter: Rewriter<'h>, hints: Option<&EncodingHints>, writer: W) -> Self {
        let Rewriter { selectors, handlers, global, wanted, checks, options, limit, beyond } = rewriter;
        let has_scripting = options.scripting_mode != ScriptingMode::Disabled;
        let (selectors, subscribers): (Vec<_>, _) = selectors.into_iter().unzip();
        // Each selector was checked when it was added.
        let set = SelectorSet::new(&selectors).unwrap_or_default();
        let window = Window::new(set, subscribers, wanted, has_scripting, limit);
        Self {
            machine: Machine::new(Parse { builder: TreeBuilder::new(window, options) }),
            input: Input::new(hints),
            stage: Stage::new(handlers, global, Checker::new(checks, options)),
            writer,
            limit,
            beyond,
            state: State::Running,
            was_cut: false,
            settled: 0,
        }
    }

    fn window(&self) -> &Window {
        self.machine.tokenizer.sink().builder.sink()
    }

    fn window_mut(&mut self) -> &mut Window {
        self.machine.tokenizer.sink_mut().builder.sink_mut()
    }

    /// Takes a chunk.
    ///
    /// # Errors
    ///
    /// If a handler returns an error, an edit has another effect than it says, the limit is exceeded, or the output cannot be
    /// written. The output then ends at some place before the error.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), RewriteError> {
        self.take(chunk, false)
    }

    /// Returns the writer, for example to take the output from a `Vec`.
    pub fn writer_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Ends the document, and returns the writer and the reports.
    ///
    /// # Errors
    ///
    /// As for [`feed`](Self::feed).
    pub fn finish(mut self) -> Result<(W, Outcome), RewriteError> {
        self.take(&[], true)?;
        let mut outcome = self.stage.into_outcome();
        let window = self.machine.tokenizer.sink().builder.sink();
        (outcome.moves, outcome.undecided) = (window.moves(), window.undecided());
        outcome.was_cut = self.was_cut;
        Ok((self.writer, outcome))
    }

    fn take(&mut self, mut chunk: &[u8], is_end: bool) -> Result<(), RewriteError> {
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Failed => return Err(RewriteError::Ended),
            State::Passing => self.writer.write_all(chunk)?,
            State::Running => loop {
                let has_more = self.input.push(&mut chunk, is_end);
                if self.run(has_more)? {
                    if self.beyond == Beyond::Error || self.stage.has_unfinished_edits() {
                        return Err(RewriteError::Limit);
                    }
                    self.pass_on()?;
                    return Ok(self.writer.write_all(chunk)?);
                }
                if !has_more && is_end {
                    return self.end();
                }
                if !has_more {
                    break;
                }
            },
        }
        self.state = if self.was_cut { State::Passing } else { State::Running };
        Ok(())
    }

    /// Writes everything that is held, and passes on the rest.
    fn pass_on(&mut self) -> Result<(), RewriteError> {
        let Self { input, stage, writer, .. } = self;
        let mut io = Io { input, write: &mut |bytes| writer.write_all(bytes) };
        stage.release(&mut io)?;
        self.writer.write_all(self.input.undecoded())?;
        (self.state, self.was_cut) = (State::Passing, true);
        Ok(())
    }

    /// Processes the text of the input. Returns whether the limit is exceeded. If the input `has_more`, its bytes are not held, but
    /// decoded next.
    fn run(&mut self, has_more: bool) -> Result<bool, RewriteError> {
        while self.step(false)? {
            if self.is_beyond_the_limit(0) {
                return Ok(true);
            }
        }
        let undecided = self.discard()?;
        let text = (self.input.text().len() - self.settled - undecided).saturating_sub(CONTEXT);
        let undecoded = if has_more { 0 } else { self.input.undecoded().len() };
        Ok(self.is_beyond_the_limit(text + undecoded))
    }

    /// Reads some tokens and processes them. Returns whether there may be more.
    fn step(&mut self, is_end: bool) -> Result<bool, RewriteError> {
        let base = self.stage.base() + self.machine.position as u64;
        let is_tentative = self.input.is_tentative() && !is_end;
        let window = self.window_mut();
        (window.base, window.is_tentative) = (base, is_tentative);
        let has_more = self.machine.step(&self.input, is_end);
        if let Some(encoding) = self.window_mut().declared.take() {
            self.input.declare(encoding);
        }
        self.process_events()?;
        Window::collect(&mut self.machine.tokenizer.sink_mut().builder);
        Ok(has_more.unwrap_or_default())
    }

    /// Whether more than the limit is held, besides text that is not decided.
    fn is_beyond_the_limit(&mut self, text: usize) -> bool {
        let most = self.limit;
        let window = self.window_mut();
        text.max(window.names.size()) > most || window.has_too_many_decisions()
    }

    /// Ends the input, and writes the rest.
    fn end(&mut self) -> Result<(), RewriteError> {
        let rest = self.input.text().get(self.machine.position..).unwrap_or_default();
        let start = self.stage.base() + self.machine.position as u64;
        self.stage.incomplete = match self.machine.tokenizer.state() {
            // The section, or the script after `<!--<script>`, is longer than its last text.
            TokenizerState::CdataSection
            | TokenizerState::CdataSectionBracket
            | TokenizerState::CdataSectionEnd
            | TokenizerState::ScriptDataDoubleEscaped
            | TokenizerState::ScriptDataDoubleEscapedDash
            | TokenizerState::ScriptDataDoubleEscapedDashDash
            | TokenizerState::ScriptDataDoubleEscapedLessThanSign
            | TokenizerState::ScriptDataDoubleEscapeEnd => Some(0),
            // Content after these is written in a form that does not continue them.
            _ if rest.is_empty() || rest == "<" || rest.starts_with('&') => None,
            _ => Some(start),
        };
        let is_incomplete = !rest.is_empty();
        self.window_mut().incomplete = is_incomplete.then_some(start);
        while self.step(true)? {}
        self.window_mut().end();
        self.process_events()?;
        let end = self.window().last_token().end;
        let Self { input, stage, writer, .. } = self;
        let mut io = Io { input, write: &mut |bytes| writer.write_all(bytes) };
        stage.finish(&mut io, end)
    }

    fn process_events(&mut self) -> Result<(), RewriteError> {
        let Self { machine, input, stage, writer, .. } = self;
        let mut io = Io { input, write: &mut |bytes| writer.write_all(bytes) };
        while let Some(event) = machine.tokenizer.sink_mut().builder.sink_mut().next_event() {
            stage.process(&mut io, machine.tokenizer.sink().builder.sink(), &event)?;
        }
        if self.beyond == Beyond::Error && self.window().undecided() > 0 {
            return Err(RewriteError::Limit);
        }
        Ok(())
    }

    /// Writes what no later edit can change, and discards it. Returns the number of bytes of text that is not decided.
    fn discard(&mut self) -> Result<usize, RewriteError> {
        let builder = &self.machine.tokenizer.sink().builder;
        let read = self.stage.base() + self.machine.position as u64;
        // The text after an element that is not decided has a limit of its own.
        let mut settled = builder.sink().first_event().unwrap_or(read);
        let undecided = (read - settled) as usize;
        if let Some(doubt) = builder.first_character_in_doubt() {
            settled = settled.min(builder.sink().offset(doubt));
        }
        let Self { input, stage, writer, .. } = self;
        let mut io = Io { input, write: &mut |bytes| writer.write_all(bytes) };
        stage.settle(&mut io, settled)?;
        let mut kept = (settled - stage.base()) as usize;
        kept = kept.saturating_sub(CONTEXT);
        while !self.input.text().is_char_boundary(kept) {
            kept -= 1;
        }
        self.settled = kept;
        // OPTIMIZATION: the time for moving the rest is linear in the text that is discarded.
        if kept < self.input.text().len() / 2 {
            return Ok(undecided);
        }
        self.settled = 0;
        let source = self.input.discard(kept);
        self.stage.discarded(kept, source);
        self.machine.position -= kept;
        Ok(undecided)
    }
}

impl<W: io::Write> io::Write for RewriteStream<'_, W> {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        match self.feed(chunk) {
            Ok(()) => Ok(chunk.len()),
            Err(RewriteError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
