//! The results as a table and as JSON.

use serde_json::{Value, json};

use crate::measure::Results;

impl Results<'_> {
    /// All bytes over all time, in megabytes a second.
    fn throughput(&self, contender: usize) -> f64 {
        let bytes: usize = self.pages.iter().map(|page| page.text.len()).sum();
        let seconds: f64 = self.medians[contender].iter().sum();
        megabytes_a_second(bytes, seconds)
    }

    /// How many times faster the first contender is: all bytes over all time.
    fn ratio(&self, contender: usize) -> f64 {
        self.throughput(0) / self.throughput(contender)
    }

    /// The same as the geometric mean over the pages.
    fn geometric_mean(&self, contender: usize) -> f64 {
        let logarithms =
            self.medians[contender].iter().zip(&self.medians[0]).map(|(time, first)| (time / first).ln());
        #[expect(clippy::cast_precision_loss, reason = "there are not so many pages")]
        let count = self.pages.len() as f64;
        (logarithms.sum::<f64>() / count).exp()
    }

    /// The least ratio over the pages.
    fn least(&self, contender: usize) -> f64 {
        let ratios = self.medians[contender].iter().zip(&self.medians[0]).map(|(time, first)| time / first);
        ratios.fold(f64::INFINITY, f64::min)
    }
}

#[expect(clippy::cast_precision_loss, reason = "pages are far below 2^52 bytes")]
fn megabytes_a_second(bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / seconds / 1e6
}

/// A table for people.
pub(crate) fn print_text(results: &Results<'_>, each_page: bool) {
    let bytes: usize = results.pages.iter().map(|page| page.text.len()).sum();
    println!(
        "{} pages, {bytes} bytes; medians; {} is compared with each\n",
        results.pages.len(),
        results.contenders[0].name
    );
    println!(
        "{:<24} {:>10} {:>14} {:>14} {:>12}",
        "", "MB/s", "ratio (bytes)", "ratio (pages)", "least page"
    );
    for (index, contender) in results.contenders.iter().enumerate() {
        println!(
            "{:<24} {:>10.0} {:>14.2} {:>14.2} {:>12.2}",
            contender.name,
            results.throughput(index),
            results.ratio(index),
            results.geometric_mean(index),
            results.least(index),
        );
    }
    if each_page {
        println!();
        for (page_index, page) in results.pages.iter().enumerate() {
            println!("{} ({} bytes)", page.name, page.text.len());
            for (index, contender) in results.contenders.iter().enumerate() {
                let seconds = results.medians[index][page_index];
                let speed = megabytes_a_second(page.text.len(), seconds);
                println!("  {:<22} {:>10.1} µs {:>8.0} MB/s", contender.name, seconds * 1e6, speed);
            }
        }
    }
}

/// An object with everything.
pub(crate) fn to_json(results: &Results<'_>) -> Value {
    let contenders: Vec<Value> = results
        .contenders
        .iter()
        .enumerate()
        .map(|(index, contender)| {
            json!({
                "name": contender.name,
                "megabytes_a_second": results.throughput(index),
                "ratio_bytes": results.ratio(index),
                "ratio_pages": results.geometric_mean(index),
                "least_page": results.least(index),
                "seconds": results.medians[index],
            })
        })
        .collect();
    let pages: Vec<Value> =
        results.pages.iter().map(|page| json!({ "name": page.name, "bytes": page.text.len() })).collect();
    json!({ "pages": pages, "contenders": contenders })
}
