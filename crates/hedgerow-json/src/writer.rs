//! Writes trees as JSON.

use std::io::{self, Write};

use hedgerow_base::{Namespace, QuirksMode};
use hedgerow_dom::search::TraverseWhole;
use hedgerow_dom::{Document, NodeEdge, NodeKind, NodeRef};
use serde_json::Value;

use crate::words::Word;

/// Writes a document or a node as JSON.
pub trait ToJson: crate::sealed::Sealed {
    /// Returns the node with all that it contains as JSON on one line. [`FromJson::from_json`](crate::FromJson::from_json) reads
    /// it.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::json::ToJson;
    /// assert_eq!(Document::new().to_json(), r#"{"type":"document","mode":"no-quirks","children":[]}"#);
    /// ```
    #[must_use]
    fn to_json(&self) -> String {
        let mut json = Vec::new();
        let result = self.write_json(&mut json);
        debug_assert!(result.is_ok(), "writing to a vector does not fail");
        String::from_utf8(json).unwrap_or_default()
    }

    /// Writes the JSON piece by piece.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::json::ToJson;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// let mut json = Vec::new();
    /// document.node(comment).write_json(&mut json)?;
    /// assert_eq!(json, br#"{"type":"comment","data":"note"}"#);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    fn write_json(&self, writer: &mut impl Write) -> io::Result<()> {
        self.write_json_with(writer, |_, _| Ok(()))
    }

    /// Writes the JSON, and calls `add` for each node to write further members into its object, such as its source
    /// position. [`FromJson::from_json`](crate::FromJson::from_json) does not accept such members.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::json::ToJson;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// let mut json = Vec::new();
    /// document.node(comment).write_json_with(&mut json, |node, members| members.push("depth", &node.ancestors().count().into()))?;
    /// assert_eq!(json, br#"{"type":"comment","data":"note","depth":0}"#);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the writer and of `add`.
    fn write_json_with<W: Write>(
        &self,
        writer: &mut W,
        add: impl FnMut(NodeRef<'_>, &mut Members<'_, W>) -> io::Result<()>,
    ) -> io::Result<()>;
}

/// Writes further members into the object of a node.
#[derive(Debug)]
pub struct Members<'w, W> {
    writer: &'w mut W,
}

impl<W: Write> Members<'_, W> {
    /// Writes a member.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn push(&mut self, key: &str, value: &Value) -> io::Result<()> {
        self.writer.write_all(b",")?;
        serde_json::to_writer(&mut *self.writer, key)?;
        self.writer.write_all(b":")?;
        Ok(serde_json::to_writer(&mut *self.writer, value)?)
    }
}

impl ToJson for Document {
    fn write_json_with<W: Write>(
        &self,
        writer: &mut W,
        add: impl FnMut(NodeRef<'_>, &mut Members<'_, W>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.root().write_json_with(writer, add)
    }
}

impl ToJson for NodeRef<'_> {
    fn write_json_with<W: Write>(
        &self,
        writer: &mut W,
        mut add: impl FnMut(NodeRef<'_>, &mut Members<'_, W>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut output = Output { writer };
        for edge in TraverseWhole::new(*self) {
            match edge {
                NodeEdge::Enter(node) => {
                    if node != *self {
                        output.place(node)?;
                    }
                    output.begin(node)?;
                    add(node, &mut Members { writer: &mut *output.writer })?;
                }
                NodeEdge::Leave(node) => output.end(node)?,
            }
        }
        Ok(())
    }
}

struct Output<'w, W> {
    writer: &'w mut W,
}

impl<W: Write> Output<'_, W> {
    /// Writes the punctuation and the key before a node that is inside another node.
    fn place(&mut self, node: NodeRef<'_>) -> io::Result<()> {
        self.literal(match node.kind() {
            NodeKind::ShadowRoot => ",\"shadowRoot\":",
            NodeKind::DocumentFragment => ",\"content\":",
            _ if node.previous_sibling().is_none() => ",\"children\":[",
            _ => ",",
        })
    }

    /// Writes the object of a node up to its first inner node.
    fn begin(&mut self, node: NodeRef<'_>) -> io::Result<()> {
        self.literal("{\"type\":")?;
        self.string(node.kind().word())?;
        let document = node.document();
        match node.kind() {
            NodeKind::Document => self.field("mode", document.quirks_mode().word()),
            NodeKind::DocumentFragment => {
                let mode = document.quirks_mode();
                let says_mode = node == document.root() && mode != QuirksMode::NoQuirks;
                if says_mode { self.field("mode", mode.word()) } else { Ok(()) }
            }
            NodeKind::ShadowRoot => self.shadow_root(node),
            NodeKind::Element => self.element(node),
            NodeKind::DocumentType => {
                let Some(doctype) = node.doctype() else { return Ok(()) };
                self.field("name", doctype.name)?;
                self.field("publicId", doctype.public_id)?;
                self.field("systemId", doctype.system_id)
            }
            NodeKind::Text | NodeKind::Comment => self.field("data", node.data().unwrap_or_default()),
            NodeKind::ProcessingInstruction => {
                let Some((target, data)) = node.processing_instruction() else { return Ok(()) };
                self.field("target", target)?;
                self.field("data", data)
            }
        }
    }

    fn end(&mut self, node: NodeRef<'_>) -> io::Result<()> {
        let has_children = node.first_child().is_some();
        self.literal(match node.kind() {
            _ if has_children => "]}",
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element => {
                ",\"children\":[]}"
            }
            NodeKind::DocumentType | NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => {
                "}"
            }
        })
    }

    fn element(&mut self, element: NodeRef<'_>) -> io::Result<()> {
        self.field("name", element.local_name_text())?;
        if let Some(namespace) = element.namespace()
            && namespace != Namespace::Html
        {
            self.field("namespace", namespace.word())?;
        }
        self.literal(",\"attributes\":[")?;
        for (index, attribute) in element.attributes().enumerate() {
            self.literal(if index == 0 { "{\"name\":" } else { ",{\"name\":" })?;
            self.string(attribute.name_text())?;
            if attribute.namespace() != Namespace::None {
                self.field("namespace", attribute.namespace().word())?;
            }
            self.field("value", attribute.value())?;
            self.literal("}")?;
        }
        self.literal("]")
    }

    fn shadow_root(&mut self, root: NodeRef<'_>) -> io::Result<()> {
        let init = root.host().and_then(NodeRef::shadow_root_init).unwrap_or_default();
        self.field("mode", init.mode.word())?;
        self.flag("delegatesFocus", init.delegates_focus)?;
        self.flag("serializable", init.serializable)?;
        self.flag("clonable", init.clonable)?;
        self.field("slotAssignment", init.slot_assignment.word())?;
        self.flag("declarative", init.declarative)?;
        self.flag("customElementRegistryIsNull", init.custom_element_registry_is_null)
    }

    fn field(&mut self, key: &str, value: &str) -> io::Result<()> {
        write!(self.writer, ",\"{key}\":")?;
        self.string(value)
    }

    fn flag(&mut self, key: &str, value: bool) -> io::Result<()> {
        write!(self.writer, ",\"{key}\":{value}")
    }

    fn string(&mut self, text: &str) -> io::Result<()> {
        Ok(serde_json::to_writer(&mut *self.writer, text)?)
    }

    fn literal(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())
    }
}
