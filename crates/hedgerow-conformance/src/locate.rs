//! Finds the upstream suite and reads the files of a suite: upstream's and ours.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::case::{Case, NotRun, Suite, SuiteFile};
use super::dat_file::{self, TreeCase};
use super::encoding_file;
use super::sanitizer_file;
use super::serializer_file;
use super::tokenizer_file::{self, TokenizerFile};
use super::xpath_file;
use crate::workspace;

/// The folder of our own cases.
const OWN_CASES: &str = "html5lib-tests/cases";

/// The prefix of the names of files with our own cases.
const OWN_PREFIX: &str = "cases/";

/// The folder of the cases whose scripts are run.
const SCRIPTED: &str = "/scripted/";

/// The folder of real pages, if it is beside the checkout.
const CORPUS: &str = "../shared/corpus";

/// The reason why `xmlViolationTests` are not run.
const NEEDS_INFOSET: &str = "coerces the tree into an XML infoset, which only the XML serialization does";

/// Returns the folder of the upstream suite: named by `HTML5LIB_TESTS`, downloaded, or beside the checkout.
pub(crate) fn upstream() -> Option<PathBuf> {
    first_with_suite(folders("HTML5LIB_TESTS", "../shared/html5lib-tests"))
}

/// Returns the folders that may contain a suite: named by an environment variable, downloaded, or beside the checkout.
fn folders(variable: &str, beside: &str) -> impl Iterator<Item = PathBuf> {
    let named = env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named.into_iter().chain(["html5lib-tests/upstream", beside].map(workspace::path))
}

/// Returns the first of the folders that contains the folder of a suite of html5lib-tests.
fn first_with_suite(folders: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    folders.into_iter().find(|folder| {
        Suite::ALL.iter().any(|suite| suite.is_of_html5lib() && folder.join(suite.folder()).is_dir())
    })
}

/// Returns the folder that contains the folder of a suite. For a suite of html5lib-tests, this is [`upstream`]. For
/// another suite, it is named by `HEDGEROW_SHARED`, downloaded, or beside the checkout.
pub(crate) fn base(suite: Suite) -> Option<PathBuf> {
    if suite.is_of_html5lib() {
        return upstream();
    }
    folders("HEDGEROW_SHARED", "../shared").find(|folder| folder.join(suite.folder()).is_dir())
}

/// Returns the files of a suite: upstream's files, if the suite was found, then our own.
pub(crate) fn files(suite: Suite, upstream: Option<&Path>) -> Result<Vec<SuiteFile>> {
    if !suite.is_of_html5lib() {
        return upstream.map_or_else(|| Ok(Vec::new()), |base| files_of_others(suite, base));
    }
    let mut files = Vec::new();
    if let Some(upstream) = upstream {
        let found = read_folder(suite, upstream, "")?;
        if found.is_empty() {
            bail!("no files with cases in {}", upstream.join(suite.folder()).display());
        }
        files.extend(found);
    }
    files.extend(read_folder(suite, &workspace::path(OWN_CASES), OWN_PREFIX)?);
    if suite == Suite::RoundTrip {
        let beside_suite = upstream.and_then(Path::parent).map(|folder| folder.join("corpus"));
        let corpus = [Some(workspace::path(CORPUS)), beside_suite];
        if let Some(corpus) = corpus.into_iter().flatten().find(|folder| folder.is_dir()) {
            files.extend(pages(&corpus)?);
        }
    }
    Ok(files)
}

/// Returns the files of a suite that is not a part of html5lib-tests.
fn files_of_others(suite: Suite, base: &Path) -> Result<Vec<SuiteFile>> {
    let mut paths = Vec::new();
    collect(base, suite.folder(), &mut paths)?;
    paths.retain(|path| suite.has_file(path));
    paths.sort();
    let mut contents = BTreeMap::new();
    for path in paths {
        let full = base.join(&path);
        let bytes = read_file(&full)?;
        contents.insert(path, bytes);
    }
    let file = |name: String, cases| SuiteFile { name, suite, own: false, cases, not_run: Vec::new() };
    let mut files = Vec::new();
    for (path, bytes) in &contents {
        let context = || base.join(path).display().to_string();
        match suite {
            Suite::Sanitizer => {
                for (name, cases) in sanitizer_file::parse(bytes).with_context(context)? {
                    files.push(file(format!("sanitizer/{name}"), numbered(cases, Case::Sanitizer)));
                }
            }
            Suite::Domxpath => {
                let cases = xpath_file::parse_domxpath(bytes).with_context(context)?;
                files.push(file("domxpath/xml_xpath_tests.xml".to_owned(), numbered(cases, Case::XPath)));
            }
            _ => {
                let Some((_, name)) = path.split_once("/result/XPath/") else { continue };
                let documents = contents.iter().filter_map(|(path, bytes)| {
                    let (_, name) = path.split_once("/test/XPath/docs/")?;
                    Some((name.to_owned(), String::from_utf8_lossy(bytes).into_owned()))
                });
                let documents = documents.collect();
                let mut of_file = file(format!("libxml2/{name}"), Vec::new());
                let cases = xpath_file::parse_libxml2(name, bytes, &documents).with_context(context)?;
                for (index, (case, left_out)) in cases.into_iter().enumerate() {
                    let number = index + 1;
                    match left_out {
                        None => of_file.cases.push((number, Case::XPath(case))),
                        Some(reason) => {
                            let case = format!("{}:{number}", of_file.name);
                            of_file.not_run.push(NotRun { case, reason });
                        }
                    }
                }
                files.push(of_file);
            }
        }
    }
    Ok(files)
}

/// Whether a case is ours, not upstream's.
pub(crate) fn is_our_own(case: &str) -> bool {
    case.starts_with(OWN_PREFIX)
}

/// Returns the pages of the corpus, each as a case without an expectation.
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
        collect(&folder, ".", &mut names)?;
        names.retain(|name| Path::new(name).extension().is_some_and(|extension| extension == "html"));
        names.sort();
        let read = |name: &String| -> Result<TreeCase> {
            let path = folder.join(name);
            let bytes = read_file(&path)?;
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

/// Returns the files of a suite below a folder that has the layout of html5lib-tests.
fn read_folder(suite: Suite, base: &Path, prefix: &str) -> Result<Vec<SuiteFile>> {
    let mut names = Vec::new();
    if base.join(suite.folder()).is_dir() {
        collect(base, suite.folder(), &mut names)?;
    }
    names.retain(|name| suite.has_file(name));
    names.sort();
    let read = |name: String| {
        let path = base.join(&name);
        let bytes = read_file(&path)?;
        suite_file(suite, format!("{prefix}{name}"), !prefix.is_empty(), &bytes)
            .with_context(|| path.display().to_string())
    };
    names.into_iter().map(read).collect()
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Collects the names of the files below `folder`, relative to `base`.
pub(crate) fn collect(base: &Path, folder: &str, names: &mut Vec<String>) -> Result<()> {
    let path = base.join(folder);
    for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", path.display()))? {
        let entry = entry?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(base, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn suite_file(suite: Suite, name: String, own: bool, bytes: &[u8]) -> Result<SuiteFile> {
    let is_scripted = name.contains(SCRIPTED);
    let mut file = SuiteFile { name, suite, own, cases: Vec::new(), not_run: Vec::new() };
    match suite {
        Suite::Tokenizer => match tokenizer_file::parse(bytes)? {
            TokenizerFile::Tests(cases) => file.cases = numbered(cases, Case::Tokenizer),
            TokenizerFile::XmlViolationTests(count) => {
                let case = |number| format!("{}:{number}", file.name);
                let not_run = (1..=count).map(|number| NotRun { case: case(number), reason: NEEDS_INFOSET });
                file.not_run = not_run.collect();
            }
        },
        Suite::Tree => {
            let cases = dat_file::parse(bytes)?.into_iter();
            file.cases = numbered(cases.map(|case| TreeCase { is_scripted, ..case }), Case::Tree);
        }
        Suite::Encoding if file.name.contains("/chardet/") => {
            let case = encoding_file::parse_text_to_autodetect(&file.name, bytes)?;
            file.cases = numbered([case], Case::Encoding);
        }
        Suite::Encoding => {
            file.cases = numbered(encoding_file::parse(bytes, is_scripted)?, Case::Encoding);
        }
        Suite::Recoded => {
            // The name must differ from the one that the same file has in the tree suite.
            file.name = format!("recoded/{}", file.name.trim_end_matches(".dat"));
            file.cases = numbered(dat_file::parse(bytes)?, |case: TreeCase| Case::Recoded(case.data));
        }
        Suite::Serializer => file.cases = numbered(serializer_file::parse(bytes)?, Case::Serializer),
        Suite::RoundTrip => {
            let cases = dat_file::parse(bytes)?;
            // The name must differ from the one that the same file has in the tree suite.
            let name = format!("round-trip/{}", file.name.trim_end_matches(".dat"));
            file.name = name;
            if !is_scripted {
                file.cases = numbered(cases, Case::RoundTrip);
            }
        }
        Suite::Sanitizer | Suite::Domxpath | Suite::Libxml2 => bail!("not a suite of html5lib"),
    }
    Ok(file)
}

fn numbered<T>(cases: impl IntoIterator<Item = T>, case: fn(T) -> Case) -> Vec<(usize, Case)> {
    cases.into_iter().enumerate().map(|(index, test)| (index + 1, case(test))).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{OWN_CASES, first_with_suite};
    use crate::workspace;

    #[test]
    fn the_first_folder_with_a_suite_is_found_after_others_without_one() {
        let own = workspace::path(OWN_CASES);
        let folders = ["missing", "absent"].map(PathBuf::from).into_iter().chain([own.clone()]);
        assert_eq!(first_with_suite(folders), Some(own));
        assert_eq!(first_with_suite([workspace::path("docs")]), None);
    }
}
