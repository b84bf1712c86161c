//! [`SideTable`]: sparse data by key, such as data of few nodes, stored outside the nodes. [`sort_numbers`] sorts them.

use std::hash::{BuildHasher as _, Hash};
use std::iter::Zip;
use std::{mem, slice, vec};

use foldhash::fast::RandomState;
use hashbrown::HashTable;

/// Sparse data by key. The entries are in the order of insertion, until one is removed: then the last entry takes its place.
///
/// Only the thin generic part of the table is compiled for each type; the hash table itself is compiled once. So a program with
/// many tables takes less time to build than with as many instances of `HashMap`.
///
/// ```
/// use hedgerow_base::SideTable;
/// let mut contents = SideTable::new();
/// contents.insert(7, "template contents");
/// assert_eq!(contents.get(&7), Some(&"template contents"));
/// ```
#[derive(Clone, Debug)]
pub struct SideTable<K, T> {
    keys: Vec<K>,
    values: Vec<T>,
    /// Allocated with the first entry, because most tables stay empty and are moved and dropped often.
    positions: Option<Box<Positions>>,
}

/// The position of each entry, by the hash of its key. All functions are compiled in this crate.
#[derive(Clone, Default, Debug)]
struct Positions {
    /// The hash of each key, and the position of its entry.
    table: HashTable<(u64, u32)>,
    /// The random key of the hashes, because the input may choose the keys of a table.
    state: RandomState,
}

impl<K, T> SideTable<K, T> {
    /// Creates an empty table, without an allocation.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new(), values: Vec::new(), positions: None }
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the table has no entries.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.positions = None;
    }

    /// Frees unused capacity.
    pub fn shrink_to_fit(&mut self) {
        self.keys.shrink_to_fit();
        self.values.shrink_to_fit();
        if let Some(positions) = &mut self.positions {
            positions.shrink_to_fit();
        }
    }

    /// Iterates over the entries.
    pub fn entries(&self) -> Zip<slice::Iter<'_, K>, slice::Iter<'_, T>> {
        self.keys.iter().zip(&self.values)
    }

    /// Iterates over the keys.
    pub fn keys(&self) -> slice::Iter<'_, K> {
        self.keys.iter()
    }

    /// Iterates over the values.
    pub fn values(&self) -> slice::Iter<'_, T> {
        self.values.iter()
    }

    /// Iterates over the values.
    pub fn values_mut(&mut self) -> slice::IterMut<'_, T> {
        self.values.iter_mut()
    }

    /// Returns the keys.
    #[must_use]
    pub fn into_keys(self) -> Vec<K> {
        self.keys
    }

    /// Returns the values.
    #[must_use]
    pub fn into_values(self) -> Vec<T> {
        self.values
    }
}

impl<K: Eq + Hash, T> SideTable<K, T> {
    fn position(&self, key: &K) -> Option<usize> {
        let positions = self.positions.as_deref()?;
        positions.find(positions.state.hash_one(key), &|position| self.keys[position] == *key)
    }

    /// Whether the table has an entry for a key.
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.position(key).is_some()
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&T> {
        self.position(key).map(|position| &self.values[position])
    }

    /// Returns the value of a key.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut T> {
        self.position(key).map(|position| &mut self.values[position])
    }

    /// Sets the value of a key, and returns the old one.
    pub fn insert(&mut self, key: K, value: T) -> Option<T> {
        if let Some(old) = self.get_mut(&key) {
            return Some(mem::replace(old, value));
        }
        self.push(key, value);
        None
    }

    /// Returns the value of a key, which a function creates if the table has none.
    pub fn get_or_insert_with(&mut self, key: K, create: impl FnOnce() -> T) -> &mut T {
        let position = self.position(&key).unwrap_or_else(|| self.push(key, create()));
        &mut self.values[position]
    }

    /// Appends an entry whose key is new.
    fn push(&mut self, key: K, value: T) -> usize {
        let positions = self.positions.get_or_insert_default();
        positions.push(positions.state.hash_one(&key), self.keys.len());
        self.keys.push(key);
        self.values.push(value);
        self.keys.len() - 1
    }

    /// Removes the entry of a key, and returns its value.
    pub fn remove(&mut self, key: &K) -> Option<T> {
        let position = self.position(key)?;
        let positions = self.positions.as_deref_mut()?;
        let [removed, last] = [key, self.keys.last()?].map(|key| positions.state.hash_one(key));
        positions.swap_remove(removed, position, last, self.keys.len() - 1);
        self.keys.swap_remove(position);
        Some(self.values.swap_remove(position))
    }

    /// Keeps only the entries for which a function returns `true`.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&K, &mut T) -> bool) {
        for (key, mut value) in mem::take(self) {
            if is_kept(&key, &mut value) {
                self.push(key, value);
            }
        }
    }
}

impl<K: Eq + Hash> SideTable<K, ()> {
    /// Adds a key to a table that is a set. Returns whether the key is new.
    pub fn add(&mut self, key: K) -> bool {
        self.insert(key, ()).is_none()
    }
}

impl Positions {
    fn find(&self, hash: u64, is_key: &dyn Fn(usize) -> bool) -> Option<usize> {
        let is_found = |&(other, position): &(u64, u32)| other == hash && is_key(position as usize);
        self.table.find(hash, is_found).map(|&(_, position)| position as usize)
    }

    #[expect(
        clippy::expect_used,
        reason = "the keys are parts of a document, which has fewer than 2^32 of them"
    )]
    fn push(&mut self, hash: u64, position: usize) {
        let position = u32::try_from(position).expect("a table has at most 2^32 entries");
        self.table.insert_unique(hash, (hash, position), |&(hash, _)| hash);
    }

    /// Removes a position, and gives it to the last entry.
    fn swap_remove(&mut self, removed: u64, position: usize, last: u64, last_position: usize) {
        if let Ok(entry) = self.table.find_entry(removed, |&(_, at)| at as usize == position) {
            entry.remove();
        }
        if let Some(moved) = self.table.find_mut(last, |&(_, at)| at as usize == last_position) {
            moved.1 = position as u32;
        }
    }

    fn shrink_to_fit(&mut self) {
        self.table.shrink_to_fit(|&(hash, _)| hash);
    }
}

impl<K, T> Default for SideTable<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq + Hash, T> FromIterator<(K, T)> for SideTable<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        let mut table = Self::new();
        for (key, value) in entries {
            table.insert(key, value);
        }
        table
    }
}

impl<K: Eq + Hash> FromIterator<K> for SideTable<K, ()> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        keys.into_iter().map(|key| (key, ())).collect()
    }
}

impl<K, T> IntoIterator for SideTable<K, T> {
    type Item = (K, T);
    type IntoIter = Zip<vec::IntoIter<K>, vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.keys.into_iter().zip(self.values)
    }
}

/// Sorts numbers. All crates use this function, because each instance of the sort of the standard library takes long to compile.
pub fn sort_numbers(numbers: &mut [u64]) {
    numbers.sort_unstable();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_side_table_is_a_map() {
        let (mut table, mut model) = (SideTable::new(), BTreeMap::new());
        let mut random = 1_u32;
        for step in 0..20_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = random >> 24;
            match random >> 8 & 7 {
                0..3 => assert_eq!(table.insert(key, step), model.insert(key, step)),
                3..6 => assert_eq!(table.remove(&key), model.remove(&key)),
                6 => assert_eq!(table.get_or_insert_with(key, || step), model.entry(key).or_insert(step)),
                _ if step % 32 == 0 => {
                    table.retain(|key, _| key % 3 != 0);
                    model.retain(|key, _| key % 3 != 0);
                    table.shrink_to_fit();
                }
                _ => assert_eq!(table.get(&key), model.get(&key)),
            }
            assert_eq!(table.len(), model.len());
        }
        assert_eq!(table.into_iter().collect::<BTreeMap<_, _>>(), model);
    }
}
