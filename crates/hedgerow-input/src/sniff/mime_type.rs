//! The MIME type that a `Content-Type` header gives, and its `charset` parameter.

/// HTTP whitespace, see <https://fetch.spec.whatwg.org/#http-whitespace>.
const HTTP_WHITESPACE: [char; 4] = ['\n', '\r', '\t', ' '];

/// The MIME type of a resource, as its `Content-Type` header gives it. Of the parameters, it has only `charset`.
///
/// <https://mimesniff.spec.whatwg.org/#mime-type>
///
/// ```
/// use hedgerow::encoding::MimeType;
/// let mime_type = MimeType::extract("text/html; charset=big5, */*, TEXT/HTML").unwrap();
/// assert_eq!((mime_type.essence(), mime_type.charset()), ("text/html", Some("big5")));
/// assert_eq!(MimeType::extract("html"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MimeType {
    essence: String,
    charset: Option<String>,
}

impl MimeType {
    /// Extracts the MIME type from the value of a `Content-Type` header; `None` is failure.
    ///
    /// The value may be a list with commas. The values of several headers of one response are joined with commas.
    /// Cost: linear.
    ///
    /// <https://fetch.spec.whatwg.org/#concept-header-extract-mime-type>
    #[must_use]
    pub fn extract(content_type: &str) -> Option<Self> {
        // 1. to 3. Let charset, essence and mimeType be null.
        // For a run of values with the same essence, `first` is the first value, with its charset and essence; `last_charset` is the
        // charset of the last value. mimeType is `first` with `last_charset`, if there is one.
        let mut first: Option<Self> = None;
        let mut last_charset = None;
        // 4. Let values be the result of getting, decoding, and splitting `Content-Type` from headers.
        // 6. For each value of values:
        for value in split_at_commas(content_type) {
            // 6.1. Let temporaryMimeType be the result of parsing value.
            match Self::parse(value) {
                // 6.2. If temporaryMimeType is failure or its essence is "*/*", then continue.
                None => {}
                Some(temporary) if temporary.essence == "*/*" => {}
                // 6.5. Otherwise, if mimeType's parameters["charset"] does not exist, and charset is non-null, set mimeType's
                // parameters["charset"] to charset.
                Some(temporary) if first.as_ref().is_some_and(|first| first.essence == temporary.essence) => {
                    last_charset = temporary.charset;
                }
                // 6.4. If mimeType's essence is not essence, then: set charset to mimeType's parameters["charset"], or to null;
                // set essence to mimeType's essence.
                Some(temporary) => (first, last_charset) = (Some(temporary), None),
            }
        }
        // 7. If mimeType is null, then return failure. 8. Return mimeType.
        first.map(|first| Self { charset: last_charset.or(first.charset), ..first })
    }

    /// Returns the type and the subtype in lowercase, with a slash between them: `text/html`.
    #[must_use]
    pub fn essence(&self) -> &str {
        &self.essence
    }

    /// Returns the value of the parameter `charset`, which need not be the label of an encoding.
    #[must_use]
    pub fn charset(&self) -> Option<&str> {
        self.charset.as_deref()
    }

    /// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
    fn parse(value: &str) -> Option<Self> {
        // The type and the subtype must be tokens.
        let (kind, rest) = value.trim_matches(HTTP_WHITESPACE).split_once('/')?;
        let (subtype, parameters) = rest.split_once(';').unwrap_or((rest, ""));
        let subtype = subtype.trim_end_matches(HTTP_WHITESPACE);
        let essence = || format!("{kind}/{subtype}").to_ascii_lowercase();
        (is_token(kind) && is_token(subtype))
            .then(|| Self { essence: essence(), charset: charset_of_parameters(parameters) })
    }
}

/// Splits the value of a header at the commas that are not in a quoted string.
///
/// <https://fetch.spec.whatwg.org/#header-value-get-decode-and-split>
fn split_at_commas(input: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    input.split(move |character| {
        // In a quoted string, a backslash escapes the next character.
        let was_escaped = is_escaped;
        is_escaped = is_quoted && !was_escaped && character == '\\';
        is_quoted ^= character == '"' && !was_escaped;
        character == ',' && !is_quoted
    })
}

/// Returns the value of the first valid parameter `charset`, in the part of a MIME type after its first semicolon.
fn charset_of_parameters(parameters: &str) -> Option<String> {
    let mut rest = parameters;
    while !rest.is_empty() {
        let parameter = rest.trim_start_matches(HTTP_WHITESPACE);
        let Some(end) = parameter.find([';', '=']) else { break };
        let (name, after) = parameter.split_at(end);
        let Some(after) = after.strip_prefix('=') else {
            rest = after.strip_prefix(';').unwrap_or(after);
            continue;
        };
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => {
                let (value, after) = quoted_string(quoted);
                (Some(value), after)
            }
            None => (None, after),
        };
        // The characters between a quoted string and the next semicolon are ignored.
        let (unquoted, after) = after.split_once(';').unwrap_or((after, ""));
        rest = after;
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

/// Collects an HTTP quoted string, from the text after its opening quote. Returns its value and the rest of the text.
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
    fn the_charset_of_a_single_value() {
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
            let mime_type = MimeType::extract(value);
            assert_eq!(mime_type.as_ref().and_then(MimeType::charset), expected, "{value:?}");
        }
    }

    #[test]
    fn the_last_of_several_values_counts() {
        for (value, expected) in [
            // Values of another essence, and of the same.
            ("text/html, text/plain", Some(("text/plain", None))),
            ("text/html;charset=a, text/plain", Some(("text/plain", None))),
            ("text/html;charset=a, text/plain;charset=b", Some(("text/plain", Some("b")))),
            ("text/html;charset=a, text/html", Some(("text/html", Some("a")))),
            ("text/html;charset=a, Text/HTML;charset=b", Some(("text/html", Some("b")))),
            ("text/html, text/html;charset=b", Some(("text/html", Some("b")))),
            ("text/html;charset=a, text/plain, text/html", Some(("text/html", None))),
            // The charset that is carried over is the first one of the essence, not the one of the last value.
            ("text/html;charset=a, text/html;charset=b, text/html", Some(("text/html", Some("a")))),
            ("text/html, text/html;charset=b, text/html", Some(("text/html", None))),
            // Values that are not a MIME type, or that are `*/*`.
            (", text/html", Some(("text/html", None))),
            ("text/html;charset=a,", Some(("text/html", Some("a")))),
            ("text/html;charset=a,x", Some(("text/html", Some("a")))),
            ("text/html;charset=a,charset=b", Some(("text/html", Some("a")))),
            ("text/html, */*;charset=a", Some(("text/html", None))),
            ("*/*, text/html", Some(("text/html", None))),
            ("*/*", None),
            ("x, y", None),
            (",", None),
            // Commas in quoted strings, which need not be values of parameters.
            (r#"text/html;x=",text/plain;charset=a""#, Some(("text/html", None))),
            (r#"text/html;charset=a, text/html;x=",text/plain"#, Some(("text/html", Some("a")))),
            (r#"text/html;x="\",text/plain;charset=a";charset=b"#, Some(("text/html", Some("b")))),
            (r#"text/html;x="\\",text/plain"#, Some(("text/plain", None))),
            (r#"text/html;x=\",text/plain"#, Some(("text/html", None))),
            (r#"text/html;", text/plain"#, Some(("text/html", None))),
            (r#"text/html;charset="a,b""#, Some(("text/html", Some("a,b")))),
        ] {
            let mime_type = MimeType::extract(value);
            let actual = mime_type.as_ref().map(|mime_type| (mime_type.essence(), mime_type.charset()));
            assert_eq!(actual, expected, "{value:?}");
        }
    }
}
