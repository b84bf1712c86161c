//! What must hold for any input: [`Target`]s that libFuzzer runs on bytes it makes up (`cargo xtask fuzz`), and that tests run
//! on seeds and on mutations of them, which are always the same.
//!
//! A target panics if something does not hold. Its input is an HTML text mostly, with bytes behind it that choose options,
//! cuts and the like; the last byte says how many of them there are.
//!
//! What is not here: the fuzzer itself, which is libFuzzer, and the corpora that it collects.
#![forbid(unsafe_code)]

mod clock;
mod dictionary;
mod growth;
mod input;
mod linear_time;
mod mutator;
mod random;
mod round_trip;
mod seeds;
mod targets;
mod trees;

pub use clock::processor_time;
pub use dictionary::dictionary;
pub use growth::{Growth, NODE, Point, Resource, too_fast};
pub use linear_time::assert_linear_time;
pub use mutator::Mutator;
pub use random::Random;
pub use round_trip::{RoundTrip, RoundTripResult, Written};
pub use seeds::seeds;
pub use targets::{
    BYTES, CHUNKS, CONTEXTS, EDITS, ERRORS, FRAGMENTS, GROWTH, JSON, MUTATIONS, OPERATIONS, SELECTORS,
    SERIALIZE, SPANS, TARGETS, TEXT, check_order_of_spans, check_spans, describe_spans,
};
pub use trees::nodes;

/// Something that must hold for any input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// What it checks.
    pub about: &'static str,
    /// The longest input that is worth while.
    pub longest: usize,
    check: fn(&[u8]),
}

impl Target {
    /// Checks an input.
    ///
    /// ```
    /// hedgerow_fuzz::TEXT.run(b"<p>a<table>b\0");
    /// ```
    ///
    /// # Panics
    ///
    /// If something does not hold.
    pub fn run(&self, data: &[u8]) {
        (self.check)(data);
    }
}
