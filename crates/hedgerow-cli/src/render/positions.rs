//! [`Positions`]: the lines and columns of all nodes.

use std::io::{self, Write};

use hedgerow::json::ToJson as _;
use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeRef};
use serde_json::{Value, json};

use crate::json_text::Position;
use crate::locations::Locations;

/// The source positions at which the nodes of a document begin and end.
pub(crate) struct Positions(Locations);

impl Positions {
    pub(crate) fn of(document: &Document) -> Self {
        let spans = document.root().deep_descendants().flat_map(spans);
        let offsets = spans.flat_map(|span| [span.start, span.end]).collect();
        Self(Locations::of(document.source().unwrap_or_default(), offsets))
    }

    /// Returns the line at which a node begins in the source, if the node comes from the source.
    pub(crate) fn line_of(&self, node: NodeRef<'_>) -> Option<u32> {
        Some(self.0.at(node.source_span()?.start)?.line)
    }

    /// Returns the location of an offset at which a node begins or ends.
    fn location(&self, offset: u32) -> Value {
        self.0.at(offset).map_or(Value::Null, |location| json!(Position::from(location)))
    }

    /// Returns the line and column of an offset at which a node begins or ends.
    pub(super) fn at(&self, offset: u32) -> String {
        self.0
            .at(offset)
            .map_or_else(String::new, |location| format!("{}:{}", location.line, location.column))
    }
}

/// Writes the tree of a document as JSON, with the positions of the nodes.
pub(super) fn write_json(document: &Document, writer: &mut impl Write) -> io::Result<()> {
    let positions = Positions::of(document);
    document.root().write_json_with(writer, |node, members| {
        if let Some(span) = node.source_span() {
            members.push("start", &positions.location(span.start))?;
            members.push("end", &positions.location(span.end))?;
        }
        match node.start_tag() {
            Some(StartTagSource::Implied(_)) => members.push("origin", &"implied".into()),
            Some(StartTagSource::Copy(_)) => members.push("origin", &"copy".into()),
            Some(StartTagSource::Tag(_)) | None => Ok(()),
        }
    })
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
