//! [`Toolchain`]: the compiler and standard library for a WebAssembly target on this machine.
//!
//! If the default compiler has the target, it is used. Otherwise Debian's packages are used: a compiler, and the sources of its
//! standard library, which is then built with the crates.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace;

/// The compiler of Debian's package `rustc-web`.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// The folder of Debian's package `wasi-libc`.
const DEBIAN_WASI: &str = "/usr/lib/wasm32-wasi";

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
}

/// The toolchain for a target on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toolchain {
    /// The usual compiler has the target.
    Installed,
    /// Debian's compiler is used, and its standard library is built for the target.
    Debian,
}

impl Toolchain {
    /// Returns the first available toolchain, or an error that lists what to install.
    pub(crate) fn find(target: Target) -> Result<Self> {
        if has_standard_library(target) {
            return Ok(Self::Installed);
        }
        let missing = missing_of_debian(target);
        if missing.is_empty() {
            return Ok(Self::Debian);
        }
        bail!(
            "{} cannot be built on this machine: the compiler does not have it, and {}. Install either\n  \
             rustup target add {0}\nor, on Debian,\n  apt-get install rustc-web rust-web-src lld wasi-libc",
            target.name(),
            missing.join(", ")
        );
    }

    /// Returns a description for people.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Installed => "the compiler's own copy of the target",
            Self::Debian => "Debian's rustc-web, which builds its standard library from rust-web-src",
        }
    }

    /// Returns a cargo command for the target, with a separate target folder because the compiler may be a different one.
    pub(crate) fn cargo(self, target: Target, arguments: &[&str]) -> Command {
        let (command, options) = arguments.split_at(1);
        let mut cargo = workspace::cargo_command(command);
        cargo.args(["--target", target.name(), "--target-dir"]).arg(workspace::path("target/wasm"));
        if self == Self::Debian {
            cargo.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
            cargo.arg("-Zbuild-std=std,panic_abort,test");
            configure(&mut cargo, target, "linker", "\"wasm-ld\"");
            if target == Target::Wasi {
                let startup = format!("-Clink-arg={DEBIAN_WASI}/crt1-command.o");
                let search = format!("-L{DEBIAN_WASI}");
                // The runner provides the functions that this C library lacks.
                let flags = ["-Clink-self-contained=no", &search, &startup, "-Clink-arg=--allow-undefined"];
                configure(&mut cargo, target, "rustflags", &format!("{flags:?}"));
            }
        }
        if target == Target::Wasi {
            let runner = workspace::path("xtask/src/wasm/run.mjs").display().to_string();
            configure(&mut cargo, target, "runner", &format!("{:?}", ["node", "--no-warnings", &runner]));
        }
        cargo.args(options);
        cargo
    }

    /// Changes a command for a module that is loaded over a network: the standard library is built for size and without panic
    /// messages, because no input causes panics. Returns false, and changes nothing, if the sources of the standard library are
    /// missing.
    pub(crate) fn make_small(self, cargo: &mut Command) -> bool {
        let is_possible = self == Self::Debian || has_sources("rustc");
        if is_possible {
            let flags = [
                "-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none",
                // Every browser has supported SIMD since 2023, and comparing single bytes takes more code.
                "-Ctarget-feature=+simd128",
            ];
            if self == Self::Installed {
                cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
            }
            cargo.arg("-Zbuild-std-features=optimize_for_size");
            configure(cargo, Target::Unknown, "rustflags", &format!("{flags:?}"));
        }
        is_possible
    }
}

/// Sets a value of cargo's configuration for a target; the value is TOML.
fn configure(cargo: &mut Command, target: Target, key: &str, value: &str) {
    cargo.args(["--config", &format!("target.{}.{key}={value}", target.name())]);
}

/// Whether the default compiler can build for the target.
fn has_standard_library(target: Target) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let question = ["--print", "target-libdir", "--target", target.name()];
    let Some(folder) = answer_of(Command::new(rustc).args(question)) else { return false };
    Path::new(&folder).read_dir().is_ok_and(|mut files| files.next().is_some())
}

/// Returns the path of a file that exists if the sources of a compiler's standard library are installed.
fn sources_of(rustc: &str) -> PathBuf {
    let sysroot = answer_of(Command::new(rustc).args(["--print", "sysroot"])).unwrap_or_default();
    PathBuf::from(sysroot).join("lib/rustlib/src/rust/library/std/Cargo.toml")
}

/// Whether the sources of a compiler's standard library are installed.
fn has_sources(rustc: &str) -> bool {
    sources_of(rustc).is_file()
}

/// Returns the reasons why Debian's packages cannot build for the target.
fn missing_of_debian(target: Target) -> Vec<String> {
    let Some(version) = answer_of(Command::new(DEBIAN_RUSTC).arg("--version")) else {
        return vec![format!("there is no {DEBIAN_RUSTC}")];
    };
    let mut missing = Vec::new();
    // All packages of the workspace state the same Rust version.
    let needed = env!("CARGO_PKG_RUST_VERSION");
    if numbers(&version) < numbers(needed) {
        missing.push(format!("{DEBIAN_RUSTC} is too old: {needed} is needed, but its version is {version}"));
    }
    let mut files = vec![sources_of(DEBIAN_RUSTC)];
    if target == Target::Wasi {
        files.push(Path::new(DEBIAN_WASI).join("libc.a"));
    }
    let not_there = files.iter().filter(|file| !file.is_file());
    missing.extend(not_there.map(|file| format!("there is no {}", file.display())));
    if answer_of(Command::new("wasm-ld").arg("--version")).is_none() {
        missing.push("there is no wasm-ld".to_owned());
    }
    missing
}

/// Returns the numbers of the first version in a text.
fn numbers(text: &str) -> Vec<u32> {
    let word = text.split(' ').find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    word.unwrap_or_default().split('.').map_while(|number| number.parse().ok()).collect()
}

/// Returns the line that a command prints, if it succeeds.
fn answer_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        let version = numbers("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)");
        assert_eq!(version, [1, 96, 0]);
        assert!(
            version > numbers("1.91")
                && numbers("rustc 1.85.0") < numbers("1.89")
                && numbers("1.91.0") >= numbers("1.91")
        );
    }
}
