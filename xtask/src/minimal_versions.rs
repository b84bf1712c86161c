//! `cargo xtask minimal-versions`: checks that the library and the program compile with the oldest versions of their
//! dependencies that the manifests allow.
//!
//! The versions are resolved into a separate lock file in the target folder. The flags for that are unstable;
//! `RUSTC_BOOTSTRAP=1` allows them on any toolchain.

use anyhow::{Result, bail};

use crate::workspace;

/// The lock file and the target folder.
const LOCK_FILE: &str = "resolver.lockfile-path=\"target/minimal/Cargo.lock\"";
const FOLDER: &str = "target/minimal";

/// Resolves the versions, and runs `cargo check`. Returns whether it succeeds.
pub(crate) fn run() -> Result<bool> {
    let cargo = |arguments: &[&str]| {
        let mut all = vec!["-Zlockfile-path", "--config", LOCK_FILE];
        all.extend(arguments);
        workspace::cargo(&all, &[("RUSTC_BOOTSTRAP", "1")])
    };
    if !cargo(&["generate-lockfile", "-Zdirect-minimal-versions"])? {
        bail!("a manifest allows a version of a library that is older than another library requires");
    }
    cargo(&[
        "check", "--package", "hedgerow", "--package", "hedgerow-cli", "--all-features", "--target-dir",
        FOLDER,
    ])
}
