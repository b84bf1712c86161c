//! What the families take of memory, with the limits that a service would set: a stated factor of the input at most.
//!
//! There is one test, since memory is counted for the whole process.

use dhat::{HeapStats, Profiler};
use hedgerow::{Limit, Limits, Stop};
use hedgerow_growth::Family;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Long enough that what a parser takes for any document does not count.
const SIZE: usize = 1 << 14;

/// By how much inputs are longer where it is seen whether the factor grows. It is a power of two, so that vectors that double are
/// as full as before.
const LONGER: usize = 4;

/// The most bytes for a byte of input, docs/robustness.md; and where each byte may be an error or two that is collected.
const MOST_BYTES_FOR_A_BYTE: usize = 128;
const MOST_BYTES_WITH_ERRORS: usize = 512;

/// The most by which the bytes for a byte may grow with longer inputs: a product of two parts makes it four.
const MOST_GROWTH_IN_TENTHS: usize = 15;

#[test]
fn memory_stays_within_a_factor_of_the_input() {
    let mut greedy = Vec::new();
    for family in hedgerow_growth::all() {
        let [short, mut long] = [SIZE, LONGER * SIZE].map(|size| thousandths_for_a_byte(family, size));
        let grows = |from: usize, to: usize| 10 * to > MOST_GROWTH_IN_TENTHS * from;
        let mut is_growing = grows(short, long);
        if is_growing {
            // An index that is built from some size on is one step, and no growth: the next size tells the two apart.
            let longest = thousandths_for_a_byte(family, LONGER * LONGER * SIZE);
            is_growing = grows(long, longest);
            long = longest;
        }
        let collects_errors = family.feeding.collects_errors();
        let most_bytes = if collects_errors { MOST_BYTES_WITH_ERRORS } else { MOST_BYTES_FOR_A_BYTE };
        if short.max(long) > 1000 * most_bytes || is_growing {
            greedy.push(format!("{}: {short} and {long} thousandths for a byte", family.name));
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}

/// What an input of a family takes at its peak, in thousandths of a byte for each byte.
fn thousandths_for_a_byte(family: &Family, size: usize) -> usize {
    let input = family.input(family.repetitions(size));
    let mut limits = Limits::BROWSER;
    if family.is_superlinear() {
        // Less than there is: no family is let go because it is short.
        limits = limits.nodes(size as u32 / 16);
    }
    let profiler = Profiler::builder().testing().build();
    let made = family.run_within(&input, limits);
    let peak = HeapStats::get().max_bytes;
    drop(profiler);
    if let Some(most) = limits.nodes {
        let is_stopped = matches!(made.stop, Some(Stop::Limit(Limit::Nodes { .. } | Limit::Depth { .. })));
        assert!(is_stopped, "{}: {:?} with {} nodes", family.name, made.stop, made.nodes);
        assert!(made.nodes <= 2 * most as usize + 16, "{}: {} nodes", family.name, made.nodes);
    }
    1000 * peak / input.len()
}
