//! [`Strings`]: the texts and attribute values that a selector with `::text` or `::attr()` finds.
//!
//! ```text
//! for the scope, if it matches, and each match among its descendants:
//!     return its attribute values
//!     if its text nodes are results:
//!         walk its descendants in tree order: match each element, return its attribute values, or each text node
//!         skip the matches that the walk has already seen
//! ```
//!
//! Hence all strings come in tree order, and the nodes outside matches are only searched by [`Matches`], which is faster than
//! a walk.

use std::fmt;
use std::iter::FusedIterator;

use hedgerow_base::{AttributeName, Namespace};
use hedgerow_dom::{DeepDescendants, Descendants, NodeKind, NodeRef, search};

use crate::compile::Output;
use crate::query::Matches;
use crate::selector::Selector;
use crate::words::Names;

/// The strings that a selector with `::text` or `::attr()` finds, in tree order:
/// [`Select::select_text`](crate::Select::select_text).
///
/// The iterator is lazy: strings are searched for when they are requested.
pub struct Strings<'d> {
    matches: Matches<'d>,
    is_deep: bool,
    /// The descendants of the current match, if its text nodes are results.
    nodes: Option<Nodes<'d>>,
    /// The number of matches that the walk over `nodes` has seen. `matches` will return them again.
    matches_seen: usize,
    /// The nodes that the walk has entered and not left, each with whether its text nodes are results.
    open: Vec<(NodeRef<'d>, bool)>,
    /// The attribute values of the last element that are still to be returned, in reverse order.
    values: Vec<&'d str>,
    /// The names of the attributes of the last element whose values were found.
    found: Vec<AttributeName>,
    /// The attribute, if its values are the only results and it has no prefix. The results of `matches` then need not
    /// be matched again.
    attribute: Option<Names>,
}

/// The descendants of a match.
enum Nodes<'d> {
    Plain(Descendants<'d>),
    Deep(DeepDescendants<'d>),
}

impl<'d> Strings<'d> {
    pub(crate) fn new(scope: NodeRef<'d>, selector: Selector) -> Self {
        Self::among(scope, Matches::new(scope, selector), false)
    }

    pub(crate) fn deep(scope: NodeRef<'d>, selector: Selector) -> Self {
        Self::among(scope, Matches::deep(scope, selector), true)
    }

    fn among(scope: NodeRef<'d>, matches: Matches<'d>, is_deep: bool) -> Self {
        let (open, values, found) = (Vec::new(), Vec::new(), Vec::new());
        let attribute = match matches.query.only_output() {
            Some(Output::Attribute { namespace: Some(Namespace::None), names }) => Some(names),
            _ => None,
        };
        let mut strings =
            Self { matches, is_deep, nodes: None, matches_seen: 0, open, values, found, attribute };
        strings.start(scope);
        strings
    }

    /// Enters a match, and starts a walk over its descendants if its text nodes are results.
    fn start(&mut self, node: NodeRef<'d>) {
        self.open.clear();
        if self.enter(node) {
            self.nodes = Some(if self.is_deep {
                Nodes::Deep(node.deep_descendants())
            } else {
                Nodes::Plain(node.descendants())
            });
        }
        self.matches_seen = 0;
    }

    /// Matches a node. Stores its attribute values, and stores and returns whether its text nodes are results.
    fn enter(&mut self, node: NodeRef<'d>) -> bool {
        let mut has_text = false;
        let mut is_match = false;
        self.found.clear();
        let Matches { query, cache, .. } = &mut self.matches;
        for output in query.outputs(node, cache) {
            is_match = true;
            let (namespace, names) = match output {
                Output::Elements => continue,
                Output::Text => {
                    has_text = true;
                    continue;
                }
                Output::Attribute { namespace, names } => (namespace, names),
            };
            let Some(local) = query.attribute_name(node, names) else { continue };
            for namespace in
                Namespace::ALL.into_iter().filter(|one| namespace.is_none_or(|only| only == *one))
            {
                let name = AttributeName { namespace, local };
                if !self.found.contains(&name)
                    && let Some(value) = search::attribute_value(node, name)
                {
                    self.found.push(name);
                    self.values.push(value);
                }
            }
        }
        self.matches_seen += usize::from(is_match);
        self.values.reverse();
        self.open.push((node, has_text));
        has_text
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
            if let Some(names) = self.attribute {
                let node = self.matches.next()?;
                let local = self.matches.query.attribute_name(node, names);
                let name = local.map(|local| AttributeName { namespace: Namespace::None, local });
                match name.and_then(|name| search::attribute_value(node, name)) {
                    None => continue,
                    value => return value,
                }
            }
            let node = match &mut self.nodes {
                None => None,
                Some(Nodes::Plain(nodes)) => nodes.next(),
                Some(Nodes::Deep(nodes)) => nodes.next(),
            };
            let Some(node) = node else {
                self.nodes = None;
                let node = self.matches.nth(std::mem::take(&mut self.matches_seen))?;
                self.start(node);
                continue;
            };
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
        formatter
            .debug_struct("Strings")
            .field("selector", &self.matches.query.selector)
            .finish_non_exhaustive()
    }
}
