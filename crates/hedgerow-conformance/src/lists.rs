//! Lists of cases: each line has the name of a case and a text about it. Empty lines and lines that begin with `#` are
//! ignored.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// The path of the list of cases that fail for a known reason. A listed case must fail.
pub(crate) const KNOWN_FAILURES: &str = "html5lib-tests/known-failures.txt";

/// The text of each line, by the name of the case.
pub(crate) type List = BTreeMap<String, String>;

pub(crate) fn read(list: &str) -> Result<List> {
    parse(&workspace::read(list)?).with_context(|| list.to_owned())
}

pub(crate) fn parse(text: &str) -> Result<List> {
    let mut list = List::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((case, about)) = line.split_once(char::is_whitespace) else {
            bail!("{line:?} gives no reason");
        };
        if list.insert(case.to_owned(), about.trim_start().to_owned()).is_some() {
            bail!("{case} is listed twice");
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cases_with_reasons() {
        let known = parse("# about\n\na.test:1  because of that\n").expect("it is well-formed");
        assert_eq!(known.get("a.test:1").map(String::as_str), Some("because of that"));
        assert!(parse("a.test:1\n").is_err());
        assert!(parse("a.test:1 x\na.test:1 y\n").is_err());
    }
}
