//! The `charset` parameter of a `Content-Type` header.

/// HTTP whitespace, see <https://fetch.spec.whatwg.org/#http-whitespace>.
const HTTP_WHITESPACE: [char; 4] = ['\n', '\r', '\t', ' '];

/// The value of the first valid parameter `charset`, if the whole value is a MIME type.
///
/// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
pub(super) fn charset_of_content_type(value: &str) -> Option<String> {
    // Type and subtype must be there, and be tokens.
    let (kind, rest) = value.trim_matches(HTTP_WHITESPACE).split_once('/')?;
    let (subtype, mut rest) = rest.split_once(';').unwrap_or((rest, ""));
    if !is_token(kind) || !is_token(subtype.trim_end_matches(HTTP_WHITESPACE)) {
        return None;
    }
    while !rest.is_empty() {
        let parameter = rest.trim_start_matches(HTTP_WHITESPACE);
        let Some(end) = parameter.find([';', '=']) else { break };
        let (name, behind) = parameter.split_at(end);
        let Some(behind) = behind.strip_prefix('=') else {
            rest = behind.strip_prefix(';').unwrap_or(behind);
            continue;
        };
        let (value, behind) = match behind.strip_prefix('"') {
            Some(quoted) => {
                let (value, behind) = quoted_string(quoted);
                (Some(value), behind)
            }
            None => (None, behind),
        };
        // Whatever stands between a quoted string and the next semicolon is ignored.
        let (unquoted, behind) = behind.split_once(';').unwrap_or((behind, ""));
        rest = behind;
        let value = match value {
            Some(value) => value,
            None => match unquoted.trim_end_matches(HTTP_WHITESPACE) {
                "" => continue,
                value => value.to_owned(),
            },
        };
        if name.eq_ignore_ascii_case("charset") && value.chars().all(is_quoted_string_token_code_point) {
            return Some(value);
        }
    }
    None
}

/// Collects an HTTP quoted string from behind its opening quote: its value, and what stands behind it.
///
/// <https://fetch.spec.whatwg.org/#collect-an-http-quoted-string>
fn quoted_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            // A backslash at the end stands for itself.
            '\\' => value.push(characters.next().unwrap_or('\\')),
            _ => value.push(character),
        }
    }
    (value, characters.as_str())
}

/// Whether a text is not empty and has only HTTP token code points.
///
/// <https://mimesniff.spec.whatwg.org/#http-token-code-point>
fn is_token(text: &str) -> bool {
    let is_token_code_point =
        |character: char| character.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(character);
    !text.is_empty() && text.chars().all(is_token_code_point)
}

/// <https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point>
fn is_quoted_string_token_code_point(character: char) -> bool {
    matches!(character, '\t' | ' '..='~' | '\u{80}'..='\u{FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        for (value, expected) in [
            ("text/html;charset=utf-8", Some("utf-8")),
            (" \ttext/html ; charset=utf-8 \r\n", Some("utf-8")),
            ("text/html;CHARSET=UTF-8", Some("UTF-8")),
            ("text/html; a=b; charset=utf-8; c=d", Some("utf-8")),
            ("text/html; charset=\"utf-8\"", Some("utf-8")),
            ("text/html; charset=\"utf-8", Some("utf-8")),
            ("text/html; charset=\"u\\t\\f-8\"", Some("utf-8")),
            ("text/html; charset=\"utf-8\\", Some("utf-8\\")),
            ("text/html; charset=\"utf-8\"x; charset=koi8-r", Some("utf-8")),
            ("text/html; a=\";charset=koi8-r;\\\"\"; charset=utf-8", Some("utf-8")),
            ("text/html; charset='utf-8'", Some("'utf-8'")),
            ("text/html; charset=utf-8; charset=koi8-r", Some("utf-8")),
            ("text/html; charset=; charset=koi8-r", Some("koi8-r")),
            ("text/html; charset=\"\"; charset=koi8-r", Some("")),
            ("text/html; charset=\u{7F}; charset=koi8-r", Some("koi8-r")),
            ("text/html; charset=\u{100}; charset=koi8-r", Some("koi8-r")),
            ("text/html; charset = utf-8; charset=koi8-r", Some("koi8-r")),
            ("text/html; charset= utf-8", Some(" utf-8")),
            ("text/html; charset; charset=koi8-r", Some("koi8-r")),
            ("text/html; ; =a;charset=koi8-r", Some("koi8-r")),
            ("text/html; charset=utf-8 x", Some("utf-8 x")),
            ("text/html; xcharset=utf-8", None),
            ("text/html; charset", None),
            ("text/html; charset=", None),
            ("text/html;", None),
            ("text/html", None),
            ("text; charset=utf-8", None),
            ("charset=utf-8", None),
            ("/html; charset=utf-8", None),
            ("text/; charset=utf-8", None),
            ("te xt/html; charset=utf-8", None),
            ("text/ht ml; charset=utf-8", None),
            ("", None),
        ] {
            assert_eq!(charset_of_content_type(value).as_deref(), expected, "{value:?}");
        }
    }
}
