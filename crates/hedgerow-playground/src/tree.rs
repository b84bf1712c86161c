//! [`TreeRow`]: a node with its depth and its source span; the rows are in tree order.

use hedgerow::dom::{AttributeRef, Namespace, NodeKind};
use hedgerow::source::{EndTagSource, NodeSource, StartTagSource};
use hedgerow::{Document, NodeRef};
use serde::Serialize;

use crate::excerpt::excerpt;
use crate::utf16::Utf16Offsets;

/// A node of the tree, or the heading over template contents or a shadow root.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeRow {
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
    /// A tag in the source; also for nodes that are not elements.
    #[default]
    Source,
    /// The parser created the element without a tag.
    Implied,
    /// The parser copied another element, because formatting elements were misnested.
    Copy,
}

/// Returns the first rows of a tree, and the number of all rows.
pub(crate) fn rows(document: &Document, offsets: &Utf16Offsets<'_>, most: usize) -> (Vec<TreeRow>, usize) {
    let mut rows = Vec::new();
    let mut count = 0;
    let mut tasks = Vec::new();
    push_children(&mut tasks, document.root(), 0);
    while let Some(task) = tasks.pop() {
        let row = match task {
            Task::NodeAndFollowing(node, depth) => {
                tasks.extend(node.next_sibling().map(|next| Task::NodeAndFollowing(next, depth)));
                push_children(&mut tasks, node, depth + 1);
                tasks.extend(node.shadow_root().map(|root| Task::Heading(root, depth + 1)));
                tasks.extend(node.template_contents().map(|contents| Task::Heading(contents, depth + 1)));
                (count < most).then(|| node_row(node, depth, offsets))
            }
            Task::Heading(container, depth) => {
                push_children(&mut tasks, container, depth + 1);
                (count < most).then(|| heading(container, depth))
            }
        };
        rows.extend(row);
        count += 1;
    }
    (rows, count)
}

/// A part of the tree that is still to be visited.
enum Task<'d> {
    /// A node, and then its following siblings.
    NodeAndFollowing(NodeRef<'d>, usize),
    /// Template contents or a shadow root.
    Heading(NodeRef<'d>, usize),
}

fn push_children<'d>(tasks: &mut Vec<Task<'d>>, container: NodeRef<'d>, depth: usize) {
    tasks.extend(container.first_child().map(|child| Task::NodeAndFollowing(child, depth)));
}

fn heading(container: NodeRef<'_>, depth: usize) -> TreeRow {
    if container.kind() != NodeKind::ShadowRoot {
        return TreeRow { depth, kind: "contents", ..TreeRow::default() };
    }
    let init = container.host().and_then(NodeRef::shadow_root_init);
    let mode = init.unwrap_or_default().mode;
    TreeRow { depth, kind: "shadow-root", name: mode.as_str().to_owned(), ..TreeRow::default() }
}

fn node_row(node: NodeRef<'_>, depth: usize, offsets: &Utf16Offsets<'_>) -> TreeRow {
    let span = node.source_span().map(|span| offsets.span(span));
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
                start_tag: match start_tag {
                    Some(StartTagSource::Tag(tag) | StartTagSource::Copy(tag)) => Some(offsets.span(tag)),
                    Some(StartTagSource::Implied(_)) | None => None,
                },
                end_tag: match node.end_tag() {
                    Some(EndTagSource::Tag(tag)) => Some(offsets.span(tag)),
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
