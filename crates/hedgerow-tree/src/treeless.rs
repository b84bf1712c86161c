//! [`Treeless`]: tree construction without a tree, for those who only want to see what a document contains.
//!
//! The stack of open elements and the list of active formatting elements are the tree builder's, so that all that the standard
//! inserts is told, implied tags and reconstructed formatting elements included. A node is a number that is used once, and no
//! question about the tree has an answer. That changes nothing but this: no clones are made of options, nothing is patched by
//! `<template for>`, and where a node is inserted is not known.
//!
//! What is not here: sinks that build a tree, which implement [`TreeSink`] themselves.

use std::hash::{BuildHasher, RandomState};

use hedgerow_input::Span;
use hedgerow_names::{ElementName, NameId, NameInterner, ShadowRootInit};
use hedgerow_tokenizer::Text;

use crate::{ElementAttributes, InsertionLocation, TreeSink};

/// What a document contains, piece by piece, in the order in which tree construction inserts it.
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
/// assert_eq!(tokenizer.into_sink().into_sink().into_content().0, 3, "an end tag alone makes one, too");
/// ```
pub trait ContentSink {
    /// An element was created.
    fn element(&mut self, element: InsertedElement<'_>);

    /// Characters were inserted. A run of them may come in several pieces.
    fn characters(&mut self, _characters: &str) {}

    /// A comment was created.
    fn comment(&mut self, _data: &str) {}
}

/// An element that was created: see [`ContentSink::element`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct InsertedElement<'t> {
    /// The namespace, and the local name as a number.
    pub name: ElementName,
    /// The local name.
    pub local_name: &'t str,
    /// The attributes of its start tag; none if it is a copy that the standard makes of a formatting element which is open
    /// across the end of a block.
    pub attributes: Option<ElementAttributes<'t>>,
}

/// A [`TreeSink`] that builds no tree, and tells a [`ContentSink`] what would be in it.
#[derive(Debug)]
pub struct Treeless<C> {
    content: C,
    names: NameInterner,
    /// How many nodes were created. The document is the first.
    nodes: u64,
    /// Makes a number of the attributes of the last element, by which they are compared.
    hasher: RandomState,
    attributes_of_the_last: u64,
}

impl<C: ContentSink> Treeless<C> {
    /// See [`ContentSink`].
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

    /// The one who was told.
    pub fn content(&self) -> &C {
        &self.content
    }

    /// The one who was told, at the end.
    pub fn into_content(self) -> C {
        self.content
    }

    fn add_node(&mut self) -> u64 {
        self.nodes += 1;
        self.nodes
    }
}

impl<C: ContentSink> TreeSink for Treeless<C> {
    type Handle = u64;
    /// A hash with a random key: lists are only compared.
    type AttributeList = u64;

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn name_text(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    fn document(&self) -> u64 {
        0
    }

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> u64 {
        let Self { content, names, hasher, attributes_of_the_last, .. } = self;
        let hashes = attributes.iter().map(|(name, value)| hasher.hash_one((name, value.as_str())));
        *attributes_of_the_last = hashes.fold(0, u64::wrapping_add);
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

    fn insert(&mut self, _: u64, _: InsertionLocation<u64>) {}

    fn insert_characters(&mut self, characters: Text<'_>, _: Span, _: InsertionLocation<u64>) {
        self.content.characters(&characters);
    }

    fn remove(&mut self, _: u64) {}

    fn move_children(&mut self, _: u64, _: u64) {}

    fn replace_children_with_clones_of(&mut self, _: u64, _: u64) {}

    fn template_contents(&self, template: u64) -> u64 {
        template
    }

    fn set_template_contents(&mut self, _: u64, _: u64) {}

    fn is_shadow_host(&self, _: u64) -> bool {
        false
    }

    fn attach_shadow_root(&mut self, _: u64, _: ShadowRootInit) -> u64 {
        self.add_node()
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
