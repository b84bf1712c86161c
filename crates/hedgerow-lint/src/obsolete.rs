//! The obsolete elements and attributes: `tables/obsolete.txt`.
//!
//! <https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features>

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use foldhash::fast::RandomState;

use crate::text_tables;

type Names = HashSet<&'static str, RandomState>;

/// The names of the obsolete attributes of each element; those of the obsolete elements are under `*`.
fn obsolete() -> &'static HashMap<&'static str, Names, RandomState> {
    static TABLE: OnceLock<HashMap<&str, Names, RandomState>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let sections = text_tables::sections(include_str!("../tables/obsolete.txt")).into_iter();
        let names =
            |lines: Vec<&'static str>| lines.into_iter().flat_map(str::split_ascii_whitespace).collect();
        sections.map(|section| (section.names, names(section.lines))).collect()
    })
}

fn has(section: &str, name: &str) -> bool {
    obsolete().get(section).is_some_and(|names| names.contains(name))
}

/// Whether an HTML element is obsolete.
pub(crate) fn is_obsolete_element(name: &str) -> bool {
    has("*", name)
}

/// Whether an HTML element must not have an attribute.
pub(crate) fn is_obsolete_attribute(element: &str, attribute: &str, value: &str) -> bool {
    let element = if matches!(element, "thead" | "tfoot") { "tbody" } else { element };
    // The standard lists these attributes as obsolete but conforming.
    let is_conforming = match (element, attribute) {
        ("img", "border") => value == "0",
        ("script", "charset") => value.eq_ignore_ascii_case("utf-8"),
        ("script", "language") => value.eq_ignore_ascii_case("javascript"),
        ("a", "name") => true,
        _ => false,
    };
    has(element, attribute) && !is_conforming
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanation_lists_every_attribute() {
        let details = hedgerow_error_codes::AuthoringRule::ObsoleteAttribute.explanation().details();
        for attribute in
            obsolete().iter().filter(|(element, _)| **element != "*").flat_map(|(_, names)| names)
        {
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
