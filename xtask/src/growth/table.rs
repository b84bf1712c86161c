//! The measurements as tables in Markdown.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::judge::{Point, Series};
use super::peers::{Outcome, PEERS};

/// What the document begins with.
const HEADER: &str = "\
# Robustness

No input makes the parser quadratic where the tree itself is not.
The families of hostile input below (`crates/hedgerow-growth/src/families/`) each take one of the loops of parsing, selecting, changing or writing to its limit, at a size and at twice, four times and eight times that size.

- *Growth* is how much the time grows while what is read or made doubles, for each of the three doublings: bytes, nodes or errors, whichever grow most. Two is linear; 2.3 is the most that passes, in the last step and over the last two.
- *Time* is that of this thread on a shared machine, for the largest input, with the document freed.
- Memory: with `Limits::BROWSER`, and `Limits::nodes` for the families whose tree grows faster than their input, no family takes more than 128 bytes for a byte of input at its peak, and 512 where each byte may be an error that is collected; `crates/hedgerow-growth/tests/memory.rs` counts the allocations at 16 KB, and makes sure that the factor does not grow at 64 KB. `Limits::BROWSER` alone does not bound the memory of those families: it has no limit of nodes.
- Growth counts misses of the caches, too: where a table outgrows one, a step may be above two.
- `cargo xtask growth --quick`, a gate of `cargo xtask ci`, counts the instructions of small inputs with callgrind instead: always the same, at no cost for the parser.
- A last step that is longer than the others, once more than what is made fits into a cache, or into memory that the process has already, is no growth. Less than 5 ms is not judged.
- The peers get what is a plain document, in sizes that double seven times from 8 KB on (from less for the second table), until one takes longer than 2.5 seconds, since twice as much would be beyond 10 seconds for who is quadratic; who is not done after 10 seconds by the clock, on a machine that has others to serve, is ended. The table says the longest input that each has finished, and the seconds that the processor was at it, once. A dash: not a plain document, or a peer that is not there.

Written by `cargo xtask growth --write [--python PROGRAM]`, up to the heading *Fuzzing*, behind which it changes nothing; `PROGRAM` is a Python that has selectolax and turbohtml.
";

/// What stands before the second table.
const HEADER_OF_PRODUCTS: &str = "
### Trees that grow faster than their input

The standard says so where it reconstructs formatting elements in each block, or clones a long option: nodes are made for the product of two parts of the input.
The time for each node stays what it is, at all four sizes.
`Limits::nodes` stops them: the last columns of ours are the largest input with a limit of 50,000. It holds within a token, too: cloning and reconstruction end early, and the tree never has more than about twice as many.

";

/// Where the part begins that people write.
const BY_HAND: &str = "\n## Fuzzing\n";

/// Inputs that began at another length and have doubled since are not quite as long; the size below is 0.71 of it at most.
const ALMOST: f64 = 0.8;

/// What peers make of families, by name.
pub(super) type Outcomes = HashMap<String, [Option<Outcome>; PEERS.len()]>;

/// The whole document: with the part that people have written, if there was one before.
pub(super) fn document(all: &[Series], outcomes: &Outcomes, once: &str, before: &str) -> String {
    let by_hand = before.find(BY_HAND).map_or("", |start| &before[start..]);
    let summary = summary(all, outcomes);
    let tables = tables(all, Some(outcomes));
    format!(
        "{HEADER}\nRun once, `cargo xtask growth --once`: {once}.\n{summary}\n## Families\n\n{tables}{by_hand}"
    )
}

/// Who finishes how many of the families that peers are given.
fn summary(all: &[Series], outcomes: &Outcomes) -> String {
    let given: Vec<(&Series, &[Option<Outcome>; PEERS.len()])> =
        all.iter().filter_map(|series| Some((series, outcomes.get(&series.family)?))).collect();
    let mut text = format!(
        "Of the {} families that peers are given, hedgerow finishes all at the largest size",
        given.len()
    );
    for (index, (_, name)) in PEERS.into_iter().enumerate() {
        let is_there = given.iter().any(|(_, outcomes)| outcomes[index].is_some());
        if !is_there {
            let _ = write!(text, ", {name} was not there");
            continue;
        }
        let finished = given.iter().filter(|(series, outcomes)| {
            let longest = outcomes[index].and_then(|outcome| outcome.longest);
            longest.zip(series.points.last()).is_some_and(|((bytes, _), last)| bytes >= ALMOST * last.bytes)
        });
        let _ = write!(text, ", {name} {}", finished.count());
    }
    text + ".\n"
}

/// The tables alone.
pub(super) fn tables(all: &[Series], outcomes: Option<&Outcomes>) -> String {
    let (products, others): (Vec<&Series>, Vec<&Series>) =
        all.iter().partition(|series| series.limited.is_some());
    let mut text = String::new();
    if !others.is_empty() {
        text += &table(&others, outcomes, &["bytes", "nodes", "time", "growth"], |series, last| {
            vec![size(last.bytes), last.nodes.to_string(), time(last.cost), series.growths_in_words()]
        });
    }
    if !products.is_empty() {
        text += HEADER_OF_PRODUCTS;
        let columns = ["bytes", "nodes", "time", "ns a node", "nodes, limited", "time, limited"];
        text += &table(&products, outcomes, &columns, |series, last| {
            let for_each = |point: &Point| format!("{:.0}", point.cost * 1e9 / point.nodes.max(1.0));
            let for_each: Vec<String> = series.points.iter().map(for_each).collect();
            let limited = series
                .limited
                .as_ref()
                .map_or_else(Default::default, |limited| [limited.nodes.to_string(), time(limited.seconds)]);
            let mut cells =
                vec![size(last.bytes), last.nodes.to_string(), time(last.cost), for_each.join(", ")];
            cells.extend(limited);
            cells
        });
    }
    text
}

fn table(
    all: &[&Series],
    outcomes: Option<&Outcomes>,
    columns: &[&str],
    cells: impl Fn(&Series, &Point) -> Vec<String>,
) -> String {
    let peers = outcomes.map_or_else(Vec::new, |_| PEERS.map(|(_, name)| name).to_vec());
    let columns = [columns, &peers].concat();
    let mut text = format!("| family | {} |\n|---|{}\n", columns.join(" | "), "---:|".repeat(columns.len()));
    for series in all {
        let Some(last) = series.points.last() else { continue };
        let mut cells = cells(series, last);
        if let Some(outcomes) = outcomes {
            let of_family = outcomes.get(&series.family).copied().unwrap_or_default();
            cells.extend(of_family.map(outcome_in_words));
        }
        let _ = writeln!(text, "| {} | {} |", series.family, cells.join(" | "));
    }
    text
}

fn outcome_in_words(outcome: Option<Outcome>) -> String {
    let Some(Outcome { longest, has_crashed }) = outcome else { return "–".to_owned() };
    let longest = longest
        .map_or_else(|| "none".to_owned(), |(bytes, seconds)| format!("{}, {}", size(bytes), time(seconds)));
    if has_crashed { longest + ", then crashes" } else { longest }
}

/// A number of bytes in words.
fn size(bytes: f64) -> String {
    let kilobytes = bytes / 1024.0;
    if kilobytes < 1000.0 { format!("{kilobytes:.0} KB") } else { format!("{:.1} MB", kilobytes / 1024.0) }
}

/// A time in words.
fn time(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1e3) } else { format!("{seconds:.1} s") }
}

#[cfg(test)]
mod tests {
    use super::super::judge::{Limited, Unit};
    use super::*;

    fn series(family: &str, limited: Option<Limited>) -> Series {
        let point = |bytes, cost| Point { bytes, nodes: bytes / 4.0, errors: 0.0, cost };
        let points = vec![point(524_288.0, 0.01), point(1_048_576.0, 0.02)];
        Series { family: family.to_owned(), points, unit: Unit::Seconds, is_plain: true, limited }
    }

    #[test]
    fn what_people_have_written_stays() {
        let slow = Outcome { longest: Some((65_536.0, 4.25)), has_crashed: false };
        let crashed = Outcome { longest: None, has_crashed: true };
        let fast = Outcome { longest: Some((1_048_576.0, 0.1234)), has_crashed: false };
        let outcomes = HashMap::from([("one".to_owned(), [Some(slow), Some(crashed), Some(fast)])]);
        let limited = Limited { nodes: 100.0, seconds: 0.001, is_stopped: true };
        let all = [series("one", None), series("two", Some(limited))];
        let document = document(&all, &outcomes, "once", "# Before\n\n## Fuzzing\n\nby hand\n");
        for expected in [
            "| family | bytes | nodes | time | growth | html5ever | lexbor | turbohtml |\n",
            "| one | 1.0 MB | 262144 | 20.0 ms | 2.00 | 64 KB, 4.2 s | none, then crashes | 1.0 MB, 123.4 ms |\n",
            "| two | 1.0 MB | 262144 | 20.0 ms | 76, 76 | 100 | 1.0 ms | – | – | – |\n",
            "hedgerow finishes all at the largest size, html5ever 0, lexbor 0, turbohtml 1.\n",
        ] {
            assert!(document.contains(expected), "{expected:?} is not in {document}");
        }
        assert!(document.ends_with("\n\n## Fuzzing\n\nby hand\n") && !document.contains("Before"));
    }
}
