//! [`Scope`]: the namespace prefixes that are declared at the current place of the output.
//!
//! The algorithm of the standard keeps a map from namespaces to all prefixes that were ever declared for them. Here a prefix
//! counts only while no inner element has declared it for another namespace, because otherwise the output would have another
//! meaning than the tree.

use std::borrow::Cow;

/// The declarations of prefixes, from the outermost to the innermost.
#[derive(Default)]
pub(super) struct Scope<'d> {
    declarations: Vec<(Cow<'d, str>, &'d str)>,
    /// The number of prefixes that were generated.
    generated: usize,
}

impl<'d> Scope<'d> {
    /// Returns the number of declarations, for [`Self::truncate`].
    pub(super) fn len(&self) -> usize {
        self.declarations.len()
    }

    /// Ends the declarations after the first `length` ones.
    pub(super) fn truncate(&mut self, length: usize) {
        self.declarations.truncate(length);
    }

    /// Declares a prefix.
    pub(super) fn declare(&mut self, prefix: impl Into<Cow<'d, str>>, namespace: &'d str) {
        self.declarations.push((prefix.into(), namespace));
    }

    /// Whether a prefix was declared after the first `length` declarations.
    pub(super) fn has_since(&self, length: usize, prefix: &str) -> bool {
        self.declarations.iter().skip(length).any(|(other, _)| *other == prefix)
    }

    /// Returns the namespace that a prefix stands for.
    pub(super) fn namespace(&self, prefix: &str) -> Option<&'d str> {
        let declared = self.declarations.iter().rev().find(|(other, _)| *other == prefix);
        declared.map(|&(_, namespace)| namespace)
    }

    /// Returns a prefix that stands for a namespace: `preferred`, or else the one that was declared last.
    pub(super) fn prefix(&self, namespace: &str, preferred: &str) -> Option<Cow<'d, str>> {
        let has = |prefix: &str| self.namespace(prefix) == Some(namespace);
        let candidates =
            || self.declarations.iter().rev().map(|(prefix, _)| prefix).filter(|prefix| has(prefix));
        candidates().find(|prefix| **prefix == preferred).or_else(|| candidates().next()).cloned()
    }

    /// Returns a prefix that no declaration uses. <https://w3c.github.io/DOM-Parsing/#dfn-concept-generate-prefix>
    pub(super) fn generate(&mut self) -> String {
        loop {
            self.generated += 1;
            let prefix = format!("ns{}", self.generated);
            if self.namespace(&prefix).is_none() {
                return prefix;
            }
        }
    }
}
