//! [`Marks`]: which nodes the sanitizer removes or replaces.

use hedgerow_dom::Slot;
use hedgerow_tree::InsertionLocation;

use crate::Action;

/// The decisions on elements that are not kept.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// For each slot: 0 if the node is kept, [`REMOVED`](Self::REMOVED) if it is removed, and otherwise the number of its target
    /// plus `REMOVED` + 1.
    by_slot: Vec<u32>,
    /// The slots with a mark.
    slots: Vec<Slot>,
    /// The locations at which the children of replaced elements are inserted; `None` while the element is not inserted.
    targets: Vec<Option<InsertionLocation<Slot>>>,
}

impl Marks {
    const REMOVED: u32 = 1;

    /// Returns the decision that was made on an element.
    #[inline]
    pub(crate) fn action(&self, node: Slot) -> Action {
        match self.by_slot.get(node.index()) {
            None | Some(0) => Action::Keep,
            Some(&Self::REMOVED) => Action::Remove,
            Some(_) => Action::ReplaceWithChildren,
        }
    }

    /// Whether a node is removed.
    #[inline(always)]
    pub(crate) fn is_removed(&self, node: Slot) -> bool {
        self.by_slot.get(node.index()) == Some(&Self::REMOVED)
    }

    /// Marks a node.
    pub(crate) fn mark(&mut self, node: Slot, action: Action) {
        let index = node.index();
        if index >= self.by_slot.len() {
            self.by_slot.resize((index + 1).next_multiple_of(64), 0);
        }
        if self.by_slot[index] == 0 {
            self.slots.push(node);
        }
        self.by_slot[index] = match action {
            Action::Keep => 0,
            Action::Remove => Self::REMOVED,
            Action::ReplaceWithChildren => {
                self.targets.push(None);
                Self::REMOVED + self.targets.len() as u32
            }
        };
    }

    /// Whether any element was marked as replaced.
    #[inline]
    pub(crate) fn have_replaced(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Returns the number of the target of a replaced element.
    #[inline]
    pub(crate) fn number_of_target(&self, node: Slot) -> Option<usize> {
        let number = self.by_slot.get(node.index())?.checked_sub(Self::REMOVED + 1)?;
        Some(number as usize)
    }

    /// Returns the target of a node, or `None` if the node is not a replaced element or is not inserted.
    #[inline]
    pub(crate) fn target(&self, node: Slot) -> Option<InsertionLocation<Slot>> {
        self.targets.get(self.number_of_target(node)?).copied().flatten()
    }

    /// Sets the target of a replaced element.
    pub(crate) fn set_target(&mut self, node: Slot, target: Option<InsertionLocation<Slot>>) {
        let number = self.number_of_target(node);
        if let Some(old) = number.and_then(|number| self.targets.get_mut(number)) {
            *old = target;
        }
    }

    /// Returns the slots of all nodes with a mark.
    pub(crate) fn into_slots(self) -> Vec<Slot> {
        self.slots
    }
}
