//! `cargo xtask ci`: runs all gates in order and stops at the first that fails.
//!
//! The names of the gates are printed to standard error, so that the totals of `test` are the last line of standard output.

use anyhow::{Result, bail};

use crate::workspace;

/// An invocation of cargo.
struct Gate {
    /// The environment variables to set.
    variables: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
}

const GATES: [Gate; 9] = [
    Gate { variables: &[], arguments: &["fmt", "--all", "--check"] },
    Gate {
        variables: &[],
        arguments: &[
            "clippy", "--workspace", "--exclude", "hedgerow-ballista", "--exclude", "hedgerow-datafusion",
            "--exclude", "hedgerow-datafusion-python", "--all-targets", "--features", "hedgerow-bench/peers",
            "--", "-D", "warnings",
        ],
    },
    Gate {
        variables: &[("RUSTDOCFLAGS", "-D warnings")],
        arguments: &[
            "doc", "--workspace", "--exclude", "hedgerow-ballista", "--exclude", "hedgerow-datafusion",
            "--exclude", "hedgerow-datafusion-python", "--no-deps",
        ],
    },
    Gate { variables: &[], arguments: &["xtask", "codegen", "--check"] },
    Gate { variables: &[], arguments: &["xtask", "growth", "--quick"] },
    Gate { variables: &[], arguments: &["xtask", "python", "--if-available"] },
    Gate { variables: &[], arguments: &["xtask", "scale"] },
    // `cargo xtask test` leaves these out, because a newcomer does not need them.
    Gate {
        variables: &[],
        arguments: &[
            "test", "--package", "hedgerow-playground", "--package", "hedgerow-bench", "--features",
            "hedgerow-bench/peers",
        ],
    },
    Gate { variables: &[], arguments: &["xtask", "test"] },
];

/// Runs all gates.
pub(crate) fn run() -> Result<()> {
    for gate in GATES {
        let command = gate.command();
        eprintln!("==> {command}");
        if !workspace::cargo(gate.arguments, gate.variables)? {
            bail!("this gate failed; repeat it with: {command}");
        }
    }
    Ok(())
}

impl Gate {
    /// Returns the command line of the gate.
    fn command(&self) -> String {
        let mut words: Vec<String> =
            self.variables.iter().map(|(name, value)| format!("{name}='{value}'")).collect();
        words.push("cargo".to_owned());
        words.extend(self.arguments.iter().map(|&argument| argument.to_owned()));
        words.join(" ")
    }
}
