//! Runs the checker over a suite of documents with verdicts: the conformance-checkers suite of web-platform-tests.
//!
//! `HEDGEROW_SHARED` names the folder that contains `conformance-checkers`; without it, the folder beside the checkout is used.
//! A missing suite is a warning, and with `CI=true` an error. With `-- --nocapture`, the test prints every disagreement.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use hedgerow::encoding::EncodingHints;
use hedgerow_lint::{AuthoringRule, Level};
use json_event_parser::{JsonEvent, SliceJsonParser};

/// The verdicts that the checker does not give, each with its reason.
const EXCEPTIONS: &str = include_str!("data/disagreements.txt");

fn suite() -> Option<PathBuf> {
    let named = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    named
        .into_iter()
        .chain([beside])
        .map(|folder| folder.join("conformance-checkers"))
        .find(|folder| folder.is_dir())
}

/// Returns the documents below a folder.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(path);
        }
    }
}

/// Returns what the other checker reports first on each document.
fn messages(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read(folder.join("messages.json")).unwrap_or_default();
    let mut parser = SliceJsonParser::new(&text);
    let mut messages = BTreeMap::new();
    let mut key = String::new();
    loop {
        match parser.parse_next().expect("messages.json is JSON") {
            JsonEvent::ObjectKey(name) => key = name.into_owned(),
            JsonEvent::String(message) => drop(messages.insert(key.clone(), message.into_owned())),
            JsonEvent::Eof => return messages,
            _ => {}
        }
    }
}

/// The errors and warnings of a document: the lines to print, and whether there are errors and warnings.
#[derive(Default)]
struct Report {
    lines: Vec<String>,
    errors: usize,
    warnings: usize,
    has_no_language: bool,
}

fn check(bytes: &[u8]) -> Report {
    let parser = hedgerow::Parser::new().collect_errors(true).source_spans(true);
    let parsed = parser.parse_bytes(bytes, &EncodingHints::new());
    let mut report = Report::default();
    for error in parsed.errors() {
        report.errors += 1;
        report.lines.push(format!("error {error}: {}", error.message()));
    }
    hedgerow_lint::check(parsed.document(), |finding| {
        match finding.level {
            Level::Error => report.errors += 1,
            // Most documents of the suite do not declare their language, whatever their subject is.
            Level::Warning if finding.rule == AuthoringRule::MissingLanguage => report.has_no_language = true,
            Level::Warning => report.warnings += 1,
            Level::Advice => {}
        }
        let line = format!("{} {} {}", finding.level.name(), finding.rule, finding.message);
        report.lines.push(line);
    });
    report
}

/// Returns the quoted words of a message of the other checker.
fn subjects(message: &str) -> Vec<&str> {
    message.split('“').skip(1).filter_map(|part| part.split('”').next()).collect()
}

#[test]
fn the_suite_has_the_expected_verdicts() {
    let Some(folder) = suite() else {
        let message = "the suite conformance-checkers was not found; set HEDGEROW_SHARED to the folder that contains it";
        // The test harness does not capture what is written directly.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: {message}");
        return;
    };
    let messages = messages(&folder);
    let mut files = Vec::new();
    documents(&folder, &mut files);
    files.sort();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut subjects_found, mut subjects_all) = (0, 0);
    for path in &files {
        let name = path
            .strip_prefix(&folder)
            .expect("the file is in the folder")
            .to_string_lossy()
            .replace('\\', "/");
        let verdict = ["isvalid", "novalid", "haswarn"]
            .into_iter()
            .find(|verdict| name.ends_with(&format!("-{verdict}.html")));
        let Some(verdict) = verdict else { continue };
        let report = check(&fs::read(path).expect("the file is readable"));
        let message = messages.get(&name).map(String::as_str).unwrap_or_default();
        let agrees = match verdict {
            "isvalid" => report.errors == 0,
            "novalid" => report.errors > 0,
            _ => {
                report.errors == 0
                    && (report.warnings > 0
                        || report.has_no_language && message.contains("declare the language"))
            }
        };
        let count = counts.entry(verdict).or_default();
        count.1 += 1;
        count.0 += usize::from(agrees);
        if agrees && verdict != "isvalid" {
            subjects_all += 1;
            // The same subject: a finding names what the first words in quotes of the other message name.
            let names = subjects(message);
            let is_same = names.is_empty()
                || names
                    .iter()
                    .take(3)
                    .any(|name| report.lines.iter().any(|line| line.contains(name.trim())));
            subjects_found += usize::from(is_same);
            if !is_same {
                println!(
                    "OTHER SUBJECT {name}\n    theirs: {message}\n    ours: {}",
                    report.lines.join("\n          ")
                );
            }
        }
        if !agrees {
            println!(
                "{} {name}\n    {message}\n    ours: {}",
                verdict.to_uppercase(),
                report.lines.join("\n          ")
            );
            wrong.push(name);
        }
    }
    for (verdict, (right, all)) in &counts {
        println!("{verdict}: {right} of {all}");
    }
    println!("same subject: {subjects_found} of {subjects_all}");
    let explained: Vec<_> = EXCEPTIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(": ").next())
        .collect();
    let unexplained: Vec<_> = wrong.iter().filter(|name| !explained.contains(&name.as_str())).collect();
    assert!(unexplained.is_empty(), "{} verdicts differ: {unexplained:#?}", unexplained.len());
    let outdated: Vec<_> =
        explained.iter().filter(|name| !wrong.iter().any(|wrong| wrong == *name)).collect();
    assert!(outdated.is_empty(), "these verdicts no longer differ: {outdated:#?}");
}
