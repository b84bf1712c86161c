//! Random numbers for tests, the same ones in each run.

use proptest::prelude::RngExt as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Returns a function that returns random numbers below its argument.
pub(crate) fn random_numbers() -> impl FnMut(usize) -> usize {
    let mut random = TestRng::deterministic_rng(RngAlgorithm::XorShift);
    move |below| random.random_range(0..below)
}
