//! Writes the generated pages into a folder, for the training of profile-guided builds: `hedgerow-pages FOLDER`.
#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let folder: PathBuf = std::env::args_os().nth(1).context("the argument FOLDER is missing")?.into();
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for page in hedgerow_bench::small().into_iter().chain(hedgerow_bench::generated()) {
        let path = folder.join(page.name).with_extension("html");
        fs::write(&path, page.text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
