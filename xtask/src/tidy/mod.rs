//! `cargo xtask tidy`: checks the rules of the sources that the compiler does not check. A unit test does the same.

mod anchors;
mod dependencies;
mod doc_examples;
mod fences;
mod files;
mod phrasings;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// A source file.
struct Source {
    /// The path from the root of the workspace, with slashes.
    path: String,
    text: String,
    /// Whether a command generated the file. Some rules apply only to files that people wrote.
    is_generated: bool,
}

impl Source {
    fn read(path: String) -> Result<Self> {
        let text =
            fs::read_to_string(workspace::path(&path)).with_context(|| format!("cannot read {path}"))?;
        let is_generated = text.lines().take(3).any(|line| line == "//! @generated");
        Ok(Self { path, text, is_generated })
    }

    /// Iterates over the lines with their numbers, counted from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// Checks everything; the error lists all complaints.
pub(crate) fn run() -> Result<()> {
    let complaints = complaints()?;
    if !complaints.is_empty() {
        bail!("tidy: {} complaints\n{}", complaints.len(), complaints.join("\n"));
    }
    eprintln!("tidy: nothing to complain about");
    Ok(())
}

fn complaints() -> Result<Vec<String>> {
    let mut sources = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(folder, &["rs"], &mut sources)?;
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    let anchors = anchors::Pinned::load()?;
    let mut complaints = files::check(&sources);
    complaints.extend(anchors::check(&sources, &anchors));
    let mut explanations = Vec::new();
    collect("crates/hedgerow-error-codes/error_codes", &["md"], &mut explanations)?;
    collect("crates/hedgerow-lint/tables", &["txt"], &mut explanations)?;
    complaints.extend(anchors::check(&explanations, &anchors));
    complaints.extend(fences::check(&sources));
    complaints.extend(doc_examples::check(&sources));
    complaints.extend(dependencies::check()?);
    collect("crates", &["md", "mjs", "py", "pyi", "toml"], &mut sources)?;
    collect("xtask", &["mjs", "toml"], &mut sources)?;
    collect("docs", &["html", "js", "md"], &mut sources)?;
    collect("html5lib-tests", &["json", "md", "txt"], &mut sources)?;
    sources.push(Source::read("README.md".to_owned())?);
    complaints.extend(phrasings::Phrasings::load()?.check(&sources));
    Ok(complaints)
}

/// Reads the files with some extensions below a folder, except for build results.
fn collect(folder: &str, extensions: &[&str], sources: &mut Vec<Source>) -> Result<()> {
    let path = workspace::path(folder);
    for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", path.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            if name != "target" {
                collect(&path, extensions, sources)?;
            }
        } else if Path::new(&name).extension().is_some_and(|end| extensions.iter().any(|one| end == *one)) {
            sources.push(Source::read(path)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sources_are_tidy() {
        let complaints = super::complaints().expect("the sources can be read");
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
