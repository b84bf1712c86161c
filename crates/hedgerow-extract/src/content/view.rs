//! [`View`]: a block with the counts of its surroundings, for the rules of the first pass.

use std::ops::Range;

use foldhash::HashMap;
use hedgerow_base::{NameId, known};

use super::names::Hints;
use super::survey::{Block, Container, Counts, Places, Survey};

/// The part of a number in another.
pub(crate) fn share(part: u32, whole: u32) -> f32 {
    mean(part, whole.max(1))
}

/// The mean of a sum.
#[expect(clippy::cast_precision_loss, reason = "signals are estimates")]
pub(crate) fn mean(sum: u32, number: u32) -> f32 {
    sum as f32 / number.max(1) as f32
}

/// The natural logarithm of a number and one.
pub(crate) fn logarithm(value: f32) -> f32 {
    (1.0 + value).ln()
}

/// The logit of a score, without infinities.
pub(crate) fn logit(score: f32) -> f32 {
    (score + 1e-3).ln() - (1.001 - score).ln()
}

/// The properties of the whole page.
pub(crate) struct Page {
    pub(crate) total: Counts,
    pub(crate) has_main: bool,
    pub(crate) articles: u32,
    /// The share of the text in `main` elements.
    pub(crate) main_share: f32,
    pub(crate) words: f32,
    pub(crate) many_articles: f32,
    /// The blocks of the smallest elements with half, three quarters and nearly all of the running text.
    best: [Range<u32>; 3],
    /// The index of the first block in an `h1`.
    title: Option<usize>,
}

/// An element that is one of several of one kind.
#[derive(Clone, Copy, Default)]
pub(crate) struct Repetition {
    pub(crate) number: f32,
    pub(crate) good: f32,
}

/// The elements around each container, for all containers of a page.
pub(crate) struct Surroundings {
    /// The nearest containers with five blocks and with twenty.
    parts: Vec<[u32; 2]>,
    repetitions: Vec<Repetition>,
    /// For each container, the number of siblings of its kind.
    siblings: Vec<u32>,
}

impl Surroundings {
    pub(crate) fn of(survey: &Survey<'_>) -> Self {
        let mut kinds: HashMap<(u32, u64), (u32, u32)> = HashMap::default();
        for container in &survey.containers {
            let kind = kinds.entry((container.parent, container.kind)).or_default();
            kind.0 += 1;
            kind.1 += survey.counts(&container.blocks).words;
        }
        let mut parts: Vec<[u32; 2]> = Vec::with_capacity(survey.containers.len());
        let mut repetitions: Vec<Repetition> = Vec::with_capacity(survey.containers.len());
        let mut siblings = Vec::with_capacity(survey.containers.len());
        for (index, container) in survey.containers.iter().enumerate() {
            let own = index as u32;
            let is_root = container.parent == own;
            let counts = survey.counts(&container.blocks);
            let outer = parts.get(container.parent as usize).copied().unwrap_or([own; 2]);
            let [part, region] = outer;
            parts.push([
                if counts.blocks >= 5 || is_root { own } else { part },
                if counts.blocks >= 20 || is_root { own } else { region },
            ]);
            let (number, words) = kinds.get(&(container.parent, container.kind)).copied().unwrap_or_default();
            siblings.push(number);
            let is_part =
                [known::P, known::LI, known::TR, known::TD, known::H2, known::H3].contains(&container.name);
            let repetition = if number >= 3 && !is_part && words > 0 {
                Repetition {
                    number: (logarithm(mean(number, 1)) / 4.0).min(1.0),
                    good: if counts.good > 0 { 1.0 } else { 0.0 },
                }
            } else if is_root {
                Repetition::default()
            } else {
                repetitions.get(container.parent as usize).copied().unwrap_or_default()
            };
            repetitions.push(repetition);
        }
        Self { parts, repetitions, siblings }
    }

    /// The nearest containers with five blocks and with twenty.
    pub(crate) fn parts(&self, container: u32) -> [u32; 2] {
        self.parts.get(container as usize).copied().unwrap_or_default()
    }
}

impl Page {
    pub(crate) fn of(survey: &Survey<'_>) -> Self {
        let all = 0..survey.blocks.len() as u32;
        let total = survey.counts(&all);
        let is_outermost = |container: &&Container<'_>| {
            let outer = survey.container(container.parent).filter(|outer| !std::ptr::eq(*outer, *container));
            container.places.has(Places::MAIN) && !outer.is_some_and(|outer| outer.places.has(Places::MAIN))
        };
        let mains = survey.containers.iter().filter(is_outermost);
        let in_main = mains.map(|found| survey.counts(&found.blocks).characters).sum();
        let articles =
            survey.containers.iter().filter(|container| container.name == known::ARTICLE).count() as u32;
        let has_main = survey.containers.iter().any(|container| container.places.has(Places::MAIN));
        let mut best = [0..0, 0..0, 0..0];
        for (best, parts) in best.iter_mut().zip([10, 15, 19]) {
            let is_best = |container: &&Container<'_>| {
                total.good > 0 && survey.counts(&container.blocks).good * 20 >= total.good * parts
            };
            if let Some(found) =
                survey.containers.iter().filter(is_best).max_by_key(|container| container.depth)
            {
                *best = found.blocks.clone();
            }
        }
        let is_title =
            |block: &Block| survey.container(block.parent).is_some_and(|parent| parent.name == known::H1);
        Self {
            total,
            has_main,
            articles,
            main_share: share(in_main, total.characters),
            words: (logarithm(mean(total.words, 1)) / 10.0).min(1.0),
            many_articles: (logarithm(mean(articles, 1)) / 4.0).min(1.0),
            best,
            title: survey.blocks.iter().position(is_title),
        }
    }
}

/// A block with the counts of its surroundings.
pub(crate) struct View<'s, 'd> {
    pub(crate) page: &'s Page,
    pub(crate) counts: Counts,
    pub(crate) words: u32,
    pub(crate) link_density: f32,
    pub(crate) container: &'s Container<'d>,
    name: NameId,
    /// The meanings of the names of the nearest two containers.
    pub(crate) own: Hints,
    pub(crate) parent: Counts,
    pub(crate) grandparent: Counts,
    pub(crate) part: Counts,
    pub(crate) region: Counts,
    pub(crate) repetition: Repetition,
    pub(crate) siblings: f32,
    pub(crate) is_in_best: [bool; 3],
    /// The share of the running text before the block.
    pub(crate) good_before: f32,
    pub(crate) place: f32,
    pub(crate) place_in_text: f32,
    pub(crate) is_before_title: bool,
    pub(crate) near_heading: f32,
    /// The density of links and the length of the next block.
    pub(crate) next: (f32, f32),
    /// The five blocks on each side, and the fifteen.
    pub(crate) near: Counts,
    pub(crate) around: Counts,
}

/// The signal of a condition.
pub(crate) fn flag(condition: bool) -> f32 {
    if condition { 1.0 } else { 0.0 }
}

/// The value of a signal that falls with a distance.
fn nearness(distance: usize, scale: f32) -> f32 {
    (-mean(distance as u32, 1) / scale).exp()
}

impl<'s, 'd> View<'s, 'd> {
    /// Returns the view of a block. `heading` is the index of the last block in a heading.
    pub(crate) fn of(
        survey: &'s Survey<'d>,
        page: &'s Page,
        surroundings: &Surroundings,
        index: usize,
        heading: Option<usize>,
    ) -> Option<Self> {
        let block = survey.blocks.get(index)?;
        let container = survey.container(block.parent)?;
        let outer = survey.container(container.parent)?;
        let parts = surroundings.parts(block.parent);
        let of = |index: u32| {
            survey.container(index).map_or(Counts::default(), |found| survey.counts(&found.blocks))
        };
        let next = survey.blocks.get(index + 1).map_or((0.0, 0.0), |block| {
            (block.counts.link_density(), (logarithm(mean(block.counts.words, 1)) / 5.0).min(1.0))
        });
        let number = survey.blocks.len();
        let place = index as u32;
        let window = |width: usize| {
            let range = index.saturating_sub(width) as u32..(index + width + 1).min(number) as u32;
            survey.counts(&range)
        };
        let before = survey.counts(&(0..place));
        Some(Self {
            page,
            counts: block.counts,
            words: block.counts.words,
            link_density: block.counts.link_density(),
            container,
            name: container.name,
            own: container.own.with(outer.own),
            parent: survey.counts(&container.blocks),
            grandparent: survey.counts(&outer.blocks),
            part: of(parts[0]),
            region: of(parts[1]),
            repetition: surroundings.repetitions.get(block.parent as usize).copied().unwrap_or_default(),
            siblings: {
                let siblings = surroundings.siblings.get(block.parent as usize).copied().unwrap_or_default();
                (logarithm(mean(siblings, 1)) / 4.0).min(1.0)
            },
            is_in_best: page.best.clone().map(|best| best.contains(&place)),
            good_before: share(before.good, page.total.good),
            place: mean(place, number as u32),
            place_in_text: share(before.characters, page.total.characters),
            is_before_title: page.title.is_some_and(|title| title > index),
            near_heading: heading.map_or(0.0, |heading| nearness(index - heading, 5.0)),
            next,
            near: window(5),
            around: window(15),
        })
    }

    pub(crate) fn has_name(&self, names: &[NameId]) -> f32 {
        flag(names.contains(&self.name))
    }
}
