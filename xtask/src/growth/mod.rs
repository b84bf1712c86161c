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
mod peers;
mod table;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use judge::{MOST_GROWTH, Series};
use peers::Peers;

use crate::workspace;

/// The generated table of all families.
const TABLE: &str = "docs/growth.md";

/// The page of rules, with a few rows of the table.
const RULES: &str = "docs/robustness.md";

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
    #[arg(long, conflicts_with_all = ["quick", "size", "write"])]
    once: bool,
    /// Write docs/growth.md, with the results of other parsers, and update the rows in docs/robustness.md
    #[arg(long, conflicts_with_all = ["quick", "family", "size"])]
    write: bool,
    /// The Python interpreter that has the Python libraries among the other parsers: `pip install selectolax turbohtml`
    #[arg(long, value_name = "PROGRAM", default_value = "python3", requires = "write")]
    python: String,
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
        let all = measure_all(&program, &families, sizes)?;
        if options.write {
            write(&all, &run_once(&program, &families)?, &options.python)?;
        }
        all
    };
    let too_fast: Vec<&Series> = all.iter().filter(|series| series.grows_too_fast()).collect();
    if !options.quick && !options.write {
        print!("{}", table::tables(&all, None));
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
    Ok(format!(
        "The {count} families of this table, once each at 1 MB, take {time:.1} s on {threads} cores (`cargo xtask growth --once`)."
    ))
}

/// Runs the other parsers, writes the table, and updates the rows on the page of rules.
fn write(all: &[Series], once: &str, python: &str) -> Result<()> {
    let plain: Vec<String> =
        all.iter().filter(|series| series.is_plain).map(|series| series.family.clone()).collect();
    let outcomes = plain.iter().cloned().zip(Peers::build(python)?.run(&plain)?).collect();
    let table = table::document(all, &outcomes, once);
    let rules = fs::read_to_string(workspace::path(RULES)).with_context(|| format!("cannot read {RULES}"))?;
    for (path, text) in [(RULES, &table::with_new_rows(&rules, &table)), (TABLE, &table)] {
        fs::write(workspace::path(path), text).with_context(|| format!("cannot write {path}"))?;
        eprintln!("wrote {path}");
    }
    Ok(())
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
