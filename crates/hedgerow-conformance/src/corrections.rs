//! Expectations that replace outdated upstream expectations: `html5lib-tests/corrections.json`.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use super::case::{Case, SuiteFile};
use super::tokenizer_file::{self, TestError, TestToken};
use crate::workspace;

/// The file with our own corrections.
const OWN: &str = "html5lib-tests/corrections.json";

/// The corrected expectation of a case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Correction {
    tokens: Vec<TestToken>,
    errors: Vec<TestError>,
}

/// The corrections by the name of their case.
pub(crate) type Corrections = BTreeMap<String, Correction>;

/// The compact form: file, number, tokens, and errors written `1:3 code`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompactForm {
    #[serde(rename = "about")]
    _about: String,
    files: BTreeMap<String, BTreeMap<usize, CompactEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompactEntry {
    tokens: Vec<Value>,
    #[serde(default)]
    errors: Vec<String>,
}

/// Reads the corrections.
pub(crate) fn load() -> Result<Corrections> {
    parse(&workspace::read(OWN)?).with_context(|| OWN.to_owned())
}

fn parse(text: &str) -> Result<Corrections> {
    let form: CompactForm = serde_json::from_str(text)?;
    let mut corrections = Corrections::new();
    for (file, entries) in form.files {
        for (number, entry) in entries {
            let name = format!("{file}:{number}");
            let errors = entry.errors.iter().map(|error| compact_error(error));
            let errors = errors.collect::<Result<_>>().with_context(|| name.clone())?;
            insert(&mut corrections, &name, &entry.tokens, errors)?;
        }
    }
    Ok(corrections)
}

fn compact_error(error: &str) -> Result<TestError> {
    let parts = error.split_once(' ').and_then(|(place, code)| Some((place.split_once(':')?, code)));
    let ((line, column), code) = parts.with_context(|| format!("not an error: {error:?}"))?;
    Ok(TestError { line: line.parse()?, column: column.parse()?, code: code.to_owned() })
}

fn insert(
    corrections: &mut Corrections,
    name: &str,
    tokens: &[Value],
    mut errors: Vec<TestError>,
) -> Result<()> {
    let tokens = tokenizer_file::tokens(tokens, false).with_context(|| name.to_owned())?;
    errors.sort();
    if corrections.insert(name.to_owned(), Correction { tokens, errors }).is_some() {
        bail!("{name} is corrected twice");
    }
    Ok(())
}

/// Replaces the expectations of the corrected cases. Fails if a correction names a case that does not exist.
pub(crate) fn apply(mut corrections: Corrections, files: &mut [SuiteFile]) -> Result<()> {
    for file in files.iter_mut().filter(|file| !file.own) {
        for (number, case) in &mut file.cases {
            let Case::Tokenizer(case) = case else { continue };
            if let Some(correction) = corrections.remove(&format!("{}:{number}", file.name)) {
                case.replace_expectation(correction.tokens, correction.errors);
            }
        }
    }
    match corrections.keys().next() {
        Some(name) => bail!("{name} is corrected, but there is no such case"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_well_formed() {
        assert_eq!(load().expect("it is well-formed").len(), 38);
    }
}
