//! The parse errors of a page, each with its line of the source.

use hedgerow::Parser;

fn report(html: &str) -> Vec<String> {
    let parsed = Parser::new().collect_errors(true).parse(html);
    let lines: Vec<&str> = html.lines().collect();
    let errors = parsed.errors().iter().map(|error| {
        let line = lines.get(error.start().line as usize - 1).unwrap_or(&"");
        format!("{}:{}: {}\n{line}", error.start().line, error.start().column, error.message())
    });
    errors.collect()
}

#[test]
fn an_error_comes_with_its_line() {
    let report = report("<!DOCTYPE html>\n<p id=a id=b>");
    assert_eq!(report, ["2:11: Duplicate attribute `id`\n<p id=a id=b>"]);
}
