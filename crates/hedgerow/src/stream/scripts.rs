//! The methods for pauses at scripts: `document.write()`, the script nesting level, the parser pause flag and the pending
//! parsing-blocking script.

use std::fmt;

use hedgerow_base::Namespace;
use hedgerow_dom::{NodeId, NodeRef};

use super::{Chunk, End, Progress, StreamParser};
use crate::limits::{Limit, Stop, cut};

/// The scripts that are running or waiting to run.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    /// The running scripts, each started by the previous one. Their number is the script nesting level.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level>
    running: Vec<NodeId>,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parser-pause-flag>
    parser_pause_flag: bool,
    /// <https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script>
    pending_parsing_blocking_script: Option<NodeId>,
    /// Whether parsing was restarted and the caller has not resumed it yet.
    pub(super) is_to_be_resumed: bool,
}

impl Scripts {
    /// The reason for the current pause.
    pub(super) fn progress(&self) -> Progress {
        if self.is_to_be_resumed {
            return Progress::Restarted;
        }
        match (self.running.last(), self.pending_parsing_blocking_script) {
            (Some(&script), _) => Progress::Script(script),
            (None, Some(script)) => Progress::Blocked(script),
            (None, None) => Progress::NeedsInput,
        }
    }

    /// Whether text that the running script has written is parsed at once.
    fn may_parse_written_text(&self) -> bool {
        self.pending_parsing_blocking_script.is_none() && !self.parser_pause_flag
    }

    /// Whether parsing can continue with the input, because no script or restart is pending.
    pub(super) fn allow_parsing(&self) -> bool {
        self.progress() == Progress::NeedsInput
    }
}

/// The error for a write without a running script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertionPointIsUndefined;

impl fmt::Display for InsertionPointIsUndefined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "the insertion point is undefined, because no script is running; feed the text instead of writing it",
        )
    }
}

impl std::error::Error for InsertionPointIsUndefined {}

/// Methods for a parser that [pauses](crate::Parser::pause_at_scripts) at scripts.
impl<Chunks> StreamParser<Chunks> {
    /// "Let the insertion point be just before the next input character. Increment the parser's script nesting level by one."
    /// `read` is the number of bytes of the current text that the tokenizer has read.
    pub(super) fn begin_script(&mut self, script: NodeId, read: usize) {
        self.queue.set_the_insertion_point(read);
        self.scripts.running.push(script);
        if self.document().get(script).and_then(NodeRef::namespace) == Some(Namespace::Svg) {
            // Even if it causes new characters to be inserted, the parser will not be executed reentrantly.
            self.scripts.parser_pause_flag = true;
        }
    }

    /// Performs `document.write()` for the running script: inserts text at the insertion point and parses up to it.
    ///
    /// Returns another [`Script`](Progress::Script) if the text contained the end tag of a script: run that script, and
    /// [finish](Self::finish_script) it, before the writing script continues. Otherwise returns the writing script.
    ///
    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps>
    ///
    /// ```
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream();
    /// let Progress::Script(outer) = stream.feed("1<script>outer</script>4") else { panic!() };
    /// let Ok(Progress::Script(inner)) = stream.document_write("<script>inner</script>3") else { panic!() };
    /// assert_ne!(inner, outer);
    /// assert_eq!(stream.document_write("2"), Ok(Progress::Script(inner)));
    /// assert_eq!(stream.finish_script(), Progress::Script(outer));
    /// assert_eq!(stream.finish_script(), Progress::NeedsInput);
    /// assert_eq!(stream.finish().document().root().text(), "1outerinner234");
    /// ```
    ///
    /// # Errors
    ///
    /// If no script is running.
    pub fn document_write(&mut self, text: &str) -> Result<Progress, InsertionPointIsUndefined> {
        if self.scripts.running.is_empty() {
            return Err(InsertionPointIsUndefined);
        }
        if !self.has_stopped() {
            let most = self.settings.limits.most_bytes();
            let (text, is_cut) = cut(text, most.saturating_sub(self.written));
            self.written += text.len() as u64;
            if let Some((before, length)) = self.queue.insert(text) {
                self.machine.text_was_inserted(length);
                if self.settings.needs_the_newlines() {
                    let start = (self.machine.offset() + before) as u32;
                    self.machine.newlines_mut().insert(start, text, length as u32);
                }
            }
            if is_cut {
                self.cut_after_the_insertion_point(Limit::Bytes { most });
            }
            // If there is no pending parsing-blocking script, have the parser process input, …
            let level = self.scripts.running.len();
            self.parse_written_text();
            if is_cut && self.scripts.running.len() == level && self.scripts.may_parse_written_text() {
                self.machine.stop(Stop::Limit(Limit::Bytes { most }), self.queue.text());
            }
        }
        Ok(self.progress())
    }

    /// Ends the input at the insertion point, because scripts have written more than the limit allows. The parser stops when it has
    /// parsed the text before that point, after the scripts in that text have run.
    fn cut_after_the_insertion_point(&mut self, limit: Limit) {
        self.queue.discard_after_the_insertion_point();
        self.waiting_bytes.clear();
        self.holds_a_carriage_return = false;
        self.has_all_text = true;
        self.end = End::Cut(limit);
    }

    fn parse_written_text(&mut self) {
        if self.scripts.may_parse_written_text() {
            self.parse_queued_text();
        }
    }

    /// The nesting depth of running scripts, each of which was written by the previous one with
    /// [`document_write`](Self::document_write).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level>
    #[must_use]
    pub fn script_nesting_level(&self) -> usize {
        self.scripts.running.len()
    }

    /// Ends the running script, or skips it, and continues with the input after it.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag>
    ///
    /// ```
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream();
    /// stream.feed("<script></script>a");
    /// assert_eq!(stream.document().root().text(), "");
    /// assert_eq!(stream.finish_script(), Progress::NeedsInput);
    /// assert_eq!(stream.document().root().text(), "a");
    /// ```
    pub fn finish_script(&mut self) -> Progress {
        if self.end_script().is_some() {
            self.continue_after_a_script();
        }
        self.progress()
    }

    /// "Decrement the parser's script nesting level by one. If [it] is zero, then set the parser pause flag to false. Let the
    /// insertion point have the value of the old insertion point."
    fn end_script(&mut self) -> Option<NodeId> {
        let script = self.scripts.running.pop()?;
        self.queue.restore_the_insertion_point();
        if self.scripts.running.is_empty() {
            self.scripts.parser_pause_flag = false;
        }
        Some(script)
    }

    fn continue_after_a_script(&mut self) {
        if self.scripts.running.is_empty() {
            self.pump(Chunk::NONE);
        } else {
            self.parse_written_text();
        }
    }

    /// Defers a script that cannot run yet, for example because it is still being fetched: it becomes the pending
    /// parsing-blocking script. The input after the script is not parsed before the script has run.
    ///
    /// If another script wrote the deferred script, the writing script continues first. Then the parser is
    /// [blocked](Progress::Blocked). Only one script can be pending: while there is one, this method
    /// [finishes](Self::finish_script) the script instead.
    ///
    /// <https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script>
    ///
    /// ```
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// let mut stream = Parser::new().scripting(true).pause_at_scripts(true).stream();
    /// let Progress::Script(script) = stream.feed("<script src=a.js></script>b") else { panic!() };
    /// assert_eq!(stream.block_on_script(), Progress::Blocked(script));
    /// assert_eq!(stream.feed("c"), Progress::Blocked(script));
    /// assert_eq!(stream.run_pending_script(), Progress::Script(script));
    /// assert_eq!(stream.document_write("a"), Ok(Progress::Script(script)));
    /// assert_eq!(stream.finish_script(), Progress::NeedsInput);
    /// assert_eq!(stream.document().root().text(), "abc");
    /// ```
    pub fn block_on_script(&mut self) -> Progress {
        if let Some(script) = self.end_script() {
            self.scripts.pending_parsing_blocking_script.get_or_insert(script);
            // If the script nesting level is not zero: set the parser pause flag to true, …
            self.scripts.parser_pause_flag = !self.scripts.running.is_empty();
        }
        self.progress()
    }

    /// Starts the pending parsing-blocking script, after the caller has made it ready to run. The script becomes the
    /// script of the current pause.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag>
    pub fn run_pending_script(&mut self) -> Progress {
        if let Progress::Blocked(script) = self.progress() {
            self.scripts.pending_parsing_blocking_script = None;
            // If the script wrote before it was deferred, the tokenizer may be in the middle of a token. Everything in the current
            // text belongs to that token: when the script began, the rest was put after the insertion point.
            let read = self.queue.text().len();
            self.begin_script(script, read);
        }
        self.progress()
    }
}
