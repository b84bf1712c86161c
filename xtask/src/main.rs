//! The project's own commands: `cargo xtask help` lists them. `conformance` runs two of them; `training`
//! and `workspace` are shared.
#![forbid(unsafe_code)]

mod bench;
mod ci;
mod codegen;
mod conformance;
mod dist;
mod extra;
mod first_build;
mod fuzz;
mod growth;
mod gzip;
mod npm;
mod oldest_rust;
mod playground;
mod python;
mod scale;
mod test;
mod tidy;
mod training;
mod wasm;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The project's own commands
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Measure the throughput of hedgerow and of other parsers; see `cargo xtask bench --help`
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Run every gate, and print their times
    Ci,
    /// Write the generated files
    Codegen {
        /// Only report the files that are out of date
        #[arg(long)]
        check: bool,
    },
    /// Run the conformance suites and our own cases; see `cargo xtask conformance --help`
    #[command(disable_help_flag = true)]
    Conformance {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Build the program, profile-guided if `llvm-tools` is installed, its shell completions and its manual pages
    Dist {
        /// The output folder, below the root of the workspace
        #[arg(default_value = "target/dist")]
        folder: String,
    },
    /// Checks and builds outside the gate
    #[command(subcommand)]
    Extra(extra::Extra),
    /// Run the fuzz targets with libFuzzer
    Fuzz(fuzz::Options),
    /// Check how the cost of hostile input grows: twice the input must take twice the time
    Growth(growth::Options),
    /// Build the npm package, check its types, and run its tests in an empty project
    Npm(npm::Options),
    /// Build the Python package in a virtual environment, run its tests, and check its types
    Python(python::Options),
    /// Download the upstream conformance suite: `cargo xtask suite fetch`
    #[command(disable_help_flag = true)]
    Suite {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Run the tests of the library and the program, the checks of the sources, and the conformance suites
    Test,
    /// Check the rules of the sources that the compiler does not check
    Tidy,
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

fn run() -> Result<ExitCode> {
    let has_passed = match Arguments::parse().command {
        Command::Bench { arguments } => bench::run(&arguments).map(|()| true),
        Command::Ci => return Ok(ci::run()),
        Command::Codegen { check } => codegen::run(check).map(|()| true),
        Command::Conformance { arguments } => conformance::run("conformance", &arguments),
        Command::Dist { folder } => dist::run(&folder).map(|()| true),
        Command::Extra(extra) => extra.run(),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Growth(options) => growth::run(&options),
        Command::Npm(options) => npm::run(&options),
        Command::Python(options) => python::run(&options),
        Command::Suite { arguments } => conformance::run("suite", &arguments),
        Command::Test => return test::run(),
        Command::Tidy => tidy::run().map(|()| true),
    }?;
    Ok(if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
