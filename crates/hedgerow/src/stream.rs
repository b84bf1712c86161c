//! [`StreamParser`], the parser for chunked input, and the pipeline it shares with whole documents.

use hedgerow_dom::Document;
use hedgerow_input::{ChunkBuffer, LocationTracker};
use hedgerow_names::ElementName;
use hedgerow_tokenizer::{Outcome, Tokenizer};
use hedgerow_tree::{FragmentContext, TreeBuilder};

use crate::dom_sink::{DomSink, PendingError};
use crate::{Context, ParseError, Parsed, Parser};

/// A parser that is fed with chunks of text.
///
/// However the text is cut, the tree is the same, and so are the errors that have a code in the standard.
///
/// ```
/// let mut stream = hedgerow::Parser::new().stream();
/// for chunk in ["<ti", "tle>a &am", "p; b</title", ">"] {
///     stream.feed(chunk);
/// }
/// assert_eq!(stream.finish().document().root().text(), "a & b");
/// ```
#[derive(Debug)]
pub struct StreamParser {
    machine: AnyMachine,
    buffer: ChunkBuffer,
}

#[derive(Debug)]
enum AnyMachine {
    Plain(Box<Machine<false>>),
    WithErrors(Box<Machine<true>>),
}

impl StreamParser {
    pub(crate) fn new(parser: &Parser, context: Option<&Context>) -> Self {
        let machine = if parser.collect_errors {
            AnyMachine::WithErrors(Box::new(Machine::new(parser, context, None, None)))
        } else {
            AnyMachine::Plain(Box::new(Machine::new(parser, context, None, None)))
        };
        Self { machine, buffer: ChunkBuffer::default() }
    }

    /// Takes a chunk of text and processes what can be processed.
    ///
    /// ```
    /// let mut stream = hedgerow::Parser::new().stream();
    /// stream.feed("<p>a");
    /// assert_eq!(stream.document().root().text(), "a");
    /// ```
    pub fn feed(&mut self, chunk: &str) {
        self.buffer.push(chunk);
        let consumed = self.run(false);
        self.buffer.discard(consumed);
    }

    /// The document as far as it is parsed.
    ///
    /// ```
    /// let stream = hedgerow::Parser::new().stream();
    /// assert_eq!(stream.document().root().children().count(), 0);
    /// ```
    #[must_use]
    pub fn document(&self) -> &Document {
        match &self.machine {
            AnyMachine::Plain(machine) => machine.document(),
            AnyMachine::WithErrors(machine) => machine.document(),
        }
    }

    /// Ends the input.
    ///
    /// ```
    /// let stream = hedgerow::Parser::new().stream();
    /// assert_eq!(stream.finish().document().root().inner_html(), "<html><head></head><body></body></html>");
    /// ```
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        self.run(true);
        match self.machine {
            AnyMachine::Plain(machine) => machine.finish(),
            AnyMachine::WithErrors(machine) => machine.finish(),
        }
    }

    fn run(&mut self, end_of_input: bool) -> usize {
        match &mut self.machine {
            AnyMachine::Plain(machine) => machine.run(self.buffer.text(), end_of_input),
            AnyMachine::WithErrors(machine) => machine.run(self.buffer.text(), end_of_input),
        }
    }
}

type Pipeline<const PARSE_ERRORS: bool> = Tokenizer<TreeBuilder<DomSink<PARSE_ERRORS>>>;

/// The stages from preprocessed text to the document, made twice: with the code for parse errors and without.
#[derive(Debug)]
struct Machine<const PARSE_ERRORS: bool> {
    tokenizer: Pipeline<PARSE_ERRORS>,
    errors: Vec<ParseError>,
    tracker: LocationTracker,
}

impl<const PARSE_ERRORS: bool> Machine<PARSE_ERRORS> {
    #[inline]
    fn new(
        parser: &Parser,
        context: Option<&Context>,
        source: Option<&str>,
        spare: Option<Document>,
    ) -> Self {
        let tokenizer = pipeline(parser, context, source, spare);
        Self { tokenizer, errors: Vec::new(), tracker: LocationTracker::default() }
    }

    /// Processes text; returns how many bytes of it are not needed any more.
    fn run(&mut self, text: &str, end_of_input: bool) -> usize {
        let consumed = match self.tokenizer.run(text, end_of_input) {
            // Tree construction never suspends: no script is run.
            Outcome::NeedsInput { consumed } | Outcome::Suspended { consumed } => consumed,
            Outcome::Finished => text.len(),
        };
        if PARSE_ERRORS {
            self.locate_errors(text, consumed);
        }
        consumed
    }

    /// Finds the lines and columns of the errors that have come since the last time, while their text is at hand.
    fn locate_errors(&mut self, text: &str, consumed: usize) {
        let mut pending = self.tokenizer.sink_mut().sink_mut().take_errors();
        pending.sort_by_key(|error| (error.span, error.kind));
        self.errors.extend(pending.into_iter().map(|PendingError { kind, span }| ParseError {
            kind,
            start: self.tracker.locate(text, span.start),
            end: self.tracker.locate(text, span.end),
        }));
        self.tracker.discard(text, consumed);
    }

    fn document(&self) -> &Document {
        self.tokenizer.sink().sink().document()
    }

    #[inline]
    fn finish(mut self) -> Parsed {
        self.errors.sort_by_key(|error| (error.start.offset, error.kind));
        let document = self.tokenizer.into_sink().into_sink().into_document();
        Parsed { document, errors: self.errors, encoding: None }
    }
}

/// Parses a whole text with normalized newlines.
///
/// The document takes the memory of the spare one, if there is one.
pub(crate) fn parse_preprocessed(
    parser: &Parser,
    context: Option<&Context>,
    text: &str,
    spare: Option<Document>,
) -> Parsed {
    fn parse<const PARSE_ERRORS: bool>(
        parser: &Parser,
        context: Option<&Context>,
        text: &str,
        spare: Option<Document>,
    ) -> Parsed {
        let mut machine = Machine::<PARSE_ERRORS>::new(parser, context, Some(text), spare);
        machine.run(text, true);
        machine.finish()
    }
    if parser.collect_errors {
        parse::<true>(parser, context, text, spare)
    } else {
        parse::<false>(parser, context, text, spare)
    }
}

fn pipeline<const PARSE_ERRORS: bool>(
    parser: &Parser,
    context: Option<&Context>,
    source: Option<&str>,
    spare: Option<Document>,
) -> Pipeline<PARSE_ERRORS> {
    let options = parser.tree_builder_options(context.is_some());
    let mut sink = DomSink::new(source, spare);
    let Some(context) = context else {
        return Tokenizer::new(TreeBuilder::new(sink, options));
    };
    let fragment = sink.make_fragment_the_root();
    let local = sink.intern_name(&context.local_name);
    let mut fragment_context = FragmentContext::new(ElementName { namespace: context.namespace, local });
    if let Some(encoding) = &context.encoding {
        fragment_context = fragment_context.with_encoding(encoding);
    }
    fragment_context.is_in_form |= context.is_in_form;
    fragment_context.quirks_mode = context.quirks_mode;
    let state = fragment_context.tokenizer_state(options.scripting_mode);
    Tokenizer::starting_in(state, None, TreeBuilder::for_fragment(sink, options, fragment_context, fragment))
}
