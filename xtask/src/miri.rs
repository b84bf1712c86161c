//! `cargo xtask miri`: the tests of the crates in an interpreter that sees undefined behaviour, that of the dependencies' unsafe
//! code.
//!
//! It is slow, and not every machine has the component; which is said aloud, and is no failure.

use anyhow::Result;

use crate::workspace;

/// The tests that use what has unsafe code beneath it, and end within minutes: atoms, hash tables, chunks in tendrils.
const TESTS: [&[&str]; 2] = [
    &["miri", "test", "--package", "hedgerow-names", "--lib", "--", "kept_name", "name_id"],
    &["miri", "test", "--package", "hedgerow-input", "--lib", "chunks"],
];

/// Runs the tests; whether all pass.
pub(crate) fn run() -> Result<bool> {
    if !workspace::has_cargo_command("miri")? {
        println!(
            "SKIPPED: nothing is run, the component is not installed: rustup component add miri --toolchain nightly, \
             then cargo +nightly xtask miri"
        );
        return Ok(true);
    }
    for arguments in TESTS {
        // Files of the system are read for their time stamps; the atoms make pointers of numbers, which is no finding.
        let flags = "-Zmiri-disable-isolation -Zmiri-permissive-provenance";
        if !workspace::cargo(arguments, &[("MIRIFLAGS", flags)])? {
            return Ok(false);
        }
    }
    Ok(true)
}
