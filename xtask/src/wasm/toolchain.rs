//! [`Target`]: a target of WebAssembly, and the cargo commands for it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace;

/// A target of WebAssembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Without an operating system: for web pages.
    Unknown,
    /// With files, arguments and output, for programs and tests under Node.
    Wasi,
}

impl Target {
    /// Returns the compiler's name of the target.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unknown => "wasm32-unknown-unknown",
            Self::Wasi => "wasm32-wasip1",
        }
    }

    /// Whether the compiler can build for the target.
    fn is_installed(self) -> bool {
        let folder = answer_of(&["--print", "target-libdir", "--target", self.name()]);
        folder.is_some_and(|folder| Path::new(&folder).is_dir())
    }

    /// Installs the target with rustup if the compiler does not have it.
    pub(crate) fn install(self) -> Result<()> {
        if !self.is_installed() {
            eprintln!("==> rustup target add {}", self.name());
            // If there is no rustup, the error below says what is missing.
            let _ = Command::new("rustup").args(["target", "add", self.name()]).status();
        }
        self.require()
    }

    /// Fails if the compiler cannot build for the target.
    pub(crate) fn require(self) -> Result<()> {
        if !self.is_installed() {
            bail!("the compiler does not have the target: rustup target add {}", self.name());
        }
        Ok(())
    }

    /// Returns a cargo command for the target.
    pub(crate) fn cargo(self, arguments: &[&str]) -> Command {
        let (command, options) = arguments.split_at(1);
        let mut cargo = workspace::cargo_command(command);
        cargo.args(["--target", self.name(), "--target-dir"]).arg(workspace::path("target/wasm"));
        if self == Self::Wasi {
            let runner = workspace::path("xtask/src/wasm/run.mjs").display().to_string();
            self.configure(&mut cargo, "runner", &format!("{:?}", ["node", "--no-warnings", &runner]));
        }
        cargo.args(options);
        cargo
    }

    /// Sets a value of cargo's configuration for the target; the value is TOML.
    fn configure(self, cargo: &mut Command, key: &str, value: &str) {
        cargo.args(["--config", &format!("target.{}.{key}={value}", self.name())]);
    }

    /// Changes a command for a module that is loaded over a network: the standard library is built for size and without panic
    /// messages, because no input causes panics. Returns false, and changes nothing, if the sources of the standard library are
    /// missing.
    pub(crate) fn make_small(self, cargo: &mut Command) -> bool {
        let sysroot = PathBuf::from(answer_of(&["--print", "sysroot"]).unwrap_or_default());
        let is_possible = sysroot.join("lib/rustlib/src/rust/library/std/Cargo.toml").is_file();
        if is_possible {
            let flags = [
                "-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none",
                // Every browser has supported SIMD since 2023, and comparing single bytes takes more code.
                "-Ctarget-feature=+simd128",
            ];
            cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
            cargo.arg("-Zbuild-std-features=optimize_for_size");
            self.configure(cargo, "rustflags", &format!("{flags:?}"));
        }
        is_possible
    }
}

/// Returns the line that the compiler prints, if it succeeds.
fn answer_of(arguments: &[&str]) -> Option<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(rustc).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
