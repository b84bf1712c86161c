//! `cargo xtask ci`: every gate, one after the other; the first that fails ends the run.
//!
//! Announcements go to standard error, so that the closing line of `test` stays the last one of standard output.

use anyhow::{Result, bail};

use crate::workspace;

/// An invocation of cargo.
struct Gate {
    /// The environment variables to set.
    variables: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
}

const GATES: [Gate; 6] = [
    Gate { variables: &[], arguments: &["fmt", "--all", "--check"] },
    Gate { variables: &[], arguments: &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"] },
    Gate { variables: &[("RUSTDOCFLAGS", "-D warnings")], arguments: &["doc", "--workspace", "--no-deps"] },
    Gate { variables: &[], arguments: &["xtask", "codegen", "--check"] },
    Gate { variables: &[], arguments: &["xtask", "growth", "--quick"] },
    Gate { variables: &[], arguments: &["xtask", "test"] },
];

/// Runs all gates.
pub(crate) fn run() -> Result<()> {
    for gate in GATES {
        let command = gate.command();
        eprintln!("==> {command}");
        if !workspace::cargo(gate.arguments, gate.variables)? {
            bail!("this gate failed, repeat it with: {command}");
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
