//! `cargo xtask growth --hunt`: watches over workers that make up families of hostile input and try them.
//!
//! A worker is a process, since an input may take all memory or never come to an end. Who says nothing for too long is ended; what
//! it was trying then is a finding, and another worker goes on with the next case.
//!
//! What is not here: what is tried, and how it is judged (`crates/hedgerow-growth/src/hunt/`).

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::workspace;

/// The profile of the programs that are only for finding growth.
pub(super) const PROFILE: &str = "hunt";

/// How long a worker may say nothing: it may be shortening what it has found.
const SILENCE: Duration = Duration::from_mins(2);

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct HuntOptions {
    /// Make up families, in all modes, and look for those whose cost grows too fast
    #[arg(long, conflicts_with_all = ["family", "size", "quick", "once", "write"])]
    pub(super) hunt: bool,
    /// How long to hunt
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "hunt")]
    seconds: f64,
    /// Try so many cases, however long it takes: always the same ones
    #[arg(long, value_name = "COUNT", requires = "hunt", conflicts_with = "seconds")]
    cases: Option<u64>,
    /// Only the vocabulary of this name, or those whose names contain it; several may be given
    #[arg(long, value_name = "WORD", requires = "hunt")]
    theme: Vec<String>,
    /// Only the mode of this name, or those whose names contain it; several may be given
    #[arg(long, value_name = "WORD", requires = "hunt")]
    mode: Vec<String>,
    /// The seed of the families
    #[arg(long, default_value_t = 1, requires = "hunt")]
    seed: u64,
    /// The processes that hunt, one for each core unless it is said
    #[arg(long, value_name = "COUNT", requires = "hunt")]
    workers: Option<u64>,
    /// Only measure one case, as it was printed
    #[arg(long, value_name = "JSON", requires = "hunt")]
    case: Option<String>,
}

/// What a worker prints.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Case { number: u64, case: Value, is_known: bool },
    Found { found: String, case: Value },
}

/// What came of a theme or of a mode.
#[derive(Default)]
struct Tally {
    tried: u64,
    known: u64,
    found: u64,
}

/// What came of all.
#[derive(Default)]
struct Report {
    themes: BTreeMap<String, Tally>,
    modes: BTreeMap<String, Tally>,
    found: u64,
}

/// Hunts; whether nothing was found.
pub(super) fn run(options: &HuntOptions) -> Result<bool> {
    let program = workspace::build("hedgerow-growth", "hedgerow-hunt", &["--profile", PROFILE])?;
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
            hunt.join().map_err(|_| anyhow::anyhow!("a thread that watches a worker has panicked"))??;
        }
        Ok(std::mem::take(&mut *report.lock().unwrap_or_else(PoisonError::into_inner)))
    })?;
    print!("{}", report.tables());
    Ok(report.found == 0)
}

/// Keeps one worker at work.
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
        let mut worker = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let lines = lines(worker.stdout.take().context("a worker has an output")?);
        let End { last, why: Some(why) } = watch(&mut worker, &lines, report)? else { return Ok(()) };
        let Some((number, case)) = last else { bail!("a worker has not even begun: {why}") };
        let found = format!("{why}: {}", case["mode"].as_str().unwrap_or_default());
        report.lock().unwrap_or_else(PoisonError::into_inner).find(&found, &case);
        first = number + step;
    }
}

/// Reads what a worker prints, in a thread of its own.
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

/// How a worker has ended.
struct End {
    /// The case that it has begun last.
    last: Option<(u64, Value)>,
    /// Why it has ended, if it was not done.
    why: Option<String>,
}

/// Notes what a worker prints, until it ends or has to be ended.
fn watch(worker: &mut Child, lines: &Receiver<String>, report: &Mutex<Report>) -> Result<End> {
    let mut last = None;
    loop {
        match lines.recv_timeout(SILENCE) {
            Ok(line) => {
                let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                match serde_json::from_str(&line).with_context(|| format!("a worker has printed {line}"))? {
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
                return Ok(End { last, why: Some(format!("no end after {} s", SILENCE.as_secs())) });
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = worker.wait()?;
                let why = (!status.success()).then(|| format!("more memory than there is ({status})"));
                return Ok(End { last, why });
            }
        }
    }
}

impl Report {
    fn count(&mut self, case: &Value, is_known: bool) {
        for tally in self.tallies(case) {
            tally.tried += u64::from(!is_known);
            tally.known += u64::from(is_known);
        }
    }

    /// Prints a finding at once.
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
        let total = format!("{tried} cases were tried, {} found\n", self.found);
        table("theme", &self.themes) + &table("mode", &self.modes) + &total
    }
}
