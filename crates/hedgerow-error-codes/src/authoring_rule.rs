//! [`AuthoringRule`]: the codes of the rules for authors, which the crate `hedgerow-lint` checks.

use crate::error_codes;

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
