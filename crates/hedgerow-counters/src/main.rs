//! Counts what a parse allocates and keeps, and how big the types and the program are, for `cargo xtask counters`:
//! one JSON object on standard output.
//!
//! What is not here: instructions. They are counted from outside, on a program without a counting allocator:
//! `bin/hedgerow-repeat.rs`. What the counts are held against is in the xtask.
#![forbid(unsafe_code)]

mod memory;
mod sizes;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Counts allocations and bytes
#[derive(Debug, Parser)]
struct Arguments {
    /// A folder with pages, or a page, instead of the generated ones; several may be given.
    #[arg(long, value_name = "PATH")]
    corpus: Vec<PathBuf>,
    /// A program whose size is told.
    #[arg(long, value_name = "PATH")]
    program: PathBuf,
}

fn main() -> ExitCode {
    match count(&Arguments::parse()) {
        Ok(counts) => {
            println!("{counts}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn count(arguments: &Arguments) -> Result<Value> {
    let pages = if arguments.corpus.is_empty() {
        hedgerow_pages::counted()
    } else {
        hedgerow_pages::load(&arguments.corpus)?
    };
    Ok(json!({
        "pages": pages.iter().map(memory::count).collect::<Vec<Value>>(),
        "types": sizes::types(),
        "program": sizes::program(&arguments.program)?,
    }))
}
