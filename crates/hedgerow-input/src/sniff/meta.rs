//! The algorithm for extracting a character encoding from a `meta` element.

use encoding_rs::Encoding;

/// The word that the algorithm searches for.
const CHARSET: &[u8] = b"charset";

/// Returns the encoding in the `content` attribute of a `meta` element: the standard's "algorithm for extracting a
/// character encoding from a `meta` element".
///
/// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element>
///
/// ```
/// use hedgerow_input::encoding_from_meta_content;
/// let encoding = encoding_from_meta_content("text/html; charset=KOI8-R").unwrap();
/// assert_eq!(encoding.name(), "KOI8-R");
/// assert_eq!(encoding_from_meta_content("text/html"), None);
/// ```
#[must_use]
pub fn encoding_from_meta_content(content: &str) -> Option<&'static Encoding> {
    // OPTIMIZATION: works on bytes, because only ASCII characters matter.
    // 1. Let position be a pointer into s, initially pointing at the start of the string.
    let mut rest = content.as_bytes();
    loop {
        // 2. Loop: Find the first seven characters in s after position that are an ASCII case-insensitive match for
        // the word "charset". If no such match is found, return nothing.
        let found = rest.windows(CHARSET.len()).position(|word| word.eq_ignore_ascii_case(CHARSET))?;
        // 3. Skip any ASCII whitespace that immediately follow the word "charset" (there might not be any).
        rest = rest.get(found + CHARSET.len()..)?.trim_ascii_start();
        // 4. If the next character is not a U+003D EQUALS SIGN (=), then move position to point just before that
        // next character, and jump back to the step labeled loop.
        let Some(after) = rest.strip_prefix(b"=") else { continue };
        // 5. Skip any ASCII whitespace that immediately follow the equals sign (there might not be any).
        let value = after.trim_ascii_start();
        // 6. Process the next character as follows:
        let label = match value.split_first()? {
            // If it is a quotation mark (") and there is a later quotation mark in s, or an apostrophe (') and there is
            // a later apostrophe: the substring between the two. If it is an unmatched one: return nothing.
            (quote @ (b'"' | b'\''), quoted) => {
                let end = quoted.iter().position(|byte| byte == quote)?;
                quoted.get(..end)?
            }
            // Otherwise: up to but not including the first ASCII whitespace or U+003B SEMICOLON character (;), or
            // the end of s, whichever comes first.
            _ => value.split(|byte| byte.is_ascii_whitespace() || *byte == b';').next()?,
        };
        return Encoding::for_label(label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_of_content_attributes() {
        for (content, expected) in [
            ("charset=utf-8", Some("UTF-8")),
            ("text/html;CHARSET=Shift_JIS", Some("Shift_JIS")),
            ("charset \t\n\u{C}\r = \t\n\u{C}\r utf-8", Some("UTF-8")),
            ("charset=\"utf-8\"", Some("UTF-8")),
            ("charset='utf-8'", Some("UTF-8")),
            ("charset=' utf-8 '", Some("UTF-8")),
            ("charset=\"utf-8", None),
            ("charset='utf-8", None),
            ("charset='utf-8\"", None),
            ("charset=\"utf-8';x\"", None),
            ("charset=utf-8\"", None),
            ("charset=utf-8;x", Some("UTF-8")),
            ("charset=utf-8 x", Some("UTF-8")),
            ("charset=", None),
            ("charset= ", None),
            ("charset=;utf-8", None),
            ("charset", None),
            ("charset ", None),
            ("charse=utf-8", None),
            ("", None),
            ("charset;charset=utf-8", Some("UTF-8")),
            ("charsetcharset=utf-8", Some("UTF-8")),
            ("charset charset = utf-8", Some("UTF-8")),
            ("chcharset=utf-8", Some("UTF-8")),
            // Only a missing equals sign leads back to the loop.
            ("charset=unknown; charset=utf-8", None),
            ("charset=utf-16", Some("UTF-16LE")),
            ("charset=x-user-defined", Some("x-user-defined")),
            ("charset=iso-2022-kr", Some("replacement")),
            ("é charset=utf-8", Some("UTF-8")),
            ("charset=é", None),
            // U+000B is not ASCII whitespace.
            ("charset\u{B}=utf-8", None),
        ] {
            assert_eq!(encoding_from_meta_content(content).map(Encoding::name), expected, "{content:?}");
        }
    }
}
