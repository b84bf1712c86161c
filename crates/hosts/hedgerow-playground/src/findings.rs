//! [`Finding`]: a mistake in the source, with all errors that it causes at its place.

use hedgerow::errors::ParseError;
use hedgerow::source::Span;
use serde::Serialize;

use crate::utf16::Source;

/// A parse error, or a violation of a rule for authors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The code, such as `eof-in-tag`.
    pub code: &'static str,
    /// Whether it is a parse error; otherwise, it violates a rule for authors.
    pub is_parse_error: bool,
    /// The message.
    pub message: String,
    /// How the parser handles the error.
    pub details: &'static str,
    /// How to fix the mistake; `None` if that depends on the author's intention.
    pub fix: Option<&'static str>,
    /// The URL of the passage of the standard that defines the error or the rule.
    pub address: String,
    /// Start and end in the source.
    pub span: [u32; 2],
    /// The messages of other errors about the same characters.
    pub also: Vec<String>,
    #[serde(skip)]
    place: Span,
}

/// Groups errors into findings. Errors with the same message at adjacent characters are one finding, and so are parse errors
/// whose spans overlap.
pub(crate) fn findings(errors: &[ParseError], source: &Source) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for error in errors {
        let (kind, place, message) = (error.kind(), error.marked_span(source.text()), error.message());
        if let Some(last) = findings.last_mut() {
            let is_same = last.message == message && place.start <= last.place.end;
            // Only parse errors are merged: a violation of a rule for authors may span a whole element, which may
            // contain unrelated mistakes.
            let overlaps = last.is_parse_error
                && kind.is_parse_error()
                && place.start < last.place.end
                && last.place.start < place.end;
            if is_same || overlaps {
                last.place.start = last.place.start.min(place.start);
                last.place.end = last.place.end.max(place.end);
                last.span = source.span(last.place);
                if !is_same && !last.also.contains(&message) {
                    last.also.push(message);
                }
                continue;
            }
        }
        findings.push(Finding {
            code: error.code(),
            is_parse_error: kind.is_parse_error(),
            message,
            details: kind.details(),
            fix: kind.fix(),
            address: kind.address(),
            span: source.span(place),
            also: Vec::new(),
            place,
        });
    }
    findings
}
