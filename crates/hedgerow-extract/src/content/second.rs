//! [`SecondView`]: the scores of the first pass around a block, for the rules of the second pass.

use std::ops::{Add, Range, Sub};

use foldhash::HashMap;

use super::survey::Survey;
use super::view::Surroundings;

/// A sum of scores: the score of the words, the words, the score of the blocks, and the blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum([f64; 4]);

impl Add for Sum {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] + other.0[index]))
    }
}

impl Sub for Sum {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] - other.0[index]))
    }
}

impl Sum {
    fn one(score: f32, words: u32) -> Self {
        // A block without words counts a little.
        let words = f64::from(words) + 0.5;
        let score = f64::from(score);
        Self([score * words, words, score, 1.0])
    }

    /// The mean score of the words.
    #[expect(clippy::cast_possible_truncation, reason = "signals are estimates")]
    pub(crate) fn of_words(self) -> f32 {
        let [score, words, ..] = self.0;
        if words > 0.0 { (score / words) as f32 } else { 0.0 }
    }

    /// The mean score of the blocks.
    #[expect(clippy::cast_possible_truncation, reason = "signals are estimates")]
    pub(crate) fn of_blocks(self) -> f32 {
        let [.., score, blocks] = self.0;
        if blocks > 0.0 { (score / blocks) as f32 } else { 0.0 }
    }
}

/// The scores of the first pass.
pub(crate) struct Scores {
    first: Vec<f32>,
    /// The sums before each block, and of all blocks.
    sums: Vec<Sum>,
    best_after: Vec<f32>,
    /// The sums of the children of one kind of a container.
    kinds: HashMap<(u32, u64), Sum>,
}

impl Scores {
    pub(crate) fn new(survey: &Survey<'_>, scores: Vec<f32>) -> Self {
        let mut sum = Sum::default();
        let mut sums = vec![sum];
        for (&score, block) in scores.iter().zip(&survey.blocks) {
            sum = sum + Sum::one(score, block.counts.words);
            sums.push(sum);
        }
        let running = |best: &mut f32, score: &f32| {
            *best = best.max(*score);
            Some(*best)
        };
        let mut best_after: Vec<f32> = scores.iter().rev().scan(0.0, running).collect();
        best_after.reverse();
        let mut found = Self { first: scores, sums, best_after, kinds: HashMap::default() };
        for container in &survey.containers {
            let sum = found.sum(&container.blocks);
            let kind = found.kinds.entry((container.parent, container.kind)).or_default();
            *kind = *kind + sum;
        }
        found
    }

    fn sum(&self, blocks: &Range<u32>) -> Sum {
        let at = |index: u32| self.sums.get(index as usize).copied().unwrap_or_default();
        at(blocks.end) - at(blocks.start)
    }
}

/// The scores of the first pass around a block.
pub(crate) struct SecondView {
    pub(crate) score: f32,
    pub(crate) grandparent: Sum,
    pub(crate) great_grandparent: Sum,
    pub(crate) part: Sum,
    pub(crate) region: Sum,
    /// The mean score of the siblings of the parent of the nearest container that have its kind.
    pub(crate) parents_kind: f32,
    /// The eight blocks before and after.
    pub(crate) before: Sum,
    pub(crate) after: Sum,
    pub(crate) page: Sum,
    pub(crate) best_after: f32,
    pub(crate) rest: f32,
}

impl SecondView {
    pub(crate) fn of(
        survey: &Survey<'_>,
        surroundings: &Surroundings,
        scores: &Scores,
        index: usize,
    ) -> Option<Self> {
        let block = survey.blocks.get(index)?;
        let container = survey.container(block.parent)?;
        let outer = survey.container(container.parent)?;
        let outermost = survey.container(outer.parent)?;
        let of =
            |index: u32| survey.container(index).map_or(Sum::default(), |found| scores.sum(&found.blocks));
        let kind =
            |parent: u32, kind: u64| scores.kinds.get(&(parent, kind)).map_or(0.0, |sum| sum.of_words());
        let place = index as u32;
        let number = survey.blocks.len() as u32;
        let [part, region] = surroundings.parts(block.parent);
        let page = scores.sum(&(0..number));
        let rest = scores.sum(&(place..number));
        Some(Self {
            score: scores.first.get(index).copied()?,
            grandparent: scores.sum(&outer.blocks),
            great_grandparent: scores.sum(&outermost.blocks),
            part: of(part),
            region: of(region),
            parents_kind: kind(outer.parent, outer.kind),
            before: scores.sum(&(place.saturating_sub(8)..place)),
            after: scores.sum(&((place + 1).min(number)..(place + 9).min(number))),
            page,
            best_after: scores.best_after.get(index).copied()?,
            rest: Sum([rest.0[0], page.0[0].max(1e-6), 0.0, 0.0]).of_words(),
        })
    }
}
