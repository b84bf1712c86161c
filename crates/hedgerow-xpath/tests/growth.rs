//! Checks the steps of expressions on trees of two sizes: the number is linear, or the limit stops the evaluation.
#![allow(missing_docs)]
#![expect(clippy::cast_precision_loss, reason = "the quotients are rough")]

use hedgerow::Document;
use hedgerow_xpath::{Limits, XPath};

/// Returns trees of about `size` nodes: flat, deep, a list of lists, and a table.
fn trees(size: usize) -> [Document; 4] {
    [
        "<b>x</b><i>y</i>".repeat(size / 4),
        "<div>".repeat(size),
        "<ul><li>1<li>2<li class=c>3</ul>".repeat(size / 7),
        format!("<table>{}</table>", "<tr><td>1<td>2".repeat(size / 5)),
    ]
    .map(|html| hedgerow::parse(&html))
}

#[test]
fn linear_expressions() {
    for expression in [
        "//b",
        "//div/div",
        "//*/*/..",
        "//*[@class='c']",
        "//li[2]",
        "//li[last()]",
        "//*[last()]",
        "//*[position() = last() - 1]",
        "//*[position() mod 2 = 1][2]",
        "//li[. = '3']/preceding-sibling::li[1]",
        "//*/following-sibling::*",
        "//*/preceding-sibling::*",
        "//*/following-sibling::*[1]",
        "//*/ancestor::*",
        "//*/following::*",
        "//*/preceding::*",
        "//i/following::b[1]",
        "//*//*//*",
        "//*[*]",
        "//td[../td[2]]",
        "//b | //i | //li",
        "count(//*) + sum(//td)",
        "//td = //li",
        "//td < //td",
        "//@class/..",
        "//*/descendant-or-self::*/ancestor-or-self::*",
    ] {
        let xpath = XPath::parse(expression).unwrap();
        let steps = |size| {
            trees(size).map(|document| {
                xpath.evaluator().limits(Limits::UNLIMITED).evaluate_counted(&document).unwrap().1
            })
        };
        let (small, large) = (steps(2000), steps(16_000));
        for (tree, (small, large)) in small.into_iter().zip(large).enumerate() {
            let growth = large as f64 / small.max(100) as f64;
            assert!(growth < 9.0, "{expression} on tree {tree}: {small} steps, then {large}");
        }
    }
}
