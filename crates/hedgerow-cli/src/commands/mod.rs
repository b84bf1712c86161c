//! The commands, one file each.

mod batch;
mod encoding;
mod select;
mod tree;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result, anyhow};
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use hedgerow::{EncodingHints, encoding_for_label};
use rayon::ThreadPoolBuilder;

use crate::Outcome;
use crate::args::{Arguments, Command, EncodingHintArguments};
use crate::input::Input;

/// What is said when the output cannot be written.
const CANNOT_WRITE: &str = "cannot write to the standard output";

/// Does what a command asks for.
pub(crate) fn run(command: Command) -> Result<Outcome> {
    match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Select(arguments) => select::run(arguments),
        Command::Encoding(arguments) => encoding::run(arguments),
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
