//! Counts the allocations and the memory of a parse, and the sizes of the types and the program, for `cargo xtask counters`:
//! prints one JSON object.
//!
//! Instructions are counted in another program, `bin/hedgerow-repeat.rs`, which has no counting allocator.
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
    /// A folder with pages, or a page, instead of the generated ones; may be repeated.
    #[arg(long, value_name = "PATH")]
    corpus: Vec<PathBuf>,
    /// The program whose size is counted.
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
        hedgerow_bench::counted()
    } else {
        hedgerow_bench::load(&arguments.corpus)?
    };
    Ok(json!({
        "pages": pages.iter().map(memory::count).collect::<Vec<Value>>(),
        "types": sizes::types(),
        "program": sizes::program(&arguments.program)?,
    }))
}
