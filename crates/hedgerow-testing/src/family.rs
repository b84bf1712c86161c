//! [`Family`]: a kind of hostile input, from which inputs of any size are generated.

use hedgerow::Limits;

use crate::{Feeding, Outcome, Part, input};

/// A kind of hostile input: a recipe for inputs of any size.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name.
    pub name: &'static str,
    /// The parts of an input.
    pub parts: &'static [Part],
    /// The way to feed an input to the parser.
    pub feeding: Feeding,
}

impl Family {
    /// Creates a family whose inputs are parsed at once, as documents.
    pub(crate) const fn new(name: &'static str, parts: &'static [Part]) -> Self {
        Self { name, parts, feeding: Feeding::Whole }
    }

    /// Sets the feeding.
    pub(crate) const fn fed(self, feeding: Feeding) -> Self {
        Self { feeding, ..self }
    }

    /// Returns the number of repetitions for an input of about `bytes` bytes.
    #[must_use]
    pub fn repetitions(&self, bytes: usize) -> usize {
        let mut most = 1;
        while self.input(most).len() < bytes {
            most *= 2;
        }
        let mut least = most / 2;
        while least + 1 < most {
            let middle = usize::midpoint(least, most);
            if self.input(middle).len() < bytes {
                least = middle;
            } else {
                most = middle;
            }
        }
        most
    }

    /// Returns the number of repetitions for the shortest input of a measurement.
    ///
    /// The input has about `bytes` bytes. It is shorter if the tree grows faster than the input, so that the tree is never much
    /// larger than for an ordinary family.
    ///
    /// ```
    /// for family in hedgerow_testing::families() {
    ///     let length = family.input(family.least_repetitions(65536)).len();
    ///     assert_eq!(length < 65536, family.is_superlinear(), "{}", family.name);
    /// }
    /// ```
    #[must_use]
    pub fn least_repetitions(&self, bytes: usize) -> usize {
        const BYTES_FOR_A_ROOT: usize = 32;
        self.repetitions(if self.is_superlinear() { BYTES_FOR_A_ROOT * bytes.isqrt() } else { bytes })
    }

    /// Returns the input with the given number of repetitions.
    #[must_use]
    pub fn input(&self, repetitions: usize) -> String {
        input(self.parts, repetitions)
    }

    /// Parses an input and drops the result.
    ///
    /// This method is never inlined, so that a profiler can attribute instructions to it.
    #[inline(never)]
    #[must_use]
    pub fn run(&self, input: &str) -> Outcome {
        self.feeding.run(input, Limits::UNLIMITED)
    }

    /// Parses an input with limits and drops the result.
    ///
    /// ```
    /// use hedgerow::limits::{Limit, Stop};
    /// use hedgerow::Limits;
    /// let family = hedgerow_testing::families().next().unwrap();
    /// let outcome = family.run_within(&family.input(10), Limits::UNLIMITED.nodes(5));
    /// assert_eq!(outcome.stop, Some(Stop::Limit(Limit::Nodes { most: 5 })));
    /// ```
    #[must_use]
    pub fn run_within(&self, input: &str, limits: Limits) -> Outcome {
        self.feeding.run(input, limits)
    }

    /// Whether the standard makes the tree grow faster than the input, because its number of nodes is the product of two parts of
    /// the input.
    #[must_use]
    pub fn is_superlinear(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Root(_)))
    }
}
