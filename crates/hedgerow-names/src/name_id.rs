//! [`NameId`], one number for a name, and the [`NameInterner`] that gives unknown names theirs.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};

use indexmap::IndexSet;

use crate::atoms::LocalName;
use crate::known::{self, KNOWN_NAME_COUNT};

/// A name of an element, of an attribute or of a processing instruction, as one number.
///
/// Below [`KNOWN_NAME_COUNT`] it is one of the constants in [`known`]; above, it is an index into the
/// [`NameInterner`] of the document, and means nothing to another document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(u32);

impl NameId {
    /// The id of a known name; for the generated constants.
    pub(crate) const fn known(id: u32) -> Self {
        Self(id)
    }

    /// The number as an index into tables.
    ///
    /// ```
    /// use hedgerow_names::known;
    /// assert!(known::DIV.index() < known::HTML_ELEMENT_COUNT);
    /// ```
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The text, if this is a known name.
    ///
    /// ```
    /// use hedgerow_names::known;
    /// assert_eq!(known::VIEW_BOX.known_text(), Some("viewBox"));
    /// ```
    #[inline]
    #[must_use]
    pub fn known_text(self) -> Option<&'static str> {
        known::text(self)
    }

    /// The known name whose text is the bytes `start..end` of `text` in ASCII lower case: how the tokenizer reads a name.
    ///
    /// ```
    /// use hedgerow_names::{NameId, known};
    /// assert_eq!(NameId::find_lowercased(b"<TEXTAREA>", 1, 9), Some(known::TEXTAREA));
    /// assert_eq!(NameId::find_lowercased(b"<my-element>", 1, 11), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If the text has no such range.
    #[inline]
    #[must_use]
    pub fn find_lowercased(text: &[u8], start: usize, end: usize) -> Option<Self> {
        known::find_lowercased(text, start, end)
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

/// An atom that hashes and compares as its text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct InternedName(LocalName);

impl Hash for InternedName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        str::hash(&self.0, state);
    }
}

impl Borrow<str> for InternedName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// The names of one document that are not known ones, each with its [`NameId`].
#[derive(Clone, Debug, Default)]
pub struct NameInterner {
    // Keyed SipHash: the names come from strangers, and must not be able to collide on purpose.
    unknown: IndexSet<InternedName>,
}

impl NameInterner {
    /// The id of the name whose text is `text`, exactly; a new one if the name is neither known nor seen before.
    ///
    /// ```
    /// use hedgerow_names::{NameInterner, known};
    /// let mut names = NameInterner::default();
    /// assert_eq!(names.intern("div"), known::DIV);
    /// let name = names.intern("my-element");
    /// assert_eq!(names.intern("my-element"), name);
    /// assert_eq!(names.text(name), "my-element");
    /// ```
    ///
    /// # Panics
    ///
    /// If the document has more than four thousand million unknown names, which do not fit into its text either.
    pub fn intern(&mut self, text: &str) -> NameId {
        if let Some(id) = self.find(text) {
            return id;
        }
        let (index, _) = self.unknown.insert_full(InternedName(LocalName::from(text)));
        let index = u32::try_from(index).ok().and_then(|index| index.checked_add(KNOWN_NAME_COUNT));
        NameId(index.expect("more names than ids"))
    }

    /// The id of a name that is known or was interned before.
    ///
    /// ```
    /// use hedgerow_names::{NameInterner, known};
    /// let names = NameInterner::default();
    /// assert_eq!(names.find("viewBox"), Some(known::VIEW_BOX));
    /// assert_eq!(names.find("my-element"), None);
    /// ```
    #[must_use]
    pub fn find(&self, text: &str) -> Option<NameId> {
        known::find_exact(text.as_bytes())
            .or_else(|| self.unknown.get_index_of(text).map(|index| NameId(index as u32 + KNOWN_NAME_COUNT)))
    }

    /// The text of a name; empty for an id that another interner gave.
    ///
    /// ```
    /// use hedgerow_names::{NameInterner, known};
    /// assert_eq!(NameInterner::default().text(known::ACCEPT_CHARSET), "accept-charset");
    /// ```
    #[inline]
    #[must_use]
    pub fn text(&self, name: NameId) -> &str {
        name.known_text().unwrap_or_else(|| self.unknown(name).map_or("", |atom| atom))
    }

    /// The name as an atom of the public interface.
    ///
    /// ```
    /// use hedgerow_names::{NameInterner, known, local_name};
    /// assert_eq!(NameInterner::default().local_name(known::DIV), local_name!("div"));
    /// ```
    #[must_use]
    pub fn local_name(&self, name: NameId) -> LocalName {
        match name.known_text() {
            Some(text) => LocalName::from(text),
            None => self.unknown(name).cloned().unwrap_or_default(),
        }
    }

    fn unknown(&self, name: NameId) -> Option<&LocalName> {
        let index = name.index().checked_sub(KNOWN_NAME_COUNT as usize)?;
        self.unknown.get_index(index).map(|interned| &interned.0)
    }
}
