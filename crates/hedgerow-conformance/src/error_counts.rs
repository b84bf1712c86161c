//! `html5lib-tests/error-counts.txt`: tree construction cases whose number of errors differs from the suite's.
//!
//! Each line has a case, our number, the suite's number and the reason. A change of either number is a failure.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

use super::case::{Case, SuiteFile};
use super::lists::{self, List};

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

/// Sets the error counts of the listed cases; each listed case must exist.
pub(crate) fn apply(files: &mut [SuiteFile]) -> Result<()> {
    let mut counts = parse(lists::read(LIST)?).with_context(|| LIST.to_owned())?;
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

fn parse(list: List) -> Result<BTreeMap<String, ErrorCounts>> {
    let entry = |(case, about): (String, String)| {
        let mut words = about.splitn(3, ' ');
        let (Some(ours), Some(theirs), Some(_reason)) = (words.next(), words.next(), words.next()) else {
            bail!("{case} is not listed with two numbers and a reason");
        };
        let number = |text: &str| text.parse().with_context(|| case.clone());
        let both = ErrorCounts { ours: number(ours)?, theirs: number(theirs)? };
        if both.ours == both.theirs {
            bail!("{case} is listed with equal numbers");
        }
        Ok((case, both))
    };
    list.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cases_with_both_numbers_and_a_reason() {
        let parse = |text| parse(lists::parse(text)?);
        let counts = parse("a.dat:1 3 2 because of that\n").expect("it is well-formed");
        assert_eq!(counts.get("a.dat:1"), Some(&ErrorCounts { ours: 3, theirs: 2 }));
        for wrong in ["a.dat:1 3 2", "a.dat:1 3 x why", "a.dat:1 2 2 why"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
