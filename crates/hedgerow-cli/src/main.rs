//! The program `hedgerow`: runs the command that the arguments name, and sets the exit code.
#![forbid(unsafe_code)]

mod args;
mod base;
mod batch;
mod check;
mod codes;
mod commands;
mod extension;
mod input;
mod json_text;
mod locations;
mod ordered;
mod progress;
mod query;
mod render;
mod report;
mod rows;

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Error;
use clap::Parser as _;
use clap::error::{ContextKind, ContextValue};

use args::Arguments;
use commands::common::CANNOT_WRITE;

/// The result of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// Success.
    Done,
    /// No element matched.
    NothingFound,
    /// Errors were found.
    SomeErrors,
    /// Some lines of a batch were malformed; the output has an error for each.
    SomeMalformed,
    /// Some files could not be read; each was reported on the standard error.
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
        Err(usage) => {
            return extension::run(&usage).unwrap_or_else(|| show_usage(&with_tip(usage)));
        }
    };
    match commands::run(arguments) {
        Ok(outcome) => outcome.into(),
        Err(error) => fail(&error),
    }
}

/// Adds a tip to the error for an unknown command if its name is that of a file, or of a program that is not installed.
fn with_tip(mut usage: clap::Error) -> clap::Error {
    let tip = match usage.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) if name == "sql" => {
            "`hedgerow sql` starts the program hedgerow-sql, which is not on the PATH; install it with \
             `cargo install --path crates/hosts/hedgerow-sql`"
                .to_owned()
        }
        Some(ContextValue::String(name)) if Path::new(name).exists() => {
            format!("`{name}` is a file; put a command before it: hedgerow tree {name}")
        }
        _ => return usage,
    };
    usage.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    usage
}

/// Prints the message of clap: the requested help, or the errors of the arguments.
fn show_usage(usage: &clap::Error) -> ExitCode {
    if let Err(error) = usage.print().and_then(|()| io::stdout().flush())
        && !usage.use_stderr()
    {
        return fail(&Error::new(error).context(CANNOT_WRITE));
    }
    if usage.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

fn fail(error: &Error) -> ExitCode {
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        return show_usage(usage);
    }
    if is_closed_output(error) {
        // The reader has closed the output early, as `head` does.
        return ExitCode::SUCCESS;
    }
    report::complain(&format!("{error:#}"));
    ExitCode::from(2)
}

/// Whether the reader of the standard output has closed it.
fn is_closed_output(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
