//! Runs each target on all seeds and on mutations of them. A failure shows the input; `cargo xtask fuzz TARGET` accepts it as a
//! file.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use hedgerow_testing::{GROWTH, Mutator, TARGETS, Target, seeds};

/// The number of mutations for each target.
const MUTATIONS: usize = 4000;

/// The number of mutations for the target `growth`, which runs each of them many times.
const MUTATIONS_FOR_GROWTH: usize = 1000;

fn run(target: &Target, input: &[u8]) {
    if let Err(reason) = catch_unwind(AssertUnwindSafe(|| target.run(input))) {
        eprintln!("{} does not hold for b\"{}\"", target.name, input.escape_ascii());
        resume_unwind(reason);
    }
}

/// Without overflow checks, the targets would not find overflows.
#[test]
fn overflow_is_checked_in_tests() {
    let overflow = || black_box(u32::MAX) + black_box(1);
    assert!(catch_unwind(overflow).is_err());
}

#[test]
fn all_targets_hold() {
    let seeds = seeds().expect("the cases are part of the repository");
    for target in TARGETS {
        for seed in &seeds {
            run(target, seed);
        }
        let mut mutator = Mutator::new(1);
        let mutations = if target.name == GROWTH.name { MUTATIONS_FOR_GROWTH } else { MUTATIONS };
        for _ in 0..mutations {
            run(target, &mutator.mutated(&seeds, target.longest));
        }
    }
}
