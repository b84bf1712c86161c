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

/// The words of a value have no places of their own if the value contains a character reference, so all findings end with the value.
#[test]
fn many_findings_in_one_value_take_linear_time() {
    let words = |count: usize| (0..count).map(|number| format!("x{number}")).collect::<Vec<_>>().join(" ");
    let parse = |count: usize| {
        let html = format!("<!DOCTYPE html><html lang=en><title>t</title><p role='&amp; {}'>", words(count));
        (count, Parser::new().source_spans(true).parse(&html))
    };
    assert_linear_time(1_000, parse, |(count, parsed)| {
        assert!(parsed.check(usize::MAX).list.len() >= *count);
    });
}

#[test]
fn findings_after_the_maximum_number_are_counted() {
    let html =
        format!("<!DOCTYPE html><html lang=en><title>t</title>{}", "<p lang='?'><ul>a</ul>".repeat(3_000));
    let parsed = Parser::new().source_spans(true).parse(&html);
    let all = parsed.check(usize::MAX);
    assert!(all.list.len() == 6_000 && all.left_out.is_empty(), "{}", all.list.len());
    for most in [0, 1, 700, 5_999, 6_000] {
        let first = parsed.check(most);
        assert!(first.list == all.list[..most]);
        assert_eq!(first.left_out.iter().map(|(_, count)| count).sum::<usize>(), 6_000 - most);
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
