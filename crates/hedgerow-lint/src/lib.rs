//! Checks documents against those rules of the HTML standard for authors that parsers do not enforce:
//! [`find_violations`].
//!
//! Content models are not checked.
#![forbid(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod obsolete;
mod rules;
mod script;

use hedgerow_base::Span;

pub use hedgerow_error_codes::AuthoringRule;
pub use rules::find_violations;

/// A place where a document violates a rule for authors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Violation<'d> {
    /// The rule.
    pub rule: AuthoringRule,
    /// The place in the source.
    pub span: Span,
    /// The subject of the violation: the name of an element or attribute, or a value.
    pub subject: Option<&'d str>,
}
