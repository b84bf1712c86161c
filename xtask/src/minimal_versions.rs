//! `cargo xtask minimal-versions`: builds what users get with the oldest versions of its dependencies that the manifests allow, so
//! that what they say is true.
//!
//! The versions are chosen into a lock file of their own, in the folder of what is built. The flags for that are unstable;
//! `RUSTC_BOOTSTRAP=1` allows them on any toolchain.

use anyhow::{Result, bail};

use crate::workspace;

/// Where the lock file is, and what is built.
const LOCK_FILE: &str = "resolver.lockfile-path=\"target/minimal/Cargo.lock\"";
const FOLDER: &str = "target/minimal";

/// Chooses the versions and builds; whether it can be built.
pub(crate) fn run() -> Result<bool> {
    let cargo = |arguments: &[&str]| {
        let mut all = vec!["-Zlockfile-path", "--config", LOCK_FILE];
        all.extend(arguments);
        workspace::cargo(&all, &[("RUSTC_BOOTSTRAP", "1")])
    };
    if !cargo(&["generate-lockfile", "-Zdirect-minimal-versions"])? {
        bail!("a manifest asks for an older version of a library than another library does");
    }
    cargo(&[
        "check",
        "--package",
        "hedgerow",
        "--package",
        "hedgerow-cli",
        "--all-features",
        "--target-dir",
        FOLDER,
    ])
}
