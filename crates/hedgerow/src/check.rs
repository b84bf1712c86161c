//! [`Parsed::check`] and [`check`]: the conformance checker, whose findings have positions like parse errors.

use std::borrow::Cow;

use hedgerow_dom::Document;
use hedgerow_input::LocationTracker;
use hedgerow_lint::Finding;

use crate::Parsed;
use crate::errors::{ErrorKind, ParseError};
use crate::parse_error::{FindingTexts, Subject};

impl Parsed {
    /// Checks the document against the requirements for authors: content models, attributes and their values, references, ARIA,
    /// SVG and MathML. Returns the findings in source order. They do not repeat the [errors](Self::errors) of the parser.
    ///
    /// The document must have [source spans](crate::Parser::source_spans); otherwise, there are no findings. The time is linear in
    /// the length of the source.
    ///
    /// <https://html.spec.whatwg.org/multipage/infrastructure.html#conformance-classes>
    ///
    /// ```
    /// use hedgerow::errors::Level;
    /// let html = "<!DOCTYPE html><html lang=en><title>t</title><ul><p>a</ul><input type=foo>";
    /// let parsed = hedgerow::Parser::new().collect_errors(true).source_spans(true).parse(html);
    /// assert!(parsed.errors().is_empty());
    /// let findings = parsed.check();
    /// assert_eq!(findings[0].to_string(), "1:50: disallowed-element");
    /// assert_eq!(findings[0].message(), "`p` is not allowed in `ul`");
    /// assert_eq!((findings[1].code(), findings[1].level()), ("invalid-attribute-value", Level::Error));
    /// assert_eq!(findings[1].span().of(html), Some("foo"));
    /// ```
    #[must_use]
    pub fn check(&self) -> Vec<ParseError> {
        check(&self.document)
    }
}

/// Checks a document as [`Parsed::check`] does.
#[must_use]
pub fn check(document: &Document) -> Vec<ParseError> {
    let mut findings = Vec::new();
    hedgerow_lint::check(document, |finding| findings.push(finding));
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    let source = with_line_feeds(document.source().unwrap_or_default());
    let mut starts = LocationTracker::default();
    // The ends are not sorted, so each is found from its start.
    let errors = findings.into_iter().map(|finding| {
        let start = starts.locate(&source, finding.span.start);
        let end = starts.clone().locate(&source, finding.span.end);
        let Finding { rule, level, subject, message, allowed, address, .. } = finding;
        let texts = FindingTexts { level, subject, message, allowed, address };
        ParseError {
            kind: ErrorKind::Authoring(rule),
            start,
            end,
            subject: Subject::Finding(Box::new(texts)),
        }
    });
    errors.collect()
}

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
