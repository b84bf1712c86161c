//! The DOCTYPEs that set quirks mode and limited-quirks mode.

use hedgerow_base::QuirksMode;
use hedgerow_tokenizer::Doctype;

/// Returns the quirks mode that a DOCTYPE token sets.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
pub(crate) fn quirks_mode_for(doctype: &Doctype<'_>) -> QuirksMode {
    // OPTIMIZATION: nearly all DOCTYPEs are this one, so the lists are not searched.
    if *doctype == (Doctype { name: Some("html"), ..Doctype::default() }) {
        return QuirksMode::NoQuirks;
    }
    let public = doctype.public_identifier.unwrap_or_default().to_ascii_lowercase();
    let system = doctype.system_identifier.unwrap_or_default().to_ascii_lowercase();
    let public_starts_with = |prefixes: &[&str]| prefixes.iter().any(|prefix| public.starts_with(prefix));
    // Missing or the empty string.
    let no_system = system.is_empty();

    if doctype.force_quirks
        || doctype.name != Some("html")
        || QUIRKS_PUBLIC_IDENTIFIERS.contains(&public.as_str())
        || system == QUIRKS_SYSTEM_IDENTIFIER
        || public_starts_with(QUIRKS_PUBLIC_PREFIXES)
        || (no_system && public_starts_with(HTML_401_PREFIXES))
    {
        QuirksMode::Quirks
    } else if public_starts_with(LIMITED_QUIRKS_PREFIXES)
        || (!no_system && public_starts_with(HTML_401_PREFIXES))
    {
        QuirksMode::LimitedQuirks
    } else {
        QuirksMode::NoQuirks
    }
}

// All in lowercase, because they are compared ASCII case-insensitively.

const QUIRKS_PUBLIC_IDENTIFIERS: &[&str] =
    &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

const QUIRKS_SYSTEM_IDENTIFIER: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Quirks mode without a system identifier, limited-quirks mode with one.
const HTML_401_PREFIXES: &[&str] =
    &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

const LIMITED_QUIRKS_PREFIXES: &[&str] =
    &["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"];

const QUIRKS_PUBLIC_PREFIXES: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(public_identifier: Option<&str>, system_identifier: Option<&str>) -> QuirksMode {
        quirks_mode_for(&Doctype {
            name: Some("html"),
            public_identifier,
            system_identifier,
            force_quirks: false,
        })
    }

    #[test]
    fn an_empty_system_identifier_counts_as_a_missing_one() {
        let transitional = Some("-//W3C//DTD HTML 4.01 Transitional//EN");
        assert_eq!(mode(transitional, None), QuirksMode::Quirks);
        assert_eq!(mode(transitional, Some("")), QuirksMode::Quirks);
        assert_eq!(mode(transitional, Some("x")), QuirksMode::LimitedQuirks);
    }

    #[test]
    fn the_tables_are_in_lower_case() {
        for table in
            [QUIRKS_PUBLIC_IDENTIFIERS, HTML_401_PREFIXES, LIMITED_QUIRKS_PREFIXES, QUIRKS_PUBLIC_PREFIXES]
        {
            assert!(table.iter().all(|entry| *entry == entry.to_ascii_lowercase()));
        }
        assert_eq!(QUIRKS_PUBLIC_PREFIXES.len(), 55);
    }

    #[test]
    fn other_names_and_forced_quirks_are_quirks() {
        let name = |name| quirks_mode_for(&Doctype { name, ..Doctype::default() });
        assert_eq!(name(Some("html")), QuirksMode::NoQuirks);
        assert_eq!(name(Some("htm")), QuirksMode::Quirks);
        assert_eq!(name(None), QuirksMode::Quirks);
    }
}
