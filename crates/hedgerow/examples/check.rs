//! A checker in thirty lines: `cargo run -p hedgerow --example check -- page.html`. The program `hedgerow check` does more.

use std::error::Error;
use std::process::ExitCode;

use hedgerow::{Parsed, Parser};

mod support;

const SAMPLE: &str = "<!DOCTYPE html>\n<title>Check</title>\n<p id=one id=two>An <b>error</p>";

/// Returns a line for each parse error: its position, its code and its meaning.
fn findings(parsed: &Parsed) -> impl Iterator<Item = String> {
    parsed.errors().iter().map(|error| format!("{error}: {}", error.message()))
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let parsed = support::parse_argument(&Parser::new().collect_errors(true), SAMPLE)?;
    for finding in findings(&parsed) {
        println!("{finding}");
    }
    Ok(if parsed.errors().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[test]
fn each_error_is_reported_with_its_position() {
    let parsed = Parser::new().collect_errors(true).parse(SAMPLE);
    let findings: Vec<String> = findings(&parsed).collect();
    assert!(findings[0].starts_with("3:13: duplicate-attribute: "), "{findings:?}");
    assert_eq!(findings.len(), parsed.errors().len());
}
