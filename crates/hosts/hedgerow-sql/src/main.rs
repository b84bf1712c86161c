//! The program `hedgerow-sql`, which `hedgerow sql` starts: SQL queries over web archives.
//!
//! ```text
//! query.rs      runs a query and writes its rows
//! each_file.rs  runs a query for each file of a long job
//! session.rs    the functions, and files as tables
//! stores.rs     files on servers
//! ```
#![forbid(unsafe_code)]

mod args;
mod each_file;
mod query;
mod session;
mod stores;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Arguments;

fn main() -> ExitCode {
    let Err(error) = query::run(&Arguments::parse()) else { return ExitCode::SUCCESS };
    let is_closed_output = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe);
    if is_closed_output {
        // The reader has closed the output early, as `head` does.
        return ExitCode::SUCCESS;
    }
    eprintln!("hedgerow-sql: {error:#}");
    ExitCode::from(2)
}
