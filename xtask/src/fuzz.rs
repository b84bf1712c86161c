//! `cargo xtask fuzz`: builds the targets of `hedgerow-testing` for libFuzzer and runs them, one after the other.
//!
//! Coverage needs no nightly toolchain, because the flags that the compiler passes to LLVM for it are stable. A sanitizer needs
//! unstable flags, which `RUSTC_BOOTSTRAP=1` allows on any toolchain.
//!
//! The properties are in `crates/hedgerow-testing`, whose tests check them without libFuzzer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::workspace;

/// The compiler flags for coverage of edges and comparisons.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                        -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// The folder of programs, corpora and findings.
const FOLDER: &str = "target/fuzz";

/// The limits for one input: time in seconds, and memory in MiB.
const MOST_SECONDS: u32 = 20;
const MOST_MEMORY: u32 = 2048;

/// A sanitizer of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Sanitizer {
    /// Invalid reads and writes of memory, and leaks
    Address,
}

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The targets; without any, all
    target: Vec<String>,
    /// The time for which each target runs
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u32,
    /// Build quickly, and run each target for a second without a corpus, to check that it works
    #[arg(long, conflicts_with_all = ["seconds", "sanitizer", "input"])]
    quick: bool,
    /// Check memory accesses, including the unsafe code of dependencies
    #[arg(long, value_enum)]
    sanitizer: Option<Sanitizer>,
    /// Run a target once on each of these files, to reproduce a finding
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
}

/// A target, as the program describes it.
#[derive(Deserialize)]
struct Target {
    name: String,
    /// The property, in words.
    about: String,
    /// The maximum useful input length in bytes.
    longest: usize,
}

/// Runs the targets. Returns whether none of them has a finding.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if options.target.iter().any(|name| name == "differential") {
        bail!("run the comparison with another parser by `cargo xtask extra compare differential`");
    }
    if options.quick && Command::new("c++").arg("--version").output().is_err() {
        println!(
            "SKIPPED: libFuzzer needs a C++ compiler; cargo test --package hedgerow-testing --test seeds runs its targets as tests"
        );
        return Ok(true);
    }
    let program = build(options)?;
    let folder = workspace::path(FOLDER);
    workspace::output(Command::new(&program).env("HEDGEROW_FUZZ_FILES", &folder))?;
    let targets = targets(&folder, &options.target)?;
    let mut found = Vec::new();
    for target in targets {
        let corpus = folder.join("corpus").join(&target.name);
        let findings = folder.join("findings").join(&target.name);
        for folder in [&corpus, &findings] {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let mut command = Command::new(&program);
        command.env("HEDGEROW_FUZZ_TARGET", &target.name).current_dir(workspace::path(""));
        command.args([
            format!("-max_len={}", target.longest),
            format!("-timeout={MOST_SECONDS}"),
            format!("-rss_limit_mb={MOST_MEMORY}"),
            format!("-artifact_prefix={}/", findings.display()),
        ]);
        command.arg(format!("-dict={}", folder.join("dictionary.txt").display()));
        if options.quick {
            command.args(["-max_total_time=1", "-print_final_stats=0"]).stderr(Stdio::piped());
        } else if options.input.is_empty() {
            command.arg(format!("-max_total_time={}", options.seconds)).arg("-print_final_stats=1");
            command.arg(corpus).arg(folder.join("seeds"));
        } else {
            command.args(&options.input);
        }
        eprintln!("==> {}: {}", target.name, target.about);
        let output = command.spawn().and_then(Child::wait_with_output);
        let output = output.with_context(|| format!("cannot run {}", program.display()))?;
        if !output.status.success() {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            found.push(format!("{}: see {}", target.name, findings.display()));
        }
    }
    for line in &found {
        println!("{line}");
    }
    Ok(found.is_empty())
}

/// Reads the list of targets, and returns those with these names, or all.
fn targets(folder: &Path, names: &[String]) -> Result<Vec<Target>> {
    let list = folder.join("targets.json");
    let list = fs::read(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let all: Vec<Target> = serde_json::from_slice(&list)?;
    if let Some(unknown) = names.iter().find(|name| all.iter().all(|target| target.name != **name)) {
        let all: Vec<&str> = all.iter().map(|target| target.name.as_str()).collect();
        bail!("unknown target {unknown}; the targets are: {}", all.join(", "));
    }
    Ok(all.into_iter().filter(|target| names.is_empty() || names.contains(&target.name)).collect())
}

/// Builds the program, and returns its path.
fn build(options: &Options) -> Result<PathBuf> {
    let host = workspace::host()?;
    let (profile, folder) = if options.quick { ("dev", "debug") } else { ("fuzz", "fuzz") };
    let target_folder = format!("{FOLDER}/{}", if options.sanitizer.is_some() { "address" } else { "plain" });
    let arguments = [
        "build", "--package", "hedgerow-testing", "--bin", "hedgerow-fuzz", "--features", "libfuzzer",
        "--profile", profile,
    ];
    let mut command = workspace::cargo_command(&arguments);
    // With `--target`, build scripts and macros are built without these flags.
    command.args(["--target", &host, "--target-dir", &target_folder]);
    let mut flags = format!("{COVERAGE} --cfg fuzzing");
    if options.sanitizer.is_some() {
        flags.push_str(" -Zsanitizer=address");
        command.env("RUSTC_BOOTSTRAP", "1");
        eprintln!(
            "AddressSanitizer and LeakSanitizer: an unstable flag of the compiler, allowed by RUSTC_BOOTSTRAP=1"
        );
    }
    let status = command.env("RUSTFLAGS", flags).status().context("cannot start cargo")?;
    if !status.success() {
        bail!(
            "the program cannot be built; libFuzzer needs a C++ compiler. Without it: cargo test --package hedgerow-testing --test seeds"
        );
    }
    Ok(workspace::path(target_folder).join(host).join(folder).join("hedgerow-fuzz"))
}
