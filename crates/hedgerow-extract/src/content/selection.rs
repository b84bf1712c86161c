//! The scores of blocks, the choice among them, and the nodes that are left out.

use hedgerow_base::known;
use hedgerow_dom::{Document, NodeRef, Slot};

use super::names::Hints;
use super::rules::{BASE, RULES, Rule, SECOND_RULES, SecondRule};
use super::second::{Scores, SecondView};
use super::survey::{Places, Survey};
use super::view::{Page, Surroundings, View};
use super::{ContentOptions, Preference};

/// The logistic function.
fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// Returns the score of each block: an estimate of the probability that it is content.
pub(super) fn scores(survey: &Survey<'_>, without: Option<&str>) -> Vec<f32> {
    let page = Page::of(survey);
    let surroundings = Surroundings::of(survey);
    let mut first = Vec::with_capacity(survey.blocks.len());
    // The sums of the second pass, so far without its own rules.
    let mut sums = Vec::with_capacity(survey.blocks.len());
    let mut heading = None;
    let headings = [known::H1, known::H2, known::H3, known::H4, known::H5, known::H6];
    for (index, block) in survey.blocks.iter().enumerate() {
        if survey.container(block.parent).is_some_and(|parent| headings.contains(&parent.name)) {
            heading = Some(index);
        }
        let mut sum = BASE;
        if let Some(view) = View::of(survey, &page, &surroundings, index, heading) {
            for Rule { weights, signal, .. } in RULES.iter().filter(|rule| Some(rule.name) != without) {
                let signal = signal(&view);
                sum[0] += weights[0] * signal;
                sum[1] += weights[1] * signal;
            }
        }
        first.push(logistic(sum[0]));
        sums.push(sum[1]);
    }
    let scores = Scores::new(survey, first);
    let second = |(index, mut sum): (usize, f32)| {
        if let Some(view) = SecondView::of(survey, &surroundings, &scores, index) {
            for SecondRule { weight, signal, .. } in
                SECOND_RULES.iter().filter(|rule| Some(rule.name) != without)
            {
                sum += weight * signal(&view);
            }
        }
        logistic(sum)
    };
    sums.into_iter().enumerate().map(second).collect()
}

/// The chosen blocks.
pub(super) struct Chosen {
    /// For each block, whether it is content.
    pub(super) blocks: Vec<bool>,
    /// The F1 that is expected of them.
    pub(super) confidence: f32,
    pub(super) words: u32,
}

/// The number of groups of scores.
const GROUPS: usize = 256;

/// Chooses the blocks with the best scores, as many as the expected F1 of their words is best with.
///
/// With the probabilities p and the words w, the expected number of words that are content is the sum of p·w. So if the blocks
/// above a threshold are chosen, their F1 is about 2·(sum of p·w above it) / (sum of w above it + sum of p·w).
pub(super) fn choose(survey: &Survey<'_>, scores: &[f32], options: ContentOptions) -> Chosen {
    let is_excluded = |index: usize| {
        let container = survey.blocks.get(index).and_then(|block| survey.container(block.parent));
        container.is_some_and(|container| {
            !options.comments && container.hints.has(Hints::COMMENT)
                || !options.tables && container.places.has(Places::TABLE)
        })
    };
    let group_of = |score: f32| {
        #[expect(clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a score is from 0 to 1")]
        let group = (score * GROUPS as f32) as usize;
        group.min(GROUPS - 1)
    };
    let mut groups = [(0.0_f64, 0.0_f64); GROUPS];
    for (index, (&score, block)) in scores.iter().zip(&survey.blocks).enumerate() {
        if let Some(group) = groups.get_mut(group_of(score)).filter(|_| !is_excluded(index)) {
            group.0 += f64::from(score) * f64::from(block.counts.words);
            group.1 += f64::from(block.counts.words);
        }
    }
    let all: f64 = groups.iter().map(|group| group.0).sum();
    // The weight of lost content against other text that is chosen: beta squared of the measure F.
    let beta = match options.prefer {
        Preference::Balance => 1.0,
        Preference::Precision => 0.25,
        Preference::Recall => 4.0,
    };
    let (mut content, mut words) = (0.0, 0.0);
    let (mut threshold, mut best) = (GROUPS, 0.0);
    for (index, group) in groups.iter().enumerate().rev() {
        content += group.0;
        words += group.1;
        let expected = (1.0 + beta) * content / (words + beta * all);
        if expected > best {
            (threshold, best) = (index, expected);
        }
    }
    let is_chosen = |(index, &score): (usize, &f32)| group_of(score) >= threshold && !is_excluded(index);
    let mut blocks: Vec<bool> = scores.iter().enumerate().map(is_chosen).collect();
    choose_images(survey, &mut blocks);
    let chosen = survey.blocks.iter().zip(&blocks).filter(|(_, is_chosen)| **is_chosen);
    #[expect(clippy::cast_possible_truncation, reason = "the confidence is an estimate")]
    let confidence = best as f32;
    Chosen { confidence, words: chosen.map(|(block, _)| block.counts.words).sum(), blocks }
}

/// An image between two blocks of content is content.
fn choose_images(survey: &Survey<'_>, blocks: &mut [bool]) {
    let has_text = |index: &usize| survey.blocks.get(*index).is_some_and(|block| block.counts.words > 0);
    let texts: Vec<usize> = (0..blocks.len()).filter(has_text).collect();
    let mut next = 0;
    for index in 0..blocks.len() {
        if texts.get(next) == Some(&index) {
            next += 1;
            continue;
        }
        let is_content =
            |text: Option<&usize>| text.and_then(|text| blocks.get(*text)).copied().unwrap_or_default();
        let before = next.checked_sub(1).and_then(|before| texts.get(before));
        let is_between = is_content(before) && is_content(texts.get(next));
        if let Some(is_chosen) = blocks.get_mut(index) {
            *is_chosen = is_between;
        }
    }
}

/// The nodes that are left out, and those that are content as a whole, a bit for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Omitted {
    nodes: Vec<u64>,
    /// Nodes that contain omitted nodes.
    partial: Vec<u64>,
    /// Nodes that are, or contain, text or images of the content.
    content: Vec<u64>,
}

fn bit(node: Slot) -> (usize, u64) {
    (node.index() / 64, 1 << (node.index() % 64))
}

fn set(bits: &mut [u64], node: Slot) -> bool {
    let (index, bit) = bit(node);
    let Some(word) = bits.get_mut(index) else { return false };
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// Sets the bits of a node and its ancestors. If a bit is set, so are those of the ancestors of its node.
fn mark<'d>(bits: &mut [u64], mut nodes: impl Iterator<Item = NodeRef<'d>>) {
    while nodes.next().is_some_and(|node| set(bits, node.slot())) {}
}

fn has(bits: &[u64], node: Slot) -> bool {
    let (index, bit) = bit(node);
    bits.get(index).is_some_and(|word| word & bit != 0)
}

impl Omitted {
    pub(super) fn new(document: &Document, survey: &Survey<'_>, chosen: &[bool]) -> Self {
        let words = document.id_limit() / 64 + 1;
        let mut found = Self { nodes: vec![0; words], partial: vec![0; words], content: vec![0; words] };
        let mut before = vec![0_u32];
        let mut count = 0;
        for (block, &is_chosen) in survey.blocks.iter().zip(chosen) {
            count += u32::from(is_chosen);
            before.push(count);
            let leaves = survey.leaves.get(block.leaves.start as usize..block.leaves.end as usize);
            for leaf in leaves.unwrap_or_default() {
                if is_chosen {
                    mark(&mut found.content, leaf.inclusive_ancestors());
                } else {
                    found.omit(*leaf);
                }
            }
        }
        let at = |index: u32| before.get(index as usize).copied().unwrap_or_default();
        for container in &survey.containers {
            if at(container.blocks.start) == at(container.blocks.end) {
                found.omit(container.element);
            }
        }
        found
    }

    /// Leaves out a node. Its ancestors are no longer whole.
    fn omit(&mut self, node: NodeRef<'_>) {
        set(&mut self.nodes, node.slot());
        mark(&mut self.partial, node.ancestors());
    }

    pub(super) fn contains(&self, node: NodeRef<'_>) -> bool {
        has(&self.nodes, node.slot())
    }

    /// Whether a node is, or contains, text or images of the content.
    pub(super) fn has_content(&self, node: NodeRef<'_>) -> bool {
        has(&self.content, node.slot())
    }

    /// Whether a node that is not left out contains no node that is.
    pub(super) fn is_whole(&self, node: NodeRef<'_>) -> bool {
        !has(&self.partial, node.slot())
    }
}
