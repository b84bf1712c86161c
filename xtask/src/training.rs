//! [`Training`]: the steps that profile-guided builds have in common.
//!
//! A program is built with counters, reads generated pages, and is built again. From the counts, the compiler knows
//! which branches are usually taken, and which functions are called often.
//! <https://doc.rust-lang.org/rustc/profile-guided-optimization.html>

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::workspace;

/// The folder of the pages, the counts and the builds. The builds have a target folder of their own, because their flags differ
/// from those of all other builds.
const FOLDER: &str = "target/training";

/// The training of one program.
pub(crate) struct Training {
    /// The absolute path of [`FOLDER`].
    folder: PathBuf,
    /// `llvm-profdata`, which merges the counts of all runs.
    merger: PathBuf,
    host: String,
}

impl Training {
    /// Prepares the training of a program, and removes the counts of an earlier training. Returns `None`, after a warning, if
    /// the compiler's LLVM tools are not installed.
    pub(crate) fn new() -> Result<Option<Self>> {
        let libraries = workspace::output(Command::new("rustc").args(["--print", "target-libdir"]))?.stdout;
        let libraries = PathBuf::from(String::from_utf8(libraries)?.trim());
        let tools = libraries.parent().context("the compiler's libraries have no folder")?.join("bin");
        let merger = tools.join("llvm-profdata").with_extension(std::env::consts::EXE_EXTENSION);
        if !merger.exists() {
            eprintln!("WARNING: not profile-guided: for that, run `rustup component add llvm-tools`");
            return Ok(None);
        }
        fs::create_dir_all(workspace::path(FOLDER))?;
        let folder = workspace::path(FOLDER).canonicalize()?;
        let training = Self { folder, merger, host: workspace::host()? };
        if training.counts().exists() {
            fs::remove_dir_all(training.counts())?;
        }
        Ok(Some(training))
    }

    fn counts(&self) -> PathBuf {
        self.folder.join("counts")
    }

    fn merged_counts(&self) -> PathBuf {
        self.folder.join("merged.profdata")
    }

    /// Writes the generated pages, and returns their folder.
    pub(crate) fn pages(&self) -> Result<PathBuf> {
        let pages = self.folder.join("pages");
        let program = workspace::build("hedgerow-bench", "hedgerow-pages", &[])?;
        workspace::output(Command::new(program).arg(&pages))?;
        Ok(pages)
    }

    /// Returns the arguments of cargo for a build that counts.
    pub(crate) fn counting(&self) -> Vec<String> {
        self.arguments(&format!("-Cprofile-generate={}", self.counts().display()))
    }

    /// Merges the counts of all runs, and returns the arguments of cargo for a build that uses them.
    pub(crate) fn guided(&self) -> Result<Vec<String>> {
        let mut merge = Command::new(&self.merger);
        workspace::output(merge.arg("merge").arg("-o").arg(self.merged_counts()).arg(self.counts()))?;
        Ok(self.arguments(&format!("-Cprofile-use={}", self.merged_counts().display())))
    }

    /// Returns the arguments of cargo for a build with a compiler flag. Because of `--target`, the flag does not apply to build
    /// scripts and procedural macros.
    fn arguments(&self, flag: &str) -> Vec<String> {
        let folder = self.folder.join("target").display().to_string();
        let flags = format!("build.rustflags=[{flag:?}]");
        ["--target", &self.host, "--target-dir", &folder, "--config", &flags].map(str::to_owned).to_vec()
    }
}
