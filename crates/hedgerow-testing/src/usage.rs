//! [`Use`]: an operation on a parsed document, whose cost is measured.

use std::hint::black_box;

use crate::counted;
use hedgerow::select::SelectorBuilder;
use hedgerow::serialize::{ToTestFormat, WriteOptions};
use hedgerow::{Document, NodeRef, Select as _, Selector, ToHtml};

/// A number of queries after which the document certainly has an index.
const OFTEN: usize = 16;

/// The operation on a parsed document.
#[derive(Clone, Copy, Debug)]
pub enum Use {
    /// The document is serialized by the standard's algorithm.
    Serialized,
    /// The document is minified.
    Minified,
    /// The document is indented.
    Indented,
    /// The document is dumped in the format of the conformance suite.
    Dumped,
    /// The text of the document is concatenated.
    Text,
    /// The rendered text of the document is computed.
    RenderedText,
    /// The matches of a selector are counted.
    Selected(&'static str),
    /// The matches are counted several times, so that the document builds an index and the last queries use it.
    SelectedOften(&'static str),
    /// Each element is matched against a selector.
    Matched(&'static str),
    /// The document is read by a function, which returns the size of its output.
    Read(fn(&Document) -> usize),
    /// The document is changed.
    Changed(fn(&mut Document)),
}

impl Use {
    /// Runs the operation and returns the number of bytes of its output, or of items that count like bytes.
    pub(crate) fn apply(self, document: &mut Document) -> usize {
        let root = document.root();
        match self {
            Self::Serialized => black_box(root.outer_html()).len(),
            Self::Minified => written(root, &WriteOptions::minify()),
            Self::Indented => written(root, &WriteOptions::pretty()),
            Self::Dumped => counted(|counter| root.write_test_format(counter)),
            Self::Text => black_box(root.text()).len(),
            Self::RenderedText => black_box(root.rendered_text()).len(),
            Self::Selected(selector) => count(document, selector),
            Self::SelectedOften(selector) => (0..OFTEN).map(|_| count(document, selector)).sum(),
            Self::Matched(selector) => count_matching(document, selector),
            Self::Read(read) => read(document),
            Self::Changed(change) => {
                change(document);
                0
            }
        }
    }
}

/// Counts the matches of a selector, which may contain extensions of CSS.
fn count(document: &Document, selector: &str) -> usize {
    let selector = SelectorBuilder::new().extensions().parse(selector).expect("a valid selector");
    let count = if selector.yields_strings() {
        document.select_text(&selector).map(Iterator::count)
    } else {
        document.select(&selector).map(Iterator::count)
    };
    count.expect("a selector of its kind")
}

/// Counts the matches of a selector by testing each element. The bytes of classes count as output, too: clones of an element
/// share their classes in the tree, but each test reads the classes of its element.
fn count_matching(document: &Document, selector: &str) -> usize {
    let has_classes = selector.contains('.');
    let selector = Selector::parse(selector).expect("a valid selector");
    let read = |element: NodeRef<'_>| {
        let classes = if has_classes { element.attribute("class").map_or(0, str::len) } else { 0 };
        classes + usize::from(element.matches(&selector).unwrap_or_default())
    };
    document.root().descendant_elements().map(read).sum()
}

/// Counts the bytes of the HTML without storing it.
///
/// Storing it would distort the measurement, because large buffers are requested from the system each time.
pub(crate) fn written(root: NodeRef<'_>, options: &WriteOptions) -> usize {
    counted(|counter| root.write_html(counter, options))
}
