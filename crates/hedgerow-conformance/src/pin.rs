//! `html5lib-tests/pin.json`: the upstream commits, and a checksum for each file of the suite.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::case::Suite;
use super::locate;
use crate::workspace;

/// The path of the pin.
const PIN: &str = "html5lib-tests/pin.json";

/// The files of the suite and their sources.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pin {
    #[serde(rename = "about")]
    _about: String,
    /// The possible sources of files. The checksum determines the source of each file.
    pub(crate) sources: Vec<Source>,
    /// The SHA-256 of each file, by its path in the suite.
    pub(crate) files: BTreeMap<String, String>,
}

/// A commit of an upstream repository.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    /// The name of the repository. Several sources may be commits of the same repository.
    pub(crate) name: String,
    /// The address to fetch from.
    pub(crate) repository: String,
    /// The commit, in full.
    pub(crate) commit: String,
    /// The folder in the repository, with a slash at its end; empty for the whole repository.
    pub(crate) folder: String,
    /// The folder in the suite, with a slash at its end; empty for the root of the suite.
    pub(crate) target: String,
    /// Whether `scripted/x` of the suite is named `scripted_x` in the repository.
    #[serde(default)]
    pub(crate) scripted_by_name: bool,
}

impl Source {
    /// Returns the path in the repository for a file of the suite.
    pub(crate) fn path_of(&self, file: &str) -> Option<String> {
        let rest = file.strip_prefix(&self.target)?;
        let rest = match rest.strip_prefix("scripted/") {
            Some(name) if self.scripted_by_name => format!("scripted_{name}"),
            _ => rest.to_owned(),
        };
        Some(format!("{}{rest}", self.folder))
    }
}

impl Pin {
    /// Reads the pin.
    pub(crate) fn load() -> Result<Self> {
        serde_json::from_str(&workspace::read(PIN)?).with_context(|| PIN.to_owned())
    }

    /// Compares the files of these suites in a folder with the pin. Returns the differences, such as `tokenizer/test1.test
    /// differs`.
    pub(crate) fn deviations(&self, folder: &Path, suites: &[Suite]) -> Result<Vec<String>> {
        let is_wanted = |file: &str| {
            suites
                .iter()
                .any(|suite| file.starts_with(&format!("{}/", suite.folder())) && suite.has_file(file))
        };
        // The sanitizer's cases are not pinned, because they are collected from several commits.
        let is_pinned = |suite: &&Suite| {
            let folder = format!("{}/", suite.folder());
            self.files.keys().any(|file| file.starts_with(&folder))
        };
        let mut deviations = Vec::new();
        for (file, checksum) in self.files.iter().filter(|(file, _)| is_wanted(file)) {
            match fs::read(folder.join(file)) {
                Ok(bytes) if sha256(&bytes) == *checksum => {}
                Ok(_) => deviations.push(format!("{file} differs")),
                Err(_) => deviations.push(format!("{file} is missing")),
            }
        }
        for suite in suites.iter().filter(is_pinned) {
            let mut present = Vec::new();
            if folder.join(suite.folder()).is_dir() {
                locate::collect(folder, suite.folder(), &mut present)?;
            }
            present.retain(|file| suite.has_file(file) && !self.files.contains_key(file));
            deviations.extend(present.into_iter().map(|file| format!("{file} is not in the pin")));
        }
        // Two suites may have the same files.
        deviations.sort();
        deviations.dedup();
        Ok(deviations)
    }
}

/// Returns the SHA-256 in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pin_is_well_formed() {
        let pin = Pin::load().expect("it is well-formed");
        for (file, checksum) in &pin.files {
            assert_eq!(checksum.len(), 64, "{file}");
            assert!(pin.sources.iter().any(|source| source.path_of(file).is_some()), "{file}");
        }
        for source in &pin.sources {
            assert_eq!(source.commit.len(), 40, "{}", source.name);
        }
    }

    #[test]
    fn scripted_files_have_another_name_in_web_platform_tests() {
        let source = Source {
            name: String::new(),
            repository: String::new(),
            commit: String::new(),
            folder: "resources/".to_owned(),
            target: "tree-construction/".to_owned(),
            scripted_by_name: true,
        };
        assert_eq!(source.path_of("tree-construction/a.dat").as_deref(), Some("resources/a.dat"));
        let scripted = source.path_of("tree-construction/scripted/a.dat");
        assert_eq!(scripted.as_deref(), Some("resources/scripted_a.dat"));
        assert_eq!(source.path_of("tokenizer/a.test"), None);
    }

    #[test]
    fn the_checksum_is_sha_256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
    }
}
