//! [`Query`], a selector prepared for one document, and [`Matches`], the iterator over its matches.
//!
//! ```text
//! for each element in tree order:
//!     for each selector of the list whose names occur in the document:
//!         if the element has the name, id, class and attribute of the selector (plan.rs):
//!             if the selector has no other parts, or they match (matching.rs): the element matches
//! ```
//!
//! The candidates come from a walk over the links. A search of a whole document replaces the walk after the first nodes
//! with a [`Scan`] over the node array, which compares names, ids and classes faster. A scan requires that most nodes
//! are stored in tree order, as the parser stores them. If a document is searched for ids often, the candidates come
//! from a table of its ids.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::Range;
use std::sync::Arc;

use hedgerow_base::{ElementName, NameId, Namespace};
use hedgerow_dom::search::{self, Scan};
use hedgerow_dom::{DeepDescendants, Document, NodeRef, Slot};

use crate::compile::{Complex, Output};
use crate::element::ignores_case;
use crate::matcher::Matcher;
use crate::plan::{Plan, Resolved};
use crate::query_cache::{LongTexts, QueryCache, Repeated};
use crate::selector::Selector;
use crate::words::Names;

/// A selector that is prepared for one document.
pub(crate) struct Query<'q> {
    pub(crate) document: &'q Document,
    pub(crate) selector: Selector,
    /// The ids of the names without a fixed id.
    pub(crate) resolved: Box<[Option<NameId>]>,
    /// The node that `:scope` matches.
    pub(crate) scope: NodeRef<'q>,
    plans: Vec<Resolved>,
}

impl<'q> Query<'q> {
    pub(crate) fn new(scope: NodeRef<'q>, selector: Selector) -> Self {
        let document = scope.document();
        let compiled = selector.compiled();
        let resolved: Box<[Option<NameId>]> =
            compiled.unknown_names.iter().map(|name| search::names(document).find(name)).collect();
        let plans = compiled.plans.iter().enumerate();
        let plans = plans.filter_map(|(index, plan)| plan.resolve(index, &resolved)).collect();
        Self { document, selector, resolved, scope, plans }
    }

    /// Whether no element of the document can match, because each selector of the list requires an attribute, an id or
    /// a class that no element has.
    fn cannot_match(&self) -> bool {
        let ignores_case = ignores_case(self.document);
        let mut long_texts = LongTexts::default();
        self.plans.iter().all(|resolved| {
            let test = self.plan(resolved).and_then(|plan| plan.attribute_test(resolved));
            test.is_some_and(|(name, wanted)| {
                let test = |value: &str| wanted.is_in(value, ignores_case, &mut long_texts);
                !search::may_have_attribute(self.document, name, &wanted.lengths(), test)
            })
        })
    }

    /// The names of the possible matches, if there are at most four. The first name fills the rest of the array.
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

    /// The elements that may have the id of the selector, if it is not a list; all matches are among them. `None` in quirks mode, in
    /// which ids are compared without regard to case.
    fn with_id(&self) -> Option<&'q [(u32, Slot)]> {
        let [resolved] = self.plans.as_slice() else { return None };
        let id = self.plan(resolved)?.id().filter(|_| !ignores_case(self.document))?;
        search::elements_with_id(self.document, id)
    }

    #[inline]
    fn plan(&self, resolved: &Resolved) -> Option<&Plan> {
        self.selector.compiled().plans.get(resolved.index)
    }

    /// The kinds of results of the selectors that match a node.
    pub(crate) fn outputs(
        &self,
        node: NodeRef<'q>,
        cache: &mut LazyCache<'q>,
    ) -> impl Iterator<Item = Output> {
        let name = search::element_name(node);
        self.plans.iter().filter_map(move |resolved| {
            let is_match = self.matches_one(resolved, node, name?, cache);
            is_match.then(|| self.selector.compiled().outputs.get(resolved.index).copied()).flatten()
        })
    }

    /// The kind of result of every match, if the selector is not a list.
    pub(crate) fn only_output(&self) -> Option<Output> {
        let [output] = *self.selector.compiled().outputs else { return None };
        Some(output)
    }

    /// Returns the form of an attribute's name that applies to this element, if the document contains that form.
    #[inline]
    pub(crate) fn attribute_name(&self, element: NodeRef<'q>, names: Names) -> Option<NameId> {
        let namespace = search::element_name(element).map_or(Namespace::None, |name| name.namespace);
        names.within(namespace, &self.resolved)
    }

    #[inline]
    pub(crate) fn matches(&self, node: NodeRef<'q>, cache: &mut LazyCache<'q>) -> bool {
        let name = search::element_name(node);
        name.is_some_and(|name| self.matches_element(node, name, cache))
    }

    #[inline]
    fn matches_element(&self, node: NodeRef<'q>, name: ElementName, cache: &mut LazyCache<'q>) -> bool {
        self.plans.iter().any(|resolved| self.matches_one(resolved, node, name, cache))
    }

    /// Whether an element matches the selector of `resolved`, which is one selector of the list.
    #[inline]
    fn matches_one(
        &self,
        resolved: &Resolved,
        node: NodeRef<'q>,
        name: ElementName,
        cache: &mut LazyCache<'q>,
    ) -> bool {
        resolved.admits_name(name)
            && self.plan(resolved).is_some_and(|plan| {
                resolved.admits(plan, node, name, ignores_case(self.document), &mut cache.long_texts)
                    && plan.rest.as_ref().is_none_or(|rest| self.matches_rest(rest, node, cache))
            })
    }

    #[inline(never)]
    fn matches_rest(&self, rest: &Complex, node: NodeRef<'q>, cache: &mut LazyCache<'q>) -> bool {
        let LazyCache { of_elements, long_texts } = cache;
        let cache = of_elements.get_or_insert_with(|| {
            let compiled = self.selector.compiled();
            Box::new(QueryCache::new(self.document, compiled.answers, compiled.numbers))
        });
        Matcher { scope: self.scope, resolved: &self.resolved, cache, long_texts }.matches(rest, node)
    }
}

/// The cache of a query, and the cache for long texts. The former is created only when a selector is not decided by its plan.
#[derive(Default)]
pub(crate) struct LazyCache<'q> {
    of_elements: Option<Box<QueryCache<'q>>>,
    long_texts: LongTexts,
}

/// The descendants of a node that match a selector, in tree order: [`Select::select`](crate::Select::select).
///
/// The iterator is lazy: matches are searched for when they are requested. The first request for a match from the end finds all
/// remaining matches.
pub struct Matches<'d> {
    pub(crate) query: Query<'d>,
    pub(crate) cache: LazyCache<'d>,
    candidates: Candidates<'d>,
    /// The matches so far, if the document will keep them.
    record: Option<Vec<Slot>>,
}

/// The number of nodes that a walk visits before a scan replaces it. Many searches, for example for the title, end
/// earlier, and a walk needs no preparation.
const NODES_BEFORE_SCAN: usize = 64;

/// The source of candidates.
enum Candidates<'d> {
    /// A walk over the links.
    Links {
        /// The current node: at first the scope, at the end `None`.
        at: Option<NodeRef<'d>>,
        /// The number of nodes to visit before a scan is tried.
        before_scan: usize,
    },
    /// A scan of the node array, with the result of [`Query::names`].
    Scan(Scan<'d>, Option<[NameId; 4]>),
    /// The elements that may have an id.
    WithId(std::slice::Iter<'d, (u32, Slot)>),
    /// A walk over the links that enters template contents and shadow trees.
    Deep(DeepDescendants<'d>),
    /// The remaining matches.
    Matches(std::vec::IntoIter<NodeRef<'d>>),
    /// The rest of the matches of a repeated query.
    Known(Arc<[Slot]>, Range<usize>),
}

impl<'d> Candidates<'d> {
    const NONE: Self = Self::Links { at: None, before_scan: usize::MAX };

    /// Chooses the source of candidates for a query.
    fn of(query: &Query<'d>, record: &mut Option<Vec<Slot>>) -> Self {
        if query.plans.is_empty() {
            return Self::NONE;
        }
        let document = query.document;
        let links = |before_scan| Self::Links { at: Some(query.scope), before_scan };
        if query.scope != document.root() {
            return links(usize::MAX);
        }
        if let Some(elements) = query.with_id() {
            return Self::WithId(elements.iter());
        }
        // Other parts of selectors may depend on text, and a parser appends text without a change of links.
        if query.selector.compiled().plans.iter().all(|plan| plan.rest.is_none()) {
            match Repeated::of(document, &query.selector) {
                Some(Repeated::Known(matches)) => {
                    let all = 0..matches.len();
                    return Self::Known(matches, all);
                }
                Some(Repeated::Second) => *record = Some(Vec::new()),
                None => {}
            }
        }
        // The check reads all attributes, so it is made only if all elements would be searched.
        if query.cannot_match() {
            return Self::NONE;
        }
        search::scan(document)
            .map_or_else(|| links(NODES_BEFORE_SCAN), |scan| Self::Scan(scan, query.names()))
    }
}

impl<'d> Matches<'d> {
    pub(crate) fn new(scope: NodeRef<'d>, selector: Selector) -> Self {
        let query = Query::new(scope, selector);
        let mut record = None;
        let candidates = Candidates::of(&query, &mut record);
        Self { query, cache: LazyCache::default(), candidates, record }
    }

    /// The matches among all deep descendants of a node.
    pub(crate) fn deep(scope: NodeRef<'d>, selector: Selector) -> Self {
        let query = Query::new(scope, selector);
        let candidates = Candidates::Deep(scope.deep_descendants());
        Self { query, cache: LazyCache::default(), candidates, record: None }
    }

    /// The next match of a scan.
    fn next_of_scan(&mut self) -> Option<NodeRef<'d>> {
        let Self { query, cache, candidates: Candidates::Scan(scan, names), .. } = self else { return None };
        if let [resolved] = query.plans.as_slice()
            && let Some(plan) = query.plan(resolved)
            // Comparing names is cheaper than comparing an attribute that may have any value.
            && (names.is_none() || plan.has_id_or_class())
            && let Some((name, wanted)) = plan.attribute_test(resolved)
        {
            let (lengths, ignores_case) = (wanted.lengths(), ignores_case(query.document));
            loop {
                let test = |value: &str| wanted.is_in(value, ignores_case, &mut cache.long_texts);
                let (node, element_name) = scan.next_with_attribute(name, &lengths, test)?;
                if query.matches_one(resolved, node, element_name, cache) {
                    return Some(node);
                }
            }
        }
        if let Some(names) = *names {
            loop {
                let (node, element_name) = scan.next_named(names)?;
                if query.matches_element(node, element_name, cache) {
                    return Some(node);
                }
            }
        }
        scan.find(|(node, element_name)| query.matches_element(*node, *element_name, cache))
            .map(|(node, _)| node)
    }

    /// Counts a node of the walk. After [`NODES_BEFORE_SCAN`] nodes, replaces the walk with a scan of the nodes after the current one,
    /// if the document can be scanned. Returns whether the walk was replaced.
    #[inline]
    fn scan_replaces_walk(&mut self) -> bool {
        let Candidates::Links { at: Some(at), before_scan } = &mut self.candidates else { return false };
        if *before_scan > 0 {
            *before_scan -= 1;
            return false;
        }
        *before_scan = usize::MAX;
        let Some(scan) = search::scan_after(*at) else { return false };
        self.candidates = Candidates::Scan(scan, self.query.names());
        true
    }

    #[inline]
    fn find_next(&mut self) -> Option<NodeRef<'d>> {
        let Self { query, cache, candidates, .. } = self;
        match candidates {
            Candidates::WithId(elements) => {
                let document = query.document;
                elements.map(|(_, slot)| slot.node(document)).find(|node| query.matches(*node, cache))
            }
            Candidates::Matches(nodes) => nodes.next(),
            Candidates::Known(matches, rest) => rest.next().map(|at| matches[at].node(query.document)),
            Candidates::Deep(nodes) => nodes.find(|node| query.matches(*node, cache)),
            Candidates::Scan(..) => self.next_of_scan(),
            Candidates::Links { .. } => loop {
                if self.scan_replaces_walk() {
                    break self.next_of_scan();
                }
                let Some(node) = self.step() else { break None };
                if self.query.matches(node, &mut self.cache) {
                    break Some(node);
                }
            },
        }
    }

    /// Advances to the next candidate of a walk.
    #[inline]
    fn step(&mut self) -> Option<NodeRef<'d>> {
        let Candidates::Links { at, .. } = &mut self.candidates else { return None };
        let mut node = (*at)?;
        *at = node.first_child();
        if at.is_some() {
            return *at;
        }
        while node != self.query.scope {
            *at = node.next_sibling();
            if at.is_some() {
                return *at;
            }
            node = node.parent()?;
        }
        None
    }
}

impl<'d> Iterator for Matches<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.find_next();
        if let Some(record) = &mut self.record {
            if let Some(node) = found {
                record.push(node.slot());
            } else {
                let matches = self.record.take().unwrap_or_default();
                Repeated::keep(self.query.document, &self.query.selector, matches);
            }
        }
        found
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.candidates {
            Candidates::Matches(matches) => matches.size_hint(),
            Candidates::Known(_, rest) => rest.size_hint(),
            Candidates::Links { at: None, .. } => (0, Some(0)),
            _ => (0, Some(self.query.document.node_count())),
        }
    }
}

impl DoubleEndedIterator for Matches<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if !matches!(self.candidates, Candidates::Matches(_)) {
            let matches: Vec<_> = self.by_ref().collect();
            self.candidates = Candidates::Matches(matches.into_iter());
        }
        let Candidates::Matches(matches) = &mut self.candidates else { return None };
        matches.next_back()
    }
}

impl FusedIterator for Matches<'_> {}

impl fmt::Debug for Matches<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Matches").field("selector", &self.query.selector).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches a document with a list of 500 selectors. Returns the bytes per node of all tables of the query.
    fn bytes_for_a_node(html: &str, selector: impl Fn(usize) -> String) -> usize {
        let document = hedgerow::parse(html);
        let list = (0..500).map(selector).collect::<Vec<_>>().join(", ");
        let mut matches = Matches::new(document.root(), Selector::parse(&list).unwrap());
        matches.by_ref().for_each(drop);
        matches.cache.of_elements.unwrap().table_bytes_per_node()
    }

    #[test]
    fn a_repeated_query_sees_each_change() {
        let mut document = hedgerow::parse("<!DOCTYPE html><p class=a><p class=A>");
        let selector = Selector::parse("p.a").unwrap();
        let count = |document: &Document| {
            let counts = [(); 4].map(|()| Matches::new(document.root(), selector.clone()).count());
            assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
            counts[0]
        };
        assert_eq!(count(&document), 1);
        let body = document.body().unwrap().id();
        let added = document.build("p").attribute("class", "a").append_to(body).unwrap();
        assert_eq!(count(&document), 2);
        document.set_attribute(added, "class", "b").unwrap();
        assert_eq!(count(&document), 1);
        document.rename_element(document.node(body).first_child().unwrap().id(), "b").unwrap();
        assert_eq!(count(&document), 0);
        document.set_quirks_mode(hedgerow_dom::QuirksMode::Quirks);
        assert_eq!(count(&document), 1);
        document.remove_children(body).unwrap();
        assert_eq!(count(&document), 0);
    }

    #[test]
    fn a_list_of_many_selectors_does_not_take_a_table_for_each() {
        let nested = "<div><p class=c><b>".repeat(20) + &"</div>".repeat(20);
        let nested = nested.repeat(50);
        for selector in [
            |number| format!(".x{number} b"),
            |number| format!(".x{number} > p > b"),
            |number| format!("b:nth-child({number} of .c)"),
            |number| format!("p:has(> .x{number})"),
        ] {
            let bytes = bytes_for_a_node(&"<div><p class=c><b></div>".repeat(1000), selector);
            assert!(bytes <= 70, "{} has {bytes}", selector(1));
        }
        // The answers of long walks are still cached, in a table for each selector.
        let bytes = bytes_for_a_node(&nested, |number| format!(".x{number} b"));
        assert!((125..200).contains(&bytes), "{bytes}");
    }
}
