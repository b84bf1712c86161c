//! [`RecentNames`]: a cache of the ids of unknown names, so that most of them are not hashed by the interner.

use hedgerow_base::NameId;
use hedgerow_base::known::hash::NameWords;

/// The number of names in the cache.
const SLOTS: usize = 64;

/// A name and its id.
type Entry = Option<(NameWords, NameId)>;

/// A direct-mapped cache of unknown names of at most sixteen bytes: a new name replaces the name in its slot. The memory is allocated
/// with the first name.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentNames {
    slots: Option<Box<[Entry; SLOTS]>>,
}

fn slot(words: NameWords) -> Option<usize> {
    // The words of longer names are not unique.
    (words.length <= 16).then(|| (words.mixed(0x9E37_79B9_7F4A_7C15) >> 58) as usize % SLOTS)
}

impl RecentNames {
    /// Returns the id of a name, if it is in the cache.
    #[inline]
    pub(crate) fn find(&self, words: NameWords) -> Option<NameId> {
        let (found, id) = self.slots.as_deref()?[slot(words)?]?;
        (found == words).then_some(id)
    }

    /// Adds a name.
    pub(crate) fn add(&mut self, words: NameWords, id: NameId) {
        if let Some(slot) = slot(words) {
            self.slots.get_or_insert_with(|| Box::new([None; SLOTS]))[slot] = Some((words, id));
        }
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::NameInterner;

    use super::*;

    #[test]
    fn a_name_is_found_with_its_own_id() {
        let mut interner = NameInterner::default();
        let mut recent = RecentNames::default();
        for round in 0..2 {
            for number in 0..200 {
                let name = format!("data-{number}{}", "x".repeat(number % 13));
                let words = NameWords::exact(name.as_bytes());
                let id = interner.intern(&name);
                assert!(recent.find(words).is_none_or(|found| found == id), "{name} in round {round}");
                recent.add(words, id);
                assert_eq!(recent.find(words), (name.len() <= 16).then_some(id), "{name}");
            }
        }
    }
}
