//! Applies sequences of changes to a document and to a simple model, which is a list of children for each node. The document and
//! the model must have the same tree, and refuse the same changes.
//!
//! The model refuses a change if the resulting children would be invalid; it does not follow the standard's steps. Only for the
//! insertion of several nodes, the model follows the steps, which move the nodes into a fragment.

use hedgerow::dom::{InsertPosition, NodeKind, ShadowRootInit};
use hedgerow::{Document, NodeId, NodeRef};

use crate::input::Choices;

pub(super) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut pair = Pair::new();
    while choices.are_left() {
        let change = Change {
            kind: choices.below(KINDS),
            picks: [0; 3].map(|_| choices.below(1 << 16)),
            text: choices.of(&TEXTS),
        };
        let (done, expected) = pair.change(&change);
        assert_eq!(done, expected, "{change:?}");
    }
    pair.compare();
}

#[derive(Clone, PartialEq, Debug)]
enum Content {
    Document,
    Fragment,
    Doctype,
    Element(&'static str, Vec<(String, String)>),
    Text(String),
    Comment(String),
}

#[derive(Clone, PartialEq, Debug)]
struct ModelNode {
    id: NodeId,
    content: Content,
    parent: Option<usize>,
    children: Vec<usize>,
    host: Option<usize>,
    template_contents: Option<usize>,
    shadow_root: Option<usize>,
    exists: bool,
}

impl ModelNode {
    fn new(id: NodeId, content: Content) -> Self {
        Self {
            id,
            content,
            parent: None,
            children: Vec::new(),
            host: None,
            template_contents: None,
            shadow_root: None,
            exists: true,
        }
    }
}

/// A change: its kind, and the nodes and the text that it uses.
#[derive(Debug)]
struct Change {
    kind: usize,
    picks: [usize; 3],
    text: &'static str,
}

/// A document and its model.
struct Pair {
    document: Document,
    nodes: Vec<ModelNode>,
}

const KINDS: usize = 29;
const TEXTS: [&str; 5] = ["", "x", "é", "a text", "\u{1F333}\u{1F333}"];
const ELEMENTS: [&str; 4] = ["p", "b", "template", "x-y"];
const POSITIONS: [fn(NodeId) -> InsertPosition; 5] = [
    InsertPosition::FirstIn,
    InsertPosition::LastIn,
    InsertPosition::Before,
    InsertPosition::After,
    InsertPosition::InsteadOf,
];
const ATTRIBUTES: [&str; 3] = ["id", "class", "data-x"];

impl Pair {
    fn new() -> Self {
        let document = Document::new();
        let root = document.root_id();
        let mut pair = Self { document, nodes: Vec::new() };
        pair.add(root, Content::Document);
        for number in 0..3 {
            pair.create(number);
        }
        pair
    }

    /// Adds a node to the model.
    fn add(&mut self, id: NodeId, content: Content) -> usize {
        // The removed nodes are included, because a node that reuses a slot gets a new stamp.
        assert!(self.nodes.iter().all(|node| node.id != id), "two nodes have the same id");
        let is_template = matches!(content, Content::Element("template", _));
        self.nodes.push(ModelNode::new(id, content));
        let index = self.nodes.len() - 1;
        if is_template {
            self.nodes[index].template_contents = self
                .document
                .node(id)
                .template_contents()
                .map(NodeRef::id)
                .map(|contents| self.add_fragment_of(contents, index));
        }
        index
    }

    fn add_fragment_of(&mut self, id: NodeId, host: usize) -> usize {
        let fragment = self.add(id, Content::Fragment);
        self.nodes[fragment].host = Some(host);
        fragment
    }

    fn create(&mut self, kind: usize) {
        let (id, content) = match kind % 9 {
            0 => (self.document.create_document_fragment(), Content::Fragment),
            1 => (self.document.create_doctype("html", "", "").unwrap(), Content::Doctype),
            2 => (self.document.create_text("text"), Content::Text("text".into())),
            3 => (self.document.create_text(""), Content::Text(String::new())),
            4 => (self.document.create_comment("note"), Content::Comment("note".into())),
            kind => {
                let name = ELEMENTS[kind - 5];
                (self.document.create_element(name).unwrap(), Content::Element(name, Vec::new()))
            }
        };
        self.add(id, content);
    }

    fn id(&self, node: usize) -> NodeId {
        self.nodes[node].id
    }

    fn is_fragment(&self, node: usize) -> bool {
        self.nodes[node].content == Content::Fragment
    }

    fn is_element(&self, node: usize) -> bool {
        matches!(self.nodes[node].content, Content::Element(..))
    }

    fn exist<const N: usize>(&self, nodes: [usize; N]) -> bool {
        nodes.iter().all(|&node| self.nodes[node].exists)
    }

    fn next_sibling(&self, node: usize) -> Option<usize> {
        let siblings = &self.nodes[self.nodes[node].parent?].children;
        siblings.iter().skip_while(|&&sibling| sibling != node).nth(1).copied()
    }

    /// Whether `inner` is `outer` or one of its descendants, including those in template contents and shadow roots.
    fn is_inside(&self, inner: usize, outer: usize) -> bool {
        let up = |&node: &usize| self.nodes[node].parent.or(self.nodes[node].host);
        std::iter::successors(Some(inner), up).any(|node| node == outer)
    }

    /// Returns the nodes that are inserted with a node: the children of a fragment, or the node itself.
    fn inserted(&self, node: usize) -> Vec<usize> {
        if self.is_fragment(node) { self.nodes[node].children.clone() } else { vec![node] }
    }

    /// Whether nodes may be inserted into a parent: before `child`, or in its place if `replaces`, or at the end if
    /// `child` is `None`.
    fn may_have(&self, parent: usize, inserted: &[usize], child: Option<usize>, replaces: bool) -> bool {
        let mut children = self.nodes[parent].children.clone();
        let at = match child {
            None => children.len(),
            Some(child) => match children.iter().position(|&node| node == child) {
                None => return false,
                Some(at) => at,
            },
        };
        children.splice(at..at + usize::from(replaces), inserted.iter().copied());
        let contents: Vec<&Content> = children.iter().map(|&child| &self.nodes[child].content).collect();
        let positions = |test: fn(&Content) -> bool| -> Vec<usize> {
            contents.iter().enumerate().filter(|(_, content)| test(content)).map(|(at, _)| at).collect()
        };
        let doctypes = positions(|content| *content == Content::Doctype);
        if !positions(|content| matches!(content, Content::Document | Content::Fragment)).is_empty() {
            return false;
        }
        match self.nodes[parent].content {
            Content::Document => {
                let elements = positions(|content| matches!(content, Content::Element(..)));
                let has_text = !positions(|content| matches!(content, Content::Text(_))).is_empty();
                let is_in_order =
                    elements.iter().all(|element| doctypes.iter().all(|doctype| doctype < element));
                elements.len() <= 1 && doctypes.len() <= 1 && is_in_order && !has_text
            }
            Content::Fragment | Content::Element(..) => doctypes.is_empty(),
            Content::Doctype | Content::Text(_) | Content::Comment(_) => false,
        }
    }

    fn may_insert(&self, parent: usize, node: usize, child: Option<usize>, replaces: bool) -> bool {
        self.exist([parent, node])
            && child.is_none_or(|child| self.nodes[child].exists)
            && !self.is_inside(parent, node)
            && self.may_have(parent, &self.inserted(node), child, replaces)
    }

    fn take(&mut self, node: usize) {
        if let Some(parent) = self.nodes[node].parent.take() {
            self.nodes[parent].children.retain(|&child| child != node);
        }
    }

    fn put(&mut self, parent: usize, nodes: &[usize], before: Option<usize>) {
        for &node in nodes {
            let before = if before == Some(node) { self.next_sibling(node) } else { before };
            self.take(node);
            let children = &mut self.nodes[parent].children;
            let at = before
                .map_or(children.len(), |before| children.iter().position(|&child| child == before).unwrap());
            children.insert(at, node);
            self.nodes[node].parent = Some(parent);
        }
    }

    fn insert(&mut self, parent: usize, node: usize, before: Option<usize>) {
        let inserted = self.inserted(node);
        self.put(parent, &inserted, before);
    }

    fn free(&mut self, node: usize) {
        self.take(node);
        self.nodes[node].exists = false;
        let ModelNode { children, template_contents, shadow_root, .. } = self.nodes[node].clone();
        for inside in children.into_iter().chain(template_contents).chain(shadow_root) {
            self.free(inside);
        }
    }

    fn add_copy(&mut self, original: usize, copy: NodeId, is_deep: bool, with_shadow: bool) -> usize {
        let content = match &self.nodes[original].content {
            Content::Document if with_shadow => Content::Fragment,
            content => content.clone(),
        };
        let node = self.add(copy, content);
        if is_deep {
            self.add_copies_of_children(original, node, with_shadow);
            let ModelNode { template_contents, shadow_root, .. } = self.nodes[original].clone();
            if let (Some(contents), Some(copy)) = (template_contents, self.nodes[node].template_contents) {
                self.add_copies_of_children(contents, copy, with_shadow);
            }
            if let Some(shadow) = shadow_root.filter(|_| with_shadow) {
                let id = self.document.node(copy).shadow_root().unwrap().id();
                let copy = self.add_fragment_of(id, node);
                self.nodes[node].shadow_root = Some(copy);
                self.add_copies_of_children(shadow, copy, with_shadow);
            }
        }
        node
    }

    fn add_copies_of_children(&mut self, original: usize, copy: usize, with_shadow: bool) {
        let ids: Vec<NodeId> = self.document.node(self.id(copy)).children().map(NodeRef::id).collect();
        let mut children = self.nodes[original].children.clone();
        if self.is_fragment(copy) {
            // An imported document becomes a fragment, which cannot have a doctype.
            children.retain(|&child| self.nodes[child].content != Content::Doctype);
        }
        assert_eq!(ids.len(), children.len());
        for (child, id) in children.into_iter().zip(ids) {
            let copy_of_child = self.add_copy(child, id, true, with_shadow);
            self.put(copy, &[copy_of_child], None);
        }
    }

    /// Adds to the model the text that the document has just appended to a node.
    fn add_text(&mut self, parent: usize, text: &str) {
        if !text.is_empty() {
            let id = self.document.node(self.id(parent)).last_child().unwrap().id();
            let node = self.add(id, Content::Text(text.to_owned()));
            self.put(parent, &[node], None);
        }
    }

    fn normalize(&mut self, node: usize) {
        let mut last_text: Option<usize> = None;
        for child in self.nodes[node].children.clone() {
            let Content::Text(text) = self.nodes[child].content.clone() else {
                last_text = None;
                self.normalize(child);
                continue;
            };
            match last_text {
                Some(last) => {
                    if let Content::Text(data) = &mut self.nodes[last].content {
                        data.push_str(&text);
                    }
                    self.free(child);
                }
                None if text.is_empty() => self.free(child),
                None => last_text = Some(child),
            }
        }
    }

    fn rename(&mut self, node: usize, name: &'static str) {
        let Content::Element(old, _) = &mut self.nodes[node].content else { return };
        let (was, is) = (*old == "template", name == "template");
        *old = name;
        if is && !was {
            let id = self.document.node(self.id(node)).template_contents().unwrap().id();
            let contents = self.add_fragment_of(id, node);
            self.nodes[node].template_contents = Some(contents);
            let children = self.nodes[node].children.clone();
            self.put(contents, &children, None);
        } else if let Some(contents) = self.nodes[node].template_contents.filter(|_| !is) {
            let children = self.nodes[contents].children.clone();
            self.put(node, &children, None);
            self.nodes[node].template_contents = None;
            self.free(contents);
        }
    }

    /// Inserts nodes at a position relative to `target`, as the standard does. Returns whether the standard allows the insertion;
    /// if not, the model is unchanged.
    fn insert_nodes(&mut self, given: &[usize], position: usize, target: usize) -> bool {
        let before = self.nodes.clone();
        let is_allowed = self.insert_converted(given, position, target).is_some();
        if !is_allowed {
            self.nodes = before;
        }
        is_allowed
    }

    fn insert_converted(&mut self, given: &[usize], position: usize, target: usize) -> Option<()> {
        if ![given, &[target]].concat().iter().all(|&node| self.nodes[node].exists) {
            return None;
        }
        let parent = if position < 2 { target } else { self.nodes[target].parent? };
        if given.len() > 1 && given.contains(&parent) {
            return None;
        }
        let siblings = &self.nodes[parent].children;
        let place = siblings.iter().position(|&node| node == target).unwrap_or(0);
        let is_viable = |node: &usize| !given.contains(node);
        let viable_previous = siblings[..place].iter().copied().rfind(is_viable);
        let viable_next = siblings.iter().skip(place + 1).copied().find(is_viable);
        let node = match *given {
            [node] => node,
            _ => self.converted(given)?,
        };
        let first = |pair: &Self| pair.nodes[parent].children.first().copied();
        let replaces = position == 4 && self.nodes[target].parent == Some(parent);
        let child = match (position, viable_previous) {
            (0, _) | (2, None) => first(self),
            (1, _) => None,
            (2, Some(previous)) => self.next_sibling(previous),
            _ if replaces => Some(target),
            _ => viable_next,
        };
        if !self.may_insert(parent, node, child, replaces) {
            return None;
        }
        self.insert(parent, node, child);
        if replaces && node != target {
            self.take(target);
        }
        if given.len() != 1 {
            self.nodes.pop();
        }
        Some(())
    }

    /// <https://dom.spec.whatwg.org/#converting-nodes-into-a-node>
    fn converted(&mut self, given: &[usize]) -> Option<usize> {
        self.nodes.push(ModelNode::new(self.nodes[0].id, Content::Fragment));
        let fragment = self.nodes.len() - 1;
        for &node in given {
            if !self.may_insert(fragment, node, None, false) {
                return None;
            }
            self.insert(fragment, node, None);
        }
        Some(fragment)
    }

    /// Applies a change to the document and to the model. Returns whether the document made the change, and whether the model
    /// allows it.
    fn change(&mut self, change: &Change) -> (bool, bool) {
        let known = self.nodes.len();
        let [a, b, c] = change.picks.map(|pick| pick % known);
        let (id_a, id_b, id_c) = (self.id(a), self.id(b), self.id(c));
        let parent = self.nodes[a].parent;
        let text = change.text;
        let (done, expected) = match change.kind {
            0 => {
                let expected = self.may_insert(a, b, None, false);
                (self.document.append(id_a, id_b).is_ok(), expected.then(|| self.insert(a, b, None)))
            }
            1 | 2 => {
                // In kind 1, the reference node is one of the children, if there are any; in kind
                // 2, it is any node.
                let children = self.nodes[a].children.clone();
                let c = if change.kind == 1 && !children.is_empty() {
                    children[change.picks[2] % children.len()]
                } else {
                    c
                };
                let expected = self.may_insert(a, b, Some(c), false);
                let done = self.document.insert(id_a, id_b, Some(self.id(c))).is_ok();
                (done, expected.then(|| self.insert(a, b, Some(c))))
            }
            3 => {
                let expected =
                    parent.filter(|&parent| self.exist([a]) && self.may_insert(parent, b, Some(a), false));
                let done = self.document.insert_before(id_a, id_b).is_ok();
                (done, expected.map(|parent| self.insert(parent, b, Some(a))))
            }
            4 => {
                let next = self.next_sibling(a);
                let expected =
                    parent.filter(|&parent| self.exist([a]) && self.may_insert(parent, b, next, false));
                let done = self.document.insert_after(id_a, id_b).is_ok();
                (done, expected.map(|parent| self.insert(parent, b, next)))
            }
            5 => {
                let first = self.nodes[a].children.first().copied();
                let expected = self.may_insert(a, b, first, false);
                let done = self.document.prepend(id_a, id_b).is_ok();
                (done, expected.then(|| self.insert(a, b, first)))
            }
            6 => {
                let expected =
                    parent.filter(|&parent| self.exist([a]) && self.may_insert(parent, b, Some(a), true));
                let done = self.document.replace(id_a, id_b).is_ok();
                let expected = expected.map(|parent| {
                    if a != b {
                        self.insert(parent, b, Some(a));
                        self.free(a);
                    }
                });
                (done, expected)
            }
            7 => {
                let expected = self.may_insert(a, b, None, false);
                let done = self.document.replace_children(id_a, id_b).is_ok();
                let expected = expected.then(|| {
                    let inserted = self.inserted(b);
                    self.put(a, &inserted, None);
                    for child in self.nodes[a].children.clone() {
                        if !inserted.contains(&child) {
                            self.free(child);
                        }
                    }
                });
                (done, expected)
            }
            8 => {
                let children = self.nodes[a].children.clone();
                let is_cycle = children.iter().any(|&child| self.is_inside(b, child));
                let expected =
                    self.exist([a, b]) && (a == b || !is_cycle && self.may_have(b, &children, None, false));
                let done = self.document.move_children(id_a, id_b).is_ok();
                (
                    done,
                    expected.then(|| {
                        if a != b {
                            self.put(b, &children, None);
                        }
                    }),
                )
            }
            9 => {
                let expected = parent.filter(|&parent| {
                    self.exist([a])
                        && a != b
                        && self.is_element(b)
                        && self.may_insert(parent, b, Some(a), true)
                        && self.may_have(b, &[a], None, false)
                });
                let done = self.document.wrap(id_a, id_b).is_ok();
                let expected = expected.map(|parent| {
                    self.put(parent, &[b], Some(a));
                    self.put(b, &[a], None);
                });
                (done, expected)
            }
            10 => {
                let children = self.nodes[a].children.clone();
                let expected = parent.filter(|&parent| {
                    self.exist([a]) && self.is_element(a) && self.may_have(parent, &children, Some(a), true)
                });
                let done = self.document.replace_with_children(id_a).is_ok();
                let expected = expected.map(|parent| {
                    self.put(parent, &children, Some(a));
                    self.free(a);
                });
                (done, expected)
            }
            11 => (self.document.detach(id_a).is_ok(), self.exist([a]).then(|| self.take(a))),
            12 => {
                let expected = self.exist([a]) && a != 0 && self.nodes[a].host.is_none();
                (self.document.remove(id_a).is_ok(), expected.then(|| self.free(a)))
            }
            13 => {
                let done = self.document.remove_children(id_a).is_ok();
                let expected = self.exist([a]).then(|| {
                    for child in self.nodes[a].children.clone() {
                        self.free(child);
                    }
                });
                (done, expected)
            }
            14 => {
                let expected = self.exist([a]) && (self.is_element(a) || self.is_fragment(a));
                let done = self.document.append_text(id_a, text).is_ok();
                let last = self.nodes[a].children.last().copied();
                let expected = expected.then(|| {
                    if let Some(last) = last
                        && let Content::Text(data) = &mut self.nodes[last].content
                    {
                        data.push_str(text);
                    } else {
                        self.add_text(a, text);
                    }
                });
                (done, expected)
            }
            15 | 16 => {
                let done = if change.kind == 15 {
                    self.document.set_text(id_a, text).is_ok()
                } else {
                    self.document.set_data(id_a, text).is_ok()
                };
                let has_data = matches!(self.nodes[a].content, Content::Text(_) | Content::Comment(_));
                let is_parent = self.is_element(a) || self.is_fragment(a);
                let expected = self.exist([a]) && (has_data || change.kind == 15 && is_parent);
                let expected = expected.then(|| match &mut self.nodes[a].content {
                    Content::Text(data) | Content::Comment(data) => text.clone_into(data),
                    _ => {
                        for child in self.nodes[a].children.clone() {
                            self.free(child);
                        }
                        self.add_text(a, text);
                    }
                });
                (done, expected)
            }
            17 => {
                let offset = change.picks[1] % 8;
                let second = self.document.split_text(id_a, offset);
                let next = self.next_sibling(a);
                let expected = match &mut self.nodes[a].content {
                    Content::Text(data) if data.is_char_boundary(offset) => Some(data.split_off(offset)),
                    _ => None,
                };
                let expected = expected.filter(|_| self.exist([a])).map(|data| {
                    if let Ok(second) = second {
                        let second = self.add(second, Content::Text(data));
                        if let Some(parent) = parent {
                            self.put(parent, &[second], next);
                        }
                    }
                });
                (second.is_ok(), expected)
            }
            18 => (self.document.normalize(id_a).is_ok(), self.exist([a]).then(|| self.normalize(a))),
            19 if self.exist([a]) && self.nodes.len() < 400 => {
                let copy = self.document.clone_subtree(id_a).unwrap();
                self.add_copy(a, copy, true, false);
                (true, Some(()))
            }
            20 if self.exist([a]) => {
                let copy = self.document.clone_shallow(id_a).unwrap();
                self.add_copy(a, copy, false, false);
                (true, Some(()))
            }
            21 if self.exist([a]) && self.nodes.len() < 400 => {
                let other = self.document.clone();
                let copy = self.document.import(other.node(id_a)).unwrap();
                self.add_copy(a, copy, true, true);
                (true, Some(()))
            }
            22 => {
                let name = ELEMENTS[change.picks[1] % ELEMENTS.len()];
                let expected = self.exist([a]) && self.is_element(a);
                let done = self.document.rename_element(id_a, name).is_ok();
                (done, expected.then(|| self.rename(a, name)))
            }
            23 => {
                let name = ATTRIBUTES[change.picks[1] % ATTRIBUTES.len()];
                let done = self.document.set_attribute(id_a, name, text).is_ok();
                let expected = self.exist([a]) && self.is_element(a);
                let expected = expected.then(|| {
                    if let Content::Element(_, attributes) = &mut self.nodes[a].content {
                        match attributes.iter_mut().find(|(present, _)| *present == name) {
                            Some((_, value)) => text.clone_into(value),
                            None => attributes.push((name.to_owned(), text.to_owned())),
                        }
                    }
                });
                (done, expected)
            }
            24 => {
                let name = ATTRIBUTES[change.picks[1] % ATTRIBUTES.len()];
                let done = self.document.remove_attribute(id_a, name).is_ok();
                let expected = self.exist([a]) && self.is_element(a);
                let expected = expected.then(|| {
                    if let Content::Element(_, attributes) = &mut self.nodes[a].content {
                        attributes.retain(|(present, _)| present != name);
                    }
                });
                (done, expected)
            }
            25 if self.exist([a]) && self.is_element(a) && self.nodes[a].shadow_root.is_none() => {
                // The model cannot predict which elements may have a shadow root.
                if let Ok(id) = self.document.attach_shadow_root(id_a, ShadowRootInit::default()) {
                    let shadow = self.add_fragment_of(id, a);
                    self.nodes[a].shadow_root = Some(shadow);
                }
                (true, Some(()))
            }
            26 => {
                if change.picks[0].is_multiple_of(4) {
                    self.document.remove_detached();
                    for node in 0..self.nodes.len() {
                        if self.nodes[node].exists && !self.is_inside(node, 0) {
                            self.nodes[node].exists = false;
                        }
                    }
                } else {
                    self.document.shrink_to_fit();
                }
                (true, Some(()))
            }
            27 => {
                let [position, count, other] = change.picks.map(|pick| pick / known);
                let given = [b, c, other % known, b];
                let given = &given[..count % 5];
                let ids: Vec<NodeId> = given.iter().map(|&node| self.id(node)).collect();
                let position = position % 5;
                let done = self.document.insert_nodes(&ids, POSITIONS[position](id_a)).is_ok();
                (done, self.insert_nodes(given, position, a).then_some(()))
            }
            _ => {
                self.create(id_c.index());
                (true, Some(()))
            }
        };
        (done, expected.is_some())
    }

    fn compare(&self) {
        assert_eq!(self.document.validate(), Ok(()));
        let count = self.nodes.iter().filter(|node| node.exists).count();
        assert_eq!(self.document.node_count(), count);
        for node in &self.nodes {
            let view = self.document.get(node.id);
            if !node.exists {
                assert!(view.is_none());
                continue;
            }
            let view = view.unwrap();
            let ids = |nodes: &[usize]| -> Vec<NodeId> { nodes.iter().map(|&node| self.id(node)).collect() };
            assert_eq!(view.parent().map(NodeRef::id), node.parent.map(|parent| self.id(parent)));
            assert_eq!(view.children().map(NodeRef::id).collect::<Vec<_>>(), ids(&node.children));
            assert_eq!(view.host().map(NodeRef::id), node.host.map(|host| self.id(host)));
            let fragments = [view.template_contents(), view.shadow_root()].map(|node| node.map(NodeRef::id));
            let expected =
                [node.template_contents, node.shadow_root].map(|node| node.map(|node| self.id(node)));
            assert_eq!(fragments, expected);
            let attributes: Vec<(String, String)> = view
                .attributes()
                .map(|attribute| (attribute.name_text().to_owned(), attribute.value().to_owned()))
                .collect();
            let kind = view.kind();
            match &node.content {
                Content::Document => assert_eq!(kind, NodeKind::Document),
                Content::Fragment => {
                    assert!(matches!(kind, NodeKind::DocumentFragment | NodeKind::ShadowRoot));
                }
                Content::Doctype => assert_eq!(view.doctype().map(|doctype| doctype.name), Some("html")),
                Content::Element(name, expected) => {
                    assert_eq!((view.local_name_text(), &attributes), (*name, expected));
                }
                Content::Text(data) | Content::Comment(data) => assert_eq!(view.data(), Some(&**data)),
            }
        }
    }
}
