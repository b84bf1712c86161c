//! Checks the invariants of a document: links agree with each other, ranges are inside their vectors, side tables agree with the
//! flags, and ids are distinct. The content model of HTML is not an invariant.

use std::fmt;
use std::ops::Range;

use hedgerow_base::{
    Namespace, SideTable, is_parser_attribute_name, is_valid_attribute_local_name, is_valid_doctype_name,
    is_valid_element_local_name, is_xml_name, known, sort_numbers,
};

use crate::attribute_data::{Attribute, AttributeRange};
use crate::attributes::SHORT_LIST;
use crate::document::Document;
use crate::node::{Node, NodeData, NodeFlags, NodeKind, TemplateFragments};
use crate::node_id::{NodeId, Slot};
use crate::node_ref::NodeRef;
use crate::rare::Rare;

/// A broken invariant of a [`Document`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantError {
    node: NodeId,
    description: String,
    problem: &'static str,
}

impl InvariantError {
    /// Returns the node with the broken invariant.
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

type Checked = Result<(), InvariantError>;

impl Document {
    /// Checks the invariants of all nodes, including detached ones. The time is at least linear in the document, so this method
    /// is for tests. The check detects everything that a wrong use of [`unchecked`](Self::unchecked) can break: links, hosts,
    /// cycles, names, attributes outside their vector, text outside the text heap.
    ///
    /// # Errors
    ///
    /// The first broken invariant.
    pub fn validate(&self) -> Result<(), InvariantError> {
        // All other checks follow links, so the links are checked first.
        self.check(self.root, self.nodes.contains(self.root), "the root does not exist")?;
        let nodes: Vec<Slot> = self.nodes.slots().collect();
        for &node in &nodes {
            self.check_that_links_lead_to_nodes(node)?;
        }
        self.check_side_tables(&nodes)?;
        let are_distinct = self.nodes.stamps.are_distinct(self.id_limit());
        self.check(self.root, are_distinct, "two nodes share an id")?;
        let may_be_root = self.kind(self.root).may_be_root();
        self.check(self.root, may_be_root, "the root is neither a document nor a fragment")?;
        self.check(self.root, self.host(self.root).is_none(), "the root has a host")?;
        self.check_free_lists(nodes.len())?;
        let mut is_child = vec![false; self.id_limit()];
        for &node in &nodes {
            self.check_children(node, &mut is_child)?;
        }
        for &node in &nodes {
            self.check_detached_links(node, is_child[node.index()])?;
            self.check_hosts(node)?;
        }
        self.check_that_all_lead_to_a_root(&nodes)?;
        let mut checked_ranges = SideTable::new();
        for &node in &nodes {
            self.check_data(node, &mut checked_ranges)?;
        }
        self.check_filler(&nodes)
    }

    fn check_that_links_lead_to_nodes(&self, node: Slot) -> Checked {
        let Node { parent, first_child, previous, next_sibling, data } = &self.nodes[node];
        let (host, declared_by) = match *data {
            NodeData::DocumentFragment { host } => (host, None),
            NodeData::ShadowRoot { host, declared_by } => (Some(host), declared_by),
            _ => (None, None),
        };
        for link in
            [*parent, *first_child, Some(*previous), *next_sibling, host, declared_by].into_iter().flatten()
        {
            self.check(node, self.nodes.contains(link), "it links to a node that does not exist")?;
        }
        Ok(())
    }

    /// Checks that the elements in the side tables are those with the flags, and that the entries agree with the linked nodes.
    fn check_side_tables(&self, nodes: &[Slot]) -> Checked {
        let Rare { template_contents, shadow_roots, own_attributes, doctypes, .. } = &*self.rare;
        self.check_flag(nodes, NodeFlags::TEMPLATE_CONTENTS, template_contents)?;
        self.check_flag(nodes, NodeFlags::SHADOW_HOST, shadow_roots)?;
        self.check_flag(nodes, NodeFlags::OWN_ATTRIBUTES, own_attributes)?;
        for (&element, &TemplateFragments { contents, for_parser }) in template_contents.entries() {
            let is_mutual = self.nodes.contains(contents)
                && matches!(self.nodes[contents].data, NodeData::DocumentFragment { host } if host == Some(element));
            self.check(element, is_mutual, "its template contents belong to another element")?;
            let is_mutual = contents == for_parser
                || self.nodes.contains(for_parser)
                    && matches!(self.nodes[for_parser].data, NodeData::ShadowRoot { declared_by, .. } if declared_by == Some(element));
            self.check(
                element,
                is_mutual,
                "the shadow root that it declares is declared by another template",
            )?;
            let is_template = self.at(element).is_html(known::TEMPLATE);
            self.check(element, is_template, "it has template contents, but is not a template")?;
        }
        for (&element, record) in shadow_roots.entries() {
            let is_mutual = self.nodes.contains(record.root)
                && matches!(self.nodes[record.root].data, NodeData::ShadowRoot { host, .. } if host == element);
            self.check(element, is_mutual, "its shadow root belongs to another host")?;
        }
        for &node in doctypes.keys() {
            let is_doctype = self.nodes.contains(node) && self.kind(node) == NodeKind::DocumentType;
            self.check(node, is_doctype, "it has the strings of a doctype, but is not a doctype")?;
        }
        Ok(())
    }

    fn check_flag<T>(&self, nodes: &[Slot], flag: NodeFlags, table: &SideTable<Slot, T>) -> Checked {
        let is_flagged = |node| self.nodes.contains(node) && self.flags(node).has(flag);
        let different =
            nodes.iter().chain(table.keys()).find(|node| is_flagged(**node) != table.contains_key(node));
        let node = *different.unwrap_or(&self.root);
        self.check(node, different.is_none(), "its flags disagree with a side table")
    }

    fn check_free_lists(&self, node_count: usize) -> Checked {
        let mut is_free = vec![false; self.id_limit()];
        for slot in self.nodes.free_slots() {
            let is_slot = slot.index() < is_free.len() && !self.nodes.contains(slot);
            self.check(slot, is_slot, "it is in the free list, but its slot is in use or does not exist")?;
            self.check(slot, !is_free[slot.index()], "its slot is free twice")?;
            is_free[slot.index()] = true;
        }
        let in_free_list = is_free.iter().filter(|&&is_free| is_free).count();
        let agree = in_free_list + node_count + 1 == self.id_limit()
            && in_free_list + self.node_count() + 1 == self.id_limit();
        self.check(self.root, agree, "not all free slots are in the free list")
    }

    fn check(&self, node: Slot, holds: bool, problem: &'static str) -> Checked {
        if holds {
            return Ok(());
        }
        let description = if self.nodes.contains(node) { self.describe(node) } else { format!("{node:?}") };
        Err(InvariantError { node: self.id_of(node), description, problem })
    }

    fn check_children(&self, parent: Slot, is_child: &mut [bool]) -> Checked {
        let parent_kind = self.kind(parent);
        let mut previous = None;
        let mut next = self.first_child(parent);
        while let Some(child) = next {
            self.check(child, self.nodes.contains(child), "it does not exist")?;
            self.check(child, self.parent(child) == Some(parent), "it links to another node as its parent")?;
            self.check(child, !is_child[child.index()], "it appears twice among the children of nodes")?;
            let links_back = self.previous_sibling(child) == previous;
            self.check(child, links_back, "it does not link back to its previous sibling")?;
            let kinds_fit = parent_kind.may_have_child(self.kind(child));
            self.check(child, kinds_fit, "its parent may not have such a child")?;
            is_child[child.index()] = true;
            previous = Some(child);
            next = self.next_sibling(child);
        }
        let is_last = self.last_child(parent) == previous;
        self.check(parent, is_last, "its link to the last child does not lead to the last of its children")?;
        if parent_kind == NodeKind::Document { self.check_children_of_a_document(parent) } else { Ok(()) }
    }

    fn check_children_of_a_document(&self, document: Slot) -> Checked {
        let mut kinds = self.at(document).children().map(NodeRef::kind);
        let is_of_tree = |kind: &NodeKind| matches!(kind, NodeKind::DocumentType | NodeKind::Element);
        let kinds = [(); 3].map(|()| kinds.find(is_of_tree));
        let are_in_order = matches!(
            kinds,
            [None, ..] | [Some(_), None, _] | [Some(NodeKind::DocumentType), Some(NodeKind::Element), None]
        );
        self.check(document, are_in_order, "a document may not have these children")
    }

    fn check_detached_links(&self, node: Slot, is_child: bool) -> Checked {
        if is_child {
            return Ok(());
        }
        self.check(node, self.parent(node).is_none(), "it is not among the children of its parent")?;
        let has_siblings = self.nodes[node].previous != node || self.next_sibling(node).is_some();
        self.check(node, !has_siblings, "it has a sibling but no parent")
    }

    fn check_that_all_lead_to_a_root(&self, nodes: &[Slot]) -> Checked {
        // For each node, the node from which a walk to the root first reached it.
        let mut reached_from = vec![None; self.id_limit()];
        for &start in nodes {
            let mut next = Some(start);
            while let Some(node) = next
                && reached_from[node.index()].is_none()
            {
                reached_from[node.index()] = Some(start);
                next = self.parent_or_host(node);
            }
            let is_cycle = next.is_some_and(|node| reached_from[node.index()] == Some(start));
            self.check(start, !is_cycle, "its ancestors form a cycle")?;
        }
        Ok(())
    }

    fn check_hosts(&self, node: Slot) -> Checked {
        match self.nodes[node].data {
            NodeData::DocumentFragment { host: Some(host) } => {
                let is_mutual = self.template_contents(host) == Some(node);
                self.check(node, is_mutual, "it is not the template contents of its host")
            }
            NodeData::ShadowRoot { host, declared_by } => {
                let is_of_host = self.shadow_root(host) == Some(node);
                self.check(node, is_of_host, "it is not the shadow root of its host")?;
                let is_mutual =
                    declared_by.is_none_or(|template| self.parser_contents(template) == Some(node));
                self.check(node, is_mutual, "its declaring template has another fragment for the parser")
            }
            _ => Ok(()),
        }
    }

    fn check_data(&self, node: Slot, checked_ranges: &mut SideTable<AttributeRange, ()>) -> Checked {
        let outside = "its text is not in the text heap";
        match self.nodes[node].data {
            NodeData::DocumentType => {
                let Some(spans) = self.rare.doctypes.get(&node) else { return Ok(()) };
                self.check(node, spans.iter().all(|&span| self.text.contains(span)), outside)?;
                let is_name = is_valid_doctype_name(self.text.get(spans[0]));
                self.check(node, is_name, "its name is not valid for a doctype")
            }
            NodeData::Text(run) => self.check(node, self.text.contains_run(run), outside),
            NodeData::Comment(data) => self.check(node, self.text.contains(data), outside),
            NodeData::ProcessingInstruction { target, data } => {
                self.check(node, self.text.contains(data), outside)?;
                let is_target = is_xml_name(self.names.text(target));
                self.check(node, is_target, "its target is not valid for a processing instruction")
            }
            NodeData::Element { name, .. } => {
                let is_name = is_valid_element_local_name(self.names.text(name));
                self.check(node, is_name, "its name is not valid for an element")?;
                self.check_attributes(node, checked_ranges)
            }
            NodeData::Free { .. } => self.check(node, false, "it is a free slot"),
            NodeData::Document | NodeData::DocumentFragment { .. } | NodeData::ShadowRoot { .. } => Ok(()),
        }
    }

    fn check_attributes(&self, element: Slot, checked_ranges: &mut SideTable<AttributeRange, ()>) -> Checked {
        let range = self.attribute_range(element);
        let is_inside = range.indices().end <= self.attributes.len();
        self.check(element, is_inside, "its attributes are not in the attribute vector")?;
        let is_indexed = self.rare.attribute_indexes.contains_key(&range);
        self.check(
            element,
            is_indexed == (range.length as usize > SHORT_LIST),
            "its attributes are not indexed",
        )?;
        if let Some(own) = self.own_attributes(element) {
            let agrees = own.is_consistent(range, |name| self.position_in_range(range, name));
            self.check(element, agrees, "the changes of its attributes disagree with them")?;
            self.check_listed(element, own.changed())?;
        }
        if !checked_ranges.add(range) {
            return Ok(());
        }
        let attributes = &self.attributes[range.indices()];
        if let Some(index) = self.rare.attribute_indexes.get(&range) {
            let names = attributes.iter().map(|attribute| attribute.name).zip(0..);
            let agrees = index.len() == attributes.len()
                && names.clone().all(|(name, at)| index.get(&name) == Some(&at));
            self.check(element, agrees, "the index of its attributes disagrees with them")?;
        }
        self.check_listed(element, attributes.iter())
    }

    fn check_listed<'a>(
        &self,
        element: Slot,
        mut attributes: impl Iterator<Item = &'a Attribute> + Clone,
    ) -> Checked {
        let names: SideTable<_, ()> = attributes.clone().map(|attribute| attribute.name).collect();
        let are_distinct = names.len() == attributes.clone().count();
        self.check(element, are_distinct, "two of its attributes have the same name")?;
        let are_names = attributes.clone().all(|Attribute { name, .. }| {
            let (text, has_prefix) = (self.names.text(name.local), name.namespace != Namespace::None);
            is_valid_attribute_local_name(text)
                || !has_prefix && is_parser_attribute_name(Namespace::Html, text)
        });
        self.check(element, are_names, "the name of one of its attributes is not valid")?;
        let are_inside = attributes.all(|attribute| self.text.contains(attribute.value));
        self.check(element, are_inside, "the value of an attribute is not in the text heap")
    }

    /// Checks that no filler overlaps another range.
    fn check_filler(&self, nodes: &[Slot]) -> Checked {
        // A range of the text, whether it is filler, and the node.
        let mut rooms: Vec<(Range<usize>, bool, Slot)> = Vec::new();
        let mut lists = SideTable::new();
        for &node in nodes {
            self.visit_spans(node, &mut lists, |span| rooms.push((span.range(), false, node)));
            if let NodeData::Text(run) = self.nodes[node].data {
                rooms.push((run.span().range().end..run.room().range().end, true, node));
            }
        }
        rooms.retain(|(range, ..)| !range.is_empty());
        let mut order: Vec<u64> =
            rooms.iter().zip(0..).map(|((range, ..), at)| (range.start as u64) << 32 | at).collect();
        sort_numbers(&mut order);
        // The maximum end of all previous ranges, and of the fillers among them.
        let (mut end, mut end_of_filler) = (0, 0);
        for at in order {
            let (range, is_filler, node) = &rooms[at as u32 as usize];
            let taken = if *is_filler { end } else { end_of_filler };
            self.check(*node, range.start >= taken, "another text is in its filler")?;
            end = end.max(range.end);
            if *is_filler {
                end_of_filler = range.end;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::{AttributeName, ElementName, ShadowRootInit};

    use super::*;
    use crate::node::ShadowRootRecord;
    use crate::text::{TextRun, TextSpan};

    /// The nodes of [`everything`].
    #[derive(Clone, Copy)]
    struct Everything {
        host: Slot,
        shadow: Slot,
        template: Slot,
        contents: Slot,
        /// Elements that own long lists of attributes.
        owners: [Slot; 2],
        texts: [Slot; 2],
        instruction: Slot,
    }

    /// Returns a document with nodes of all kinds but comments.
    fn everything() -> (Document, Everything) {
        let mut document = Document::new();
        let [html, host, template] =
            ["html", "div", "template"].map(|name| document.create_element(name).unwrap());
        let owners = [(); 2].map(|()| document.create_element("p").unwrap());
        let doctype = document.create_doctype("html", "", "").unwrap();
        let instruction = document.create_processing_instruction("target", "data").unwrap();
        let texts = ["one", "two"].map(|data| document.create_text(data));
        for node in [doctype, instruction, html] {
            document.append(document.root_id(), node).unwrap();
        }
        for node in [host, template, owners[0], texts[0], owners[1], texts[1]] {
            document.append(html, node).unwrap();
        }
        for _ in 0..3 {
            document.unchecked().insert_text(html.slot(), " and more", Some(owners[1].slot()));
            document.unchecked().insert_text(html.slot(), " and more", None);
        }
        for (owner, name) in owners.iter().flat_map(|owner| (0..20).map(move |number| (*owner, number))) {
            document.set_attribute(owner, &format!("data-{name}"), "value").unwrap();
        }
        let shadow = document.attach_shadow_root(host, ShadowRootInit::default()).unwrap();
        let [host, shadow, template, instruction] = [host, shadow, template, instruction].map(NodeId::slot);
        let [owners, texts] = [owners, texts].map(|ids| ids.map(NodeId::slot));
        let contents = document.template_contents(template).unwrap();
        assert_eq!(document.validate(), Ok(()));
        (document, Everything { host, shadow, template, contents, owners, texts, instruction })
    }

    #[track_caller]
    fn assert_finds(problem: &str, damage: impl FnOnce(&mut Document, Everything)) {
        let (mut document, all) = everything();
        damage(&mut document, all);
        let error = document.validate().expect_err(problem);
        assert!(error.to_string().ends_with(problem), "found {error}, expected {problem}");
    }

    const NOWHERE: usize = 1000;

    #[test]
    fn links_that_disagree_are_found() {
        let no_way_back = "it does not link back to its previous sibling";
        assert_finds(no_way_back, |document, all| document.nodes[all.template].previous = all.template);
        assert_finds(no_way_back, |document, all| document.nodes[all.texts[1]].next_sibling = Some(all.host));
        assert_finds(no_way_back, |document, all| document.nodes[all.host].previous = all.template);
        assert_finds("it links to another node as its parent", |document, all| {
            document.nodes[all.template].parent = Some(all.host);
        });
        assert_finds("it is not among the children of its parent", |document, all| {
            let parent = document.parent(all.host).unwrap();
            document.nodes[parent].first_child = None;
        });
    }

    #[test]
    fn links_to_missing_nodes_are_found() {
        let problem = "it links to a node that does not exist";
        assert_finds(problem, |document, all| document.nodes[all.host].parent = Some(Slot::at(NOWHERE)));
        assert_finds(problem, |document, all| document.nodes[all.host].first_child = Some(Slot::at(NOWHERE)));
        assert_finds(problem, |document, all| {
            document.nodes[all.host].next_sibling = Some(Slot::at(NOWHERE));
        });
        assert_finds(problem, |document, all| document.nodes[all.host].previous = Slot::at(NOWHERE));
        assert_finds(problem, |document, all| {
            document.nodes[all.contents].data = NodeData::DocumentFragment { host: Some(Slot::at(NOWHERE)) };
        });
        assert_finds(problem, |document, all| {
            document.nodes[all.shadow].data =
                NodeData::ShadowRoot { host: Slot::at(NOWHERE), declared_by: None };
        });
        assert_finds(problem, |document, all| {
            let declared_by = Some(Slot::at(NOWHERE));
            document.nodes[all.shadow].data = NodeData::ShadowRoot { host: all.host, declared_by };
        });
        // A freed node with links to it.
        assert_finds(problem, |document, all| document.nodes.free(all.host));
    }

    #[test]
    fn wrong_hosts_are_found() {
        assert_finds("it is not the template contents of its host", |document, all| {
            document.nodes[all.contents].data = NodeData::DocumentFragment { host: Some(all.host) };
            document.rare.template_contents.clear();
            document.remove_flag(all.template, NodeFlags::TEMPLATE_CONTENTS);
        });
        assert_finds("its template contents belong to another element", |document, all| {
            document.nodes[all.contents].data = NodeData::DocumentFragment { host: None };
        });
        assert_finds("its template contents belong to another element", |document, all| {
            // Two templates with the same contents.
            let second = document.create_element("template").unwrap().slot();
            let fragments = TemplateFragments { contents: all.contents, for_parser: all.contents };
            document.rare.template_contents.insert(second, fragments);
        });
        assert_finds("its template contents belong to another element", |document, all| {
            let fragments = TemplateFragments { contents: all.shadow, for_parser: all.shadow };
            document.rare.template_contents.insert(all.template, fragments);
        });
        assert_finds("the shadow root that it declares is declared by another template", |document, all| {
            let fragments = TemplateFragments { contents: all.contents, for_parser: all.shadow };
            document.rare.template_contents.insert(all.template, fragments);
        });
        assert_finds("its shadow root belongs to another host", |document, all| {
            document.nodes[all.shadow].data = NodeData::DocumentFragment { host: None };
        });
        assert_finds("its shadow root belongs to another host", |document, all| {
            let record = ShadowRootRecord { root: all.contents, init: ShadowRootInit::default() };
            document.rare.shadow_roots.insert(all.host, record);
        });
        assert_finds("it is not the shadow root of its host", |document, all| {
            document.rare.shadow_roots.clear();
            document.remove_flag(all.host, NodeFlags::SHADOW_HOST);
        });
        assert_finds("its declaring template has another fragment for the parser", |document, all| {
            let declared_by = Some(all.template);
            document.nodes[all.shadow].data = NodeData::ShadowRoot { host: all.host, declared_by };
        });
        assert_finds("its flags disagree with a side table", |document, all| {
            document.add_flag(all.owners[0], NodeFlags::SHADOW_HOST);
        });
        assert_finds("its flags disagree with a side table", |document, all| {
            document.remove_flag(all.template, NodeFlags::TEMPLATE_CONTENTS);
        });
        assert_finds("its flags disagree with a side table", |document, all| {
            let own = document.rare.own_attributes.remove(&all.owners[0]).unwrap();
            document.rare.own_attributes.insert(Slot::at(NOWHERE), own);
        });
    }

    #[test]
    fn cycles_are_found() {
        let cycle = "its ancestors form a cycle";
        // A cycle of children, one through template contents, and one through a shadow root.
        let close = |document: &mut Document, top: Slot, inside: Slot| {
            document.unchecked().detach(top);
            document.nodes[inside].first_child = Some(top);
            document.nodes[top].parent = Some(inside);
        };
        assert_finds(cycle, |document, Everything { owners: [outer, inner], .. }| {
            document.unchecked().append(outer, inner);
            close(document, outer, inner);
        });
        assert_finds(cycle, |document, all| close(document, all.template, all.contents));
        assert_finds(cycle, |document, all| close(document, all.host, all.shadow));
    }

    #[test]
    fn wrong_children_are_found() {
        assert_finds("its parent may not have such a child", |document, all| {
            document.nodes[all.texts[0]].data = NodeData::DocumentFragment { host: None };
        });
        assert_finds("the root does not exist", |document, _| document.root = Slot::at(NOWHERE));
        assert_finds("the root is neither a document nor a fragment", |document, all| {
            document.root = all.host;
        });
    }

    #[test]
    fn wrong_attributes_are_found() {
        assert_finds("its attributes are not in the attribute vector", |document, all| {
            document.set_attribute_range(all.host, AttributeRange { start: 1 << 20, length: 1 });
        });
        let disagree = "the changes of its attributes disagree with them";
        assert_finds(disagree, |document, all| {
            // The changes of an element on another range.
            document.set_attribute_range(all.owners[0], AttributeRange::EMPTY);
        });
        assert_finds(disagree, |document, all| {
            let own = document.rare.own_attributes.get_mut(&all.owners[0]).unwrap();
            let mut name = AttributeName::plain(known::CLASS);
            own.changed_mut().for_each(|attribute| std::mem::swap(&mut attribute.name, &mut name));
        });
        let long_range = |document: &mut Document| {
            let names: Vec<_> = (0..20).map(|number| document.names.intern(&format!("a{number}"))).collect();
            let attributes = names.into_iter().map(|name| (AttributeName::plain(name), ""));
            let element = document.unchecked().create_element(ElementName::html(known::P), attributes);
            document.attribute_range(element).indices()
        };
        assert_finds("its attributes are not indexed", |document, _| {
            long_range(document);
            document.rare.attribute_indexes.clear();
        });
        assert_finds("the index of its attributes disagrees with them", |document, _| {
            let range = long_range(document);
            document.attributes.swap(range.start, range.end - 1);
        });
        assert_finds("the value of an attribute is not in the text heap", |document, all| {
            let range = document.attribute_range(all.owners[0]);
            document.attributes[range.indices().start].value = TextSpan { start: 1 << 20, length: 1 };
        });
    }

    /// A change of the first stamp, of the later stamps, and of the stamps of reused slots.
    type Damage = fn(&mut u64, &mut Vec<(Slot, u64)>, &mut Vec<u64>);

    #[test]
    fn wrong_texts_stamps_and_free_slots_are_found() {
        let outside = "its text is not in the text heap";
        assert_finds(outside, |document, all| {
            document.nodes[all.texts[0]].data =
                NodeData::Text(TextRun::new(TextSpan { start: 1 << 20, length: 1 }));
        });
        assert_finds(outside, |document, all| {
            document.nodes[all.texts[0]].data =
                NodeData::Comment(TextSpan { start: u32::MAX, length: u32::MAX });
        });
        assert_finds(outside, |document, _| {
            // A span that ends inside a character.
            let text = document.unchecked().create_text("é");
            let NodeData::Text(run) = document.nodes[text].data else { return };
            let half = TextSpan { start: run.span().range().start as u32, length: 1 };
            document.nodes[text].data = NodeData::Text(TextRun::new(half));
        });
        assert_finds("another text is in its filler", |document, all| {
            // Two nodes that own the same filler.
            let data = document.nodes[all.texts[0]].data;
            let copy = document.unchecked().create_text("");
            document.nodes[copy].data = data;
        });
        assert_finds("it has the strings of a doctype, but is not a doctype", |document, all| {
            document.rare.doctypes.insert(all.instruction, [TextSpan::EMPTY; 3]);
        });
        let damages: [Damage; 6] = [
            |first, _, _| *first = 0,
            |first, _, _| *first = u64::MAX,
            |first, _, used_again| *used_again = vec![0, *first],
            |_, later, _| later.push((Slot::FIRST, 1)),
            |first, later, _| later.push((Slot::at(3), *first)),
            |_, _, used_again| used_again.resize(NOWHERE, 0),
        ];
        for damage in damages {
            assert_finds("two nodes share an id", |document, _| {
                document.nodes.stamps.damage(damage);
            });
        }
        assert_finds("not all free slots are in the free list", |document, _| {
            let comment = document.unchecked().create_comment("");
            document.nodes[comment].data = NodeData::Free { next: None };
        });
    }
}
