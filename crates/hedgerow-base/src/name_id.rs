//! [`NameId`], one number for a name, and the [`NameInterner`] that assigns ids to unknown names.

use std::fmt;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

#[cfg(feature = "atoms")]
use crate::atoms::LocalName;
use crate::known::{self, KNOWN_NAME_COUNT};

/// A name of an element, of an attribute or of a processing instruction, as one number.
///
/// Below [`KNOWN_NAME_COUNT`] it is one of the constants in [`known`]; any other id is an index into the [`NameInterner`] of the
/// document, and not valid for another document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(u32);

impl NameId {
    /// The id of a known name; for the generated constants.
    pub(crate) const fn known(id: u32) -> Self {
        Self(id)
    }

    /// Returns the number as an index into tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all known names, in the order of their numbers.
    pub fn all_known() -> impl Iterator<Item = Self> {
        (0..KNOWN_NAME_COUNT).map(Self)
    }

    /// Returns the text, if this is a known name.
    ///
    /// ```
    /// use hedgerow::dom::known;
    /// assert_eq!(known::VIEW_BOX.known_text(), Some("viewBox"));
    /// ```
    #[inline]
    #[must_use]
    pub fn known_text(self) -> Option<&'static str> {
        known::text(self)
    }

    /// Returns the known name with exactly this text, or `None`.
    ///
    /// ```
    /// use hedgerow::dom::{NameId, known};
    /// assert_eq!(NameId::find_known("viewBox"), Some(known::VIEW_BOX));
    /// assert_eq!(NameId::find_known("my-element"), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn find_known(text: &str) -> Option<Self> {
        known::find_exact(text.as_bytes())
    }

    /// Returns the known name whose text is the bytes `start..end` of `text` in ASCII lower case, as the tokenizer reads a name.
    ///
    /// ```
    /// use hedgerow::dom::{NameId, known};
    /// assert_eq!(NameId::find_lowercased(b"<TEXTAREA>", 1, 9), Some(known::TEXTAREA));
    /// assert_eq!(NameId::find_lowercased(b"<my-element>", 1, 11), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If the text has no such range.
    #[inline(always)]
    #[must_use]
    pub fn find_lowercased(text: &[u8], start: usize, end: usize) -> Option<Self> {
        known::find_lowercased(text, start, end)
    }

    /// Returns the known name that is the first `length` bytes of `text`. Finds only names of at most eight bytes, and only if `text`
    /// has at least eight bytes; otherwise returns `None`.
    ///
    /// ```
    /// use hedgerow::dom::{NameId, known};
    /// assert_eq!(NameId::find_short(b"td class=x>", 2), Some(known::TD));
    /// assert_eq!(NameId::find_short(b"Td class=x>", 2), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn find_short(text: &[u8], length: usize) -> Option<Self> {
        known::find_short(text, length)
    }

    /// Returns the known name whose text is the first `length` bytes of `text` in ASCII lower case, if all of these bytes are greater
    /// than `,`; unspecified otherwise.
    ///
    /// This is faster than [`find_lowercased`](Self::find_lowercased) for the names of at most eight bytes.
    ///
    /// ```
    /// use hedgerow::dom::{NameId, known};
    /// assert_eq!(NameId::find_ordinary(b"Td class=x>", 2), Some(known::TD));
    /// assert_eq!(NameId::find_ordinary(b"tdx class=x>", 3), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If the text has fewer than `length` bytes.
    #[inline(always)]
    #[must_use]
    pub fn find_ordinary(text: &[u8], length: usize) -> Option<Self> {
        known::find_ordinary(text, length)
    }

    /// Returns the length of this name if `text` begins with the name and `>`, as in a tag without attributes.
    ///
    /// Also returns `None` for names that are unknown or long, and if the text is too short for a fast comparison.
    ///
    /// ```
    /// use hedgerow::dom::known;
    /// assert_eq!(known::DIV.length_at_end_of_tag(b"div>    "), Some(3));
    /// assert_eq!(known::DIV.length_at_end_of_tag(b"div>"), None);
    /// assert_eq!(known::DIV.length_at_end_of_tag(b"DIV>    "), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn length_at_end_of_tag(self, text: &[u8]) -> Option<usize> {
        known::length_at_end_of_tag(self, text)
    }
}

impl fmt::Debug for NameId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known_text() {
            Some(text) => write!(formatter, "{text:?}"),
            None => write!(formatter, "#{}", self.0 - KNOWN_NAME_COUNT),
        }
    }
}

/// The unknown names of one document, each with its [`NameId`].
#[derive(Clone, Default)]
pub struct NameInterner {
    /// Allocated with the first unknown name, because most documents have none and an empty interner is moved often.
    unknown: Option<Box<UnknownNames>>,
}

#[derive(Clone)]
struct UnknownNames {
    /// The texts of the unknown names, concatenated.
    text: String,
    /// The end of each name in the text.
    ends: Vec<usize>,
    /// The index of each name, by its text.
    indices: HashTable<u32>,
    // The key is random for each process, because an attacker must not be able to choose names that collide.
    hasher: RandomState,
}

impl Default for UnknownNames {
    /// Reserves room for the unknown names of a usual document.
    fn default() -> Self {
        const NAMES: usize = 14;
        Self {
            text: String::with_capacity(16 * NAMES),
            ends: Vec::with_capacity(NAMES),
            indices: HashTable::with_capacity(NAMES),
            hasher: RandomState::default(),
        }
    }
}

impl NameInterner {
    /// Returns the id of the name with exactly this text; assigns a new id if the name is neither known nor interned.
    ///
    /// ```
    /// use hedgerow::dom::{NameInterner, known};
    /// let mut names = NameInterner::default();
    /// assert_eq!(names.intern("div"), known::DIV);
    /// let name = names.intern("my-element");
    /// assert_eq!(names.intern("my-element"), name);
    /// assert_eq!(names.text(name), "my-element");
    /// ```
    ///
    /// # Panics
    ///
    /// If the document has about 2³² unknown names. Their text would exceed the limit on the text of a document.
    #[expect(clippy::expect_used, reason = "a document has at most 1 GiB of text, which has fewer names")]
    pub fn intern(&mut self, text: &str) -> NameId {
        let hash = self.unknown.as_deref().map(|unknown| unknown.hasher.hash_one(text));
        let found = hash.and_then(|hash| self.find_unknown(text, hash));
        if let Some(id) = found.or_else(|| known::find_exact(text.as_bytes())) {
            return id;
        }
        let UnknownNames { text: all, ends, indices, hasher } = &mut **self.unknown.get_or_insert_default();
        let hash = hash.unwrap_or_else(|| hasher.hash_one(text));
        let index = u32::try_from(ends.len()).ok();
        let id = index.and_then(|index| index.checked_add(KNOWN_NAME_COUNT)).expect("more names than ids");
        all.push_str(text);
        ends.push(all.len());
        indices.insert_unique(hash, id - KNOWN_NAME_COUNT, |&index| {
            hasher.hash_one(unknown_text(all, ends, index as usize))
        });
        NameId(id)
    }

    /// Returns the approximate number of bytes that the unknown names take.
    ///
    /// ```
    /// let mut names = hedgerow::dom::NameInterner::default();
    /// names.intern("my-element");
    /// assert!((10..100).contains(&names.size()));
    /// ```
    #[must_use]
    pub fn size(&self) -> usize {
        const SIZE_OF_ENTRY: usize = size_of::<usize>() + size_of::<u32>();
        self.unknown.as_deref().map_or(0, |unknown| unknown.text.len() + SIZE_OF_ENTRY * unknown.ends.len())
    }

    /// Removes all unknown names, and thereby invalidates their ids.
    ///
    /// ```
    /// let mut names = hedgerow::dom::NameInterner::default();
    /// names.intern("my-element");
    /// names.clear();
    /// assert_eq!(names.find("my-element"), None);
    /// ```
    pub fn clear(&mut self) {
        if let Some(unknown) = &mut self.unknown {
            unknown.text.clear();
            unknown.ends.clear();
            unknown.indices.clear();
        }
    }

    /// Returns the id of a known or interned name.
    ///
    /// ```
    /// use hedgerow::dom::{NameInterner, known};
    /// let names = NameInterner::default();
    /// assert_eq!(names.find("viewBox"), Some(known::VIEW_BOX));
    /// assert_eq!(names.find("my-element"), None);
    /// ```
    #[must_use]
    pub fn find(&self, text: &str) -> Option<NameId> {
        known::find_exact(text.as_bytes()).or_else(|| {
            let unknown = self.unknown.as_deref()?;
            self.find_unknown(text, unknown.hasher.hash_one(text))
        })
    }

    #[inline(always)]
    fn find_unknown(&self, text: &str, hash: u64) -> Option<NameId> {
        let UnknownNames { text: all, ends, indices, .. } = self.unknown.as_deref()?;
        let is_text = |&index: &u32| unknown_text(all, ends, index as usize) == text;
        indices.find(hash, is_text).map(|&index| NameId(index + KNOWN_NAME_COUNT))
    }

    /// Returns the text of a name; unspecified for an id of another interner, and empty if the id is out of range.
    #[inline]
    #[must_use]
    pub fn text(&self, name: NameId) -> &str {
        match name.known_text() {
            Some(text) => text,
            None => self.unknown_text(name.index() - KNOWN_NAME_COUNT as usize),
        }
    }

    #[inline]
    fn unknown_text(&self, index: usize) -> &str {
        self.unknown.as_deref().map_or("", |unknown| unknown_text(&unknown.text, &unknown.ends, index))
    }

    /// Returns the name as an atom.
    ///
    /// ```
    /// use hedgerow::dom::{LocalName, NameInterner, known};
    /// assert_eq!(NameInterner::default().local_name(known::P), LocalName::from("p"));
    /// ```
    #[cfg(feature = "atoms")]
    #[must_use]
    pub fn local_name(&self, name: NameId) -> LocalName {
        LocalName::from(self.text(name))
    }
}

impl fmt::Debug for NameInterner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.unknown.as_ref().map_or(0, |unknown| unknown.ends.len());
        let names = (0..count).map(|index| self.unknown_text(index));
        formatter.debug_list().entries(names).finish()
    }
}

/// Returns the text of the unknown name at an index; empty if the index is out of range.
#[inline]
fn unknown_text<'t>(text: &'t str, ends: &[usize], index: usize) -> &'t str {
    let start = index.checked_sub(1).and_then(|previous| ends.get(previous)).copied().unwrap_or(0);
    ends.get(index).map_or("", |&end| &text[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_keeps_its_id_and_its_text() {
        let mut names = NameInterner::default();
        let count = if cfg!(miri) { 50 } else { 5000 };
        let texts: Vec<String> = (0..count).map(|number| format!("x-{number}")).collect();
        let ids: Vec<NameId> = texts.iter().map(|text| names.intern(text)).collect();
        for (text, &id) in texts.iter().zip(&ids) {
            assert_eq!(names.intern(text), id);
            assert_eq!(names.find(text), Some(id));
            assert_eq!(names.text(id), text);
            #[cfg(feature = "atoms")]
            assert_eq!(&*names.local_name(id), text);
        }
        assert_eq!(names.find(""), None);
        let empty = names.intern("");
        assert_eq!(names.text(empty), "");
        assert_eq!(names.clone().find(""), Some(empty));
        assert_eq!(names.text(NameId(u32::MAX)), "", "an id of another interner");
    }
}
