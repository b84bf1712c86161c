//! `cargo xtask conformance` and `cargo xtask suite`: run the program of the crate `hedgerow-conformance`. With `--scripts`, the program
//! of `hedgerow-scripting` runs the cases that have scripts, which the other leaves out.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use crate::workspace;

/// The option that selects the program with a JavaScript engine.
const SCRIPTS: &str = "--scripts";

/// Returns the command that builds and runs a command of the program, with the features that the other tests of its workspace
/// need, so that nothing is built again after these tests.
fn program(command: &str, has_scripts: bool) -> Command {
    let mut cargo = workspace::cargo_command(&["test", "--quiet", "--workspace", "--test"]);
    if has_scripts {
        cargo
            .args(["scripted-conformance", "--profile", "ci"])
            .current_dir(workspace::path(workspace::HOSTS));
    } else {
        cargo.arg("conformance");
    }
    cargo.args(["--", command]);
    cargo
}

/// Runs a command of the program. Returns whether it succeeded.
pub(crate) fn run(command: &str, arguments: &[String]) -> Result<bool> {
    let mut program = program(command, arguments.iter().any(|argument| argument == SCRIPTS));
    program.args(arguments.iter().filter(|argument| *argument != SCRIPTS));
    Ok(program.status().context("cannot start cargo")?.success())
}

/// The numbers of conformance cases that passed and failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
}

/// Runs all suites, or with `has_scripts` their cases that have scripts, and prints their report, except for its last line, which has the totals.
///
/// # Errors
///
/// If the program cannot be run, or does not print totals.
pub(crate) fn run_all(has_scripts: bool) -> Result<Totals> {
    let mut command = program("conformance", has_scripts);
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let mut totals = None;
    for line in BufReader::new(child.stdout.take().context("the report is not piped")?).lines() {
        let line = line?;
        totals = parse_totals(&line);
        if totals.is_none() {
            println!("{line}");
        }
    }
    child.wait()?;
    totals.context("the conformance suites did not run to their end")
}

/// Reads `17 passed, 0 failed`.
fn parse_totals(line: &str) -> Option<Totals> {
    let (passed, failed) = line.strip_suffix(" failed")?.split_once(" passed, ")?;
    Some(Totals { passed: passed.parse().ok()?, failed: failed.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::{Totals, parse_totals};

    #[test]
    fn totals_are_read() {
        assert_eq!(parse_totals("17 passed, 2 failed"), Some(Totals { passed: 17, failed: 2 }));
        assert_eq!(parse_totals("tokenizer 17/19"), None);
    }
}
