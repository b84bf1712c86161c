//! `cargo xtask bench`: how fast hedgerow is beside its peers, on the same pages in the same run.
//!
//! Every round goes through all pages and, for each page, through all contenders, so that a machine whose speed drifts
//! is as slow for one as for the other. What counts is the median over the rounds, and the ratios.
#![forbid(unsafe_code)]

mod contenders;
mod measure;
mod pages;
mod report;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Parser, ValueEnum};

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask bench", about = "Measures the throughput beside peers, page by page in turn")]
struct Arguments {
    /// A folder with pages, or a page; several may be given. By default `../shared/corpus` if it is there, else pages
    /// that the benchmark writes itself.
    #[arg(long, value_name = "PATH")]
    corpus: Vec<PathBuf>,
    /// How many rounds.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Only contenders whose name contains one of these words.
    #[arg(long, value_name = "WORD")]
    only: Vec<String>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// A row for each page.
    #[arg(long)]
    each_page: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let pages = pages::load(&arguments.corpus)?;
    let wanted = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|word| name.contains(word.as_str()))
    };
    let contenders: Vec<_> = contenders::ALL.iter().filter(|contender| wanted(contender.name)).collect();
    if contenders.is_empty() || pages.is_empty() || arguments.rounds == 0 {
        bail!("nothing to measure: no contender of that name, no page, or no round");
    }
    let results = measure::run(&contenders, &pages, arguments.rounds);
    match arguments.format {
        Format::Text => report::print_text(&results, arguments.each_page),
        Format::Json => println!("{}", report::to_json(&results)),
    }
    Ok(())
}
