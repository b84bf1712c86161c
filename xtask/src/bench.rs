//! `cargo xtask bench`: builds and runs the benchmark, which is a crate of its own because it depends on other parsers.

use anyhow::{Result, bail};

use crate::workspace;

/// Passes the arguments on.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut words = vec!["run", "--release", "--quiet", "--package", "hedgerow-bench", "--"];
    words.extend(arguments.iter().map(String::as_str));
    if !workspace::cargo(&words, &[])? {
        bail!("the benchmark failed");
    }
    Ok(())
}
