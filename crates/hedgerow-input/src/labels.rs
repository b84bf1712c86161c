//! Encoding labels, with suggestions for unknown ones.
//!
//! <https://encoding.spec.whatwg.org/#names-and-labels>
//!
//! The table is only used for suggestions; `encoding_rs` maps labels to encodings. A test compares the two.

use std::fmt;

use encoding_rs::Encoding;

/// The address of the list of all labels.
const LIST: &str = "https://encoding.spec.whatwg.org/#names-and-labels";

/// The largest number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// A longer label has no suggestions: the longest label of the standard has 19 characters.
const MAX_COMPARED_CHARACTERS: usize = 24;

/// The largest number of characters of a label in an error message.
const MAX_SHOWN_CHARACTERS: usize = 40;

/// A label that is not in the Encoding Standard, with similar labels.
///
/// <https://encoding.spec.whatwg.org/#names-and-labels>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEncodingLabel {
    /// The label, or the start of it with an ellipsis.
    shown: String,
    nearest: Vec<&'static str>,
}

impl UnknownEncodingLabel {
    fn new(label: &str) -> Self {
        let mut shown: String = label.chars().take(MAX_SHOWN_CHARACTERS).collect();
        if shown.len() < label.len() {
            shown.push('…');
        }
        Self { shown, nearest: nearest_labels(label) }
    }

    /// Returns up to three known labels that are similar to the unknown one, the most similar first.
    ///
    /// ```
    /// use hedgerow_input::encoding_for_label;
    /// assert_eq!(encoding_for_label("utf-9").unwrap_err().nearest(), ["utf-8", "utf-16", "utf8"]);
    /// assert!(encoding_for_label("nothing like it").unwrap_err().nearest().is_empty());
    /// ```
    #[must_use]
    pub fn nearest(&self) -> &[&'static str] {
        &self.nearest
    }
}

impl fmt::Display for UnknownEncodingLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown encoding label {:?}", self.shown)?;
        match self.nearest.as_slice() {
            [] => write!(formatter, "; all labels are listed at {LIST}"),
            [only] => write!(formatter, "; did you mean {only:?}?"),
            [others @ .., last] => {
                formatter.write_str("; did you mean ")?;
                for (index, label) in others.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(formatter, "{separator}{label:?}")?;
                }
                write!(formatter, " or {last:?}?")
            }
        }
    }
}

impl std::error::Error for UnknownEncodingLabel {}

/// Returns the encoding of a label of the Encoding Standard.
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-get>
///
/// ```
/// use hedgerow_input::encoding_for_label;
/// assert_eq!(encoding_for_label(" Latin1 ").unwrap().name(), "windows-1252");
/// ```
///
/// # Errors
///
/// If the label is unknown. The error suggests similar labels.
///
/// ```
/// let error = hedgerow_input::encoding_for_label("shiftjis").unwrap_err();
/// assert!(error.to_string().starts_with(r#"unknown encoding label "shiftjis"; did you mean "shift-jis""#));
/// ```
pub fn encoding_for_label(label: &str) -> Result<&'static Encoding, UnknownEncodingLabel> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| UnknownEncodingLabel::new(label))
}

/// Returns the known labels that are similar to a label, ordered by their distance, then by the length of the common
/// prefix.
fn nearest_labels(label: &str) -> Vec<&'static str> {
    let label: Vec<char> =
        label.trim().chars().take(MAX_COMPARED_CHARACTERS + 1).flat_map(char::to_lowercase).collect();
    if label.len() > MAX_COMPARED_CHARACTERS {
        return Vec::new();
    }
    let most = (label.len() / 2).clamp(1, 3);
    let mut found: Vec<(usize, usize, &'static str)> = Vec::new();
    for &known in LABELS.iter().flat_map(|(_, labels)| *labels) {
        let distance = edit_distance(&label, known);
        if distance <= most {
            let differing = known.chars().zip(&label).position(|(one, other)| one != *other);
            found.push((distance, usize::MAX - differing.unwrap_or(known.len()), known));
        }
    }
    found.sort_by_key(|&(distance, rank, _)| (distance, rank));
    found.into_iter().take(MAX_SUGGESTIONS).map(|(_, _, known)| known).collect()
}

/// Returns the number of characters to insert, remove or replace to turn one word into the other.
fn edit_distance(one: &[char], other: &str) -> usize {
    // The distances of all prefixes of `one` from the processed prefix of `other`.
    let mut distances: Vec<usize> = (0..=one.len()).collect();
    for (row, character) in other.chars().enumerate() {
        let mut diagonal = row;
        let mut left = row + 1;
        let (first, rest) = distances
            .split_first_mut()
            .map_or((None, [].as_mut_slice()), |(first, rest)| (Some(first), rest));
        if let Some(first) = first {
            *first = left;
        }
        for (above, own) in rest.iter_mut().zip(one) {
            let replaced = diagonal + usize::from(*own != character);
            diagonal = *above;
            left = replaced.min(left + 1).min(*above + 1);
            *above = left;
        }
    }
    distances.last().copied().unwrap_or_default()
}

/// The name and the labels of each encoding, in the standard's order.
///
/// <https://encoding.spec.whatwg.org/#names-and-labels>
const LABELS: [(&str, &[&str]); 40] = [
    ("UTF-8", &["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"]),
    ("IBM866", &["866", "cp866", "csibm866", "ibm866"]),
    (
        "ISO-8859-2",
        &[
            "csisolatin2",
            "iso-8859-2",
            "iso-ir-101",
            "iso8859-2",
            "iso88592",
            "iso_8859-2",
            "iso_8859-2:1987",
            "l2",
            "latin2",
        ],
    ),
    (
        "ISO-8859-3",
        &[
            "csisolatin3",
            "iso-8859-3",
            "iso-ir-109",
            "iso8859-3",
            "iso88593",
            "iso_8859-3",
            "iso_8859-3:1988",
            "l3",
            "latin3",
        ],
    ),
    (
        "ISO-8859-4",
        &[
            "csisolatin4",
            "iso-8859-4",
            "iso-ir-110",
            "iso8859-4",
            "iso88594",
            "iso_8859-4",
            "iso_8859-4:1988",
            "l4",
            "latin4",
        ],
    ),
    (
        "ISO-8859-5",
        &[
            "csisolatincyrillic",
            "cyrillic",
            "iso-8859-5",
            "iso-ir-144",
            "iso8859-5",
            "iso88595",
            "iso_8859-5",
            "iso_8859-5:1988",
        ],
    ),
    (
        "ISO-8859-6",
        &[
            "arabic",
            "asmo-708",
            "csiso88596e",
            "csiso88596i",
            "csisolatinarabic",
            "ecma-114",
            "iso-8859-6",
            "iso-8859-6-e",
            "iso-8859-6-i",
            "iso-ir-127",
            "iso8859-6",
            "iso88596",
            "iso_8859-6",
            "iso_8859-6:1987",
        ],
    ),
    (
        "ISO-8859-7",
        &[
            "csisolatingreek",
            "ecma-118",
            "elot_928",
            "greek",
            "greek8",
            "iso-8859-7",
            "iso-ir-126",
            "iso8859-7",
            "iso88597",
            "iso_8859-7",
            "iso_8859-7:1987",
            "sun_eu_greek",
        ],
    ),
    (
        "ISO-8859-8",
        &[
            "csiso88598e",
            "csisolatinhebrew",
            "hebrew",
            "iso-8859-8",
            "iso-8859-8-e",
            "iso-ir-138",
            "iso8859-8",
            "iso88598",
            "iso_8859-8",
            "iso_8859-8:1988",
            "visual",
        ],
    ),
    ("ISO-8859-8-I", &["csiso88598i", "iso-8859-8-i", "logical"]),
    ("ISO-8859-10", &["csisolatin6", "iso-8859-10", "iso-ir-157", "iso8859-10", "iso885910", "l6", "latin6"]),
    ("ISO-8859-13", &["iso-8859-13", "iso8859-13", "iso885913"]),
    ("ISO-8859-14", &["iso-8859-14", "iso8859-14", "iso885914"]),
    ("ISO-8859-15", &["csisolatin9", "iso-8859-15", "iso8859-15", "iso885915", "iso_8859-15", "l9"]),
    ("ISO-8859-16", &["iso-8859-16"]),
    ("KOI8-R", &["cskoi8r", "koi", "koi8", "koi8-r", "koi8_r"]),
    ("KOI8-U", &["koi8-ru", "koi8-u"]),
    ("macintosh", &["csmacintosh", "mac", "macintosh", "x-mac-roman"]),
    ("windows-874", &["dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620", "windows-874"]),
    ("windows-1250", &["cp1250", "windows-1250", "x-cp1250"]),
    ("windows-1251", &["cp1251", "windows-1251", "x-cp1251"]),
    (
        "windows-1252",
        &[
            "ansi_x3.4-1968",
            "ascii",
            "cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-8859-1",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
            "latin1",
            "us-ascii",
            "windows-1252",
            "x-cp1252",
        ],
    ),
    ("windows-1253", &["cp1253", "windows-1253", "x-cp1253"]),
    (
        "windows-1254",
        &[
            "cp1254",
            "csisolatin5",
            "iso-8859-9",
            "iso-ir-148",
            "iso8859-9",
            "iso88599",
            "iso_8859-9",
            "iso_8859-9:1989",
            "l5",
            "latin5",
            "windows-1254",
            "x-cp1254",
        ],
    ),
    ("windows-1255", &["cp1255", "windows-1255", "x-cp1255"]),
    ("windows-1256", &["cp1256", "windows-1256", "x-cp1256"]),
    ("windows-1257", &["cp1257", "windows-1257", "x-cp1257"]),
    ("windows-1258", &["cp1258", "windows-1258", "x-cp1258"]),
    ("x-mac-cyrillic", &["x-mac-cyrillic", "x-mac-ukrainian"]),
    (
        "GBK",
        &[
            "chinese",
            "csgb2312",
            "csiso58gb231280",
            "gb2312",
            "gb_2312",
            "gb_2312-80",
            "gbk",
            "iso-ir-58",
            "x-gbk",
        ],
    ),
    ("gb18030", &["gb18030"]),
    ("Big5", &["big5", "big5-hkscs", "cn-big5", "csbig5", "x-x-big5"]),
    ("EUC-JP", &["cseucpkdfmtjapanese", "euc-jp", "x-euc-jp"]),
    ("ISO-2022-JP", &["csiso2022jp", "iso-2022-jp"]),
    (
        "Shift_JIS",
        &["csshiftjis", "ms932", "ms_kanji", "shift-jis", "shift_jis", "sjis", "windows-31j", "x-sjis"],
    ),
    (
        "EUC-KR",
        &[
            "cseuckr",
            "csksc56011987",
            "euc-kr",
            "iso-ir-149",
            "korean",
            "ks_c_5601-1987",
            "ks_c_5601-1989",
            "ksc5601",
            "ksc_5601",
            "windows-949",
        ],
    ),
    (
        "replacement",
        &["csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "replacement"],
    ),
    ("UTF-16BE", &["unicodefffe", "utf-16be"]),
    ("UTF-16LE", &["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"]),
    ("x-user-defined", &["x-user-defined"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_is_known_under_the_same_name() {
        let mut count = 0;
        for (name, labels) in LABELS {
            for label in labels {
                assert_eq!(Encoding::for_label(label.as_bytes()).map(Encoding::name), Some(name), "{label}");
                assert!(label.chars().count() <= MAX_COMPARED_CHARACTERS);
                count += 1;
            }
        }
        assert_eq!(count, 228);
    }

    fn message(label: &str) -> String {
        encoding_for_label(label).unwrap_err().to_string()
    }

    #[test]
    fn names_the_nearest_labels() {
        assert_eq!(
            message("utf-9"),
            r#"unknown encoding label "utf-9"; did you mean "utf-8", "utf-16" or "utf8"?"#
        );
        assert_eq!(message(" UTF_8"), r#"unknown encoding label " UTF_8"; did you mean "utf-8" or "utf8"?"#);
        assert_eq!(
            message("koi9-ru"),
            r#"unknown encoding label "koi9-ru"; did you mean "koi8-ru", "koi8-r" or "koi8-u"?"#
        );
        assert_eq!(
            message("x-user-define"),
            r#"unknown encoding label "x-user-define"; did you mean "x-user-defined"?"#
        );
        assert_eq!(
            message("none of them"),
            format!(r#"unknown encoding label "none of them"; all labels are listed at {LIST}"#)
        );
        assert_eq!(message(""), r#"unknown encoding label ""; all labels are listed at "#.to_owned() + LIST);
    }

    #[test]
    fn long_labels_are_shortened() {
        let message = message(&"é".repeat(1_000_000));
        assert!(message.chars().count() < 200, "{message}");
        assert!(message.contains("é…\""), "{message}");
    }

    #[test]
    fn distances() {
        let distance = |one: &str, other| edit_distance(&one.chars().collect::<Vec<_>>(), other);
        assert_eq!(distance("", ""), 0);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("utf-8", "utf8"), 1);
    }
}
