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

/// A rule of the first pass, which also counts in the second: its name, the meaning of its signal, its weight in the first and in the
/// second pass, and the signal, from 0 to 1.
pub(crate) struct Rule(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) [f32; 2],
    pub(crate) fn(&View<'_, '_>) -> f32,
);

/// A rule of the second pass: its name, the meaning of its signal, its weight, and the signal: a score, from 0 to 1, or its
/// logarithm.
pub(crate) struct SecondRule(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) f32,
    pub(crate) fn(&SecondView) -> f32,
);

/// The sum without any signal, in each pass.
pub(crate) const BASE: [f32; 2] = [1.166, 1.038];

/// The rules of the first pass.
#[rustfmt::skip]
pub(crate) const RULES: [Rule; 88] = [
    Rule("no-words", "a block without words is an image or a symbol", [-4.763, -9.681], |v| flag(v.words == 0)),
    Rule("one-or-two-words", "labels are shorter than sentences", [-0.686, -1.597], |v| flag(matches!(v.words, 1..=2))),
    Rule("links", "navigation consists of links", [-1.115, -2.608], |v| v.link_density),
    Rule("only-links", "a block of links alone is navigation or a list of titles", [0.570, 1.292], |v| flag(v.link_density > 0.9)),
    Rule("sentence", "running text has sentences", [0.248, 0.659], |v| flag(v.counts.sentences > 0)),
    Rule("comma", "running text has commas", [0.229, 0.621], |v| flag(v.counts.commas > 0)),
    Rule("digits", "dates, prices and counts have many digits", [-1.386, -3.108], |v| share(v.counts.digits, v.counts.characters)),
    Rule("image", "an image within a block", [-0.386, -1.007], |v| flag(v.counts.images > 0)),
    Rule("copyright", "a copyright sign marks the end of a page", [-1.597, -3.957], |v| flag(v.counts.copyright > 0)),
    Rule("h2", "the element directly around the block", [0.973, 2.463], |v| v.has_name(&[known::H2])),
    Rule("p", "the element directly around the block", [0.821, 1.978], |v| v.has_name(&[known::P])),
    Rule("blockquote", "the element directly around the block", [3.473, 10.295], |v| v.has_name(&[known::BLOCKQUOTE])),
    Rule("figcaption", "the element directly around the block", [0.000, -2.896], |v| v.has_name(&[known::FIGCAPTION])),
    Rule("li", "the element directly around the block", [1.002, 2.375], |v| v.has_name(&[known::LI])),
    Rule("in-article", "an article is content", [-0.458, -1.182], |v| flag(v.container.places.has(Places::ARTICLE))),
    Rule("in-navigation", "navigation", [0.650, 0.991], |v| flag(v.container.places.has(Places::NAVIGATION))),
    Rule("in-header", "the header of the page", [-0.836, -2.104], |v| flag(v.container.places.has(Places::HEADER))),
    Rule("in-footer", "the footer of the page", [-3.059, -5.350], |v| flag(v.container.places.has(Places::FOOTER))),
    Rule("in-aside", "an aside is beside the content", [-0.893, -2.546], |v| flag(v.container.places.has(Places::ASIDE))),
    Rule("in-form", "a form is to be filled in", [-1.040, -2.231], |v| flag(v.container.places.has(Places::FORM))),
    Rule("in-table", "tables have data or layout", [1.230, 2.420], |v| flag(v.container.places.has(Places::TABLE))),
    Rule("in-dialog", "a dialog interrupts", [-3.013, -6.587], |v| flag(v.container.places.has(Places::DIALOG))),
    Rule("in-quote", "quotations are text", [0.545, 2.116], |v| flag(v.container.places.has(Places::QUOTE))),
    Rule("in-details", "details are text that opens", [1.722, 3.541], |v| flag(v.container.places.has(Places::DETAILS))),
    Rule("in-address", "contact data", [0.000, -7.255], |v| flag(v.container.places.has(Places::ADDRESS))),
    Rule("in-hidden", "text that is hidden at first", [-0.517, -1.253], |v| flag(v.container.places.has(Places::HIDDEN))),
    Rule("in-button", "the label of a button", [-1.183, -1.933], |v| flag(v.container.places.has(Places::BUTTON))),
    Rule("in-article-footer", "the footer of an article", [-2.336, -5.524], |v| flag(v.container.places.has(Places::ARTICLE_FOOTER))),
    Rule("in-label", "the label of a control", [-0.902, -3.257], |v| flag(v.container.places.has(Places::LABEL))),
    Rule("in-noscript", "text for browsers without scripts", [-0.770, -1.372], |v| flag(v.container.places.has(Places::NOSCRIPT))),
    Rule("within-navigation", "a name of an element around the block", [-0.647, -1.085], |v| flag(v.container.hints.has(Hints::NAVIGATION))),
    Rule("within-foot", "a name of an element around the block", [-0.645, -1.447], |v| flag(v.container.hints.has(Hints::FOOT))),
    Rule("within-head", "a name of an element around the block", [-0.248, -0.632], |v| flag(v.container.hints.has(Hints::HEAD))),
    Rule("within-popup", "a name of an element around the block", [-1.185, -2.211], |v| flag(v.container.hints.has(Hints::POPUP))),
    Rule("within-social", "a name of an element around the block", [-1.062, -2.917], |v| flag(v.container.hints.has(Hints::SOCIAL))),
    Rule("within-product", "a name of an element around the block", [-0.664, -1.227], |v| flag(v.container.hints.has(Hints::PRODUCT))),
    Rule("within-review", "a name of an element around the block", [-0.748, -1.628], |v| flag(v.container.hints.has(Hints::REVIEW))),
    Rule("within-contents", "a name of an element around the block", [0.587, 1.851], |v| flag(v.container.hints.has(Hints::CONTENTS))),
    Rule("within-side", "a name of an element around the block", [0.260, 0.560], |v| flag(v.container.hints.has(Hints::SIDE))),
    Rule("within-card", "a name of an element around the block", [0.270, 0.584], |v| flag(v.container.hints.has(Hints::CARD))),
    Rule("named-navigation", "a name of one of the two nearest elements", [-0.603, -1.583], |v| flag(v.own.has(Hints::NAVIGATION))),
    Rule("named-foot", "a name of one of the two nearest elements", [-1.097, -1.983], |v| flag(v.own.has(Hints::FOOT))),
    Rule("named-comment", "a name of one of the two nearest elements", [-2.582, -5.723], |v| flag(v.own.has(Hints::COMMENT))),
    Rule("named-related", "a name of one of the two nearest elements", [-1.350, -3.494], |v| flag(v.own.has(Hints::RELATED))),
    Rule("named-product", "a name of one of the two nearest elements", [1.025, 2.485], |v| flag(v.own.has(Hints::PRODUCT))),
    Rule("named-author", "a name of one of the two nearest elements", [-1.403, -2.315], |v| flag(v.own.has(Hints::AUTHOR))),
    Rule("named-popup", "a name of one of the two nearest elements", [-1.297, -4.395], |v| flag(v.own.has(Hints::POPUP))),
    Rule("named-promotion", "a name of one of the two nearest elements", [-0.873, -2.777], |v| flag(v.own.has(Hints::PROMOTION))),
    Rule("named-meta", "a name of one of the two nearest elements", [-0.315, -0.977], |v| flag(v.own.has(Hints::META))),
    Rule("named-control", "a name of one of the two nearest elements", [-0.325, -0.852], |v| flag(v.own.has(Hints::CONTROL))),
    Rule("named-contents", "a name of one of the two nearest elements", [-1.119, -2.599], |v| flag(v.own.has(Hints::CONTENTS))),
    Rule("outside-of-main", "the page has a main element elsewhere", [-0.894, -1.398], |v| flag(v.page.has_main && !v.container.places.has(Places::MAIN))),
    Rule("outside-of-articles", "the page has articles elsewhere", [-1.061, -2.153], |v| flag(v.page.articles > 0 && !v.container.places.has(Places::ARTICLE))),
    Rule("among-articles", "one of several articles: a feed", [-1.125, -1.657], |v| flag(v.page.articles > 2 && v.container.places.has(Places::ARTICLE))),
    Rule("share-of-main", "a main element with most of the text", [0.705, 1.550], |v| if v.container.places.has(Places::MAIN) { v.page.main_share } else { 0.0 }),
    Rule("parent-words", "blocks of the nearest element are long", [0.260, 1.023], |v| v.parent.words_per_block()),
    Rule("grandparent-links", "density of links one level up", [0.341, 1.012], |v| v.grandparent.link_density()),
    Rule("grandparent-good", "share of the running text one level up", [0.802, 2.076], |v| share(v.grandparent.good, v.page.total.good)),
    Rule("part-links", "density of links in the nearest element with five blocks", [-0.197, -0.836], |v| v.part.link_density()),
    Rule("part-words", "length of blocks in the nearest element with five blocks", [1.562, 3.031], |v| v.part.words_per_block()),
    Rule("part-share", "share of all text in the nearest element with five blocks", [-1.080, -1.601], |v| share(v.part.characters, v.page.total.characters)),
    Rule("part-good", "share of the running text in the nearest element with five blocks", [0.921, 1.439], |v| share(v.part.good, v.page.total.good)),
    Rule("region-links", "density of links in the nearest element with twenty blocks", [-0.979, -1.656], |v| v.region.link_density()),
    Rule("region-words", "length of blocks in the nearest element with twenty blocks", [1.711, 1.956], |v| v.region.words_per_block()),
    Rule("region-sentences", "sentences in the nearest element with twenty blocks", [-2.400, -4.426], |v| v.region.sentences_per_block()),
    Rule("repeated", "one of many elements of one kind", [1.221, 2.563], |v| v.repetition.number),
    Rule("repeated-good", "repeated elements with running text are posts", [-0.504, -0.970], |v| v.repetition.good),
    Rule("siblings", "the parent has many elements of one kind", [0.788, 1.387], |v| v.siblings),
    Rule("half-of-good", "in the smallest element with half of the running text", [1.013, 2.089], |v| flag(v.is_in_best[0])),
    Rule("most-of-good", "in the smallest element with three quarters of the running text", [0.463, 1.206], |v| flag(v.is_in_best[1])),
    Rule("nearly-all-good", "in the smallest element with nearly all running text", [-0.558, -1.367], |v| flag(v.is_in_best[2])),
    Rule("before-good", "before the running text", [0.000, -0.231], |v| flag(v.page.total.good > 0 && v.good_before < 0.02)),
    Rule("after-good", "after the running text", [-0.534, -0.805], |v| flag(v.page.total.good > 0 && v.good_before > 0.98 && v.counts.good == 0)),
    Rule("place", "the place among the blocks", [0.389, 0.000], |v| v.place),
    Rule("place-in-text", "the place in the text", [-1.646, -1.426], |v| v.place_in_text),
    Rule("before-title", "before the first h1", [-1.866, -3.637], |v| flag(v.is_before_title)),
    Rule("near-heading", "soon after a heading", [0.516, 1.100], |v| v.near_heading),
    Rule("next-links", "the next block is a link", [-0.340, -0.901], |v| v.next.0),
    Rule("next-words", "the next block is long", [0.277, 0.841], |v| v.next.1),
    Rule("neighbourhood-links", "links in the five blocks on each side", [0.389, 1.038], |v| v.near.link_density()),
    Rule("neighbourhood-words", "long blocks among the five on each side", [0.947, 1.569], |v| v.near.words_per_block()),
    Rule("surroundings-words", "long blocks among the fifteen on each side", [-2.082, -3.360], |v| v.around.words_per_block()),
    Rule("surroundings-good", "running text among the fifteen blocks on each side", [1.995, 1.890], |v| share(v.around.good_blocks, v.around.blocks)),
    Rule("page-links", "a page of links", [1.770, 2.838], |v| v.page.total.link_density()),
    Rule("page-words", "a page with much text", [-4.188, -9.833], |v| v.page.words),
    Rule("page-good", "a page of running text", [0.000, 0.813], |v| share(v.page.total.good, v.page.total.words)),
    Rule("page-main", "a page with a main element", [-0.505, -1.066], |v| flag(v.page.has_main)),
    Rule("page-articles", "a page with several articles", [2.129, 3.979], |v| v.page.many_articles),
];

/// The rules of the second pass.
#[rustfmt::skip]
pub(crate) const SECOND_RULES: [SecondRule; 13] = [
    SecondRule("first-logit", "the same, with more weight on certainty", -1.325, |v| logit(v.score)),
    SecondRule("score-of-grandparent", "the mean score of its words", -1.398, |v| v.grandparent.of_words()),
    SecondRule("score-of-great-grandparent", "the mean score of its words", 1.426, |v| v.great_grandparent.of_words()),
    SecondRule("blocks-of-great-grandparent", "the mean score of its blocks", -0.863, |v| v.great_grandparent.of_blocks()),
    SecondRule("score-of-part", "the mean score of its words", -1.389, |v| v.part.of_words()),
    SecondRule("blocks-of-part", "the mean score of its blocks", 1.177, |v| v.part.of_blocks()),
    SecondRule("blocks-of-region", "the mean score of its blocks", 1.168, |v| v.region.of_blocks()),
    SecondRule("score-of-parents-kind", "the mean score of the siblings of the parent", 0.902, |v| v.parents_kind),
    SecondRule("score-of-eight-before", "the score of the blocks before", 1.045, |v| v.before.of_words()),
    SecondRule("score-of-eight-after", "the score of the blocks after", 0.614, |v| v.after.of_words()),
    SecondRule("score-of-page", "the score of all words", -1.186, |v| v.page.of_words()),
    SecondRule("best-after", "the best score after", 0.656, |v| v.best_after),
    SecondRule("rest-of-score", "the share of the score that follows", 1.456, |v| v.rest),
];
