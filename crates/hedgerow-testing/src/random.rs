//! [`Random`]: a reproducible generator of pseudorandom numbers.

/// A small pseudorandom number generator: Marsaglia's xorshift64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator. The same seed generates the same numbers.
    ///
    /// ```
    /// use hedgerow_testing::Random;
    /// assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below a bound, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    /// Returns one of the items. There must be at least one.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
