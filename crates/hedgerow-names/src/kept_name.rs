//! [`KeptName`]: the text of a name for those who keep it longer than its document.

use string_cache::DefaultAtom;

use crate::{NameId, known};

/// The text of a name without the document that it comes from.
///
/// It takes the same few bytes however long the name is. Unlike a [`LocalName`](crate::LocalName) it does not need the static
/// atoms, so that a small program can be made without them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptName(Kept);

/// A text has one form only: the first one if it is a known name.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kept {
    Known(NameId),
    Unknown(DefaultAtom),
}

impl KeptName {
    /// The text.
    ///
    /// ```
    /// use hedgerow_names::KeptName;
    /// assert_eq!(KeptName::from("my-element").as_str(), "my-element");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Known(name) => name.known_text().unwrap_or_default(),
            Kept::Unknown(text) => text,
        }
    }
}

impl From<&str> for KeptName {
    fn from(text: &str) -> Self {
        Self(match known::find_exact(text.as_bytes()) {
            Some(name) => Kept::Known(name),
            None => Kept::Unknown(DefaultAtom::from(text)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_it_was_made_of() {
        for text in ["", "p", "viewBox", "VIEWBOX", "my-element", &"x".repeat(1000)] {
            assert_eq!(KeptName::from(text).as_str(), text);
            assert_eq!(KeptName::from(text), KeptName::from(text));
        }
        assert_ne!(KeptName::from("p"), KeptName::from("q"));
    }
}
