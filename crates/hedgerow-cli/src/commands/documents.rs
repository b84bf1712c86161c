//! Commands that parse each input and write something about its document: one, or several with headings.
//!
//! What is not here: reading (`input.rs`), what is written (each command), doing many at once (`ordered.rs`).

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use anyhow::{Context as _, Result, anyhow};
use hedgerow::{Context, Document, EncodingHints, Parsed, Parser};

use super::{CANNOT_WRITE, answer_all, encoding_hints, inputs, write_heading};
use crate::args::DocumentArguments;
use crate::input::Input;
use crate::{Outcome, report};

/// What is written about a document.
pub(super) trait Output: Send + Sync + 'static {
    /// Writes it, and a newline.
    fn write(&self, document: &Document, writer: &mut impl Write) -> io::Result<()>;
}

/// What is done with each input.
#[derive(Clone, Debug)]
pub(super) struct Task<O> {
    pub(super) parser: Parser,
    context: Option<Context>,
    hints: EncodingHints,
    pub(super) output: O,
}

impl<O> Task<O> {
    pub(super) fn new(arguments: &DocumentArguments, output: O) -> Result<Self> {
        let context = arguments.fragment.as_deref().map(str::parse).transpose();
        Ok(Self {
            parser: Parser::new().scripting(arguments.scripting),
            context: context.map_err(|error| anyhow!("--fragment: {error}"))?,
            hints: encoding_hints(&arguments.encoding)?,
            output,
        })
    }

    /// Parses the bytes of an input.
    pub(super) fn parse(&self, bytes: &[u8], input: &Input) -> Result<Parsed> {
        let parsed = match &self.context {
            None => self.parser.parse_bytes(bytes, &self.hints),
            Some(context) => self.parser.parse_fragment_bytes(bytes, &self.hints, context),
        };
        parsed.complete().with_context(|| format!("cannot parse {}; split it", input.name()))
    }

    pub(super) fn document(&self, input: &Input) -> Result<Document> {
        Ok(self.parse(&input.read()?, input)?.into_document())
    }
}

/// Does the task with all files, or with the standard input.
pub(super) fn run(task: Task<impl Output>, files: Vec<OsString>, command: &str) -> Result<Outcome> {
    let inputs = inputs(files, command)?;
    match inputs.as_slice() {
        [only] => write_one(&task, only),
        _ => write_several(task, inputs),
    }
}

/// Parses one input; the output is never in memory as a whole.
fn write_one(task: &Task<impl Output>, input: &Input) -> Result<Outcome> {
    let document = match task.document(input) {
        Ok(document) => document,
        Err(error) => {
            report::complain(&format!("{error:#}"));
            return Ok(Outcome::SomeUnreadable);
        }
    };
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    task.output.write(&document, &mut output).and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    Ok(Outcome::Done)
}

/// Parses several inputs; what is written about each has its heading.
fn write_several(task: Task<impl Output>, inputs: Vec<Input>) -> Result<Outcome> {
    let parse = move |input: &Input| -> Result<Vec<u8>> {
        let mut output = Vec::new();
        task.output.write(&task.document(input)?, &mut output)?;
        Ok(output)
    };
    let mut is_first = true;
    answer_all(inputs, parse, |output, heading, written| {
        write_heading(output, &mut is_first, heading)?;
        output.write_all(&written)
    })
}
