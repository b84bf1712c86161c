//! The conformance checker: parse errors and violations of the requirements for authors, one finding for one mistake.

use hedgerow::errors::ParseError;
use hedgerow::source::Span;
use serde::Serialize;

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::pages::{MOST_ERRORS, Page, Records, ask};
use crate::utf16::Source;

/// A finding, as JavaScript sees it.
#[derive(Serialize)]
struct Finding {
    code: &'static str,
    /// `error`, `warning` or `advice`.
    level: &'static str,
    message: String,
    /// How the parser handles the error, or why the requirement exists.
    details: &'static str,
    fix: Option<&'static str>,
    allowed: Option<String>,
    url: String,
    /// The start and the end in UTF-16 code units.
    span: [u32; 2],
    /// The messages of other parse errors at the same characters.
    also: Vec<String>,
    #[serde(skip)]
    place: Span,
    #[serde(skip)]
    is_parse_error: bool,
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
    let text = page.document.source().unwrap_or_default();
    let mut output = page.output();
    let mut findings: Vec<Finding> = Vec::new();
    for error in errors {
        let (place, message) = (error.marked_span(text), error.message());
        if let Some(last) = findings.last_mut()
            && last.absorbs(error, place, &message)
        {
            last.place.start = last.place.start.min(place.start);
            last.place.end = last.place.end.max(place.end);
            if last.message != message && !last.also.contains(&message) {
                output.count(&message)?;
                last.also.push(message);
            }
            continue;
        }
        output.count(&message)?;
        findings.push(Finding {
            code: error.code(),
            level: error.level().name(),
            message,
            details: error.kind().explanation().details(),
            fix: error.kind().explanation().fix(),
            allowed: error.allowed().map(str::to_owned),
            url: error.address(),
            span: [0, 0],
            also: Vec::new(),
            place,
            is_parse_error: error.kind().is_parse_error(),
        });
    }
    let source = Source::new(text, page.options.surrogates);
    for finding in &mut findings {
        finding.span = source.span(finding.place);
    }
    Ok(Findings { findings, lines: source.line_starts() })
}

impl Finding {
    /// Whether an error is part of this mistake: the same error at an adjacent character, or a parse error whose place overlaps. Other
    /// findings may span a whole element, which may contain unrelated mistakes.
    fn absorbs(&self, error: &ParseError, place: Span, message: &str) -> bool {
        let overlaps = place.start < self.place.end && self.place.start < place.end;
        let is_same = self.message == message && place.start <= self.place.end;
        is_same || (overlaps && self.is_parse_error && error.kind().is_parse_error())
    }
}
