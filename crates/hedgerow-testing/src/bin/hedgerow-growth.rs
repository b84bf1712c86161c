//! Runs families of hostile inputs at doubling sizes, for `cargo xtask growth`, and prints a JSON object for each size.
//!
//! The program measures only times. To count instructions, `cargo xtask growth --quick` runs the program in valgrind.
#![forbid(unsafe_code)]

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use hedgerow::Limits;
use hedgerow_testing::Family;
use hedgerow_testing::processor_time;
use serde_json::json;

/// Runs families of hostile inputs at doubling sizes
#[derive(Debug, Parser)]
struct Arguments {
    /// Run only the family with this name; may be repeated
    #[arg(long, value_name = "NAME")]
    family: Vec<String>,
    /// The length of the shortest inputs in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 17)]
    size: usize,
    /// The number of doublings
    #[arg(long, default_value_t = 3)]
    doublings: u32,
    /// The number of runs of each input; the shortest time counts
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// The limit on nodes for a second parse of the longest input of each family whose tree grows faster than its input
    #[arg(long, value_name = "NODES")]
    limit: Option<u32>,
    /// Only print the names of the families
    #[arg(long)]
    list: bool,
    /// Only print the longest input
    #[arg(long)]
    print: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let is_wanted = |family: &&Family| arguments.family.is_empty() || arguments.family.contains(&family.name);
    let families: Vec<&Family> = hedgerow_testing::families().filter(is_wanted).collect();
    if families.is_empty() {
        bail!("unknown family");
    }
    for family in families {
        if arguments.list {
            writeln!(io::stdout(), "{}", family.name)?;
        } else if arguments.print {
            let repetitions = family.least_repetitions(arguments.size) << arguments.doublings;
            io::stdout().write_all(family.input(repetitions).as_bytes())?;
        } else {
            run(family, &arguments)?;
        }
    }
    Ok(())
}

fn run(family: &Family, arguments: &Arguments) -> Result<()> {
    let least = family.least_repetitions(arguments.size);
    for doubling in 0..=arguments.doublings {
        let repetitions = least << doubling;
        let input = family.input(repetitions);
        let mut outcome = None;
        let mut shortest = Duration::MAX;
        for _ in 0..arguments.rounds {
            let start = processor_time();
            outcome = Some(family.run(&input));
            shortest = shortest.min(processor_time().saturating_sub(start));
        }
        let Some(outcome) = outcome else { bail!("there must be at least one round") };
        let mut line = json!({
            "family": family.name,
            "bytes": input.len(),
            "nodes": outcome.nodes,
            "errors": outcome.errors,
            "seconds": shortest.as_secs_f64(),
        });
        if let Some(most) =
            arguments.limit.filter(|_| family.is_superlinear() && doubling == arguments.doublings)
        {
            let start = processor_time();
            let outcome = family.run_within(&input, Limits::UNLIMITED.nodes(most));
            line["limited"] = json!({
                "nodes": outcome.nodes,
                "seconds": processor_time().saturating_sub(start).as_secs_f64(),
                "is_stopped": outcome.stop.is_some(),
            });
        }
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(())
}
