//! `:contains()`: whether the text of an element contains a string.
//!
//! As long as the query has a budget of steps, each element is searched separately. After that, one walk over the tree
//! decides all elements at once, because separate searches would read the text of nested elements again and again:
//!
//! ```text
//! for each occurrence of the string in the joined texts of the tree:
//!     of the elements that are open at the end of the occurrence, the innermost one whose text
//!         begins no later than the occurrence contains it
//!     the ancestors of this element contain it, too
//! ```

use hedgerow_dom::{NodeEdge, NodeKind, NodeRef};

use crate::compile::TextTest;
use crate::matcher::Matcher;

impl TextTest {
    /// Whether the text of an element contains the string.
    pub(crate) fn passes<'q>(&self, matcher: &mut Matcher<'_, 'q>, element: NodeRef<'q>) -> bool {
        if self.text.is_empty() {
            return true;
        }
        if let Some(answer) = matcher.cache.answer(self.slot, element) {
            return answer;
        }
        self.passes_alone(matcher, element).unwrap_or_else(|| self.pass_all(matcher, element))
    }

    /// Searches one element; `None` if the query's budget of steps is exhausted.
    fn passes_alone<'q>(&self, matcher: &mut Matcher<'_, 'q>, element: NodeRef<'q>) -> Option<bool> {
        let mut matched = 0;
        for node in element.descendants() {
            if !matcher.cache.has_budget() {
                return None;
            }
            matcher.cache.spend(1);
            if node.kind() != NodeKind::Text {
                continue;
            }
            let text = node.data().unwrap_or_default();
            matcher.cache.spend_on_text(text);
            let mut is_found = false;
            matched = self.text.search(matched, text, |_| {
                is_found = true;
                false
            });
            if is_found {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Decides all elements of a tree, and returns the answer for one of them.
    fn pass_all<'q>(&self, matcher: &mut Matcher<'_, 'q>, element: NodeRef<'q>) -> bool {
        let start = matcher.cache.steps();
        let root = element.tree_root();
        let mut containing = Vec::new();
        // The open nodes, each with the offset where its text begins, and whether it contains the string.
        let mut open: Vec<(NodeRef<'_>, usize, bool)> = Vec::new();
        let (mut offset, mut matched) = (0, 0);
        for edge in root.traverse() {
            match edge {
                NodeEdge::Enter(node) if node.kind() == NodeKind::Text => {
                    matcher.cache.spend(1);
                    let text = node.data().unwrap_or_default();
                    matcher.cache.spend_on_text(text);
                    matched = self.text.search(matched, text, |end| {
                        let begin = offset + end - self.text.len();
                        let count = open.partition_point(|(_, start, _)| *start <= begin);
                        if let Some((.., contains)) = count.checked_sub(1).and_then(|last| open.get_mut(last))
                        {
                            *contains = true;
                        }
                        true
                    });
                    offset += text.len();
                }
                NodeEdge::Enter(node) => {
                    matcher.cache.spend(1);
                    open.push((node, offset, false));
                }
                NodeEdge::Leave(node) if node.kind() == NodeKind::Text => {}
                NodeEdge::Leave(_) => {
                    let Some((node, _, contains)) = open.pop() else { continue };
                    if contains && let Some((.., parent)) = open.last_mut() {
                        *parent = true;
                    }
                    containing.push((node, contains));
                }
            }
        }
        matcher.cache.charge(self.slot, start);
        let mut answer = false;
        for (node, contains) in containing {
            matcher.cache.set_answer(self.slot, node, contains);
            answer |= contains && node == element;
        }
        answer
    }
}
