//! What the text of a script element must not contain.
//!
//! <https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements>

use super::AuthoringRule;

/// The rule that the text of a script breaks first, and the offset in the text.
pub(super) fn broken_rule(text: &str) -> Option<(AuthoringRule, usize)> {
    let mut offset = 0;
    while let Some(opening) = text[offset..].find("<!--") {
        let opening = offset + opening;
        let inner = &text[opening + "<!--".len()..];
        let closing = inner.find("-->");
        if let Some(script) = script_open(&inner[..closing.unwrap_or(inner.len())]) {
            return Some((AuthoringRule::ScriptTagInScriptComment, opening + "<!--".len() + script));
        }
        let Some(closing) = closing else {
            return Some((AuthoringRule::UnclosedCommentInScript, opening));
        };
        offset = opening + "<!--".len() + closing + "-->".len();
    }
    None
}

/// Where a `<script` is that would be the beginning of a tag.
fn script_open(text: &str) -> Option<usize> {
    text.match_indices('<').map(|(offset, _)| offset).find(|offset| {
        let behind = &text.as_bytes()[offset + 1..];
        behind.len() > "script".len()
            && behind[.."script".len()].eq_ignore_ascii_case(b"script")
            && matches!(behind["script".len()], b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_is_broken_is_found() {
        for (text, expected) in [
            ("", None),
            ("a <script> b --> c", None),
            ("<!-- a --> <script> <!-- b -->", None),
            ("<!-- <scripts> -->", None),
            ("a <!-- b", Some((AuthoringRule::UnclosedCommentInScript, 2))),
            ("<!-- --> <!--", Some((AuthoringRule::UnclosedCommentInScript, 9))),
            ("<!-- <SCRIPT> -->", Some((AuthoringRule::ScriptTagInScriptComment, 5))),
            ("<!--\u{20AC}<script", Some((AuthoringRule::UnclosedCommentInScript, 0))),
            ("<!--\u{20AC}<script/", Some((AuthoringRule::ScriptTagInScriptComment, 7))),
        ] {
            assert_eq!(broken_rule(text), expected, "{text}");
        }
    }
}
