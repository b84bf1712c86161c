//! `cargo xtask extra playground`: builds the page of `docs/playground/` with its parser into `target/playground/`.
//!
//! The build is not committed, because nobody can review a binary, and each change of the parser would add another copy to the
//! history.

mod one_file;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::gzip::gzip;
use crate::wasm::{self, Target};
use crate::workspace;

/// The options of `cargo xtask extra playground`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Also test the parser with the page's features, use the page in a headless browser, and take screenshots
    #[arg(long)]
    test: bool,
}

/// The maximum size of the module in bytes, if the tools for that size are installed. Compressed, it takes less than half.
const MOST_BYTES: usize = 1_200_000;

/// The maximum size of the page's scripts in bytes, as they are written: with comments, without the style sheet, and without the
/// JavaScript that is generated for the module.
const MOST_SCRIPT_BYTES: usize = 101_000;

/// The passes of `wasm-opt`. `--low-memory-unused` is allowed, because the stack is at the beginning of memory.
const PASSES: [&str; 6] =
    ["--flatten", "--rereloop", "-Oz", "--low-memory-unused", "--dae-optimizing", "-Oz"];

/// The features that compilers enable by default and that `wasm-opt` needs as options.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory", "--enable-multivalue", "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-sign-ext", "--enable-simd",
];

/// The folder of the page's files.
const SOURCES: &str = "docs/playground";

/// The folder of the built page.
const FOLDER: &str = "target/playground";

/// Builds the page, and tests it with `--test`.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::path(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    build_parser(&folder)?;
    measure_scripts(&copy_sources(&folder)?)?;
    let page = one_file::page(&folder)?;
    fs::write(folder.join("playground.html"), page).context("cannot write playground.html")?;
    println!("{FOLDER}/index.html: for a file server");
    println!("{FOLDER}/playground.html: the same in one file, which opens without a server");
    if options.test { test(&folder) } else { Ok(()) }
}

/// Builds the module, and the JavaScript that calls it.
fn build_parser(folder: &Path) -> Result<()> {
    Target::Unknown.require()?;
    let build = ["build", "--profile", "playground", "--package", "hedgerow-playground", "--lib"];
    let mut build = Target::Unknown.cargo(&build);
    build.current_dir(workspace::path(workspace::HOSTS));
    let has_small_library = Target::Unknown.make_small(&mut build);
    wasm::succeed(&mut build)?;
    let built = ["target/wasm", Target::Unknown.name(), "playground", "hedgerow_playground.wasm"];
    let built = workspace::path(built.iter().collect::<PathBuf>());
    let optimized = optimize(&built)?;
    wasm::bind(optimized.as_ref().unwrap_or(&built), folder, "parser")?;
    let module = fs::read(folder.join("parser_bg.wasm"))?;
    let length = module.len();
    println!("{FOLDER}/parser_bg.wasm: {length} bytes, {} compressed", gzip(&module)?.len());
    if has_small_library && optimized.is_some() && length > MOST_BYTES {
        bail!("the module has more than {MOST_BYTES} bytes");
    }
    Ok(())
}

/// Writes a smaller module with `wasm-opt`, if that is installed, and prints the version of `wasm-opt`.
///
/// The module must be optimized before the bindings are generated, because the bindings add a second table, and older
/// versions of `wasm-opt` then export the wrong table.
fn optimize(module: &Path) -> Result<Option<PathBuf>> {
    let Ok(version) = Command::new("wasm-opt").arg("--version").output() else {
        eprintln!("==> wasm-opt is not installed (Debian's package binaryen): the module is not optimized");
        return Ok(None);
    };
    eprintln!("==> {}: optimizing the module", String::from_utf8_lossy(&version.stdout).trim());
    let smaller = module.with_extension("small.wasm");
    wasm::succeed(Command::new("wasm-opt").args(PASSES).args(FEATURES).arg(module).arg("-o").arg(&smaller))?;
    Ok(Some(smaller))
}

/// Copies the page's files, and returns its scripts.
fn copy_sources(folder: &Path) -> Result<Vec<String>> {
    let mut scripts = Vec::new();
    for entry in fs::read_dir(workspace::path(SOURCES)).with_context(|| format!("cannot read {SOURCES}"))? {
        let path = entry?.path();
        let name = path.file_name().context("a file without a name")?;
        fs::copy(&path, folder.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
        if path.extension().is_some_and(|extension| extension == "js") {
            scripts
                .push(fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?);
        }
    }
    Ok(scripts)
}

/// Prints the size of the page's scripts, and fails if they are too large.
fn measure_scripts(scripts: &[String]) -> Result<()> {
    let files = scripts.len();
    let text = scripts.concat();
    let bytes = text.len();
    let code_bytes: usize = text.split_inclusive('\n').filter(|line| is_code(line)).map(str::len).sum();
    let compressed = gzip(text.as_bytes())?.len();
    println!(
        "{SOURCES}/*.js: {files} files, {bytes} bytes, {compressed} compressed; \
         {code_bytes} bytes without comments and empty lines"
    );
    if bytes > MOST_SCRIPT_BYTES {
        bail!("the scripts have more than {MOST_SCRIPT_BYTES} bytes");
    }
    Ok(())
}

/// Whether a line of a script is neither empty nor a comment.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !["//", "/*", "*"].iter().any(|start| line.starts_with(start))
}

/// Tests the functions that the page calls, and uses the page in a browser.
fn test(folder: &Path) -> Result<()> {
    if !workspace::cargo_in_hosts(&["test", "--package", "hedgerow-playground"], &[])? {
        bail!("the tests of the parser failed");
    }
    wasm::require_node()?;
    wasm::succeed(
        Command::new("node")
            .arg(workspace::path("crates/hosts/hedgerow-playground/tests/browser.mjs"))
            .arg(folder),
    )
}
