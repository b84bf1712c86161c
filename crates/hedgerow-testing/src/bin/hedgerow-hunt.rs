//! Tries generated families of hostile input, for `cargo xtask growth --hunt`. Prints a JSON object for each case before it is
//! tried, and one for each finding.
#![forbid(unsafe_code)]

use std::alloc::System;
use std::io::{self, Write as _};
use std::panic;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cap::Cap;
use clap::Parser;
use hedgerow_testing::{Case, Hunter, Mode, Theme};
use serde_json::json;

/// Counts the allocated bytes, and aborts the program if it exceeds its memory limit.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Tries generated families of hostile input
#[derive(Debug, Parser)]
struct Arguments {
    /// The seed, which is combined with the number of each case
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The difference between the numbers of consecutive cases
    #[arg(long, default_value_t = 1)]
    step: u64,
    /// The number of the case after the last one
    #[arg(long, default_value_t = u64::MAX)]
    end: u64,
    /// The time limit
    #[arg(long, default_value_t = f64::from(u32::MAX))]
    seconds: f64,
    /// The name of the only theme to use, or a part of the names of several; may be repeated
    #[arg(long)]
    theme: Vec<String>,
    /// The name of the only mode to use, or a part of the names of several; may be repeated
    #[arg(long)]
    mode: Vec<String>,
    /// The memory limit in MiB; the program aborts if it needs more
    #[arg(long, default_value_t = 1024)]
    memory: usize,
    /// Only measure this case, as JSON
    #[arg(long)]
    case: Option<String>,
    /// Only print the names of the modes
    #[arg(long)]
    list: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let memory = arguments.memory << 20;
    // This cannot fail, because the program has allocated almost nothing yet.
    let _ = ALLOCATOR.set_limit(memory);
    // Panics are printed as findings instead.
    panic::set_hook(Box::new(|_| ()));
    let all = hedgerow_testing::modes();
    let modes: Vec<Mode> = wanted(&all, &arguments.mode, |mode| &mode.name).cloned().collect();
    let themes: Vec<&Theme> =
        wanted(hedgerow_testing::themes(), &arguments.theme, |theme| &theme.name).collect();
    if modes.is_empty() || themes.is_empty() {
        bail!("unknown mode or theme");
    }
    let mut hunter = Hunter::new(all, || ALLOCATOR.total_allocated(), memory);
    if arguments.list {
        modes.iter().try_for_each(|mode| writeln!(io::stdout(), "{}", mode.name))?;
        return Ok(());
    }
    if let Some(case) = &arguments.case {
        return measure(&hunter, &serde_json::from_str(case)?);
    }
    let start = Instant::now();
    let mut number = arguments.first;
    while number < arguments.end && start.elapsed() < Duration::from_secs_f64(arguments.seconds) {
        let case = Case::random(arguments.seed, number, &themes, &modes);
        let is_known = hunter.is_known(&case);
        say(&json!({ "number": number, "case": case, "is_known": is_known }))?;
        if !is_known && let Some(found) = hunter.examine(&case) {
            say(&json!({ "found": found.to_string(), "case": found.case }))?;
        }
        number += arguments.step;
    }
    Ok(())
}

/// Returns the items with a wanted name. A word selects the item of that name; if there is no such item, it selects all items
/// whose names contain the word. Without words, all items are wanted.
fn wanted<'a, T>(all: &'a [T], words: &[String], name: impl Fn(&T) -> &str) -> impl Iterator<Item = &'a T> {
    let is_wanted = move |one: &&T| {
        words.is_empty()
            || words.iter().any(|word| {
                let is_name = all.iter().any(|other| name(other) == word);
                if is_name { name(one) == word } else { name(one).contains(word.as_str()) }
            })
    };
    all.iter().filter(is_wanted)
}

/// Prints the cost of a case, and whether it grows too fast.
fn measure(hunter: &Hunter, case: &Case) -> Result<()> {
    match hunter.report(case) {
        Some(found) => writeln!(io::stdout(), "{found}")?,
        None => {
            for point in hunter.points(case).unwrap_or_default() {
                writeln!(io::stdout(), "{point}")?;
            }
        }
    }
    Ok(())
}

fn say(line: &serde_json::Value) -> Result<()> {
    Ok(writeln!(io::stdout(), "{line}")?)
}
