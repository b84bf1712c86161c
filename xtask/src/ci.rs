//! `cargo xtask ci`: runs all gates, the cheap ones and those that fail most often first, and lists all that failed.
//!
//! A table of the gates with their times is printed to standard error. The totals of the conformance suites and of the gates are
//! the last line of standard output.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::conformance::Totals;
use crate::{scale, test, tidy, workspace};

/// A check that passes or fails as a whole.
struct Gate {
    /// The command that repeats the gate.
    command: &'static str,
    check: fn(&mut Totals) -> Result<bool>,
}

/// The gates of the library and the program, and after them those of the other hosts.
const GATES: [Gate; 13] = [
    Gate { command: "cargo fmt --all --check", check: |_| format() },
    Gate { command: "cargo xtask tidy", check: |_| tidy::run().map(|()| true) },
    Gate { command: "cargo xtask codegen --check", check: |_| xtask(&["codegen", "--check"]) },
    Gate {
        command: "cargo clippy --workspace --all-targets -- -D warnings",
        check: |_| workspace::cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]),
    },
    Gate {
        command: "cargo xtask test",
        check: |totals| {
            let failed = totals.failed;
            Ok(test::run_parts(totals)? && totals.failed == failed)
        },
    },
    Gate {
        command: "cargo doc --workspace --no-deps",
        check: |_| workspace::cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")]),
    },
    Gate { command: "cargo xtask growth --quick", check: |_| xtask(&["growth", "--quick"]) },
    Gate {
        command: "cargo test --package hedgerow-bench --features peers",
        check: |_| workspace::cargo(&["test", "--package", "hedgerow-bench", "--features", "peers"], &[]),
    },
    Gate {
        // DataFusion is not built a second time for its lints: `cargo xtask extra scale --lints`.
        command: "cargo clippy --package hedgerow-arrow --package hedgerow-npm --package hedgerow-python --features hedgerow-npm/bytes,hedgerow-npm/steps --all-targets (in crates/hosts)",
        check: |_| {
            let packages = ["hedgerow-arrow", "hedgerow-npm", "hedgerow-python"];
            let packages = packages.map(|package| ["--package", package]).concat();
            let features = ["--features", "hedgerow-npm/bytes,hedgerow-npm/steps"];
            let options = ["--all-targets", "--", "-D", "warnings"];
            let arguments = [&["clippy"], &packages[..], &features, &options].concat();
            workspace::cargo_in_hosts(&arguments, &[])
        },
    },
    Gate {
        command: "cargo xtask conformance --scripts",
        check: |totals| {
            let failed = totals.failed;
            Ok(test::add_suites(totals, true)? && totals.failed == failed)
        },
    },
    Gate { command: "cargo xtask extra scale", check: |_| scale::test() },
    Gate { command: "cargo xtask npm --ci", check: |_| xtask(&["npm", "--ci", "--if-available"]) },
    Gate { command: "cargo xtask python --ci", check: |_| xtask(&["python", "--ci", "--if-available"]) },
];

/// Runs all gates, and prints the table and the totals. Returns success if all passed.
pub(crate) fn run() -> ExitCode {
    let start = Instant::now();
    let mut totals = Totals::default();
    let results = run_gates(&GATES, &mut totals);
    eprintln!("\nGates:");
    for (gate, result) in GATES.iter().zip(&results) {
        let verdict = if result.has_passed { "passed" } else { "FAILED" };
        eprintln!("{verdict}  {}  {}", clock(result.time), gate.command);
    }
    eprintln!("        {}  in all", clock(start.elapsed()));
    let failed = results.iter().filter(|result| !result.has_passed).count();
    println!("{} passed, {} failed", totals.passed + results.len() - failed, totals.failed + failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The result of a gate.
struct GateResult {
    has_passed: bool,
    time: Duration,
}

/// Runs every gate, whether or not the gates before it passed.
fn run_gates(gates: &[Gate], totals: &mut Totals) -> Vec<GateResult> {
    let run = |gate: &Gate| {
        eprintln!("==> {}", gate.command);
        let start = Instant::now();
        let has_passed = (gate.check)(totals).unwrap_or_else(|error| {
            eprintln!("{error:#}");
            false
        });
        GateResult { has_passed, time: start.elapsed() }
    };
    gates.iter().map(run).collect()
}

/// Checks the format of both workspaces. Returns whether no file would change.
fn format() -> Result<bool> {
    let arguments = ["fmt", "--all", "--check"];
    Ok(workspace::cargo(&arguments, &[])? & workspace::cargo_in_hosts(&arguments, &[])?)
}

/// Runs another command of this program, which may end the process.
fn xtask(arguments: &[&str]) -> Result<bool> {
    workspace::cargo(&[&["xtask"], arguments].concat(), &[])
}

/// Returns a time as minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:3}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_gate_does_not_stop_the_others() {
        let gates = [
            Gate { command: "fails", check: |_| Ok(false) },
            Gate { command: "cannot start", check: |_| anyhow::bail!("no such program") },
            Gate {
                command: "passes",
                check: |totals| {
                    totals.passed += 3;
                    Ok(true)
                },
            },
        ];
        let mut totals = Totals::default();
        let results = run_gates(&gates, &mut totals);
        let passed: Vec<bool> = results.iter().map(|result| result.has_passed).collect();
        assert_eq!((passed, totals.passed), (vec![false, false, true], 3));
    }
}
