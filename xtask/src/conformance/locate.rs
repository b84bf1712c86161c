//! Finds the upstream suite and reads the files of a suite: upstream's and ours.
//!
//! What is not here: the formats (`tokenizer_file`, `dat_file`) and the checksums (`pin`).

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::case::{Case, NotRun, Suite, SuiteFile};
use super::dat_file::{self, TreeCase};
use super::serializer_file;
use super::tokenizer_file::{self, TokenizerFile};
use crate::workspace;

/// The folder of our own cases.
const OWN_CASES: &str = "html5lib-tests/cases";

/// Where real pages are, beside the checkout, or beside the suite.
const CORPUS: &str = "../shared/corpus";

/// Why the cases in `scripted/` are not run.
const NEEDS_JAVASCRIPT: &str = "needs a JavaScript engine";

/// Why `xmlViolationTests` are not run.
const NEEDS_INFOSET: &str = "coerces the tree into an XML infoset, which is optional and not done here";

/// The folder of the upstream suite: fetched, named by `HTML5LIB_TESTS`, or beside the checkout.
pub(crate) fn upstream() -> Option<PathBuf> {
    let named = env::var_os("HTML5LIB_TESTS").filter(|value| !value.is_empty()).map(PathBuf::from);
    let fetched = workspace::path("html5lib-tests/upstream");
    let beside = workspace::path("../shared/html5lib-tests");
    let is_suite = |folder: &PathBuf| Suite::ALL.iter().any(|suite| folder.join(suite.folder()).is_dir());
    [Some(fetched), named, Some(beside)].into_iter().flatten().find(is_suite)
}

/// The files of a suite: upstream's, if there are any, then ours.
pub(crate) fn files(suite: Suite, upstream: Option<&Path>) -> Result<Vec<SuiteFile>> {
    let mut files = Vec::new();
    if let Some(upstream) = upstream {
        let found = read_folder(suite, upstream, "")?;
        if found.is_empty() {
            bail!("no .{} files in {}", suite.extension(), upstream.join(suite.folder()).display());
        }
        files.extend(found);
    }
    files.extend(read_folder(suite, &workspace::path(OWN_CASES), "cases/")?);
    if suite == Suite::RoundTrip {
        let beside_suite = upstream.and_then(Path::parent).map(|folder| folder.join("corpus"));
        let corpus = [Some(workspace::path(CORPUS)), beside_suite];
        if let Some(corpus) = corpus.into_iter().flatten().find(|folder| folder.is_dir()) {
            files.extend(pages(&corpus)?);
        }
    }
    Ok(files)
}

/// The pages of the corpus: each a case without an expectation.
fn pages(corpus: &Path) -> Result<Vec<SuiteFile>> {
    let mut files = Vec::new();
    let mut folders = Vec::new();
    for entry in fs::read_dir(corpus).with_context(|| format!("cannot read {}", corpus.display()))? {
        folders.push(entry?.path());
    }
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    for folder in folders {
        let mut names = Vec::new();
        collect(&folder, ".", "html", &mut names)?;
        names.sort();
        let read = |name: &String| -> Result<TreeCase> {
            let path = folder.join(name);
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let description = name.trim_start_matches("./").to_owned();
            let data = String::from_utf8_lossy(&bytes).into_owned();
            Ok(TreeCase { description, data, ..TreeCase::default() })
        };
        let cases = names.iter().map(read).collect::<Result<Vec<_>>>()?;
        let folder = folder.file_name().unwrap_or_default().to_string_lossy();
        files.push(SuiteFile {
            name: format!("round-trip/corpus/{folder}"),
            suite: Suite::RoundTrip,
            own: false,
            cases: numbered(cases, Case::RoundTrip),
            not_run: Vec::new(),
        });
    }
    Ok(files)
}

/// The files of a suite below a folder that has the suite's layout.
fn read_folder(suite: Suite, base: &Path, prefix: &str) -> Result<Vec<SuiteFile>> {
    let mut names = Vec::new();
    if base.join(suite.folder()).is_dir() {
        collect(base, suite.folder(), suite.extension(), &mut names)?;
    }
    names.sort();
    let read = |name: String| {
        let path = base.join(&name);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        suite_file(suite, format!("{prefix}{name}"), !prefix.is_empty(), &bytes)
            .with_context(|| path.display().to_string())
    };
    names.into_iter().map(read).collect()
}

/// Collects the names of the files below `folder` that end in `extension`, relative to `base`.
pub(crate) fn collect(base: &Path, folder: &str, extension: &str, names: &mut Vec<String>) -> Result<()> {
    let path = base.join(folder);
    for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", path.display()))? {
        let entry = entry?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(base, &name, extension, names)?;
        } else if Path::new(&name).extension().is_some_and(|found| found == extension) {
            names.push(name);
        }
    }
    Ok(())
}

fn suite_file(suite: Suite, name: String, own: bool, bytes: &[u8]) -> Result<SuiteFile> {
    let mut file = SuiteFile { name, suite, own, cases: Vec::new(), not_run: Vec::new() };
    let not_run = |name: &str, count: usize, reason| {
        (1..=count).map(|number| NotRun { case: format!("{name}:{number}"), reason }).collect()
    };
    match suite {
        Suite::Tokenizer => match tokenizer_file::parse(bytes)? {
            TokenizerFile::Tests(cases) => file.cases = numbered(cases, Case::Tokenizer),
            TokenizerFile::XmlViolationTests(count) => {
                file.not_run = not_run(&file.name, count, NEEDS_INFOSET);
            }
        },
        Suite::Tree => {
            let cases = dat_file::parse(bytes)?;
            if file.name.contains("/scripted/") {
                file.not_run = not_run(&file.name, cases.len(), NEEDS_JAVASCRIPT);
            } else {
                file.cases = numbered(cases, Case::Tree);
            }
        }
        Suite::Serializer => file.cases = numbered(serializer_file::parse(bytes)?, Case::Serializer),
        Suite::RoundTrip => {
            let cases = dat_file::parse(bytes)?;
            // Another name than that of the file in the tree suite.
            let name = format!("round-trip/{}", file.name.trim_end_matches(".dat"));
            let is_scripted = file.name.contains("/scripted/");
            file.name = name;
            if !is_scripted {
                file.cases = numbered(cases, Case::RoundTrip);
            }
        }
    }
    Ok(file)
}

fn numbered<T>(cases: Vec<T>, case: fn(T) -> Case) -> Vec<(usize, Case)> {
    cases.into_iter().enumerate().map(|(index, test)| (index + 1, case(test))).collect()
}
