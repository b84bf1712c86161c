//! [`ToTestFormat`]: a tree in the format of the html5lib tree construction tests.
//!
//! The suite has no format for shadow roots. Here, a line `#shadow-root (open)` or `#shadow-root (closed)` follows the
//! attributes of the host, and the content is one level deeper.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use hedgerow_base::{Namespace, ShadowRootMode};
use hedgerow_dom::{Doctype, Document, NodeKind, NodeRef};

/// Dumps documents and nodes in the format of the html5lib tree construction tests.
pub trait ToTestFormat<'d>: Sized + crate::sealed::Sealed {
    /// Returns the node that is dumped; for a document, its root.
    #[doc(hidden)]
    fn dumped_node(self) -> NodeRef<'d>;

    /// Returns the lines of the node; for a `Document` or a `DocumentFragment`, the lines of its children.
    ///
    /// ```
    /// use hedgerow::serialize::ToTestFormat;
    /// let document = hedgerow::parse("<p id=x>Hello");
    /// let body = document.body().unwrap();
    /// assert_eq!(body.to_test_format(), "| <body>\n|   <p>\n|     id=\"x\"\n|     \"Hello\"");
    /// ```
    #[must_use]
    fn to_test_format(self) -> String {
        let mut lines = String::new();
        let result = self.write_test_format(&mut lines);
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        lines
    }

    /// Writes the lines of [`to_test_format`](Self::to_test_format) piece by piece. Their length grows with the square of
    /// the depth of the tree, so the string of a deep tree may need too much memory.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    fn write_test_format(self, writer: &mut impl Write) -> fmt::Result {
        Dump { writer, is_empty: true, tasks: Vec::new() }.write_tree(self.dumped_node())
    }
}

impl<'d> ToTestFormat<'d> for &'d Document {
    fn dumped_node(self) -> NodeRef<'d> {
        self.root()
    }
}

impl<'d> ToTestFormat<'d> for NodeRef<'d> {
    fn dumped_node(self) -> Self {
        self
    }
}

/// An item that is not written yet.
enum Task<'d> {
    /// A node and its following siblings.
    NodeAndFollowing(NodeRef<'d>, Depth),
    /// The children of a shadow root, with their heading.
    ShadowRoot(NodeRef<'d>, ShadowRootMode, Depth),
}

/// Spaces for indentation. Longer indentation is written in several pieces.
const SPACES: &str = "                                                                ";

/// The number of levels by which a line is indented.
type Depth = usize;

struct Dump<'d, W> {
    writer: &'d mut W,
    /// Whether no line has been written.
    is_empty: bool,
    /// A stack, with the next item at the end.
    tasks: Vec<Task<'d>>,
}

impl<'d, W: Write> Dump<'d, W> {
    fn write_tree(&mut self, node: NodeRef<'d>) -> fmt::Result {
        if matches!(node.kind(), NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot) {
            self.push_children(node, 0);
        } else {
            self.begin_node(node, 0)?;
        }
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::NodeAndFollowing(node, depth) => {
                    if let Some(next) = node.next_sibling() {
                        self.tasks.push(Task::NodeAndFollowing(next, depth));
                    }
                    self.begin_node(node, depth)?;
                }
                Task::ShadowRoot(root, mode, depth) => {
                    self.begin_line(depth)?;
                    write!(self.writer, "#shadow-root ({})", mode.as_str())?;
                    self.push_children(root, depth + 1);
                }
            }
        }
        Ok(())
    }

    fn push_children(&mut self, container: NodeRef<'d>, depth: Depth) {
        self.tasks.extend(container.first_child().map(|child| Task::NodeAndFollowing(child, depth)));
    }

    fn begin_line(&mut self, depth: Depth) -> fmt::Result {
        if !std::mem::take(&mut self.is_empty) {
            self.writer.write_str("\n")?;
        }
        self.writer.write_str("| ")?;
        let mut spaces = 2 * depth;
        while spaces > 0 {
            let some = &SPACES[..spaces.min(SPACES.len())];
            self.writer.write_str(some)?;
            spaces -= some.len();
        }
        Ok(())
    }

    /// Writes the lines of a node before its first child.
    fn begin_node(&mut self, node: NodeRef<'d>, depth: Depth) -> fmt::Result {
        self.begin_line(depth)?;
        let data = node.data().unwrap_or_default();
        match node.kind() {
            NodeKind::Element => {
                let designator = node.namespace().map_or("", namespace_designator);
                write!(self.writer, "<{designator}{}>", node.local_name_text())?;
                self.write_attributes(node, depth + 1)?;
                self.begin_content(node, depth + 1)
            }
            NodeKind::Text => write!(self.writer, "\"{data}\""),
            NodeKind::Comment => write!(self.writer, "<!-- {data} -->"),
            NodeKind::ProcessingInstruction => {
                let target = node.processing_instruction().map_or("", |(target, _)| target);
                write!(self.writer, "<?{target} {data}?>")
            }
            NodeKind::DocumentType => {
                let Some(Doctype { name, public_id, system_id }) = node.doctype() else { return Ok(()) };
                write!(self.writer, "<!DOCTYPE {name}")?;
                if !public_id.is_empty() || !system_id.is_empty() {
                    write!(self.writer, " \"{public_id}\" \"{system_id}\"")?;
                }
                self.writer.write_str(">")
            }
            // These nodes are never children.
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => Ok(()),
        }
    }

    fn write_attributes(&mut self, element: NodeRef<'_>, depth: Depth) -> fmt::Result {
        let mut attributes: Vec<_> = element
            .attributes()
            .map(|attribute| {
                let designator = namespace_designator(attribute.namespace());
                (format!("{designator}{}", attribute.name_text()), attribute.value())
            })
            .collect();
        attributes.sort_by(|(one, _), (other, _)| compare_code_units(one, other));
        for (name, value) in attributes {
            self.begin_line(depth)?;
            write!(self.writer, "{name}=\"{value}\"")?;
        }
        Ok(())
    }

    /// Writes the heading of template contents, and adds the content of an element to the stack.
    fn begin_content(&mut self, element: NodeRef<'d>, depth: Depth) -> fmt::Result {
        self.push_children(element, depth);
        if let (Some(shadow), Some(init)) = (element.shadow_root(), element.shadow_root_init()) {
            self.tasks.push(Task::ShadowRoot(shadow, init.mode, depth));
        }
        if let Some(contents) = element.template_contents() {
            self.begin_line(depth)?;
            self.writer.write_str("content")?;
            self.push_children(contents, depth + 1);
        }
        Ok(())
    }
}

/// Returns the prefix of the local name in the tag name string and in the attribute name string.
fn namespace_designator(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Html | Namespace::None => "",
        Namespace::MathMl => "math ",
        Namespace::Svg => "svg ",
        Namespace::XLink => "xlink ",
        Namespace::Xml => "xml ",
        Namespace::XmlNs => "xmlns ",
    }
}

/// Compares by UTF-16 code units: astral characters come before U+E000 to U+FFFF.
fn compare_code_units(one: &str, other: &str) -> Ordering {
    one.encode_utf16().cmp(other.encode_utf16())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_units_are_not_code_points() {
        assert_eq!(compare_code_units("a\u{10000}", "a\u{FFFF}"), Ordering::Less);
        assert_eq!(compare_code_units("a\u{D7FF}", "a\u{10000}"), Ordering::Less);
        assert_eq!(compare_code_units("xlink href", "xlink:href"), Ordering::Less);
        assert_eq!(compare_code_units("a", "ab"), Ordering::Less);
    }
}
