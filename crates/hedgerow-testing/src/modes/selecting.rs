//! Selectors of every kind: queries without an index, queries with an index, and tests of single elements.

use super::{Mode, used};
use crate::Use::{Matched, Selected, SelectedOften};

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

pub(super) fn modes() -> Vec<Mode> {
    let of = |verb: &str, code: &str, make: fn(&'static str) -> crate::Use, selectors: &[&'static str]| {
        let mode = |&selector: &&'static str| {
            used(&format!("{verb}: {selector}"), &format!("{code}({selector:?})"), make(selector))
        };
        selectors.iter().map(mode).collect::<Vec<Mode>>()
    };
    let mut modes = of("select", "Selected", Selected, SELECTORS);
    modes.extend(of("select often", "SelectedOften", SelectedOften, OFTEN));
    modes.extend(of("matches of each", "Matched", Matched, MATCHED));
    modes
}
