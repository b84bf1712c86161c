//! Where things are, and how cargo is called there.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

/// A path below the root of the workspace.
pub(crate) fn path(relative: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(relative)
}

/// Runs cargo in the root of the workspace, with some variables set; whether it succeeded.
pub(crate) fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Result<bool> {
    let status = cargo_command(arguments)
        .envs(variables.iter().copied())
        .status()
        .with_context(|| format!("cannot start cargo {}", arguments.join(" ")))?;
    Ok(status.success())
}

/// A call of cargo in the root of the workspace.
pub(crate) fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(path(""));
    command
}
