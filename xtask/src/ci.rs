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
const GATES: [Gate; 12] = [
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
        // DataFusion is not built a second time for its lints: `cargo xtask scale --lints`.
        command: "cargo clippy --package hedgerow-python --package hedgerow-playground --all-targets (in crates/hosts)",
        check: |_| {
            let packages = ["--package", "hedgerow-python", "--package", "hedgerow-playground"];
            let arguments = [&["clippy"], &packages[..], &["--all-targets", "--", "-D", "warnings"]].concat();
            workspace::cargo_in_hosts(&arguments)
        },
    },
    Gate {
        command: "cargo xtask conformance --scripts",
        check: |totals| {
            let failed = totals.failed;
            Ok(test::add_suites(totals, true)? && totals.failed == failed)
        },
    },
    Gate { command: "cargo xtask scale", check: |_| scale::test() },
    Gate { command: "cargo xtask python --ci", check: |_| xtask(&["python", "--ci", "--if-available"]) },
];

/// Runs all gates. Returns success if all passed.
pub(crate) fn run() -> ExitCode {
    let start = Instant::now();
    let mut totals = Totals::default();
    let mut rows = Vec::new();
    for gate in GATES {
        eprintln!("==> {}", gate.command);
        let start = Instant::now();
        let has_passed = (gate.check)(&mut totals).unwrap_or_else(|error| {
            eprintln!("{error:#}");
            false
        });
        rows.push((gate.command, has_passed, start.elapsed()));
    }
    eprintln!("\nGates:");
    for (command, has_passed, time) in &rows {
        eprintln!("{}  {}  {command}", if *has_passed { "passed" } else { "FAILED" }, clock(*time));
    }
    eprintln!("        {}  in all", clock(start.elapsed()));
    let failed = rows.iter().filter(|(_, has_passed, _)| !has_passed).count();
    println!("{} passed, {} failed", totals.passed + rows.len() - failed, totals.failed + failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks the format of both workspaces. Returns whether no file would change.
fn format() -> Result<bool> {
    let arguments = ["fmt", "--all", "--check"];
    Ok(workspace::cargo(&arguments, &[])? & workspace::cargo_in_hosts(&arguments)?)
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
