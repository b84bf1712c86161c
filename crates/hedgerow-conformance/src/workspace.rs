//! Paths below the root of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Returns a path below the root of the workspace.
pub(crate) fn path(relative: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(relative)
}

/// Reads a file below the root of the workspace.
pub(crate) fn read(relative: &str) -> Result<String> {
    fs::read_to_string(path(relative)).with_context(|| format!("cannot read {relative}"))
}
