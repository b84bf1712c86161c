//! The result of a conformance run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hedgerow::encoding::Encoding;
use serde_json::Value;

use super::Totals;
use super::case::{Case, NotRun, Run, Suite, SuiteFile};
use super::difference::{difference, visible};
use super::lists::List;

/// The maximum number of characters of a page that are printed.
const MAX_SHOWN_CHARS: usize = 2000;

/// The result of one case.
#[derive(Debug)]
pub(crate) struct CaseReport {
    name: String,
    passed: bool,
    /// Whether the case failed and `known-failures.txt` lists it.
    is_known_failure: bool,
    /// Whether the test has a `#new-errors` section.
    has_error_section: bool,
    errors_agree: bool,
    /// Whether `error-counts.txt` lists a different number of errors than the suite.
    has_other_error_count: bool,
    /// Whether the case is counted separately, because upstream does not count it among the cases of the suite.
    is_counted_separately: bool,
    /// The number of runs.
    run_count: usize,
    /// For each run that may differ from the expectation, the rule that allows the difference.
    exceptions: Vec<&'static str>,
    /// The text of the test; only for cases that failed or were named on the command line.
    statement: String,
    /// The failed runs, or all runs if the case was named on the command line.
    runs: Vec<Run>,
}

impl CaseReport {
    /// Creates the report on the runs of a case. With `keep_all`, it also contains passed runs.
    pub(crate) fn new(name: String, case: &Case, mut runs: Vec<Run>, keep_all: bool) -> Self {
        let passed = runs.iter().all(Run::passed);
        let problems = || runs.iter().flat_map(|run| &run.problems);
        let errors_agree = !problems().any(|problem| matches!(problem.what, "errors" | "panic"));
        let run_count = runs.len();
        let exceptions = runs.iter().filter_map(|run| run.exception).collect();
        if !keep_all {
            runs.retain(|run| !run.passed());
        }
        Self {
            name,
            passed,
            is_known_failure: false,
            has_error_section: matches!(case, Case::Tree(case) if case.new_errors.is_some()),
            errors_agree,
            has_other_error_count: matches!(case, Case::Tree(case) if case.error_counts.is_some()),
            is_counted_separately: matches!(case, Case::Encoding(case) if case.autodetect),
            run_count,
            exceptions,
            statement: if keep_all || !passed { statement(case, keep_all) } else { String::new() },
            runs,
        }
    }

    fn text(&self, seed: u64, verbose: bool) -> String {
        let mut out = String::new();
        let verdict = if self.passed { "passed" } else { "FAILED" };
        let _ = writeln!(out, "{verdict} {}", self.name);
        out.push_str(&indented(&self.statement, "    "));
        let failed = self.runs.iter().filter(|run| !run.passed());
        let shown = if verbose { usize::MAX } else { 1 };
        for run in self.runs.iter().filter(|run| verbose || !run.passed()).take(shown) {
            let verdict = if run.passed() { "passed" } else { "failed" };
            let seed = if run.is_random { format!(", seed {seed}") } else { String::new() };
            let _ = writeln!(out, "    {verdict}: {}{seed}", run.name);
            for problem in &run.problems {
                let _ = writeln!(out, "        {} (- expected, + got)", problem.what);
                out.push_str(&indented(&difference(&problem.expected, &problem.got), "        "));
            }
        }
        let others: Vec<&str> = failed.skip(shown).map(|run| run.name.as_str()).collect();
        if !others.is_empty() {
            let _ = writeln!(out, "    failed as well: {}", others.join("; "));
        }
        if !self.passed && !verbose {
            let _ =
                writeln!(out, "    repeat with: cargo xtask conformance --case {} --seed {seed}", self.name);
        }
        out
    }
}

/// Returns the text of a test, for people.
fn statement(case: &Case, with_tree: bool) -> String {
    let mut out = String::new();
    let mut line = |heading: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(out, "{heading}: {}", visible(text));
        }
    };
    let list = |items: Vec<String>| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    match case {
        Case::Tokenizer(case) => {
            line("description", &case.description);
            line("input", &format!("{:?}", case.input));
            line("last start tag", case.last_start_tag.as_deref().unwrap_or_default());
            line("tokens", &list(case.tokens.iter().map(ToString::to_string).collect()));
            line("errors", &list(case.errors.iter().map(ToString::to_string).collect()));
        }
        Case::Encoding(case) => {
            line("description", &case.description);
            line("input", &format!("\"{}\"", case.data.escape_ascii()));
            line("encoding", case.encoding.name());
            line("sniffed", case.sniffed.map_or("", Encoding::name));
        }
        Case::Recoded(text) => line("input", &format!("{text:?}")),
        Case::Serializer(case) => {
            line("description", &case.description);
            line("input", &format!("{:?}", case.tokens));
            line("options", &format!("{:?}", case.options));
        }
        Case::RoundTrip(case) => {
            line("description", &case.description);
            let shown: String = case.data.chars().take(MAX_SHOWN_CHARS).collect();
            line("input", &format!("{shown:?}"));
            line("context", case.context.as_deref().unwrap_or_default());
        }
        Case::Sanitizer(case) => {
            line("description", &case.description);
            line("place", &format!("{} {}", case.group.as_deref().unwrap_or_default(), case.index));
            line("context", case.context.as_deref().unwrap_or_default());
            line("input", &format!("{:?}", case.data));
            line("config", &case.config.as_ref().map(Value::to_string).unwrap_or_default());
        }
        Case::XPath(case) => {
            line("expression", &case.expression);
            line("document", &case.xml.chars().take(MAX_SHOWN_CHARS).collect::<String>());
        }
        Case::Tree(case) => {
            line("description", &case.description);
            line("input", &format!("{:?}", case.data));
            line("context", case.context.as_deref().unwrap_or_default());
            line("scripting", case.scripting.map_or("", |on| if on { "on" } else { "off" }));
            if let Some(errors) = &case.new_errors {
                line("errors", &list(errors.iter().map(ToString::to_string).collect()));
            }
            if with_tree {
                case.document.split('\n').for_each(|text| line("tree", text));
            }
        }
    }
    out
}

fn indented(text: &str, indentation: &str) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "{indentation}{line}");
        out
    })
}

/// A number of passed cases, and the total.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    passed: usize,
    total: usize,
}

impl Count {
    /// Counts the passed cases.
    fn of_passed<'r>(cases: impl Iterator<Item = &'r CaseReport>) -> Self {
        Self::of(cases, |case| case.passed)
    }

    fn of<'r>(cases: impl Iterator<Item = &'r CaseReport>, passed: fn(&CaseReport) -> bool) -> Self {
        cases.fold(Self::default(), |count, case| Self {
            passed: count.passed + usize::from(passed(case)),
            total: count.total + 1,
        })
    }
}

/// The results of the cases of one file.
#[derive(Debug)]
pub(crate) struct FileReport {
    name: String,
    suite: Suite,
    own: bool,
    cases: Vec<CaseReport>,
    not_run: Vec<NotRun>,
}

impl FileReport {
    /// Creates the report on a file.
    pub(crate) fn new(file: &SuiteFile, cases: Vec<CaseReport>) -> Self {
        Self {
            name: file.name.clone(),
            suite: file.suite,
            own: file.own,
            cases,
            not_run: file.not_run.clone(),
        }
    }
}

/// The result of a conformance run.
#[derive(Debug)]
pub(crate) struct Report {
    /// The seed of the random cuts.
    pub(crate) seed: u64,
    /// The suites that were run.
    pub(crate) suites: Vec<Suite>,
    /// The files, in the order in which they are printed.
    pub(crate) files: Vec<FileReport>,
    /// Complaints about `known-failures.txt`.
    pub(crate) stale_known_failures: Vec<String>,
    /// Whether passed cases are printed in full, too.
    pub(crate) verbose: bool,
}

impl Report {
    /// Compares the failures with the known failures. A listed name without a case is an error if all suites were run.
    pub(crate) fn apply_known_failures(&mut self, known: &List, is_complete: bool) {
        let mut seen = 0;
        for case in self.files.iter_mut().flat_map(|file| &mut file.cases) {
            if known.contains_key(&case.name) {
                seen += 1;
                if case.passed {
                    self.stale_known_failures.push(format!("{} now passes: remove it", case.name));
                } else {
                    case.is_known_failure = true;
                }
            }
        }
        let is_complete = is_complete && self.suites.len() == Suite::ALL.len();
        if is_complete && seen < known.len() {
            self.stale_known_failures.push(format!("{} listed names have no case", known.len() - seen));
        }
    }

    /// Returns the numbers of passed and failed cases.
    pub(crate) fn totals(&self) -> Totals {
        let cases = || self.files.iter().flat_map(|file| &file.cases);
        let failed = cases().filter(|case| !case.passed && !case.is_known_failure).count();
        Totals {
            passed: cases().filter(|case| case.passed).count(),
            failed: failed + self.stale_known_failures.len(),
        }
    }

    fn cases(&self, suite: Suite, own: bool) -> impl Iterator<Item = &CaseReport> {
        let files = self.files.iter().filter(move |file| file.suite == suite && file.own == own);
        files.flat_map(|file| &file.cases).filter(|case| !case.is_counted_separately)
    }

    /// Returns the cases of upstream, then our own.
    fn all_cases(&self, suite: Suite) -> impl Iterator<Item = &CaseReport> {
        self.cases(suite, false).chain(self.cases(suite, true))
    }

    /// Returns the cases of autodetection, which upstream counts separately.
    fn cases_counted_separately(&self, suite: Suite) -> impl Iterator<Item = &CaseReport> {
        let files = self.files.iter().filter(move |file| file.suite == suite);
        files.flat_map(|file| &file.cases).filter(|case| case.is_counted_separately)
    }

    fn not_run(&self, suite: Suite) -> impl Iterator<Item = &NotRun> {
        self.files.iter().filter(move |file| file.suite == suite).flat_map(|file| &file.not_run)
    }

    /// Prints a line for each file, the failures, the cases that were not run, and the totals.
    pub(crate) fn print_text(&self) {
        println!("seed {}", self.seed);
        // The inputs of the suite `recoded` are already listed for the tree suite.
        for file in self.files.iter().filter(|file| self.verbose || file.suite != Suite::Recoded) {
            let count = Count::of_passed(file.cases.iter());
            let not_run = match file.not_run.len() {
                0 => String::new(),
                number => format!("  ({number} not run)"),
            };
            println!("{:<60} {:>5}/{}{not_run}", file.name, count.passed, count.total);
        }
        for case in self.files.iter().flat_map(|file| &file.cases) {
            if self.verbose || (!case.passed && !case.is_known_failure) {
                print!("\n{}", case.text(self.seed, self.verbose));
            }
        }
        println!();
        for not_run in self.suites.iter().flat_map(|&suite| self.not_run(suite)) {
            println!("not run: {}: {}", not_run.case, not_run.reason);
        }
        for complaint in &self.stale_known_failures {
            println!("known-failures.txt: {complaint}");
        }
        for &suite in &self.suites {
            let upstream = Count::of_passed(self.cases(suite, false));
            let own = Count::of_passed(self.cases(suite, true));
            print!("{}: {}/{} upstream, ", suite.name(), upstream.passed, upstream.total);
            print!("{}/{} of our own, {} not run", own.passed, own.total, self.not_run(suite).count());
            let known = self.known_failures(suite);
            if known > 0 {
                print!(", {known} known failures");
            }
            let sections = self.error_sections(suite);
            if sections.total > 0 {
                print!(", error sections {}/{}", sections.passed, sections.total);
            }
            let other = self.other_error_counts(suite);
            if other > 0 {
                print!(", {other} cases listed in error-counts.txt");
            }
            let apart = Count::of_passed(self.cases_counted_separately(suite));
            if apart.total > 0 {
                print!(", autodetection {}/{}", apart.passed, apart.total);
            }
            println!();
            let exceptions = self.exceptions(suite);
            if !exceptions.is_empty() {
                let cases = self.all_cases(suite);
                let runs: usize = cases.map(|case| case.run_count).sum();
                let count: usize = exceptions.values().sum();
                println!("  {count} of {runs} runs may differ from the expectation, by rule:");
            }
            for (rule, count) in exceptions {
                println!("    {count:>5}  {rule}");
            }
        }
    }

    /// Returns the number of runs that each rule has excepted.
    fn exceptions(&self, suite: Suite) -> BTreeMap<&'static str, usize> {
        let cases = self.all_cases(suite);
        cases.flat_map(|case| &case.exceptions).fold(BTreeMap::new(), |mut counts, rule| {
            *counts.entry(*rule).or_default() += 1;
            counts
        })
    }

    fn known_failures(&self, suite: Suite) -> usize {
        self.all_cases(suite).filter(|case| case.is_known_failure).count()
    }

    /// Returns the number of cases listed in `error-counts.txt`.
    fn other_error_counts(&self, suite: Suite) -> usize {
        self.cases(suite, false).filter(|case| case.has_other_error_count).count()
    }

    /// Returns the number of upstream cases with a `#new-errors` section, and the number of those whose errors agree with it.
    fn error_sections(&self, suite: Suite) -> Count {
        Count::of(self.cases(suite, false).filter(|case| case.has_error_section), |case| case.errors_agree)
    }
}
