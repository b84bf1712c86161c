//! Source spans, and edits of the source.

use hedgerow::source::{NodeSource, SourceEdits};
use hedgerow::{Document, NodeId, NodeRef, Parser};

use super::{Mode, functions};
use crate::Outcome;

/// The number of bytes of output that an attribute counts for if it is only read.
const BYTES_OF_AN_ATTRIBUTE: usize = 4;

pub(super) fn modes() -> Vec<Mode> {
    functions!(driven:
        "source: spans" => spans,
        "source: attribute spans" => attribute_spans,
        "source: set an attribute" => set_an_attribute,
        "source: set and remove attributes" => set_and_remove_attributes,
        "source: many attributes of one element" => many_attributes_of_one,
        "source: rename" => rename,
        "source: insert" => insert,
        "source: texts" => texts,
    )
    .into()
}

fn parsed(parser: &Parser, input: &str) -> Document {
    parser.clone().source_spans(true).parse(input).into_document()
}

fn outcome(document: &Document, written: usize) -> Outcome {
    Outcome { nodes: document.node_count(), errors: 0, written, stop: None }
}

/// Records edits for each node and applies them. Refused edits are ignored.
fn edited(parser: &Parser, input: &str, edit: impl Fn(&mut SourceEdits<'_>, NodeRef<'_>)) -> Outcome {
    let document = parsed(parser, input);
    let mut edits = SourceEdits::new(&document);
    document.root().descendants().for_each(|node| edit(&mut edits, node));
    outcome(&document, edits.apply().map_or(0, |source| source.len()))
}

fn spans(parser: &Parser, input: &str) -> Outcome {
    let document = parsed(parser, input);
    let mut count = 0;
    for node in document.root().descendants() {
        count += usize::from(node.source_span().is_some()) + usize::from(node.contents_span().is_some());
        count += usize::from(node.start_tag_span().or(node.end_tag_span()).is_some());
        count += node.text_pieces().count();
    }
    outcome(&document, count)
}

/// Clones of an element share its start tag, but each call reads the whole tag again. So the work
/// grows with the attributes of all elements, and these are counted as output.
fn attribute_spans(parser: &Parser, input: &str) -> Outcome {
    let document = parsed(parser, input);
    let read = |node: NodeRef<'_>| {
        usize::from(node.attribute_span("title").is_some()) + BYTES_OF_AN_ATTRIBUTE * node.attributes().len()
    };
    let count = document.root().descendants().map(read).sum();
    outcome(&document, count)
}

pub(crate) fn set_an_attribute(parser: &Parser, input: &str) -> Outcome {
    edited(parser, input, |edits, node| {
        let _ = edits.set_attribute(node.id(), "title", "a");
    })
}

fn set_and_remove_attributes(parser: &Parser, input: &str) -> Outcome {
    edited(parser, input, |edits, node| {
        let _ = edits.set_attribute(node.id(), "x", "a");
        let _ = edits.remove_attribute(node.id(), "class");
        let _ = edits.rename_attribute(node.id(), "id", "name");
    })
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

pub(crate) fn rename(parser: &Parser, input: &str) -> Outcome {
    edited(parser, input, |edits, node| {
        let _ = edits.rename_element(node.id(), "x-y");
    })
}

fn insert(parser: &Parser, input: &str) -> Outcome {
    edited(parser, input, |edits, node| {
        let _ = edits.insert_before(node.id(), "<i>");
        let _ = edits.insert_after(node.id(), "</i>");
        let _ = edits.append_html(node.id(), "a");
        let _ = edits.prepend_html(node.id(), "b");
    })
}

fn texts(parser: &Parser, input: &str) -> Outcome {
    edited(parser, input, |edits, node| {
        if node.first_child().is_none() {
            let _ = edits.set_text(node.id(), "a");
        }
    })
}
