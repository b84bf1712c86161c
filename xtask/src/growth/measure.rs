//! Runs the families and returns their times or their instruction counts.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::slice;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;
use serde::Deserialize;

use super::judge::{Limited, Point, Series, Unit};
use crate::workspace::{self, output};

/// The function whose instructions are counted; each call is counted separately.
const MEASURED: &str = "hedgerow_testing::family::Family::run";

/// The limit on nodes for families whose tree grows faster than their input.
pub(super) const MOST_NODES: u32 = 50_000;

/// The sizes of the inputs.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// The length of the shortest input, in bytes.
    pub(super) shortest: usize,
    /// The number of doublings.
    pub(super) doublings: u32,
}

/// A line of the program's output: the result for one size.
#[derive(Deserialize)]
struct Line {
    family: String,
    bytes: f64,
    nodes: f64,
    errors: f64,
    seconds: f64,
    limited: Option<Limited>,
}

/// Returns the names of all families.
pub(super) fn names(program: &Path) -> Result<Vec<String>> {
    let names = String::from_utf8(output(Command::new(program).arg("--list"))?.stdout)?;
    Ok(names.lines().map(str::to_owned).collect())
}

/// Measures the times of a family.
pub(super) fn time(program: &Path, family: &str, sizes: Sizes) -> Result<Series> {
    let mut command = command(program, &[family.to_owned()], sizes, 3);
    let printed = output(command.arg(format!("--limit={MOST_NODES}")))?.stdout;
    series(&printed, None)?.into_iter().next().with_context(|| format!("nothing was measured for {family}"))
}

/// Runs each family once with an input of one length, on all cores. Returns the total time.
pub(super) fn run_once(program: &Path, families: &[String], length: usize) -> Result<Duration> {
    let start = Instant::now();
    families.par_iter().try_for_each(|family| {
        let sizes = Sizes { shortest: length, doublings: 0 };
        output(&mut command(program, slice::from_ref(family), sizes, 1)).map(drop)
    })?;
    Ok(start.elapsed())
}

/// Counts the instructions of families, on all cores. Returns `None` if valgrind is not installed.
pub(super) fn count(program: &Path, families: &[String], sizes: Sizes) -> Result<Option<Vec<Series>>> {
    let folder = workspace::path("target/growth");
    let _ = fs::remove_dir_all(&folder);
    let part = families.len().div_ceil(rayon::current_num_threads());
    let parts = families.par_chunks(part).enumerate();
    let counted: Result<Option<Vec<Vec<Series>>>> = parts
        .map(|(index, families)| count_in(&folder.join(index.to_string()), program, families, sizes))
        .collect::<Result<_>>();
    let _ = fs::remove_dir_all(&folder);
    Ok(counted?.map(|parts| parts.concat()))
}

/// Counts the instructions of families in one process, which writes its counts to the folder.
fn count_in(folder: &Path, program: &Path, families: &[String], sizes: Sizes) -> Result<Option<Vec<Series>>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut valgrind = Command::new("valgrind");
    valgrind
        .arg("--tool=callgrind")
        .arg(format!("--toggle-collect={MEASURED}"))
        .arg(format!("--dump-after={MEASURED}"))
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()));
    let program = command(program, families, sizes, 1);
    let output = match valgrind.arg(program.get_program()).args(program.get_args()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        output => output.context("cannot start valgrind")?,
    };
    if !output.status.success() {
        bail!("valgrind failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut counts = Vec::new();
    while let Ok(dump) = fs::read_to_string(folder.join(format!("counts.{}", counts.len() + 1))) {
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        counts.push(total.context("callgrind wrote no total")?.trim().parse()?);
    }
    series(&output.stdout, Some(&counts)).map(Some)
}

fn command(program: &Path, families: &[String], sizes: Sizes, rounds: u32) -> Command {
    let mut command = Command::new(program);
    command.arg(format!("--size={}", sizes.shortest)).arg(format!("--doublings={}", sizes.doublings));
    command.arg(format!("--rounds={rounds}"));
    command.args(families.iter().map(|family| format!("--family={family}")));
    command
}

/// Groups the lines by family. The costs are `counts` if given, otherwise the times.
fn series(printed: &[u8], counts: Option<&[f64]>) -> Result<Vec<Series>> {
    let unit = if counts.is_some() { Unit::Instructions } else { Unit::Seconds };
    let mut all: Vec<Series> = Vec::new();
    for (index, line) in str::from_utf8(printed)?.lines().enumerate() {
        let Line { family, bytes, nodes, errors, seconds, limited } = serde_json::from_str(line)?;
        let cost = match counts {
            Some(counts) => {
                *counts.get(index).context("callgrind counted fewer calls than the program made")?
            }
            None => seconds,
        };
        if all.last().is_none_or(|series| series.family != family) {
            all.push(Series { family, points: Vec::new(), unit, limited: None });
        }
        if let Some(series) = all.last_mut() {
            series.points.push(Point { bytes, nodes, errors, cost });
            series.limited = limited;
        }
    }
    Ok(all)
}
