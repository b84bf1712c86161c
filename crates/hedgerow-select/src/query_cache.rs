//! [`QueryCache`]: the cache of a query, which keeps the time linear for every shape of tree.
//!
//! ```text
//! ask a question about an element:
//!     the answer is cached: return it
//!     compute it, and count the steps
//!     the budget of steps is exhausted: cache this answer and every intermediate one
//! ```
//!
//! Most queries end after few steps, and tables with an entry for each node would be their greatest cost. So answers are
//! cached only after a number of steps that costs about as much as a table. From then on, each question is answered once for
//! each element.
//!
//! Each question of a selector has a slot (`slots.rs`). A list of many selectors has many slots, and a table for each slot would
//! take memory in proportion to the selectors times the nodes. So only the first tables are free; any further slot gets a
//! table only after its own walks were long.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use hedgerow_base::SideTable;
use hedgerow_dom::{Document, NodeRef, Slot, search};

use crate::language;
use crate::matcher::outermost_root;
use crate::selector::Selector;
use crate::slots::{CacheSlot, TestNumber};

/// The number of steps before answers are cached, for an empty document.
const LEAST_BUDGET: usize = 64;

/// The number of nodes of a document that add one step to [`LEAST_BUDGET`].
const NODES_PER_STEP: usize = 64;

/// The bits per node of the tables that slots get even if their walks are short. A table of answers takes two bits for each
/// node of the document, a table of numbers 32.
const FREE_TABLE_BITS_PER_NODE: usize = 512;

/// The number of bits of an answer in a table.
const BITS_OF_ANSWER: usize = 2;

/// The number of answers in a byte of a table.
const ANSWERS_PER_BYTE: usize = 8 / BITS_OF_ANSWER;

/// The number of steps that finding one answer may take without being charged to its slot.
const FREE_STEPS: usize = 16;

/// The number of bytes of text that are read in about one step.
const BYTES_PER_STEP: usize = 64;

/// The minimum length in bytes of a text that counts as long.
const LONG: usize = 256;

/// The value of an unknown answer in a table: 0, so that the system can provide zeroed tables.
const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// The bits of one answer.
const MASK: u8 = (1 << BITS_OF_ANSWER) - 1;

/// Returns the byte of a table that contains the answer about a node, and the position of its lowest bit.
#[inline]
fn place_of(node: NodeRef<'_>) -> (usize, usize) {
    let index = node.slot().index();
    (index / ANSWERS_PER_BYTE, index % ANSWERS_PER_BYTE * BITS_OF_ANSWER)
}

/// Caches the results of tests on long texts, because many elements may share an attribute.
///
/// The key consists of the question and of the text's address and length. The address is stable because the document does
/// not change during a query.
#[derive(Default)]
pub(crate) struct LongTexts {
    answers: SideTable<(Question, usize, usize), bool>,
}

/// A question about a long text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// Whether the text passes the test of a class or of an attribute's value.
    Test(TestNumber),
    /// Whether the text passes that test with the case sensitivity of HTML elements.
    HtmlTest(TestNumber),
    /// Whether the text is a language tag that a range of the `:lang()` with this slot matches.
    Language(CacheSlot),
    /// Whether the text has a character with a strong direction.
    HasStrong,
    /// Whether the first character with a strong direction is right-to-left.
    IsRightToLeft,
}

impl LongTexts {
    /// Whether answers about a text are cached.
    pub(crate) fn is_long(text: &str) -> bool {
        text.len() >= LONG
    }

    /// Whether a text passes a test. For the same question, the test must always be the same.
    #[inline]
    pub(crate) fn pass(&mut self, text: &str, question: Question, test: impl FnOnce() -> bool) -> bool {
        if !Self::is_long(text) {
            return test();
        }
        self.pass_long((question, text.as_ptr().addr(), text.len()), test)
    }

    #[inline(never)]
    fn pass_long(&mut self, key: (Question, usize, usize), test: impl FnOnce() -> bool) -> bool {
        *self.answers.get_or_insert_with(key, test)
    }
}

/// The cache of a query.
pub(crate) struct QueryCache<'q> {
    /// The number of steps taken.
    steps: usize,
    /// The number of steps that may be taken before answers are cached.
    budget: usize,
    /// The number of bits that all tables have for each node.
    table_bits_per_node: usize,
    /// The steps of long walks: first for each slot of answers, then for each slot of numbers.
    long_steps: Vec<usize>,
    /// The number of entries of a table.
    length: usize,
    /// For each slot, the answers by node, four in a byte; empty until the first one is stored.
    answers: Vec<Vec<u8>>,
    /// For each slot, the numbers by node; 0 if unknown.
    numbers: Vec<Vec<u32>>,
    /// The root of the outermost tree that contains the scope, and the document's [`Facts`] if this root is the document's.
    facts: OnceCell<(Option<&'q Facts>, NodeRef<'q>)>,
    /// The facts that this query computes itself if it cannot use the document's facts. The default language is that of
    /// the document, and the controls are those of all trees in the outermost tree that contains the query's scope.
    fallback: Facts,
}

/// Facts about a tree and the trees in it, each found by one walk. The document keeps them for later queries.
#[derive(Default)]
struct Facts {
    /// The root of the tree at first use. The facts hold only while it is the document's root.
    root: OnceLock<Slot>,
    /// The pragma-set default language, computed on first use.
    default_language: OnceLock<Option<Box<str>>>,
    /// The checked options and radio buttons, also those in template contents and shadow trees, computed on first use.
    checked_controls: OnceLock<SideTable<Slot, ()>>,
    /// The number of steps that walks to ancestors have taken.
    walked: AtomicUsize,
    /// Short cuts for such walks, computed when the walks have taken more steps than the tree has nodes.
    short_cuts: OnceLock<ShortCuts>,
    /// The last queries of the whole tree, by the address of the selector, which the table keeps alive; with their matches, if the
    /// query was repeated.
    queries: Mutex<SideTable<usize, RecentQuery>>,
}

/// A selector, and the matches of its query.
type RecentQuery = (Selector, Option<Arc<[Slot]>>);

/// The matches of queries that a program repeats, if they depend only on names and attributes.
pub(crate) enum Repeated {
    /// The query is made for the second time, so its matches are worth keeping.
    Second,
    /// The matches are known.
    Known(Arc<[Slot]>),
}

impl Repeated {
    /// Returns what a document knows about a query of its whole tree; `None` for the first query with a selector.
    pub(crate) fn of(document: &Document, selector: &Selector) -> Option<Self> {
        /// More queries than a program usually repeats. Their matches take at most 16 bytes for each node.
        const MOST: usize = 4;
        let mut queries = kept_facts(document)?.queries.lock().ok()?;
        if let Some((_, matches)) = queries.get(&selector.address()) {
            return Some(matches.clone().map_or(Self::Second, Self::Known));
        }
        if queries.len() >= MOST {
            queries.clear();
        }
        queries.insert(selector.address(), (selector.clone(), None));
        None
    }

    /// Keeps the matches of a query that has run to its end.
    pub(crate) fn keep(document: &Document, selector: &Selector, matches: Vec<Slot>) {
        let queries = kept_facts(document).and_then(|facts| facts.queries.lock().ok());
        if let Some(mut queries) = queries {
            queries.insert(selector.address(), (selector.clone(), Some(matches.into())));
        }
    }
}

/// For each node of a tree, the nearest ancestor that declares a language, or else the root.
///
/// These short cuts help a program that calls `matches` for each element of a deep tree. Each call is a query with a
/// cache of its own, so the call cannot use the answers of earlier calls.
pub(crate) struct ShortCuts(Vec<Option<Slot>>);

impl ShortCuts {
    fn of(root: NodeRef<'_>) -> Self {
        let mut next = vec![None; root.document().id_limit()];
        for node in root.descendants() {
            let Some(parent) = node.parent() else { continue };
            let is_end = parent == root || language::own(parent).is_some();
            next[node.slot().index()] =
                if is_end { Some(parent.slot()) } else { next[parent.slot().index()] };
        }
        Self(next)
    }

    /// Returns the nearest ancestor that declares a language, or else the root; `None` for the root and for a node outside the
    /// tree.
    pub(crate) fn next<'d>(&self, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        let ancestor = self.0.get(node.slot().index()).copied().flatten()?;
        Some(ancestor.node(node.document()))
    }
}

impl Facts {
    /// Returns the short cuts, if they repay computing them.
    fn short_cuts(&self, root: NodeRef<'_>) -> Option<&ShortCuts> {
        let is_repaid = self.walked.load(Ordering::Relaxed) > root.document().id_limit();
        is_repaid.then(|| self.short_cuts.get_or_init(|| ShortCuts::of(root)))
    }

    /// Counts the steps of a walk to an ancestor.
    fn count(&self, steps: usize) {
        // An overflow only delays the short cuts.
        self.walked.fetch_add(steps, Ordering::Relaxed);
    }

    /// The root of the outermost tree that contains a node, given the document's root.
    fn outermost_root<'q>(&self, node: NodeRef<'q>, root: NodeRef<'q>) -> NodeRef<'q> {
        if self.short_cuts(root).is_some_and(|short_cuts| short_cuts.next(node).is_some()) {
            return root;
        }
        let (found, steps) = outermost_root(node);
        self.count(steps);
        found
    }
}

impl<'q> QueryCache<'q> {
    pub(crate) fn new(document: &Document, answers: usize, numbers: usize) -> Self {
        let nodes = document.id_limit();
        Self {
            steps: 0,
            budget: LEAST_BUDGET + nodes / NODES_PER_STEP,
            table_bits_per_node: 0,
            long_steps: vec![0; answers + numbers],
            length: nodes,
            answers: vec![Vec::new(); answers],
            numbers: vec![Vec::new(); numbers],
            facts: OnceCell::new(),
            fallback: Facts::default(),
        }
    }

    /// Returns the number of bytes that all tables have for each node.
    #[cfg(test)]
    pub(crate) fn table_bytes_per_node(&self) -> usize {
        self.table_bits_per_node / 8
    }

    /// Returns the cell of the checked controls that a query from `scope` can reach, and the root of the outermost tree that
    /// contains them. A query reaches other trees through hosts, so the cell holds for each element that it asks about.
    pub(crate) fn checked_controls(
        &self,
        scope: NodeRef<'q>,
    ) -> (&OnceLock<SideTable<Slot, ()>>, NodeRef<'q>) {
        let (facts, top) = *self.facts.get_or_init(|| {
            let document = scope.document();
            let Some(facts) = kept_facts(document) else { return (None, outermost_root(scope).0) };
            let top = facts.outermost_root(scope, document.root());
            (Some(facts).filter(|_| top == document.root()), top)
        });
        (&facts.unwrap_or(&self.fallback).checked_controls, top)
    }

    /// Returns the cell of the default language. The tree of the document's root determines this language for all trees.
    pub(crate) fn default_language(&self, document: &'q Document) -> &OnceLock<Option<Box<str>>> {
        &kept_facts(document).unwrap_or(&self.fallback).default_language
    }

    /// Returns the short cuts to nodes that declare a language, if many walks have searched for such nodes.
    pub(crate) fn short_cuts(document: &'q Document) -> Option<&'q ShortCuts> {
        kept_facts(document)?.short_cuts(document.root())
    }

    /// Counts the steps of a walk that searched for a language.
    pub(crate) fn count_language_steps(document: &Document, steps: usize) {
        if let Some(facts) = kept_facts(document) {
            facts.count(steps);
        }
    }

    /// Counts steps.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Returns the number of steps taken so far.
    #[inline]
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// Charges the steps since `start` to a slot of answers.
    #[inline]
    pub(crate) fn charge(&mut self, slot: CacheSlot, start: usize) {
        self.charge_index(slot.0, start);
    }

    /// Charges the steps since `start` to a slot of numbers.
    pub(crate) fn charge_number(&mut self, slot: CacheSlot, start: usize) {
        self.charge_index(self.answers.len() + slot.0, start);
    }

    #[inline]
    fn charge_index(&mut self, index: usize, start: usize) {
        let steps = self.steps - start;
        if steps > FREE_STEPS
            && let Some(long_steps) = self.long_steps.get_mut(index)
        {
            *long_steps = long_steps.saturating_add(steps);
        }
    }

    /// Whether a slot that has no table yet gets one.
    fn deserves_table(&self, index: usize) -> bool {
        self.table_bits_per_node < FREE_TABLE_BITS_PER_NODE
            || self.long_steps.get(index).is_some_and(|steps| *steps > self.budget)
    }

    /// Counts the steps for reading a text.
    #[inline]
    pub(crate) fn spend_on_text(&mut self, text: &str) {
        self.spend(text.len() / BYTES_PER_STEP);
    }

    /// Whether steps remain in the budget. While they do, no answer is cached.
    #[inline]
    pub(crate) fn has_budget(&self) -> bool {
        self.steps < self.budget
    }

    #[inline]
    pub(crate) fn answer(&self, slot: CacheSlot, node: NodeRef<'_>) -> Option<bool> {
        let (byte, shift) = place_of(node);
        match self.answers.get(slot.0)?.get(byte)? >> shift & MASK {
            UNKNOWN => None,
            answer => Some(answer == YES),
        }
    }

    #[inline]
    pub(crate) fn set_answer(&mut self, slot: CacheSlot, node: NodeRef<'_>, answer: bool) {
        if self.has_budget() {
            return;
        }
        if self.answers.get(slot.0).is_some_and(Vec::is_empty) && !self.deserves_table(slot.0) {
            return;
        }
        let Some(answers) = self.answers.get_mut(slot.0) else { return };
        if answers.is_empty() {
            *answers = vec![UNKNOWN; self.length.div_ceil(ANSWERS_PER_BYTE)];
            self.table_bits_per_node += BITS_OF_ANSWER;
        }
        let (byte, shift) = place_of(node);
        if let Some(entry) = answers.get_mut(byte) {
            let answer = if answer { YES } else { NO };
            *entry = *entry & !(MASK << shift) | answer << shift;
        }
    }

    #[inline]
    pub(crate) fn number(&self, slot: CacheSlot, node: NodeRef<'_>) -> Option<u32> {
        self.numbers.get(slot.0)?.get(node.slot().index()).copied().filter(|number| *number > 0)
    }

    /// Whether numbers are cached for a slot.
    pub(crate) fn has_numbers(&self, slot: CacheSlot) -> bool {
        let has_table = self.numbers.get(slot.0).is_some_and(|numbers| !numbers.is_empty());
        has_table || !self.has_budget() && self.deserves_table(self.answers.len() + slot.0)
    }

    pub(crate) fn set_number(&mut self, slot: CacheSlot, node: NodeRef<'_>, number: u32) {
        let Some(numbers) = self.numbers.get_mut(slot.0) else { return };
        if numbers.is_empty() {
            *numbers = vec![0; self.length];
            self.table_bits_per_node += u32::BITS as usize;
        }
        if let Some(entry) = numbers.get_mut(node.slot().index()) {
            *entry = number;
        }
    }
}

/// The facts that a document keeps about the tree of its root.
fn kept_facts(document: &Document) -> Option<&Facts> {
    let root = document.root().slot();
    let facts = search::derived::<Facts>(document)?;
    (*facts.root.get_or_init(|| root) == root).then_some(facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Compiler;

    #[test]
    fn a_long_text_is_tested_once_for_each_question() {
        let text = "x".repeat(LONG);
        let mut compiler = Compiler::default();
        let [one, other] = [(); 2].map(|()| compiler.test_number());
        let questions =
            [Question::Test(one), Question::HtmlTest(one), Question::Test(other), Question::HasStrong];
        let mut long_texts = LongTexts::default();
        let mut asked = Vec::new();
        for _ in 0..2 {
            for (index, question) in questions.into_iter().enumerate() {
                let answer = long_texts.pass(&text, question, || {
                    asked.push(index);
                    index % 2 == 0
                });
                assert_eq!(answer, index % 2 == 0);
            }
        }
        assert_eq!(asked, [0, 1, 2, 3]);
    }
}
