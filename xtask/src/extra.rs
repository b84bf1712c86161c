//! `cargo xtask extra NAME`: checks and builds outside the gate, because they take long, or need a network, other programs or
//! another toolchain.

use anyhow::{Result, bail};
use clap::Subcommand;

use crate::{first_build, oldest_rust, playground, scale, wasm, workspace};

/// The command line.
#[derive(Subcommand, Debug)]
pub(crate) enum Extra {
    /// Compare trees with those of another parser or a browser: `differential`, `browser`, `generate`
    #[command(disable_help_flag = true)]
    Compare {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Check the licences and sources of all dependencies, by `.cargo/deny.toml`
    Deny {
        /// Also check for known vulnerabilities, which needs the network
        #[arg(long)]
        advisories: bool,
    },
    /// Measure what a program of one line costs to build, with hedgerow and with scraper
    FirstBuild,
    /// Build the library and the program with the oldest versions of their dependencies that the manifests allow
    MinimalVersions,
    /// Run tests under Miri, which detects undefined behaviour in the dependencies' unsafe code
    Miri,
    /// Run the tests with the oldest Rust that the manifest allows
    OldestRust,
    /// Build the playground, for a file server and as one file
    Playground(playground::Options),
    /// Run the tests with AddressSanitizer and LeakSanitizer
    Sanitize,
    /// Lint and test the crates for query engines, which take many minutes to build
    Scale(scale::Options),
    /// Build the library for WebAssembly, and run its tests and the conformance suites there
    Wasm(wasm::Options),
}

impl Extra {
    /// Runs the command. Returns whether it succeeded.
    pub(crate) fn run(self) -> Result<bool> {
        match self {
            Self::Compare { arguments } => compare(&arguments),
            Self::Deny { advisories } => deny(advisories),
            Self::FirstBuild => first_build::run(),
            Self::MinimalVersions => minimal_versions(),
            Self::Miri => miri(),
            Self::OldestRust => oldest_rust::run(),
            Self::Playground(options) => playground::run(&options).map(|()| true),
            Self::Sanitize => sanitize(),
            Self::Scale(options) => scale::run(&options),
            Self::Wasm(options) => wasm::run(&options).map(|()| true),
        }
    }
}

/// Runs the program `hedgerow-compare` of the crate `hedgerow-bench`.
fn compare(arguments: &[String]) -> Result<bool> {
    let mut words = vec!["run", "--quiet", "--package", "hedgerow-bench", "--bin", "hedgerow-compare", "--"];
    words.extend(arguments.iter().map(String::as_str));
    workspace::cargo(&words, &[])
}

fn deny(advisories: bool) -> Result<bool> {
    if !workspace::has_cargo_command("deny")? {
        println!("SKIPPED: cargo-deny is not installed: cargo install --locked cargo-deny");
        return Ok(true);
    }
    let checks = ["check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    let arguments = if advisories {
        [&["deny"], &checks[..], &["advisories"]].concat()
    } else {
        [&["deny", "--offline"], &checks[..]].concat()
    };
    workspace::cargo(&arguments, &[])
}

/// Resolves the versions into a separate lock file in the target folder, and checks with them. The flags are unstable;
/// `RUSTC_BOOTSTRAP=1` allows them on any toolchain.
fn minimal_versions() -> Result<bool> {
    let cargo = |arguments: &[&str]| {
        let lock_file = "resolver.lockfile-path=\"target/minimal/Cargo.lock\"";
        let arguments = [&["-Zlockfile-path", "--config", lock_file], arguments].concat();
        workspace::cargo(&arguments, &[("RUSTC_BOOTSTRAP", "1")])
    };
    if !cargo(&["generate-lockfile", "-Zdirect-minimal-versions"])? {
        bail!("a manifest allows a version of a library that is older than another library requires");
    }
    let packages = ["--package", "hedgerow", "--package", "hedgerow-cli", "--all-features"];
    cargo(&[&["check", "--target-dir", "target/minimal"], &packages[..]].concat())
}

/// Runs the tests that use dependencies with unsafe code (hash tables, tendrils) and finish within minutes.
fn miri() -> Result<bool> {
    const TESTS: [&[&str]; 2] = [
        &["miri", "test", "--package", "hedgerow-base", "--lib", "--", "name_id"],
        &["miri", "test", "--package", "hedgerow-input", "--lib", "chunks"],
    ];
    if !workspace::has_cargo_command("miri")? {
        println!(
            "SKIPPED: the component is not installed: rustup component add miri --toolchain nightly, then cargo +nightly \
             xtask extra miri"
        );
        return Ok(true);
    }
    // The tests are not isolated, because they read the time stamps of files.
    let flags = [("MIRIFLAGS", "-Zmiri-disable-isolation")];
    TESTS.iter().try_fold(true, |passed, test| Ok(workspace::cargo(test, &flags)? && passed))
}

/// Runs the tests of the published crates, and the fuzz targets over their seeds. The compiler's flag is unstable;
/// `RUSTC_BOOTSTRAP=1` allows it on any toolchain.
fn sanitize() -> Result<bool> {
    let host = workspace::host()?;
    // With `--target`, build scripts and macros are built without the sanitizer.
    let mut arguments = vec!["test", "--lib", "--tests", "--no-fail-fast", "--target", &host];
    arguments.extend(["--target-dir", "target/sanitize"]);
    let packages = workspace::LIBRARY.iter().copied().chain(["hedgerow-testing"]);
    arguments.extend(packages.flat_map(|package| ["--package", package]));
    let variables = [
        ("RUSTC_BOOTSTRAP", "1"),
        ("RUSTFLAGS", "-Zsanitizer=address"),
        ("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=1"),
    ];
    workspace::cargo(&arguments, &variables)
}
