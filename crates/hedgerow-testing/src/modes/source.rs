//! Source spans, and edits of the source.

use hedgerow::source::{NodeSource, SourceEdits};
use hedgerow::{Document, NodeId, NodeRef, Parser};

use super::{Outcome, Row, driven};

/// The number of bytes of output that an attribute counts for if it is only read.
const BYTES_OF_AN_ATTRIBUTE: usize = 4;

pub(super) fn rows() -> Vec<Row> {
    vec![
        driven("source: spans", |parser, input| {
            read(parser, input, |node| {
                let tag = node.start_tag_span().or(node.end_tag_span());
                let spans = [node.source_span(), node.contents_span(), tag];
                spans.into_iter().flatten().count() + node.text_pieces().count()
            })
        }),
        // Clones of an element share its start tag, but each call reads the whole tag again. So the work grows with the attributes
        // of all elements, and these are counted as output.
        driven("source: attribute spans", |parser, input| {
            read(parser, input, |node| {
                let is_present = node.attribute_span("title").is_some();
                usize::from(is_present) + BYTES_OF_AN_ATTRIBUTE * node.attributes().len()
            })
        }),
        driven("source: set an attribute", |parser, input| {
            edited(parser, input, |edits, node| drop(edits.set_attribute(node.id(), "title", "a")))
        }),
        driven("source: set and remove attributes", |parser, input| {
            edited(parser, input, |edits, node| {
                let _ = edits.set_attribute(node.id(), "x", "a");
                let _ = edits.remove_attribute(node.id(), "class");
                let _ = edits.rename_attribute(node.id(), "id", "name");
            })
        }),
        driven("source: many attributes of one element", many_attributes_of_one),
        driven("source: rename", |parser, input| {
            edited(parser, input, |edits, node| drop(edits.rename_element(node.id(), "x-y")))
        }),
        driven("source: insert", |parser, input| {
            edited(parser, input, |edits, node| {
                let _ = edits.insert_before(node.id(), "<i>");
                let _ = edits.insert_after(node.id(), "</i>");
                let _ = edits.append_html(node.id(), "a");
                let _ = edits.prepend_html(node.id(), "b");
            })
        }),
        driven("source: texts", |parser, input| {
            edited(parser, input, |edits, node| {
                if node.first_child().is_none() {
                    let _ = edits.set_text(node.id(), "a");
                }
            })
        }),
    ]
}

fn parsed(parser: &Parser, input: &str) -> Document {
    parser.clone().source_spans(true).parse(input).into_document()
}

fn outcome(document: &Document, written: usize) -> Outcome {
    Outcome { nodes: document.node_count(), written, ..Outcome::default() }
}

/// Reads each node.
fn read(parser: &Parser, input: &str, read: fn(NodeRef<'_>) -> usize) -> Outcome {
    let document = parsed(parser, input);
    outcome(&document, document.root().descendants().map(read).sum())
}

/// Records edits for each node and applies them. Refused edits are ignored.
fn edited(parser: &Parser, input: &str, edit: impl Fn(&mut SourceEdits<'_>, NodeRef<'_>)) -> Outcome {
    let document = parsed(parser, input);
    let mut edits = SourceEdits::new(&document);
    document.root().descendants().for_each(|node| edit(&mut edits, node));
    outcome(&document, edits.apply().map_or(0, |source| source.len()))
}

/// Sets many attributes of the last element that has a start tag: one for each node, and one for every 16
/// bytes of the input.
fn many_attributes_of_one(parser: &Parser, input: &str) -> Outcome {
    let document = parsed(parser, input);
    let mut edits = SourceEdits::new(&document);
    let has_a_tag = |node: &NodeRef<'_>| node.start_tag_span().is_some();
    let last: Option<NodeId> =
        document.root().descendant_elements().filter(has_a_tag).last().map(NodeRef::id);
    let count = document.node_count() + input.len() / 16;
    for number in 0..count {
        let Some(last) = last else { break };
        let _ = edits.set_attribute(last, &format!("a{number}"), "b");
    }
    outcome(&document, count + edits.apply().map_or(0, |source| source.len()))
}
