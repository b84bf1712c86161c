//! The characters and names of XML, and the replacements of "coercing an HTML DOM into an infoset".
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset>

use std::borrow::Cow;
use std::fmt::Write as _;

use hedgerow_base::is_xml_name;

/// Whether a character may occur in XML. <https://www.w3.org/TR/xml/#NT-Char>
pub(super) fn is_char(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}'
    )
}

/// Whether a name without a colon may begin with a character. <https://www.w3.org/TR/xml-names/#NT-NCName>
fn is_name_start(character: char) -> bool {
    is_name(character.encode_utf8(&mut [0; 4]))
}

fn is_name_char(character: char) -> bool {
    is_name(&String::from_iter(['_', character]))
}

/// Whether a text is a name without a colon.
pub(super) fn is_name(text: &str) -> bool {
    is_xml_name(text) && !text.contains(':')
}

/// Returns a name in which each character that XML does not allow is replaced by the letter U and its code point.
pub(super) fn coerced_name(text: &str) -> Cow<'_, str> {
    if is_name(text) {
        return Cow::Borrowed(text);
    }
    let mut name = String::with_capacity(text.len() + 6);
    for (index, character) in text.char_indices() {
        if if index == 0 { is_name_start(character) } else { is_name_char(character) } {
            name.push(character);
        } else {
            push_code_point(&mut name, character);
        }
    }
    Cow::Owned(name)
}

/// Returns the target of a processing instruction; the target `xml`, which is reserved, is changed like a name that is not allowed.
pub(super) fn coerced_target(text: &str) -> Cow<'_, str> {
    match text.chars().next() {
        Some(first) if text.eq_ignore_ascii_case("xml") => {
            let mut name = String::new();
            push_code_point(&mut name, first);
            name.push_str(&text[first.len_utf8()..]);
            Cow::Owned(name)
        }
        _ => coerced_name(text),
    }
}

fn push_code_point(name: &mut String, character: char) {
    // Writing to a string does not fail.
    let _ = write!(name, "U{:06X}", u32::from(character));
}

/// Returns a text in which a form feed is replaced by a space, and any other character that XML does not allow by U+FFFD.
pub(super) fn coerced_text(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_char) {
        return Cow::Borrowed(text);
    }
    let coerced = |character: char| match character {
        '\u{C}' => ' ',
        other if is_char(other) => other,
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(coerced).collect())
}

/// Returns the data of a comment with a space in each `--` and after a `-` at the end.
pub(super) fn coerced_comment(text: &str) -> Cow<'_, str> {
    let text = coerced_text(text);
    if !text.contains("--") && !text.ends_with('-') {
        return text;
    }
    let mut comment = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if character == '-' && comment.ends_with('-') {
            comment.push(' ');
        }
        comment.push(character);
    }
    if comment.ends_with('-') {
        comment.push(' ');
    }
    Cow::Owned(comment)
}
