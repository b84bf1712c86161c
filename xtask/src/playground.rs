//! `cargo xtask extra playground`: builds the page of `docs/playground/` with the npm package, as one file that also opens without a
//! server.
//!
//! The build is not committed, because nobody can review a binary, and each change of the parser would add another copy to the
//! history.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::gzip::gzip;
use crate::npm::{self, Module};
use crate::wasm::{require_node, succeed};
use crate::workspace;

/// The options of `cargo xtask extra playground`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Also use the page in a headless browser, and take screenshots
    #[arg(long)]
    test: bool,
    /// Build quickly, without optimizations for size
    #[arg(long)]
    ci: bool,
}

/// The module of the npm package, and the steps of the parser.
pub(crate) const MODULE: Module =
    Module { name: "module", features: &["--features", "steps"], most: 760_000 };

/// The folder of the page's files.
const SOURCES: &str = "docs/playground";

/// The output folder.
const FOLDER: &str = "target/playground";

/// Builds the page, and tests it with `--test`.
pub(crate) fn run(options: &Options) -> Result<()> {
    require_node()?;
    let folder = workspace::path(FOLDER);
    let package = folder.join("package");
    npm::assemble(&package, &[&MODULE], options.ci)?;
    let worker = bundle("worker.js", &package)?;
    let page = bundle("main.js", &package)?;
    let source = |name: &str| {
        fs::read_to_string(workspace::path(SOURCES).join(name)).with_context(|| format!("cannot read {name}"))
    };
    let mut html = source("index.html")?;
    let style = format!("<style>\n{}</style>", source("style.css")?);
    // `esbuild` escapes `</script` in the scripts.
    let scripts = format!(
        "<script type=\"text/worker\" id=\"worker\">{worker}</script>\n<script type=\"module\">{page}</script>"
    );
    for (what, replacement) in [("<!-- style -->", &style), ("<!-- scripts -->", &scripts)] {
        if html.matches(what).count() != 1 {
            bail!("index.html must contain this exactly once: {what}");
        }
        html = html.replace(what, replacement);
    }
    let file = folder.join("playground.html");
    fs::write(&file, &html).context("cannot write playground.html")?;
    let compressed = gzip(html.as_bytes())?.len();
    println!("{FOLDER}/playground.html: {} bytes, {compressed} compressed", html.len());
    if options.test {
        let test = workspace::path(SOURCES).join("test/browser.mjs");
        succeed(Command::new("node").arg(test).arg(folder))?;
    }
    Ok(())
}

/// Returns a script with all that it imports, as one classic script.
fn bundle(name: &str, package: &Path) -> Result<String> {
    let esbuild = npm::tool("esbuild", "esbuild")?;
    eprintln!("==> bundling {name}");
    let alias = format!("--alias:hedgerow={}", package.join("js").canonicalize()?.display());
    let mut command = Command::new(esbuild);
    command.arg(workspace::path(SOURCES).join(name)).args(["--bundle", "--minify", "--log-level=error"]);
    command.arg(alias).env("NODE_PATH", workspace::path(npm::TOOLS).canonicalize()?.join("node_modules"));
    let script = workspace::output(&mut command)?.stdout;
    Ok(String::from_utf8(script)?)
}
