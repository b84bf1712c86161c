//! Compares hedgerow's trees with those of other parsers and of browsers, on generated documents.
//!
//! `cargo xtask extra compare differential`, `cargo xtask extra compare browser` and `cargo xtask extra compare generate` call this program.
#![forbid(unsafe_code)]

mod browser;
mod differential;
mod generate;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Comparisons with other parsers and browsers
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Compare a browser's trees of sanitized HTML with the sanitized trees
    Browser(browser::Options),
    /// Compare trees of generated documents with those of another parser
    Differential(differential::Options),
    /// Write generated documents, one JSON object a line, as `hedgerow batch` reads them
    Generate(generate::Options),
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command of the command line. Returns whether it succeeded.
fn run() -> Result<bool> {
    match Arguments::parse().command {
        Command::Browser(options) => browser::run(&options),
        Command::Differential(options) => differential::run(&options),
        Command::Generate(options) => generate::run(&options).map(|()| true),
    }
}
