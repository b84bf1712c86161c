//! [`StreamParser`]: a parser for input in chunks of text or bytes. Scripts can write into the input.
//!
//! The input waits in two places: as bytes that are not decoded yet, and as text in a [`ChunkQueue`]. `pump` is the one loop that
//! moves it on, until the input ends or the parser pauses or stops. The methods for scripts are in `scripts.rs`, those for bytes in
//! `bytes.rs`, and the stream of finished elements in `elements.rs`.

mod bytes;
#[cfg(feature = "select")]
mod elements;
mod scripts;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use hedgerow_dom::{Document, NodeId, NodeRef};
use hedgerow_input::{ByteStream, ChunkQueue, EncodingHints, MalformedBytes};

use self::scripts::Scripts;
use crate::limits::{Limit, MOST_BYTES_OF_TEXT, Stop, cut};
use crate::machine::{Ending, Machine, Run};
use crate::watch::{Pause, Watch, Watcher};
use crate::{Context, Parsed, Parser};

#[cfg(feature = "select")]
pub use elements::ElementStream;
pub use scripts::InsertionPointIsUndefined;

/// The number of bytes of a chunk that are appended first to a token that began in an earlier chunk. If they do not
/// complete the token, twice the number is appended next.
const BYTES_JOINED_AT_FIRST: u64 = 256;

/// The state of a [`StreamParser`]: the reason why it returned to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Progress {
    /// Everything that was fed is parsed. The parser needs more input, or the end of the input.
    NeedsInput,
    /// The parser has paused at a script whose end tag was parsed: see [`StreamParser::finish_script`].
    Script(NodeId),
    /// The parser is blocked by the pending parsing-blocking script: see [`StreamParser::run_pending_script`].
    Blocked(NodeId),
    /// A `meta` element declared another encoding, so parsing restarts from the first byte. The nodes and scripts of the
    /// document so far are invalid; [`StreamParser::resume`] continues. Only parsers that [pause at
    /// scripts](Parser::pause_at_scripts) pause here; for others, see [`StreamParser::has_restarted`].
    Restarted,
    /// The parser stopped: a limit was exceeded, or the [caller asked to stop](StreamParser::stop_when).
    Stopped,
    /// The end of the input was parsed.
    Finished,
}

/// The type argument for a [`StreamParser`] that is fed with text.
#[derive(Clone, Copy, Debug)]
pub enum TextChunks {}

/// The type argument for a [`StreamParser`] that is fed with bytes.
#[derive(Clone, Copy, Debug)]
pub enum ByteChunks {}

/// A [`StreamParser`] that is fed with bytes.
pub type ByteStreamParser = StreamParser<ByteChunks>;

/// A parser that is fed with chunks of text or bytes.
///
/// The tree, and the parse errors whose code is in the standard, do not depend on how the input is cut into chunks. The
/// parser keeps only the input that it still needs: an unfinished token, and bytes whose encoding may still change.
///
/// ```
/// let mut stream = hedgerow::Parser::new().stream();
/// for chunk in ["<ti", "tle>a &am", "p; b</title", ">"] {
///     stream.feed(chunk);
/// }
/// assert_eq!(stream.finish().document().root().text(), "a & b");
/// ```
///
/// The parser never blocks, so it works with any I/O model, including asynchronous ones: feed it whenever input arrives. It
/// can be sent to another thread between two chunks.
///
/// ```
/// fn goes_to_another_thread<T: Send + 'static>() {}
/// goes_to_another_thread::<hedgerow::stream::StreamParser>();
/// goes_to_another_thread::<hedgerow::stream::ByteStreamParser>();
/// ```
pub struct StreamParser<Chunks = TextChunks> {
    settings: Parser,
    context: Option<Context>,
    machine: Box<Machine<'static>>,
    queue: ChunkQueue,
    /// The decoder, if bytes are fed.
    byte_stream: Option<ByteStream>,
    /// The number of bytes that were fed.
    fed: u64,
    /// The number of bytes that scripts have written.
    written: u64,
    /// The number of bytes of text that were fed or decoded.
    fed_text: u64,
    /// Bytes that were fed during a pause. They are decoded only after all text before them was parsed, because that text
    /// may declare their encoding.
    waiting_bytes: VecDeque<u8>,
    /// Whether a CR at the end of the text so far is held back, because an LF may follow.
    holds_a_carriage_return: bool,
    /// Whether all text has been received: no more bytes are decoded.
    has_all_text: bool,
    /// Whether the input has ended, and why.
    end: End,
    scripts: Scripts,
    has_restarted: bool,
    chunks: PhantomData<Chunks>,
}

/// Whether more input may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// More input may follow.
    Open,
    /// The input has ended.
    Reached,
    /// A limit was exceeded; further input is ignored.
    Cut(Limit),
    /// The input has ended and was parsed.
    Parsed,
}

/// A chunk that was fed, or its rest.
enum Chunk<'c> {
    Text(&'c str),
    Bytes(&'c [u8]),
}

impl Chunk<'_> {
    const NONE: Self = Self::Text("");
}

impl<Chunks> fmt::Debug for StreamParser<Chunks> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("StreamParser")
            .field("settings", &self.settings)
            .field("document", self.document())
            .field("fed", &self.fed)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl StreamParser<TextChunks> {
    pub(crate) fn of_text(parser: &Parser, context: Option<&Context>) -> Self {
        Self::with_byte_stream(parser, context, None)
    }

    /// Takes a chunk of text and parses as much of the input as possible.
    ///
    /// The returned state can be ignored unless the parser pauses at scripts: text that is fed during a pause is kept, and
    /// text after a [stop](Progress::Stopped) is ignored.
    ///
    /// ```
    /// let mut stream = hedgerow::Parser::new().stream();
    /// stream.feed("<p>a");
    /// assert_eq!(stream.document().root().text(), "a");
    /// ```
    pub fn feed(&mut self, chunk: &str) -> Progress {
        if self.end == End::Open && !self.has_stopped() {
            let most = self.settings.limits.most_bytes();
            let (chunk, is_cut) = cut(chunk, most.saturating_sub(self.fed));
            self.fed += chunk.len() as u64;
            if is_cut {
                self.end = End::Cut(Limit::Bytes { most });
            }
            self.pump(Chunk::Text(chunk));
        }
        self.progress()
    }
}

/// Writing feeds text; parsing never fails.
impl fmt::Write for StreamParser<TextChunks> {
    fn write_str(&mut self, chunk: &str) -> fmt::Result {
        self.feed(chunk);
        Ok(())
    }
}

impl<Chunks> StreamParser<Chunks> {
    fn with_byte_stream(parser: &Parser, context: Option<&Context>, hints: Option<&EncodingHints>) -> Self {
        let byte_stream = hints.map(|hints| ByteStream::new(hints.clone(), parser.collect_errors));
        Self {
            machine: machine(parser, context, None),
            settings: parser.clone(),
            context: context.cloned(),
            queue: ChunkQueue::default(),
            byte_stream,
            fed: 0,
            written: 0,
            fed_text: 0,
            waiting_bytes: VecDeque::new(),
            holds_a_carriage_return: false,
            has_all_text: false,
            end: End::Open,
            scripts: Scripts::default(),
            has_restarted: false,
            chunks: PhantomData,
        }
    }

    /// From now on, passes each finished element to the callback, and stops when the callback returns `Break`.
    ///
    /// For the meaning of "finished", see [`Parser::parse_until`]. If parsing is [restarted](Self::has_restarted), the
    /// elements of the new document are passed from the first one on.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use hedgerow::dom::known;
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// let mut stream = Parser::new().stream();
    /// stream.stop_when(|element| {
    ///     if element.is_html(known::HEAD) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(stream.feed("<title>Hedge</title></he"), Progress::NeedsInput);
    /// assert_eq!(stream.feed("ad><p>and much more"), Progress::Stopped);
    /// assert_eq!(stream.finish().document().root().text(), "Hedge");
    /// ```
    pub fn stop_when(&mut self, watcher: impl FnMut(NodeRef<'_>) -> ControlFlow<()> + Send + 'static) {
        self.machine.watch_mut().watcher = Some(Box::new(watcher));
    }

    /// Returns the document as parsed so far.
    #[must_use]
    pub fn document(&self) -> &Document {
        self.machine.document()
    }

    /// Returns the document as parsed so far, for changes such as those of a script. It must not be replaced by another
    /// document.
    ///
    /// [Removed](Document::remove) nodes are freed at once, or when the parser no longer needs them, so that a long document
    /// takes little memory. [`elements`](Self::elements) removes each match of a selector in this way. Parse errors and
    /// source spans, if recorded, and unknown names of elements and attributes are not freed.
    ///
    /// ```
    /// let mut stream = hedgerow::Parser::new().stream();
    /// stream.feed("<p>a<b>b</b>");
    /// let bold = stream.document().root().descendants().find(|node| node.local_name_text() == "b").unwrap().id();
    /// stream.document_mut().detach(bold)?;
    /// assert_eq!(stream.finish().document().root().text(), "a");
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    #[must_use]
    pub fn document_mut(&mut self) -> &mut Document {
        self.machine.document_mut()
    }

    /// Ends the input and parses the rest of it.
    ///
    /// ```
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// let mut stream = Parser::new().stream();
    /// stream.feed("a &am");
    /// assert_eq!(stream.end(), Progress::Finished);
    /// assert_eq!(stream.document().root().text(), "a &am");
    /// ```
    pub fn end(&mut self) -> Progress {
        if self.end == End::Open {
            self.end = End::Reached;
            self.pump(Chunk::NONE);
        }
        self.progress()
    }

    /// Ends the input and returns the result. Pending scripts are not run.
    ///
    /// ```
    /// use hedgerow::ToHtml;
    /// let stream = hedgerow::Parser::new().stream();
    /// assert_eq!(stream.finish().document().root().inner_html(), "<html><head></head><body></body></html>");
    /// ```
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        self.finish_input();
        let mut parsed = self.machine.finish(false);
        parsed.set_encoding(self.byte_stream.and_then(|stream| stream.encoding()));
        parsed
    }

    /// Ends the input and parses the rest of it, without running pending scripts.
    fn finish_input(&mut self) {
        let mut progress = self.end();
        loop {
            progress = match progress {
                Progress::Script(_) => self.finish_script(),
                Progress::Blocked(_) => self.run_pending_script(),
                Progress::Restarted => self.resume(),
                Progress::NeedsInput | Progress::Stopped | Progress::Finished => return,
            };
        }
    }

    /// The current state.
    #[must_use]
    pub fn progress(&self) -> Progress {
        if self.has_stopped() {
            Progress::Stopped
        } else if self.end == End::Parsed {
            Progress::Finished
        } else {
            self.scripts.progress()
        }
    }

    /// Whether parsing was restarted from the first byte, because a `meta` element declared another encoding in which the
    /// input so far has another meaning. The nodes of the previous document are invalid.
    ///
    /// ```
    /// use hedgerow::{EncodingHints, Parser};
    /// let mut stream = Parser::new().stream_bytes(&EncodingHints::new().autodetect(false));
    /// stream.feed("<p>д".as_bytes());
    /// stream.feed(&[b' '; 1024]);
    /// assert_eq!(stream.document().root().text().trim(), "Ð´");
    /// stream.feed(b"<meta charset=utf-8>");
    /// assert!(stream.has_restarted());
    /// assert_eq!(stream.document().root().text().trim(), "д");
    /// ```
    #[must_use]
    pub fn has_restarted(&self) -> bool {
        self.has_restarted
    }

    /// Continues after a [restart](Progress::Restarted). Has no effect in other states.
    pub fn resume(&mut self) -> Progress {
        self.scripts.is_to_be_resumed = false;
        self.pump(Chunk::NONE);
        self.progress()
    }

    fn has_stopped(&self) -> bool {
        self.machine.stop_reason().is_some()
    }

    /// Parses the input as far as possible, and stores the rest of the chunk if the parser pauses.
    fn pump(&mut self, mut chunk: Chunk<'_>) {
        while !self.has_stopped() && self.end != End::Parsed && self.scripts.allow_parsing() {
            if !self.queue.is_at_the_end() {
                self.parse_queued_text();
            } else if self.take_from(&mut chunk) {
                // The text was parsed, unless there was a pause.
            } else if self.end == End::Open {
                return;
            } else if self.holds_a_carriage_return {
                self.has_all_text = true;
                self.take_text("", None);
            } else if let End::Cut(limit) = self.end {
                self.machine.stop(Stop::Limit(limit), self.queue.text());
            } else {
                let run = self.machine.run(self.queue.text(), true);
                self.queue.discard(run.consumed);
                let _ = self.follow(&run);
            }
        }
        if !self.has_stopped() {
            match chunk {
                Chunk::Text("") => {}
                Chunk::Text(text) => self.take_text(text, None),
                Chunk::Bytes(bytes) => self.waiting_bytes.extend(bytes),
            }
        }
    }

    /// Takes the next piece of text, from the waiting bytes or from the chunk. Returns whether there was one.
    fn take_from(&mut self, chunk: &mut Chunk<'_>) -> bool {
        if self.has_all_text {
            return false;
        }
        match chunk {
            Chunk::Text(text) if !text.is_empty() => {
                let text = std::mem::take(text);
                self.take_text(text, None);
                true
            }
            Chunk::Text(_) => self.decode(&mut &[][..]),
            Chunk::Bytes(bytes) => self.decode(bytes),
        }
    }

    /// Appends text to the input and parses it, unless the parser has paused. The last character of the text replaces the malformed
    /// bytes, if any.
    fn take_text(&mut self, text: &str, malformed: Option<MalformedBytes>) {
        let mut source = Cow::Borrowed(text);
        if std::mem::take(&mut self.holds_a_carriage_return) {
            source = Cow::Owned(format!("\r{text}"));
        }
        // Both characters of a CR LF are in one piece, so that they are one newline wherever the parser stops.
        let source = match source.strip_suffix('\r') {
            Some(rest) if !self.has_all_text => {
                self.holds_a_carriage_return = true;
                rest
            }
            _ => &source,
        };
        let start = self.machine.offset() + self.queue.len();
        let text = self.queue.preprocess(source);
        if self.settings.needs_the_newlines() {
            self.machine.newlines_mut().append(start as u32, source, text.len() as u32);
        }
        let (text, is_cut) = cut(&text, MOST_BYTES_OF_TEXT - self.fed_text);
        self.fed_text += text.len() as u64;
        if is_cut {
            self.end = End::Cut(Limit::Bytes { most: MOST_BYTES_OF_TEXT });
            self.has_all_text = true;
        } else if let Some(malformed) = malformed {
            self.machine.report_malformed_bytes(malformed, start + text.len());
        }
        let unread = self.parse_in_place(text);
        self.queue.push_preprocessed(unread);
    }

    /// OPTIMIZATION: parses a chunk in place, so that only unfinished tokens are copied. Returns the part that was not read.
    fn parse_in_place<'c>(&mut self, chunk: &'c str) -> &'c str {
        let mut rest = chunk;
        let mut most = BYTES_JOINED_AT_FIRST;
        let had_restarted = self.has_restarted;
        while self.scripts.allow_parsing() && self.queue.is_at_the_end() && !rest.is_empty() {
            let held = self.queue.text().len();
            let run = if held == 0 {
                let run = self.machine.run(rest, false);
                rest = &rest[run.consumed..];
                if matches!(run.ending, Ending::NeedsInput) {
                    self.queue.hold(rest);
                    return "";
                }
                run
            } else {
                // A token began before this chunk. After it has ended, the rest can be parsed in the chunk itself.
                let (start, _) = cut(rest, most);
                self.queue.hold(start);
                let run = self.machine.run(self.queue.text(), false);
                if run.consumed >= held {
                    self.queue.discard(held + start.len());
                    rest = &rest[run.consumed - held..];
                } else {
                    self.queue.discard(run.consumed);
                    rest = &rest[start.len()..];
                    most *= 2;
                }
                run
            };
            if self.follow(&run).is_break() {
                // After a restart, all text is decoded again.
                return if self.has_restarted == had_restarted { rest } else { "" };
            }
        }
        rest
    }

    /// Parses the text in the queue, up to the insertion point if there is one.
    fn parse_queued_text(&mut self) {
        while !self.has_stopped() {
            let run = self.machine.run(self.queue.text(), false);
            self.queue.discard(run.consumed);
            if self.follow(&run).is_break() {
                return;
            }
            // After a pause that the parser has handled, the rest of the text is still to be read.
            if matches!(run.ending, Ending::NeedsInput) && !self.queue.advance() {
                return;
            }
        }
    }

    /// Handles the end of a run. Breaks unless the machine can continue at once.
    fn follow(&mut self, run: &Run) -> ControlFlow<()> {
        match run.ending {
            Ending::NeedsInput => return ControlFlow::Continue(()),
            Ending::Finished => self.end = End::Parsed,
            Ending::Paused(Pause::Stop(_)) => {}
            Ending::Paused(Pause::Script(script)) => self.begin_script(script.node(self.document()).id(), 0),
            Ending::Paused(Pause::Encoding(encoding)) => return self.change_the_encoding(encoding),
        }
        ControlFlow::Break(())
    }
}

/// A machine that can stop after any token.
fn machine(
    parser: &Parser,
    context: Option<&Context>,
    watcher: Option<Watcher<'static>>,
) -> Box<Machine<'static>> {
    let mut watch = Watch::new(parser.limits, watcher, None);
    watch.pauses_at_scripts = parser.pauses_at_scripts(context.is_some());
    let mut machine = Box::new(Machine::new(parser, context.is_some(), false, false, None, watch));
    machine.begin(parser, context, None, &mut None);
    machine
}
