//! Native lexbor, from a checkout that the caller names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use hedgerow_bench::TemporaryFolder;

/// The contenders: with the allocator's default settings, and with an allocator that keeps freed memory.
pub(crate) const NAMES: [&str; 2] = ["lexbor (native)", "lexbor (native, memory kept)"];

/// The program that parses.
const SOURCE: &str = include_str!("lexbor.c");

/// The parts of lexbor that the parser of HTML needs.
const PARTS: [&str; 10] =
    ["core", "css", "dom", "encoding", "html", "ns", "ports/posix", "selectors", "style", "tag"];

/// The built program.
#[derive(Debug)]
pub(crate) struct Program {
    folder: TemporaryFolder,
}

impl Program {
    /// Builds the program with link-time optimization.
    pub(crate) fn build(checkout: &Path) -> Result<Self> {
        let sources = checkout.join("source");
        let mut files = Vec::new();
        for part in PARTS {
            collect(&sources.join("lexbor").join(part), &mut files)?;
        }
        let program = Self { folder: TemporaryFolder::new("lexbor")? };
        let main = program.folder.path().join("lexbor.c");
        fs::write(&main, SOURCE)?;
        eprintln!("building lexbor from {}", checkout.display());
        let mut compiler = Command::new("cc");
        compiler.args(["-O3", "-flto", "-w"]);
        if cfg!(target_arch = "x86_64") {
            compiler.arg("-march=x86-64-v2");
        }
        compiler.arg("-I").arg(&sources).arg("-o").arg(program.path()).arg(&main).args(&files).arg("-lm");
        if !compiler.status().context("cannot start cc")?.success() {
            bail!("lexbor could not be built from {}", checkout.display());
        }
        Ok(program)
    }

    /// Returns a command for each contender.
    pub(crate) fn commands(&self) -> [(&'static str, Command); 2] {
        let mut kept = Command::new(self.path());
        kept.arg("kept");
        [(NAMES[0], Command::new(self.path())), (NAMES[1], kept)]
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("lexbor")
    }
}

/// Adds the C files of a folder and of the folders in it. A folder that this version of lexbor does not have
/// is skipped.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    Ok(())
}
