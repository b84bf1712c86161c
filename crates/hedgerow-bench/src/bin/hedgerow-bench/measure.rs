//! Measures the times of all contenders. They alternate page by page, or, with `--cold`, each gets all pages in turn.

use std::time::{Duration, Instant};

use anyhow::Result;
use hedgerow_bench::Page;

use crate::contenders::Contender;

/// The minimum time of one warm measurement, including untimed parts; short pages are parsed several times.
const SHORTEST: Duration = Duration::from_micros(200);

/// The times of each contender for each page.
pub(crate) struct Results<'r> {
    pub(crate) contenders: &'r [Contender],
    pub(crate) pages: &'r [Page],
    pub(crate) rounds: usize,
    /// Whether each contender got all pages in turn, once in each round.
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
    for contender in contenders.iter_mut() {
        contender.keep(pages)?;
    }
    let mut times = vec![vec![Vec::with_capacity(rounds); pages.len()]; contenders.len()];
    if is_cold {
        measure_cold(contenders, pages, rounds, &mut times)?;
    } else {
        measure_warm(contenders, pages, rounds, &mut times)?;
    }
    Ok(Results { contenders, pages, rounds, is_cold, times })
}

/// Gives each contender all pages in turn, once in each round.
fn measure_cold(
    contenders: &mut [Contender],
    pages: &[Page],
    rounds: usize,
    times: &mut [Vec<Vec<f64>>],
) -> Result<()> {
    let clock = seconds_to_read_the_clock();
    for _ in 0..rounds {
        for (contender, times) in contenders.iter_mut().zip(&mut *times) {
            for (index, (page, times)) in pages.iter().zip(times).enumerate() {
                let seconds = contender.seconds(index, &page.text, 1)?;
                times.push(contender.without_clock(seconds, clock));
            }
        }
    }
    Ok(())
}

/// Gives each page to all contenders in turn. Each parses it once untimed, and then as often as the minimum time requires.
fn measure_warm(
    contenders: &mut [Contender],
    pages: &[Page],
    rounds: usize,
    times: &mut [Vec<Vec<f64>>],
) -> Result<()> {
    let clock = seconds_to_read_the_clock();
    let mut repetitions = Vec::with_capacity(contenders.len());
    for contender in contenders.iter_mut() {
        let counts = pages.iter().enumerate().map(|(index, page)| repetitions_of(contender, index, page));
        repetitions.push(counts.collect::<Result<Vec<u32>>>()?);
    }
    for round in 0..rounds {
        for (page_index, page) in pages.iter().enumerate() {
            // Each round begins with a different contender.
            for turn in 0..contenders.len() {
                let index = (turn + round) % contenders.len();
                let contender = &mut contenders[index];
                // Untimed, so that the caches and the heap are in the state in which this contender leaves them.
                contender.seconds(page_index, &page.text, 1)?;
                let count = repetitions[index][page_index];
                let seconds = contender.seconds(page_index, &page.text, count)? / f64::from(count);
                times[index][page_index].push(contender.without_clock(seconds, clock));
            }
        }
    }
    Ok(())
}

/// Returns the number of parses of a page that take at least [`SHORTEST`] together.
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
