//! `cargo xtask scale`: lints and tests the crates for query engines, `hedgerow-columns` and `hedgerow-datafusion`, and
//! `hedgerow sql`. `--cluster` adds `hedgerow-ballista`, `--python` adds `hedgerow-datafusion-python`, and `--spark` compares the
//! rows of Spark with those of `hedgerow sql`.
//!
//! These crates are not part of `cargo xtask test`, because `DataFusion` takes many minutes to build. All steps use the profile
//! `scale`, so that `DataFusion` is built once. Ballista is optional, because it needs more features of `DataFusion`, which is
//! then built again.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace;

/// The options of `cargo xtask scale`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Measure the processor time of queries instead, on an archive that is generated from the pages in this folder
    #[arg(long, value_name = "FOLDER")]
    measure: Option<String>,
    /// Also lint and test the crate for clusters of Ballista
    #[arg(long)]
    cluster: bool,
    /// Also test the functions in the Python package `datafusion`; needs the network
    #[arg(long)]
    python: bool,
    /// Also compare the rows of `hedgerow sql` with those of the Python package and of Spark: `cargo xtask python --engines`
    #[arg(long)]
    spark: bool,
}

/// The arguments of every step: the profile, the packages and the features. They are the same in each step, because cargo would
/// rebuild `DataFusion` for other packages or features.
const COMMON_ARGUMENTS: [&str; 10] = [
    "--profile", "scale", "-p", "hedgerow-columns", "-p", "hedgerow-datafusion", "-p", "hedgerow-cli",
    "--features", "hedgerow-cli/sql",
];

/// The steps: the command of cargo, and the arguments after [`COMMON_ARGUMENTS`]. The test `help_has_examples` is skipped,
/// because its snapshot does not contain the command `sql`.
const STEPS: [(&str, &[&str]); 2] = [
    ("clippy", &["--all-targets", "--", "-D", "warnings"]),
    ("test", &["--no-fail-fast", "--", "--skip", "help_has_examples"]),
];

/// Runs all steps. Returns whether they succeeded.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if let Some(folder) = &options.measure {
        let arguments =
            ["run", "--profile", "scale", "-p", "hedgerow-datafusion", "--example", "measure", "--", folder];
        return workspace::cargo(&arguments, &[]);
    }
    let mut failed = Vec::new();
    let cluster: &[&str] = if options.cluster { &["-p", "hedgerow-ballista"] } else { &[] };
    for (command, rest) in STEPS {
        let arguments = [&[command], &COMMON_ARGUMENTS[..], cluster, rest].concat();
        let line = format!("cargo {}", arguments.join(" "));
        eprintln!("==> {line}");
        if !workspace::cargo(&arguments, &[])? {
            failed.push(line);
        }
    }
    if options.spark && !compare_with_spark(cluster)? {
        failed.push("cargo xtask python --engines".to_owned());
    }
    if options.python {
        // The package is not part of the other steps, because it needs more features of DataFusion.
        let clippy =
            ["clippy", "--profile", "scale", "-p", "hedgerow-datafusion-python", "--", "-D", "warnings"];
        let line = format!("cargo {}", clippy.join(" "));
        eprintln!("==> {line}");
        if !workspace::cargo(&clippy, &[])? {
            failed.push(line);
        }
        match crate::python::test_datafusion() {
            Ok(true) => {}
            Ok(false) => failed.push("the tests of hedgerow-datafusion-python".to_owned()),
            Err(error) => failed.push(format!("the tests of hedgerow-datafusion-python: {error:#}")),
        }
    }
    if std::env::var_os("HEDGEROW_SHARED").is_none() {
        eprintln!("NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
    }
    if !options.cluster {
        eprintln!("NOT TESTED: Ballista; `cargo xtask scale --cluster` tests it");
    }
    if !options.python {
        eprintln!("NOT TESTED: the Python package datafusion; `cargo xtask scale --python` tests it");
    }
    if !options.spark {
        eprintln!("NOT TESTED: Spark; `cargo xtask scale --spark` tests it");
    }
    for failure in &failed {
        eprintln!("FAILED: {failure}");
    }
    Ok(failed.is_empty())
}

/// Runs the tests of the Python package with query engines, which compare the rows of Spark with those of `hedgerow sql`.
fn compare_with_spark(cluster: &[&str]) -> Result<bool> {
    // `cargo test` also builds the program. `cargo build` would select other features, and build DataFusion again.
    if !workspace::cargo(&[&["test", "--no-run"], &COMMON_ARGUMENTS[..], cluster].concat(), &[])? {
        return Ok(false);
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace::path("target"), PathBuf::from);
    let program = target.join("scale/hedgerow").with_extension(std::env::consts::EXE_EXTENSION);
    workspace::cargo(&["xtask", "python", "--engines"], &[("HEDGEROW_PROGRAM", &program.to_string_lossy())])
}
