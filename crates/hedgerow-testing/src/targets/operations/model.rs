//! [`Tree`]: a model of a document as plain data. The fuzz targets change it as the standard prescribes, and compare it with the
//! document.
//!
//! The model refuses an insertion if the resulting children would be invalid; it does not follow the standard's steps. Only for the
//! insertion of several nodes, the model follows the steps, which move the nodes into a fragment.

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
    /// Returns a node without parent and children.
    pub(super) fn new(kind: NodeKind, data: Option<&str>) -> Self {
        Self {
            kind,
            name: None,
            attributes: Vec::new(),
            data: data.map(str::to_owned),
            parent: None,
            children: Vec::new(),
            host: None,
            contents: None,
            shadow_root: None,
        }
    }

    pub(super) fn is_fragment(&self) -> bool {
        matches!(self.kind, NodeKind::DocumentFragment | NodeKind::ShadowRoot)
    }

    fn is_template(&self) -> bool {
        self.name
            .as_ref()
            .is_some_and(|(namespace, name)| *namespace == Namespace::Html && name == "template")
    }

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
        if self.node(id).is_fragment() { self.node(id).children.clone() } else { vec![id] }
    }

    /// Whether `inner` is `outer` or one of its descendants, including those in template contents and shadow roots.
    pub(super) fn is_inside(&self, inner: NodeId, outer: NodeId) -> bool {
        let above = |&id: &NodeId| self.node(id).parent.or(self.node(id).host);
        std::iter::successors(Some(inner), above).any(|id| id == outer)
    }

    /// Whether nodes may be inserted into a parent: before `child`, or in its place if `replaces`, or at the end if `child` is
    /// `None`.
    pub(super) fn may_have(
        &self,
        parent: NodeId,
        inserted: &[NodeId],
        child: Option<NodeId>,
        replaces: bool,
    ) -> bool {
        let mut children = self.node(parent).children.clone();
        let position =
            child.map_or(Some(children.len()), |child| children.iter().position(|&id| id == child));
        let Some(position) = position else { return false };
        children.splice(position..position + usize::from(replaces), inserted.iter().copied());
        let kinds: Vec<NodeKind> = children.iter().map(|&child| self.node(child).kind).collect();
        let count = |wanted| kinds.iter().filter(|kind| **kind == wanted).count();
        let roots = [NodeKind::Document, NodeKind::DocumentFragment, NodeKind::ShadowRoot];
        let is_valid = match self.node(parent).kind {
            NodeKind::Document => {
                let doctype = kinds.iter().rposition(|kind| *kind == NodeKind::DocumentType);
                let element = kinds.iter().position(|kind| *kind == NodeKind::Element);
                let is_in_order = doctype.is_none() || element.is_none() || doctype < element;
                count(NodeKind::Element) <= 1
                    && count(NodeKind::DocumentType) <= 1
                    && count(NodeKind::Text) == 0
                    && is_in_order
            }
            NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element => {
                count(NodeKind::DocumentType) == 0
            }
            _ => false,
        };
        is_valid && roots.into_iter().all(|root| count(root) == 0)
    }

    /// Whether a node may be inserted: see [`may_have`](Self::may_have).
    pub(super) fn may_insert(
        &self,
        parent: NodeId,
        node: NodeId,
        child: Option<NodeId>,
        replaces: bool,
    ) -> bool {
        !self.is_inside(parent, node) && self.may_have(parent, &self.inserted(node), child, replaces)
    }

    /// Inserts a node before a child, or at the end, if the node may be there.
    pub(super) fn insert(&mut self, parent: NodeId, node: NodeId, child: Option<NodeId>) -> Option<()> {
        let inserted = self.inserted(node);
        self.may_insert(parent, node, child, false).then(|| self.put(parent, &inserted, child))
    }

    /// Inserts nodes at a position relative to `target`, as the standard does. Returns `None` if the standard refuses that; then
    /// the tree may have changed.
    pub(super) fn insert_nodes(&mut self, given: &[NodeId], position: usize, target: NodeId) -> Option<()> {
        let parent = if position < 2 { target } else { self.node(target).parent? };
        if given.len() > 1 && given.contains(&parent) {
            return None;
        }
        let siblings = self.node(parent).children.clone();
        let place = siblings.iter().position(|&node| node == target).unwrap_or(0);
        let is_viable = |node: &NodeId| !given.contains(node);
        let viable_previous = siblings[..place].iter().copied().rfind(is_viable);
        let viable_next = siblings.iter().skip(place + 1).copied().find(is_viable);
        let node = match *given {
            [node] => node,
            _ => self.converted(given)?,
        };
        let first = self.node(parent).children.first().copied();
        let replaces = position == 4 && self.node(target).parent == Some(parent);
        let child = match (position, viable_previous) {
            (0, _) | (2, None) => first,
            (1, _) => None,
            (2, Some(previous)) => self.next(previous),
            _ if replaces => Some(target),
            _ => viable_next,
        };
        if !self.may_insert(parent, node, child, replaces) {
            return None;
        }
        let inserted = self.inserted(node);
        self.put(parent, &inserted, child);
        if replaces && node != target {
            self.take(target);
        }
        if given.len() != 1 {
            self.0.remove(&node);
        }
        Some(())
    }

    /// Moves nodes into a new fragment, and returns its id, which no document has.
    /// <https://dom.spec.whatwg.org/#converting-nodes-into-a-node>
    fn converted(&mut self, given: &[NodeId]) -> Option<NodeId> {
        let fragment = Document::new().root_id();
        self.0.insert(fragment, Node::new(NodeKind::DocumentFragment, None));
        for &node in given {
            self.insert(fragment, node, None)?;
        }
        Some(fragment)
    }

    /// Adds a new node, with the template contents that the document has created with it.
    pub(super) fn add(&mut self, document: &Document, id: NodeId, node: Node) {
        self.0.insert(id, node);
        self.add_contents(document, id);
    }

    fn add_contents(&mut self, document: &Document, id: NodeId) {
        let contents = document.node(id).template_contents().map(NodeRef::id);
        if let Some(contents) = contents.filter(|_| self.node(id).is_template()) {
            self.add_fragment(contents, NodeKind::DocumentFragment, id);
            self.node_mut(id).contents = Some(contents);
        }
    }

    pub(super) fn add_fragment(&mut self, id: NodeId, kind: NodeKind, host: NodeId) {
        self.0.insert(id, Node { host: Some(host), ..Node::new(kind, None) });
        if kind == NodeKind::ShadowRoot {
            self.node_mut(host).shadow_root = Some(id);
        }
    }

    /// Adds a copy that the document has created, with all nodes in it.
    pub(super) fn add_copy(&mut self, document: &Document, copy: NodeId) {
        let after = Self::of(document);
        assert_eq!(after.node(copy).parent, None);
        self.0.extend(after.inside(copy).into_iter().map(|id| (id, after.node(id).clone())));
    }

    /// Appends text to the last child, or the new text node that the document has appended.
    pub(super) fn append_text(&mut self, document: &Document, parent: NodeId, text: &str) {
        let last = self.node(parent).children.last().copied();
        if let Some(last) = last.filter(|&last| self.node(last).kind == NodeKind::Text) {
            self.node_mut(last).data.get_or_insert_default().push_str(text);
        } else if let Some(new) = document.node(parent).last_child().filter(|_| !text.is_empty()) {
            self.add(document, new.id(), Node::new(NodeKind::Text, Some(text)));
            self.put(parent, &[new.id()], None);
        }
    }

    /// Joins adjacent texts and removes empty ones. Returns the removed texts.
    pub(super) fn normalize(&mut self, id: NodeId) -> BTreeSet<NodeId> {
        let mut removed = BTreeSet::new();
        let mut last_text: Option<NodeId> = None;
        for child in self.node(id).children.clone() {
            let node = self.node(child);
            let data = node.data.clone().filter(|_| node.kind == NodeKind::Text);
            match (data, last_text) {
                (None, _) => {
                    last_text = None;
                    removed.extend(self.normalize(child));
                }
                (Some(data), Some(last)) => {
                    self.node_mut(last).data.get_or_insert_default().push_str(&data);
                    removed.insert(child);
                }
                (Some(data), None) if data.is_empty() => drop(removed.insert(child)),
                (Some(_), None) => last_text = Some(child),
            }
        }
        removed
    }

    /// Renames an element. Its children move into the contents of a new template, or out of those of an old one, which are
    /// returned.
    pub(super) fn rename(
        &mut self,
        document: &Document,
        id: NodeId,
        name: (Namespace, String),
    ) -> BTreeSet<NodeId> {
        let contents = self.node(id).contents;
        self.node_mut(id).name = Some(name);
        if let Some(contents) = contents.filter(|_| !self.node(id).is_template()) {
            let children = self.node(contents).children.clone();
            self.put(id, &children, None);
            self.node_mut(id).contents = None;
            return BTreeSet::from([contents]);
        }
        if contents.is_none() {
            self.add_contents(document, id);
            if let Some(new) = self.node(id).contents {
                let children = self.node(id).children.clone();
                self.put(new, &children, None);
            }
        }
        BTreeSet::new()
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

    /// Describes a node and its descendants without ids, so that a copy has the same description. A shadow root, and if it is
    /// imported a document, is described as a fragment without a DOCTYPE, because that is its copy. Only an import copies shadow
    /// roots.
    pub(super) fn shape(&self, id: NodeId, is_import: bool) -> String {
        let mut shape = String::new();
        let mut pending = vec![(0, id)];
        while let Some((depth, id)) = pending.pop() {
            let node = self.node(id);
            let becomes_a_fragment = match node.kind {
                NodeKind::Document => is_import,
                NodeKind::ShadowRoot => true,
                _ => false,
            };
            let kind = if becomes_a_fragment { NodeKind::DocumentFragment } else { node.kind };
            let _ = writeln!(shape, "{depth} {kind:?} {:?} {:?} {:?}", node.name, node.attributes, node.data);
            let is_copied =
                |child: &NodeId| !becomes_a_fragment || self.node(*child).kind != NodeKind::DocumentType;
            let shadow_root = node.shadow_root.filter(|_| is_import);
            let inside = node.children.iter().rev().copied().filter(is_copied);
            pending.extend(inside.chain(node.contents).chain(shadow_root).map(|inside| (depth + 1, inside)));
        }
        shape
    }
}
