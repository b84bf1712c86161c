//! [`Bits`]: a set of known names.

use hedgerow_base::{NameId, known};

/// A set of known names, one bit for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits([u64; (known::KNOWN_NAME_COUNT as usize).div_ceil(64)]);

impl Bits {
    #[inline]
    pub(crate) fn has(&self, name: NameId) -> bool {
        let index = name.index();
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds or removes a name. Names that are not known cannot be added.
    pub(crate) fn set(&mut self, name: NameId, value: bool) {
        let index = name.index();
        if let Some(word) = self.0.get_mut(index / 64) {
            let bit = 1 << (index % 64);
            *word = if value { *word | bit } else { *word & !bit };
        }
    }
}

impl FromIterator<NameId> for Bits {
    fn from_iter<I: IntoIterator<Item = NameId>>(names: I) -> Self {
        let mut bits = Self::default();
        names.into_iter().for_each(|name| bits.set(name, true));
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_added_and_removed() {
        let mut bits: Bits = NameId::all_known().filter(|&name| name != known::P).collect();
        assert!(bits.has(known::A) && bits.has(known::VIEW_BOX) && !bits.has(known::P));
        bits.set(known::A, false);
        assert!(!bits.has(known::A));
    }
}
