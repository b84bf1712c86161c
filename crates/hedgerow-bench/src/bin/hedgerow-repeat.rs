//! Parses a page several times and does nothing else, so that callgrind can count the instructions of parsing.
//!
//! `hedgerow-repeat PAGE COUNT`; PAGE is the name of a generated page, or a file.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::path::Path;

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let source = arguments.next().context("the argument PAGE is missing")?;
    let count: usize = arguments.next().context("the argument COUNT is missing")?.parse()?;
    let page = hedgerow_bench::counted()
        .into_iter()
        .find(|page| page.name == source)
        .map_or_else(|| hedgerow_bench::read(Path::new(&source)), Ok)?;
    for _ in 0..count {
        drop(black_box(hedgerow::parse(&page.text)));
    }
    Ok(())
}
