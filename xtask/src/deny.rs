//! `cargo xtask deny`: runs cargo-deny, which checks the licences and sources of all dependencies by `.cargo/deny.toml`.
//!
//! The list of known vulnerabilities needs the network, so it is checked only with an option.

use anyhow::Result;

use crate::workspace;

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Also check for known vulnerabilities, which needs the network
    #[arg(long)]
    advisories: bool,
}

/// Runs the checks. Returns whether they pass. Without cargo-deny, prints that nothing is checked, and returns true.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if !workspace::has_cargo_command("deny")? {
        println!(
            "SKIPPED: nothing is checked, cargo-deny is not installed: cargo install --locked cargo-deny"
        );
        return Ok(true);
    }
    let mut arguments =
        vec!["deny", "--offline", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    if options.advisories {
        arguments.retain(|argument| *argument != "--offline");
        arguments.push("advisories");
    }
    workspace::cargo(&arguments, &[])
}
