//! `cargo xtask deny`: the licences, kinds and sources of all dependencies, as `.cargo/deny.toml` wants them.
//!
//! What is not here: the check itself, which is cargo-deny's. The list of known vulnerabilities is on the network, so only
//! who asks for it gets it.

use anyhow::Result;

use crate::workspace;

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Look for known vulnerabilities, too: needs the network
    #[arg(long)]
    advisories: bool,
}

/// Checks; whether nothing is wrong. Without cargo-deny nothing is checked, which is said aloud.
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
