//! [`Tree`]: a model of a document as plain data. The fuzz target changes it as the standard prescribes, and compares it with the
//! document.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeId, NodeRef};

/// An attribute: namespace, local name, value.
pub(super) type Attribute = (Namespace, String, String);

/// The properties of a node that are compared.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) name: Option<(Namespace, String)>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) data: Option<String>,
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    pub(super) host: Option<NodeId>,
    pub(super) contents: Option<NodeId>,
    pub(super) shadow_root: Option<NodeId>,
}

impl Node {
    fn of(node: NodeRef<'_>) -> Self {
        let id = |node: NodeRef<'_>| node.id();
        let attributes = node.attributes().map(|attribute| {
            (attribute.namespace(), attribute.name_text().to_owned(), attribute.value().to_owned())
        });
        Self {
            kind: node.kind(),
            name: node.element_name().map(|name| (name.namespace(), name.local_name().to_owned())),
            attributes: attributes.collect(),
            data: node.data().map(str::to_owned),
            parent: node.parent().map(id),
            children: node.children().map(id).collect(),
            host: node.host().map(id),
            contents: node.template_contents().map(id),
            shadow_root: node.shadow_root().map(id),
        }
    }

    /// Returns the position of the attribute with a qualified name, as `getAttribute` finds it.
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name>
    pub(super) fn position_of_attribute(&self, qualified_name: &str) -> Option<usize> {
        let wanted = self.cased(qualified_name);
        self.attributes.iter().position(|(namespace, local, _)| {
            let prefix = match namespace {
                Namespace::XLink => "xlink:",
                Namespace::Xml => "xml:",
                Namespace::XmlNs if local != "xmlns" => "xmlns:",
                _ => "",
            };
            format!("{prefix}{local}") == wanted
        })
    }

    /// Returns an attribute name in lowercase if the element is an HTML element.
    pub(super) fn cased(&self, name: &str) -> String {
        match self.name {
            Some((Namespace::Html, _)) => name.to_ascii_lowercase(),
            _ => name.to_owned(),
        }
    }
}

/// The nodes of a document.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tree(pub(super) BTreeMap<NodeId, Node>);

impl Tree {
    pub(super) fn of(document: &Document) -> Self {
        Self(document.ids().map(|id| (id, Node::of(document.node(id)))).collect())
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.0[&id]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.0.get_mut(&id).expect("a node of the model")
    }

    /// Returns the node and its descendants, including template contents and shadow roots.
    pub(super) fn inside(&self, id: NodeId) -> BTreeSet<NodeId> {
        let mut inside = BTreeSet::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let node = self.node(id);
            inside.insert(id);
            pending.extend(node.children.iter().copied().chain(node.contents).chain(node.shadow_root));
        }
        inside
    }

    /// Returns the children of a node and their descendants.
    pub(super) fn inside_children(&self, id: NodeId) -> BTreeSet<NodeId> {
        self.node(id).children.iter().flat_map(|&child| self.inside(child)).collect()
    }

    /// Panics with the nodes that differ, if the trees differ.
    pub(super) fn assert_is(&self, expected: &Self, what: &str) {
        if self != expected {
            let differences = |one: &Self, other: &Self| -> Vec<String> {
                let nodes = one.0.iter().filter(|(id, node)| other.0.get(id) != Some(node));
                nodes.map(|(id, node)| format!("{id:?}: {node:?}")).collect()
            };
            panic!(
                "{what}:\n{:#?}\nexpected:\n{:#?}",
                differences(self, expected),
                differences(expected, self)
            );
        }
    }

    /// Returns the root of a node's tree, continuing with the host of template contents or a shadow root.
    pub(super) fn root(&self, id: NodeId) -> NodeId {
        let above = |id| self.node(id).parent.or(self.node(id).host);
        std::iter::successors(Some(id), |&id| above(id)).last().unwrap_or(id)
    }

    /// Returns the next sibling.
    pub(super) fn next(&self, id: NodeId) -> Option<NodeId> {
        let siblings = &self.node(self.node(id).parent?).children;
        let position = siblings.iter().position(|&sibling| sibling == id)?;
        siblings.get(position + 1).copied()
    }

    /// Returns the nodes that are inserted with a node: the children of a fragment, or the node itself.
    pub(super) fn inserted(&self, id: NodeId) -> Vec<NodeId> {
        match self.node(id).kind {
            NodeKind::DocumentFragment | NodeKind::ShadowRoot => self.node(id).children.clone(),
            _ => vec![id],
        }
    }

    /// Takes a node out of its parent, if it has one.
    pub(super) fn take(&mut self, id: NodeId) {
        if let Some(parent) = self.node_mut(id).parent.take() {
            self.node_mut(parent).children.retain(|&child| child != id);
        }
    }

    /// Inserts nodes before a child, or at the end.
    pub(super) fn put(&mut self, parent: NodeId, nodes: &[NodeId], before: Option<NodeId>) {
        // If `before` is one of the nodes, its next sibling that is not one of them is used instead.
        let siblings = self.node(parent).children.clone();
        let position = before.and_then(|before| siblings.iter().position(|&child| child == before));
        let rest = position.map_or(&[][..], |position| &siblings[position..]);
        let before = rest.iter().copied().find(|child| !nodes.contains(child));
        for &node in nodes {
            self.take(node);
            self.node_mut(node).parent = Some(parent);
            let children = &mut self.node_mut(parent).children;
            let position = before.and_then(|before| children.iter().position(|&child| child == before));
            children.insert(position.unwrap_or(children.len()), node);
        }
    }

    /// Sets the value of the attribute at a position, or appends the attribute if there is no position.
    pub(super) fn set_attribute(&mut self, id: NodeId, position: Option<usize>, attribute: Attribute) {
        let attributes = &mut self.node_mut(id).attributes;
        match position {
            Some(position) => attributes[position].2 = attribute.2,
            None => attributes.push(attribute),
        }
    }

    pub(super) fn remove_attribute(&mut self, id: NodeId, position: usize) {
        self.node_mut(id).attributes.remove(position);
    }

    pub(super) fn set_data(&mut self, id: NodeId, data: &str) {
        self.node_mut(id).data = Some(data.to_owned());
    }

    /// Returns the tree without some nodes and without links to them.
    pub(super) fn without(&self, removed: &BTreeSet<NodeId>) -> Self {
        let is_kept = |id: &NodeId| !removed.contains(id);
        let nodes = self.0.iter().filter(|(id, _)| is_kept(id)).map(|(id, node)| {
            let mut node = node.clone();
            node.children.retain(is_kept);
            for link in [&mut node.parent, &mut node.host, &mut node.contents, &mut node.shadow_root] {
                *link = link.filter(is_kept);
            }
            (*id, node)
        });
        Self(nodes.collect())
    }

    /// Describes a node and its descendants without ids, so that a copy has the same description. A document or shadow
    /// root is described as a fragment, because its copy is a fragment.
    pub(super) fn shape(&self, id: NodeId) -> String {
        let mut shape = String::new();
        let mut pending = vec![(0, id)];
        while let Some((depth, id)) = pending.pop() {
            let Node { kind, name, attributes, data, .. } = self.node(id);
            let is_root = matches!(kind, NodeKind::Document | NodeKind::ShadowRoot);
            let kind = if is_root { NodeKind::DocumentFragment } else { *kind };
            let _ = writeln!(shape, "{depth} {kind:?} {name:?} {attributes:?} {data:?}");
            let node = self.node(id);
            // A fragment cannot have a doctype.
            let children =
                node.children.iter().rev().filter(|&&child| self.node(child).kind != NodeKind::DocumentType);
            pending.extend(children.map(|&child| (depth + 1, child)));
            pending.extend(node.contents.map(|contents| (depth + 1, contents)));
        }
        shape
    }
}
