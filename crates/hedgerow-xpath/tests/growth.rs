//! Checks on trees of two sizes that the number of steps is linear, and that attributes are read in linear time.
#![expect(clippy::cast_precision_loss, reason = "the quotients are rough")]

use std::time::Instant;

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

/// Returns a document of one element with `count` attributes, a quarter of which were set twice.
fn with_changed_attributes(count: usize) -> Document {
    let mut document = Document::new();
    let element = document.create_element("p").unwrap();
    let changed = (0..count).step_by(4);
    for number in (0..count).chain(changed) {
        document.set_attribute(element, &format!("a{number}"), &number.to_string()).unwrap();
    }
    document.append(document.root_id(), element).unwrap();
    document
}

#[test]
fn attributes_of_one_element_take_linear_time() {
    let [small, large] = [5000, 20_000].map(with_changed_attributes);
    for expression in ["sum(//@*)", "//@*[name() = 'a7']", "//@*[. = '7']", "count(//@*[local-name() != ''])"]
    {
        let xpath = XPath::parse(expression).unwrap();
        let measure = |document: &Document| {
            // The shortest of several times, because the machine may be busy.
            let measured = (0..4).map(|_| {
                let start = Instant::now();
                let evaluator = xpath.evaluator().limits(Limits::UNLIMITED);
                let steps = evaluator.evaluate_counted(document).unwrap().1;
                (start.elapsed(), steps)
            });
            measured.min().unwrap()
        };
        let (small, large) = (measure(&small), measure(&large));
        assert!(large.1 <= 5 * small.1, "{expression}: {} steps, then {}", small.1, large.1);
        // Quadratic time would be 16 times as long.
        assert!(large.0 < 11 * small.0, "{expression}: {:?}, then {:?}", small.0, large.0);
    }
}
