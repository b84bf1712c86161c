//! Reads the source of start tags: attributes, and the newline that a parser ignores after some tags.

use hedgerow_base::Span;

/// Returns the attributes of a tag, including duplicates: for each, its name, and its span with the value and the
/// quotes. `start` is the end of the tag name, or the start of the first attribute to return.
pub(crate) fn attributes_of_tag(source: &str, start: u32) -> impl Iterator<Item = (&str, Span)> {
    let bytes = source.as_bytes();
    let find = move |from: usize, ends: fn(u8) -> bool| {
        bytes.iter().skip(from).position(|&byte| ends(byte)).map_or(bytes.len(), |length| from + length)
    };
    let mut position = start as usize;
    std::iter::from_fn(move || {
        let start = find(position, |byte| !is_whitespace_or_slash(byte));
        if bytes.get(start).is_none_or(|&byte| byte == b'>') {
            return None;
        }
        // An equals sign at the start is part of the name.
        let name_end = find(start + 1, |byte| is_whitespace_or_slash(byte) || matches!(byte, b'>' | b'='));
        let equals_sign = find(name_end, |byte| !byte.is_ascii_whitespace());
        position = name_end;
        if bytes.get(equals_sign) == Some(&b'=') {
            let value = find(equals_sign + 1, |byte| !byte.is_ascii_whitespace());
            position = match bytes.get(value) {
                Some(b'"') => find(value + 1, |byte| byte == b'"') + 1,
                Some(b'\'') => find(value + 1, |byte| byte == b'\'') + 1,
                _ => find(value, |byte| byte.is_ascii_whitespace() || byte == b'>'),
            };
        }
        // A value may have no closing quote, in text that only looks like a tag.
        position = position.min(bytes.len());
        let span = Span { start: start as u32, end: position as u32 };
        Some((source.get(start..name_end)?, span))
    })
}

/// Returns the span that is replaced to remove an attribute, and its replacement. The rest of the tag keeps its
/// meaning, even if the attributes before and after are removed, too.
pub(crate) fn removal(source: &str, attribute: Span) -> (Span, &'static str) {
    let (before, _) = source.split_at(attribute.range().start);
    let (_, after) = source.split_at(attribute.range().end);
    let is_whitespace = |character: char| character.is_ascii_whitespace();
    let kept = before.trim_end_matches(is_whitespace);
    let span = Span { start: kept.len() as u32, end: attribute.end };
    // An equals sign would give a value to the attribute before it. A slash before the `>` would be the self-closing flag.
    // An unquoted value would absorb the next attribute, or a slash.
    let replacement = if after.trim_start_matches(is_whitespace).starts_with('=') {
        " / "
    } else if kept.ends_with('/') || !after.starts_with(|next| next == '>' || is_whitespace(next)) {
        " "
    } else {
        ""
    };
    (span, replacement)
}

/// Whether a start tag has the self-closing flag.
pub(crate) fn is_self_closing(source: &str, tag: Span) -> bool {
    let text = tag.of(source).unwrap_or_default();
    let name_end = text.find(ends_a_tag_name).unwrap_or(text.len());
    let last = attributes_of_tag(text, name_end as u32).last();
    let end = last.map_or(name_end, |(_, span)| span.range().end);
    text.get(end..).is_some_and(|rest| rest.ends_with("/>"))
}

pub(crate) fn ends_a_tag_name(character: char) -> bool {
    character.is_ascii_whitespace() || matches!(character, '/' | '>')
}

fn is_whitespace_or_slash(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_those_that_a_parser_reads() {
        for tag in [
            "<p a=1 A b = '2>'/c=\"3\"d =e f=/>", "<p/=a==b//>", "<p a=>", "<p a", "<p a='", "<p a = \n>x",
            "<p>", "<p a=''b>", "<p \u{e9}\r\n=\r\n\u{e9}/ b/>",
        ] {
            let document = hedgerow::Parser::new().source_spans(true).parse(tag).into_document();
            let mut names = Vec::new();
            for (name, span) in attributes_of_tag(tag, 2) {
                let name = name.to_ascii_lowercase();
                assert!(tag[span.range()].to_ascii_lowercase().starts_with(&name));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let element = document.body().and_then(hedgerow::NodeRef::first_child);
            if let Some(element) = element {
                let expected: Vec<_> =
                    element.attributes().map(|attribute| attribute.name_text().to_owned()).collect();
                assert_eq!(names, expected, "{tag}");
            }
        }
    }
}
