//! Prescan a byte stream to determine its encoding.
//!
//! The caller decides how many bytes to prescan, and runs "get an XML encoding" if the prescan fails.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::{EncodingReason, declared_encoding, encoding_from_meta_content};

/// The error when the bytes end, or the end condition is reached: the prescan is aborted.
#[derive(Debug)]
struct OutOfBytes;

/// Runs the algorithm on all bytes that are to be examined; returns `None` if it is aborted.
///
/// If the algorithm finds an encoding in some bytes, it finds the same encoding if more bytes follow them.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding>
pub(super) fn prescan_a_byte_stream_to_determine_its_encoding(
    bytes: &[u8],
) -> Option<(&'static Encoding, EncodingReason)> {
    // 2. Prescan for UTF-16 XML declarations: If position points to:
    // A sequence of bytes starting with: 0x3C, 0x0, 0x3F, 0x0, 0x78, 0x0
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some((UTF_16LE, EncodingReason::Utf16XmlDeclaration));
    }
    // A sequence of bytes starting with: 0x0, 0x3C, 0x0, 0x3F, 0x0, 0x78
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some((UTF_16BE, EncodingReason::Utf16XmlDeclaration));
    }
    // 1. Let position be a pointer to a byte in the input byte stream, initially pointing at the first byte.
    let encoding = Prescan { bytes, position: 0 }.run().ok()?;
    Some((encoding, EncodingReason::Meta))
}

/// An attribute, with all ASCII letters in lowercase.
#[derive(PartialEq, Eq, Debug, Default)]
struct Attribute {
    name: Vec<u8>,
    value: Vec<u8>,
}

/// The state of the encoding declaration in a `meta` tag.
#[derive(Debug, Default)]
enum Charset {
    #[default]
    Null,
    Failure,
    Encoding(&'static Encoding),
}

#[derive(Debug)]
struct Prescan<'b> {
    bytes: &'b [u8],
    position: usize,
}

impl Prescan<'_> {
    /// Runs the algorithm from the step labeled loop.
    fn run(&mut self) -> Result<&'static Encoding, OutOfBytes> {
        loop {
            // OPTIMIZATION: "Any other byte: Do nothing with that byte" applies to all bytes up to the next <.
            self.advance_to(|byte| byte == b'<')?;
            // 3. Loop: If position points to:
            match self.rest() {
                // A sequence of bytes starting with: 0x3C 0x21 0x2D 0x2D (`<!--`)
                [b'<', b'!', b'-', b'-', ..] => self.comment()?,
                // A sequence of bytes starting with: 0x3C, 0x4D or 0x6D, 0x45 or 0x65, 0x54 or 0x74, 0x41 or 0x61,
                // and one of 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x2F
                [b'<', m, e, t, a, space_or_slash, ..]
                    if [*m, *e, *t, *a].eq_ignore_ascii_case(b"meta")
                        && (*space_or_slash == b'/' || is_space(*space_or_slash)) =>
                {
                    if let Some(encoding) = self.meta()? {
                        return Ok(encoding);
                    }
                }
                // A sequence of bytes starting with a 0x3C byte (<), optionally a 0x2F byte (/), and finally a byte
                // in the range 0x41-0x5A or 0x61-0x7A (A-Z or a-z)
                [b'<', b'/', letter, ..] | [b'<', letter, ..] if letter.is_ascii_alphabetic() => {
                    self.tag()?;
                }
                // A sequence of bytes starting with: 0x3C 0x21 (`<!`), 0x3C 0x2F (`</`), 0x3C 0x3F (`<?`)
                [b'<', b'!' | b'/' | b'?', ..] => {
                    // Advance the position pointer so that it points at the first 0x3E byte (>) that comes after the
                    // 0x3C byte that was found.
                    self.advance_to(|byte| byte == b'>')?;
                }
                // Any other byte
                _ => {}
            }
            // 4. Next byte: Move position so it points at the next byte in the input byte stream, and return to the
            // step above labeled loop.
            self.position += 1;
        }
    }

    fn comment(&mut self) -> Result<(), OutOfBytes> {
        // Advance the position pointer so that it points at the first 0x3E byte which is preceded by two 0x2D bytes
        // (i.e. at the end of an ASCII '-->' sequence) and comes after the 0x3C byte that was found. (The two 0x2D
        // bytes can be the same as those in the '<!--' sequence.)
        self.position += b"<!--".len();
        loop {
            self.advance_to(|byte| byte == b'>')?;
            if self.bytes.get(..self.position).is_some_and(|before| before.ends_with(b"--")) {
                return Ok(());
            }
            self.position += 1;
        }
    }

    fn meta(&mut self) -> Result<Option<&'static Encoding>, OutOfBytes> {
        // 1. Advance the position pointer so that it points at the next 0x09, 0x0A, 0x0C, 0x0D, 0x20, or 0x2F byte
        // (the one in sequence of characters matched above).
        self.position += b"<meta".len();
        // 2. Let attribute list be an empty list of strings.
        let mut attribute_list: Vec<Vec<u8>> = Vec::new();
        // 3. Let got pragma be false.
        let mut got_pragma = false;
        // 4. Let need pragma be null.
        let mut need_pragma = None;
        // 5. Let charset be the null value (which, for the purposes of this algorithm, is distinct from an
        // unrecognized encoding or the empty string).
        let mut charset = Charset::Null;
        // 6. Attributes: Get an attribute and its value. If no attribute was sniffed, then jump to the processing
        // step below.
        while let Some(Attribute { name, value }) = self.get_an_attribute()? {
            // 7. If the attribute's name is already in attribute list, then return to the step labeled attributes.
            if attribute_list.contains(&name) {
                continue;
            }
            // 9. Run the appropriate step from the following list, if one applies:
            match name.as_slice() {
                // If the attribute's name is "http-equiv"
                b"http-equiv" => {
                    // If the attribute's value is "content-type", then set got pragma to true.
                    got_pragma = value == b"content-type";
                }
                // If the attribute's name is "content"
                b"content" => {
                    // Apply the algorithm for extracting a character encoding from a meta element, giving the
                    // attribute's value as the string to parse. If a character encoding is returned, and if charset
                    // is still set to null, let charset be the encoding returned, and set need pragma to true.
                    let value: String = value.iter().copied().map(char::from).collect();
                    if let (Charset::Null, Some(encoding)) = (&charset, encoding_from_meta_content(&value)) {
                        charset = Charset::Encoding(encoding);
                        need_pragma = Some(true);
                    }
                }
                // If the attribute's name is "charset"
                b"charset" => {
                    // Let charset be the result of getting an encoding from the attribute's value, and set need
                    // pragma to false.
                    charset = Encoding::for_label(&value).map_or(Charset::Failure, Charset::Encoding);
                    need_pragma = Some(false);
                }
                _ => {}
            }
            // 8. Add the attribute's name to attribute list.
            attribute_list.push(name);
            // 10. Return to the step labeled attributes.
        }
        match (need_pragma, charset) {
            // 11. Processing: If need pragma is null, then jump to the step below labeled next byte.
            (None, _) => Ok(None),
            // 12. If need pragma is true but got pragma is false, then jump to the step below labeled next byte.
            (Some(true), _) if !got_pragma => Ok(None),
            // 13. If charset is failure, then jump to the step below labeled next byte.
            (_, Charset::Failure | Charset::Null) => Ok(None),
            // 14. If charset is UTF-16BE/LE, then set charset to UTF-8.
            // 15. If charset is x-user-defined, then set charset to windows-1252.
            // 16. Return charset.
            (_, Charset::Encoding(charset)) => Ok(Some(declared_encoding(charset))),
        }
    }

    fn tag(&mut self) -> Result<(), OutOfBytes> {
        // 1. Advance the position pointer so that it points at the next 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR),
        // 0x20 (SP), or 0x3E (>) byte.
        self.advance_to(|byte| byte == b'>' || is_space(byte))?;
        // 2. Repeatedly get an attribute until no further attributes can be found, then jump to the step below
        // labeled next byte.
        while self.get_an_attribute()?.is_some() {}
        Ok(())
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing>
    fn get_an_attribute(&mut self) -> Result<Option<Attribute>, OutOfBytes> {
        // 1. If the byte at position is one of 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR), 0x20 (SP), or 0x2F (/),
        // then advance position to the next byte and redo this step.
        self.advance_to(|byte| byte != b'/' && !is_space(byte))?;
        // 2. If the byte at position is 0x3E (>), then abort the get an attribute algorithm. There isn't one.
        if self.byte()? == b'>' {
            return Ok(None);
        }
        // 3. Otherwise, the byte at position is the start of the attribute name. Let attribute name and attribute
        // value be the empty string.
        let mut attribute = Attribute::default();
        // 4. Process the byte at position as follows:
        loop {
            match self.byte()? {
                // If it is 0x3D (=), and the attribute name is longer than the empty string
                b'=' if !attribute.name.is_empty() => break,
                // If it is 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR), or 0x20 (SP)
                byte if is_space(byte) => {
                    // 6. Spaces: If the byte at position is one of [the same], then advance position to the next
                    // byte, then, repeat this step.
                    self.advance_to(|byte| !is_space(byte))?;
                    // 7. If the byte at position is not 0x3D (=), abort the get an attribute algorithm. The
                    // attribute's name is the value of attribute name, its value is the empty string.
                    if self.byte()? != b'=' {
                        return Ok(Some(attribute));
                    }
                    break;
                }
                // If it is 0x2F (/) or 0x3E (>)
                b'/' | b'>' => return Ok(Some(attribute)),
                // If it is in the range 0x41 (A) to 0x5A (Z); Anything else
                byte => attribute.name.push(byte.to_ascii_lowercase()),
            }
            // 5. Advance position to the next byte and return to the previous step.
            self.position += 1;
        }
        // 8. Advance position past the 0x3D (=) byte.
        self.position += 1;
        // 9. Value: If the byte at position is one of 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR), or 0x20 (SP), then
        // advance position to the next byte, then, repeat this step.
        self.advance_to(|byte| !is_space(byte))?;
        // 10. Process the byte at position as follows:
        let start = match self.byte()? {
            // If it is 0x22 (") or 0x27 (')
            quote @ (b'"' | b'\'') => {
                self.position += 1;
                let start = self.position;
                self.advance_to(|byte| byte == quote)?;
                attribute.value = self.lowercase_from(start);
                self.position += 1;
                return Ok(Some(attribute));
            }
            // If it is 0x3E (>); If it is in the range 0x41 (A) to 0x5A (Z); Anything else
            _ => self.position,
        };
        // 11. Process the byte at position as follows: If it is 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR), 0x20
        // (SP), or 0x3E (>), abort the get an attribute algorithm.
        // 12. Advance position to the next byte and return to the previous step.
        self.advance_to(|byte| byte == b'>' || is_space(byte))?;
        attribute.value = self.lowercase_from(start);
        Ok(Some(attribute))
    }

    /// Returns the byte at position.
    fn byte(&self) -> Result<u8, OutOfBytes> {
        self.bytes.get(self.position).copied().ok_or(OutOfBytes)
    }

    /// Returns the bytes from position.
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// Advances position to the next byte that meets a condition, which may be the current byte.
    fn advance_to(&mut self, condition: impl Fn(u8) -> bool) -> Result<(), OutOfBytes> {
        self.position += self.rest().iter().position(|byte| condition(*byte)).ok_or(OutOfBytes)?;
        Ok(())
    }

    /// Returns the bytes from `start` to position, in lowercase.
    fn lowercase_from(&self, start: usize) -> Vec<u8> {
        self.bytes.get(start..self.position).unwrap_or_default().to_ascii_lowercase()
    }
}

/// Whether a byte is one of 0x09 (HT), 0x0A (LF), 0x0C (FF), 0x0D (CR), or 0x20 (SP).
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prescan(bytes: &[u8]) -> Option<&'static str> {
        prescan_a_byte_stream_to_determine_its_encoding(bytes).map(|(encoding, _)| encoding.name())
    }

    #[test]
    fn rows() {
        const KOI: Option<&str> = Some("KOI8-R");
        for (text, expected) in [
            // UTF-16 XML declarations.
            ("<\0?\0x\0", Some("UTF-16LE")),
            ("\0<\0?\0x", Some("UTF-16BE")),
            ("<\0?\0X\0", None),
            ("<\0?\0x", None),
            // Comments.
            ("<!-- <meta charset=utf-8> --><meta charset=koi8-r>", KOI),
            ("<!--><meta charset=koi8-r>", KOI),
            ("<!---><meta charset=koi8-r>", KOI),
            ("<!--><!-- > -- > -><meta charset=utf-8>--><meta charset=koi8-r>", KOI),
            ("<!-- --!><meta charset=koi8-r>", None),
            ("<!-><meta charset=koi8-r>", KOI),
            ("<!--<meta charset=koi8-r>", None),
            // meta, and what follows its name.
            ("<meta charset=koi8-r>", KOI),
            ("<META CHARSET=KOI8-R>", KOI),
            ("<mEtA/charset=koi8-r>", KOI),
            ("<meta\tcharset=koi8-r>", KOI),
            ("<meta\ncharset=koi8-r>", KOI),
            ("<meta\u{C}charset=koi8-r>", KOI),
            ("<meta\rcharset=koi8-r>", KOI),
            ("<meta\u{B}charset=koi8-r>", None),
            ("<metacharset=koi8-r>", None),
            ("<meta><meta charset=koi8-r>", KOI),
            ("</meta charset=koi8-r>", None),
            ("<<meta charset=koi8-r>", KOI),
            ("a<meta charset=koi8-r>", KOI),
            ("<1<meta charset=koi8-r>", KOI),
            // Attributes.
            ("<meta charset = koi8-r>", KOI),
            ("<meta charset='koi8-r'>", KOI),
            ("<meta charset=\"koi8-r\">", KOI),
            ("<meta charset=' koi8-r\t'>", KOI),
            ("<meta charset='koi8-r\">", None),
            ("<meta charset='a>b'><meta charset=koi8-r>", KOI),
            ("<meta charset=koi8-r/>", None),
            ("<meta charset=koi8-r />", KOI),
            ("<meta / / charset=koi8-r>", KOI),
            ("<meta a/charset=koi8-r>", KOI),
            ("<meta a b = c 'd' charset=koi8-r>", KOI),
            ("<meta a=b'c charset=koi8-r>", KOI),
            ("<meta a='b'charset=koi8-r>", KOI),
            ("<meta =charset=utf-8 charset=koi8-r>", KOI),
            ("<meta = charset=koi8-r>", KOI),
            ("<meta charset==koi8-r>", None),
            ("<meta charset=><meta charset=koi8-r>", KOI),
            ("<meta charset><meta charset=koi8-r>", KOI),
            ("<meta charset =><meta charset=koi8-r>", KOI),
            ("<meta charset/=koi8-r>", None),
            ("<meta charset=koi8-r charset=utf-8>", KOI),
            ("<meta CHARSET=koi8-r charset=utf-8>", KOI),
            ("<meta charset=unknown charset=koi8-r>", None),
            ("<meta a a a charset=koi8-r>", KOI),
            ("<meta charset=unknown><meta charset=koi8-r>", KOI),
            // Pragmas.
            ("<meta http-equiv=content-type content='text/html; charset=koi8-r'>", KOI),
            ("<meta content='text/html; charset=koi8-r' http-equiv=content-type>", KOI),
            ("<meta HTTP-EQUIV=\"Content-Type\" CONTENT=\"TEXT/HTML; CHARSET=KOI8-R\">", KOI),
            ("<meta http-equiv=' content-type' content='charset=koi8-r'>", None),
            ("<meta content='charset=koi8-r'>", None),
            ("<meta http-equiv=content-type>", None),
            ("<meta http-equiv=refresh content='charset=koi8-r'>", None),
            ("<meta http-equiv=refresh http-equiv=content-type content='charset=koi8-r'>", None),
            ("<meta content='x' content='charset=koi8-r' http-equiv=content-type>", None),
            ("<meta content='charset=utf-8' charset=koi8-r>", KOI),
            ("<meta charset=koi8-r content='charset=utf-8'>", KOI),
            ("<meta charset=koi8-r content='charset=utf-8' http-equiv=content-type>", KOI),
            ("<meta charset=unknown content='charset=koi8-r' http-equiv=content-type>", None),
            ("<meta content='charset=koi8-r' http-equiv=content-type charset=unknown>", None),
            ("<meta content='charset=unknown' charset=koi8-r>", KOI),
            // Encodings that are replaced by others.
            ("<meta charset=utf-16>", Some("UTF-8")),
            ("<meta charset=utf-16be>", Some("UTF-8")),
            ("<meta charset=utf-16le>", Some("UTF-8")),
            ("<meta charset=x-user-defined>", Some("windows-1252")),
            ("<meta http-equiv=content-type content=charset=utf-16>", Some("UTF-8")),
            ("<meta charset=hz-gb-2312>", Some("replacement")),
            // Other tags, and text that is not a tag.
            ("<p a='<meta charset=utf-8>'><meta charset=koi8-r>", KOI),
            ("</p a='<meta charset=utf-8>'><meta charset=koi8-r>", KOI),
            ("<p<meta charset=utf-8><meta charset=koi8-r>", KOI),
            ("<p a=><meta charset=koi8-r>", KOI),
            ("<p", None),
            ("<!DOCTYPE html \"<meta charset=utf-8>\"><meta charset=koi8-r>", KOI),
            ("<!x='><meta charset=koi8-r>'>", KOI),
            ("</><meta charset=koi8-r>", KOI),
            ("</ a='><meta charset=koi8-r>'>", KOI),
            ("<?x a='><meta charset=koi8-r>'>", KOI),
            ("<?x <meta charset=utf-8>", None),
            ("<script>'<meta charset=koi8-r>'</script>", KOI),
            ("<title><!--</title><meta charset=koi8-r>", None),
            ("", None),
        ] {
            assert_eq!(prescan(text.as_bytes()), expected, "{text:?}");
            // A prefix of the bytes finds the same encoding or nothing.
            for end in 0..text.len() {
                let found = prescan(&text.as_bytes()[..end]);
                assert!(found.is_none() || found == expected, "{:?}", &text[..end]);
            }
        }
    }

    #[test]
    fn non_ascii_bytes_are_characters_like_any_other() {
        assert_eq!(prescan(b"<meta \xFF=\x80 charset=koi8-r>"), Some("KOI8-R"));
        assert_eq!(prescan(b"<meta http-equiv=content-type content='\xFFcharset=koi8-r'>"), Some("KOI8-R"));
        assert_eq!(prescan(b"<meta charset='koi8-r\xA0'>"), None);
    }
}
