//! [`Places`]: lines and columns of all that stands in a source, found in one go.

use hedgerow::{Document, EndTagSource, LocationTracker, NodeRef, NodeSource, Span, StartTagSource};

/// The places in the source of a document that its nodes begin and end at.
pub(super) struct Places {
    /// Each offset with its line and column, in order.
    places: Vec<(u32, u32, u32)>,
}

impl Places {
    pub(super) fn of(document: &Document) -> Self {
        let mut offsets = Vec::new();
        let mut roots = vec![document.root()];
        while let Some(root) = roots.pop() {
            for node in root.descendants() {
                offsets.extend(spans(node).flat_map(|span| [span.start, span.end]));
                roots.extend(node.template_contents());
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        let source = with_line_feeds(document.source().unwrap_or_default());
        let mut tracker = LocationTracker::default();
        let place = |offset| {
            let location = tracker.locate(&source, offset);
            (offset, location.line, location.column)
        };
        Self { places: offsets.into_iter().map(place).collect() }
    }

    /// The line and column of an offset, which is one of those that nodes begin or end at.
    pub(super) fn at(&self, offset: u32) -> String {
        let index = self.places.partition_point(|&(place, ..)| place < offset);
        self.places.get(index).map_or_else(String::new, |(_, line, column)| format!("{line}:{column}"))
    }
}

/// Everything that can be said of the places of a node.
fn spans(node: NodeRef<'_>) -> impl Iterator<Item = Span> {
    let start = node.start_tag().map(|start| match start {
        StartTagSource::Tag(span) | StartTagSource::Copy(span) | StartTagSource::Implied(span) => span,
    });
    let end = node.end_tag().and_then(|end| match end {
        EndTagSource::Tag(span) | EndTagSource::Implied(span) => Some(span),
        EndTagSource::None => None,
    });
    node.source_span().into_iter().chain(start).chain(end)
}

/// The same text, in which a carriage return that stands alone is a line feed: it ends a line, too.
fn with_line_feeds(source: &str) -> String {
    let mut characters = source.chars().peekable();
    let mut text = String::with_capacity(source.len());
    while let Some(character) = characters.next() {
        text.push(if character == '\r' && characters.peek() != Some(&'\n') { '\n' } else { character });
    }
    text
}

#[cfg(test)]
mod tests {
    use hedgerow::Parser;

    use super::*;

    #[test]
    fn every_newline_ends_a_line() {
        let document = Parser::new().source_spans(true).parse("a\r\nb\rc\n<p>\u{E9}<i>").into_document();
        let places = Places::of(&document);
        assert_eq!(places.at(7), "4:1");
        assert_eq!(places.at(12), "4:5");
    }
}
