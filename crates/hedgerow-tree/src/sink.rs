//! [`TreeSink`]: the DOM operations that tree construction needs.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

use hedgerow_base::known::{DATALIST, HR, OPTGROUP, OPTION, SELECT, SELECTEDCONTENT};
use hedgerow_base::{ElementName, NameId, QuirksMode, ShadowRootInit};
use hedgerow_input::Span;
use hedgerow_tokenizer::Text;

use crate::{ElementAttributes, Observer, walk};

/// A set of HTML elements, for a search for the nearest ancestor that is in the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AncestorSet {
    /// The elements that decide which `select` an option belongs to.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    OfAnOption,
    /// The `select` of a `selectedcontent` element, and the elements that disable it.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>
    OfASelectedContent,
}

impl AncestorSet {
    /// All sets.
    pub const ALL: [Self; 2] = [Self::OfAnOption, Self::OfASelectedContent];

    /// Whether an element is in the set.
    ///
    /// ```
    /// use hedgerow_base::{ElementName, known};
    /// use hedgerow_tree::AncestorSet;
    /// assert!(AncestorSet::OfAnOption.contains(ElementName::html(known::OPTGROUP)));
    /// assert!(!AncestorSet::OfASelectedContent.contains(ElementName::html(known::OPTGROUP)));
    /// ```
    #[must_use]
    pub fn contains(self, name: ElementName) -> bool {
        let names: &[NameId] = match self {
            Self::OfAnOption => &[DATALIST, HR, OPTGROUP, OPTION, SELECT],
            Self::OfASelectedContent => &[OPTION, SELECT, SELECTEDCONTENT],
        };
        names.iter().any(|&local| name.is_html(local))
    }
}

/// The place for inserting a node: in a parent, before one of its children or at its end.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#insertion-location>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertionLocation<H> {
    /// The target parent.
    pub parent: H,
    /// The reference child; `None` means the end.
    pub reference: Option<H>,
}

impl<H> InsertionLocation<H> {
    /// Returns the location at the end of a parent.
    pub(crate) fn end_of(parent: H) -> Self {
        Self { parent, reference: None }
    }
}

/// A DOM under construction.
///
/// The tree builder guarantees that the nodes it inserts have no parent, that inserting them makes no cycle, that a reference
/// child is a child of its parent, and that `Document` nodes get no text and at most one element. If scripts or other code move
/// nodes during parsing, the sink must ensure this itself.
pub trait TreeSink {
    /// A node.
    ///
    /// A handle identifies one node as long as the tree builder refers to it, because the tree builder compares handles and
    /// uses them as keys. A sink that frees nodes and uses their handles again must do so only between two runs of the tokenizer,
    /// must not free the [held nodes](crate::TreeBuilder::held_nodes), and must pass the freed ones to
    /// [`forget_nodes`](crate::TreeBuilder::forget_nodes) before the next run.
    type Handle: Copy + Eq + Hash + Debug;
    /// The attributes of an element's token, which later changes of the element do not affect.
    type AttributeList: Copy + Debug;
    /// The observer of the parse. A sink that observes nothing is its own observer: `impl Observer<Handle> for Sink {}`. A sink
    /// around another one has the observer of that one.
    type Observer: Observer<Self::Handle>;

    /// Whether there may be [plain runs](Observer::is_plain). If so, the fast paths are compiled a second time for them, without code
    /// for the observer.
    const HAS_PLAIN_RUNS: bool = false;

    /// Returns the observer of the parse.
    fn observer(&mut self) -> &mut Self::Observer;

    /// Returns the id of a name that is not a known name.
    fn intern(&mut self, name: &str) -> NameId;

    /// Returns the `Document` node.
    fn document(&self) -> Self::Handle;

    /// Sets the quirks mode of the document.
    fn set_quirks_mode(&mut self, mode: QuirksMode);

    /// Appends a new doctype to the document.
    fn append_doctype(&mut self, name: &str, public_identifier: &str, system_identifier: &str);

    /// Creates an element. A `template` element of HTML gets its template contents.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token>
    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> Self::Handle;

    /// Returns the attributes of an element that was just created.
    fn attribute_list(&self, element: Self::Handle) -> Self::AttributeList;

    /// Creates another element for the token that the element `original` was created for. `attributes` is the list of
    /// `original`.
    fn create_element_with_list(
        &mut self,
        name: ElementName,
        attributes: Self::AttributeList,
        original: Self::Handle,
    ) -> Self::Handle;

    /// Whether two lists have the same names, namespaces and values, in any order.
    fn same_attributes(&self, one: Self::AttributeList, other: Self::AttributeList) -> bool;

    /// Returns a hash that is equal for all lists with [the same attributes](Self::same_attributes), in any order. Called only if
    /// many formatting elements are active at a time. With the default, which is the same for all lists, many elements of one name
    /// are compared with each other.
    fn hash_attributes(&self, _list: Self::AttributeList, _hasher: &impl BuildHasher) -> u64 {
        0
    }

    /// Adds the attributes that the element does not have yet.
    fn add_missing_attributes(&mut self, element: Self::Handle, attributes: ElementAttributes<'_>);

    /// Creates a comment.
    fn create_comment(&mut self, data: Text<'_>) -> Self::Handle;

    /// Creates a processing instruction.
    fn create_processing_instruction(&mut self, target: &str, data: &str) -> Self::Handle;

    /// Inserts a node that has no parent at a location.
    fn insert(&mut self, location: InsertionLocation<Self::Handle>, node: Self::Handle);

    /// Creates an element and inserts it.
    #[inline]
    fn insert_new_element(
        &mut self,
        location: InsertionLocation<Self::Handle>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Self::Handle {
        let element = self.create_element(name, attributes);
        self.insert(location, element);
        element
    }

    /// Does the same as [`insert_new_element`](Self::insert_new_element) in a [plain run](Observer::is_plain).
    #[inline]
    fn insert_plain_element(
        &mut self,
        location: InsertionLocation<Self::Handle>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Self::Handle {
        self.insert_new_element(location, name, attributes)
    }

    /// Does the same as [`insert_characters`](Self::insert_characters) in a [plain run](Observer::is_plain).
    #[inline]
    fn insert_plain_characters(&mut self, location: InsertionLocation<Self::Handle>, characters: Text<'_>) {
        self.insert_characters(location, characters, Span::default());
    }

    /// Inserts characters: appends them to the `Text` node directly before the location, or creates one there. `span` is their
    /// span in the preprocessed input, which is meaningful only if [`SOURCE_SPANS`](Observer::SOURCE_SPANS) is true.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    fn insert_characters(
        &mut self,
        location: InsertionLocation<Self::Handle>,
        characters: Text<'_>,
        span: Span,
    );

    /// Removes a node from its parent, if it has one.
    fn remove(&mut self, node: Self::Handle);

    /// Removes a node from its parent, if it has one, and inserts it at a location.
    fn move_node(&mut self, location: InsertionLocation<Self::Handle>, node: Self::Handle) {
        self.remove(node);
        self.insert(location, node);
    }

    /// Moves all children of `from` to the end of `to`, a new node, which the tree builder then
    /// appends to `from`.
    fn move_children(&mut self, from: Self::Handle, to: Self::Handle) {
        while let Some(child) = self.first_child(from) {
            self.move_node(InsertionLocation::end_of(to), child);
        }
    }

    /// Replaces all children of a node with clones of the children of another node.
    fn replace_children_with_clones_of(&mut self, node: Self::Handle, original: Self::Handle);

    /// Marks a `script` element as already started, so that it is not executed.
    ///
    /// <https://html.spec.whatwg.org/multipage/scripting.html#already-started>
    fn mark_script_already_started(&mut self, script: Self::Handle);

    /// Returns the template contents of a `template` element.
    fn template_contents(&self, template: Self::Handle) -> Self::Handle;

    /// Attaches a declarative shadow root to an element, and makes the shadow root the template contents of a `template` element.
    /// If the element is a shadow host already, or [must not be one](hedgerow_base::is_valid_shadow_host_name), does nothing and
    /// returns false.
    ///
    /// <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    fn attach_declarative_shadow_root(
        &mut self,
        host: Self::Handle,
        template: Self::Handle,
        init: ShadowRootInit,
    ) -> bool;

    /// Whether an attribute of the tag of a `template` element has an effect: `for`, `shadowrootmode`, or another attribute of a
    /// declarative shadow root. A sink that removes such attributes returns false, so that the tree has no trace of them.
    #[inline]
    fn allows_template_attribute(&self, _name: NameId) -> bool {
        true
    }

    /// Returns the parent of a node.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// Returns the first child of a node.
    fn first_child(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// Returns the next sibling of a node.
    fn next_sibling(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// Returns the name of an element, or `None` for another node.
    fn element_name(&self, node: Self::Handle) -> Option<ElementName>;

    /// Returns the value of an element's attribute in no namespace. May be called many times for the same element.
    fn attribute_value(&mut self, element: Self::Handle, name: NameId) -> Option<&str>;

    /// Returns the target and data of a processing instruction, or `None` for another node.
    fn processing_instruction(&self, node: Self::Handle) -> Option<(&str, &str)>;

    /// Whether a node is the `Document` or one of its descendants.
    fn is_connected(&mut self, node: Self::Handle) -> bool {
        walk::is_connected(self, node, &mut 0)
    }

    /// Returns the number of ancestors of a node.
    ///
    /// Called for each `<template for>` with an insertion target, if the sink [is watched](Observer::IS_WATCHED). The default
    /// implementation walks through the ancestors.
    fn depth(&mut self, node: Self::Handle) -> usize {
        walk::depth(self, node, &mut 0)
    }

    /// Whether code other than the tree builder, such as a script, may have changed the tree.
    fn was_changed_by_others(&self) -> bool {
        true
    }

    /// Returns the nearest ancestor of a node that is in a set, and its local name.
    ///
    /// Called for each option and each `selectedcontent` element. The default implementation walks
    /// through all ancestors in between.
    fn nearest_ancestor(&mut self, node: Self::Handle, set: AncestorSet) -> Option<(Self::Handle, NameId)> {
        let ancestor = walk::nearest_ancestor(self, node, set, &mut 0)?;
        Some((ancestor, self.element_name(ancestor)?.local))
    }

    /// Whether a node comes before another node of the same tree, in tree order.
    ///
    /// Called for options. The default implementation walks through all their ancestors and siblings.
    fn is_before(&mut self, one: Self::Handle, other: Self::Handle) -> bool {
        walk::is_before(self, one, other, &mut 0)
    }

    /// Returns the first marker with this name among the descendants of a node, in tree order: a processing instruction whose
    /// [`marker_name`](crate::marker_name) is `name`.
    ///
    /// Called for each `<template for>`. The default implementation walks through all descendants.
    ///
    /// <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
    fn find_marker(&mut self, scope: Self::Handle, name: &str) -> Option<Self::Handle> {
        walk::find_marker(self, scope, name, &mut 0)
    }
}
