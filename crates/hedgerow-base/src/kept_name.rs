//! [`KeptName`]: the text of a name, independent of its document.

use std::sync::Arc;

use crate::{NameId, known};

/// The text of a name, which may outlive its document.
///
/// Its size does not depend on the length of the name, and a clone shares the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptName(Kept);

/// Each text has one form only: `Known` if it is a known name.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kept {
    Known(NameId),
    Unknown(Arc<str>),
}

impl KeptName {
    /// Returns a known name; `None` for other names.
    #[must_use]
    pub fn known(name: NameId) -> Option<Self> {
        name.known_text().map(|_| Self(Kept::Known(name)))
    }

    /// Returns the text.
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
            None => Kept::Unknown(text.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_text_it_was_created_from() {
        for text in ["", "p", "viewBox", "VIEWBOX", "my-element", &"x".repeat(1000)] {
            assert_eq!(KeptName::from(text).as_str(), text);
            assert_eq!(KeptName::from(text), KeptName::from(text));
        }
        assert_ne!(KeptName::from("p"), KeptName::from("q"));
    }
}
