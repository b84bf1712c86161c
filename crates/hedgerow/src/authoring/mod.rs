//! [`AuthoringRule`]: the rules for those who write documents, as far as they forbid more than the parser complains about.
//!
//! Which documents break them is found out in `rules.rs`, from the tree and the source; what is said about each is in
//! the crate `hedgerow-error-codes`. Content models are not here.

mod rules;
mod script;

pub(crate) use rules::find_violations;

/// A rule for those who write documents, which a parser does not enforce: what breaks it is no parse error.
///
/// The standard has no codes for them; these are provisional.
///
/// <https://html.spec.whatwg.org/multipage/syntax.html#writing>
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum AuthoringRule {
    /// The DOCTYPE has the legacy string, which is for generators that cannot do without.
    DoctypeLegacyString,
    /// Two elements of a tree have the same `id`.
    DuplicateId,
    /// The `id` of an element is empty.
    EmptyId,
    /// A `meta` element declares another encoding than UTF-8.
    EncodingDeclarationNotUtf8,
    /// A namespace declaration has no effect.
    NamespaceDeclarationWithoutEffect,
    /// The element is obsolete.
    ObsoleteElement,
    /// The data of a processing instruction ends with a question mark.
    ProcessingInstructionDataEndingWithQuestionMark,
    /// A processing instruction stands beside the `html` element.
    ProcessingInstructionOutsideHtmlElement,
    /// The end tag was left out where the standard does not allow it.
    RequiredEndTagOmitted,
    /// There is a `<script` between `<!--` and `-->` in a script.
    ScriptTagInScriptComment,
    /// An unquoted value ends with the solidus that was meant to end the tag.
    SolidusAtEndOfUnquotedAttributeValue,
    /// There is a `<!--` without `-->` in a script.
    UnclosedCommentInScript,
    /// The name of a tag has a character that no element has in its name.
    UnexpectedCharacterInTagName,
    /// The `id` of an element contains whitespace.
    WhitespaceInId,
}

impl AuthoringRule {
    /// All rules.
    pub const ALL: &[Self] = &[
        Self::DoctypeLegacyString,
        Self::DuplicateId,
        Self::EmptyId,
        Self::EncodingDeclarationNotUtf8,
        Self::NamespaceDeclarationWithoutEffect,
        Self::ObsoleteElement,
        Self::ProcessingInstructionDataEndingWithQuestionMark,
        Self::ProcessingInstructionOutsideHtmlElement,
        Self::RequiredEndTagOmitted,
        Self::ScriptTagInScriptComment,
        Self::SolidusAtEndOfUnquotedAttributeValue,
        Self::UnclosedCommentInScript,
        Self::UnexpectedCharacterInTagName,
        Self::WhitespaceInId,
    ];

    /// The provisional code.
    ///
    /// ```
    /// assert_eq!(hedgerow::AuthoringRule::DuplicateId.code(), "duplicate-id");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::DoctypeLegacyString => "doctype-legacy-string",
            Self::DuplicateId => "duplicate-id",
            Self::EmptyId => "empty-id",
            Self::EncodingDeclarationNotUtf8 => "encoding-declaration-not-utf-8",
            Self::NamespaceDeclarationWithoutEffect => "namespace-declaration-without-effect",
            Self::ObsoleteElement => "obsolete-element",
            Self::ProcessingInstructionDataEndingWithQuestionMark => {
                "processing-instruction-data-ending-with-question-mark"
            }
            Self::ProcessingInstructionOutsideHtmlElement => "processing-instruction-outside-html-element",
            Self::RequiredEndTagOmitted => "required-end-tag-omitted",
            Self::ScriptTagInScriptComment => "script-tag-in-script-comment",
            Self::SolidusAtEndOfUnquotedAttributeValue => "solidus-at-end-of-unquoted-attribute-value",
            Self::UnclosedCommentInScript => "unclosed-comment-in-script",
            Self::UnexpectedCharacterInTagName => "unexpected-character-in-tag-name",
            Self::WhitespaceInId => "whitespace-in-id",
        }
    }

    /// The rule that has this code.
    ///
    /// ```
    /// use hedgerow::AuthoringRule;
    /// assert_eq!(AuthoringRule::from_code("duplicate-id"), Some(AuthoringRule::DuplicateId));
    /// assert_eq!(AuthoringRule::from_code("duplicate-attribute"), None, "that is a parse error");
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.code() == code)
    }
}
