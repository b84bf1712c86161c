//! Building the programs that count, running them, and reading what they say.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::workspace::{self, output};

/// All counters.
pub(super) struct Counters {
    /// The compiler and what it compiles for.
    pub(super) compiler: String,
    pub(super) pages: Vec<Page>,
    pub(super) types: Vec<Type>,
    /// How many bytes of the program are loaded when it is run.
    pub(super) program: u64,
}

/// What was counted while a page was parsed.
#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) name: String,
    /// What the page is called for the program that repeats the parse.
    source: String,
    pub(super) bytes: u64,
    pub(super) nodes: u64,
    pub(super) allocations: u64,
    /// The bytes that the document keeps.
    pub(super) kept: u64,
    /// The most bytes that there were at a time.
    pub(super) peak: u64,
    /// Those of one parse; none where there is no valgrind.
    #[serde(skip)]
    pub(super) instructions: Option<u64>,
}

/// A type and its size.
#[derive(Deserialize)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) bytes: u64,
}

/// What the program that counts prints.
#[derive(Deserialize)]
struct Answer {
    pages: Vec<Page>,
    types: Vec<Type>,
    program: u64,
}

/// Counts on the pages of the folders and files, or on the generated pages.
pub(super) fn count(corpus: &[PathBuf]) -> Result<Counters> {
    let program = workspace::build_for_users("hedgerow-cli", "hedgerow")?;
    let counters = workspace::build_for_users("hedgerow-counters", "hedgerow-counters")?;
    let repeat = workspace::build_for_users("hedgerow-counters", "hedgerow-repeat")?;
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

/// The instructions of one parse: of three parses in a process, less those of one, halved, so that what the process does
/// besides does not count. None if there is no valgrind.
fn instructions(repeat: &Path, source: &str) -> Result<Option<u64>> {
    let (Some(one), Some(three)) = (collected(repeat, source, 1)?, collected(repeat, source, 3)?) else {
        return Ok(None);
    };
    Ok(Some(three.saturating_sub(one) / 2))
}

/// The instructions of a process that parses a page so many times.
fn collected(repeat: &Path, source: &str, count: u32) -> Result<Option<u64>> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(repeat).arg(source);
    command.arg(count.to_string());
    let report = match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        report => report.context("cannot start valgrind")?,
    };
    let report = String::from_utf8_lossy(&report.stderr).into_owned();
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    let Some((_, number)) = collected else {
        bail!("valgrind does not say how many instructions it has seen:\n{report}");
    };
    Ok(Some(number.trim().parse()?))
}

/// The version of the compiler and the platform that it compiles for, in words.
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
