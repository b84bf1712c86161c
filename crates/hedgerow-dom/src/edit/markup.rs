//! [`MarkupPlace`]: the parts of `innerHTML`, `outerHTML` and `insertAdjacentHTML()` that change the tree.
//!
//! <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html>

use hedgerow_base::known;

use super::error::{Algorithm, Attempt, MutationError, MutationRule};
use crate::document::Document;
use crate::node::NodeKind;
use crate::node_id::{NodeId, Slot};

/// The place of parsed markup in a document.
///
/// ```
/// use hedgerow_dom::{AdjacentPosition, Document, MarkupPlace};
/// use hedgerow_serialize::ToHtml;
/// let mut document = Document::new();
/// let list = document.create_element("ul")?;
/// let item = document.build("li").append_to(list)?;
/// let place = MarkupPlace::Adjacent(item, AdjacentPosition::AfterEnd);
/// assert_eq!(place.context(&document)?, Some(list));
/// let fragment = document.create_document_fragment(); // the result of parsing the markup in this context
/// document.build("li").text("new").append_to(fragment)?;
/// place.put(&mut document, fragment)?;
/// assert_eq!(document.node(list).inner_html(), "<li></li><li>new</li>");
/// # Ok::<(), hedgerow_dom::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkupPlace {
    /// Replaces the contents of the node: `innerHTML`.
    Inner(NodeId),
    /// Replaces the node: `outerHTML`.
    Outer(NodeId),
    /// Next to the node or at an end of its contents: `insertAdjacentHTML()`.
    Adjacent(NodeId, AdjacentPosition),
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

impl MarkupPlace {
    /// Returns the context element for parsing the markup; `None` stands for a new `body` element.
    ///
    /// # Errors
    ///
    /// If markup cannot be inserted there: the node or its parent is a document or cannot have children, or is missing.
    pub fn context(self, document: &Document) -> Result<Option<NodeId>, MutationError> {
        let (attempt, node) = self.subject(document)?;
        let is_element = |node: &Slot| document.kind(*node) == NodeKind::Element;
        let is_beside = match self {
            Self::Outer(_) => Some(Algorithm::SET_OUTER_HTML),
            Self::Adjacent(_, AdjacentPosition::BeforeBegin | AdjacentPosition::AfterEnd) => {
                Some(Algorithm::INSERT_ADJACENT_HTML)
            }
            Self::Inner(_) | Self::Adjacent(..) => None,
        };
        let context = if let Some(algorithm) = is_beside {
            let parent = match document.parent(node) {
                // Setting outerHTML has no effect here. It is refused like any other replacement.
                None if matches!(self, Self::Outer(_)) => {
                    return Err(document.refusal(attempt, None, MutationRule::NoParent));
                }
                Some(parent) if document.kind(parent) != NodeKind::Document => parent,
                // If context is null or a Document, throw a "NoModificationAllowedError" DOMException.
                _ => return Err(document.refusal(attempt, algorithm, MutationRule::NoPlaceForMarkup)),
            };
            // If parent is a DocumentFragment, then set parent to the result of creating an element given … "body" …
            Some(parent).filter(is_element)
        } else if matches!(
            document.kind(node),
            NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot
        ) {
            Some(node).filter(is_element).or_else(|| document.host(node))
        } else {
            return Err(document.refusal(attempt, None, MutationRule::NoMarkup));
        };
        // If … context's local name is "html", and context's namespace is the HTML namespace, then set context to the
        // result of creating an element given … "body" …
        let is_adjacent = matches!(self, Self::Adjacent(..));
        let is_html =
            |element: &Slot| document.element_name(*element).is_some_and(|name| name.is_html(known::HTML));
        let context = context.filter(|context| !(is_adjacent && is_html(context)));
        Ok(context.map(|context| document.id_of(context)))
    }

    /// Moves the children of a fragment to the place, and [removes](Document::remove) the nodes that they replace. The new
    /// contents of a `template` element become its template contents. The empty fragment stays in the document.
    ///
    /// # Errors
    ///
    /// If the standard refuses it.
    pub fn put(self, document: &mut Document, fragment: NodeId) -> Result<(), MutationError> {
        let (_, slot) = self.subject(document)?;
        match self {
            Self::Inner(node) => {
                let contents = document.template_contents(slot);
                let inside = contents.map_or(node, |contents| document.id_of(contents));
                document.replace_children(inside, fragment)
            }
            Self::Outer(node) => document.replace(node, fragment),
            Self::Adjacent(node, AdjacentPosition::BeforeBegin) => document.insert_before(node, fragment),
            Self::Adjacent(node, AdjacentPosition::AfterBegin) => document.prepend(node, fragment),
            Self::Adjacent(node, AdjacentPosition::BeforeEnd) => document.append(node, fragment),
            Self::Adjacent(node, AdjacentPosition::AfterEnd) => document.insert_after(node, fragment),
        }
    }

    fn subject(self, document: &Document) -> Result<(Attempt<'static>, Slot), MutationError> {
        let (Self::Inner(node) | Self::Outer(node) | Self::Adjacent(node, _)) = self;
        let attempt = Attempt::on("put markup at", node);
        Ok((attempt, document.slot_for(attempt)?))
    }
}
