//! `cargo xtask extra wasm`: builds the library for WebAssembly, and runs its tests and the conformance suites there, under Node.
//!
//! This is also the test on a 32-bit platform. The library is built for `wasm32-unknown-unknown`, which pages need;
//! tests run on `wasm32-wasip1`, the same machine with arguments, files and output. The upstream suite must exist. The
//! examples of the documentation are not run, because each needs a separate process.

mod toolchain;

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

pub(crate) use self::toolchain::Target;
use crate::workspace;

/// The options of `cargo xtask extra wasm`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Only check the library, and only run the tests of its lower crates
    #[arg(long)]
    quick: bool,
    /// If a required tool is missing, print that and succeed
    #[arg(long)]
    if_possible: bool,
}

/// The number of crates that a quick run tests: the first ones of the library.
const LOWER: usize = 4;

/// The conformance suites.
const SUITES: [&str; 6] = ["tokenizer", "tree", "encoding", "recoded", "serializer", "round-trip"];

/// Builds and tests.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.if_possible
        && let Err(reason) = require()
    {
        eprintln!("WARNING: WEBASSEMBLY IS NOT TESTED: {reason:#}");
        return Ok(());
    }
    let library = workspace::LIBRARY.iter().map(|package| ["--package", package]).collect::<Vec<_>>();
    Target::Unknown.require()?;
    let command = if options.quick { "check" } else { "build" };
    let build = [&[command, "--all-features"], library.as_flattened()].concat();
    succeed(&mut Target::Unknown.cargo(&build))?;

    require_node()?;
    Target::Wasi.require()?;
    let tested = if options.quick { &library[..LOWER] } else { &library };
    let tests = [&["test", "--tests"], tested.as_flattened()].concat();
    let mut tests = Target::Wasi.cargo(&tests);
    // A failed test ends the program, so its output must not be captured.
    tests.env("RUST_TEST_NOCAPTURE", "1");
    // insta finds the snapshots by these variables, because it cannot start cargo there.
    tests.env("INSTA_WORKSPACE_ROOT", workspace::path("").canonicalize()?).env("INSTA_UPDATE", "no");
    succeed(&mut tests)?;
    if options.quick {
        return Ok(());
    }
    // Each suite runs in a separate process, because Node 20 crashes if one process runs all of them.
    for suite in SUITES {
        let run = ["test", "--quiet", "--package", "hedgerow-conformance", "--test", "conformance", "--"];
        succeed(Target::Wasi.cargo(&run).args(["conformance", suite]))?;
    }
    Ok(())
}

/// Fails if the tests cannot be run on this machine. The error says what to install.
fn require() -> Result<()> {
    require_node()?;
    Target::Unknown.require()?;
    Target::Wasi.require()
}

/// Fails if there is no Node.
pub(crate) fn require_node() -> Result<()> {
    let version = Command::new("node").arg("--version").output();
    version.context(
        "there is no Node.js, which runs WebAssembly here: install the program `node`, 20 or newer",
    )?;
    Ok(())
}

/// Completes a module that uses wasm-bindgen: writes `NAME_bg.wasm` and `NAME.js` to a folder.
pub(crate) fn bind(module: &Path, folder: &Path, name: &str) -> Result<()> {
    eprintln!("==> building and running the binding generator");
    let bind = ["run", "--quiet", "--package", "hedgerow-bind", "--"];
    let mut bind = workspace::cargo_command(&bind);
    bind.current_dir(workspace::path(workspace::HOSTS)).args([module, folder]).arg(name);
    succeed(&mut bind)
}

/// Runs a command that must succeed, with its output on the terminal.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("failed: {command:?}");
    }
    Ok(())
}
