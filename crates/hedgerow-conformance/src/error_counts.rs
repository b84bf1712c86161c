//! `html5lib-tests/error-counts.txt`: tree construction cases whose number of errors differs from the suite's.
//!
//! Each line has a case, our number, the suite's number and the reason. A change of either number is a failure.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, bail};

use super::case::{Case, SuiteFile};
use crate::workspace;

/// The path of the list.
const LIST: &str = "html5lib-tests/error-counts.txt";

/// The entry of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ErrorCounts {
    /// The number of errors that the parser reports.
    pub(crate) ours: usize,
    /// The number of errors that the suite lists.
    pub(crate) theirs: usize,
}

/// The entries by the name of the case.
type AllErrorCounts = BTreeMap<String, ErrorCounts>;

/// Reads the list.
fn load() -> Result<AllErrorCounts> {
    let path = workspace::path(LIST);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| LIST.to_owned())
}

/// Sets the error counts of the listed cases; each listed case must exist.
pub(crate) fn apply(files: &mut [SuiteFile]) -> Result<()> {
    let mut counts = load()?;
    for file in files.iter_mut().filter(|file| !file.own) {
        for (number, case) in &mut file.cases {
            let Case::Tree(case) = case else { continue };
            case.error_counts = counts.remove(&format!("{}:{number}", file.name));
        }
    }
    match counts.keys().next() {
        Some(name) => bail!("{LIST}: there is no case {name}"),
        None => Ok(()),
    }
}

/// Parses the list. Empty lines and lines that begin with `#` are ignored.
fn parse(text: &str) -> Result<AllErrorCounts> {
    let mut counts = AllErrorCounts::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.splitn(4, ' ');
        let (Some(case), Some(ours), Some(theirs), Some(_reason)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            bail!("{line:?} is not a case, two numbers and a reason");
        };
        let number = |text: &str| text.parse().with_context(|| line.to_owned());
        let both = ErrorCounts { ours: number(ours)?, theirs: number(theirs)? };
        if both.ours == both.theirs {
            bail!("{case} is listed with equal numbers");
        }
        if counts.insert(case.to_owned(), both).is_some() {
            bail!("{case} is listed twice");
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cases_with_both_numbers_and_a_reason() {
        let counts = parse("# about\n\na.dat:1 3 2 because of that\n").expect("it is well-formed");
        assert_eq!(counts.get("a.dat:1"), Some(&ErrorCounts { ours: 3, theirs: 2 }));
        for wrong in ["a.dat:1 3 2", "a.dat:1 3 x why", "a.dat:1 2 2 why", "a.dat:1 3 2 x\na.dat:1 3 2 y"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
