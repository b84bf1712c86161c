//! [`Query`], a selector prepared for one document, and [`Matches`], the walk over the tree.
//!
//! ```text
//! for each element in tree order:
//!     for each selector of the list whose names the document has:
//!         if the element has its name, id, class and attribute (plan.rs):
//!             if the selector says no more, or the rest matches as well (matching.rs): the element matches
//! ```
//!
//! The elements are those of a walk over the links, or of a [`Scan`] along the row of nodes: who searches a whole document
//! again, whose nodes stand in tree order, as those of a parser do. Then names, ids and classes are compared in a row, too. For
//! who does so often, they are those that an index has of the names, ids or classes.

use std::fmt;
use std::iter::FusedIterator;

use hedgerow_dom::search::{self, Indexed, Scan};
use hedgerow_dom::{DeepDescendants, Document, NodeRef, QuirksMode};
use hedgerow_names::{ElementName, NameId};

use crate::compile::Complex;
use crate::matching::Matcher;
use crate::memory::{LongTexts, Memory};
use crate::plan::{Plan, Resolved};
use crate::selector::Selector;

/// A selector that is prepared for one document.
pub(crate) struct Query<'q> {
    pub(crate) document: &'q Document,
    selector: Selector,
    /// The ids of the names that not every document knows.
    pub(crate) resolved: Box<[Option<NameId>]>,
    /// What `:scope` matches.
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

    /// Whether no element of the document can match: it has none of the names, or no such id or class.
    fn is_hopeless(&self) -> bool {
        let ignores_case = self.ignores_case();
        let mut long_texts = LongTexts::default();
        self.plans.iter().all(|resolved| {
            let test = self.plan(resolved).and_then(|plan| plan.attribute_test(resolved));
            test.is_some_and(|(name, wanted)| {
                let test = |value: &str| wanted.is_in(value, ignores_case, &mut long_texts);
                !search::may_have_attribute(self.document, name, &wanted.lengths(), test)
            })
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
        search::index(self.document)?.find(keys)
    }

    /// Whether ids and classes are the same whatever the case of their letters.
    /// <https://quirks.spec.whatwg.org/#case-insensitive-selectors>
    #[inline]
    pub(crate) fn ignores_case(&self) -> bool {
        self.document.quirks_mode() == QuirksMode::Quirks
    }

    #[inline]
    fn plan(&self, resolved: &Resolved) -> Option<&Plan> {
        self.selector.compiled().plans.get(resolved.index)
    }

    /// Whether a node matches.
    #[inline]
    pub(crate) fn matches(&self, node: NodeRef<'q>, memory: &mut LazyMemory<'q>) -> bool {
        let name = search::element_name(node);
        name.is_some_and(|name| self.matches_element(node, name, memory))
    }

    /// Whether an element matches.
    #[inline]
    fn matches_element(&self, node: NodeRef<'q>, name: ElementName, memory: &mut LazyMemory<'q>) -> bool {
        self.plans.iter().any(|resolved| self.matches_one(resolved, node, name, memory))
    }

    /// Whether an element matches one of the selectors.
    #[inline]
    fn matches_one(
        &self,
        resolved: &Resolved,
        node: NodeRef<'q>,
        name: ElementName,
        memory: &mut LazyMemory<'q>,
    ) -> bool {
        resolved.admits_name(name)
            && self.plan(resolved).is_some_and(|plan| {
                resolved.admits(plan, node, name, self.ignores_case(), &mut memory.long_texts)
                    && plan.rest.as_ref().is_none_or(|rest| self.matches_rest(rest, node, memory))
            })
    }

    #[inline(never)]
    fn matches_rest(&self, rest: &Complex, node: NodeRef<'q>, memory: &mut LazyMemory<'q>) -> bool {
        let LazyMemory { of_elements, long_texts } = memory;
        let memory = of_elements.get_or_insert_with(|| {
            let compiled = self.selector.compiled();
            Box::new(Memory::new(self.document, compiled.answers, compiled.numbers))
        });
        Matcher::new(self, memory, long_texts).matches(rest, node)
    }
}

/// What is remembered; of elements nothing as long as only what is quickly compared was asked.
#[derive(Default)]
pub(crate) struct LazyMemory<'q> {
    of_elements: Option<Box<Memory<'q>>>,
    long_texts: LongTexts,
}

/// The descendants of a node that match a selector, in tree order: [`Select::select`](crate::Select::select).
///
/// It finds them one by one: what is not asked for is not looked for.
pub struct Matches<'d> {
    query: Query<'d>,
    memory: LazyMemory<'d>,
    way: Way<'d>,
}

/// How a search comes from one element to the next.
enum Way<'d> {
    /// Along the links; where the walk is, at first the scope, at the end `None`.
    Links(Option<NodeRef<'d>>),
    /// Along the row, if it is as good as the walk; with the names that matches have, if there are not many.
    Row(Scan<'d>, Option<[NameId; 4]>),
    /// Through those that an index has.
    Index(Indexed<'d>),
    /// Through all that is in the scope, template contents and shadow trees included.
    Deep(DeepDescendants<'d>),
}

impl<'d> Way<'d> {
    /// The way to all matches of a query among the descendants of the scope.
    fn of(query: &Query<'d>) -> Self {
        if query.plans.is_empty() {
            return Self::Links(None);
        }
        let document = query.document;
        let links = Self::Links(Some(query.scope));
        if query.scope != document.root() {
            return links;
        }
        if let Some(indexed) = query.indexed() {
            return Self::Index(indexed);
        }
        // All attributes are looked at only if all elements are to be searched.
        if query.is_hopeless() {
            return Self::Links(None);
        }
        search::scan(document).map_or(links, |scan| Self::Row(scan, query.names()))
    }
}

impl<'d> Matches<'d> {
    pub(crate) fn new(scope: NodeRef<'d>, selector: Selector) -> Self {
        let query = Query::new(scope, selector);
        let way = Way::of(&query);
        Self { query, memory: LazyMemory::default(), way }
    }

    /// The matches among all that is in a node.
    pub(crate) fn deep(scope: NodeRef<'d>, selector: Selector) -> Self {
        let query = Query::new(scope, selector);
        let way = Way::Deep(scope.deep_descendants());
        Self { query, memory: LazyMemory::default(), way }
    }

    /// The next match along the row.
    fn next_of_row(&mut self) -> Option<NodeRef<'d>> {
        let Self { query, memory, way: Way::Row(scan, names) } = self else { return None };
        if let [resolved] = query.plans.as_slice()
            && let Some(plan) = query.plan(resolved)
            // Names are less to look at than an attribute that may have any value.
            && (names.is_none() || plan.has_id_or_class())
            && let Some((name, wanted)) = plan.attribute_test(resolved)
        {
            let (lengths, ignores_case) = (wanted.lengths(), query.ignores_case());
            loop {
                let test = |value: &str| wanted.is_in(value, ignores_case, &mut memory.long_texts);
                let (node, element_name) = scan.next_with_attribute(name, &lengths, test)?;
                if query.matches_one(resolved, node, element_name, memory) {
                    return Some(node);
                }
            }
        }
        if let Some(names) = *names {
            loop {
                let (node, element_name) = scan.next_named(names)?;
                if query.matches_element(node, element_name, memory) {
                    return Some(node);
                }
            }
        }
        scan.find(|(node, element_name)| query.matches_element(*node, *element_name, memory))
            .map(|(node, _)| node)
    }

    /// Goes on to the next node in tree order.
    #[inline]
    fn step(&mut self) -> Option<NodeRef<'d>> {
        let Way::Links(at) = &mut self.way else { return None };
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
        let Self { query, memory, way } = self;
        match way {
            Way::Index(indexed) => {
                let document = query.document;
                indexed.map(|slot| document.node_at(slot)).find(|node| query.matches(*node, memory))
            }
            Way::Deep(nodes) => nodes.find(|node| query.matches(*node, memory)),
            Way::Row(..) => self.next_of_row(),
            Way::Links(_) => loop {
                let Some(node) = self.step() else { break None };
                if self.query.matches(node, &mut self.memory) {
                    break Some(node);
                }
            },
        }
    }
}

impl FusedIterator for Matches<'_> {}

impl fmt::Debug for Matches<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Matches").field("selector", &self.query.selector).finish_non_exhaustive()
    }
}
