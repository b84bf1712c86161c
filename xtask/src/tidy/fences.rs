//! Restricts libraries that have unsound functions to one file and to the items that are sound.

use super::Source;

/// A library, and its only permitted import.
struct Fence {
    library: &'static str,
    /// The only file that may use the library.
    file: &'static str,
    /// The only permitted import line.
    import: &'static str,
}

/// The unsound parts of tendril are `SendTendril`, reading from `io::Read` into a tendril, and views of one kind of text as
/// another. The permitted import does not contain them.
const FENCES: [Fence; 1] = [Fence {
    library: "tendril",
    file: "crates/hedgerow-input/src/chunks.rs",
    import: "use tendril::{Atomic, Tendril, fmt::UTF8};",
}];

/// Folders of tools that are not published, and that are not checked.
const TOOLS: [&str; 2] = ["xtask/", "crates/hedgerow-bench/"];

/// Returns all complaints about fenced libraries.
pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| !TOOLS.iter().any(|folder| source.path.starts_with(folder)))
    {
        for (number, line) in source.lines() {
            let code = line.split("//").next().unwrap_or_default();
            for fence in FENCES.iter().filter(|fence| names(code, fence.library)) {
                if source.path != fence.file || code.trim() != fence.import {
                    complaints.push(format!(
                        "{}:{number}: {} may only be used in {}, as: {}",
                        source.path, fence.library, fence.file, fence.import
                    ));
                }
            }
        }
    }
    complaints
}

/// Whether a line of code uses a library, by an import or a path.
fn names(code: &str, library: &str) -> bool {
    [
        format!("{library}::"),
        format!("use {library};"),
        format!("use {library} as"),
        format!("crate {library}"),
    ]
    .iter()
    .any(|form| code.contains(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fenced_library_is_imported_in_one_place_and_way() {
        let complaints = |path: &str, text: &str| {
            let source = Source { path: path.to_owned(), text: text.to_owned(), is_generated: false };
            check(&[source]).len()
        };
        let [fence] = FENCES;
        assert_eq!(complaints(fence.file, fence.import), 0);
        assert_eq!(complaints(fence.file, "use tendril::{Atomic, SendTendril};"), 1);
        assert_eq!(complaints(fence.file, "let chunk = tendril::StrTendril::new();"), 1);
        assert_eq!(complaints("crates/hedgerow-dom/src/text.rs", fence.import), 1);
        assert_eq!(complaints("crates/hedgerow-dom/src/text.rs", "// No tendril::Tendril here."), 0);
        assert_eq!(complaints("crates/hedgerow-dom/src/text.rs", "self.push_tendril(chunk);"), 0);
    }
}
