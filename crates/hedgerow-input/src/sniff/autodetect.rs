//! Autodetection: the encoding that the bytes look like.
//!
//! In all encodings that may be the result, ASCII bytes mean the same, save UTF-16, which the first bytes tell. So
//! nothing is lost by waiting for the first byte that is not ASCII.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::{EncodingHints, EncodingReason, SniffedEncoding, tentative};

/// How many bytes are looked at, from the first one on that is not ASCII.
pub(crate) const BYTES_TO_AUTODETECT: usize = 4096;

/// How many bytes before the first one that is not ASCII are looked at: the detector does not use any others.
pub(crate) const BYTES_BEFORE: usize = 2;

/// Where the first byte is that is not ASCII.
pub(crate) fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    let position = Encoding::ascii_valid_up_to(bytes);
    (position < bytes.len()).then_some(position)
}

/// Step 8 for bytes that are not all ASCII.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
///
/// `bytes` are up to [`BYTES_BEFORE`] ASCII bytes and up to [`BYTES_TO_AUTODETECT`] from the first other one on;
/// `is_all`: there are less of them because the byte stream ends there.
pub(crate) fn autodetect(bytes: &[u8], is_all: bool, hints: &EncodingHints) -> SniffedEncoding {
    if is_utf_8(bytes, is_all) {
        // OPTIMIZATION: the detector would say so, too.
        return tentative(UTF_8, EncodingReason::Autodetection);
    }
    tentative(detect(bytes, is_all, hints), EncodingReason::Autodetection)
}

/// Whether bytes are valid UTF-8, or its beginning.
fn is_utf_8(bytes: &[u8], is_all: bool) -> bool {
    match str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !is_all,
    }
}

fn detect(bytes: &[u8], is_all: bool, hints: &EncodingHints) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, is_all);
    let top_level_domain = hints.top_level_domain.as_deref().map(str::as_bytes);
    detector.guess(top_level_domain, Utf8Detection::Allow)
}

/// UTF-16 without a byte order mark, recognized by its ASCII characters, which the zero bytes give away.
///
/// The rule: there are at least four code units; none is U+0000; at least half of them are ASCII in one byte order,
/// and none is ASCII in the other one. Bytes in any other encoding have zero bytes only by mistake.
pub(super) fn utf_16_of_mostly_basic_latin(bytes: &[u8]) -> Option<&'static Encoding> {
    let (mut units, mut little_endian, mut big_endian) = (0, 0, 0);
    for unit in bytes.chunks_exact(2) {
        units += 1;
        match *unit {
            [0, 0] => return None,
            [0, ascii] if ascii.is_ascii() => big_endian += 1,
            [ascii, 0] if ascii.is_ascii() => little_endian += 1,
            _ => {}
        }
    }
    match (little_endian, big_endian) {
        _ if units < 4 => None,
        (count, 0) if 2 * count >= units => Some(UTF_16LE),
        (0, count) if 2 * count >= units => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16() {
        let name = |bytes| utf_16_of_mostly_basic_latin(bytes).map(Encoding::name);
        for (bytes, expected) in [
            (b"<\0p\0>\0a\0".as_slice(), Some("UTF-16LE")),
            (b"\0<\0p\0>\0a", Some("UTF-16BE")),
            // The last byte may be cut off from its code unit.
            (b"<\0p\0>\0a\0b", Some("UTF-16LE")),
            (b"a\0b\0", None),
            (b"a\0b\0\x10\x04\x11\x04", Some("UTF-16LE")),
            (b"a\0b\0\x10\x04\x11\x04\x12\x04", None),
            (b"\0a\0b\x04\x10\x04\x11", Some("UTF-16BE")),
            (b"a\0b\0\0cd\0", None),
            (b"a\0b\0\0\0d\0", None),
            (b"a\0", None),
            (b"\0", None),
            (b"abcd", None),
            (b"\xE9\0\xE8\0", None),
            (b"", None),
        ] {
            assert_eq!(name(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn what_is_utf_8_is_so_for_the_detector_too() {
        let hints = EncodingHints::new();
        let lengths_of_sequences =
            [&b"\xC3\xA9"[..], b"\xE2\x82\xAC", b"\xF0\x9F\x98\x80", b"\xE9t\xE9", b"\xED\xA0\x80"];
        for sequence in lengths_of_sequences {
            let bytes = [b"a ", sequence, b" b"].concat();
            for length in 3..=bytes.len() {
                for is_all in [false, true] {
                    let by_detector = detect(&bytes[..length], is_all, &hints) == UTF_8;
                    assert_eq!(is_utf_8(&bytes[..length], is_all), by_detector, "{:?}", &bytes[..length]);
                }
            }
        }
    }

    #[test]
    fn no_domain_makes_the_detector_panic() {
        for domain in
            ["", ".", "..", "a.b", "JP", "例え", "xn--", "xn--p1ai", "XN--P1AI.", "j p", "\0", "-", "a:80"]
        {
            let hints = EncodingHints::new().top_level_domain(domain);
            autodetect(b"a\xE9\xE8\x80", true, &hints);
        }
    }

    #[test]
    fn the_domain_matters() {
        // Shift_JIS and windows-1252 both allow it.
        let encoding = |domain| {
            let hints = EncodingHints::new().top_level_domain(domain);
            autodetect(b"\xCF\xF0", true, &hints).encoding.name()
        };
        assert_ne!(encoding("www.example.ru"), encoding("www.example.JP"));
    }
}
