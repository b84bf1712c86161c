//! `cargo xtask growth`: checks that the cost of hostile input is linear, at sizes that double.
//!
//! By default, it measures the processor time of a release build. A family that seems to grow too fast is measured again, because
//! other load on the machine may be the reason. `--quick` counts the instructions for small inputs with callgrind, which is
//! deterministic; without valgrind, it measures the time. `--hunt` generates families.
//!
//! The families and the program that runs them are in `crates/hedgerow-testing`.

mod hunt;
mod judge;
mod measure;

use std::path::Path;

use anyhow::{Result, bail};
use judge::{MOST_GROWTH, Point, Series};

use crate::workspace;

/// The length of the shortest inputs in bytes.
const SIZE: usize = 1 << 17;
const DOUBLINGS: u32 = 3;

/// The length of the shortest inputs with `--quick`, in bytes.
const QUICK_SIZE: usize = 6 << 10;
const QUICK_DOUBLINGS: u32 = 2;

/// The number of additional measurements of a family that seems to grow too fast.
const REPETITIONS: usize = 4;

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only families whose names contain this word; may be repeated
    #[arg(long, value_name = "WORD")]
    family: Vec<String>,
    /// The length of the shortest inputs in bytes; the longest are eight times as long, or four times with --quick
    #[arg(long, value_name = "BYTES")]
    size: Option<usize>,
    /// Count the instructions for small inputs, which takes a few seconds
    #[arg(long)]
    quick: bool,
    /// Only run each family once with 1 MB, on all cores, and print the total time
    #[arg(long, conflicts_with_all = ["quick", "size"])]
    once: bool,
    #[command(flatten)]
    hunt: hunt::HuntOptions,
}

/// The length of the inputs with `--once`, in bytes.
const ONCE_SIZE: usize = 1 << 20;

/// Runs the command. Returns whether no family grows too fast.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if options.hunt.hunt {
        return hunt::run(&options.hunt);
    }
    let all = if options.quick {
        let program = workspace::build("hedgerow-testing", "hedgerow-growth", &["--profile", hunt::PROFILE])?;
        let sizes =
            measure::Sizes { shortest: options.size.unwrap_or(QUICK_SIZE), doublings: QUICK_DOUBLINGS };
        let families = families(&program, options)?;
        if let Some(counted) = measure::count(&program, &families, sizes)? {
            counted
        } else {
            eprintln!("valgrind is not installed: measuring the time instead of counting instructions");
            measure_all(&program, &families, sizes)?
        }
    } else {
        let program = workspace::build_for_users("hedgerow-testing", "hedgerow-growth")?;
        let families = families(&program, options)?;
        if options.once {
            println!("{}", run_once(&program, &families)?);
            return Ok(true);
        }
        let sizes = measure::Sizes { shortest: options.size.unwrap_or(SIZE), doublings: DOUBLINGS };
        measure_all(&program, &families, sizes)?
    };
    let too_fast: Vec<&Series> = all.iter().filter(|series| series.grows_too_fast()).collect();
    if !options.quick {
        print_table(&all);
    }
    for series in &too_fast {
        println!("{}: {}", series.family, series.growths_text());
    }
    if too_fast.is_empty() {
        eprintln!("growth: no family of {} grows by more than {MOST_GROWTH} at twice the size", all.len());
    } else {
        eprintln!(
            "{} of {} families grow by more than {MOST_GROWTH} at twice the size; to measure one alone: cargo xtask \
             growth --family NAME",
            too_fast.len(),
            all.len()
        );
    }
    Ok(too_fast.is_empty())
}

/// Runs each family once, and describes the time in a sentence.
fn run_once(program: &Path, families: &[String]) -> Result<String> {
    let time = measure::run_once(program, families, ONCE_SIZE)?.as_secs_f64();
    let threads = rayon::current_num_threads();
    let count = families.len();
    Ok(format!("The {count} families, once each at 1 MB, take {time:.1} s on {threads} cores."))
}

/// Prints the results at the largest size, and the growth up to it. For a tree that grows faster than its input, these are the
/// nanoseconds for each node, and the result with a limit on nodes.
fn print_table(all: &[Series]) {
    println!("{:>9} {:>9} {:>10}  {:<24} family", "bytes", "nodes", "ms", "growth, or ns a node");
    for series in all {
        let Some(Point { bytes, nodes, cost, .. }) = series.points.last() else { continue };
        let for_each = |point: &Point| format!("{:.0}", point.cost * 1e9 / point.nodes.max(1.0));
        let growth = match &series.limited {
            None => series.growths_text(),
            Some(limited) => {
                let for_each: Vec<String> = series.points.iter().map(for_each).collect();
                let (nodes, time) = (limited.nodes, limited.seconds * 1e3);
                format!("{}; limited: {nodes} nodes, {time:.1} ms", for_each.join(", "))
            }
        };
        println!("{bytes:>9} {nodes:>9} {:>10.1}  {growth:<24} {}", cost * 1e3, series.family);
    }
}

/// Returns the names of the wanted families.
fn families(program: &Path, options: &Options) -> Result<Vec<String>> {
    let mut names = measure::names(program)?;
    names.retain(|name| options.family.is_empty() || options.family.iter().any(|word| name.contains(word)));
    if names.is_empty() {
        bail!("no family has a name that contains {}", options.family.join(" or "));
    }
    Ok(names)
}

/// Measures the times of families one by one. A family that seems to grow too fast is measured again.
fn measure_all(program: &Path, families: &[String], sizes: measure::Sizes) -> Result<Vec<Series>> {
    let mut all = Vec::with_capacity(families.len());
    for family in families {
        let mut series = measure::time(program, family, sizes)?;
        for _ in 0..REPETITIONS {
            if !series.grows_too_fast() {
                break;
            }
            series.take_minimum(measure::time(program, family, sizes)?);
        }
        all.push(series);
    }
    Ok(all)
}
