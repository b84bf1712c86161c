//! Runs the upstream conformance suites and our own cases in their formats, and fetches the upstream suites.
//!
//! `cargo xtask conformance` and `cargo xtask suite` call this program, `tests/conformance.rs`. It leaves out the cases that have
//! scripts; the crate `hedgerow-scripting` runs these, in the same program with a JavaScript engine.
//!
//! A case is run from each initial state or in each scripting mode, and with its input whole, one character at a time,
//! and cut at random. It passes only if all these runs pass.
#![forbid(unsafe_code)]

mod case;
mod corrections;
mod dat_file;
mod difference;
mod encoding_file;
mod encoding_run;
mod error_counts;
mod feeding;
mod fetch;
mod lists;
mod locate;
mod observed;
mod pin;
mod position;
mod recoded_run;
mod report;
mod round_trip_run;
mod sanitizer_file;
mod sanitizer_run;
mod scripts;
mod serializer_file;
mod serializer_run;
mod tokenizer_file;
mod tokenizer_run;
mod tree_run;
mod workspace;
mod xpath_file;
mod xpath_run;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use clap::{Args, Parser, Subcommand};
use rayon::prelude::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use self::case::{Case, Run, Suite, SuiteFile};
use self::report::{CaseReport, FileReport, Report};
pub use self::scripts::{ScriptEngine, ScriptedPage};

/// The conformance suites
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    /// Without a command, all suites are run.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run the conformance suites and our own cases
    Conformance(Options),
    /// Download the upstream conformance suite
    #[command(subcommand)]
    Suite(fetch::SuiteCommand),
}

/// The options of `cargo xtask conformance`.
#[derive(Args, Debug, Default)]
struct Options {
    /// Only this suite
    suite: Option<Suite>,
    /// Only this case, with all details: `tokenizer/test1.test:12`
    #[arg(long, value_name = "FILE:NUMBER")]
    case: Option<String>,
    /// The seed of the random cuts; a new one each time if it is not given
    #[arg(long)]
    seed: Option<u64>,
}

/// The numbers of cases that passed and failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Totals {
    passed: usize,
    /// Cases that failed, and known failures that passed.
    failed: usize,
}

/// Runs the command of the command line, and prints its errors. With an engine, the cases that have scripts
/// are run; without one, all others.
#[must_use]
pub fn main(engine: Option<ScriptEngine>) -> ExitCode {
    if let Some(engine) = engine {
        scripts::set_engine(engine);
    }
    match run_command() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command of the command line. Returns whether it succeeded.
fn run_command() -> Result<bool> {
    // `cargo test` starts the program in the folder of its package. Paths in environment variables are relative to the workspace.
    // WASI has no working folder.
    if cfg!(not(target_family = "wasm")) {
        std::env::set_current_dir(workspace::path(""))?;
    }
    match Arguments::parse().command.unwrap_or_else(|| Command::Conformance(Options::default())) {
        Command::Conformance(options) => run(&options).map(|totals| totals.failed == 0),
        Command::Suite(command) => fetch::run(&command).map(|()| true),
    }
}

/// Runs the suites and prints the report.
fn run(options: &Options) -> Result<Totals> {
    let suites: Vec<Suite> =
        Suite::ALL.into_iter().filter(|suite| options.suite.is_none_or(|only| only == *suite)).collect();
    let upstream = locate::upstream();
    let warning = warning_about(upstream.as_deref(), &suites)?;
    if let Some(warning) = &warning {
        let is_required = upstream.is_none() && (options.suite.is_some() || options.case.is_some());
        if is_required || is_continuous_integration() {
            bail!("{warning}");
        }
    }
    let warnings: Vec<String> =
        warning.into_iter().chain(warnings_about_others(&suites, options.suite)?).collect();
    for warning in &warnings {
        eprintln!("WARNING: {warning}");
    }
    let mut files = read_files(&suites)?;
    keep_cases_of_this_program(&mut files);
    let only_one = options.case.is_some();
    if let Some(wanted) = &options.case {
        select_case(&mut files, wanted)?;
    }
    let seed = options.seed.unwrap_or_else(seed_of_the_clock);
    let is_complete =
        suites.iter().all(|&suite| locate::base(suite).is_some()) && !only_one && !scripts::has_engine();
    let mut report = Report {
        seed,
        suites,
        files: files.par_iter().map(|file| run_file(file, seed, only_one)).collect(),
        stale_known_failures: Vec::new(),
        verbose: only_one,
    };
    report.apply_known_failures(&lists::read(lists::KNOWN_FAILURES)?, is_complete);
    report.print_text();
    let totals = report.totals();
    println!("{} passed, {} failed", totals.passed, totals.failed);
    for warning in &warnings {
        // The warnings are repeated, because the report may have scrolled the first ones off the screen.
        eprintln!("WARNING: {warning}");
    }
    Ok(totals)
}

/// Whether this is a run of continuous integration, where an incomplete suite is an error.
fn is_continuous_integration() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// Returns a warning if html5lib's suite is missing or differs from the pin.
fn warning_about(upstream: Option<&Path>, suites: &[Suite]) -> Result<Option<String>> {
    let suites: Vec<Suite> = suites.iter().copied().filter(|suite| suite.is_of_html5lib()).collect();
    if suites.is_empty() {
        return Ok(None);
    }
    let Some(upstream) = upstream else {
        let message = "the upstream conformance suite was not found, so NONE OF ITS CASES RUN; \
                       get it with `cargo xtask suite fetch`, or name its folder in HTML5LIB_TESTS";
        return Ok(Some(message.to_owned()));
    };
    warning_of_deviations(upstream, &suites)
}

/// Returns a warning if the suites below a folder differ from the pin.
fn warning_of_deviations(folder: &Path, suites: &[Suite]) -> Result<Option<String>> {
    let deviations = pin::Pin::load()?.deviations(folder, suites)?.join(", ");
    let place = folder.display();
    let warning = || format!("the suite in {place} is not the one of html5lib-tests/pin.json: {deviations}");
    Ok((!deviations.is_empty()).then(warning))
}

/// Returns a warning for each suite outside html5lib-tests that is missing or differs from the pin. It is an error if the
/// suite that the command line names is missing.
fn warnings_about_others(suites: &[Suite], wanted: Option<Suite>) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    for &suite in suites.iter().filter(|suite| !suite.is_of_html5lib()) {
        let (name, folder) = (suite.name(), suite.folder());
        let Some(base) = locate::base(suite) else {
            let message = format!(
                "the suite {name} was not found, so none of its cases run; set HEDGEROW_SHARED to the folder that \
                 contains {folder}"
            );
            if wanted == Some(suite) {
                bail!("{message}");
            }
            warnings.push(message);
            continue;
        };
        warnings.extend(warning_of_deviations(&base, &[suite])?);
    }
    Ok(warnings)
}

/// Reads the files of the suites, with corrected expectations.
fn read_files(suites: &[Suite]) -> Result<Vec<SuiteFile>> {
    let mut files = Vec::new();
    for &suite in suites {
        let base = locate::base(suite);
        let upstream = base.as_deref();
        let mut of_suite = locate::files(suite, upstream)?;
        if suite == Suite::Tokenizer && upstream.is_some() {
            corrections::apply(corrections::load()?, &mut of_suite)?;
        }
        if suite == Suite::Tree && upstream.is_some() {
            error_counts::apply(&mut of_suite)?;
        }
        if suite == Suite::Serializer && upstream.is_some() {
            serializer_file::correct(&mut of_suite)?;
        }
        files.append(&mut of_suite);
    }
    Ok(files)
}

/// Retains the cases that have scripts if there is an engine for them, and all others otherwise.
fn keep_cases_of_this_program(files: &mut [SuiteFile]) {
    let has_engine = scripts::has_engine();
    let count = |files: &[SuiteFile]| files.iter().map(|file| file.cases.len()).sum::<usize>();
    let before = count(files);
    for file in &mut *files {
        file.cases.retain(|(_, case)| case.is_scripted() == has_engine);
    }
    if !has_engine {
        let left_out = before - count(files);
        println!(
            "{left_out} cases with scripts are left out; to run them in a JavaScript engine: cargo xtask conformance --scripts"
        );
    }
}

/// Retains only the case with this name; the folder of the file may be omitted if the name is unambiguous.
fn select_case(files: &mut Vec<SuiteFile>, wanted: &str) -> Result<()> {
    let names: BTreeSet<String> = files
        .iter()
        .flat_map(|file| {
            let run = file.cases.iter().map(|(number, _)| format!("{}:{number}", file.name));
            run.chain(file.not_run.iter().map(|not_run| not_run.case.clone()))
        })
        .filter(|name| name == wanted || name.ends_with(&format!("/{wanted}")))
        .collect();
    let name = match (names.contains(wanted), names.iter().collect::<Vec<_>>().as_slice()) {
        (true, _) => wanted.to_owned(),
        (false, [name]) => (*name).clone(),
        (false, []) => bail!("there is no case {wanted}; names are like tokenizer/test1.test:12"),
        (false, several) => bail!("{wanted} is ambiguous; it matches {several:?}"),
    };
    for file in files.iter_mut() {
        let file_name = file.name.clone();
        file.cases.retain(|(number, _)| format!("{file_name}:{number}") == name);
        file.not_run.retain(|not_run| not_run.case == name);
    }
    files.retain(|file| !file.cases.is_empty() || !file.not_run.is_empty());
    Ok(())
}

fn seed_of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() << 20 | u64::from(since.subsec_micros())
}

fn run_file(file: &SuiteFile, seed: u64, keep_all: bool) -> FileReport {
    let cases: Vec<CaseReport> = (&file.cases)
        .into_par_iter()
        .map(|(number, case)| run_case(format!("{}:{number}", file.name), case, seed, keep_all))
        .collect();
    FileReport::new(file, cases)
}

fn run_case(name: String, case: &Case, seed: u64, keep_all: bool) -> CaseReport {
    let runs: Vec<Run> = match case {
        Case::Tokenizer(case) => tokenizer_run::run(case, &name, seed),
        Case::Tree(case) => tree_run::run(case, &name, seed),
        Case::Encoding(case) => encoding_run::run(case, &name, seed),
        Case::Recoded(text) => recoded_run::run(text, &name, seed),
        Case::Serializer(case) => serializer_run::run(case),
        Case::RoundTrip(case) => round_trip_run::run(case),
        Case::Sanitizer(case) => sanitizer_run::run(case),
        Case::XPath(case) => xpath_run::run(case),
    };
    CaseReport::new(name, case, runs, keep_all)
}
