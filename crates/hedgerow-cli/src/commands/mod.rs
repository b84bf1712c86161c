//! The commands, with one file for each command; `write.rs` implements `format` and `minify`, `extract.rs` `markdown` and `text`. `common.rs`, `documents.rs` and
//! `steps.rs` have code that several commands share.

mod batch;
mod check;
pub(crate) mod common;
mod documents;
mod encoding;
mod explain;
mod extract;
mod install;
mod rewrite;
pub(crate) mod sanitize;
mod select;
mod steps;
mod templates;
mod tokens;
mod trace;
mod tree;
mod warc;
mod write;

use anyhow::Result;

use crate::Outcome;
use crate::args::{Arguments, Command};

/// Runs a command.
pub(crate) fn run(arguments: Arguments) -> Result<Outcome> {
    let settings = arguments.settings.into();
    match arguments.command {
        Command::Tree(arguments) => tree::run(arguments, &settings),
        Command::Tokens(arguments) => tokens::run(arguments, &settings),
        Command::Select(arguments) => select::run(arguments, &settings),
        Command::Check(arguments) => check::run(arguments, &settings),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Encoding(arguments) => encoding::run(arguments, &settings),
        Command::Format(arguments) => write::format(arguments, &settings),
        Command::Minify(arguments) => write::minify(arguments, &settings),
        Command::Markdown(arguments) => extract::markdown(arguments, &settings),
        Command::Text(arguments) => extract::text(arguments, &settings),
        Command::Sanitize(arguments) => sanitize::run(arguments, &settings),
        Command::Rewrite(arguments) => rewrite::run(arguments, &settings),
        Command::Batch(arguments) => batch::run(&arguments, &settings),
        Command::Trace(arguments) => trace::run(arguments, &settings),
        Command::Warc(arguments) => warc::run(arguments, &settings),
        Command::Completions(arguments) => install::completions(&arguments),
        Command::Man(arguments) => install::man(&arguments),
    }
}
