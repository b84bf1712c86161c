//! The reader of the sanitizer cases of web-platform-tests, which are collected in one file of JSON.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::Value;

/// A test of the sanitizer suite.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SanitizerCase {
    /// The file of web-platform-tests.
    file: String,
    /// The group in that file, if it has groups.
    pub(crate) group: Option<String>,
    /// The position in the group.
    pub(crate) index: usize,
    /// The methods to run the case with, such as `setHTML`. With `parseHTML body`, the children of the body are
    /// compared; with `parseHTML div`, the input is put into a `div`, whose children are compared.
    pub(crate) api: Vec<String>,
    /// The description, in some cases.
    #[serde(default)]
    pub(crate) description: String,
    /// The element whose contents are set; a `div` if it is missing.
    #[serde(default)]
    pub(crate) context: Option<String>,
    /// The input.
    pub(crate) data: String,
    /// The configuration.
    #[serde(default)]
    pub(crate) config: Option<Value>,
    /// The tree, or `None` if the configuration must be refused.
    #[serde(default)]
    pub(crate) document: Option<String>,
    #[serde(default, rename = "error")]
    _error: Option<Value>,
    /// A note. If there is one, `document` is written as markup.
    #[serde(default)]
    pub(crate) note: Option<String>,
}

/// Reads the collection, and returns the cases of each file of web-platform-tests.
pub(crate) fn parse(bytes: &[u8]) -> Result<BTreeMap<String, Vec<SanitizerCase>>> {
    let cases: Vec<SanitizerCase> = serde_json::from_slice(bytes).context("not a list of cases")?;
    let mut files: BTreeMap<String, Vec<SanitizerCase>> = BTreeMap::new();
    for case in cases {
        files.entry(case.file.clone()).or_default().push(case);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_grouped_by_file() {
        let json = r#"[
            {"file": "b", "group": "", "index": 0, "api": ["setHTML"], "data": "<p>", "document": "| <p>"},
            {"file": "a", "group": "g", "index": 3, "api": [], "data": "", "config": {}, "error": "TypeError"}
        ]"#;
        let files = parse(json.as_bytes()).expect("it is well-formed");
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(files["a"][0].document, None);
        assert!(parse(br#"[{"file": "a"}]"#).is_err());
    }
}
