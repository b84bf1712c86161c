//! `cargo xtask conformance` and `cargo xtask suite`: run the program of the crate `hedgerow-conformance`.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use anyhow::{Context as _, Result};

use crate::workspace;

/// The arguments of cargo that build and run the program.
fn program() -> Vec<&'static str> {
    vec!["test", "--quiet", "--workspace", "--test", "conformance", "--"]
}

/// Runs a command of the program. Returns whether it succeeded.
pub(crate) fn run(command: &str, arguments: &[String]) -> Result<bool> {
    let mut words = program();
    words.push(command);
    words.extend(arguments.iter().map(String::as_str));
    workspace::cargo(&words, &[])
}

/// The numbers of conformance cases that passed and failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
}

/// Runs all suites and prints their report, except for its last line, which has the totals.
///
/// # Errors
///
/// If the program cannot be run, or does not print totals.
pub(crate) fn run_all() -> Result<Totals> {
    let mut command = workspace::cargo_command(&program());
    let mut child =
        command.arg("conformance").stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
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
