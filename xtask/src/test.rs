//! `cargo xtask test`: runs the tests of the packages in [`workspace::TESTED`], the checks of the sources, and the conformance
//! suites. All parts run even if one fails.
//!
//! The last line of standard output is `N passed, N failed`. It counts conformance cases; another part that fails
//! counts as one failure.

use std::process::ExitCode;

use anyhow::Result;

use crate::conformance::{self, Totals};
use crate::{tidy, workspace};

/// The arguments that fetch the upstream suite. The time is limited, because a newcomer's machine may have no network.
const FETCH: [&str; 4] = ["fetch", "--if-missing", "--within", "30"];

/// Runs all parts.
pub(crate) fn run() -> Result<ExitCode> {
    let mut failed_parts = Vec::new();
    let arguments = ["test", "--no-fail-fast"];
    eprintln!("==> cargo {} {}", arguments.join(" "), workspace::TESTED.join(" "));
    if !workspace::cargo(&[&arguments[..], &workspace::TESTED].concat(), &[])? {
        failed_parts.push("cargo test");
    }
    eprintln!("==> cargo xtask tidy");
    if let Err(error) = tidy::run() {
        eprintln!("{error:#}");
        failed_parts.push("cargo xtask tidy");
    }
    eprintln!("==> cargo xtask suite fetch --if-missing");
    if !conformance::run("suite", &FETCH.map(str::to_owned))? {
        eprintln!("WARNING: the upstream suite could not be fetched");
    }
    eprintln!("==> cargo xtask conformance");
    let totals = conformance::run_all().unwrap_or_else(|error| {
        eprintln!("{error:#}");
        failed_parts.push("cargo xtask conformance");
        Totals::default()
    });
    if totals.failed > 0 {
        failed_parts.push("cargo xtask conformance");
    }
    failed_parts.dedup();
    for part in &failed_parts {
        eprintln!("FAILED: {part}");
    }
    let other_failures = failed_parts.len() - usize::from(totals.failed > 0);
    println!("{} passed, {} failed", totals.passed, totals.failed + other_failures);
    Ok(if failed_parts.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
