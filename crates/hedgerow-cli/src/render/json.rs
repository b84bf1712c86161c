//! Trees as JSON: an object for each node, on one line. `hedgerow tree --help` describes them.

use std::io::{self, Write};

use hedgerow::{
    Attributes, Namespace, NodeKind, NodeRef, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment,
};

/// Writes a node and all that is in it.
pub(super) fn write_node(node: NodeRef<'_>, writer: &mut impl Write) -> io::Result<()> {
    let mut output = Output { writer, tasks: Vec::new() };
    output.begin_node(node)?;
    while let Some(task) = output.tasks.pop() {
        match task {
            Task::NodeAndFollowing(node) => {
                if let Some(next) = node.next_sibling() {
                    output.tasks.push(Task::NodeAndFollowing(next));
                    output.tasks.push(Task::Literal(","));
                }
                output.begin_node(node)?;
            }
            Task::Node(node) => output.begin_node(node)?,
            Task::Literal(text) => output.literal(text)?,
        }
    }
    Ok(())
}

/// What is left to write. A list of tasks takes the place of recursion, so that no depth overflows the stack.
enum Task<'d> {
    Node(NodeRef<'d>),
    /// A node, and then its following siblings.
    NodeAndFollowing(NodeRef<'d>),
    Literal(&'static str),
}

struct Output<'d, 'w, W> {
    writer: &'w mut W,
    /// The next is the last.
    tasks: Vec<Task<'d>>,
}

impl<'d, W: Write> Output<'d, '_, W> {
    /// Writes a node up to its children, which become tasks.
    fn begin_node(&mut self, node: NodeRef<'d>) -> io::Result<()> {
        match node.kind() {
            NodeKind::Document => {
                let mode = match node.document().quirks_mode() {
                    QuirksMode::NoQuirks => "no-quirks",
                    QuirksMode::LimitedQuirks => "limited-quirks",
                    QuirksMode::Quirks => "quirks",
                };
                self.begin("document")?;
                self.field("mode", mode)?;
                self.push_children(node);
                Ok(())
            }
            NodeKind::DocumentFragment => {
                self.begin("document-fragment")?;
                self.push_children(node);
                Ok(())
            }
            NodeKind::ShadowRoot => self.begin_shadow_root(node),
            NodeKind::Element => self.begin_element(node),
            NodeKind::DocumentType => {
                self.begin("doctype")?;
                if let Some(doctype) = node.doctype() {
                    self.field("name", doctype.name)?;
                    self.field("publicId", doctype.public_id)?;
                    self.field("systemId", doctype.system_id)?;
                }
                self.literal("}")
            }
            NodeKind::Text => self.character_data("text", node),
            NodeKind::Comment => self.character_data("comment", node),
            NodeKind::ProcessingInstruction => {
                self.begin("processing-instruction")?;
                if let Some((target, data)) = node.processing_instruction() {
                    self.field("target", target)?;
                    self.field("data", data)?;
                }
                self.literal("}")
            }
        }
    }

    fn begin_element(&mut self, element: NodeRef<'d>) -> io::Result<()> {
        self.begin("element")?;
        self.field("name", element.local_name_text())?;
        if let Some(namespace) = element.namespace().and_then(namespace_designator) {
            self.field("namespace", namespace)?;
        }
        self.attributes(element.attributes())?;
        // What is written last is pushed first.
        self.push_children(element);
        if let Some(shadow_root) = element.shadow_root() {
            self.tasks.extend([Task::Node(shadow_root), Task::Literal(",\"shadowRoot\":")]);
        }
        if let Some(contents) = element.template_contents() {
            self.tasks.extend([Task::Node(contents), Task::Literal(",\"content\":")]);
        }
        Ok(())
    }

    fn begin_shadow_root(&mut self, root: NodeRef<'d>) -> io::Result<()> {
        let document = root.document();
        let init: ShadowRootInit =
            root.host().and_then(|host| document.shadow_root_init(host.id())).unwrap_or_default();
        self.begin("shadow-root")?;
        self.field(
            "mode",
            match init.mode {
                ShadowRootMode::Open => "open",
                ShadowRootMode::Closed => "closed",
            },
        )?;
        self.flag("delegatesFocus", init.delegates_focus)?;
        self.flag("serializable", init.serializable)?;
        self.flag("clonable", init.clonable)?;
        self.field(
            "slotAssignment",
            match init.slot_assignment {
                SlotAssignment::Named => "named",
                SlotAssignment::Manual => "manual",
            },
        )?;
        self.push_children(root);
        Ok(())
    }

    fn attributes(&mut self, attributes: Attributes<'d>) -> io::Result<()> {
        self.literal(",\"attributes\":[")?;
        for (index, attribute) in attributes.enumerate() {
            self.literal(if index == 0 { "{\"name\":" } else { ",{\"name\":" })?;
            self.string(attribute.name_text())?;
            if let Some(namespace) = namespace_designator(attribute.namespace()) {
                self.field("namespace", namespace)?;
            }
            self.field("value", attribute.value())?;
            self.literal("}")?;
        }
        self.literal("]")
    }

    fn character_data(&mut self, kind: &str, node: NodeRef<'d>) -> io::Result<()> {
        self.begin(kind)?;
        self.field("data", node.data().unwrap_or_default())?;
        self.literal("}")
    }

    /// Leaves the children to be written, and the end of the object.
    fn push_children(&mut self, container: NodeRef<'d>) {
        self.tasks.push(Task::Literal("]}"));
        self.tasks.extend(container.first_child().map(Task::NodeAndFollowing));
        self.tasks.push(Task::Literal(",\"children\":["));
    }

    /// The beginning of an object.
    fn begin(&mut self, kind: &str) -> io::Result<()> {
        self.literal("{\"type\":")?;
        self.string(kind)
    }

    fn field(&mut self, name: &str, value: &str) -> io::Result<()> {
        write!(self.writer, ",\"{name}\":")?;
        self.string(value)
    }

    fn flag(&mut self, name: &str, value: bool) -> io::Result<()> {
        write!(self.writer, ",\"{name}\":{value}")
    }

    fn string(&mut self, text: &str) -> io::Result<()> {
        Ok(serde_json::to_writer(&mut *self.writer, text)?)
    }

    fn literal(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())
    }
}

/// The namespace as dumps call it; `None` for the one that goes without saying.
fn namespace_designator(namespace: Namespace) -> Option<&'static str> {
    match namespace {
        Namespace::Html | Namespace::None => None,
        Namespace::MathMl => Some("math"),
        Namespace::Svg => Some("svg"),
        Namespace::XLink => Some("xlink"),
        Namespace::Xml => Some("xml"),
        Namespace::XmlNs => Some("xmlns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shadow_root_stands_before_the_children() {
        let html = "<div><template shadowrootmode=closed shadowrootclonable><slot></template>a";
        let parser = hedgerow::Parser::new().allow_declarative_shadow_roots(true);
        let parsed = parser.parse_fragment(html, &hedgerow::Context::html("body"));
        let mut output = Vec::new();
        write_node(parsed.document().root(), &mut output).unwrap();
        assert_eq!(
            String::from_utf8(output).unwrap(),
            concat!(
                r#"{"type":"document-fragment","children":[{"type":"element","name":"div","attributes":[],"#,
                r#""shadowRoot":{"type":"shadow-root","mode":"closed","delegatesFocus":false,"serializable":false,"#,
                r#""clonable":true,"slotAssignment":"named","children":["#,
                r#"{"type":"element","name":"slot","attributes":[],"children":[]}]},"#,
                r#""children":[{"type":"text","data":"a"}]}]}"#
            )
        );
    }
}
