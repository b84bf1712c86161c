//! Builds and runs the counting programs, and reads their output.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::workspace::{self, output};

/// All counters.
pub(super) struct Counters {
    /// The compiler and its target.
    pub(super) compiler: String,
    pub(super) pages: Vec<Page>,
    pub(super) types: Vec<Type>,
    /// The number of bytes of the program that are loaded when it runs.
    pub(super) program: u64,
}

/// The counts of parsing a page.
#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) name: String,
    /// The argument that names the page for `hedgerow-repeat`.
    source: String,
    pub(super) bytes: u64,
    pub(super) nodes: u64,
    pub(super) allocations: u64,
    /// The bytes that the document keeps.
    pub(super) kept: u64,
    /// The peak number of bytes.
    pub(super) peak: u64,
    /// The instructions of one parse; `None` without valgrind.
    #[serde(skip)]
    pub(super) instructions: Option<u64>,
}

/// A type and its size.
#[derive(Deserialize)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) bytes: u64,
}

/// The output of `hedgerow-counters`.
#[derive(Deserialize)]
struct Answer {
    pages: Vec<Page>,
    types: Vec<Type>,
    program: u64,
}

/// Returns all counters, measured with the pages in the folders and files of `corpus`, or with the generated pages if `corpus` is
/// empty.
pub(super) fn count(corpus: &[PathBuf]) -> Result<Counters> {
    let program = workspace::build_for_users("hedgerow-cli", "hedgerow")?;
    let counters = workspace::build_for_users("hedgerow-bench", "hedgerow-counters")?;
    let repeat = workspace::build_for_users("hedgerow-bench", "hedgerow-repeat")?;
    let mut command = Command::new(&counters);
    command.arg("--program").arg(&program);
    for path in corpus {
        command.arg("--corpus").arg(path);
    }
    let Answer { mut pages, types, program } = serde_json::from_slice(&output(&mut command)?.stdout)?;
    for page in &mut pages {
        page.instructions = instructions(&repeat, &page.source)?;
        if page.instructions.is_none() {
            break;
        }
    }
    Ok(Counters { compiler: compiler()?, pages, types, program })
}

/// Returns the instructions of one parse: half the difference between three parses and one parse in a process, which excludes the
/// start of the process. Returns `None` without valgrind.
fn instructions(repeat: &Path, source: &str) -> Result<Option<u64>> {
    let (Some(one), Some(three)) = (collected(repeat, source, 1)?, collected(repeat, source, 3)?) else {
        return Ok(None);
    };
    Ok(Some(three.saturating_sub(one) / 2))
}

/// Makes glibc copy and fill memory with vectors. Callgrind counts `rep movsb` as one instruction for each byte, although the
/// processor moves many bytes at a time.
const COPY_WITH_VECTORS: &str =
    "glibc.cpu.x86_rep_movsb_threshold=2000000000:glibc.cpu.x86_rep_stosb_threshold=2000000000";

/// Returns the instructions of a process that parses a page `count` times.
fn collected(repeat: &Path, source: &str, count: u32) -> Result<Option<u64>> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(repeat).arg(source);
    command.arg(count.to_string()).env("GLIBC_TUNABLES", COPY_WITH_VECTORS);
    let report = match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        report => report.context("cannot start valgrind")?,
    };
    let report = String::from_utf8_lossy(&report.stderr).into_owned();
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    let Some((_, number)) = collected else {
        bail!("valgrind's report has no number of instructions:\n{report}");
    };
    Ok(Some(number.trim().parse()?))
}

/// Returns the version of the compiler and its target, in words.
fn compiler() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let report = String::from_utf8(output(Command::new(rustc).arg("-vV"))?.stdout)?;
    let line = |key| report.lines().find_map(|line| line.strip_prefix(key)).context("rustc has no version");
    Ok(format!("rustc {} for {}", line("release: ")?, line("host: ")?))
}

#[cfg(test)]
impl Page {
    /// A page of 1000 bytes.
    pub(super) fn with_counts(name: &str, allocations: u64, instructions: Option<u64>) -> Self {
        let name = name.to_owned();
        let source = name.clone();
        Self { name, source, bytes: 1000, nodes: 10, allocations, kept: 500, peak: 800, instructions }
    }
}
