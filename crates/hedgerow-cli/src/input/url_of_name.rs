//! The URLs of files, for formats that name files by URL.

/// Returns the URL of a file, relative for a relative path.
pub(super) fn url_of_file(name: &[u8]) -> String {
    let mut url = if cfg!(windows) {
        escape(
            &name.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect::<Vec<_>>(),
            b"-._~/",
        )
    } else {
        escape(name, b"-._~/")
    };
    if url.starts_with('/') {
        url.insert_str(0, "file://");
    } else if cfg!(windows) && url.get(1..4) == Some("%3A") {
        url.replace_range(1..4, ":");
        url.insert_str(0, "file:///");
    }
    url
}

/// Percent-encodes bytes, except letters, digits and the allowed punctuation.
pub(super) fn escape(bytes: &[u8], allowed: &[u8]) -> String {
    let mut escaped = String::new();
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || allowed.contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.extend(['%', hexadecimal(byte >> 4), hexadecimal(byte & 0xF)]);
        }
    }
    escaped
}

/// Returns the hexadecimal digit for a number below 16.
fn hexadecimal(number: u8) -> char {
    char::from_digit(number.into(), 16).unwrap_or_default().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use crate::input::Name;

    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(url_of_file(b"a b/c%d.html"), "a%20b/c%25d.html");
        assert_eq!(url_of_file("\u{E9}:x".as_bytes()), "%C3%A9%3Ax");
        if cfg!(unix) {
            assert_eq!(url_of_file(b"/tmp/a\\b.html"), "file:///tmp/a%5Cb.html");
        }
        let record = Name::Address("https://example.org/?a=%20b c".to_owned());
        assert_eq!(record.url(), "https://example.org/?a=%20b%20c");
    }
}
