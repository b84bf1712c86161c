//! The permitted dependencies between the packages of the workspace.

use std::fs;

use anyhow::{Context as _, Result};

use crate::workspace;

/// Each package with the packages of this workspace that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("hedgerow-error-codes", &[]),
    ("hedgerow-base", &[]),
    ("hedgerow-input", &["hedgerow-base"]),
    ("hedgerow-tokenizer", &["hedgerow-error-codes", "hedgerow-input", "hedgerow-base"]),
    ("hedgerow-tree", &["hedgerow-error-codes", "hedgerow-input", "hedgerow-base", "hedgerow-tokenizer"]),
    ("hedgerow-dom", &["hedgerow-base"]),
    ("hedgerow-json", &["hedgerow-dom", "hedgerow-base"]),
    ("hedgerow-extract", &["hedgerow-dom", "hedgerow-base", "hedgerow-serialize"]),
    (
        "hedgerow-sanitize",
        &[
            "hedgerow-dom", "hedgerow-base", "hedgerow-input", "hedgerow-serialize", "hedgerow-tokenizer",
            "hedgerow-tree",
        ],
    ),
    ("hedgerow-select", &["hedgerow-dom", "hedgerow-base"]),
    ("hedgerow-serialize", &["hedgerow-dom", "hedgerow-base"]),
    ("hedgerow-source", &["hedgerow-dom", "hedgerow-base"]),
    (
        "hedgerow-lint",
        &["hedgerow-dom", "hedgerow-error-codes", "hedgerow-base", "hedgerow-serialize", "hedgerow-source"],
    ),
    (
        "hedgerow-trace",
        &["hedgerow-dom", "hedgerow-base", "hedgerow-input", "hedgerow-tokenizer", "hedgerow-tree"],
    ),
    ("hedgerow-xpath", &["hedgerow-dom", "hedgerow-base"]),
    (
        "hedgerow",
        &[
            "hedgerow-dom", "hedgerow-error-codes", "hedgerow-extract", "hedgerow-input", "hedgerow-json",
            "hedgerow-lint", "hedgerow-base", "hedgerow-rewrite", "hedgerow-sanitize", "hedgerow-select",
            "hedgerow-serialize", "hedgerow-source", "hedgerow-tokenizer", "hedgerow-trace", "hedgerow-tree",
            "hedgerow-xpath",
        ],
    ),
    (
        "hedgerow-rewrite",
        &["hedgerow-input", "hedgerow-base", "hedgerow-select", "hedgerow-tokenizer", "hedgerow-tree"],
    ),
    ("hedgerow-warc", &[]),
    ("hedgerow-columns", &["hedgerow", "hedgerow-warc"]),
    ("hedgerow-datafusion", &["hedgerow-columns", "hedgerow-warc"]),
    ("hedgerow-sql", &["hedgerow-datafusion"]),
    ("hedgerow-cli", &["hedgerow", "hedgerow-warc"]),
    ("hedgerow-bind", &[]),
    ("hedgerow-npm", &["hedgerow", "hedgerow-dom", "hedgerow-extract", "hedgerow-xpath"]),
    ("hedgerow-python", &["hedgerow"]),
    ("hedgerow-arrow", &["hedgerow", "hedgerow-columns"]),
    ("hedgerow-bench", &["hedgerow", "hedgerow-testing", "hedgerow-base", "hedgerow-tokenizer"]),
    ("hedgerow-testing", &["hedgerow", "hedgerow-base"]),
    (
        "hedgerow-conformance",
        &["hedgerow", "hedgerow-testing", "hedgerow-input", "hedgerow-base", "hedgerow-tokenizer"],
    ),
    ("hedgerow-scripting", &["hedgerow", "hedgerow-conformance"]),
    ("xtask", &["hedgerow-base"]),
];

/// Returns all complaints about manifests.
pub(super) fn check() -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut manifests = vec![("xtask".to_owned(), workspace::path("xtask/Cargo.toml"))];
    for folder in ["crates", workspace::HOSTS].map(workspace::path) {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            let manifest = entry.path().join("Cargo.toml");
            let name = entry.file_name().to_string_lossy().into_owned();
            if manifest.is_file() && name.starts_with("hedgerow") {
                manifests.push((name, manifest));
            }
        }
    }
    manifests.sort();
    for (package, manifest) in manifests {
        let text =
            fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
        complaints.extend(check_manifest(&package, &text));
    }
    Ok(complaints)
}

/// The packages that repeat the lints of the workspace, because they cannot forbid unsafe code: the macros of `PyO3` expand to
/// such code.
const OWN_LINTS: [&str; 2] = ["hedgerow-arrow", "hedgerow-python"];

fn check_manifest(package: &str, manifest: &str) -> Vec<String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == package) else {
        return vec![format!("{package}: list its permitted dependencies in xtask/src/tidy/dependencies.rs")];
    };
    let mut complaints = Vec::new();
    if !manifest.contains(&format!("name = \"{package}\"")) {
        complaints.push(format!("{package}: the folder and the package have different names"));
    }
    if !OWN_LINTS.contains(&package) && !manifest.contains("[lints]\nworkspace = true") {
        complaints.push(format!("{package}: does not take the lints of the workspace"));
    }
    for dependency in dependencies(manifest) {
        if dependency.starts_with("hedgerow") && !allowed.contains(&dependency) {
            complaints.push(format!("{package} must not depend on {dependency}"));
        }
    }
    complaints
}

/// Returns the names of the dependencies, without dependencies of tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_list = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_matches(['[', ']']);
            let counts = section.contains("dependencies") && !section.contains("dev-dependencies");
            is_list = counts && section.ends_with("dependencies");
            if counts && let Some((_, name)) = section.rsplit_once("dependencies.") {
                names.push(name);
            }
        } else if is_list && let Some(end) = line.find(['.', '=', ' ']) {
            names.push(&line[..end]);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_dependencies_of_a_manifest() {
        let manifest = "[package]\nname = \"x\"\n\n[dependencies]\nhedgerow-dom.workspace = true\nmemchr = \"2\"\n\
                        [dependencies.hedgerow-tree]\nworkspace = true\n\
                        [target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n\
                        [dev-dependencies]\nhedgerow = \"1\"\n";
        assert_eq!(dependencies(manifest), ["hedgerow-dom", "memchr", "hedgerow-tree", "libc"]);
    }

    #[test]
    fn complains_about_the_wrong_direction() {
        let manifest = |name: &str, dependency: &str| {
            format!(
                "[package]\nname = \"{name}\"\n[lints]\nworkspace = true\n[dependencies]\n{dependency} = \"1\"\n"
            )
        };
        let check = |name: &str, dependency: &str| check_manifest(name, &manifest(name, dependency)).len();
        assert_eq!(check("hedgerow-dom", "hedgerow-base"), 0);
        assert_eq!(check("hedgerow-dom", "hedgerow-tree"), 1);
        assert_eq!(check("hedgerow-unknown", "memchr"), 1);
    }
}
