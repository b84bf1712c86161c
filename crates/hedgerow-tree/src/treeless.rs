//! [`Treeless`]: tree construction without a tree, for programs that only need the contents of a document.
//!
//! The tree builder itself stores the stack of open elements and the list of active formatting elements, so the sink receives all
//! elements, characters and comments that the standard inserts, including implied elements and reconstructed formatting elements.
//! Handles are consecutive numbers, and queries about the tree return nothing. Therefore options are not cloned into
//! `selectedcontent`, `<template for>` patches nothing, and the location of a node is not known.

use std::hash::{BuildHasher, RandomState};

use hedgerow_base::{ElementFlags, ElementName, NameId, NameInterner, QuirksMode, ShadowRootInit};
use hedgerow_input::Span;
use hedgerow_tokenizer::Text;

use crate::{ElementAttributes, InsertionLocation, Observer, TreeSink};

/// Receives the contents of a document, in the order in which tree construction inserts them.
///
/// ```
/// use hedgerow_tokenizer::Tokenizer;
/// use hedgerow_tree::{ContentSink, InsertedElement, TreeBuilder, TreeBuilderOptions, Treeless};
///
/// #[derive(Default)]
/// struct Paragraphs(usize);
///
/// impl ContentSink for Paragraphs {
///     fn element(&mut self, element: InsertedElement<'_>) {
///         self.0 += usize::from(element.local_name == "p");
///     }
/// }
///
/// let builder = TreeBuilder::new(Treeless::new(Paragraphs::default()), TreeBuilderOptions::default());
/// let mut tokenizer = Tokenizer::new(builder);
/// tokenizer.run("<p>one<p>two</p></p>", true);
/// assert_eq!(tokenizer.into_sink().into_sink().into_content().0, 3, "an unmatched end tag inserts a paragraph, too");
/// ```
pub trait ContentSink {
    /// Receives an element that was created.
    fn element(&mut self, element: InsertedElement<'_>);

    /// Receives inserted characters. A run may be split into several pieces.
    fn characters(&mut self, _characters: &str) {}

    /// Receives a comment that was created.
    fn comment(&mut self, _data: &str) {}
}

/// Receives nothing.
impl ContentSink for () {
    fn element(&mut self, _: InsertedElement<'_>) {}
}

/// An element that was created: see [`ContentSink::element`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct InsertedElement<'t> {
    /// The namespace and the id of the local name.
    pub name: ElementName,
    /// The local name.
    pub local_name: &'t str,
    /// The attributes of the element's start tag. `None` for a copy of a formatting element: the standard creates copies when it
    /// reconstructs the active formatting elements, and in the adoption agency algorithm.
    pub attributes: Option<ElementAttributes<'t>>,
}

/// A [`TreeSink`] that builds no tree, and passes the contents to a [`ContentSink`].
#[derive(Debug)]
pub struct Treeless<C> {
    content: C,
    names: NameInterner,
    /// The number of nodes created, which is the handle of the last one. The document, whose handle is 0, is not counted.
    nodes: u64,
    /// Hashes the attributes of elements, which are compared by their hashes.
    hasher: RandomState,
    /// The hash of the attributes of the last element that was created from a start tag.
    attributes_of_the_last: u64,
}

impl<C: ContentSink> Treeless<C> {
    /// Creates a sink that passes the contents to a [`ContentSink`].
    #[must_use]
    pub fn new(content: C) -> Self {
        Self {
            content,
            names: NameInterner::default(),
            nodes: 0,
            hasher: RandomState::new(),
            attributes_of_the_last: 0,
        }
    }

    /// Returns the content sink.
    pub fn content(&self) -> &C {
        &self.content
    }

    /// Drops this sink and returns the content sink.
    pub fn into_content(self) -> C {
        self.content
    }

    /// Returns the names.
    pub fn names(&self) -> &NameInterner {
        &self.names
    }

    /// Returns the text of a name.
    pub fn name_text(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    fn add_node(&mut self) -> u64 {
        self.nodes += 1;
        self.nodes
    }
}

impl<C: ContentSink> Observer<u64> for Treeless<C> {}

impl<C: ContentSink> TreeSink for Treeless<C> {
    type Handle = u64;
    type Observer = Self;
    /// The hash of the attributes, with a random key. The hash is enough, because lists are only compared.
    type AttributeList = u64;

    fn observer(&mut self) -> &mut Self {
        self
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn document(&self) -> u64 {
        0
    }

    fn set_quirks_mode(&mut self, _: QuirksMode) {}

    fn append_doctype(&mut self, _: &str, _: &str, _: &str) {}

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> u64 {
        let Self { content, names, hasher, attributes_of_the_last, .. } = self;
        // OPTIMIZATION: only the attributes of formatting elements are compared.
        if ElementFlags::of(name).has(ElementFlags::FORMATTING) {
            let hashes = attributes.iter().map(|(name, value)| hasher.hash_one((name, value.as_str())));
            *attributes_of_the_last = hashes.fold(0, u64::wrapping_add);
        }
        let local_name = names.text(name.local);
        content.element(InsertedElement { name, local_name, attributes: Some(attributes) });
        self.add_node()
    }

    fn attribute_list(&self, _: u64) -> u64 {
        self.attributes_of_the_last
    }

    fn create_element_with_list(&mut self, name: ElementName, _: u64, _: u64) -> u64 {
        let local_name = self.names.text(name.local);
        self.content.element(InsertedElement { name, local_name, attributes: None });
        self.add_node()
    }

    fn same_attributes(&self, one: u64, other: u64) -> bool {
        one == other
    }

    fn hash_attributes(&self, list: u64, hasher: &impl BuildHasher) -> u64 {
        hasher.hash_one(list)
    }

    fn add_missing_attributes(&mut self, _: u64, _: ElementAttributes<'_>) {}

    fn create_comment(&mut self, data: Text<'_>) -> u64 {
        self.content.comment(&data);
        self.add_node()
    }

    fn create_processing_instruction(&mut self, _: &str, _: &str) -> u64 {
        self.add_node()
    }

    fn insert(&mut self, _: InsertionLocation<u64>, _: u64) {}

    fn insert_characters(&mut self, _: InsertionLocation<u64>, characters: Text<'_>, _: Span) {
        self.content.characters(&characters);
    }

    fn remove(&mut self, _: u64) {}

    fn move_children(&mut self, _: u64, _: u64) {}

    fn replace_children_with_clones_of(&mut self, _: u64, _: u64) {}

    fn mark_script_already_started(&mut self, _: u64) {}

    fn template_contents(&self, template: u64) -> u64 {
        template
    }

    fn attach_declarative_shadow_root(&mut self, _: u64, _: u64, _: ShadowRootInit) -> bool {
        true
    }

    fn parent(&self, _: u64) -> Option<u64> {
        None
    }

    fn first_child(&self, _: u64) -> Option<u64> {
        None
    }

    fn next_sibling(&self, _: u64) -> Option<u64> {
        None
    }

    fn element_name(&self, _: u64) -> Option<ElementName> {
        None
    }

    fn attribute_value(&mut self, _: u64, _: NameId) -> Option<&str> {
        None
    }

    fn processing_instruction(&self, _: u64) -> Option<(&str, &str)> {
        None
    }

    fn was_changed_by_others(&self) -> bool {
        false
    }
}
