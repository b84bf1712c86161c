//! [`MainContent`]: the nodes that are the content of a page, by rules over its tree.
//!
//! ```text
//! survey.rs     one walk: the blocks of text, and the elements around them
//! view.rs       what the rules of the first pass see of a block: counts of the elements and blocks around it
//! second.rs     what the rules of the second pass see: the scores of the first
//! rules.rs      the rules with their weights
//! selection.rs  the blocks that together are most likely the content
//! metadata.rs   title, author, date, site, language, kind of page
//! names.rs      the meanings of the names of classes
//! ```

pub(crate) mod metadata;
mod names;
pub(crate) mod rules;
mod second;
mod selection;
mod survey;
mod view;

use std::fmt::{self, Write};

use hedgerow_dom::{Document, NodeEdge, NodeRef};

use crate::markdown::walk;
use crate::{MarkdownOptions, ToMarkdown};
use selection::Omitted;
use survey::Survey;

pub use metadata::{Metadata, PageKind};

/// The kind of error that [`main_content`](crate::Extract::main_content) avoids if it is uncertain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Preference {
    /// As much content and as little else as possible: the best F1.
    #[default]
    Balance,
    /// Little that is not content, even if content is lost.
    Precision,
    /// Little lost content, even if other text is added.
    Recall,
}

/// Options of [`main_content`](crate::Extract::main_content).
///
/// ```
/// use hedgerow::extract::{Extract, ContentOptions, Preference};
/// let document = hedgerow::parse("<nav><a href=/>Home</a></nav><main><p>Oaks grow slowly, and live for a long time.</p></main>");
/// let options = ContentOptions::default().prefer(Preference::Precision).links(false);
/// assert_eq!(document.main_content(&options).text(), "Oaks grow slowly, and live for a long time.");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ContentOptions {
    /// The kind of error that is avoided if the rules are uncertain.
    pub prefer: Preference,
    /// Whether comments of readers may be content.
    pub comments: bool,
    /// Whether tables may be content.
    pub tables: bool,
    /// Whether the Markdown of the content has links.
    pub links: bool,
    /// Whether the Markdown of the content has images.
    pub images: bool,
}

impl Default for ContentOptions {
    fn default() -> Self {
        Self { prefer: Preference::Balance, comments: true, tables: true, links: true, images: true }
    }
}

impl ContentOptions {
    hedgerow_base::setters!(prefer: Preference, comments: bool, tables: bool, links: bool, images: bool);
}

/// The main content of a document: [`Extract::main_content`](crate::Extract::main_content).
#[derive(Clone, Debug)]
pub struct MainContent<'d> {
    document: &'d Document,
    options: ContentOptions,
    omitted: Omitted,
    confidence: f32,
    words: u32,
}

impl<'d> MainContent<'d> {
    pub(crate) fn new(document: &'d Document, options: ContentOptions) -> Self {
        Self::without(document, options, None)
    }

    /// Finds the main content without one of the rules.
    pub(crate) fn without(document: &'d Document, options: ContentOptions, rule: Option<&str>) -> Self {
        let survey = Survey::of(document.root());
        let scores = selection::scores(&survey, rule);
        let chosen = selection::choose(&survey, &scores, options);
        Self {
            document,
            options,
            omitted: Omitted::new(document, &survey, &chosen.blocks),
            confidence: chosen.confidence,
            words: chosen.words,
        }
    }

    /// Returns an estimate of how well the nodes match the content, from 0 to 1: the F1 of their words that the rules expect.
    #[must_use]
    pub fn confidence(&self) -> f32 {
        self.confidence
    }

    /// Returns the number of words of the content.
    #[must_use]
    pub fn words(&self) -> u32 {
        self.words
    }

    /// Whether a node is left out, with its descendants. A node that is not left out can contain such nodes.
    #[must_use]
    pub fn is_omitted(&self, node: NodeRef<'_>) -> bool {
        self.omitted.contains(node)
    }

    /// Returns the nodes that are content with all their descendants, and whose parents are not, in tree order.
    ///
    /// ```
    /// use hedgerow::extract::{ContentOptions, Extract};
    /// let document = hedgerow::parse(
    ///     "<nav><a href=/>Home</a> <a href=/map>Map</a></nav>\
    ///      <main><article><h1>Oaks</h1><p>Oaks grow slowly, and live for a long time.</p></article></main>\
    ///      <footer>© Trees</footer>",
    /// );
    /// let content = document.main_content(&ContentOptions::default());
    /// let names: Vec<_> = content.nodes().map(|node| node.local_name_text()).collect();
    /// assert_eq!(names, ["main"]);
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = NodeRef<'d>> {
        let mut walk = self.document.root().traverse();
        std::iter::from_fn(move || {
            loop {
                let NodeEdge::Enter(node) = walk.next()? else { continue };
                if self.omitted.contains(node) || !self.omitted.has_content(node) {
                    walk.skip_children();
                } else if self.omitted.is_whole(node) {
                    walk.skip_children();
                    return Some(node);
                }
            }
        })
    }

    /// Returns the text of the content: blocks with an empty line between them, items of lists with their markers, cells of
    /// tables with tabs.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let result = self.write_text(&mut text);
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        text
    }

    /// Writes the [text](Self::text), piece by piece.
    ///
    /// # Errors
    ///
    /// If the writer returns an error.
    pub fn write_text<W: Write>(&self, writer: &mut W) -> fmt::Result {
        crate::sealed::MarkdownSource::write_as(self, writer, &MarkdownOptions::default(), true)
    }
}

/// The options of the content apply, too.
impl<'d> ToMarkdown<'d> for &MainContent<'d> {}

impl<'d> crate::sealed::MarkdownSource<'d> for &MainContent<'d> {
    fn write_as<W: Write>(
        self,
        writer: &mut W,
        options: &MarkdownOptions<'_>,
        is_plain: bool,
    ) -> fmt::Result {
        let mut options = *options;
        if !self.options.links {
            options.links = crate::LinkStyle::Text;
        }
        options.images &= self.options.images;
        walk::write(self.document.root(), writer, &options, is_plain, |node| self.omitted.contains(node))
    }
}

/// The effect of the rules on the main content, for measurements: not covered by semantic versioning.
#[doc(hidden)]
pub mod measure {
    use super::{ContentOptions, Document, MainContent, rules};

    /// Returns the names of the rules with their reasons.
    pub fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
        let first = rules::RULES.iter().map(|rule| (rule.name, rule.reason));
        first.chain(rules::SECOND_RULES.iter().map(|rule| (rule.name, rule.reason)))
    }

    /// Returns the main content without one of the rules.
    pub fn without<'d>(document: &'d Document, rule: &str) -> MainContent<'d> {
        MainContent::without(document, ContentOptions::default(), Some(rule))
    }
}
