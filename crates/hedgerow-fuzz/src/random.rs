//! [`Random`]: numbers that are the same in each run.

/// A small generator of numbers: Marsaglia's xorshift64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The same seed gives the same numbers.
    ///
    /// ```
    /// use hedgerow_fuzz::Random;
    /// assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below a bound, which must not be 0.
    ///
    /// ```
    /// assert!(hedgerow_fuzz::Random::new(1).below(3) < 3);
    /// ```
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    /// One of some things; there must be one.
    ///
    /// ```
    /// assert!(["a", "b"].contains(&hedgerow_fuzz::Random::new(1).pick(&["a", "b"])));
    /// ```
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
