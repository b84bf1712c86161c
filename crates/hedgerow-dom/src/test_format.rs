//! The dump of a tree in the format of the html5lib tree construction tests.
//!
//! The suite has no format for shadow roots. Here, a line `#shadow-root (open)` or `#shadow-root (closed)` follows the attributes of
//! the host, and the content is one level deeper.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use hedgerow_base::{Namespace, ShadowRootMode};

use crate::document::Document;
use crate::node::{Doctype, NodeData};
use crate::node_id::Slot;
use crate::node_ref::NodeRef;

impl Document {
    /// Returns the tree below the root as lines in the format of the html5lib tree construction tests.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let html = document.create_element("html").unwrap();
    /// document.append(document.root_id(), html).unwrap();
    /// document.append_text(html, "Hello").unwrap();
    /// assert_eq!(document.to_test_format(), "| <html>\n|   \"Hello\"");
    /// ```
    #[must_use]
    pub fn to_test_format(&self) -> String {
        self.root().to_test_format()
    }
}

impl NodeRef<'_> {
    /// Returns the node as lines in the format of the html5lib tree construction tests; the children of a `Document` or a
    /// `DocumentFragment`.
    #[must_use]
    pub fn to_test_format(self) -> String {
        let mut lines = String::new();
        let result = self.write_test_format(&mut lines);
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        lines
    }

    /// Writes the lines of [`to_test_format`](Self::to_test_format) piece by piece, because the dump of a deep tree grows with the
    /// square of its depth.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_test_format(self, writer: &mut impl Write) -> fmt::Result {
        Dump { document: self.document(), writer, is_empty: true, tasks: Vec::new() }.write_tree(self.slot())
    }
}

/// An item that is not written yet.
enum Task {
    /// A node and its following siblings.
    NodeAndFollowing(Slot, Depth),
    /// The children of a shadow root, with their heading.
    ShadowRoot(Slot, ShadowRootMode, Depth),
}

/// The text from which indentation is cut.
const SPACES: &str = "                                                                ";

/// The number of ancestors that are indented.
type Depth = usize;

struct Dump<'d, W> {
    document: &'d Document,
    writer: &'d mut W,
    /// Whether no line has been written.
    is_empty: bool,
    /// A stack, with the next item at the end.
    tasks: Vec<Task>,
}

impl<W: Write> Dump<'_, W> {
    fn write_tree(&mut self, node: Slot) -> fmt::Result {
        match self.document.nodes[node].data {
            NodeData::Document
            | NodeData::DocumentFragment { .. }
            | NodeData::ShadowRoot { .. }
            | NodeData::Free { .. } => {
                self.push_children(node, 0);
            }
            _ => self.begin_node(node, 0)?,
        }
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::NodeAndFollowing(node, depth) => {
                    if let Some(next) = self.document.next_sibling(node) {
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

    fn push_children(&mut self, container: Slot, depth: Depth) {
        let first = self.document.first_child(container);
        self.tasks.extend(first.map(|child| Task::NodeAndFollowing(child, depth)));
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
    fn begin_node(&mut self, node: Slot, depth: Depth) -> fmt::Result {
        let document = self.document;
        self.begin_line(depth)?;
        match document.nodes[node].data {
            NodeData::Element { namespace, name, .. } => {
                let designator = namespace_designator(namespace);
                write!(self.writer, "<{designator}{}>", document.names.text(name))?;
                self.write_attributes(node, depth + 1)?;
                self.begin_content(node, depth + 1)
            }
            NodeData::Text(run) => write!(self.writer, "\"{}\"", document.text.get(run.span())),
            NodeData::Comment(data) => write!(self.writer, "<!-- {} -->", document.text.get(data)),
            NodeData::ProcessingInstruction { target, data } => {
                write!(self.writer, "<?{} {}?>", document.names.text(target), document.text.get(data))
            }
            NodeData::DocumentType => {
                let Some(Doctype { name, public_id, system_id }) = document.at(node).doctype() else {
                    return Ok(());
                };
                write!(self.writer, "<!DOCTYPE {name}")?;
                if !public_id.is_empty() || !system_id.is_empty() {
                    write!(self.writer, " \"{public_id}\" \"{system_id}\"")?;
                }
                self.writer.write_str(">")
            }
            // These nodes are never children.
            NodeData::Document
            | NodeData::DocumentFragment { .. }
            | NodeData::ShadowRoot { .. }
            | NodeData::Free { .. } => Ok(()),
        }
    }

    fn write_attributes(&mut self, element: Slot, depth: Depth) -> fmt::Result {
        let mut attributes: Vec<_> = self
            .document
            .at(element)
            .attributes()
            .map(|attribute| {
                let name =
                    format!("{}{}", namespace_designator(attribute.namespace()), attribute.name_text());
                (name, attribute.value())
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
    fn begin_content(&mut self, element: Slot, depth: Depth) -> fmt::Result {
        self.push_children(element, depth);
        if let Some(shadow) = self.document.shadow_root_record(element) {
            self.tasks.push(Task::ShadowRoot(shadow.root, shadow.init.mode, depth));
        }
        if let Some(contents) = self.document.template_contents(element) {
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

/// The dump: see [`Document::to_test_format`].
impl fmt::Debug for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.root(), formatter)
    }
}

/// The dump: see [`NodeRef::to_test_format`].
impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_test_format(formatter)
    }
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
