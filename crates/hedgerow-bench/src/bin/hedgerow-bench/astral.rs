//! astral-html, which needs a newer compiler than this workspace: a program of its own, built with another toolchain.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::process::Absence;

/// The contenders: its tree of elements, and its tokens alone.
pub(crate) const NAMES: [&str; 2] = ["astral-html (Document)", "astral-html (Reader)"];

/// The toolchain that builds the program; `rustup` must have it.
const TOOLCHAIN: &str = "1.97.0";

/// The package of the program, with the profile of this workspace's programs.
const MANIFEST: &str = r#"
[package]
name = "hedgerow-astral"
edition = "2024"

[dependencies]
astral-html = "=0.0.4"
cpu-time = "1.0.0"

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"

[workspace]
"#;

/// The program that parses.
const SOURCE: &str = include_str!("astral_program.rs");

/// The built program, in a temporary folder. The folder is removed when this value is dropped; started processes continue.
#[derive(Debug)]
pub(crate) struct Program {
    folder: PathBuf,
}

impl Program {
    /// Builds the program, or returns the reason why it is not available.
    pub(crate) fn build() -> Result<Result<Self, Absence>> {
        let has_toolchain = Command::new("rustup")
            .args(["run", TOOLCHAIN, "rustc", "--version"])
            .output()
            .is_ok_and(|output| output.status.success());
        if !has_toolchain {
            return Ok(Err(format!(
                "install its compiler with: rustup toolchain install {TOOLCHAIN} --profile minimal"
            )));
        }
        let folder = std::env::temp_dir().join(format!("hedgerow-astral-{}", std::process::id()));
        let program = Self { folder };
        fs::create_dir_all(program.folder.join("src"))?;
        fs::write(program.folder.join("Cargo.toml"), MANIFEST)?;
        fs::write(program.folder.join("src/main.rs"), SOURCE)?;
        eprintln!("building astral-html with Rust {TOOLCHAIN}");
        let status = Command::new("rustup")
            .args(["run", TOOLCHAIN, "cargo", "build", "--release", "--quiet", "--target-dir", "target"])
            .current_dir(&program.folder)
            .status()
            .context("cannot start rustup")?;
        Ok(if status.success() { Ok(program) } else { Err("cargo could not build it".to_owned()) })
    }

    /// Returns a command for each contender.
    pub(crate) fn commands(&self) -> [(&'static str, Command); 2] {
        let command = |argument: &str| {
            let mut command = Command::new(self.folder.join("target/release/hedgerow-astral"));
            command.arg(argument);
            command
        };
        [(NAMES[0], command("document")), (NAMES[1], command("reader"))]
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A folder that cannot be removed does not change the measurements.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
