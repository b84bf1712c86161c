//! [`Query`], a selector prepared for one document, and [`Matches`], the walk over the tree.
//!
//! ```text
//! for each element in tree order:
//!     for each selector of the list whose names the document has:
//!         if the element has its name, id, class and attribute (plan.rs):
//!             if the selector says no more, or the `selectors` crate agrees: the element matches
//! ```
//!
//! The elements are those of a walk over the links, or of a [`Scan`] along the row of nodes: who searches a whole document
//! again, whose nodes stand in tree order, as those of a parser do. Then names, ids and classes are compared in a row, too. For
//! who does so often, they are those that an index has of the names, ids or classes.
//!
//! Once the walk is [`SHALLOW`] deep, it keeps the filter of ancestors of the `selectors` crate: what no ancestor has is not
//! looked for on the way to the root.

use std::fmt;
use std::iter::FusedIterator;

use hedgerow_dom::{Document, Indexed, NodeId, NodeKind, NodeRef, QuirksMode, Scan};
use hedgerow_names::{ElementName, NameId};
use selectors::bloom::BloomFilter;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, SelectorCaches,
};
use selectors::matching::matches_selector;

use crate::element::{Subject, for_each_hash, opaque};
use crate::has::Memory;
use crate::plan::{Plan, Resolved};
use crate::selector::Selector;

/// The depth up to which ancestors are simply looked at.
const SHALLOW: usize = 32;

/// A selector that is prepared for one document.
pub(crate) struct Query<'q> {
    pub(crate) document: &'q Document,
    selector: Selector,
    /// The ids of the names that not every document knows.
    pub(crate) resolved: Box<[Option<NameId>]>,
    /// What `:scope` matches.
    pub(crate) scope: NodeId,
    plans: Vec<Resolved>,
    quirks_mode: selectors::context::QuirksMode,
}

impl<'q> Query<'q> {
    pub(crate) fn new(scope: NodeRef<'q>, selector: Selector) -> Self {
        let document = scope.document();
        let compiled = selector.compiled();
        let resolved: Box<[Option<NameId>]> =
            compiled.unknown_names.iter().map(|name| document.names().find(name)).collect();
        let quirks_mode = match document.quirks_mode() {
            QuirksMode::NoQuirks => selectors::context::QuirksMode::NoQuirks,
            QuirksMode::LimitedQuirks => selectors::context::QuirksMode::LimitedQuirks,
            QuirksMode::Quirks => selectors::context::QuirksMode::Quirks,
        };
        let pairs = compiled.plans.iter().zip(compiled.list.slice()).enumerate();
        let plans = pairs
            .filter_map(|(index, (plan, selector))| plan.resolve(index, &resolved, selector, quirks_mode))
            .collect();
        Self { document, resolved, scope: scope.id(), plans, quirks_mode, selector }
    }

    /// Whether filtering by ancestors can say anything.
    fn looks_at_ancestors(&self) -> bool {
        self.plans.iter().filter_map(|plan| plan.hashes.as_ref()).any(|hashes| hashes.packed_hashes != [0; 3])
    }

    /// Whether no element of the document can match: it has none of the names, or no such id or class.
    fn is_hopeless(&self) -> bool {
        let ignores_case = self.ignores_case();
        self.plans.iter().all(|resolved| {
            self.plan(resolved)
                .and_then(|plan| plan.attribute_test(resolved, ignores_case))
                .is_some_and(|(name, lengths, test)| !self.document.may_have_attribute(name, &lengths, test))
        })
    }

    /// The names that matches have, if there are not many.
    fn names(&self) -> Option<[NameId; 4]> {
        let mut names: Vec<NameId> = Vec::with_capacity(4);
        for resolved in &self.plans {
            for name in resolved.names()? {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let first = *names.first()?;
        names.resize(names.len().max(4), first);
        names.try_into().ok()
    }

    /// Those that an index of the document has for the selectors: all matches are among them.
    fn indexed(&self) -> Option<Indexed<'q>> {
        let mut keys = Vec::with_capacity(self.plans.len());
        for resolved in &self.plans {
            keys.extend(self.plan(resolved)?.index_keys(resolved).ok()?);
        }
        self.document.index()?.find(keys)
    }

    fn ignores_case(&self) -> bool {
        self.quirks_mode == selectors::context::QuirksMode::Quirks
    }

    #[inline]
    fn plan(&self, resolved: &Resolved) -> Option<&Plan> {
        self.selector.compiled().plans.get(resolved.index)
    }

    /// Whether a node matches.
    #[inline]
    pub(crate) fn matches(
        &self,
        node: NodeId,
        state: &mut Option<Box<State>>,
        filter: Option<&BloomFilter>,
    ) -> bool {
        let name = self.document.element_name(node);
        name.is_some_and(|name| self.matches_element(node, name, state, filter))
    }

    /// Whether an element matches.
    #[inline]
    fn matches_element(
        &self,
        node: NodeId,
        name: ElementName,
        state: &mut Option<Box<State>>,
        filter: Option<&BloomFilter>,
    ) -> bool {
        self.plans.iter().any(|resolved| self.matches_one(resolved, node, name, state, filter))
    }

    /// Whether an element matches one of the selectors.
    #[inline]
    fn matches_one(
        &self,
        resolved: &Resolved,
        node: NodeId,
        name: ElementName,
        state: &mut Option<Box<State>>,
        filter: Option<&BloomFilter>,
    ) -> bool {
        resolved.admits_name(name)
            && self
                .plan(resolved)
                .is_some_and(|plan| resolved.admits(plan, self.document, node, name, self.ignores_case()))
            && (resolved.is_whole
                || self.matches_wholly(node, resolved, state.get_or_insert_default(), filter))
    }

    /// Whether a node matches one of the selectors, as the `selectors` crate sees it.
    #[inline(never)]
    fn matches_wholly(
        &self,
        node: NodeId,
        resolved: &Resolved,
        state: &mut State,
        filter: Option<&BloomFilter>,
    ) -> bool {
        let Some(selector) = self.selector.compiled().list.slice().get(resolved.index) else { return false };
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            filter,
            &mut state.caches,
            self.quirks_mode,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        // Without a scope it is the root element: what a document's `:scope` is.
        if self.document.kind(self.scope) != NodeKind::Document {
            context.scope_element = Some(opaque(self.scope));
        }
        context.extra_data = Some(&mut state.memory);
        let subject = Subject::new(self, node);
        matches_selector(selector, 0, resolved.hashes.as_ref(), &subject, &mut context)
    }
}

/// What a query remembers from one element to the next.
#[derive(Default)]
pub(crate) struct State {
    caches: SelectorCaches,
    memory: Memory,
}

/// The descendants of a node that match a selector, in tree order: [`Select::select`](crate::Select::select).
///
/// It finds them one by one: what is not asked for is not looked for.
pub struct Matches<'d> {
    query: Query<'d>,
    /// Nothing as long as only what is quickly compared was asked.
    state: Option<Box<State>>,
    way: Way<'d>,
    ancestors: Ancestors,
}

/// How a search comes from one element to the next.
enum Way<'d> {
    /// Along the links; where the walk is, at first the scope, at the end `None`.
    Links(Option<NodeId>),
    /// Along the row, if it is as good as the walk; with the names that matches have, if there are not many.
    Row(Scan<'d>, Option<[NameId; 4]>),
    /// Through those that an index has.
    Index(Indexed<'d>),
}

impl<'d> Way<'d> {
    /// The way to all matches of a query among the descendants of the scope.
    fn of(query: &Query<'d>, ancestors: &Ancestors) -> Self {
        if query.plans.is_empty() {
            return Self::Links(None);
        }
        let document = query.document;
        let links = Self::Links(Some(query.scope));
        if query.scope != document.root_id() {
            return links;
        }
        // Without the filter of ancestors, which the walk keeps, the ancestors must not be many.
        let scan = document.scan().filter(|scan| !ancestors.matter || scan.depth() <= SHALLOW);
        if let Some(indexed) = query.indexed().filter(|_| scan.is_some()) {
            return Self::Index(indexed);
        }
        // All attributes are looked at only if all elements are to be searched.
        if query.is_hopeless() {
            return Self::Links(None);
        }
        scan.map_or(links, |scan| Self::Row(scan, query.names()))
    }
}

impl<'d> Matches<'d> {
    pub(crate) fn new(scope: NodeRef<'d>, selector: Selector) -> Self {
        let query = Query::new(scope, selector);
        let ancestors = Ancestors::of_descendants(&query, scope);
        let way = Way::of(&query, &ancestors);
        Self { query, state: None, way, ancestors }
    }

    /// The next match along the row.
    fn next_of_row(&mut self) -> Option<NodeId> {
        let Self { query, state, way: Way::Row(scan, names), .. } = self else { return None };
        if let [resolved] = query.plans.as_slice()
            && let Some(plan) = query.plan(resolved)
            // Names are less to look at than an attribute that may have any value.
            && (names.is_none() || plan.has_id_or_class())
            && let Some((name, lengths, test)) = plan.attribute_test(resolved, query.ignores_case())
        {
            loop {
                let (node, element_name) = scan.next_with_attribute(name, &lengths, &test)?;
                if query.matches_one(resolved, node, element_name, state, None) {
                    return Some(node);
                }
            }
        }
        if let Some(names) = *names {
            loop {
                let (node, element_name) = scan.next_named(names)?;
                if query.matches_element(node, element_name, state, None) {
                    return Some(node);
                }
            }
        }
        scan.find(|(node, element_name)| query.matches_element(*node, *element_name, state, None))
            .map(|(node, _)| node)
    }

    /// Goes on to the next node in tree order.
    #[inline]
    fn step(&mut self) -> Option<NodeId> {
        let Way::Links(at) = &mut self.way else { return None };
        let document = self.query.document;
        let mut node = (*at)?;
        *at = document.first_child(node);
        if at.is_some() {
            self.ancestors.enter(document, node);
            return *at;
        }
        while node != self.query.scope {
            *at = document.next_sibling(node);
            if at.is_some() {
                return *at;
            }
            node = document.parent(node)?;
            self.ancestors.leave(document, node);
        }
        None
    }
}

impl<'d> Iterator for Matches<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self { query, state, way, .. } = self;
        let found = match way {
            Way::Index(indexed) => indexed.find(|node| query.matches(*node, state, None)),
            Way::Row(..) => self.next_of_row(),
            Way::Links(_) => loop {
                let Some(node) = self.step() else { break None };
                if self.query.matches(node, &mut self.state, self.ancestors.filter.as_deref()) {
                    break Some(node);
                }
            },
        };
        found.map(|node| self.query.document.node(node))
    }
}

impl FusedIterator for Matches<'_> {}

impl fmt::Debug for Matches<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Matches").field("selector", &self.query.selector).finish_non_exhaustive()
    }
}

/// The ancestors of where a walk is, as a filter, once they are many.
struct Ancestors {
    /// Whether the selector says anything about ancestors.
    matter: bool,
    depth: usize,
    filter: Option<Box<BloomFilter>>,
}

impl Ancestors {
    /// For a walk over the descendants of a node.
    fn of_descendants(query: &Query<'_>, top: NodeRef<'_>) -> Self {
        let matter = query.looks_at_ancestors();
        // More than enough to be deep need not be counted.
        let depth = if matter { top.ancestors().take(SHALLOW).count() } else { 0 };
        Self { matter, depth, filter: None }
    }

    /// The walk goes on to the children of a node.
    #[inline]
    fn enter(&mut self, document: &Document, node: NodeId) {
        if self.matter {
            self.enter_filtered(document, node);
        }
    }

    fn enter_filtered(&mut self, document: &Document, node: NodeId) {
        self.depth += 1;
        if let Some(filter) = &mut self.filter {
            for_each_hash(document, node, |hash| filter.insert_hash(hash));
        } else if self.depth > SHALLOW {
            let mut filter = Box::new(BloomFilter::new());
            let mut at = Some(node);
            while let Some(ancestor) = at {
                for_each_hash(document, ancestor, |hash| filter.insert_hash(hash));
                at = document.parent(ancestor);
            }
            self.filter = Some(filter);
        }
    }

    /// The walk has done with the children of a node.
    #[inline]
    fn leave(&mut self, document: &Document, node: NodeId) {
        if self.matter {
            self.depth = self.depth.saturating_sub(1);
            if let Some(filter) = &mut self.filter {
                for_each_hash(document, node, |hash| filter.remove_hash(hash));
            }
        }
    }
}
