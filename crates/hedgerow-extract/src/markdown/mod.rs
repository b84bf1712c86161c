//! [`ToMarkdown`]: documents as Markdown.
//!
//! ```text
//! walk.rs      the walk over the tree; elements.rs: what single elements write
//! table.rs     which tables are written as tables, and the places of their cells
//! inline.rs    the text of a block: emphasis, links, code, images
//! escape.rs    which characters need a backslash
//! blocks.rs    lines with the markers of quotes and list items
//! ```

mod blocks;
mod elements;
mod escape;
mod inline;
mod options;
mod table;
pub(crate) mod walk;

use std::fmt::{self, Write};

use hedgerow_dom::{Document, NodeRef};

pub use options::{LinkStyle, MarkdownOptions};

/// Documents and nodes as Markdown: `CommonMark` with the tables, strikethrough, task lists and footnotes of GitHub.
///
/// A reader of Markdown gets the same text, links, headings, lists, tables and code as a reader of the page:
///
/// - Text is escaped where, and only where, it would be read as markup. White space is collapsed as in a browser.
/// - Emphasis is written if its delimiters are recognized at that place, and otherwise left out.
/// - A link that contains blocks is a link in the first of them. A link without text or image is left out. If the addresses in a
///   paragraph have more than 1 MiB, its further links are written as their texts.
/// - A list is tight if none of its items contains a paragraph or another block except a list. Empty items are left out.
/// - `pre` is a fenced block with its exact text; its language comes from a class such as `language-rust`.
/// - A table with short cells in rows and columns is a table, whose first row is the header. A cell that spans several slots is
///   in the first of them; the others are empty. The cells of other tables are written as blocks.
/// - Terms (`dt`) and summaries are strong, captions emphasized. A formula is its TeX in a code span between dollar signs, if the
///   page has its TeX, and else its text. A quotation (`q`) has straight quotation marks.
/// - Elements with the attribute `hidden`, except in the state `until-found`, scripts, styles, controls, frames, media and SVG
///   images are left out.
/// - More than 16 nested lists and quotes are written as 16.
///
/// The time is linear in the size of the document, and the output is at most a few times as long, unless elements share text or
/// attributes: [`LimitedWriter`](hedgerow_serialize::LimitedWriter) bounds it. A block, such as a paragraph, is collected before it
/// is written. So if a program puts many clones of a text into one block, which share their text in the document, this block
/// takes as much memory as all of them.
///
/// ```
/// use hedgerow::extract::ToMarkdown;
/// let document = hedgerow::parse("<h1>Trees</h1><ul><li>oak<li><b>ash</b></ul><pre class=lang-sh>ls *</pre>");
/// assert_eq!(document.markdown(), "# Trees\n\n- oak\n- **ash**\n\n```sh\nls *\n```\n");
/// ```
pub trait ToMarkdown<'d>: Sized + crate::sealed::MarkdownSource<'d> {
    /// Returns the Markdown with the default options.
    #[must_use]
    fn markdown(self) -> String {
        self.to_markdown(&MarkdownOptions::default())
    }

    /// Returns the Markdown.
    #[must_use]
    fn to_markdown(self, options: &MarkdownOptions<'_>) -> String {
        let mut markdown = String::new();
        let result = self.write_markdown(&mut markdown, options);
        debug_assert!(result.is_ok(), "writing to a string does not fail");
        markdown
    }

    /// Writes the Markdown, piece by piece.
    ///
    /// ```
    /// use hedgerow::extract::{MarkdownOptions, ToMarkdown};
    /// use hedgerow::serialize::LimitedWriter;
    /// let document = hedgerow::parse("<p>Hello <em>world</em>");
    /// let markdown =
    ///     |most| LimitedWriter::text(most, |writer| document.write_markdown(writer, &MarkdownOptions::default()));
    /// assert_eq!(markdown(100).unwrap(), "Hello *world*\n");
    /// assert_eq!(markdown(10).unwrap_err().most, 10);
    /// ```
    ///
    /// # Errors
    ///
    /// If the writer returns an error.
    fn write_markdown<W: Write>(self, writer: &mut W, options: &MarkdownOptions<'_>) -> fmt::Result {
        self.write_as(writer, options, false)
    }
}

impl<'d> ToMarkdown<'d> for NodeRef<'d> {}
impl<'d> ToMarkdown<'d> for &'d Document {}

impl<'d> crate::sealed::MarkdownSource<'d> for NodeRef<'d> {
    fn write_as<W: Write>(
        self,
        writer: &mut W,
        options: &MarkdownOptions<'_>,
        is_plain: bool,
    ) -> fmt::Result {
        walk::write(self, writer, options, is_plain, walk::is_hidden)
    }
}

impl<'d> crate::sealed::MarkdownSource<'d> for &'d Document {
    fn write_as<W: Write>(
        self,
        writer: &mut W,
        options: &MarkdownOptions<'_>,
        is_plain: bool,
    ) -> fmt::Result {
        self.root().write_as(writer, options, is_plain)
    }
}
