//! `Debug` for documents and nodes.

use std::fmt;

use crate::document::Document;
use crate::node_ref::NodeRef;
use crate::traverse::{NodeEdge, TraverseWhole};

/// The deepest level that is indented. Without a limit, the outline of a deep tree would grow with the square of its depth.
const DEEPEST: usize = 64;

/// An outline of the tree with a line for each node, including shadow roots and template contents.
///
/// ```
/// use hedgerow::Document;
/// let mut document = Document::new();
/// let root = document.root_id();
/// document.build("p").attribute("id", "x").text("Hello").append_to(root)?;
/// assert_eq!(format!("{document:?}"), "#1 Document\n  #2 <p> id=\"x\"\n    #3 Text \"Hello\"\n");
/// # Ok::<(), hedgerow::dom::MutationError>(())
/// ```
impl fmt::Debug for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut depth: usize = 0;
        for edge in TraverseWhole::new(self.root()) {
            match edge {
                NodeEdge::Enter(node) => {
                    writeln!(formatter, "{:1$}{node:?}", "", 2 * depth.min(DEEPEST))?;
                    depth += 1;
                }
                NodeEdge::Leave(_) => depth -= 1,
            }
        }
        Ok(())
    }
}

/// One line: the slot of the node, its kind or name, its attributes, and its data.
impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.document().describe(self.slot()))?;
        for attribute in self.attributes() {
            write!(formatter, " {attribute:?}")?;
        }
        self.data().map_or(Ok(()), |data| write!(formatter, " {data:?}"))
    }
}
