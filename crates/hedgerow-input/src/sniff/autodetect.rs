//! Autodetection: guessing the encoding from the bytes.
//!
//! In all encodings that can be the result, ASCII bytes have the same meaning, except for UTF-16, which the first bytes
//! identify. So waiting for the first byte that is not ASCII loses nothing.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::{EncodingHints, EncodingReason, SniffedEncoding, tentative};

/// The number of bytes to examine, from the first byte that is not ASCII.
pub(crate) const BYTES_TO_AUTODETECT: usize = 4096;

/// The number of bytes to examine before the first byte that is not ASCII. The detector uses no more.
pub(crate) const BYTES_BEFORE: usize = 2;

/// Returns the offset of the first byte that is not ASCII.
pub(crate) fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    let position = Encoding::ascii_valid_up_to(bytes);
    (position < bytes.len()).then_some(position)
}

/// Runs step 8 of the encoding sniffing algorithm for bytes that are not all ASCII.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
///
/// `bytes` are up to [`BYTES_BEFORE`] ASCII bytes, followed by up to [`BYTES_TO_AUTODETECT`] bytes from the first byte
/// that is not ASCII. `is_all` says that the byte stream ends before that maximum is reached.
pub(crate) fn autodetect(bytes: &[u8], is_all: bool, hints: &EncodingHints) -> SniffedEncoding {
    if is_utf_8(bytes, is_all) {
        // OPTIMIZATION: the detector would return the same.
        return tentative(UTF_8, EncodingReason::Autodetection);
    }
    if hints.prefer_utf8 && is_nearly_utf_8(bytes) {
        return tentative(UTF_8, EncodingReason::Autodetection);
    }
    tentative(detect(bytes, is_all, hints), EncodingReason::Autodetection)
}

/// Whether bytes are valid UTF-8, or a prefix of valid UTF-8.
fn is_utf_8(bytes: &[u8], is_all: bool) -> bool {
    match str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !is_all,
    }
}

/// Whether at most a fifth of the sequences of bytes that are not ASCII are malformed in UTF-8. In bytes of another encoding, few
/// sequences are valid UTF-8 by chance.
fn is_nearly_utf_8(bytes: &[u8]) -> bool {
    let (mut valid, mut malformed) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        malformed += usize::from(!chunk.invalid().is_empty());
    }
    valid > 0 && 4 * malformed <= valid
}

fn detect(bytes: &[u8], is_all: bool, hints: &EncodingHints) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, is_all);
    let top_level_domain = hints.top_level_domain.as_deref().map(str::as_bytes);
    detector.guess(top_level_domain, Utf8Detection::Allow)
}

/// The number of bytes that [`utf_16_of_basic_latin`] needs: the length of `<title></title>` in UTF-16.
const FEWEST_BYTES_OF_UTF_16: usize = 30;

/// Detects UTF-16 without a byte order mark: returns the byte order in which all code units are U+0001 to U+00FF.
///
/// This is Firefox's rule. Other browsers decode such bytes with their default encoding. A looser rule would detect
/// UTF-16 where no browser does, and so find elements that no browser finds.
pub(super) fn utf_16_of_basic_latin(bytes: &[u8]) -> Option<&'static Encoding> {
    let [first, ..] = *bytes else { return None };
    let (encoding, parity_of_zeros) = if first == 0 { (UTF_16BE, 0) } else { (UTF_16LE, 1) };
    let is_as_expected = |(index, byte): (usize, &u8)| (*byte == 0) == (index % 2 == parity_of_zeros);
    let is_found = bytes.len() >= FEWEST_BYTES_OF_UTF_16 && bytes.iter().enumerate().all(is_as_expected);
    is_found.then_some(encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16() {
        let name = |bytes: &[u8]| utf_16_of_basic_latin(bytes).map(Encoding::name);
        let little = b"<\0t\0i\0t\0l\0e\0>\0<\0/\0t\0i\0t\0l\0e\0>\0";
        let big = b"\0<\0t\0i\0t\0l\0e\0>\0<\0/\0t\0i\0t\0l\0e\0>";
        assert_eq!((name(little), name(big)), (Some("UTF-16LE"), Some("UTF-16BE")));
        // The last code unit may be incomplete.
        assert_eq!(name(&[little, b"a".as_slice()].concat()), Some("UTF-16LE"));
        assert_eq!(name(&[little, b"\xE9\0".as_slice()].concat()), Some("UTF-16LE"));
        for other in [b"\x10\x04", b"\0\0", b"\0a", b"ab"] {
            assert_eq!(name(&[little, other.as_slice()].concat()), None, "{other:?}");
            assert_eq!(name(&[other.as_slice(), little].concat()), None, "{other:?}");
        }
        assert_eq!((name(&little[..29]), name(&big[1..]), name(b"")), (None, None, None));
    }

    #[test]
    fn the_detector_recognizes_utf_8() {
        let hints = EncodingHints::new();
        let sequences =
            [&b"\xC3\xA9"[..], b"\xE2\x82\xAC", b"\xF0\x9F\x98\x80", b"\xE9t\xE9", b"\xED\xA0\x80"];
        for sequence in sequences {
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
        // The bytes are valid in both Shift_JIS and windows-1252.
        let encoding = |domain| {
            let hints = EncodingHints::new().top_level_domain(domain);
            autodetect(b"\xCF\xF0", true, &hints).encoding.name()
        };
        assert_ne!(encoding("www.example.ru"), encoding("www.example.JP"));
    }
}
