//! What peers take for the same families: each in a process of its own, which `hedgerow-bench --hostile` watches.
//!
//! What is not here: the peers, and how long they may take (`crates/hedgerow-bench/src/hostile.rs`).

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Deserialize;

use crate::workspace;

/// The names of the peers for the benchmark, and in the table.
pub(super) const PEERS: [(&str, &str); 3] =
    [("html5ever + scraper", "html5ever"), ("selectolax (lexbor)", "lexbor"), ("turbohtml", "turbohtml")];

/// What a peer made of a family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The longest input that it has finished in time: the bytes, and the seconds that the processor was at it.
    pub(super) longest: Option<(f64, f64)>,
    /// Whether it crashed with the next one.
    pub(super) has_crashed: bool,
}

/// What the benchmark prints for each size.
#[derive(Deserialize)]
struct Line {
    bytes: f64,
    seconds: Option<f64>,
}

/// Runs the peers.
pub(super) struct Peers {
    program: PathBuf,
    python: String,
}

impl Peers {
    /// Builds the benchmark.
    pub(super) fn build(python: &str) -> Result<Self> {
        let program = workspace::build_for_users("hedgerow-bench", "hedgerow-bench")?;
        Ok(Self { program, python: python.to_owned() })
    }

    /// What each peer makes of each family, in the order of [`PEERS`]; nothing for one that is not to be had. Several are run at
    /// the same time, as the time of the processor is what counts.
    pub(super) fn run(&self, families: &[String]) -> Result<Vec<[Option<Outcome>; PEERS.len()]>> {
        families.par_iter().map(|family| self.outcomes(family)).collect()
    }

    fn outcomes(&self, family: &str) -> Result<[Option<Outcome>; PEERS.len()]> {
        let mut outcomes = [None; PEERS.len()];
        for (outcome, (peer, _)) in outcomes.iter_mut().zip(PEERS) {
            *outcome = outcome_of(&self.program, &self.python, peer, family)?;
        }
        Ok(outcomes)
    }
}

fn outcome_of(program: &Path, python: &str, peer: &str, family: &str) -> Result<Option<Outcome>> {
    let mut command = Command::new(program);
    command.args(["--hostile", family, "--peers", peer, "--python", python]);
    // What it says of a peer that crashes or is not there is said in the table.
    let answer = command.stderr(Stdio::piped()).output().context("cannot start the benchmark")?;
    let printed = String::from_utf8(answer.stdout)?;
    let lines: Vec<Line> = printed
        .lines()
        .filter(|line| !line.is_empty())
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .with_context(|| format!("{peer}, {family}: not what the benchmark should print"))?;
    if lines.is_empty() {
        if !answer.status.success() {
            bail!("{peer}, {family}: {}", String::from_utf8_lossy(&answer.stderr));
        }
        return Ok(None);
    }
    Ok(Some(Outcome {
        longest: lines.iter().rev().find_map(|line| Some((line.bytes, line.seconds?))),
        has_crashed: !answer.status.success() && lines.iter().all(|line| line.seconds.is_some()),
    }))
}
