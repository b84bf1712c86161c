//! [`Candidate`]: an element that is being matched, with the attributes of its tag or the stored ones of its original.

use std::hash::BuildHasher;

use hedgerow_base::{AttributeName, ElementName};
use hedgerow_select::MatchedElement;
use hedgerow_tree::ElementAttributes;

/// The attributes of a formatting element, for its copies.
#[derive(Debug, Default)]
pub(crate) struct List {
    text: String,
    /// The names, each with the end of the value in the text.
    attributes: Vec<(AttributeName, usize)>,
    pub(crate) is_marked: bool,
}

impl List {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (AttributeName, &str)> {
        let starts = std::iter::once(0).chain(self.attributes.iter().map(|&(_, end)| end));
        let attributes = self.attributes.iter().zip(starts);
        attributes.map(|(&(name, end), start)| (name, self.text.get(start..end).unwrap_or_default()))
    }

    /// Returns a hash of the attributes, in any order.
    pub(crate) fn hash(&self, hasher: &impl BuildHasher) -> u64 {
        self.iter().map(|attribute| hasher.hash_one(attribute)).fold(0, u64::wrapping_add)
    }

    pub(crate) fn set(&mut self, attributes: ElementAttributes<'_>) {
        self.text.clear();
        self.attributes.clear();
        for (name, value) in attributes.iter() {
            self.text.push_str(&value);
            self.attributes.push((name, self.text.len()));
        }
    }
}

/// An element that is being matched.
pub(crate) struct Candidate<'c> {
    pub(crate) name: ElementName,
    pub(crate) local_name: &'c str,
    pub(crate) token: Option<ElementAttributes<'c>>,
    pub(crate) list: Option<&'c List>,
    pub(crate) is_root: bool,
    pub(crate) is_in_quirks_mode: bool,
}

impl MatchedElement for Candidate<'_> {
    fn name(&self) -> ElementName {
        self.name
    }

    fn local_name(&self) -> &str {
        self.local_name
    }

    fn attribute(&self, wanted: AttributeName) -> Option<&str> {
        match (self.token, self.list) {
            (Some(attributes), _) => {
                attributes.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.as_str())
            }
            (None, Some(list)) => list.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value),
            (None, None) => None,
        }
    }

    fn is_root(&self) -> bool {
        self.is_root
    }

    fn is_in_quirks_mode(&self) -> bool {
        self.is_in_quirks_mode
    }
}
