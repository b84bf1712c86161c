//! Expectations that replace outdated upstream expectations.
//!
//! The suite's folder may contain a `corrections.json`. A plain clone of upstream has no such file; then
//! `html5lib-tests/corrections.json` is read, which has the same contents in a compact form.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

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

/// The form of a suite's own `corrections.json`.
#[derive(Deserialize)]
struct SuiteForm {
    corrections: Vec<SuiteEntry>,
}

#[derive(Deserialize)]
struct SuiteEntry {
    file: String,
    number: usize,
    output: Vec<Value>,
    errors: Vec<TestError>,
}

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

/// The corrections for the upstream suite in a folder.
pub(crate) fn load(suite: &Path) -> Result<Corrections> {
    let in_suite = suite.join("corrections.json");
    if in_suite.is_file() {
        read(&in_suite, parse_suite_form)
    } else {
        read(&workspace::path(OWN), parse_compact_form)
    }
}

fn read(path: &Path, parse: fn(&str) -> Result<Corrections>) -> Result<Corrections> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| path.display().to_string())
}

fn parse_suite_form(text: &str) -> Result<Corrections> {
    let form: SuiteForm = serde_json::from_str(text)?;
    let mut corrections = Corrections::new();
    for entry in form.corrections {
        let name = format!("{}:{}", entry.file, entry.number);
        insert(&mut corrections, &name, &entry.output, entry.errors)?;
    }
    Ok(corrections)
}

fn parse_compact_form(text: &str) -> Result<Corrections> {
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
    fn both_forms_have_the_same_meaning() {
        let suite = parse_suite_form(
            r#"{"about": "", "corrections": [{"file": "tokenizer/a.test", "number": 3, "description": "", "input": "",
                "output": [["Comment", "?"]], "errors": [{"code": "eof-in-tag", "line": 1, "col": 3}]}]}"#,
        );
        let compact = parse_compact_form(
            r#"{"about": "", "files": {"tokenizer/a.test": {"3": {"tokens": [["Comment", "?"]], "errors": ["1:3 eof-in-tag"]}}}}"#,
        );
        assert_eq!(suite.expect("it is well-formed"), compact.expect("it is well-formed"));
    }

    #[test]
    fn our_corrections_equal_those_of_the_suite() {
        let ours = read(&workspace::path(OWN), parse_compact_form).expect("it is well-formed");
        assert_eq!(ours.len(), 38);
        let Some(suite) = crate::locate::upstream() else { return };
        let theirs = suite.join("corrections.json");
        if theirs.is_file() {
            assert_eq!(ours, read(&theirs, parse_suite_form).expect("it is well-formed"));
        }
    }
}
