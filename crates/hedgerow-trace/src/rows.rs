//! The entries of the insertion modes: which of them applies to a token.
//!
//! The headings of the entries are quoted from the standard in `rows.txt`. A heading states the tokens to which its entry applies, so
//! this file parses it.

use std::fmt::Write as _;

use hedgerow_base::NameId;
use hedgerow_base::known::{COLOR, FACE, SIZE};
use hedgerow_tokenizer::{Tag, Token};

const ROWS: &str = include_str!("rows.txt");

const PARSING: &str = "https://html.spec.whatwg.org/multipage/parsing.html";

/// The properties of a token that decide which entry applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RowKey {
    kind: Kind,
    /// The tag name.
    name: String,
    /// Whether there are attributes named "color", "face", or "size".
    has_font_attributes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Whitespace,
    Null,
    OtherCharacters,
    Comment,
    ProcessingInstruction,
    Doctype,
    StartTag,
    EndTag,
    EndOfFile,
}

/// The conditions in headings that depend on the parser, not on the token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// Whether the scripting mode is not Disabled.
    pub(crate) scripting: bool,
    /// Whether the characters become pending table characters.
    pub(crate) is_table_text: bool,
    /// Whether the end tag closes an SVG `script` element.
    pub(crate) closes_script: bool,
}

impl RowKey {
    pub(crate) fn new<'n>(token: &Token<'_>, name_text: impl FnOnce(NameId) -> &'n str) -> Self {
        let mut name = String::new();
        let mut has_font_attributes = false;
        let kind = match token {
            Token::Characters(characters) => {
                let is_whitespace = |byte| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
                if characters.bytes().all(is_whitespace) { Kind::Whitespace } else { Kind::OtherCharacters }
            }
            Token::NullCharacter => Kind::Null,
            Token::Comment(_) => Kind::Comment,
            Token::ProcessingInstruction(_) => Kind::ProcessingInstruction,
            Token::Doctype(_) => Kind::Doctype,
            Token::StartTag(Tag { name: id, attributes, .. }) => {
                name_text(*id).clone_into(&mut name);
                has_font_attributes =
                    [COLOR, FACE, SIZE].into_iter().any(|name| attributes.get(name).is_some());
                Kind::StartTag
            }
            Token::EndTag(tag) => {
                name_text(tag.name).clone_into(&mut name);
                Kind::EndTag
            }
            Token::EndOfFile => Kind::EndOfFile,
        };
        Self { kind, name, has_font_attributes }
    }

    /// Returns the heading of the first entry that applies in a mode, or an empty text.
    pub(crate) fn row_in(&self, mode: &str, conditions: Conditions) -> &'static str {
        let rows = ROWS.split("\n\n").find_map(|section| {
            section.trim_start().strip_prefix("# ")?.strip_prefix(mode)?.strip_prefix('\n')
        });
        let mut rows = rows.unwrap_or_default().lines();
        rows.find(|row| self.meets(row, conditions)).unwrap_or_default()
    }

    /// Whether the entry with this heading applies to the token.
    fn meets(&self, row: &str, conditions: Conditions) -> bool {
        let is_character = matches!(self.kind, Kind::Whitespace | Kind::Null | Kind::OtherCharacters);
        let (subject, condition) = row.split_once(", if ").unwrap_or((row, ""));
        let is_subject = match subject {
            "Anything else" => true,
            "A character token" | "Any other character token" => is_character,
            "A character token that is U+0000 NULL" => self.kind == Kind::Null,
            "A comment token" => self.kind == Kind::Comment,
            "A processing instruction token" => self.kind == Kind::ProcessingInstruction,
            "A DOCTYPE token" => self.kind == Kind::Doctype,
            "An end-of-file token" => self.kind == Kind::EndOfFile,
            "Any other start tag" => self.kind == Kind::StartTag,
            "Any other end tag" => self.kind == Kind::EndTag,
            _ if subject.starts_with("A character token that is one of") => self.kind == Kind::Whitespace,
            _ => match subject.split_once(" whose tag name is ") {
                Some((tag, names)) => {
                    let kind = if tag == "A start tag" { Kind::StartTag } else { Kind::EndTag };
                    // The heading is split at its quotation marks, so every second part is a name.
                    self.kind == kind && names.split('"').skip(1).step_by(2).any(|name| name == self.name)
                }
                None => false,
            },
        };
        is_subject
            && match condition {
                "scripting mode is not Disabled" => conditions.scripting,
                "scripting mode is Disabled" => !conditions.scripting,
                _ if condition.starts_with("the token has any attributes") => self.has_font_attributes,
                _ if condition.starts_with("the current node is an SVG script") => conditions.closes_script,
                _ if condition.starts_with("the current node is table") => conditions.is_table_text,
                _ => true,
            }
    }
}

/// Returns the address of a section of the standard, or the address of an entry if no other entry has the same heading.
pub(crate) fn address_of(anchor: &str, row: &str) -> String {
    let mut address = format!("{PARSING}#{anchor}");
    // A text fragment leads to the first place in the page with this text, so the heading must be unique.
    if !row.is_empty() && ROWS.lines().filter(|&other| other == row).count() == 1 {
        address.push_str(":~:text=");
        for byte in row.bytes() {
            if byte.is_ascii_alphanumeric() {
                address.push(char::from(byte));
            } else {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONDITIONS: Conditions =
        Conditions { scripting: false, is_table_text: false, closes_script: false };

    fn tag(kind: Kind, name: &str) -> RowKey {
        RowKey { kind, name: name.to_owned(), has_font_attributes: false }
    }

    #[test]
    fn the_first_entry_that_applies_is_found() {
        let rows = [
            (tag(Kind::StartTag, "td"), "in row", "A start tag whose tag name is one of: \"th\", \"td\""),
            (tag(Kind::StartTag, "x"), "in body", "Any other start tag"),
            (tag(Kind::EndTag, "x"), "in cell", "Anything else"),
            (
                tag(Kind::StartTag, "noscript"),
                "in head",
                "A start tag whose tag name is \"noscript\", if scripting mode is Disabled",
            ),
            (
                tag(Kind::EndTag, "object"),
                "in body",
                "An end tag token whose tag name is one of: \"applet\", \"marquee\", \"object\"",
            ),
            (tag(Kind::StartTag, "font"), "in foreign content", "Any other start tag"),
            (tag(Kind::EndTag, "script"), "in foreign content", "Any other end tag"),
            (tag(Kind::OtherCharacters, ""), "in table", "Anything else"),
            (tag(Kind::Null, ""), "in body", "A character token that is U+0000 NULL"),
            (tag(Kind::EndOfFile, ""), "in body", "An end-of-file token"),
        ];
        for (key, mode, row) in rows {
            assert_eq!(key.row_in(mode, CONDITIONS), row, "{key:?} {mode}");
        }
        let font = RowKey { has_font_attributes: true, ..tag(Kind::StartTag, "font") };
        assert!(
            font.row_in("in foreign content", CONDITIONS)
                .starts_with("A start tag whose tag name is \"font\", if")
        );
    }

    #[test]
    fn every_mode_has_an_entry_for_every_token() {
        let kinds = [
            Kind::Whitespace,
            Kind::Null,
            Kind::OtherCharacters,
            Kind::Comment,
            Kind::ProcessingInstruction,
            Kind::Doctype,
            Kind::StartTag,
            Kind::EndTag,
            Kind::EndOfFile,
        ];
        let modes: Vec<&str> = ROWS.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        assert_eq!(modes.len(), 22);
        for mode in modes {
            for kind in kinds {
                // The dispatcher never passes the end of the file to the rules for foreign content, and in "text" the
                // tokenizer emits only characters, end tags and the end of the file.
                let is_impossible = match mode {
                    "in foreign content" => kind == Kind::EndOfFile,
                    "text" => matches!(
                        kind,
                        Kind::Comment | Kind::ProcessingInstruction | Kind::Doctype | Kind::StartTag
                    ),
                    _ => false,
                };
                let row = tag(kind, "x").row_in(mode, CONDITIONS);
                assert_eq!(row.is_empty(), is_impossible, "{mode} {kind:?}");
            }
        }
    }

    #[test]
    fn an_address_leads_to_the_entry_if_its_heading_is_unique() {
        let address = address_of("parsing-main-inbody", "A start tag whose tag name is \"li\"");
        assert!(
            address.ends_with(
                "#parsing-main-inbody:~:text=A%20start%20tag%20whose%20tag%20name%20is%20%22li%22"
            )
        );
        assert!(address_of("parsing-main-inbody", "A comment token").ends_with("#parsing-main-inbody"));
    }
}
