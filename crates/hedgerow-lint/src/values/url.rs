//! The grammar of URLs. It is stricter than the parser of URLs, which accepts and repairs more.
//! <https://url.spec.whatwg.org/#url-writing>

use std::borrow::Cow;
use std::ops::Range;

use super::{Checked, Flaw, fail, tokens};

/// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#valid-url-potentially-surrounded-by-spaces>
pub(super) fn url(value: &str) -> Checked {
    let trimmed = value.trim_ascii();
    let start = value.len() - value.trim_ascii_start().len();
    Url::new(trimmed).check().map_err(|flaw| flaw.shifted(start, trimmed.len()))
}

pub(super) fn non_empty_url(value: &str) -> Checked {
    if value.trim_ascii().is_empty() { fail("a URL is missing") } else { url(value) }
}

/// <https://url.spec.whatwg.org/#absolute-url-with-fragment-string>
pub(crate) fn absolute_url(value: &str) -> Checked {
    if scheme(value).is_none() {
        return fail("it is not absolute: a scheme such as `https:` is missing at the start");
    }
    Url::new(value).check()
}

/// Checks URLs that are separated by spaces, each with a function.
fn each_url(value: &str, check: impl Fn(&str) -> Checked) -> Checked {
    for (at, token) in tokens(value) {
        check(token).map_err(|flaw| flaw.shifted(at, token.len()))?;
    }
    if value.trim_ascii().is_empty() { fail("a URL is missing") } else { Ok(()) }
}

pub(super) fn item_types(value: &str) -> Checked {
    each_url(value, absolute_url)
}

pub(super) fn http_urls(value: &str) -> Checked {
    each_url(value, |token| match scheme(token) {
        Some("http" | "https") | None => url(token),
        Some(other) => fail(format!("the scheme must be `http` or `https`, not `{other}`")),
    })
}

/// Whether the value is a `data:` URL with a fragment, which authors often write by mistake.
pub(crate) fn is_data_url_with_fragment(value: &str) -> bool {
    scheme(value.trim_ascii_start()).is_some_and(|name| name.eq_ignore_ascii_case("data"))
        && value.contains('#')
}

/// Returns the scheme, if the URL has one.
fn scheme(value: &str) -> Option<&str> {
    let end =
        value.find(|character: char| !(character.is_ascii_alphanumeric() || "+-.".contains(character)))?;
    let (name, rest) = value.split_at(end);
    (rest.starts_with(':') && name.starts_with(|first: char| first.is_ascii_alphabetic())).then_some(name)
}

/// A URL that is being checked.
struct Url<'v> {
    value: &'v str,
}

impl<'v> Url<'v> {
    fn new(value: &'v str) -> Self {
        Self { value }
    }

    fn check(&self) -> Checked {
        let name = scheme(self.value);
        let after_scheme = name.map_or(0, |name| name.len() + 1);
        let rest = &self.value[after_scheme..];
        let is =
            |names: &[&str]| name.is_some_and(|name| names.iter().any(|one| one.eq_ignore_ascii_case(name)));
        if is(&["http", "https", "ws", "wss", "ftp"]) {
            if !rest.starts_with("//") {
                return Self::fail_at(after_scheme..after_scheme, "`//` is missing after the scheme");
            }
            self.authority_and_path(after_scheme + 2, true)
        } else if is(&["file"]) {
            if !rest.starts_with("//") {
                return Self::fail_at(after_scheme..after_scheme, "`//` is missing after the scheme");
            }
            self.authority_and_path(after_scheme + 2, false)
        } else if name.is_none() && rest.starts_with("//") {
            self.authority_and_path(2, true)
        } else {
            if is(&["data"]) && !rest.contains(',') {
                return Self::fail_at(
                    after_scheme..self.value.len(),
                    "a `data:` URL must have a comma before its data",
                );
            }
            self.path(after_scheme)
        }
    }

    fn fail_at(part: Range<usize>, reason: impl Into<Cow<'static, str>>) -> Checked {
        if part.is_empty() { fail(reason) } else { Err(Flaw::at(part, reason)) }
    }

    /// Checks the host, the port, and the rest.
    fn authority_and_path(&self, start: usize, needs_host: bool) -> Checked {
        let length = self.value[start..].find(['/', '?', '#', '\\']).unwrap_or(self.value.len() - start);
        let end = start + length;
        let authority = &self.value[start..end];
        if let Some(at) = authority.rfind('@') {
            return Self::fail_at(start..start + at + 1, "a user name or password is not allowed");
        }
        let host_end = match authority.strip_prefix('[') {
            Some(rest) => rest.find(']').map_or(authority.len(), |at| at + 2),
            None => authority.find(':').unwrap_or(authority.len()),
        };
        let (host, port) = authority.split_at(host_end);
        if host.is_empty() && (needs_host || !port.is_empty()) {
            return Self::fail_at(start..end, "the host is missing");
        }
        host_flaw(host).map_or(Ok(()), |reason| Self::fail_at(start..start + host.len(), reason))?;
        if !port.is_empty() {
            let digits = port.strip_prefix(':').unwrap_or(port);
            let is_number = port.starts_with(':') && digits.bytes().all(|digit| digit.is_ascii_digit());
            let number = digits.trim_start_matches('0');
            if !is_number || number.len() > 5 || number.parse::<u32>().unwrap_or(0) > 65_535 {
                let reason = "the port must be a number of at most 65535";
                return Self::fail_at(start + host.len()..end, reason);
            }
        }
        self.path(end)
    }

    /// Checks the path, the query and the fragment.
    fn path(&self, start: usize) -> Checked {
        let bytes = self.value.as_bytes();
        let mut at = start;
        let mut is_fragment = false;
        while let Some(&byte) = bytes.get(at) {
            if IS_URL_UNIT[usize::from(byte)] {
                at += 1;
                continue;
            }
            let part = if is_fragment { "the fragment" } else { "the path or the query" };
            match byte {
                b'#' if !is_fragment => is_fragment = true,
                b'%' => {
                    let digits = bytes.get(at + 1..at + 3).unwrap_or_default();
                    if digits.len() < 2 || !digits.iter().all(u8::is_ascii_hexdigit) {
                        let end = self.value.len().min(at + 1);
                        return Self::fail_at(at..end, "two hexadecimal digits are missing after `%`");
                    }
                }
                0x80.. => {
                    let character = self.value[at..].chars().next().unwrap_or('\0');
                    let end = at + character.len_utf8();
                    if !is_url_code_point(character) {
                        let reason = format!("U+{:04X} is not allowed in {part}", u32::from(character));
                        return Self::fail_at(at..end, reason);
                    }
                    at = end;
                    continue;
                }
                b' ' => {
                    return Self::fail_at(
                        at..at + 1,
                        format!("a space is not allowed in {part}; write `%20`"),
                    );
                }
                b'\t' | b'\n' | b'\r' => {
                    return Self::fail_at(at..at + 1, format!("a tab or newline is not allowed in {part}"));
                }
                b'\\' => {
                    return Self::fail_at(
                        at..at + 1,
                        format!("a backslash is not allowed in {part}; write `/`"),
                    );
                }
                _ => {
                    let shown = char::from(byte).escape_default();
                    return Self::fail_at(at..at + 1, format!("`{shown}` is not allowed in {part}"));
                }
            }
            at += 1;
        }
        Ok(())
    }
}

/// The ASCII bytes that may stand for themselves. <https://url.spec.whatwg.org/#url-code-points>
const IS_URL_UNIT: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_usize;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let marks = b"!$&'()*+,-./:;=?@_~";
    let mut index = 0;
    while index < marks.len() {
        table[marks[index] as usize] = true;
        index += 1;
    }
    table
};

/// Whether a character outside ASCII is a URL code point. <https://url.spec.whatwg.org/#url-code-points>
fn is_url_code_point(character: char) -> bool {
    let code = u32::from(character);
    code >= 0xA0 && !(0xFDD0..=0xFDEF).contains(&code) && code & 0xFFFE != 0xFFFE
}

/// Returns what is wrong with a host. <https://url.spec.whatwg.org/#valid-host-string>
fn host_flaw(host: &str) -> Option<&'static str> {
    if host.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'.'))
        && !host.contains("..")
    {
        return None;
    }
    if let Some(address) = host.strip_prefix('[') {
        let is_valid =
            address.strip_suffix(']').is_some_and(|text| text.parse::<std::net::Ipv6Addr>().is_ok());
        return (!is_valid).then_some("the IPv6 address is not valid");
    }
    let Some(decoded) = percent_decoded(host) else { return Some("a percent sign in the host is not valid") };
    // The mapping of IDNA for the characters that become ASCII.
    let mapped: String = decoded
        .chars()
        .filter(|character| !matches!(character, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}'))
        .map(|character| match u32::from(character) {
            code @ 0xFF01..=0xFF5E => char::from((code - 0xFEE0) as u8),
            0x3002 | 0xFF61 => '.',
            _ => character,
        })
        .collect();
    if mapped.chars().any(|character| !character.is_ascii() && !is_url_code_point(character)) {
        return Some("the host has a character that is not allowed");
    }
    let is_forbidden =
        |character: char| character.is_ascii_control() || " #%/:<>?@[\\]^|".contains(character);
    if mapped.contains(is_forbidden) {
        return Some("the host has a character that is not allowed");
    }
    let labels = mapped.strip_suffix('.').unwrap_or(&mapped);
    let last = labels.rsplit('.').next().unwrap_or_default();
    let is_hexadecimal = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let is_number = !last.is_empty() && last.bytes().all(|digit| digit.is_ascii_digit())
        || last.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x")) && is_hexadecimal(&last[2..]);
    if is_number && labels.parse::<std::net::Ipv4Addr>().is_err() {
        return Some("the IPv4 address is not valid: it needs four decimal numbers from 0 to 255");
    }
    if is_number && decoded != mapped {
        return Some("an IPv4 address must be written in ASCII");
    }
    labels.split('.').any(str::is_empty).then_some("the host has an empty label")
}

/// Decodes the percent-encoded bytes; `None` if an encoding is malformed, or if the bytes are not UTF-8.
fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn absolute_urls_have_a_host_without_credentials() {
        accepts(
            url,
            &[
                "http://example.com/a/b;c?d=e&f#g", "HTTPS://a", "http://a:80/", "http://a:/c",
                "http://[2001::1]/", "http://192.168.0.1/", "file:///a/b", "file://server/a", "ftp://a",
                "http://\u{4f60}\u{597d}", "http://\u{ff27}\u{ff4f}.com", " http://a ",
                "http://a_b.example/",
            ],
        );
        rejects(
            url,
            &[
                "http://", "http:a", "http:/a", "http://@a", "http://b:c@a", "http://a:b", "http://a:65536",
                "http://192.168.0.257/", "http://192.0x1", "http://[::x]", "http://a b", "http://a\\b",
                "http://a..b", "http://%41%zz", "http://\u{ff05}00.com", "file:a", "file:/a",
                "http://2001::1]:80",
            ],
        );
    }

    #[test]
    fn other_urls_have_only_url_units() {
        accepts(
            url,
            &[
                "", "#", "?", "/", ":", "::a", "a/b", "//a/b", "mailto:a@b", "a:b", "foo://", "data:,x",
                "%20", "/\u{e9}",
            ],
        );
        rejects(
            url,
            &["a b", "a\tb", "a\\b", "#a#b", "%", "%2", "[a]", "<a>", "\u{91}", "a|b", "data:x", "/\u{fdd0}"],
        );
        rejects(non_empty_url, &["", " \n"]);
        rejects(absolute_url, &["a", "//a", ""]);
        rejects(http_urls, &["mailto:a", "", "https://a ftp://b"]);
    }

    #[test]
    fn the_part_of_a_flaw_is_in_the_value() {
        assert_eq!(url(" /a b").unwrap_err().part, Some(3..4));
        assert_eq!(url("http://u:p@a").unwrap_err().part, Some(7..11));
    }
}
