//! [`Positions`]: the lines and columns of all nodes, computed in one pass over the source.

use hedgerow::source::{EndTagSource, LocationTracker, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeRef};

/// The source positions at which the nodes of a document begin and end.
pub(super) struct Positions {
    /// Each offset with its line and column, in order.
    positions: Vec<(u32, u32, u32)>,
}

impl Positions {
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
        let with_location = |offset| {
            let location = tracker.locate(&source, offset);
            (offset, location.line, location.column)
        };
        Self { positions: offsets.into_iter().map(with_location).collect() }
    }

    /// Returns the line and column of an offset at which a node begins or ends.
    pub(super) fn at(&self, offset: u32) -> String {
        let index = self.positions.partition_point(|&(position, ..)| position < offset);
        self.positions.get(index).map_or_else(String::new, |(_, line, column)| format!("{line}:{column}"))
    }
}

/// Iterates over all source spans of a node.
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

/// Replaces each CR that is not part of a CR LF with a LF, because it ends a line too.
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
        let positions = Positions::of(&document);
        assert_eq!(positions.at(7), "4:1");
        assert_eq!(positions.at(12), "4:5");
    }
}
