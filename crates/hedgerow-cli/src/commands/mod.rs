//! The commands, one file each; `documents.rs` has what several of them do, and `write.rs` is two that write alike.

mod batch;
mod check;
mod documents;
mod encoding;
mod explain;
mod select;
mod tree;
mod write;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, StdoutLock, Write as _};

use anyhow::{Context as _, Result, anyhow};
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use hedgerow::{EncodingHints, WriteOptions, encoding_for_label};
use rayon::ThreadPoolBuilder;

use crate::args::{Arguments, Command, EncodingHintArguments};
use crate::input::Input;
use crate::ordered::in_order;
use crate::{Outcome, report};

/// What is said when the output cannot be written.
const CANNOT_WRITE: &str = "cannot write to the standard output";

/// Does what a command asks for.
pub(crate) fn run(command: Command) -> Result<Outcome> {
    match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Select(arguments) => select::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Encoding(arguments) => encoding::run(arguments),
        Command::Format(arguments) => write::run(arguments, &WriteOptions::pretty(), "format"),
        Command::Minify(arguments) => write::run(arguments, &WriteOptions::minify(), "minify"),
        Command::Batch => batch::run(),
    }
}

/// What a command is to read.
fn inputs(files: Vec<OsString>, command: &str) -> Result<Vec<Input>> {
    if !files.is_empty() {
        return Ok(files.into_iter().map(Input::from).collect());
    }
    if io::stdin().is_terminal() {
        return Err(nothing_to_read(command).into());
    }
    Ok(vec![Input::StandardInput])
}

fn nothing_to_read(name: &str) -> clap::Error {
    let mut all = Arguments::command();
    all.build();
    let mut command = all.find_subcommand_mut(name).map(|command| command.clone()).unwrap_or(all);
    let message =
        format!("nothing to read: name a file, pipe a document in, or type one after `hedgerow {name} -`");
    command.error(ErrorKind::MissingRequiredArgument, message)
}

/// What the arguments say of the encoding.
fn encoding_hints(arguments: &EncodingHintArguments) -> Result<EncodingHints> {
    let mut hints = EncodingHints::new();
    if let Some(label) = &arguments.encoding {
        hints = hints.user(encoding_for_label(label).map_err(|error| anyhow!("--encoding: {error}"))?);
    }
    if let Some(content_type) = &arguments.transport {
        hints = hints.content_type(content_type);
    }
    if let Some(domain) = &arguments.top_level_domain {
        hints = hints.top_level_domain(domain);
    }
    if let Some(language) = &arguments.locale {
        hints = hints.locale(language);
    }
    Ok(hints)
}

/// Does the work on all inputs, on all cores, and writes the results one after the other, each with the heading of its input.
/// An input with which it cannot be done gets a line on the standard error.
fn answer_all<Answer: Send + 'static>(
    inputs: Vec<Input>,
    work: impl Fn(&Input) -> Result<Answer> + Send + Sync + 'static,
    mut write: impl FnMut(&mut StdoutLock<'static>, &[u8], Answer) -> io::Result<()>,
) -> Result<Outcome> {
    start_threads()?;
    let mut outcome = Outcome::Done;
    let mut headings = inputs.iter().map(Input::heading).collect::<Vec<_>>().into_iter();
    let mut output = io::stdout().lock();
    let work = move |input: Input| work(&input);
    in_order(inputs.into_iter(), work, |answer| {
        let heading = headings.next().unwrap_or_default();
        match answer {
            Ok(answer) => write(&mut output, &heading, answer),
            Err(error) => {
                output.flush()?;
                report::complain(&format!("{error:#}"));
                outcome = Outcome::SomeUnreadable;
                Ok(())
            }
        }
    })
    .and_then(|()| output.flush())
    .context(CANNOT_WRITE)?;
    Ok(outcome)
}

/// Writes the heading of one of several answers.
fn write_heading(output: &mut impl io::Write, is_first: &mut bool, heading: &[u8]) -> io::Result<()> {
    let separator: &[u8] = if std::mem::take(is_first) { b"==> " } else { b"\n==> " };
    output.write_all(&[separator, heading, b" <==\n"].concat())
}

/// The most threads, whatever is asked for: a system that cannot start them ends the program.
const MOST_THREADS: usize = 256;

/// Starts a thread for each core, or as many as `RAYON_NUM_THREADS` says.
fn start_threads() -> Result<()> {
    let wanted = env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse::<usize>().ok());
    // 0 leaves it to rayon, which looks at the variable and at the cores.
    let number = wanted.filter(|wanted| *wanted > MOST_THREADS).map_or(0, |_| MOST_THREADS);
    ThreadPoolBuilder::new()
        .num_threads(number)
        .build_global()
        .context("cannot start a thread for each core; set RAYON_NUM_THREADS to have fewer")
}
