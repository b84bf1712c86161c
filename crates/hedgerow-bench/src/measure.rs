//! Taking the times, contender by contender and page by page in turn.

use std::time::{Duration, Instant};

use crate::contenders::Contender;
use crate::pages::Page;

/// The least time that one measurement takes; short pages are parsed several times for it.
const SHORTEST: Duration = Duration::from_micros(200);

/// The median time of each contender for each page.
pub(crate) struct Results<'r> {
    pub(crate) contenders: &'r [&'r Contender],
    pub(crate) pages: &'r [Page],
    /// In seconds; by contender, then by page.
    pub(crate) medians: Vec<Vec<f64>>,
}

/// Measures all contenders on all pages.
pub(crate) fn run<'r>(contenders: &'r [&'r Contender], pages: &'r [Page], rounds: usize) -> Results<'r> {
    let mut times = vec![vec![Vec::with_capacity(rounds); pages.len()]; contenders.len()];
    let repetitions: Vec<Vec<u32>> = contenders
        .iter()
        .map(|contender| pages.iter().map(|page| repetitions(contender, page)).collect())
        .collect();
    for round in 0..rounds {
        for (page_index, page) in pages.iter().enumerate() {
            // Each round another one comes first.
            for turn in 0..contenders.len() {
                let index = (turn + round) % contenders.len();
                let contender = contenders[index];
                // Not counted: so that each finds the caches and the heap as itself has left them.
                (contender.run)(&page.text);
                let count = repetitions[index][page_index];
                let start = Instant::now();
                for _ in 0..count {
                    (contender.run)(&page.text);
                }
                times[index][page_index].push(start.elapsed().as_secs_f64() / f64::from(count));
            }
        }
    }
    let medians = times
        .into_iter()
        .map(|pages| pages.into_iter().map(|mut times| median(&mut times)).collect())
        .collect();
    Results { contenders, pages, medians }
}

/// How often a page has to be parsed for a measurement of some length. This is the warm-up, too.
fn repetitions(contender: &Contender, page: &Page) -> u32 {
    let mut count = 1;
    loop {
        let start = Instant::now();
        for _ in 0..count {
            (contender.run)(&page.text);
        }
        if start.elapsed() >= SHORTEST {
            return count;
        }
        count *= 2;
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
