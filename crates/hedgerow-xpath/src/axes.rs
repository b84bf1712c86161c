//! The thirteen axes, and steps on the axes that the downward walk (`walk.rs`) does not handle.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#axes>

use std::collections::HashSet;

use foldhash::fast::RandomState;
use hedgerow_dom::{NodeRef, Slot};

use crate::error::EvaluationError;
use crate::evaluate::{Context, Evaluation, Want};
use crate::expression::{Predicate, PredicateKind, Step, Test};
use crate::node::{self, Item, Part};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    Child,
    Descendant,
    Parent,
    Ancestor,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
    Namespace,
    SelfNode,
    DescendantOrSelf,
    AncestorOrSelf,
}

impl Axis {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "child" => Self::Child,
            "descendant" => Self::Descendant,
            "parent" => Self::Parent,
            "ancestor" => Self::Ancestor,
            "following-sibling" => Self::FollowingSibling,
            "preceding-sibling" => Self::PrecedingSibling,
            "following" => Self::Following,
            "preceding" => Self::Preceding,
            "attribute" => Self::Attribute,
            "namespace" => Self::Namespace,
            "self" => Self::SelfNode,
            "descendant-or-self" => Self::DescendantOrSelf,
            "ancestor-or-self" => Self::AncestorOrSelf,
            _ => return None,
        })
    }

    /// Whether positions on the axis are counted in reverse document order.
    pub(crate) fn is_reverse(self) -> bool {
        matches!(self, Self::Ancestor | Self::AncestorOrSelf | Self::Preceding | Self::PrecedingSibling)
    }
}

/// The nodes of an axis in the order of the axis, except those of `attribute` and `namespace`.
pub(crate) struct AxisNodes<'d> {
    axis: Axis,
    next: Option<NodeRef<'d>>,
    /// The context node of a `descendant` axis; on `preceding`, the ancestor of the context node to be skipped next.
    bound: Option<NodeRef<'d>>,
}

impl<'d> AxisNodes<'d> {
    /// Creates the iterator. `is_whole` says whether the context node is the node itself, not one of its attributes or
    /// namespaces.
    fn new(axis: Axis, node: NodeRef<'d>, is_whole: bool) -> Self {
        let (next, bound) = match axis {
            Axis::Child if is_whole => (node.first_child(), None),
            Axis::Descendant if is_whole => (node.first_child(), Some(node)),
            Axis::DescendantOrSelf if is_whole => (Some(node), Some(node)),
            Axis::Parent | Axis::Ancestor if is_whole => (node.parent(), None),
            Axis::Parent | Axis::Ancestor | Axis::AncestorOrSelf => (Some(node), None),
            Axis::FollowingSibling if is_whole => (node.next_sibling(), None),
            Axis::PrecedingSibling if is_whole => (node.previous_sibling(), None),
            Axis::Following if is_whole => (following(node), None),
            // The children of an element follow its attributes.
            Axis::Following => (node.first_child().or_else(|| following(node)), None),
            Axis::Preceding => {
                let mut nodes = Self { axis, next: None, bound: node.parent() };
                nodes.next = nodes.before(node);
                return nodes;
            }
            Axis::SelfNode if is_whole => (Some(node), None),
            _ => (None, None),
        };
        Self { axis, next, bound }
    }

    fn after(&mut self, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        match self.axis {
            Axis::Child | Axis::FollowingSibling => node.next_sibling(),
            Axis::PrecedingSibling => node.previous_sibling(),
            Axis::Ancestor | Axis::AncestorOrSelf => node.parent(),
            Axis::Descendant | Axis::DescendantOrSelf => node::next_within(node, self.bound?),
            Axis::Following => node.first_child().or_else(|| following(node)),
            Axis::Preceding => self.before(node),
            Axis::Parent | Axis::SelfNode | Axis::Attribute | Axis::Namespace => None,
        }
    }

    /// The previous node in document order that is not an ancestor of the context node.
    fn before(&mut self, mut node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        loop {
            if let Some(mut previous) = node.previous_sibling() {
                while let Some(last) = previous.last_child() {
                    previous = last;
                }
                return Some(previous);
            }
            node = node.parent()?;
            if self.bound != Some(node) {
                return Some(node);
            }
            self.bound = node.parent();
        }
    }
}

/// The node that follows a node and its descendants in document order.
fn following(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.inclusive_ancestors().find_map(NodeRef::next_sibling)
}

impl<'d> Iterator for AxisNodes<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        let node = self.next?;
        self.next = self.after(node);
        Some(node)
    }
}

impl<'e> Evaluation<'e> {
    /// Returns the nodes that a step selects from a node-set. Both node-sets are in document order.
    pub(crate) fn step(
        &mut self,
        step: &'e Step,
        contexts: &[Item],
        want: Want,
    ) -> Result<Vec<Item>, EvaluationError> {
        let mut found = Vec::new();
        // The first node on an axis is the first in document order only for a single context node and a forward axis.
        let want = match want {
            Want::First if contexts.len() == 1 && !step.axis.is_reverse() => Want::Any,
            Want::First => Want::All,
            other => other,
        };
        if let &[context] = contexts {
            self.step_from(step, context, want, &mut found)?;
            if step.axis.is_reverse() {
                found.reverse();
            }
            return Ok(found);
        }
        let is_joint = !matches!(step.axis, Axis::Attribute | Axis::Namespace) && !step.is_positional();
        if is_joint {
            self.step_from_all(step, contexts, want, &mut found)?;
        } else {
            for &context in contexts {
                self.step_from(step, context, want, &mut found)?;
                if want == Want::Any && !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        self.sort(&mut found);
        Ok(found)
    }

    /// Appends the nodes that a step selects from one node, in the order of the axis.
    fn step_from(
        &mut self,
        step: &'e Step,
        context: Item,
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        let node = self.node(context);
        match step.axis {
            Axis::Attribute => {
                if !context.is_whole() {
                    return Ok(());
                }
                self.spend_attributes(node)?;
                let names = self.names;
                let items = node::attributes(node, &step.test, names)
                    .map(|(index, _)| Item::attribute(context.slot, index));
                self.filter(items, &step.predicates, want, found)
            }
            Axis::Namespace => {
                if !context.is_whole() {
                    return Ok(());
                }
                let namespaces = node::namespaces_in_scope(node, |steps| self.spend(steps))?;
                let items = namespaces.iter().enumerate().filter_map(|(index, (prefix, _))| {
                    let passes = match &step.test {
                        Test::Node | Test::Any => true,
                        Test::Name(name) => {
                            let name = &self.compiled.names[*name];
                            name.namespace.is_none() && *name.local == **prefix
                        }
                        _ => false,
                    };
                    passes.then(|| Item::namespace(context.slot, index))
                });
                let items: Vec<Item> = items.collect();
                self.filter(items.into_iter(), &step.predicates, want, found)
            }
            // On these axes, the item itself comes first, even if it is an attribute or a namespace.
            Axis::SelfNode | Axis::AncestorOrSelf | Axis::DescendantOrSelf if !context.is_whole() => {
                let own = (step.test == Test::Node).then_some(context);
                let names = self.names;
                let others = AxisNodes::new(step.axis, node, false)
                    .filter(|&node| node::matches_node(node, &step.test, names))
                    .map(Item::node);
                self.filter(own.into_iter().chain(others), &step.predicates, want, found)
            }
            _ => {
                let names = self.names;
                let nodes = AxisNodes::new(step.axis, node, context.is_whole());
                self.filter_nodes(nodes, step, names, want, found)
            }
        }
    }

    /// Passes the nodes that match the node test to [`filter`](Self::filter). Each visited node counts as a step of the evaluation.
    fn filter_nodes(
        &mut self,
        nodes: AxisNodes<'e>,
        step: &'e Step,
        names: &[node::ResolvedName],
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        let mut visited = 0;
        let most = usize::try_from(self.steps_left).unwrap_or(usize::MAX);
        let items = nodes
            .take_while(|_| {
                visited += 1;
                visited <= most
            })
            .filter(|&node| node::matches_node(node, &step.test, names))
            .map(Item::node);
        // Predicates count their own steps. If `take_while` ended the walk at the limit, then
        // `visited` is too large, and `spend` reports it.
        let result = self.filter(items, &step.predicates, want, found);
        self.spend(visited)?;
        result
    }

    /// Appends the items that pass all predicates. Positions are counted in the order of `items`.
    fn filter(
        &mut self,
        items: impl Iterator<Item = Item>,
        predicates: &'e [Predicate],
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        if predicates.iter().any(Predicate::uses_last) {
            let mut items: Vec<Item> = items.collect();
            self.spend(items.len())?;
            for predicate in predicates {
                items = self.filter_list(items, predicate)?;
            }
            found.append(&mut items);
            return Ok(());
        }
        let mut positions = vec![0_usize; predicates.len()];
        'items: for item in items {
            let mut is_last = false;
            for (predicate, position) in predicates.iter().zip(&mut positions) {
                *position += 1;
                if let PredicateKind::Position(wanted) = predicate.kind {
                    // No later position can pass.
                    is_last |= *position as f64 >= wanted;
                }
                let context = Context { item, position: *position, size: 0 };
                if !self.passes(predicate, context)? {
                    if is_last {
                        return Ok(());
                    }
                    continue 'items;
                }
            }
            found.push(item);
            if is_last || want == Want::Any {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The items of a list that pass a predicate.
    pub(crate) fn filter_list(
        &mut self,
        mut items: Vec<Item>,
        predicate: &'e Predicate,
    ) -> Result<Vec<Item>, EvaluationError> {
        let size = items.len();
        let mut passed = 0;
        for index in 0..size {
            let item = items[index];
            if self.passes(predicate, Context { item, position: index + 1, size })? {
                items[passed] = item;
                passed += 1;
            }
        }
        items.truncate(passed);
        Ok(items)
    }

    /// Appends the nodes that a step without positional predicates selects from several nodes, each once, in any order.
    fn step_from_all(
        &mut self,
        step: &'e Step,
        contexts: &[Item],
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        if matches!(step.axis, Axis::Following | Axis::Preceding) {
            // No node follows or precedes a node of another tree.
            for contexts in self.runs(contexts) {
                let context = match step.axis {
                    Axis::Following => self.first_to_end(contexts)?,
                    // A node that precedes at least one context node also precedes the last one: it cannot
                    // be an ancestor of the last one, because such an ancestor ends after every context
                    // node has begun.
                    _ => contexts.last().copied(),
                };
                if let Some(context) = context {
                    self.step_from(step, context, want, found)?;
                }
            }
            return Ok(());
        }
        let names = self.names;
        let mut seen: HashSet<Slot, RandomState> = HashSet::default();
        for &context in contexts {
            if !context.is_whole() && matches!(step.axis, Axis::AncestorOrSelf) && step.test == Test::Node {
                self.filter(std::iter::once(context), &step.predicates, want, found)?;
            }
            for node in AxisNodes::new(step.axis, self.node(context), context.is_whole()) {
                self.spend(1)?;
                // The rest of the axis was already visited from another node.
                if !seen.insert(node.slot()) {
                    break;
                }
                if node::matches_node(node, &step.test, names) {
                    self.filter(std::iter::once(Item::node(node)), &step.predicates, want, found)?;
                    if want == Want::Any && !found.is_empty() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the node of a node-set in one tree that ends first. Every node that follows some node of the set also follows
    /// the returned node.
    fn first_to_end(&mut self, contexts: &[Item]) -> Result<Option<Item>, EvaluationError> {
        let Some((&first, rest)) = contexts.split_first() else { return Ok(None) };
        let mut found = first;
        for &next in rest {
            if found.is_whole() && (next.slot == found.slot || self.is_inside(next, found)?) {
                found = next;
            } else {
                break;
            }
        }
        Ok(Some(found))
    }

    /// Whether the node of an item is a descendant of another item's node.
    pub(crate) fn is_inside(&mut self, item: Item, container: Item) -> Result<bool, EvaluationError> {
        let mut ancestor = self.node(item).parent();
        let container_parent = self.node(container).parent().map(NodeRef::slot);
        while let Some(node) = ancestor {
            self.spend(1)?;
            if node.slot() == container.slot {
                return Ok(true);
            }
            // The ancestors of the container itself cannot be inside it.
            if Some(node.slot()) == container_parent {
                return Ok(false);
            }
            ancestor = node.parent();
        }
        Ok(false)
    }

    /// Sorts a list in document order and removes duplicates.
    pub(crate) fn sort(&mut self, items: &mut Vec<Item>) {
        if items.len() < 2 {
            return;
        }
        let document = self.document;
        self.order().sort(items, |item| item.slot.node(document));
    }

    /// Divides a node-set into runs, one for each tree.
    fn runs<'i>(&mut self, items: &'i [Item]) -> Vec<&'i [Item]> {
        let document = self.document;
        self.order().runs(items, |item| item.slot.node(document))
    }

    /// The prefix and the URL of a namespace item.
    pub(crate) fn namespace_of(&mut self, item: Item) -> Result<Option<(&'e str, &'e str)>, EvaluationError> {
        let Part::Namespace(index) = item.part() else { return Ok(None) };
        let namespaces = node::namespaces_in_scope(self.node(item), |steps| self.spend(steps))?;
        Ok(namespaces.get(index).copied())
    }
}
