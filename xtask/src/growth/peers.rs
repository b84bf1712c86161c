//! Runs other parsers ("peers") on the families with `hedgerow-bench --hostile`.
//!
//! The peers and their time limits are in `crates/hedgerow-bench/src/bin/hedgerow-bench/hostile.rs`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Deserialize;

use crate::workspace;

/// The names of the peers: as an option of the benchmark, and in the table.
pub(super) const PEERS: [(&str, &str); 3] =
    [("html5ever + scraper", "html5ever"), ("selectolax (lexbor)", "lexbor"), ("turbohtml", "turbohtml")];

/// The result of a peer for a family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The longest input that the peer finished in time: the length in bytes and the processor time in seconds.
    pub(super) longest: Option<(f64, f64)>,
    /// Whether the peer crashed on the next longer input.
    pub(super) has_crashed: bool,
}

/// A line of the benchmark's output: the result for one size.
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
        let program =
            workspace::build("hedgerow-bench", "hedgerow-bench", &["--release", "--features", "peers"])?;
        Ok(Self { program, python: python.to_owned() })
    }

    /// Returns the result of each peer for each family, in the order of [`PEERS`], or `None` for a peer that is not available.
    ///
    /// The peers run in parallel, because only the processor time counts.
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
    // The benchmark's messages about crashed or missing peers are hidden, because the table has the same information.
    let output = command.stderr(Stdio::piped()).output().context("cannot start the benchmark")?;
    let printed = String::from_utf8(output.stdout)?;
    if printed.is_empty() {
        if !output.status.success() {
            bail!("{peer}, {family}: {}", String::from_utf8_lossy(&output.stderr));
        }
        return Ok(None);
    }
    let outcome = Outcome::read(&printed, output.status.success());
    outcome.map(Some).with_context(|| format!("{peer}, {family}: cannot read the benchmark's output"))
}

impl Outcome {
    /// Reads the output of the benchmark for a peer that is available: an empty line, and a line for each result.
    fn read(printed: &str, has_succeeded: bool) -> serde_json::Result<Self> {
        let lines = printed.lines().filter(|line| !line.is_empty());
        let lines: Vec<Line> = lines.map(serde_json::from_str).collect::<Result<_, _>>()?;
        Ok(Self {
            longest: lines.iter().rev().find_map(|line| Some((line.bytes, line.seconds?))),
            has_crashed: !has_succeeded && lines.iter().all(|line| line.seconds.is_some()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_may_crash_on_any_input() {
        let read = |printed: &str, has_succeeded| {
            let outcome = Outcome::read(printed, has_succeeded).unwrap();
            (outcome.longest, outcome.has_crashed)
        };
        let line = "\n{\"bytes\":8192,\"seconds\":0.5}\n";
        assert_eq!(read("\n", false), (None, true));
        assert_eq!(read(line, false), (Some((8192.0, 0.5)), true));
        assert_eq!(read(line, true), (Some((8192.0, 0.5)), false));
        assert_eq!(read("\n{\"bytes\":8192,\"seconds\":null}\n", true), (None, false));
    }
}
