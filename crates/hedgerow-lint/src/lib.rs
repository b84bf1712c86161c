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
use hedgerow_error_codes::error_codes;

pub use rules::find_violations;

error_codes! {
    /// A rule for authors, which parsers do not enforce: a violation is not a parse error.
    ///
    /// The standard has no codes for these rules, so the codes are provisional.
    ///
    /// <https://html.spec.whatwg.org/multipage/syntax.html#writing>
    pub enum AuthoringRule {
        /// The DOCTYPE uses the legacy string `about:legacy-compat`.
        "doctype-legacy-string" <=> DoctypeLegacyString,
        /// Duplicate `id`.
        "duplicate-id" <=> DuplicateId,
        /// The `id` attribute is empty.
        "empty-id" <=> EmptyId,
        /// A `meta` element declares an encoding other than UTF-8.
        "encoding-declaration-not-utf-8" <=> EncodingDeclarationNotUtf8,
        /// An encoding declaration after the first 1024 bytes.
        "late-encoding-declaration" <=> LateEncodingDeclaration,
        /// Namespace declaration without effect.
        "namespace-declaration-without-effect" <=> NamespaceDeclarationWithoutEffect,
        /// Obsolete attribute.
        "obsolete-attribute" <=> ObsoleteAttribute,
        /// Obsolete element.
        "obsolete-element" <=> ObsoleteElement,
        /// The data of a processing instruction ends with `?`.
        "processing-instruction-data-ending-with-question-mark" <=> ProcessingInstructionDataEndingWithQuestionMark,
        /// Processing instruction outside the `html` element.
        "processing-instruction-outside-html-element" <=> ProcessingInstructionOutsideHtmlElement,
        /// Missing end tag.
        "required-end-tag-omitted" <=> RequiredEndTagOmitted,
        /// `<script` after `<!--` inside a script.
        "script-tag-in-script-comment" <=> ScriptTagInScriptComment,
        /// The slash before `>` is part of an unquoted attribute value.
        "solidus-at-end-of-unquoted-attribute-value" <=> SolidusAtEndOfUnquotedAttributeValue,
        /// `<!--` without `-->` inside a script.
        "unclosed-comment-in-script" <=> UnclosedCommentInScript,
        /// A tag name contains an invalid character.
        "unexpected-character-in-tag-name" <=> UnexpectedCharacterInTagName,
        /// The `id` attribute contains whitespace.
        "whitespace-in-id" <=> WhitespaceInId,
    }
}

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
