//! The commands, one file each.

mod batch;
mod tree;

use anyhow::{Context as _, Result};
use rayon::ThreadPoolBuilder;

use crate::Outcome;
use crate::args::Command;

/// What is said when the output cannot be written.
const CANNOT_WRITE: &str = "cannot write to the standard output";

/// Does what a command asks for.
pub(crate) fn run(command: Command) -> Result<Outcome> {
    match command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Batch => batch::run(),
    }
}

/// Starts a thread for each core, or as many as `RAYON_NUM_THREADS` says.
fn start_threads() -> Result<()> {
    ThreadPoolBuilder::new()
        .build_global()
        .context("cannot start a thread for each core; set RAYON_NUM_THREADS to have fewer")
}
