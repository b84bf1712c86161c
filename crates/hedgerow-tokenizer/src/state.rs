//! [`State`]: one variant for each state of the tokenizer, in the standard's order.

use std::fmt;

/// A state of the tokenizer.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum State {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    #[default]
    Data,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    Rcdata,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    Rawtext,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    ScriptData,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    Plaintext,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    TagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state>
    EndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>
    TagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state>
    RcdataLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state>
    RcdataEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state>
    RcdataEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state>
    RawtextLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state>
    RawtextEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state>
    RawtextEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state>
    ScriptDataLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state>
    ScriptDataEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state>
    ScriptDataEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state>
    ScriptDataEscapeStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state>
    ScriptDataEscapeStartDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>
    ScriptDataEscaped,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state>
    ScriptDataEscapedDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state>
    ScriptDataEscapedDashDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state>
    ScriptDataEscapedLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state>
    ScriptDataEscapedEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state>
    ScriptDataEscapedEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state>
    ScriptDataDoubleEscapeStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>
    ScriptDataDoubleEscaped,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state>
    ScriptDataDoubleEscapedDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state>
    ScriptDataDoubleEscapedDashDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state>
    ScriptDataDoubleEscapedLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state>
    ScriptDataDoubleEscapeEnd,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    BeforeAttributeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    AttributeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state>
    AfterAttributeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state>
    BeforeAttributeValue,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state>
    AttributeValueDoubleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state>
    AttributeValueSingleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state>
    AttributeValueUnquoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state>
    AfterAttributeValueQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state>
    SelfClosingStartTag,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state>
    BogusComment,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    MarkupDeclarationOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>
    CommentStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state>
    CommentStartDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-state>
    Comment,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state>
    CommentLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state>
    CommentLessThanSignBang,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state>
    CommentLessThanSignBangDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state>
    CommentLessThanSignBangDashDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state>
    CommentEndDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state>
    CommentEnd,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state>
    CommentEndBang,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>
    Doctype,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state>
    BeforeDoctypeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state>
    DoctypeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state>
    AfterDoctypeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    AfterDoctypePublicKeyword,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state>
    BeforeDoctypePublicIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state>
    DoctypePublicIdentifierDoubleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state>
    DoctypePublicIdentifierSingleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state>
    AfterDoctypePublicIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state>
    BetweenDoctypePublicAndSystemIdentifiers,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    AfterDoctypeSystemKeyword,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state>
    BeforeDoctypeSystemIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state>
    DoctypeSystemIdentifierDoubleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state>
    DoctypeSystemIdentifierSingleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state>
    AfterDoctypeSystemIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state>
    BogusDoctype,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    CdataSection,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state>
    CdataSectionBracket,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state>
    CdataSectionEnd,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state>
    ProcessingInstructionOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state>
    ProcessingInstructionTarget,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state>
    AfterProcessingInstructionTarget,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state>
    ProcessingInstructionData,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state>
    ProcessingInstructionQuestionable,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
    CharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    NamedCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    AmbiguousAmpersand,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    NumericCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state>
    HexadecimalCharacterReferenceStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state>
    HexadecimalCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state>
    DecimalCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
    NumericCharacterReferenceEnd,
}

/// Writes the standard's name of the state without the word "state", such as "before DOCTYPE name".
impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = words_of_name(&format!("{self:?}"));
        for (words, spelling) in SPELLINGS {
            name = name.replace(words, spelling);
        }
        formatter.write_str(&name)
    }
}

/// The words that the standard spells differently from the names of the variants.
const SPELLINGS: [(&str, &str); 11] = [
    ("rcdata", "RCDATA"),
    ("cdata", "CDATA"),
    ("doctype", "DOCTYPE"),
    ("plaintext", "PLAINTEXT"),
    ("rawtext", "RAWTEXT"),
    ("less than", "less-than"),
    ("self closing", "self-closing"),
    ("double quoted", "(double-quoted)"),
    ("single quoted", "(single-quoted)"),
    ("unquoted", "(unquoted)"),
    ("value quoted", "value (quoted)"),
];

/// Returns the words in the name of a variant, such as "in body" for `InBody`.
///
/// ```
/// assert_eq!(hedgerow_tokenizer::words_of_name("InColumnGroup"), "in column group");
/// ```
#[must_use]
pub fn words_of_name(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_have_the_names_of_the_standard() {
        for (state, name) in [
            (State::Data, "data"),
            (State::RcdataLessThanSign, "RCDATA less-than sign"),
            (State::SelfClosingStartTag, "self-closing start tag"),
            (State::AttributeValueDoubleQuoted, "attribute value (double-quoted)"),
            (State::AttributeValueUnquoted, "attribute value (unquoted)"),
            (State::AfterAttributeValueQuoted, "after attribute value (quoted)"),
            (State::CdataSectionBracket, "CDATA section bracket"),
            (State::DoctypeSystemIdentifierSingleQuoted, "DOCTYPE system identifier (single-quoted)"),
        ] {
            assert_eq!(state.to_string(), name);
        }
    }
}
