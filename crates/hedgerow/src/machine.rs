//! [`Machine`]: the stages from preprocessed text to the document.

use hedgerow_dom::{Document, NewSource};
use hedgerow_input::{MalformedBytes, NewlineMap};
use hedgerow_tokenizer::{Outcome, State, Tokenizer};
use hedgerow_tree::{ScriptingMode, TreeBuilder};

use crate::dom_sink::DomSink;
use crate::error_collector::ErrorCollector;
use crate::limits::{Limit, Stop};
use crate::watch::{Pause, Watch};
use crate::{Context, Parsed, Parser, removal};

/// The result of a run of the machine.
#[derive(Debug)]
pub(crate) struct Run {
    /// The number of bytes at the start of the text that are no longer needed.
    pub(crate) consumed: usize,
    pub(crate) ending: Ending,
}

/// Why a run of the machine ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ending {
    /// All of the text was processed.
    NeedsInput,
    /// The end of the input was processed.
    Finished,
    /// The caller has to act before the machine continues.
    Paused(Pause),
}

/// The stages, which are the same for every parse: what is observed is decided at run time.
#[derive(Debug)]
pub(crate) struct Machine<'w> {
    tokenizer: Tokenizer<TreeBuilder<DomSink<'w>>>,
    /// The number of bytes of the input that were consumed.
    offset: usize,
    /// How the source differs from the normalized input, if that is needed.
    newlines: Option<Box<NewlineMap>>,
    /// The consumed text, if it is needed and the document does not store it.
    consumed: Option<String>,
}

impl<'w> Machine<'w> {
    /// Creates the stages. The caller must call [`begin`](Self::begin) next. If `is_whole`, the input is processed in
    /// one run, and `newlines`, if given, describes its newlines.
    #[inline(always)]
    pub(crate) fn new(
        parser: &Parser,
        is_fragment: bool,
        is_whole: bool,
        is_plain: bool,
        newlines: Option<Box<NewlineMap>>,
        watch: Watch<'w>,
    ) -> Self {
        let errors = (!is_plain && parser.collect_errors).then(|| {
            let ignored = parser.ignored_errors.clone();
            Box::new(ErrorCollector::new(parser.most_kept_errors, watch.limits.errors, ignored))
        });
        let keeps_source_spans = parser.source_spans;
        let options = parser.tree_builder_options(is_fragment);
        Self {
            tokenizer: Tokenizer::new(TreeBuilder::new(
                DomSink::new(is_whole, is_plain, errors, watch),
                options,
            )),
            offset: 0,
            newlines,
            consumed: (keeps_source_spans && !is_whole).then(String::new),
        }
    }

    /// Begins a document or a fragment, with the whole source if it is known. The memory of the spare document is reused.
    ///
    /// This is not a part of [`new`](Self::new), because a machine that is borrowed before it is returned has to be
    /// copied, and it has thousands of bytes.
    #[inline]
    pub(crate) fn begin(
        &mut self,
        parser: &Parser,
        context: Option<&Context>,
        source: Option<NewSource<'_>>,
        spare: &mut Option<Document>,
    ) {
        let keeps_source_spans = parser.source_spans;
        let scripting_mode = parser.tree_builder_options(context.is_some()).scripting_mode;
        let sink = self.tokenizer.sink_mut().sink_mut();
        sink.begin(source, spare, keeps_source_spans);
        if keeps_source_spans {
            sink.keep_source_spans(self.newlines.as_deref());
            if let Some(spans) = sink.source_spans_mut() {
                spans.noscript_is_text = scripting_mode != ScriptingMode::Disabled;
            }
        }
        if !parser.collect_errors {
            self.tokenizer.skip_input_stream_errors();
        }
        if let Some(context) = context {
            self.begin_fragment(context, scripting_mode);
        }
    }

    /// Prepares the stages for a fragment.
    fn begin_fragment(&mut self, context: &Context, scripting_mode: ScriptingMode) {
        let sink = self.tokenizer.sink_mut().sink_mut();
        let (fragment_context, fragment) = sink.begin_fragment(context);
        let state = fragment_context.tokenizer_state(scripting_mode);
        if let Some(spans) = sink.source_spans_mut() {
            spans.fragment_is_text = matches!(state, State::Rawtext | State::ScriptData | State::Plaintext);
        }
        self.tokenizer.start_in(state);
        self.tokenizer.sink_mut().begin_fragment(fragment_context, fragment);
    }

    /// Processes text: the unconsumed rest of the previous run, and the text that follows it.
    pub(crate) fn run(&mut self, text: &str, end_of_input: bool) -> Run {
        removal::after_changes(self.tokenizer.sink_mut());
        self.tokenizer.sink_mut().sink_mut().store_chunk(text, self.offset);
        let (consumed, ending) = match self.tokenizer.run(text, end_of_input) {
            // The watch stores why the tokenizer was suspended.
            Outcome::NeedsInput { consumed } | Outcome::Suspended { consumed } => {
                (consumed, Ending::NeedsInput)
            }
            Outcome::Finished => (text.len(), Ending::Finished),
        };
        self.locate_errors(text, consumed);
        let sink = self.tokenizer.sink_mut().sink_mut();
        if sink.document().has_lost_text() {
            sink.watch.stop(Stop::Limit(Limit::Text));
        }
        self.offset += consumed;
        if let Some(all_consumed) = &mut self.consumed {
            all_consumed.push_str(&text[..consumed]);
        }
        Run { consumed, ending: self.watch_mut().take_pause().map_or(ending, Ending::Paused) }
    }

    /// Finds the lines and columns of errors while their text is available.
    fn locate_errors(&mut self, text: &str, consumed: usize) {
        let first_in_doubt = self.tokenizer.sink().first_character_in_doubt();
        let sink = self.tokenizer.sink_mut().sink_mut();
        let Some(errors) = &mut sink.errors else { return };
        let fixed = if sink.watch.may_insert_text() { consumed } else { text.len() };
        errors.locate(text, self.offset, fixed);
        errors.discard(text, consumed, first_in_doubt);
    }

    /// The number of bytes of the preprocessed input that were consumed.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    #[inline]
    pub(crate) fn watch_mut(&mut self) -> &mut Watch<'w> {
        &mut self.tokenizer.sink_mut().sink_mut().watch
    }

    /// Records malformed bytes in text that was not read yet. The character that replaces them ends at an offset of the
    /// preprocessed input.
    pub(crate) fn report_malformed_bytes(&mut self, bytes: MalformedBytes, end: usize) {
        if let Some(errors) = &mut self.tokenizer.sink_mut().sink_mut().errors {
            errors.push_malformed_bytes(bytes, end as u32);
        }
    }

    /// Must be called after `length` bytes of text were inserted after the text that the tokenizer has read.
    pub(crate) fn text_was_inserted(&mut self, length: usize) {
        if let Some(errors) = &mut self.tokenizer.sink_mut().sink_mut().errors {
            errors.text_was_inserted(length as u32);
        }
    }

    /// Stops the machine. `text` is the text that it has not consumed.
    pub(crate) fn stop(&mut self, stop: Stop, text: &str) {
        let sink = self.tokenizer.sink_mut().sink_mut();
        sink.watch.stop(stop);
        if let Some(errors) = &mut sink.errors {
            errors.locate(text, self.offset, text.len());
        }
    }

    /// Returns the result. The machine must not be used afterwards. Unless `keeps_reserve` is set, frees the unused capacity for
    /// nodes and attributes if it is large.
    #[inline]
    pub(crate) fn finish(&mut self, keeps_reserve: bool) -> Parsed {
        if let Some(consumed) = self.consumed.take()
            && let Some(spans) = self.tokenizer.sink_mut().sink_mut().source_spans_mut()
        {
            let newlines = self.newlines.as_deref().cloned().unwrap_or_default();
            let source = newlines.source_of(&consumed);
            spans.set_source(newlines, Some(source));
        }
        let sink = self.tokenizer.sink_mut().sink_mut();
        if let Some(errors) = &mut sink.errors {
            sink.watch.check_errors_at_the_end(errors);
        }
        let stop = sink.watch.stop_reason();
        let (errors, errors_left_out) = match sink.errors.take() {
            Some(errors) => errors.finish(sink.watch.last_offset_of_errors(), self.newlines.as_deref()),
            None => Default::default(),
        };
        let document = sink.take_document(keeps_reserve);
        Parsed { document, errors, errors_left_out, encoding: None, malformed_sequences: None, stop }
    }

    /// How the source differs from the normalized input.
    pub(crate) fn newlines_mut(&mut self) -> &mut NewlineMap {
        self.newlines.get_or_insert_default()
    }

    /// Why the machine stopped, if it did.
    pub(crate) fn stop_reason(&self) -> Option<Stop> {
        self.tokenizer.sink().sink().watch.stop_reason()
    }

    /// The document so far.
    pub(crate) fn document(&self) -> &Document {
        self.tokenizer.sink().sink().document()
    }

    /// The document so far, for changes from outside the parser.
    pub(crate) fn document_mut(&mut self) -> &mut Document {
        let offset = self.offset;
        let builder = self.tokenizer.sink_mut();
        removal::before_changes(builder, offset);
        builder.sink_mut().document_mut()
    }
}
