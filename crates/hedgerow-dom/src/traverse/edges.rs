//! Iterators over the steps of a walk, which enter and leave each node.

use std::iter::FusedIterator;

use crate::node_ref::NodeRef;

/// A step of [`Traverse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEdge<'d> {
    /// The node is entered; its children come next.
    Enter(NodeRef<'d>),
    /// The node is left; its children came before.
    Leave(NodeRef<'d>),
}

impl NodeEdge<'_> {
    #[inline]
    fn next(self) -> Option<Self> {
        match self {
            Self::Enter(node) => Some(node.first_child().map_or(Self::Leave(node), Self::Enter)),
            Self::Leave(node) => {
                node.next_sibling().map(Self::Enter).or_else(|| node.parent().map(Self::Leave))
            }
        }
    }
}

/// A node and its descendants, each when it is entered and when it is left: [`NodeRef::traverse`].
#[derive(Clone, Debug)]
pub struct Traverse<'d> {
    top: NodeRef<'d>,
    next: Option<NodeEdge<'d>>,
}

impl<'d> Traverse<'d> {
    #[inline]
    pub(super) fn new(top: NodeRef<'d>) -> Self {
        Self { top, next: Some(NodeEdge::Enter(top)) }
    }

    /// Skips the descendants of the node that was entered last: the next step leaves this node. Does nothing unless the last step
    /// entered a node.
    ///
    /// ```
    /// use hedgerow::dom::NodeEdge;
    /// let document = hedgerow::parse("<body><p>one<script>two</script><p>three");
    /// let mut text = String::new();
    /// let mut walk = document.root().traverse();
    /// while let Some(step) = walk.next() {
    ///     match step {
    ///         NodeEdge::Enter(node) if node.local_name_text() == "script" => walk.skip_children(),
    ///         NodeEdge::Enter(node) => text.push_str(node.data().unwrap_or_default()),
    ///         NodeEdge::Leave(_) => {}
    ///     }
    /// }
    /// assert_eq!(text, "onethree");
    /// ```
    #[doc(alias = "skip_subtree")]
    pub fn skip_children(&mut self) {
        // Only after the step that enters a node, the next step enters a first child.
        if let Some(NodeEdge::Enter(child)) = self.next
            && child != self.top
            && child.previous_sibling().is_none()
        {
            self.next = child.parent().map(NodeEdge::Leave);
        }
    }
}

impl<'d> Iterator for Traverse<'d> {
    type Item = NodeEdge<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let edge = self.next?;
        self.next = if edge == NodeEdge::Leave(self.top) { None } else { edge.next() };
        Some(edge)
    }
}

impl FusedIterator for Traverse<'_> {}

/// A walk like [`Traverse`] that also enters shadow roots and template contents. In each element, it first enters the shadow
/// root, then the template contents, then the children.
#[derive(Clone, Debug)]
pub struct TraverseWhole<'d> {
    top: NodeRef<'d>,
    next: Option<NodeEdge<'d>>,
}

impl<'d> TraverseWhole<'d> {
    /// Returns the walk over a node with all that it contains.
    pub fn new(top: NodeRef<'d>) -> Self {
        Self { top, next: Some(NodeEdge::Enter(top)) }
    }

    /// Returns the step after a node was left.
    fn following(&self, node: NodeRef<'d>) -> Option<NodeEdge<'d>> {
        if node == self.top {
            return None;
        }
        let Some(host) = node.host() else {
            return NodeEdge::Leave(node).next();
        };
        let inside =
            if host.shadow_root() == Some(node) { after_the_shadow_root(host) } else { host.first_child() };
        Some(inside.map_or(NodeEdge::Leave(host), NodeEdge::Enter))
    }
}

impl<'d> Iterator for TraverseWhole<'d> {
    type Item = NodeEdge<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let edge = self.next?;
        self.next = match edge {
            NodeEdge::Enter(node) => {
                let inside = node.shadow_root().or_else(|| after_the_shadow_root(node));
                Some(inside.map_or(NodeEdge::Leave(node), NodeEdge::Enter))
            }
            NodeEdge::Leave(node) => self.following(node),
        };
        Some(edge)
    }
}

/// Everything in a node, including template contents and shadow trees: [`NodeRef::deep_descendants`].
#[derive(Clone, Debug)]
pub struct DeepDescendants<'d> {
    walk: TraverseWhole<'d>,
}

impl<'d> DeepDescendants<'d> {
    pub(super) fn of(top: NodeRef<'d>) -> Self {
        let mut walk = TraverseWhole::new(top);
        walk.next();
        Self { walk }
    }
}

impl<'d> Iterator for DeepDescendants<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.find_map(|edge| match edge {
            NodeEdge::Enter(node) => Some(node),
            NodeEdge::Leave(_) => None,
        })
    }
}

impl FusedIterator for DeepDescendants<'_> {}

/// Returns the first node inside `node` that comes after the shadow root of `node`.
fn after_the_shadow_root(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.template_contents().or_else(|| node.first_child())
}
