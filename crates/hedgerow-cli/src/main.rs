//! The program `hedgerow`: what the arguments ask for, and the exit code.
//!
//! What is not here: the arguments (`args.rs`), the commands (`commands`), and parsing, which is the crate `hedgerow`.
#![forbid(unsafe_code)]

mod args;
mod batch;
mod check;
mod codes;
mod commands;
mod input;
mod json_text;
mod ordered;
mod progress;
mod render;
mod report;

use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Error;
use clap::Parser as _;
use clap::error::{ContextKind, ContextValue};

use args::Arguments;

/// How a command that could do its work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// Everything was done.
    Done,
    /// Everything was done, and nothing was found.
    NothingFound,
    /// Everything was done, and errors were found.
    SomeErrors,
    /// Some lines of a batch were malformed and have an error for an answer.
    SomeMalformed,
    /// Some files could not be read; each has its line on the standard error.
    SomeUnreadable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::NothingFound | Outcome::SomeErrors | Outcome::SomeMalformed => Self::from(1),
            Outcome::SomeUnreadable => Self::from(2),
        }
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(usage) => return show_usage(&with_tip(usage)),
    };
    match commands::run(arguments) {
        Ok(outcome) => outcome.into(),
        Err(error) => fail(&error),
    }
}

/// Who names a file where a command has to be is told so.
fn with_tip(mut usage: clap::Error) -> clap::Error {
    let tip = match usage.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) if Path::new(name).exists() => {
            format!("this is a file, and a command comes first: hedgerow tree {name}")
        }
        _ => return usage,
    };
    usage.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    usage
}

/// What clap has to say: the help that was asked for, or how the arguments are wrong.
fn show_usage(usage: &clap::Error) -> ExitCode {
    // If nobody reads it any more, nobody misses it.
    let _ = usage.print();
    if usage.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

fn fail(error: &Error) -> ExitCode {
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        return show_usage(usage);
    }
    if is_closed_output(error) {
        // Whoever reads the output has seen enough, as `head` does: that is a success.
        return ExitCode::SUCCESS;
    }
    report::complain(&format!("{error:#}"));
    ExitCode::from(2)
}

/// Whether the reader of the standard output went away.
fn is_closed_output(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
