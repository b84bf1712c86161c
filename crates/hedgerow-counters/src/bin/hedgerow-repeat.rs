//! Parses a page several times and does nothing else, so that its instructions can be counted from outside:
//! `hedgerow-repeat PAGE COUNT`, where the page is the name of a generated one, or a file.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::path::Path;

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let source = arguments.next().context("which page?")?;
    let count: usize = arguments.next().context("how often?")?.parse()?;
    let page = hedgerow_pages::counted()
        .into_iter()
        .find(|page| page.name == source)
        .map_or_else(|| hedgerow_pages::read(Path::new(&source)), Ok)?;
    for _ in 0..count {
        drop(black_box(hedgerow::parse(&page.text)));
    }
    Ok(())
}
