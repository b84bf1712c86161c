//! `cargo xtask test`: runs `cargo test --workspace`, which also checks the sources, and the conformance suites. Both parts run even
//! if one fails.
//!
//! The last line of standard output is `N passed, N failed`. It counts conformance cases; if `cargo test` fails, that counts as
//! one failure.

use std::env;
use std::process::ExitCode;

use anyhow::Result;

use crate::conformance::{self, Totals};
use crate::workspace;

/// The arguments that fetch the upstream suite. The time is limited, because a newcomer's machine may have no network.
const FETCH: [&str; 4] = ["fetch", "--if-missing", "--within", "30"];

/// Runs both parts, and prints the totals.
pub(crate) fn run() -> Result<ExitCode> {
    let mut totals = Totals::default();
    let has_passed = run_parts(&mut totals)?;
    println!("{} passed, {} failed", totals.passed, totals.failed + usize::from(!has_passed));
    Ok(if has_passed && totals.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs both parts, and adds the cases of the suites to the totals. Returns whether the tests passed and the suites ran.
pub(crate) fn run_parts(totals: &mut Totals) -> Result<bool> {
    let arguments = ["test", "--workspace", "--no-fail-fast"];
    eprintln!("==> cargo {}", arguments.join(" "));
    let data = data();
    if data.is_none() {
        eprintln!("WARNING: NOT TESTED: {DATA}; set HEDGEROW_SHARED to the folder that contains them");
    }
    let variables: Vec<_> = data.as_deref().map(|folder| ("HEDGEROW_SHARED", folder)).into_iter().collect();
    let has_passed = workspace::cargo(&arguments, &variables)?;
    if !has_passed {
        eprintln!("FAILED: cargo test");
    }
    eprintln!("==> cargo xtask suite fetch --if-missing");
    if !conformance::run("suite", &FETCH.map(str::to_owned))? {
        eprintln!("WARNING: the upstream suite could not be fetched");
    }
    eprintln!("==> cargo xtask conformance");
    Ok(add_suites(totals, false)? && has_passed)
}

/// The data of tests that are not in the repository.
const DATA: &str = "real pages, the payloads of other sanitizers, and the suite conformance-checkers";

/// Returns the folder of [`DATA`]: the one that `HEDGEROW_SHARED` names, or the one beside the checkout.
fn data() -> Option<String> {
    let named = env::var("HEDGEROW_SHARED").ok().filter(|folder| !folder.is_empty());
    named.or_else(|| {
        let beside = workspace::path("../shared").canonicalize().ok()?;
        beside.join("conformance-checkers").is_dir().then(|| beside.to_str().map(str::to_owned)).flatten()
    })
}

/// Runs the conformance suites, or with `has_scripts` their cases that have scripts, and adds them to the totals. Returns whether
/// they ran.
pub(crate) fn add_suites(totals: &mut Totals, has_scripts: bool) -> Result<bool> {
    let suites = conformance::run_all(has_scripts)?;
    totals.passed += suites.passed;
    totals.failed += suites.failed;
    if suites.failed > 0 {
        eprintln!("FAILED: cargo xtask conformance");
    }
    Ok(true)
}
