//! Parse errors of whole documents.

use hedgerow::Parser;
use hedgerow::errors::ParseError;
use hedgerow_testing::assert_linear_time;

/// At each `</body>`, the parser checks whether any open element requires an end tag. This check must not search the whole
/// stack.
#[test]
fn many_end_tags_of_the_body_take_linear_time() {
    for (open, close, errors_of_each, errors_less) in [
        // The errors: each `rt` is outside a `ruby`, and each `</body>` except the first comes after the body.
        ("<rt>", "</body>", 2, 1),
        // The errors: each `rt` is outside a `ruby`, and each `</rt>` closes an `rt` after the body.
        ("<rt>", "</body></rt>", 2, 0),
        ("<li><dd>", "</body><div></body></div></body>", 4, 1),
    ] {
        let document =
            |count: usize| (count, format!("<!DOCTYPE html>{}{}", open.repeat(count), close.repeat(count)));
        assert_linear_time(2_500, document, |(count, html)| {
            let parsed = Parser::new().keep_errors(1).parse(html);
            assert_eq!(parsed.error_count(), errors_of_each * *count - errors_less, "{open} {close}");
        });
    }
}

/// The messages about a misplaced tag or DOCTYPE, if the source has no earlier tag of that name and no earlier DOCTYPE.
#[test]
fn messages_do_not_mention_tags_that_were_implied() {
    for (html, expected) in [
        ("<p><html>", "`<html>` tag after the `html` element has begun"),
        ("<title></title><head>", "`<head>` tag inside the head"),
        ("</head><head>", "`<head>` tag after the head"),
        ("<p><body>", "`<body>` tag after the body has begun"),
        ("</p><!DOCTYPE html>", "DOCTYPE after another DOCTYPE or an end tag"),
        ("<p><!DOCTYPE html>", "DOCTYPE inside the body"),
        ("</p><p>", "`</p>` before the `html` element"),
    ] {
        let parsed = Parser::new().collect_errors(true).parse(html);
        let messages: Vec<_> = parsed.errors().iter().map(ParseError::message).collect();
        assert!(messages.iter().any(|message| message == expected), "{html}: {messages:?}");
    }
}
