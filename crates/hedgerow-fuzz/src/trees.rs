//! What is said of trees: whether they are sound, and all that has to be the same of two of them.

use hedgerow::{Document, NodeRef, Parsed};

/// Panics if an invariant of the document does not hold.
pub(crate) fn validate(document: &Document) {
    if let Err(error) = document.validate() {
        panic!("{error}\n{}", document.to_test_format());
    }
}

/// All nodes in the tree, those in template contents and shadow roots, too.
///
/// ```
/// let document = hedgerow::parse("<template>a</template>");
/// // html, head, template, body; and the text.
/// assert_eq!(hedgerow_fuzz::nodes(&document).len(), 5);
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

/// What is the same of two documents that are the same: lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Summary {
    tree: Vec<String>,
    errors: Vec<String>,
}

impl Summary {
    /// Of a document, which has to be sound.
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

    /// All but the errors.
    pub(crate) fn without_errors(self) -> Self {
        Self { errors: Vec::new(), ..self }
    }

    /// Panics with the first difference from what is expected, and the way in which it came about.
    pub(crate) fn assert_is(&self, expected: &Self, way: &str) {
        for (mine, expected) in [(&self.tree, &expected.tree), (&self.errors, &expected.errors)] {
            let longest = mine.len().max(expected.len());
            for (mine, expected) in (0..longest).map(|index| (mine.get(index), expected.get(index))) {
                assert_eq!(mine, expected, "{way}");
            }
        }
    }
}
