//! Reading a document: markup, text, JSON, and the properties of nodes.

use std::hint::black_box;

use crate::counted;
use hedgerow::dom::TreeOrder;
use hedgerow::json::{FromJson as _, ToJson as _};
use hedgerow::serialize::{
    AttributeQuotes, Escapes, MetaCharset, NonAscii, OptionalTags, QuoteCharacter, ShadowRoots,
    TrailingSolidus, Whitespace, WriteOptions,
};
use hedgerow::{Document, NodeId, NodeRef};

use super::{Mode, functions, used};
use crate::Use::{Dumped, Indented, Minified, RenderedText, Serialized, Text};
use crate::usage::written;

pub(super) fn modes() -> Vec<Mode> {
    let mut modes = vec![
        used("write: outer HTML", "Serialized", Serialized),
        used("write: minified", "Minified", Minified),
        used("write: indented", "Indented", Indented),
        used("write: dumped", "Dumped", Dumped),
        used("write: text", "Text", Text),
        used("write: rendered text", "RenderedText", RenderedText),
    ];
    modes.extend(functions!(read:
        "write: shortest" => shortest,
        "write: longest" => longest,
        "write: JSON" => json,
        "write: JSON and back" => json_and_back,
        "write: own text" => own_texts,
        "read: validate" => validate,
        "read: attributes by name" => attributes_by_name,
        "read: classes" => classes,
        "read: kinds and names" => kinds_and_names,
        "read: elements by id" => each_id,
        "read: accessors" => accessors,
        "read: tree order" => orders,
        "read: walk with contents" => whole_walk,
        "read: clone" => clone,
        "read: end tags" => end_tags,
        "read: first and last children" => first_and_last_children,
    ));
    modes
}

/// Returns all nodes of the root's tree.
fn nodes(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    document.root().inclusive_descendants()
}

/// Combines all options that shorten the output.
fn shortest(document: &Document) -> usize {
    let options = WriteOptions::minify()
        .shadow_roots(ShadowRoots::All)
        .attribute_quotes(AttributeQuotes::WhereNeeded)
        .quote_character(QuoteCharacter::Fewest)
        .escapes(Escapes::WhereNeeded)
        .minimize_boolean_attributes(true)
        .minimize_empty_attributes(true)
        .alphabetical_attributes(true)
        .optional_tags(OptionalTags::Omit)
        .whitespace(Whitespace::Collapse)
        .meta_charset(MetaCharset::Inject("utf-8".into()));
    written(document.root(), &options)
}

/// Combines all options that lengthen the output.
fn longest(document: &Document) -> usize {
    let options = WriteOptions::pretty()
        .scripting(true)
        .shadow_roots(ShadowRoots::Serializable)
        .quote_character(QuoteCharacter::Single)
        .non_ascii(NonAscii::Names)
        .escape_raw_text(true)
        .trailing_solidus(TrailingSolidus::WithSpace)
        .meta_charset(MetaCharset::Correct("utf-8".into()));
    written(document.root(), &options)
}

fn json(document: &Document) -> usize {
    counted(|counter| document.root().write_json(counter))
}

fn json_and_back(document: &Document) -> usize {
    let json = document.to_json();
    json.len() + Document::from_json(&json).map_or(0, |copy| copy.node_count())
}

fn own_texts(document: &Document) -> usize {
    nodes(document).map(|node| node.own_text().len()).sum()
}

pub(crate) fn validate(document: &Document) -> usize {
    assert!(document.validate().is_ok(), "a parsed document is valid");
    0
}

fn attributes_by_name(document: &Document) -> usize {
    nodes(document).filter(|node| node.attribute("onclick").is_some() || node.has_attribute("class")).count()
}

/// Returns the number of bytes of the classes that are read: clones share their classes in the tree, but each call
/// reads the classes of its element.
fn classes(document: &Document) -> usize {
    let read = |node: NodeRef<'_>| {
        black_box(node.has_class("c"));
        node.attribute("class").map_or(0, str::len)
    };
    nodes(document).map(read).sum()
}

fn kinds_and_names(document: &Document) -> usize {
    let count = |node: NodeRef<'_>| {
        black_box((node.kind(), node.namespace(), node.local_name_text(), node.attributes().next()));
    };
    nodes(document).for_each(count);
    0
}

/// Returns the number of bytes of the ids that were found: clones share their ids in the tree, but each call reads
/// one id.
fn each_id(document: &Document) -> usize {
    let ids = nodes(document).filter_map(NodeRef::element_id);
    let found: usize = ids.filter(|id| document.element_by_id(id).is_some()).map(str::len).sum();
    found + usize::from(document.element_by_id("not there").is_some())
}

fn accessors(document: &Document) -> usize {
    let elements = [document.document_element(), document.head(), document.body()];
    black_box(elements);
    document.title().map_or(0, |title| title.len())
}

fn orders(document: &Document) -> usize {
    let order = TreeOrder::new(document);
    let ids: Vec<NodeId> = nodes(document).map(NodeRef::id).collect();
    let contained = ids.windows(2).filter(|pair| order.contains(pair[0], pair[1])).count();
    contained.min(1) + ids.iter().filter(|&&id| order.position(id).is_none()).count()
}

fn whole_walk(document: &Document) -> usize {
    nodes(document).filter(|node| node.template_contents().or(node.shadow_root()).is_some()).count().min(1)
}

fn clone(document: &Document) -> usize {
    black_box(document.clone()).node_count()
}

fn end_tags(document: &Document) -> usize {
    nodes(document).filter(|node| hedgerow::serialize::may_omit_end_tag(*node)).count().min(1)
}

fn first_and_last_children(document: &Document) -> usize {
    let has_both = |node: &NodeRef<'_>| node.first_child().is_some() && node.last_child().is_some();
    nodes(document).filter(has_both).count().min(1)
}
