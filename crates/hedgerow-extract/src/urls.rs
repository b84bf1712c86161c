//! [`Url`] and [`parse`]: absolute URLs, which are parsed by the crate `url`, or without the feature `url` by the host of the program,
//! such as a browser. The tables for names of hosts in other scripts than Latin are then not part of the program.

#[cfg(feature = "encodings")]
use std::borrow::Cow;
#[cfg(feature = "encodings")]
use std::fmt::Write as _;
use std::sync::OnceLock;

#[cfg(feature = "encodings")]
use encoding_rs::{EncoderResult, Encoding};

#[cfg(not(feature = "url"))]
pub(crate) use self::host::{Url, parse};
#[cfg(feature = "url")]
pub(crate) use self::library::{Url, parse};

/// The reason why an address is no absolute URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoUrl {
    RelativeWithoutBase,
    Invalid,
}

/// Parses an address against a base URL, with its query in an encoding that has this name. Returns `None` if the address is no
/// absolute URL.
pub type UrlParser = fn(base: Option<&str>, encoding: &str, address: &str) -> Option<String>;

static PARSER: OnceLock<UrlParser> = OnceLock::new();

/// Sets the function that parses URLs in a program without the feature `url`; without it, no address is a URL there. Later calls have
/// no effect, and neither has any call if a crate of the program enables the feature.
pub fn set_url_parser(parser: UrlParser) {
    let _ = PARSER.set(parser);
}

/// Encodes a query for a URL in a document with an encoding: bytes that are not ASCII are percent-encoded.
///
/// Only exists with the feature `encodings`, for programs whose [URLs are parsed by the host](set_url_parser).
#[cfg(feature = "encodings")]
#[must_use]
pub fn encode_query(encoding: &str, query: &str) -> String {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let mut encoded = String::new();
    for &byte in &*query_bytes(encoding.output_encoding(), query) {
        if byte.is_ascii() {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The bytes of a query in an encoding. A character that the encoding lacks becomes a percent-encoded character reference.
///
/// <https://url.spec.whatwg.org/#string-percent-encode-after-encoding>
#[cfg(feature = "encodings")]
fn query_bytes<'q>(encoding: &'static Encoding, query: &'q str) -> Cow<'q, [u8]> {
    if query.is_ascii() && encoding.is_ascii_compatible() {
        return Cow::Borrowed(query.as_bytes());
    }
    let mut encoder = encoding.new_encoder();
    let mut encoded = Vec::new();
    let mut rest = query;
    loop {
        let most = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        encoded.reserve(most.unwrap_or(rest.len()));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut encoded, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return Cow::Owned(encoded),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => {
                encoded.extend(format!("%26%23{}%3B", u32::from(character)).bytes());
            }
        }
    }
}

#[cfg(feature = "url")]
mod library {
    use std::borrow::Cow;

    use encoding_rs::{Encoding, UTF_8};
    pub(crate) use url::Url;

    use super::{NoUrl, query_bytes};

    /// Parses an address in a document with an encoding, which is that of the query.
    ///
    /// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#encoding-parsing-a-url>
    pub(crate) fn parse(base: Option<&Url>, encoding: &str, address: &str) -> Result<Url, NoUrl> {
        let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8).output_encoding();
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| query_bytes(encoding, query);
        let options = Url::options().base_url(base);
        let parsed = if encoding == UTF_8 {
            options.parse(address)
        } else {
            options.encoding_override(Some(encode)).parse(address)
        };
        parsed.map_err(|error| match error {
            url::ParseError::RelativeUrlWithoutBase => NoUrl::RelativeWithoutBase,
            _ => NoUrl::Invalid,
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn characters_that_an_encoding_lacks_become_references_in_a_query() {
            let base = Url::parse("http://a.example/").unwrap();
            let url = |label: &str, address| parse(Some(&base), label, address).unwrap().to_string();
            assert_eq!(
                url("windows-1251", "/п?п=\u{2603}&#п"),
                "http://a.example/%D0%BF?%EF=%26%239731%3B&#%D0%BF"
            );
            assert_eq!(url("utf-16", "?é"), "http://a.example/?%C3%A9");
            assert_eq!(url("windows-1252", "mailto:x?é"), "mailto:x?%C3%A9");
            assert_eq!(url("shift_jis", "?\u{20AC}日"), "http://a.example/?%26%238364%3B%93%FA");
        }
    }
}

#[cfg(not(feature = "url"))]
mod host {
    use super::{NoUrl, PARSER};

    /// An absolute URL.
    #[derive(Clone, Debug)]
    pub(crate) struct Url(String);

    impl Url {
        pub(crate) fn as_str(&self) -> &str {
            &self.0
        }

        pub(crate) fn scheme(&self) -> &str {
            self.0.split(':').next().unwrap_or_default()
        }
    }

    impl From<Url> for String {
        fn from(url: Url) -> Self {
            url.0
        }
    }

    /// Parses an address in a document with an encoding, which is that of the query.
    pub(crate) fn parse(base: Option<&Url>, encoding: &str, address: &str) -> Result<Url, NoUrl> {
        let parsed = PARSER.get().and_then(|parser| parser(base.map(Url::as_str), encoding, address));
        let is_relative = base.is_none() && !has_scheme(address);
        parsed.map(Url).ok_or(if is_relative { NoUrl::RelativeWithoutBase } else { NoUrl::Invalid })
    }

    /// Whether an address begins with a scheme.
    ///
    /// <https://url.spec.whatwg.org/#scheme-start-state>
    fn has_scheme(address: &str) -> bool {
        let mut characters = address.trim_start_matches(|character| character <= ' ').chars();
        let mut characters = characters.by_ref().filter(|character| !matches!(character, '\t' | '\n' | '\r'));
        characters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && characters.find(|&next| !(next.is_ascii_alphanumeric() || "+-.".contains(next))) == Some(':')
    }
}
