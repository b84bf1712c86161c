//! Parse errors of whole documents.

use std::time::{Duration, Instant};

use hedgerow::Parser;

/// Each end tag asks for an element that needs one among all that are open; each time the answer is the same.
#[test]
fn many_end_tags_of_the_body_take_linear_time() {
    const COUNT: usize = 100_000;
    let start = Instant::now();
    for (open, close, errors) in [
        // Each `rt` is outside of a `ruby`; each `</body>` but the first stands behind the body.
        ("<rt>", "</body>", 2 * COUNT - 1),
        // Each `</rt>` closes an `rt` behind the body.
        ("<rt>", "</body></rt>", 2 * COUNT),
        ("<li><dd>", "</body><div></body></div></body>", 4 * COUNT - 1),
    ] {
        let html = format!("<!DOCTYPE html>{}{}", open.repeat(COUNT), close.repeat(COUNT));
        let parsed = Parser::new().keep_errors(1).parse(&html);
        assert_eq!(parsed.error_count(), errors, "{open} {close}");
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
