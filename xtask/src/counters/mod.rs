//! `cargo xtask counters`: counts the cost of parsing, so that slower parsing appears as a difference in `docs/counters.md`.
//!
//! The counting programs are in `crates/hedgerow-bench/src/bin`; one of them replaces the allocator.

mod count;
mod snapshot;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use snapshot::Snapshot;

use crate::workspace;

/// The committed counters.
const SNAPSHOT: &str = "docs/counters.md";

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Compare with the committed counters, and fail if one has changed
    #[arg(long)]
    check: bool,
    /// Write docs/counters.md, to be committed
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Count these pages, files or folders, instead of the generated ones; several may be given
    #[arg(long, value_name = "PATH", conflicts_with_all = ["check", "write"])]
    corpus: Vec<PathBuf>,
}

/// Counts. Returns false if the counters were compared and differ from the committed ones.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let counters = count::count(&options.corpus)?;
    if counters.pages.iter().any(|page| page.instructions.is_none()) {
        eprintln!("valgrind is not installed: instructions are not counted");
    }
    let path = workspace::path(SNAPSHOT);
    let text = snapshot::render(&counters);
    if options.write {
        fs::write(&path, text).with_context(|| format!("cannot write {SNAPSHOT}"))?;
        eprintln!("wrote {SNAPSHOT}");
        return Ok(true);
    }
    if !options.check {
        print!("{}", snapshot::tables(&counters));
        return Ok(true);
    }
    let kept =
        Snapshot::parse(&fs::read_to_string(&path).with_context(|| format!("cannot read {SNAPSHOT}"))?);
    let now = Snapshot::parse(&text);
    if kept.compiler != now.compiler {
        eprintln!(
            "{SNAPSHOT} was written with {}, this is {}: instructions and the size of the program are not compared",
            kept.compiler, now.compiler
        );
    }
    let changes = kept.compare(&now);
    for change in &changes {
        println!("{change}");
    }
    if !changes.is_empty() {
        eprintln!(
            "{} counters differ from {SNAPSHOT}; if that is intended, run cargo xtask counters --write",
            changes.len()
        );
        return Ok(false);
    }
    eprintln!("counters: no difference from {SNAPSHOT}");
    Ok(true)
}
