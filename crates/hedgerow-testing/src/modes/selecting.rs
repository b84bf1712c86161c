//! Selectors of every kind: queries without an index, queries with an index, and tests of single elements.

use hedgerow::select::SelectorBuilder;
use hedgerow::{Document, NodeRef, Select as _, Selector};

use super::{Mode, Run};

/// The number of queries after which the document certainly has an index.
const TIMES: usize = 16;

/// A use of a selector.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Query {
    /// The matches are counted.
    Once,
    /// The matches are counted several times, so that the document builds an index and the last queries use it.
    Often,
    /// Each element is matched against the selector.
    Each,
}

/// Each group of modes with its use and its selectors.
const GROUPS: [(&str, Query, &[&str]); 3] = [
    ("select", Query::Once, SELECTORS),
    ("select often", Query::Often, OFTEN),
    ("matches of each", Query::Each, MATCHED),
];

/// Selectors for one query.
const SELECTORS: &[&str] = &[
    "*",
    "p",
    ".c",
    "#c",
    "[title]",
    "[*|id]",
    "[title*=b][class~=c]",
    "[lang|=en], [title^=a i], [title$=b]",
    "div p, div > p",
    "div div div p b",
    "p + b, p ~ b",
    "b ~ i ~ b, p + p ~ p",
    ":nth-child(2n+1), :nth-last-child(3)",
    ":nth-child(3n of b), :nth-last-child(2 of .c)",
    ":nth-of-type(2n), :only-of-type, :nth-last-of-type(3)",
    ":first-child, :last-child, :only-child",
    "div:has(a)",
    ":has(> p)",
    ":has(~ b), :has(+ b)",
    ":has(p b i)",
    "div:has(:not(a) > p, b ~ i)",
    ":not(p):not(:is(div div, b ~ i))",
    ":is(p, .c):where(div *)",
    ":empty",
    ":root, :scope > *",
    ":lang(en)",
    ":lang('*-zz')",
    ":dir(rtl)",
    ":dir(ltr)",
    ":link, :any-link",
    ":checked",
    ":default",
    ":contains('b a')",
    "div:not(:contains(b i)) > :contains(a)",
    "p ::text, ::attr(title)",
    ":indeterminate",
    ":disabled",
    ":enabled, :read-write",
    ":required, :optional, :read-only",
    ":placeholder-shown, :in-range",
    ":defined",
    "svg|*, *|title",
    "p, b, i, .a, .b, #c, [d], div p, div > b, b ~ i, p + p, :empty, :root, :checked, :first-child",
];

/// Selectors for repeated queries, which use the index.
const OFTEN: &[&str] = &["p", ".c", "#c", "#a0.c", "div .c", "[title]"];

/// Selectors that are tested on each element. None of these tests walks through the tree.
const MATCHED: &[&str] = &["p", ".c", "#c", "[title]", ":root", ":link", ":empty", ":checked", ":lang(en)"];

pub(super) fn modes() -> impl Iterator<Item = Mode> {
    GROUPS.iter().flat_map(|(group, query, selectors)| {
        let mode = move |selector: &&str| {
            Mode::new(format!("{group}: {selector}"), Run::Selected(*query, (*selector).to_owned()))
        };
        selectors.iter().map(mode)
    })
}

impl Query {
    /// Returns the use of selectors in a group of modes.
    pub(super) fn of_group(group: &str) -> Option<Self> {
        GROUPS.iter().find(|(name, ..)| *name == group).map(|(_, query, _)| *query)
    }

    /// Returns the number of matches, or of other items that count like bytes of output.
    pub(super) fn run(self, document: &Document, selector: &str) -> usize {
        match self {
            Self::Once => count(document, selector),
            Self::Often => (0..TIMES).map(|_| count(document, selector)).sum(),
            Self::Each => count_matching(document, selector),
        }
    }
}

/// Counts the matches of a selector, which may contain extensions of CSS.
fn count(document: &Document, selector: &str) -> usize {
    let selector = SelectorBuilder::new().extensions().parse(selector).expect("a valid selector");
    let count = if selector.yields_strings() {
        document.select_text(&selector).map(Iterator::count)
    } else {
        document.select(&selector).map(Iterator::count)
    };
    count.expect("a selector of its kind")
}

/// Counts the matches of a selector by testing each element. The bytes of classes count as output, too: clones of an element
/// share their classes in the tree, but each test reads the classes of its element.
fn count_matching(document: &Document, selector: &str) -> usize {
    let has_classes = selector.contains('.');
    let selector = Selector::parse(selector).expect("a valid selector");
    let read = |element: NodeRef<'_>| {
        let classes = if has_classes { element.attribute("class").map_or(0, str::len) } else { 0 };
        classes + usize::from(element.matches(&selector).unwrap_or_default())
    };
    document.root().descendant_elements().map(read).sum()
}
