//! [`CollapsedText`]: the text of several elements, which may contain each other, in one buffer.
//!
//! The text of an element is a range of the buffer. Elements that contain each other share their text, so the memory is linear
//! in the size of the document, however deeply they are nested.

use std::ops::Range;

use hedgerow_base::{ElementName, NameId, Namespace, known};
use hedgerow_dom::{Document, NodeEdge, NodeRef, Slot, search};

/// Text with each run of white space as one space.
#[derive(Clone, Debug, Default)]
pub(super) struct CollapsedText {
    text: String,
    /// Whether a space comes before the next word.
    is_space_pending: bool,
}

impl CollapsedText {
    /// Collects the texts of the elements for which `is_wanted` returns true, and returns their ranges in tree order. The
    /// boundaries of blocks, `br` elements and cells are spaces; the contents of scripts and style sheets are ignored.
    pub(super) fn collect<'d>(
        document: &'d Document,
        mut is_wanted: impl FnMut(NodeRef<'d>, ElementName) -> bool,
    ) -> (Self, Vec<Range<usize>>) {
        let mut collected = Self::default();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        // The wanted elements that contain the current node, with the indexes of their ranges.
        let mut open: Vec<(Slot, usize)> = Vec::new();
        // The number of scripts and style sheets that contain the current node.
        let mut code_depth = 0_usize;
        for edge in document.root().traverse() {
            let (NodeEdge::Enter(node) | NodeEdge::Leave(node)) = edge;
            let is_entered = matches!(edge, NodeEdge::Enter(_));
            let Some(name) = search::element_name(node) else {
                if is_entered && !open.is_empty() && code_depth == 0 {
                    collected.push(text_of(node));
                }
                continue;
            };
            if is_entered && is_wanted(node, name) {
                open.push((node.slot(), ranges.len()));
                ranges.push(collected.text.len()..collected.text.len());
            }
            if !open.is_empty() {
                collected.is_space_pending |= separates_words(name);
            }
            if name.local == known::SCRIPT || name.local == known::STYLE {
                code_depth = if is_entered { code_depth + 1 } else { code_depth - 1 };
            }
            if let Some(&(slot, index)) = open.last()
                && !is_entered
                && slot == node.slot()
            {
                ranges[index].end = collected.text.len();
                open.pop();
            }
        }
        (collected, ranges)
    }

    /// Returns the text of a range, without spaces at its ends.
    pub(super) fn get(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default().trim_matches(' ')
    }

    fn push(&mut self, text: &str) {
        let is_space = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
        self.is_space_pending |= is_space(text.as_bytes().first());
        for word in text.split_ascii_whitespace() {
            if self.is_space_pending {
                self.text.push(' ');
            }
            self.text.push_str(word);
            self.is_space_pending = true;
        }
        if !text.is_empty() {
            self.is_space_pending = is_space(text.as_bytes().last());
        }
    }
}

/// The data of a text node; empty for another node.
fn text_of(node: NodeRef<'_>) -> &str {
    if node.kind() == hedgerow_dom::NodeKind::Text { node.data().unwrap_or_default() } else { "" }
}

/// Whether a tag of this element separates the words before and after it.
fn separates_words(name: ElementName) -> bool {
    name.namespace == Namespace::Html && BLOCKS.contains(&name.local)
}

/// The elements that the standard displays as blocks, list items, and parts of tables; and `br`. The list omits `html`, `body`,
/// `frameset` and `frame`, because the parser never puts them into an element whose text is collected, and `colgroup` and
/// `col`, because other boundaries of the table already separate the words.
///
/// The rendered text has its own list (`rendered_text/display.rs` in `hedgerow-serialize`), because there the display type also
/// depends on attributes and ancestors, and parts of tables differ from blocks.
const BLOCKS: &[NameId] = &[
    known::DIV,
    known::LI,
    known::TD,
    known::P,
    known::BR,
    known::TR,
    known::TH,
    known::UL,
    known::TABLE,
    known::TBODY,
    known::THEAD,
    known::TFOOT,
    known::CAPTION,
    known::H1,
    known::H2,
    known::H3,
    known::H4,
    known::H5,
    known::H6,
    known::OL,
    known::DL,
    known::DT,
    known::DD,
    known::ADDRESS,
    known::ARTICLE,
    known::ASIDE,
    known::BLOCKQUOTE,
    known::CENTER,
    known::DETAILS,
    known::DIALOG,
    known::DIR,
    known::FIELDSET,
    known::FIGCAPTION,
    known::FIGURE,
    known::FOOTER,
    known::FORM,
    known::HEADER,
    known::HGROUP,
    known::HR,
    known::LEGEND,
    known::LISTING,
    known::MAIN,
    known::MENU,
    known::NAV,
    known::OPTGROUP,
    known::OPTION,
    known::PLAINTEXT,
    known::PRE,
    known::SEARCH,
    known::SECTION,
    known::SUMMARY,
    known::XMP,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;

    #[test]
    fn boundaries_of_blocks_are_spaces() {
        for (html, expected) in [
            ("<a>1<b>2</b>3</a>", "123"),
            ("<a>1<p>2</p>3<br>4</a>", "1 2 3 4"),
            ("<a>1<optgroup>2</optgroup>3</a>", "1 2 3"),
            ("<a>1<plaintext>2", "1 2"),
        ] {
            let document = Parser::new().parse(html).into_document();
            let (text, ranges) = CollapsedText::collect(&document, |_, name| name.is_html(known::A));
            assert_eq!(text.get(&ranges[0]), expected, "{html}");
        }
    }

    #[test]
    fn nested_code_is_ignored() {
        for html in ["<svg><a><script><style></style>x", "<svg><script><a>x"] {
            let document = Parser::new().parse(html).into_document();
            let (text, ranges) = CollapsedText::collect(&document, |_, name| name.local == known::A);
            assert_eq!(text.get(&ranges[0]), "", "{html}");
        }
    }
}
