//! `cargo xtask test`: everything a newcomer runs. All parts run even if one fails.
//!
//! The last line of standard output is `N passed, N failed`. It counts conformance cases; another part that fails
//! counts as one failure.

use std::process::ExitCode;

use anyhow::Result;

use crate::conformance::{self, Totals};
use crate::{tidy, workspace};

/// The unit, snapshot and documentation tests. Those of the xtask are run apart, as it has been built by now: together with the
/// others its dependencies get other features, and the JavaScript engine would be built once more. The benchmark has no tests, only
/// peers to build.
const CARGO_TESTS: [(&[&str], &str); 2] = [
    (
        &["test", "--workspace", "--exclude", "xtask", "--exclude", "hedgerow-bench"],
        "cargo test --workspace --exclude xtask --exclude hedgerow-bench",
    ),
    (&["test", "--package", "xtask"], "cargo test --package xtask"),
];

/// Runs the tests of all crates, the checks of the sources, and the conformance suites.
pub(crate) fn run() -> Result<ExitCode> {
    let mut failed_parts = Vec::new();
    for (arguments, command) in CARGO_TESTS {
        eprintln!("==> {command}");
        if !workspace::cargo(arguments, &[])? {
            failed_parts.push(command);
        }
    }
    eprintln!("==> cargo xtask tidy");
    if let Err(error) = tidy::run() {
        eprintln!("{error:#}");
        failed_parts.push("cargo xtask tidy");
    }
    eprintln!("==> cargo xtask conformance");
    let totals = conformance::run(&conformance::Options::default()).unwrap_or_else(|error| {
        eprintln!("{error:#}");
        failed_parts.push("cargo xtask conformance");
        Totals::default()
    });
    if totals.failed > 0 {
        failed_parts.push("cargo xtask conformance");
    }
    failed_parts.dedup();
    if let Some(warning) = &totals.warning {
        eprintln!("WARNING: {warning}");
    }
    for part in &failed_parts {
        eprintln!("FAILED: {part}");
    }
    let other_failures = failed_parts.len() - usize::from(totals.failed > 0);
    println!("{} passed, {} failed", totals.passed, totals.failed + other_failures);
    Ok(if failed_parts.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
