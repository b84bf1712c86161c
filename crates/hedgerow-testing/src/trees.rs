//! Checks of trees: the invariants of one tree, and the comparison of two.

use hedgerow::serialize::ToTestFormat;
use hedgerow::{Document, NodeRef, Parsed};

/// Panics if an invariant of the document does not hold.
pub(crate) fn validate(document: &Document) {
    if let Err(error) = document.validate() {
        panic!("{error}\n{}", document.to_test_format());
    }
}

/// Returns all nodes of the tree, including those in template contents and shadow roots.
///
/// ```
/// let document = hedgerow::parse("<template>a</template>");
/// // html, head, template, body; and the text.
/// assert_eq!(hedgerow_testing::nodes(&document).len(), 5);
/// ```
#[must_use]
pub fn nodes(document: &Document) -> Vec<NodeRef<'_>> {
    let mut nodes = Vec::new();
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            nodes.push(node);
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root());
        }
    }
    nodes
}

/// The lines that describe a parsed document. Two results are the same if their lines are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Summary {
    tree: Vec<String>,
    errors: Vec<String>,
}

impl Summary {
    /// Describes a result, and panics if an invariant of its document does not hold.
    pub(crate) fn of(parsed: &Parsed) -> Self {
        let document = parsed.document();
        validate(document);
        let facts = format!("{:?}, {:?}, {:?}", document.quirks_mode(), parsed.stop(), parsed.encoding());
        let tree = document.to_test_format();
        Self {
            tree: std::iter::once(facts).chain(tree.lines().map(str::to_owned)).collect(),
            errors: parsed.errors().iter().map(|error| format!("{error:?}")).collect(),
        }
    }

    /// Removes the errors.
    pub(crate) fn without_errors(self) -> Self {
        Self { errors: Vec::new(), ..self }
    }

    /// Panics if the summaries differ. The message contains the first lines that differ, and `how`, a description of how the
    /// document was parsed.
    pub(crate) fn assert_is(&self, expected: &Self, how: &str) {
        for (lines, expected) in [(&self.tree, &expected.tree), (&self.errors, &expected.errors)] {
            let longest = lines.len().max(expected.len());
            for (line, expected) in (0..longest).map(|index| (lines.get(index), expected.get(index))) {
                assert_eq!(line, expected, "{how}");
            }
        }
    }
}
