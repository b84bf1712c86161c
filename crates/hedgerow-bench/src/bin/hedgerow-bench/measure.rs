//! Measures the times of all contenders, alternating page by page.

use std::time::{Duration, Instant};

use anyhow::Result;
use hedgerow_bench::Page;

use crate::contenders::{Contender, Runner};

/// The minimum time of one measurement, including untimed parts; short pages are parsed several times.
const SHORTEST: Duration = Duration::from_micros(200);

/// The times of each contender for each page.
pub(crate) struct Results<'r> {
    pub(crate) contenders: &'r [Contender],
    pub(crate) pages: &'r [Page],
    pub(crate) rounds: usize,
    /// Whether each contender got all pages in turn, without warming up.
    pub(crate) is_cold: bool,
    /// In seconds, by contender, page and round.
    pub(crate) times: Vec<Vec<Vec<f64>>>,
}

/// Measures all contenders on all pages.
pub(crate) fn run<'r>(
    contenders: &'r mut [Contender],
    pages: &'r [Page],
    rounds: usize,
    is_cold: bool,
) -> Result<Results<'r>> {
    let clock = seconds_to_read_the_clock();
    let mut times = vec![vec![Vec::with_capacity(rounds); pages.len()]; contenders.len()];
    let mut repetitions = Vec::with_capacity(contenders.len());
    for contender in contenders.iter_mut() {
        if let Runner::Process(process) = &mut contender.runner {
            process.keep(pages)?;
        }
        let counts = pages.iter().enumerate().map(|(index, page)| repetitions_of(contender, index, page));
        repetitions.push(counts.collect::<Result<Vec<u32>>>()?);
    }
    for _ in 0..if is_cold { rounds } else { 0 } {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let reading = if matches!(contender.runner, Runner::Part(_)) { clock } else { 0.0 };
            for (index, (page, times)) in pages.iter().zip(times).enumerate() {
                times.push((contender.seconds(index, &page.text, 1)? - reading).max(0.0));
            }
        }
    }
    for round in 0..if is_cold { 0 } else { rounds } {
        for (page_index, page) in pages.iter().enumerate() {
            // Each round begins with a different contender.
            for turn in 0..contenders.len() {
                let index = (turn + round) % contenders.len();
                let contender = &mut contenders[index];
                // Untimed, so that the caches and the heap are in the state in which this contender leaves them.
                contender.seconds(page_index, &page.text, 1)?;
                let count = repetitions[index][page_index];
                let seconds = contender.seconds(page_index, &page.text, count)? / f64::from(count);
                let reading = if matches!(contender.runner, Runner::Part(_)) { clock } else { 0.0 };
                times[index][page_index].push((seconds - reading).max(0.0));
            }
        }
    }
    Ok(Results { contenders, pages, rounds, is_cold, times })
}

/// Returns the number of parses of a page for the minimum time. This is the warm-up, too.
fn repetitions_of(contender: &mut Contender, index: usize, page: &Page) -> Result<u32> {
    let mut count = 1;
    loop {
        let start = Instant::now();
        contender.seconds(index, &page.text, count)?;
        if start.elapsed() >= SHORTEST {
            return Ok(count);
        }
        count *= 2;
    }
}

/// Returns the time between two consecutive readings of the clock, which is included in the time of each single run.
fn seconds_to_read_the_clock() -> f64 {
    median((0..1001).map(|_| Instant::now().elapsed().as_secs_f64()))
}

/// Returns the median of one or more numbers.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
