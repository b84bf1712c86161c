//! The steps of an evaluation include the texts and attributes that are read, and the texts that are created.

use std::fmt::Write as _;

use hedgerow::Document;
use hedgerow_testing::assert_linear_time;
use hedgerow_xpath::{EvaluationError, Limits, XPath};

/// Returns a document in which `count` elements share an attribute with a long value.
fn shared(name: &str, value: &str, count: usize) -> Document {
    hedgerow::parse(&format!("<p><font {name}='{value}'>{}", "<p>x".repeat(count)))
}

/// Returns an element with `count` attributes that has as many children.
fn many_attributes(count: usize) -> Document {
    let mut html = "<body".to_owned();
    for number in 0..count {
        let _ = write!(html, " a{number}");
    }
    hedgerow::parse(&(html + ">" + &"<p>".repeat(count)))
}

fn steps(document: &Document, expression: &str) -> u64 {
    let xpath = XPath::parse(expression).unwrap();
    xpath.evaluator().limits(Limits::UNLIMITED).evaluate_counted(document).unwrap().1
}

#[test]
fn texts_and_attributes_are_counted_where_they_are_read() {
    let (count, length) = (500, 64_000);
    let long = "1".repeat(length);
    let document = shared("size", &long, count);
    for expression in [
        "count(//font[@size > 3])",
        "count(//font[3 <= @size])",
        "count(//font[number(@size) = 1])",
        "sum(//font/@size)",
        "count(//font[starts-with(@size, @size)])",
        "count(//font[contains(@size, 'x')])",
        "count(//font[contains('x', @size)])",
        "count(//font[@size = string(@size)])",
        "count(//font[string(@size) = string(@size)])",
        "count(//font[@size != @size])",
        "count(//font[lang(@size)])",
        "count(//font[translate('x', 'y', @size) = 'x'])",
        "count(//font[re:test(@size, 'x')])",
        "count(//font[re:test(string(@size), 'x')])",
    ] {
        let steps = steps(&document, expression);
        assert!(steps >= (count * length / 64) as u64, "{expression} takes {steps} steps");
    }
    let document = many_attributes(1000);
    for expression in
        ["count(//p[lang('en')])", "count(//p/namespace::*)", "count(//p[name(namespace::*) = 'x'])"]
    {
        let steps = steps(&document, expression);
        assert!(steps >= 1000 * 1000 / 8, "{expression} takes {steps} steps");
    }
}

#[test]
fn created_texts_are_counted() {
    let document = hedgerow::parse(&"<p>".repeat(20));
    for expression in [
        "count(//p[str:padding(64000)])",
        "count(//p[concat(str:padding(64000), 'x')])",
        "count(//p[str:replace(str:padding(64000), ' ', 'x')])",
    ] {
        let steps = steps(&document, expression);
        assert!(steps >= 20 * 64_000 / 16, "{expression} takes {steps} steps");
    }
}

#[test]
fn alternating_patterns_are_compiled_once() {
    let steps = |count| {
        let document = hedgerow::parse(&"<p>x".repeat(count));
        steps(&document, r"count(//p[re:test(., '\w+ \d+') or re:test(., '\d+ \w+', 'i')])")
    };
    let (few, many) = (steps(1), steps(1001));
    assert!(many - few < 10 * 1000, "{few} steps, then {many}");
}

#[test]
fn simulating_a_pattern_takes_steps_for_its_states() {
    let mut bit = 1_u32;
    let text: String = (0..200_000)
        .map(|_| {
            bit = bit.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if bit >> 31 == 0 { '0' } else { '1' }
        })
        .collect();
    let document = hedgerow::parse(&text);
    let xpath = XPath::parse("re:test(/, '[01]*1[01]{500}x')").unwrap();
    let most = 1_000_000;
    let result = xpath.evaluator().limits(Limits::UNLIMITED.steps(most)).evaluate(&document);
    assert_eq!(result, Err(EvaluationError::TooManySteps { most }));
}

#[test]
fn parsing_takes_linear_time_in_names_and_variables() {
    for (prefix, separator) in [("//n", " | "), ("$n", " + ")] {
        let text = |count| {
            let names: Vec<String> = (0..count).map(|number| format!("{prefix}{number}")).collect();
            names.join(separator)
        };
        assert_linear_time(1000, text, |text| drop(XPath::parse(text).unwrap()));
    }
}
