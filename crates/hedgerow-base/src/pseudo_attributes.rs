//! The attributes of processing instructions, which are pseudo-attributes in their data.

use std::borrow::Cow;

use crate::{SideTable, is_xml_name};

/// Returns the names and values of the pseudo-attributes in the data of a processing instruction; `None` if the data is not a list
/// of pseudo-attributes.
///
/// A pseudo-attribute has a name, an equals sign with optional white space around it, and a quoted value with the predefined
/// entities and character references of XML. The list is separated by white space, and its names are unique.
///
/// <https://www.w3.org/TR/xml-stylesheet/#rules-for-parsing-pseudo-attributes-from-a-string>
///
/// ```
/// use hedgerow_base::pseudo_attributes;
/// let attributes = pseudo_attributes("name='a' title=\"1 &lt; 2\"").unwrap();
/// assert_eq!(attributes, [("name", "a".into()), ("title", "1 < 2".into())]);
/// assert_eq!(pseudo_attributes("name=a"), None);
/// ```
#[must_use]
pub fn pseudo_attributes(data: &str) -> Option<Vec<(&str, Cow<'_, str>)>> {
    let is_space = |character: char| matches!(character, ' ' | '\t' | '\r' | '\n');
    let mut attributes = SideTable::new();
    let mut rest = data.trim_start_matches(is_space);
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=')?;
        let name = name.trim_end_matches(is_space);
        let value = value.trim_start_matches(is_space);
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let (value, after) = value[1..].split_once(quote)?;
        if !is_xml_name(name) || attributes.insert(name, unescape_xml(value)?).is_some() {
            return None;
        }
        rest = after.trim_start_matches(is_space);
        if rest.len() == after.len() && !rest.is_empty() {
            return None;
        }
    }
    Some(attributes.into_iter().collect())
}

/// Resolves the references in a pseudo-attribute value; `None` if there is a `<` or a malformed or unknown reference.
fn unescape_xml(value: &str) -> Option<Cow<'_, str>> {
    if value.contains('<') {
        return None;
    }
    if !value.contains('&') {
        return Some(Cow::Borrowed(value));
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
    Some(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_without_quotes_or_with_duplicate_names_has_no_pseudo_attributes() {
        let names = |data: &'static str| {
            pseudo_attributes(data).map(|found| found.into_iter().map(|(_, value)| value).collect::<Vec<_>>())
        };
        assert_eq!(names("name=\"a\""), Some(vec!["a".into()]));
        assert_eq!(names(" x = 'y'\tname\n=\n'a&amp;&#x62;' "), Some(vec!["y".into(), "a&b".into()]));
        assert_eq!(names(""), Some(Vec::new()));
        for data in [
            "name=a", "name=\"a\" x", "name=\"a\"x='y'", "name='a' name='a'", "name='<'", "name='&a;'",
            "1='a'",
        ] {
            assert_eq!(names(data), None, "{data}");
        }
    }
}
