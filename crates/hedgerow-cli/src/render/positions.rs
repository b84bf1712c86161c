//! [`Positions`]: the lines and columns of all nodes.

use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeRef};

use crate::locations::Locations;

/// The source positions at which the nodes of a document begin and end.
pub(super) struct Positions(Locations);

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
        Self(Locations::of(document.source().unwrap_or_default(), offsets))
    }

    /// Returns the line and column of an offset at which a node begins or ends.
    pub(super) fn at(&self, offset: u32) -> String {
        self.0
            .at(offset)
            .map_or_else(String::new, |location| format!("{}:{}", location.line, location.column))
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
