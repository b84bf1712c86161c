//! The steps of the parser, token by token, for learning, for debugging, and for programs that need tokens.
//!
//! The tokens pass from the tokenizer to the usual tree builder through a sink that observes them. If operations are to
//! be reported, a sink between the tree builder and the DOM records them.
//!
//! Programs use this crate through the methods `trace` and `trace_tokens` of the parser in the crate `hedgerow`, whose feature
//! `trace` they enable. Printing a trace is left to programs.
//!
//! ```text
//! operation.rs       the operations and rules that a step contains
//! rows.rs            the standard's entry that applies to a token in an insertion mode
//! recording.rs       the rules and operations since the last step
//! recording_sink.rs  the sink that records them
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod operation;
mod recording;
mod recording_sink;
mod rows;

use std::fmt;
use std::ops::ControlFlow;

use hedgerow_base::NameId;
use hedgerow_dom::{Document, Slot};
use hedgerow_input::{Location, LocationTracker, NewlineMap, Span};
use hedgerow_tokenizer::{AttributePlace, Feedback, ParseErrorCode, State, Tag, Token, TokenSink, Tokenizer};
use hedgerow_tree::{FragmentContext, InsertionMode, ScriptingMode, TreeBuilder, TreeBuilderOptions};

use self::recording::Recording;
use self::recording_sink::RecordingSink;

pub use self::operation::{AppliedRules, NodeLabel, Operation, OperationKind};
pub use self::recording_sink::TracedSink;

/// A token and its effects.
#[derive(Debug)]
#[non_exhaustive]
pub struct TraceStep<'t> {
    /// The token.
    pub token: TracedToken<'t>,
    /// The start of the token. The offset is in the source, before newlines are normalized.
    pub start: Location,
    /// The end of the token.
    pub end: Location,
    /// The tokenizer states that read the token; the last one emitted it.
    ///
    /// The state that found the end of a run of characters is listed with the following token.
    pub states: &'t [State],
    /// The parse errors that the tokenizer found since the previous token.
    pub errors: &'t [ParseErrorCode],
    /// The tree construction rules that processed the token, with their operations; empty if they are not recorded.
    pub rules: Vec<AppliedRules>,
    builder: BuilderState<'t>,
}

impl TraceStep<'_> {
    /// The insertion mode in which the next token will be processed.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use hedgerow::stages::InsertionMode;
    /// use hedgerow::Parser;
    /// let mut modes = Vec::new();
    /// Parser::new().trace("<!DOCTYPE html><table>", None, |step| {
    ///     modes.push(step.insertion_mode());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(modes, [InsertionMode::BeforeHtml, InsertionMode::InTable, InsertionMode::InTable]);
    /// ```
    #[must_use]
    pub fn insertion_mode(&self) -> InsertionMode {
        self.builder.0.insertion_mode()
    }

    /// The stack of open elements after the token, from the current node upwards. Each node is written as its name and a
    /// number.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let mut stacks = Vec::new();
    /// hedgerow::Parser::new().trace("<p>a", None, |step| {
    ///     stacks.push(step.open_elements_upwards().collect::<Vec<_>>().join(" "));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(stacks, ["p#5 body#4 html#2", "p#5 body#4 html#2", ""]); // the end of the file pops them all
    /// ```
    pub fn open_elements_upwards(&self) -> impl Iterator<Item = String> {
        self.builder.0.open_elements_upwards()
    }

    /// The number of elements on the stack of open elements.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// hedgerow::Parser::new().trace("<p>a", None, |step| {
    ///     assert_eq!(step.open_element_count(), 3);
    ///     ControlFlow::Break(())
    /// });
    /// ```
    #[must_use]
    pub fn open_element_count(&self) -> usize {
        self.builder.0.open_element_count()
    }

    /// The list of active formatting elements after the token, most recently added first; a marker is `None`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// hedgerow::Parser::new().trace("<b>", None, |step| {
    ///     assert_eq!(step.active_formatting_elements().next(), Some(Some("b#5".to_owned())));
    ///     ControlFlow::Break(())
    /// });
    /// ```
    pub fn active_formatting_elements(&self) -> impl Iterator<Item = Option<String>> {
        self.builder.0.active_formatting_elements()
    }

    /// The document after the token; the nodes of a fragment are children of its [root](Document::root).
    ///
    /// If rules are recorded, the document records source spans.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let mut texts = Vec::new();
    /// hedgerow::Parser::new().trace("<p>a<p>b", None, |step| {
    ///     texts.push(step.document().root().text());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(texts, ["", "a", "a", "ab", "ab"]);
    /// ```
    #[must_use]
    pub fn document(&self) -> &Document {
        self.builder.0.document()
    }
}

/// A token as the tokenizer emits it.
///
/// A token is displayed on one line, in the form of HTML source, with invisible characters escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")
)]
#[non_exhaustive]
pub enum TracedToken<'t> {
    /// A DOCTYPE token. `None` is the standard's "missing".
    Doctype {
        /// The name, in lower case.
        name: Option<&'t str>,
        /// The public identifier.
        public_identifier: Option<&'t str>,
        /// The system identifier.
        system_identifier: Option<&'t str>,
        /// The force-quirks flag.
        force_quirks: bool,
    },
    /// A start tag token.
    StartTag {
        /// The tag name, in lower case.
        name: &'t str,
        /// The self-closing flag.
        self_closing: bool,
        /// The attributes, without duplicates.
        attributes: Vec<TracedAttribute<'t>>,
    },
    /// An end tag token.
    EndTag {
        /// The tag name, in lower case.
        name: &'t str,
    },
    /// A comment token.
    Comment {
        /// Its data.
        data: &'t str,
    },
    /// A processing instruction token.
    ProcessingInstruction {
        /// The target.
        target: &'t str,
        /// The data.
        data: &'t str,
    },
    /// A run of character tokens.
    Characters {
        /// The characters.
        data: &'t str,
    },
    /// A character token that is U+0000 NULL.
    NullCharacter,
    /// The end-of-file token.
    EndOfFile,
}

impl TracedToken<'_> {
    /// The kind of the token, in the standard's words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Doctype { .. } => "DOCTYPE",
            Self::StartTag { .. } => "start tag",
            Self::EndTag { .. } => "end tag",
            Self::Comment { .. } => "comment",
            Self::ProcessingInstruction { .. } => "processing instruction",
            Self::Characters { .. } => "characters",
            Self::NullCharacter => "null character",
            Self::EndOfFile => "end-of-file",
        }
    }
}

impl fmt::Display for TracedToken<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doctype { name, public_identifier, system_identifier, force_quirks } => {
                write!(formatter, "<!DOCTYPE {}", name.unwrap_or("(no name)"))?;
                match (public_identifier, system_identifier) {
                    (None, None) => {}
                    (None, Some(system)) => write!(formatter, " SYSTEM {system:?}")?,
                    (Some(public), None) => write!(formatter, " PUBLIC {public:?}")?,
                    (Some(public), Some(system)) => write!(formatter, " PUBLIC {public:?} {system:?}")?,
                }
                formatter.write_str(if *force_quirks { "> (force-quirks)" } else { ">" })
            }
            Self::StartTag { name, self_closing, attributes } => {
                write!(formatter, "<{name}")?;
                for TracedAttribute { name, value, .. } in attributes {
                    write!(formatter, " {name}={value:?}")?;
                }
                formatter.write_str(if *self_closing { "/>" } else { ">" })
            }
            Self::EndTag { name } => write!(formatter, "</{name}>"),
            Self::Comment { data } => write!(formatter, "<!--{}-->", data.escape_debug()),
            Self::ProcessingInstruction { target, data } => {
                write!(formatter, "<?{target} {}>", data.escape_debug())
            }
            Self::Characters { data } => write!(formatter, "{data:?}"),
            Self::NullCharacter => formatter.write_str("U+0000"),
            Self::EndOfFile => Ok(()),
        }
    }
}

/// An attribute of a start tag token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct TracedAttribute<'t> {
    /// The name, in lower case.
    pub name: &'t str,
    /// The value, with its character references replaced.
    pub value: &'t str,
    /// The span of the name in the source.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub name_span: Span,
    /// The span of the value in the source, without quotes; `None` if there is no equals sign.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub value_span: Option<Span>,
}

/// The input of a [trace](trace()).
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers create it")]
pub struct TraceInput<'t> {
    /// The text, with normalized newlines.
    pub text: &'t str,
    /// How the source differs from the text.
    pub newlines: &'t NewlineMap,
    /// Whether the text is the whole input, so that the trace includes the end of the file.
    pub is_whole: bool,
    /// Whether [`TraceStep::rules`] are recorded.
    pub records_rules: bool,
}

/// The callback that receives the steps. It is a trait object and not a type parameter, because otherwise the tokenizer
/// would be compiled once for each type of observer.
pub type StepObserver<'t> = &'t mut dyn FnMut(&TraceStep<'_>) -> ControlFlow<()>;

/// Parses a document, or a fragment in its context with its root, into a sink, and passes each token with its effects to the
/// observer, until the end of the input or until the observer stops.
///
/// The methods `trace` and `trace_tokens` of the parser in the crate `hedgerow` call this function.
pub fn trace<S: TracedSink>(
    sink: S,
    options: TreeBuilderOptions,
    fragment: Option<(FragmentContext, Slot)>,
    input: TraceInput<'_>,
    observer: StepObserver<'_>,
) {
    let TraceInput { text, newlines, is_whole, records_rules } = input;
    let scripting = options.scripting_mode != ScriptingMode::Disabled;
    let sink = RecordingSink::new(sink, records_rules.then(|| Recording::new(scripting)));
    let mut state = State::Data;
    let mut builder = match fragment {
        None => TreeBuilder::new(sink, options),
        Some((context, root)) => {
            state = context.tokenizer_state(options.scripting_mode);
            TreeBuilder::for_fragment(sink, options, context, root)
        }
    };
    // The operations that set up a fragment do not belong to a token.
    builder.sink_mut().take_recorded_rules();
    let observation = Observation {
        observer,
        text,
        newlines,
        locations: LocationTracker::default(),
        states: Vec::new(),
        last_state: None,
        attribute_places: Vec::new(),
        errors: Vec::new(),
        has_stopped: false,
    };
    // Only the observer can suspend the tokenizer here, so it runs once.
    Tokenizer::starting_in(state, None, Tracer { builder, observation }).run(text, is_whole);
}

/// The properties of the tree builder that a [`TraceStep`] reads. As a trait object, it hides the type of the builder's
/// sink.
trait ParseState {
    fn insertion_mode(&self) -> InsertionMode;
    fn open_elements_upwards(&self) -> Box<dyn Iterator<Item = String> + '_>;
    fn open_element_count(&self) -> usize;
    fn active_formatting_elements(&self) -> Box<dyn Iterator<Item = Option<String>> + '_>;
    fn document(&self) -> &Document;
}

impl<S: TracedSink> ParseState for TreeBuilder<RecordingSink<S>> {
    fn insertion_mode(&self) -> InsertionMode {
        self.insertion_mode()
    }

    fn open_elements_upwards(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.open_elements_upwards().map(|node| self.sink().node_label(node).to_string()))
    }

    fn open_element_count(&self) -> usize {
        self.open_element_count()
    }

    fn active_formatting_elements(&self) -> Box<dyn Iterator<Item = Option<String>> + '_> {
        let label = |node| self.sink().node_label(node).to_string();
        Box::new(self.active_formatting_elements().map(move |node| node.map(label)))
    }

    fn document(&self) -> &Document {
        self.sink().document_so_far()
    }
}

/// The state of the tree builder, in a wrapper that implements [`fmt::Debug`] for [`TraceStep`].
struct BuilderState<'t>(&'t dyn ParseState);

impl fmt::Debug for BuilderState<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, {} open elements", self.0.insertion_mode(), self.0.open_element_count())
    }
}

/// Observes tokens on their path to the tree builder.
struct Tracer<'t, S: TracedSink> {
    builder: TreeBuilder<RecordingSink<S>>,
    observation: Observation<'t>,
}

struct Observation<'t> {
    observer: StepObserver<'t>,
    text: &'t str,
    newlines: &'t NewlineMap,
    locations: LocationTracker,
    /// The states since the last token, each with the offset at which it started.
    states: Vec<(State, u32)>,
    /// The state that emitted the last token.
    last_state: Option<State>,
    /// The spans of the attributes of the next start tag.
    attribute_places: Vec<AttributePlace>,
    /// The tokenizer's parse errors since the last token, each with its offset.
    errors: Vec<(ParseErrorCode, u32)>,
    has_stopped: bool,
}

impl<S: TracedSink> TokenSink for Tracer<'_, S> {
    const PARSE_ERRORS: bool = true;
    const SOURCE_SPANS: bool = true;
    const STATES: bool = true;

    fn state_begins(&mut self, state: State, offset: u32) {
        let observation = &mut self.observation;
        let last = observation.states.last().map(|&(last, _)| last).or(observation.last_state);
        if last != Some(state) {
            observation.states.push((state, offset));
        }
    }

    fn attribute_places(&mut self, places: &[AttributePlace]) {
        self.observation.attribute_places.clear();
        self.observation.attribute_places.extend_from_slice(places);
        self.builder.attribute_places(places);
    }

    fn process_token(&mut self, token: &Token<'_>, span: Span) -> Feedback {
        let observation = &mut self.observation;
        if observation.has_stopped {
            return Feedback::Suspend;
        }
        let feedback = self.builder.process_token(token, span);
        let rules = self.builder.sink_mut().take_recorded_rules();
        // A run of characters is emitted only when the tokenizer has finished the next token, so states and errors that
        // begin at or after the end of the run belong to that token. Other tokens are emitted immediately.
        let is_run = matches!(token, Token::Characters(characters) if characters.place_in_input().is_some());
        let end_of_run = is_run.then_some(span.end);
        let states = observation.states_of(end_of_run);
        let errors = take_before(&mut observation.errors, end_of_run);
        let start = observation.locate(span.start);
        let end = observation.locate(span.end);
        let (places, newlines) = (&observation.attribute_places, observation.newlines);
        let step = TraceStep {
            token: traced(token, self.builder.sink(), places, newlines),
            start,
            end,
            states: &states,
            errors: &errors,
            rules,
            builder: BuilderState(&self.builder),
        };
        observation.has_stopped = (observation.observer)(&step).is_break();
        if observation.has_stopped { Feedback::Suspend } else { feedback }
    }

    fn parse_error(&mut self, error: ParseErrorCode, span: Span, _: Option<NameId>) {
        self.observation.errors.push((error, span.start));
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.builder.intern(name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

impl Observation<'_> {
    /// Takes the states that read a token; the states of later tokens stay.
    fn states_of(&mut self, end: Option<u32>) -> Vec<State> {
        let mut states = take_before(&mut self.states, end);
        if states.is_empty() {
            // The state that read the previous token continues.
            states.extend(self.last_state);
        }
        self.last_state = states.last().copied();
        states
    }

    fn locate(&mut self, offset: u32) -> Location {
        let mut location = self.locations.locate(self.text, offset);
        location.offset = self.newlines.to_source(offset);
        location
    }
}

/// Takes the items that were recorded before an offset, or all of them.
fn take_before<T>(recorded: &mut Vec<(T, u32)>, end: Option<u32>) -> Vec<T> {
    let before = end.and_then(|end| recorded.iter().position(|&(_, offset)| offset >= end));
    recorded.drain(..before.unwrap_or(recorded.len())).map(|(recorded, _)| recorded).collect()
}

/// Converts a token to the form that the observer receives.
fn traced<'t>(
    token: &Token<'t>,
    sink: &'t RecordingSink<impl TracedSink>,
    attribute_places: &[AttributePlace],
    newlines: &NewlineMap,
) -> TracedToken<'t> {
    let name_text = |name| sink.name_text(name);
    match *token {
        Token::Doctype(doctype) => TracedToken::Doctype {
            name: doctype.name,
            public_identifier: doctype.public_identifier,
            system_identifier: doctype.system_identifier,
            force_quirks: doctype.force_quirks,
        },
        Token::StartTag(Tag { name, self_closing, attributes }) => {
            let attributes = attributes.iter().zip(attribute_places);
            let attributes = attributes.map(|((name, value), place)| TracedAttribute {
                name: name_text(name),
                value: value.as_str(),
                name_span: newlines.span_in_source(place.name),
                value_span: place.value.map(|value| newlines.span_in_source(value)),
            });
            TracedToken::StartTag { name: name_text(name), self_closing, attributes: attributes.collect() }
        }
        Token::EndTag(tag) => TracedToken::EndTag { name: name_text(tag.name) },
        Token::Comment(data) => TracedToken::Comment { data: data.as_str() },
        Token::ProcessingInstruction(instruction) => {
            TracedToken::ProcessingInstruction { target: instruction.target, data: instruction.data }
        }
        Token::Characters(characters) => TracedToken::Characters { data: characters.as_str() },
        Token::NullCharacter => TracedToken::NullCharacter,
        Token::EndOfFile => TracedToken::EndOfFile,
    }
}
