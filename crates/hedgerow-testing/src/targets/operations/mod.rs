//! All public operations on documents, with stale, foreign and invented ids and names. A parser may still be building
//! the document.
//!
//! A refused operation changes nothing. Any other operation has exactly the effect that a model of the tree predicts. The id of a
//! removed node never denotes another node. The target `mutations` checks which changes are refused.

mod keys;
mod model;

use std::collections::{BTreeSet, HashSet};

use hedgerow::dom::{
    AdjacentPosition, ElementKey, MutationError, MutationRule, Namespace, NodeKind, ShadowRootInit,
    ShadowRootMode, TreeOrder,
};
use hedgerow::prelude::*;
use hedgerow::serialize::{ToTestFormat, WriteOptions};
use hedgerow::source::SourceEdits;
use hedgerow::stream::{Progress, StreamParser, TextChunks};
use hedgerow::{Document, NodeId, NodeRef, Parsed, Parser};

use hedgerow_base::{is_parser_attribute_name, is_parser_element_name};

use self::keys::{
    NAMES, attribute_key, attribute_name_id, attribute_of, check_name_id, element_key, element_name_id,
};
use self::model::Tree;
use crate::input::{Choices, Input};
use crate::trees::{nodes, validate};

const TEXTS: [&str; 8] = ["", "x", "a b", "\u{e9}\u{1F600}", "a  b a", "?>", " \n", "-->"];
const MARKUP: [&str; 10] = [
    "",
    "text",
    "<p>a<b>b",
    "<template><i>",
    "<div><template shadowrootmode=open><u>c</template></div>",
    "<table>x<tr>",
    "<svg><a xlink:href=#>",
    "<!--c--><?pi?>",
    "<form><form>",
    "<select><option>a",
];
const SELECTORS: [&str; 9] = [
    "*", "p", "#x", ".a", "[onclick]", "div > :not(p)", ":has(b), x-a", "template, [xlink\\:href]",
    ":checked, :not(:has(:checked))",
];

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let text = &*input.text();
    let (first, second) =
        text.split_at((0..=text.len() / 2).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
    let mut run = Run::new(first, second, &mut input.choices);
    let mut step = 0;
    while input.choices.are_left() && step < 200 {
        run.step(&mut input.choices);
        step += 1;
        if step % 8 == 0 {
            validate(run.owner.document());
        }
    }
    run.finish();
}

/// The owner of the document.
enum Owner {
    Parser(Box<StreamParser<TextChunks>>),
    Document(Box<Document>),
}

impl Owner {
    fn document(&self) -> &Document {
        match self {
            Self::Parser(stream) => stream.document(),
            Self::Document(document) => document,
        }
    }

    fn document_mut(&mut self) -> &mut Document {
        match self {
            Self::Parser(stream) => stream.document_mut(),
            Self::Document(document) => document,
        }
    }
}

/// The expected effect of an accepted operation.
enum Expected {
    /// The document has this tree, except that the nodes in the set were removed and that there may be new nodes.
    Tree(Tree, BTreeSet<NodeId>),
    /// Any tree.
    Anything,
}

struct Run {
    owner: Owner,
    /// The text that has not been fed to the parser yet.
    rest: String,
    other: Document,
    tree: Tree,
    /// The removed nodes that are not freed, because the parser holds them or another node in their tree.
    waiting: BTreeSet<NodeId>,
    /// All ids that the document has had.
    ids: BTreeSet<NodeId>,
    /// All ids in the order of their creation, and the ids of the other document.
    pool: Vec<NodeId>,
}

impl Run {
    fn new(first: &str, second: &str, choices: &mut Choices<'_>) -> Self {
        let parser = Parser::new()
            .allow_declarative_shadow_roots(choices.below(2) == 1)
            .source_spans(choices.below(2) == 1);
        let mut stream = parser.clone().pause_at_scripts(choices.below(2) == 1).stream();
        let progress = stream.feed(first);
        run_scripts(&mut stream, progress, choices);
        let mut other = parser.parse(second).into_document();
        for number in 0..choices.below(40) {
            other.create_text(TEXTS[number % TEXTS.len()]);
        }
        let pool = other.ids().collect();
        let owner = Owner::Parser(Box::new(stream));
        let tree = Tree::of(owner.document());
        let waiting = BTreeSet::new();
        let mut run =
            Self { owner, rest: second.to_owned(), other, tree, waiting, ids: BTreeSet::new(), pool };
        run.record_ids();
        run
    }

    /// Records the ids of new nodes.
    fn record_ids(&mut self) {
        for &id in self.tree.0.keys() {
            if self.ids.insert(id) {
                self.pool.push(id);
            }
        }
    }

    fn id(&self, choices: &mut Choices<'_>) -> NodeId {
        match choices.below(8) {
            0 => NodeId::from_bits(choices.below(1 << 16) as u128 + 1).expect("a slot"),
            1 | 2 => choices.of(&self.pool),
            _ => {
                let living: Vec<NodeId> = self.tree.0.keys().copied().collect();
                choices.of(&living)
            }
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.owner, Owner::Parser(_))
    }

    /// Updates the model: access to the document frees the waiting nodes that the parser no longer holds.
    fn release_waiting(&mut self) {
        let tree = Tree::of(self.owner.document_mut());
        for id in self.tree.0.keys().filter(|id| !tree.0.contains_key(id)) {
            assert!(self.waiting.contains(&self.tree.root(*id)), "{id:?} was not removed");
        }
        self.tree = tree;
    }

    fn step(&mut self, choices: &mut Choices<'_>) {
        self.release_waiting();
        let [a, b, c] = [(); 3].map(|()| self.id(choices));
        let text = choices.of(&TEXTS);
        let kind = choices.below(48);
        let before = self.tree.clone();
        let exist = |ids: &[NodeId]| ids.iter().all(|id| before.0.contains_key(id));
        let check_ids = |ids: &[NodeId], result: &Result<(), MutationError>| {
            if !exist(ids) {
                let error = result.as_ref().expect_err("an id without a node is refused");
                assert_eq!(error.rule(), MutationRule::NoSuchNode);
            }
        };
        let mut expected = before.clone();
        let document = self.owner.document_mut();
        let mut removed = BTreeSet::new();
        let anything = Ok(Expected::Anything);
        let result: Result<Expected, MutationError> = match kind {
            0 => {
                let result = document.append(a, b);
                check_ids(&[a, b], &result);
                result.map(|()| {
                    let inserted = before.inserted(b);
                    expected.put(a, &inserted, None);
                    Expected::Tree(expected, removed)
                })
            }
            1 => {
                let result = document.prepend(a, b);
                check_ids(&[a, b], &result);
                result.map(|()| {
                    let first = before.node(a).children.first().copied();
                    expected.put(a, &before.inserted(b), first);
                    Expected::Tree(expected, removed)
                })
            }
            2 => {
                let reference = if choices.one_in(4) { None } else { Some(c) };
                let result = document.insert(a, b, reference);
                if exist(&[a, b]) && !reference.is_none_or(|reference| exist(&[reference])) {
                    assert!(result.is_err());
                } else {
                    check_ids(&[a, b], &result);
                }
                result.map(|()| {
                    expected.put(a, &before.inserted(b), reference);
                    Expected::Tree(expected, removed)
                })
            }
            3 | 4 => {
                let result =
                    if kind == 3 { document.insert_before(a, b) } else { document.insert_after(a, b) };
                check_ids(&[a, b], &result);
                result.map(|()| {
                    let next = if kind == 3 { Some(a) } else { before.next(a) };
                    let parent = before.node(a).parent.expect("a parent");
                    expected.put(parent, &before.inserted(b), next);
                    Expected::Tree(expected, removed)
                })
            }
            5 => {
                let result = document.replace(a, b);
                check_ids(&[a, b], &result);
                result.map(|()| {
                    if a != b {
                        let parent = before.node(a).parent.expect("a parent");
                        expected.put(parent, &before.inserted(b), Some(a));
                        removed = expected.inside(a);
                    }
                    Expected::Tree(expected, removed)
                })
            }
            6 => {
                let result = document.replace_children(a, b);
                check_ids(&[a, b], &result);
                result.map(|()| {
                    let inserted = before.inserted(b);
                    expected.put(a, &inserted, None);
                    for child in expected.node(a).children.iter().filter(|child| !inserted.contains(child)) {
                        removed.extend(expected.inside(*child));
                    }
                    Expected::Tree(expected, removed)
                })
            }
            7 => {
                let result = document.move_children(a, b);
                check_ids(&[a, b], &result);
                result.map(|()| {
                    if a != b {
                        expected.put(b, &before.node(a).children, None);
                    }
                    Expected::Tree(expected, removed)
                })
            }
            8 => {
                let result = document.wrap(a, b);
                check_ids(&[a, b], &result);
                result.map(|()| {
                    let parent = before.node(a).parent.expect("a parent");
                    expected.put(parent, &[b], Some(a));
                    expected.put(b, &[a], None);
                    Expected::Tree(expected, removed)
                })
            }
            9 => {
                let result = document.replace_with_children(a);
                check_ids(&[a], &result);
                result.map(|()| {
                    let parent = before.node(a).parent.expect("a parent");
                    expected.put(parent, &before.node(a).children, Some(a));
                    let removed = expected.inside(a);
                    Expected::Tree(expected, removed)
                })
            }
            10 => {
                let result = document.detach(a);
                check_ids(&[a], &result);
                result.map(|()| {
                    expected.take(a);
                    Expected::Tree(expected, removed)
                })
            }
            11 => {
                let result = document.remove(a);
                check_ids(&[a], &result);
                result.map(|()| Expected::Tree(expected, before.inside(a)))
            }
            12 => {
                let result = document.remove_children(a);
                check_ids(&[a], &result);
                result.map(|()| Expected::Tree(expected, before.inside_children(a)))
            }
            13 => {
                let result = document.set_data(a, text);
                check_ids(&[a], &result);
                result.map(|()| {
                    expected.set_data(a, text);
                    Expected::Tree(expected, removed)
                })
            }
            14 => {
                let result = document.set_text(a, text);
                check_ids(&[a], &result);
                result.map(|()| {
                    if before.node(a).data.is_some() {
                        expected.set_data(a, text);
                    }
                    Expected::Tree(expected, before.inside_children(a))
                })
            }
            15 => {
                let result = document.append_text(a, text);
                check_ids(&[a], &result);
                result.map(|()| {
                    let last = before.node(a).children.last().copied();
                    if let Some(last) = last.filter(|&last| before.node(last).kind == NodeKind::Text) {
                        let data = before.node(last).data.clone().unwrap_or_default() + text;
                        expected.set_data(last, &data);
                    }
                    Expected::Tree(expected, removed)
                })
            }
            16 => {
                let at = choices.below(6);
                let result = document.split_text(a, at);
                check_ids(&[a], &result.clone().map(drop));
                result.map(|_| {
                    let data = before.node(a).data.clone().unwrap_or_default();
                    expected.set_data(a, &data[..at]);
                    Expected::Tree(expected, removed)
                })
            }
            17 => {
                let result = document.normalize(a);
                check_ids(&[a], &result);
                result.map(|()| Expected::Anything)
            }
            18 => {
                // A selection skips a node that does not exist.
                let replaced = if document.get(a).is_some() { before.inside(a) } else { removed };
                let result = document.change([a]).replace_with_text(|_| text.to_owned()).map(drop);
                result.map(|()| Expected::Tree(expected, replaced))
            }
            19 | 20 => {
                let is_deep = kind == 19;
                let result = if is_deep { document.clone_subtree(a) } else { document.clone_shallow(a) };
                check_ids(&[a], &result.clone().map(drop));
                result.map(|copy| {
                    let after = Tree::of(document);
                    assert_eq!(after.node(copy).parent, None);
                    if is_deep && before.inside(a).iter().all(|&id| before.node(id).shadow_root.is_none()) {
                        assert_eq!(after.shape(copy), before.shape(a));
                    }
                    Expected::Tree(expected, removed)
                })
            }
            21 => {
                let ids: Vec<NodeId> = self.other.ids().collect();
                let source = choices.of(&ids);
                let result = document.import(self.other.node(source));
                result.map(|copy| {
                    let (after, others) = (Tree::of(document), Tree::of(&self.other));
                    if others.inside(source).iter().all(|&id| others.node(id).shadow_root.is_none()) {
                        assert_eq!(after.shape(copy), others.shape(source));
                    }
                    Expected::Tree(expected, removed)
                })
            }
            22 => {
                let key = element_key(choices);
                let result = document.create_element(key);
                check_name_id(element_name_id(key), &result);
                result.map(|element| {
                    let after = Tree::of(document);
                    let (namespace, text) = match key {
                        ElementKey::Html(text) => (Namespace::Html, text.to_ascii_lowercase()),
                        ElementKey::InNamespace(namespace, text) => (namespace, text.to_owned()),
                        ElementKey::Known(namespace, name) => {
                            (namespace, name.known_text().unwrap_or_default().to_owned())
                        }
                    };
                    assert_eq!(after.node(element).name, Some((namespace, text)));
                    Expected::Tree(expected, removed)
                })
            }
            23 => {
                let key = element_key(choices);
                let result = document.rename_element(a, key);
                check_ids(&[a], &result);
                check_name_id(element_name_id(key), &result);
                result.map(|()| Expected::Anything)
            }
            24 => {
                let key = attribute_key(choices);
                let result = document.set_attribute(a, key, text);
                check_ids(&[a], &result);
                check_name_id(attribute_name_id(key), &result);
                result.map(|()| {
                    let node = before.node(a);
                    let (position, namespace, local) = attribute_of(node, key);
                    expected.set_attribute(a, position, (namespace, local, text.to_owned()));
                    Expected::Tree(expected, removed)
                })
            }
            25 => {
                let key = attribute_key(choices);
                let result = document.remove_attribute(a, key);
                check_ids(&[a], &result.clone().map(drop));
                result.map(|had_it| {
                    let position = attribute_of(before.node(a), key).0;
                    assert_eq!(had_it, position.is_some(), "{key:?}");
                    if let Some(position) = position {
                        expected.remove_attribute(a, position);
                    }
                    Expected::Tree(expected, removed)
                })
            }
            26 => {
                let key = attribute_key(choices);
                let result = document.toggle_attribute(a, key, choices.of(&[None, Some(true), Some(false)]));
                check_name_id(attribute_name_id(key), &result);
                check_ids(&[a], &result.clone().map(drop));
                result.map(|has_it| {
                    assert_eq!(document.node(a).has_attribute(key), has_it);
                    let (position, namespace, local) = attribute_of(before.node(a), key);
                    match position {
                        Some(position) if !has_it => expected.remove_attribute(a, position),
                        None if has_it => expected.set_attribute(a, None, (namespace, local, String::new())),
                        _ => {}
                    }
                    Expected::Tree(expected, removed)
                })
            }
            27 => {
                let [from, to] = [(); 2].map(|()| attribute_key(choices));
                let result = document.rename_attribute(a, from, to);
                check_name_id(attribute_name_id(to), &result);
                check_ids(&[a], &result.clone().map(drop));
                result.map(|_| Expected::Anything)
            }
            28 => {
                let result = if choices.below(2) == 0 {
                    document.add_class(a, text)
                } else {
                    document.remove_class(a, text)
                };
                check_ids(&[a], &result.clone().map(drop));
                result.map(|_| Expected::Anything)
            }
            29 => {
                document.create_comment(text);
                document.create_text(text);
                document.create_document_fragment();
                Ok(Expected::Tree(expected, removed))
            }
            30 => {
                let result = document.create_doctype(choices.of(&NAMES), text, text);
                result.map(|_| Expected::Tree(expected, removed))
            }
            31 => {
                let result = document.create_processing_instruction(choices.of(&NAMES), text);
                result.map(|_| Expected::Tree(expected, removed))
            }
            32 => {
                let mode = choices.of(&[ShadowRootMode::Open, ShadowRootMode::Closed]);
                let result = document.attach_shadow_root(a, ShadowRootInit::default().mode(mode));
                check_ids(&[a], &result.clone().map(drop));
                result.map(|root| {
                    assert_eq!(document.node(a).shadow_root().map(NodeRef::id), Some(root));
                    Expected::Anything
                })
            }
            33 => {
                let result = document.set_inner_html(a, choices.of(&MARKUP));
                check_ids(&[a], &result);
                result.map(|()| {
                    let filled = before.node(a).contents.unwrap_or(a);
                    Expected::Tree(expected, before.inside_children(filled))
                })
            }
            34 => {
                let result = document.set_outer_html(a, choices.of(&MARKUP));
                check_ids(&[a], &result);
                // If the node has no parent, nothing changes.
                let inside =
                    exist(&[a]).then(|| before.inside(a)).filter(|_| before.node(a).parent.is_some());
                result.map(|()| Expected::Tree(expected, inside.unwrap_or_default()))
            }
            35 => {
                let position = choices.of(&[
                    AdjacentPosition::BeforeBegin,
                    AdjacentPosition::AfterBegin,
                    AdjacentPosition::BeforeEnd,
                    AdjacentPosition::AfterEnd,
                ]);
                let result = document.insert_adjacent_html(a, position, choices.of(&MARKUP));
                check_ids(&[a], &result);
                result.map(|()| Expected::Tree(expected, removed))
            }
            36 => {
                let (name, key) = (element_key(choices), attribute_key(choices));
                let builder = document.build(name).attribute(key, text).class("a").text(text).node(b);
                let built = match choices.below(3) {
                    0 => builder.append_to(a),
                    1 => builder.insert_before(a),
                    _ => builder.replace(a),
                };
                assert!(exist(&[a, b]) || built.is_err(), "an id without a node is refused");
                // If a step is refused, the new element is removed with the content that it already has.
                let _ = built;
                anything
            }
            37 => {
                let mut selection = document.change([a, b, c, a]);
                assert!(selection.nodes().all(|node| exist(&[node.id()])));
                let _ = match choices.below(6) {
                    0 => selection.remove().map(drop),
                    1 => selection.replace_with_children().map(drop),
                    2 => selection.wrap(element_key(choices)).map(drop),
                    3 => selection.set_attribute(attribute_key(choices), text).map(drop),
                    4 => selection.retain_attributes(|_, attribute| attribute.value() != text).map(drop),
                    _ => selection.rename(element_key(choices)).map(drop),
                };
                anything
            }
            38 => {
                let selector = choices.of(&SELECTORS);
                if choices.below(2) == 0 {
                    let found = document.select(selector).expect("a selector");
                    assert!(found.into_iter().all(|node| exist(&[node.id()])));
                    let found: Vec<_> = document.select_deep(selector).expect("a selector").collect();
                    assert!(found.iter().all(|node| exist(&[node.id()])));
                    let everything = document.root().deep_descendants();
                    let matches = |node: &NodeRef<'_>| node.matches(selector).expect("a selector");
                    let expected: Vec<_> =
                        everything.filter(|node| node.kind() == NodeKind::Element).filter(matches).collect();
                    assert_eq!(found, expected, "{selector}");
                } else {
                    let mut selection = document.select_deep_mut(selector).expect("a selector");
                    let _ = selection.add_class("x").map(drop);
                }
                anything
            }
            39 => {
                let result = document.set_root(a);
                check_ids(&[a], &result);
                result.map(|()| Expected::Tree(expected, removed))
            }
            40 => {
                document.remove_detached();
                anything
            }
            41 => {
                document.shrink_to_fit();
                Ok(Expected::Tree(expected, removed))
            }
            42 => {
                // A clone has the ids of the original. An id that is created in one of the two is invalid in the other.
                let mut copy = document.clone();
                assert_eq!(Tree::of(&copy), before);
                let new = copy.create_text(text);
                assert!(document.get(new).is_none());
                let mine = document.create_text(text);
                assert!(copy.get(mine).is_none());
                self.pool.push(new);
                self.other = copy;
                anything
            }
            43 => {
                check_round_trip(document);
                Ok(Expected::Tree(expected, removed))
            }
            44 if !self.is_open() => {
                self.owner.document_mut().unchecked().restart(text);
                anything
            }
            45 => {
                self.edit_source(a, b, choices);
                Ok(Expected::Tree(expected, removed))
            }
            46 => {
                self.feed(choices);
                anything
            }
            _ => {
                self.read(a, b, choices);
                Ok(Expected::Tree(expected, removed))
            }
        };
        self.compare(&before, result, &format!("{kind} of {a:?} and {b:?} with {text:?}"));
    }

    /// Compares the document with the expected tree.
    fn compare(&mut self, before: &Tree, result: Result<Expected, MutationError>, what: &str) {
        let after = Tree::of(self.owner.document());
        let new: BTreeSet<NodeId> = after.0.keys().filter(|id| !before.0.contains_key(id)).copied().collect();
        assert!(new.is_disjoint(&self.ids), "an id denotes another node: {new:?}");
        match result {
            Err(error) => after.assert_is(before, &error.to_string()),
            Ok(Expected::Tree(expected, removed)) => {
                if self.is_open() {
                    self.waiting.extend(removed.iter().filter(|id| after.0.contains_key(id)));
                } else {
                    assert!(removed.iter().all(|id| !after.0.contains_key(id)), "removed nodes are removed");
                }
                let changed: BTreeSet<NodeId> = new.union(&removed).copied().collect();
                after.without(&changed).assert_is(&expected.without(&removed), what);
            }
            Ok(Expected::Anything) => {}
        }
        self.tree = after;
        self.record_ids();
        let document = self.owner.document();
        assert_eq!(document.node_count(), self.tree.0.len());
        for &id in &self.pool {
            assert_eq!(document.get(id).is_some(), self.tree.0.contains_key(&id), "{id:?}");
        }
    }

    /// Feeds the parser or finishes it.
    fn feed(&mut self, choices: &mut Choices<'_>) {
        let Owner::Parser(stream) = &mut self.owner else { return };
        let length = choices.below(64).min(self.rest.len());
        let cut = (0..=length).rev().find(|&at| self.rest.is_char_boundary(at)).unwrap_or_default();
        if self.rest.is_empty() || choices.one_in(8) {
            let Owner::Parser(stream) = std::mem::replace(&mut self.owner, Owner::Document(Box::default()))
            else {
                return;
            };
            self.owner = Owner::Document(Box::new(Parsed::into_document(stream.finish())));
            return;
        }
        let rest = self.rest.split_off(cut);
        let progress = stream.feed(&self.rest);
        run_scripts(stream, progress, choices);
        self.rest = rest;
    }

    /// Calls the methods that only read.
    fn read(&self, a: NodeId, b: NodeId, choices: &mut Choices<'_>) {
        let document = self.owner.document();
        let order = TreeOrder::new(document);
        for id in [a, b] {
            let Some(node) = document.get(id) else {
                assert_eq!((order.position(id), order.contains(id, document.root_id())), (None, false));
                assert!(!order.contains(document.root_id(), id));
                continue;
            };
            let plain = self.tree.node(id);
            let key = attribute_key(choices);
            let position = attribute_of(plain, key).0;
            let is_unknown_id = attribute_name_id(key).is_some_and(|name| name.known_text().is_none());
            let value = position.filter(|_| !is_unknown_id).map(|position| &*plain.attributes[position].2);
            assert_eq!(node.attribute(key), value, "{key:?}");
            for attribute in node.attributes() {
                assert_eq!(node.attribute(attribute.name()), Some(attribute.value()));
            }
            let _ = (node.outer_html(), node.inner_html(), node.rendered_text(), node.to_json(), node.text());
            let _ = (node.to_html(&WriteOptions::minify()), node.index_path(), node.source_span());
            let _ = (node.attribute_span(key), node.attribute_spans().count(), node.text_pieces().count());
            let _ = (
                hedgerow::serialize::may_omit_end_tag(node),
                node.has_class("a"),
                node.closest("p").map(|found| found.is_some()),
            );
            assert_eq!(node.deep_descendants().count() + 1, self.tree.inside(id).len());
            for other in
                [document.get(a), document.get(b), self.other.ids().next().map(|id| self.other.node(id))]
            {
                let Some(other) = other else { continue };
                let is_same = std::ptr::eq(other.document(), document);
                let is_inside = is_same && other.inclusive_ancestors().any(|ancestor| ancestor == node);
                assert_eq!(node.contains(other), is_inside);
                let _ = node.compare_document_position(other);
            }
        }
        let _ = (document.title(), document.body(), document.head(), document.element_by_id("x"));
    }

    /// Makes two edits of the source.
    fn edit_source(&self, a: NodeId, b: NodeId, choices: &mut Choices<'_>) {
        let document = self.owner.document();
        let mut edits = SourceEdits::new(document);
        for id in [a, b] {
            let (name, html) = (choices.of(&NAMES), choices.of(&MARKUP));
            let result = match choices.below(10) {
                0 => edits.set_attribute(id, name, html),
                1 => edits.remove_attribute(id, name),
                2 => edits.rename_attribute(id, name, choices.of(&NAMES)),
                3 => edits.rename_element(id, name),
                4 => edits.set_html(id, html),
                5 => edits.set_text(id, html),
                6 => edits.replace(id, html),
                7 => edits.insert_before(id, html),
                8 => edits.prepend_html(id, html),
                _ => edits.append_html(id, html),
            };
            assert!(result.is_err() || document.get(id).is_some());
        }
        let _ = edits.apply();
    }

    fn finish(mut self) {
        if let Owner::Parser(stream) = self.owner {
            self.owner = Owner::Document(Box::new(stream.finish().into_document()));
        }
        let document = self.owner.document();
        validate(document);
        check_round_trip(document);
    }
}

/// Checks that a document round-trips through JSON. A document that no parser creates may be refused.
fn check_round_trip(document: &Document) {
    let json = document.to_json();
    match Document::from_json(&json) {
        Ok(again) => {
            validate(&again);
            assert_eq!(again.to_test_format(), document.to_test_format(), "{json}");
        }
        Err(error) => assert!(!nodes(document).into_iter().all(is_parsed), "{error}\n{json}"),
    }
}

/// Whether a parser can create a node.
fn is_parsed(node: NodeRef<'_>) -> bool {
    let mut names = HashSet::new();
    let namespace = node.namespace().unwrap_or_default();
    let has_names = node
        .element_name()
        .is_none_or(|name| is_parser_element_name(namespace, name.local_name()))
        && node.attributes().all(|attribute| {
            let name = attribute.name();
            let is_foreign = matches!(name.namespace(), Namespace::XLink | Namespace::Xml | Namespace::XmlNs);
            (is_foreign || name.namespace() == Namespace::None)
                && !name.local_name().is_empty()
                && is_parser_attribute_name(namespace, &name.to_string())
                && names.insert(name.to_string())
        });
    let ends_early = |text: &str| text.contains('>') || text.contains('"') && text.contains('\'');
    has_names
        && node.processing_instruction().is_none_or(|(_, data)| !data.contains('>'))
        && node
            .doctype()
            .is_none_or(|doctype| !ends_early(doctype.public_id) && !ends_early(doctype.system_id))
}

/// Runs scripts until the parser needs input.
fn run_scripts(stream: &mut StreamParser<TextChunks>, mut progress: Progress, choices: &mut Choices<'_>) {
    loop {
        progress = match progress {
            Progress::Script(_) => {
                if choices.one_in(2) {
                    let _ = stream.document_write(choices.of(&MARKUP));
                }
                stream.finish_script()
            }
            Progress::Blocked(_) => stream.run_pending_script(),
            _ => return,
        };
    }
}
