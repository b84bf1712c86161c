//! The HTML fragment serialization algorithm: the output for each kind of node.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
//!
//! The order of nodes is in `walk.rs`, escaping in `escape.rs`, and the writer with options in `writer.rs`.

use std::collections::HashSet;
use std::fmt::{self, Write};

use hedgerow_base::{ElementName, Namespace, ShadowRootInit, SlotAssignment, known};
use hedgerow_dom::{Doctype, Document, NodeId, NodeKind, NodeRef, search};

use crate::SerializeOptions;
use crate::escape::{write_escaped_attribute_value, write_escaped_text};
use crate::walk::Visitor;

/// Writes nodes as the standard defines.
pub(crate) struct Serializer<'d, 'w, W> {
    document: &'d Document,
    writer: &'w mut W,
    scripting: bool,
    serializable_shadow_roots: bool,
    shadow_roots: HashSet<NodeId>,
    /// The node that the caller serializes.
    start: NodeRef<'d>,
    /// Whether `start` is a `template` element or is in template contents; computed lazily.
    starts_in_template: Option<bool>,
    /// The number of open `template` elements.
    open_templates: usize,
}

impl<'d, 'w, W: Write> Serializer<'d, 'w, W> {
    pub(crate) fn new(start: NodeRef<'d>, writer: &'w mut W, options: SerializeOptions<'_>) -> Self {
        Self {
            document: start.document(),
            writer,
            scripting: options.scripting,
            serializable_shadow_roots: options.serializable_shadow_roots,
            shadow_roots: options.shadow_roots.iter().copied().collect(),
            start,
            starts_in_template: None,
            open_templates: 0,
        }
    }

    /// Whether the parent of a `Text` node is an element whose text is written literally.
    fn is_literal_text(&mut self, text: NodeRef<'d>) -> bool {
        let Some(parent) = text.parent().and_then(search::element_name) else { return false };
        // Scripting is disabled in template contents, because their node document has no browsing context.
        parent.has_literal_text(false)
            || self.scripting && parent.has_literal_text(true) && !self.is_in_template()
    }

    /// Whether the walk is in template contents, whose node document has neither a browsing context nor a custom element
    /// registry.
    /// <https://html.spec.whatwg.org/multipage/scripting.html#template-contents>
    fn is_in_template(&mut self) -> bool {
        let start = self.start;
        self.open_templates > 0 || *self.starts_in_template.get_or_insert_with(|| is_in_template(start))
    }
}

impl<'d, W: Write> Visitor<'d> for Serializer<'d, '_, W> {
    fn wants_shadow_root(&self, root: NodeRef<'d>, init: ShadowRootInit) -> bool {
        self.serializable_shadow_roots && init.serializable || self.shadow_roots.contains(&root.id())
    }

    fn start_tag(&mut self, element: NodeRef<'d>, name: ElementName) -> fmt::Result {
        self.open_templates += usize::from(name.is_html(known::TEMPLATE));
        write_parts(self.writer, &["<", search::names(self.document).text(name.local)])?;
        // The step for the `is` value is omitted, because only createElement() can create an element whose `is` value
        // differs from its `is` attribute.
        for attribute in element.attributes() {
            let name = search::attribute_name(attribute);
            self.writer.write_str(" ")?;
            // OPTIMIZATION: almost no attribute has a prefix.
            if name.namespace != Namespace::None {
                self.writer.write_str(name.serialized_prefix())?;
            }
            write_parts(self.writer, &[attribute.name_text(), "=\""])?;
            write_escaped_attribute_value(self.writer, attribute.value())?;
            self.writer.write_str("\"")?;
        }
        self.writer.write_str(">")
    }

    fn end_tag(&mut self, name: ElementName) -> fmt::Result {
        self.open_templates -= usize::from(name.is_html(known::TEMPLATE));
        write_parts(self.writer, &["</", search::names(self.document).text(name.local), ">"])
    }

    fn start_of_shadow_root(&mut self, mut init: ShadowRootInit) -> fmt::Result {
        // 4.2.8.3. If documentRegistry is null and shadowRegistry is null, then return false.
        init.custom_element_registry_is_null &= !self.is_in_template();
        self.writer.write_str("<template")?;
        for (name, value) in shadow_root_attributes(init) {
            write_parts(self.writer, &[" ", name, "=\"", value, "\""])?;
        }
        // 4.2.10. Append U+003E (>).
        self.writer.write_str(">")
    }

    fn end_of_shadow_root(&mut self) -> fmt::Result {
        self.writer.write_str("</template>")
    }

    fn text(&mut self, text: NodeRef<'d>, data: &'d str) -> fmt::Result {
        if self.is_literal_text(text) {
            self.writer.write_str(data)
        } else {
            write_escaped_text(self.writer, data)
        }
    }

    fn comment(&mut self, data: &'d str) -> fmt::Result {
        write_parts(self.writer, &["<!--", data, "-->"])
    }

    fn processing_instruction(&mut self, target: &'d str, data: &'d str) -> fmt::Result {
        write_parts(self.writer, &["<?", target, " ", data, "?>"])
    }

    fn doctype(&mut self, doctype: Doctype<'d>) -> fmt::Result {
        write_parts(self.writer, &["<!DOCTYPE ", doctype.name, ">"])
    }
}

/// Whether a node is a `template` element or is in template contents. A node in a shadow tree is in template contents
/// if its host is.
fn is_in_template(node: NodeRef<'_>) -> bool {
    let mut root = node;
    loop {
        if root.template_contents().is_some() {
            return true;
        }
        root = root.tree_root();
        match (root.host(), root.kind()) {
            (Some(host), NodeKind::ShadowRoot) => root = host,
            (host, _) => return host.is_some(),
        }
    }
}

/// The attributes of the `template` that stands for a shadow root: steps 4.2.1 to 4.2.9.
pub(crate) fn shadow_root_attributes(
    init: ShadowRootInit,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let attributes = [
        (true, "shadowrootmode", init.mode.as_str()),
        (init.delegates_focus, "shadowrootdelegatesfocus", ""),
        (init.serializable, "shadowrootserializable", ""),
        (init.slot_assignment == SlotAssignment::Manual, "shadowrootslotassignment", "manual"),
        (init.clonable, "shadowrootclonable", ""),
        // 4.2.8. shouldAppendRegistryAttribute: the registry of the document counts as a global one.
        (init.custom_element_registry_is_null, "shadowrootcustomelementregistry", ""),
    ];
    attributes.into_iter().filter(|(is_set, ..)| *is_set).map(|(_, name, value)| (name, value))
}

/// Writes several strings, one after the other.
pub(crate) fn write_parts<W: Write>(writer: &mut W, parts: &[&str]) -> fmt::Result {
    parts.iter().try_for_each(|part| writer.write_str(part))
}
