//! Reading a document: markup, text, JSON, and the properties of nodes.

use std::hint::black_box;

use hedgerow::dom::TreeOrder;
use hedgerow::json::{FromJson as _, ToJson as _};
use hedgerow::serialize::{
    AttributeQuotes, Escapes, MetaCharset, NonAscii, OptionalTags, QuoteCharacter, ShadowRoots,
    ToTestFormat as _, TrailingSolidus, Whitespace, WriteOptions,
};
use hedgerow::{Document, NodeId, NodeRef, ToHtml as _};

use super::{Row, read};
use crate::counted;

pub(super) fn rows() -> Vec<Row> {
    vec![
        read("write: outer HTML", |document| black_box(document.root().outer_html()).len()),
        read("write: minified", |document| written(document, &WriteOptions::minify())),
        read("write: indented", |document| written(document, &WriteOptions::pretty())),
        read("write: dumped", |document| counted(|counter| document.root().write_test_format(counter))),
        read("write: text", |document| black_box(document.root().text()).len()),
        read("write: rendered text", |document| black_box(document.root().rendered_text()).len()),
        read("write: shortest", shortest),
        read("write: longest", longest),
        read("write: JSON", |document| counted(|counter| document.root().write_json(counter))),
        read("write: JSON and back", |document| {
            let json = document.to_json();
            json.len() + Document::from_json(&json).map_or(0, |copy| copy.node_count())
        }),
        read("write: own text", |document| nodes(document).map(|node| node.own_text().len()).sum()),
        read("read: validate", |document| {
            assert!(document.validate().is_ok(), "a parsed document is valid");
            0
        }),
        read("read: attributes by name", |document| {
            count(document, |node| node.attribute("onclick").is_some() || node.has_attribute("class"))
        }),
        // The bytes of the classes that are read count: clones share their classes in the tree, but each call reads those of its
        // element.
        read("read: classes", |document| {
            let read = |node: NodeRef<'_>| {
                black_box(node.has_class("c"));
                node.attribute("class").map_or(0, str::len)
            };
            nodes(document).map(read).sum()
        }),
        read("read: kinds and names", |document| {
            for node in nodes(document) {
                black_box((node.kind(), node.namespace(), node.local_name_text(), node.attributes().next()));
            }
            0
        }),
        // The bytes of the ids count: clones share their ids in the tree, but each call reads one id.
        read("read: elements by id", |document| {
            let ids = nodes(document).filter_map(NodeRef::element_id);
            let found: usize = ids.filter(|id| document.element_by_id(id).is_some()).map(str::len).sum();
            found + usize::from(document.element_by_id("not there").is_some())
        }),
        read("read: accessors", |document| {
            black_box([document.document_element(), document.head(), document.body()]);
            document.title().map_or(0, |title| title.len())
        }),
        read("read: tree order", |document| {
            let order = TreeOrder::new(document);
            let ids: Vec<NodeId> = nodes(document).map(NodeRef::id).collect();
            let contained = ids.windows(2).filter(|pair| order.contains(pair[0], pair[1])).count();
            contained.min(1) + ids.iter().filter(|&&id| order.position(id).is_none()).count()
        }),
        read("read: walk with contents", |document| {
            count(document, |node| node.template_contents().or(node.shadow_root()).is_some()).min(1)
        }),
        read("read: clone", |document| black_box(document.clone()).node_count()),
        read("read: end tags", |document| count(document, hedgerow::serialize::may_omit_end_tag).min(1)),
        read("read: first and last children", |document| {
            count(document, |node| node.first_child().is_some() && node.last_child().is_some()).min(1)
        }),
    ]
}

/// Returns all nodes of the root's tree.
fn nodes(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    document.root().inclusive_descendants()
}

fn count(document: &Document, has_property: fn(NodeRef<'_>) -> bool) -> usize {
    nodes(document).filter(|node| has_property(*node)).count()
}

/// Counts the bytes of the HTML without storing it.
///
/// Storing it would distort the measurement, because large buffers are requested from the system each time.
fn written(document: &Document, options: &WriteOptions) -> usize {
    counted(|counter| document.root().write_html(counter, options))
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
    written(document, &options)
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
    written(document, &options)
}
