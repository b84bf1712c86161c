//! `cargo xtask extra scale`: tests the crates for query engines, and the program `hedgerow-sql`. `--lints` lints them, which builds
//! `DataFusion` a second time, and `--spark` compares the rows of Spark with those of `hedgerow-sql`.

use anyhow::Result;

use crate::workspace::{self, cargo_in_hosts};

/// The options of `cargo xtask extra scale`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Measure the processor time of queries instead, on an archive that is generated from the pages in this folder
    #[arg(long, value_name = "FOLDER")]
    measure: Option<String>,
    /// Also lint the crates
    #[arg(long)]
    lints: bool,
    /// Also compare the rows of `hedgerow-sql` with those of the Python package and of Spark: `cargo xtask python --engines`
    #[arg(long)]
    spark: bool,
}

/// The arguments of the tests. The Python package is part of the selection, although it has no tests in Rust, so that cargo
/// selects the same features as for the wheel.
const TESTS: [&str; 5] = ["test", "--profile", "ci", "--workspace", "--no-fail-fast"];

/// Runs all steps. Returns whether they succeeded.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if let Some(folder) = &options.measure {
        let arguments =
            ["run", "--profile", "ci", "-p", "hedgerow-datafusion", "--example", "measure", "--", folder];
        return cargo_in_hosts(&arguments);
    }
    let mut passed = test()?;
    if options.lints {
        passed &= cargo_in_hosts(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    }
    if options.spark {
        passed &= compare_with_spark()?;
    } else {
        eprintln!("NOT TESTED: Spark; `cargo xtask extra scale --spark` tests it");
    }
    if std::env::var_os("HEDGEROW_SHARED").is_none() {
        eprintln!("NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
    }
    Ok(passed)
}

/// Tests the second workspace. Returns whether the tests passed.
pub(crate) fn test() -> Result<bool> {
    cargo_in_hosts(&TESTS)
}

/// Runs the tests of the Python package with query engines, which compare the rows of Spark with those of `hedgerow-sql`.
fn compare_with_spark() -> Result<bool> {
    // The tests have built the program.
    let program = workspace::target().join("ci/hedgerow-sql").with_extension(std::env::consts::EXE_EXTENSION);
    workspace::cargo(&["xtask", "python", "--engines"], &[("HEDGEROW_PROGRAM", &program.to_string_lossy())])
}
