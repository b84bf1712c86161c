//! [`Window`]: the sink of tree construction. It stores only the elements that the parser still refers to, with what the selectors
//! need of them, and passes on [`Event`]s for the elements that match.
//!
//! This is the only file that depends on `TreeSink`.

mod event;
mod later;

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};

use hedgerow_base::{
    ElementFlags, ElementName, NameId, NameInterner, Namespace, QuirksMode, ShadowRootInit,
    adjust_svg_tag_name, known,
};
use hedgerow_input::{Encoding, Span};
use hedgerow_select::{Decision, MatchState, SelectorSet, SiblingState};
use hedgerow_tokenizer::{Text, Token};
use hedgerow_tree::{
    AncestorSet, ElementAttributes, FindEncoding, HeldNode, InsertionLocation, InsertionMode, Observer,
    TreeBuilder, TreeSink, declared_encoding,
};

pub(crate) use self::event::{Event, EventKind, Formatting, Origin, Range};
use self::later::Later;
use crate::candidate::{Candidate, List};

/// The index of a node; [`NONE`] if there is no node.
pub(crate) type Slot = u32;

pub(crate) const NONE: Slot = u32::MAX;
/// The number of formatting elements that are examined.
const MOST_FORMATTING_ELEMENTS: usize = 64;

const DOCUMENT: Slot = 0;
/// The handle of all comments and processing instructions, which are not referred to after they were inserted.
const COMMENT: Slot = 1;

#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) name: Option<ElementName>,
    pub(crate) parent: Slot,
    /// The nearest inclusive ancestor that matches or may match, or [`NONE`].
    pub(crate) frame: Slot,
    contents: Slot,
    /// The last child that was pushed onto the stack of open elements.
    open_child: Slot,
    /// The results of the children, and those of the siblings before this node, for elements before which others are inserted.
    children: Option<Box<SiblingState>>,
    before: Option<Box<SiblingState>>,
    /// The index of the attributes, if they are stored.
    list: Slot,
    /// The token that was processed when the element was inserted.
    pub(crate) token: Range,
    /// The end of the contents, and whether they have ended within the limit, if a handler receives them.
    pub(crate) contents_end: Option<u64>,
    has_ended: Option<Decision>,
    is_open: bool,
    is_entered: bool,
    is_shadow_host: bool,
    is_marked: bool,
}

impl Node {
    fn new(name: Option<ElementName>, list: Slot) -> Self {
        let (parent, frame, contents, open_child) = (NONE, NONE, NONE, NONE);
        Self { name, parent, frame, contents, open_child, list, ..Self::default() }
    }
}

/// Which events are wanted besides those of elements.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) text: Extent,
    pub(crate) comments: Extent,
    pub(crate) doctype: bool,
}

/// The nodes of a kind whose events are wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Extent {
    #[default]
    None,
    /// Those in elements that match.
    InMatches,
    All,
}

/// A handler of the elements that match a selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subscriber {
    pub(crate) number: usize,
    /// Whether the handler receives the contents.
    pub(crate) needs_contents: bool,
}

#[derive(Default)]
pub(crate) struct Window {
    pub(crate) names: NameInterner,
    nodes: Vec<Node>,
    /// The results of the elements, by slot, if the selectors need them.
    states: Vec<MatchState>,
    free: Vec<Slot>,
    lists: Vec<List>,
    free_lists: Vec<Slot>,
    /// Hashes the attributes, with a random key.
    hasher: RandomState,
    /// The number of nodes in use after which the unneeded ones are freed.
    collection_threshold: usize,
    selectors: SelectorSet,
    /// The handler of each selector.
    subscribers: Vec<Subscriber>,
    /// The state that is passed to the selectors if they do not need siblings.
    unused_siblings: Option<Box<SiblingState>>,
    /// The selectors that match or may match the element that is being inserted.
    found: Vec<(Subscriber, Decision)>,
    later: Later,
    wanted: Wanted,
    /// The events that are not processed.
    pub(crate) events: VecDeque<Event>,
    /// The elements without a match that the current token has ended.
    ended: Vec<Slot>,
    token: Range,
    token_name: Option<NameId>,
    is_end_tag: bool,
    is_comment: bool,
    /// The start of the last token while the input ends, if the token is incomplete.
    pub(crate) incomplete: Option<u64>,
    /// The number of bytes of text before the current run of the tokenizer.
    pub(crate) base: u64,
    moves: u32,
    /// The number of open elements that match.
    open_frames: usize,
    pub(crate) is_in_quirks_mode: bool,
    pub(crate) has_scripting: bool,
    /// Whether a declaration of the encoding has an effect, and the declared encoding.
    pub(crate) is_tentative: bool,
    pub(crate) declared: Option<&'static Encoding>,
}

impl Window {
    /// Creates a window. `subscribers` are the handlers of the selectors. An element is held back for at most `limit` bytes.
    pub(crate) fn new(
        mut selectors: SelectorSet,
        subscribers: Vec<Subscriber>,
        wanted: Wanted,
        has_scripting: bool,
        limit: usize,
    ) -> Self {
        let mut names = NameInterner::default();
        selectors.resolve_names(|name| Some(names.intern(name)));
        let nodes = vec![Node::new(None, NONE), Node::new(None, NONE)];
        let (collection_threshold, later) = (256, Later::new(&selectors, &subscribers, limit));
        Self {
            names,
            nodes,
            collection_threshold,
            selectors,
            subscribers,
            later,
            wanted,
            has_scripting,
            ..Self::default()
        }
    }

    /// The number of times that the order of the tree departed from that of the source.
    pub(crate) fn moves(&self) -> u32 {
        self.moves
    }

    /// The place of the last token.
    pub(crate) fn last_token(&self) -> Range {
        self.token
    }

    /// Whether an element that matches is open.
    pub(crate) fn has_open_frames(&self) -> bool {
        self.open_frames > 0
    }

    /// Whether one of the last formatting elements in the list is not open, so that text may be put into a copy of it, perhaps after
    /// the end of the element whose marker follows it.
    pub(crate) fn is_any_formatting_pending(builder: &TreeBuilder<Self>) -> bool {
        let window = builder.sink();
        let mut last = builder.active_formatting_elements().take(MOST_FORMATTING_ELEMENTS).flatten();
        last.any(|slot| window.node(slot).is_some_and(|node| !node.is_open))
    }

    /// Adds the state of the list of active formatting elements to the events of a token, which are those from an index on, and the
    /// first offset of these events.
    pub(crate) fn complete_events(builder: &mut TreeBuilder<Self>, first: usize, was_any_pending: bool) {
        let is_any_pending = was_any_pending || Self::is_any_formatting_pending(builder);
        let is_in_body = builder.insertion_mode() == InsertionMode::InBody;
        let last = builder.active_formatting_elements().next().flatten().unwrap_or(NONE);
        let entries = builder.active_formatting_elements().take(MOST_FORMATTING_ELEMENTS);
        let markers = entries.filter(Option::is_none).count();
        let window = builder.sink_mut();
        let is_pending = window.node(last).is_some_and(|node| !node.is_open);
        let from = window.events.range(first..).map(|event| event.token.start).min();
        for event in window.events.range_mut(first..) {
            event.from = from.unwrap_or(event.from);
            event.formatting = Formatting { is_pending, is_any_pending, markers, is_in_body };
        }
    }

    pub(crate) fn node(&self, slot: Slot) -> Option<&Node> {
        self.nodes.get(slot as usize)
    }

    fn node_mut(&mut self, slot: Slot) -> &mut Node {
        let index = if (slot as usize) < self.nodes.len() { slot as usize } else { 0 };
        &mut self.nodes[index]
    }

    /// Returns the text of an element's name.
    pub(crate) fn local_name(&self, slot: Slot) -> &str {
        self.node(slot).and_then(|node| node.name).map_or("", |name| self.names.text(name.local))
    }

    /// Returns the stored attributes of an element.
    pub(crate) fn stored_attributes(&self, slot: Slot) -> impl Iterator<Item = (&str, &str)> {
        let list = self.node(slot).and_then(|node| self.lists.get(node.list as usize));
        let attributes = list.into_iter().flat_map(List::iter);
        attributes.map(|(name, value)| (self.names.text(name.local), value))
    }

    /// Iterates over a node and its ancestors, through template contents and shadow roots.
    pub(crate) fn ancestors(&self, slot: Slot) -> impl Iterator<Item = Slot> {
        std::iter::successors(Some(slot), |&slot| self.node(slot).map(|node| node.parent))
            .take_while(|&slot| slot != NONE)
    }

    /// Returns the offsets in the whole text for a span of the tokenizer, whose offsets have 32 bits.
    fn range(&self, span: Span) -> Range {
        Range { start: self.offset(span.start), end: self.offset(span.end) }
    }

    /// Returns the offset in the whole text for an offset of the tokenizer.
    pub(crate) fn offset(&self, offset: u32) -> u64 {
        let distance = i64::from(offset.wrapping_sub(self.base as u32).cast_signed());
        self.base.wrapping_add_signed(distance)
    }

    #[inline]
    pub(crate) fn begin_token(&mut self, token: &Token<'_>, span: Span) {
        self.token = self.range(span);
        // A tag that the end of the input cuts off is dropped. Content at the end is written before its source.
        if let Some(start) = self.incomplete.take()
            && matches!(token, Token::EndOfFile)
        {
            self.token = Range { start, end: start };
        }
        (self.token_name, self.is_end_tag) = match token {
            Token::StartTag(tag) => (Some(tag.name), false),
            Token::EndTag(tag) => (Some(tag.name), true),
            Token::Doctype(_) if self.wanted.doctype => {
                self.push_event(EventKind::Doctype, self.token, DOCUMENT);
                (None, false)
            }
            _ => (None, false),
        };
        self.settle_if_held_too_long();
        self.is_comment = matches!(token, Token::Comment(_));
        self.ended.clear();
    }

    /// Excludes the white space at the start of the current token, which a parser ignores before the head.
    pub(crate) fn skip_white_space(&mut self, text: &str) {
        let rest = text.trim_start_matches(|character: char| character.is_ascii_whitespace());
        self.token.start += (text.len() - rest.len()) as u64;
    }

    fn is_wanted(&self, extent: Extent, parent: Slot) -> bool {
        match extent {
            Extent::None => false,
            Extent::InMatches => self.node(parent).is_some_and(|node| node.frame != NONE),
            Extent::All => true,
        }
    }

    fn push_event(&mut self, kind: EventKind, token: Range, node: Slot) {
        let (moves, formatting) = (self.moves, Formatting::default());
        self.events.push_back(Event { kind, token, from: token.start, node, moves, formatting });
    }

    /// Adds literal characters to the last event if they directly follow its characters, so that the number of events does not depend on
    /// the pieces of the input.
    fn continues_text(&mut self, is_in_order: bool, range: Range, parent: Slot) -> bool {
        let Some(Event { kind, token, node, moves, .. }) = self.events.back_mut() else { return false };
        let continues = matches!(kind, EventKind::Text { is_in_order: last, stored: None } if *last == is_in_order)
            && (*node, *moves, token.end) == (parent, self.moves, range.start);
        if continues {
            token.end = range.end;
        }
        continues
    }

    /// Adds the events of the elements that the current token has ended before an event.
    fn push_implied_ends(&mut self) {
        for slot in std::mem::take(&mut self.ended) {
            self.push_event(EventKind::ImpliedEnd, self.token, slot);
        }
    }

    fn new_node(&mut self, node: Node) -> Slot {
        if let Some(slot) = self.free.pop() {
            *self.node_mut(slot) = node;
            return slot;
        }
        self.nodes.push(node);
        (self.nodes.len() - 1) as Slot
    }

    fn new_element(&mut self, name: ElementName, list: Slot) -> Slot {
        let slot = self.new_node(Node::new(Some(name), list));
        if name.is_html(known::TEMPLATE) {
            let contents = self.new_node(Node { parent: slot, ..Node::new(None, NONE) });
            self.node_mut(slot).contents = contents;
        }
        slot
    }

    /// Stores the attributes of an element that may be copied.
    fn store(&mut self, attributes: ElementAttributes<'_>) -> Slot {
        if attributes.is_empty() {
            return NONE;
        }
        let slot = self.free_lists.pop().unwrap_or_else(|| {
            self.lists.push(List::default());
            (self.lists.len() - 1) as Slot
        });
        if let Some(list) = self.lists.get_mut(slot as usize) {
            list.set(attributes);
        }
        slot
    }

    /// Returns a hash of stored attributes, by which they are compared.
    fn attributes_hash(&self, list: Slot, hasher: &impl BuildHasher) -> u64 {
        self.lists.get(list as usize).map_or(0, |list| list.hash(hasher))
    }

    /// Whether a location is at the end of an element in which no other element is open.
    fn is_in_order(&self, location: InsertionLocation<Slot>) -> bool {
        // Foster parenting into a template has no reference, but an element of the template is open.
        location.reference.is_none()
            && self.node(location.parent).is_some_and(|node| {
                (node.is_open || node.name.is_none())
                    && !self.node(node.open_child).is_some_and(|child| child.is_open)
            })
    }

    /// Puts an element at its location for the first time, and matches it.
    fn enter(
        &mut self,
        location: InsertionLocation<Slot>,
        element: Slot,
        token: Option<ElementAttributes<'_>>,
        is_copy: bool,
    ) {
        let parent = location.parent;
        let Some(name) = self.node(element).and_then(|node| node.name) else { return };
        if self.node(self.later.ended_head).is_some_and(|head| head.parent == parent) {
            let head = std::mem::replace(&mut self.later.ended_head, NONE);
            self.leave(head);
        }
        let is_in_order = self.is_in_order(location);
        if !is_in_order {
            self.moves += 1;
        }
        let Some(above) = self.nodes.get(parent as usize) else { return };
        let (frame, is_element) = (above.frame, above.name.is_some());
        let candidate = Candidate {
            name,
            local_name: self.names.text(name.local),
            token,
            list: self.nodes.get(element as usize).and_then(|node| self.lists.get(node.list as usize)),
            is_root: parent == DOCUMENT,
            is_in_quirks_mode: self.is_in_quirks_mode,
        };
        // Elements that are inserted before a table come after the siblings that were before it.
        let needs_siblings = self.selectors.needs_siblings();
        let reference = location.reference.filter(|_| needs_siblings);
        let reference = reference.and_then(|slot| self.nodes.get_mut(slot as usize));
        let before = reference.and_then(|node| Some((node.before.take()?, node.name?)));
        let end = if needs_siblings {
            self.nodes.get_mut(parent as usize).and_then(|node| node.children.take())
        } else {
            self.unused_siblings.take()
        };
        let mut end = end.unwrap_or_default();
        let keeps_before = needs_siblings && name.is_html(known::TABLE);
        let above = self.states.get(parent as usize).filter(|_| is_element);
        let (found, subscribers) = (&mut self.found, &self.subscribers);
        let found =
            |index, decision| found.extend(subscribers.get(index).map(|&subscriber| (subscriber, decision)));
        let (state, before, siblings_before) = if let Some((mut before, table)) = before {
            let own = keeps_before.then(|| before.clone());
            let states = (&mut *before, &mut *end);
            let state = self.selectors.enter_before_last(&candidate, above, states, table, found);
            (state, Some(before), own)
        } else {
            let own = keeps_before.then(|| Box::new(end.before_last()));
            (self.selectors.enter(&candidate, above, &mut end, found), None, own)
        };
        let matches = self.take_matches(element);
        match location.reference {
            _ if !needs_siblings => self.unused_siblings = Some(end),
            Some(reference) if before.is_some() => {
                self.node_mut(parent).children = Some(end);
                self.node_mut(reference).before = before;
            }
            _ => self.node_mut(parent).children = Some(end),
        }
        self.node_mut(parent).open_child = element;
        let contents = self.node(element).map_or(NONE, |node| node.contents);
        let own_frame = if matches.is_empty() { frame } else { element };
        if contents != NONE {
            self.node_mut(contents).frame = own_frame;
        }
        if self.selectors.needs_ancestors() {
            let slot = element as usize;
            self.states.resize_with(self.states.len().max(slot + 1), MatchState::default);
            self.states[slot] = state;
        }
        let token = self.token;
        let node = self.node_mut(element);
        node.parent = parent;
        node.token = token;
        node.before = siblings_before;
        node.frame = own_frame;
        (node.is_entered, node.is_open) = (true, true);
        if !matches.is_empty() {
            self.push_implied_ends();
            self.open_frames += 1;
            let is_own = !is_copy
                && !self.is_end_tag
                && self.token_name.is_some_and(|token| is_created_for(token, name));
            let origin = match (is_copy, is_own) {
                (true, _) => Origin::Copied,
                (false, true) => Origin::StartTag,
                (false, false) => Origin::Implied,
            };
            self.push_start(EventKind::Start { matches, parent, origin, is_in_order }, element);
        }
    }

    /// Marks nodes, and the nodes that these refer to.
    fn mark(&mut self, mut next: Vec<Slot>) {
        next.extend([DOCUMENT, COMMENT]);
        while let Some(slot) = next.pop() {
            let Some(node) = self.nodes.get_mut(slot as usize) else { continue };
            if std::mem::replace(&mut node.is_marked, true) {
                continue;
            }
            next.extend([node.parent, node.frame, node.contents].into_iter().filter(|&slot| slot != NONE));
            if let Some(list) = self.lists.get_mut(node.list as usize) {
                list.is_marked = true;
            }
        }
    }

    /// Frees the nodes that the parser and the caller do not need any more. Must be called between two runs.
    pub(crate) fn collect(builder: &mut TreeBuilder<Self>) {
        let window = builder.sink_mut();
        if window.selectors.is_full(window.nodes.len() + window.events.len()) {
            window.compact();
        }
        if window.nodes.len() - window.free.len() < window.collection_threshold {
            return;
        }
        let held: Vec<Slot> = builder
            .held_nodes()
            .map(|node| match node {
                HeldNode::InPlace(slot) | HeldNode::Anywhere(slot) => slot,
            })
            .collect();
        let window = builder.sink_mut();
        window.mark(held);
        // No children are added to the elements that only events refer to.
        for (slot, node) in window.nodes.iter_mut().enumerate().filter(|(_, node)| !node.is_marked) {
            (node.children, node.before) = (None, None);
            if let Some(state) = window.states.get_mut(slot) {
                *state = MatchState::default();
            }
        }
        let nodes = window.events.iter().flat_map(|event| match event.kind {
            EventKind::Start { parent, .. } => [event.node, parent],
            _ => [event.node, NONE],
        });
        window.mark(nodes.collect());
        let is_free: Vec<bool> = window.nodes.iter().map(|node| !node.is_marked).collect();
        window.free.clear();
        for (slot, node) in window.nodes.iter_mut().enumerate() {
            if !std::mem::take(&mut node.is_marked) {
                window.free.push(slot as Slot);
            }
        }
        window.free_lists.clear();
        for (slot, list) in window.lists.iter_mut().enumerate() {
            if !std::mem::take(&mut list.is_marked) {
                window.free_lists.push(slot as Slot);
            }
        }
        window.collection_threshold = 256 + 2 * (window.nodes.len() - window.free.len());
        builder.forget_nodes(|slot| is_free.get(slot as usize).copied().unwrap_or(true));
    }
}

/// Whether a start tag with this name creates the element itself.
fn is_created_for(token: NameId, name: ElementName) -> bool {
    match name.namespace {
        Namespace::Svg => adjust_svg_tag_name(token) == name.local,
        _ => token == name.local || token == known::IMAGE && name.local == known::IMG,
    }
}

impl Observer<Slot> for Window {
    const SOURCE_SPANS: bool = true;

    fn tentative_encoding(&self) -> Option<FindEncoding> {
        self.is_tentative.then_some(declared_encoding)
    }

    fn change_the_encoding(&mut self, encoding: &'static Encoding) {
        self.declared = Some(encoding);
    }

    fn element_left_the_stack(&mut self, element: Slot, token_name: NameId) {
        let token = self.token_name;
        let Some(node) = self.nodes.get_mut(element as usize) else { return };
        node.is_open = false;
        if self.later.is_needed {
            if node.name.is_some_and(|name| name.is_html(known::HEAD)) {
                self.later.ended_head = element;
                self.end_contents(element);
            } else {
                self.leave(element);
            }
        }
        let Some(node) = self.nodes.get(element as usize) else { return };
        if node.frame != element {
            // An element that the same token has implied needs no end.
            let is_new = node.token == self.token;
            self.ended.extend((!is_new).then_some(element));
            return;
        }
        let is_heading = |name| (known::H1..=known::H6).contains(&name);
        let has_tag = self.is_end_tag
            && token.is_some_and(|token| token == token_name || is_heading(token) && is_heading(token_name));
        // An element that leaves the stack before the elements in it, such as a misnested form, has no end in the source.
        let is_open_inside =
            self.node(element).and_then(|node| self.node(node.open_child)).is_some_and(|child| child.is_open);
        self.moves += u32::from(is_open_inside);
        self.push_implied_ends();
        self.open_frames = self.open_frames.saturating_sub(1);
        self.push_event(EventKind::End { has_tag }, self.token, element);
    }

    fn end_tag_was_read(&mut self, element: Slot, _: NameId) {
        self.end_contents(element);
        if self.node(element).is_some_and(|node| node.frame == element) {
            self.push_implied_ends();
            self.push_event(EventKind::EndTagSeen, self.token, element);
        }
    }
}

impl TreeSink for Window {
    type Handle = Slot;
    type Observer = Self;
    /// The index of the stored attributes.
    type AttributeList = Slot;

    fn observer(&mut self) -> &mut Self {
        self
    }

    fn append_doctype(&mut self, _: &str, _: &str, _: &str) {}

    fn mark_script_already_started(&mut self, _: Slot) {}

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn document(&self) -> Slot {
        DOCUMENT
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.is_in_quirks_mode = mode == QuirksMode::Quirks;
    }

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> Slot {
        let list = self.store(attributes);
        self.new_element(name, list)
    }

    fn insert_new_element(
        &mut self,
        location: InsertionLocation<Slot>,
        name: ElementName,
        attributes: ElementAttributes<'_>,
    ) -> Slot {
        let is_copied = ElementFlags::of(name).has(ElementFlags::FORMATTING);
        let list = if is_copied { self.store(attributes) } else { NONE };
        let element = self.new_element(name, list);
        self.enter(location, element, Some(attributes), false);
        element
    }

    fn attribute_list(&self, element: Slot) -> Slot {
        self.node(element).map_or(NONE, |node| node.list)
    }

    fn create_element_with_list(&mut self, name: ElementName, list: Slot, _: Slot) -> Slot {
        self.moves += 1;
        self.new_element(name, list)
    }

    fn same_attributes(&self, one: Slot, other: Slot) -> bool {
        self.attributes_hash(one, &self.hasher) == self.attributes_hash(other, &self.hasher)
    }

    fn hash_attributes(&self, list: Slot, hasher: &impl BuildHasher) -> u64 {
        self.attributes_hash(list, hasher)
    }

    fn add_missing_attributes(&mut self, _: Slot, _: ElementAttributes<'_>) {
        self.moves += 1;
    }

    fn create_comment(&mut self, _: Text<'_>) -> Slot {
        COMMENT
    }

    fn create_processing_instruction(&mut self, _: &str, _: &str) -> Slot {
        COMMENT
    }

    fn insert(&mut self, location: InsertionLocation<Slot>, node: Slot) {
        if node == COMMENT {
            if self.is_comment && self.is_wanted(self.wanted.comments, location.parent) {
                self.push_event(EventKind::Comment, self.token, location.parent);
            }
        } else if self.node(node).is_some_and(|node| node.is_entered) {
            self.moves += 1;
            self.node_mut(node).parent = location.parent;
        } else {
            // An element that is created apart from its insertion is a template or a copy.
            let is_copy =
                self.node(node).and_then(|node| node.name).is_some_and(|name| !name.is_html(known::TEMPLATE));
            self.enter(location, node, None, is_copy);
        }
    }

    fn insert_characters(&mut self, location: InsertionLocation<Slot>, text: Text<'_>, span: Span) {
        let is_in_order = self.is_in_order(location);
        if !is_in_order {
            self.moves += 1;
        }
        if self.later.is_needed
            && !text.is_empty()
            && let Some(parent) = self.states.get(location.parent as usize)
        {
            self.selectors.enter_text(parent);
        }
        let range = self.range(span);
        // The rest of the token may imply elements, or their ends.
        self.token.start = self.token.start.max(range.end);
        if self.is_wanted(self.wanted.text, location.parent) {
            let stored = text.place_in_input().is_none().then(|| Box::from(&*text));
            if stored.is_none() && self.continues_text(is_in_order, range, location.parent) {
                return;
            }
            self.push_event(EventKind::Text { is_in_order, stored }, range, location.parent);
        }
    }

    fn remove(&mut self, node: Slot) {
        self.moves += 1;
        self.node_mut(node).parent = NONE;
    }

    fn move_children(&mut self, _: Slot, _: Slot) {
        self.moves += 1;
    }

    fn replace_children_with_clones_of(&mut self, _: Slot, _: Slot) {}

    fn template_contents(&self, template: Slot) -> Slot {
        self.node(template).map_or(DOCUMENT, |node| node.contents)
    }

    fn attach_declarative_shadow_root(&mut self, host: Slot, template: Slot, _: ShadowRootInit) -> bool {
        let frame = self.node(host).map_or(NONE, |node| node.frame);
        let contents = self.template_contents(template);
        let root = self.node_mut(contents);
        (root.parent, root.frame) = (host, frame);
        !std::mem::replace(&mut self.node_mut(host).is_shadow_host, true)
    }

    fn parent(&self, node: Slot) -> Option<Slot> {
        let parent = self.node(node)?.parent;
        (parent != NONE && self.node(node)?.name.is_some()).then_some(parent)
    }

    fn first_child(&self, _: Slot) -> Option<Slot> {
        None
    }

    fn next_sibling(&self, _: Slot) -> Option<Slot> {
        None
    }

    fn element_name(&self, node: Slot) -> Option<ElementName> {
        self.node(node)?.name
    }

    fn attribute_value(&mut self, _: Slot, _: NameId) -> Option<&str> {
        None
    }

    fn processing_instruction(&self, _: Slot) -> Option<(&str, &str)> {
        None
    }

    fn is_connected(&mut self, _: Slot) -> bool {
        false
    }

    fn depth(&mut self, _: Slot) -> usize {
        0
    }

    fn was_changed_by_others(&self) -> bool {
        false
    }

    fn nearest_ancestor(&mut self, _: Slot, _: AncestorSet) -> Option<(Slot, NameId)> {
        None
    }

    fn is_before(&mut self, _: Slot, _: Slot) -> bool {
        false
    }

    fn find_marker(&mut self, _: Slot, _: &str) -> Option<Slot> {
        None
    }
}
