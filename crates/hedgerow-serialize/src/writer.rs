//! The writer: passes items from a tree or from events through four stages, each in its own file.
//!
//! ```text
//! events or nodes → charset → whitespace → optional_tags → markup → output
//! ```

use std::fmt::{self, Write};

use hedgerow_base::{ElementName, NameInterner, Namespace, ShadowRootInit, known};
use hedgerow_dom::{Doctype, Document, NodeKind, NodeRef, search};

use crate::charset::CharsetStage;
use crate::item::{EventAttribute, Item, Parents, PlacedItem, Tag, TagAttributes, TextItem};
use crate::markup::Markup;
use crate::optional_tags::OptionalTagsStage;
use crate::options::{MetaCharset, ShadowRoots, WriteOptions};
use crate::rendered_text::{FlowContext, FlowRole};
use crate::walk::{Visitor, serializes_as_void, walk_outer};
use crate::whitespace::WhitespaceStage;

/// A part of a document, to be written without a tree.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum HtmlEvent<'d> {
    /// A start tag. A void element has no end tag.
    StartTag {
        /// The namespace of the element.
        namespace: Namespace,
        /// Its local name.
        name: &'d str,
        /// Its attributes.
        attributes: &'d [EventAttribute<'d>],
    },
    /// An end tag.
    EndTag {
        /// The namespace of the element.
        namespace: Namespace,
        /// Its local name.
        name: &'d str,
    },
    /// Text.
    Text(&'d str),
    /// The data of a comment.
    Comment(&'d str),
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target.
        target: &'d str,
        /// Its data.
        data: &'d str,
    },
    /// A DOCTYPE.
    Doctype(Doctype<'d>),
}

/// Writes HTML from a sequence of events. To write a tree, use [`ToHtml::write_html`](crate::ToHtml::write_html).
///
/// The events are written in order. Missing end tags are not added. Some output is held back until the next events are
/// known: usually a few events, or a whole `head` if a `meta` may have to be added to it.
///
/// ```
/// use hedgerow::serialize::{EventAttribute, HtmlEvent, HtmlWriter, WriteOptions};
/// use hedgerow::dom::Namespace;
/// let class = [EventAttribute { namespace: Namespace::None, name: "class", value: "a b" }];
/// let mut writer = HtmlWriter::new(String::new(), WriteOptions::minify());
/// writer.write(HtmlEvent::StartTag { namespace: Namespace::Html, name: "p", attributes: &class })?;
/// writer.write(HtmlEvent::Text("1 < 2"))?;
/// writer.write(HtmlEvent::EndTag { namespace: Namespace::Html, name: "p" })?;
/// assert_eq!(writer.finish()?, "<p class=\"a b\">1 &lt; 2</p>");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Debug)]
pub struct HtmlWriter<'d, W> {
    /// Interns the names of elements in events.
    names: NameInterner,
    /// The open elements, according to the tags so far.
    open: Vec<OpenElement>,
    charset: CharsetStage<'d>,
    whitespace: WhitespaceStage<'d>,
    optional_tags: OptionalTagsStage<'d>,
    markup: Markup<W>,
}

#[derive(Clone, Copy, Debug)]
struct OpenElement {
    name: ElementName,
    flow: FlowRole,
    /// The context of its children.
    context: FlowContext,
}

impl<'d, W: Write> HtmlWriter<'d, W> {
    /// Creates a writer.
    pub fn new(writer: W, options: WriteOptions) -> Self {
        Self {
            names: NameInterner::default(),
            open: Vec::new(),
            charset: CharsetStage::new(matches!(options.meta_charset, MetaCharset::Inject(_))),
            whitespace: WhitespaceStage::new(options.whitespace, options.scripting),
            optional_tags: OptionalTagsStage::new(options.optional_tags),
            markup: Markup::new(writer, options),
        }
    }

    /// Writes an event.
    ///
    /// ```
    /// use hedgerow::serialize::{HtmlEvent, HtmlWriter, WriteOptions};
    /// let mut writer = HtmlWriter::new(String::new(), WriteOptions::default());
    /// writer.write(HtmlEvent::Comment("note"))?;
    /// assert_eq!(writer.finish()?, "<!--note-->");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the writer returns an error.
    pub fn write(&mut self, event: HtmlEvent<'d>) -> fmt::Result {
        let item = match event {
            HtmlEvent::StartTag { namespace, name, attributes } => {
                let tag = self.tag(namespace, name);
                Item::StartTag { tag, attributes: TagAttributes::Event(attributes) }
            }
            HtmlEvent::EndTag { namespace, name } => Item::EndTag(self.tag(namespace, name)),
            HtmlEvent::Text(data) => Item::Text(TextItem { data, is_collapsed: false }),
            HtmlEvent::Comment(data) => Item::Comment(data),
            HtmlEvent::ProcessingInstruction { target, data } => Item::ProcessingInstruction { target, data },
            HtmlEvent::Doctype(doctype) => Item::Doctype(doctype),
        };
        self.push(item)
    }

    /// Writes the rest of the output, and returns the inner writer.
    ///
    /// ```
    /// use hedgerow::serialize::{HtmlEvent, HtmlWriter, WriteOptions};
    /// let mut writer = HtmlWriter::new(String::new(), WriteOptions::minify());
    /// writer.write(HtmlEvent::Text("a  b"))?;
    /// assert_eq!(writer.finish()?, "a b");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the writer returns an error.
    pub fn finish(mut self) -> Result<W, fmt::Error> {
        self.flush()?;
        Ok(self.markup.writer.writer)
    }

    fn flush(&mut self) -> fmt::Result {
        for placed in self.charset.finish() {
            self.change_whitespace(placed)?;
        }
        for placed in self.whitespace.finish() {
            omit_or_write(&mut self.optional_tags, &mut self.markup, placed)?;
        }
        match self.optional_tags.finish() {
            Some(placed) => self.markup.write(&placed.item, placed.parents),
            None => Ok(()),
        }
    }

    fn tag(&mut self, namespace: Namespace, name: &'d str) -> Tag<'d> {
        Tag { name: ElementName { namespace, local: self.names.intern(name) }, text: name }
    }

    /// Adds the parents to an item, and passes it to the stages.
    fn push(&mut self, item: Item<'d>) -> fmt::Result {
        // Empty text is dropped, because it must not count as content after a tag.
        if matches!(item, Item::Text(TextItem { data: "", .. })) {
            return Ok(());
        }
        let mut flow = FlowRole::Inline;
        if let Item::EndTag(tag) = item {
            match self.open.pop_if(|open| open.name == tag.name) {
                Some(open) => flow = open.flow,
                None => flow = self.flow(tag.name, TagAttributes::Event(&[])),
            }
        }
        let mut ancestors = self.open.iter().rev().map(|open| open.name);
        let parents = Parents { parent: ancestors.next(), grandparent: ancestors.next() };
        if let Item::StartTag { tag, attributes } = item {
            flow = self.flow(tag.name, attributes);
            if !serializes_as_void(tag.name) {
                self.open_element(tag.name, flow);
            }
        }
        let placed = PlacedItem { item, parents, flow };
        if self.charset.is_idle() {
            return self.change_whitespace(placed);
        }
        self.charset.push(placed).into_iter().try_for_each(|placed| self.change_whitespace(placed))
    }

    fn open_element(&mut self, name: ElementName, flow: FlowRole) {
        let context = self.context().of_children(name, flow);
        self.open.push(OpenElement { name, flow, context });
    }

    /// The context of a child of the innermost open element.
    fn context(&self) -> FlowContext {
        self.open.last().map_or_else(FlowContext::default, |open| open.context)
    }

    fn flow(&self, name: ElementName, attributes: TagAttributes<'_>) -> FlowRole {
        if !self.whitespace.is_trimming() {
            return FlowRole::Inline;
        }
        FlowRole::of(name, self.context(), |name| attributes.known_value(name))
    }

    fn change_whitespace(&mut self, placed: PlacedItem<'d>) -> fmt::Result {
        if self.whitespace.is_idle() {
            return omit_or_write(&mut self.optional_tags, &mut self.markup, placed);
        }
        for placed in self.whitespace.push(placed) {
            omit_or_write(&mut self.optional_tags, &mut self.markup, placed)?;
        }
        Ok(())
    }
}

/// Runs the last two stages.
fn omit_or_write<'d, W: Write>(
    optional_tags: &mut OptionalTagsStage<'d>,
    markup: &mut Markup<W>,
    placed: PlacedItem<'d>,
) -> fmt::Result {
    if optional_tags.is_idle() {
        return markup.write(&placed.item, placed.parents);
    }
    match optional_tags.push(placed) {
        Some(placed) => markup.write(&placed.item, placed.parents),
        None => Ok(()),
    }
}

/// Writes a node with its descendants.
pub(crate) fn write_tree<W: Write>(node: NodeRef<'_>, writer: &mut W, options: &WriteOptions) -> fmt::Result {
    let document = node.document();
    let mut writer = HtmlWriter::new(writer, options.clone());
    if node.kind() == NodeKind::Text {
        // The parent determines whether and how the text is escaped.
        if let Some(parent) = node.parent().and_then(search::element_name) {
            writer.open_element(parent, FlowRole::Inline);
        }
    }
    let mut tree = TreeWriter { document, shadow_roots: options.shadow_roots, writer };
    walk_outer(node, &mut tree)?;
    tree.writer.flush()
}

/// Passes the nodes of a tree to the writer.
struct TreeWriter<'d, W> {
    document: &'d Document,
    shadow_roots: ShadowRoots,
    writer: HtmlWriter<'d, W>,
}

impl<'d, W: Write> TreeWriter<'d, W> {
    fn tag(&self, name: ElementName) -> Tag<'d> {
        Tag { name, text: search::names(self.document).text(name.local) }
    }
}

/// The `template` that represents a shadow root.
const TEMPLATE: Tag<'static> = Tag { name: ElementName::html(known::TEMPLATE), text: "template" };

impl<'d, W: Write> Visitor<'d> for TreeWriter<'d, W> {
    fn wants_shadow_root(&self, _: NodeRef<'d>, init: ShadowRootInit) -> bool {
        match self.shadow_roots {
            ShadowRoots::None => false,
            ShadowRoots::Serializable => init.serializable,
            ShadowRoots::All => true,
        }
    }

    fn start_tag(&mut self, element: NodeRef<'d>, name: ElementName) -> fmt::Result {
        let attributes = TagAttributes::Element(element);
        self.writer.push(Item::StartTag { tag: self.tag(name), attributes })
    }

    fn end_tag(&mut self, name: ElementName) -> fmt::Result {
        self.writer.push(Item::EndTag(self.tag(name)))
    }

    fn start_of_shadow_root(&mut self, init: ShadowRootInit) -> fmt::Result {
        self.writer.push(Item::StartTag { tag: TEMPLATE, attributes: TagAttributes::ShadowRoot(init) })
    }

    fn end_of_shadow_root(&mut self) -> fmt::Result {
        self.writer.push(Item::EndTag(TEMPLATE))
    }

    fn text(&mut self, _: NodeRef<'d>, data: &'d str) -> fmt::Result {
        self.writer.push(Item::Text(TextItem { data, is_collapsed: false }))
    }

    fn comment(&mut self, data: &'d str) -> fmt::Result {
        self.writer.push(Item::Comment(data))
    }

    fn processing_instruction(&mut self, target: &'d str, data: &'d str) -> fmt::Result {
        self.writer.push(Item::ProcessingInstruction { target, data })
    }

    fn doctype(&mut self, doctype: Doctype<'d>) -> fmt::Result {
        self.writer.push(Item::Doctype(doctype))
    }
}
