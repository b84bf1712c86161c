//! The scheme of a URL, as browsers read it.

/// The number of characters of a scheme that are read: more than the name of a file can have.
const MOST_CHARACTERS: usize = 256;

/// Returns the scheme of a URL, in lower case, or `None` if the text is a relative URL or not a URL.
///
/// As in the basic URL parser, controls and spaces at the start and tabs and newlines anywhere are ignored.
///
/// Text that may still be a scheme after [`MOST_CHARACTERS`] counts as an unknown scheme, because the clones of an element share
/// a value, and each of them is checked.
///
/// <https://url.spec.whatwg.org/#scheme-state>
pub(crate) fn scheme(url: &str) -> Option<String> {
    let mut characters = url
        .trim_start_matches(|character: char| character <= ' ')
        .chars()
        .filter(|character| !matches!(character, '\t' | '\n' | '\r'));
    let mut scheme = String::new();
    let first = characters.next().filter(char::is_ascii_alphabetic)?;
    scheme.push(first.to_ascii_lowercase());
    for character in characters.take(MOST_CHARACTERS) {
        match character {
            ':' => return Some(scheme),
            '+' | '-' | '.' => scheme.push(character),
            character if character.is_ascii_alphanumeric() => scheme.push(character.to_ascii_lowercase()),
            _ => return None,
        }
    }
    (scheme.len() > MOST_CHARACTERS).then_some(scheme)
}

/// Whether a value is a `javascript:` URL. A value that the URL parser refuses after the scheme counts too.
///
/// In the standard: "contains a `javascript:` URL".
#[must_use]
pub fn is_javascript_url(value: &str) -> bool {
    // OPTIMIZATION: nearly all values begin with a character other than `j` and whitespace.
    if value.bytes().next().is_none_or(|first| first > b' ' && !first.eq_ignore_ascii_case(&b'j')) {
        return false;
    }
    let mut bytes = value
        .bytes()
        .skip_while(|&byte| byte <= b' ')
        .filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'))
        .map(|byte| byte.to_ascii_lowercase());
    b"javascript:".iter().all(|&expected| bytes.next() == Some(expected))
}

/// Returns the URLs of a `srcset` attribute.
///
/// In the standard: "parse a srcset attribute".
pub(crate) fn urls_of_srcset(value: &str) -> Vec<&str> {
    let is_space = |character: char| character.is_ascii_whitespace();
    let mut urls = Vec::new();
    let mut rest = value;
    loop {
        rest = rest.trim_start_matches(|character: char| is_space(character) || character == ',');
        if rest.is_empty() {
            return urls;
        }
        let end = rest.find(is_space).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        let without_commas = url.trim_end_matches(',');
        urls.push(without_commas);
        // A URL that ends with a comma has no descriptors.
        rest = if without_commas.len() == url.len() { skip_descriptors(after) } else { after };
    }
}

/// Returns the text after the comma that ends the descriptors. A comma in parentheses does not end them.
fn skip_descriptors(text: &str) -> &str {
    let mut is_in_parentheses = false;
    for (offset, character) in text.char_indices() {
        match character {
            '(' => is_in_parentheses = true,
            ')' => is_in_parentheses = false,
            ',' if !is_in_parentheses => return &text[offset + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_javascript_url_is_recognized_in_every_spelling() {
        for value in [
            "javascript:x", "JavaScript:x", " \u{1}\u{1f}javascript:x", "java\nscript\t:x",
            "\njav\rascript:", "j\na\nv\na\ns\nc\nr\ni\np\nt\n:\nx", "javascript://[/%0aalert(1)",
        ] {
            assert!(is_javascript_url(value), "{value:?}");
            assert_eq!(scheme(value).as_deref(), Some("javascript"), "{value:?}");
        }
        for value in [
            "", "javascript", "/javascript:x", "java script:x", "\u{a0}javascript:x", "javascript\u{0}:x",
            "http:javascript:x", "x-javascript:y", "ｊavascript:x", "?javascript:",
        ] {
            assert!(!is_javascript_url(value), "{value:?}");
            assert_ne!(scheme(value).as_deref(), Some("javascript"), "{value:?}");
        }
    }

    #[test]
    fn schemes_are_lowercased_and_relative_urls_have_no_scheme() {
        assert_eq!(scheme("HTTPS://a").as_deref(), Some("https"));
        assert_eq!(scheme("web+x.y-z1:").as_deref(), Some("web+x.y-z1"));
        for relative in ["a/b:c", "//host", "#a:b", "1a:b", "", ":", "a b:c"] {
            assert_eq!(scheme(relative), None, "{relative:?}");
        }
        let [file, long] = [200, 1_000_000].map(|length| "a".repeat(length));
        assert_eq!(scheme(&format!("{file}.html")), None);
        assert_eq!(scheme(&format!("{file}:")), Some(file));
        assert_eq!(scheme(&long).map(|scheme| scheme.len()), Some(MOST_CHARACTERS + 1));
    }

    #[test]
    fn the_urls_of_a_srcset_are_found() {
        assert_eq!(urls_of_srcset("a 1x, b 2x"), ["a", "b"]);
        assert_eq!(urls_of_srcset(",, a,b , c,"), ["a,b", "c"]);
        assert_eq!(urls_of_srcset("a x(1, javascript:b), c"), ["a", "c"]);
        assert_eq!(urls_of_srcset(" "), [""; 0]);
        assert_eq!(urls_of_srcset("a, javascript:b"), ["a", "javascript:b"]);
    }
}
