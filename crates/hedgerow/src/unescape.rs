//! [`unescape_text`] and [`unescape_attribute`]: replace the character references in a text.
//!
//! The tokenizer replaces the references. It reads a text in the RCDATA state, in which it recognizes only references,
//! because an end tag counts only after a start tag of the same name. It reads an attribute value as part of a tag.
//!
//! In both cases, the tokenizer would replace U+0000, and a quotation mark would end an attribute value. So a text is
//! split at each U+0000, and a value also at each `"`. This is correct, because no reference contains these characters.
//!
//! The inverse functions are [`escape_text`](crate::serialize::escape_text) and [`escape_attribute`](crate::serialize::escape_attribute).

use std::borrow::Cow;

use hedgerow_base::{NameId, known};
use hedgerow_input::Span;
use hedgerow_tokenizer::{Feedback, ParseErrorCode, State, Token, TokenSink, Tokenizer};

/// Collects characters and attribute values.
#[derive(Default)]
struct Collector(String);

impl TokenSink for Collector {
    const PARSE_ERRORS: bool = false;

    fn process_token(&mut self, token: &Token<'_>, _: Span) -> Feedback {
        match token {
            Token::Characters(characters) => self.0.push_str(characters),
            Token::StartTag(tag) => tag.attributes.iter().for_each(|(_, value)| self.0.push_str(&value)),
            _ => {}
        }
        Feedback::Continue
    }

    fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

    fn intern(&mut self, _: &str) -> NameId {
        // Never called: the tokenizer interns only unknown names, and the only names in the input are `a` and `id`.
        known::A
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}

/// Replaces the character references in a text, as the parser does in text.
///
/// This never fails: invalid references stay unchanged. Text without references is not copied.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
///
/// ```
/// use hedgerow::serialize::{escape_text, unescape_text};
/// assert_eq!(unescape_text("&lt;p&gt; &eacute; &#x1F33F; &ampx &unknown;"), "<p> é 🌿 &x &unknown;");
/// assert_eq!(unescape_text(&escape_text("a < b & c")), "a < b & c");
/// ```
#[must_use]
#[inline] // Another copy of the tokenizer, which is compiled only for programs that call this function.
pub fn unescape_text(text: &str) -> Cow<'_, str> {
    unescape(text, &['\0'], |piece, result| {
        let mut tokenizer = Tokenizer::starting_in(State::Rcdata, None, Collector(result));
        tokenizer.run(piece, true);
        tokenizer.into_sink().0
    })
}

/// Replaces the character references in an attribute value, as the parser does.
///
/// The result differs from that of [`unescape_text`] for references without a semicolon: in a URL, `&copy=1` is a parameter.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
///
/// ```
/// use hedgerow::serialize::{unescape_attribute, unescape_text};
/// assert_eq!(unescape_attribute("/?a=1&amp;b=2&copy=3"), "/?a=1&b=2&copy=3");
/// assert_eq!(unescape_text("/?a=1&amp;b=2&copy=3"), "/?a=1&b=2©=3");
/// ```
#[must_use]
#[inline] // See `unescape_text`.
pub fn unescape_attribute(value: &str) -> Cow<'_, str> {
    unescape(value, &['\0', '"'], |piece, result| {
        let mut tokenizer = Tokenizer::new(Collector(result));
        tokenizer.run(&format!("<a id=\"{piece}\">"), true);
        tokenizer.into_sink().0
    })
}

/// Splits a text at the characters in `separators`, which remain unchanged, and unescapes the pieces with `append_unescaped`.
fn unescape<'t>(
    text: &'t str,
    separators: &[char],
    append_unescaped: impl Fn(&str, String) -> String,
) -> Cow<'t, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    for piece in text.split_inclusive(separators) {
        let last = piece.chars().next_back().filter(|last| separators.contains(last));
        let piece = &piece[..piece.len() - last.map_or(0, char::len_utf8)];
        result = if piece.contains('&') { append_unescaped(piece, result) } else { result + piece };
        result.extend(last);
    }
    Cow::Owned(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serialize::{escape_attribute, escape_text};
    use crate::{Context, parse_fragment};

    const TEXTS: [&str; 12] = [
        "",
        "&",
        "a&amp",
        "&amp;amp;",
        "</title></p><b>&lt;",
        "&quot\"&quot;'&#39",
        "&notit; &notin; &not=1 &nota",
        "&#0;&#128;&#xD800;&#x110000;&#",
        "a\0&amp\0&lt;\0",
        "\r\n&#13;&NewLine;",
        "&bne;&NotEqualTilde;&CounterClockwiseContourIntegral;",
        "\"\"&\"amp;\"",
    ];

    #[test]
    fn references_are_replaced_as_in_the_parser() {
        let of_text = |text: &str| parse_fragment(text, &Context::html("title")).root().text();
        for text in TEXTS.into_iter().filter(|text| !text.contains(['\0', '\r'])) {
            assert_eq!(unescape_text(text), of_text(text), "{text:?}");
            if !text.contains('"') {
                let fragment = parse_fragment(&format!("<a id=\"{text}\">"), &Context::html("div"));
                let value = fragment.root().first_child().unwrap().attribute("id").unwrap().to_owned();
                assert_eq!(unescape_attribute(text), value, "{text:?}");
            }
        }
        assert_eq!(unescape_text("a\0&amp\0&lt;\0\r\n"), "a\0&\0<\0\r\n");
        assert_eq!(unescape_attribute("\"\"&\"&amp\"&lt;"), "\"\"&\"&\"<");
    }

    #[test]
    fn unescaping_reverses_escaping() {
        for text in TEXTS {
            assert_eq!(unescape_text(&escape_text(text)), text);
            assert_eq!(unescape_attribute(&escape_attribute(text)), text);
        }
        assert!(matches!(unescape_text("no & yes"), Cow::Owned(_)));
        assert!(matches!(unescape_text("no reference"), Cow::Borrowed(_)));
    }
}
