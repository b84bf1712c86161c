//! The restrictions for the text of script elements.
//!
//! <https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements>

use std::ops::Range;

use crate::AuthoringRule;

/// Returns the first rule that the text of a script violates, and the range to mark in the text.
pub(crate) fn first_violation(text: &str) -> Option<(AuthoringRule, Range<usize>)> {
    let mut offset = 0;
    while let Some(opening) = text[offset..].find("<!--") {
        let opening = offset + opening;
        let inner = &text[opening + "<!--".len()..];
        let closing = inner.find("-->");
        if let Some(script) = script_open(&inner[..closing.unwrap_or(inner.len())]) {
            let start = opening + "<!--".len() + script;
            return Some((AuthoringRule::ScriptTagInScriptComment, start..start + "<script".len()));
        }
        let Some(closing) = closing else {
            return Some((AuthoringRule::UnclosedCommentInScript, opening..opening + "<!--".len()));
        };
        offset = opening + "<!--".len() + closing + "-->".len();
    }
    None
}

/// Returns the offset of the first `<script` that would begin a tag.
fn script_open(text: &str) -> Option<usize> {
    text.match_indices('<').map(|(offset, _)| offset).find(|offset| {
        let rest = &text.as_bytes()[offset + 1..];
        rest.len() > "script".len()
            && rest[.."script".len()].eq_ignore_ascii_case(b"script")
            && matches!(rest["script".len()], b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_violation_is_found() {
        for (text, expected) in [
            ("", None),
            ("a <script> b --> c", None),
            ("<!-- a --> <script> <!-- b -->", None),
            ("<!-- <scripts> -->", None),
            ("a <!-- b", Some((AuthoringRule::UnclosedCommentInScript, 2..6))),
            ("<!-- --> <!--", Some((AuthoringRule::UnclosedCommentInScript, 9..13))),
            ("<!-- <SCRIPT> -->", Some((AuthoringRule::ScriptTagInScriptComment, 5..12))),
            ("<!--\u{20AC}<script", Some((AuthoringRule::UnclosedCommentInScript, 0..4))),
            ("<!--\u{20AC}<script/", Some((AuthoringRule::ScriptTagInScriptComment, 7..14))),
        ] {
            assert_eq!(first_violation(text), expected, "{text}");
        }
    }
}
