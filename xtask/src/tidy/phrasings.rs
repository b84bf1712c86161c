//! Phrasings that the sources do not use, each with its replacement: `xtask/data/phrasings.txt`.
//!
//! Every file is checked, except those that the list excepts.

use std::fs;

use anyhow::{Context as _, Result, bail};

use super::Source;
use crate::workspace;

/// The file with the phrasings and the exceptions.
const LIST: &str = "xtask/data/phrasings.txt";

/// The contents of the file.
#[derive(Debug, Default)]
pub(super) struct Phrasings {
    /// The phrasings in lower case, with their replacements.
    banned: Vec<(String, String)>,
    /// The files and folders that are not checked.
    exceptions: Vec<String>,
}

impl Phrasings {
    /// Reads the file.
    pub(super) fn load() -> Result<Self> {
        let path = workspace::path(LIST);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).context(LIST)
    }

    fn parse(text: &str) -> Result<Self> {
        let mut phrasings = Self::default();
        let mut section = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (section, line.split_once(" | ")) {
                _ if line.starts_with('[') => section = line,
                ("[phrasings]", Some((phrasing, replacement))) => {
                    phrasings.banned.push((phrasing.to_owned(), replacement.to_owned()));
                }
                ("[exceptions]", None) => phrasings.exceptions.push(line.to_owned()),
                _ => bail!("cannot read the line {line:?}"),
            }
        }
        Ok(phrasings)
    }

    /// Returns the complaints about files that are neither generated nor excepted.
    pub(super) fn check(&self, sources: &[Source]) -> Vec<String> {
        let mut complaints = Vec::new();
        for source in sources.iter().filter(|source| !source.is_generated && !self.excepts(&source.path)) {
            for (number, line) in source.lines() {
                for (phrasing, replacement) in &self.banned {
                    if contains(line, phrasing) {
                        let path = &source.path;
                        complaints.push(format!("{path}:{number}: instead of {phrasing:?}: {replacement}"));
                    }
                }
            }
        }
        complaints
    }

    fn excepts(&self, path: &str) -> bool {
        self.exceptions.iter().any(|exception| {
            path.strip_prefix(exception.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

/// Whether a line contains a phrasing, also as a part of a name such as `move_behind` or `OffsetBehindEnd`.
fn contains(line: &str, phrasing: &str) -> bool {
    let lowercase = line.to_ascii_lowercase();
    lowercase.match_indices(phrasing).any(|(start, _)| {
        let (before, rest) = line.split_at(start);
        let after = &rest[phrasing.len()..];
        let starts_word = !before.ends_with(|last: char| last.is_alphabetic())
            || rest.starts_with(|first: char| first.is_uppercase());
        starts_word && !after.starts_with(|next: char| next.is_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_phrasings_in_sentences_and_names() {
        assert!(contains("// The text Behind the tag.", "behind"));
        assert!(contains("fn move_behind() {", "behind"));
        assert!(contains("OffsetBehindEnd,", "behind"));
        assert!(!contains("fn behinds() {", "behind"));
        assert!(!contains("// thin one", "in one"));
    }

    #[test]
    fn checks_all_files_except_the_exceptions() {
        let phrasings = Phrasings::parse("[phrasings]\nbehind | after\n[exceptions]\ncrates/old\n").unwrap();
        let source = |path: &str| Source {
            path: path.to_owned(),
            text: "//! Behind.\n".to_owned(),
            is_generated: false,
        };
        let complaints = phrasings.check(&[source("crates/old/a.rs"), source("crates/older/a.rs")]);
        assert_eq!(complaints, ["crates/older/a.rs:1: instead of \"behind\": after"]);
    }

    #[test]
    fn the_file_is_well_formed() {
        assert!(!Phrasings::load().unwrap().banned.is_empty());
    }
}
