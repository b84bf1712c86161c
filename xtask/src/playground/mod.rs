//! `cargo xtask playground`: builds the page of `docs/playground/` with its parser into `target/playground/`.
//!
//! What is built is not committed: whoever has the repository can build it, and a binary that nobody can read would have to be
//! trusted, would go stale with each change of the parser, and would make every clone bigger for good.

mod one_file;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::wasm::{self, Target};
use crate::workspace;

/// The options of `cargo xtask playground`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Then use the page in a browser without a window, and take screenshots
    #[arg(long)]
    test: bool,
}

/// How many bytes the module may have. Compressed, as most servers send it, it takes a third of that.
const MOST_BYTES: u64 = 800_000;

/// Where the page's own files are.
const SOURCES: &str = "docs/playground";

/// Where the built page is.
const FOLDER: &str = "target/playground";

/// Builds the page, and tests it if that is wanted.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::path(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    build_parser(&folder)?;
    copy_sources(&folder)?;
    let page = one_file::page(&folder)?;
    fs::write(folder.join("playground.html"), page).context("cannot write playground.html")?;
    println!("{FOLDER}/index.html: for a file server");
    println!("{FOLDER}/playground.html: the same in one file, which opens without a server");
    if options.test { test(&folder) } else { Ok(()) }
}

/// Builds the module, and the JavaScript that calls it.
fn build_parser(folder: &Path) -> Result<()> {
    let toolchain = wasm::announce(Target::Unknown)?;
    let build = [
        "build",
        "--profile",
        "playground",
        "--package",
        "hedgerow-playground",
        "--lib",
        "--features",
        "compact",
    ];
    wasm::succeed(&mut toolchain.cargo(Target::Unknown, &build))?;
    let module: PathBuf =
        ["target/wasm", Target::Unknown.name(), "playground", "hedgerow_playground.wasm"].iter().collect();
    let bind = ["run", "--quiet", "--package", "hedgerow-playground", "--features", "bind"];
    wasm::succeed(
        workspace::cargo_command(&bind)
            .args(["--bin", "hedgerow-playground-bind", "--"])
            .args([&workspace::path(module), folder]),
    )?;
    let length = fs::metadata(folder.join("parser_bg.wasm"))?.len();
    println!("{FOLDER}/parser_bg.wasm: {length} bytes");
    if length > MOST_BYTES {
        bail!("the module has more than {MOST_BYTES} bytes");
    }
    Ok(())
}

/// Copies the page's own files.
fn copy_sources(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(workspace::path(SOURCES)).with_context(|| format!("cannot read {SOURCES}"))? {
        let path = entry?.path();
        let name = path.file_name().context("a file without a name")?;
        fs::copy(&path, folder.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
    }
    Ok(())
}

/// Uses the page in a browser.
fn test(folder: &Path) -> Result<()> {
    wasm::require_node()?;
    wasm::succeed(
        Command::new("node").arg(workspace::path("crates/hedgerow-playground/tests/browser.mjs")).arg(folder),
    )
}
