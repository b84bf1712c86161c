//! Checks that the examples in doc comments compile for a program that depends on `hedgerow` alone: an item that `hedgerow`
//! exports is written with the path of `hedgerow`, also in the crates that define it.

use std::collections::HashSet;

use super::Source;

/// The files that export items of other crates.
const FACADE: [&str; 2] = ["crates/hedgerow/src/lib.rs", "crates/hedgerow/src/sanitize/mod.rs"];

/// The crate that `hedgerow` exports as a whole.
const WHOLE: &str = "hedgerow_xpath";

/// The crates whose items a program uses through `hedgerow`. The examples of the tokenizer and of tree construction are for
/// programs that depend on them.
const CRATES: [&str; 14] = [
    "hedgerow", "hedgerow-base", "hedgerow-dom", "hedgerow-error-codes", "hedgerow-extract",
    "hedgerow-input", "hedgerow-json", "hedgerow-lint", "hedgerow-sanitize", "hedgerow-select",
    "hedgerow-serialize", "hedgerow-source", "hedgerow-trace", "hedgerow-xpath",
];

/// Returns the complaints about examples.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let exported: HashSet<&str> =
        sources.iter().filter(|source| FACADE.contains(&&*source.path)).flat_map(exported_names).collect();
    let is_checked = |path: &str| {
        CRATES.iter().any(|name| {
            path.strip_prefix("crates/")
                .and_then(|rest| rest.strip_prefix(name))
                .is_some_and(|rest| rest.starts_with("/src/"))
        })
    };
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| is_checked(&source.path)) {
        for (number, line) in example_lines(source) {
            for (name, item) in inner_paths(line) {
                if name == WHOLE || exported.contains(item) {
                    complaints.push(format!(
                        "{}:{number}: an example uses {name}::{item}; write its path in hedgerow",
                        source.path
                    ));
                }
            }
        }
    }
    complaints
}

/// Returns the names that a file exports from the inner crates.
fn exported_names(source: &Source) -> impl Iterator<Item = &str> {
    let declarations = source.text.split("pub use hedgerow_").skip(1);
    let items = declarations.filter_map(|rest| rest.split_once(';')?.0.split_once("::"));
    items.flat_map(|(_, items)| items.split(['{', '}', ',']).map(str::trim).filter(|item| !item.is_empty()))
}

/// Returns the lines of the examples of Rust in doc comments, with their numbers.
fn example_lines(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    let mut is_example = None;
    source.lines().filter_map(move |(number, line)| {
        let line = line.trim_start();
        let Some(text) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            is_example = None;
            return None;
        };
        if let Some(tag) = text.trim_start().strip_prefix("```") {
            is_example = match is_example {
                Some(_) => None,
                None => Some(tag.is_empty() || tag.starts_with("no_run") || tag.starts_with("should_panic")),
            };
            return None;
        }
        (is_example == Some(true)).then_some((number, text))
    })
}

/// Returns the paths into inner crates in a line: the crate and each item.
fn inner_paths(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.match_indices("hedgerow_").flat_map(move |(start, _)| {
        let (name, rest) = line[start..].split_once("::").unwrap_or(("", ""));
        let is_name = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
        let items = rest.strip_prefix('{').map_or_else(
            || rest.split(|character: char| !is_of_name(character)).next().unwrap_or_default(),
            |list| list.split('}').next().unwrap_or_default(),
        );
        let items = items.split(',').map(|item| item.trim().split(' ').next().unwrap_or_default());
        items.filter(move |item| is_name && !item.is_empty()).map(move |item| (name, item))
    })
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_uses_the_paths_of_the_facade() {
        let source = |path: &str, text: &str| Source {
            path: path.to_owned(),
            text: text.to_owned(),
            is_generated: false,
        };
        let facade = source(
            FACADE[0],
            "pub mod dom {\n    pub use hedgerow_dom::{\n        Document, NodeId,\n    };\n}\npub use hedgerow_dom::NodeRef;\n",
        );
        let complaints = |text: &str| {
            let facade = Source { path: facade.path.clone(), text: facade.text.clone(), is_generated: false };
            check(&[facade, source("crates/hedgerow-select/src/a.rs", text)]).len()
        };
        assert_eq!(complaints("/// ```\n/// use hedgerow_dom::{Document, NodeRef};\n/// ```\n"), 2);
        assert_eq!(complaints("    //! ```\n    //! # Ok::<(), hedgerow_dom::NodeId>(())\n    //! ```\n"), 1);
        assert_eq!(complaints("/// ```\n/// use hedgerow_xpath::Anything;\n/// ```\n"), 1);
        assert_eq!(
            complaints("/// ```\n/// use hedgerow_dom::Internal;\n/// use hedgerow::NodeId;\n/// ```\n"),
            0
        );
        assert_eq!(complaints("/// See hedgerow_dom::Document.\n"), 0);
        assert_eq!(
            complaints("/// ```text\n/// hedgerow_dom::Document\n/// ```\nuse hedgerow_dom::Document;\n"),
            0
        );
    }
}
