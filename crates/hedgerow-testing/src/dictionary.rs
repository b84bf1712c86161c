//! The dictionary of the fuzzer: names, character references, and the syntax around them.

use std::collections::BTreeSet;

/// The known names of elements and attributes.
const KNOWN_NAMES: &str = include_str!("../../hedgerow-base/known-names.txt");

/// The names of the character references.
const ENTITIES: &str = include_str!("../../../xtask/data/entities.txt");

/// One in this many character references is used, because there are far more of them than of names.
const ONE_REFERENCE_IN: usize = 24;

/// Syntax between names, and combinations of names that have a meaning only together.
const SYNTAX: &[&str] = &[
    "<", "</", "/>", ">", "<!", "<?", "?>", "<!--", "-->", "--!>", "<!-->", "<!DOCTYPE html>", "<![CDATA[",
    "]]>", "=", "=\"", "='", "\"", "'", "&", "&#", "&#x", "&#x80;", "&#0;", "&#xD800;", "&#1114112;", ";",
    "\0", "\r", "\r\n", "\n", "\t", "\x0C", "\u{FEFF}", "\u{FFFD}", "\u{1}", "é", "€", "\u{1F333}", "x-y",
    "<script><!--", "<script><!--<script>", "</script>", "<template shadowrootmode=open>",
    "<template for=m>", "<?marker name='m'?>", "<?start name='m'?>", "<?end?>", "<input type=hidden>",
    "<button><selectedcontent></button>", "<option selected>", "<meta charset=koi8-r>", "xlink:href=x",
    "encoding=text/html", "definitionurl=x", " id=i", " class='a b'",
];

/// Syntax like that of [`SYNTAX`], but longer.
const LONG_SYNTAX: &[&str] = &[
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"\">",
    "<!DOCTYPE x SYSTEM 'about:legacy-compat'>",
    "<meta http-equiv=content-type content='text/html; charset=big5'>",
    "<?xml version='1.0' encoding='utf-16'?>",
];

/// Returns all words, without duplicates.
///
/// ```
/// let words = hedgerow_testing::dictionary();
/// for word in ["<table", "</table>", " href=", "&AElig", "<!--"] {
///     assert!(words.iter().any(|other| other == word), "{word}");
/// }
/// ```
#[must_use]
pub fn dictionary() -> Vec<String> {
    let mut words: BTreeSet<String> = SYNTAX.iter().chain(LONG_SYNTAX).map(|&word| word.to_owned()).collect();
    let mut section = "";
    for line in KNOWN_NAMES.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with('[') {
            section = line;
        } else if section.contains(" elements") {
            let tags = |name| [format!("<{name}"), format!("<{name}>"), format!("</{name}>")];
            words.extend(line.split_ascii_whitespace().flat_map(tags));
        } else if section == "[html attributes]" {
            words.extend(line.split_ascii_whitespace().map(|name| format!(" {name}=")));
        }
    }
    let references = ENTITIES.lines().filter(|line| !line.starts_with('#'));
    let names = references.filter_map(|line| line.split_ascii_whitespace().next());
    words.extend(names.step_by(ONE_REFERENCE_IN).map(|name| format!("&{name}")));
    words.into_iter().collect()
}
