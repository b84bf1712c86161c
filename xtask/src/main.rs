//! The project's own commands: `cargo xtask help` lists them. `compare` and `conformance` run several commands; `training` and
//! `workspace` are shared.
#![forbid(unsafe_code)]

mod bench;
mod ci;
mod codegen;
mod compare;
mod conformance;
mod counters;
mod deny;
mod dist;
mod first_build;
mod fuzz;
mod growth;
mod minimal_versions;
mod miri;
mod oldest_rust;
mod playground;
mod python;
mod sanitize;
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
    /// Compare a browser's trees of sanitized HTML with the sanitized trees; see `cargo xtask browser --help`
    #[command(disable_help_flag = true)]
    Browser {
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
    /// Count instructions, allocations and bytes of memory for generated pages
    Counters(counters::Options),
    /// Check the licences and sources of all dependencies, if cargo-deny is installed
    Deny(deny::Options),
    /// Compare trees with those of another parser; see `cargo xtask differential --help`
    #[command(disable_help_flag = true)]
    Differential {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Build the program, profile-guided if `llvm-tools` is installed, its shell completions and its manual pages
    Dist {
        /// The output folder, below the root of the workspace
        #[arg(default_value = "target/dist")]
        folder: String,
    },
    /// Measure what a program of one line costs to build, with hedgerow and with scraper
    FirstBuild,
    /// Run the fuzz targets with libFuzzer
    Fuzz(fuzz::Options),
    /// Write generated documents, one JSON object a line, as `hedgerow batch` reads them; see `cargo xtask generate --help`
    #[command(disable_help_flag = true)]
    Generate {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Check how the cost of hostile input grows: twice the input must take twice the time
    Growth(growth::Options),
    /// Build the published crates with the oldest versions of their dependencies that the manifests allow
    MinimalVersions,
    /// Run tests under Miri, which detects undefined behaviour, if the component is installed
    Miri,
    /// Run the tests with the oldest Rust that the manifest allows
    OldestRust,
    /// Build the playground, for a file server and as one file
    Playground(playground::Options),
    /// Build the Python package in a virtual environment, run its tests, and check its types
    Python(python::Options),
    /// Run the tests with AddressSanitizer and LeakSanitizer
    Sanitize,
    /// Lint and test the crates for query engines, which take many minutes to build
    Scale(scale::Options),
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
    /// Build the library for WebAssembly, and run its tests and the conformance suites there
    Wasm(wasm::Options),
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
        Command::Browser { arguments } => compare::run("browser", &arguments),
        Command::Ci => return Ok(ci::run()),
        Command::Codegen { check } => codegen::run(check).map(|()| true),
        Command::Conformance { arguments } => conformance::run("conformance", &arguments),
        Command::Counters(options) => counters::run(&options),
        Command::Deny(options) => deny::run(&options),
        Command::Differential { arguments } => compare::run("differential", &arguments),
        Command::Dist { folder } => dist::run(&folder).map(|()| true),
        Command::FirstBuild => first_build::run(),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Generate { arguments } => compare::run("generate", &arguments),
        Command::Growth(options) => growth::run(&options),
        Command::MinimalVersions => minimal_versions::run(),
        Command::Miri => miri::run(),
        Command::OldestRust => oldest_rust::run(),
        Command::Playground(options) => playground::run(&options).map(|()| true),
        Command::Python(options) => python::run(&options),
        Command::Sanitize => sanitize::run(),
        Command::Scale(options) => scale::run(&options),
        Command::Suite { arguments } => conformance::run("suite", &arguments),
        Command::Test => return test::run(),
        Command::Tidy => tidy::run().map(|()| true),
        Command::Wasm(options) => wasm::run(&options).map(|()| true),
    }?;
    Ok(if has_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
