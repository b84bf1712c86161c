//! `cargo xtask growth`: hostile input at sizes that double. What it costs must grow as what is made of it.
//!
//! In full, the processor's time of a program as users have it is measured; a family that seems to grow too fast is
//! measured again, since the machine may be to blame. `--quick` counts the instructions of small inputs with callgrind, which
//! always says the same; it costs the program nothing. It is built as for the hunt, without debug assertions, which would be counted
//! with the rest. Without valgrind, the time is taken for it.
//! `--hunt` makes families up.
//!
//! What is not here: the families, and the program that runs them (`crates/hedgerow-growth`).

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

/// The committed table.
const DOCUMENT: &str = "docs/robustness.md";

/// The length of the shortest inputs, in full and quickly; and how often it is doubled.
const SIZE: usize = 1 << 17;
const QUICK_SIZE: usize = 6 << 10;
const DOUBLINGS: u32 = 3;
const QUICK_DOUBLINGS: u32 = 2;

/// How often a family is measured again before it counts as growing too fast.
const REPETITIONS: usize = 4;

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only families whose names contain this; several may be given
    #[arg(long, value_name = "WORD")]
    family: Vec<String>,
    /// The length of the shortest inputs, in bytes; the longest are eight times as long, or four times if quick
    #[arg(long, value_name = "BYTES")]
    size: Option<usize>,
    /// Count the instructions of small inputs, for a few seconds
    #[arg(long)]
    quick: bool,
    /// Only run each family once with 1 MB, on all cores, and say how long that takes
    #[arg(long, conflicts_with_all = ["quick", "size", "write"])]
    once: bool,
    /// Write docs/robustness.md, to be committed, with peers beside it
    #[arg(long, conflicts_with_all = ["quick", "family", "size"])]
    write: bool,
    /// The Python that has those peers that are Python libraries: `pip install selectolax turbohtml`
    #[arg(long, value_name = "PROGRAM", default_value = "python3", requires = "write")]
    python: String,
    #[command(flatten)]
    hunt: hunt::HuntOptions,
}

/// The length of the inputs that are run once.
const ONCE_SIZE: usize = 1 << 20;

/// Measures; whether nothing grows too fast.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if options.hunt.hunt {
        return hunt::run(&options.hunt);
    }
    let all = if options.quick {
        let program = workspace::build("hedgerow-growth", "hedgerow-growth", &["--profile", hunt::PROFILE])?;
        let sizes =
            measure::Sizes { shortest: options.size.unwrap_or(QUICK_SIZE), doublings: QUICK_DOUBLINGS };
        let families = families(&program, options)?;
        if let Some(counted) = measure::count(&program, &families, sizes)? {
            counted
        } else {
            eprintln!("valgrind is not there: the time is measured instead of instructions");
            measure_all(&program, &families, sizes)?
        }
    } else {
        let program = workspace::build_for_users("hedgerow-growth", "hedgerow-growth")?;
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
        println!("{}: {}", series.family, series.growths_in_words());
    }
    if too_fast.is_empty() {
        eprintln!("growth: {} families, none above {MOST_GROWTH} for twice as much", all.len());
    } else {
        eprintln!(
            "{} of {} families grow by more than {MOST_GROWTH} for twice as much; look at one with: cargo xtask growth \
             --family NAME",
            too_fast.len(),
            all.len()
        );
    }
    Ok(too_fast.is_empty())
}

/// Runs the families once; how long that takes, in words.
fn run_once(program: &Path, families: &[String]) -> Result<String> {
    let time = measure::run_once(program, families, ONCE_SIZE)?;
    let threads = rayon::current_num_threads();
    Ok(format!("all {} families at 1 MB: {:.1} s on {threads} cores", families.len(), time.as_secs_f64()))
}

/// Runs the peers, and writes the document.
fn write(all: &[Series], once: &str, python: &str) -> Result<()> {
    let plain: Vec<String> =
        all.iter().filter(|series| series.is_plain).map(|series| series.family.clone()).collect();
    let outcomes = plain.iter().cloned().zip(Peers::build(python)?.run(&plain)?).collect();
    let before = fs::read_to_string(workspace::path(DOCUMENT)).unwrap_or_default();
    fs::write(workspace::path(DOCUMENT), table::document(all, &outcomes, once, &before))
        .with_context(|| format!("cannot write {DOCUMENT}"))?;
    eprintln!("{DOCUMENT} is written");
    Ok(())
}

/// The names of the families that are wanted.
fn families(program: &Path, options: &Options) -> Result<Vec<String>> {
    let mut names = measure::names(program)?;
    names.retain(|name| options.family.is_empty() || options.family.iter().any(|word| name.contains(word)));
    if names.is_empty() {
        bail!("no family has a name with {}", options.family.join(" or "));
    }
    Ok(names)
}

/// Takes the times of families one by one; again, if one seems to grow too fast.
fn measure_all(program: &Path, families: &[String], sizes: measure::Sizes) -> Result<Vec<Series>> {
    let mut all = Vec::with_capacity(families.len());
    for family in families {
        let mut series = measure::time(program, family, sizes)?;
        for _ in 0..REPETITIONS {
            if !series.grows_too_fast() {
                break;
            }
            series.take_the_better(measure::time(program, family, sizes)?);
        }
        all.push(series);
    }
    Ok(all)
}
