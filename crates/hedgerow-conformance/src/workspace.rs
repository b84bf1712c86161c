//! Paths below the root of the workspace.

use std::path::{Path, PathBuf};

/// Returns a path below the root of the workspace.
pub(crate) fn path(relative: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(relative)
}
