//! Marker names: the `name` pseudo-attributes of the processing instructions at which `<template for>` inserts its content.

use std::collections::HashSet;

use hedgerow_base::is_xml_name;

/// Returns the marker name of a processing instruction, or `None` if its target is neither "marker" nor "start", or if it
/// has no name.
///
/// <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
///
/// ```
/// use hedgerow_tree::marker_name;
/// assert_eq!(marker_name("marker", "name='a'").as_deref(), Some("a"));
/// assert_eq!(marker_name("end", "name='a'"), None);
/// ```
#[must_use]
pub fn marker_name(target: &str, data: &str) -> Option<String> {
    if matches!(target, "marker" | "start") { pseudo_attribute(data, "name") } else { None }
}

/// Returns the value of a pseudo-attribute, or `None` if it is missing or the data is not a list of pseudo-attributes.
///
/// A pseudo-attribute has a name, an equals sign with optional white space around it, and a quoted value with the predefined
/// entities and character references of XML. The list is separated by white space, and its names are unique.
///
/// <https://www.w3.org/TR/xml-stylesheet/#rules-for-parsing-pseudo-attributes-from-a-string>
fn pseudo_attribute(data: &str, name: &str) -> Option<String> {
    let is_space = |character: char| matches!(character, ' ' | '\t' | '\r' | '\n');
    let mut names = HashSet::new();
    let mut found = None;
    let mut rest = data.trim_start_matches(is_space);
    while !rest.is_empty() {
        let (key, value) = rest.split_once('=')?;
        let key = key.trim_end_matches(is_space);
        if !is_xml_name(key) || !names.insert(key) {
            return None;
        }
        let value = value.trim_start_matches(is_space);
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let (value, after) = value[1..].split_once(quote)?;
        let value = unescape_xml(value)?;
        if key == name {
            found = Some(value);
        }
        rest = after.trim_start_matches(is_space);
        if rest.len() == after.len() && !rest.is_empty() {
            return None;
        }
    }
    found
}

/// Resolves the references in a pseudo-attribute value; `None` if there is a `<` or a malformed or unknown reference.
fn unescape_xml(value: &str) -> Option<String> {
    if value.contains('<') {
        return None;
    }
    let mut pieces = value.split('&');
    let mut text = pieces.next()?.to_owned();
    for piece in pieces {
        let (reference, after) = piece.split_once(';')?;
        text.push(match reference {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = reference.strip_prefix('#')?;
                let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |digits| (digits, 16));
                let code = digits.chars().all(|digit| digit.is_digit(radix)).then_some(digits)?;
                char::from_u32(u32::from_str_radix(code, radix).ok()?)?
            }
        });
        text.push_str(after);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_without_quotes_or_with_duplicate_names_has_no_pseudo_attributes() {
        let name = |data| pseudo_attribute(data, "name");
        assert_eq!(name("name=\"a\""), Some("a".to_owned()));
        assert_eq!(name(" x = 'y'\tname\n=\n'a&amp;&#x62;' "), Some("a&b".to_owned()));
        for data in [
            "", "name=a", "name=\"a\" x", "name=\"a\"x='y'", "name='a' name='a'", "name='<'", "name='&a;'",
            "1='a'",
        ] {
            assert_eq!(name(data), None, "{data}");
        }
    }
}
