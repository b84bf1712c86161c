//! `cargo xtask miri`: runs tests under Miri, which detects undefined behaviour in the dependencies' unsafe code.
//!
//! Miri is slow. If the component is not installed, the command prints that and succeeds.

use anyhow::Result;

use crate::workspace;

/// The tests that use dependencies with unsafe code (atoms, hash tables, tendrils) and finish within minutes.
const TESTS: [&[&str]; 2] = [
    &["miri", "test", "--package", "hedgerow-base", "--lib", "--", "kept_name", "name_id"],
    &["miri", "test", "--package", "hedgerow-input", "--lib", "chunks"],
];

/// Runs the tests. Returns whether all pass.
pub(crate) fn run() -> Result<bool> {
    if !workspace::has_cargo_command("miri")? {
        println!(
            "SKIPPED: nothing is run, the component is not installed: rustup component add miri --toolchain nightly, \
             then cargo +nightly xtask miri"
        );
        return Ok(true);
    }
    for arguments in TESTS {
        // The tests are not isolated, because they read the time stamps of files. The provenance of pointers is
        // not strict, because the atoms cast integers to pointers.
        let flags = "-Zmiri-disable-isolation -Zmiri-permissive-provenance";
        if !workspace::cargo(arguments, &[("MIRIFLAGS", flags)])? {
            return Ok(false);
        }
    }
    Ok(true)
}
