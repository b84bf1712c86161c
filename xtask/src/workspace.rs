//! Paths of the workspace, and running cargo in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail};

/// The crates of the library, each after its dependencies.
pub(crate) const LIBRARY: &[&str] = &[
    "hedgerow-error-codes", "hedgerow-base", "hedgerow-input", "hedgerow-tokenizer", "hedgerow-tree",
    "hedgerow-dom", "hedgerow-json", "hedgerow-serialize", "hedgerow-extract", "hedgerow-source",
    "hedgerow-lint", "hedgerow-sanitize", "hedgerow-select", "hedgerow-trace", "hedgerow-xpath", "hedgerow",
    "hedgerow-warc",
];

/// The folder of the second workspace, of the crates that live in other hosts: Python, browsers and query engines.
pub(crate) const HOSTS: &str = "crates/hosts";

/// Returns a path below the root of the workspace.
pub(crate) fn path(relative: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(relative)
}

/// Returns the target folder of both workspaces.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| path("target"), PathBuf::from)
}

/// Runs cargo in the root of the workspace with some environment variables. Returns whether it succeeded.
pub(crate) fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Result<bool> {
    let status = cargo_command(arguments)
        .envs(variables.iter().copied())
        .status()
        .with_context(|| format!("cannot start cargo {}", arguments.join(" ")))?;
    Ok(status.success())
}

/// Runs cargo in the folder of the second workspace, with some environment variables. Returns whether it succeeded.
pub(crate) fn cargo_in_hosts(arguments: &[&str], variables: &[(&str, &str)]) -> Result<bool> {
    let status = cargo_command(arguments)
        .envs(variables.iter().copied())
        .current_dir(path(HOSTS))
        .status()
        .with_context(|| format!("cannot start cargo {}", arguments.join(" ")))?;
    Ok(status.success())
}

/// Returns a cargo command in the root of the workspace.
pub(crate) fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(path(""));
    // Cargo describes this program in these variables. Some build scripts read them, and would run again.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
    command
}

/// Builds a program in release mode, and returns its path.
pub(crate) fn build_for_users(package: &str, name: &str) -> Result<PathBuf> {
    build(package, name, &["--release"])
}

/// Builds a program, and returns its path.
pub(crate) fn build(package: &str, name: &str, options: &[&str]) -> Result<PathBuf> {
    let arguments = ["build", "--quiet", "--package", package, "--bin", name, "--message-format", "json"];
    let messages = output(cargo_command(&arguments).args(options))?.stdout;
    String::from_utf8(messages)?
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| Some(PathBuf::from(message.get("executable")?.as_str()?)))
        .with_context(|| format!("cargo does not report the path of {name}"))
}

/// Runs a command that must succeed, and returns its output.
pub(crate) fn output(command: &mut Command) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} failed: {}", output.status);
    }
    Ok(output)
}

/// Returns the compiler's default target, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> Result<String> {
    let version = output(Command::new("rustc").arg("-vV"))?.stdout;
    let line = String::from_utf8(version)?;
    let host = line.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say its host")?.to_owned())
}

/// Whether cargo has a subcommand, which is tested with `--version`.
pub(crate) fn has_cargo_command(name: &str) -> Result<bool> {
    let mut command = cargo_command(&[name, "--version"]);
    let output = command.output().with_context(|| format!("cannot start cargo {name}"))?;
    Ok(output.status.success())
}
