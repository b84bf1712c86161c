//! [`Subject`]: an element of the document as the `selectors` crate sees it.

use std::fmt;
use std::num::NonZeroUsize;
use std::ptr::NonNull;

use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef};
use hedgerow_names::{AttributeName, ElementName, NameId, Namespace, known};
use precomputed_hash::PrecomputedHash;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::MatchingContext;
use selectors::matching::ElementSelectorFlags;
use selectors::{Element, OpaqueElement};

use crate::direction;
use crate::has::matches_has;
use crate::language;
use crate::pseudo_class::{DirArgument, PseudoClass, PseudoElement};
use crate::query::Query;
use crate::state;
use crate::words::{Implementation, Name, SelectorNamespace, Value, Word, hash_of_known_name, hash_of_text};

/// An element that is looked at by a query.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'q> {
    query: &'q Query<'q>,
    id: NodeId,
}

impl<'q> Subject<'q> {
    pub(crate) fn new(query: &'q Query<'q>, id: NodeId) -> Self {
        Self { query, id }
    }

    pub(crate) fn id(self) -> NodeId {
        self.id
    }

    pub(crate) fn document(self) -> &'q Document {
        self.query.document
    }

    /// Another element of the same document.
    pub(crate) fn other(self, id: NodeId) -> Self {
        Self { id, ..self }
    }

    fn node(self) -> NodeRef<'q> {
        self.document().node(self.id)
    }

    fn is_element(self) -> bool {
        self.document().kind(self.id) == NodeKind::Element
    }

    /// The first child that is an element.
    pub(crate) fn first_element(self) -> Option<NodeId> {
        let first = self.document().first_child(self.id)?;
        if self.other(first).is_element() { Some(first) } else { self.other(first).next_element() }
    }

    /// The next sibling that is an element.
    pub(crate) fn next_element(self) -> Option<NodeId> {
        let mut next = self.document().next_sibling(self.id)?;
        while !self.other(next).is_element() {
            next = self.document().next_sibling(next)?;
        }
        Some(next)
    }

    /// Whether the parent is the fragment, or the shadow root, that the query began at.
    fn is_child_of_scope_fragment(self) -> bool {
        let parent = self.document().parent(self.id);
        parent == Some(self.query.scope)
            && matches!(
                self.document().kind(self.query.scope),
                NodeKind::DocumentFragment | NodeKind::ShadowRoot
            )
    }
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node().fmt(formatter)
    }
}

/// The number of a node in the clothes of an address, which is only ever compared.
pub(crate) fn opaque(node: NodeId) -> OpaqueElement {
    let number = NonZeroUsize::new(node.index()).unwrap_or(NonZeroUsize::MIN);
    OpaqueElement::from_non_null_ptr(NonNull::without_provenance(number))
}

impl Element for Subject<'_> {
    type Impl = Implementation;

    fn opaque(&self) -> OpaqueElement {
        opaque(self.id)
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.other(self.document().parent(self.id)?);
        parent.is_element().then_some(parent)
    }

    // A fragment that a query begins at is to its children what a host is to those of its shadow root: featureless, which
    // means that nothing but `:scope` matches it.
    fn parent_node_is_shadow_root(&self) -> bool {
        self.is_child_of_scope_fragment()
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        self.is_child_of_scope_fragment().then(|| self.other(self.query.scope))
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let mut previous = self.document().previous_sibling(self.id)?;
        while !self.other(previous).is_element() {
            previous = self.document().previous_sibling(previous)?;
        }
        Some(self.other(previous))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.next_element().map(|next| self.other(next))
    }

    fn first_element_child(&self) -> Option<Self> {
        self.first_element().map(|first| self.other(first))
    }

    #[inline]
    fn is_html_element_in_html_document(&self) -> bool {
        self.document().element_name(self.id).is_some_and(|name| name.namespace == Namespace::Html)
    }

    #[inline]
    fn has_local_name(&self, name: &Name) -> bool {
        match (self.document().element_name(self.id), name.id(&self.query.resolved)) {
            (Some(element), Some(name)) => element.local == name,
            _ => false,
        }
    }

    fn has_namespace(&self, namespace: &SelectorNamespace) -> bool {
        self.document().element_name(self.id).is_some_and(|name| name.namespace == namespace.0)
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.document().element_name(self.id) == self.document().element_name(other.id)
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&SelectorNamespace>,
        name: &Name,
        operation: &AttrSelectorOperation<&Value>,
    ) -> bool {
        let Some(local) = name.id(&self.query.resolved) else { return false };
        match namespace {
            NamespaceConstraint::Specific(namespace) => {
                attribute_value(self.document(), self.id, AttributeName { namespace: namespace.0, local })
                    .is_some_and(|value| operation.eval_str(value))
            }
            NamespaceConstraint::Any => {
                let mut attributes = self.node().attributes();
                attributes
                    .any(|attribute| attribute.name().local == local && operation.eval_str(attribute.value()))
            }
        }
    }

    fn match_non_ts_pseudo_class(
        &self,
        pseudo_class: &PseudoClass,
        context: &mut MatchingContext<'_, Implementation>,
    ) -> bool {
        match pseudo_class {
            PseudoClass::Has(has) => matches_has(has, self, context),
            PseudoClass::Lang(ranges) => {
                language::matches(self.node(), ranges, context.extra_data.as_deref())
            }
            PseudoClass::Dir(DirArgument::LeftToRight) => {
                direction::of(self.node()) == direction::Direction::LeftToRight
            }
            PseudoClass::Dir(DirArgument::RightToLeft) => {
                direction::of(self.node()) == direction::Direction::RightToLeft
            }
            PseudoClass::State(state) => state::matches(*state, self.node()),
            PseudoClass::Dir(DirArgument::Other(_)) | PseudoClass::Never(_) => false,
        }
    }

    fn match_pseudo_element(
        &self,
        pseudo_element: &PseudoElement,
        _: &mut MatchingContext<'_, Implementation>,
    ) -> bool {
        match *pseudo_element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        // Only asked for the sake of `:visited`, which never matches.
        false
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Word, case_sensitivity: CaseSensitivity) -> bool {
        attribute_value(self.document(), self.id, AttributeName::plain(known::ID))
            .is_some_and(|value| case_sensitivity.eq(value.as_bytes(), id.as_str().as_bytes()))
    }

    fn has_class(&self, class: &Word, case_sensitivity: CaseSensitivity) -> bool {
        let ignores_case = case_sensitivity == CaseSensitivity::AsciiCaseInsensitive;
        attribute_value(self.document(), self.id, AttributeName::plain(known::CLASS))
            .is_some_and(|value| has_word(value, class.as_str(), ignores_case))
    }

    fn has_custom_state(&self, _: &Word) -> bool {
        false
    }

    fn imported_part(&self, _: &Word) -> Option<Word> {
        None
    }

    fn is_part(&self, _: &Word) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.node().children().all(|child| match child.kind() {
            NodeKind::Element => false,
            NodeKind::Text => child.data().is_none_or(str::is_empty),
            _ => true,
        })
    }

    fn is_root(&self) -> bool {
        self.document()
            .parent(self.id)
            .is_some_and(|parent| self.document().kind(parent) == NodeKind::Document)
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        for_each_hash(self.document(), self.id, |hash| filter.insert_hash(hash));
        true
    }
}

/// The value of an attribute.
#[inline]
pub(crate) fn attribute_value(document: &Document, element: NodeId, name: AttributeName) -> Option<&str> {
    document.attribute_value(element, name)
}

/// Whether a set of space-separated tokens has this one. <https://dom.spec.whatwg.org/#concept-class>
#[inline]
pub(crate) fn has_word(tokens: &str, word: &str, ignores_case: bool) -> bool {
    let (tokens, word) = (tokens.as_bytes(), word.as_bytes());
    let Some((&first, _)) = word.split_first() else { return false };
    if ignores_case {
        return tokens.split(u8::is_ascii_whitespace).any(|token| token.eq_ignore_ascii_case(word));
    }
    let Some(last) = tokens.len().checked_sub(word.len()) else { return false };
    // OPTIMIZATION: most bytes are not the first of the word, and nothing else is asked of them.
    let is_space = |index: usize| tokens.get(index).is_none_or(u8::is_ascii_whitespace);
    tokens.iter().take(last + 1).enumerate().any(|(start, &byte)| {
        byte == first
            && is_space(start.wrapping_sub(1))
            && is_space(start + word.len())
            && tokens.get(start..start + word.len()) == Some(word)
    })
}

/// Calls back with the hashes of all that a selector may say of an ancestor.
pub(crate) fn for_each_hash(document: &Document, element: NodeId, mut call: impl FnMut(u32)) {
    let Some(ElementName { namespace, local }) = document.element_name(element) else { return };
    call(hash_of_name(document, local));
    call(SelectorNamespace(namespace).precomputed_hash());
    if let Some(id) = attribute_value(document, element, AttributeName::plain(known::ID)) {
        call(hash_of_text(id));
    }
    if let Some(classes) = attribute_value(document, element, AttributeName::plain(known::CLASS)) {
        classes.split([' ', '\t', '\n', '\x0C', '\r']).filter(|class| !class.is_empty()).for_each(|class| {
            call(hash_of_text(class));
        });
    }
}

fn hash_of_name(document: &Document, name: NameId) -> u32 {
    if name.known_text().is_some() {
        hash_of_known_name(name)
    } else {
        hash_of_text(document.names().text(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_tokens() {
        for tokens in ["a", " a", "b a", "a\tb", "ab\na\x0C", "aa ba a", "\ra"] {
            assert!(has_word(tokens, "a", false) && has_word(tokens, "A", true), "{tokens:?}");
            assert!(!has_word(tokens, "A", false), "{tokens:?}");
        }
        for tokens in ["", " ", "b", "ab", "ba", "aa b", "a\u{A0}", "a\x0B", "-a"] {
            assert!(!has_word(tokens, "a", false) && !has_word(tokens, "a", true), "{tokens:?}");
        }
        assert!(has_word("x-y x-yz", "x-yz", false) && !has_word("x-y x-yz", "x", false));
    }
}
