//! The suggested default encoding for a locale.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, ISO_8859_2, ISO_8859_7, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

/// Returns the encoding that the standard's table suggests for a BCP 47 language tag.
///
/// Case does not matter, and `_` is allowed instead of `-`, as in the names of POSIX locales. For Chinese, the table has
/// one row for each script. The script in the tag decides, or else the region; a tag with neither belongs to "all other
/// locales".
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>
pub(super) fn default_encoding_for_locale(language_tag: &str) -> &'static Encoding {
    let language_tag = language_tag.to_ascii_lowercase();
    let mut subtags = language_tag.split(['-', '_', '.', '@']);
    match subtags.next().unwrap_or_default() {
        "ar" | "fa" => WINDOWS_1256,
        "az" | "ku" | "tr" => WINDOWS_1254,
        "ba" | "be" | "bg" | "kk" | "ky" | "mk" | "ru" | "sah" | "sr" | "tg" | "tt" | "uk" => WINDOWS_1251,
        "cs" | "hr" | "sk" => WINDOWS_1250,
        "el" => ISO_8859_7,
        "et" | "lt" | "lv" => WINDOWS_1257,
        "he" => WINDOWS_1255,
        "hu" | "pl" | "sl" => ISO_8859_2,
        "ja" => SHIFT_JIS,
        "ko" => EUC_KR,
        "th" => WINDOWS_874,
        "vi" => WINDOWS_1258,
        // The first known subtag decides, because the script comes before the region. Both come before any extension,
        // which starts with a subtag of a single character.
        "zh" => subtags
            .take_while(|subtag| subtag.len() > 1)
            .find_map(|subtag| match subtag {
                "hans" | "cn" | "sg" => Some(GBK),
                "hant" | "hk" | "mo" | "tw" => Some(BIG5),
                _ => None,
            })
            .unwrap_or(WINDOWS_1252),
        _ => WINDOWS_1252,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for (tag, name) in [
            ("ar", "windows-1256"),
            ("az", "windows-1254"),
            ("ba", "windows-1251"),
            ("be", "windows-1251"),
            ("bg", "windows-1251"),
            ("cs", "windows-1250"),
            ("el", "ISO-8859-7"),
            ("et", "windows-1257"),
            ("fa", "windows-1256"),
            ("he", "windows-1255"),
            ("hr", "windows-1250"),
            ("hu", "ISO-8859-2"),
            ("ja", "Shift_JIS"),
            ("kk", "windows-1251"),
            ("ko", "EUC-KR"),
            ("ku", "windows-1254"),
            ("ky", "windows-1251"),
            ("lt", "windows-1257"),
            ("lv", "windows-1257"),
            ("mk", "windows-1251"),
            ("pl", "ISO-8859-2"),
            ("ru", "windows-1251"),
            ("sah", "windows-1251"),
            ("sk", "windows-1250"),
            ("sl", "ISO-8859-2"),
            ("sr", "windows-1251"),
            ("tg", "windows-1251"),
            ("th", "windows-874"),
            ("tr", "windows-1254"),
            ("tt", "windows-1251"),
            ("uk", "windows-1251"),
            ("vi", "windows-1258"),
            ("zh-Hans", "GBK"),
            ("zh-CN", "GBK"),
            ("zh-SG", "GBK"),
            ("zh-Hant", "Big5"),
            ("zh-HK", "Big5"),
            ("zh-MO", "Big5"),
            ("zh-TW", "Big5"),
            ("en", "windows-1252"),
        ] {
            assert_eq!(default_encoding_for_locale(tag).name(), name, "{tag}");
        }
    }

    #[test]
    fn tags() {
        for (tag, name) in [
            ("JA", "Shift_JIS"),
            ("ja-JP", "Shift_JIS"),
            ("ja_JP.UTF-8", "Shift_JIS"),
            ("sr-Latn-RS", "windows-1251"),
            ("zh-hant-CN", "Big5"),
            ("zh-Hans-TW", "GBK"),
            ("zh-cmn-Hans-HK", "GBK"),
            ("zh_TW.Big5", "Big5"),
            ("zh", "windows-1252"),
            ("zh-x-cn", "windows-1252"),
            ("de", "windows-1252"),
            ("jaa", "windows-1252"),
            ("", "windows-1252"),
            ("-", "windows-1252"),
            ("é", "windows-1252"),
        ] {
            assert_eq!(default_encoding_for_locale(tag).name(), name, "{tag}");
        }
    }
}
