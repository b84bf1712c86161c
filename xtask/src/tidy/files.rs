//! Rules for single files: length, first line, no section numbers, no unsafe code, and the lints that crate roots must set.

use super::Source;

/// The maximum number of lines of a file.
const MOST_LINES: usize = 800;

/// The keyword. The check also reads this file, so strings here that it would report are composed
/// with this constant.
const KEYWORD: &str = "unsafe";

/// The line that every crate root must have.
const FORBID: &str = "#![forbid(unsafe_code)]";

/// The roots of the crates that may have unsafe code only in the expansions of the macros of `PyO3`.
const MACROS_ONLY: [&str; 2] =
    ["crates/hosts/hedgerow-arrow/src/lib.rs", "crates/hosts/hedgerow-python/src/lib.rs"];

/// The line that the roots [`MACROS_ONLY`] must have instead of [`FORBID`].
const DENY: &str = "#![deny(unsafe_code)]";

/// The line that the root of every library outside [`UNPUBLISHED`] must have.
const NO_PANICS: &str = "#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]";

/// The libraries that only the project's own tools use.
const UNPUBLISHED: [&str; 4] =
    ["hedgerow-bench", "hedgerow-conformance", "hedgerow-scripting", "hedgerow-testing"];

/// Returns all complaints about the files.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources {
        let path = &source.path;
        let lint = if MACROS_ONLY.contains(&path.as_str()) { DENY } else { FORBID };
        if is_crate_root(path) && !source.text.lines().any(|line| line == lint) {
            complaints.push(format!("{path}: {lint} is missing"));
        }
        if is_published_library(path) && !source.text.lines().any(|line| line == NO_PANICS) {
            complaints.push(format!("{path}: {NO_PANICS} is missing"));
        }
        if !source.text.starts_with("//!") {
            complaints.push(format!("{path}: does not begin with //!, a description of its contents"));
        }
        for (number, line) in source.lines() {
            if uses_unsafe(line) {
                complaints.push(format!("{path}:{number}: {KEYWORD} code"));
            }
        }
        if source.is_generated {
            continue;
        }
        let length = source.lines().count();
        if length > MOST_LINES {
            complaints.push(format!("{path}: {length} lines, {MOST_LINES} are allowed"));
        }
        for (number, line) in source.lines() {
            if line.split_once("//").is_some_and(|(_, comment)| has_section_number(comment)) {
                complaints.push(format!("{path}:{number}: a section number; link by anchor instead"));
            }
        }
    }
    complaints
}

/// Whether this is the `lib.rs` of a package that is not in [`UNPUBLISHED`]: code that runs in the
/// programs of users.
fn is_published_library(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(parts.as_slice(), ["crates", .., package, "src", "lib.rs"] if !UNPUBLISHED.contains(package))
}

/// Whether this is the `lib.rs` or `main.rs` of a package.
fn is_crate_root(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(
        parts.as_slice(),
        ["crates", _, "src", "lib.rs" | "main.rs"]
            | ["crates", "hosts", _, "src", "lib.rs" | "main.rs"]
            | ["xtask", "src", "main.rs"]
    )
}

/// Whether a line begins an unsafe block or item, or an attribute that allows unsafe code. Comments are ignored.
fn uses_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let opens = ["{", "fn ", "impl ", "trait ", "extern "];
    opens.iter().any(|what| code.contains(&format!("{KEYWORD} {what}")))
        || ["allow", "expect", "warn"].iter().any(|level| code.contains(&format!("{level}({KEYWORD}_code")))
}

/// Whether a comment has a section sign, or a number such as those of the standard's chapters on parsing.
fn has_section_number(comment: &str) -> bool {
    const CHAPTERS: [&str; 2] = ["12", "13"];
    comment.contains('\u{A7}')
        || comment.split(|character: char| !character.is_ascii_digit() && character != '.').any(|word| {
            let parts: Vec<&str> = word.trim_matches('.').split('.').collect();
            parts.len() >= 3 && CHAPTERS.contains(&parts[0]) && parts.iter().all(|part| !part.is_empty())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_section_numbers_but_not_steps() {
        let number = ["13", "2", "5", "52"].join(".");
        assert!(has_section_number(&format!(" {number} Comment end bang state")));
        assert!(has_section_number(" \u{A7} 1"));
        assert!(!has_section_number(" 4.13. If formatting element is not in the stack, then"));
        assert!(!has_section_number(" 4.13.2. Let node be last node."));
        assert!(!has_section_number(" version 1.89.0; 13.5 times"));
    }

    #[test]
    fn finds_unsafe_code_but_not_the_word() {
        assert!(uses_unsafe(&format!("    {KEYWORD} {{ *pointer }}")));
        assert!(uses_unsafe(&format!("#![allow({KEYWORD}_code)]")));
        assert!(!uses_unsafe(FORBID));
        assert!(!uses_unsafe(&format!("// no {KEYWORD} {{}} here")));
        assert!(!uses_unsafe("\"tree-construction/domjs-unsafe.dat\""));
    }

    #[test]
    fn knows_crate_roots() {
        assert!(is_crate_root("crates/hedgerow/src/lib.rs") && is_crate_root("xtask/src/main.rs"));
        assert!(is_crate_root("crates/hosts/hedgerow-sql/src/main.rs"));
        assert!(!is_crate_root("crates/hedgerow/src/commands/main.rs"));
    }
}
