//! The syntaxes of attribute values: a function for each, and [`Syntax`], which the tables name.

mod css;
mod dates;
mod images;
pub(crate) mod json;
pub(crate) mod names;
mod numbers;
mod policies;
mod tokens;
pub(crate) mod url;

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use images::has_width_descriptor;
pub(crate) use names::is_javascript_mime_type;
pub(crate) use numbers::parse_float;
pub(crate) use policies::is_known_directive;
pub(crate) use tokens::{has_token, tokens};

/// The reason why a value is wrong, and the wrong part.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// The reason, which completes "…, because": a clause without a full stop.
    pub(crate) reason: Cow<'static, str>,
    /// The wrong part of the value, as a range of bytes; `None` is the whole value.
    pub(crate) part: Option<Range<usize>>,
}

impl Flaw {
    /// A flaw of the whole value.
    pub(crate) fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: reason.into(), part: None }
    }

    /// A flaw of a part of the value.
    pub(crate) fn at(part: Range<usize>, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: reason.into(), part: Some(part) }
    }

    /// The same flaw in a longer value, in which this value begins at `offset`.
    pub(crate) fn shifted(self, offset: usize, length: usize) -> Self {
        let part = self.part.unwrap_or(0..length);
        Self { part: Some(part.start + offset..part.end + offset), ..self }
    }
}

/// The result of a check.
pub(crate) type Checked = Result<(), Flaw>;

/// Fails with a reason.
fn fail<T>(reason: impl Into<Cow<'static, str>>) -> Result<T, Flaw> {
    Err(Flaw::new(reason))
}

/// A named syntax.
#[derive(Debug)]
pub(crate) struct NamedSyntax {
    /// The name in the tables.
    pub(crate) name: &'static str,
    /// The values that are allowed, as a noun.
    pub(crate) allowed: &'static str,
    /// The page and the anchor of the standard; a whole address for another specification.
    pub(crate) address: &'static str,
    check: fn(&str) -> Checked,
}

/// The syntax of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Syntax {
    /// Any text.
    Text,
    /// A boolean attribute: its value is empty or its name.
    Boolean,
    /// One of the keywords, which are separated by `|`, in any case; `''` is the empty string.
    Keywords(&'static str),
    /// A syntax with a name.
    Named(&'static NamedSyntax),
}

impl Syntax {
    /// Returns the syntax that a table names; `None` if no syntax has the name.
    pub(crate) fn find(name: &'static str) -> Option<Self> {
        match name {
            "" | "any" => Some(Self::Text),
            "boolean" => Some(Self::Boolean),
            _ => {
                let named = NAMED.iter().find(|syntax| syntax.name == name).map(Self::Named);
                named.or_else(|| name.contains('|').then_some(Self::Keywords(name)))
            }
        }
    }

    /// Checks a value of an attribute with this name.
    pub(crate) fn check(self, attribute: &str, value: &str) -> Checked {
        match self {
            Self::Text => Ok(()),
            Self::Boolean if value.is_empty() || value.eq_ignore_ascii_case(attribute) => Ok(()),
            Self::Boolean => fail("a boolean attribute has no value: its presence alone means true"),
            Self::Keywords(keywords) => {
                let mut all = keywords.split('|').map(|keyword| if keyword == "''" { "" } else { keyword });
                if all.any(|keyword| keyword.eq_ignore_ascii_case(value)) {
                    Ok(())
                } else {
                    fail("it is not one of the keywords")
                }
            }
            Self::Named(syntax) => (syntax.check)(value),
        }
    }

    /// Returns the values that are allowed, as a noun phrase.
    pub(crate) fn allowed(self, attribute: &str) -> Cow<'static, str> {
        match self {
            Self::Text => Cow::Borrowed("any text"),
            Self::Boolean => Cow::Owned(format!("no value, or `{attribute}`")),
            Self::Keywords(keywords) => {
                let mut list = String::new();
                for keyword in keywords.split('|') {
                    list.push_str(if list.is_empty() { "" } else { ", " });
                    match keyword {
                        "''" => list.push_str("the empty string"),
                        keyword => list.extend(["`", keyword, "`"]),
                    }
                }
                Cow::Owned(list)
            }
            Self::Named(syntax) => Cow::Borrowed(syntax.allowed),
        }
    }

    /// Returns the address of the definition; `None` if the syntax has no definition of its own.
    pub(crate) fn address(self) -> Option<&'static str> {
        match self {
            Self::Text => None,
            Self::Boolean => Some("common-microsyntaxes.html#boolean-attributes"),
            Self::Keywords(_) => Some("common-microsyntaxes.html#keywords-and-enumerated-attributes"),
            Self::Named(syntax) => Some(syntax.address),
        }
    }
}

/// Writes the table of the named syntaxes.
macro_rules! named {
    ($($name:literal, $check:path, $allowed:literal, $address:literal;)*) => {
        &[$(NamedSyntax { name: $name, allowed: $allowed, address: $address, check: $check }),*]
    };
}

/// All named syntaxes.
pub(crate) static NAMED: &[NamedSyntax] = named! {
    "integer", numbers::integer, "an integer", "common-microsyntaxes.html#signed-integers";
    "non-negative-integer", numbers::non_negative_integer, "a non-negative integer", "common-microsyntaxes.html#non-negative-integers";
    "positive-integer", numbers::positive_integer, "an integer greater than zero", "common-microsyntaxes.html#non-negative-integers";
    "heading-offset", numbers::heading_offset, "an integer from 0 to 8", "dom.html#dom-headingoffset";
    "span", numbers::span, "an integer from 1 to 1000", "tables.html#attr-col-span";
    "colspan", numbers::span, "an integer from 1 to 1000", "tables.html#attr-tdth-colspan";
    "rowspan", numbers::rowspan, "an integer from 0 to 65534", "tables.html#attr-tdth-rowspan";
    "float", numbers::float, "a floating-point number", "common-microsyntaxes.html#floating-point-numbers";
    "non-negative-float", numbers::non_negative_float, "a floating-point number of at least zero", "common-microsyntaxes.html#floating-point-numbers";
    "positive-float", numbers::positive_float, "a floating-point number greater than zero", "common-microsyntaxes.html#floating-point-numbers";
    "step", numbers::step, "`any`, or a floating-point number greater than zero", "input.html#the-step-attribute";
    "number-list", numbers::number_list, "numbers, separated by commas or spaces", "https://www.w3.org/TR/SVG2/";
    "aria-number", numbers::float, "a number", "https://www.w3.org/TR/wai-aria-1.2/#valuetype_number";
    "aria-integer", numbers::integer, "an integer", "https://www.w3.org/TR/wai-aria-1.2/#valuetype_integer";
    "coordinates", numbers::coordinates, "integers, separated by commas", "image-maps.html#attr-area-coords";
    "date", dates::date, "a date, such as `2026-11-28`", "common-microsyntaxes.html#dates";
    "month", dates::month, "a month, such as `2026-11`", "common-microsyntaxes.html#months";
    "week", dates::week, "a week, such as `2026-W48`", "common-microsyntaxes.html#weeks";
    "time", dates::time, "a time, such as `21:47`", "common-microsyntaxes.html#times";
    "local-date-time", dates::local_date_time, "a date and a time, such as `2026-11-28T21:47`", "common-microsyntaxes.html#local-dates-and-times";
    "date-with-optional-time", dates::date_with_optional_time, "a date, or a date and a time with a time zone, such as `2026-11-28` or `2026-11-28T21:47Z`", "common-microsyntaxes.html#dates-and-times";
    "time-datetime", dates::time_datetime, "a month, a date, a time, a time zone, a week, a year or a duration", "text-level-semantics.html#datetime-value";
    "url", url::url, "a URL", "urls-and-fetching.html#valid-url-potentially-surrounded-by-spaces";
    "non-empty-url", url::non_empty_url, "a URL that is not empty", "urls-and-fetching.html#valid-non-empty-url-potentially-surrounded-by-spaces";
    "absolute-url", url::absolute_url, "an absolute URL", "https://url.spec.whatwg.org/#absolute-url-string";
    "http-urls", url::http_urls, "URLs whose scheme is `http` or `https`, separated by spaces", "links.html#ping";
    "item-types", url::item_types, "absolute URLs, separated by spaces", "microdata.html#attr-itemtype";
    "item-properties", tokens::item_properties, "names without `.` and `:`, or absolute URLs, separated by spaces", "microdata.html#names:-the-itemprop-attribute";
    "srcset", images::srcset, "image candidates, separated by commas: a URL and a descriptor such as `2x` or `100w`", "images.html#srcset-attribute";
    "sizes", images::sizes, "source sizes, separated by commas: a media condition and a length", "images.html#sizes-attributes";
    "media-queries", css::media_queries, "media queries, separated by commas", "https://drafts.csswg.org/mediaqueries/#media-query-list";
    "icon-sizes", tokens::icon_sizes, "`any`, or sizes such as `16x16`, separated by spaces", "semantics.html#attr-link-sizes";
    "color", css::color, "a CSS color", "https://drafts.csswg.org/css-color/#typedef-color";
    "simple-color", css::simple_color, "`#` and six hexadecimal digits", "common-microsyntaxes.html#valid-simple-colour";
    "path-data", numbers::path_data, "SVG path data", "https://www.w3.org/TR/SVG2/paths.html#PathData";
    "language", names::language, "a language tag of BCP 47", "dom.html#attr-lang";
    "language-or-empty", names::language_or_empty, "a language tag of BCP 47, or the empty string", "dom.html#attr-lang";
    "mime", names::mime, "a MIME type, such as `text/html`", "https://mimesniff.spec.whatwg.org/#valid-mime-type";
    "script-type", names::script_type, "`module`, `importmap`, `speculationrules`, or a MIME type", "scripting.html#attr-script-type";
    "accept", names::accept, "MIME types, `image/*`, and file name extensions, separated by commas", "input.html#attr-input-accept";
    "custom-element-name", names::custom_element_name, "the name of a custom element", "custom-elements.html#valid-custom-element-name";
    "email", names::email, "an email address", "input.html#valid-e-mail-address";
    "email-list", names::email_list, "email addresses, separated by commas", "input.html#valid-e-mail-address-list";
    "utf-8", names::utf_8, "`utf-8`", "semantics.html#attr-meta-charset";
    "list-marker", names::list_marker, "`1`, `a`, `A`, `i` or `I`", "grouping-content.html#attr-ol-type";
    "pattern", names::pattern, "a regular expression", "input.html#the-pattern-attribute";
    "access-keys", tokens::access_keys, "single characters, separated by spaces", "interaction.html#the-accesskey-attribute";
    "ids", tokens::ids, "ids, separated by spaces", "common-microsyntaxes.html#set-of-space-separated-tokens";
    "id-reference", tokens::id_reference, "an id", "dom.html#the-id-attribute";
    "hash-name", tokens::hash_name, "`#` and the name of a `map`", "common-microsyntaxes.html#valid-hash-name-reference";
    "map-name", tokens::map_name, "a name without whitespace", "image-maps.html#attr-map-name";
    "link-types", tokens::any_tokens, "keywords, separated by spaces", "links.html#linkTypes";
    "blocking", tokens::blocking, "`render`", "urls-and-fetching.html#blocking-attributes";
    "controls-list", tokens::controls_list, "`nodownload`, `nofullscreen`, `noremoteplayback`, separated by spaces", "media.html#the-video-element";
    "sandbox", policies::sandbox, "keywords that begin with `allow-`, separated by spaces", "iframe-embed-object.html#attr-iframe-sandbox";
    "permissions-policy", policies::permissions_policy, "a permissions policy", "iframe-embed-object.html#attr-iframe-allow";
    "content-security-policy", policies::content_security_policy, "a content security policy", "semantics.html#attr-meta-http-equiv-content-security-policy";
    "integrity", policies::integrity, "hashes such as `sha256-…`, separated by spaces", "https://w3c.github.io/webappsec-subresource-integrity/#the-integrity-attribute";
    "viewport", policies::viewport, "properties such as `width=device-width`, separated by commas", "https://drafts.csswg.org/css-viewport/#viewport-meta";
    "refresh", policies::refresh, "a number of seconds, or a number, `;url=` and a URL", "semantics.html#attr-meta-http-equiv-refresh";
    "x-ua-compatible", policies::x_ua_compatible, "`IE=edge`", "semantics.html#attr-meta-http-equiv-x-ua-compatible";
    "content-type", policies::content_type, "`text/html; charset=utf-8`", "semantics.html#attr-meta-http-equiv-content-type";
    "navigable-name", tokens::navigable_name, "a name that does not begin with `_`", "document-sequences.html#valid-navigable-target-name";
    "navigable-target", tokens::navigable_target, "`_blank`, `_self`, `_parent`, `_top`, or a name that does not begin with `_`", "document-sequences.html#valid-navigable-target-name-or-keyword";
    "form-name", tokens::non_empty, "a text that is not empty", "forms.html#attr-form-name";
    "form-control-name", tokens::form_control_name, "a text that is neither empty nor `isindex`", "form-control-infrastructure.html#attr-fe-name";
    "non-empty", tokens::non_empty, "a text that is not empty", "dom.html#global-attributes";
    "no-line-breaks", tokens::no_line_breaks, "a text without line breaks", "input.html#the-placeholder-attribute";
    "command", tokens::command, "a command, or a custom command that begins with `--`", "form-elements.html#attr-button-command";
    "autocomplete", tokens::autocomplete, "`on`, `off`, or autofill details", "form-control-infrastructure.html#autofill";
};

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn accepts(check: fn(&str) -> Checked, values: &[&str]) {
        for value in values {
            assert_eq!(check(value), Ok(()), "{value:?}");
        }
    }

    pub(super) fn rejects(check: fn(&str) -> Checked, values: &[&str]) {
        for value in values {
            let Err(flaw) = check(value) else { panic!("{value:?} is accepted") };
            if let Some(part) = flaw.part {
                assert!(value.get(part.clone()).is_some(), "{value:?} has no part {part:?}");
            }
        }
    }

    #[test]
    fn every_syntax_has_its_own_name() {
        for (index, syntax) in NAMED.iter().enumerate() {
            assert!(NAMED[..index].iter().all(|other| other.name != syntax.name), "{}", syntax.name);
        }
    }

    #[test]
    fn boolean_attributes_have_no_other_value() {
        assert_eq!(Syntax::Boolean.check("hidden", "HIDDEN"), Ok(()));
        assert!(Syntax::Boolean.check("required", "false").is_err());
        assert!(
            Syntax::Keywords("''|a").check("b", "").is_ok()
                && Syntax::Keywords("a|b").check("c", "").is_err()
        );
    }
}
