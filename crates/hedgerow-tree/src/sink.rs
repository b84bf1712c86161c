//! [`TreeSink`]: the operations on a DOM that tree construction asks for.

use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash};

use hedgerow_input::{Encoding, Span};
use hedgerow_names::known::{DATALIST, HR, OPTGROUP, OPTION, SELECT, SELECTEDCONTENT};
use hedgerow_names::{ElementName, NameId, QuirksMode, ShadowRootInit};
use hedgerow_tokenizer::{AttributePlace, ParseErrorCode, Text};

use crate::{ElementAttributes, InsertionLocation, InsertionMode, TreeConstructionError, walk};

/// A token that was processed.
#[derive(Clone, Copy, Debug)]
pub struct WatchedToken {
    /// Its place, which is known only if parse errors are wanted.
    pub span: Span,
    /// Whether it is characters, of which a run may come in several tokens.
    pub is_characters: bool,
    /// The depth of the current node after the token: the number of open elements, and of the elements around the place that a
    /// `<template for>` patches.
    pub depth: usize,
}

/// A token that is about to be processed, as far as its place matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceToken {
    /// A start tag of that name.
    StartTag(NameId),
    /// An end tag of that name.
    EndTag(NameId),
    /// Another token.
    Other,
}

/// Elements of HTML of which the nearest one around a node is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AncestorSet {
    /// What an option looks for: its `select`, and what may be in between, or may not.
    ///
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    OfAnOption,
    /// What a `selectedcontent` element looks for: its `select`, and what disables it.
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
    /// use hedgerow_names::{ElementName, known};
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

/// The rules by which a token is processed.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rules {
    /// Those of an insertion mode.
    InsertionMode(InsertionMode),
    /// Those for tokens in foreign content.
    ForeignContent,
}

impl fmt::Display for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InsertionMode(mode) => write!(formatter, "{mode}"),
            Self::ForeignContent => formatter.write_str("in foreign content"),
        }
    }
}

/// A DOM under construction.
///
/// The tree builder guarantees: nodes that it inserts have no parent, and inserting them makes no cycle; a reference
/// child is a child of its parent; `Document` nodes get no text and at most one element. If others move nodes meanwhile, as
/// scripts do, the sink has to see to it.
pub trait TreeSink {
    /// A node.
    type Handle: Copy + Eq + Hash + Debug;
    /// The attributes of an element as its token had them, whatever becomes of the element.
    type AttributeList: Copy + Debug;

    /// Whether parse errors are wanted. If not, no code for them is generated.
    const PARSE_ERRORS: bool = false;

    /// Whether somebody watches: is told of finished elements, and may stop the parser. If not, no code for it is
    /// generated, and the methods that say so are not called.
    const IS_WATCHED: bool = false;

    /// Whether it is wanted where nodes and attributes stand in the source. If not, no code for it is generated, and the
    /// methods that say so are not called.
    const SOURCE_SPANS: bool = false;

    /// Whether it is wanted by which rules tokens are processed. If not, no code for it is generated.
    const RULES: bool = false;

    /// The token is processed by the rules of an insertion mode, or those for foreign content; by the next ones if it is
    /// reprocessed. Called only if [`RULES`](Self::RULES).
    fn rules_apply(&mut self, _rules: Rules) {}

    /// A token is about to be processed; `span` is its place in the preprocessed input. What is created or finished until the
    /// next one is so because of it. Called only if [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    fn token_begins(&mut self, _token: SourceToken, _span: Span) {}

    /// The attributes of the start tag that is about to be processed stand in these places. Called only if
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    fn attribute_places(&mut self, _places: &[AttributePlace]) {}

    /// The end tag that is processed ends an element which stays on the stack of open elements. Called only if
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS). `token_name` is the tag name of the token that the element was created for.
    fn element_was_ended(&mut self, _element: Self::Handle, _token_name: NameId) {}

    /// Takes note of a parse error to which the standard gives a code; `subject` is the element or the attribute that it is
    /// about, if there is one. Called only if [`PARSE_ERRORS`](Self::PARSE_ERRORS).
    fn parse_error(&mut self, _error: ParseErrorCode, _span: Span, _subject: Option<NameId>) {}

    /// Takes note of a parse error of tree construction. Called only if [`PARSE_ERRORS`](Self::PARSE_ERRORS).
    fn tree_construction_error(
        &mut self,
        _error: TreeConstructionError,
        _span: Span,
        _subject: Option<NameId>,
    ) {
    }

    /// The id of a name that is not a known one.
    fn intern(&mut self, name: &str) -> NameId;

    /// The text of a name.
    fn name_text(&self, name: NameId) -> &str;

    /// The `Document` node.
    fn document(&self) -> Self::Handle;

    /// Sets the mode of the document.
    fn set_quirks_mode(&mut self, _mode: QuirksMode) {}

    /// Appends a new doctype to the document.
    fn append_doctype(&mut self, _name: &str, _public_identifier: &str, _system_identifier: &str) {}

    /// Creates an element. A `template` element of HTML gets its template contents.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token>
    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> Self::Handle;

    /// The attributes of an element that was just created.
    fn attribute_list(&self, element: Self::Handle) -> Self::AttributeList;

    /// Creates an element for the same token as another one, the original.
    fn create_element_with_list(
        &mut self,
        name: ElementName,
        attributes: Self::AttributeList,
        original: Self::Handle,
    ) -> Self::Handle;

    /// Whether two lists have the same names, namespaces and values, in any order.
    fn same_attributes(&self, one: Self::AttributeList, other: Self::AttributeList) -> bool;

    /// A number that is the same for all lists of [the same attributes](Self::same_attributes), in any order. Asked for only in
    /// documents with many formatting elements at a time.
    fn hash_attributes(&self, list: Self::AttributeList, hasher: &impl BuildHasher) -> u64;

    /// Adds each attribute that the element does not have yet.
    fn add_missing_attributes(&mut self, element: Self::Handle, attributes: ElementAttributes<'_>);

    /// Creates a comment.
    fn create_comment(&mut self, data: Text<'_>) -> Self::Handle;

    /// Creates a processing instruction.
    fn create_processing_instruction(&mut self, target: &str, data: &str) -> Self::Handle;

    /// Inserts a node without a parent.
    fn insert(&mut self, node: Self::Handle, location: InsertionLocation<Self::Handle>);

    /// Creates an element and inserts it.
    #[inline]
    fn insert_new_element(
        &mut self,
        name: ElementName,
        attributes: ElementAttributes<'_>,
        location: InsertionLocation<Self::Handle>,
    ) -> Self::Handle {
        let element = self.create_element(name, attributes);
        self.insert(element, location);
        element
    }

    /// Inserts characters: they join the `Text` node just before the location, or make a new one there. `span` is their place
    /// in the preprocessed input, which is known only if [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character>
    fn insert_characters(
        &mut self,
        characters: Text<'_>,
        span: Span,
        location: InsertionLocation<Self::Handle>,
    );

    /// Removes a node from its parent, if it has one.
    fn remove(&mut self, node: Self::Handle);

    /// Moves a node from its parent, if it has one, to another place.
    fn move_node(&mut self, node: Self::Handle, location: InsertionLocation<Self::Handle>) {
        self.remove(node);
        self.insert(node, location);
    }

    /// Appends all children of one node to a new one, which is going to be inserted where they were.
    fn move_children(&mut self, from: Self::Handle, to: Self::Handle);

    /// Replaces all children of one node with clones of the children of another.
    fn replace_children_with_clones_of(&mut self, node: Self::Handle, original: Self::Handle);

    /// Marks a `script` element as already started, so that it will not be executed.
    ///
    /// <https://html.spec.whatwg.org/multipage/scripting.html#already-started>
    fn mark_script_already_started(&mut self, _script: Self::Handle) {}

    /// Prepares a `script` element whose end tag was processed. Answers whether the tokenizer has to stop so that the script
    /// can run before anything behind it is read.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag>
    fn prepare_the_script_element(&mut self, _script: Self::Handle) -> bool {
        false
    }

    /// Whether the confidence in the encoding is tentative, so that a `meta` element can change it.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
    fn confidence_is_tentative(&self) -> bool {
        false
    }

    /// A `meta` element says that this is the encoding. The tokenizer stops, so that it can be changed before anything behind
    /// the element is read. Called only if the confidence [is tentative](Self::confidence_is_tentative).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
    fn change_the_encoding(&mut self, _encoding: &'static Encoding) {}

    /// An element was popped off the stack of open elements. Called only if the sink [is watched](Self::IS_WATCHED), or for
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS). `token_name` is the tag name of the token that it was created for.
    fn element_was_finished(&mut self, _element: Self::Handle, _token_name: NameId) {}

    /// Whether the parser stops before a start tag with so many attributes. Called only if the sink
    /// [is watched](Self::IS_WATCHED).
    fn stops_before_start_tag(&mut self, _attributes: usize) -> bool {
        false
    }

    /// Whether the parser stops after a token. Called only if the sink [is watched](Self::IS_WATCHED).
    fn stops_after_token(&mut self, _token: WatchedToken) -> bool {
        false
    }

    /// Whether a limit is exceeded, while the current node is as deep as given. A token that could make many nodes makes no more
    /// then. Called only if the sink [is watched](Self::IS_WATCHED).
    fn exceeds_a_limit(&mut self, _depth: usize) -> bool {
        false
    }

    /// Whether the parser has stopped: then tokens are not processed any more. Called only if the sink
    /// [is watched](Self::IS_WATCHED).
    fn has_stopped(&self) -> bool {
        false
    }

    /// The template contents of a `template` element.
    fn template_contents(&self, template: Self::Handle) -> Self::Handle;

    /// Makes a shadow root the template contents of a `template` element.
    fn set_template_contents(&mut self, template: Self::Handle, contents: Self::Handle);

    /// Whether an element is a shadow host.
    fn is_shadow_host(&self, element: Self::Handle) -> bool;

    /// Attaches a declarative shadow root to an element that is none and may be one.
    fn attach_shadow_root(&mut self, host: Self::Handle, init: ShadowRootInit) -> Self::Handle;

    /// The parent of a node.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// The first child of a node.
    fn first_child(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// The next sibling of a node.
    fn next_sibling(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// The name of a node that is an element.
    fn element_name(&self, node: Self::Handle) -> Option<ElementName>;

    /// The value of an element's attribute in no namespace. The same element may be asked again and again.
    fn attribute_value(&mut self, element: Self::Handle, name: NameId) -> Option<&str>;

    /// The target and data of a node that is a processing instruction.
    fn processing_instruction(&self, node: Self::Handle) -> Option<(&str, &str)>;

    /// Whether a node is the `Document` or inside of it.
    fn is_connected(&mut self, node: Self::Handle) -> bool {
        walk::is_connected(self, node, &mut 0)
    }

    /// The number of ancestors of a node.
    ///
    /// The tree builder asks for it at each `<template for>` that patches something, if the sink
    /// [is watched](Self::IS_WATCHED). The default walks through the ancestors.
    fn depth(&mut self, node: Self::Handle) -> usize {
        walk::depth(self, node, &mut 0)
    }

    /// Whether others than the tree builder may have changed the tree.
    fn was_changed_by_others(&self) -> bool {
        true
    }

    /// The nearest ancestor of a node that is in a set, and its local name.
    ///
    /// It is asked for each option. The default walks through the ancestors, however many there are.
    fn nearest_ancestor(&mut self, node: Self::Handle, set: AncestorSet) -> Option<(Self::Handle, NameId)> {
        let ancestor = walk::nearest_ancestor(self, node, set, &mut 0)?;
        Some((ancestor, self.element_name(ancestor)?.local))
    }

    /// Whether a node comes before another one of the same tree, in tree order.
    ///
    /// It is asked for options. The default walks through their ancestors and siblings, however many there are.
    fn is_before(&mut self, one: Self::Handle, other: Self::Handle) -> bool {
        walk::is_before(self, one, other, &mut 0)
    }

    /// The first marker of a name, in tree order, among the descendants of a node: a processing instruction that has this
    /// [`marker_name`](crate::marker_name).
    ///
    /// It is asked for each `<template for>`. The default walks through the descendants, however many there are.
    ///
    /// <https://html.spec.whatwg.org/multipage/scripting.html#find-markers>
    fn find_marker(&mut self, scope: Self::Handle, name: &str) -> Option<Self::Handle> {
        walk::find_marker(self, scope, name, &mut 0)
    }
}
