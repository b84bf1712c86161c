//! Evaluates several downward steps in one walk.
//!
//! The walk visits the descendants of the context nodes in document order, and records for each node which steps have
//! selected it. So each node is tested once for each step, and the result needs no sorting:
//!
//! ```text
//! visit(node):
//!     candidates := steps on `child` whose previous step selected the parent
//!                 + steps on `descendant` whose previous step selected an ancestor
//!     for each candidate, the first step first:
//!         if the node passes its test and its predicates:
//!             the step has selected the node; a next step on `self` becomes a candidate
//!     if the last step has selected the node: the node is a result
//!     if any step can select a descendant: visit the children
//! ```
//!
//! A position is the number of siblings that have passed so far. Each parent has counters for the positions of its
//! children.

use hedgerow_dom::NodeRef;

use crate::error::EvaluationError;
use crate::evaluate::{Context, Evaluation, Want};
use crate::expression::{PredicateKind, Test, Walk, WalkStep};
use crate::node::{self, Item};

/// A node that encloses the current node of the walk.
#[derive(Clone, Copy)]
struct Frame {
    /// The steps that have selected the node.
    selected: u64,
    /// The steps that have selected the node or an ancestor.
    above: u64,
}

/// The counts of a positional predicate among the children of one parent.
#[derive(Clone, Copy, Default)]
struct Counter {
    position: usize,
    /// The number of children that pass the test; 0 until it is known.
    size: usize,
}

impl Walk {
    /// The steps that continue from a node to its children.
    fn below(&self, frame: Frame) -> u64 {
        (frame.selected << 1) & self.children | (frame.above << 1) & self.descendants
    }
}

impl<'e> Evaluation<'e> {
    /// Returns the nodes that a walk selects from a node-set. Both node-sets are in document order.
    pub(crate) fn walk(
        &mut self,
        walk: &'e Walk,
        contexts: &[Item],
        want: Want,
    ) -> Result<Vec<Item>, EvaluationError> {
        let mut found = Vec::new();
        let all_are_whole = contexts.iter().all(|context| context.is_whole());
        // Nodes are found in document order, unless the context nodes include attributes or namespaces.
        let want = match want {
            Want::First if all_are_whole => Want::Any,
            Want::First => Want::All,
            other => other,
        };
        if let (&[context], [step]) = (contexts, &*walk.steps)
            && context.is_whole()
            && walk.selves == 0
        {
            let node = self.node(context);
            if walk.descendants != 0 && walk.counters == 0 {
                self.walk_descendants(step, node, want, &mut found)?;
                return Ok(found);
            } else if walk.children != 0 {
                self.walk_children(step, node, want, &mut found)?;
                return Ok(found);
            }
        }
        let whole: Vec<Item>;
        let mut contexts = contexts;
        if !all_are_whole {
            // Attributes and namespaces have no descendants, and pass only the test node() on `self`.
            for &context in contexts.iter().filter(|context| !context.is_whole()) {
                if self.stays_selected(walk, context)? {
                    found.push(context);
                }
            }
            whole = contexts.iter().copied().filter(|context| context.is_whole()).collect();
            contexts = &whole;
        }
        let has_parts = !found.is_empty();
        self.walk_from(walk, contexts, want, &mut found)?;
        if has_parts {
            self.sort(&mut found);
        }
        Ok(found)
    }

    /// A walk of one step to the descendants of one node.
    fn walk_descendants(
        &mut self,
        step: &'e WalkStep,
        root: NodeRef<'e>,
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        let names = self.names;
        let mut visited = 0;
        let mut at = root.first_child();
        while let Some(node) = at {
            visited += 1;
            if node::matches_node(node, &step.test, names) {
                self.spend(visited)?;
                visited = 0;
                if self.passes_all(step, Item::node(node))? {
                    found.push(Item::node(node));
                    if want == Want::Any {
                        return Ok(());
                    }
                }
            }
            at = node::next_within(node, root);
        }
        self.spend(visited)
    }

    /// A walk of one step to the children of one node.
    fn walk_children(
        &mut self,
        step: &'e WalkStep,
        parent: NodeRef<'e>,
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        let names = self.names;
        let is_plain = step.predicates.iter().all(|predicate| !predicate.is_positional());
        let mut counters = vec![Counter::default(); if is_plain { 0 } else { step.predicates.len() }];
        // No child after the position of the first predicate can pass.
        let mut left = match step.predicates.first().map(|predicate| predicate.kind) {
            Some(PredicateKind::Position(position)) => position,
            _ => f64::INFINITY,
        };
        let mut at = parent.first_child();
        while let Some(node) = at {
            self.spend(1)?;
            if node::matches_node(node, &step.test, names) {
                let item = Item::node(node);
                let passes = if is_plain {
                    self.passes_all(step, item)?
                } else {
                    self.passes_counted(step, node, &mut counters)?
                };
                if passes {
                    found.push(item);
                    if want == Want::Any {
                        return Ok(());
                    }
                }
                left -= 1.0;
                if left <= 0.0 {
                    return Ok(());
                }
            }
            at = node.next_sibling();
        }
        Ok(())
    }

    fn walk_from(
        &mut self,
        walk: &'e Walk,
        contexts: &[Item],
        want: Want,
        found: &mut Vec<Item>,
    ) -> Result<(), EvaluationError> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut counters: Vec<Counter> = Vec::new();
        let mut contexts = contexts.iter().copied().peekable();
        while let Some(context) = contexts.next() {
            let root = self.node(context);
            let selected = 1 | self.select(walk, root, 2 & walk.selves, &mut [])?;
            if selected & walk.last() != 0 {
                found.push(context);
            }
            let mut has_context_inside = self.next_is_inside(&mut contexts, context)?;
            let frame = Frame { selected, above: selected };
            let first = if walk.below(frame) != 0 || has_context_inside { root.first_child() } else { None };
            let Some(mut node) = first else {
                if want == Want::Any && !found.is_empty() {
                    return Ok(());
                }
                continue;
            };
            frames.clear();
            frames.push(frame);
            counters.clear();
            counters.resize(walk.counters, Counter::default());
            while let Some(&parent) = frames.last() {
                self.spend(1)?;
                let mut candidates = walk.below(parent);
                let mut selected = 0;
                if has_context_inside && contexts.peek().is_some_and(|next| next.slot == node.slot()) {
                    contexts.next();
                    has_context_inside = self.next_is_inside(&mut contexts, context)?;
                    selected = 1;
                    candidates |= 2 & walk.selves;
                }
                if candidates != 0 {
                    let first = counters.len() - walk.counters;
                    selected |= self.select(walk, node, candidates, counters.split_at_mut(first).1)?;
                    if selected & walk.last() != 0 {
                        found.push(Item::node(node));
                    }
                }
                if want == Want::Any && !found.is_empty() {
                    return Ok(());
                }
                let frame = Frame { selected, above: parent.above | selected };
                if (walk.below(frame) != 0 || has_context_inside)
                    && let Some(child) = node.first_child()
                {
                    frames.push(frame);
                    counters.resize(counters.len() + walk.counters, Counter::default());
                    node = child;
                    continue;
                }
                loop {
                    if let Some(next) = node.next_sibling() {
                        node = next;
                        break;
                    }
                    frames.pop();
                    counters.truncate(counters.len() - walk.counters);
                    match node.parent() {
                        Some(parent) if !frames.is_empty() => node = parent,
                        _ => break,
                    }
                }
            }
        }
        Ok(())
    }

    fn next_is_inside(
        &mut self,
        contexts: &mut std::iter::Peekable<impl Iterator<Item = Item>>,
        root: Item,
    ) -> Result<bool, EvaluationError> {
        match contexts.peek() {
            Some(&next) => self.is_inside(next, root),
            None => Ok(false),
        }
    }

    /// Returns the steps that select a node: candidates, and the steps on `self` that follow them.
    fn select(
        &mut self,
        walk: &'e Walk,
        node: NodeRef<'e>,
        mut candidates: u64,
        counters: &mut [Counter],
    ) -> Result<u64, EvaluationError> {
        let mut selected = 0;
        while candidates != 0 {
            let bit = candidates & candidates.wrapping_neg();
            candidates &= !bit;
            let Some(step) = walk.steps.get((bit.trailing_zeros() as usize).wrapping_sub(1)) else {
                continue;
            };
            if !node::matches_node(node, &step.test, self.names) {
                continue;
            }
            let counters = counters.get_mut(step.first_counter..).unwrap_or_default();
            if self.passes_counted(step, node, counters)? {
                selected |= bit;
                candidates |= (bit << 1) & walk.selves;
            }
        }
        Ok(selected)
    }

    /// Whether a walk with only `self` steps selects an attribute or a namespace.
    fn stays_selected(&mut self, walk: &'e Walk, item: Item) -> Result<bool, EvaluationError> {
        for (index, step) in walk.steps.iter().enumerate() {
            let stays = walk.selves & (2 << index) != 0;
            if !stays || step.test != Test::Node || !self.passes_all(step, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an item passes predicates that do not depend on its position.
    fn passes_all(&mut self, step: &'e WalkStep, item: Item) -> Result<bool, EvaluationError> {
        for predicate in &step.predicates {
            if !self.boolean(&predicate.expression, Context { item, position: 1, size: 1 })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a child passes predicates whose positions are counted by the counters of its parent.
    fn passes_counted(
        &mut self,
        step: &'e WalkStep,
        node: NodeRef<'e>,
        counters: &mut [Counter],
    ) -> Result<bool, EvaluationError> {
        let item = Item::node(node);
        let mut counters = counters.iter_mut();
        for predicate in &step.predicates {
            let mut context = Context { item, position: 1, size: 1 };
            if predicate.is_positional()
                && let Some(counter) = counters.next()
            {
                counter.position += 1;
                context.position = counter.position;
                match predicate.kind {
                    PredicateKind::Last => {
                        // All children that pass the node test count, because in a walk, only the first predicate of
                        // a step uses `last()`.
                        if self.has_later_sibling(step, node)? {
                            return Ok(false);
                        }
                        continue;
                    }
                    PredicateKind::Positional { uses_last: true } => {
                        if counter.size == 0 {
                            counter.size = self.count_children(step, node)?;
                        }
                        context.size = counter.size;
                    }
                    _ => {}
                }
            }
            if !self.passes(predicate, context)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn has_later_sibling(&mut self, step: &WalkStep, node: NodeRef<'e>) -> Result<bool, EvaluationError> {
        let mut next = node.next_sibling();
        while let Some(sibling) = next {
            self.spend(1)?;
            if node::matches_node(sibling, &step.test, self.names) {
                return Ok(true);
            }
            next = sibling.next_sibling();
        }
        Ok(false)
    }

    /// The number of siblings of a node, itself included, that pass the test of a step.
    fn count_children(&mut self, step: &WalkStep, node: NodeRef<'e>) -> Result<usize, EvaluationError> {
        let mut count = 0;
        let mut next = node.parent().and_then(NodeRef::first_child);
        while let Some(sibling) = next {
            self.spend(1)?;
            count += usize::from(node::matches_node(sibling, &step.test, self.names));
            next = sibling.next_sibling();
        }
        Ok(count)
    }
}
