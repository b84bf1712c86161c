//! `cargo xtask bench`: measures the speed of hedgerow and of other parsers, on the same pages in the same run.
//!
//! Every round goes through all pages and, for each page, through all contenders, so that a drift of the machine's speed affects
//! all of them equally. With `--cold`, each contender gets all pages in turn. The results are the medians over the rounds, and
//! the ratios.
#![forbid(unsafe_code)]

mod astral;
mod contenders;
mod hostile;
mod lexbor;
mod measure;
mod process;
mod report;
mod select;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};
use clap::Parser;
use contenders::{Contender, HEDGEROW, InProcess, LIMITS, PEERS, Runner};
use hedgerow_bench::{CORPUS, Page};
use process::Process;

/// The peers that are Python libraries: the names in the tables, and those in the script.
const LIBRARIES: [(&str, &str); 4] = [
    ("selectolax (lexbor)", "selectolax"),
    ("selectolax (no events)", "selectolax-without-events"),
    ("resiliparse", "resiliparse"),
    ("turbohtml", "turbohtml"),
];

/// The script that runs the Python libraries.
const PYTHON_PEERS: &str = include_str!("peers.py");

/// The value of `--peers` for no peers.
const NONE: &str = "none";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask bench",
    about = "Measure the throughput of hedgerow and of other parsers, alternating page by page"
)]
struct Arguments {
    /// A folder with pages, or a page; may be repeated. The default is `../shared/corpus` if it exists, otherwise generated
    /// pages.
    #[arg(long, value_name = "PATH")]
    corpus: Vec<PathBuf>,
    /// Only peers whose name contains one of these words, separated by commas; `none` for hedgerow alone. By default
    /// all available peers. astral-html is skipped unless rustup has Rust 1.97.0; native lexbor needs --lexbor.
    #[arg(long, value_name = "WORD,…", value_delimiter = ',')]
    peers: Vec<String>,
    /// The Python interpreter with the Python peers: `pip install selectolax resiliparse turbohtml`.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: String,
    /// A checkout of lexbor, which is built with `cc -O3 -flto` and measured natively.
    #[arg(long, value_name = "FOLDER")]
    lexbor: Option<PathBuf>,
    /// Give each contender all pages in turn, once in each round, as a crawler does.
    #[arg(long, conflicts_with_all = ["select", "hostile"])]
    cold: bool,
    /// The number of rounds.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Print a row for each page.
    #[arg(long)]
    each_page: bool,
    /// Measure queries instead of parsing, and compare hedgerow with scraper.
    #[arg(long, conflicts_with_all = ["each_page", "peers"])]
    select: bool,
    /// Measure one peer on growing inputs of a family of `cargo xtask growth` instead, and print a JSON object for each size.
    #[arg(long, value_name = "FAMILY", requires = "peers", conflicts_with_all = ["corpus", "each_page", "select"])]
    hostile: Option<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, and prints the output.
fn run(arguments: &Arguments) -> Result<()> {
    if let Some(family) = &arguments.hostile {
        return hostile::run(family, peers(arguments)?);
    }
    writeln!(io::stdout(), "{}", output(arguments)?)?;
    Ok(())
}

/// Measures, and returns the output.
fn output(arguments: &Arguments) -> Result<String> {
    let mut pages = pages(&arguments.corpus)?;
    if pages.is_empty() || arguments.rounds == 0 {
        bail!("nothing to measure: no pages or no rounds");
    }
    if arguments.select {
        return select::run(&pages, arguments.rounds);
    }
    pages.extend(hedgerow_bench::small());
    let mut contenders = contenders(arguments)?;
    let results = measure::run(&mut contenders, &pages, arguments.rounds, arguments.cold)?;
    Ok(report::to_text(&results, arguments.each_page))
}

/// Loads the pages of the folders and files; without any, the corpus, or the generated pages if there is no corpus.
fn pages(paths: &[PathBuf]) -> Result<Vec<Page>> {
    if !paths.is_empty() {
        return hedgerow_bench::load(paths);
    }
    if !Path::new(CORPUS).is_dir() {
        eprintln!("{CORPUS} does not exist: measuring generated pages");
        return Ok(hedgerow_bench::generated());
    }
    hedgerow_bench::load(&[CORPUS.into()])
}

/// Returns hedgerow, the selected and available peers, and the limits.
fn contenders(arguments: &Arguments) -> Result<Vec<Contender>> {
    let mut contenders: Vec<Contender> = HEDGEROW.iter().map(in_process).collect();
    contenders.extend(peers(arguments)?);
    contenders.extend(LIMITS.iter().map(in_process));
    Ok(contenders)
}

fn in_process(&(name, runner): &InProcess) -> Contender {
    Contender { name, runner: runner() }
}

/// Returns the selected and available peers.
fn peers(arguments: &Arguments) -> Result<Vec<Contender>> {
    let names = || {
        PEERS
            .iter()
            .map(|(name, _)| *name)
            .chain(LIBRARIES.iter().map(|(name, _)| *name))
            .chain(astral::NAMES)
            .chain(lexbor::NAMES)
    };
    for word in arguments.peers.iter().filter(|word| *word != NONE) {
        if !names().any(|name| name.contains(word.as_str())) {
            bail!("unknown peer {word:?}; the peers are: {}", names().collect::<Vec<_>>().join(", "));
        }
    }
    let wanted = |name: &str| {
        arguments.peers.is_empty() || arguments.peers.iter().any(|word| name.contains(word.as_str()))
    };
    let mut peers: Vec<Contender> = PEERS.iter().filter(|(name, _)| wanted(name)).map(in_process).collect();
    let python = |(name, word): &(&'static str, &str)| {
        let mut command = Command::new(&arguments.python);
        command.args(["-c", PYTHON_PEERS, word]);
        (*name, command)
    };
    let mut processes: Vec<_> = LIBRARIES.iter().map(python).collect();
    let astral = astral::NAMES.iter().any(|name| wanted(name)).then(astral::Program::build);
    if let Some(Err(absence)) = &astral {
        eprintln!("astral-html is skipped: {absence}");
    }
    processes.extend(astral.iter().flatten().flat_map(astral::Program::commands));
    let lexbor = arguments.lexbor.as_deref().map(lexbor::Program::build).transpose()?;
    processes.extend(lexbor.iter().flat_map(lexbor::Program::commands));
    for (name, mut command) in processes.into_iter().filter(|(name, _)| wanted(name)) {
        match Process::start(name, &mut command)? {
            Ok(process) => peers.push(Contender { name, runner: Runner::Process(process) }),
            Err(absence) if LIBRARIES.iter().any(|(library, _)| *library == name) => eprintln!(
                "{name} is skipped: {absence}; try --python, or install it with: {} -m pip install selectolax resiliparse turbohtml",
                arguments.python
            ),
            Err(absence) => eprintln!("{name} is skipped: {absence}"),
        }
    }
    Ok(peers)
}
