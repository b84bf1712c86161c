//! Validity of names: for the DOM, for XML, and for names that an HTML parser can produce.
//!
//! The names of custom elements are in `custom_element_name.rs`.

use std::borrow::Cow;

use crate::known::{self, IMAGE};
use crate::{Namespace, adjust_mathml_attribute, adjust_svg_attribute, adjust_svg_tag_name};

/// Whether a text is a valid local name of an element in the DOM.
///
/// <https://dom.spec.whatwg.org/#valid-element-local-name>
///
/// ```
/// use hedgerow_base::is_valid_element_local_name;
/// assert!(is_valid_element_local_name("my-element"));
/// assert!(!is_valid_element_local_name("p onclick"));
/// ```
#[must_use]
pub fn is_valid_element_local_name(name: &str) -> bool {
    let mut characters = name.chars();
    match characters.next() {
        // 1. If name's length is 0, then return false.
        None => false,
        // 2. If name's 0th code point is an ASCII alpha, then …
        Some(first) if first.is_ascii_alphabetic() => !name.contains(ends_a_name),
        // 3. If name's 0th code point is not U+003A (:), U+005F (_), or in the range U+0080 to U+10FFFF, inclusive, then
        //    return false.
        Some(first) if !matches!(first, ':' | '_' | '\u{80}'..) => false,
        // 4. If name's subsequent code points, if any, are not ASCII alphas, …
        Some(_) => {
            characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '_' | '\u{80}'..))
        }
    }
}

/// Whether a text is a valid local name of an attribute in the DOM.
///
/// <https://dom.spec.whatwg.org/#valid-attribute-local-name>
///
/// ```
/// use hedgerow_base::is_valid_attribute_local_name;
/// assert!(is_valid_attribute_local_name("@click"));
/// assert!(!is_valid_attribute_local_name("a=b"));
/// ```
#[must_use]
pub fn is_valid_attribute_local_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c| ends_a_name(c) || c == '=')
}

/// Whether a text is a valid name of a doctype in the DOM; it may be empty.
///
/// <https://dom.spec.whatwg.org/#valid-doctype-name>
///
/// ```
/// use hedgerow_base::is_valid_doctype_name;
/// assert!(is_valid_doctype_name("html"));
/// assert!(!is_valid_doctype_name("html>"));
/// ```
#[must_use]
pub fn is_valid_doctype_name(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '\0' | '>'))
}

/// Whether a text matches the `Name` production of XML, which the target of a processing instruction must match.
///
/// <https://www.w3.org/TR/xml/#NT-Name>
///
/// ```
/// use hedgerow_base::is_xml_name;
/// assert!(is_xml_name("xml-stylesheet"));
/// assert!(!is_xml_name("1st"));
/// ```
#[must_use]
pub fn is_xml_name(name: &str) -> bool {
    let is_start = |c: char| {
        matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z'
            | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
            | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
            | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}'
            | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
    };
    let is_further = |c: char| {
        is_start(c)
            || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
    };
    name.starts_with(is_start) && name.chars().all(is_further)
}

/// Whether a parser can create an element with this local name in this namespace, that is, whether a tag with this name gives an
/// element with the same name.
///
/// ```
/// use hedgerow::dom::Namespace;
/// use hedgerow_base::is_parser_element_name;
/// assert!(is_parser_element_name(Namespace::Html, "a\"b"));
/// assert!(is_parser_element_name(Namespace::Svg, "foreignObject"));
/// for name in ["SCRIPT", "p onclick", "_p", "image"] {
///     assert!(!is_parser_element_name(Namespace::Html, name));
/// }
/// ```
#[must_use]
pub fn is_parser_element_name(namespace: Namespace, local_name: &str) -> bool {
    let is_tag_name =
        local_name.starts_with(|c: char| c.is_ascii_alphabetic()) && !local_name.contains(ends_a_name);
    is_tag_name
        && match namespace {
            // A start tag whose tag name is "image" becomes "img".
            Namespace::Html => {
                is_lowercase(local_name) && known::find_exact(local_name.as_bytes()) != Some(IMAGE)
            }
            Namespace::MathMl => is_lowercase(local_name),
            Namespace::Svg => is_adjusted(local_name, adjust_svg_tag_name),
            Namespace::XLink | Namespace::Xml | Namespace::XmlNs | Namespace::None => false,
        }
}

/// Whether a parser can create an attribute with this qualified name on an element in this namespace.
///
/// ```
/// use hedgerow::dom::Namespace;
/// use hedgerow_base::is_parser_attribute_name;
/// assert!(is_parser_attribute_name(Namespace::Html, "a<b"));
/// assert!(is_parser_attribute_name(Namespace::Html, "="));
/// assert!(is_parser_attribute_name(Namespace::Svg, "viewBox"));
/// for name in ["onClick", "a b", "a=", "viewBox", ""] {
///     assert!(!is_parser_attribute_name(Namespace::Html, name));
/// }
/// ```
#[must_use]
pub fn is_parser_attribute_name(element: Namespace, qualified_name: &str) -> bool {
    // The first character may be an equals sign.
    let mut further = qualified_name.chars();
    let is_name =
        further.next().is_some() && !qualified_name.contains(ends_a_name) && !further.any(|c| c == '=');
    is_name
        && match element {
            Namespace::Svg => is_adjusted(qualified_name, adjust_svg_attribute),
            Namespace::MathMl => is_adjusted(qualified_name, adjust_mathml_attribute),
            _ => is_lowercase(qualified_name),
        }
}

/// Whether a character ends the name of a tag or an attribute, or cannot occur in it.
fn ends_a_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\0' | '/' | '>')
}

fn is_lowercase(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_uppercase())
}

/// Whether a name is unchanged by the tokenizer's lowercasing and an adjustment of its case.
fn is_adjusted(name: &str, adjust: fn(crate::NameId) -> crate::NameId) -> bool {
    let lowercase =
        if is_lowercase(name) { Cow::Borrowed(name) } else { Cow::Owned(name.to_ascii_lowercase()) };
    let adjusted = known::find_exact(lowercase.as_bytes()).and_then(|known| adjust(known).known_text());
    adjusted.unwrap_or(&lowercase) == name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_names_are_those_of_the_standard() {
        for name in ["p", "a\"b", "my-element", "x<", ":", "_a-b.c", "é", "\u{10FFFF}9", "\u{80}"] {
            assert!(is_valid_element_local_name(name), "{name:?}");
        }
        for name in ["", "1", "-", "a b", "a\0", "a/", "a>", "a\u{C}", "_\"", ":<", "é=", "\u{7F}"] {
            assert!(!is_valid_element_local_name(name), "{name:?}");
        }
        for name in ["a", "1", "@click", "\"", "<", "é"] {
            assert!(is_valid_attribute_local_name(name), "{name:?}");
        }
        for name in ["", "a b", "a=", "=", "/", ">", "\0", "\t"] {
            assert!(!is_valid_attribute_local_name(name), "{name:?}");
        }
        for name in ["xml-stylesheet", ":a", "é1", "\u{10000}"] {
            assert!(is_xml_name(name), "{name:?}");
        }
        for name in ["", "1", "a b", "-", "\u{B7}", "a\u{D7}", "\u{F0000}"] {
            assert!(!is_xml_name(name), "{name:?}");
        }
    }

    #[test]
    fn parser_names_have_the_case_of_their_namespace() {
        use Namespace::{Html, MathMl, None, Svg};
        for (namespace, name, expected) in [
            (Html, "p", true),
            (Html, "P", false),
            (Html, "foreignObject", false),
            (Html, "image", false),
            (Html, "é", false),
            (Svg, "image", true),
            (Svg, "foreignObject", true),
            (Svg, "foreignobject", false),
            (Svg, "viewBox", false),
            (Svg, "my-Element", false),
            (MathMl, "mi", true),
            (MathMl, "foreignobject", true),
            (None, "p", false),
        ] {
            assert_eq!(is_parser_element_name(namespace, name), expected, "{namespace:?} {name}");
        }
        for (element, name, expected) in [
            (Html, "viewbox", true),
            (Html, "viewBox", false),
            (Svg, "viewBox", true),
            (Svg, "viewbox", false),
            (Svg, "xlink:href", true),
            (Svg, "xlink:HREF", false),
            (MathMl, "definitionURL", true),
            (MathMl, "definitionurl", false),
            (Html, "=", true),
            (Html, "=a", true),
            (Html, "==", false),
            (Html, "xlink:=", false),
            (Html, "a\0", false),
            (Html, "é\"'<", true),
        ] {
            assert_eq!(is_parser_attribute_name(element, name), expected, "{element:?} {name}");
        }
    }
}
