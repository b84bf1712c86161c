//! Documents that are parsed concurrently are independent: they share only interned names.

use std::thread;

use hedgerow::serialize::ToTestFormat;
use hedgerow::{Context, Parser};

/// Returns more than a thousand inputs of several lengths.
fn inputs() -> Vec<String> {
    let families = hedgerow_testing::families();
    families.flat_map(|family| [1, 2, 5, 9, 16, 30].map(|repetitions| family.input(repetitions))).collect()
}

/// Returns the whole result of parsing an input.
fn outcome(input: &str) -> String {
    let document = Parser::new().collect_errors(true).source_spans(true).parse(input);
    let fragment = hedgerow::parse_fragment(input, &Context::html("td"));
    let errors: Vec<String> = document.errors().iter().map(ToString::to_string).collect();
    let trees = [document.document().to_test_format(), fragment.to_test_format()];
    format!("{}\n{}", trees.join("\n"), errors.join("\n"))
}

#[test]
fn a_thousand_documents_are_the_same_in_parallel_as_alone() {
    let inputs = inputs();
    assert!(inputs.len() >= 1000);
    let alone: Vec<String> = inputs.iter().map(|input| outcome(input)).collect();
    thread::scope(|scope| {
        for thread in 0..8 {
            let (inputs, alone) = (&inputs, &alone);
            // Each thread begins at another input, so that different inputs are parsed at the same time.
            scope.spawn(move || {
                for index in 0..inputs.len() {
                    let index = (index + thread * inputs.len() / 8) % inputs.len();
                    assert!(outcome(&inputs[index]) == alone[index], "{:?}", inputs[index]);
                }
            });
        }
    });
}
