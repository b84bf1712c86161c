//! The obsolete elements and attributes.
//!
//! <https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features>

/// Whether an HTML element is obsolete.
pub(crate) fn is_obsolete_element(name: &str) -> bool {
    matches!(
        name,
        "acronym"
            | "applet"
            | "basefont"
            | "bgsound"
            | "big"
            | "blink"
            | "center"
            | "dir"
            | "font"
            | "frame"
            | "frameset"
            | "isindex"
            | "keygen"
            | "listing"
            | "marquee"
            | "menuitem"
            | "multicol"
            | "nextid"
            | "nobr"
            | "noembed"
            | "noframes"
            | "param"
            | "plaintext"
            | "rb"
            | "rtc"
            | "spacer"
            | "strike"
            | "tt"
            | "xmp"
    )
}

/// The obsolete attributes of each element, sorted by element. `tbody` stands for `thead` and `tfoot`, too.
const OBSOLETE: [(&str, &str); 48] = [
    ("a", "charset coords datafld datasrc methods name rev shape urn"),
    ("applet", "datafld datasrc"),
    ("area", "hreflang nohref type"),
    (
        "body",
        "alink background bgcolor bottommargin leftmargin link marginheight marginwidth rightmargin text topmargin vlink",
    ),
    ("br", "clear"),
    ("button", "datafld dataformatas datasrc"),
    ("caption", "align"),
    ("col", "align char charoff valign width"),
    ("colgroup", "align char charoff valign width"),
    ("div", "align datafld dataformatas datasrc"),
    ("dl", "compact"),
    ("embed", "align hspace name vspace"),
    ("fieldset", "datafld"),
    ("form", "accept"),
    ("frame", "datafld datasrc"),
    ("h1", "align"),
    ("h2", "align"),
    ("h3", "align"),
    ("h4", "align"),
    ("h5", "align"),
    ("h6", "align"),
    ("head", "profile"),
    ("hr", "align color noshade size width"),
    ("html", "manifest version"),
    (
        "iframe",
        "align allowtransparency datafld datasrc frameborder framespacing hspace longdesc marginheight marginwidth scrolling vspace",
    ),
    ("img", "align border datafld datasrc hspace longdesc lowsrc name vspace"),
    ("input", "align border datafld dataformatas datasrc hspace ismap usemap vspace"),
    ("label", "datafld dataformatas datasrc"),
    ("legend", "align datafld dataformatas datasrc"),
    ("li", "type"),
    ("link", "charset methods rev target urn"),
    ("menu", "compact"),
    ("meta", "scheme"),
    (
        "object",
        "align archive border classid code codebase codetype datafld dataformatas datasrc declare hspace standby typemustmatch usemap vspace",
    ),
    ("ol", "compact"),
    ("option", "datafld dataformatas datasrc name"),
    ("p", "align"),
    ("pre", "width"),
    ("script", "charset event for language"),
    ("select", "datafld dataformatas datasrc"),
    ("span", "datafld dataformatas datasrc"),
    (
        "table",
        "align background bgcolor border bordercolor cellpadding cellspacing datafld dataformatas datapagesize datasrc frame height rules summary width",
    ),
    ("tbody", "align background char charoff valign"),
    ("td", "abbr align axis background bgcolor char charoff height nowrap scope valign width"),
    ("textarea", "datafld datasrc"),
    ("th", "align axis background bgcolor char charoff height nowrap valign width"),
    ("tr", "align background bgcolor char charoff valign"),
    ("ul", "compact type"),
];

/// Whether an HTML element must not have an attribute.
pub(crate) fn is_obsolete_attribute(element: &str, attribute: &str, value: &str) -> bool {
    let element = if matches!(element, "thead" | "tfoot") { "tbody" } else { element };
    let Ok(index) = OBSOLETE.binary_search_by_key(&element, |(name, _)| name) else { return false };
    let is_obsolete = OBSOLETE[index].1.split(' ').any(|name| name == attribute);
    // The standard lists these attributes as obsolete but conforming.
    let is_conforming = match (element, attribute) {
        ("img", "border") => value == "0",
        ("script", "charset") => value.eq_ignore_ascii_case("utf-8"),
        ("script", "language") => value.eq_ignore_ascii_case("javascript"),
        ("a", "name") => true,
        _ => false,
    };
    is_obsolete && !is_conforming
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(OBSOLETE.is_sorted());
    }

    #[test]
    fn the_explanation_lists_every_attribute() {
        let details = hedgerow_error_codes::AuthoringRule::ObsoleteAttribute.explanation().details();
        for attribute in OBSOLETE.iter().flat_map(|(_, attributes)| attributes.split(' ')) {
            assert!(details.contains(&format!("`{attribute}`")), "{attribute}");
        }
    }

    #[test]
    fn attributes_are_obsolete_on_some_elements() {
        for (element, attribute, value, expected) in [
            ("td", "align", "", true),
            ("tfoot", "valign", "", true),
            ("th", "scope", "", false),
            ("img", "border", "0", false),
            ("img", "border", "1", true),
            ("img", "width", "1", false),
            ("canvas", "width", "1", false),
            ("script", "language", "JavaScript", false),
            ("script", "language", "VBScript", true),
        ] {
            assert_eq!(is_obsolete_attribute(element, attribute, value), expected, "{element} {attribute}");
        }
    }
}
