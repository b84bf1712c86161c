//! `cargo xtask wasm`: builds the library for WebAssembly, and runs its tests and the conformance suites there, under Node.
//!
//! It is also the test on a machine of 32 bits. The library is built for `wasm32-unknown-unknown`, as pages need it; tests are run on
//! `wasm32-wasip1`, which is the same machine with arguments, files and output. The upstream suite has to be there.
//!
//! What is not here: the examples of the documentation, each of which would need a process of its own.

mod toolchain;

use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

pub(crate) use self::toolchain::{Target, Toolchain};
use crate::workspace;

/// The options of `cargo xtask wasm`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Only check the library, and only run the tests of its lower crates
    #[arg(long)]
    quick: bool,
    /// On a machine that cannot, say so and succeed
    #[arg(long)]
    if_possible: bool,
}

/// How many crates of the library are tested if it is to be quick.
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
    let toolchain = announce(Target::Unknown)?;
    let command = if options.quick { "check" } else { "build" };
    let build = [&[command, "--all-features"], library.as_flattened()].concat();
    succeed(&mut toolchain.cargo(Target::Unknown, &build))?;

    require_node()?;
    let toolchain = announce(Target::Wasi)?;
    let tested = if options.quick { &library[..LOWER] } else { &library };
    let tests = [&["test", "--tests"], tested.as_flattened()].concat();
    let mut tests = toolchain.cargo(Target::Wasi, &tests);
    // A test that fails ends the program: what it says must be out by then.
    tests.env("RUST_TEST_NOCAPTURE", "1");
    // Snapshots are found without asking cargo, which cannot be started there.
    tests.env("INSTA_WORKSPACE_ROOT", workspace::path("").canonicalize()?).env("INSTA_UPDATE", "no");
    succeed(&mut tests)?;
    if options.quick {
        return Ok(());
    }
    // Each suite in a process of its own: Node 20 itself is ended by a segmentation fault if one process runs them all.
    for suite in SUITES {
        let run = ["run", "--quiet", "--package", "hedgerow-conformance", "--", "conformance", suite];
        succeed(&mut toolchain.cargo(Target::Wasi, &run))?;
    }
    Ok(())
}

/// Fails with what is missing if the tests cannot be run on this machine.
fn require() -> Result<()> {
    require_node()?;
    Toolchain::find(Target::Unknown)?;
    Toolchain::find(Target::Wasi)?;
    Ok(())
}

/// What builds the target, which is said.
pub(crate) fn announce(target: Target) -> Result<Toolchain> {
    let toolchain = Toolchain::find(target)?;
    eprintln!("==> {}: {}", target.name(), toolchain.description());
    Ok(toolchain)
}

/// Fails if there is no Node.
pub(crate) fn require_node() -> Result<()> {
    let version = Command::new("node").arg("--version").output();
    version.context(
        "there is no Node.js, which runs WebAssembly here: install the program `node`, 20 or newer",
    )?;
    Ok(())
}

/// Runs a command that has to succeed, and lets it print.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("failed: {command:?}");
    }
    Ok(())
}
