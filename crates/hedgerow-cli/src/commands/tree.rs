//! `hedgerow tree`: files in, trees out.
//!
//! What is not here: reading (`input.rs`), the formats (`render`), doing many at once (`ordered.rs`).

use std::io::{self, BufWriter, Write};

use anyhow::{Context as _, Result, anyhow};
use hedgerow::{Context, Document, EncodingHints, Parser};

use super::{CANNOT_WRITE, answer_all, encoding_hints, inputs};
use crate::args::{Format, TreeArguments};
use crate::input::Input;
use crate::{Outcome, render, report};

pub(super) fn run(arguments: TreeArguments) -> Result<Outcome> {
    let task = Task::new(&arguments)?;
    let inputs = inputs(arguments.files, "tree")?;
    match inputs.as_slice() {
        [only] => write_one(&task, only),
        _ => write_several(task, inputs),
    }
}

/// What is done with each input.
#[derive(Clone, Debug)]
struct Task {
    parser: Parser,
    context: Option<Context>,
    hints: EncodingHints,
    format: Format,
    scripting: bool,
}

impl Task {
    fn new(arguments: &TreeArguments) -> Result<Self> {
        let context = arguments.fragment.as_deref().map(str::parse).transpose();
        Ok(Self {
            parser: Parser::new().scripting(arguments.scripting),
            context: context.map_err(|error| anyhow!("--fragment: {error}"))?,
            hints: encoding_hints(&arguments.encoding)?,
            format: arguments.format,
            scripting: arguments.scripting,
        })
    }

    fn parse(&self, input: &Input) -> Result<Document> {
        let bytes = input.read()?;
        let parsed = match &self.context {
            None => self.parser.parse_bytes(&bytes, &self.hints),
            Some(context) => self.parser.parse_fragment_bytes(&bytes, &self.hints, context),
        };
        let parsed = parsed.complete().with_context(|| format!("cannot parse {}; split it", input.name()))?;
        Ok(parsed.into_document())
    }

    fn write_tree(&self, document: &Document, writer: &mut impl Write) -> io::Result<()> {
        render::write(document, self.format, self.scripting, writer)
    }
}

/// Parses one input; the output is never in memory as a whole.
fn write_one(task: &Task, input: &Input) -> Result<Outcome> {
    let document = match task.parse(input) {
        Ok(document) => document,
        Err(error) => {
            report::complain(&format!("{error:#}"));
            return Ok(Outcome::SomeUnreadable);
        }
    };
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    task.write_tree(&document, &mut output).and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    Ok(Outcome::Done)
}

/// Parses several inputs; each tree has its heading.
fn write_several(task: Task, inputs: Vec<Input>) -> Result<Outcome> {
    let parse = move |input: &Input| -> Result<Vec<u8>> {
        let mut output = Vec::new();
        task.write_tree(&task.parse(input)?, &mut output)?;
        Ok(output)
    };
    let mut is_first = true;
    answer_all(inputs, parse, |output, heading, tree| {
        let separator: &[u8] = if std::mem::take(&mut is_first) { b"==> " } else { b"\n==> " };
        output.write_all(&[separator, heading, b" <==\n"].concat())?;
        output.write_all(&tree)
    })
}
