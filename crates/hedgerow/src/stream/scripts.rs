//! What a caller does where a script runs: `document.write()`, the script nesting level, the parser pause flag and the
//! pending parsing-blocking script.

use std::fmt;

use hedgerow_dom::{NodeId, NodeRef};
use hedgerow_names::Namespace;

use super::{Progress, StreamParser};
use crate::limits::{Limit, Stop, cut};

/// The scripts that are run, or to be run.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    /// Those that are run, one inside of the other. Their number is the script nesting level.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level>
    running: Vec<NodeId>,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parser-pause-flag>
    parser_pause_flag: bool,
    /// <https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script>
    pending_parsing_blocking_script: Option<NodeId>,
    /// Parsing has started again, and the caller does not know yet.
    pub(super) is_to_be_resumed: bool,
}

impl Scripts {
    /// What is waited for.
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

    /// Whether what has come is parsed, and does not wait for something else.
    pub(super) fn let_the_input_flow(&self) -> bool {
        self.progress() == Progress::NeedsInput
    }
}

/// Why nothing could be written: no script is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertionPointIsUndefined;

impl fmt::Display for InsertionPointIsUndefined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "the insertion point is undefined, as no script is run; feed the text instead of writing it",
        )
    }
}

impl std::error::Error for InsertionPointIsUndefined {}

/// Scripts, for a parser that [pauses](crate::Parser::pause_at_scripts) at them.
impl<Chunks> StreamParser<Chunks> {
    /// "Let the insertion point be just before the next input character. Increment the parser's script nesting level by one."
    pub(super) fn begin_script(&mut self, script: NodeId) {
        self.queue.set_the_insertion_point();
        self.scripts.running.push(script);
        if self.document().get(script).and_then(NodeRef::namespace) == Some(Namespace::Svg) {
            // Even if it causes new characters to be inserted, the parser will not be executed reentrantly.
            self.scripts.parser_pause_flag = true;
        }
    }

    /// `document.write()` of the script that is run: inserts text at the insertion point, and parses up to there.
    ///
    /// The answer is another [`Script`](Progress::Script) if the text has ended one: run that, and
    /// [finish](Self::finish_script) it, before this script goes on; or else this one, which is still run.
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
    /// If no script is run.
    pub fn document_write(&mut self, text: &str) -> Result<Progress, InsertionPointIsUndefined> {
        if self.scripts.running.is_empty() {
            return Err(InsertionPointIsUndefined);
        }
        if !self.has_stopped() {
            let most = self.settings.limits.most_bytes();
            let (text, is_cut) = cut(text, most.saturating_sub(self.written));
            self.written += text.len() as u64;
            if let Some((before, length)) = self.queue.insert(text) {
                self.machine.shift_errors_behind(before, length);
                if self.settings.needs_the_newlines() {
                    let start = (self.machine.offset() + before) as u32;
                    self.machine.newlines_mut().insert(start, text, length as u32);
                }
            }
            // If there is no pending parsing-blocking script, have the parser process input, …
            self.parse_what_was_written();
            if is_cut {
                self.machine.watch_mut().stop(Stop::Limit(Limit::Bytes { most }));
            }
        }
        Ok(self.progress())
    }

    fn parse_what_was_written(&mut self) {
        let scripts = &self.scripts;
        if scripts.pending_parsing_blocking_script.is_none() && !scripts.parser_pause_flag {
            self.parse_to_the_insertion_point();
        }
    }

    /// How deep scripts are nested that are run: those that wrote others with [`document_write`](Self::document_write).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level>
    ///
    /// ```
    /// assert_eq!(hedgerow::Parser::new().stream().script_nesting_level(), 0);
    /// ```
    #[must_use]
    pub fn script_nesting_level(&self) -> usize {
        self.scripts.running.len()
    }

    /// The script that is run has ended, or is not to be run: goes on with what stands behind it.
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
            self.go_on_behind_a_script();
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

    fn go_on_behind_a_script(&mut self) {
        if self.scripts.running.is_empty() {
            self.go_on();
        } else {
            self.parse_what_was_written();
        }
    }

    /// The script cannot run yet: it becomes the pending parsing-blocking script, as one does that is still fetched. What
    /// stands behind it is parsed only after it.
    ///
    /// If another script has written it, that one goes on first. Then the parser is [blocked](Progress::Blocked). While one is
    /// pending no other can become so: it counts as [finished](Self::finish_script).
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

    /// The pending parsing-blocking script is ready and is run now: it becomes the script that is waited for.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag>
    ///
    /// ```
    /// // See `block_on_script`. Where none is pending, nothing happens.
    /// use hedgerow::stream::Progress;
    /// use hedgerow::Parser;
    /// assert_eq!(Parser::new().stream().run_pending_script(), Progress::NeedsInput);
    /// ```
    pub fn run_pending_script(&mut self) -> Progress {
        if let Progress::Blocked(script) = self.progress() {
            self.scripts.pending_parsing_blocking_script = None;
            self.begin_script(script);
        }
        self.progress()
    }
}
