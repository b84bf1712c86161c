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
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(path(""))
        .status()
        .with_context(|| format!("cannot start cargo {}", arguments.join(" ")))?;
    Ok(status.success())
}
