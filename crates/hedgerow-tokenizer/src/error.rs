//! The parse errors to which the standard gives codes.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
//!
//! The errors of tree construction, to which the standard gives no codes, are in `hedgerow-tree`.

use hedgerow_error_codes::error_codes;
use hedgerow_input::InputStreamError;

error_codes! {
    /// A parse error to which the standard gives a code.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parse-errors>
    pub enum ParseErrorCode {
        /// A comment is closed by `>` right after `<!--` or `<!---`.
        "abrupt-closing-of-empty-comment" <=> AbruptClosingOfEmptyComment,
        /// The public identifier of the DOCTYPE has no closing quote before `>`.
        "abrupt-doctype-public-identifier" <=> AbruptDoctypePublicIdentifier,
        /// The system identifier of the DOCTYPE has no closing quote before `>`.
        "abrupt-doctype-system-identifier" <=> AbruptDoctypeSystemIdentifier,
        /// A numeric character reference has no digits.
        "absence-of-digits-in-numeric-character-reference" <=> AbsenceOfDigitsInNumericCharacterReference,
        /// CDATA section outside SVG and MathML.
        "cdata-in-html-content" <=> CdataInHtmlContent,
        /// A numeric character reference is greater than U+10FFFF, the last code point of Unicode.
        "character-reference-outside-unicode-range" <=> CharacterReferenceOutsideUnicodeRange,
        /// Control character in the document.
        "control-character-in-input-stream" <=> ControlCharacterInInputStream,
        /// A numeric character reference denotes a control character.
        "control-character-reference" <=> ControlCharacterReference,
        /// XML declaration or `xml-stylesheet` instruction in an HTML document.
        "disallowed-processing-instruction-target" <=> DisallowedProcessingInstructionTarget,
        /// Duplicate attribute on an element.
        "duplicate-attribute" <=> DuplicateAttribute,
        /// End tag with attributes.
        "end-tag-with-attributes" <=> EndTagWithAttributes,
        /// End tag with a slash before `>`.
        "end-tag-with-trailing-solidus" <=> EndTagWithTrailingSolidus,
        /// The document ends right after `<` or `</`.
        "eof-before-tag-name" <=> EofBeforeTagName,
        /// The document ends inside a CDATA section.
        "eof-in-cdata" <=> EofInCdata,
        /// The document ends inside a comment.
        "eof-in-comment" <=> EofInComment,
        /// The document ends inside the DOCTYPE.
        "eof-in-doctype" <=> EofInDoctype,
        /// The document ends inside a processing instruction.
        "eof-in-processing-instruction" <=> EofInProcessingInstruction,
        /// The document ends inside a script, after a `<!--` without `-->`.
        "eof-in-script-html-comment-like-text" <=> EofInScriptHtmlCommentLikeText,
        /// The document ends inside a tag.
        "eof-in-tag" <=> EofInTag,
        /// A comment ends with `--!>` instead of `-->`.
        "incorrectly-closed-comment" <=> IncorrectlyClosedComment,
        /// `<!` starts neither a comment nor a DOCTYPE.
        "incorrectly-opened-comment" <=> IncorrectlyOpenedComment,
        /// The name in the DOCTYPE is followed by something other than `PUBLIC` or `SYSTEM`.
        "invalid-character-sequence-after-doctype-name" <=> InvalidCharacterSequenceAfterDoctypeName,
        /// The target of a processing instruction does not start with a letter or an underscore.
        "invalid-first-character-of-processing-instruction-target" <=> InvalidFirstCharacterOfProcessingInstructionTarget,
        /// A tag name does not start with an ASCII letter.
        "invalid-first-character-of-tag-name" <=> InvalidFirstCharacterOfTagName,
        /// The target of a processing instruction contains an invalid character.
        "invalid-processing-instruction-target" <=> InvalidProcessingInstructionTarget,
        /// An attribute has `=` but no value.
        "missing-attribute-value" <=> MissingAttributeValue,
        /// The DOCTYPE has no name.
        "missing-doctype-name" <=> MissingDoctypeName,
        /// `PUBLIC` in the DOCTYPE is not followed by an identifier.
        "missing-doctype-public-identifier" <=> MissingDoctypePublicIdentifier,
        /// `SYSTEM` in the DOCTYPE is not followed by an identifier.
        "missing-doctype-system-identifier" <=> MissingDoctypeSystemIdentifier,
        /// End tag without a name.
        "missing-end-tag-name" <=> MissingEndTagName,
        /// The public identifier of the DOCTYPE does not start with a quote.
        "missing-quote-before-doctype-public-identifier" <=> MissingQuoteBeforeDoctypePublicIdentifier,
        /// The system identifier of the DOCTYPE does not start with a quote.
        "missing-quote-before-doctype-system-identifier" <=> MissingQuoteBeforeDoctypeSystemIdentifier,
        /// A character reference has no semicolon.
        "missing-semicolon-after-character-reference" <=> MissingSemicolonAfterCharacterReference,
        /// Missing space after `PUBLIC` in the DOCTYPE.
        "missing-whitespace-after-doctype-public-keyword" <=> MissingWhitespaceAfterDoctypePublicKeyword,
        /// Missing space after `SYSTEM` in the DOCTYPE.
        "missing-whitespace-after-doctype-system-keyword" <=> MissingWhitespaceAfterDoctypeSystemKeyword,
        /// Missing space after `<!DOCTYPE`.
        "missing-whitespace-before-doctype-name" <=> MissingWhitespaceBeforeDoctypeName,
        /// Missing space between attributes.
        "missing-whitespace-between-attributes" <=> MissingWhitespaceBetweenAttributes,
        /// Missing space between the public and system identifiers of the DOCTYPE.
        "missing-whitespace-between-doctype-public-and-system-identifiers" <=> MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
        /// `<!--` inside a comment.
        "nested-comment" <=> NestedComment,
        /// A numeric character reference denotes a noncharacter.
        "noncharacter-character-reference" <=> NoncharacterCharacterReference,
        /// Noncharacter code point in the document.
        "noncharacter-in-input-stream" <=> NoncharacterInInputStream,
        /// Self-closing syntax (`/>`) on an HTML element that is not void.
        "non-void-html-element-start-tag-with-trailing-solidus" <=> NonVoidHtmlElementStartTagWithTrailingSolidus,
        /// A numeric character reference denotes U+0000 NULL.
        "null-character-reference" <=> NullCharacterReference,
        /// A numeric character reference denotes a surrogate.
        "surrogate-character-reference" <=> SurrogateCharacterReference,
        /// Unpaired surrogate in the document.
        "surrogate-in-input-stream" <=> SurrogateInInputStream,
        /// Unexpected text after the system identifier of the DOCTYPE.
        "unexpected-character-after-doctype-system-identifier" <=> UnexpectedCharacterAfterDoctypeSystemIdentifier,
        /// An attribute name contains a quote or `<`.
        "unexpected-character-in-attribute-name" <=> UnexpectedCharacterInAttributeName,
        /// An unquoted attribute value contains a quote, `<`, `=` or a backtick.
        "unexpected-character-in-unquoted-attribute-value" <=> UnexpectedCharacterInUnquotedAttributeValue,
        /// `=` where an attribute name should start.
        "unexpected-equals-sign-before-attribute-name" <=> UnexpectedEqualsSignBeforeAttributeName,
        /// U+0000 NULL character.
        "unexpected-null-character" <=> UnexpectedNullCharacter,
        /// Slash inside a tag without `>` directly after it.
        "unexpected-solidus-in-tag" <=> UnexpectedSolidusInTag,
        /// Unknown named character reference.
        "unknown-named-character-reference" <=> UnknownNamedCharacterReference,
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
