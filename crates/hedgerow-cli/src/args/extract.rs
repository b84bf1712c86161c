//! The arguments of `hedgerow markdown` and `hedgerow text`.

use clap::{Args, ValueEnum};
use hedgerow::extract::LinkStyle;

use super::TextOrJson;
use super::documents::DocumentArguments;

pub(crate) const MARKDOWN_ABOUT: &str = "\
Print documents, or their main content, as Markdown.

The Markdown is CommonMark with the tables, strikethrough, task lists and footnotes of GitHub. A reader of Markdown gets the same \
text, links, headings, lists, tables and code as a reader of the page. Several files are each printed after their names. If a \
file can't be read, the others are still processed, and the exit code is 2.";

pub(crate) const MARKDOWN_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow markdown page.html
  hedgerow markdown --main --base https://example.org/ page.html
  hedgerow markdown --main --links text --format json crawl.warc.gz"
);

pub(crate) const TEXT_ABOUT: &str = "\
Print the text of documents, or of their main content.

Without --main, the text is that of `innerText`: what a browser shows, without author styles, with a line for each block. With --main, \
it is the content of the page without navigation, advertisements and the like. Several files are each printed after their names. \
If a file can't be read, the others are still processed, and the exit code is 2.";

pub(crate) const TEXT_EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow text page.html
  hedgerow text --main --format json crawl.warc.gz"
);

#[derive(Args, Debug)]
pub(crate) struct MarkdownArguments {
    /// How links are written
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = MarkdownLinks::Inline)]
    pub(crate) links: MarkdownLinks,

    /// Leave out images
    #[arg(long)]
    pub(crate) no_images: bool,

    /// Make addresses absolute: the URL of the documents. A document of a web archive has its own URL, and a <base> in the document
    /// takes precedence
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    #[command(flatten)]
    pub(crate) text: TextArguments,
}

/// The styles of links.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum MarkdownLinks {
    /// `[text](address)`
    Inline,
    /// `[text][1]`, with the addresses at the end
    References,
    /// Only the text
    Text,
}

impl From<MarkdownLinks> for LinkStyle {
    fn from(links: MarkdownLinks) -> Self {
        match links {
            MarkdownLinks::Inline => Self::Inline,
            MarkdownLinks::References => Self::References,
            MarkdownLinks::Text => Self::Text,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct TextArguments {
    /// Print only the main content
    #[arg(long)]
    pub(crate) main: bool,

    #[command(flatten)]
    pub(crate) format: TextOrJson,

    #[command(flatten)]
    pub(crate) documents: DocumentArguments,
}
