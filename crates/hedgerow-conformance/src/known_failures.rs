//! `html5lib-tests/known-failures.txt`: cases that fail for a known reason, and must fail as long as they are listed.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// The path of the list.
const LIST: &str = "html5lib-tests/known-failures.txt";

/// The reasons by the name of the case.
pub(crate) type KnownFailures = BTreeMap<String, String>;

/// Reads the list.
pub(crate) fn load() -> Result<KnownFailures> {
    let path = workspace::path(LIST);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| LIST.to_owned())
}

/// Parses a case and a reason on each line. Empty lines and lines that begin with `#` are ignored.
fn parse(text: &str) -> Result<KnownFailures> {
    let mut known = KnownFailures::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((case, reason)) = line.split_once(char::is_whitespace) else {
            bail!("{line:?} gives no reason");
        };
        if known.insert(case.to_owned(), reason.trim_start().to_owned()).is_some() {
            bail!("{case} is listed twice");
        }
    }
    Ok(known)
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
