//! Attributes of elements: their values, the words in them, and how they are compared.

use hedgerow_base::{AttributeName, NameId, known};
use hedgerow_dom::{Document, NodeRef, QuirksMode, search};

/// Whether ids and classes of a document are compared ignoring case.
/// <https://quirks.spec.whatwg.org/#case-insensitive-selectors>
#[inline]
pub(crate) fn ignores_case(document: &Document) -> bool {
    document.quirks_mode() == QuirksMode::Quirks
}

/// Whether a set of space-separated tokens contains a word. <https://dom.spec.whatwg.org/#concept-class>
#[inline]
pub(crate) fn has_word(tokens: &str, word: &str, ignores_case: bool) -> bool {
    let (tokens, word) = (tokens.as_bytes(), word.as_bytes());
    let Some((&first, _)) = word.split_first() else { return false };
    if ignores_case {
        return tokens.split(u8::is_ascii_whitespace).any(|token| token.eq_ignore_ascii_case(word));
    }
    let Some(last) = tokens.len().checked_sub(word.len()) else { return false };
    // OPTIMIZATION: the first byte is compared first, because most bytes differ from the first byte of the word.
    let is_space = |index: usize| tokens.get(index).is_none_or(u8::is_ascii_whitespace);
    let is_token = || !word.iter().any(u8::is_ascii_whitespace);
    tokens.iter().take(last + 1).enumerate().any(|(start, &byte)| {
        byte == first
            && is_space(start.wrapping_sub(1))
            && is_space(start + word.len())
            && tokens.get(start..start + word.len()) == Some(word)
            // A class in a selector may contain an escaped space, but a token cannot.
            && is_token()
    })
}

pub(crate) fn value(element: NodeRef<'_>, name: NameId) -> Option<&str> {
    search::attribute_value(element, AttributeName::plain(name))
}

pub(crate) fn has(element: NodeRef<'_>, name: NameId) -> bool {
    value(element, name).is_some()
}

/// Whether an `input` element has one of these types; the empty type stands for a missing attribute, too.
pub(crate) fn has_type(input: NodeRef<'_>, types: &[&str]) -> bool {
    let kind = value(input, known::TYPE).unwrap_or_default();
    types.iter().any(|other| kind.eq_ignore_ascii_case(other))
}

pub(crate) fn is_radio_button(element: NodeRef<'_>) -> bool {
    element.is_html(known::INPUT) && has_type(element, &["radio"])
}

/// The name of a radio button's group.
pub(crate) fn group_name(button: NodeRef<'_>) -> Option<&str> {
    value(button, known::NAME).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_tokens() {
        for tokens in ["a", " a", "b a", "a\tb", "ab\na\x0C", "aa ba a", "\ra"] {
            assert!(has_word(tokens, "a", false) && has_word(tokens, "A", true), "{tokens:?}");
            assert!(!has_word(tokens, "A", false), "{tokens:?}");
        }
        for tokens in ["", " ", "b", "ab", "ba", "aa b", "a\u{A0}", "a\x0B", "-a"] {
            assert!(!has_word(tokens, "a", false) && !has_word(tokens, "a", true), "{tokens:?}");
        }
        for word in ["a b", "a ", " b", "\t"] {
            assert!(!has_word("a b\tc", word, false) && !has_word("a b\tc", word, true), "{word:?}");
        }
        assert!(has_word("x-y x-yz", "x-yz", false) && !has_word("x-y x-yz", "x", false));
    }
}
