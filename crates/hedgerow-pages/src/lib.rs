//! The pages to measure on: those of a folder, and pages that are written here, always the same ones.
//!
//! The benchmark and the counters share them. What is not here: anything that measures, and the parser.
#![forbid(unsafe_code)]

mod written;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

pub use written::{counted, generated, small};

/// Where real pages are looked for, beside the project.
pub const CORPUS: &str = "../shared/corpus";

/// The folder that the pages of [`small`] are said to be in.
pub const SMALL: &str = "small documents";

/// A page as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The last part of the path of its folder, or the kind of page that it is.
    pub folder: String,
    /// Its file name, or what it is made of.
    pub name: String,
    /// Its path, if it is a file.
    pub path: Option<PathBuf>,
    /// The text, with malformed bytes replaced.
    pub text: String,
}

/// The pages of folders and files, in the order of their folders and names. A folder's own folders count, too; of the
/// files in them only those that are called `.html` or `.htm`.
///
/// # Errors
///
/// If a folder or a file cannot be read.
pub fn load(paths: &[PathBuf]) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for path in paths {
        collect(path, &mut pages)?;
    }
    pages.sort_by(|one, other| (&one.folder, &one.name).cmp(&(&other.folder, &other.name)));
    Ok(pages)
}

fn collect(path: &Path, pages: &mut Vec<Page>) -> Result<()> {
    if !path.is_dir() {
        pages.push(read(path)?);
        return Ok(());
    }
    for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        let entry = entry?.path();
        let is_page = entry.extension().is_some_and(|extension| extension == "html" || extension == "htm");
        if entry.is_dir() || is_page {
            collect(&entry, pages)?;
        }
    }
    Ok(())
}

/// Reads one file.
///
/// # Errors
///
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Page> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text_of = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    Ok(Page {
        folder: text_of(path.parent().and_then(Path::file_name)),
        name: text_of(path.file_name()),
        path: Some(path.to_owned()),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    })
}
