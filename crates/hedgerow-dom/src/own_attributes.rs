//! [`OwnAttributes`]: the attributes of an element that differ from those of its range of the attribute vector.

use hedgerow_base::{AttributeName, SideTable};

use crate::attribute_data::{Attribute, AttributeIndex, AttributeRange};

/// The changes of a long list of attributes, for one element.
///
/// Any number of elements may share a long range (the base), so a change must not copy it: otherwise a page of 200 KB, in which a
/// `b` with 20,000 attributes is reconstructed in 30,000 paragraphs, would take 10 GB if a program sets one attribute of each `b`.
/// Each attribute has a position. Those of the base have their positions in it, and added attributes have higher ones:
///
/// ```text
/// base         a b c d e
/// set c        2: c
/// remove d     2: c, 3: none
/// add f        2: c, 3: none, 5: f
/// ```
///
/// So the changes of an element take memory only for themselves, and each takes constant time.
#[derive(Clone, Debug)]
pub(crate) struct OwnAttributes {
    /// The changed and the added attributes by position; `None` for a removed one.
    changes: SideTable<u32, Option<Attribute>>,
    /// The positions of the attributes in `changes`.
    positions: AttributeIndex,
    /// The position of the next added attribute.
    end: u32,
    /// The number of attributes.
    length: u32,
}

impl OwnAttributes {
    /// Returns the attributes of a range, without changes.
    pub(crate) fn new(base: AttributeRange) -> Self {
        let (changes, positions) = Default::default();
        Self { changes, positions, end: base.length, length: base.length }
    }

    pub(crate) fn end(&self) -> u32 {
        self.end
    }

    pub(crate) fn len(&self) -> usize {
        self.length as usize
    }

    /// Returns the attribute at a position, unless it was removed. `base` has the attributes of the range.
    pub(crate) fn get(&self, position: u32, base: &[Attribute]) -> Option<Attribute> {
        let change = self.changes.get(&position).copied();
        change.unwrap_or_else(|| base.get(position as usize).copied())
    }

    /// Finds a changed or an added attribute.
    pub(crate) fn find(&self, name: AttributeName) -> Option<(u32, Attribute)> {
        let position = *self.positions.get(&name)?;
        Some((position, (*self.changes.get(&position)?)?))
    }

    /// Whether the attribute at a position of the range was changed or removed.
    pub(crate) fn hides(&self, position: u32) -> bool {
        self.changes.contains_key(&position)
    }

    /// Replaces the attribute at a position by another one, or removes it, or adds another one at the end.
    pub(crate) fn change(&mut self, old: Option<(u32, Attribute)>, new: Option<Attribute>) {
        let position = old.map_or(self.end, |(position, _)| position);
        if let Some((_, old)) = old {
            self.positions.remove(&old.name);
            self.length -= 1;
        }
        if let Some(new) = new {
            self.positions.insert(new.name, position);
            self.length += 1;
        }
        self.changes.insert(position, new);
        self.end = self.end.max(position + 1);
    }

    /// Whether most attributes were removed, so that a copy of the list repays its time.
    pub(crate) fn is_sparse(&self) -> bool {
        const SMALL: u32 = 16;
        self.end > 2 * self.length + SMALL
    }

    /// Returns the changed and the added attributes.
    pub(crate) fn changed(&self) -> impl Iterator<Item = &Attribute> + Clone {
        self.changes.values().flatten()
    }

    pub(crate) fn changed_mut(&mut self) -> impl Iterator<Item = &mut Attribute> {
        self.changes.values_mut().flatten()
    }

    /// Returns the list for another document. `translate` copies an attribute.
    pub(crate) fn imported(&self, mut translate: impl FnMut(Attribute) -> Attribute) -> Self {
        let changes: SideTable<_, _> = self
            .changes
            .entries()
            .map(|(position, change)| (*position, change.map(&mut translate)))
            .collect();
        let names =
            changes.entries().filter_map(|(position, change)| Some((change.as_ref()?.name, *position)));
        Self { positions: names.collect(), changes, ..*self }
    }

    /// Whether the fields agree with each other. `position_in_base` finds a name in the range.
    #[cfg(any(test, feature = "validate"))]
    pub(crate) fn is_consistent(
        &self,
        base: AttributeRange,
        position_in_base: impl Fn(AttributeName) -> Option<u32>,
    ) -> bool {
        let mut length = i64::from(base.length);
        let mut named = 0;
        for (&position, change) in self.changes.entries() {
            length += i64::from(change.is_some()) - i64::from(position < base.length);
            let Some(attribute) = change else { continue };
            named += 1;
            let is_hidden = position_in_base(attribute.name).is_none_or(|position| self.hides(position));
            if self.positions.get(&attribute.name) != Some(&position) || !is_hidden {
                return false;
            }
        }
        let is_inside = self.changes.keys().all(|&position| position < self.end);
        is_inside && named == self.positions.len() && length == i64::from(self.length)
    }
}
