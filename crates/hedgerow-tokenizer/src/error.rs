//! The standard's parse errors: one table for both directions between a code and its variant.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
//!
//! The errors of tree construction, which the standard leaves without codes, are in `hedgerow-tree`.

use std::fmt;

use hedgerow_input::InputStreamError;

macro_rules! parse_error_codes {
    ($($code:literal <=> $variant:ident,)*) => {
        /// A parse error to which the standard gives a code.
        ///
        /// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum ParseErrorCode {
            $(
                #[doc = concat!("`", $code, "`")]
                #[doc = ""]
                #[doc = concat!("<https://html.spec.whatwg.org/multipage/parsing.html#parse-error-", $code, ">")]
                $variant,
            )*
        }

        impl ParseErrorCode {
            /// All codes, in the standard's order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The standard's code.
            ///
            /// ```
            /// use hedgerow_tokenizer::ParseErrorCode;
            /// assert_eq!(ParseErrorCode::EofInTag.code(), "eof-in-tag");
            /// ```
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// The error that has this code.
            ///
            /// ```
            /// use hedgerow_tokenizer::ParseErrorCode;
            /// assert_eq!(ParseErrorCode::from_code("eof-in-tag"), Some(ParseErrorCode::EofInTag));
            /// assert_eq!(ParseErrorCode::from_code("eof"), None);
            /// ```
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

parse_error_codes! {
    "abrupt-closing-of-empty-comment" <=> AbruptClosingOfEmptyComment,
    "abrupt-doctype-public-identifier" <=> AbruptDoctypePublicIdentifier,
    "abrupt-doctype-system-identifier" <=> AbruptDoctypeSystemIdentifier,
    "absence-of-digits-in-numeric-character-reference" <=> AbsenceOfDigitsInNumericCharacterReference,
    "cdata-in-html-content" <=> CdataInHtmlContent,
    "character-reference-outside-unicode-range" <=> CharacterReferenceOutsideUnicodeRange,
    "control-character-in-input-stream" <=> ControlCharacterInInputStream,
    "control-character-reference" <=> ControlCharacterReference,
    "disallowed-processing-instruction-target" <=> DisallowedProcessingInstructionTarget,
    "duplicate-attribute" <=> DuplicateAttribute,
    "end-tag-with-attributes" <=> EndTagWithAttributes,
    "end-tag-with-trailing-solidus" <=> EndTagWithTrailingSolidus,
    "eof-before-tag-name" <=> EofBeforeTagName,
    "eof-in-cdata" <=> EofInCdata,
    "eof-in-comment" <=> EofInComment,
    "eof-in-doctype" <=> EofInDoctype,
    "eof-in-processing-instruction" <=> EofInProcessingInstruction,
    "eof-in-script-html-comment-like-text" <=> EofInScriptHtmlCommentLikeText,
    "eof-in-tag" <=> EofInTag,
    "incorrectly-closed-comment" <=> IncorrectlyClosedComment,
    "incorrectly-opened-comment" <=> IncorrectlyOpenedComment,
    "invalid-character-sequence-after-doctype-name" <=> InvalidCharacterSequenceAfterDoctypeName,
    "invalid-first-character-of-processing-instruction-target" <=> InvalidFirstCharacterOfProcessingInstructionTarget,
    "invalid-first-character-of-tag-name" <=> InvalidFirstCharacterOfTagName,
    "invalid-processing-instruction-target" <=> InvalidProcessingInstructionTarget,
    "missing-attribute-value" <=> MissingAttributeValue,
    "missing-doctype-name" <=> MissingDoctypeName,
    "missing-doctype-public-identifier" <=> MissingDoctypePublicIdentifier,
    "missing-doctype-system-identifier" <=> MissingDoctypeSystemIdentifier,
    "missing-end-tag-name" <=> MissingEndTagName,
    "missing-quote-before-doctype-public-identifier" <=> MissingQuoteBeforeDoctypePublicIdentifier,
    "missing-quote-before-doctype-system-identifier" <=> MissingQuoteBeforeDoctypeSystemIdentifier,
    "missing-semicolon-after-character-reference" <=> MissingSemicolonAfterCharacterReference,
    "missing-whitespace-after-doctype-public-keyword" <=> MissingWhitespaceAfterDoctypePublicKeyword,
    "missing-whitespace-after-doctype-system-keyword" <=> MissingWhitespaceAfterDoctypeSystemKeyword,
    "missing-whitespace-before-doctype-name" <=> MissingWhitespaceBeforeDoctypeName,
    "missing-whitespace-between-attributes" <=> MissingWhitespaceBetweenAttributes,
    "missing-whitespace-between-doctype-public-and-system-identifiers" <=> MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
    "nested-comment" <=> NestedComment,
    "noncharacter-character-reference" <=> NoncharacterCharacterReference,
    "noncharacter-in-input-stream" <=> NoncharacterInInputStream,
    "non-void-html-element-start-tag-with-trailing-solidus" <=> NonVoidHtmlElementStartTagWithTrailingSolidus,
    "null-character-reference" <=> NullCharacterReference,
    "surrogate-character-reference" <=> SurrogateCharacterReference,
    "surrogate-in-input-stream" <=> SurrogateInInputStream,
    "unexpected-character-after-doctype-system-identifier" <=> UnexpectedCharacterAfterDoctypeSystemIdentifier,
    "unexpected-character-in-attribute-name" <=> UnexpectedCharacterInAttributeName,
    "unexpected-character-in-unquoted-attribute-value" <=> UnexpectedCharacterInUnquotedAttributeValue,
    "unexpected-equals-sign-before-attribute-name" <=> UnexpectedEqualsSignBeforeAttributeName,
    "unexpected-null-character" <=> UnexpectedNullCharacter,
    "unexpected-solidus-in-tag" <=> UnexpectedSolidusInTag,
    "unknown-named-character-reference" <=> UnknownNamedCharacterReference,
}

impl fmt::Display for ParseErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl From<InputStreamError> for ParseErrorCode {
    fn from(error: InputStreamError) -> Self {
        match error {
            InputStreamError::ControlCharacter => Self::ControlCharacterInInputStream,
            InputStreamError::Noncharacter => Self::NoncharacterInInputStream,
            InputStreamError::Surrogate => Self::SurrogateInInputStream,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_works_in_both_directions() {
        assert_eq!(ParseErrorCode::ALL.len(), 52);
        for &error in ParseErrorCode::ALL {
            assert_eq!(ParseErrorCode::from_code(error.code()), Some(error));
        }
    }
}
