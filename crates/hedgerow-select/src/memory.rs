//! [`Memory`]: what a query remembers from one element to the next, so that no tree makes it walk the same way again and again.
//!
//! ```text
//! ask a question about an element:
//!     the answer is remembered: that is it
//!     find it, and count the steps that it takes
//!     no patience is left: remember it, and all that was found on the way
//! ```
//!
//! Most queries are over before they have walked far, and tables with an entry for each node of the document would be their
//! greatest expense. So nothing is remembered before the steps are a part of the nodes, about what a table costs. From then
//! on every question is answered once for each element.
//!
//! What is not here: the questions (`matching.rs`).

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;

use hedgerow_dom::{Document, NodeRef, Slot as NodeSlot, search};

use crate::compile::Slot;

/// How many steps are taken in any document before answers are remembered.
const LEAST_PATIENCE: usize = 64;

/// One step for so many nodes of the document, too.
const NODES_FOR_A_STEP: usize = 64;

/// So many bytes of text that are looked at count as a step.
const BYTES_FOR_A_STEP: usize = 64;

/// From this length in bytes on, a text is long.
const LONG: usize = 256;

/// What an answer that is not known is in a table: 0, so that the system gives new tables.
const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// What tests have said of long texts: any number of elements may share an attribute.
///
/// Neither a document nor a selector changes while there is a query, so a text is where it is, and so is who asks.
#[derive(Default)]
pub(crate) struct LongTexts {
    answers: BTreeMap<[usize; 3], bool>,
}

impl LongTexts {
    /// Whether answers about a text are remembered.
    pub(crate) fn is_long(text: &str) -> bool {
        text.len() >= LONG
    }

    /// Whether a text passes a test, which is always the same for who asks.
    #[inline]
    pub(crate) fn pass<A: ?Sized>(&mut self, text: &str, asker: &A, test: impl FnOnce() -> bool) -> bool {
        if !Self::is_long(text) {
            return test();
        }
        let asker = std::ptr::from_ref(asker).cast::<()>().addr();
        self.pass_long([text.as_ptr().addr(), text.len(), asker], test)
    }

    #[inline(never)]
    fn pass_long(&mut self, place: [usize; 3], test: impl FnOnce() -> bool) -> bool {
        *self.answers.entry(place).or_insert_with(test)
    }
}

/// What a query remembers.
pub(crate) struct Memory<'q> {
    /// How many steps may be taken before answers are remembered.
    patience: usize,
    /// How many entries a table has.
    length: usize,
    /// For each slot the answers by node; empty as long as there are none.
    answers: Vec<Vec<u8>>,
    /// For each slot the numbers by node, 0 if it is not known.
    numbers: Vec<Vec<u32>>,
    /// The document's [`Facts`], if the query is in the tree of its root.
    facts: OnceCell<Option<&'q Facts>>,
    /// They, if it is not.
    own_facts: Facts,
}

/// What one walk over a tree finds: the document keeps it for one query after the other.
#[derive(Default)]
pub(crate) struct Facts {
    root: OnceLock<NodeSlot>,
    /// The pragma-set default language, once it was asked for.
    pub(crate) default_language: OnceLock<Option<Box<str>>>,
    /// The options and the radio buttons that are checked, once somebody has asked for them.
    pub(crate) checked_controls: OnceLock<HashSet<NodeSlot>>,
}

impl<'q> Memory<'q> {
    pub(crate) fn new(document: &Document, answers: usize, numbers: usize) -> Self {
        let nodes = document.id_limit();
        Self {
            patience: LEAST_PATIENCE + nodes / NODES_FOR_A_STEP,
            length: nodes,
            answers: vec![Vec::new(); answers],
            numbers: vec![Vec::new(); numbers],
            facts: OnceCell::new(),
            own_facts: Facts::default(),
        }
    }

    /// The facts about the tree that a node is in, which is the same for each call.
    pub(crate) fn facts(&self, node: NodeRef<'q>) -> &Facts {
        let facts = self.facts.get_or_init(|| {
            let document = node.document();
            let root = document.root();
            let facts = search::derived::<Facts>(document).filter(|_| node.tree_root() == root)?;
            (*facts.root.get_or_init(|| root.slot()) == root.slot()).then_some(facts)
        });
        facts.unwrap_or(&self.own_facts)
    }

    /// So many steps were taken.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) {
        self.patience = self.patience.saturating_sub(steps);
    }

    /// A text was looked at.
    #[inline]
    pub(crate) fn spend_on_text(&mut self, text: &str) {
        self.spend(text.len() / BYTES_FOR_A_STEP);
    }

    /// Whether nothing is remembered yet.
    #[inline]
    pub(crate) fn is_patient(&self) -> bool {
        self.patience > 0
    }

    #[inline]
    pub(crate) fn answer(&self, slot: Slot, node: NodeRef<'_>) -> Option<bool> {
        match *self.answers.get(slot.0)?.get(node.slot().index())? {
            UNKNOWN => None,
            answer => Some(answer == YES),
        }
    }

    #[inline]
    pub(crate) fn set_answer(&mut self, slot: Slot, node: NodeRef<'_>, answer: bool) {
        if self.is_patient() {
            return;
        }
        let Some(answers) = self.answers.get_mut(slot.0) else { return };
        if answers.is_empty() {
            *answers = vec![UNKNOWN; self.length];
        }
        if let Some(place) = answers.get_mut(node.slot().index()) {
            *place = if answer { YES } else { NO };
        }
    }

    #[inline]
    pub(crate) fn number(&self, slot: Slot, node: NodeRef<'_>) -> Option<u32> {
        self.numbers.get(slot.0)?.get(node.slot().index()).copied().filter(|number| *number > 0)
    }

    pub(crate) fn set_number(&mut self, slot: Slot, node: NodeRef<'_>, number: u32) {
        let Some(numbers) = self.numbers.get_mut(slot.0) else { return };
        if numbers.is_empty() {
            *numbers = vec![0; self.length];
        }
        if let Some(place) = numbers.get_mut(node.slot().index()) {
            *place = number;
        }
    }
}
