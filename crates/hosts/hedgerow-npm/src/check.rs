//! The conformance checker: parse errors and violations of the requirements for authors.

use hedgerow::errors::{Level, ParseError};
use serde::Serialize;

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::pages::{MOST_ERRORS, Page, Records, ask};
use crate::utf16::Source;

/// A finding, as JavaScript sees it.
#[derive(Serialize)]
struct Finding {
    code: &'static str,
    /// `error` or `warning`.
    level: &'static str,
    message: String,
    fix: Option<&'static str>,
    allowed: Option<String>,
    url: String,
    /// The start and the end in UTF-16 code units.
    span: [u32; 2],
}

/// Findings, and the offsets at which lines start.
#[derive(Serialize)]
struct Findings {
    findings: Vec<Finding>,
    lines: Vec<u32>,
}

pub(crate) fn check(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Errors, |page| Answer::json(&findings(page)?))
}

fn findings(page: &Page<'_>) -> Result<Findings, Failure> {
    let found = hedgerow::check(page.document, MOST_ERRORS).list;
    let mut errors: Vec<&ParseError> = page.errors.iter().chain(&found).collect();
    errors.sort_by_key(|error| (error.start().offset, error.end().offset));
    let source = Source::new(page.document.source().unwrap_or_default(), page.options.surrogates);
    let mut output = page.output();
    let finding = |error: &ParseError| {
        let message = error.message();
        output.count(&message)?;
        Ok(Finding {
            code: error.code(),
            level: match error.level() {
                Level::Error => "error",
                _ => "warning",
            },
            message,
            fix: error.kind().fix(),
            allowed: error.allowed().map(str::to_owned),
            url: error.address(),
            span: [source.to_utf16(error.start().offset), source.to_utf16(error.end().offset)],
        })
    };
    let findings = errors.into_iter().map(finding).collect::<Result<_, Failure>>()?;
    Ok(Findings { findings, lines: source.line_starts() })
}
