//! `cargo xtask extra compare browser`: passes sanitized HTML to a browser, which must not run anything in it, and compares the trees.
//!
//! The cases come from the attack generator. `page.html` runs in the browser. It inserts the sanitized HTML in three ways: with
//! `innerHTML` in one of the contexts, with `setHTML()`, and as a page. Nothing may run, and the trees must be equal to
//! hedgerow's. The page also passes the original attack to `setHTML()`, and compares that tree.

mod cases;
mod server;

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use hedgerow_bench::TemporaryFolder;
use serde::Deserialize;

use cases::Cases;

/// The maximum number of findings that are printed.
const MOST_SHOWN: usize = 20;

/// The longest time that a batch may take.
const MAX_BATCH_TIME: Duration = Duration::from_secs(600);

/// The settings of Chromium: no window, and no connections of its own.
const FLAGS: &[&str] = &[
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/// The command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The number of cases
    #[arg(long, default_value_t = 200_000)]
    cases: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program: Chromium, or another browser with its options
    #[arg(long, default_value = "chromium")]
    browser: String,
}

/// The report of the page about a batch.
#[derive(Debug, Deserialize)]
struct Report {
    batch: usize,
    /// The version of the browser.
    browser: String,
    counts: BTreeMap<String, usize>,
    findings: Vec<serde_json::Value>,
}

/// Runs the cases. Returns whether there are no findings.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let cases = Arc::new(Cases::new(options.seed, options.cases));
    let batches = cases.batches();
    let (sender, reports) = channel();
    std::thread::spawn(move || server::serve(&listener, &cases, &sender));
    let profile = TemporaryFolder::new("browser")?;
    let mut browser = Command::new(&options.browser)
        .args(FLAGS)
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("http://{address}/"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", options.browser))?;
    println!("{} cases, seed {}", options.cases, options.seed);
    let has_passed = collect(&reports, batches, &mut browser);
    browser.kill()?;
    browser.wait()?;
    has_passed
}

/// Adds up the reports of all batches, and prints the sums and the findings.
fn collect(reports: &Receiver<Vec<u8>>, batches: usize, browser: &mut Child) -> Result<bool> {
    let mut counts = BTreeMap::<String, usize>::new();
    let mut findings = Vec::new();
    let mut version = String::new();
    for done in 0..batches {
        let Ok(report) = reports.recv_timeout(MAX_BATCH_TIME) else {
            bail!("no report after {done} batches; the browser: {:?}", browser.try_wait()?);
        };
        let report: Report = serde_json::from_slice(&report)?;
        for (name, count) in report.counts {
            *counts.entry(name).or_default() += count;
        }
        for finding in report.findings {
            if findings.len() < MOST_SHOWN {
                println!("batch {}: {finding:#}", report.batch);
            }
            findings.push(finding);
        }
        version = report.browser;
    }
    println!("{version}");
    for (name, count) in &counts {
        println!("{count:>9} {name}");
    }
    println!("{:>9} findings", findings.len());
    Ok(findings.is_empty())
}
