//! [`Parsed::check`] and [`check`]: the conformance checker, whose findings have positions like parse errors.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hedgerow_dom::Document;
use hedgerow_input::LocationTracker;
use hedgerow_lint::Finding;

use crate::Parsed;
use crate::errors::{ErrorKind, ParseError};
use crate::parse_error::{FindingTexts, Subject};

/// The findings of the conformance checker.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Findings {
    /// The first findings in source order.
    pub list: Vec<ParseError>,
    /// The kinds of the findings after the maximum number, each with its number.
    pub left_out: Vec<(ErrorKind, usize)>,
}

impl Parsed {
    /// Checks the document against the requirements for authors: content models, attributes and their values, references, ARIA,
    /// SVG and MathML. Returns the first `most` findings in source order, and counts the others. They do not repeat the
    /// [errors](Self::errors) of the parser.
    ///
    /// The document must have [source spans](crate::Parser::source_spans); otherwise, there are no findings. The time is linear in
    /// the length of the source, and the memory is linear in `most`.
    ///
    /// <https://html.spec.whatwg.org/multipage/infrastructure.html#conformance-classes>
    ///
    /// ```
    /// use hedgerow::errors::Level;
    /// let html = "<!DOCTYPE html><html lang=en><title>t</title><ul><p>a</ul><input type=foo>";
    /// let parsed = hedgerow::Parser::new().collect_errors(true).source_spans(true).parse(html);
    /// assert!(parsed.errors().is_empty());
    /// let findings = parsed.check(100).list;
    /// assert_eq!(findings[0].to_string(), "1:50: disallowed-element");
    /// assert_eq!(findings[0].message(), "`p` is not allowed in `ul`");
    /// assert_eq!((findings[1].code(), findings[1].level()), ("invalid-attribute-value", Level::Error));
    /// assert_eq!(findings[1].span().of(html), Some("foo"));
    /// assert_eq!(parsed.check(1).left_out, [(findings[1].kind(), 1)]);
    /// ```
    #[must_use]
    pub fn check(&self, most: usize) -> Findings {
        check(&self.document, most)
    }
}

/// Checks a document as [`Parsed::check`] does.
#[must_use]
pub fn check(document: &Document, most: usize) -> Findings {
    let place = |finding: &Finding| (finding.span.start, finding.span.end);
    let mut findings: Vec<Finding> = Vec::new();
    let mut left_out = BTreeMap::new();
    let mut leave_out = |findings: &mut Vec<Finding>| {
        findings.sort_by_key(place);
        for finding in findings.drain(most.min(findings.len())..) {
            *left_out.entry(ErrorKind::Authoring(finding.rule)).or_insert(0) += 1;
        }
    };
    hedgerow_lint::check(document, |finding| {
        // Sorting twice the maximum number at once keeps the time nearly linear.
        if findings.len() >= most.saturating_mul(2).max(LEAST_SORTED) {
            leave_out(&mut findings);
        }
        findings.push(finding);
    });
    leave_out(&mut findings);
    let source = with_line_feeds(document.source().unwrap_or_default());
    let mut by_end: Vec<usize> = (0..findings.len()).collect();
    by_end.sort_by_key(|&index| findings[index].span.end);
    let mut ends = vec![LocationTracker::default().locate(&source, 0); findings.len()];
    let mut tracker = LocationTracker::default();
    for index in by_end {
        ends[index] = tracker.locate(&source, findings[index].span.end);
    }
    let mut starts = LocationTracker::default();
    let list = findings.into_iter().zip(ends).map(|(finding, end)| {
        let start = starts.locate(&source, finding.span.start);
        let Finding { rule, level, subject, message, allowed, address, .. } = finding;
        let texts = FindingTexts { level, subject, message, allowed, address };
        ParseError {
            kind: ErrorKind::Authoring(rule),
            start,
            end,
            subject: Subject::Finding(Box::new(texts)),
        }
    });
    Findings { list: list.collect(), left_out: left_out.into_iter().collect() }
}

/// The number of findings that are sorted at once, if the maximum number is small.
const LEAST_SORTED: usize = 1 << 10;

/// Replaces each CR that is not part of a CR LF with a LF, because such a CR ends a line, too.
fn with_line_feeds(source: &str) -> Cow<'_, str> {
    if !source.contains('\r') {
        return Cow::Borrowed(source);
    }
    let text = source.replace('\r', "\n");
    // The LF of a CR LF ends the line, and the CR before it does not.
    let bytes = source.as_bytes();
    let pairs = source.match_indices("\r\n").map(|(at, _)| at);
    let mut text = text.into_bytes();
    for at in pairs {
        text[at] = bytes[at];
    }
    String::from_utf8(text).map_or(Cow::Borrowed(source), Cow::Owned)
}
