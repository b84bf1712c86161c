//! The conformance checker: [`check`] compares a finished document with the requirements for authors of the HTML standard, of
//! ARIA in HTML, and of WAI-ARIA, SVG and MathML as far as HTML embeds them.
//!
//! The requirements are data: the files of `tables/`.
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod aria;
mod attributes;
mod checker;
mod checks;
mod condition;
mod content_model;
mod document_rules;
mod inline_policy;
mod listing;
mod obsolete;
mod predicates;
mod references;
mod script;
mod syntax;
mod table_model;
mod tables;
mod text_tables;
mod values;

use std::borrow::Cow;

use hedgerow_base::Span;
use hedgerow_dom::Document;

pub use hedgerow_error_codes::{AuthoringRule, Level};
pub use listing::{Requirement, requirements};

/// A place where a document does not conform, or where it can be improved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: AuthoringRule,
    /// How serious it is.
    pub level: Level,
    /// The place in the source: a tag, a text, the name of an attribute, or a value or a part of it.
    pub span: Span,
    /// The name of the element or attribute, or the value, for a rule about one name or value.
    pub subject: Option<String>,
    /// The problem, in one line without a full stop.
    pub message: String,
    /// The allowed content or values, as a noun phrase, if the rule has them.
    pub allowed: Option<Cow<'static, str>>,
    /// The address of the requirement.
    pub address: Cow<'static, str>,
}

/// Checks a document against the requirements for authors: the HTML standard, ARIA in HTML, and the parts of WAI-ARIA, SVG and
/// MathML that apply to HTML. The parser's errors are not repeated.
///
/// The document must have source spans. The findings are roughly in source order. The time is linear in the length of the source.
///
/// <https://html.spec.whatwg.org/multipage/infrastructure.html#conformance-classes>
///
/// ```
/// let html = "<!DOCTYPE html><html lang=en><title>t</title><p><img src=a.png><input type=foo>";
/// let document = hedgerow::Parser::new().source_spans(true).parse(html).into_document();
/// let mut findings = Vec::new();
/// hedgerow_lint::check(&document, |finding| findings.push(finding));
/// findings.sort_by_key(|finding| finding.span.start);
/// assert_eq!(findings[0].message, "`img` needs a text alternative: the attribute `alt`");
/// assert_eq!(findings[1].message, "`foo` is not a valid value of `type` on `input`: it is not one of the keywords");
/// assert_eq!(&html[findings[1].span.range()], "foo");
/// ```
pub fn check(document: &Document, mut report: impl FnMut(Finding)) {
    if document.source().is_none() {
        return;
    }
    checker::Checker::new(document, &mut report).run();
}

/// Completes an address: most are those of a page of the HTML standard.
fn full_address(address: &'static str) -> Cow<'static, str> {
    if address.starts_with("https:") {
        Cow::Borrowed(address)
    } else {
        Cow::Owned(["https://html.spec.whatwg.org/multipage/", address].concat())
    }
}
