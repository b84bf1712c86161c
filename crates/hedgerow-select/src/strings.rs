//! [`Strings`]: the texts and attribute values that a selector with `::text` or `::attr()` finds.
//!
//! One walk enters each node in tree order, and matches an element when it enters it. The element's attribute values are
//! returned at once, its text nodes when the walk reaches them; hence all strings come in tree order.

use std::fmt;
use std::iter::FusedIterator;

use hedgerow_base::{AttributeName, Namespace};
use hedgerow_dom::{DeepDescendants, Descendants, NodeKind, NodeRef, search};

use crate::compile::Output;
use crate::query::{LazyCache, Query};
use crate::selector::Selector;

/// The strings that a selector with `::text` or `::attr()` finds, in tree order:
/// [`Select::select_text`](crate::Select::select_text).
///
/// The iterator is lazy: strings are searched for when they are requested.
pub struct Strings<'d> {
    query: Query<'d>,
    cache: LazyCache<'d>,
    nodes: Nodes<'d>,
    /// The nodes that the walk has entered and not left, each with whether its text nodes are results.
    open: Vec<(NodeRef<'d>, bool)>,
    /// The attribute values of the last element, in reverse.
    values: Vec<&'d str>,
}

/// The nodes that are searched.
enum Nodes<'d> {
    Plain(Descendants<'d>),
    Deep(DeepDescendants<'d>),
}

impl<'d> Strings<'d> {
    pub(crate) fn new(scope: NodeRef<'d>, selector: Selector) -> Self {
        Self::among(scope, selector, Nodes::Plain(scope.descendants()))
    }

    pub(crate) fn deep(scope: NodeRef<'d>, selector: Selector) -> Self {
        Self::among(scope, selector, Nodes::Deep(scope.deep_descendants()))
    }

    fn among(scope: NodeRef<'d>, selector: Selector, nodes: Nodes<'d>) -> Self {
        let query = Query::new(scope, selector);
        let cache = LazyCache::default();
        let mut strings = Self { query, cache, nodes, open: Vec::new(), values: Vec::new() };
        strings.enter(scope);
        strings
    }

    /// Matches a node when the walk enters it. Stores its attribute values, and whether its text nodes are results.
    fn enter(&mut self, node: NodeRef<'d>) {
        let mut has_text = false;
        let mut found: Vec<AttributeName> = Vec::new();
        for output in self.query.outputs(node, &mut self.cache) {
            let (namespace, names) = match output {
                Output::Elements => continue,
                Output::Text => {
                    has_text = true;
                    continue;
                }
                Output::Attribute { namespace, names } => (namespace, names),
            };
            let of_element = search::element_name(node).map_or(Namespace::None, |name| name.namespace);
            let Some(local) = names.within(of_element, &self.query.resolved) else { continue };
            for namespace in
                Namespace::ALL.into_iter().filter(|one| namespace.is_none_or(|only| only == *one))
            {
                let name = AttributeName { namespace, local };
                if !found.contains(&name)
                    && let Some(value) = search::attribute_value(node, name)
                {
                    found.push(name);
                    self.values.push(value);
                }
            }
        }
        self.values.reverse();
        self.open.push((node, has_text));
    }

    /// Whether the text nodes of a container are results. Removes the open nodes that the walk has left: those inside the
    /// container.
    fn has_text_in(&mut self, container: Option<NodeRef<'d>>) -> bool {
        while let Some((node, has_text)) = self.open.last() {
            if Some(*node) == container {
                return *has_text;
            }
            self.open.pop();
        }
        false
    }
}

impl<'d> Iterator for Strings<'d> {
    type Item = &'d str;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(value) = self.values.pop() {
                return Some(value);
            }
            let node = match &mut self.nodes {
                Nodes::Plain(nodes) => nodes.next(),
                Nodes::Deep(nodes) => nodes.next(),
            }?;
            // The fragment with template contents and a shadow root have a host instead of a parent.
            let has_text = self.has_text_in(node.parent().or_else(|| node.host()));
            if node.kind() != NodeKind::Text {
                self.enter(node);
            } else if has_text && let Some(text) = node.data() {
                return Some(text);
            }
        }
    }
}

impl FusedIterator for Strings<'_> {}

impl fmt::Debug for Strings<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Strings").field("selector", &self.query.selector).finish_non_exhaustive()
    }
}
