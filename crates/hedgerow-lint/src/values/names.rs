//! Language tags, MIME types, email addresses, and other names with a grammar.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

use super::{Checked, Flaw, fail};
use crate::text_tables;

/// The subtags of the registry. <https://www.iana.org/assignments/language-subtag-registry>
struct Subtags {
    sections: Vec<(&'static str, HashSet<&'static str>)>,
}

impl Subtags {
    fn get() -> &'static Self {
        static SUBTAGS: OnceLock<Subtags> = OnceLock::new();
        SUBTAGS.get_or_init(|| {
            let text = include_str!("../../tables/languages.txt");
            let sections = text_tables::sections(text).into_iter().map(|section| {
                (section.names, section.lines.into_iter().flat_map(str::split_ascii_whitespace).collect())
            });
            Self { sections: sections.collect() }
        })
    }

    fn has(&self, section: &str, subtag: &str) -> bool {
        self.sections.iter().any(|(name, subtags)| *name == section && subtags.contains(subtag))
    }
}

/// The subtags of a tag that are still to be read.
struct Reader<'t> {
    parts: std::iter::Peekable<std::vec::IntoIter<(&'t str, Range<usize>)>>,
}

impl Reader<'_> {
    /// Reads the next subtag if it has the form of a section, and checks that the registry has it.
    fn take(&mut self, section: &str, fits: impl Fn(&str) -> bool) -> Result<bool, Flaw> {
        let Some((part, range)) = self.parts.next_if(|(part, _)| fits(part)) else { return Ok(false) };
        let is_private = match section {
            "language" => part.len() == 3 && ("qaa"..="qtz").contains(&part),
            "script" => ("qaaa"..="qabx").contains(&part),
            "region" => {
                part == "aa" || part == "zz" || ("qm"..="qz").contains(&part) || ("xa"..="xz").contains(&part)
            }
            _ => false,
        };
        if is_private && part.len() > 1 || Subtags::get().has(section, part) {
            Ok(true)
        } else {
            Err(Flaw::at(range, format!("`{part}` is not a registered {section}")))
        }
    }
}

fn is_alphabetic(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

pub(super) fn language_or_empty(value: &str) -> Checked {
    if value.is_empty() { Ok(()) } else { language(value) }
}

/// <https://www.rfc-editor.org/rfc/rfc5646#section-2.2.9>
pub(super) fn language(value: &str) -> Checked {
    if matches!(value, "en" | "en-US" | "de" | "fr" | "es" | "ja" | "zh") {
        return Ok(());
    }
    let lower = value.to_ascii_lowercase();
    if Subtags::get().has("grandfathered", &lower) {
        return Ok(());
    }
    let mut start = 0;
    let mut parts = Vec::new();
    for part in lower.split('-') {
        let range = start..start + part.len();
        if part.is_empty() {
            return fail("a subtag is empty");
        }
        if part.len() > 8 || !part.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Flaw::at(range, "a subtag must have one to eight letters or digits"));
        }
        start = range.end + 1;
        parts.push((part, range));
    }
    let mut reader = Reader { parts: parts.into_iter().peekable() };
    if reader.parts.next_if(|(part, _)| *part == "x").is_none() {
        if !reader.take("language", |part| matches!(part.len(), 2 | 3) && is_alphabetic(part))? {
            return fail("it does not begin with a language of two or three letters");
        }
        reader.take("extlang", |part| part.len() == 3 && is_alphabetic(part))?;
        reader.take("script", |part| part.len() == 4 && is_alphabetic(part))?;
        reader.take("region", |part| match part.len() {
            2 => is_alphabetic(part),
            3 => part.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        })?;
        let is_variant = |part: &str| {
            part.len() > 4 || part.len() == 4 && part.starts_with(|first: char| first.is_ascii_digit())
        };
        while reader.take("variant", is_variant)? {}
        while reader.parts.next_if(|(part, _)| part.len() == 1 && *part != "x").is_some() {
            let mut count = 0;
            while reader.parts.next_if(|(part, _)| part.len() > 1).is_some() {
                count += 1;
            }
            if count == 0 {
                return fail("an extension has no subtags");
            }
        }
        if reader.parts.peek().is_none() {
            return Ok(());
        }
        if let Some((part, range)) = reader.parts.next_if(|(part, _)| *part != "x") {
            return Err(Flaw::at(range, format!("`{part}` is not allowed here")));
        }
        reader.parts.next();
    }
    if reader.parts.next().is_some() { Ok(()) } else { fail("a subtag is missing after `x`") }
}

/// Returns the script that need not be written, because nearly all texts in the language have it.
pub(crate) fn unnecessary_script(value: &str) -> Option<&str> {
    let lower = value.to_ascii_lowercase();
    let mut parts = lower.splitn(3, '-');
    let (language, script) = (parts.next()?, parts.next()?);
    let is_suppressed =
        script.len() == 4 && Subtags::get().has("suppressed script", &format!("{language}-{script}"));
    is_suppressed.then(|| &value[language.len() + 1..=language.len() + 4])
}

/// Whether the language at the start of a tag is deprecated.
pub(crate) fn is_deprecated_language(value: &str) -> bool {
    let first = value.split('-').next().unwrap_or_default().to_ascii_lowercase();
    first.len() < 4
        && Subtags::get().sections.iter().any(|(name, subtags)| {
            *name == "deprecated" && subtags.iter().any(|entry| entry.split(':').next() == Some(&first))
        })
}

/// Returns why a valid date is probably a mistake.
pub(crate) fn questionable_date(value: &str) -> Option<&'static str> {
    let year = value.split('-').next().unwrap_or_default();
    let is_year =
        year.len() > 3 && value.len() > year.len() && year.bytes().all(|digit| digit.is_ascii_digit());
    if is_year && (year.len() > 4 || year < "1000") {
        return Some("the year is unusual");
    }
    let (_, zone) = value.split_once('T').or_else(|| value.split_once(' '))?.1.rsplit_once(['+', '-'])?;
    let digits = zone.replace(':', "");
    if digits.len() != 4 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (hour, minute) = (digits.get(..2)?, digits.get(2..)?);
    if hour > "14" || !matches!(minute, "00" | "30" | "45") {
        return Some("no time zone has this offset");
    }
    None
}

/// <https://mimesniff.spec.whatwg.org/#valid-mime-type>
pub(super) fn mime(value: &str) -> Checked {
    let is_token = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    };
    let essence = value.split(';').next().unwrap_or_default();
    let Some((kind, subtype)) = essence.split_once('/') else {
        return fail("the subtype after `/` is missing");
    };
    let subtype_text = if essence.len() < value.len() { subtype.trim_ascii_end() } else { subtype };
    if !is_token(kind) || !is_token(subtype_text) {
        return Err(Flaw::at(0..essence.len(), "it is not a type and a subtype, separated by `/`"));
    }
    let mut rest = &value[essence.len()..];
    while !rest.is_empty() {
        let at = value.len() - rest.len();
        let wrong = || Err(Flaw::at(at..value.len(), "a parameter must be a name, `=` and a value"));
        let Some(parameter) = rest.strip_prefix(';') else { return wrong() };
        let Some((name, after)) = parameter.trim_ascii_start().split_once('=') else { return wrong() };
        if !is_token(name) {
            return wrong();
        }
        rest = if let Some(quoted) = after.strip_prefix('"') {
            let mut is_escaped = false;
            let end = quoted.bytes().position(|byte| {
                let is_end = byte == b'"' && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                is_end
            });
            let Some(end) = end else { return wrong() };
            quoted[end + 1..].trim_ascii_start()
        } else {
            let text = after.split(';').next().unwrap_or_default();
            let trimmed = if text.len() < after.len() { text.trim_ascii_end() } else { text };
            if !is_token(trimmed) {
                return wrong();
            }
            &after[text.len()..]
        };
    }
    Ok(())
}

/// <https://mimesniff.spec.whatwg.org/#javascript-mime-type>
pub(crate) fn is_javascript_mime_type(value: &str) -> bool {
    let essence = value.split(';').next().unwrap_or_default().trim_ascii();
    super::tokens::is_equal(
        essence,
        "application/ecmascript,application/javascript,application/x-ecmascript,application/x-javascript,text/ecmascript,\
text/javascript,text/javascript1.0,text/javascript1.1,text/javascript1.2,text/javascript1.3,text/javascript1.4,\
text/javascript1.5,text/jscript,text/livescript,text/x-ecmascript,text/x-javascript",
    )
}

/// <https://html.spec.whatwg.org/multipage/scripting.html#attr-script-type>
pub(super) fn script_type(value: &str) -> Checked {
    if value.is_empty() || super::tokens::is_equal(value, "module,importmap,speculationrules") {
        Ok(())
    } else if is_javascript_mime_type(value) && value.contains(';') {
        fail("the MIME type of JavaScript must have no parameters")
    } else {
        mime(value)
    }
}

/// <https://html.spec.whatwg.org/multipage/input.html#attr-input-accept>
pub(super) fn accept(value: &str) -> Checked {
    let mut start = 0;
    for part in value.split(',') {
        let token = part.trim_ascii();
        let is_valid = super::tokens::is_equal(token, "audio/*,video/*,image/*")
            || token.strip_prefix('.').is_some_and(|extension| !extension.is_empty())
            || mime(token).is_ok() && !token.contains(';');
        if !is_valid {
            let part = start..start + part.len();
            return Err(Flaw::at(part, "it is neither a MIME type nor a file name extension with a dot"));
        }
        start += part.len() + 1;
    }
    Ok(())
}

/// <https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name>
pub(super) fn custom_element_name(value: &str) -> Checked {
    if hedgerow_base::is_valid_custom_element_name(value) {
        Ok(())
    } else if !value.contains('-') {
        fail("the name of a custom element contains a hyphen")
    } else {
        fail("it is not the name of a custom element")
    }
}

/// <https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address>
pub(super) fn email(value: &str) -> Checked {
    let Some((local, domain)) = value.split_once('@') else { return fail("`@` is missing") };
    let is_local = !local.is_empty()
        && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
    if !is_local {
        return Err(Flaw::at(0..local.len(), "the part before `@` is not valid"));
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if domain.split('.').all(is_label) {
        Ok(())
    } else {
        Err(Flaw::at(local.len() + 1..value.len(), "the domain after `@` is not valid"))
    }
}

pub(super) fn email_list(value: &str) -> Checked {
    let mut start = 0;
    for part in value.split(',') {
        if !value.is_empty() {
            email(part.trim_ascii())
                .map_err(|_| Flaw::at(start..start + part.len(), "it is not an email address"))?;
        }
        start += part.len() + 1;
    }
    Ok(())
}

pub(super) fn utf_8(value: &str) -> Checked {
    if value.eq_ignore_ascii_case("utf-8") { Ok(()) } else { fail("the encoding must be UTF-8") }
}

pub(super) fn list_marker(value: &str) -> Checked {
    if matches!(value, "1" | "a" | "A" | "i" | "I") { Ok(()) } else { fail("it is not one of the keywords") }
}

/// Checks the mistakes of regular expressions that are certain: groups, classes, quantifiers and escapes.
/// <https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute>
pub(super) fn pattern(value: &str) -> Checked {
    let mut groups = 0_usize;
    let mut classes = 0_usize;
    let mut can_repeat = false;
    let mut characters = value.char_indices();
    while let Some((at, character)) = characters.next() {
        let before = can_repeat;
        can_repeat = true;
        match character {
            '\\' if characters.next().is_none() => {
                return Err(Flaw::at(at..at + 1, "a backslash at the end escapes nothing"));
            }
            '\\' => {}
            '[' => classes += 1,
            ']' if classes > 0 => classes -= 1,
            ']' => return Err(Flaw::at(at..at + 1, "`]` has no matching `[`")),
            _ if classes > 0 => {}
            '(' => {
                groups += 1;
                can_repeat = false;
                if value[at + 1..].starts_with('?') {
                    characters.next();
                }
            }
            ')' if groups > 0 => groups -= 1,
            ')' => return Err(Flaw::at(at..at + 1, "`)` has no matching `(`")),
            '|' => can_repeat = false,
            '*' | '+' | '?' if !before => {
                return Err(Flaw::at(at..at + 1, "nothing precedes the quantifier"));
            }
            '*' | '+' | '?' => {
                can_repeat = false;
                if value[at + 1..].starts_with('?') {
                    characters.next();
                }
            }
            _ => {}
        }
    }
    match (groups, classes) {
        (0, 0) => Ok(()),
        (_, 0) => fail("`(` has no matching `)`"),
        _ => fail("`[` has no matching `]`"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn language_tags_are_registered() {
        accepts(
            language,
            &[
                "en", "en-GB", "zh-Hant-TW", "de-CH-1996", "x-a", "en-x-b", "sgn-BE-FR", "es-419", "zh-yue",
                "i-klingon", "en-u-ca-gregory",
            ],
        );
        rejects(
            language,
            &[
                "", "zzz", "chu", "en--US", "en-", "-en", "english", "en-toolongsubtag", "xx-latn",
                "en-xyzq", "not a tag", "en-x",
            ],
        );
        assert_eq!(unnecessary_script("ja-Jpan"), Some("Jpan"));
        assert_eq!(unnecessary_script("sr-Latn"), None);
        assert!(is_deprecated_language("iw") && !is_deprecated_language("he"));
        // The regions with these names are deprecated, but not the languages.
        assert!(["cs", "su", "an"].iter().all(|language| !is_deprecated_language(language)));
        assert!(questionable_date("2026-01-08T14:00+15:00").is_some());
        assert_eq!(questionable_date("Thu., January 08, 2026, 2:00 p.m. - 3:00 p.m. ET"), None);
    }

    #[test]
    fn mime_types_have_a_subtype() {
        accepts(
            mime,
            &[
                "text/html", "text/html; charset=utf-8", "text/html;charset=\"utf-8\"", "image/svg+xml",
                "a/b ; c=d;e=f",
            ],
        );
        rejects(
            mime,
            &[
                "", "text", "text/", "/html", "text/html ", "text/html;", "text/html;charset",
                "text/html;charset=\"utf-8", "text/html; charset=", "te xt/html",
            ],
        );
        accepts(accept, &["image/*", ".png, image/jpeg", "audio/*,video/*"]);
        rejects(accept, &["", "png", "image", "text/html;a=b", ".png,"]);
        accepts(script_type, &["", "module", "text/javascript", "application/json"]);
        rejects(script_type, &["javascript", "text/javascript; charset=utf-8"]);
    }

    #[test]
    fn patterns_are_balanced() {
        accepts(pattern, &["", "[a-z]+", "(a|b)?", "\\(", "(?:x)*?", "[0-9]{3}", "(?<=a)b"]);
        rejects(pattern, &["(", "a)", "[a", "\\", "*a", "a**", "a]"]);
    }

    #[test]
    fn email_addresses_have_a_domain() {
        accepts(email, &["a@b", "a.b+c@d.example"]);
        rejects(email, &["", "a", "@b", "a@", "a@-b", "a b@c"]);
        accepts(email_list, &["", "a@b, c@d"]);
        rejects(email_list, &["a@b,"]);
    }
}
