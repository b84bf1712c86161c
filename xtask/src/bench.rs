//! `cargo xtask bench`: builds and runs the benchmark with its peers, the other parsers.

use anyhow::{Result, bail};

use crate::workspace;

/// Builds the benchmark and runs it with these arguments.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut words =
        vec!["run", "--release", "--quiet", "--package", "hedgerow-bench", "--features", "peers", "--"];
    words.extend(arguments.iter().map(String::as_str));
    if !workspace::cargo(&words, &[])? {
        bail!("the benchmark failed");
    }
    Ok(())
}
