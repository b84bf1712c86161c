//! `cargo xtask extra oldest-rust`: runs the tests of the root workspace with the Rust version that its manifest states.

use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// The target folder, because the artifacts of two compilers cannot share one.
const FOLDER: &str = "target/oldest-rust";

/// Runs the tests. Returns whether they pass.
pub(crate) fn run() -> Result<bool> {
    let version = version()?;
    let mut command = Command::new("rustup");
    command.args(["run", &version, "cargo", "test", "--workspace", "--target-dir", FOLDER]);
    // The variables of the cargo that runs this program select its own toolchain.
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
    let status = command.current_dir(workspace::path("")).status().context("cannot start rustup")?;
    if !status.success() {
        bail!(
            "the tests failed with Rust {version}; `rustup toolchain install {version}` installs the toolchain"
        );
    }
    Ok(true)
}

/// Returns the `rust-version` of the manifest.
fn version() -> Result<String> {
    let manifest =
        std::fs::read_to_string(workspace::path("Cargo.toml")).context("cannot read Cargo.toml")?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    Ok(line.context("Cargo.toml has no rust-version")?.trim_matches('"').to_owned())
}
