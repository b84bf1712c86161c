//! The tree walk for everything that writes HTML: start tags, end tags, and the content between them, in tree order.
//!
//! The algorithm of the standard is recursive. Here the remaining work is a stack of [`Task`]s, so that nesting cannot
//! overflow the stack of the thread.

use std::fmt;

use hedgerow_base::{ElementFlags, ElementName, ShadowRootInit};
use hedgerow_dom::{Doctype, NodeKind, NodeRef, search};

/// Receives the parts of the output in order.
pub(crate) trait Visitor<'d> {
    /// Whether the content of a shadow root is written.
    fn wants_shadow_root(&self, root: NodeRef<'d>, init: ShadowRootInit) -> bool;
    /// A start tag. The content and the end tag of a void element are not visited.
    fn start_tag(&mut self, element: NodeRef<'d>, name: ElementName) -> fmt::Result;
    /// An end tag.
    fn end_tag(&mut self, name: ElementName) -> fmt::Result;
    /// The start tag of the `template` that represents a shadow root.
    fn start_of_shadow_root(&mut self, init: ShadowRootInit) -> fmt::Result;
    /// The end tag of that `template`.
    fn end_of_shadow_root(&mut self) -> fmt::Result;
    /// A `Text` node.
    fn text(&mut self, text: NodeRef<'d>, data: &'d str) -> fmt::Result;
    /// A `Comment` node.
    fn comment(&mut self, data: &'d str) -> fmt::Result;
    /// A `ProcessingInstruction` node.
    fn processing_instruction(&mut self, target: &'d str, data: &'d str) -> fmt::Result;
    /// A `DocumentType` node.
    fn doctype(&mut self, doctype: Doctype<'d>) -> fmt::Result;
}

/// Visits the children of `node`.
pub(crate) fn walk_inner<'d>(node: NodeRef<'d>, visitor: &mut impl Visitor<'d>) -> fmt::Result {
    let mut walk = Walk { visitor, tasks: Vec::new() };
    walk.begin_fragment(node)?;
    walk.run()
}

/// Visits `node`; for a `Document` or `DocumentFragment`, its children.
pub(crate) fn walk_outer<'d>(node: NodeRef<'d>, visitor: &mut impl Visitor<'d>) -> fmt::Result {
    let mut walk = Walk { visitor, tasks: Vec::new() };
    walk.begin_node(node)?;
    walk.run()
}

/// <https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void>
pub(crate) fn serializes_as_void(name: ElementName) -> bool {
    ElementFlags::of(name).has(ElementFlags::SERIALIZES_AS_VOID)
}

/// A piece of remaining work.
#[derive(Clone, Copy)]
enum Task<'d> {
    /// A node, and then its following siblings.
    NodeAndFollowing(NodeRef<'d>),
    EndTag(ElementName),
    EndOfShadowRoot,
}

struct Walk<'d, 'v, V> {
    visitor: &'v mut V,
    /// The tasks; the last one is next.
    tasks: Vec<Task<'d>>,
}

impl<'d, V: Visitor<'d>> Walk<'d, '_, V> {
    fn run(&mut self) -> fmt::Result {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::NodeAndFollowing(node) => {
                    if let Some(next) = node.next_sibling() {
                        self.tasks.push(Task::NodeAndFollowing(next));
                    }
                    self.begin_node(node)?;
                }
                Task::EndTag(name) => self.visitor.end_tag(name)?,
                // 4.2.12. Append "</template>".
                Task::EndOfShadowRoot => self.visitor.end_of_shadow_root()?,
            }
        }
        Ok(())
    }

    /// The HTML fragment serialization algorithm for `node`, up to its first child.
    fn begin_fragment(&mut self, node: NodeRef<'d>) -> fmt::Result {
        // 1. If the node serializes as void, then return the empty string.
        if search::element_name(node).is_some_and(serializes_as_void) {
            return Ok(());
        }
        self.begin_content(node)
    }

    /// The steps after step 1, for a node that does not serialize as void.
    fn begin_content(&mut self, node: NodeRef<'d>) -> fmt::Result {
        // 3. If the node is a template element, then let the node instead be the template element's template
        //    contents (a DocumentFragment node).
        let container = node.template_contents().unwrap_or(node);
        // 5. For each child node of the node, in tree order, run the following steps.
        //    (Pushed first, so that it comes after step 4.)
        self.push_children(container);
        // 4. If current node is a shadow host:
        //    4.1. Let shadow be current node's shadow root.
        if let Some(shadow) = node.shadow_root()
            && let Some(init) = node.shadow_root_init()
        {
            // 4.2. If one of the following is true: serializableShadowRoots is true and shadow's serializable is
            //      true; or shadowRoots contains shadow, then:
            if self.visitor.wants_shadow_root(shadow, init) {
                self.visitor.start_of_shadow_root(init)?;
                self.tasks.push(Task::EndOfShadowRoot);
                // 4.2.11. Append the value of running the HTML fragment serialization algorithm with shadow.
                self.push_children(shadow);
            }
        }
        Ok(())
    }

    fn push_children(&mut self, container: NodeRef<'d>) {
        self.tasks.extend(container.first_child().map(Task::NodeAndFollowing));
    }

    /// Step 5 for one node, up to its first child.
    fn begin_node(&mut self, node: NodeRef<'d>) -> fmt::Result {
        // 5.2. Append the appropriate string from the following list to s:
        match node.kind() {
            // If current node is an Element
            NodeKind::Element => {
                let Some(name) = search::element_name(node) else { return Ok(()) };
                self.visitor.start_tag(node, name)?;
                // If current node serializes as void, then continue on to the next child node at this point.
                if serializes_as_void(name) {
                    return Ok(());
                }
                self.tasks.push(Task::EndTag(name));
                self.begin_content(node)
            }
            // If current node is a Text node
            NodeKind::Text => self.visitor.text(node, node.data().unwrap_or_default()),
            // If current node is a Comment
            NodeKind::Comment => self.visitor.comment(node.data().unwrap_or_default()),
            // If current node is a ProcessingInstruction
            NodeKind::ProcessingInstruction => {
                let (target, data) = node.processing_instruction().unwrap_or_default();
                self.visitor.processing_instruction(target, data)
            }
            // If current node is a DocumentType
            NodeKind::DocumentType => match node.doctype() {
                Some(doctype) => self.visitor.doctype(doctype),
                None => Ok(()),
            },
            // Nodes of these kinds are never children, only the root of the walk.
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                self.begin_fragment(node)
            }
        }
    }
}
