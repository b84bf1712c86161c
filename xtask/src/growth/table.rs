//! The measurements as a table in Markdown.

use std::fmt::Write as _;

use super::judge::Series;

/// What the document begins with.
const HEADER: &str = "\
# Robustness

No input makes the parser quadratic where the tree itself is not.
The families of hostile input below (`crates/hedgerow-growth/src/families/`) each take one of the standard's loops to its limit, at a size and at twice, four times and eight times that size.

- *Growth* is how much the time grows while what is read or made doubles, for each of the three doublings: bytes, nodes or errors, whichever grow most. Two is linear; 2.3 is the most that passes, in the last step and over the last two.
- A few trees grow faster than their input, because the standard says so (formatting elements that are reconstructed in each block, clones of a long option). Their time is held against their nodes; `Limits::nodes` stops them.
- *Time* is that of this thread on a shared machine, for the largest input, with the document freed.
- Memory: with `Limits::BROWSER`, and `Limits::nodes` for the families whose tree grows faster than their input, no family takes more than 128 bytes for a byte of input at its peak, and 512 where each byte may be an error that is collected; `crates/hedgerow-growth/tests/memory.rs` counts the allocations at 16 KB. `Limits::BROWSER` alone does not bound the memory of those families: it has no limit of nodes.
- A limit of nodes holds within a token, too: cloning and reconstruction end early, and the tree never has more than about twice as many.
- Growth counts misses of the caches, too: where a table outgrows one, a step may be above two.
- `cargo xtask growth --quick`, a gate of `cargo xtask ci`, counts the instructions of small inputs with callgrind instead: always the same, at no cost for the parser.

Written by `cargo xtask growth --write`, up to the heading *Fuzzing*, behind which nothing is.

";

/// Where the part begins that people write.
const BY_HAND: &str = "\n## Fuzzing\n";

/// The whole document: with the part that people have written, if there was one before.
pub(super) fn document(all: &[Series], before: &str) -> String {
    let by_hand = before.find(BY_HAND).map_or("", |start| &before[start..]);
    format!("{HEADER}{}{by_hand}", table(all))
}

/// The table alone.
pub(super) fn table(all: &[Series]) -> String {
    let mut text = "| family | bytes | nodes | time | growth |\n|---|---:|---:|---:|---|\n".to_owned();
    for series in all {
        let Some(last) = series.points.last() else { continue };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.1} ms | {} |",
            series.family,
            last.bytes,
            last.nodes,
            last.cost * 1e3,
            series.growths_in_words()
        );
    }
    text
}
