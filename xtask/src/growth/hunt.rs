//! `cargo xtask growth --hunt`: supervises workers that generate and try families of hostile input.
//!
//! A worker is a process, because an input may exhaust the memory or never finish. A worker that prints nothing for too long is
//! killed; its last case is a finding, and a new worker continues with the next case.
//!
//! The workers' program, which generates and judges the cases, is in `crates/hedgerow-testing/src/hunt/`.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::workspace;

/// The Cargo profile of the programs that only search for growth.
pub(super) const PROFILE: &str = "ci";

/// The longest time that a worker may print nothing. It must suffice for shortening a finding.
const SILENCE: Duration = Duration::from_secs(120);

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct HuntOptions {
    /// Generate families and search for those whose cost grows too fast, in all modes
    #[arg(long, conflicts_with_all = ["family", "size", "quick", "once"])]
    pub(super) hunt: bool,
    /// The duration
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "hunt")]
    seconds: f64,
    /// Try this number of cases instead, which are the same in each run
    #[arg(long, value_name = "COUNT", requires = "hunt", conflicts_with = "seconds")]
    cases: Option<u64>,
    /// The name of the only vocabulary to use, or a part of the names of several; may be repeated
    #[arg(long, value_name = "WORD", requires = "hunt")]
    theme: Vec<String>,
    /// The name of the only mode to use, or a part of the names of several; may be repeated
    #[arg(long, value_name = "WORD", requires = "hunt")]
    mode: Vec<String>,
    /// The seed of the families
    #[arg(long, default_value_t = 1, requires = "hunt")]
    seed: u64,
    /// The number of processes; by default, one for each core
    #[arg(long, value_name = "COUNT", requires = "hunt")]
    workers: Option<u64>,
    /// Only measure one case, given as it was printed
    #[arg(long, value_name = "JSON", requires = "hunt")]
    case: Option<String>,
}

/// A line of a worker's output.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Case { number: u64, case: Value, is_known: bool },
    Found { found: String, case: Value },
}

/// The number of cases of a theme or a mode.
#[derive(Default)]
struct Tally {
    tried: u64,
    known: u64,
    found: u64,
}

/// The results of all workers.
#[derive(Default)]
struct Report {
    themes: BTreeMap<String, Tally>,
    modes: BTreeMap<String, Tally>,
    found: u64,
}

/// Runs the workers. Returns whether there are no findings.
pub(super) fn run(options: &HuntOptions) -> Result<bool> {
    let program = workspace::build("hedgerow-testing", "hedgerow-hunt", &["--profile", PROFILE])?;
    if let Some(case) = &options.case {
        let output = workspace::output(Command::new(&program).args(["--case", case]))?;
        print!("{}", String::from_utf8(output.stdout)?);
        return Ok(true);
    }
    let workers = options.workers.unwrap_or(thread::available_parallelism().map_or(1, usize::from) as u64);
    let report = Mutex::new(Report::default());
    let report = thread::scope(|scope| -> Result<Report> {
        let hunts: Vec<_> = (0..workers)
            .map(|worker| {
                let (program, report) = (&program, &report);
                scope.spawn(move || hunt(program, options, [worker, workers], report))
            })
            .collect();
        for hunt in hunts {
            hunt.join().map_err(|_| anyhow::anyhow!("a thread that supervises a worker panicked"))??;
        }
        Ok(std::mem::take(&mut *report.lock().unwrap_or_else(PoisonError::into_inner)))
    })?;
    print!("{}", report.tables());
    Ok(report.found == 0)
}

/// Starts one worker after another until the time or the cases are used up.
fn hunt(
    program: &Path,
    options: &HuntOptions,
    [first, step]: [u64; 2],
    report: &Mutex<Report>,
) -> Result<()> {
    let start = Instant::now();
    let mut first = first;
    loop {
        let left = options.seconds - start.elapsed().as_secs_f64();
        if options.cases.is_some_and(|cases| first >= cases) || (options.cases.is_none() && left <= 0.0) {
            return Ok(());
        }
        let mut command = Command::new(program);
        command.args([
            format!("--seed={}", options.seed),
            format!("--first={first}"),
            format!("--step={step}"),
        ]);
        match options.cases {
            Some(cases) => command.arg(format!("--end={cases}")),
            None => command.arg(format!("--seconds={left}")),
        };
        command.args(options.theme.iter().map(|theme| format!("--theme={theme}")));
        command.args(options.mode.iter().map(|mode| format!("--mode={mode}")));
        let mut worker = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let lines = lines(worker.stdout.take().context("the worker's output is not piped")?);
        let errors = errors(worker.stderr.take().context("the worker's standard error is not piped")?);
        let End { last, failure: Some(failure) } = supervise(&mut worker, &lines, errors, report)? else {
            return Ok(());
        };
        let Some((number, case)) = last else { bail!("a worker failed before its first case: {failure}") };
        let found = format!("{failure}: {}", case["mode"].as_str().unwrap_or_default());
        report.lock().unwrap_or_else(PoisonError::into_inner).find(&found, &case);
        first = number + step;
    }
}

/// Reads a worker's output in a separate thread.
fn lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Reads a worker's standard error in a separate thread.
fn errors(mut output: ChildStderr) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // If reading fails, the bytes before suffice.
        let _ = output.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The end of a worker.
struct End {
    /// The last case that the worker started, and the number of the case.
    last: Option<(u64, Value)>,
    /// The reason, if the worker did not finish.
    failure: Option<String>,
}

/// Records a worker's output until it ends or is killed.
fn supervise(
    worker: &mut Child,
    lines: &Receiver<String>,
    errors: JoinHandle<String>,
    report: &Mutex<Report>,
) -> Result<End> {
    let mut last = None;
    loop {
        match lines.recv_timeout(SILENCE) {
            Ok(line) => {
                let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                match serde_json::from_str(&line).with_context(|| format!("a worker printed {line}"))? {
                    Line::Case { number, case, is_known } => {
                        report.count(&case, is_known);
                        last = Some((number, case));
                    }
                    Line::Found { found, case } => report.find(&found, &case),
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                worker.kill()?;
                worker.wait()?;
                return Ok(End { last, failure: Some(format!("no end after {} s", SILENCE.as_secs())) });
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = worker.wait()?;
                let errors = errors.join().unwrap_or_default();
                return Ok(End { last, failure: failure(status, &errors) });
            }
        }
    }
}

/// Returns why a worker failed, from its exit status and its standard error; `None` if it succeeded.
fn failure(status: ExitStatus, errors: &str) -> Option<String> {
    /// The exit code after a panic. Panics in a case are findings of the worker, which does not end.
    const PANIC: i32 = 101;
    if status.success() {
        return None;
    }
    let reason = if errors.contains("memory allocation of") {
        "out of memory"
    } else if errors.contains("overflowed its stack") {
        "stack overflow"
    } else if status.code() == Some(PANIC) {
        "panic outside a case"
    } else {
        // The message of an error, or nothing if the worker was killed.
        errors.lines().rfind(|line| !line.is_empty()).unwrap_or("the worker was stopped")
    };
    Some(format!("{reason} ({status})"))
}

impl Report {
    fn count(&mut self, case: &Value, is_known: bool) {
        for tally in self.tallies(case) {
            tally.tried += u64::from(!is_known);
            tally.known += u64::from(is_known);
        }
    }

    /// Counts a finding and prints it immediately.
    fn find(&mut self, found: &str, case: &Value) {
        self.found += 1;
        self.tallies(case).into_iter().for_each(|tally| tally.found += 1);
        let command = case.to_string().replace('\'', r"'\''");
        println!("{found}\n    cargo xtask growth --hunt --case '{command}'\n");
    }

    fn tallies(&mut self, case: &Value) -> [&mut Tally; 2] {
        let name = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        [self.themes.entry(name("theme")).or_default(), self.modes.entry(name("mode")).or_default()]
    }

    fn tables(&self) -> String {
        let table = |name: &str, tallies: &BTreeMap<String, Tally>| {
            let rows = tallies.iter().map(|(name, Tally { tried, known, found })| {
                format!("{tried:>9} {known:>9} {found:>6}  {name}\n")
            });
            format!("{:>9} {:>9} {:>6}  {name}\n{}\n", "tried", "known", "found", rows.collect::<String>())
        };
        let tried: u64 = self.themes.values().map(|tally| tally.tried).sum();
        let total = format!("{tried} cases tried, {} findings\n", self.found);
        table("theme", &self.themes) + &table("mode", &self.modes) + &total
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Returns the failure of a shell script.
    fn failure_of(script: &str) -> Option<String> {
        let output = Command::new("sh").args(["-c", script]).output().unwrap();
        failure(output.status, &String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn a_failure_has_its_reason() {
        for (script, expected) in [
            ("exit 0", None),
            ("echo warning >&2", None),
            ("echo memory allocation of 9 bytes failed >&2; kill -ABRT $$", Some("out of memory (signal: 6")),
            (
                "echo \"thread 'main' has overflowed its stack\" >&2; kill -ABRT $$",
                Some("stack overflow (signal: 6"),
            ),
            ("echo panicked >&2; exit 101", Some("panic outside a case (exit status: 101)")),
            (
                "echo Error: unknown mode or theme >&2; exit 1",
                Some("Error: unknown mode or theme (exit status: 1)"),
            ),
            ("kill -KILL $$", Some("the worker was stopped (signal: 9")),
        ] {
            let failure = failure_of(script);
            let starts =
                expected.is_none_or(|expected| failure.as_deref().unwrap_or_default().starts_with(expected));
            assert!(failure.is_some() == expected.is_some() && starts, "{script}: {failure:?}");
        }
    }
}
