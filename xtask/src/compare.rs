//! `cargo xtask browser`, `cargo xtask differential` and `cargo xtask generate`: the program `hedgerow-compare` of the crate
//! `hedgerow-bench`.

use anyhow::Result;

use crate::workspace;

/// Runs a command of the program. Returns whether it succeeded.
pub(crate) fn run(command: &str, arguments: &[String]) -> Result<bool> {
    let mut words =
        vec!["run", "--quiet", "--package", "hedgerow-bench", "--bin", "hedgerow-compare", "--", command];
    words.extend(arguments.iter().map(String::as_str));
    workspace::cargo(&words, &[])
}
