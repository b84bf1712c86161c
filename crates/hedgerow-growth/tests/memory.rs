//! What the families take of memory, with the limits that a service would set: a stated factor of the input at most.
//!
//! There is one test, since memory is counted for the whole process.

use dhat::{HeapStats, Profiler};
use hedgerow::{Limit, Limits, Stop};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Long enough that what a parser takes for any document does not count.
const SIZE: usize = 1 << 14;

/// The most bytes for a byte of input, docs/robustness.md; and where each byte may be an error or two that is collected.
const MOST_BYTES_FOR_A_BYTE: usize = 128;
const MOST_BYTES_WITH_ERRORS: usize = 512;

#[test]
fn memory_stays_within_a_factor_of_the_input() {
    let mut greedy = Vec::new();
    for family in hedgerow_growth::all() {
        let input = family.input(family.repetitions(SIZE));
        let mut limits = Limits::BROWSER;
        if family.is_superlinear() {
            // Less than there is: no family is let go because it is short.
            limits.nodes = Some(SIZE as u32 / 16);
        }
        let profiler = Profiler::builder().testing().build();
        let made = family.run_within(&input, limits);
        let peak = HeapStats::get().max_bytes;
        drop(profiler);
        if let Some(most) = limits.nodes {
            let is_stopped =
                matches!(made.stop, Some(Stop::Limit(Limit::Nodes { .. } | Limit::Depth { .. })));
            assert!(is_stopped, "{}: {:?} with {} nodes", family.name, made.stop, made.nodes);
            assert!(made.nodes <= 2 * most as usize + 16, "{}: {} nodes", family.name, made.nodes);
        }
        let collects_errors = family.feeding.collects_errors();
        let most_bytes = if collects_errors { MOST_BYTES_WITH_ERRORS } else { MOST_BYTES_FOR_A_BYTE };
        if peak > most_bytes * input.len() {
            greedy.push(format!("{}: {} bytes for a byte", family.name, peak / input.len()));
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}
