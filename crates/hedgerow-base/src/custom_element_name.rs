//! Valid names of custom elements and of shadow hosts.

use crate::known::{
    ARTICLE, ASIDE, BLOCKQUOTE, BODY, DIV, FOOTER, H1, H2, H3, H4, H5, H6, HEADER, MAIN, NAV, P, SECTION,
    SPAN,
};
use crate::{ElementName, Namespace};

/// Whether a local name is a valid custom element name: it begins with an ASCII lower alpha, has a hyphen, no ASCII upper alpha
/// and no character that is forbidden in names, and is not one of eight reserved names of SVG and `MathML`.
///
/// <https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name>
///
/// ```
/// use hedgerow_base::is_valid_custom_element_name;
/// assert!(is_valid_custom_element_name("my-element"));
/// assert!(!is_valid_custom_element_name("div"));
/// assert!(!is_valid_custom_element_name("font-face"));
/// ```
#[must_use]
pub fn is_valid_custom_element_name(name: &str) -> bool {
    let is_forbidden = |character: char| {
        character.is_ascii_uppercase()
            || matches!(character, '\0' | '\t' | '\n' | '\x0C' | '\r' | ' ' | '/' | '>')
    };
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.contains('-')
        && !name.contains(is_forbidden)
        && !matches!(
            name,
            "annotation-xml"
                | "color-profile"
                | "font-face"
                | "font-face-src"
                | "font-face-uri"
                | "font-face-format"
                | "font-face-name"
                | "missing-glyph"
        )
}

/// Whether an element with this name may have a shadow root; `local_name` is the text of its local name.
///
/// <https://dom.spec.whatwg.org/#valid-shadow-host-name>
#[must_use]
pub fn is_valid_shadow_host_name(name: ElementName, local_name: &str) -> bool {
    let is_listed = matches!(
        name.local,
        ARTICLE
            | ASIDE
            | BLOCKQUOTE
            | BODY
            | DIV
            | FOOTER
            | H1
            | H2
            | H3
            | H4
            | H5
            | H6
            | HEADER
            | MAIN
            | NAV
            | P
            | SECTION
            | SPAN
    );
    name.namespace == Namespace::Html && (is_listed || is_valid_custom_element_name(local_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_element_names_have_a_hyphen_and_no_upper_case() {
        assert!(is_valid_custom_element_name("my-element"));
        assert!(is_valid_custom_element_name("emotion-😍"));
        for name in ["div", "-x", "1-a", "font-face", "my-Element", ""] {
            assert!(!is_valid_custom_element_name(name), "{name}");
        }
    }
}
