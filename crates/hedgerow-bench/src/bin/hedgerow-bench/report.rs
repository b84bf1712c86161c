//! The results as tables.

use std::fmt::Write as _;
use std::ops::Range;

use hedgerow_bench::{Page, SMALL};

use crate::contenders::{Contender, DROP_ALONE, PARSE_ALONE, Runner};
use crate::measure::{Results, median};

/// The results for the pages of one folder.
struct Folder<'r> {
    results: &'r Results<'r>,
    name: &'r str,
    /// The range of the folder's pages, which are adjacent in the results.
    range: Range<usize>,
}

impl<'r> Folder<'r> {
    /// Returns all folders, in the order of the pages.
    fn all(results: &'r Results<'r>) -> Vec<Self> {
        let mut end = 0;
        let same_folder = |one: &Page, other: &Page| one.folder == other.folder;
        results
            .pages
            .chunk_by(same_folder)
            .map(|pages| {
                let start = end;
                end += pages.len();
                Self { results, name: &pages[0].folder, range: start..end }
            })
            .collect()
    }

    fn pages(&self) -> &'r [Page] {
        &self.results.pages[self.range.clone()]
    }

    /// Returns the times of a contender in seconds, by page and round.
    fn times(&self, contender: usize) -> &'r [Vec<f64>] {
        &self.results.times[contender][self.range.clone()]
    }

    /// Returns the median times of a contender, in seconds.
    fn medians(&self, contender: usize) -> impl Iterator<Item = f64> {
        self.times(contender).iter().map(|times| median(times.iter().copied()))
    }

    /// Returns the times of a contender for all pages together, in seconds, by round.
    fn totals(&self, contender: usize) -> impl Iterator<Item = f64> {
        let times = self.times(contender);
        (0..self.results.rounds).map(|round| times.iter().map(|times| times[round]).sum())
    }

    fn bytes(&self) -> usize {
        self.pages().iter().map(|page| page.text.len()).sum()
    }

    /// Returns the throughput of a contender for all pages together, in megabytes per second.
    fn throughput(&self, contender: usize) -> f64 {
        megabytes_a_second(self.bytes(), self.medians(contender).sum())
    }

    /// Returns the time of a contender divided by the first contender's time, for all pages. The division is done within each
    /// round, because the machine may be faster in one round than in another.
    fn ratio(&self, contender: usize) -> f64 {
        median_ratio(self.totals(contender), self.totals(0))
    }

    /// Returns the [`ratio`](Self::ratio) for each page.
    fn ratios(&self, contender: usize) -> impl Iterator<Item = f64> {
        let pairs = self.times(contender).iter().zip(self.times(0));
        pairs.map(|(times, firsts)| median_ratio(times.iter().copied(), firsts.iter().copied()))
    }

    /// Returns the geometric mean of the [`ratios`](Self::ratios).
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 pages")]
    fn geometric_mean(&self, contender: usize) -> f64 {
        let logarithms: f64 = self.ratios(contender).map(f64::ln).sum();
        (logarithms / self.range.len() as f64).exp()
    }

    /// Returns the smallest of the [`ratios`](Self::ratios), and the name of its page.
    fn least(&self, contender: usize) -> (f64, &'r str) {
        self.ratios(contender)
            .zip(self.pages())
            .map(|(ratio, page)| (ratio, page.name.as_str()))
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .unwrap_or((f64::NAN, ""))
    }

    /// Returns the time of freeing divided by the time of parsing; `None` if one of them was not measured.
    fn drop_share(&self) -> Option<f64> {
        let totals = |name| {
            let index = self.results.contenders.iter().position(|contender| contender.name == name)?;
            Some(self.totals(index))
        };
        Some(median_ratio(totals(DROP_ALONE)?, totals(PARSE_ALONE)?))
    }
}

/// Returns the median of the quotients.
fn median_ratio(numbers: impl Iterator<Item = f64>, divisors: impl Iterator<Item = f64>) -> f64 {
    median(numbers.zip(divisors).map(|(number, divisor)| number / divisor))
}

#[expect(clippy::cast_precision_loss, reason = "pages are far below 2^52 bytes")]
fn megabytes_a_second(bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / seconds / 1e6
}

/// Returns the version of a library that is not in the lock file.
fn version(contender: &Contender) -> Option<&str> {
    match &contender.runner {
        Runner::Process(process) => Some(process.version()),
        Runner::Whole(_) | Runner::Part(_) | Runner::Shared(_) => None,
    }
}

/// Returns tables for people.
pub(crate) fn to_text(results: &Results<'_>, each_page: bool) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "Medians of {} rounds. A ratio is a contender's time divided by the time of {} in the same round: once for \
         all pages together, and once as the geometric mean over the pages.",
        results.rounds, results.contenders[0].name
    );
    if results.is_cold {
        text.push_str(
            "Each contender gets all pages in turn, once in each round. The allocators have their default settings, \
             unless the name says that memory is kept.\n",
        );
    }
    for contender in results.contenders {
        if let Some(version) = version(contender) {
            let _ = writeln!(text, "{} is version {version}.", contender.name);
        }
    }
    for folder in Folder::all(results) {
        let _ = writeln!(text, "\n{}: {} pages, {} bytes", folder.name, folder.pages().len(), folder.bytes());
        // Small documents have columns of their own, with times instead of speeds.
        if folder.name == SMALL {
            add_each_time(&mut text, &folder);
        } else {
            add_throughput(&mut text, &folder);
        }
        if let Some(share) = folder.drop_share() {
            let _ = writeln!(text, "Freeing the tree takes {:.1} % of the time of parsing.", share * 100.0);
        }
    }
    if each_page {
        add_pages(&mut text, results);
    }
    text
}

fn add_throughput(text: &mut String, folder: &Folder<'_>) {
    let _ = writeln!(
        text,
        "{:<24} {:>10} {:>14} {:>14} {:>11}",
        "", "MB/s", "ratio (bytes)", "ratio (pages)", "least ratio"
    );
    for (index, contender) in folder.results.contenders.iter().enumerate() {
        // Freeing does not read the page; its share is printed below.
        if contender.name == DROP_ALONE {
            continue;
        }
        let (least, page) = folder.least(index);
        let _ = writeln!(
            text,
            "{:<24} {:>10.0} {:>14.2} {:>14.2} {:>11.2} {page}",
            contender.name,
            folder.throughput(index),
            folder.ratio(index),
            folder.geometric_mean(index),
            least,
        );
    }
}

fn add_each_time(text: &mut String, folder: &Folder<'_>) {
    let _ = write!(text, "{:<24}", "");
    for page in folder.pages() {
        let _ = write!(text, " {:>20} {:>7}", format!("{} bytes, µs", page.text.len()), "ratio");
    }
    let _ = writeln!(text);
    for (index, contender) in folder.results.contenders.iter().enumerate() {
        let _ = write!(text, "{:<24}", contender.name);
        for (seconds, ratio) in folder.medians(index).zip(folder.ratios(index)) {
            let _ = write!(text, " {:>20.3} {ratio:>7.2}", seconds * 1e6);
        }
        let _ = writeln!(text);
    }
}

fn add_pages(text: &mut String, results: &Results<'_>) {
    for (page_index, page) in results.pages.iter().enumerate() {
        let _ = writeln!(text, "\n{}/{} ({} bytes)", page.folder, page.name, page.text.len());
        for (contender, times) in results.contenders.iter().zip(&results.times) {
            let seconds = median(times[page_index].iter().copied());
            let speed = megabytes_a_second(page.text.len(), seconds);
            let _ = writeln!(text, "  {:<24} {:>10.1} µs {:>8.0} MB/s", contender.name, seconds * 1e6, speed);
        }
    }
}
