//! [`MarkupPlace`]: the parts of `innerHTML`, `outerHTML` and `insertAdjacentHTML()` that concern the tree.
//!
//! <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html>

use hedgerow_base::known;
use hedgerow_dom::{Document, MutationError, MutationRule, NodeId, NodeKind, NodeRef, search};

/// The name and the address of an algorithm.
type Algorithm = [&'static str; 2];

const SET_OUTER_HTML: Algorithm = [
    "outerHTML",
    "https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml",
];

const INSERT_ADJACENT_HTML: Algorithm = [
    "insertAdjacentHTML()",
    "https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml",
];

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

/// The place of parsed markup in a document.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MarkupPlace {
    /// Replaces the contents of the node: `innerHTML`.
    Inner(NodeId),
    /// Replaces the node: `outerHTML`.
    Outer(NodeId),
    /// Next to the node or at an end of its contents: `insertAdjacentHTML()`.
    Adjacent(NodeId, AdjacentPosition),
}

impl MarkupPlace {
    /// Returns the context element for parsing the markup; `None` stands for a new `body` element.
    ///
    /// # Errors
    ///
    /// If markup cannot be inserted there: the node or its parent is a document or cannot have children, or is missing.
    pub(crate) fn context(self, document: &Document) -> Result<Option<NodeRef<'_>>, MutationError> {
        let (Self::Inner(id) | Self::Outer(id) | Self::Adjacent(id, _)) = self;
        let refusal = |algorithm, rule| search::refusal(document, "put markup at", id, algorithm, rule);
        let node = document.get(id).ok_or_else(|| refusal(None, MutationRule::NoSuchNode))?;
        let is_element = |node: &NodeRef<'_>| node.kind() == NodeKind::Element;
        let algorithm_beside = match self {
            Self::Outer(_) => Some(SET_OUTER_HTML),
            Self::Adjacent(_, AdjacentPosition::BeforeBegin | AdjacentPosition::AfterEnd) => {
                Some(INSERT_ADJACENT_HTML)
            }
            Self::Inner(_) | Self::Adjacent(..) => None,
        };
        let context = if let Some(algorithm) = algorithm_beside {
            let parent = match node.parent() {
                // In the standard, setting outerHTML has no effect without a parent. Here it is refused, like any other
                // replacement.
                None if matches!(self, Self::Outer(_)) => return Err(refusal(None, MutationRule::NoParent)),
                Some(parent) if parent.kind() != NodeKind::Document => parent,
                // If context is null or a Document, throw a "NoModificationAllowedError" DOMException.
                _ => return Err(refusal(Some(algorithm), MutationRule::NoPlaceForMarkup)),
            };
            // If parent is a DocumentFragment, then set parent to the result of creating an element given … "body" …
            Some(parent).filter(is_element)
        } else if matches!(node.kind(), NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot)
        {
            Some(node).filter(is_element).or_else(|| node.host())
        } else {
            return Err(refusal(None, MutationRule::NoMarkup));
        };
        // If … context's local name is "html", and context's namespace is the HTML namespace, then set context to the
        // result of creating an element given … "body" …
        let is_adjacent = matches!(self, Self::Adjacent(..));
        Ok(context.filter(|context| !(is_adjacent && context.is_html(known::HTML))))
    }

    /// Moves the children of a fragment to the place, and [removes](Document::remove) the nodes that they replace. The new
    /// contents of a `template` element become its template contents. The empty fragment stays in the document.
    ///
    /// # Errors
    ///
    /// If the standard does not allow the insertion.
    pub(crate) fn put(self, document: &mut Document, fragment: NodeId) -> Result<(), MutationError> {
        match self {
            Self::Inner(node) => {
                let contents = document.get(node).and_then(NodeRef::template_contents);
                let inside = contents.map_or(node, NodeRef::id);
                document.replace_children(inside, fragment)
            }
            Self::Outer(node) => document.replace(node, fragment),
            Self::Adjacent(node, AdjacentPosition::BeforeBegin) => document.insert_before(node, fragment),
            Self::Adjacent(node, AdjacentPosition::AfterBegin) => document.prepend(node, fragment),
            Self::Adjacent(node, AdjacentPosition::BeforeEnd) => document.append(node, fragment),
            Self::Adjacent(node, AdjacentPosition::AfterEnd) => document.insert_after(node, fragment),
        }
    }
}
