//! The invariants of a document, checked: links agree with each other, ranges lie in their vectors, side
//! tables agree with the flags.
//!
//! What is not here: the content model of HTML.

use std::collections::HashSet;
use std::fmt;

use crate::document::{Document, NodeId};
use crate::node::{NodeData, NodeFlags, NodeKind};

/// An invariant of a [`Document`] that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantError {
    node: NodeId,
    description: String,
    problem: &'static str,
}

impl InvariantError {
    /// The node of which it does not hold.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let broken = Document::new().validate().map_err(|error| error.node());
    /// assert_eq!(broken, Ok(()));
    /// ```
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }
}

impl fmt::Display for InvariantError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "node {}: {}", self.description, self.problem)
    }
}

impl std::error::Error for InvariantError {}

impl Document {
    /// Checks the invariants of the whole row of nodes, detached ones included. It takes time in the size of
    /// the document: it is for tests.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let mut document = Document::new();
    /// let comment = document.create_comment("note");
    /// document.append(document.root_id(), comment).unwrap();
    /// assert_eq!(document.validate(), Ok(()));
    /// ```
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn validate(&self) -> Result<(), InvariantError> {
        let root_kind = self.kind(self.root_id());
        self.check(
            self.root_id(),
            matches!(root_kind, NodeKind::Document | NodeKind::DocumentFragment),
            "the root is neither a document nor a fragment",
        )?;
        self.check_free_lists()?;
        let mut is_child = vec![false; self.id_limit()];
        for node in self.nodes.ids() {
            self.check_children(node, &mut is_child)?;
        }
        for node in self.nodes.ids() {
            self.check_place(node, is_child[node.index()])?;
        }
        self.check_that_all_lead_to_a_root()?;
        let mut checked_ranges = HashSet::new();
        for node in self.nodes.ids() {
            self.check_data(node, &mut checked_ranges)?;
        }
        Ok(())
    }

    /// Checks that each free slot is in the chain, and that the side tables are only of nodes that there are.
    fn check_free_lists(&self) -> Result<(), InvariantError> {
        let mut is_free = vec![false; self.id_limit()];
        for slot in self.nodes.free_slots() {
            self.check(slot, !is_free[slot.index()], "its slot is free twice")?;
            is_free[slot.index()] = true;
        }
        let in_chain = is_free.iter().filter(|&&is_free| is_free).count();
        let agree = in_chain + self.nodes.ids().count() + 1 == self.id_limit()
            && in_chain + self.node_count() + 1 == self.id_limit();
        self.check(self.root_id(), agree, "not all free slots are in the chain")?;
        let tables = [
            (NodeFlags::TEMPLATE_CONTENTS, self.template_contents.len()),
            (NodeFlags::SHADOW_HOST, self.shadow_roots.len()),
            (NodeFlags::INDEXED_ATTRIBUTES, self.attribute_indexes.len()),
        ];
        for (flag, length) in tables {
            let flagged = self.nodes.ids().filter(|&node| self.flags(node).has(flag)).count();
            self.check(
                self.root_id(),
                flagged == length,
                "a side table has entries of nodes that there are not",
            )?;
        }
        let doctypes = self.nodes.ids().filter(|&node| self.kind(node) == NodeKind::DocumentType).count();
        let agree = doctypes + self.free_doctypes.len() == self.doctypes.len();
        self.check(self.root_id(), agree, "a doctype is of no node, and not free")
    }

    fn check(&self, node: NodeId, holds: bool, problem: &'static str) -> Result<(), InvariantError> {
        if holds {
            return Ok(());
        }
        let description = if self.nodes.contains(node) { self.describe(node) } else { format!("{node:?}") };
        Err(InvariantError { node, description, problem })
    }

    /// Checks the links between a node and its children.
    fn check_children(&self, parent: NodeId, is_child: &mut [bool]) -> Result<(), InvariantError> {
        let parent_kind = self.kind(parent);
        let mut previous = None;
        let mut next = self.first_child(parent);
        while let Some(child) = next {
            self.check(child, self.nodes.contains(child), "it does not exist")?;
            self.check(child, self.parent(child) == Some(parent), "the parent of this child is another")?;
            self.check(child, !is_child[child.index()], "it is a child twice")?;
            self.check(
                child,
                self.previous_sibling(child) == previous,
                "it does not link back to its previous sibling",
            )?;
            let kinds_fit = parent_kind.may_have_child(self.kind(child));
            self.check(child, kinds_fit, "its parent may not have such a child")?;
            is_child[child.index()] = true;
            previous = Some(child);
            next = self.next_sibling(child);
        }
        self.check(
            parent,
            self.last_child(parent) == previous,
            "its last child is not the end of its children",
        )
    }

    /// Checks that a node with links is among the children of its parent.
    fn check_place(&self, node: NodeId, is_child: bool) -> Result<(), InvariantError> {
        if is_child {
            return Ok(());
        }
        self.check(node, self.parent(node).is_none(), "it is not among the children of its parent")?;
        let has_siblings = self.nodes[node].previous != node || self.next_sibling(node).is_some();
        self.check(node, !has_siblings, "it has a sibling but no parent")
    }

    /// Checks that no node is its own host-including ancestor.
    fn check_that_all_lead_to_a_root(&self) -> Result<(), InvariantError> {
        // For each node, the node from which it was first reached on the way up.
        let mut reached_from = vec![None; self.id_limit()];
        for start in self.nodes.ids() {
            let mut next = Some(start);
            while let Some(node) = next
                && reached_from[node.index()].is_none()
            {
                reached_from[node.index()] = Some(start);
                next = self.parent(node).or_else(|| self.host(node));
            }
            let is_cycle = next.is_some_and(|node| reached_from[node.index()] == Some(start));
            self.check(start, !is_cycle, "its ancestors form a cycle")?;
        }
        Ok(())
    }

    fn check_data(
        &self,
        node: NodeId,
        checked_ranges: &mut HashSet<(u32, u32)>,
    ) -> Result<(), InvariantError> {
        let outside = "its text is not in the text heap";
        match self.nodes[node].data {
            NodeData::Document => Ok(()),
            NodeData::DocumentFragment { host } => {
                let is_mutual = host.is_none_or(|host| self.template_contents(host) == Some(node));
                self.check(node, is_mutual, "it is not the template contents of its host")
            }
            NodeData::ShadowRoot { host, contents_of } => {
                let is_of_host = self.shadow_root(host) == Some(node);
                self.check(node, is_of_host, "it is not the shadow root of its host")?;
                let is_mutual = contents_of.is_none_or(|of| self.template_contents(of) == Some(node));
                self.check(node, is_mutual, "it is not the contents of its template")
            }
            NodeData::DocumentType { index } => {
                let is_taken = !self.free_doctypes.contains(&index);
                self.check(node, is_taken, "its strings are free for others")?;
                let spans = self.doctypes.get(index as usize);
                let is_inside = spans.is_some_and(|spans| {
                    [spans.name, spans.public_id, spans.system_id].map(|span| self.text.contains(span))
                        == [true; 3]
                });
                self.check(node, is_inside, outside)
            }
            NodeData::Text(run) => self.check(node, self.text.contains_run(run), outside),
            NodeData::Comment(data) | NodeData::ProcessingInstruction { data, .. } => {
                self.check(node, self.text.contains(data), outside)
            }
            NodeData::Element { .. } => {
                self.check_side_tables(node)?;
                self.check_attributes(node, checked_ranges)
            }
            NodeData::Free { .. } => self.check(node, false, "it is a free slot"),
        }
    }

    fn check_side_tables(&self, element: NodeId) -> Result<(), InvariantError> {
        let flags = self.flags(element);
        let tables = [
            (NodeFlags::TEMPLATE_CONTENTS, self.template_contents.contains_key(&element)),
            (NodeFlags::SHADOW_HOST, self.shadow_roots.contains_key(&element)),
            (NodeFlags::INDEXED_ATTRIBUTES, self.attribute_indexes.contains_key(&element)),
        ];
        let agree = tables.iter().all(|&(flag, is_present)| flags.has(flag) == is_present);
        self.check(element, agree, "its flags disagree with the side tables")
    }

    fn check_attributes(
        &self,
        element: NodeId,
        checked_ranges: &mut HashSet<(u32, u32)>,
    ) -> Result<(), InvariantError> {
        let range = self.attribute_list(element).range();
        let room = self.attribute_room(element);
        let is_inside = range.length as usize <= room.len() && room.end <= self.attributes.len();
        self.check(element, is_inside, "its attributes are not in the attribute vector")?;
        let attributes = self.attributes_of(element);
        let own_index = self.attribute_indexes.get(&element);
        if let Some(index) = own_index.or_else(|| self.shared_attribute_indexes.get(&range)) {
            let agrees = index.is_of(attributes.iter().map(|attribute| attribute.name));
            self.check(element, agrees, "the index of its attributes disagrees with them")?;
        }
        if !checked_ranges.insert((range.start, range.length)) {
            return Ok(());
        }
        let names: HashSet<_> = attributes.iter().map(|attribute| attribute.name).collect();
        self.check(element, names.len() == attributes.len(), "two of its attributes have the same name")?;
        let are_inside = attributes.iter().all(|attribute| self.text.contains(attribute.value));
        self.check(element, are_inside, "the value of an attribute is not in the text heap")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fragment with three comments, after `damage` was done to it.
    fn problem(damage: impl Fn(&mut Document, [NodeId; 4])) -> String {
        let mut document = Document::new();
        let fragment = document.create_document_fragment();
        let comments = ["1", "2", "3"].map(|data| document.create_comment(data));
        for comment in comments {
            document.append(fragment, comment).unwrap();
        }
        assert_eq!(document.validate(), Ok(()));
        damage(&mut document, [fragment, comments[0], comments[1], comments[2]]);
        document.validate().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn damage_is_found() {
        assert_eq!(
            problem(|document, [_, _, second, _]| document.nodes[second].previous = second),
            "node #4 Comment: it does not link back to its previous sibling"
        );
        assert_eq!(
            problem(|document, [_, first, _, third]| document.nodes[third].next_sibling = Some(first)),
            "node #3 Comment: it does not link back to its previous sibling"
        );
        assert_eq!(
            problem(|document, [_, first, second, _]| document.nodes[first].previous = second),
            "node #3 Comment: it does not link back to its previous sibling"
        );
        assert_eq!(
            problem(|document, [_, first, _, third]| document.nodes[third].parent = Some(first)),
            "node #5 Comment: the parent of this child is another"
        );
        assert_eq!(
            problem(|document, [fragment, ..]| document.nodes[fragment].first_child = None),
            "node #3 Comment: it is not among the children of its parent"
        );
    }

    #[test]
    fn a_cycle_is_found() {
        let mut document = Document::new();
        let name = hedgerow_names::ElementName::html(hedgerow_names::known::P);
        let [outer, inner] = [(); 2].map(|()| document.create_element(name, []));
        document.append(outer, inner).unwrap();
        document.nodes[inner].first_child = Some(outer);
        document.nodes[outer].parent = Some(inner);
        assert_eq!(document.validate().unwrap_err().to_string(), "node #2 <p>: its ancestors form a cycle");
    }
}
