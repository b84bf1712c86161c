//! Code of all commands on documents: reads the inputs, works on all cores, and writes the answers in the order of the inputs,
//! with headings if there are several inputs.
//!
//! An answer is sent in pieces, so that a long answer is never in memory as a whole.

use std::borrow::Cow;
use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::rc::Rc;

use anyhow::{Context as _, Result, anyhow};
use hedgerow::encoding::Encoding;
use hedgerow::serialize::{LimitedWriter, OutputLimit, ShadowRoots, WriteOptions};
use hedgerow::{Context, EncodingHints, Parsed, Parser};

use super::common::{CANNOT_WRITE, Settings, describe_stop, encoding_hints};
use crate::args::{DocumentArguments, EncodingHintArguments, LimitArguments};
use crate::input::{Document, Input, Inputs, Name};
use crate::json_text::NamedLines;
use crate::ordered::{ResultSender, Weight, in_order};
use crate::progress::Bar;
use crate::{Outcome, report as messages};

/// The size in bytes of the parts in which long documents are parsed and long answers are sent.
const SIZE_OF_PIECE: usize = 1 << 18;

/// Documents with more bytes than this are parsed in parts.
const LONG_DOCUMENT: usize = 1 << 20;

/// The approximate number of bytes of a tree for each byte of its document.
const BYTES_OF_TREE: usize = 8;

/// The work of a command on each document.
pub(super) trait Task: Send + Sync + 'static {
    /// The result for a document.
    type Answer;

    /// Computes the result.
    fn answer(&self, name: &Name, document: Document) -> Result<Self::Answer>;

    /// Whether the result is lines of JSON. Each line is an object that contains the document's name, so there are no headings.
    fn is_json(&self) -> bool {
        false
    }

    /// The limit on the output for a document.
    fn output_bound(&self) -> OutputBound;

    /// Writes the result, with a newline at its end.
    fn write(&self, answer: &Self::Answer, writer: &mut LimitedWriter<impl Write>) -> io::Result<()>;
}

/// The limit on the output for a document. Elements can share a long attribute, which is written for each of them, so the
/// output can be much longer than the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputBound {
    /// The limit of the arguments.
    most: Option<usize>,
    /// The default for each byte of the document, in addition to [`LEAST_OUTPUT`]; `None` for no limit.
    per_byte: Option<u64>,
}

/// The default limit on the output for an empty document.
const LEAST_OUTPUT: u64 = 1 << 20;

impl OutputBound {
    /// The limit for HTML. It is that of the sanitizer.
    pub(super) fn of_html(limits: &LimitArguments) -> Self {
        Self { most: limits.answer, per_byte: Some(16) }
    }

    /// The limit for JSON. An element of three bytes takes up to about 200 bytes.
    pub(super) fn of_json(limits: &LimitArguments) -> Self {
        Self { most: limits.answer, per_byte: Some(256) }
    }

    /// The limit for output that is long by its nature, such as indented trees, and is never in memory as a whole.
    pub(super) fn of_lines(limits: &LimitArguments) -> Self {
        Self { most: limits.answer, per_byte: None }
    }

    /// The maximum number of bytes for a document.
    pub(super) fn bytes(self, document: usize) -> u64 {
        let by_default = || {
            let per_byte = self.per_byte?;
            Some(per_byte.saturating_mul(document as u64).saturating_add(LEAST_OUTPUT))
        };
        self.most.map(|most| most as u64).or_else(by_default).unwrap_or(u64::MAX)
    }
}

/// Returns the error for a document whose result is too long, and any other error as it is.
pub(super) fn describe_limit(name: &Name, error: anyhow::Error) -> anyhow::Error {
    match limit_of(&error) {
        Some(limit) => anyhow!(
            "cannot write the result for {}: {limit}, which is the limit; --max-answer sets it",
            name.for_message()
        ),
        None => error,
    }
}

/// Returns the limit on the output that an error is about.
fn limit_of(error: &anyhow::Error) -> Option<OutputLimit> {
    let in_io = || error.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref();
    error.downcast_ref().or_else(in_io).copied()
}

/// The parser, its context element and its encoding hints.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) parser: Parser,
    pub(super) context: Option<Context>,
    hints: Hints,
}

impl Reading {
    pub(super) fn new(arguments: &DocumentArguments) -> Result<Self> {
        let context = arguments.fragment.as_deref().map(str::parse).transpose();
        Ok(Self {
            parser: Parser::new()
                .scripting(arguments.scripting)
                .allow_declarative_shadow_roots(arguments.shadow_roots)
                .limits(arguments.limits.limits()),
            context: context.map_err(|error| anyhow!("--fragment: {error}"))?,
            hints: Hints::new(&arguments.encoding)?,
        })
    }

    /// Parses a document.
    pub(super) fn parse(&self, name: &Name, document: &Document) -> Result<Parsed> {
        self.parse_in_passes(name, document, 1)
    }

    /// Parses a document. The progress bar counts this as one of `passes` passes over its text.
    pub(super) fn parse_in_passes(&self, name: &Name, document: &Document, passes: usize) -> Result<Parsed> {
        let hints = self.hints.of(document);
        let bytes = &document.bytes;
        let parsed = match &self.context {
            // A long document is fed in parts, so that the progress bar moves.
            context if bytes.len() > LONG_DOCUMENT => {
                let mut stream = match context {
                    None => self.parser.stream_bytes(&hints),
                    Some(context) => self.parser.stream_fragment_bytes(&hints, context),
                };
                for (chunk, end) in bytes.chunks(SIZE_OF_PIECE).zip(1..) {
                    stream.feed(chunk);
                    document.share.reach(end * SIZE_OF_PIECE, bytes.len() * passes);
                }
                stream.finish()
            }
            None => self.parser.parse_bytes(bytes, &hints),
            Some(context) => self.parser.parse_fragment_bytes(bytes, &hints, context),
        };
        match parsed.stop() {
            None => Ok(parsed),
            Some(stop) => Err(anyhow!("cannot parse {}: {}", name.for_message(), describe_stop(stop))),
        }
    }

    /// Parses a document and returns its tree.
    pub(super) fn tree(&self, name: &Name, document: &Document) -> Result<hedgerow::Document> {
        Ok(self.parse(name, document)?.into_document())
    }
}

/// Returns `base` with the scripting flag and the shadow roots of the arguments, because a tree must be written with the settings of
/// its parser.
pub(super) fn write_options(arguments: &DocumentArguments, base: &WriteOptions) -> WriteOptions {
    let shadow_roots = if arguments.shadow_roots { ShadowRoots::All } else { ShadowRoots::None };
    base.clone().scripting(arguments.scripting).shadow_roots(shadow_roots)
}

/// Decodes a parsed document in the encoding that the parser found.
pub(super) fn decoded<'d>(document: &'d Document, parsed: &Parsed) -> Cow<'d, str> {
    let Some(encoding) = parsed.encoding() else { return Cow::Borrowed("") };
    let bytes =
        Encoding::for_bom(&document.bytes).map_or(&*document.bytes, |(_, length)| &document.bytes[length..]);
    encoding.encoding.decode_without_bom_handling(bytes).0
}

/// The encoding hints of the arguments.
#[derive(Clone, Debug)]
pub(super) struct Hints {
    of_arguments: EncodingHints,
    /// Whether the arguments have a Content-Type.
    has_content_type: bool,
}

impl Hints {
    pub(super) fn new(arguments: &EncodingHintArguments) -> Result<Self> {
        let has_content_type = arguments.transport.is_some();
        Ok(Self { of_arguments: encoding_hints(arguments)?, has_content_type })
    }

    /// Returns the hints of the arguments.
    pub(super) fn of_arguments(&self) -> &EncodingHints {
        &self.of_arguments
    }

    /// Returns the hints for a document. The Content-Type of the document counts unless the arguments have a Content-Type.
    pub(super) fn of(&self, document: &Document) -> EncodingHints {
        let hints = self.of_arguments.clone();
        match &document.content_type {
            Some(content_type) if !self.has_content_type => hints.content_type(content_type),
            _ => hints,
        }
    }
}

/// Runs the task on all inputs.
pub(super) fn run(task: impl Task<Answer: Send>, mut inputs: Inputs, settings: &Settings) -> Result<Outcome> {
    if !inputs.are_several()
        && let Some(only) = inputs.next()
    {
        return write_one(&task, only, &inputs);
    }
    let is_json = task.is_json();
    let answer = move |name: &Name,
                       document: Document,
                       put: &mut dyn FnMut(Vec<u8>) -> io::Result<()>|
          -> Result<()> {
        let mut output = Pieces::new(put);
        let most = task.output_bound().bytes(document.bytes.len());
        let written = write_answer(&task, name, &task.answer(name, document)?, most, &mut output);
        let rest = output.rest;
        match written {
            Ok(()) => Ok(put(rest)?),
            Err(error) => Err(describe_limit(name, error.into())),
        }
    };
    answer_all(inputs, settings, answer, |output, heading, written| {
        if !is_json {
            heading.write(output)?;
        }
        output.write_all(&written)
    })
}

/// Writes the result for a document, with at most `most` bytes. A result in JSON also contains the name of the document.
fn write_answer<T: Task>(
    task: &T,
    name: &Name,
    answer: &T::Answer,
    most: u64,
    writer: &mut impl Write,
) -> io::Result<()> {
    if task.is_json() {
        task.write(answer, &mut LimitedWriter::new(NamedLines::new(writer, name), most))
    } else {
        task.write(answer, &mut LimitedWriter::new(writer, most))
    }
}

/// A writer that sends its output in pieces.
pub(super) struct Pieces<'p> {
    /// The bytes that are not sent yet.
    pub(super) rest: Vec<u8>,
    put: &'p mut dyn FnMut(Vec<u8>) -> io::Result<()>,
}

impl<'p> Pieces<'p> {
    pub(super) fn new(put: &'p mut dyn FnMut(Vec<u8>) -> io::Result<()>) -> Self {
        Self { rest: Vec::new(), put }
    }
}

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(SIZE_OF_PIECE - self.rest.len());
        self.rest.extend_from_slice(&bytes[..length]);
        if self.rest.len() == SIZE_OF_PIECE {
            (self.put)(std::mem::take(&mut self.rest))?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the task on a single document, and writes its output directly.
fn write_one(task: &impl Task, input: Input, inputs: &Inputs) -> Result<Outcome> {
    let bar = Bar::new(inputs.progress());
    let (name, document) = input.read(inputs.max_bytes(), &mut |_| ());
    if let Ok(Document { warnings, .. }) = &document
        && !warnings.is_empty()
    {
        let _hidden = bar.hide();
        for warning in warnings {
            messages::complain(warning);
        }
    }
    let answer = document.and_then(|document| {
        let most = task.output_bound().bytes(document.bytes.len());
        Ok((task.answer(&name, document)?, most))
    });
    let (answer, most) = match answer {
        Ok(answer) => answer,
        Err(error) => {
            drop(bar);
            messages::complain(&format!("{error:#}"));
            return Ok(Outcome::SomeUnreadable);
        }
    };
    // On a terminal, the bar is removed before the output is written.
    let bar = (!io::stdout().is_terminal()).then_some(bar);
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write_answer(task, &name, &answer, most, &mut output);
    let flushed = output.flush();
    drop(bar);
    flushed.context(CANNOT_WRITE)?;
    match written.map_err(anyhow::Error::from) {
        Ok(()) => Ok(Outcome::Done),
        Err(error) if limit_of(&error).is_some() => {
            messages::complain(&format!("{:#}", describe_limit(&name, error)));
            Ok(Outcome::SomeUnreadable)
        }
        Err(error) => Err(error).context(CANNOT_WRITE),
    }
}

/// The heading of an answer.
pub(super) struct Heading {
    /// The name of the document.
    name: Vec<u8>,
    is_needed: bool,
    is_written: Rc<Cell<bool>>,
}

impl Heading {
    /// Writes the heading, if there are several documents and this is the first piece of an answer.
    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        if !self.is_needed {
            return Ok(());
        }
        let separator: &[u8] = if self.is_written.replace(true) { b"\n==> " } else { b"==> " };
        output.write_all(&[separator, &self.name, b" <==\n"].concat())
    }
}

/// Runs the work on all documents, and writes the answers in order. For a document that fails, writes a message to the standard
/// error.
pub(super) fn answer_all<Answer: Weight>(
    inputs: Inputs,
    settings: &Settings,
    work: impl Work<Answer>,
    write: impl FnMut(&mut StdoutLock<'static>, &Heading, Answer) -> io::Result<()>,
) -> Result<Outcome> {
    let mut answers = Answers {
        output: io::stdout().lock(),
        are_several: inputs.are_several(),
        is_written: Rc::default(),
        outcome: Outcome::Done,
        write,
    };
    report_all(inputs, settings, work, &mut answers)?;
    answers.output.flush().context(CANNOT_WRITE)?;
    Ok(answers.outcome)
}

/// Writes answers to the standard output.
struct Answers<F> {
    output: StdoutLock<'static>,
    are_several: bool,
    /// Whether a heading was already written. If so, an empty line comes before the next heading.
    is_written: Rc<Cell<bool>>,
    outcome: Outcome,
    write: F,
}

impl<Answer, F> Report<Answer> for Answers<F>
where
    F: FnMut(&mut StdoutLock<'static>, &Heading, Answer) -> io::Result<()>,
{
    fn push(&mut self, piece: Piece<Answer>) -> io::Result<()> {
        match piece.answer {
            Ok(answer) => {
                let is_needed = self.are_several && piece.is_first;
                let is_written = Rc::clone(&self.is_written);
                let heading = Heading { name: piece.name.heading(), is_needed, is_written };
                (self.write)(&mut self.output, &heading, answer)
            }
            Err(error) => {
                self.output.flush()?;
                let outcome = complain(error);
                if outcome == Outcome::SomeUnreadable || self.outcome == Outcome::Done {
                    self.outcome = outcome;
                }
                Ok(())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Several messages about a document, and the outcome that they stand for.
#[derive(Debug)]
pub(super) struct Complaints {
    pub(super) lines: Vec<String>,
    pub(super) outcome: Outcome,
}

impl Complaints {
    /// Adds the message of an error because of which the document was not processed to its end.
    pub(super) fn fail(&mut self, error: &anyhow::Error) {
        self.lines.push(format!("{error:#}"));
        self.outcome = Outcome::SomeUnreadable;
    }

    /// Returns an error if there are messages.
    pub(super) fn into_result(self) -> Result<()> {
        if self.lines.is_empty() { Ok(()) } else { Err(self.into()) }
    }
}

impl fmt::Display for Complaints {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines.join("; "))
    }
}

impl Error for Complaints {}

/// Writes the messages of an error to the standard error, and returns its outcome.
pub(super) fn complain(error: anyhow::Error) -> Outcome {
    match error.downcast() {
        Ok(Complaints { lines, outcome }) => {
            for line in &lines {
                messages::complain(line);
            }
            outcome
        }
        Err(error) => {
            messages::complain(&format!("{error:#}"));
            Outcome::SomeUnreadable
        }
    }
}

/// A part of the answer to a document, or its error.
pub(super) struct Piece<Answer> {
    /// The name of the document.
    pub(super) name: Name,
    /// Whether this is the first part.
    is_first: bool,
    pub(super) answer: Result<Answer>,
}

/// A message from the work on a document to the thread that reports.
enum Sent<Answer> {
    Piece(Piece<Answer>),
    /// Warnings about the document, before its first piece.
    Warnings(Vec<String>),
}

impl<Answer: Weight> Weight for Sent<Answer> {
    fn weight(&self) -> usize {
        match self {
            Self::Piece(piece) => piece.answer.as_ref().map_or(0, Weight::weight),
            Self::Warnings(warnings) => warnings.iter().map(String::len).sum(),
        }
    }
}

impl Weight for Vec<u8> {
    fn weight(&self) -> usize {
        self.capacity()
    }
}

/// Work on a document, which sends its answer in one or more pieces.
pub(super) trait Work<Answer>:
    Fn(&Name, Document, &mut dyn FnMut(Answer) -> io::Result<()>) -> Result<()> + Send + Sync + 'static
{
}

impl<Answer, W> Work<Answer> for W where
    W: Fn(&Name, Document, &mut dyn FnMut(Answer) -> io::Result<()>) -> Result<()> + Send + Sync + 'static
{
}

/// Receives the answers in the order of the documents.
pub(super) trait Report<Answer> {
    /// Writes a piece of the answer to a document.
    fn push(&mut self, piece: Piece<Answer>) -> io::Result<()>;

    /// Flushes the output.
    fn flush(&mut self) -> io::Result<()>;

    /// Whether something is written to the standard error for this answer.
    fn complains(&self, answer: &Result<Answer>) -> bool {
        answer.is_err()
    }
}

/// Runs the work on all documents, on all cores, and reports the answers in order, with a progress bar on a terminal.
pub(super) fn report_all<Answer: Weight>(
    inputs: Inputs,
    settings: &Settings,
    work: impl Work<Answer>,
    report: &mut impl Report<Answer>,
) -> Result<()> {
    settings.start_threads()?;
    let bar = Bar::new(inputs.progress());
    let shares_the_terminal = io::stdout().is_terminal();
    let max_bytes = inputs.max_bytes();
    let work = move |input: Input, sender: &mut ResultSender<'_, Sent<Answer>>| {
        let (name, document) = input.read(max_bytes, &mut |bytes| sender.reserve(bytes));
        let mut is_first = true;
        let done = document.and_then(|mut document| {
            let warnings = std::mem::take(&mut document.warnings);
            if !warnings.is_empty() {
                sender.send(Sent::Warnings(warnings))?;
            }
            sender.reserve(document.bytes.len().saturating_mul(BYTES_OF_TREE));
            work(&name, document, &mut |answer| {
                let is_first = std::mem::take(&mut is_first);
                sender.send(Sent::Piece(Piece { name: name.clone(), is_first, answer: Ok(answer) }))
            })
        });
        match done {
            Ok(()) => Ok(()),
            Err(error) => sender.send(Sent::Piece(Piece { name, is_first, answer: Err(error) })),
        }
    };
    in_order(inputs, work, |sent: Sent<Answer>| {
        let piece = match sent {
            Sent::Piece(piece) => piece,
            Sent::Warnings(warnings) => {
                let _hidden = bar.hide();
                report.flush()?;
                for warning in &warnings {
                    messages::complain(warning);
                }
                return Ok(());
            }
        };
        if piece.is_first {
            bar.advance();
        }
        // The bar is hidden while something else is written to the terminal.
        let _hidden = (shares_the_terminal || report.complains(&piece.answer)).then(|| bar.hide());
        report.push(piece)?;
        if shares_the_terminal { report.flush() } else { Ok(()) }
    })
    .context(CANNOT_WRITE)
}
