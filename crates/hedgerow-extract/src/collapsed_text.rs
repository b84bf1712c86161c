//! [`CollapsedText`]: the rendered text of several elements, which may contain each other, in one buffer.
//!
//! The text of an element is a range of the buffer. Elements that contain each other share their text, so the memory is linear
//! in the size of the document, however deeply they are nested. Only clones that share their texts can make it longer; a limit
//! bounds that.
//!
//! ```text
//! 1. walk the document and its shadow trees; find the wanted elements
//! 2. render each tree, and record the range of each wanted element that is rendered
//! 3. for the others, record their whole text: that is the rendered text of an element that is not rendered
//! ```

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::ops::Range;

use hedgerow_base::ElementName;
use hedgerow_dom::search::{self, TraverseWhole};
use hedgerow_dom::{Document, NodeEdge, NodeKind, NodeRef, Slot};
use hedgerow_serialize::{OutputLimit, RenderedElements, RenderedTextOptions, write_rendered_elements};

/// The maximum number of bytes of text for each byte of text that the document stores. Without clones, one is enough.
const OUTPUT_PER_BYTE: u64 = 16;

/// The maximum number of bytes of text for an empty document.
const LEAST_OUTPUT: u64 = 1 << 20;

/// Rendered text with each run of white space as one space.
#[derive(Clone, Debug)]
pub(crate) struct CollapsedText {
    words: Words,
}

impl CollapsedText {
    /// Collects the texts of the elements for which `is_wanted` returns true, and returns their ranges in tree order. Shadow trees
    /// are included, template contents are not.
    pub(crate) fn collect<'d>(
        document: &'d Document,
        mut is_wanted: impl FnMut(NodeRef<'d>, ElementName) -> bool,
    ) -> (Self, Vec<Range<usize>>) {
        let mut roots = vec![document.root()];
        let mut ranges = Ranges::default();
        for edge in without_template_contents(document) {
            let NodeEdge::Enter(node) = edge else { continue };
            if node.kind() == NodeKind::ShadowRoot {
                roots.push(node);
            }
            if search::element_name(node).is_some_and(|name| is_wanted(node, name)) {
                ranges.of.insert(node.slot(), ranges.list.len());
                ranges.list.push(None);
            }
        }
        let mut words = Words::new(OUTPUT_PER_BYTE.saturating_mul(document.text_size()) + LEAST_OUTPUT);
        if !ranges.list.is_empty() {
            for root in roots {
                let options = RenderedTextOptions::default();
                // Only the limit makes the writer fail.
                let _ = write_rendered_elements(root, &mut words, options, &mut ranges);
                words.is_space_pending = true;
            }
        }
        if ranges.list.contains(&None) {
            ranges.add_hidden(document, &mut words);
        }
        (Self { words }, ranges.list.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Returns the limit on the texts if it was exceeded.
    pub(crate) fn exceeded(&self) -> Option<OutputLimit> {
        self.words.is_full.then_some(OutputLimit { most: self.words.most })
    }

    /// Returns the text of a range, without spaces at its ends.
    pub(crate) fn get(&self, range: &Range<usize>) -> &str {
        self.words.text.get(range.clone()).unwrap_or_default().trim_matches(' ')
    }
}

/// The steps of a walk over a document and its shadow trees.
fn without_template_contents(document: &Document) -> impl Iterator<Item = NodeEdge<'_>> {
    let mut contents = None;
    TraverseWhole::new(document.root()).filter(move |edge| match *edge {
        _ if contents.is_some() => {
            if matches!(edge, NodeEdge::Leave(node) if contents == Some(*node)) {
                contents = None;
            }
            false
        }
        NodeEdge::Enter(node) if node.kind() == NodeKind::DocumentFragment && node.host().is_some() => {
            contents = Some(node);
            false
        }
        _ => true,
    })
}

/// The ranges of the wanted elements.
#[derive(Default)]
struct Ranges {
    /// The index of the range of each element.
    of: HashMap<Slot, usize>,
    list: Vec<Option<Range<usize>>>,
}

impl RenderedElements<Words> for Ranges {
    fn enter(&mut self, element: NodeRef<'_>, words: &Words) {
        if let Some(&index) = self.of.get(&element.slot()) {
            self.list[index] = Some(words.text.len()..words.text.len());
        }
    }

    fn leave(&mut self, element: NodeRef<'_>, words: &Words) {
        if let Some(&index) = self.of.get(&element.slot())
            && let Some(range) = &mut self.list[index]
        {
            range.end = words.text.len();
        }
    }
}

impl Ranges {
    /// Adds the whole texts of the elements that have no range yet.
    fn add_hidden(&mut self, document: &Document, words: &mut Words) {
        // The elements without a range that contain the current node, with the indexes of their ranges.
        let mut open: Vec<(Slot, usize)> = Vec::new();
        for edge in without_template_contents(document) {
            match edge {
                NodeEdge::Enter(node) => {
                    let index = self.of.get(&node.slot()).copied();
                    if let Some(index) = index.filter(|&index| self.list[index].is_none()) {
                        if open.is_empty() {
                            words.is_space_pending = true;
                        }
                        open.push((node.slot(), index));
                        self.list[index] = Some(words.text.len()..words.text.len());
                    } else if !open.is_empty()
                        && node.kind() == NodeKind::Text
                        && words.write_str(node.data().unwrap_or_default()).is_err()
                    {
                        return;
                    }
                }
                NodeEdge::Leave(node) => {
                    if let Some((_, index)) = open.pop_if(|(slot, _)| *slot == node.slot())
                        && let Some(range) = &mut self.list[index]
                    {
                        range.end = words.text.len();
                    }
                }
            }
        }
    }
}

/// A buffer of words with single spaces between them.
#[derive(Clone, Debug)]
struct Words {
    text: String,
    /// The maximum length of the text.
    most: u64,
    /// Whether a text was refused because it would exceed the maximum length.
    is_full: bool,
    /// Whether a space comes before the next word.
    is_space_pending: bool,
}

impl Words {
    fn new(most: u64) -> Self {
        Self { text: String::new(), most, is_full: false, is_space_pending: false }
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

impl Write for Words {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.is_full |= (self.text.len() + text.len()) as u64 > self.most;
        if self.is_full {
            return Err(fmt::Error);
        }
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::known;
    use hedgerow_serialize::ToHtml as _;

    use super::*;

    #[test]
    fn the_text_of_each_element_is_its_rendered_text() {
        for html in [
            "<a>1<b>2</b>3</a>",
            "<a> 1<p>2</p>3<br>4 </a>",
            "<a>1<optgroup>2</optgroup>3</a>",
            "<a>1<plaintext>2",
            "<table><caption>x<td><span hidden>0005</span>5<a>6<div popover>7</div></a><td hidden>a<p>b<a>c</a></table><a>d</a>",
            "<ruby><a>1<div>2</div></a></ruby><button><a>3</a>4</button>",
            "<details><a>1<script>2</script></a></details><a>3<script>4</script></a>",
            "<svg><a><script><style></style>x</svg><svg><script><a>x</svg><svg><text><a>y</a></text></svg>",
            "<pre><a>1\n2  3</a></pre><select><option><a>4</a></select>",
            "<q><a>1</a></q><a>2<q>3</q></a><template><a>4</a></template>",
        ] {
            let document = hedgerow::parse(html);
            let mut elements = Vec::new();
            let (text, ranges) = CollapsedText::collect(&document, |node, name| {
                let is_wanted =
                    name.local == known::A || name.is_html(known::TD) || name.is_html(known::CAPTION);
                elements.extend(is_wanted.then_some(node));
                is_wanted
            });
            assert_eq!(elements.len(), ranges.len());
            for (element, range) in elements.iter().zip(&ranges) {
                let rendered = element.rendered_text();
                let words: Vec<&str> = rendered.split_ascii_whitespace().collect();
                assert_eq!(text.get(range), words.join(" "), "{html}");
            }
        }
    }

    #[test]
    fn shadow_trees_are_trees_of_their_own() {
        let html = "<a>1<p><template shadowrootmode=open>2<a>3</a></template>4</p></a>";
        let document =
            hedgerow::Parser::new().allow_declarative_shadow_roots(true).parse(html).into_document();
        let (text, ranges) = CollapsedText::collect(&document, |_, name| name.is_html(known::A));
        let texts: Vec<&str> = ranges.iter().map(|range| text.get(range)).collect();
        assert_eq!(texts, ["1 4", "3"]);
    }
}
