//! Builds a program that parses with astral-html, which needs a newer compiler than this workspace.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use hedgerow_bench::TemporaryFolder;

use crate::process::Absence;

/// The contenders: one builds a tree, the other only reads tokens.
pub(crate) const NAMES: [&str; 2] = ["astral-html (Document)", "astral-html (Reader)"];

/// The version of astral-html.
const VERSION: &str = "0.0.4";

/// The toolchain that builds the program, if `rustup` has it.
const TOOLCHAIN: &str = "1.97.0";

/// The manifest of the program, without the last line, the dependency on astral-html. The profile optimizes as that of this
/// workspace does.
const MANIFEST: &str = r#"
[package]
name = "hedgerow-astral"
edition = "2024"

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"

[workspace]

[dependencies]
cpu-time = "1.0.0"
"#;

/// The program that parses.
const SOURCE: &str = include_str!("astral_program.rs");

/// The built program.
#[derive(Debug)]
pub(crate) struct Program {
    folder: TemporaryFolder,
}

impl Program {
    /// Builds the program, or returns the reason why it is not available.
    pub(crate) fn build() -> Result<Self, Absence> {
        let has_toolchain = Command::new("rustup")
            .args(["run", TOOLCHAIN, "rustc", "--version"])
            .output()
            .is_ok_and(|output| output.status.success());
        if !has_toolchain {
            return Err(format!(
                "Rust {TOOLCHAIN} is not available through rustup; install it with: rustup toolchain install {TOOLCHAIN} --profile minimal"
            ));
        }
        eprintln!("building astral-html with Rust {TOOLCHAIN}");
        match Self::build_with_toolchain() {
            Ok(Some(program)) => Ok(program),
            Ok(None) => Err("its build failed; the message of cargo is above".to_owned()),
            Err(error) => Err(format!("its build failed: {error}")),
        }
    }

    fn build_with_toolchain() -> io::Result<Option<Self>> {
        let folder = TemporaryFolder::new("astral")?;
        fs::create_dir_all(folder.path().join("src"))?;
        fs::write(folder.path().join("src/main.rs"), SOURCE)?;
        let manifest = format!("{MANIFEST}astral-html = \"={VERSION}\"\n");
        fs::write(folder.path().join("Cargo.toml"), manifest)?;
        let status = Command::new("rustup")
            .args(["run", TOOLCHAIN, "cargo", "build", "--release", "--quiet", "--target-dir", "target"])
            .env_remove("CARGO_BUILD_TARGET")
            .current_dir(folder.path())
            .status()?;
        Ok(status.success().then_some(Self { folder }))
    }

    /// Returns a command for each contender.
    pub(crate) fn commands(&self) -> [(&'static str, Command); 2] {
        let command = |part: &str| {
            let mut command = Command::new(self.path());
            command.args([part, VERSION]);
            command
        };
        [(NAMES[0], command("document")), (NAMES[1], command("reader"))]
    }

    fn path(&self) -> PathBuf {
        let program = self.folder.path().join("target/release/hedgerow-astral");
        program.with_extension(std::env::consts::EXE_EXTENSION)
    }
}
