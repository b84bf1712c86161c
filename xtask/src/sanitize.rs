//! `cargo xtask sanitize`: runs the tests of the published crates with AddressSanitizer, which detects invalid memory accesses,
//! and LeakSanitizer, which detects leaks, in the unsafe code of the dependencies.
//!
//! The compiler's flag is unstable; `RUSTC_BOOTSTRAP=1` allows it on any toolchain. For the fuzz targets, use
//! `cargo xtask fuzz --sanitizer address`.

use anyhow::Result;

use crate::workspace;

/// Runs the tests. Returns whether all pass.
pub(crate) fn run() -> Result<bool> {
    let host = workspace::host()?;
    // With `--target`, build scripts and macros are built without the sanitizer.
    let mut arguments = vec!["test", "--lib", "--tests", "--no-fail-fast", "--target", &host];
    arguments.extend(["--target-dir", "target/sanitize"]);
    // The fuzz targets run over their seeds.
    let packages = workspace::LIBRARY.iter().copied().chain(["hedgerow-testing"]);
    arguments.extend(packages.flat_map(|package| ["--package", package]));
    let variables = [
        ("RUSTC_BOOTSTRAP", "1"),
        ("RUSTFLAGS", "-Zsanitizer=address"),
        ("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=1"),
    ];
    workspace::cargo(&arguments, &variables)
}
