//! [`Toolchain`]: what builds a target of WebAssembly on this machine.
//!
//! A target that the usual compiler has is taken as it is. Where it cannot be had, Debian's packages are: their compiler, and the
//! sources of its standard library, which is built with the crates then.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace;

/// The compiler of Debian's package `rustc-web`.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Where Debian's package `wasi-libc` has its files.
const DEBIAN_WASI: &str = "/usr/lib/wasm32-wasi";

/// A target of WebAssembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Nothing but the language: what a page loads.
    Unknown,
    /// With files, arguments and output, for programs and tests under Node.
    Wasi,
}

impl Target {
    /// As the compiler calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unknown => "wasm32-unknown-unknown",
            Self::Wasi => "wasm32-wasip1",
        }
    }
}

/// What builds a target on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toolchain {
    /// The usual compiler has the target.
    Installed,
    /// Debian's compiler builds its standard library for it.
    Debian,
}

impl Toolchain {
    /// The first that there is, or what can be installed.
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

    /// What it is, for people.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Installed => "the compiler's own copy of the target",
            Self::Debian => "Debian's rustc-web, which builds its standard library from rust-web-src",
        }
    }

    /// A call of cargo for the target. It has a folder of its own, as the compiler may be another one.
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
                // What this C library does not have, the runner has.
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

    /// The same for a module that is loaded over a network: with a standard library that was built for its size, and without the
    /// texts of panics, which no input causes. False if this compiler's standard library is as it is.
    pub(crate) fn make_small(self, cargo: &mut Command) -> bool {
        if self == Self::Debian {
            let flags = [
                "-Zunstable-options",
                "-Cpanic=immediate-abort",
                "-Zlocation-detail=none",
                // Every browser has it since 2023, and to compare bytes one by one is longer.
                "-Ctarget-feature=+simd128",
            ];
            cargo.arg("-Zbuild-std-features=optimize_for_size");
            configure(cargo, Target::Unknown, "rustflags", &format!("{flags:?}"));
        }
        self == Self::Debian
    }
}

/// Sets what cargo's configuration says of a target; the value is TOML.
fn configure(cargo: &mut Command, target: Target, key: &str, value: &str) {
    cargo.args(["--config", &format!("target.{}.{key}={value}", target.name())]);
}

/// Whether the usual compiler can build for the target.
fn has_standard_library(target: Target) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let question = ["--print", "target-libdir", "--target", target.name()];
    let Some(folder) = answer_of(Command::new(rustc).args(question)) else { return false };
    Path::new(&folder).read_dir().is_ok_and(|mut files| files.next().is_some())
}

/// What Debian's way to the target lacks.
fn missing_of_debian(target: Target) -> Vec<String> {
    let Some(version) = answer_of(Command::new(DEBIAN_RUSTC).arg("--version")) else {
        return vec![format!("there is no {DEBIAN_RUSTC}")];
    };
    let mut missing = Vec::new();
    // The xtask needs the newest of all packages.
    let needed = env!("CARGO_PKG_RUST_VERSION");
    if numbers(&version) < numbers(needed) {
        missing.push(format!("{DEBIAN_RUSTC} is too old: {needed} is needed, it is {version}"));
    }
    let sysroot = answer_of(Command::new(DEBIAN_RUSTC).args(["--print", "sysroot"])).unwrap_or_default();
    let mut files = vec![PathBuf::from(sysroot).join("lib/rustlib/src/rust/library/std/Cargo.toml")];
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

/// The numbers of the first version in a text.
fn numbers(text: &str) -> Vec<u32> {
    let word = text.split(' ').find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    word.unwrap_or_default().split('.').map_while(|number| number.parse().ok()).collect()
}

/// What a command prints on its one line, if it can be started and succeeds.
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
