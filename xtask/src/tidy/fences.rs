//! Restricts the library tendril, which has unsound functions, to one file and to the items that are sound.
//!
//! The unsound parts are `SendTendril`, reading from `io::Read` into a tendril, and views of one kind of text as another.

use super::Source;

/// The only file that may use tendril.
const FILE: &str = "crates/hedgerow-input/src/chunks.rs";

/// The only permitted import line.
const IMPORT: &str = "use tendril::{Atomic, Tendril, fmt::UTF8};";

/// The forms of code that uses tendril, by an import or a path.
const FORMS: [&str; 4] = ["tendril::", "use tendril;", "use tendril as", "crate tendril"];

/// Folders of tools that are not published, and that are not checked.
const TOOLS: [&str; 2] = ["xtask/", "crates/hedgerow-bench/"];

/// Returns all complaints about uses of tendril.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| !TOOLS.iter().any(|folder| source.path.starts_with(folder)))
    {
        for (number, line) in source.lines() {
            let code = line.split("//").next().unwrap_or_default();
            let is_use = FORMS.iter().any(|form| code.contains(form));
            if is_use && (source.path != FILE || code.trim() != IMPORT) {
                complaints.push(format!(
                    "{}:{number}: tendril may only be used in {FILE}, as: {IMPORT}",
                    source.path
                ));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tendril_is_imported_in_one_place_and_way() {
        let complaints = |path: &str, text: &str| {
            let source = Source { path: path.to_owned(), text: text.to_owned(), is_generated: false };
            check(&[source]).len()
        };
        assert_eq!(complaints(FILE, IMPORT), 0);
        assert_eq!(complaints(FILE, "use tendril::{Atomic, SendTendril};"), 1);
        assert_eq!(complaints(FILE, "let chunk = tendril::StrTendril::new();"), 1);
        assert_eq!(complaints("crates/hedgerow-dom/src/text.rs", IMPORT), 1);
        assert_eq!(complaints("crates/hedgerow-dom/src/text.rs", "// No tendril::Tendril here."), 0);
        assert_eq!(complaints("crates/hedgerow-dom/src/text.rs", "self.push_tendril(chunk);"), 0);
    }
}
