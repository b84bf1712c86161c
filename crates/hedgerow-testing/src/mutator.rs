//! [`Mutator`]: reproducible mutations of inputs.
//!
//! It gets no feedback from the target, unlike libFuzzer.

use crate::{Random, dictionary};

/// Generates inputs by mutating others.
#[derive(Debug)]
pub struct Mutator {
    random: Random,
    words: Vec<String>,
}

impl Mutator {
    /// Creates a mutator. The same seed generates the same inputs.
    ///
    /// ```
    /// use hedgerow_testing::Mutator;
    /// let mutate = |seed| Mutator::new(seed).mutated(&[b"<p>a\0".to_vec()], 100);
    /// assert_eq!(mutate(1), mutate(1));
    /// assert_ne!(mutate(1), mutate(2));
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), words: dictionary() }
    }

    /// Returns one of the inputs with a few changes, cut to at most `longest` bytes.
    #[must_use]
    pub fn mutated(&mut self, seeds: &[Vec<u8>], longest: usize) -> Vec<u8> {
        let mut data = self.one_of(seeds).to_vec();
        for _ in 0..=self.random.below(6) {
            self.change(&mut data, seeds);
        }
        data.truncate(longest);
        data
    }

    fn change(&mut self, data: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let (start, end) = self.range(data.len());
        match self.random.below(8) {
            0 => drop(data.drain(start..end)),
            1 => data.extend_from_within(start..end),
            2 => {
                let copy = data[start..end].to_vec();
                self.insert(data, &copy);
            }
            3 => {
                // The choices are at the end of the input.
                let position = data.len().saturating_sub(1 + self.random.below(20));
                if let Some(byte) = data.get_mut(position) {
                    *byte = self.byte();
                }
            }
            4 => {
                let bytes: Vec<u8> = (0..self.random.below(256)).map(|_| self.byte()).collect();
                data.pop();
                data.extend(&bytes);
                data.extend(u8::try_from(bytes.len()));
            }
            5 => {
                let other = self.one_of(seeds).to_vec();
                let (start, end) = self.range(other.len());
                self.insert(data, &other[start..end]);
            }
            _ => {
                let word = self.random.below(self.words.len());
                let word = self.words[word].clone();
                self.insert(data, word.as_bytes());
            }
        }
    }

    fn insert(&mut self, data: &mut Vec<u8>, bytes: &[u8]) {
        let position = self.random.below(data.len() + 1);
        data.splice(position..position, bytes.iter().copied());
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.random.below(256)).unwrap_or_default()
    }

    fn range(&mut self, length: usize) -> (usize, usize) {
        let start = self.random.below(length + 1);
        (start, (start + self.random.below(40)).min(length))
    }

    fn one_of<'s>(&mut self, seeds: &'s [Vec<u8>]) -> &'s [u8] {
        if seeds.is_empty() { &[] } else { &seeds[self.random.below(seeds.len())] }
    }
}
