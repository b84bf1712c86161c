//! [`AuthoringRule`]: the codes of the rules for authors, which the crate `hedgerow-lint` checks, and their [`Level`].

use crate::error_codes;

error_codes! {
    /// A rule for authors, which parsers do not enforce: a violation is not a parse error.
    ///
    /// The standard has no codes for these rules, so the codes are provisional.
    ///
    /// <https://html.spec.whatwg.org/multipage/syntax.html#writing>
    pub enum AuthoringRule {
        /// The content security policy of the document blocks this.
        "blocked-by-policy" <=> BlockedByPolicy,
        /// An attribute that does not fit the other attributes.
        "conflicting-attribute" <=> ConflictingAttribute,
        /// Values that contradict each other.
        "contradictory-values" <=> ContradictoryValues,
        /// A reference to an id or a name that does not exist.
        "dangling-reference" <=> DanglingReference,
        /// An ARIA attribute that the role does not allow.
        "disallowed-aria-attribute" <=> DisallowedAriaAttribute,
        /// An attribute that the element does not have.
        "disallowed-attribute" <=> DisallowedAttribute,
        /// An element inside an ancestor that forbids it.
        "disallowed-descendant" <=> DisallowedDescendant,
        /// An element that its parent does not allow.
        "disallowed-element" <=> DisallowedElement,
        /// A role that the element must not have.
        "disallowed-role" <=> DisallowedRole,
        /// Text in an element that allows no text.
        "disallowed-text" <=> DisallowedText,
        /// The DOCTYPE uses the legacy string `about:legacy-compat`.
        "doctype-legacy-string" <=> DoctypeLegacyString,
        /// An element that may occur only once.
        "duplicate-element" <=> DuplicateElement,
        /// Duplicate `id`.
        "duplicate-id" <=> DuplicateId,
        /// A term occurs twice in a description list.
        "duplicate-term" <=> DuplicateTerm,
        /// A heading without text.
        "empty-heading" <=> EmptyHeading,
        /// The `id` attribute is empty.
        "empty-id" <=> EmptyId,
        /// A `meta` element declares an encoding other than UTF-8.
        "encoding-declaration-not-utf-8" <=> EncodingDeclarationNotUtf8,
        /// An element whose meaning its ancestor hides.
        "hidden-semantics" <=> HiddenSemantics,
        /// The value of an attribute does not have the required syntax.
        "invalid-attribute-value" <=> InvalidAttributeValue,
        /// The content of a script element is not valid.
        "invalid-script-data" <=> InvalidScriptData,
        /// An encoding declaration after the first 1024 bytes.
        "late-encoding-declaration" <=> LateEncodingDeclaration,
        /// A required accessible name is missing.
        "missing-accessible-name" <=> MissingAccessibleName,
        /// A required ancestor is missing.
        "missing-ancestor" <=> MissingAncestor,
        /// A required ARIA attribute is missing.
        "missing-aria-attribute" <=> MissingAriaAttribute,
        /// A required attribute is missing.
        "missing-attribute" <=> MissingAttribute,
        /// A required child is missing.
        "missing-child" <=> MissingChild,
        /// A section without a heading.
        "missing-heading" <=> MissingHeading,
        /// The document does not declare its language.
        "missing-language" <=> MissingLanguage,
        /// A role outside the role that must contain it.
        "missing-role-ancestor" <=> MissingRoleAncestor,
        /// Namespace declaration without effect.
        "namespace-declaration-without-effect" <=> NamespaceDeclarationWithoutEffect,
        /// Obsolete attribute.
        "obsolete-attribute" <=> ObsoleteAttribute,
        /// Obsolete element.
        "obsolete-element" <=> ObsoleteElement,
        /// Table cells that overlap.
        "overlapping-cells" <=> OverlappingCells,
        /// The data of a processing instruction ends with `?`.
        "processing-instruction-data-ending-with-question-mark" <=> ProcessingInstructionDataEndingWithQuestionMark,
        /// Processing instruction outside the `html` element.
        "processing-instruction-outside-html-element" <=> ProcessingInstructionOutsideHtmlElement,
        /// A value that is allowed, but probably a mistake.
        "questionable-value" <=> QuestionableValue,
        /// Missing end tag.
        "required-end-tag-omitted" <=> RequiredEndTagOmitted,
        /// `<script` after `<!--` inside a script.
        "script-tag-in-script-comment" <=> ScriptTagInScriptComment,
        /// A heading skips a level.
        "skipped-heading-level" <=> SkippedHeadingLevel,
        /// The slash before `>` is part of an unquoted attribute value.
        "solidus-at-end-of-unquoted-attribute-value" <=> SolidusAtEndOfUnquotedAttributeValue,
        /// `<!--` without `-->` inside a script.
        "unclosed-comment-in-script" <=> UnclosedCommentInScript,
        /// A table whose rows do not fit its columns.
        "uneven-table" <=> UnevenTable,
        /// A tag name contains an invalid character.
        "unexpected-character-in-tag-name" <=> UnexpectedCharacterInTagName,
        /// Unknown element.
        "unknown-element" <=> UnknownElement,
        /// A role that does not exist.
        "unknown-role" <=> UnknownRole,
        /// An attribute without effect.
        "unnecessary-attribute" <=> UnnecessaryAttribute,
        /// A role that the element has already.
        "unnecessary-role" <=> UnnecessaryRole,
        /// A slash at the end of the start tag of a void element.
        "unnecessary-solidus" <=> UnnecessarySolidus,
        /// An ARIA attribute that should not be used here.
        "unsuitable-aria-attribute" <=> UnsuitableAriaAttribute,
        /// A reference to an element of the wrong kind.
        "unsuitable-reference" <=> UnsuitableReference,
        /// The `id` attribute contains whitespace.
        "whitespace-in-id" <=> WhitespaceInId,
    }
}

/// How serious a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The document may conform, but can be improved.
    Advice,
    /// A specification recommends against it.
    Warning,
    /// The document does not conform.
    Error,
}

impl Level {
    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl AuthoringRule {
    /// Returns the level of its findings. A single finding may have another one.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::BlockedByPolicy
            | Self::DuplicateTerm
            | Self::EmptyHeading
            | Self::HiddenSemantics
            | Self::MissingHeading
            | Self::MissingLanguage
            | Self::QuestionableValue
            | Self::UnnecessaryAttribute
            | Self::UnnecessaryRole
            | Self::UnsuitableAriaAttribute
            | Self::DoctypeLegacyString
            | Self::SolidusAtEndOfUnquotedAttributeValue => Level::Warning,
            Self::UnnecessarySolidus => Level::Advice,
            _ => Level::Error,
        }
    }
}
