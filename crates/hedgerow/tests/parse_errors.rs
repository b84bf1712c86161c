//! Parse errors of whole documents.

use hedgerow::Parser;
use hedgerow_fuzz::assert_linear_time;

/// For each end tag, the parser checks whether any open element requires an end tag. This check must not search the whole
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
