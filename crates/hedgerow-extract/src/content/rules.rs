//! The rules that decide how likely a block is content.
//!
//! Two passes decide. In the first, each block has a score by its own signals and those of the elements around it. In the second,
//! the scores of the first pass in the elements around it and in its neighbours count as well. A score is the logistic function
//! of the weighted sum of the signals, an estimate of the probability that the block is content.
//!
//! The weights were fitted to half of a collection of pages whose content is known; `docs/content.md` has the effect of each rule.

use hedgerow_base::known;

use super::names::Hints;
use super::second::SecondView;
use super::survey::Places;
use super::view::{View, flag, logit, share};

/// A rule of the first pass, which also counts in the second.
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    /// The meaning of the signal.
    pub(crate) reason: &'static str,
    /// The weight in the first and in the second pass.
    pub(crate) weights: [f32; 2],
    /// The signal, from 0 to 1.
    pub(crate) signal: fn(&View<'_, '_>) -> f32,
}

/// A rule of the second pass.
pub(crate) struct SecondRule {
    pub(crate) name: &'static str,
    /// The meaning of the signal.
    pub(crate) reason: &'static str,
    pub(crate) weight: f32,
    /// The signal: a score, from 0 to 1, or its logarithm.
    pub(crate) signal: fn(&SecondView) -> f32,
}

const fn rule(
    name: &'static str,
    reason: &'static str,
    weights: [f32; 2],
    signal: fn(&View<'_, '_>) -> f32,
) -> Rule {
    Rule { name, reason, weights, signal }
}

const fn second(
    name: &'static str,
    reason: &'static str,
    weight: f32,
    signal: fn(&SecondView) -> f32,
) -> SecondRule {
    SecondRule { name, reason, weight, signal }
}

/// The sum without any signal, in each pass.
pub(crate) const BASE: [f32; 2] = [1.166, 1.038];

/// The rules of the first pass.
#[rustfmt::skip]
pub(crate) const RULES: [Rule; 88] = [
    rule("no-words", "a block without words is an image or a symbol", [-4.763, -9.681], |v| flag(v.words == 0)),
    rule("one-or-two-words", "labels are shorter than sentences", [-0.686, -1.597], |v| flag(matches!(v.words, 1..=2))),
    rule("links", "navigation consists of links", [-1.115, -2.608], |v| v.link_density),
    rule("only-links", "a block of links alone is navigation or a list of titles", [0.570, 1.292], |v| flag(v.link_density > 0.9)),
    rule("sentence", "running text has sentences", [0.248, 0.659], |v| flag(v.counts.sentences > 0)),
    rule("comma", "running text has commas", [0.229, 0.621], |v| flag(v.counts.commas > 0)),
    rule("digits", "dates, prices and counts have many digits", [-1.386, -3.108], |v| share(v.counts.digits, v.counts.characters)),
    rule("image", "an image within a block", [-0.386, -1.007], |v| flag(v.counts.images > 0)),
    rule("copyright", "a copyright sign marks the end of a page", [-1.597, -3.957], |v| flag(v.counts.copyright > 0)),
    rule("h2", "the element directly around the block", [0.973, 2.463], |v| v.has_name(&[known::H2])),
    rule("p", "the element directly around the block", [0.821, 1.978], |v| v.has_name(&[known::P])),
    rule("blockquote", "the element directly around the block", [3.473, 10.295], |v| v.has_name(&[known::BLOCKQUOTE])),
    rule("figcaption", "the element directly around the block", [0.000, -2.896], |v| v.has_name(&[known::FIGCAPTION])),
    rule("li", "the element directly around the block", [1.002, 2.375], |v| v.has_name(&[known::LI])),
    rule("in-article", "an article is content", [-0.458, -1.182], |v| flag(v.container.places.has(Places::ARTICLE))),
    rule("in-navigation", "navigation", [0.650, 0.991], |v| flag(v.container.places.has(Places::NAVIGATION))),
    rule("in-header", "the header of the page", [-0.836, -2.104], |v| flag(v.container.places.has(Places::HEADER))),
    rule("in-footer", "the footer of the page", [-3.059, -5.350], |v| flag(v.container.places.has(Places::FOOTER))),
    rule("in-aside", "an aside is beside the content", [-0.893, -2.546], |v| flag(v.container.places.has(Places::ASIDE))),
    rule("in-form", "a form is to be filled in", [-1.040, -2.231], |v| flag(v.container.places.has(Places::FORM))),
    rule("in-table", "tables have data or layout", [1.230, 2.420], |v| flag(v.container.places.has(Places::TABLE))),
    rule("in-dialog", "a dialog interrupts", [-3.013, -6.587], |v| flag(v.container.places.has(Places::DIALOG))),
    rule("in-quote", "quotations are text", [0.545, 2.116], |v| flag(v.container.places.has(Places::QUOTE))),
    rule("in-details", "details are text that opens", [1.722, 3.541], |v| flag(v.container.places.has(Places::DETAILS))),
    rule("in-address", "contact data", [0.000, -7.255], |v| flag(v.container.places.has(Places::ADDRESS))),
    rule("in-hidden", "text that is hidden at first", [-0.517, -1.253], |v| flag(v.container.places.has(Places::HIDDEN))),
    rule("in-button", "the label of a button", [-1.183, -1.933], |v| flag(v.container.places.has(Places::BUTTON))),
    rule("in-article-footer", "the footer of an article", [-2.336, -5.524], |v| flag(v.container.places.has(Places::ARTICLE_FOOTER))),
    rule("in-label", "the label of a control", [-0.902, -3.257], |v| flag(v.container.places.has(Places::LABEL))),
    rule("in-noscript", "text for browsers without scripts", [-0.770, -1.372], |v| flag(v.container.places.has(Places::NOSCRIPT))),
    rule("within-navigation", "a name of an element around the block", [-0.647, -1.085], |v| flag(v.container.hints.has(Hints::NAVIGATION))),
    rule("within-foot", "a name of an element around the block", [-0.645, -1.447], |v| flag(v.container.hints.has(Hints::FOOT))),
    rule("within-head", "a name of an element around the block", [-0.248, -0.632], |v| flag(v.container.hints.has(Hints::HEAD))),
    rule("within-popup", "a name of an element around the block", [-1.185, -2.211], |v| flag(v.container.hints.has(Hints::POPUP))),
    rule("within-social", "a name of an element around the block", [-1.062, -2.917], |v| flag(v.container.hints.has(Hints::SOCIAL))),
    rule("within-product", "a name of an element around the block", [-0.664, -1.227], |v| flag(v.container.hints.has(Hints::PRODUCT))),
    rule("within-review", "a name of an element around the block", [-0.748, -1.628], |v| flag(v.container.hints.has(Hints::REVIEW))),
    rule("within-contents", "a name of an element around the block", [0.587, 1.851], |v| flag(v.container.hints.has(Hints::CONTENTS))),
    rule("within-side", "a name of an element around the block", [0.260, 0.560], |v| flag(v.container.hints.has(Hints::SIDE))),
    rule("within-card", "a name of an element around the block", [0.270, 0.584], |v| flag(v.container.hints.has(Hints::CARD))),
    rule("named-navigation", "a name of one of the two nearest elements", [-0.603, -1.583], |v| flag(v.own.has(Hints::NAVIGATION))),
    rule("named-foot", "a name of one of the two nearest elements", [-1.097, -1.983], |v| flag(v.own.has(Hints::FOOT))),
    rule("named-comment", "a name of one of the two nearest elements", [-2.582, -5.723], |v| flag(v.own.has(Hints::COMMENT))),
    rule("named-related", "a name of one of the two nearest elements", [-1.350, -3.494], |v| flag(v.own.has(Hints::RELATED))),
    rule("named-product", "a name of one of the two nearest elements", [1.025, 2.485], |v| flag(v.own.has(Hints::PRODUCT))),
    rule("named-author", "a name of one of the two nearest elements", [-1.403, -2.315], |v| flag(v.own.has(Hints::AUTHOR))),
    rule("named-popup", "a name of one of the two nearest elements", [-1.297, -4.395], |v| flag(v.own.has(Hints::POPUP))),
    rule("named-promotion", "a name of one of the two nearest elements", [-0.873, -2.777], |v| flag(v.own.has(Hints::PROMOTION))),
    rule("named-meta", "a name of one of the two nearest elements", [-0.315, -0.977], |v| flag(v.own.has(Hints::META))),
    rule("named-control", "a name of one of the two nearest elements", [-0.325, -0.852], |v| flag(v.own.has(Hints::CONTROL))),
    rule("named-contents", "a name of one of the two nearest elements", [-1.119, -2.599], |v| flag(v.own.has(Hints::CONTENTS))),
    rule("outside-of-main", "the page has a main element elsewhere", [-0.894, -1.398], |v| flag(v.page.has_main && !v.container.places.has(Places::MAIN))),
    rule("outside-of-articles", "the page has articles elsewhere", [-1.061, -2.153], |v| flag(v.page.articles > 0 && !v.container.places.has(Places::ARTICLE))),
    rule("among-articles", "one of several articles: a feed", [-1.125, -1.657], |v| flag(v.page.articles > 2 && v.container.places.has(Places::ARTICLE))),
    rule("share-of-main", "a main element with most of the text", [0.705, 1.550], |v| if v.container.places.has(Places::MAIN) { v.page.main_share } else { 0.0 }),
    rule("parent-words", "blocks of the nearest element are long", [0.260, 1.023], |v| v.parent.words_per_block()),
    rule("grandparent-links", "density of links one level up", [0.341, 1.012], |v| v.grandparent.link_density()),
    rule("grandparent-good", "share of the running text one level up", [0.802, 2.076], |v| share(v.grandparent.good, v.page.total.good)),
    rule("part-links", "density of links in the nearest element with five blocks", [-0.197, -0.836], |v| v.part.link_density()),
    rule("part-words", "length of blocks in the nearest element with five blocks", [1.562, 3.031], |v| v.part.words_per_block()),
    rule("part-share", "share of all text in the nearest element with five blocks", [-1.080, -1.601], |v| share(v.part.characters, v.page.total.characters)),
    rule("part-good", "share of the running text in the nearest element with five blocks", [0.921, 1.439], |v| share(v.part.good, v.page.total.good)),
    rule("region-links", "density of links in the nearest element with twenty blocks", [-0.979, -1.656], |v| v.region.link_density()),
    rule("region-words", "length of blocks in the nearest element with twenty blocks", [1.711, 1.956], |v| v.region.words_per_block()),
    rule("region-sentences", "sentences in the nearest element with twenty blocks", [-2.400, -4.426], |v| v.region.sentences_per_block()),
    rule("repeated", "one of many elements of one kind", [1.221, 2.563], |v| v.repetition.number),
    rule("repeated-good", "repeated elements with running text are posts", [-0.504, -0.970], |v| v.repetition.good),
    rule("siblings", "the parent has many elements of one kind", [0.788, 1.387], |v| v.siblings),
    rule("half-of-good", "in the smallest element with half of the running text", [1.013, 2.089], |v| flag(v.is_in_best[0])),
    rule("most-of-good", "in the smallest element with three quarters of the running text", [0.463, 1.206], |v| flag(v.is_in_best[1])),
    rule("nearly-all-good", "in the smallest element with nearly all running text", [-0.558, -1.367], |v| flag(v.is_in_best[2])),
    rule("before-good", "before the running text", [0.000, -0.231], |v| flag(v.page.total.good > 0 && v.good_before < 0.02)),
    rule("after-good", "after the running text", [-0.534, -0.805], |v| flag(v.page.total.good > 0 && v.good_before > 0.98 && v.counts.good == 0)),
    rule("place", "the place among the blocks", [0.389, 0.000], |v| v.place),
    rule("place-in-text", "the place in the text", [-1.646, -1.426], |v| v.place_in_text),
    rule("before-title", "before the first h1", [-1.866, -3.637], |v| flag(v.is_before_title)),
    rule("near-heading", "soon after a heading", [0.516, 1.100], |v| v.near_heading),
    rule("next-links", "the next block is a link", [-0.340, -0.901], |v| v.next.0),
    rule("next-words", "the next block is long", [0.277, 0.841], |v| v.next.1),
    rule("neighbourhood-links", "links in the five blocks on each side", [0.389, 1.038], |v| v.near.link_density()),
    rule("neighbourhood-words", "long blocks among the five on each side", [0.947, 1.569], |v| v.near.words_per_block()),
    rule("surroundings-words", "long blocks among the fifteen on each side", [-2.082, -3.360], |v| v.around.words_per_block()),
    rule("surroundings-good", "running text among the fifteen blocks on each side", [1.995, 1.890], |v| share(v.around.good_blocks, v.around.blocks)),
    rule("page-links", "a page of links", [1.770, 2.838], |v| v.page.total.link_density()),
    rule("page-words", "a page with much text", [-4.188, -9.833], |v| v.page.words),
    rule("page-good", "a page of running text", [0.000, 0.813], |v| share(v.page.total.good, v.page.total.words)),
    rule("page-main", "a page with a main element", [-0.505, -1.066], |v| flag(v.page.has_main)),
    rule("page-articles", "a page with several articles", [2.129, 3.979], |v| v.page.many_articles),
];

/// The rules of the second pass.
#[rustfmt::skip]
pub(crate) const SECOND_RULES: [SecondRule; 13] = [
    second("first-logit", "the same, with more weight on certainty", -1.325, |v| logit(v.score)),
    second("score-of-grandparent", "the mean score of its words", -1.398, |v| v.grandparent.of_words()),
    second("score-of-great-grandparent", "the mean score of its words", 1.426, |v| v.great_grandparent.of_words()),
    second("blocks-of-great-grandparent", "the mean score of its blocks", -0.863, |v| v.great_grandparent.of_blocks()),
    second("score-of-part", "the mean score of its words", -1.389, |v| v.part.of_words()),
    second("blocks-of-part", "the mean score of its blocks", 1.177, |v| v.part.of_blocks()),
    second("blocks-of-region", "the mean score of its blocks", 1.168, |v| v.region.of_blocks()),
    second("score-of-parents-kind", "the mean score of the siblings of the parent", 0.902, |v| v.parents_kind),
    second("score-of-eight-before", "the score of the blocks before", 1.045, |v| v.before.of_words()),
    second("score-of-eight-after", "the score of the blocks after", 0.614, |v| v.after.of_words()),
    second("score-of-page", "the score of all words", -1.186, |v| v.page.of_words()),
    second("best-after", "the best score after", 0.656, |v| v.best_after),
    second("rest-of-score", "the share of the score that follows", 1.456, |v| v.rest),
];
