//! The standard's algorithm "get an XML encoding", which runs if the prescan finds no encoding.

use encoding_rs::Encoding;
use memchr::{memchr, memmem};

use super::utf_8_instead_of_utf_16;

/// Returns the encoding that an XML declaration at the start of the bytes declares.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing>
pub(super) fn get_an_xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    // 1. Let encodingPosition be a pointer to the start of the stream.
    // 2. If encodingPosition does not point to the start of a byte sequence 0x3C, 0x3F, 0x78, 0x6D, 0x6C (`<?xml`),
    // then return failure.
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    // 3. Let xmlDeclarationEnd be a pointer to the next byte in the input byte stream which is 0x3E (>). If there is
    // no such byte, then return failure.
    let xml_declaration_end = memchr(b'>', bytes)?;
    // 4. Set encodingPosition to the position of the first occurrence of the subsequence of bytes 0x65, 0x6E, 0x63,
    // 0x6F, 0x64, 0x69, 0x6E, 0x67 (`encoding`) at or after the current encodingPosition and before
    // xmlDeclarationEnd. If there is no such sequence, then return failure.
    let encoding_position = memmem::find(bytes.get(..xml_declaration_end)?, b"encoding")?;
    // 5. Advance encodingPosition past the 0x67 (g) byte.
    let rest = bytes.get(encoding_position + b"encoding".len()..)?;
    // 6. While the byte at encodingPosition is less than or equal to 0x20 (i.e., it is either an ASCII space or
    // control character), advance encodingPosition to the next byte.
    // 7. If the byte at encodingPosition is not 0x3D (=), then return failure.
    // 8. Advance encodingPosition to the next byte.
    let rest = skip_spaces_and_controls(rest).strip_prefix(b"=")?;
    // 9. While the byte at encodingPosition is less than or equal to 0x20 (i.e., it is either an ASCII space or
    // control character), advance encodingPosition to the next byte.
    // 10. Let quoteMark be the byte at encodingPosition.
    // 12. Advance encodingPosition to the next byte.
    let (&quote_mark, rest) = skip_spaces_and_controls(rest).split_first()?;
    // 11. If quoteMark is not either 0x22 (") or 0x27 ('), then return failure.
    if !matches!(quote_mark, b'"' | b'\'') {
        return None;
    }
    // 13. Let encodingEndPosition be the position of the next occurrence of quoteMark at or after encodingPosition.
    // If quoteMark does not occur again, then return failure.
    let encoding_end_position = memchr(quote_mark, rest)?;
    // 14. Let potentialEncoding be the sequence of the bytes between encodingPosition (inclusive) and
    // encodingEndPosition (exclusive).
    let potential_encoding = rest.get(..encoding_end_position)?;
    // 15. If potentialEncoding contains one or more bytes whose byte value is 0x20 or below, then return failure.
    if potential_encoding.iter().any(|byte| *byte <= b' ') {
        return None;
    }
    // 16. Let encoding be the result of getting an encoding given potentialEncoding isomorphic decoded.
    // 17. If the encoding is UTF-16BE/LE, then change it to UTF-8.
    // 18. Return encoding.
    Encoding::for_label(potential_encoding).map(utf_8_instead_of_utf_16)
}

fn skip_spaces_and_controls(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte > b' ').unwrap_or(bytes.len());
    bytes.get(end..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_declarations_and_their_encodings() {
        for (text, expected) in [
            ("<?xml encoding='koi8-r'?>", Some("KOI8-R")),
            ("<?xml encoding=\"koi8-r\"?>", Some("KOI8-R")),
            ("<?xml version='1.0' encoding='koi8-r' standalone='yes'?>", Some("KOI8-R")),
            ("<?xmlencoding='koi8-r'>", Some("KOI8-R")),
            ("<?xml encoding\0\n =\u{1F}\t 'koi8-r'?>", Some("KOI8-R")),
            ("<?xml encoding = 'utf-16'?>", Some("UTF-8")),
            ("<?xml encoding = 'utf-16be'?>", Some("UTF-8")),
            ("<?xml encoding='x-user-defined'?>", Some("x-user-defined")),
            ("<?xml encoding='ISO-2022-KR'?>", Some("replacement")),
            // The word must be before the first >. A > after the word is neither = nor a quotation mark, but it may be in a
            // value, which is then not a label.
            ("<?xml encoding=>'koi8-r'", None),
            ("<?xml encoding='>koi8-r'", None),
            ("<?xml encoding='koi8-r>'", None),
            ("<?xml encoding\t\t>='koi8-r'", None),
            ("<?xml > encoding='koi8-r'", None),
            ("<?xml encoding='koi8-r'", None),
            ("<?xml encoding='koi8-r\">", None),
            ("<?xml encoding='koi8-r?>", None),
            ("<?xml encoding=koi8-r?>", None),
            ("<?xml encoding='koi8 -r'?>", None),
            ("<?xml encoding=' koi8-r'?>", None),
            ("<?xml encoding='unknown'?>", None),
            ("<?xml encoding=''?>", None),
            ("<?xml encoding 'koi8-r'?>", None),
            // Only the first occurrence of the word counts, and it is case-sensitive.
            ("<?xml encoding encoding='koi8-r'?>", None),
            ("<?xml Encoding='koi8-r'?>", None),
            ("<?xml ENCODING='koi8-r' encoding='utf-8'?>", Some("UTF-8")),
            ("<?XML encoding='koi8-r'?>", None),
            (" <?xml encoding='koi8-r'?>", None),
            ("<?xm encoding='koi8-r'?>", None),
            ("", None),
        ] {
            let name = get_an_xml_encoding(text.as_bytes()).map(Encoding::name);
            assert_eq!(name, expected, "{text:?}");
            // Truncated bytes do not cause a panic.
            for end in 0..text.len() {
                get_an_xml_encoding(&text.as_bytes()[..end]);
            }
        }
        // The > takes the place of the = or of the quotation mark.
        assert_eq!(get_an_xml_encoding(b"<?xml encoding >"), None);
        assert_eq!(get_an_xml_encoding(b"<?xml encoding=>"), None);
    }
}
