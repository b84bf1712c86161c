//! [`ParseError::marked_span`]: the part of the source that is wrong.
//!
//! The span of a parse error is where the tokenizer or the tree builder notices the error, as in the conformance suites.
//! This place is often after the mistake: at the `=` of a duplicate attribute, or after a character reference without a
//! semicolon.

use std::ops::Range;

use hedgerow_input::Span;

use crate::errors::ParseError;

/// The maximum number of characters before an error that are searched for the start of the mistake.
const MAX_DISTANCE: usize = 1000;

impl ParseError {
    /// Returns the span of the source to underline: the part that is wrong, such as the name of a duplicate attribute. The
    /// [span](Self::span) is where the parser notices the error, which may be after it.
    ///
    /// `source` is the text that was parsed, or the decoded bytes. The span is empty only at the end of the source.
    ///
    /// ```
    /// let html = "<!DOCTYPE html><p class=a class=b>Caf&eacute";
    /// let parsed = hedgerow::Parser::new().collect_errors(true).parse(html);
    /// let marked: Vec<_> = parsed.errors().iter().filter_map(|error| error.marked_span(html).of(html)).collect();
    /// assert_eq!(marked, ["class", "&eacute"]);
    /// ```
    #[must_use]
    pub fn marked_span(&self, source: &str) -> Span {
        let span = self.span();
        let Some((before, after)) = source.split_at_checked(span.start as usize).filter(|_| span.is_empty())
        else {
            return span;
        };
        let next = || before.len()..before.len() + after.chars().next().map_or(0, char::len_utf8);
        let Range { start, end } = self.mistake_before(before, after).unwrap_or_else(next);
        Span { start: start as u32, end: end as u32 }
    }

    /// Returns the range of a mistake that the parser notices only after its start.
    fn mistake_before(&self, before: &str, after: &str) -> Option<Range<usize>> {
        let at = before.len();
        let first = before.char_indices().rev().take(MAX_DISTANCE).last().map_or(at, |(first, _)| first);
        let near = &before[first..];
        // The range from the last occurrence of `start` to the error, including `end` if the text after the error begins
        // with it.
        let since = |start: &str, end: &str| {
            let length = if after.starts_with(end) { end.len() } else { 0 };
            Some(first + near.rfind(start)?..at + length)
        };
        match self.code() {
            "absence-of-digits-in-numeric-character-reference"
            | "character-reference-outside-unicode-range"
            | "control-character-reference"
            | "missing-semicolon-after-character-reference"
            | "noncharacter-character-reference"
            | "null-character-reference"
            | "surrogate-character-reference"
            | "unknown-named-character-reference" => since("&", if near.ends_with(';') { "" } else { ";" }),
            "duplicate-attribute" => {
                let near = near.trim_end_matches(|space: char| space.is_ascii_whitespace());
                // The subject is in lower case, with U+FFFD for NUL, but has as many characters as the name in the source.
                let last = self.subject()?.chars().count().checked_sub(1)?;
                let (name, _) = near.char_indices().rev().nth(last)?;
                Some(first + name..first + near.len())
            }
            "nested-comment" => {
                near.rfind("<!--").map(|nested| first + nested..first + nested + "<!--".len())
            }
            "incorrectly-closed-comment" => since("--!", ">"),
            "abrupt-closing-of-empty-comment" => since("<!--", ">"),
            "cdata-in-html-content" => since("<![CDATA", "["),
            "incorrectly-opened-comment" => since("<!", ""),
            "disallowed-processing-instruction-target" => since("<?", ""),
            "end-tag-with-attributes" | "end-tag-with-trailing-solidus" | "missing-end-tag-name" => {
                since("</", ">")
            }
            "unexpected-solidus-in-tag" if near.ends_with('/') => Some(at - 1..at),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Parser;

    fn marked(html: &str) -> Vec<&str> {
        let parsed = Parser::new().collect_errors(true).parse(html);
        parsed.errors().iter().map(|error| error.marked_span(html).of(html).unwrap()).collect()
    }

    #[test]
    fn the_part_that_is_wrong_is_marked() {
        for (html, expected) in [
            ("<p>&foo;", "&foo;"),
            ("<p>&copy 2020", "&copy"),
            ("<p class=a class=b>", "class"),
            ("<p class='a'class=b class=c>", "class"),
            ("<p \"=a \"=b>", "\""),
            ("<p \u{E4}A=a \u{E4}a=b>", "\u{E4}a"),
            ("<p A=a a = b>", "a"),
            ("<p \u{E4}\0=a \u{E4}\0=b>", "\u{E4}\0"),
            ("<p xmlns:a=b XMLNS:A\n=c>", "XMLNS:A"),
            ("<!-- <!-- x -->", "<!--"),
            ("<!-- x --!>", "--!>"),
            ("<!-->", "<!-->"),
            ("<p>&#0;", "&#0;"),
            ("</>", "</>"),
            ("<p></p a=b>", "</p a=b>"),
            ("<br / >", "/"),
            ("<![CDATA[x]]>", "<![CDATA["),
            ("<?XML version=1.0?>", "<?XML"),
            ("<p><?xml-stylesheet?>", "<?xml-stylesheet"),
            ("<p>\u{1}", "\u{1}"),
        ] {
            let marked = marked(html);
            assert!(marked.contains(&expected), "{html}: {marked:?}");
        }
    }

    #[test]
    fn another_text_than_the_source_has_a_range_too() {
        let parsed = Parser::new().collect_errors(true).parse("<p a a>&x;</b>");
        for text in ["", "<", "\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}"] {
            for error in parsed.errors() {
                let _ = error.marked_span(text);
            }
        }
    }
}
