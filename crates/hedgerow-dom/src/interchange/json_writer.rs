//! Trees as JSON: an object for each node, on one line.
//!
//! The keys of an object are in this order, and those in brackets are left out if they say what goes without saying:
//!
//! | `type` | other keys |
//! |---|---|
//! | `document`, `document-fragment` | [`mode`: `no-quirks`, `limited-quirks`, `quirks`], `children` |
//! | `element` | `name`, [`namespace`: `svg`, `math`], `attributes`, [`shadowRoot`], [`content`], `children` |
//! | `text`, `comment` | `data` |
//! | `doctype` | `name`, `publicId`, `systemId` |
//! | `processing-instruction` | `target`, `data` |
//! | `shadow-root` | `mode`: `open`, `closed`, `delegatesFocus`, `serializable`, `clonable`, `slotAssignment`, `declarative`, `customElementRegistryIsNull`, `children` |
//!
//! An attribute is an object with `name`, [`namespace`: `xlink`, `xml`, `xmlns`] and `value`.
//!
//! What is not here: the way back (`json_reader.rs`).

use std::io::{self, Write};

use hedgerow_names::{Namespace, QuirksMode};

use super::words::Word;
use crate::document::Document;
use crate::node::NodeKind;
use crate::node_ref::NodeRef;
use crate::traverse::{NodeEdge, TraverseWhole};

impl Document {
    /// The tree as JSON: see [`NodeRef::to_json`].
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let json = Document::new().to_json();
    /// assert_eq!(json, r#"{"type":"document","mode":"no-quirks","children":[]}"#);
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        self.root().to_json()
    }
}

impl NodeRef<'_> {
    /// The node, and all that is in it, as JSON on one line: an object for each node.
    ///
    /// Besides its `type`, an object has, depending on that: `mode`, `name`, `namespace`, `attributes`, `shadowRoot`,
    /// `content`, `data`, `publicId`, `systemId`, `target`, `children`. [`Document::from_json`] reads it.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p").unwrap();
    /// document.set_attribute(element, "id", "x").unwrap();
    /// document.append_text(element, "Hello")?;
    /// assert_eq!(
    ///     document.node(element).to_json(),
    ///     concat!(
    ///         r#"{"type":"element","name":"p","attributes":[{"name":"id","value":"x"}],"#,
    ///         r#""children":[{"type":"text","data":"Hello"}]}"#
    ///     )
    /// );
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    #[must_use]
    pub fn to_json(self) -> String {
        let mut json = Vec::new();
        let result = self.write_json(&mut json);
        debug_assert!(result.is_ok(), "writing to a vector does not fail");
        String::from_utf8(json).unwrap_or_default()
    }

    /// Writes what [`to_json`](Self::to_json) returns, piece by piece.
    ///
    /// ```
    /// use hedgerow_dom::Document;
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
    /// Those of the writer.
    pub fn write_json(self, writer: &mut impl Write) -> io::Result<()> {
        let mut output = Output { writer };
        for edge in TraverseWhole::new(self) {
            match edge {
                NodeEdge::Enter(node) => {
                    if node != self {
                        output.place(node)?;
                    }
                    output.begin(node)?;
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
    /// What stands before a node that is inside another.
    fn place(&mut self, node: NodeRef<'_>) -> io::Result<()> {
        self.literal(match node.kind() {
            NodeKind::ShadowRoot => ",\"shadowRoot\":",
            NodeKind::DocumentFragment => ",\"content\":",
            _ if node.previous_sibling().is_none() => ",\"children\":[",
            _ => ",",
        })
    }

    /// The object of a node, up to what is inside it.
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
        let document = root.document();
        let init = root.host().and_then(|host| document.shadow_root_init(host.slot())).unwrap_or_default();
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
