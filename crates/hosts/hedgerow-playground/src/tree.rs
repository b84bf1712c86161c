//! [`TreeRow`]: a node with its depth and its source span; the rows are in tree order.

use std::collections::HashSet;

use hedgerow::dom::{AttributeRef, Namespace, NodeKind};
use hedgerow::source::{EndTagSource, NodeSource, Span, StartTagSource};
use hedgerow::{Document, NodeId, NodeRef};
use serde::Serialize;

use crate::excerpt::excerpt;
use crate::utf16::Source;

/// A node of the tree, or the heading over template contents or a shadow root.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeRow {
    /// The number of the node, as in the operations of a step.
    pub id: usize,
    /// Identifies the row in the argument of [`Session::fold`](crate::Session::fold).
    pub key: String,
    /// Whether the rows of its descendants are shown, if it has any.
    pub is_open: Option<bool>,
    /// The number of ancestors, headings included.
    pub depth: usize,
    /// The kind: `element`, `text`, `comment`, `doctype`, `processing-instruction`, `contents`, `shadow-root`.
    pub kind: &'static str,
    /// The name of an element, the target of a processing instruction, the mode of a shadow root.
    pub name: String,
    /// The namespace of an element, except HTML: `svg`, `math`.
    pub namespace: &'static str,
    /// The attributes of an element.
    pub attributes: Vec<AttributeText>,
    /// The data of a text, comment or processing instruction; the name and the identifiers of a DOCTYPE.
    pub text: String,
    /// The origin of an element.
    pub origin: Origin,
    /// The span of the whole node in the source.
    pub span: Option<[u32; 2]>,
    /// The span of the start tag; for a copy, that of the original element.
    pub start_tag: Option<[u32; 2]>,
    /// The span of the end tag.
    pub end_tag: Option<[u32; 2]>,
}

/// An attribute of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AttributeText {
    /// The name, with the prefix of its namespace.
    pub name: String,
    /// The value, or its beginning.
    pub value: String,
}

/// The origin of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The element has a tag in the source, or the node is not an element.
    #[default]
    Source,
    /// The parser created the element without a tag.
    Implied,
    /// The parser copied another element, because formatting elements were misnested.
    Copy,
}

/// The rows of a tree that are not hidden.
#[derive(Debug, Default)]
pub(crate) struct TreeView {
    /// All rows in tree order.
    entries: Vec<Entry>,
    /// The indexes of the entries that are not hidden.
    shown: Vec<u32>,
    folds_whitespace: bool,
}

/// A row: a node, or the heading over template contents or a shadow root. The node of a heading is the contents
/// or the shadow root.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: NodeId,
    depth: u32,
    is_heading: bool,
    is_collapsed: bool,
    /// Identifies the row by the path to it, so that it stays collapsed when the source changes elsewhere.
    key: u64,
}

impl TreeView {
    pub(crate) fn new(document: &Document, folds_whitespace: bool, collapsed: &HashSet<u64>) -> Self {
        let mut view = Self { entries: Vec::new(), shown: Vec::new(), folds_whitespace };
        // The nodes to visit, each with whether it has a heading, its depth, its position among its siblings,
        // and the key of its parent. Visiting a node adds its next sibling.
        let mut tasks = Vec::new();
        tasks.extend(document.root().first_child().map(|child| (child, false, 0, 0, 0)));
        let mut hidden_below = u32::MAX;
        while let Some((node, is_heading, depth, position, parent_key)) = tasks.pop() {
            let key = key_of(parent_key, position, node.local_name_text());
            let next_depth = depth + 1;
            tasks.extend(
                node.next_sibling()
                    .filter(|_| !is_heading)
                    .map(|next| (next, false, depth, position + 1, parent_key)),
            );
            tasks.extend(node.first_child().map(|child| (child, false, next_depth, 0, key)));
            if !is_heading {
                tasks.extend(node.shadow_root().map(|root| (root, true, next_depth, u32::MAX, key)));
                tasks
                    .extend(node.template_contents().map(|root| (root, true, next_depth, u32::MAX - 1, key)));
            }
            if folds_whitespace && is_whitespace(node) {
                continue;
            }
            let is_collapsed = collapsed.contains(&key);
            if depth <= hidden_below {
                hidden_below = if is_collapsed { depth } else { u32::MAX };
                view.shown.push(view.entries.len() as u32);
            }
            view.entries.push(Entry { node: node.id(), depth, is_heading, is_collapsed, key });
        }
        view
    }

    /// The number of rows that are not hidden.
    pub(crate) fn len(&self) -> usize {
        self.shown.len()
    }

    pub(crate) fn rows(
        &self,
        document: &Document,
        source: &Source,
        from: usize,
        count: usize,
    ) -> Vec<TreeRow> {
        let shown = self.shown.iter().skip(from).take(count);
        shown.map(|&index| self.row(document, source, index as usize)).collect()
    }

    fn row(&self, document: &Document, source: &Source, index: usize) -> TreeRow {
        let entry = self.entries[index];
        let node = document.node(entry.node);
        let depth = entry.depth as usize;
        let row = if entry.is_heading { heading(node, depth) } else { node_row(node, depth, source) };
        let has_content = self.entries.get(index + 1).is_some_and(|next| next.depth > entry.depth);
        TreeRow {
            id: entry.node.index(),
            key: format!("{:x}", entry.key),
            text: if self.folds_whitespace && node.kind() == NodeKind::Text {
                row.text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
            } else {
                row.text
            },
            is_open: has_content.then_some(!entry.is_collapsed),
            ..row
        }
    }

    pub(crate) fn row_of(&self, number: usize) -> Option<usize> {
        let entry = self.entries.iter().position(|entry| entry.node.index() == number)?;
        // If the row is hidden, the result is the last shown row before it. That is the row of a collapsed ancestor,
        // because the rows between the two are in that ancestor.
        let after = self.shown.partition_point(|&shown| shown as usize <= entry);
        after.checked_sub(1)
    }

    /// The index of the row of the innermost node whose source contains an offset.
    pub(crate) fn row_at(&self, document: &Document, offset: u32) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for (row, &index) in self.shown.iter().enumerate() {
            let entry = &self.entries[index as usize];
            let Some(span) = document.node(entry.node).source_span().filter(|_| !entry.is_heading) else {
                continue;
            };
            let length = span.end - span.start;
            let is_inside = span.start <= offset && offset < span.end;
            if is_inside && best.is_none_or(|(smallest, _)| length <= smallest) {
                best = Some((length, row));
            }
        }
        best.map(|(_, row)| row)
    }
}

/// Combines the path of a parent with the position and the name of a child (FNV-1a).
fn key_of(parent: u64, position: u32, name: &str) -> u64 {
    let bytes = parent.to_le_bytes().into_iter().chain(position.to_le_bytes()).chain(name.bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

fn is_whitespace(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Text
        && node.data().unwrap_or_default().bytes().all(|byte| byte.is_ascii_whitespace())
}

/// The start tag in the source; for a copy, that of the original element.
pub(crate) fn start_tag_span(node: NodeRef<'_>) -> Option<Span> {
    match node.start_tag() {
        Some(StartTagSource::Tag(tag) | StartTagSource::Copy(tag)) => Some(tag),
        Some(StartTagSource::Implied(_)) | None => None,
    }
}

fn heading(container: NodeRef<'_>, depth: usize) -> TreeRow {
    if container.kind() != NodeKind::ShadowRoot {
        return TreeRow { depth, kind: "contents", ..TreeRow::default() };
    }
    let init = container.host().and_then(NodeRef::shadow_root_init);
    let mode = init.unwrap_or_default().mode;
    TreeRow { depth, kind: "shadow-root", name: mode.as_str().to_owned(), ..TreeRow::default() }
}

fn node_row(node: NodeRef<'_>, depth: usize, source: &Source) -> TreeRow {
    let span = node.source_span().map(|span| source.span(span));
    let row = TreeRow { depth, span, ..TreeRow::default() };
    match node.kind() {
        NodeKind::Element => {
            let start_tag = node.start_tag();
            TreeRow {
                kind: "element",
                name: node.local_name_text().to_owned(),
                namespace: node.namespace().map(prefix).unwrap_or_default(),
                attributes: node.attributes().map(attribute_text).collect(),
                origin: match start_tag {
                    Some(StartTagSource::Implied(_)) => Origin::Implied,
                    Some(StartTagSource::Copy(_)) => Origin::Copy,
                    Some(StartTagSource::Tag(_)) | None => Origin::Source,
                },
                start_tag: start_tag_span(node).map(|tag| source.span(tag)),
                end_tag: match node.end_tag() {
                    Some(EndTagSource::Tag(tag)) => Some(source.span(tag)),
                    _ => None,
                },
                ..row
            }
        }
        NodeKind::DocumentType => TreeRow { kind: "doctype", text: doctype_text(node), ..row },
        NodeKind::ProcessingInstruction => {
            let (target, data) = node.processing_instruction().unwrap_or_default();
            TreeRow { kind: "processing-instruction", name: target.to_owned(), text: excerpt(data), ..row }
        }
        kind => {
            let kind = if kind == NodeKind::Comment { "comment" } else { "text" };
            TreeRow { kind, text: excerpt(node.data().unwrap_or_default()), ..row }
        }
    }
}

fn doctype_text(node: NodeRef<'_>) -> String {
    let Some(doctype) = node.doctype() else { return String::new() };
    let [name, public_id, system_id] = [doctype.name, doctype.public_id, doctype.system_id].map(excerpt);
    if public_id.is_empty() && system_id.is_empty() {
        return name;
    }
    format!("{name} \"{public_id}\" \"{system_id}\"")
}

fn attribute_text(attribute: AttributeRef<'_>) -> AttributeText {
    let name = match prefix(attribute.namespace()) {
        "" => attribute.name_text().to_owned(),
        prefix => format!("{prefix}:{}", attribute.name_text()),
    };
    AttributeText { name, value: excerpt(attribute.value()) }
}

/// The prefix of a namespace.
fn prefix(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Html | Namespace::None => "",
        Namespace::MathMl => "math",
        Namespace::Svg => "svg",
        Namespace::XLink => "xlink",
        Namespace::Xml => "xml",
        Namespace::XmlNs => "xmlns",
    }
}
