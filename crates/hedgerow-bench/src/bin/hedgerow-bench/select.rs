//! `--select`: measures the queries of hedgerow and of scraper, on parsed pages and with compiled selectors.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use hedgerow::{Document, Select as _};
use hedgerow_bench::Page;

use crate::measure::median;

/// The queries, in the order of the table.
const QUERIES: [&str; 16] = [
    "#main", ".content", "a", "a.external", "h1, h2, h3", "a[href]", "a[href^=\"http://\"]", "[title]",
    "div p", "table p", "div div div p a", "ul > li:nth-child(2n+1)", "article :not(a) > span", "p:has(a)",
    "p:first-of-type", "*",
];

/// The minimum time of one measurement of one page.
const SHORTEST: Duration = Duration::from_micros(100);

/// The number of queries after which a document has all that it caches for queries.
const CACHED_AFTER: usize = 16;

/// The trees of a page.
struct Trees {
    hedgerow: Document,
    scraper: scraper::Html,
}

/// Measures all queries on all pages, and returns the table.
pub(crate) fn run(pages: &[Page], rounds: usize) -> Result<String> {
    let mut text = String::new();
    for folder in pages.chunk_by(|one, other| one.folder == other.folder) {
        let trees: Vec<Trees> = folder
            .iter()
            .map(|page| Trees {
                hedgerow: hedgerow::parse(&page.text),
                scraper: scraper::Html::parse_document(&page.text),
            })
            .collect();
        let name = folder.first().map_or("", |page| page.folder.as_str());
        writeln!(text, "{name}: {} pages; how many times faster than scraper", folder.len())?;
        writeln!(text, "{:>9} {:>9} {:>9}  query", "all", "slowest", "matches")?;
        for query in QUERIES {
            writeln!(text, "{}", row(query, &trees, rounds)?)?;
        }
        writeln!(text)?;
    }
    Ok(text)
}

/// Returns the row of a query: the ratio over all pages, the smallest ratio of a page, and the number of matches.
fn row(query: &str, trees: &[Trees], rounds: usize) -> Result<String> {
    let ours = hedgerow::Selector::parse(query)?;
    let theirs = scraper::Selector::parse(query).map_err(|error| anyhow!("{query}: {error}"))?;
    let of_hedgerow =
        |trees: &Trees| trees.hedgerow.select(&ours).map_or(0, |matches| matches.map(black_box).count());
    let of_scraper = |trees: &Trees| trees.scraper.select(&theirs).map(black_box).count();
    let (mut matches, mut their_matches) = (0, 0);
    // Repeated queries are measured, so the caches are filled first.
    for page in trees {
        (0..CACHED_AFTER).for_each(|_| {
            black_box(of_hedgerow(page));
        });
    }
    let mut ratios = vec![Vec::with_capacity(rounds); trees.len()];
    let mut totals = Vec::with_capacity(rounds);
    let counts: Vec<[u32; 2]> = trees
        .iter()
        .map(|trees| [repetitions(|| of_hedgerow(trees)), repetitions(|| of_scraper(trees))])
        .collect();
    for page in trees {
        matches += of_hedgerow(page);
        their_matches += of_scraper(page);
    }
    for round in 0..rounds {
        let mut total = [0.0; 2];
        for ((page, count), ratios) in trees.iter().zip(&counts).zip(&mut ratios) {
            let mut times = [0.0; 2];
            // The library that comes first alternates between rounds.
            for turn in 0..2 {
                let which = (turn + round) % 2;
                times[which] = match which {
                    0 => seconds(|| of_hedgerow(page), count[0]),
                    _ => seconds(|| of_scraper(page), count[1]),
                };
            }
            ratios.push(times[1] / times[0]);
            total = [total[0] + times[0], total[1] + times[1]];
        }
        totals.push(total[1] / total[0]);
    }
    let slowest = ratios.iter().map(|ratios| median(ratios.iter().copied())).min_by(f64::total_cmp);
    let slowest = slowest.context("no page")?;
    // The trees may differ, because html5ever follows an older standard.
    let also = if matches == their_matches { String::new() } else { format!(" (scraper: {their_matches})") };
    Ok(format!("{:>9.1} {slowest:>9.1} {matches:>9}  {query}{also}", median(totals.into_iter())))
}

/// Returns the average seconds of a run.
fn seconds(run: impl Fn() -> usize, count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        black_box(run());
    }
    start.elapsed().as_secs_f64() / f64::from(count)
}

/// Returns the number of runs of a query that take at least [`SHORTEST`] together.
fn repetitions(run: impl Fn() -> usize) -> u32 {
    let mut count = 1;
    while seconds(&run, count) * f64::from(count) < SHORTEST.as_secs_f64() {
        count *= 2;
    }
    count
}
