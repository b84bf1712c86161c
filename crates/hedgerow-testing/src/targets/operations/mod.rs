//! All public operations on documents: a table with a row for each. A model of the tree predicts the effect of each operation, and
//! whether it is refused. A refused operation changes nothing. The id of a removed node never denotes another node.
//!
//! The target `operations` uses stale, foreign and invented ids and names, on a document that a parser may still be building. The
//! target `mutations` builds a document by the first rows alone, and the model must predict everything about them.

mod keys;
mod model;
mod table;

use std::collections::{BTreeSet, HashSet};

use hedgerow::dom::{MutationError, MutationRule, Namespace, TreeOrder};
use hedgerow::prelude::*;
use hedgerow::serialize::{ToTestFormat, WriteOptions};
use hedgerow::source::SourceEdits;
use hedgerow::stream::{Progress, StreamParser, TextChunks};
use hedgerow::{Document, NodeId, NodeRef, Parsed, Parser};
use hedgerow_base::{is_parser_attribute_name, is_parser_element_name};

use self::keys::{attribute_key, attribute_name_id, attribute_of};
use self::model::Tree;
use self::table::{EXACT, MARKUP, OTHERS, TEXTS};
use super::edits;
use crate::input::{Choices, Input};
use crate::trees::{nodes, validate};

/// The largest number of steps.
const MOST_STEPS: usize = 200;

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let text = &*input.text();
    let (first, second) =
        text.split_at((0..=text.len() / 2).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
    Run::parsing(first, second, &mut input.choices).finish(&mut input.choices);
}

/// Checks the target `mutations`.
pub(super) fn check_mutations(data: &[u8]) {
    let mut document = Document::new();
    document.create_document_fragment();
    document.create_text("text");
    Run::new(Owner::Document(Box::new(document)), Document::new(), "", true).finish(&mut Choices::new(data));
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

/// The expected document after an operation.
enum Expected {
    /// The operation was refused, so nothing has changed.
    Nothing(MutationError),
    /// The document has this tree, except that the nodes in the set were removed.
    Tree(Tree, BTreeSet<NodeId>),
    /// Any tree.
    Anything,
}

/// The random operands of an operation, and the document before it.
struct Step<'r, 'd> {
    run: &'r mut Run,
    before: Tree,
    choices: &'r mut Choices<'d>,
    a: NodeId,
    b: NodeId,
    c: NodeId,
    text: &'static str,
}

/// The nodes that an operation removes. The model keeps them, and the comparison ignores them.
type Removed = BTreeSet<NodeId>;

impl Step<'_, '_> {
    fn document(&mut self) -> &mut Document {
        self.run.owner.document_mut()
    }

    fn exist(&self, ids: &[NodeId]) -> bool {
        ids.iter().all(|id| self.before.0.contains_key(id))
    }

    /// Compares the result of an operation with the model. Without one of the nodes, the operation must be refused. `change`
    /// changes the model and returns the removed nodes, or `None` if the model refuses the operation; it gets the document after
    /// the operation, and the result, to find new nodes.
    fn expect<T>(
        &mut self,
        result: Result<T, MutationError>,
        ids: &[NodeId],
        change: impl FnOnce(&mut Tree, &Document, Option<T>) -> Option<Removed>,
    ) -> Expected {
        let (value, error) = match result {
            Ok(value) => (Some(value), None),
            Err(error) => (None, Some(error)),
        };
        if !self.exist(ids) {
            let error = error.expect("an id without a node is refused");
            assert_eq!(error.rule(), MutationRule::NoSuchNode);
            return Expected::Nothing(error);
        }
        let is_accepted = error.is_none();
        let mut tree = self.before.clone();
        // The parser, and names and nodes of all kinds, give more reasons to refuse an operation than the model has.
        let removed =
            (is_accepted || self.run.is_exact).then(|| change(&mut tree, self.run.owner.document(), value));
        if let Some(removed) = &removed {
            assert_eq!(is_accepted, removed.is_some(), "the model disagrees: {error:?}");
        }
        match error {
            Some(error) => Expected::Nothing(error),
            None => Expected::Tree(tree, removed.flatten().unwrap_or_default()),
        }
    }

    /// Returns the expectation that the tree has not changed.
    fn same(&self) -> Expected {
        Expected::Tree(self.before.clone(), Removed::new())
    }
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
    /// Whether only operations about which the model predicts everything are used.
    is_exact: bool,
}

impl Run {
    fn new(owner: Owner, other: Document, rest: &str, is_exact: bool) -> Self {
        let tree = Tree::of(owner.document());
        let pool = if is_exact { Vec::new() } else { other.ids().collect() };
        let (waiting, ids) = (BTreeSet::new(), BTreeSet::new());
        let mut run = Self { owner, rest: rest.to_owned(), other, tree, waiting, ids, pool, is_exact };
        run.record_ids();
        run
    }

    /// Creates a run with the document of a parser that has parsed the first text, and another document with the second text.
    fn parsing(first: &str, second: &str, choices: &mut Choices<'_>) -> Self {
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
        Self::new(Owner::Parser(Box::new(stream)), other, second, false)
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
            0 if !self.is_exact => {
                let mut other = Document::new();
                (0..choices.below(64)).fold(other.root_id(), |_, _| other.create_text(""))
            }
            0..=2 => choices.of(&self.pool),
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
        let row = choices.below(if self.is_exact { EXACT.len() } else { EXACT.len() + OTHERS.len() });
        let (name, operate) = *EXACT.get(row).unwrap_or_else(|| &OTHERS[row - EXACT.len()]);
        let before = self.tree.clone();
        let mut step = Step { run: self, before, choices, a, b, c, text };
        let expected = operate(&mut step);
        let before = step.before;
        self.compare(&before, expected, &format!("{name} of {a:?}, {b:?} and {c:?} with {text:?}"));
    }

    /// Compares the document with the expected tree.
    fn compare(&mut self, before: &Tree, expected: Expected, what: &str) {
        let after = Tree::of(self.owner.document());
        let new: BTreeSet<NodeId> = after.0.keys().filter(|id| !before.0.contains_key(id)).copied().collect();
        assert!(new.is_disjoint(&self.ids), "an id denotes another node: {new:?}");
        match expected {
            Expected::Nothing(error) => after.assert_is(before, &error.to_string()),
            Expected::Tree(expected, removed) => {
                if self.is_open() {
                    self.waiting.extend(removed.iter().filter(|id| after.0.contains_key(id)));
                } else {
                    assert!(removed.iter().all(|id| !after.0.contains_key(id)), "removed nodes are removed");
                }
                let is_predicted = |id: &NodeId| self.is_exact || expected.0.contains_key(id);
                let mut ignored: BTreeSet<NodeId> = new.into_iter().filter(|id| !is_predicted(id)).collect();
                ignored.extend(&removed);
                after.without(&ignored).assert_is(&expected.without(&removed), what);
            }
            Expected::Anything => {}
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
            let _ = (node.to_html(&WriteOptions::minify()), node.index(), node.source_span());
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
        let mut source_edits = SourceEdits::new(document);
        for id in [a, b] {
            let result = edits::edit(&mut source_edits, id, choices);
            assert!(result.is_err() || document.get(id).is_some());
        }
        let _ = source_edits.apply();
    }

    /// Makes the steps that are left, and checks the document at the end.
    fn finish(mut self, choices: &mut Choices<'_>) {
        for step in 1..=MOST_STEPS {
            if !choices.are_left() {
                break;
            }
            self.step(choices);
            if step % 8 == 0 {
                validate(self.owner.document());
            }
        }
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
