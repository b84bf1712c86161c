//! `--hostile FAMILY`: measures one peer on the inputs of a family, each twice as long as the one before.
//!
//! The measurement ends after the longest input, or after the first input that takes more than [`LONG`] seconds,
//! because a quadratic peer takes four times as long for the next input. An input that takes longer than [`LONGEST`] is
//! aborted. Each result is printed as soon as it is measured, after an empty line, which says that the peer is available: a peer
//! may crash on the first input.

use std::io::{self, Write as _};
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use hedgerow_bench::Page;
use hedgerow_testing::Family;
use hedgerow_testing::processor_time;
use serde_json::json;

use crate::contenders::{Contender, Runner};

/// The length of the shortest input, and the number of doublings.
const SHORTEST: usize = 1 << 13;
const DOUBLINGS: u32 = 7;

/// A peer that takes longer than this many seconds does not get the next input.
const LONG: f64 = 2.5;

/// The maximum wall-clock time for one input.
const LONGEST: Duration = Duration::from_secs(10);

/// Measures the single peer in `peers`. Prints an empty line when the peer is ready, and each result as soon as it is known.
pub(crate) fn run(family: &str, mut peers: Vec<Contender>) -> Result<()> {
    let Some(family) = hedgerow_testing::families().find(|known| known.name == family) else {
        bail!("unknown family {family:?}; cargo xtask growth lists all families");
    };
    if peers.len() > 1 {
        let names: Vec<_> = peers.iter().map(|peer| peer.name).collect();
        bail!("--hostile measures one peer, but --peers selects {}", names.join(", "));
    }
    // If the peer is not available, a message was printed.
    let Some(mut peer) = peers.pop() else { return Ok(()) };
    let pages = inputs(family);
    if let Runner::Process(process) = &mut peer.runner {
        process.keep(&pages)?;
    }
    writeln!(io::stdout())?;
    for (index, page) in pages.iter().enumerate() {
        let seconds = seconds_within_limit(&mut peer, index, &page.text)?;
        print(page.text.len(), Some(seconds))?;
        if seconds > LONG {
            break;
        }
    }
    Ok(())
}

fn inputs(family: &Family) -> Vec<Page> {
    let least = family.least_repetitions(SHORTEST);
    let page = |doubling| Page {
        folder: "growth".to_owned(),
        name: family.name.to_owned(),
        path: None,
        text: family.input(least << doubling),
    };
    (0..=DOUBLINGS).map(page).collect()
}

/// Prints a line for one input; `None` means that the input took too long.
fn print(bytes: usize, seconds: Option<f64>) -> io::Result<()> {
    writeln!(io::stdout(), "{}", json!({ "bytes": bytes, "seconds": seconds }))
}

/// Returns the processor time; ends the program if the input takes too long.
fn seconds_within_limit(peer: &mut Contender, index: usize, page: &str) -> Result<f64> {
    let killer = match &peer.runner {
        Runner::Process(process) => Some(process.killer()),
        _ => None,
    };
    let (done, awaited) = mpsc::channel::<()>();
    let bytes = page.len();
    let watch = thread::spawn(move || {
        if awaited.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
            // If printing fails, the reader has closed the pipe.
            let _ = print(bytes, None);
            if let Some(kill) = killer {
                kill();
            }
            process::exit(0);
        }
    });
    let seconds = match &mut peer.runner {
        Runner::Process(process) => process.run(index, 1)?.processor,
        Runner::Whole(run) => {
            let start = processor_time();
            run(page);
            processor_time().saturating_sub(start).as_secs_f64()
        }
        Runner::Part(_) | Runner::Shared(_) => bail!("{} is not a peer", peer.name),
    };
    drop(done);
    watch.join().ok().context("the watch has failed")?;
    Ok(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_peers_are_an_error() {
        let peers = ["one", "two"].map(|name| Contender { name, runner: Runner::Whole(|_| {}) });
        let error = run("nested div", peers.into()).unwrap_err();
        assert_eq!(error.to_string(), "--hostile measures one peer, but --peers selects one, two");
    }
}
