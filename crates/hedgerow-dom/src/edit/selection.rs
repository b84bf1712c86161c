//! [`Selection`]: the same change of many nodes.

use super::error::MutationError;
use crate::attributes::AttributeRef;
use crate::document::Document;
use crate::node_id::NodeId;
use crate::node_ref::NodeRef;
use hedgerow_base::{AttributeKey, ElementKey, SideTable};

/// Nodes of a document that are changed together. [`Document::change`] takes their ids; `SelectMut::select_mut` of the crate
/// `hedgerow-select` finds them with a selector.
///
/// Each change applies to the nodes in order. A node that an earlier change has [removed](Document::remove) is skipped: removing
/// an element also removes the selected nodes inside it. Each node is changed by a method of [`Document`]. If the
/// method refuses to change a node, its error is returned; the nodes before this node have been changed, and the nodes
/// after it have not.
///
/// ```
/// use hedgerow::{Document, NodeRef};
/// use hedgerow::ToHtml;
/// let mut document = Document::new();
/// let list = document.build("ul").finish()?;
/// for text in ["oak", "elm"] {
///     document.build("li").attribute("onclick", "x()").text(text).append_to(list)?;
/// }
/// let items: Vec<_> = document.node(list).children().map(NodeRef::id).collect();
/// document
///     .change(items)
///     .retain_attributes(|_, attribute| !attribute.name_text().starts_with("on"))?
///     .rename("dd")?
///     .add_class("tree")?;
/// assert_eq!(document.node(list).inner_html(), r#"<dd class="tree">oak</dd><dd class="tree">elm</dd>"#);
/// # Ok::<(), hedgerow::dom::MutationError>(())
/// ```
#[derive(Debug)]
#[must_use = "nothing is changed yet"]
pub struct Selection<'d> {
    document: &'d mut Document,
    nodes: Vec<NodeId>,
}

/// The result of a change: the selection, for the next change.
type Changed<'s, 'd, E = MutationError> = Result<&'s mut Selection<'d>, E>;

#[expect(clippy::missing_errors_doc, reason = "the type's documentation says when a change is refused")]
impl<'d> Selection<'d> {
    pub(super) fn new(document: &'d mut Document, nodes: Vec<NodeId>) -> Self {
        Self { document, nodes }
    }

    /// Returns the nodes that have not been removed.
    pub fn nodes(&self) -> impl Iterator<Item = NodeRef<'_>> {
        self.nodes.iter().filter_map(|&node| self.document.get(node))
    }

    /// Calls a function that changes each node.
    pub fn each<E>(
        &mut self,
        mut change: impl FnMut(&mut Document, NodeId) -> Result<(), E>,
    ) -> Changed<'_, 'd, E> {
        for &node in &self.nodes {
            if self.document.get(node).is_some() {
                change(self.document, node)?;
            }
        }
        Ok(self)
    }

    /// [Removes](Document::remove) the nodes.
    pub fn remove(&mut self) -> Changed<'_, 'd> {
        self.each(Document::remove)
    }

    /// Replaces each element [by its children](Document::replace_with_children).
    #[doc(alias("unwrap", "drop_tag", "strip_elements"))]
    pub fn replace_with_children(&mut self) -> Changed<'_, 'd> {
        self.each(Document::replace_with_children)
    }

    /// [Wraps](Document::wrap) each node in a new element.
    pub fn wrap<'t>(&mut self, name: impl Into<ElementKey<'t>>) -> Changed<'_, 'd> {
        let name = name.into();
        self.each(|document, node| {
            let wrapper = document.build(name).finish()?;
            let wrapped = document.wrap(node, wrapper);
            if wrapped.is_err() {
                document.remove(wrapper)?;
            }
            wrapped
        })
    }

    /// Replaces each node by the text that the function computes for it, and [removes](Document::remove) the node. An
    /// empty text creates no node.
    pub fn replace_with_text(&mut self, mut text: impl FnMut(NodeRef<'_>) -> String) -> Changed<'_, 'd> {
        self.each(|document, node| {
            let text = text(document.node(node));
            if text.is_empty() {
                return document.remove(node);
            }
            let text = document.create_text(&text);
            let replaced = document.replace(node, text);
            if replaced.is_err() {
                document.remove(text)?;
            }
            replaced
        })
    }

    /// Sets the text of each node, as [`Document::set_text`] does.
    pub fn set_text(&mut self, text: &str) -> Changed<'_, 'd> {
        self.each(|document, node| document.set_text(node, text))
    }

    /// Sets an attribute, as [`Document::set_attribute`] does.
    pub fn set_attribute<'t>(&mut self, name: impl Into<AttributeKey<'t>>, value: &str) -> Changed<'_, 'd> {
        let name = name.into();
        self.each(|document, node| document.set_attribute(node, name, value))
    }

    /// Removes an attribute, as [`Document::remove_attribute`] does.
    pub fn remove_attribute<'t>(&mut self, name: impl Into<AttributeKey<'t>>) -> Changed<'_, 'd> {
        let name = name.into();
        self.each(|document, node| document.remove_attribute(node, name).map(|_| ()))
    }

    /// Removes the attributes for which the function returns `false`. Its arguments are the local name of the element and the
    /// attribute.
    ///
    /// Elements that the parser reconstructs, such as `b` in each of many paragraphs, share their attributes. If
    /// elements of the same name share a long list, the function is called only for the first of them, so cleaning a
    /// document takes linear time if all of its elements are in one selection.
    pub fn retain_attributes(
        &mut self,
        mut is_kept: impl FnMut(&str, AttributeRef<'_>) -> bool,
    ) -> Changed<'_, 'd> {
        let mut retained = SideTable::new();
        for &node in &self.nodes {
            if let Some(node) = self.document.get(node).map(NodeRef::slot) {
                self.document.retain_attributes_of(node, &mut is_kept, &mut retained);
            }
        }
        // Memory is reclaimed only at the end, because reclaiming changes the ranges of attributes, which are the keys of
        // `retained`.
        self.document.reclaim_if_worthwhile();
        Ok(self)
    }

    /// Adds a class, as [`Document::add_class`] does.
    pub fn add_class(&mut self, class: &str) -> Changed<'_, 'd> {
        self.each(|document, node| document.add_class(node, class).map(|_| ()))
    }

    /// Removes a class, as [`Document::remove_class`] does.
    pub fn remove_class(&mut self, class: &str) -> Changed<'_, 'd> {
        self.each(|document, node| document.remove_class(node, class).map(|_| ()))
    }

    /// Renames each element, as [`Document::rename_element`] does.
    pub fn rename<'t>(&mut self, name: impl Into<ElementKey<'t>>) -> Changed<'_, 'd> {
        let name = name.into();
        self.each(|document, node| document.rename_element(node, name))
    }
}
