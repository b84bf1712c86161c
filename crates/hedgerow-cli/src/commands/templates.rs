//! [`changed_code`] and [`moved_code`]: the code of a template language, such as PHP, that a document loses when it is written as
//! HTML.

use hedgerow::dom::NodeKind;
use hedgerow::source::{NodeSource as _, StartTagSource};

/// The start and the end of each kind of code. The delimiters `{{` and `}}` are not among them, because browsers read the pages of
/// libraries that use these, so their code may be written with character references.
const DELIMITERS: [(&str, &str); 4] = [("<?php", "?>"), ("<?=", "?>"), ("<%", "%>"), ("{%", "%}")];

/// Returns the first piece of code in `source` that differs in `output`, apart from whitespace.
pub(super) fn changed_code<'s>(source: &'s str, output: &str) -> Option<&'s str> {
    let mut after = pieces(output);
    pieces(source).find(|piece| {
        after.next().is_none_or(|after| !piece.split_ascii_whitespace().eq(after.split_ascii_whitespace()))
    })
}

/// Returns the first text with code that the parser has moved before an element around it, as it moves text out of tables. The
/// document must have source spans.
pub(super) fn moved_code(document: &hedgerow::Document) -> Option<&str> {
    // The last text with code, and its end in the source.
    let mut last = ("", 0);
    for node in document.root().deep_descendants() {
        let is_of_source = matches!(node.start_tag(), None | Some(StartTagSource::Tag(_)));
        let Some(span) = node.source_span().filter(|_| is_of_source) else { continue };
        if span.start < last.1 {
            return Some(last.0);
        }
        if let Some(text) = node.data().filter(|text| node.kind() == NodeKind::Text && has_code(text)) {
            last = (text, span.end);
        }
    }
    None
}

/// Whether a text contains code.
pub(super) fn has_code(text: &str) -> bool {
    pieces(text).next().is_some()
}

/// Returns the pieces of code in a text, in order.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    // The kinds whose end does not follow, so that it is not searched again.
    let mut is_unended = [false; DELIMITERS.len()];
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find(['<', '{'])?..];
            let begins = |(start, _): &(&str, &str)| {
                rest.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
            };
            if let Some(kind) = DELIMITERS.iter().position(begins).filter(|kind| !is_unended[*kind]) {
                let (start, end) = DELIMITERS[kind];
                let length = rest[start.len()..].find(end).map(|length| start.len() + length + end.len());
                // PHP may end with the file.
                if let Some(length) = length.or((start == "<?php").then_some(rest.len())) {
                    let (piece, after) = rest.split_at(length);
                    rest = after;
                    return Some(piece);
                }
                is_unended[kind] = true;
            }
            rest = &rest[1..];
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_an_end() {
        let found = |text| pieces(text).collect::<Vec<_>>();
        assert_eq!(
            found("a<?PHP b ?><p class=<?= c ?>>{% d %}<%= e %>{{ f }}<?xml g?>"),
            ["<?PHP b ?>", "<?= c ?>", "{% d %}", "<%= e %>"]
        );
        assert_eq!(found("<% {% <?= <% a %}"), ["{% <?= <% a %}"]);
        assert_eq!(found("<?php a"), ["<?php a"]);
        assert_eq!(found(&"<%".repeat(100_000)), [""; 0]);
    }

    #[test]
    fn whitespace_may_change() {
        assert_eq!(changed_code("<p>{%  if\na %}", "<p>{% if a %}"), None);
        assert_eq!(changed_code("{% if a > 1 %}b", "{% if a &gt; 1 %}b"), Some("{% if a > 1 %}"));
        assert_eq!(changed_code("{% a %}{% b %}", "{% b %}{% a %}"), Some("{% a %}"));
    }
}
