//! The pages that the benchmark measures: pages of a folder, and generated pages.
#![forbid(unsafe_code)]

mod generated;
mod temporary_folder;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use hedgerow::{EncodingHints, Parser};

pub use generated::{generated, small};
pub use temporary_folder::TemporaryFolder;

/// The default folder of real pages, beside the project.
pub const CORPUS: &str = "../shared/corpus";

/// The folder name of the pages of [`small`].
pub const SMALL: &str = "small documents";

/// A page as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The last part of the path of its folder, or the kind of generated page.
    pub folder: String,
    /// Its file name, or the name of a generated page.
    pub name: String,
    /// Its path, if it is a file.
    pub path: Option<PathBuf>,
    /// The text, with malformed bytes replaced.
    pub text: String,
}

/// Loads the pages of folders and files, sorted by folder and name. Folders are searched recursively for files that end in
/// `.html` or `.htm`.
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

/// Reads a page from a file.
///
/// # Errors
///
/// If the file cannot be read.
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

/// Parses a page whose bytes come in chunks of 64 KiB, as from a network.
pub fn parse_in_chunks(html: &str) {
    let mut stream = Parser::new().stream_bytes(&EncodingHints::new());
    for chunk in html.as_bytes().chunks(1 << 16) {
        stream.feed(chunk);
    }
    drop(black_box(stream.finish()));
}

/// Parses a page whose text comes in pieces of 64 KiB.
pub fn parse_in_pieces(html: &str) {
    let mut stream = Parser::new().stream();
    let mut rest = html;
    while !rest.is_empty() {
        let end = (0..=rest.len().min(1 << 16)).rev().find(|&end| rest.is_char_boundary(end));
        let (piece, following) = rest.split_at(end.unwrap_or(0));
        stream.feed(piece);
        rest = following;
    }
    drop(black_box(stream.finish()));
}
