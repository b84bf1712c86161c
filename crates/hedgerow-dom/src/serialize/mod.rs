//! The HTML fragment serialization algorithm.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
//!
//! The algorithm is recursive in the standard. Here what is left to do is a stack of [`Task`]s, so that no
//! depth of nesting overflows the stack of the thread. What is not here: the dump of the test suite
//! (`test_format.rs`).

mod escape;

use std::fmt::{self, Write};

use hedgerow_names::{AttributeName, ElementFlags, ElementName, Namespace, known};

use crate::document::{Document, NodeId};
use crate::node::{NodeData, NodeRef};
use escape::{write_escaped_attribute_value, write_escaped_text};
use hedgerow_names::{ShadowRootInit, ShadowRootMode, SlotAssignment};

/// How to serialize.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SerializeOptions {
    /// Scripting is enabled for the node: the text in `noscript` elements is written literally.
    pub scripting: bool,
    /// Write the shadow roots that are serializable, as `template` elements.
    pub serializable_shadow_roots: bool,
}

/// Serialization.
impl NodeRef<'_> {
    /// The HTML of the children of the node, with the default [`SerializeOptions`].
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let paragraph = document.create_element(ElementName::html(known::P), []);
    /// document.insert_text_before(paragraph, None, "1 < 2");
    /// assert_eq!(document.node(paragraph).inner_html(), "1 &lt; 2");
    /// ```
    #[must_use]
    pub fn inner_html(self) -> String {
        let mut html = String::new();
        let result = self.write_inner_html(&mut html, SerializeOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// The HTML of the node itself, with the default [`SerializeOptions`]; for a `Document` or
    /// `DocumentFragment`, that of its children.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let element = document.create_element(ElementName::html(known::BR), []);
    /// assert_eq!(document.node(element).outer_html(), "<br>");
    /// ```
    #[must_use]
    pub fn outer_html(self) -> String {
        let mut html = String::new();
        let result = self.write_outer_html(&mut html, SerializeOptions::default());
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        html
    }

    /// Writes the HTML of the children of the node.
    ///
    /// ```
    /// use hedgerow_dom::{Document, SerializeOptions};
    /// use hedgerow_names::{ElementName, known};
    /// let mut document = Document::new();
    /// let noscript = document.create_element(ElementName::html(known::NOSCRIPT), []);
    /// document.insert_text_before(noscript, None, "<p>");
    /// let mut html = String::new();
    /// let options = SerializeOptions { scripting: true, ..SerializeOptions::default() };
    /// document.node(noscript).write_inner_html(&mut html, options)?;
    /// assert_eq!(html, "<p>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_inner_html<W: Write>(self, writer: &mut W, options: SerializeOptions) -> fmt::Result {
        let mut serializer = Serializer::new(self.document(), writer, options);
        serializer.begin_fragment(self.id())?;
        serializer.run()
    }

    /// Writes the HTML of the node itself; for a `Document` or `DocumentFragment`, that of its children.
    ///
    /// ```
    /// use hedgerow_dom::{Document, SerializeOptions};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// let mut html = String::new();
    /// document.node(comment).write_outer_html(&mut html, SerializeOptions::default())?;
    /// assert_eq!(html, "<!--note-->");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_outer_html<W: Write>(self, writer: &mut W, options: SerializeOptions) -> fmt::Result {
        let mut serializer = Serializer::new(self.document(), writer, options);
        serializer.begin_node(self.id())?;
        serializer.run()
    }
}

/// What is left to write.
#[derive(Clone, Copy)]
enum Task {
    /// A node, and then its following siblings.
    NodeAndFollowing(NodeId),
    EndTag(ElementName),
    EndOfShadowRoot,
}

struct Serializer<'d, 'w, W> {
    document: &'d Document,
    writer: &'w mut W,
    options: SerializeOptions,
    /// The next is the last.
    tasks: Vec<Task>,
}

impl<'d, 'w, W: Write> Serializer<'d, 'w, W> {
    fn new(document: &'d Document, writer: &'w mut W, options: SerializeOptions) -> Self {
        Self { document, writer, options, tasks: Vec::new() }
    }

    fn run(&mut self) -> fmt::Result {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::NodeAndFollowing(node) => {
                    if let Some(next) = self.document.next_sibling(node) {
                        self.tasks.push(Task::NodeAndFollowing(next));
                    }
                    self.begin_node(node)?;
                }
                Task::EndTag(name) => {
                    write_parts(self.writer, &["</", self.document.names.text(name.local), ">"])?;
                }
                // 4.2.12. Append "</template>".
                Task::EndOfShadowRoot => self.writer.write_str("</template>")?,
            }
        }
        Ok(())
    }

    /// The HTML fragment serialization algorithm for `node`, up to its first child.
    fn begin_fragment(&mut self, node: NodeId) -> fmt::Result {
        // 1. If the node serializes as void, then return the empty string.
        if self.document.element_name(node).is_some_and(serializes_as_void) {
            return Ok(());
        }
        // 3. If the node is a template element, then let the node instead be the template element's template
        //    contents (a DocumentFragment node).
        let container = self.document.template_contents(node).unwrap_or(node);
        // 5. For each child node of the node, in tree order, run the following steps.
        //    (Pushed first, so that it comes after step 4.)
        self.push_children(container);
        // 4. If current node is a shadow host:
        //    4.1. Let shadow be current node's shadow root.
        if let Some(shadow) = self.document.shadow_root_record(node) {
            // 4.2. If serializableShadowRoots is true and shadow's serializable is true, then:
            if self.options.serializable_shadow_roots && shadow.init.serializable {
                self.write_start_of_shadow_root(shadow.init)?;
                self.tasks.push(Task::EndOfShadowRoot);
                // 4.2.11. Append the value of running the HTML fragment serialization algorithm with shadow.
                self.push_children(shadow.root);
            }
        }
        Ok(())
    }

    /// Steps 4.2.1 to 4.2.10.
    fn write_start_of_shadow_root(&mut self, init: ShadowRootInit) -> fmt::Result {
        let mode = match init.mode {
            ShadowRootMode::Open => "open",
            ShadowRootMode::Closed => "closed",
        };
        write_parts(self.writer, &["<template shadowrootmode=\"", mode, "\""])?;
        let attributes = [
            (init.delegates_focus, " shadowrootdelegatesfocus=\"\""),
            (init.serializable, " shadowrootserializable=\"\""),
            (init.slot_assignment == SlotAssignment::Manual, " shadowrootslotassignment=\"manual\""),
            (init.clonable, " shadowrootclonable=\"\""),
            // 4.2.8. shouldAppendRegistryAttribute: the registry of the document counts as a global one.
            (init.custom_element_registry_is_null, " shadowrootcustomelementregistry=\"\""),
        ];
        for (is_set, attribute) in attributes {
            if is_set {
                self.writer.write_str(attribute)?;
            }
        }
        self.writer.write_str(">")
    }

    fn push_children(&mut self, container: NodeId) {
        self.tasks.extend(self.document.first_child(container).map(Task::NodeAndFollowing));
    }

    /// Step 5 for one node, up to its first child.
    fn begin_node(&mut self, node: NodeId) -> fmt::Result {
        // 5.2. Append the appropriate string from the following list to s:
        match self.document.nodes[node].data {
            // If current node is an Element
            NodeData::Element { namespace, name, .. } => {
                self.begin_element(node, ElementName { namespace, local: name })
            }
            // If current node is a Text node
            NodeData::Text(run) => {
                let data = self.document.text.get(run.span());
                if self.is_literal_text(node) {
                    self.writer.write_str(data)
                } else {
                    write_escaped_text(self.writer, data)
                }
            }
            // If current node is a Comment
            NodeData::Comment(data) => {
                write_parts(self.writer, &["<!--", self.document.text.get(data), "-->"])
            }
            // If current node is a ProcessingInstruction
            NodeData::ProcessingInstruction { target, data } => {
                let (target, data) = (self.document.names.text(target), self.document.text.get(data));
                write_parts(self.writer, &["<?", target, " ", data, "?>"])
            }
            // If current node is a DocumentType
            NodeData::DocumentType { index } => {
                let name = self.document.text.get(self.document.doctypes[index as usize].name);
                write_parts(self.writer, &["<!DOCTYPE ", name, ">"])
            }
            // Never a child: only the node that was asked for.
            NodeData::Document | NodeData::DocumentFragment { .. } | NodeData::ShadowRoot { .. } => {
                self.begin_fragment(node)
            }
        }
    }

    fn begin_element(&mut self, element: NodeId, name: ElementName) -> fmt::Result {
        write_parts(self.writer, &["<", self.document.names.text(name.local)])?;
        // No element has an is value that is not its is attribute: only createElement() makes such.
        for attribute in self.document.attributes_of(element) {
            let local_name = self.document.names.text(attribute.name.local);
            write_parts(self.writer, &[" ", serialized_prefix(attribute.name), local_name, "=\""])?;
            write_escaped_attribute_value(self.writer, self.document.text.get(attribute.value))?;
            self.writer.write_str("\"")?;
        }
        self.writer.write_str(">")?;
        // If current node serializes as void, then continue on to the next child node at this point.
        if serializes_as_void(name) {
            return Ok(());
        }
        self.tasks.push(Task::EndTag(name));
        self.begin_fragment(element)
    }

    /// Whether the parent of a `Text` node is an element whose text is written literally.
    fn is_literal_text(&self, text: NodeId) -> bool {
        let parent = self.document.parent(text).and_then(|parent| self.document.element_name(parent));
        parent.is_some_and(|parent| {
            ElementFlags::of(parent).has(ElementFlags::SERIALIZES_TEXT_LITERALLY)
                || self.options.scripting && parent.is_html(known::NOSCRIPT)
        })
    }
}

/// <https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void>
fn serializes_as_void(name: ElementName) -> bool {
    ElementFlags::of(name).has(ElementFlags::SERIALIZES_AS_VOID)
}

/// What stands before the local name in an attribute's serialized name.
/// <https://html.spec.whatwg.org/multipage/parsing.html#attribute's-serialised-name>
fn serialized_prefix(name: AttributeName) -> &'static str {
    match name.namespace {
        Namespace::Xml => "xml:",
        Namespace::XmlNs if name.local == known::XMLNS => "",
        Namespace::XmlNs => "xmlns:",
        Namespace::XLink => "xlink:",
        Namespace::None | Namespace::Html | Namespace::MathMl | Namespace::Svg => "",
    }
}

fn write_parts<W: Write>(writer: &mut W, parts: &[&str]) -> fmt::Result {
    parts.iter().try_for_each(|part| writer.write_str(part))
}
