//! Parse errors of whole documents.

use hedgerow::Parser;
use hedgerow_fuzz::assert_linear_time;

/// Each end tag asks for an element that needs one among all that are open; each time the answer is the same.
#[test]
fn many_end_tags_of_the_body_take_linear_time() {
    for (open, close, errors_of_each, errors_less) in [
        // Each `rt` is outside of a `ruby`; each `</body>` but the first stands behind the body.
        ("<rt>", "</body>", 2, 1),
        // Each `</rt>` closes an `rt` behind the body.
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
