//! Runs families of hostile input at sizes that double, for `cargo xtask growth`: a JSON object for each size on standard
//! output, as soon as it is known.
//!
//! What is not here: instructions, which are counted from outside.
#![forbid(unsafe_code)]

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use hedgerow_growth::Family;
use serde_json::json;

/// Runs families of hostile input at sizes that double
#[derive(Debug, Parser)]
struct Arguments {
    /// Only the families of these names; several may be given.
    #[arg(long, value_name = "NAME")]
    family: Vec<String>,
    /// The length of the shortest inputs.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 17)]
    size: usize,
    /// How often the length is doubled.
    #[arg(long, default_value_t = 3)]
    doublings: u32,
    /// How often each input is parsed; the shortest time counts.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Only print the names of the families.
    #[arg(long)]
    list: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let is_wanted = |family: &&Family| {
        arguments.family.is_empty() || arguments.family.iter().any(|name| name == family.name)
    };
    let families: Vec<&Family> = hedgerow_growth::all().filter(is_wanted).collect();
    if families.is_empty() {
        bail!("there is no such family");
    }
    for family in families {
        if arguments.list {
            writeln!(io::stdout(), "{}", family.name)?;
        } else {
            run(family, &arguments)?;
        }
    }
    Ok(())
}

fn run(family: &Family, arguments: &Arguments) -> Result<()> {
    let mut repetitions = family.repetitions(arguments.size);
    for _ in 0..=arguments.doublings {
        let input = family.input(repetitions);
        let mut made = None;
        let mut shortest = Duration::MAX;
        for _ in 0..arguments.rounds {
            let start = cpu_time();
            made = Some(family.run(&input));
            shortest = shortest.min(cpu_time().saturating_sub(start));
        }
        let Some(made) = made else { bail!("no round, nothing to tell") };
        let line = json!({
            "family": family.name,
            "bytes": input.len(),
            "nodes": made.nodes,
            "errors": made.errors,
            "seconds": shortest.as_secs_f64(),
        });
        writeln!(io::stdout(), "{line}")?;
        repetitions *= 2;
    }
    Ok(())
}

/// How long this thread was running: what others do on the machine does not count.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // Neither is negative.
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

/// How long the process has been there: on other systems, what others do on the machine counts.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
