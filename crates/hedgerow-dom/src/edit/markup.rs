//! Insertion of parsed markup: the parts of `innerHTML`, `outerHTML` and `insertAdjacentHTML()` that change the tree.
//!
//! <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html>

use super::error::{Algorithm, Attempt, MutationError, MutationRule};
use crate::document::Document;
use crate::node::NodeKind;
use crate::node_id::{NodeId, Slot};
use hedgerow_base::known;

/// The position of markup relative to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkupPlace {
    /// Replaces the contents of the node: `innerHTML`.
    Inner,
    /// Replaces the node: `outerHTML`.
    Outer,
    /// Next to the node or at an end of its contents: `insertAdjacentHTML()`.
    Adjacent(AdjacentPosition),
}

/// A position next to an element, or at an end of its contents.
///
/// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdjacentPosition {
    /// Before the element: `beforebegin`.
    BeforeBegin,
    /// Before the first child of the element: `afterbegin`.
    AfterBegin,
    /// After the last child of the element: `beforeend`.
    BeforeEnd,
    /// After the element: `afterend`.
    AfterEnd,
}

/// Insertion of parsed markup.
impl Document {
    /// Returns the context element for parsing markup at a position; `None` stands for a new `body` element.
    ///
    /// ```
    /// use hedgerow_dom::{AdjacentPosition, Document, MarkupPlace};
    /// let mut document = Document::new();
    /// let list = document.create_element("ul")?;
    /// let item = document.create_element("li")?;
    /// document.append(list, item)?;
    /// let place = MarkupPlace::Adjacent(AdjacentPosition::AfterEnd);
    /// assert_eq!(document.context_of_markup(item, place)?, Some(list));
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If markup cannot be inserted there: the node or its parent is a document or cannot have children, or is missing.
    pub fn context_of_markup(
        &self,
        node: NodeId,
        place: MarkupPlace,
    ) -> Result<Option<NodeId>, MutationError> {
        let attempt = Attempt::on("put markup at", node);
        let node = self.slot_for(attempt)?;
        let is_element = |node: &Slot| self.kind(*node) == NodeKind::Element;
        let is_beside = match place {
            MarkupPlace::Inner => None,
            MarkupPlace::Outer => Some(Algorithm::SET_OUTER_HTML),
            MarkupPlace::Adjacent(AdjacentPosition::BeforeBegin | AdjacentPosition::AfterEnd) => {
                Some(Algorithm::INSERT_ADJACENT_HTML)
            }
            MarkupPlace::Adjacent(_) => None,
        };
        let context = if let Some(algorithm) = is_beside {
            let parent = match self.parent(node) {
                // Setting outerHTML has no effect here. It is refused like any other replacement.
                None if place == MarkupPlace::Outer => {
                    return Err(self.refusal(attempt, None, MutationRule::NoParent));
                }
                Some(parent) if self.kind(parent) != NodeKind::Document => parent,
                // If context is null or a Document, throw a "NoModificationAllowedError" DOMException.
                _ => return Err(self.refusal(attempt, algorithm, MutationRule::NoPlaceForMarkup)),
            };
            // If parent is a DocumentFragment, then set parent to the result of creating an element given … "body" …
            Some(parent).filter(is_element)
        } else if matches!(
            self.kind(node),
            NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot
        ) {
            Some(node).filter(is_element).or_else(|| self.host(node))
        } else {
            return Err(self.refusal(attempt, None, MutationRule::NoMarkup));
        };
        // If … context's local name is "html", and context's namespace is the HTML namespace, then set context to the
        // result of creating an element given … "body" …
        let is_adjacent = matches!(place, MarkupPlace::Adjacent(_));
        let is_html =
            |element: &Slot| self.element_name(*element).is_some_and(|name| name.is_html(known::HTML));
        let context = context.filter(|context| !(is_adjacent && is_html(context)));
        Ok(context.map(|context| self.id_of(context)))
    }

    /// Moves the children of a fragment to a position, and [removes](Self::remove) the nodes that they replace. The new
    /// contents of a `template` element become its template contents. The empty fragment stays in the document.
    ///
    /// ```
    /// use hedgerow_dom::{Document, MarkupPlace};
    /// use hedgerow_serialize::ToHtml;
    /// let mut document = Document::new();
    /// let template = document.create_element("template")?;
    /// let fragment = document.create_document_fragment();
    /// document.append_text(fragment, "Hello")?;
    /// document.put_markup(template, MarkupPlace::Inner, fragment)?;
    /// assert_eq!(document.node(template).outer_html(), "<template>Hello</template>");
    /// # Ok::<(), hedgerow_dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the standard refuses it.
    pub fn put_markup(
        &mut self,
        node: NodeId,
        place: MarkupPlace,
        fragment: NodeId,
    ) -> Result<(), MutationError> {
        let slot = self.slot_for(Attempt::on("put markup at", node))?;
        match place {
            MarkupPlace::Inner => {
                let inside = self.template_contents(slot).map_or(node, |contents| self.id_of(contents));
                self.replace_children(inside, fragment)
            }
            MarkupPlace::Outer => self.replace(node, fragment),
            MarkupPlace::Adjacent(AdjacentPosition::BeforeBegin) => self.insert_before(node, fragment),
            MarkupPlace::Adjacent(AdjacentPosition::AfterBegin) => self.prepend(node, fragment),
            MarkupPlace::Adjacent(AdjacentPosition::BeforeEnd) => self.append(node, fragment),
            MarkupPlace::Adjacent(AdjacentPosition::AfterEnd) => self.insert_after(node, fragment),
        }
    }
}
