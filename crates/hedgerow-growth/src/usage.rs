//! [`Use`]: what is done with a document once it is parsed.

use std::hint::black_box;
use std::io;

use hedgerow::{Document, NodeRef, Select as _, WriteOptions};

/// After fewer questions than these, a document gets an index.
const OFTEN: usize = 16;

/// What is done with a document once it is parsed.
#[derive(Clone, Copy, Debug)]
pub enum Use {
    /// It is written as the standard says.
    Serialized,
    /// It is minified.
    Minified,
    /// It is written on indented lines.
    Indented,
    /// It is dumped as the suite has it.
    Dumped,
    /// All of its text is put together.
    Text,
    /// The same as it would be rendered.
    RenderedText,
    /// The matches of a selector are counted.
    Selected(&'static str),
    /// The same until the document has an index, and once more.
    SelectedOften(&'static str),
    /// It is changed.
    Changed(fn(&mut Document)),
}

impl Use {
    pub(crate) fn apply(self, document: &mut Document) {
        let root = document.root();
        match self {
            Self::Serialized => drop(black_box(root.outer_html())),
            Self::Minified => write(root, &WriteOptions::minify()),
            Self::Indented => write(root, &WriteOptions::pretty()),
            Self::Dumped => drop(black_box(document.to_test_format())),
            Self::Text => drop(black_box(root.text())),
            Self::RenderedText => drop(black_box(root.rendered_text())),
            Self::Selected(selector) => count(document, selector),
            Self::SelectedOften(selector) => (0..OFTEN).for_each(|_| count(document, selector)),
            Self::Changed(change) => change(document),
        }
    }
}

/// Counts the matches of a selector.
fn count(document: &Document, selector: &str) {
    black_box(document.select(selector).map(Iterator::count)).expect("a valid selector");
}

/// Writes HTML to nowhere: the memory of what is written would come from the system anew where it passes what the allocator keeps.
fn write(root: NodeRef<'_>, options: &WriteOptions) {
    drop(black_box(root.write_html_to(&mut io::sink(), options)));
}
