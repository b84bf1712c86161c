//! The commands, one file each.

mod batch;
mod tree;

use std::env;

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

/// The most threads, whatever is asked for: a system that cannot start them ends the program.
const MOST_THREADS: usize = 256;

/// Starts a thread for each core, or as many as `RAYON_NUM_THREADS` says.
fn start_threads() -> Result<()> {
    let wanted = env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse::<usize>().ok());
    // 0 leaves it to rayon, which looks at the variable and at the cores.
    let number = wanted.filter(|wanted| *wanted > MOST_THREADS).map_or(0, |_| MOST_THREADS);
    ThreadPoolBuilder::new()
        .num_threads(number)
        .build_global()
        .context("cannot start a thread for each core; set RAYON_NUM_THREADS to have fewer")
}
