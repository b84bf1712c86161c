//! `cargo xtask dist`: builds a package of the program: the program, shell completions and manual pages.
//!
//! An example of the program's crate writes completions and manual pages, so that neither the program nor the xtask depends on
//! the libraries for them.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// Writes the package into a folder below the root of the workspace.
pub(crate) fn run(folder: &str) -> Result<()> {
    let program = workspace::build_for_users("hedgerow-cli", "hedgerow")?;
    let path = workspace::path(folder);
    fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
    let copy = path.join(program.file_name().context("the program has a name")?);
    fs::copy(&program, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    println!("{folder}/{}", copy.file_name().unwrap_or_default().display());
    if !workspace::cargo(&["run", "--quiet", "--package", "hedgerow-cli", "--example", "dist", folder], &[])?
    {
        bail!("the completions and manual pages could not be written");
    }
    Ok(())
}
